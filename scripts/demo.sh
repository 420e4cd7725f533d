#!/usr/bin/env bash
# Installs missing packages, builds, and runs the demo: reads two model files, writes contact, penetration and a picture.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=OFF
build release sat3d_demo sat3d_tool

say "demo: a tank in a wall"
build/release/examples/sat3d_demo models build/tank_and_wall

say "the command line is built as well: build/release/tools/sat3d --help"
