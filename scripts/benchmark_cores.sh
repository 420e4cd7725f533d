#!/usr/bin/env bash
# Builds the benchmarks of threads from a clean folder, and prints milliseconds of the clock on 1, 2, 4, 8 and 16 threads, as
# many as the machine has: steps of dynamics (a heap of 4,000 crates, 1,000 rocks on a plane and on terrain), and the update of
# a world of 16,000 bodies.
# Each row of sat3d ends with a hash of the state: threads must not change it. Takes some minutes with 16 cores.
#   scripts/benchmark_cores.sh              on a machine with a C++ compiler, CMake and Ninja
#   CMAKE_PREFIX_PATH=DIR:... scripts/benchmark_cores.sh
# It needs no network. What the machine lacks of GLM and Highway, and Box3D to compare with, may lie in the folders of
# CMAKE_PREFIX_PATH. To fill such a folder elsewhere, on Debian or Ubuntu:
#   apt-get download libglm-dev libhwy-dev libhwy1 && for f in lib*.deb; do dpkg -x "$f" carried; done     # carried/usr
#   cp -r ~/peers carried/                                            # Box3D, see docs/lab_book.md, "Building Box3D"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=build/cores
rm -rf "$folder"
printf '\n== building\n'
cmake -S benchmarks/cores -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DFETCHCONTENT_FULLY_DISCONNECTED=ON
SECONDS=0
cmake --build "$folder" | tail -n 1
printf 'built in %d s\n' "$SECONDS"

printf '\n== %s, %s cores, load %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" \
    "$(cut -d' ' -f1-3 /proc/loadavg)"
printf 'dynamics: mean and slowest of the first steps, mean later; then times of sat3d. Update: mean\n'
for threads in 1 2 4 8 16; do
    [ "$threads" -le "$(nproc)" ] || continue
    printf '\n-- threads: %d\n' "$threads"
    "$folder/dynamics_steps" --clock --hash --threads "$threads" 'heap 4000' '1000 rocks' | grep -v '^ms per step'
    "$folder/update_on_threads" "$threads"
done
