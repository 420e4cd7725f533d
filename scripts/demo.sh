#!/usr/bin/env bash
# Installs missing packages, builds, and runs the demos: a tank in a wall, then 20 seconds of the tank arena with statistics and a
# contact sheet. --play opens the arena in a window instead, --samples the small scenes.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${WINDOW_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=OFF
build release sat3d_demo sat3d_tool tank_arena samples
arena=build/release/examples/tank_arena/tank_arena

if [ "${1:-}" = "--samples" ]; then
    shift
    exec build/release/examples/samples/samples "$@"
fi
if [ "${1:-}" = "--play" ]; then
    shift
    say "the tank arena: W A S D and mouse; the panel has the rest"
    exec "$arena" "$@"
fi

say "demo: a tank in a wall"
build/release/examples/sat3d_demo models build/tank_and_wall

say "demo: the tank arena, 20 seconds"
pictures=(--contact-sheet build/tank_arena.png)
"$arena" --headless --seconds 20 "${pictures[@]}" || {
    [ $? -eq 77 ] || fail "the tank arena"
    "$arena" --headless --seconds 20  # no OpenGL here: without pictures
    pictures=()
}
if [ ${#pictures[@]} -gt 0 ]; then
    say "twelve pictures of it: build/tank_arena.png"
fi

say "scripts/demo.sh --play opens the arena in a window; the command line is built as well: build/release/tools/sat3d --help"
