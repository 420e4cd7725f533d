#include "narrowphase/ray/ray_capsule.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

/// The roots of |base + t * direction|^2 == radius^2, or an empty interval.
struct Roots {
    double first = kInfinity, second = -kInfinity;
};
Roots rootsOf(const glm::dvec3& base, const glm::dvec3& direction, double radius) {
    const double squared = glm::dot(direction, direction);
    if (!(squared > 0.0)) {
        return squared == 0.0 && glm::dot(base, base) < radius * radius ? Roots{-kInfinity, kInfinity}
                                                                        : Roots{};
    }
    // Relative to the closest point, so that a distant origin costs no digits.
    const double middle = -glm::dot(base, direction) / squared;
    const glm::dvec3 nearest = base + middle * direction;
    const double half = (radius * radius - glm::dot(nearest, nearest)) / squared;
    if (!(half > 0.0)) {
        return {};
    }
    // The other root by Vieta, so that its sign tells exactly whether the base is inside, outside or on the
    // border.
    const double farther = middle + std::copysign(std::sqrt(half), middle);
    const double nearer = (glm::dot(base, base) - radius * radius) / squared / farther;
    return farther > 0.0 ? Roots{nearer, farther} : Roots{farther, nearer};
}

}  // namespace

RayInterval throughSphere(const Line& line, const glm::dvec3& center, double radius) noexcept {
    const Roots roots = rootsOf(line.origin - center, line.direction, radius);
    RayInterval interval;
    interval.entry.t = roots.first;
    interval.exit.t = roots.second;
    return interval;
}

RayInterval throughCapsule(const Line& line, const glm::dvec3& start, const glm::dvec3& end,
                           double radius) noexcept {
    RayInterval interval = throughSphere(line, start, radius);
    const double length = glm::length(end - start);
    if (!(length > 0.0)) {
        return interval;
    }
    const Roots atEnd = rootsOf(line.origin - end, line.direction, radius);
    interval.entry.t = std::min(interval.entry.t, atEnd.first);
    interval.exit.t = std::max(interval.exit.t, atEnd.second);
    const glm::dvec3 axis = (end - start) / length;
    const glm::dvec3 base = line.origin - start;
    const Roots cylinder = rootsOf(base - axis * glm::dot(axis, base),
                                   line.direction - axis * glm::dot(axis, line.direction), radius);
    RayInterval side;
    side.entry.t = cylinder.first;
    side.exit.t = cylinder.second;
    side.clip(line, -axis, -glm::dot(axis, base), 0);
    side.clip(line, axis, glm::dot(axis, base) - length, 0);
    if (!side.isEmpty()) {
        interval.entry.t = std::min(interval.entry.t, side.entry.t);
        interval.exit.t = std::max(interval.exit.t, side.exit.t);
    }
    return interval;
}

}  // namespace sat3d::SAT3D_ABI
