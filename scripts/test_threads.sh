#!/usr/bin/env bash
# Builds with ThreadSanitizer, and runs the tests that use several threads: teams, broad phase, worlds and their queries, dynamics.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
export SAT3D_SOAK=1  # threads meet by chance: as many trials as in the soak
configure tsan -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=OFF
build tsan core_tests broadphase_tests world_tests response_tests

# on_threads LAYER FILTER: runs these tests; a filter that matches none is a fault.
on_threads() {
    say "testing preset tsan: $1, $2"
    "build/tsan/tests/$1/$1_tests" --gtest_filter="$2-*Slow:*Soak" 2>&1 | tee build/tsan/tests.log
    grep -q '^\[  PASSED  \] [1-9]' build/tsan/tests.log || fail "no test of $1 is called $2"
}
on_threads core 'Team.*'
on_threads broadphase '*Thread*'
on_threads world 'WorldThreads.*'
on_threads world 'ForEachQuery.*'
on_threads response '*Thread*'
