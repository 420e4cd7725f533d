#pragma once

/// @file
/// A convex piece as the triangles of a surface see it, one after the other.

#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Passes over triangles that are quickly shown to be too far from a piece, which is prepared once.
class TriangleFilter {
public:
    /// Whether both are apart by more than a limit; false where B is no triangle.
    /// @param way  of B, world axes, as A stands still
    [[nodiscard]] bool passesOver(const Piece& a, const Piece& b, double limit,
                                  const glm::dvec3& way = glm::dvec3(0.0)) {
        if (b.shape.kind() != detail::ShapeRef::Kind::Triangle) {
            return false;
        }
        if (prepared_.empty() || prepared_.begin()->number != a.number) {
            prepared_.clear();
            prepared_.add(a, b.pose);
        }
        const Prepared& piece = *prepared_.begin();
        return isFartherThan(limit, piece.core, b.shape.triangle().triangle, piece.frame.bInPair,
                             glm::transpose(piece.frame.pairToWorld.rotation) * way);
    }

private:
    struct Prepared {
        Prepared(const Piece& a, const DPose& surface)
            : number(a.number), frame(a.shape, a.pose, surface), core(a.shape, frame.aInPair) {}

        std::uint32_t number;
        PairFrame frame;
        CoreShape core;
    };

    InlineList<Prepared, 1> prepared_;
};

}  // namespace sat3d::inline SAT3D_ABI
