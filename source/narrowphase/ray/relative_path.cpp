#include "narrowphase/ray/relative_path.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

/// Rotates a vector about a unit axis by minus the angle of a turn.
glm::dvec3 turnedBack(const glm::dvec3& vector, const glm::dvec3& axis, const glm::dvec2& turn) {
    const glm::dvec3 along = axis * glm::dot(axis, vector);
    return along + turn.x * (vector - along) - turn.y * glm::cross(axis, vector);
}

}  // namespace

RelativePath::RelativePath(const RigidTransform& toWorld, const RigidMotion& motion, const glm::dvec3& origin,
                           const glm::dvec3& displacement)
    : toWorld_{toWorld.rotation, glm::dvec3(motion.localCenter)},
      angle_(glm::length(glm::dvec3(motion.rotationVector))) {
    const glm::dmat3 toLocal = glm::transpose(toWorld.rotation);
    start_ = toLocal * (origin - toWorld.translation) - toWorld_.translation;
    displacement_ = toLocal * (displacement - glm::dvec3(motion.translation));
    axis_ = angle_ > 0.0 ? toLocal * (glm::dvec3(motion.rotationVector) / angle_) : glm::dvec3(0.0);
    pieces_ = std::max(1, static_cast<int>(std::ceil(angle_)));
    wholeTurn_ = turnAt(1.0);
    reach_ = std::max(glm::length(start_), glm::length(start_ + displacement_));
    // In the rotating frame the point accelerates by w x (w x p) - 2 w x v.
    const double fromAxis = std::max(glm::length(glm::cross(axis_, start_)),
                                     glm::length(glm::cross(axis_, start_ + displacement_)));
    bend_ = angle_ * (angle_ * fromAxis + 2.0 * glm::length(glm::cross(axis_, displacement_)));
}

RelativePath RelativePath::inChild(const RigidTransform& child) const {
    RelativePath path = *this;
    const glm::dmat3 toChild = glm::transpose(child.rotation);
    path.start_ = toChild * start_;
    path.displacement_ = toChild * displacement_;
    path.axis_ = toChild * axis_;
    path.toWorld_ = {toWorld_.rotation * child.rotation,
                     toChild * (toWorld_.translation - child.translation)};
    return path;
}

glm::dvec2 RelativePath::turnAt(double fraction) const {
    if (angle_ == 0.0 || fraction == 0.0) {
        return {1.0, 0.0};
    }
    const glm::dquat half = rotationFromVector(glm::dvec3(fraction * angle_, 0.0, 0.0));
    return {half.w * half.w - half.x * half.x, 2.0 * half.w * half.x};
}

PathStop RelativePath::stop(double fraction, const glm::dvec2& turn) const {
    return {fraction, turn,
            turnedBack(start_ + fraction * displacement_, axis_, turn) + toWorld_.translation};
}

PathStop RelativePath::at(double fraction) const {
    return stop(fraction, fraction == 1.0 ? wholeTurn_ : turnAt(fraction));
}

/// The turn halfway between two turns is the direction of their sum: no trigonometry.
PathStop RelativePath::between(const PathStop& from, const PathStop& to) const {
    const double fraction = 0.5 * (from.fraction + to.fraction);
    return stop(fraction, angle_ == 0.0 ? from.turn : glm::normalize(from.turn + to.turn));
}

std::array<PathStop, 9> RelativePath::nineStops() const {
    std::array<PathStop, 9> stops;
    stops[0] = at(0.0);
    stops[8] = at(1.0);
    for (std::size_t step = 4; step > 0; step /= 2) {
        for (std::size_t i = step; i < 8; i += 2 * step) {
            stops[i] = pieces_ == 1 ? between(stops[i - step], stops[i + step]) : at(double(i) / 8.0);
        }
    }
    return stops;
}

PathChord RelativePath::chord(const PathStop& from, const PathStop& to) const {
    const double duration = to.fraction - from.fraction;
    return {from, to, 0.125 * bend_ * duration * duration};
}

glm::dvec3 RelativePath::inWorld(const glm::dvec3& direction, double fraction) const {
    const glm::dvec2 turn = turnAt(fraction);
    return toWorld_.rotation * turnedBack(direction, axis_, {turn.x, -turn.y});
}

}  // namespace sat3d::SAT3D_ABI
