#!/usr/bin/env bash
# Builds with ThreadSanitizer, and runs the tests that use several threads: broad phase, worlds, batches, dynamics.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
export SAT3D_SOAK=1  # threads meet by chance: as many trials as in the soak
configure tsan -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=OFF
build tsan broadphase_tests world_tests response_tests
say "testing preset tsan"
for layer in broadphase world response; do
    build/tsan/tests/$layer/${layer}_tests --gtest_filter='*Thread*:*WorldBatch*-*Slow*:*Soak'
done
