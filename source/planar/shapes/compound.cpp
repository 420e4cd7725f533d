#include "planar/shapes/planar_pose_contract.hpp"
#include "shapes/basic/number_checks.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/compound.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

PlanarCompound::PlanarCompound(std::vector<PlanarCompoundChild> children) : children_(std::move(children)) {}

Result<PlanarCompound, ShapeError> PlanarCompound::fromChildren(std::vector<PlanarCompoundChild> children) {
    if (auto fault = faultOfChildren(children)) {
        return Unexpected{*std::move(fault)};
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
