#include "narrowphase/round_pair.hpp"

#include "math/unit_rotation.hpp"
#include "narrowphase/core_distance.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;
using Kind = FeaturePair::Kind;

/// A round shape in the world's directions, from some origin: all points within `radius` of
/// start + share * along, share 0 .. 1. The core of a sphere has no length.
struct Round {
    glm::dvec3 start, along;
    double radius;
};

template <class T>
Round roundOf(const ShapeRef& shape, const BasicPose<T>& pose, const glm::dvec3& origin) {
    SAT3D_ASSERT(isUnit(pose.rotation), "a pose's rotation must have unit length");
    const glm::dvec3 position = glm::dvec3(pose.position) - origin;
    const glm::dquat rotation(pose.rotation);
    if (shape.kind() == ShapeRef::Kind::Sphere) {
        const Sphere& sphere = shape.sphere();
        const bool isCentered = sphere.center == glm::vec3(0.0f);  // as most are
        return {isCentered ? position : position + rotated(rotation, glm::dvec3(sphere.center)),
                glm::dvec3(0.0), sphere.radius};
    }
    const Capsule& capsule = shape.capsule();
    const glm::dvec3 start(capsule.start);
    return {position + rotated(rotation, start), rotated(rotation, glm::dvec3(capsule.end) - start),
            capsule.radius};
}

double clampedShare(double numerator, double squaredLength) {
    return squaredLength > 0.0 ? std::clamp(numerator / squaredLength, 0.0, 1.0) : 0.0;
}

/// The nearest points of two segments, by their shares. C. Ericson: Real-Time Collision Detection, 5.1.9.
class NearestShares {
public:
    NearestShares(const Round& a, const Round& b)
        : a_(a),
          b_(b),
          between_(b.start - a.start),
          squaredA_(glm::dot(a.along, a.along)),
          squaredB_(glm::dot(b.along, b.along)),
          both_(glm::dot(a.along, b.along)),
          fromA_(glm::dot(a.along, between_)),
          fromB_(glm::dot(b.along, between_)) {
        if (!(squaredA_ + squaredB_ > 0.0)) {
            return;  // two points
        }
        // Of segments all but parallel the middle drowns in rounding, but then it costs next to nothing of
        // the distance: at a sine of 1e-8, where nothing is left of it, that much of their length.
        shareB = shareOfB(
            clampedShare(fromA_ * squaredB_ - both_ * fromB_, squaredA_ * squaredB_ - both_ * both_));
        shareA = shareOfA(shareB);
    }

    [[nodiscard]] glm::dvec3 fromAToB() const { return between_ + shareB * b_.along - shareA * a_.along; }
    [[nodiscard]] double squaredSize() const { return squaredA_ + squaredB_ + glm::dot(between_, between_); }

    double shareA = 0.0, shareB = 0.0;

private:
    [[nodiscard]] double shareOfA(double ofB) const { return clampedShare(fromA_ + ofB * both_, squaredA_); }
    [[nodiscard]] double shareOfB(double ofA) const { return clampedShare(ofA * both_ - fromB_, squaredB_); }

    const Round &a_, &b_;
    glm::dvec3 between_;
    double squaredA_, squaredB_, both_, fromA_, fromB_;
};

/// Kinds as of cores that are points or segments: an end is a vertex.
FeaturePair featuresOf(double shareA, double shareB) {
    const auto isEdge = [](double share) { return share > 0.0 && share < 1.0; };
    const auto index = [&](double share) { return std::uint32_t{share >= 1.0 ? 1u : 0u}; };
    const Kind kind = isEdge(shareA) ? (isEdge(shareB) ? Kind::Edges : Kind::EdgeAndVertex)
                                     : (isEdge(shareB) ? Kind::VertexAndEdge : Kind::Vertices);
    return {kind, index(shareA), index(shareB)};
}

template <class T>
std::optional<WorldSeparation<T>> separationOfRound(const ShapeRef& refA, const BasicPose<T>& poseA,
                                                    const ShapeRef& refB, const BasicPose<T>& poseB,
                                                    const SeparationQuery& query) {
    const glm::dvec3 origin(poseA.position);
    const Round a = roundOf(refA, poseA, origin), b = roundOf(refB, poseB, origin);
    const NearestShares nearest(a, b);
    const glm::dvec3 apart = nearest.fromAToB();
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * nearest.squaredSize())) {
        return std::nullopt;  // also where a pose is not a number
    }
    const double distance = std::sqrt(squared);
    WorldSeparation<T> result;
    result.separation = static_cast<float>(distance - a.radius - b.radius);
    if (double(result.separation) > query.limit) {
        return result;
    }
    const glm::dvec3 normal = apart / distance;
    result.normal = glm::vec3(normal);
    result.features = featuresOf(nearest.shareA, nearest.shareB);
    if (query.points == Points::Yes) {
        result.pointA = glm::vec<3, T>(origin + (a.start + nearest.shareA * a.along) + a.radius * normal);
        result.pointB = glm::vec<3, T>(origin + (b.start + nearest.shareB * b.along) - b.radius * normal);
    }
    return result;
}

}  // namespace

std::optional<WorldSeparation<float>> roundSeparation(ShapeRef a, const Pose& poseA, ShapeRef b,
                                                      const Pose& poseB, const SeparationQuery& query) {
    return separationOfRound(a, poseA, b, poseB, query);
}
std::optional<WorldSeparation<double>> roundSeparation(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                       const DPose& poseB, const SeparationQuery& query) {
    return separationOfRound(a, poseA, b, poseB, query);
}

}  // namespace sat3d::inline SAT3D_ABI
