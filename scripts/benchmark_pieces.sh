#!/usr/bin/env bash
# Installs what is missing, builds optimised, and takes meshes apart beside HACD from Bullet's extras.
#   scripts/benchmark_pieces.sh               everything, some minutes
#   scripts/benchmark_pieces.sh bucket ring   these meshes only
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release decomposition_benchmark

say "measuring"
figures=build/release/decomposition.txt
build/release/benchmarks/decomposition/decomposition_benchmark "$@" | tee "$figures"

say "the table: $figures; what it means: docs/performance.md"
