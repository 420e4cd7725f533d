#pragma once

/// @file
/// Selects the instruction sets ("targets") that the kernels are compiled for. Included before all headers of
/// Highway.

#ifndef SAT3D_KERNEL_TARGETS
#error "Define SAT3D_KERNEL_TARGETS, as CMake does from its option SAT3D_SIMD_TARGETS"
#endif

// The kernels need no target beyond AVX-512 (AVX3): the newer ones only add instructions that the kernels do
// not use. Vectors of SVE and RVV have no size at compile time, so they cannot be members of the kernels'
// structs.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS                                     \
    (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | \
     ~(HWY_BASELINE_TARGETS | (SAT3D_KERNEL_TARGETS)))

// Highway avoids its portable four-lane target under GCC before 12.3, which miscompiles 16-bit
// multiplications (GCC bug 106322). The kernels have no such multiplications, and they need four lanes.
#define HWY_BROKEN_EMU128 0
