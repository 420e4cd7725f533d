// How vehicles that are driven, not simulated, stand on the ground. In space only.

#include "mover_contact.hpp"
#include "query_filter.hpp"
#include "world_errors.hpp"

#include <sat3d/response/stand_on.hpp>

#include <algorithm>

namespace {

using namespace sat3d;
using c::Checks;
using c::contactOf;
using c::fail;
using c::filterOf;
using c::guarded;
using c::in;

}  // namespace

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
