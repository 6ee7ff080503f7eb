#!/usr/bin/env bash
# Fuzzes all targets for a short time, or some of them for a longer one. docs/fuzzing.md explains it.
#
# usage: tests/fuzz/fuzz.sh BUILD [SECONDS [TARGET…]]
#
# Without SECONDS each target tries a fixed number of inputs, the same ones every time, a minute in all; with it each
# one goes on for so long with inputs of its own choice, and what reaches new code is kept in BUILD/fuzz/TARGET.
# An input that breaks something is kept in BUILD/fuzz, and its path is said. JOBS says how many targets run at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:?which build?} seconds=${2:-} fuzz=$1/tests/fuzz/fuzz
shift $(($# < 2 ? $# : 2))
targets=${*:-$("$build/tests/fuzz/test_fuzz" --targets)}
export UBSAN_OPTIONS=print_stacktrace=1

# Inputs of the short run: some take a hundred times as long as others.
inputs() {
  case "$1" in
    document | expression | query) echo 20000 ;;
    moves | position) echo 2000 ;;
    program) echo 600 ;;
    *) echo 150 ;;
  esac
}

# Files of the project that are such inputs.
more() {
  case "$1" in
    document | variant) echo variants ;;
    example) echo tests/conformance/kalah tests/conformance/oware ;;
  esac
}

mkdir -p "$build/fuzz"
"$build/tests/fuzz/test_fuzz" --dictionary > "$build/fuzz/dictionary"
# fuzz_target TARGET
fuzz_target() {
  local target=$1 new folders library length log
  # What reaches new code is written to the first folder.
  new=$build/fuzz/$target
  if [ -n "$seconds" ]; then
    mkdir -p "$new"
    folders=("$new" "tests/fuzz/corpus/$target")
    read -ra library <<< "$(more "$target")"
    folders+=("${library[@]}")
    length=(-max_total_time="$seconds")
  else
    new=$build/fuzz/short-$target
    rm -rf "$new" && mkdir "$new"
    folders=("$new" "tests/fuzz/corpus/$target")
    length=(-seed=1 -runs="$(inputs "$target")" -max_total_time=10)
  fi
  log=$build/fuzz/$target.log
  if ! "$fuzz" "$target" "${length[@]}" -max_len=4096 -timeout=120 -rss_limit_mb=4096 -print_final_stats=1 \
    -dict="$build/fuzz/dictionary" -artifact_prefix="$build/fuzz/$target-" "${folders[@]}" > "$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "fuzz: the target \`$target\` has found something (the whole log is in $log)" >&2
    return 1
  fi
  printf '%-12s %s inputs, %s\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)"
}

jobs=${JOBS:-$(nproc)} running=0 failed=no
for target in $targets; do
  if [ "$running" -ge "$jobs" ]; then
    wait -n || failed=yes
    running=$((running - 1))
  fi
  fuzz_target "$target" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
  wait -n || failed=yes
  running=$((running - 1))
done
[ $failed = no ]
