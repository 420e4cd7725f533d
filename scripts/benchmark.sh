#!/usr/bin/env bash
# Installs what is missing, builds optimised, and times hull against hull beside Bullet, libccd, FCL and ODE.
#   scripts/benchmark.sh                          everything, some minutes
#   scripts/benchmark.sh --workload box_box       arguments go to the benchmark; --help tells them
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release narrowphase_benchmark

say "measuring"
figures=build/release/narrowphase
build/release/benchmarks/narrowphase/narrowphase_benchmark --json "$figures.json" "$@" | tee "$figures.txt"

say "the table: $figures.txt; the same for programs: $figures.json; what it means: docs/performance.md"
