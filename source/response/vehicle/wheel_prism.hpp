#pragma once

/// @file
/// The prism that is cast for a wheel with a round tread.

#include <sat3d/planar/pose.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// A prism in the cylinder of a wheel, which does not steer, in the axes of the object. Its corners are on
/// the tread, one of them at the bottom: level ground touches it there, and no face of it lies on a curb.
struct WheelPrism {
    static constexpr std::size_t kSides = 32;  ///< the tread sticks out by 0.5 % of the radius

    float radius = 0.0f, width = 0.0f;
    glm::vec3 forward{0.0f}, up{0.0f};
    std::optional<ConvexHull> hull = std::nullopt;

    /// Bakes the prism, or an empty one if the wheel casts no cylinder.
    /// @param vehicle, wheel  sound
    [[nodiscard]] static WheelPrism of(const Vehicle& vehicle, const VehicleWheel& wheel) {
        if (wheel.cast != WheelCast::CylinderCast) {
            return {};
        }
        constexpr double kTurn = 6.28318530717958647692, kPerSide = kTurn / double(kSides);
        const glm::vec3 aside = glm::cross(vehicle.up, vehicle.forward) * (0.5f * wheel.width);
        std::array<glm::vec3, 2 * kSides> points;
        for (std::size_t i = 0; i < kSides; ++i) {
            const glm::dvec2 spoke = double(wheel.radius) * planarRotation(double(i) * kPerSide);
            const glm::vec3 point =
                vehicle.up * static_cast<float>(spoke.x) + vehicle.forward * static_cast<float>(spoke.y);
            points[2 * i] = point + aside;
            points[2 * i + 1] = point - aside;
        }
        const auto hull = ConvexHull::fromPoints(points);
        return {wheel.radius, wheel.width, vehicle.forward, vehicle.up,
                hull ? std::optional(*hull) : std::nullopt};
    }
    /// Whether of() would give the same prism, which is not empty.
    [[nodiscard]] bool fits(const Vehicle& vehicle, const VehicleWheel& wheel) const {
        return hull.has_value() && wheel.cast == WheelCast::CylinderCast && radius == wheel.radius &&
               width == wheel.width && forward == vehicle.forward && up == vehicle.up;
    }
};

}  // namespace sat3d::SAT3D_ABI
