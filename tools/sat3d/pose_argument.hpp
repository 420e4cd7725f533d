#pragma once

// Poses as people write them.

#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>

#include <string>
#include <string_view>

namespace sat3d::tool {

/// POSE := x y z [rotation], separated by spaces or commas, where rotation is either a unit quaternion
/// (qx qy qz qw) or any number of turns about a world axis, AXIS DEGREES, applied from left to right:
/// "0 0 3.4 y 90 x -10". Errors: a sentence that says which part is wrong and what is expected.
Result<DPose, std::string> parsePose(std::string_view text);

/// The grammar in a few words, for the foot of --help.
inline constexpr const char* kPoseHelp =
    "POSE is a position in metres, then optionally a rotation: turns about world axes in\n"
    "degrees, one after the other, or a unit quaternion x y z w.\n"
    "  \"0 0 3.4\"   \"0 0 3.4 y 90 x -10\"   \"0 0 3.4  0 0.7071 0 0.7071\"";

}  // namespace sat3d::tool
