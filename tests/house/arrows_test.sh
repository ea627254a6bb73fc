#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The check of the include arrows must find what it is there for. usage: arrows_test.sh SOURCE_DIR
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
mkdir "$tree/results" "$tree/system"
licence='// SPDX-License-Identifier: Apache-2.0'
printf '%s\n#include "scenarios/claim.hpp"\n' "$licence" >"$tree/results/good.cpp"
"$1/cmake/include_arrows.sh" "$tree"
printf '%s\n#include "system/root.hpp"\n' "$licence" >"$tree/results/bad.cpp"
out=$("$1/cmake/include_arrows.sh" "$tree") && { echo "a forbidden include was not found"; exit 1; }
[[ $out == *results/bad.cpp:2:* ]] || { echo "file and line are not named: $out"; exit 1; }
rm "$tree/results/bad.cpp"
echo 'int x;' >"$tree/system/bare.cpp"
! "$1/cmake/include_arrows.sh" "$tree" >/dev/null || { echo "a missing licence line was not found"; exit 1; }
