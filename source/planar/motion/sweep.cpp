#include "math/directed_rounding.hpp"
#include "math/motion_contract.hpp"
#include "math/touching_gap.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/motion/planar_advancement.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// A shape that translates.
struct TranslatingShape {
    PlanarShapeRef shape;
    PlanarTransform toWorld;
    glm::dvec2 translation;
};

/// A vertex at the border of a compound.
struct BorderHit {
    double fraction = 0.0;
    glm::dvec2 normal{0.0};   ///< out of the compound, world frame
    glm::dvec2 point{0.0};    ///< world frame
    PlanarFeatures features;  ///< with the compound as A
    ChildPair children;
};

/// Returns the first entry of a vertex without radius into a compound, or nothing. A vertex moves like a ray.
/// Shapes without width can enter a compound exactly between two of its children, without a hit of either.
std::optional<BorderHit> firstBorderHit(const TranslatingShape& compound,
                                        const TranslatingShape& other) noexcept {
    std::optional<BorderHit> first;
    const glm::dvec2 offset = other.translation - compound.translation;
    const double length = glm::length(offset);
    if (compound.shape.kind() != PlanarShapeRef::Kind::Compound || !(length > 0.0)) {
        return first;
    }
    const PlanarTransform& frame = compound.toWorld;
    forEachConvex(other.shape, other.toWorld, [&](const ConvexChild& child) {
        const PlanarProxy core(child.shape, child.toFrame);
        for (std::uint32_t i = 0; core.isThin() && i < core.vertexCount(); ++i) {
            const glm::dvec2 vertex = core.toWorld() * core.vertex(i);
            const PlanarLine line{inFrame(frame, vertex), rotatedBack(frame.rotation, offset / length)};
            const auto chord = firstChordThrough(compound.shape.as<PlanarCompound>(), line);
            if (!chord || chord->entry.t < 0.0 ||
                !(chord->entry.t < (first ? first->fraction : 1.0) * length)) {
                continue;
            }
            const double fraction = chord->entry.t / length;
            first = {fraction,
                     rotatedBy(frame.rotation, chord->entry.normal),
                     vertex + fraction * other.translation,
                     {PlanarFeatures::Kind::EdgeA, chord->entry.edge, i},
                     {chord->entry.child, child.number}};
        }
    });
    return first;
}

/// Fractions that are closer than this are equal up to rounding.
constexpr double kSameFraction = 1e-9;

/// How far a circle moves at most.
double maxDisplacement(const PlanarPath& path, const glm::dvec2& center) {
    return std::min(std::abs(path.angle), 2.0) * glm::length(center - path.center);
}

/// How far a circle is from the center that it turns about: rounding moves it by a fraction of that.
double armOf(const PlanarPath& path, const glm::dvec2& center) {
    return path.angle == 0.0 ? 0.0 : glm::length(center - path.center);
}

/// The earliest impact of all pairs of children.
class ChildSweep {
public:
    ChildSweep(const PlanarShapes& shapes, const PlanarPath& pathA, const PlanarPath& pathB,
               const SweepOptions& options)
        : pathA_(pathA), pathB_(pathB), options_(options) {
        forEachConvex(shapes.a, shapes.poseA, [&](const ConvexChild& childA) {
            forEachConvex(shapes.b, shapes.poseB,
                          [&](const ConvexChild& childB) { sweepPair(childA, childB); });
        });
        if (pathA.angle == 0.0 && pathB.angle == 0.0) {
            enterBorders(shapes);
        }
    }

    [[nodiscard]] const std::optional<PlanarImpact>& first() const { return first_; }
    /// Radius of A's child that hits first.
    [[nodiscard]] double radiusA() const { return radiusA_; }

private:
    void sweepPair(const ConvexChild& childA, const ConvexChild& childB) {
        const BoundingCircle circleA = childA.circle(), circleB = childB.circle();
        if (areApart(circleA, circleB,
                     maxDisplacement(pathA_, circleA.center) + maxDisplacement(pathB_, circleB.center) +
                         double(options_.skin) + glm::length(pathB_.translation - pathA_.translation))) {
            return;
        }
        const PlanarProxy proxyA(childA.shape, childA.toFrame), proxyB(childB.shape, childB.toFrame);
        PlanarGap start;
        if (!findGap(proxyA, proxyB, relative(proxyA.toWorld(), proxyB.toWorld()),
                     std::numeric_limits<double>::infinity(), start)) {
            return;
        }
        const double path = glm::length(pathB_.translation - pathA_.translation);
        const double arms = armOf(pathA_, circleA.center) + armOf(pathB_, circleB.center);
        const ImpactLevel level{std::clamp(start.separation, 0.0, double(options_.skin)),
                                touchingGap(double(options_.tolerance), circleA.radius, circleB.radius,
                                            std::max(start.separation, 0.0) + path + arms)};
        const MovingProxy a{proxyA, pathA_}, b{proxyB, pathB_};
        const bool turns = pathA_.angle != 0.0 || pathB_.angle != 0.0;
        auto hit = turns ? planarAdvancement(a, b, level) : planarLinearCast(a, b, level);
        if (hit && (!first_ || hit->fraction < first_->fraction)) {
            hit->gap.children = {childA.number, childB.number};
            first_ = hit;
            radiusA_ = proxyA.radius();
        }
    }

    void enterBorders(const PlanarShapes& shapes) {
        const TranslatingShape a{shapes.a, shapes.poseA, pathA_.translation},
            b{shapes.b, shapes.poseB, pathB_.translation};
        takeBorderHit(firstBorderHit(a, b));
        auto hit = firstBorderHit(b, a);
        flip(hit);
        takeBorderHit(hit);
    }
    /// Takes an entry between two children that is earlier than all hits of children.
    void takeBorderHit(const std::optional<BorderHit>& hit) {
        if (hit && hit->fraction < (first_ ? first_->fraction : 1.0) - kSameFraction) {
            const PlanarGap gap{0.0, hit->normal, hit->point, hit->point, hit->features, hit->children};
            first_ = PlanarImpact{hit->fraction, gap, {}};
            radiusA_ = 0.0;
        }
    }

    PlanarPath pathA_, pathB_;
    SweepOptions options_;
    std::optional<PlanarImpact> first_;
    double radiusA_ = 0.0;
};

template <class T>
BasicPlanarSweep<T> resultOf(const PlanarImpact& impact, double radiusA) {
    const PlanarGap& gap = impact.gap;
    const glm::dvec2 middle = gap.pointA + (radiusA + 0.5 * gap.separation) * gap.normal;
    return {impact.converged ? SweepStatus::Hit : SweepStatus::NotConverged,
            roundedDown(impact.fraction),
            glm::vec2(rotatedBy(impact.aToWorld.rotation, gap.normal)),
            glm::vec<2, T>(impact.aToWorld * middle),
            gap.features,
            0.0f,
            gap.children};
}

template <class T>
BasicPlanarSweep<T> sweepInOrder(const PlanarPair<T>& pair, const PlanarMotion& motionA,
                                 const PlanarMotion& motionB, const SweepOptions& options) {
    if (overlaps(pair.a, pair.poseA, pair.b, pair.poseB)) {
        const BasicPlanarDistance<T> start = distance(pair.a, pair.poseA, pair.b, pair.poseB);
        const auto middle = T(0.5) * (start.pointA + start.pointB);
        return {SweepStatus::InitialOverlap, 0.0f,          start.normal, middle, start.features,
                -start.separation,           start.children};
    }
    const PlanarShapes shapes = shapesOf(pair);
    const auto pathOf = [](const PlanarTransform& pose, const PlanarMotion& motion) {
        return PlanarPath{pose * glm::dvec2(motion.localCenter), glm::dvec2(motion.translation),
                          double(motion.angle)};
    };
    const ChildSweep children(shapes, pathOf(shapes.poseA, motionA), pathOf(shapes.poseB, motionB), options);
    const auto& first = children.first();
    return first ? resultOf<T>(*first, children.radiusA()) : BasicPlanarSweep<T>{};
}

}  // namespace

template <class T>
BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                          const std::type_identity_t<BasicPlanarPose<T>>& poseB, const PlanarMotion& motionA,
                          const PlanarMotion& motionB, const SweepOptions& options) {
    assertSound(options);
    SAT3D_ASSERT(isFinite(motionA) && isFinite(motionB), "a motion must be finite");
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (!isUsable(pair) || !isFinite(motionA) || !isFinite(motionB)) {
        return {};
    }
    return inOrder(orderOf(pair).swaps, pair, [&](const PlanarPair<T>& ordered) {
        return ordered.isSwapped ? sweepInOrder(ordered, motionB, motionA, options)
                                 : sweepInOrder(ordered, motionA, motionB, options);
    });
}

template SAT3D_API PlanarSweep sweep(PlanarShapeRef, const PlanarPose&, PlanarShapeRef, const PlanarPose&,
                                     const PlanarMotion&, const PlanarMotion&, const SweepOptions&);
template SAT3D_API DPlanarSweep sweep(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef, const DPlanarPose&,
                                      const PlanarMotion&, const PlanarMotion&, const SweepOptions&);

}  // namespace sat3d::SAT3D_ABI
