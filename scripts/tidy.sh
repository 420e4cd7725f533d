#!/usr/bin/env bash
# Installs missing packages and runs clang-tidy on all sources of the library, the command line and the examples.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" clang clang-tidy
configure tidy
build tidy
