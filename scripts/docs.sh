#!/usr/bin/env bash
# Installs missing packages, and builds the manual and the reference as a site that needs no server. It shows the arena of the
# three.js adapter, too, if `npm install` was run in examples/adapters/three, and the samples, if the preset wasm has built
# their page.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${BUILD_PACKAGES[@]}" "${DOCS_PACKAGES[@]}"
configure release -DSAT3D_BUILD_TESTS=OFF -DSAT3D_BUILD_BENCHMARKS=OFF -DSAT3D_BUILD_DOCS=ON
build release sat3d_docs
say "open build/release/docs/html/index.html"
