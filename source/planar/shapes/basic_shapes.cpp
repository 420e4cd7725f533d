#include "core/format_numbers.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "shapes/basic/number_checks.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/planar/basic_shapes.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

Unexpected<ShapeError> negativeRadius(const char* shape, float radius) {
    return fail(ShapeError::Code::Negative, std::string("the ") + shape + "'s radius is " +
                                                formatNumber(double(radius)) + ": give 0 or more");
}

}  // namespace

Result<Circle, ShapeError> validate(const Circle& circle) {
    if (auto fault = faultOfNumbers("circle", circle.center, circle.radius)) {
        return Unexpected{*std::move(fault)};
    }
    if (circle.radius < 0.0f) {
        return negativeRadius("circle", circle.radius);
    }
    return circle;
}

Result<PlanarCapsule, ShapeError> validate(const PlanarCapsule& capsule) {
    if (auto fault = faultOfNumbers("capsule", capsule.start, capsule.end, capsule.radius)) {
        return Unexpected{*std::move(fault)};
    }
    if (capsule.radius < 0.0f) {
        return negativeRadius("capsule", capsule.radius);
    }
    return capsule;
}

Result<PlanarSegment, ShapeError> validate(const PlanarSegment& segment) {
    if (auto fault = faultOfNumbers("segment", segment.start, segment.end)) {
        return Unexpected{*std::move(fault)};
    }
    return segment;
}

Result<PlanarBox, ShapeError> validate(const PlanarBox& box) {
    if (auto fault = faultOfNumbers("box", box.center, box.halfExtents, box.rotation)) {
        return Unexpected{*std::move(fault)};
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
    if (auto fault = faultOfNumbers("half-plane", halfPlane.normal, halfPlane.offset)) {
        return Unexpected{*std::move(fault)};
    }
    if (!isUnitRotation(glm::dvec2(halfPlane.normal))) {
        return fail(ShapeError::Code::NotNormalized,
                    "the half-plane's normal does not have unit length: normalize it");
    }
    return halfPlane;
}

}  // namespace sat3d::SAT3D_ABI
