#!/usr/bin/env bash
# Installs missing packages, builds in Release mode, and times imports: Assimp alone, loadModel, and loadBaked.
#   scripts/benchmark_import.sh                     the corpus, models/ and assimp-testmodels, some minutes
#   scripts/benchmark_import.sh tank.fbx            your own files or folders
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}" assimp-testmodels
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release import_benchmark

say "measuring"
results=build/release/import
(($#)) || set -- --repeats 9 tests/data/corpus models /usr/share/assimp/models
build/release/benchmarks/import_benchmark --json "$results.json" "$@" | tee "$results.txt"

say "table: $results.txt, as JSON: $results.json; see docs/lab_book.md"
