#include "narrowphase/round_pair.hpp"

#include "math/unit_rotation.hpp"
#include "narrowphase/core_distance.hpp"
#include "narrowphase/pair_order.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;
using Kind = FeaturePair::Kind;

/// Squares that differ by more than this factor are those of distances that differ as floats, too.
constexpr double kClearlyFarther = 1.0 + 1e-6;

/// A core in the world's directions, from the position of its pose: all points start + share * along, share
/// 0 .. 1; of a capsule.
struct Segment {
    glm::dvec3 start, along;

    [[nodiscard]] glm::dvec3 at(double share) const { return start + share * along; }
    [[nodiscard]] double squaredLength() const { return glm::dot(along, along); }
};
/// The same of a sphere.
struct Point {
    glm::dvec3 place;

    [[nodiscard]] glm::dvec3 at(double) const { return place; }
    [[nodiscard]] static double squaredLength() { return 0.0; }
};

template <class T>
glm::dquat rotationOf(const BasicPose<T>& pose) {
    SAT3D_ASSERT(isUnit(pose.rotation), "a pose's rotation must have unit length");
    return glm::dquat(pose.rotation);
}

/// Most shapes lie about their frame's origin, and need less turning then, for the same bits.
template <class T>
inline Point coreOf(const Sphere& sphere, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    return {sphere.center == glm::vec3(0.0f) ? glm::dvec3(0.0)
                                             : rotated(rotation, glm::dvec3(sphere.center))};
}
template <class T>
inline Segment coreOf(const Capsule& capsule, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    const glm::dvec3 start(capsule.start), along = rotated(rotation, glm::dvec3(capsule.end) - start);
    return {capsule.end == -capsule.start ? -0.5 * along : rotated(rotation, start), along};
}

double clampedShare(double numerator, double squaredLength) {
    return squaredLength > 0.0 ? std::clamp(numerator / squaredLength, 0.0, 1.0) : 0.0;
}

/// Where on two cores the nearest points are.
struct Shares {
    double ofA = 0.0, ofB = 0.0;
};

/// @param between  from A's position to B's, here and below
inline Shares nearestOf(const Point&, const Point&, const glm::dvec3&) {
    return {};
}
inline Shares nearestOf(const Segment& a, const Point& b, const glm::dvec3& between) {
    return {clampedShare(glm::dot(a.along, between + (b.place - a.start)), a.squaredLength()), 0.0};
}
inline Shares nearestOf(const Point& a, const Segment& b, const glm::dvec3& between) {
    return {0.0, nearestOf(b, a, -between).ofA};
}
/// C. Ericson: Real-Time Collision Detection, 5.1.9.
inline Shares nearestOf(const Segment& a, const Segment& b, const glm::dvec3& between) {
    const glm::dvec3 fromStart = between + (b.start - a.start);
    const double squaredA = a.squaredLength(), squaredB = b.squaredLength(),
                 both = glm::dot(a.along, b.along);
    const double fromA = glm::dot(a.along, fromStart), fromB = glm::dot(b.along, fromStart);
    // Of segments all but parallel the middle drowns in rounding, but then it costs next to nothing of the
    // distance: at a sine of 1e-8, where nothing is left of it, that much of their length.
    const double middle = clampedShare(fromA * squaredB - both * fromB, squaredA * squaredB - both * both);
    const double ofB = clampedShare(middle * both - fromB, squaredB);
    return {clampedShare(fromA + ofB * both, squaredA), ofB};
}

/// Kinds as of cores that are points or segments: an end is a vertex. Which it is cannot be foretold, so
/// nothing branches on it.
FeaturePair featuresOf(const Shares& nearest) {
    constexpr std::array kKinds{Kind::Vertices, Kind::VertexAndEdge, Kind::EdgeAndVertex, Kind::Edges};
    const auto isEdge = [](double share) { return std::size_t(share > 0.0) & std::size_t(share < 1.0); };
    const auto index = [](double share) { return std::uint32_t(share >= 1.0); };
    return {kKinds[2 * isEdge(nearest.ofA) + isEdge(nearest.ofB)], index(nearest.ofA), index(nearest.ofB)};
}

template <class T, class A, class B>
bool separatePair(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB,
                  const SeparationQuery& query, WorldSeparation<T>& answer) {
    const glm::dvec3 positionA(poseA.position), positionB(poseB.position);
    const auto coreA = coreOf(a, poseA);
    const auto coreB = coreOf(b, poseB);
    const glm::dvec3 between = positionB - positionA;
    const Shares nearest = nearestOf(coreA, coreB, between);
    const glm::dvec3 onA = coreA.at(nearest.ofA), onB = coreB.at(nearest.ofB);
    const glm::dvec3 apart = between + (onB - onA);
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * (coreA.squaredLength() + coreB.squaredLength()))) {
        return false;  // also where a pose is not a number
    }
    const double radiusA = a.radius, radiusB = b.radius, farthest = radiusA + radiusB + query.limit;
    if (squared > kClearlyFarther * farthest * farthest) {
        return true;
    }
    const double distance = std::sqrt(squared);
    const glm::dvec3 normal = apart / distance;
    answer.separation = static_cast<float>(distance - (radiusA + radiusB));
    answer.normal = glm::vec3(normal);
    answer.features = featuresOf(nearest);
    if (query.points == Points::Yes) {
        answer.pointA = glm::vec<3, T>(positionA + (onA + radiusA * normal));
        answer.pointB = glm::vec<3, T>(positionB + (onB - radiusB * normal));
    }
    return true;
}

/// Of two capsules, any order will do: mostly their lengths tell one.
template <class T>
bool isSecond(const Capsule& a, const BasicPose<T>& poseA, const Capsule& b, const BasicPose<T>& poseB) {
    const glm::vec3 alongA = a.end - a.start, alongB = b.end - b.start;
    const float squaredA = glm::dot(alongA, alongA), squaredB = glm::dot(alongB, alongB);
    return squaredA < squaredB || squaredB < squaredA ? squaredB < squaredA : comesSecond(a, poseA, b, poseB);
}

/// All but two capsules give the same bits in either order; those are put in one.
template <class T>
bool separateRound(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB,
                   const SeparationQuery& query, WorldSeparation<T>& answer) {
    if (a.kind() == ShapeRef::Kind::Sphere) {
        return b.kind() == ShapeRef::Kind::Sphere
                   ? separatePair(a.sphere(), poseA, b.sphere(), poseB, query, answer)
                   : separatePair(a.sphere(), poseA, b.capsule(), poseB, query, answer);
    }
    if (b.kind() == ShapeRef::Kind::Sphere) {
        return separatePair(a.capsule(), poseA, b.sphere(), poseB, query, answer);
    }
    if (!isSecond(a.capsule(), poseA, b.capsule(), poseB)) {
        return separatePair(a.capsule(), poseA, b.capsule(), poseB, query, answer);
    }
    const bool isFound = separatePair(b.capsule(), poseB, a.capsule(), poseA, query, answer);
    turnRound(answer);
    return isFound;
}

}  // namespace

bool separateRoundPair(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                       const SeparationQuery& query, WorldSeparation<float>& answer) {
    return separateRound(a, poseA, b, poseB, query, answer);
}
bool separateRoundPair(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                       const SeparationQuery& query, WorldSeparation<double>& answer) {
    return separateRound(a, poseA, b, poseB, query, answer);
}

}  // namespace sat3d::inline SAT3D_ABI
