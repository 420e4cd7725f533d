#pragma once

// What the tests of the interface for C share. They are compiled for positions in float and in double.

#include "precision.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <sat3d.h>

#define EXPECT_OK(call) EXPECT_EQ(call, S3_OK) << s3_last_error()

namespace sat3d::test {

using sat3d::c::Real;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Where tests of answers take place, along x. Floats are a meter apart there.
constexpr Real kFar = sizeof(Real) == sizeof(double) ? Real(1e7) : Real(0);

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

/// A point near the place of the tests.
inline c::Position place(double x, double y, double z) {
    return {kFar + Real(x), Real(y), Real(z)};
}
inline s3_position placeInC(double x, double y, double z) {
    return asC<s3_position>(place(x, y, z));
}
/// The same pose near the place of the tests.
inline c::Pose placed(const Pose& pose) {
    return {place(pose.position.x, pose.position.y, pose.position.z), glm::qua<Real>(pose.rotation)};
}

}  // namespace sat3d::test
