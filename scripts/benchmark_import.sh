#!/usr/bin/env bash
# Installs what is missing, builds optimised, and times imports: Assimp alone, loadModel, and loadBaked.
#   scripts/benchmark_import.sh                     the corpus and the project's models, a minute
#   scripts/benchmark_import.sh tank.fbx            your own files; --help tells the options
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release import_benchmark

say "measuring"
figures=build/release/import
build/release/benchmarks/import/import_benchmark --json "$figures.json" "$@" | tee "$figures.txt"

say "the table: $figures.txt; the same for programs: $figures.json; what it means: docs/performance.md"
