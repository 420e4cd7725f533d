#!/usr/bin/env bash
# Draws the pictures of the manual with the command line and the adapters: docs/make_images.sh [path of sat3d]
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

sat3d=$(realpath "${1:-build/release/tools/sat3d}")
[ -x "$sat3d" ] || fail "there is no $sat3d: build it first (cmake --build --preset release), or name another"
models=$PWD/models
cd docs/images

# explain FILE.svg ARGUMENTS
explain() {
    local picture=$1
    shift
    "$sat3d" explain "$@" -o "$picture"
}

# tetrahedron FILE X Y Z ...: four corners, faces turned outward.
tetrahedron() {
    local file=$1
    shift
    printf 'v %s %s %s\n' "$@" >"$file"
    printf 'f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >>"$file"
}

explain tank_and_wall.svg "$models/tank.glb" "$models/wall.obj" --pose-b "0.4 0 3.5 y 20"

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
# The counterexample of the method's section 5.
tetrahedron "$scratch/A.obj" 4 0 0 -4 0 0 0 4 -8 0 -4 -8
tetrahedron "$scratch/B.obj" 0 4 1 0 -4 1 4 0 9 -4 0 9
explain tetrahedra_edge_planes.svg "$scratch/A.obj" "$scratch/B.obj" --planes edges
explain tetrahedra_face_planes.svg "$scratch/A.obj" "$scratch/B.obj" --planes faces

# The examples of the plane draw their own pictures.
for example in planar_sat planar_scene; do
    "$(dirname "$sat3d")/../examples/planar/sat3d_$example" "$example.svg" >/dev/null
done

# The pictures of examples/adapters, as far as they are built and can draw here. (CTest names: adapters.*)
adapters=$(dirname "$sat3d")/../examples/adapters tests=$models/../tests/adapters
picture() {
    local picture=$1
    shift
    [ ! -x "${*: -1}" ] || python3 "$tests/check_picture.py" --save "$picture" "$scratch/picture.png" "$@" || say "no $picture"
}
picture debug_layers.png "$adapters/sat3d_software_layers"
picture arena_software.png "$adapters/sat3d_software_arena"
picture arena_gl33.png "$adapters/sat3d_gl33_arena"
for name in ogre irrlicht; do
    picture arena_$name.png xvfb-run -a -s "-screen 0 1280x720x24" "$adapters/sat3d_${name}_arena"
done
picture arena_three.png python3 "$tests/page_picture.py" chromium "$models/../examples/adapters/three" "$adapters/sat3d_three_arena"
samples=$adapters/../samples/samples
[ ! -x "$samples" ] || python3 "$tests/check_picture.py" --save samples_window.png "$scratch/picture.png" \
    xvfb-run -a -s "-screen 0 1280x720x24" "$samples" hills --frames 60 --picture || say "no samples_window.png"
[ ! -x "$samples" ] || python3 "$tests/check_picture.py" --save samples.png "$scratch/picture.png" "$samples" --steps 30 --sheet ||
    say "no samples.png"
# sample FILE NAME STEPS: a scene of the samples after some steps.
sample() {
    [ ! -x "$samples" ] || python3 "$tests/check_picture.py" --save "$1" "$scratch/picture.png" \
        "$samples" "$2" --steps "$3" --picture || say "no $1"
}
sample joints_motors.png "a motor, a spring" 45
sample joints_chain.png "ball on a chain" 110
sample vehicles_tank.png "tank on its course" 150
sample vehicles_bridge.png "bridge of planks" 260
sample vehicles_trailer.png "a trailer" 600
page=$models/../build/wasm/examples/samples/page/samples.html
python3 "$models/../examples/samples/page/tests/page_test.py" "$(command -v chromium)" "$page" "$scratch" >/dev/null &&
    cp "$scratch/why.png" samples_page.png || say "no samples_page.png"

# The tank arena: the best moment of a game.
arena=$adapters/../tank_arena/tank_arena
"$arena" --models "$models" --headless --seconds 16 --seed 5 --screenshot "$scratch/arena.png" >/dev/null &&
    cwebp -quiet -q 82 -m 6 "$scratch/arena.png" -o tank_arena.webp || say "no tank_arena.webp"
