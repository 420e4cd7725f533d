#include "core/format_numbers.hpp"
#include "math/is_finite.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/planar/basic_shapes.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr auto kNotFinite = ShapeError::Code::NotFinite;

Unexpected<ShapeError> negativeRadius(const char* shape, float radius) {
    return fail(ShapeError::Code::Negative, std::string("the ") + shape + "'s radius is " +
                                                formatNumber(double(radius)) + ": give 0 or more");
}

}  // namespace

Result<Circle, ShapeError> validate(const Circle& circle) {
    if (!isFinite(circle.center) || !std::isfinite(circle.radius)) {
        return fail(kNotFinite, "the circle holds a NaN or an infinity");
    }
    if (circle.radius < 0.0f) {
        return negativeRadius("circle", circle.radius);
    }
    return circle;
}

Result<PlanarCapsule, ShapeError> validate(const PlanarCapsule& capsule) {
    if (!isFinite(capsule.start) || !isFinite(capsule.end) || !std::isfinite(capsule.radius)) {
        return fail(kNotFinite, "the capsule holds a NaN or an infinity");
    }
    if (capsule.radius < 0.0f) {
        return negativeRadius("capsule", capsule.radius);
    }
    return capsule;
}

Result<PlanarSegment, ShapeError> validate(const PlanarSegment& segment) {
    if (!isFinite(segment.start) || !isFinite(segment.end)) {
        return fail(kNotFinite, "the segment holds a NaN or an infinity");
    }
    return segment;
}

Result<PlanarBox, ShapeError> validate(const PlanarBox& box) {
    if (!isFinite(box.center) || !isFinite(box.halfExtents) || !isFinite(box.rotation)) {
        return fail(kNotFinite, "the box holds a NaN or an infinity");
    }
    if (std::min(box.halfExtents.x, box.halfExtents.y) < 0.0f) {
        return fail(ShapeError::Code::Negative, "a half extent of the box is negative: give 0 or more");
    }
    if (!isUnitRotation(glm::dvec2(box.rotation))) {
        return fail(ShapeError::Code::NotNormalized,
                    "the box's rotation does not have unit length: normalize it");
    }
    return box;
}

Result<HalfPlane, ShapeError> validate(const HalfPlane& halfPlane) {
    if (!isFinite(halfPlane.normal) || !std::isfinite(halfPlane.offset)) {
        return fail(kNotFinite, "the half-plane holds a NaN or an infinity");
    }
    if (!isUnitRotation(glm::dvec2(halfPlane.normal))) {
        return fail(ShapeError::Code::NotNormalized,
                    "the half-plane's normal does not have unit length: normalize it");
    }
    return halfPlane;
}

}  // namespace sat3d::SAT3D_ABI
