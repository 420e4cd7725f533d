#include "models/pose_argument.hpp"

#include <fmt/core.h>
#include <glm/ext/quaternion_common.hpp>
#include <glm/ext/quaternion_geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace sat3d::tool {

namespace {

std::vector<std::string_view> words(std::string_view text) {
    constexpr std::string_view kSeparators = " ,\t\n";
    std::vector<std::string_view> result;
    for (std::size_t begin = text.find_first_not_of(kSeparators); begin != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kSeparators, begin), text.size());
        result.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(kSeparators, end);
    }
    return result;
}

std::optional<double> number(std::string_view word) {
    if (word.starts_with('+')) {
        word.remove_prefix(1);
    }
    double value = 0.0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = fault == std::errc() && end == word.data() + word.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<glm::dvec3> axis(std::string_view word) {
    const std::size_t place =
        word.size() == 1 ? std::string_view("xyzXYZ").find(word[0]) : std::string_view::npos;
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    glm::dvec3 unit(0.0);
    unit[static_cast<int>(place % 3)] = 1.0;
    return unit;
}

Unexpected<std::string> fault(std::string_view text, std::string_view what) {
    return {fmt::format("pose \"{}\": {}. Expected: x y z, then qx qy qz qw or rotations such as y 90", text,
                        what)};
}

Result<glm::dquat, std::string> parseRotations(std::string_view text,
                                               const std::vector<std::string_view>& parts) {
    glm::dquat rotation = glm::identity<glm::dquat>();
    for (std::size_t i = 3; i < parts.size(); i += 2) {
        const auto about = axis(parts[i]);
        if (!about) {
            return fault(text, fmt::format("'{}' is not an axis (x, y or z)", parts[i]));
        }
        const auto degrees = i + 1 < parts.size() ? number(parts[i + 1]) : std::nullopt;
        if (!degrees) {
            return fault(text, fmt::format("no angle in degrees after '{}'", parts[i]));
        }
        rotation = glm::angleAxis(glm::radians(*degrees), *about) * rotation;
    }
    return glm::normalize(rotation);
}

Result<glm::dquat, std::string> parseQuaternion(std::string_view text,
                                                const std::vector<std::string_view>& parts) {
    glm::dquat rotation;
    double* const members[] = {&rotation.x, &rotation.y, &rotation.z, &rotation.w};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto value = number(parts[3 + i]);
        if (!value) {
            return fault(text, fmt::format("'{}' is not a finite number", parts[3 + i]));
        }
        *members[i] = *value;
    }
    const double length = glm::length(rotation);
    if (std::abs(length - 1.0) > 0.01) {
        return fault(text, fmt::format("the quaternion has length {:.4g} instead of 1", length));
    }
    return glm::normalize(rotation);
}

}  // namespace

Result<DPose, std::string> parsePose(std::string_view text) {
    const auto parts = words(text);
    if (parts.size() < 3) {
        return fault(text, "a position has three numbers");
    }
    constexpr double kFarthest = 1e15;  // limit of hull coordinates
    DPose pose;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto value = number(parts[i]);
        if (!value) {
            return fault(text, fmt::format("'{}' is not a finite number", parts[i]));
        }
        if (std::abs(*value) > kFarthest) {
            return fault(text, fmt::format("{} lies beyond 1e15 m", parts[i]));
        }
        pose.position[static_cast<int>(i)] = *value;
    }
    if (parts.size() == 3) {
        return pose;
    }
    const bool hasAxes = axis(parts[3]).has_value();
    if (!hasAxes && !number(parts[3])) {
        return fault(text, fmt::format("'{}' is neither a finite number nor an axis (x, y or z)", parts[3]));
    }
    if (!hasAxes && parts.size() != 7) {
        return fault(
            text, fmt::format("{} numbers after the position, where a quaternion has 4", parts.size() - 3));
    }
    const auto rotation = hasAxes ? parseRotations(text, parts) : parseQuaternion(text, parts);
    if (!rotation) {
        return Unexpected{rotation.error()};
    }
    pose.rotation = *rotation;
    return pose;
}

}  // namespace sat3d::tool
