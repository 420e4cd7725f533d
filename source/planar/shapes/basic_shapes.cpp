#include "shapes/basic/number_checks.hpp"

#include <sat3d/planar/basic_shapes.hpp>

namespace sat3d::SAT3D_ABI {

Result<Circle, ShapeError> validate(const Circle& circle) {
    return validRound("circle", circle, circle.center);
}

Result<PlanarCapsule, ShapeError> validate(const PlanarCapsule& capsule) {
    return validRound("capsule", capsule, capsule.start, capsule.end);
}

Result<PlanarSegment, ShapeError> validate(const PlanarSegment& segment) {
    if (auto fault = faultOfNumbers("segment", segment.start, segment.end)) {
        return Unexpected{*std::move(fault)};
    }
    return segment;
}

Result<PlanarBox, ShapeError> validate(const PlanarBox& box) {
    return validBox(box);
}

Result<HalfPlane, ShapeError> validate(const HalfPlane& halfPlane) {
    return validHalf("half-plane", halfPlane);
}

}  // namespace sat3d::SAT3D_ABI
