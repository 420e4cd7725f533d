# Shared by the scripts beside it: source it first. Puts the caller in the project's root folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What the library, its import component and the command line need; and what the whole test run needs on top.
# (Assimp's CMake package links zlib, but Debian's libassimp-dev does not bring it.)
BUILD_PACKAGES=(cmake ninja-build g++ libglm-dev libhwy-dev libassimp-dev zlib1g-dev nlohmann-json3-dev libcli11-dev
                libfmt-dev)
TEST_PACKAGES=(libgtest-dev libgmock-dev python3 clang-format doxygen)
# What the benchmarks need, and the others they measure against, which the library itself never sees.
BENCHMARK_PACKAGES=(pkg-config libbenchmark-dev libqhull-dev libbullet-dev libbullet-extras-dev libccd-dev libfcl-dev libode-dev)

say() { printf '\n== %s\n' "$*"; }
fail() {
    printf '\nfailed: %s\n' "$*" >&2
    exit 1
}

# need_packages NAME...: installs the Debian packages that are missing; does nothing, and needs neither network
# nor rights, when all are there. Other systems are told what is needed.
need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "not a Debian system: taking for granted what Debian calls $*"
        return
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "every package needed is installed"
        return
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "these packages are missing and installing them needs root or sudo: ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
        fail "apt could not install: ${missing[*]} (is the network reachable?)"
}

# configure PRESET [cmake arguments]: through ccache where it is installed and not switched off; sources joined into one and
# precompiled headers would only be in its way.
configure() {
    local preset=$1
    shift
    local launcher=()
    if command -v ccache >/dev/null && [ -z "${CCACHE_DISABLE:-}" ]; then
        launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSAT3D_WHOLE_BUILD=OFF)
    fi
    say "configuring preset $preset"
    cmake --preset "$preset" "${launcher[@]}" "$@"
}

# build PRESET [targets]: everything, or the targets named.
build() {
    local preset=$1
    shift
    say "building preset $preset${*:+ ($*)}"
    cmake --build --preset "$preset" ${*:+--target "$@"}
}
