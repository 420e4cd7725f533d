#!/usr/bin/env bash
# Installs missing packages, builds, and runs the tests: under AddressSanitizer and UBSan, then optimized, then the golden tests in
# WebAssembly.
#   scripts/test.sh            all of these
#   scripts/test.sh PRESET...  only these presets, for example: scripts/test.sh dev
# Tests that take too long for every change run in scripts/soak.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

presets=("$@")
all=ON  # tests; without arguments, those that CONTRIBUTING.md names are left out
webassembly=false
if [ ${#presets[@]} -eq 0 ]; then
    presets=(asan-ubsan release)
    all=OFF
    webassembly=true
fi

packages=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}")
[[ " ${presets[*]} " != *" clang "* ]] || packages+=(clang)
need_packages "${packages[@]}"
(need_packages "${LIBCXX_PACKAGES[@]}") || say "the check with libc++ is left out"
if $webassembly; then
    if (need_packages "${WASM_PACKAGES[@]}"); then
        mkdir -p build
        fetch_highway >build/highway.log 2>&1 &  # beside the first build
        fetching=$!
    else
        webassembly=false
    fi
fi

status=0
for preset in "${presets[@]}"; do
    docs=ON
    [ "$preset" != asan-ubsan ] || docs=OFF
    configure "$preset" -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=$docs -DSAT3D_BUILD_ALL_TESTS=$all
    build "$preset"
    say "testing preset $preset"
    ctest --preset "$preset" -j "$(nproc)" 2>&1 | tee "build/$preset/tests.log" || status=1
done
if $webassembly && ! wait "$fetching"; then
    cat build/highway.log
    webassembly=false
fi
if $webassembly; then
    presets+=(wasm)
    mkdir -p build/wasm
    scripts/test_cross.sh wasm-golden 2>&1 | tee build/wasm/tests.log || status=1
elif [ $# -eq 0 ]; then
    say "the golden tests in WebAssembly are left out"
fi

say "all tests with their output: $(printf 'build/%s/tests.log ' "${presets[@]}")"
for preset in "${presets[@]}"; do
    printf '%-12s' "$preset"
    grep -E '^[0-9]+% tests passed' "build/$preset/tests.log" || {
        echo "no summary: the test run did not finish"
        status=1
    }
    printf '%-12s%s tests of GoogleTest passed\n' '' "$(grep -c '^\[       OK \]' "build/$preset/Testing/Temporary/LastTest.log")"
done
exit $status
