#!/bin/sh
# Runs a program of Enlace: deploy/start.sh server/main.ts. On a system whose Node is too old, `npm run build` put one into .runtime/.
set -eu
cd "$(dirname "$0")/.."
for own in .runtime/node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then exec "$own" "$@"; fi
done
exec node "$@"
