#pragma once

// What the tests of the interface for C share. They are compiled for each of its libraries.

#include "types.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <sat3d.h>

#define EXPECT_OK(call) EXPECT_EQ(call, S3_OK) << s3_last_error()

namespace sat3d::test {

using sat3d::c::Real;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The value of the library's type in C, for types that have no padding.
template <class C, class Cpp>
C asC(const Cpp& value) {
    static_assert(sizeof(C) == sizeof(Cpp));
    C result;
    std::memcpy(&result, &value, sizeof result);
    return result;
}
template <class C, class Cpp>
bool equal(const C& a, const Cpp& b) {
    static_assert(sizeof a == sizeof b);
    return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace sat3d::test
