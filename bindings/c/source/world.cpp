#include "layout.hpp"
#include "materials.hpp"
#include "world_errors.hpp"

#ifndef S3_PLANE
#include <sat3d/world/model_objects.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;
using c::in;
using c::packed;
using c::statusOf;
using c::unpacked;

/// More is a mistake, such as a negative number, and no step would end.
constexpr std::uint32_t kMostSubsteps = 1000;

ObjectFilter filterOf(const s3_filter& filter) {
    return {.categories = filter.categories,
            .collidesWith = filter.collides_with,
            .excludes = filter.excludes,
            .group = filter.group};
}

s3_filter filterOf(const ObjectFilter& filter) {
    return {filter.categories, filter.collidesWith, filter.excludes, filter.group};
}

/// @return the object without its shape
c::World::Object objectOf(const s3_object& given) {
    c::World::Object object;
    object.pose = in(given.pose);
    object.kind = static_cast<ObjectKind>(given.kind);
    object.filter = filterOf(given.filter);
    object.userData = given.user_data;
    return object;
}

s3_status checkNewObject(const s3_world* world, const s3_object* object, const s3_id* result) {
    Checks checks;
    checks.world(world).output(result).needed(object, "the object").options(object, "the object");
    if (checks.status() == S3_OK) {
        checks.enumerator(object->kind, S3_SENSOR, "the kind of the object").pose(&object->pose, "the pose");
    }
    return checks.status();
}

s3_status give(const Result<ObjectId, WorldError>& added, s3_id* result) {
    if (!added) {
        return c::failWith(added.error());
    }
    *result = packed(*added);
    return S3_OK;
}

}  // namespace

s3_world_options s3_default_world_options(void) {
    return {sizeof(s3_world_options),
            S3_DETAIL_PUSH,
            0.0f,
            0.0f,
            c::out<s3_vector>(c::Dynamics::Options{}.gravity),
            SolverOptions{}.substeps,
            nullptr,
            0};
}

s3_status s3_world_create(const s3_world_options* options, s3_world** result) {
    return guarded([&] {
        if (const s3_status bad =
                Checks().output(result).options(options, "the struct of options").status()) {
            return bad;
        }
        const s3_world_options given = options != nullptr ? *options : s3_default_world_options();
        const s3_status bad =
            Checks()
                .enumerator(given.detail, S3_DETAIL_MANIFOLDS, "the detail")
                .atLeastZero(given.margin, "the margin")
                .atLeastZero(given.hysteresis, "the hysteresis")
                .finite(given.gravity, "gravity")
                .array(given.material_pairs, given.material_pair_count, "the array of pairs")
                .status();
        if (bad) {
            return bad;
        }
        const auto pairs = in(given.material_pairs, given.material_pair_count);
        if (const s3_status badPair = c::checkPairs(pairs)) {
            return badPair;
        }
        if (given.substeps == 0 || given.substeps > kMostSubsteps) {
            return fail(S3_BAD_NUMBER, "a step needs 1 to 1000 substeps");
        }
        c::Dynamics::Options dynamics;
        dynamics.gravity = in(given.gravity);
        dynamics.solver.substeps = given.substeps;
        dynamics.materialTable.pairs.assign(pairs.begin(), pairs.end());
        *result = new s3_world({.detail = static_cast<ContactDetail>(given.detail),
                                .margin = given.margin,
                                .hysteresis = given.hysteresis},
                               dynamics);
        return bad;
    });
}

void s3_world_destroy(s3_world* world) {
    if (world != nullptr && world->kind == s3_world::kKind && world->isStepping) {
        world->endsAfterStep = true;
    } else if (Checks().world(world).status() == S3_OK) {
        delete world;
    }
}

s3_object s3_default_object(void) {
    return {sizeof(s3_object), S3_MOVING, nullptr, S3_NO_POSE, filterOf(ObjectFilter{}), 0};
}

s3_status s3_world_add(s3_world* world, const s3_object* object, s3_id* result) {
    return guarded([&] {
        s3_status bad = checkNewObject(world, object, result);
        if (!bad) {
            bad = Checks().shape(object->shape, "the shape of the object").status();
        }
        if (bad) {
            return bad;
        }
        c::World::Object made = objectOf(*object);
        made.shape = object->shape->shape;
        return give(world->changed().add(std::move(made)), result);
    });
}

#ifndef S3_PLANE
s3_status s3_world_add_model(s3_world* world, const s3_model* model, const s3_object* object, s3_id* result) {
    return guarded([&] {
        s3_status bad = checkNewObject(world, object, result);
        if (!bad) {
            bad = Checks().model(model).status();
        }
        return bad ? bad : give(addModel(world->changed(), model->model, objectOf(*object)), result);
    });
}
#endif

s3_status s3_world_remove(s3_world* world, s3_id id) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).status();
        if (!bad) {
            world->dynamics.removeBody(unpacked(id));
            world->changed().remove(unpacked(id));
        }
        return bad;
    });
}

s3_status s3_world_set_pose(s3_world* world, s3_id id, const s3_pose* pose) {
    return s3_world_set_poses(world, &id, pose, 1);
}

s3_status s3_world_set_poses(s3_world* world, const s3_id* ids, const s3_pose* poses, size_t count) {
    return guarded([&] {
        s3_status bad =
            Checks().world(world).array(ids, count, "the array of ids").poses(poses, count).status();
        for (std::size_t i = 0; i < count && !bad; ++i) {
            bad = Checks().object(world, ids[i]).status();
        }
        for (std::size_t i = 0; i < count && !bad; ++i) {
            bad = statusOf(world->changed().setPose(unpacked(ids[i]), in(poses[i])));
        }
        return bad;
    });
}

s3_status s3_world_get_pose(s3_world* world, s3_id id, s3_pose* result) {
    return s3_world_get_poses(world, &id, 1, result);
}

s3_status s3_world_get_poses(s3_world* world, const s3_id* ids, size_t count, s3_pose* results) {
    return guarded([&] {
        s3_status bad = Checks()
                            .world(world)
                            .array(ids, count, "the array of ids")
                            .array(results, count, "the array of results")
                            .status();
        for (std::size_t i = 0; i < count && !bad; ++i) {
            bad = Checks().object(world, ids[i]).status();
        }
        for (std::size_t i = 0; i < count && !bad; ++i) {
            results[i] = c::out<s3_pose>(world->world.find(unpacked(ids[i]))->pose);
        }
        return bad;
    });
}

s3_status s3_world_set_shape(s3_world* world, s3_id id, const s3_shape* shape) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).shape(shape, "the shape").status();
        return bad ? bad : statusOf(world->changed().setShape(unpacked(id), shape->shape));
    });
}

s3_status s3_world_get_shape(s3_world* world, s3_id id, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).output(result).status();
        if (!bad) {
            *result = new s3_shape(world->world.find(unpacked(id))->shape);
        }
        return bad;
    });
}

s3_status s3_world_set_part_pose(s3_world* world, s3_id id, uint32_t part, const s3_local_pose* pose) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).pose(pose, "the pose").status();
        return bad ? bad : statusOf(world->changed().setPartPose(unpacked(id), part, in(*pose)));
    });
}

s3_status s3_world_get_part_pose(s3_world* world, s3_id id, uint32_t part, s3_local_pose* result) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).output(result).status();
        if (bad) {
            return bad;
        }
        const auto* const compound = std::get_if<c::Compound>(&world->world.find(unpacked(id))->shape);
        if (compound == nullptr || part >= compound->children().size()) {
            return fail(S3_WORLD_NO_SUCH_PART, "the object is no compound with such a part");
        }
        *result = c::out<s3_local_pose>(compound->children()[part].pose);
        return bad;
    });
}

s3_status s3_world_set_kind(s3_world* world, s3_id id, uint32_t kind) {
    return guarded([&] {
        const s3_status bad =
            Checks().object(world, id).enumerator(kind, S3_SENSOR, "the kind of the object").status();
        return bad ? bad : statusOf(world->changed().setKind(unpacked(id), static_cast<ObjectKind>(kind)));
    });
}

s3_status s3_world_get_kind(s3_world* world, s3_id id, uint32_t* result) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).output(result).status();
        if (!bad) {
            *result = static_cast<std::uint32_t>(world->world.find(unpacked(id))->kind);
        }
        return bad;
    });
}

s3_status s3_world_set_filter(s3_world* world, s3_id id, const s3_filter* filter) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).needed(filter, "the filter").status();
        return bad ? bad : statusOf(world->changed().setFilter(unpacked(id), filterOf(*filter)));
    });
}

s3_status s3_world_get_filter(s3_world* world, s3_id id, s3_filter* result) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).output(result).status();
        if (!bad) {
            *result = filterOf(world->world.find(unpacked(id))->filter);
        }
        return bad;
    });
}

s3_status s3_world_get_user_data(s3_world* world, s3_id id, uint64_t* result) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).output(result).status();
        if (!bad) {
            *result = world->world.find(unpacked(id))->userData;
        }
        return bad;
    });
}

s3_status s3_world_set_user_data(s3_world* world, s3_id id, uint64_t user_data) {
    return guarded([&] {
        const s3_status bad = Checks().object(world, id).status();
        return bad ? bad : statusOf(world->world.setUserData(unpacked(id), user_data));
    });
}

s3_status s3_world_has(s3_world* world, s3_id id, bool* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            *result = world->world.find(unpacked(id)) != nullptr;
        }
        return bad;
    });
}

s3_status s3_world_size(s3_world* world, size_t* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            *result = world->world.size();
        }
        return bad;
    });
}

s3_status s3_world_ids(s3_world* world, s3_id* ids, size_t capacity, size_t* count) {
    return c::listIds(world, ids, capacity, count, [&] { return world->world.ids(); });
}
