#pragma once

#include "narrowphase/kernels/kernel_types.hpp"

#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// The axes of two boxes, numbered: 0-2 faces of A, 3-5 faces of B, then edge i of A with edge j of B.
constexpr std::uint32_t edgeAxis(std::uint32_t i, std::uint32_t j) {
    return 6 + 3 * i + j;
}

/// The winning axis' features and its normal, unit, from A to B.
class BoxFeatures {
public:
    BoxFeatures(const KernelHull::Box& a, const KernelHull::Box& b, const RelativePose& pose, Push& push)
        : a_(a), b_(b), pose_(pose), push_(push) {}

    void name(std::uint32_t axis) const {
        push_.normal = Float4{};
        if (axis < 3) {
            faceOfA(axis);
        } else if (axis < 6) {
            faceOfB(axis - 3);
        } else {
            edges((axis - 6) / 3, (axis - 6) % 3);
        }
    }

private:
    using Box = KernelHull::Box;

    void faceOfA(std::uint32_t i) const {
        const float sign = pose_.centerBInA.v[i] < 0.0f ? -1.0f : 1.0f;
        std::uint32_t vertex = 0;
        for (std::uint32_t j = 0; j < 3; ++j) {
            vertex |= sign * r(i, j) < 0.0f ? 1u << j : 0u;
        }
        push_.normal.v[i] = sign;
        push_.features = {FeaturePair::Kind::FaceOfA,
                          a_.features[Box::kFaces + 2 * i + (sign > 0.0f ? 1 : 0)], b_.features[vertex]};
    }

    void faceOfB(std::uint32_t j) const {
        const float* t = pose_.centerBInA.v;
        const float sign = r(0, j) * t[0] + r(1, j) * t[1] + r(2, j) * t[2] < 0.0f ? -1.0f : 1.0f;
        std::uint32_t vertex = 0;
        for (std::uint32_t i = 0; i < 3; ++i) {
            push_.normal.v[i] = sign * r(i, j);
            vertex |= push_.normal.v[i] > 0.0f ? 1u << i : 0u;
        }
        push_.features = {FeaturePair::Kind::FaceOfB, a_.features[vertex],
                          b_.features[Box::kFaces + 2 * j + (sign > 0.0f ? 0 : 1)]};
    }

    /// The normal is the unit cross product of edge i of A and edge j of B, turned towards B.
    void edges(std::uint32_t i, std::uint32_t j) const {
        const std::uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const float* t = pose_.centerBInA.v;
        const float length = std::sqrt(r(i1, j) * r(i1, j) + r(i2, j) * r(i2, j));
        const float scale = (r(i1, j) * t[i2] - r(i2, j) * t[i1] < 0.0f ? -1.0f : 1.0f) / length;
        float* const normal = push_.normal.v;
        normal[i1] = -scale * r(i2, j);
        normal[i2] = scale * r(i1, j);
        const std::uint32_t edgeOfA =
            Box::kEdges + 4 * i + (normal[i1] > 0.0f ? 1 : 0) + (normal[i2] > 0.0f ? 2 : 0);
        const std::uint32_t edgeOfB =
            Box::kEdges + 4 * j + (scale * r(i, j2) < 0.0f ? 1 : 0) + (scale * r(i, j1) > 0.0f ? 2 : 0);
        push_.features = {FeaturePair::Kind::Edges, a_.features[edgeOfA], b_.features[edgeOfB]};
    }

    [[nodiscard]] float r(std::uint32_t i, std::uint32_t j) const { return pose_.rows[i].v[j]; }

    const KernelHull::Box& a_;
    const KernelHull::Box& b_;
    const RelativePose& pose_;
    Push& push_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
