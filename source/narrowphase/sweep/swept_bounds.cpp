#include "narrowphase/sweep/swept_bounds.hpp"

#include "geometry/primitives/aabb_math.hpp"
#include "math/componentwise.hpp"
#include "math/compose.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

double diagonal(const glm::dvec3& lower, const glm::dvec3& upper) {
    return glm::length(upper - lower);
}

/// The farthest that points of A get from the straight ways between stops. Those who stay within twice a
/// radius of a centre on a straight way cannot get farther than that.
double bendOf(const CoreShape& a, const TurningShape& wayA, const TurningShape& wayB, double stretches) {
    const double turnA = glm::length(wayA.turn()), turnB = glm::length(wayB.turn());
    const double reach = glm::length(a.center() - wayA.centerAt(0.0)) + a.coreReach();
    const double way = glm::length(wayA.way() - wayB.way());
    const double farthest = glm::length(wayA.centerAt(0.0) - wayB.centerAt(0.0)) + way + reach;
    // Second derivative in a frame that turns.
    const double curve =
        turnA * turnA * reach + 2.0 * turnB * (way + turnA * reach) + turnB * turnB * farthest;
    const double within = turnB > 0.0 ? farthest : turnA > 0.0 ? reach : 0.0;
    return std::min(curve / (8.0 * stretches * stretches), 2.0 * within);
}

/// Two bounds that move evenly, one of which is to stay below the other's former place: narrows the times at
/// which they do.
void narrow(double gapBefore, double gapAfter, double& enter, double& leave) {
    if (gapBefore <= 0.0 && gapAfter <= 0.0) {
        return;
    }
    if (gapBefore > 0.0 && gapAfter > 0.0) {
        leave = -1.0;
        return;
    }
    const double meet = gapBefore / (gapBefore - gapAfter);
    (gapBefore > 0.0 ? enter : leave) = gapBefore > 0.0 ? std::max(enter, meet) : std::min(leave, meet);
}

}  // namespace

TurningWay::Stop::Stop(const Piece& a, const RigidTransform& aInB) : core(a.shape, aInB) {
    const Aabb box = boundsOf(a.shape, aInB);
    lower = glm::dvec3(box.lower);
    upper = glm::dvec3(box.upper);
}

TurningWay::TurningWay(const Piece& a, const DRigidMotion& motionA, const PosedShape& b,
                       const DRigidMotion& motionB, double tolerance)
    : halfTolerance_(0.5 * tolerance) {
    // Places relative to A's: far from the world's origin its own would be rounded.
    RigidTransform start = localToWorld(a.pose), startB = localToWorld(b.pose);
    start.translation = glm::dvec3(0.0);
    startB.translation = b.pose.position - a.pose.position;
    const glm::dmat3 toWorld(1.0);
    const TurningShape wayA(a.shape, start, motionA, toWorld), wayB(b.shape, startB, motionB, toWorld);
    for (std::size_t i = 0; i <= kStretches; ++i) {
        const double fraction = double(i) / kStretches;
        stops_.add(a, relative(wayB.at(fraction), wayA.at(fraction)));
        diagonal_ = std::max(diagonal_, diagonal(stop(i).lower, stop(i).upper));
    }
    bend_ = bendOf(CoreShape(a.shape, start), wayA, wayB, double(kStretches));
}

/// How near to the straight ways what is met may be.
double TurningWay::asideFrom(const Aabb& ofB) const {
    constexpr double kRounding = 1e-14;
    const glm::dvec3 lower(ofB.lower), upper(ofB.upper);
    return bend_ + halfTolerance_ * (diagonal_ + diagonal(lower, upper)) +
           kRounding * (glm::length(lower) + glm::length(upper));
}

bool TurningWay::isBeside(std::size_t stretch, const glm::dvec3& lower, const glm::dvec3& upper) const {
    const Stop &from = stop(stretch), &to = stop(stretch + 1);
    for (int axis = 0; axis < 3; ++axis) {
        if (std::min(from.lower[axis], to.lower[axis]) > upper[axis] ||
            std::max(from.upper[axis], to.upper[axis]) < lower[axis]) {
            return true;
        }
    }
    return false;
}

double TurningWay::entry(const Aabb& ofB) const {
    const double aside = asideFrom(ofB);
    const glm::dvec3 lower = glm::dvec3(ofB.lower) - aside, upper = glm::dvec3(ofB.upper) + aside;
    for (std::size_t i = 0; i < kStretches; ++i) {
        if (isBeside(i, lower, upper)) {
            continue;
        }
        const Stop &from = stop(i), &to = stop(i + 1);
        double enter = 0.0, leave = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            narrow(from.lower[axis] - upper[axis], to.lower[axis] - upper[axis], enter, leave);
            narrow(lower[axis] - from.upper[axis], lower[axis] - to.upper[axis], enter, leave);
        }
        constexpr double kRounding = 1e-12;
        if (enter <= leave + kRounding) {
            return std::max(0.0, double(i) + enter - kRounding) / kStretches;
        }
    }
    return std::numeric_limits<double>::infinity();
}

bool TurningWay::passesOver(const Triangle& triangle, double upTo) const {
    const Aabb box = boxAround(triangle.corners);
    const double aside = asideFrom(box);
    const glm::dvec3 lower = glm::dvec3(box.lower) - aside, upper = glm::dvec3(box.upper) + aside;
    const glm::dvec3 normal = glm::normalize(areaNormal(triangle)), first(triangle.corners[0]);
    const auto heightAt = [&](std::size_t i, const glm::dvec3& up) {
        const CoreShape& core = stop(i).core;
        return glm::dot(up, core.vertex(core.support(-up)) - first) - core.radius();
    };
    const auto isOver = [&](std::size_t i, const glm::dvec3& up) {
        return std::min(heightAt(i, up), heightAt(i + 1, up)) > aside;
    };
    for (std::size_t i = 0; i < kStretches && double(i) <= upTo * kStretches; ++i) {
        if (!isBeside(i, lower, upper) && !isOver(i, normal) && !isOver(i, -normal)) {
            return false;
        }
    }
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI
