#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"

#include <sat3d/narrowphase/explain.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Writes down what planeSat looks at, in world axes.
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
        report.outlineA.assign(plane.outlineA.begin(), plane.outlineA.end());
        report.outlineB.assign(plane.outlineB.begin(), plane.outlineB.end());
        addEdgeAxes(report, report.outlineA, 1.0);
        addEdgeAxes(report, report.outlineB, -1.0);
        const std::size_t before = plane.best.edgeOfA ? 0 : report.outlineA.size();
        report.best = static_cast<std::uint32_t>(before + plane.best.edge);
        explanation_.planes.push_back(std::move(report));
    }

    void onFaceAxis(const ProjectedAxis& axis) override {
        explanation_.faceAxes.push_back(reportOf(toWorld_ * axis.normalAToB, axis.a, axis.b));
    }

private:
    static AxisReport reportOf(const glm::dvec3& normalAToB, const Interval& a, const Interval& b) {
        return {normalAToB, a.min, a.max, b.min, b.max, b.min - a.max};
    }

    /// The normals of an outline's edges. @param side  +1 for A, whose normals point to B; -1 for B.
    static void addEdgeAxes(PlaneReport& report, const std::vector<glm::dvec2>& outline, double side) {
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const glm::dvec2 along = outline[(i + 1) % outline.size()] - outline[i];
            const glm::dvec2 normal = side * glm::dvec2(along.y, -along.x) / glm::length(along);
            report.axes.push_back(reportOf(normal.x * report.tangentU + normal.y * report.tangentV,
                                           intervalAlong<2>(normal, report.outlineA),
                                           intervalAlong<2>(normal, report.outlineB)));
        }
    }

    glm::dmat3 toWorld_;
    Explanation& explanation_;
};

PlaneReport::Source turnedRound(PlaneReport::Source source) {
    using Source = PlaneReport::Source;
    switch (source) {
        case Source::EdgeOfA:
            return Source::EdgeOfB;
        case Source::EdgeOfB:
            return Source::EdgeOfA;
        case Source::FaceOfA:
            return Source::FaceOfB;
        case Source::FaceOfB:
            break;
    }
    return Source::FaceOfA;
}

void turnRound(AxisReport& axis) {
    axis = {-axis.normalAToB, -axis.maxB, -axis.minB, -axis.maxA, -axis.minA, axis.separation};
}

void turnRound(PlaneReport& plane) {
    const std::size_t ofA = plane.outlineA.size(), ofB = plane.outlineB.size();
    plane.source = turnedRound(plane.source);
    std::swap(plane.outlineA, plane.outlineB);
    std::rotate(plane.axes.begin(), plane.axes.begin() + static_cast<std::ptrdiff_t>(ofA), plane.axes.end());
    plane.best = static_cast<std::uint32_t>(plane.best < ofA ? plane.best + ofB : plane.best - ofA);
    std::for_each(plane.axes.begin(), plane.axes.end(), [](AxisReport& axis) { turnRound(axis); });
}

/// The explanation of (a, b) from that of (b, a).
void turnRound(Explanation& explanation) {
    for (PlaneReport& plane : explanation.planes) {
        turnRound(plane);
    }
    for (AxisReport& axis : explanation.faceAxes) {
        turnRound(axis);
    }
    explanation.normalAToB = -explanation.normalAToB;
    explanation.features = turnedRound(explanation.features);
}

/// The pair in the order given, which is the one that comesSecond asks for.
template <class T>
Explanation explainInOrder(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                           const BasicPose<T>& poseB, const ExplainOptions& options) {
    const RigidTransform aInWorld = localToWorld(poseA);
    const RigidTransform bInA = poseBInA(poseA, poseB);
    Explanation explanation;
    explanation.origin = aInWorld.rotation * glm::dvec3(a.boundingSphere().center) + aInWorld.translation;
    const SphereSeparation spheres = sphereSeparation(a, b, bInA);
    explanation.sphereGap = spheres.separation;
    const bool apart = !(spheres.separation < 0.0);  // also where a pose is not a number
    if (apart && (options.earlyOut || !std::isfinite(spheres.separation))) {
        explanation.stoppedAtSpheres = true;
        explanation.normalAToB = aInWorld.rotation * spheres.normalAToB;
        explanation.separation = spheres.separation;
        return explanation;
    }
    Recorder recorder(aInWorld.rotation, explanation);
    const PlaneSatResult best = planeSat(a, b, bInA, options.planes, &recorder);
    explanation.winningPlane = best.winningPlane;
    explanation.winningFaceAxis = best.winningFaceAxis;
    explanation.normalAToB = aInWorld.rotation * best.normalAToB;
    explanation.separation = best.separation;
    explanation.features = best.features;
    return explanation;
}

template <class T>
Explanation explainInEitherOrder(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                                 const BasicPose<T>& poseB, const ExplainOptions& options) {
    if (!comesSecond(a, poseA, b, poseB)) {
        return explainInOrder(a, poseA, b, poseB, options);
    }
    Explanation explanation = explainInOrder(b, poseB, a, poseA, options);
    turnRound(explanation);
    return explanation;
}

}  // namespace

std::optional<Penetration> Explanation::penetration() const {
    return toPenetration(normalAToB, separation, features);
}

Explanation explain(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB,
                    const ExplainOptions& options) {
    return explainInEitherOrder(a, poseA, b, poseB, options);
}
Explanation explain(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB,
                    const ExplainOptions& options) {
    return explainInEitherOrder(a, poseA, b, poseB, options);
}

}  // namespace sat3d::inline SAT3D_ABI
