#!/usr/bin/env bash
# Fuzzes the readers of untrusted files and points, and the interface for C, with libFuzzer under sanitizers.
#   scripts/fuzz.sh                                all targets, a minute each
#   scripts/fuzz.sh --seconds 600 fbx dae          only these targets, ten minutes each
#   scripts/fuzz.sh glb -- -fork=2 -ignore_crashes=1    arguments after -- go to libFuzzer
# Targets: hull_builder surface baked_model pairs_file c_calls, and the formats of import: dae fbx glb gltf obj ply stl.
# Inputs that break a target are kept in build/fuzz/found, inputs that reach new code in build/fuzz/corpus.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

seconds=60
targets=()
while [ $# -gt 0 ]; do
    case $1 in
        --seconds) seconds=${2:?--seconds needs a number}; shift 2 ;;
        --) shift; break ;;
        -*) fail "unknown option $1: see scripts/fuzz.sh --help" ;;
        *) targets+=("$1"); shift ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || targets=(hull_builder surface baked_model pairs_file c_calls dae fbx glb gltf obj ply stl)

need_packages "${BUILD_PACKAGES[@]}" libgtest-dev libgmock-dev clang
configure fuzz
build fuzz fuzzers

# seeds_of TARGET: prints the files that fuzzing starts from.
seeds_of() {
    case $1 in
        hull_builder | surface | c_calls) ;;
        baked_model) ;;  # baked below, because stored files would get an old version
        pairs_file) ls tests/fuzz/seeds/"$1"/* ;;
        *) ls tests/data/*/*."$1" models/*."$1" 2>/dev/null || true ;;
    esac
}

status=0
for target in "${targets[@]}"; do
    case $target in
        hull_builder | surface | baked_model | pairs_file | c_calls) program=fuzz_$target ;;
        dae | fbx | glb | gltf | obj | ply | stl) program=fuzz_import ;;
        *) fail "no target $target: see scripts/fuzz.sh --help" ;;
    esac
    corpus=build/fuzz/corpus/$target
    mkdir -p "$corpus" build/fuzz/found
    seeds_of "$target" | while read -r seed; do cp -n "$seed" "$corpus/seed_$(basename "$seed")"; done
    if [ "$target" = baked_model ]; then
        build/fuzz/tests/fuzz/bake_seeds "$corpus" models/*.glb tests/data/corpus/*.glb tests/data/physics/*.gltf
    fi
    say "fuzzing $target for $seconds s"
    # Assimp leaks memory when it refuses a broken file (docs/decisions/0006-import-security.md).
    SAT3D_FUZZ_FORMAT=.$target ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
        build/fuzz/tests/fuzz/$program "$corpus" -artifact_prefix="build/fuzz/found/$target-" \
        -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 "$@" || {
        echo "FOUND a fault in $target: its input is in build/fuzz/found. To reproduce it, set SAT3D_FUZZ_FORMAT=.$target" \
            "and give that file to build/fuzz/tests/fuzz/$program"
        status=1
    }
done
exit $status
