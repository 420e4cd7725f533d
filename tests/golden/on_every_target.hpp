#pragma once

/// @file
/// Runs a test with the kernels of every instruction set.

#include "golden/dispatched_target.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>

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

/// Expects that hashOf() returns the same constant on all targets, and prints what it returns.
template <class HashOf>
void expectOnEveryTarget(const HashOf& hashOf, std::uint64_t golden) {
    onEveryTarget([&] {
        const std::uint64_t hash = hashOf();
        std::printf("0x%016llx\n", static_cast<unsigned long long>(hash));
        EXPECT_EQ(hash, golden);
    });
}

}  // namespace sat3d::test
