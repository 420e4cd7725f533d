#!/usr/bin/env bash
# Builds the library for another system, and runs its tests there: golden tests (the same bits everywhere) and those of some layers.
#   scripts/test_cross.sh PRESET [cmake arguments]
#     arm64 | arm64-clang    64-bit ARM, tests under QEMU
#     libcxx                 this system with Clang 19 and libc++
#     wasm | wasm-scalar     WebAssembly with and without SIMD, tests in node
#     windows                Windows by mingw-w64, tests under Wine
# Installs Debian packages beside those of this machine, which stay as they are. wasm and windows fetch the pinned sources of
# Highway, unless -DFETCHCONTENT_SOURCE_DIR_HWY=FOLDER names a copy.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

preset=${1:-none}
shift || true
packages=(cmake ninja-build python3 libglm-dev nlohmann-json3-dev)
targets=(golden_tests property_tests shapes_tests)
case $preset in
arm64*)
    if command -v dpkg >/dev/null && ! dpkg --print-foreign-architectures | grep -qx arm64; then
        say "adding the architecture arm64"
        $([ "$(id -u)" -eq 0 ] || echo sudo) dpkg --add-architecture arm64
    fi
    packages+=(g++-aarch64-linux-gnu qemu-user-static libhwy-dev:arm64 libgtest-dev:arm64 libgmock-dev:arm64)
    ;;&
arm64) ;;
arm64-clang) packages+=(clang) ;;
libcxx)
    packages+=("${LIBCXX_PACKAGES[@]}" libhwy-dev googletest)
    targets=(golden_tests core_tests shapes_tests world_tests response_tests)
    ;;
wasm | wasm-scalar)
    packages+=(clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 googletest git ca-certificates
               python3-pycparser)
    command -v node >/dev/null || packages+=(nodejs)
    targets=(golden_tests shapes_tests sat3d_wasm samples_module)
    [ ! -d examples/adapters/three/node_modules/three ] || targets+=(samples_page)
    ;;
windows)
    packages+=(g++-mingw-w64-x86-64-posix wine64 googletest git ca-certificates)
    targets=(golden_tests core_tests shapes_tests world_tests response_tests)
    export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all
    ;;
*) fail "unknown preset $preset: scripts/test_cross.sh arm64|arm64-clang|libcxx|wasm|wasm-scalar|windows" ;;
esac
need_packages "${packages[@]}"

# GLM and nlohmann-json are headers only. In /usr/include, those of this machine's C library would be found beside them.
root=build/cross_root
mkdir -p $root/include $root/share/cmake
cp -r /usr/include/{glm,nlohmann} $root/include
cp -r /usr/share/cmake/{glm,nlohmann_json} $root/share/cmake

configure "$preset" "$@"
build "$preset" "${targets[@]}"
say "testing preset $preset"
ctest --preset "$preset" -j "$(nproc)"
