#pragma once

/// @file
/// Shapes of many pieces taken apart.

#include "support/surfaces.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

namespace sat3d::test {

/// A piece of a shape, as a shape of its own in the world.
struct LonePiece {
    Shape shape;
    Pose pose;
    std::uint32_t number;
};

inline std::vector<LonePiece> piecesOf(const Compound& compound, const Pose& pose) {
    std::vector<LonePiece> pieces;
    for (std::uint32_t i = 0; i < compound.parts().size(); ++i) {
        const CompoundPart& part = compound.parts()[i];
        std::visit([&](const auto& shape) { pieces.push_back({shape, pose * part.pose, i}); }, part.shape);
    }
    return pieces;
}
inline std::vector<LonePiece> piecesOf(const TriangleMesh& mesh, const Pose& pose) {
    std::vector<LonePiece> pieces;
    for (std::uint32_t i = 0; i < mesh.triangleCount(); ++i) {
        const auto degenerate = mesh.degenerateTriangles();
        if (std::find(degenerate.begin(), degenerate.end(), i) == degenerate.end()) {
            pieces.push_back({meshOf(mesh.triangle(i), mesh.sides()), pose, i});
        }
    }
    return pieces;
}
inline std::vector<LonePiece> piecesOf(const HeightField& field, const Pose& pose) {
    std::vector<LonePiece> pieces;
    for (std::uint32_t i = 0; i < field.triangleCount(); ++i) {
        if (!field.isHole(i / 2)) {
            pieces.push_back({meshOf(field.triangle(i), field.sides()), pose, i});
        }
    }
    return pieces;
}

}  // namespace sat3d::test
