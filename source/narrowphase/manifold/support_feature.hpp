#pragma once

/// @file
/// The supporting feature of a core: a vertex, an edge or a face.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A vertex, an edge or a face of a core.
class SupportFeature {
public:
    /// @param face  a contact face
    static SupportFeature ofFace(const ConvexProxy& core, std::uint32_t face) noexcept;
    static SupportFeature ofEdge(const ConvexProxy& core, const ConvexProxy::Edge& edge) noexcept;
    static SupportFeature ofVertex(const ConvexProxy& core, std::uint32_t vertex) noexcept;
    /// The feature that faces a direction and holds the support vertex.
    /// @param tolerance  meters: a vertex this far below the support still counts as a support vertex
    static SupportFeature toward(const ConvexProxy& core, const glm::dvec3& direction,
                                 double tolerance) noexcept;

    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] bool isFace() const noexcept { return size_ > 2; }
    /// The number of sides. It is 1 for an edge. A vertex counts as one side of length zero.
    [[nodiscard]] std::uint32_t sideCount() const noexcept { return isFace() ? size_ : 1; }

    /// The vertex at an index below twice the size, counted cyclically.
    [[nodiscard]] std::uint32_t vertexIndex(std::uint32_t index) const noexcept {
        const std::uint32_t corner = index < size_ ? index : index - size_;
        return face_ ? face_[corner] : ends_[corner];
    }
    /// The position of a vertex. Vertices of a merged face are moved into its plane.
    [[nodiscard]] glm::dvec3 corner(std::uint32_t index) const noexcept {
        return isMerged_ ? inPlane(core_->vertex(vertexIndex(index))) : core_->vertex(vertexIndex(index));
    }
    [[nodiscard]] std::uint32_t faceIndex() const noexcept { return index_; }
    /// The face's normal: unit, outward.
    [[nodiscard]] const glm::dvec3& normal() const noexcept { return plane_.normal; }

    /// Whether a face may be a reference face: it covers an area. Faces of flat boxes and rods cover none,
    /// and their sides of length 0 bound nothing.
    /// @param size  of the pair, meters
    [[nodiscard]] bool hasArea(double size) const noexcept;

    /// The code of the whole feature.
    [[nodiscard]] FeatureCode code() const noexcept;
    /// The code of the point at a fraction of a side. Near an end of the side, it is the code of the vertex.
    [[nodiscard]] FeatureCode codeAlong(std::uint32_t side, double share) const noexcept;

private:
    [[nodiscard]] glm::dvec3 inPlane(const glm::dvec3& vertex) const noexcept;

    explicit SupportFeature(const ConvexProxy& core) : core_(&core) {}

    const ConvexProxy* core_;
    Plane plane_{};  ///< of a merged face; of another face only the normal
    bool isMerged_ = false;
    const std::uint32_t* face_ = nullptr;  ///< vertices, counterclockwise as seen from outside
    std::array<std::uint32_t, 2> ends_{};
    std::uint32_t size_ = 0, index_ = 0;
};

/// Returns the id of the contact of two features.
/// @param edgeOfA, edgeOfB  ConvexProxy::Edge(std::uint32_t edge); called only if the feature is an edge
template <class EdgeOfA, class EdgeOfB>
[[nodiscard]] std::uint64_t contactIdOf(const FeaturePair& features, const EdgeOfA& edgeOfA,
                                        const EdgeOfB& edgeOfB) {
    using Kind = FeaturePair::Kind;
    const auto codeOf = [](bool isFace, bool isEdge, std::uint32_t index, const auto& edgeOf) {
        if (isFace) {
            return faceCode(index);
        }
        if (!isEdge) {
            return vertexCode(index);
        }
        const ConvexProxy::Edge ends = edgeOf(index);
        return edgeCode(ends.from, ends.to);
    };
    const auto& [kind, a, b] = features;
    return contactId(
        codeOf(kind == Kind::FaceA, kind == Kind::EdgeEdge || kind == Kind::EdgeVertex, a, edgeOfA),
        codeOf(kind == Kind::FaceB, kind == Kind::EdgeEdge || kind == Kind::VertexEdge, b, edgeOfB));
}

/// The tag of the contact face of a hull whose normal is closest to a direction. 0 for other shapes. Hulls
/// without tags need no search.
[[nodiscard]] inline std::uint32_t tagToward(const ConvexProxy& core, const glm::dvec3& direction) noexcept {
    const ConvexHull* const hull = core.hull();
    return hull != nullptr && hull->data().hasTags ? hull->faceTags()[core.contactFaceToward(direction)] : 0;
}

}  // namespace sat3d::SAT3D_ABI
