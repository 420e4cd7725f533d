#include "planar/shapes/planar_pose_contract.hpp"
#include "shapes/basic/number_checks.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/compound.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

std::optional<ShapeError> faultOf(const PlanarCompoundChild& child) {
    auto fault = std::visit(
        []<class S>(const S& shape) -> std::optional<ShapeError> {
            if constexpr (!std::is_same_v<S, ConvexPolygon>) {
                if (auto valid = validate(shape); !valid) {
                    return std::move(valid).error();
                }
            }
            return std::nullopt;
        },
        child.shape);
    if (fault) {
        return fault;
    }
    if (auto numbers = faultOfNumbers("pose", child.pose.position, child.pose.rotation)) {
        return numbers;
    }
    if (!isUnitRotation(glm::dvec2(child.pose.rotation))) {
        return ShapeError{ShapeError::Code::NotNormalized,
                          "the pose's rotation does not have unit length: normalize it"};
    }
    return std::nullopt;
}

}  // namespace

PlanarCompound::PlanarCompound(std::vector<PlanarCompoundChild> children) : children_(std::move(children)) {}

Result<PlanarCompound, ShapeError> PlanarCompound::fromChildren(std::vector<PlanarCompoundChild> children) {
    if (children.empty()) {
        return fail(ShapeError::Code::Empty, "a compound needs at least one child");
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (auto fault = faultOf(children[i])) {
            return fail(fault->code, "child " + std::to_string(i) + ": " + fault->message);
        }
    }
    return PlanarCompound(std::move(children));
}

void PlanarCompound::setChildPose(std::uint32_t child, const PlanarPose& pose) noexcept {
    SAT3D_ASSERT(child < children_.size(), "the compound has no such child");
    assertSound(pose);
    if (child < children_.size()) {
        children_[child].pose = pose;
    }
}

}  // namespace sat3d::SAT3D_ABI
