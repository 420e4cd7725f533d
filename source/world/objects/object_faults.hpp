#pragma once

/// @file
/// Checks of what a World is given, and messages that name the object.

#include "core/readable_text.hpp"
#include "math/is_finite.hpp"
#include "math/unit_rotation.hpp"

#include <sat3d/world/object.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Name of an object for messages: its name if it has one, and its index.
[[nodiscard]] inline std::string describeObject(std::string_view name, std::uint32_t index) {
    return "object " + std::to_string(index) + (name.empty() ? "" : " " + quotedName(name));
}

/// Returns what is wrong with a pose, or nullptr.
template <class Pose>
[[nodiscard]] const char* faultOfPose(const Pose& pose) noexcept {
    using T = std::remove_cvref_t<decltype(pose.position.x)>;
    if (!isFinite(pose.position) || !isFinite(pose.rotation)) {
        return "holds a NaN or an infinity";
    }
    constexpr T kFarthest = T(1e30);  // the coordinates of the bounding box must not overflow
    for (int i = 0; i < pose.position.length(); ++i) {
        if (std::abs(pose.position[i]) > kFarthest) {
            return "is more than 1e30 m from the origin";
        }
    }
    if (!isUnit(pose.rotation)) {
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

[[nodiscard]] constexpr bool isValid(ObjectKind kind) noexcept {
    return kind <= ObjectKind::Sensor;
}
[[nodiscard]] constexpr bool isValid(const ObjectFilter& filter) noexcept {
    return filter.detail <= ContactDetail::Manifolds;
}

/// Return the errors BadKind, BadFilter and BadShape, or nothing.
[[nodiscard]] inline std::optional<WorldError> errorOfKind(ObjectKind kind, const std::string& object) {
    if (isValid(kind)) {
        return std::nullopt;
    }
    return WorldError{WorldError::Code::BadKind, object + ": " + std::to_string(static_cast<int>(kind)) +
                                                     " is not a kind: it is none of ObjectKind"};
}
[[nodiscard]] inline std::optional<WorldError> errorOfFilter(const ObjectFilter& filter,
                                                             const std::string& object) {
    if (isValid(filter)) {
        return std::nullopt;
    }
    return WorldError{WorldError::Code::BadFilter, object + ": the filter's detail is " +
                                                       std::to_string(static_cast<int>(filter.detail)) +
                                                       ", which is none of ContactDetail"};
}
template <class Shape>
[[nodiscard]] std::optional<WorldError> errorOfShape(const Shape& shape, const std::string& object) {
    if (const auto valid = validate(shape); !valid) {
        return WorldError{WorldError::Code::BadShape, object + ": " + valid.error().message};
    }
    return std::nullopt;
}

/// Returns the first error of an object, or nothing.
template <class T>
[[nodiscard]] std::optional<WorldError> errorOfObject(const BasicObject<T>& object, std::uint32_t index) {
    if (faultOfPose(object.pose) == nullptr && isValid(object.kind) && isValid(object.filter) &&
        validate(object.shape)) {
        return std::nullopt;
    }
    const std::string name = describeObject(object.name, index);
    auto error = errorOfPose(object.pose, name);
    error = error ? error : errorOfKind(object.kind, name);
    error = error ? error : errorOfFilter(object.filter, name);
    return error ? error : errorOfShape(object.shape, name);
}

}  // namespace sat3d::SAT3D_ABI
