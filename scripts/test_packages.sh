#!/usr/bin/env bash
# Makes a release of the last commit, and builds what package managers would build of its tarball: the vcpkg port, with stand-ins
# for vcpkg's functions, and the Conan recipe, if there is a command conan. Needs no network: dependencies come from Debian.
#   scripts/test_packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" git
folder=$PWD/build/packages
rm -rf "$folder"
git clone -q --shared --no-tags . "$folder/sources"
version=$(sed -n 's/^project(sat3d VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
cd "$folder/sources"
printf '\n## [%s]\n' "$version" >>CHANGELOG.md
git -c user.name=test -c user.email=test@localhost commit -qam "a release"
git tag "v$version"
scripts/make_release.sh "v$version" "$folder/release"
tarball=$folder/release/sat3d-$version.tar.gz

# Only the build is tested, so it needs no optimization and one instruction set.
say "building the vcpkg port"
cmake -DPORT="$folder/release/vcpkg/sat3d" -DTARBALL="$tarball" -DBINARY="$folder/vcpkg" "-DFEATURES=import;tools" \
    "-DOPTIONS=-DSAT3D_SIMD_TARGETS=baseline;-DCMAKE_BUILD_TYPE=Debug;-DCMAKE_CXX_FLAGS_DEBUG=" -P packaging/vcpkg/build_port.cmake

command -v conan >/dev/null || {
    say "no conan: its recipe is not built"
    exit
}
say "building the Conan recipe"
export CONAN_HOME=$folder/conan
conan profile detect >/dev/null
sed -i "s/cppstd=.*/cppstd=20/; s/build_type=.*/build_type=Debug/" "$CONAN_HOME/profiles/default"
cat >>"$CONAN_HOME/profiles/default" <<'PROFILE'
[conf]
tools.cmake.cmaketoolchain:extra_variables={"SAT3D_SIMD_TARGETS": "baseline", "CMAKE_CXX_FLAGS_DEBUG": ""}
PROFILE
# stand_in NAME VERSION PART LIBRARY: a recipe of that name for a package of this system. PART: what has the library.
stand_in() {
    mkdir -p "$folder/stand_ins/$1"
    cat >"$folder/stand_ins/$1/conanfile.py" <<RECIPE
from conan import ConanFile
class StandIn(ConanFile):
    name, version = "$1", "$2"
    def package_info(self):
        part = self.cpp_info$3
        part.includedirs = part.libdirs = part.bindirs = []
        part.system_libs = [${4:+"\"$4\""}]
RECIPE
    conan create "$folder/stand_ins/$1" >/dev/null 2>&1
}
stand_in glm 1.0.1 "" ""
stand_in highway 1.2.0 '.components["hwy"]' hwy
stand_in assimp 5.4.3 "" assimp
stand_in nlohmann_json 3.11.3 "" ""
sed -i "s|url: .*|url: \"file://$tarball\"|" "$folder/release/conan/conandata.yml"
conan create "$folder/release/conan" --version="$version"
