#!/usr/bin/env bash
# Builds for 64-bit ARM with a cross compiler, and runs the golden, property and shape tests under QEMU.
#   scripts/test_arm.sh          with GCC
#   scripts/test_arm.sh clang    with Clang
# Installs Debian packages of the architecture arm64 beside those of this machine, which stay as they are.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

preset=arm64${1:+-$1}
[[ $preset =~ ^arm64(-clang)?$ ]] || fail "unknown compiler $1: none for GCC, or clang"

if command -v dpkg >/dev/null && ! dpkg --print-foreign-architectures | grep -qx arm64; then
    say "adding the architecture arm64"
    $([ "$(id -u)" -eq 0 ] || echo sudo) dpkg --add-architecture arm64
fi
need_packages cmake ninja-build python3 g++-aarch64-linux-gnu qemu-user-static libglm-dev nlohmann-json3-dev \
    libhwy-dev:arm64 libgtest-dev:arm64 libgmock-dev:arm64 ${1:+clang}

configure "$preset"
build "$preset" golden_tests property_tests shapes_tests
say "testing preset $preset under QEMU"
ctest --preset "$preset" -j "$(nproc)"
