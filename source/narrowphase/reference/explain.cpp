#include "math/compose.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Records every step of planeSat() in world axes.
class Recorder final : public PlaneSatObserver {
public:
    Recorder(const glm::dmat3& toWorld, Explanation& explanation)
        : toWorld_(toWorld), explanation_(explanation) {}

    void onPlane(const ProjectedPair& plane) override {
        PlaneReport report;
        report.source = plane.source;
        report.index = plane.index;
        report.direction = toWorld_ * plane.direction;
        report.tangentU = toWorld_ * plane.tangentU;
        report.tangentV = toWorld_ * plane.tangentV;
        report.projectedHullA.assign(plane.projectedHullA.begin(), plane.projectedHullA.end());
        report.projectedHullB.assign(plane.projectedHullB.begin(), plane.projectedHullB.end());
        addEdgeAxes(report, report.projectedHullA, 1.0);
        addEdgeAxes(report, report.projectedHullB, -1.0);
        const std::size_t axesBefore = plane.best.isEdgeOfA ? 0 : report.projectedHullA.size();
        report.best = static_cast<std::uint32_t>(axesBefore + plane.best.edge);
        explanation_.planes.push_back(std::move(report));
    }

    void onFaceAxis(const ProjectedAxis& axis) override {
        explanation_.faceAxes.push_back(reportOf(toWorld_ * axis.normalAToB, axis.a, axis.b));
    }

private:
    static AxisReport reportOf(const glm::dvec3& normalAToB, const Interval& a, const Interval& b) {
        return {normalAToB, a.min, a.max, b.min, b.max, b.min - a.max};
    }

    /// Adds the edge normals of a 2D hull as axes. @param side  +1 for A, whose normals point to B; -1 for B
    static void addEdgeAxes(PlaneReport& report, const std::vector<glm::dvec2>& hull, double side) {
        for (std::size_t i = 0; i < hull.size(); ++i) {
            const glm::dvec2 along = hull[(i + 1) % hull.size()] - hull[i];
            const glm::dvec2 normal = side * glm::dvec2(along.y, -along.x) / glm::length(along);
            report.axes.push_back(reportOf(normal.x * report.tangentU + normal.y * report.tangentV,
                                           intervalAlong<2>(normal, report.projectedHullA),
                                           intervalAlong<2>(normal, report.projectedHullB)));
        }
    }

    glm::dmat3 toWorld_;
    Explanation& explanation_;
};

void flip(AxisReport& axis) {
    axis = {-axis.normalAToB, -axis.maxB, -axis.minB, -axis.maxA, -axis.minA, axis.separation};
}

void flip(PlaneReport& plane) {
    using Source = PlaneReport::Source;
    constexpr Source kFlipped[] = {Source::EdgeOfB, Source::EdgeOfA, Source::FaceOfB, Source::FaceOfA};
    const std::size_t ofA = plane.projectedHullA.size(), ofB = plane.projectedHullB.size();
    plane.source = kFlipped[static_cast<std::size_t>(plane.source)];
    std::swap(plane.projectedHullA, plane.projectedHullB);
    std::rotate(plane.axes.begin(), plane.axes.begin() + static_cast<std::ptrdiff_t>(ofA), plane.axes.end());
    plane.best = static_cast<std::uint32_t>(plane.best < ofA ? plane.best + ofB : plane.best - ofA);
    std::for_each(plane.axes.begin(), plane.axes.end(), [](AxisReport& axis) { flip(axis); });
}

/// Explains a pair of hulls.
/// @param pair  in the canonical order
Explanation explainInOrder(const PosedHulls<double>& pair, const ExplainOptions& options) {
    const RigidTransform aInWorld = localToWorld(pair.poseA), bInA = poseBInA(pair.poseA, pair.poseB);
    Explanation explanation;
    explanation.origin =
        aInWorld.rotation * glm::dvec3(pair.a.boundingSphere().center) + aInWorld.translation;
    const SphereSeparation spheres = sphereSeparation(pair.a, pair.b, bInA);
    explanation.sphereGap = spheres.separation;
    const bool apart = !(spheres.separation < 0.0);  // also for NaN
    if (apart && (options.earlyOut || !std::isfinite(spheres.separation))) {
        explanation.rejectedByBoundingSpheres = true;
        explanation.normalAToB = aInWorld.rotation * spheres.normalAToB;
        explanation.separation = spheres.separation;
        return explanation;
    }
    Recorder recorder(aInWorld.rotation, explanation);
    const PlaneSatResult best = planeSat(pair.a, pair.b, bInA, options.planes, &recorder);
    explanation.bestPlane = best.bestPlane;
    explanation.bestFaceAxis = best.bestFaceAxis;
    explanation.normalAToB = aInWorld.rotation * best.normalAToB;
    explanation.separation = best.separation;
    explanation.features = best.features;
    return explanation;
}

/// A shape as a hull. A Box is the hull of its vertices; shapes of other types have none.
struct ShapeAsHull {
    std::optional<ConvexHull> hull;
    DPose pose;
    bool isBox;

    ShapeAsHull(ShapeRef shape, const DPose& poseOfShape)
        : pose(poseOfShape), isBox(shape.kind() == ShapeRef::Kind::Box) {
        if (shape.kind() == ShapeRef::Kind::ConvexHull) {
            hull = shape.hull();
        } else if (isBox) {
            if (auto box = ConvexHull::box(shape.box().halfExtents)) {  // fails for a flat box
                hull = *std::move(box);
            }
            pose = composed(poseOfShape, {shape.box().center, shape.box().rotation});
        }
    }

    /// Converts the index of a feature in the hull to its index in the shape.
    /// @param own, other  the kind of features with a face of this hull, and the kind with a face of the
    /// other hull
    [[nodiscard]] std::uint32_t indexInShape(std::uint32_t index, FeaturePair::Kind kind,
                                             FeaturePair::Kind own, FeaturePair::Kind other) const {
        using KernelBox = detail::KernelHull::Box;
        const auto& box = hull->data().kernel.box;
        if (!isBox || !box) {
            return index;
        }
        const auto first = box->names.begin() + (kind == own     ? KernelBox::kFaces
                                                 : kind == other ? 0
                                                                 : KernelBox::kEdges);
        return static_cast<std::uint32_t>(std::find(first, box->names.end(), index) - first);
    }
};

}  // namespace

/// Outside of the unnamed namespace, so that inCanonicalOrder() finds it.
static void flip(Explanation& explanation) {
    std::for_each(explanation.planes.begin(), explanation.planes.end(),
                  [](PlaneReport& plane) { flip(plane); });
    std::for_each(explanation.faceAxes.begin(), explanation.faceAxes.end(),
                  [](AxisReport& axis) { flip(axis); });
    explanation.normalAToB = -explanation.normalAToB;
    flip(explanation.features);
}

std::optional<Penetration> Explanation::penetration() const {
    return toPenetration(normalAToB, separation, features);
}

template <class T>
Explanation explain(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                    const std::type_identity_t<BasicPose<T>>& poseB, const ExplainOptions& options) {
    Explanation explanation;
    if (!isUsable(PosedPair<T>{a, poseA, b, poseB})) {
        explanation.sphereGap = explanation.separation = std::numeric_limits<double>::infinity();
        return explanation;
    }
    const ShapeAsHull hullA(a, inDouble(poseA)), hullB(b, inDouble(poseB));
    if (hullA.hull && hullB.hull) {
        explanation = inCanonicalOrder(PosedHulls<double>{*hullA.hull, hullA.pose, *hullB.hull, hullB.pose},
                                       [&](const auto& ordered) { return explainInOrder(ordered, options); });
        if (!explanation.rejectedByBoundingSpheres) {
            using enum FeaturePair::Kind;
            auto& [kind, ofA, ofB] = explanation.features;
            ofA = hullA.indexInShape(ofA, kind, FaceA, FaceB);
            ofB = hullB.indexInShape(ofB, kind, FaceB, FaceA);
        }
    } else {
        const auto answer = distance(a, poseA, b, poseB);
        explanation.normalAToB = answer.normal;
        explanation.separation = answer.separation;
        explanation.features = answer.features;
    }
    return explanation;
}
template SAT3D_API Explanation explain(ShapeRef, const Pose&, ShapeRef, const Pose&, const ExplainOptions&);
template SAT3D_API Explanation explain(ShapeRef, const DPose&, ShapeRef, const DPose&, const ExplainOptions&);

}  // namespace sat3d::inline SAT3D_ABI
