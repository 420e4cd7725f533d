#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests: optimised, then under AddressSanitizer and UBSan.
#   scripts/test.sh           the whole run
#   scripts/test.sh PRESET... only these presets, for example: scripts/test.sh dev
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

presets=("$@")
if [ ${#presets[@]} -eq 0 ]; then
    presets=(asan-ubsan release)
fi

packages=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}")
[[ " ${presets[*]} " != *" clang "* ]] || packages+=(clang)
need_packages "${packages[@]}"

status=0
for preset in "${presets[@]}"; do
    configure "$preset" -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=ON
    build "$preset"
    say "testing preset $preset"
    mkdir -p "build/$preset"
    ctest --preset "$preset" -j "$(nproc)" 2>&1 | tee "build/$preset/tests.log" || status=1
done

say "every test by name, with its output: $(printf 'build/%s/tests.log ' "${presets[@]}")"
for preset in "${presets[@]}"; do
    printf '%-12s' "$preset"
    grep -E '^[0-9]+% tests passed' "build/$preset/tests.log" || {
        echo "no summary: the run broke off"
        status=1
    }
done
exit $status
