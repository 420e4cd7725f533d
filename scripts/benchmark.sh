#!/usr/bin/env bash
# Installs missing packages, builds in Release mode, and runs the benchmarks of queries beside Bullet, libccd, FCL and
# ODE: penetration of hulls; distances, rays and sweeps of hulls; spheres, capsules and boxes; pairs within the margin
# beside overlapping ones; many hulls of their own beside a few shared ones; shapes on a mesh; bodies at rest on
# terrain, and a tank that moves over it; batch queries beside single queries; pairs of moving boxes; steps of worlds,
# rays among their objects, casts and overlap among bodies on terrain, and the upkeep of worlds; steps of dynamics,
# moves of a walker, and a game of tanks.
#   scripts/benchmark.sh                          all benchmarks, some minutes
#   scripts/benchmark.sh --workload box_box       arguments for the first two benchmarks
# Both say by --help what they take: build/release/benchmarks/narrowphase_benchmark --help
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${BENCHMARK_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=ON
build release narrowphase_benchmark verbs_benchmark shape_pairs_benchmark near_pairs_benchmark \
    distinct_hulls_benchmark surfaces_benchmark resting_benchmark terrain_benchmark bulk_benchmark \
    broadphase_benchmark world_benchmark world_rays_benchmark world_queries_benchmark world_upkeep_benchmark \
    dynamics_benchmark joint_benchmark mover_benchmark vehicle_benchmark tank_game_benchmark

for name in narrowphase verbs; do
    say "measuring: $name"
    results=build/release/$name
    "build/release/benchmarks/${name}_benchmark" --json "$results.json" "$@" | tee "$results.txt"
done

for name in shape_pairs near_pairs distinct_hulls surfaces resting terrain bulk broadphase world world_rays \
    world_queries world_upkeep mover vehicle; do
    say "measuring: $name"
    results=build/release/$name
    repeat=()
    [[ $name != world* ]] || repeat=(--benchmark_repetitions=5 --benchmark_enable_random_interleaving=true
                                     --benchmark_min_time=0.1)
    "build/release/benchmarks/${name}_benchmark" "${repeat[@]}" --benchmark_out="$results.json" \
        --benchmark_out_format=json | tee "$results.txt"
done

for name in dynamics joint; do
    say "measuring: $name"
    "build/release/benchmarks/${name}_benchmark" | tee "build/release/$name.txt"
done

say "measuring: tank_game"
build/release/benchmarks/tank_game_benchmark | tee build/release/tank_game.txt

say "tables: build/release/*.txt, as JSON: .json; see docs/lab_book.md"
