#!/usr/bin/env bash
# Brings every C++ file into the form of .clang-format; --check only says what is out of form, and fails.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Other versions break lines differently: the form is that of clang-format 14, Debian 12's own.
formatter=$(command -v clang-format-14 || command -v clang-format) || fail "clang-format is not installed"
case $("$formatter" --version) in
    *"version 14."*) ;;
    *) fail "the form is defined by clang-format 14, this is $("$formatter" --version)" ;;
esac

files=(include source tests tools examples benchmarks)
if [ "${1:-}" = "--check" ]; then
    mode=(--dry-run --Werror)
else
    mode=(-i)
fi
find "${files[@]}" -name '*.hpp' -o -name '*.cpp' | LC_ALL=C sort | xargs "$formatter" "${mode[@]}"
