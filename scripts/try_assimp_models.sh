#!/usr/bin/env bash
# Reads all models of Debian's assimp-testmodels package in all formats, each in its own process with a time limit.
# Checks that each gives a model or a clear error, and that none crashes or hangs.
#   scripts/try_assimp_models.sh            a table by extension, and what went wrong
#   scripts/try_assimp_models.sh --all      every file with its message
# Other options are those of scripts/try_assimp_models.py.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" python3 assimp-testmodels
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=OFF
build release sat3d_tool

say "reading the models"
python3 scripts/try_assimp_models.py build/release/tools/sat3d /usr/share/assimp/models "$@"
