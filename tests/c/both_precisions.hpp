#pragma once

// What the tests of the interface for C share that are compiled for positions in float and in double.

#include "c_test.hpp"

namespace sat3d::test {

/// Where tests of answers take place, along x. Floats are a meter apart there.
constexpr Real kFar = sizeof(Real) == sizeof(double) ? Real(1e7) : Real(0);

/// A point near the place of the tests.
/// @param others  y, and z in space
template <class... Others>
c::Position place(double x, Others... others) {
    return {kFar + Real(x), Real(others)...};
}
template <class... Others>
s3_position placeInC(double x, Others... others) {
    return asC<s3_position>(place(x, others...));
}
/// The same pose near the place of the tests.
inline c::Pose placed(const c::LocalPose& pose) {
    c::Pose moved{c::Position(pose.position), decltype(c::Pose::rotation)(pose.rotation)};
    moved.position.x += kFar;
    return moved;
}

}  // namespace sat3d::test
