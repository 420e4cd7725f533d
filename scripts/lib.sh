# Functions that all scripts in this folder share. A script sources this file first, and then runs in the project's root folder.
# SCRIPT --help prints the comment that the script begins with.
set -euo pipefail
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
    sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"
    exit
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Packages for building the library, sat3d::import and the command line; then the additional packages of the tests.
# (Assimp's CMake package links zlib, but Debian's libassimp-dev does not depend on it.)
BUILD_PACKAGES=(cmake ninja-build g++ libglm-dev libhwy-dev libassimp-dev zlib1g-dev nlohmann-json3-dev libcli11-dev
                libfmt-dev)
# The site of the manual.
DOCS_PACKAGES=(doxygen python3-markdown-it python3-pygments)
# The last two lines have OpenGL without a GPU, the window of the tank arena, and the renderers of examples/adapters but three.js.
TEST_PACKAGES=(libgtest-dev libgmock-dev libtbb-dev python3 python3-dev python3-cffi python3-matplotlib python3-numpy python3-pycparser python3-pytest
               mono-mcs mono-runtime clang clang-format libclang-rt-dev "${DOCS_PACKAGES[@]}"
               pkg-config libepoxy-dev libglfw3-dev libimgui-dev libogre-1.12-dev libirrlicht-dev
               libgl-dev libegl1 libgl1 libgl1-mesa-dri xvfb xauth)
# For the check with libc++. They conflict with an installed libc++ of another version: without them, the check is left out.
LIBCXX_PACKAGES=(clang-19 libc++-19-dev)
# WebAssembly: the compiler, its libraries, and node.
WASM_PACKAGES=(cmake ninja-build python3 libglm-dev nlohmann-json3-dev clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32
               libclang-rt-19-dev-wasm32 googletest python3-pycparser)
command -v node >/dev/null || WASM_PACKAGES+=(nodejs)
# Additional packages of pictures and of the window of the tank arena: without them it plays without graphics.
WINDOW_PACKAGES=(pkg-config libepoxy-dev libegl1 libgl1 libgl1-mesa-dri libglfw3-dev libimgui-dev)
# Additional packages of the benchmarks, among them the libraries that they compare sat3d with.
BENCHMARK_PACKAGES=(pkg-config libbenchmark-dev libqhull-dev libbullet-dev libbullet-extras-dev libccd-dev libfcl-dev libode-dev)

say() { printf '\n== %s\n' "$*"; }
fail() {
    printf '\nfailed: %s\n' "$*" >&2
    exit 1
}

# need_packages NAME...: installs the missing Debian packages, and removes none. If all are installed, it needs neither a
# network nor root. On other systems it only prints the names.
need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "not a Debian system: assuming that these packages are installed (names of Debian): $*"
        return
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "all packages are installed"
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
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-remove --no-install-recommends "${missing[@]}" ||
        fail "apt could not install: ${missing[*]} (is the network reachable?)"
}

# configure PRESET [cmake arguments]
configure() {
    local preset=$1
    shift
    say "configuring preset $preset"
    cmake --preset "$preset" "$@"
}

# build PRESET [targets]: builds these targets, or all.
build() {
    local preset=$1
    shift
    say "building preset $preset${*:+ ($*)}"
    cmake --build --preset "$preset" ${*:+--target "$@"}
}

# fetch_highway: puts the sources of Highway 1.2.0 for other systems into build/highway, those of Debian 13 from this machine's mirror.
# Apt keeps its lists there, so those of this machine stay as they are. On other systems it does nothing, and CMake fetches the sources.
fetch_highway() {
    local folder=$PWD/build/highway mirror
    [ ! -f "$folder/CMakeLists.txt" ] && command -v apt-get >/dev/null || return 0
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sed -n 1p)
    [ -n "$mirror" ] || return 0
    say "fetching the sources of Highway"
    mkdir -p "$folder/lists/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$folder/sources.list"
    local from=(-q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists")
    apt-get "${from[@]}" update && (cd "$folder" && apt-get "${from[@]}" source --download-only highway) &&
        tar -xzf "$folder"/highway_1.2.0.orig.tar.gz -C "$folder" --strip-components=1
}
