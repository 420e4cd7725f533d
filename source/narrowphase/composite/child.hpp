#pragma once

/// @file
/// One child of a composite shape by its number.

#include "math/compose.hpp"
#include "narrowphase/composite/surface_access.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// A child of a composite shape at its world pose, or a whole shape. Refers to the shape.
class Child {
public:
    /// @param number  of the child; nothing stands for the whole shape. Must exist (asserted; otherwise the
    /// whole shape). Shapes that are not composite have the child 0.
    Child(ShapeRef whole, const DPose& pose, std::optional<std::uint32_t> number)
        : shape_(whole), pose_(pose) {
        using Kind = ShapeRef::Kind;
        if (!number || !whole.isComposite()) {
            SAT3D_ASSERT(number.value_or(0) == 0, "a shape that is not composite has the child 0 only");
        } else if (*number >= countOf(whole)) {
            SAT3D_ASSERT(false, "the shape has no child with this number");
        } else if (whole.kind() == Kind::Compound) {
            const CompoundChild& child = whole.compound().children()[*number];
            shape_ = child.shape;
            pose_ = composed(pose, child.pose);
        } else {
            const bool isMesh = whole.kind() == Kind::TriangleMesh;
            triangle_ = {isMesh ? whole.mesh().triangle(*number) : whole.heightField().triangle(*number),
                         sidesOf(whole)};
            shape_ = triangle_;
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] const ShapeRef& shape() const { return shape_; }
    [[nodiscard]] const DPose& pose() const { return pose_; }

private:
    static std::uint32_t countOf(ShapeRef whole) {
        return whole.kind() == ShapeRef::Kind::Compound
                   ? static_cast<std::uint32_t>(whole.compound().children().size())
               : whole.kind() == ShapeRef::Kind::TriangleMesh ? whole.mesh().triangleCount()
                                                              : whole.heightField().triangleCount();
    }

    detail::SurfaceTriangle triangle_;
    ShapeRef shape_;
    DPose pose_;
};

}  // namespace sat3d::SAT3D_ABI
