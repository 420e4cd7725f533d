#pragma once

// What the tests of the interface for C in space share. They are compiled for positions in float and in
// double.

#include "c_test.hpp"

namespace sat3d::test {

/// Where tests of answers take place, along x. Floats are a meter apart there.
constexpr Real kFar = sizeof(Real) == sizeof(double) ? Real(1e7) : Real(0);

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
