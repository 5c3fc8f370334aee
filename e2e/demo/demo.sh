#!/usr/bin/env bash
# The main job on the embedded sandbox: install, change by hand, deploy again, adopt, repair.
# Everything that it does can be typed by hand; the end tells how to go on.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
WERFPY=${WERFPY:-werfpy}
case $WERFPY in */*) WERFPY=$(cd "$(dirname "$WERFPY")" && pwd)/$(basename "$WERFPY") ;; esac
chart=$here/shop
export WERFPY_SANDBOX_DIR=${WERFPY_SANDBOX_DIR:-$(cd "$here/../.." && pwd)/.cache/demo-sandbox}

if [ -t 1 ]; then bold=$(printf '\033[1m') dim=$(printf '\033[2m') off=$(printf '\033[0m'); else bold='' dim='' off=''; fi
step() { printf '\n%s%s%s\n' "$bold" "$*" "$off"; }
run() {
  printf '%s$ %s%s\n' "$dim" "${*//$WERFPY/werfpy}" "$off"
  "$@"
}
# What "somebody else" does goes past werfpy, through the plain API.
somebody() { "$(dirname "$WERFPY")/python" "$here/somebody.py" "$@"; }

step "A Kubernetes API to try things out on, on this machine only"
run "$WERFPY" sandbox reset
run "$WERFPY" sandbox start
KUBECONFIG=$("$WERFPY" sandbox kubeconfig)
export KUBECONFIG

step "1. Install an application of eleven objects and wait until it is ready"
run "$WERFPY" deploy shop "$chart" -n shop

step "2. People change things by hand: one scales the front end, one edits a setting, one adds a label"
somebody scale shop-web 5
somebody edit-setting shop-settings banner "Closed for today"
somebody add-setting shop-settings theirs "added by hand"
somebody label shop-web team=blue

step "3. What would the next deploy do? plan writes nothing"
run "$WERFPY" plan shop "$chart" -n shop

step "4. Deploy again: what the chart states is put right, what it does not state stays"
run "$WERFPY" deploy shop "$chart" -n shop
somebody show shop-settings shop-web

step "5. The chart now states an object that somebody else made. It is not taken without consent"
somebody create-configmap shop-banner text "old banner"
run "$WERFPY" deploy shop "$chart" -n shop --set banner="Sale!" || true

step "   Consent is an annotation on the live object"
somebody annotate shop-banner werf.io/allow-adoption-by-release=shop
run "$WERFPY" deploy shop "$chart" -n shop --set banner="Sale!"

step "6. Where nothing may be forced, a repair patch tells what drifted"
somebody scale shop-api 9
run "$WERFPY" deploy shop "$chart" -n shop --set banner="Sale!" --three-way-merge-mode disabled
run "$WERFPY" repair shop -n shop --apply --yes

step "7. The history is Helm's: helm list, helm history and helm rollback read it"
run "$WERFPY" history shop -n shop

step "Go on by hand"
cat <<END
  export KUBECONFIG=$KUBECONFIG
  alias werfpy=$WERFPY
  werfpy status shop -n shop
  werfpy plan shop $chart -n shop --set web.replicas=4
  werfpy deploy shop $chart -n shop --set web.replicas=4
  werfpy rollback shop 1 -n shop
  kubectl -n shop get all            # kubectl works on the sandbox; so do helm list and helm history
  werfpy sandbox stop                # and: werfpy sandbox reset
END
