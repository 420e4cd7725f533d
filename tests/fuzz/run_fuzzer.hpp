#pragma once

/// @file
/// Runs the linked fuzzer's entry point.

#include "damage.hpp"

#include <gtest/gtest.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sat3d::test {

inline void runFuzzer(const Bytes& bytes) {
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
}

}  // namespace sat3d::test
