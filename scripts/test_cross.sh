#!/usr/bin/env bash
# Builds the library for another system, and runs its tests there: golden tests (the same bits everywhere) and those of some layers.
#   scripts/test_cross.sh PRESET [cmake arguments]
#     arm64 | arm64-clang    64-bit ARM, tests under QEMU
#     libcxx                 this system with Clang 19 and libc++
#     wasm | wasm-scalar     WebAssembly with and without SIMD, tests in node
#     wasm-golden            wasm, but the golden tests alone
#     windows                Windows by mingw-w64, tests under Wine
# Installs Debian packages beside those of this machine, which stay as they are. wasm and windows fetch the sources of Highway
# from Debian 13, unless -DFETCHCONTENT_SOURCE_DIR_HWY=FOLDER names a copy.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

preset=${1:-none}
shift || true
packages=(cmake ninja-build python3 libglm-dev nlohmann-json3-dev)
targets=(golden_tests property_tests shapes_tests)
tests=()
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
    targets=(golden_tests core_tests shapes_tests world_tests response_tests response_allocation_tests)
    ;;
wasm | wasm-scalar | wasm-golden)
    packages=("${WASM_PACKAGES[@]}")
    targets=(golden_tests)
    if [ "$preset" = wasm-golden ]; then
        preset=wasm
        tests=(--label-regex golden)
    else
        targets+=(shapes_tests sat3d_wasm samples_module)
        [ ! -d examples/adapters/three/node_modules/three ] || targets+=(samples_page)
    fi
    ;;
windows)
    packages+=(g++-mingw-w64-x86-64-posix wine64 googletest)
    targets=(golden_tests core_tests shapes_tests world_tests response_tests response_allocation_tests)
    export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all
    ;;
*) fail "unknown preset $preset: scripts/test_cross.sh arm64|arm64-clang|libcxx|wasm|wasm-scalar|wasm-golden|windows" ;;
esac
need_packages "${packages[@]}"
highway=()
if [ "$preset" != "${preset#wasm}" ] || [ "$preset" = windows ]; then
    fetch_highway || fail "the sources of Highway could not be fetched"
    [ ! -f build/highway/CMakeLists.txt ] || highway=(-DFETCHCONTENT_SOURCE_DIR_HWY="$PWD/build/highway")
fi

# GLM and nlohmann-json are headers only. In /usr/include, those of this machine's C library would be found beside them.
root=build/cross_root
mkdir -p $root/include $root/share/cmake
cp -r /usr/include/{glm,nlohmann} $root/include
cp -r /usr/share/cmake/{glm,nlohmann_json} $root/share/cmake

configure "$preset" "${highway[@]}" "$@"
build "$preset" "${targets[@]}"
say "testing preset $preset"
ctest --preset "$preset" -j "$(nproc)" "${tests[@]}"
