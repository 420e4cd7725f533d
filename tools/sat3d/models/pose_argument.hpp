#pragma once

// Poses as arguments of the command line.

#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>

#include <string>
#include <string_view>

namespace sat3d::tool {

/// Parses POSE := x y z [rotation], separated by spaces or commas. The rotation is either a unit quaternion
/// (qx qy qz qw) or any number of rotations about a world axis, AXIS DEGREES, applied from left to right: "0
/// 0 3.4 y 90 x -10". The error is a sentence that states which part is wrong and what is expected.
Result<DPose, std::string> parsePose(std::string_view text);

/// Short form of the grammar, for --help.
inline constexpr const char* kPoseHelp =
    "POSE is a position in meters and an optional rotation: angles in degrees about world axes,\n"
    "applied from left to right, or a unit quaternion x y z w.\n"
    "  \"0 0 3.4\"   \"0 0 3.4 y 90 x -10\"   \"0 0 3.4  0 0.7071 0 0.7071\"";

}  // namespace sat3d::tool
