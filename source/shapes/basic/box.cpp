#include "math/componentwise.hpp"
#include "shapes/basic/box_frame.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/number_checks.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/shapes/box.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <utility>

namespace sat3d::SAT3D_ABI {

BoxFrame::BoxFrame(const Box& box)
    : center(box.center),
      axes(localToWorld(Pose{glm::vec3(0.0f), box.rotation}).rotation),
      halfExtents(box.halfExtents) {}

BoxFrame::BoxFrame(const Box& box, const RigidTransform& toFrame)
    : center(toFrame.rotation * glm::dvec3(box.center) + toFrame.translation),
      axes(toFrame.rotation),
      halfExtents(box.halfExtents) {
    if (const glm::quat& q = box.rotation; q.x != 0.0f || q.y != 0.0f || q.z != 0.0f) {
        axes = axes * localToWorld(Pose{glm::vec3(0.0f), q}).rotation;
    }
}

glm::dvec3 BoxFrame::vertex(std::uint32_t index) const {
    const auto side = [index](std::uint32_t bit) { return (index & bit) != 0 ? 1.0 : -1.0; };
    return center + axes * (glm::dvec3(side(1), side(2), side(4)) * halfExtents);
}

Result<Box, ShapeError> validate(const Box& box) {
    return validBox(box);
}

Aabb bounds(const Box& box, const RigidTransform& toFrame) noexcept {
    const BoxFrame frame(box, toFrame);
    const glm::dvec3 arm = absOf(frame.axes[0]) * frame.halfExtents.x +
                           absOf(frame.axes[1]) * frame.halfExtents.y +
                           absOf(frame.axes[2]) * frame.halfExtents.z;
    return Aabb::around(frame.center - arm, frame.center + arm);
}

glm::vec3 support(const Box& box, const glm::vec3& direction) noexcept {
    const BoxFrame frame(box);
    const glm::dvec3 along = glm::transpose(frame.axes) * glm::dvec3(direction);
    return glm::vec3(
        frame.vertex((along.x > 0.0 ? 1u : 0u) | (along.y > 0.0 ? 2u : 0u) | (along.z > 0.0 ? 4u : 0u)));
}

MassProperties massProperties(const Box& box) noexcept {
    const BoxFrame frame(box);
    const glm::dvec3 squares = frame.halfExtents * frame.halfExtents;
    const double volume = 8.0 * frame.halfExtents.x * frame.halfExtents.y * frame.halfExtents.z;
    glm::dmat3 inertia(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        const double moment = volume / 3.0 * (squares[(axis + 1) % 3] + squares[(axis + 2) % 3]);
        inertia += moment * glm::outerProduct(frame.axes[axis], frame.axes[axis]);
    }
    return {volume, frame.center, inertia};
}

Result<Box, ShapeError> transformed(const Box& box, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    const BoxFrame frame(box);
    const glm::dmat3 m(map);
    glm::dmat3 axes = m * frame.axes;
    glm::dvec3 scale(0.0);
    for (int i = 0; i < 3; ++i) {
        scale[i] = glm::length(axes[i]);
        axes[i] /= scale[i];
    }
    for (int i = 0; i < 3; ++i) {
        if (std::abs(glm::dot(axes[i], axes[(i + 1) % 3])) > kMapTolerance) {
            return fail(ShapeError::Code::NonAxisAlignedScale,
                        "scales of " + scaleText(map) +
                            " (or shear) oblique to the box's edges would make it a "
                            "parallelepiped: scale along its own axes, "
                            "or use ConvexHull::box(halfExtents) and transform that");
        }
    }
    axes[1] = glm::normalize(axes[1] - axes[0] * glm::dot(axes[0], axes[1]));
    axes[2] = glm::cross(axes[0], axes[1]);  // right-handed: a mirrored box is the same box
    return validate(Box{glm::vec3(m * frame.center), glm::vec3(scale * frame.halfExtents),
                        glm::quat(glm::quat_cast(axes))});
}

}  // namespace sat3d::SAT3D_ABI
