#pragma once

/// @file
/// Ackermann's steering: all wheels roll about one point.

#include <sat3d/planar/pose.hpp>
#include <sat3d/response/vehicle.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Finds the directions of wheels.
class Steering {
public:
    /// @param steering  -1 (left) .. 1 (right)
    Steering(const Vehicle& vehicle, float steering)
        : vehicle_(vehicle), left_(glm::cross(vehicle.up, vehicle.forward)) {
        double fixed = 0.0, all = 0.0, fixedCount = 0.0;
        for (const VehicleWheel& wheel : vehicle.wheels) {
            const double place = ahead(wheel);
            all += place;
            middle_ += aside(wheel);
            fixed += wheel.steers ? 0.0 : place;
            fixedCount += wheel.steers ? 0.0 : 1.0;
        }
        const auto count = static_cast<double>(vehicle.wheels.size());
        middle_ /= count;
        pivot_ = fixedCount > 0.0 ? fixed / fixedCount : all / count;
        double farthest = 0.0;
        for (const VehicleWheel& wheel : vehicle.wheels) {
            farthest = wheel.steers ? std::max(farthest, std::abs(ahead(wheel) - pivot_)) : farthest;
        }
        const double angle = static_cast<double>(steering) * static_cast<double>(vehicle.maxSteering);
        const glm::dvec2 turn = planarRotation(angle);
        curvature_ = farthest > 0.0 ? turn.y / (turn.x * farthest) : 0.0;
    }

    /// The cosine and the sine of the angle of a wheel, above 0 to the right.
    [[nodiscard]] glm::dvec2 directionOf(const VehicleWheel& wheel) const {
        if (!wheel.steers || curvature_ == 0.0) {
            return {1.0, 0.0};
        }
        // The wheel rolls across the line to the point about which all turn, which is 1 / curvature to the
        // right of the middle.
        return glm::normalize(
            glm::dvec2(1.0 + curvature_ * (aside(wheel) - middle_), curvature_ * (ahead(wheel) - pivot_)));
    }

private:
    [[nodiscard]] double ahead(const VehicleWheel& wheel) const {
        return static_cast<double>(glm::dot(wheel.center, vehicle_.forward));
    }
    [[nodiscard]] double aside(const VehicleWheel& wheel) const {
        return static_cast<double>(glm::dot(wheel.center, left_));
    }

    const Vehicle& vehicle_;
    glm::vec3 left_;
    double pivot_ = 0.0;      ///< ahead: of the wheels that do not steer
    double middle_ = 0.0;     ///< to the left: of all wheels
    double curvature_ = 0.0;  ///< 1/m, above 0 to the right
};

}  // namespace sat3d::SAT3D_ABI
