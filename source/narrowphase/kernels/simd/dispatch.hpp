#pragma once

/// @file
/// HWY_DYNAMIC_DISPATCH without a call into Highway's library, for which every argument would be saved and
/// fetched again: 30 of the 570 instructions that two boxes take.

#include <sat3d/core/config.hpp>

#include <hwy/highway.h>

#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

/// Which instruction set was chosen, as Highway keeps it; null before static initialisation.
inline const hwy::ChosenTarget* const kChosenTarget = &hwy::GetChosenTarget();

/// The place in Highway's tables, in this file's: others may be compiled for other instruction sets. The
/// first chooses one and then calls.
HWY_INLINE std::size_t chosenIndex() {
    return kChosenTarget != nullptr ? kChosenTarget->GetIndex() : 0;
}

}  // namespace sat3d::inline SAT3D_ABI::detail

#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define SAT3D_DISPATCH(function) HWY_DYNAMIC_DISPATCH(function)
#else
#define SAT3D_DISPATCH(function) (*HWY_DISPATCH_TABLE(function)[sat3d::detail::chosenIndex()])
#endif
