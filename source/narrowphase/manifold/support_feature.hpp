#pragma once

/// @file
/// What a core turns to another shape.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/feature_id.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// A vertex, an edge or a face of a core.
class Outline {
public:
    static Outline ofFace(const CoreShape& core, std::uint32_t face) noexcept;
    static Outline ofEdge(const CoreShape& core, const CoreShape::Edge& edge) noexcept;
    static Outline ofVertex(const CoreShape& core, std::uint32_t vertex) noexcept;
    /// The face, or edge, or vertex, that a core turns to a direction: it holds the vertex that reaches
    /// farthest.
    /// @param tolerance  metres: what a vertex may fall short of the farthest
    static Outline toward(const CoreShape& core, const glm::dvec3& direction, double tolerance) noexcept;

    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// Whether it runs round a face.
    [[nodiscard]] bool isFace() const noexcept { return size_ > 2; }
    /// 1 of a vertex, too: one without length.
    [[nodiscard]] std::uint32_t sideCount() const noexcept { return isFace() ? size_ : 1; }

    /// The corner at an index, modulo the size.
    [[nodiscard]] std::uint32_t vertexIndex(std::uint32_t index) const noexcept {
        const std::uint32_t corner = index < size_ ? index : index - size_;
        return face_ ? face_[corner] : ends_[corner];
    }
    [[nodiscard]] glm::dvec3 corner(std::uint32_t index) const noexcept {
        return core_->vertex(vertexIndex(index));
    }
    /// Of a face: unit, outward.
    [[nodiscard]] glm::dvec3 normal() const noexcept { return core_->faceNormal(index_); }

    /// Of the whole outline.
    [[nodiscard]] FeatureCode code() const noexcept;
    /// Of the place at a share of the way along a side: near either end, it is the corner's.
    [[nodiscard]] FeatureCode codeAlong(std::uint32_t side, double share) const noexcept;

private:
    explicit Outline(const CoreShape& core) : core_(&core) {}

    const CoreShape* core_;
    const std::uint32_t* face_ = nullptr;  ///< corners, counter-clockwise from outside
    std::array<std::uint32_t, 2> ends_{};
    std::uint32_t size_ = 0, index_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI
