#!/usr/bin/env bash
# Formats all C++ files with .clang-format. --check changes nothing; it reports unformatted files and fails if there are any.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# clang-format 14 (Debian 12) defines the format; other versions break lines differently.
formatter=$(command -v clang-format-14 || command -v clang-format) || fail "clang-format is not installed"
case $("$formatter" --version) in
    *"version 14."*) ;;
    *) fail "clang-format 14 is required, this is $("$formatter" --version)" ;;
esac

files=(include source tests tools examples benchmarks bindings)
if [ "${1:-}" = "--check" ]; then
    mode=(--dry-run --Werror)
else
    mode=(-i)
fi
find "${files[@]}" -name '*.hpp' -o -name '*.cpp' | LC_ALL=C sort | xargs "$formatter" "${mode[@]}"
