#pragma once

/// @file
/// A Box in the layout of the kernels for hulls.

#include "narrowphase/convex/unit_box.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/shapes/box.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// The numbers of features in a Box. They equal those of the kernels.
inline constexpr auto kBoxFeatures = [] {
    using Form = KernelBox::Box;
    std::array<std::uint8_t, Form::kFeatures> names{};
    for (std::uint8_t i = 0; i < Form::kFeatures; ++i) {
        names[i] = static_cast<std::uint8_t>(
            i < Form::kFaces ? i : i - (i < Form::kEdges ? Form::kFaces : Form::kEdges));
    }
    return names;
}();

/// Converts a Box to the form of the kernels.
/// @param center  center of the box in the frame of its pose
[[nodiscard]] inline KernelBox kernelBoxOf(const Box& box, const glm::vec3& center) noexcept {
    using Form = KernelBox::Box;
    constexpr float kRoundedUp = 1.0f + 4.0f * std::numeric_limits<float>::epsilon();
    const glm::vec3& half = box.halfExtents;
    return {{center.x, center.y, center.z, 0.0},
            kRoundedUp * std::sqrt(glm::dot(half, half)),
            0.0f,
            Form{{half.x, half.y, half.z, Form::kOutOfReach}, kBoxFeatures}};
}

/// Whether a box is thick enough for a BoxKernelHull: no half extent is below a ten-thousandth of the radius.
[[nodiscard]] bool hasKernelHull(const KernelBox& box);

/// The KernelHull of a Box, made for one query, without allocation. It scales the UnitBox, which is many
/// times cheaper than baking. Features have the numbers of the Box.
class BoxKernelHull {
public:
    /// Makes all but the adjacency.
    /// @param box  with a box form that hasKernelHull()
    explicit BoxKernelHull(const KernelBox& box);
    BoxKernelHull(const BoxKernelHull&) = delete;  // the hull refers to the arrays
    BoxKernelHull& operator=(const BoxKernelHull&) = delete;
    ~BoxKernelHull() = default;

    /// Makes the adjacency, which only manifolds need.
    void addAdjacency();

    [[nodiscard]] const KernelHull& hull() const { return hull_; }

private:
    void scaleVertices();
    void scaleFaces();
    void scaleEdges();
    void scaleLoop(std::size_t face);

    KernelHull::VertexBlock vertices_;
    KernelHull::FaceBlock planes_;
    std::array<KernelHull::Edge, UnitBox::kEdges> edges_;
    std::array<HullAdjacency::Face, UnitBox::kFaces> faces_;
    alignas(KernelHull::kAlignment) UnitBox::Loops loops_;
    KernelHull hull_;
};

}  // namespace sat3d::SAT3D_ABI
