#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/composite/child.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

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

/// Returns the closest points of two lines that are not parallel, on segments, in the order p, q.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
std::array<glm::dvec3, 2> nearestOnSegments(const glm::dvec3& p0, const glm::dvec3& p1, const glm::dvec3& q0,
                                            const glm::dvec3& q1) {
    const glm::dvec3 p = p1 - p0, q = q1 - q0, between = p0 - q0;
    const double pp = glm::dot(p, p), qq = glm::dot(q, q), pq = glm::dot(p, q);
    const double onP = (pq * glm::dot(q, between) - qq * glm::dot(p, between)) / (pp * qq - pq * pq);
    const glm::dvec3 closest = p0 + p * std::clamp(onP, 0.0, 1.0);
    return {closest, q0 + q * closestSegmentParameter(q0, q1, closest)};
}

/// The vertices of a feature in the world.
/// @param shape  a Polytope or a ConvexProxy, which has the features of a round shape's core
/// @param face   the kind of features with a face of this shape
/// @param edge   the kind of features with an edge of this shape and a vertex of the other one
template <class AnyShape>
std::vector<glm::dvec3> featurePoints(const AnyShape& shape, FeaturePair::Kind kind, FeaturePair::Kind face,
                                      FeaturePair::Kind edge, std::uint32_t index) {
    std::vector<glm::dvec3> points;
    if (kind == face) {
        for (const std::uint32_t vertex : shape.faceVertices(index)) {
            points.push_back(shape.vertex(vertex));
        }
    } else if (kind == edge || kind == FeaturePair::Kind::EdgeEdge) {
        const auto [from, to] = shape.edge(index);
        points = {shape.vertex(from), shape.vertex(to)};
    } else {
        points = {shape.vertex(index)};
    }
    return points;
}

/// The features of a polytope in the world.
class PolytopeInWorld {
public:
    explicit PolytopeInWorld(const PosedPolytope& posed)
        : polytope_(*posed.polytope()), toWorld_(localToWorld(posed.pose())) {}

    [[nodiscard]] auto faceVertices(std::uint32_t face) const { return polytope_.faceVertices(face); }
    [[nodiscard]] const auto& edge(std::uint32_t edge) const { return polytope_.edges[edge].vertices; }
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t vertex) const {
        return toWorld_.rotation * glm::dvec3(polytope_.vertices[vertex]) + toWorld_.translation;
    }

private:
    const Polytope& polytope_;
    RigidTransform toWorld_;
};

template <class ShapeOfA, class ShapeOfB>
void addFeatures(const ShapeOfA& a, const ShapeOfB& b, Explanation& explanation) {
    using enum FeaturePair::Kind;
    const auto& [kind, ofA, ofB] = explanation.features;
    explanation.featureA = featurePoints(a, kind, FaceA, EdgeVertex, ofA);
    explanation.featureB = featurePoints(b, kind, FaceB, VertexEdge, ofB);
}

/// The plane of a half-space is infinite: it has no vertices.
struct NoVertices {
    static std::array<std::uint32_t, 0> faceVertices(std::uint32_t) { return {}; }
    static std::array<std::uint32_t, 2> edge(std::uint32_t) { return {}; }
    static glm::dvec3 vertex(std::uint32_t) { return glm::dvec3(0.0); }
};

/// Calls with the vertices of a shape that is not composite, in the world.
template <class Use>
void withVertices(const Child& child, const Use& use) {
    if (child.shape().kind() == ShapeRef::Kind::HalfSpace) {
        use(NoVertices{});
    } else {
        use(ConvexProxy(child.shape(), localToWorld(child.pose())));
    }
}

/// Adds the points where the features of the best axis meet. An axis is that of a face or of two edges.
void addPoints(Explanation& explanation) {
    const glm::dvec3 across = explanation.normalAToB * explanation.separation;
    const auto &a = explanation.featureA, &b = explanation.featureB;
    switch (explanation.features.kind) {
        case FeaturePair::Kind::FaceA:
            explanation.pointB = b[0];
            explanation.pointA = explanation.pointB - across;
            break;
        case FeaturePair::Kind::FaceB:
            explanation.pointA = a[0];
            explanation.pointB = explanation.pointA + across;
            break;
        default: {
            const auto points = nearestOnSegments(a[0], a[1], b[0], b[1]);
            explanation.pointA = points[0];
            explanation.pointB = points[1];
        }
    }
}

/// Explains two polytopes.
Explanation explainPolytopes(const PosedPolytope& posedA, const PosedPolytope& posedB,
                             const ExplainOptions& options) {
    const Polytope &a = *posedA.polytope(), &b = *posedB.polytope();
    const RigidTransform aInWorld = localToWorld(posedA.pose()),
                         bInA = poseBInA(posedA.pose(), posedB.pose());
    Explanation explanation;
    explanation.origin = aInWorld.rotation * glm::dvec3(a.boundingSphere.center) + aInWorld.translation;
    const SphereSeparation spheres = sphereSeparation(a, b, bInA);
    explanation.sphereGap = spheres.separation;
    const bool apart = !(spheres.separation < 0.0);  // also for NaN
    if (apart && (options.earlyOut || !std::isfinite(spheres.separation))) {
        explanation.rejectedByBoundingSpheres = true;
        explanation.normalAToB = aInWorld.rotation * spheres.normalAToB;
        explanation.separation = spheres.separation;
        return explanation;
    }
    Recorder recorder(aInWorld.rotation, explanation);
    const PlaneSatResult best = planeSat(a, b, bInA, options.planes, &recorder);
    explanation.bestPlane = best.bestPlane;
    explanation.bestFaceAxis = best.bestFaceAxis;
    explanation.normalAToB = aInWorld.rotation * best.normalAToB;
    explanation.separation = best.separation;
    explanation.features = best.features;
    addFeatures(PolytopeInWorld(posedA), PolytopeInWorld(posedB), explanation);
    addPoints(explanation);
    return explanation;
}

/// @param pair  in the canonical order: a triangle is B
Explanation explainInOrder(const PosedPair<double>& pair, const ExplainOptions& options) {
    const PosedPolytope a(pair.a, pair.poseA), b(pair.b, pair.poseB);
    Explanation explanation = explainPolytopes(a, b, options);
    if (pair.b.kind() == ShapeRef::Kind::Triangle && pair.b.triangle().sides == Sides::Front) {
        const glm::dvec3 front = localToWorld(b.pose()).rotation * b.polytope()->faces[0].plane.normal;
        if (explanation.overlapping() && glm::dot(explanation.normalAToB, front) > kAlongPlane) {
            constexpr double kDepth = 4.0;  // in radii of A, whose center is in front: no push leads through
            const double depth = kDepth * double(a.polytope()->boundingSphere.radius);
            explanation = explainPolytopes(a, PosedPolytope(pair.b, pair.poseB, depth), options);
            explanation.prismDepth = depth;
        }
    }
    return explanation;
}

}  // namespace

/// Outside of the unnamed namespace, so that inCanonicalOrder() finds it.
static void flip(Explanation& explanation) {
    std::for_each(explanation.planes.begin(), explanation.planes.end(),
                  [](PlaneReport& plane) { flip(plane); });
    std::for_each(explanation.faceAxes.begin(), explanation.faceAxes.end(),
                  [](AxisReport& axis) { flip(axis); });
    explanation.normalAToB = -explanation.normalAToB;
    flip(explanation.features);
    std::swap(explanation.featureA, explanation.featureB);
    std::swap(explanation.pointA, explanation.pointB);
}

namespace {

/// Explains two children, or whole shapes that are not composite.
Explanation explainChildren(const Child& a, const Child& b, const ExplainOptions& options) {
    const auto isPolytope = [](const Child& child) {
        return PosedPolytope(child.shape(), child.pose()).polytope().has_value();
    };
    if (isPolytope(a) && isPolytope(b)) {
        return inCanonicalOrder(PosedPair<double>{a.shape(), a.pose(), b.shape(), b.pose()},
                                [&](const auto& ordered) { return explainInOrder(ordered, options); });
    }
    Explanation explanation;
    const DDistance answer = distance(a.shape(), a.pose(), b.shape(), b.pose());
    explanation.normalAToB = answer.normal;
    explanation.separation = answer.separation;
    explanation.features = answer.features;
    explanation.pointA = explanation.origin = answer.pointA;
    explanation.pointB = answer.pointB;
    if (std::isfinite(answer.separation)) {
        withVertices(a, [&](const auto& ofA) {
            withVertices(b, [&](const auto& ofB) { addFeatures(ofA, ofB, explanation); });
        });
    }
    return explanation;
}

}  // namespace

std::optional<Penetration> Explanation::penetration() const {
    return toPenetration(normalAToB, separation, features);
}

template <class T>
Explanation explain(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                    const std::type_identity_t<BasicPose<T>>& poseB, const ExplainOptions& options) {
    const auto nothing = [](const ChildPair& children) {
        Explanation explanation;
        explanation.sphereGap = explanation.separation = std::numeric_limits<double>::infinity();
        explanation.children = children;
        return explanation;
    };
    ChildPair children{options.childA.value_or(0), options.childB.value_or(0)};
    if (!isUsable(PosedPair<T>{a, poseA, b, poseB})) {
        return nothing(children);
    }
    const DPose inWorldA = inDouble(poseA), inWorldB = inDouble(poseB);
    if ((a.isComposite() && !options.childA) || (b.isComposite() && !options.childB)) {
        const Child partA(a, inWorldA, options.childA), partB(b, inWorldB, options.childB);
        const DDistance answer = distance(partA.shape(), partA.pose(), partB.shape(), partB.pose());
        children = {options.childA.value_or(answer.children.a), options.childB.value_or(answer.children.b)};
        if (!std::isfinite(answer.separation)) {
            return nothing(children);
        }
    }
    const Child childA(a, inWorldA, children.a), childB(b, inWorldB, children.b);
    Explanation explanation = explainChildren(childA, childB, options);
    explanation.children = children;
    return explanation;
}
template SAT3D_API Explanation explain(ShapeRef, const Pose&, ShapeRef, const Pose&, const ExplainOptions&);
template SAT3D_API Explanation explain(ShapeRef, const DPose&, ShapeRef, const DPose&, const ExplainOptions&);

}  // namespace sat3d::SAT3D_ABI
