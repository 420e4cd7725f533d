#!/usr/bin/env bash
# Installs what is missing, builds optimised, and times hull against hull beside Bullet, libccd, FCL and ODE: the
# penetration first, then distances, rays and sweeps; last spheres, capsules and boxes, and shapes on a mesh,
# beside Bullet; and many questions in one call beside one by one.
#   scripts/benchmark.sh                          everything, some minutes
#   scripts/benchmark.sh --workload box_box       arguments go to the first two; --help tells them
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release narrowphase_benchmark verbs_benchmark shape_pairs_benchmark surfaces_benchmark bulk_benchmark

for name in narrowphase verbs; do
    say "measuring: $name"
    figures=build/release/$name
    "build/release/benchmarks/$name/${name}_benchmark" --json "$figures.json" "$@" | tee "$figures.txt"
done

for name in shape_pairs surfaces bulk; do
    say "measuring: $name"
    figures=build/release/$name program=build/release/benchmarks/${name}_benchmark
    [[ -d benchmarks/$name ]] && program=build/release/benchmarks/$name/${name}_benchmark
    "$program" --benchmark_out="$figures.json" --benchmark_out_format=json | tee "$figures.txt"
done

say "the tables: build/release/{narrowphase,verbs,shape_pairs,surfaces,bulk}.txt; for programs: .json; what it means: docs/performance.md"
