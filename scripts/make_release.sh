#!/usr/bin/env bash
# Makes what a release publishes from a tag: the tarball of the sources, and the vcpkg port and the Conan recipe that build it.
#   scripts/make_release.sh v0.1.0 [FOLDER]     FOLDER: build/release_v0.1.0 by default
# The same tag gives the same tarball everywhere. The port and the recipe carry its checksum, so it is not in the tarball itself.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ $# -ge 1 ] || fail "usage: scripts/make_release.sh TAG [FOLDER]"
tag=$1
folder=${2:-build/release_$tag}
version=${tag#v}
git rev-parse -q --verify "refs/tags/$tag^{commit}" >/dev/null || fail "there is no tag $tag"
# show FILE: the file as it is at the tag
show() { git show "$tag:$1"; }

# The version stands at several places, which must agree.
# Not by grep -q, which ends at the first match: git show then fails to write the rest.
stands_in() { [[ $(show "$1") == *"$2"* ]] || fail "$1 at $tag does not say: $2"; }
stands_in CMakeLists.txt "VERSION $version "
stands_in vcpkg.json "\"version\": \"$version\""
stands_in bindings/python/pyproject.toml "version = \"$version\""
stands_in bindings/javascript/package.json "\"version\": \"$version\""
stands_in examples/first_program/CMakeLists.txt "GIT_TAG v$version "
stands_in examples/first_program/CMakeLists.txt "FIND_PACKAGE_ARGS ${version%.*} "
stands_in README.md "Version $version "
stands_in docs/building.md "--version=$version "
stands_in CHANGELOG.md "## [$version]"

mkdir -p "$folder/vcpkg/sat3d" "$folder/conan/test_package"
tarball=$folder/sat3d-$version.tar.gz
git archive --format=tar --prefix="sat3d-$version/" "$tag" | gzip -9n >"$tarball"
sha256=$(sha256sum "$tarball" | cut -d' ' -f1)
sha512=$(sha512sum "$tarball" | cut -d' ' -f1)

# fill TEMPLATE FILE
fill() { show "packaging/$1" | sed "s/@VERSION@/$version/g; s/@SHA256@/$sha256/g; s/@SHA512@/$sha512/g" >"$folder/$2"; }
fill vcpkg/vcpkg.json.in vcpkg/sat3d/vcpkg.json
fill vcpkg/portfile.cmake.in vcpkg/sat3d/portfile.cmake
fill conan/conandata.yml.in conan/conandata.yml
for file in conanfile.py test_package/conanfile.py test_package/CMakeLists.txt; do
    show "packaging/conan/$file" >"$folder/conan/$file"
done
show tests/consumer/push.cpp >"$folder/conan/test_package/push.cpp"

say "made $tarball ($(stat -c %s "$tarball") bytes, SHA-256 $sha256), $folder/vcpkg and $folder/conan"
