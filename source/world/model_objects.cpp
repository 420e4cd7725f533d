#include "core/readable_text.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/world/model_objects.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {

namespace {

/// The filter of a body. Without one, it collides with everything.
CollisionFilter filterOf(const CollisionModel& model, const CollisionBody& body) {
    return body.filter && *body.filter < model.filters.size() ? model.filters[*body.filter]
                                                              : CollisionFilter{};
}

}  // namespace

template <class T>
Result<ObjectId, WorldError> addModel(BasicWorld<T>& world, const CollisionModel& model,
                                      std::type_identity_t<BasicObject<T>> object) {
    std::vector<CompoundChild> parts;
    for (std::uint32_t body = 0; body < model.bodies.size(); ++body) {
        if (!model.bodies[body].trigger) {
            parts.push_back({.shape = model.bodies[body].shape,
                             .pose = {},
                             .tag = body,
                             .userData = 0,
                             .name = model.bodies[body].name});
        }
    }
    if (parts.empty()) {
        return Unexpected{
            WorldError{WorldError::Code::Empty,
                       "the model for object " + quotedName(object.name) + " has no solid convex bodies"}};
    }
    auto compound = Compound::fromChildren(std::move(parts));
    if (!compound) {
        return Unexpected{
            WorldError{WorldError::Code::BadShape,
                       "the model for object " + quotedName(object.name) + ": " + compound.error().message}};
    }
    object.shape = *std::move(compound);
    return world.add(std::move(object));
}

template <class T>
Result<ObjectId, WorldError> addModel(BasicWorld<T>& world, const CollisionModel& model,
                                      CategoryNames& categories,
                                      std::type_identity_t<BasicObject<T>> object) {
    const CollisionBody* first = nullptr;
    for (const CollisionBody& body : model.bodies) {
        if (body.trigger) {
            continue;
        }
        first = first != nullptr ? first : &body;
        if (filterOf(model, body) != filterOf(model, *first)) {
            return Unexpected{WorldError{WorldError::Code::BadFilter,
                                         "the model for object " + quotedName(object.name) + ": bodies " +
                                             quotedName(first->name) + " and " + quotedName(body.name) +
                                             " have different collision filters: give all solid bodies one"}};
        }
    }
    if (first != nullptr) {
        auto filter = categories.filterOf(filterOf(model, *first));
        if (!filter) {
            return Unexpected{std::move(filter).error()};
        }
        filter->group = object.filter.group;
        filter->detail = object.filter.detail;
        object.filter = *filter;
    }
    return addModel(world, model, std::move(object));
}

template <class T>
std::optional<WorldError> setPartPoses(BasicWorld<T>& world, ObjectId id, const CollisionModel& model,
                                       std::span<const Pose> transforms) {
    SAT3D_ASSERT(transforms.size() == model.nodes.size(), "there is one transform for each node");
    const auto* object = world.find(id);
    const auto* compound = object != nullptr ? std::get_if<Compound>(&object->shape) : nullptr;
    if (compound == nullptr) {
        return world.setPartPose(id, 0, Pose{});  // for its error
    }
    for (std::uint32_t part = 0; part < compound->children().size(); ++part) {
        const std::uint32_t body = compound->children()[part].tag;
        const std::size_t node = body < model.bodies.size() ? model.bodies[body].node : transforms.size();
        if (node >= transforms.size()) {
            return WorldError{WorldError::Code::NoSuchPart, "the model has no node for part " +
                                                                std::to_string(part) + " of object " +
                                                                std::to_string(id.index)};
        }
        if (auto error = world.setPartPose(id, part, transforms[node])) {
            return error;
        }
    }
    return std::nullopt;
}

/// The bits of groups. Adds the names that are new.
std::uint64_t CategoryNames::bitsOf(std::span<const std::string> groups) {
    std::uint64_t bits = 0;
    for (const std::string& group : groups) {
        const auto place = std::ranges::find(names_, group);
        const auto bit = static_cast<std::size_t>(place - names_.begin()) + 1;
        if (place == names_.end()) {
            names_.push_back(group);
        }
        bits |= bit < 64 ? std::uint64_t{1} << bit : 0;
    }
    return bits;
}

Result<ObjectFilter, WorldError> CategoryNames::filterOf(const CollisionFilter& filter) {
    constexpr std::size_t kMaxNames = 63;
    const std::size_t namesBefore = names_.size();
    ObjectFilter result;
    if (!filter.groups.empty()) {
        result.categories = bitsOf(filter.groups);
    }
    if (!filter.includedGroups.empty()) {
        result.collidesWith = bitsOf(filter.includedGroups);
    }
    result.excludes = bitsOf(filter.excludedGroups);
    if (names_.size() > kMaxNames) {
        names_.resize(namesBefore);
        return Unexpected{WorldError{
            WorldError::Code::TooManyCategories,
            "filter " + quotedName(filter.name) + " needs more than 63 names of groups in all: merge some"}};
    }
    return result;
}

template SAT3D_API Result<ObjectId, WorldError> addModel(World&, const CollisionModel&, BasicObject<float>);
template SAT3D_API Result<ObjectId, WorldError> addModel(DWorld&, const CollisionModel&, BasicObject<double>);
template SAT3D_API Result<ObjectId, WorldError> addModel(World&, const CollisionModel&, CategoryNames&,
                                                         BasicObject<float>);
template SAT3D_API Result<ObjectId, WorldError> addModel(DWorld&, const CollisionModel&, CategoryNames&,
                                                         BasicObject<double>);
template SAT3D_API std::optional<WorldError> setPartPoses(World&, ObjectId, const CollisionModel&,
                                                          std::span<const Pose>);
template SAT3D_API std::optional<WorldError> setPartPoses(DWorld&, ObjectId, const CollisionModel&,
                                                          std::span<const Pose>);

}  // namespace sat3d::SAT3D_ABI
