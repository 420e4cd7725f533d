#include "geometry/primitives/aabb_math.hpp"
#include "math/compose.hpp"
#include "shapes/basic/linear_map.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/compound.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

std::optional<ShapeError> faultOf(const CompoundPart& part) {
    if (auto valid = validated(part.shape); !valid) {
        return std::move(valid).error();
    }
    const glm::quat& q = part.pose.rotation;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!isFinite(part.pose.position) || !std::isfinite(squared)) {
        return ShapeError{ShapeError::Code::NotFinite, "the pose holds a NaN or an infinity"};
    }
    if (std::abs(squared - 1.0f) > 2e-3f) {
        return ShapeError{ShapeError::Code::NoDirection,
                          "the pose's rotation has not unit length: normalise it"};
    }
    return std::nullopt;
}

ShapeError inPart(std::size_t part, ShapeError error) {
    error.message = "part " + std::to_string(part) + ": " + error.message;
    return error;
}

Aabb boundsOf(const CompoundPart& part) {
    return bounds(part.shape, localToWorld(part.pose));
}

}  // namespace

Compound::Compound(std::vector<CompoundPart> parts) : parts_(std::move(parts)) {
    for (const CompoundPart& part : parts_) {
        bounds_.push_back(boundsOf(part));
    }
    tree_ = Bvh(bounds_);
}

Result<Compound, ShapeError> Compound::fromParts(std::vector<CompoundPart> parts) {
    if (parts.empty()) {
        return Unexpected{ShapeError{ShapeError::Code::Empty, "a compound needs at least one part"}};
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (auto fault = faultOf(parts[i])) {
            return Unexpected{inPart(i, *std::move(fault))};
        }
    }
    return Compound(std::move(parts));
}

void Compound::setPartPose(std::uint32_t part, const Pose& pose) noexcept {
    SAT3D_ASSERT(part < parts_.size(), "no part of this number");
    if (part >= parts_.size()) {
        return;
    }
    parts_[part].pose = pose;
    bounds_[part] = boundsOf(parts_[part]);
    tree_.refit(bounds_);
}

Aabb bounds(const Compound& compound, const RigidTransform& toFrame) noexcept {
    Aabb box = emptyBox();
    for (const CompoundPart& part : compound.parts()) {
        box = merged(box, bounds(part.shape, composed(toFrame, localToWorld(part.pose))));
    }
    return box;
}

glm::vec3 support(const Compound& compound, const glm::vec3& direction) noexcept {
    const glm::dvec3 along(direction);
    glm::dvec3 best(0.0);
    double reach = -std::numeric_limits<double>::infinity();
    for (const CompoundPart& part : compound.parts()) {
        const RigidTransform place = localToWorld(part.pose);
        const glm::vec3 local(glm::transpose(place.rotation) * along);
        const glm::dvec3 point = place.rotation * glm::dvec3(support(part.shape, local)) + place.translation;
        if (glm::dot(along, point) > reach) {
            reach = glm::dot(along, point);
            best = point;
        }
    }
    return glm::vec3(best);
}

MassProperties massProperties(const Compound& compound, std::span<const float> densities) noexcept {
    SAT3D_ASSERT(densities.empty() || densities.size() == compound.parts().size(), "one density per part");
    const auto inCompound = [&](std::size_t i) {  // of a part: its mass for its volume
        const CompoundPart& part = compound.parts()[i];
        const RigidTransform place = localToWorld(part.pose);
        const MassProperties own = massProperties(part.shape);
        const double density = i < densities.size() ? double(densities[i]) : 1.0;
        return MassProperties{density * own.volume, place.rotation * own.centroid + place.translation,
                              density * place.rotation * own.inertia * glm::transpose(place.rotation)};
    };
    MassProperties sum;
    glm::dvec3 middle(0.0);
    for (std::size_t i = 0; i < compound.parts().size(); ++i) {
        const MassProperties part = inCompound(i);
        sum.volume += part.volume;
        sum.centroid += part.volume * part.centroid;
        middle += part.centroid / static_cast<double>(compound.parts().size());
    }
    sum.centroid = sum.volume > 0.0 ? sum.centroid / sum.volume : middle;
    for (std::size_t i = 0; i < compound.parts().size(); ++i) {
        const MassProperties part = inCompound(i);
        const glm::dvec3 arm = part.centroid - sum.centroid;
        sum.inertia +=
            part.inertia + part.volume * (glm::dmat3(glm::dot(arm, arm)) - glm::outerProduct(arm, arm));
    }
    return sum;
}

Result<Compound, ShapeError> transformed(const Compound& compound, const glm::mat3& map) {
    if (auto fault = faultOfMap(map)) {
        return Unexpected{*std::move(fault)};
    }
    std::vector<CompoundPart> parts(compound.parts().begin(), compound.parts().end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        // The map as the part sees it: its turn stays in its pose.
        const glm::dmat3 turn = localToWorld(parts[i].pose).rotation, m(map);
        auto shape = transformed(parts[i].shape, glm::mat3(glm::transpose(turn) * m * turn));
        if (!shape) {
            return Unexpected{inPart(i, std::move(shape).error())};
        }
        parts[i].shape = *std::move(shape);
        parts[i].pose.position = glm::vec3(m * glm::dvec3(parts[i].pose.position));
    }
    return Compound::fromParts(std::move(parts));
}

}  // namespace sat3d::inline SAT3D_ABI
