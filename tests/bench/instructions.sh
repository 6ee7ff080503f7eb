#!/usr/bin/env bash
# Counts the instructions of fixed pieces of work under callgrind and holds them against a baseline.
#
# usage: instructions.sh PROGRAM COMPILER [--record]
#
# PROGRAM is the release build of instructions.cpp, COMPILER what it was compiled with. instructions.txt has the work
# and the baseline. More than 10 % above it is a failure; --record writes what is counted now. The counts are those of
# one compiler: with another there is nothing to compare, and only what an unused rule costs is looked at.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 compiler=$2 record=${3:-}
baseline=$here/instructions.txt
cd "$here/../.."

# count WORK VARIANT N: the instructions of the work itself.
# Nothing if it cannot be run.
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='counted_work*' "$program" "$@" 2>&1 |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' || true
}

failed=no
# What a variant has and does not use costs nothing: 0.1 % would be noise, if there were any.
for work in "lanes-playouts 2000" "turns-playouts 300" "turns-perft 4"; do
  read -r how n <<<"$work"
  bare=$(count "$how" tests/bench/unused/bare.yaml "$n")
  unused=$(count "$how" tests/bench/unused/unused.yaml "$n")
  awk -v a="$bare" -v b="$unused" -v how="$how" 'BEGIN {
    printf "unused rules, %-16s %12d %12d instructions\n", how, a, b
    exit !(a > 0 && b <= a * 1.001 && a <= b * 1.001)
  }' || { echo "  a rule that is not used takes time"; failed=yes; }
done

if [ "$record" != --record ] && ! grep -qxF "compiler $compiler" "$baseline"; then
  echo "the baseline is of another compiler than $compiler: nothing to compare"
  [ $failed = no ]
  exit
fi

lines=("# Instructions of fixed pieces of work, counted by callgrind: see instructions.sh." "compiler $compiler")
while read -r how variant n was; do
  case $how in '#' | compiler) continue ;; esac
  now=$(count "$how" "$variant" "$n")
  lines+=("$how $variant $n $now")
  awk -v was="${was:-0}" -v now="$now" -v name="$how $variant $n" 'BEGIN {
    printf "%-40s %12d  was %12d  %+6.1f %%\n", name, now, was, (was > 0 ? (now / was - 1) * 100 : 0)
    exit !(now > 0 && (was == 0 || now <= was * 1.1))
  }' || { echo "  more than 10 % slower"; failed=yes; }
done <"$baseline"
if [ "$record" = --record ]; then
  printf '%s\n' "${lines[@]}" >"$baseline"
  exit
fi
[ $failed = no ]
