#!/usr/bin/env bash
# Installs missing packages, builds in Release mode, and compares convex decompositions with HACD from Bullet's extras.
#   scripts/benchmark_pieces.sh               all meshes, some minutes
#   scripts/benchmark_pieces.sh bucket ring   only these meshes
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release decomposition_benchmark

say "measuring"
results=build/release/decomposition.txt
build/release/benchmarks/decomposition_benchmark "$@" | tee "$results"

say "table: $results; see docs/lab_book.md"
