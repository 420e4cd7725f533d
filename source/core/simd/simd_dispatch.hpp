#pragma once

/// @file
/// SAT3D_DISPATCH: HWY_DYNAMIC_DISPATCH without a call into Highway's library. That call makes the compiler
/// save and restore all arguments, which takes 30 of the 570 instructions of a query for two boxes.

#include <sat3d/core/config.hpp>

#include <hwy/highway.h>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Highway's record of the chosen instruction set; null before static initialization.
inline const hwy::ChosenTarget* const kChosenTarget = &hwy::GetChosenTarget();

/// Index into the dispatch tables of this source file: other files may be compiled for other instruction
/// sets. Entry 0 chooses the instruction set and then calls its function.
HWY_INLINE std::size_t chosenIndex() {
    return kChosenTarget != nullptr ? kChosenTarget->GetIndex() : 0;
}

}  // namespace sat3d::SAT3D_ABI

#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define SAT3D_DISPATCH(function) HWY_DYNAMIC_DISPATCH(function)
#else
#define SAT3D_DISPATCH(function) (*HWY_DISPATCH_TABLE(function)[sat3d::chosenIndex()])
#endif
