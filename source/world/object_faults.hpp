#pragma once

/// @file
/// Checks of what a World is given, and messages that name the object.

#include "core/readable_text.hpp"
#include "math/is_finite.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/world/object.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// Name of an object for messages: its name if it has one, and its index.
[[nodiscard]] inline std::string describeObject(std::string_view name, std::uint32_t index) {
    return "object " + std::to_string(index) + (name.empty() ? "" : " " + quotedName(name));
}

/// Returns what is wrong with a pose, or nullptr.
template <class Pose>
[[nodiscard]] const char* faultOfPose(const Pose& pose) noexcept {
    using T = std::remove_cvref_t<decltype(pose.position.x)>;
    T squared(0);
    for (int i = 0; i < pose.rotation.length(); ++i) {
        squared += pose.rotation[i] * pose.rotation[i];
    }
    if (!isFinite(pose.position) || !std::isfinite(squared)) {
        return "holds a NaN or an infinity";
    }
    constexpr T kFarthest = T(1e30);  // the coordinates of the bounding box must not overflow
    for (int i = 0; i < pose.position.length(); ++i) {
        if (std::abs(pose.position[i]) > kFarthest) {
            return "is more than 1e30 m from the origin";
        }
    }
    if (std::abs(squared - T(1)) > T(2e-3)) {
        return "has a rotation without unit length: normalize it";
    }
    return nullptr;
}

/// Returns the error BadPose, or nothing.
/// @param what  "the pose", "the pose of part 2"
template <class Pose>
[[nodiscard]] std::optional<WorldError> errorOfPose(const Pose& pose, const std::string& object,
                                                    const char* what = "the pose") {
    const char* fault = faultOfPose(pose);
    if (fault == nullptr) {
        return std::nullopt;
    }
    return WorldError{WorldError::Code::BadPose, object + ": " + what + " " + fault};
}

}  // namespace sat3d::inline SAT3D_ABI
