#include "layout.hpp"
#include "query_filter.hpp"
#include "world_errors.hpp"

#include <sat3d/response/freed.hpp>
#include <sat3d/response/stand_on.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::filterOf;
using c::guarded;
using c::in;
using c::packed;

static_assert(std::size(s3_moved{}.stops) == c::Moved::kMaxStops);
constexpr float kSteepest = 1.5f;  ///< radians

s3_mover_contact contactOf(const c::MoverContact& contact) {
    return {packed(contact.object), c::out<s3_vec3>(contact.normal), c::out<s3_position>(contact.point),
            contact.faceTag};
}

s3_moved movedOf(const c::Moved& moved) {
    s3_moved result{};
    result.pose = c::out<s3_pose>(moved.pose);
    result.left = c::out<s3_vec3>(moved.left);
    result.left_turn = c::out<s3_vec3>(moved.leftTurn);
    result.is_standing = moved.isStanding();
    result.is_crushed = moved.isCrushed;
    result.ground = contactOf(moved.ground.value_or(c::MoverContact{}));
    result.stop_count = moved.stopCount;
    std::ranges::transform(moved.stops(), result.stops, contactOf);
    return result;
}

}  // namespace

s3_move_options s3_default_move_options(void) {
    const MoveOptions given;
    return {sizeof(s3_move_options), given.skin,     c::out<s3_vec3>(given.up),
            given.stepHeight,        given.steepest, given.rounds};
}

s3_status s3_world_move_and_slide(s3_world* world, const s3_shape* shape, const s3_pose* pose,
                                  s3_vec3 translation, s3_vec3 rotation, const s3_move_options* options,
                                  const s3_query_filter* filter, s3_moved* result) {
    return guarded([&] {
        s3_status bad = Checks()
                            .query(world, filter)
                            .shape(shape, "the shape")
                            .pose(pose, "the pose")
                            .output(result)
                            .finite(translation, "the translation")
                            .finite(rotation, "the rotation")
                            .options(options, "the struct of options")
                            .status();
        if (bad) {
            return bad;
        }
        const s3_move_options given = options != nullptr ? *options : s3_default_move_options();
        bad = Checks()
                  .aboveZero(given.skin, "the skin")
                  .finite(given.up, "the direction up")
                  .atLeastZero(given.step_height, "the height of steps")
                  .atLeastZero(given.steepest, "the steepest slope")
                  .status();
        if (!bad && given.steepest > kSteepest) {
            bad = fail(S3_BAD_NUMBER, "the steepest slope is above 1.5 radians");
        }
        if (!bad) {
            *result = movedOf(moveAndSlide(world->fresh(), c::refOf(shape), in(*pose),
                                           {.translation = in(translation), .rotationVector = in(rotation)},
                                           {.skin = given.skin,
                                            .up = in(given.up),
                                            .stepHeight = given.step_height,
                                            .steepest = given.steepest,
                                            .rounds = given.rounds,
                                            .filter = filterOf(filter)}));
        }
        return bad;
    });
}

s3_stand_options s3_default_stand_options(void) {
    const StandOptions given;
    return {sizeof(s3_stand_options), c::out<s3_vec3>(given.up), c::out<s3_vec3>(given.localUp),
            c::out<s3_vec3>(given.center), given.reach};
}

s3_status s3_world_stand_on(s3_world* world, const s3_pose* pose, const s3_vec3* feet, size_t foot_count,
                            const s3_stand_options* options, const s3_query_filter* filter, bool* stands,
                            s3_standing* result) {
    return guarded([&] {
        s3_status bad = Checks()
                            .query(world, filter)
                            .pose(pose, "the pose")
                            .output(stands)
                            .output(result)
                            .options(options, "the struct of options")
                            .status();
        if (!bad && (foot_count < 3 || foot_count > kMaxFeet)) {
            bad = fail(S3_BAD_INDEX, "a vehicle stands on 3 to 32 feet");
        }
        if (bad) {
            return bad;
        }
        const s3_stand_options given = options != nullptr ? *options : s3_default_stand_options();
        bad = Checks()
                  .finite(feet, foot_count, "the array of feet")
                  .notZero(given.up, "the direction up")
                  .notZero(given.local_up, "the vehicle's direction up")
                  .finite(given.center, "the center of mass")
                  .aboveZero(given.reach, "the reach")
                  .status();
        if (bad) {
            return bad;
        }
        const auto standing = standOn(world->fresh(), in(*pose), in(feet, foot_count),
                                      {.up = in(given.up),
                                       .localUp = in(given.local_up),
                                       .center = in(given.center),
                                       .reach = given.reach,
                                       .filter = filterOf(filter)});
        *stands = standing.has_value();
        if (standing) {
            result->pose = c::out<s3_pose>(standing->pose);
            result->normal = c::out<s3_vec3>(standing->normal);
            std::ranges::copy(standing->feet, result->feet);
            std::ranges::transform(standing->ground, result->ground, contactOf);
        }
        return bad;
    });
}

s3_status s3_world_freed(s3_world* world, const s3_shape* shape, const s3_pose* pose, float farthest,
                         const s3_query_filter* filter, bool* is_freed, s3_pose* result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .query(world, filter)
                                  .shape(shape, "the shape")
                                  .pose(pose, "the pose")
                                  .output(is_freed)
                                  .output(result)
                                  .reach(farthest, "the greatest distance")
                                  .status();
        if (!bad) {
            const auto place = freed(world->fresh(), c::refOf(shape), in(*pose),
                                     {.farthest = farthest, .filter = filterOf(filter)});
            *is_freed = place.has_value();
            if (place) {
                *result = c::out<s3_pose>(*place);
            }
        }
        return bad;
    });
}
