#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Without the right to install what is missing, ./shake names the command and ends with 2. usage: shake_test.sh SOURCE_DIR
set -euo pipefail
status=0
"$1/shake" no-such-command 2>/dev/null || status=$?
[ "$status" = 2 ] || { echo "an unknown command ends with $status, not 2"; exit 1; }
command -v setpriv dpkg-query >/dev/null || { echo "skipped: no setpriv or dpkg-query"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "skipped: only root can become another user"; exit 77; }
# The checkout may lie where another user cannot look: a copy of the script alone is enough.
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
cp "$1/shake" "$copy/"
chmod -R a+rX "$copy"
status=0
out=$(cd / && SHAKE_EXTRA_PACKAGES=no-such-package-here setpriv --reuid=65534 --clear-groups "$copy/shake" test 2>&1) || status=$?
[ "$status" = 2 ] || { echo "ended with $status, not 2: $out"; exit 1; }
[[ $out == *"sudo apt-get install"*no-such-package-here* ]] || { echo "the command is not named: $out"; exit 1; }
