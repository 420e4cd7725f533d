#include "layout.hpp"
#include "mover_contact.hpp"
#include "query_filter.hpp"
#include "world_errors.hpp"

#include <sat3d/response/freed.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace {

using namespace sat3d;
using c::Checks;
using c::contactOf;
using c::fail;
using c::filterOf;
using c::guarded;
using c::in;

static_assert(std::size(s3_moved{}.stops) == c::Moved::kMaxStops);
constexpr float kSteepest = 1.5f;  ///< radians

s3_moved movedOf(const c::Moved& moved) {
    s3_moved result{};
    result.pose = c::out<s3_pose>(moved.pose);
    result.left = c::out<s3_vector>(moved.left);
    result.left_turn = c::out<s3_spin>(moved.leftTurn);
    result.is_standing = moved.isStanding();
    result.is_crushed = moved.isCrushed;
    result.ground = contactOf(moved.ground.value_or(c::MoverContact{}));
    result.stop_count = moved.stopCount;
    std::ranges::transform(moved.stops(), result.stops, contactOf);
    return result;
}

}  // namespace

s3_move_options s3_default_move_options(void) {
    const BasicMoveOptions<c::Dimension> given;
    return {sizeof(s3_move_options), given.skin,     c::out<s3_vector>(given.up),
            given.stepHeight,        given.steepest, given.rounds};
}

s3_status s3_world_move_and_slide(s3_world* world, const s3_shape* shape, const s3_pose* pose,
                                  s3_vector translation, s3_spin rotation, const s3_move_options* options,
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
                                           c::Motion{in(translation), in(rotation)},
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
