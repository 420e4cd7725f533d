#pragma once

/// @file
/// Splits composite shapes into their children.

#include "support/surfaces.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

namespace sat3d::test {

/// A child of a composite shape, as a shape in world space.
struct ChildInWorld {
    Shape shape;
    Pose pose;
    std::uint32_t number;
};

inline std::vector<ChildInWorld> childrenOf(const Compound& compound, const Pose& pose) {
    std::vector<ChildInWorld> children;
    for (std::uint32_t i = 0; i < compound.children().size(); ++i) {
        const CompoundChild& part = compound.children()[i];
        std::visit([&](const auto& shape) { children.push_back({shape, pose * part.pose, i}); }, part.shape);
    }
    return children;
}
inline std::vector<ChildInWorld> childrenOf(const TriangleMesh& mesh, const Pose& pose) {
    std::vector<ChildInWorld> children;
    for (std::uint32_t i = 0; i < mesh.triangleCount(); ++i) {
        const auto degenerate = mesh.degenerateTriangles();
        if (std::find(degenerate.begin(), degenerate.end(), i) == degenerate.end()) {
            children.push_back({meshOf(mesh.triangle(i), mesh.sides()), pose, i});
        }
    }
    return children;
}
inline std::vector<ChildInWorld> childrenOf(const HeightField& field, const Pose& pose) {
    std::vector<ChildInWorld> children;
    for (std::uint32_t i = 0; i < field.triangleCount(); ++i) {
        if (!field.isHole(i / 2)) {
            children.push_back({meshOf(field.triangle(i), field.sides()), pose, i});
        }
    }
    return children;
}

}  // namespace sat3d::test
