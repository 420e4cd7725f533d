#!/usr/bin/env bash
# Runs all tests, also those that take too long for every change: slow tests, command line and examples under sanitizers, golden
# builds with each compiler, the clang preset, threads under ThreadSanitizer, and the fuzzers. Takes hours on 2 cores.
#   scripts/soak.sh [SECONDS]  fuzzes each target for SECONDS (default 60)
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[[ ${1:-60} =~ ^[0-9]+$ ]] || fail "SECONDS is a whole number: scripts/soak.sh --help"
need_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" clang

export SAT3D_SOAK=1  # slow tests make all trials
status=0
for preset in asan-ubsan release clang; do
    configure "$preset" -DSAT3D_BUILD_TOOLS=ON -DSAT3D_BUILD_EXAMPLES=ON -DSAT3D_BUILD_C_DOUBLE=ON -DSAT3D_BUILD_C_PLANE=ON -DSAT3D_BUILD_ALL_TESTS=ON -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=OFF
    build "$preset"
    say "testing preset $preset"
    # No test preset: those exclude the labels slow and soak.
    ctest --test-dir "build/$preset" --output-on-failure -j "$(nproc)" 2>&1 | tee "build/$preset/soak.log" || status=1
done
scripts/test_threads.sh || status=1
scripts/fuzz.sh --seconds "${1:-60}" || status=1
exit $status
