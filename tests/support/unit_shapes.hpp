#pragma once

/// @file
/// Shapes at the origin that are 1 m from their center to their surface.

#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/sphere.hpp>

namespace sat3d::test {

const Sphere kBall{{0, 0, 0}, 1.0f};
const Box kCube{{0, 0, 0}, {1, 1, 1}};

}  // namespace sat3d::test
