#include "geometry/primitives/fan_search.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/edges_beside.hpp"
#include "narrowphase/kernels/hull/support_vertex.hpp"
#include "narrowphase/pair/clearly_apart.hpp"
#include "narrowphase/pair/flip.hpp"
#include "narrowphase/separation/kernel_answers.hpp"
#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

using sat3d::areSpheresApart;

/// A hull in its own axes, around the kernel's center.
class ExactHull {
public:
    explicit ExactHull(const ConvexHull& hull)
        : hull_(hull), mesh_(hull.data().mesh), center_(kernel().center) {}

    [[nodiscard]] const KernelHull& kernel() const { return hull_.data().kernel; }
    /// The center and the radius of the bounding sphere.
    [[nodiscard]] glm::dvec3 middle() const {
        return glm::dvec3(hull_.data().boundingSphere.center) - center_;
    }
    [[nodiscard]] double radius() const { return double{hull_.data().boundingSphere.radius}; }
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t i) const { return glm::dvec3(mesh_.vertices[i]) - center_; }
    [[nodiscard]] std::uint32_t support(const glm::dvec3& direction) const {
        return supportVertex(hull_, direction);
    }
    [[nodiscard]] std::span<const std::uint32_t> loop(std::uint32_t face) const {
        return mesh_.verticesOfFace(face);
    }
    [[nodiscard]] Plane plane(std::uint32_t face) const {
        const Plane& plane = mesh_.faces[face].plane;
        return {plane.normal, plane.offset - glm::dot(plane.normal, center_)};
    }
    /// The ends of an edge with a number of the kernel.
    [[nodiscard]] std::array<std::uint32_t, 2> edge(std::uint32_t i) const {
        const auto& [from, to] = mesh_.edges[kernel().edgeIds[i]].vertices;
        return {from, to};
    }
    [[nodiscard]] std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(mesh_.edges.size()); }
    [[nodiscard]] std::uint32_t faceId(std::uint32_t face) const { return kernel().faceIds[face]; }

private:
    const ConvexHull& hull_;
    const HullView& mesh_;
    glm::dvec3 center_;
};

/// A box in its own axes, around its center.
class ExactBox {
public:
    explicit ExactBox(const KernelHull& box) : box_(box) {}

    [[nodiscard]] const KernelHull& kernel() const { return box_; }
    [[nodiscard]] static glm::dvec3 middle() { return glm::dvec3(0.0); }
    [[nodiscard]] double radius() const { return glm::length(vertex(7)); }
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t i) const {
        const auto side = [&](std::uint32_t axis) {
            const double half{box_.box->halfExtents[axis]};
            return (i >> axis & 1u) != 0 ? half : -half;
        };
        return {side(0), side(1), side(2)};
    }
    [[nodiscard]] static std::uint32_t support(const glm::dvec3& direction) {
        return (direction.x > 0.0 ? 1u : 0u) | (direction.y > 0.0 ? 2u : 0u) | (direction.z > 0.0 ? 4u : 0u);
    }
    [[nodiscard]] static std::span<const std::uint32_t> loop(std::uint32_t face) {
        return kBoxFaceVertices[face];
    }
    [[nodiscard]] Plane plane(std::uint32_t face) const {
        glm::dvec3 normal(0.0);
        normal[static_cast<int>(face / 2)] = face % 2 == 1 ? 1.0 : -1.0;
        return {normal, double{box_.box->halfExtents[face / 2]}};
    }
    [[nodiscard]] static std::array<std::uint32_t, 2> edge(std::uint32_t i) { return endsOfBoxEdge(i); }
    [[nodiscard]] static std::uint32_t faceId(std::uint32_t face) { return face; }
    [[nodiscard]] static std::uint32_t edgeCount() { return 12; }

private:
    const KernelHull& box_;
};

/// Whether a point lies over a face.
/// @param up  the normal of the face
template <class Core>
bool isOver(const Core& core, std::uint32_t face, const glm::dvec3& up, const glm::dvec3& point) {
    const std::span<const std::uint32_t> loop = core.loop(face);
    const glm::dvec3 first = core.vertex(loop[0]), across = glm::cross(point - first, up);
    const auto isLeftOf = [&](std::size_t corner) {  // of the line from the first corner
        return glm::dot(core.vertex(loop[corner]) - first, across) >= 0.0;
    };
    const std::size_t last = loop.size() - 1;
    if (!isLeftOf(1) || isLeftOf(last)) {
        return false;
    }
    const std::size_t i = fanTriangleBelow(last, isLeftOf);
    const glm::dvec3 from = core.vertex(loop[i]), side = core.vertex(loop[i + 1]) - from;
    return glm::dot(glm::cross(side, point - from), up) >= 0.0;
}

/// The distance of two hulls, and the normal from A to B in A's frame.
struct Gap {
    double distance = 0.0;  ///< 0: the features are not the closest ones
    glm::dvec3 normal{0.0};
};

/// A face of a core and another core in its frame, for lowestOverSide().
template <class Core>
struct FaceOfCore {
    const Core& core;
    std::uint32_t face;

    [[nodiscard]] std::span<const std::uint32_t> loop() const { return core.loop(face); }
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t i) const { return core.vertex(i); }
};
template <class Core>
struct OtherInFrame {
    const Core& core;
    const RigidTransform& toFace;

    [[nodiscard]] glm::dvec3 vertex(std::uint32_t i) const {
        return toFace.rotation * core.vertex(i) + toFace.translation;
    }
    [[nodiscard]] std::uint32_t edgeCount() const { return core.edgeCount(); }
    [[nodiscard]] std::array<std::uint32_t, 2> edge(std::uint32_t i) const { return core.edge(i); }
};

/// Two edges with numbers of the kernels: a side of a face, and an edge of the other hull over it.
struct SideAndEdge {
    std::uint32_t side, edge;
};

/// Finds the edges that are probably the closest features of two hulls if a vertex lies beside its face.
/// @param toFace  converts the other hull to the frame of the face's hull
template <class Core, class Other>
std::optional<SideAndEdge> edgesBesideFace(const Core& core, std::uint32_t face, const Other& other,
                                           const RigidTransform& toFace, std::uint32_t vertex) {
    const auto found = lowestOverSide(FaceOfCore<Core>{core, face}, core.plane(face).normal,
                                      OtherInFrame<Other>{other, toFace}, vertex);
    return found ? std::optional(SideAndEdge{edgeJoining(core, found->from, found->to), found->edge})
                 : std::nullopt;
}

/// @param vertex  receives the vertex of the other hull that is closest to the face
/// @param toFace  converts the other hull to the frame of the face's hull
template <class Core, class Other>
Gap overFace(const Core& core, std::uint32_t face, const Other& other, const RigidTransform& toFace,
             std::uint32_t& vertex) {
    const Plane plane = core.plane(face);
    vertex = other.support(-plane.normal * toFace.rotation);  // row vector: multiplies by the transpose
    const glm::dvec3 point = toFace.rotation * other.vertex(vertex) + toFace.translation;
    return isOver(core, face, plane.normal, point)
               ? Gap{glm::dot(plane.normal, point) - plane.offset, plane.normal}
               : Gap{};
}

template <class A, class B>
Gap betweenEdges(const A& a, std::uint32_t edgeA, const B& b, std::uint32_t edgeB,
                 const RigidTransform& bInA) {
    const auto inA = [&](std::uint32_t vertex) {
        return bInA.rotation * b.vertex(vertex) + bInA.translation;
    };
    const auto [fromA, toA] = a.edge(edgeA);
    const auto [fromB, toB] = b.edge(edgeB);
    const glm::dvec3 startA = a.vertex(fromA), alongA = a.vertex(toA) - startA, startB = inA(fromB),
                     alongB = inA(toB) - startB, between = startB - startA,
                     across = glm::cross(alongA, alongB);
    const double squared = glm::dot(across, across);
    const double shareA = glm::dot(glm::cross(between, alongB), across),
                 shareB = glm::dot(glm::cross(between, alongA), across);
    const auto isInside = [&](double share) { return share >= 0.0 && share <= squared; };
    if (!(squared > 0.0 && isInside(shareA) && isInside(shareB))) {
        return {};
    }
    const double along = glm::dot(between, across), length = std::sqrt(squared);
    const glm::dvec3 normal = across / (along < 0.0 ? -length : length);
    const double reach = glm::dot(normal, inA(b.support(-normal * bInA.rotation))) -
                         glm::dot(normal, a.vertex(a.support(normal)));
    const double distance = std::abs(along) / length,
                 scale =
                     glm::length(bInA.translation) + double{a.kernel().radius} + double{b.kernel().radius};
    return distance - reach <= kProof * scale ? Gap{distance, normal} : Gap{};
}

/// The distance of the features, if they lie over each other, or of two edges beside them. The features may
/// be replaced: by the edges, or by a vertex that is closer by the rounding of the kernel.
template <class A, class B>
Gap gapOf(const A& a, const B& b, const RigidTransform& bInA, FeaturePair& features) {
    using Kind = FeaturePair::Kind;
    if (features.kind == Kind::EdgeEdge) {
        return betweenEdges(a, features.a, b, features.b, bInA);
    }
    const bool isOfA = features.kind == Kind::FaceA;
    Gap gap;
    std::optional<SideAndEdge> edges;
    const auto atFace = [&](const auto& core, std::uint32_t face, const auto& other,
                            const RigidTransform& toFace, std::uint32_t& vertex) {
        gap = overFace(core, face, other, toFace, vertex);
        if (gap.distance == 0.0) {
            edges = edgesBesideFace(core, face, other, toFace, vertex);
        }
    };
    if (isOfA) {
        atFace(a, a.faceId(features.a), b, bInA, features.b);
    } else {
        const glm::dmat3 turned = glm::transpose(bInA.rotation);
        const RigidTransform aInB{turned, -(turned * bInA.translation)};
        atFace(b, b.faceId(features.b), a, aInB, features.a);
        gap.normal = -(bInA.rotation * gap.normal);
    }
    if (!edges) {
        return gap;
    }
    const FeaturePair beside{Kind::EdgeEdge, isOfA ? edges->side : edges->edge,
                             isOfA ? edges->edge : edges->side};
    gap = betweenEdges(a, beside.a, b, beside.b, bInA);
    if (gap.distance != 0.0) {
        features = beside;
    }
    return gap;
}

template <class T, class A, class B>
void complete(const A& a, const BasicPose<T>& poseA, const B& b, bool isSwapped, float margin,
              KernelResult& result, Penetration& penetration) {
    const RigidTransform& bInA = result.exactPose;
    if (areSpheresApart(glm::length(bInA.rotation * b.middle() + bInA.translation - a.middle()), a.radius(),
                        b.radius())) {
        return;
    }
    FeaturePair features = result.best.features;
    const Gap gap = gapOf(a, b, bInA, features);
    const auto depth = -static_cast<float>(gap.distance);
    if (!(gap.distance > kClearlyApart * (a.radius() + b.radius()))) {
        return;
    }
    if (!(-depth < margin)) {
        result.isBeyondMargin = true;
        return;
    }
    const glm::vec3 normal(gap.normal), inWorld(localToWorld(poseA).rotation * gap.normal);
    result.verdict = Verdict::Overlapping;
    result.best = {features, depth, {{normal.x, normal.y, normal.z, 0.0f}}};
    penetration.normal = isSwapped ? -inWorld : inWorld;
    penetration.depth = depth;
    penetration.features = flippedIf(isSwapped, toMeshFeatures(a.kernel(), b.kernel(), features));
}

}  // namespace

template <class T>
void completeNear(const KernelHull& a, const ConvexHull* sourceA, const BasicPose<T>& poseA,
                  const ConvexHull& sourceB, bool isSwapped, float margin, KernelResult& result,
                  Penetration& penetration) {
    const ExactHull b(sourceB);
    if (sourceA != nullptr) {
        complete(ExactHull(*sourceA), poseA, b, isSwapped, margin, result, penetration);
    } else {
        complete(ExactBox(a), poseA, b, isSwapped, margin, result, penetration);
    }
}
template void completeNear(const KernelHull&, const ConvexHull*, const Pose&, const ConvexHull&, bool, float,
                           KernelResult&, Penetration&);
template void completeNear(const KernelHull&, const ConvexHull*, const DPose&, const ConvexHull&, bool, float,
                           KernelResult&, Penetration&);

}  // namespace sat3d::SAT3D_ABI
