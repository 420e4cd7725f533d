#pragma once

/// @file
/// Objects of a World from imported models: vehicles of several parts, and collision filters by name.

#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/collision_model.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Turns collision filters of models, which name groups, into filters of objects. One such table serves all
/// models of a world: a name is the same category in all.
class CategoryNames {
public:
    /// Returns the filter that allows the same pairs. Bit 0 is the category of objects without a group.
    /// @return the error TooManyCategories for more than 63 names; then the table is as before
    [[nodiscard]] SAT3D_API Result<ObjectFilter, WorldError> filterOf(const CollisionFilter& filter);

    /// The names: name k is the bit k + 1.
    [[nodiscard]] std::span<const std::string> names() const noexcept { return names_; }

private:
    [[nodiscard]] std::uint64_t bitsOf(std::span<const std::string> groups);

    std::vector<std::string> names_;
};

/// Adds a model as one object: a Compound of its convex bodies, without those of triggers. Each part has the
/// name of its body, and the index of the body as its tag. Triangle meshes are not part of it: add each as an
/// object of its own.
/// @code
/// const ObjectId tank = addModel(world, model, {.pose = start, .name = "tank"}).value();
/// const auto turret = std::get<Compound>(world.find(tank)->shape).find("turret");
/// @endcode
/// @param object  all but the shape
/// @return the error Empty if there are no such bodies, and those of BasicWorld::add()
template <class T>
SAT3D_API Result<ObjectId, WorldError> addModel(BasicWorld<T>& world, const CollisionModel& model,
                                                std::type_identity_t<BasicObject<T>> object = {});
/// Does the same with the collision filter of the model's bodies, as categories of the object. The group and
/// the detail of the object's filter stay as they are.
/// @param categories  one for all models of the world
/// @return also the errors BadFilter if solid bodies have different filters, and TooManyCategories
template <class T>
SAT3D_API Result<ObjectId, WorldError> addModel(BasicWorld<T>& world, const CollisionModel& model,
                                                CategoryNames& categories,
                                                std::type_identity_t<BasicObject<T>> object = {});

/// Moves the parts of an object that addModel() has added.
/// @param transforms  one for each node of the model, as computed by computeNodeTransforms() (asserted)
/// @return the errors of BasicWorld::setPartPose(); then the parts before it have moved
template <class T>
SAT3D_API std::optional<WorldError> setPartPoses(BasicWorld<T>& world, ObjectId id,
                                                 const CollisionModel& model,
                                                 std::span<const Pose> transforms);

}  // namespace sat3d::SAT3D_ABI
