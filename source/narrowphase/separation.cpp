#include "narrowphase/separation.hpp"

#include "narrowphase/core_distance.hpp"
#include "narrowphase/core_sat.hpp"
#include "narrowphase/hull_hull.hpp"
#include "narrowphase/pair_order.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;
using Kind = ShapeRef::Kind;

/// Overlapping cores are pulled apart by this fraction of size to find the points where they would touch.
constexpr double kPull = 1e-3;

/// About the middle of a shape, in its own frame: where the frame of a pair begins.
glm::dvec3 middleOf(const ShapeRef& shape) {
    switch (shape.kind()) {
        case Kind::Sphere:
            return glm::dvec3(shape.sphere().center);
        case Kind::Capsule:
            return 0.5 * (glm::dvec3(shape.capsule().start) + glm::dvec3(shape.capsule().end));
        case Kind::Box:
            return glm::dvec3(shape.box().center);
        default:
            return glm::dvec3(shape.hull().boundingSphere().center);
    }
}

/// The gap between the balls around two shapes: never more than between the shapes.
double ballGap(const CoreShape& a, const CoreShape& b) {
    return glm::length(b.center() - a.center()) - a.coreReach() - b.coreReach() - a.radius() - b.radius();
}

/// Two shapes in the library's order, brought together. The frame of the pair: A's axes, from A's middle, so
/// that neither a far-off world position nor a far-off model origin costs digits. A half-space is always B.
template <class T>
class PosedPair {
public:
    PosedPair(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB)
        : refA_(a),
          refB_(b),
          poseA_(poseA),
          poseB_(poseB),
          middle_(middleOf(a)),
          aToWorld_(localToWorld(poseA)),
          bInPair_(poseBInA(poseA, poseB)),
          a_(a, {glm::dmat3(1.0), -middle_}) {
        bInPair_.translation -= middle_;
    }

    /// Nothing where the pair is farther apart than the limit.
    [[nodiscard]] WorldSeparation<T> answer(const SeparationQuery& query) const {
        if (refB_.kind() == Kind::HalfSpace) {
            return toWorld(ofHalfSpace(refB_.halfSpace()));
        }
        const CoreShape b(refB_, bInPair_);
        if (ballGap(a_, b) > query.limit) {
            return {};
        }
        if (refA_.kind() == Kind::ConvexHull && refB_.kind() == Kind::ConvexHull) {
            return ofHulls(b, query.points);
        }
        return toWorld(separationOf(a_, b, query.points));
    }

private:
    [[nodiscard]] Separation ofHalfSpace(const HalfSpace& halfSpace) const {
        const glm::dvec3 normal = bInPair_.rotation * glm::normalize(glm::dvec3(halfSpace.normal));
        return separationOf(a_, normal, double(halfSpace.offset) + glm::dot(normal, bInPair_.translation));
    }

    /// The fast kernels decide whether hulls overlap, and how deeply.
    [[nodiscard]] WorldSeparation<T> ofHulls(const CoreShape& b, Points points) const {
        Separation result;
        const auto hit = penetration(refA_.hull(), poseA_, refB_.hull(), poseB_);
        if (hit) {
            result = {-double(hit->depth),
                      glm::transpose(aToWorld_.rotation) * glm::normalize(glm::dvec3(hit->normal)),
                      hit->features,
                      {},
                      {}};
        } else if (const CoreDistance apart = coreDistance(a_, b); apart.distance > 0.0) {
            result = {apart.distance, apart.normalAToB, apart.features, apart.onA, apart.onB};
        } else {
            result = touchingHulls(b);
        }
        if (points == Points::Yes && !(result.separation > 0.0)) {
            addPoints(a_, b, result);
        }
        WorldSeparation<T> answer = toWorld(result);
        if (hit) {
            answer.normal = hit->normal;
            answer.separation = -hit->depth;
        }
        return answer;
    }

    /// Nearer than distances can tell: any axis that separates will do.
    [[nodiscard]] Separation touchingHulls(const CoreShape& b) const {
        Separation result;
        result.normalAToB = separatingAxis(refA_.hull(), poseA_, refB_.hull(), poseB_);
        result.features = {FeaturePair::Kind::Vertices, a_.support(result.normalAToB),
                           b.support(-result.normalAToB)};
        return result;
    }

    [[nodiscard]] WorldSeparation<T> toWorld(const Separation& inPair) const {
        const auto point = [&](const glm::dvec3& local) {
            return glm::vec<3, T>(aToWorld_.rotation * (local + middle_) + aToWorld_.translation);
        };
        return {static_cast<float>(inPair.separation), glm::vec3(aToWorld_.rotation * inPair.normalAToB),
                inPair.features, point(inPair.pointA), point(inPair.pointB)};
    }

    ShapeRef refA_, refB_;
    const BasicPose<T>&poseA_, &poseB_;
    glm::dvec3 middle_;
    RigidTransform aToWorld_, bInPair_;
    CoreShape a_;
};

template <class T>
WorldSeparation<T> inWorld(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const SeparationQuery& query) {
    if (!comesSecond(a, poseA, b, poseB)) {
        return PosedPair<T>(a, poseA, b, poseB).answer(query);
    }
    WorldSeparation<T> answer = PosedPair<T>(b, poseB, a, poseA).answer(query);
    answer.normal = -answer.normal;
    answer.features = turnedRound(answer.features);
    std::swap(answer.pointA, answer.pointB);
    return answer;
}

}  // namespace

Separation separationOf(const CoreShape& a, const CoreShape& b, Points points) noexcept {
    const double radii = a.radius() + b.radius();
    const CoreDistance apart = coreDistance(a, b);
    if (apart.distance > 0.0) {
        return {apart.distance - radii, apart.normalAToB, apart.features,
                apart.onA + a.radius() * apart.normalAToB, apart.onB - b.radius() * apart.normalAToB};
    }
    const CoreAxis axis = coreSat(a, b);
    Separation result{axis.separation - radii, axis.normalAToB, axis.features, {}, {}};
    if (points == Points::Yes) {
        addPoints(a, b, result);
    }
    return result;
}

void addPoints(const CoreShape& a, const CoreShape& b, Separation& separation) noexcept {
    // B pulled straight out stays nearest to A along the normal, in the points where it would touch.
    const glm::dvec3& normal = separation.normalAToB;
    const double coreSeparation = separation.separation + a.radius() + b.radius();
    CoreShape pulled = b;
    pulled.move(normal * (kPull * sizeOf(a, b) - coreSeparation));
    const CoreDistance apart = coreDistance(a, pulled);
    const glm::dvec3 onCore = apart.distance > 0.0 ? apart.onA : a.vertex(a.support(normal));
    separation.pointA = onCore + a.radius() * normal;
    separation.pointB = separation.pointA + separation.separation * normal;
}

Separation separationOf(const CoreShape& a, const glm::dvec3& normal, double offset) noexcept {
    const std::uint32_t vertex = a.support(-normal);
    Separation result;
    result.pointA = a.vertex(vertex) - a.radius() * normal;
    result.separation = glm::dot(normal, result.pointA) - offset;
    result.normalAToB = -normal;
    result.pointB = result.pointA - result.separation * normal;
    result.features = {FeaturePair::Kind::FaceOfB, vertex, 0};
    return result;
}

WorldSeparation<float> separationInWorld(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                         const SeparationQuery& query) {
    return inWorld(a, poseA, b, poseB, query);
}
WorldSeparation<double> separationInWorld(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                          const SeparationQuery& query) {
    return inWorld(a, poseA, b, poseB, query);
}

}  // namespace sat3d::inline SAT3D_ABI
