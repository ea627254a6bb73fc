#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails if a room includes another one against the arrows of the house, or if a source lacks its licence line.
# usage: include_arrows.sh [TREE]
set -euo pipefail
cd "${1:-.}"
declare -A allowed=(
  [system]="system" [scenarios]="scenarios" [results]="results scenarios"
  [injectors]="injectors system scenarios" [probes]="probes system scenarios results"
  [runner]="runner injectors probes scenarios results system"
  [app]="app runner injectors probes scenarios results system"
)
wrong=0
for room in "${!allowed[@]}"; do
  while IFS=: read -r file line text; do
    [ -n "$file" ] || continue
    target=${text#*\"}
    target=${target%%/*}
    case " ${allowed[$room]} " in
      *" $target "*) ;;
      *) echo "$file:$line: $room may include only: ${allowed[$room]}"; wrong=1 ;;
    esac
  done < <(grep -nHE '^#include "[a-z]+/' "$room"/*.hpp "$room"/*.cpp 2>/dev/null || true)
done
while read -r file; do
  head -1 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || { echo "$file:1: the SPDX line is missing"; wrong=1; }
done < <(find . -path ./build -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print)
exit "$wrong"
