#include "narrowphase/ray/ray_capsule.hpp"

#include "narrowphase/convex/sphere_capsule_core.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Between the two points where a quadratic |base + t * direction|^2 == radius^2, or nothing.
struct Roots {
    double first = kInfinity, second = -kInfinity;
};
Roots rootsOf(const glm::dvec3& base, const glm::dvec3& direction, double radius) {
    const double squared = glm::dot(direction, direction);
    if (!(squared > 0.0)) {
        return squared == 0.0 && glm::dot(base, base) < radius * radius ? Roots{-kInfinity, kInfinity}
                                                                        : Roots{};
    }
    // From the nearest point on, so that a far-off origin costs no digits.
    const double middle = -glm::dot(base, direction) / squared;
    const glm::dvec3 nearest = base + middle * direction;
    const double half = (radius * radius - glm::dot(nearest, nearest)) / squared;
    return half > 0.0 ? Roots{middle - std::sqrt(half), middle + std::sqrt(half)} : Roots{};
}

}  // namespace

double nearestShare(const glm::dvec3& point, const glm::dvec3& start, const glm::dvec3& end) noexcept {
    const glm::dvec3 along = end - start;
    return clampedShare(glm::dot(point - start, along), glm::dot(along, along));
}

Span throughRound(const Line& line, const glm::dvec3& start, const glm::dvec3& end, double radius) noexcept {
    const Roots ball = rootsOf(line.origin - start, line.direction, radius);
    Span span;
    span.entry.t = ball.first;
    span.exit.t = ball.second;
    const double length = glm::length(end - start);
    if (!(length > 0.0)) {
        return span;
    }
    const Roots other = rootsOf(line.origin - end, line.direction, radius);
    span.entry.t = std::min(ball.first, other.first);
    span.exit.t = std::max(ball.second, other.second);
    const glm::dvec3 axis = (end - start) / length;
    const glm::dvec3 base = line.origin - start;
    const Roots pipe = rootsOf(base - axis * glm::dot(axis, base),
                               line.direction - axis * glm::dot(axis, line.direction), radius);
    Span barrel;
    barrel.entry.t = pipe.first;
    barrel.exit.t = pipe.second;
    barrel.clip(line, -axis, -glm::dot(axis, base), 0);
    barrel.clip(line, axis, glm::dot(axis, base) - length, 0);
    if (!barrel.isEmpty()) {
        span.entry.t = std::min(span.entry.t, barrel.entry.t);
        span.exit.t = std::max(span.exit.t, barrel.exit.t);
    }
    return span;
}

}  // namespace sat3d::inline SAT3D_ABI
