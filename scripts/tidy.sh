#!/usr/bin/env bash
# Installs what is missing and runs clang-tidy over every source of the library, the command line and the examples.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" clang clang-tidy
configure tidy
build tidy
