#pragma once

/// @file
/// A Box in the layout of the kernels for hulls.

#include "narrowphase/convex/unit_box.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <array>
#include <cstddef>

namespace sat3d::SAT3D_ABI::detail {

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

}  // namespace sat3d::SAT3D_ABI::detail
