#pragma once

/// @file
/// Which triangles of a surface are farther from a convex shape than a limit.

#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Whether the plane of a triangle, or a face of a box or hull, proves that the shape and the triangle are
/// farther apart than a limit. This cheap test finds nearly all distant triangles: on terrain, about one in a
/// hundred of the triangles whose boxes meet the shape's box remains.
/// @param toPair    from the triangle's frame to the pair's
/// @param lastFace  the hull's face that is tried first; receives the face that culled the triangle
[[nodiscard]] bool isFartherThan(double limit, const ConvexProxy& a, const Triangle& triangle,
                                 const RigidTransform& toPair, std::uint32_t& lastFace) noexcept;

/// Culls the triangles of a surface against a convex child, which is prepared once.
class TriangleCuller {
public:
    /// Whether isFartherThan() proves that both children are farther apart than a limit. False if B is no
    /// triangle.
    [[nodiscard]] bool culls(const ChildShape& a, const ChildShape& b, double limit) {
        if (b.shape.kind() != ShapeRef::Kind::Triangle) {
            return false;
        }
        Prepared& child = prepared(a, b.pose);
        return isFartherThan(limit, child.core, b.shape.triangle().triangle, child.frame.bInPair,
                             child.lastFace);
    }
    /// Whether the separation of a child and a triangle is below a margin.
    [[nodiscard]] bool areCloser(const ChildShape& a, const ChildShape& triangle, float margin);

private:
    struct Prepared {
        Prepared(const ChildShape& a, const DPose& surface)
            : number(a.number), frame(a.shape, a.pose, surface), core(a.shape, frame.aInPair) {}

        std::uint32_t number;
        PairFrame frame;
        ConvexProxy core;
        std::uint32_t lastFace = 0;
    };

    Prepared& prepared(const ChildShape& a, const DPose& surface) {
        if (prepared_.empty() || prepared_.begin()->number != a.number) {
            prepared_.clear();
            prepared_.add(a, surface);
        }
        return *prepared_.begin();
    }

    InlineList<Prepared, 1> prepared_;
};

}  // namespace sat3d::SAT3D_ABI
