#include "core/shared_count.hpp"
#include "math/compose.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/basic/number_checks.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/compound.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

Aabb boundsOf(const CompoundChild& child) {
    return bounds(child.shape, localToWorld(child.pose));
}

}  // namespace

Compound::Compound(std::vector<CompoundChild> children) : data_(makeShared<detail::CompoundData>()) {
    data_->children = std::move(children);
    for (const CompoundChild& child : data_->children) {
        data_->bounds.push_back(boundsOf(child));
    }
    data_->tree = Bvh(data_->bounds);
}

Result<Compound, ShapeError> Compound::fromChildren(std::vector<CompoundChild> children) {
    if (auto fault = faultOfChildren(children)) {
        return Unexpected{*std::move(fault)};
    }
    return Compound(std::move(children));
}

std::optional<std::uint32_t> Compound::find(std::string_view name) const noexcept {
    const auto place = std::ranges::find(children(), name, &CompoundChild::name);
    return place != children().end() ? std::optional(static_cast<std::uint32_t>(place - children().begin()))
                                     : std::nullopt;
}

void Compound::setChildPose(std::uint32_t child, const Pose& pose) noexcept {
    SAT3D_ASSERT(child < children().size(), "the child's index must be below children().size()");
    if (child >= children().size()) {
        return;
    }
    if (!data_.isSoleOwner()) {
        data_ = makeShared<detail::CompoundData>(*data_);
    }
    data_->children[child].pose = pose;
    data_->bounds[child] = boundsOf(data_->children[child]);
    data_->tree.refit(data_->bounds);
}

Aabb bounds(const Compound& compound, const RigidTransform& toFrame) noexcept {
    Aabb box;
    for (const CompoundChild& child : compound.children()) {
        box = join(box, bounds(child.shape, composed(toFrame, localToWorld(child.pose))));
    }
    return box;
}

glm::vec3 support(const Compound& compound, const glm::vec3& direction) noexcept {
    const glm::dvec3 along(direction);
    glm::dvec3 best(0.0);
    double reach = -std::numeric_limits<double>::infinity();
    for (const CompoundChild& child : compound.children()) {
        const RigidTransform place = localToWorld(child.pose);
        const glm::vec3 local(glm::transpose(place.rotation) * along);
        const glm::dvec3 point = place.rotation * glm::dvec3(support(child.shape, local)) + place.translation;
        if (glm::dot(along, point) > reach) {
            reach = glm::dot(along, point);
            best = point;
        }
    }
    return glm::vec3(best);
}

MassProperties massProperties(const Compound& compound, std::span<const float> densities) noexcept {
    SAT3D_ASSERT(densities.empty() || densities.size() == compound.children().size(),
                 "one density per child");
    const auto inCompound = [&](std::size_t i) {  // mass properties of a child; volume stands for mass
        const CompoundChild& child = compound.children()[i];
        const RigidTransform place = localToWorld(child.pose);
        const MassProperties own = massProperties(child.shape);
        const double density = i < densities.size() ? double(densities[i]) : 1.0;
        return MassProperties{density * own.volume, place.rotation * own.centroid + place.translation,
                              density * place.rotation * own.inertia * glm::transpose(place.rotation)};
    };
    MassProperties sum;
    glm::dvec3 middle(0.0);
    for (std::size_t i = 0; i < compound.children().size(); ++i) {
        const MassProperties child = inCompound(i);
        sum.volume += child.volume;
        sum.centroid += child.volume * child.centroid;
        middle += child.centroid / static_cast<double>(compound.children().size());
    }
    sum.centroid = sum.volume > 0.0 ? sum.centroid / sum.volume : middle;
    for (std::size_t i = 0; i < compound.children().size(); ++i) {
        const MassProperties child = inCompound(i);
        const glm::dvec3 arm = child.centroid - sum.centroid;
        sum.inertia +=
            child.inertia + child.volume * (glm::dmat3(glm::dot(arm, arm)) - glm::outerProduct(arm, arm));
    }
    return sum;
}

Result<Compound, ShapeError> transformed(const Compound& compound, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    std::vector<CompoundChild> children(compound.children().begin(), compound.children().end());
    for (std::size_t i = 0; i < children.size(); ++i) {
        // Maps the shape in the child's frame, because the child's pose keeps its rotation.
        const glm::dmat3 rotation = localToWorld(children[i].pose).rotation, m(map);
        auto shape = transformed(children[i].shape, glm::mat3(glm::transpose(rotation) * m * rotation));
        if (!shape) {
            return Unexpected{inChild(i, children[i], std::move(shape).error())};
        }
        children[i].shape = *std::move(shape);
        children[i].pose.position = glm::vec3(m * glm::dvec3(children[i].pose.position));
    }
    return Compound::fromChildren(std::move(children));
}

}  // namespace sat3d::SAT3D_ABI
