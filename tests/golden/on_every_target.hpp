#pragma once

/// @file
/// Runs a test with the kernels of every instruction set.

#include "golden/dispatched_target.hpp"

#include <gtest/gtest.h>

namespace sat3d::test {

template <class Run>
void onEveryTarget(const Run& run) {
    for (const auto target : dispatchTargets()) {
        dispatchTo(target);
        SCOPED_TRACE(dispatchedTarget());
        run();
    }
    dispatchAsUsual();
}

}  // namespace sat3d::test
