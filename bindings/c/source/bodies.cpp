#include "layout.hpp"
#include "materials.hpp"
#include "world_errors.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;
using c::in;
using c::packed;
using c::statusOf;
using c::statusOfChange;
using c::unpacked;

/// The number of points fits, and so do the points.
static_assert(sizeof(s3_impact::points) / sizeof(s3_impact_point) == c::Dimension::kMaxPoints);
static_assert(sizeof(s3_impact_point) == sizeof(c::DynamicPoint) &&
              alignof(s3_impact_point) == alignof(c::DynamicPoint));
static_assert(offsetof(s3_impact_point, total_impulse) == offsetof(c::DynamicPoint, totalImpulse) &&
              offsetof(s3_impact_point, id) == offsetof(c::DynamicPoint, id));

/// The axes in the order of the bits of s3_lock.
#ifdef S3_PLANE
constexpr std::array kLocks{&c::LockedAxes::moveX, &c::LockedAxes::moveY, &c::LockedAxes::turn};
static_assert(S3_LOCK_TURN == 1 << (kLocks.size() - 1));
#else
constexpr std::array kLocks{&LockedAxes::moveX, &LockedAxes::moveY, &LockedAxes::moveZ,
                            &LockedAxes::turnX, &LockedAxes::turnY, &LockedAxes::turnZ};
static_assert(S3_LOCK_TURN_Z == 1 << (kLocks.size() - 1));
#endif

std::uint32_t lockedOf(const c::LockedAxes& axes) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kLocks.size(); ++i) {
        bits |= std::uint32_t{axes.*kLocks[i]} << i;
    }
    return bits;
}

c::LockedAxes lockedOf(std::uint32_t bits) {
    c::LockedAxes axes;
    for (std::size_t i = 0; i < kLocks.size(); ++i) {
        axes.*kLocks[i] = (bits >> i & 1u) != 0;
    }
    return axes;
}

s3_body bodyOf(const c::Body& body) {
    const s3_material material = c::materialOf(body.material);
    return {sizeof(s3_body),
            c::out<s3_mass>(body.mass),
            c::out<s3_vector>(body.velocity),
            c::out<s3_spin>(body.angularVelocity),
            material.friction,
            material.restitution,
            material.rolling_resistance,
            c::out<s3_vector>(body.surfaceVelocity),
            body.gravityFactor,
            body.linearDamping,
            body.angularDamping,
            body.canSleep,
            body.followsPose,
            lockedOf(body.locked),
            body.maxSpeed,
            body.maxAngularSpeed,
            material.friction_combine,
            material.restitution_combine,
            material.id};
}

/// @param body  keeps what the interface does not have
void assign(c::Body& body, const s3_body& given) {
    body.mass = in(given.mass);
    body.velocity = in(given.velocity);
    body.angularVelocity = in(given.angular_velocity);
    body.material = c::materialOf({given.friction, given.restitution, given.rolling_resistance,
                                   given.friction_combine, given.restitution_combine, given.material_id});
    body.surfaceVelocity = in(given.surface_velocity);
    body.gravityFactor = given.gravity_factor;
    body.linearDamping = given.linear_damping;
    body.angularDamping = given.angular_damping;
    body.canSleep = given.can_sleep;
    body.followsPose = given.follows_pose;
    body.locked = lockedOf(given.locked);
    body.maxSpeed = given.max_speed;
    body.maxAngularSpeed = given.max_angular_speed;
}

s3_impact impactOf(const c::DynamicContact& contact) {
    s3_impact impact{};
    impact.a = packed(contact.objects.a);
    impact.b = packed(contact.objects.b);
    impact.children = c::out<s3_children>(contact.children);
    impact.normal = c::out<s3_vector>(contact.normal);
    impact.point_count = contact.pointCount;
    std::ranges::transform(contact.points(), impact.points, [](const c::DynamicPoint& point) {
        return std::bit_cast<s3_impact_point>(point);
    });
    impact.approach_speed = contact.approachSpeed;
    return impact;
}

static_assert(S3_NO_WHEEL == c::DynamicContact::kNoWheel);

/// Marks a world while its step calls a hook.
class Stepping {
public:
    explicit Stepping(s3_world& world) : world_(world) { world_.isStepping = true; }
    ~Stepping() { world_.isStepping = false; }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;

private:
    s3_world& world_;
};

/// Whether a hook has left all numbers in their range.
bool areSound(const s3_contact_settings& settings) {
    const auto isAmount = [](float number) { return std::isfinite(number) && number >= 0.0f; };
    float square = 0.0f;  // infinite: steps could not calculate with it
    for (const auto number : c::numbersOf(settings.surface_velocity)) {
        square += static_cast<float>(number) * static_cast<float>(number);
    }
    return isAmount(settings.friction) && isAmount(settings.restitution) && settings.restitution <= 1.0f &&
           isAmount(settings.rolling_resistance) && settings.max_impulse >= 0.0f && std::isfinite(square);
}

}  // namespace

s3_body s3_default_body(void) {
    return bodyOf(c::Body{});
}

s3_status s3_world_set_body(s3_world* world, s3_id id, const s3_body* body) {
    return guarded([&] {
        const s3_status bad =
            Checks().object(world, id).needed(body, "the body").options(body, "the body").status();
        if (bad) {
            return bad;
        }
        if (body->locked >= 1u << kLocks.size()) {
            return fail(S3_BAD_ENUM, "the locked axes are none of s3_lock");
        }
        if (const s3_status badRule = c::checkRules(body->friction_combine, body->restitution_combine)) {
            return badRule;
        }
        const c::Body* const before = world->dynamics.find(unpacked(id));
        c::Body made = before != nullptr ? *before : c::Body{};
        assign(made, *body);
        return statusOf(world->dynamics.setBody(world->world, unpacked(id), made));
    });
}

s3_status s3_world_get_body(s3_world* world, s3_id id, s3_body* result) {
    return guarded([&] {
        const s3_status bad = Checks().body(world, id).output(result).status();
        if (!bad) {
            *result = bodyOf(*world->dynamics.find(unpacked(id)));
        }
        return bad;
    });
}

s3_status s3_world_remove_body(s3_world* world, s3_id id) {
    return guarded([&] {
        const s3_status bad = Checks().body(world, id).status();
        if (!bad) {
            world->dynamics.removeBody(unpacked(id));
        }
        return bad;
    });
}

s3_status s3_world_set_velocity(s3_world* world, s3_id id, s3_vector velocity, s3_spin angular_velocity) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .body(world, id)
                                  .finite(velocity, "the velocity")
                                  .finite(angular_velocity, "the angular velocity")
                                  .status();
        return bad ? bad
                   : statusOfChange(
                         world->dynamics.setVelocity(unpacked(id), in(velocity), in(angular_velocity)));
    });
}

s3_status s3_world_move_kinematic(s3_world* world, s3_id id, const s3_pose* to, float seconds) {
    return guarded([&] {
        s3_status bad = Checks().body(world, id).pose(to, "the pose").aboveZero(seconds, "the time").status();
        if (!bad && world->dynamics.find(unpacked(id))->isDynamic()) {
            bad = fail(S3_WORLD_BAD_BODY, "the body has a mass: only kinematic ones are moved");
        }
        return bad ? bad : statusOfChange(world->dynamics.moveKinematic(unpacked(id), in(*to), seconds));
    });
}

s3_status s3_world_apply_impulse(s3_world* world, s3_id id, s3_vector impulse, s3_position point) {
    return guarded([&] {
        const s3_status bad =
            Checks().body(world, id).finite(impulse, "the impulse").finite(point, "the point").status();
        return bad ? bad
                   : statusOfChange(
                         world->dynamics.applyImpulse(world->world, unpacked(id), in(impulse), in(point)));
    });
}

s3_status s3_world_apply_force(s3_world* world, s3_id id, s3_vector force, s3_spin torque) {
    return guarded([&] {
        const s3_status bad =
            Checks().body(world, id).finite(force, "the force").finite(torque, "the torque").status();
        return bad ? bad : statusOfChange(world->dynamics.applyForce(unpacked(id), in(force), in(torque)));
    });
}

s3_status s3_world_apply_force_at(s3_world* world, s3_id id, s3_vector force, s3_position point) {
    return guarded([&] {
        const s3_status bad =
            Checks().body(world, id).finite(force, "the force").finite(point, "the point").status();
        return bad ? bad
                   : statusOfChange(
                         world->dynamics.applyForce(world->world, unpacked(id), in(force), in(point)));
    });
}

s3_status s3_world_velocity_at(s3_world* world, s3_id id, s3_position point, s3_vector* result) {
    return guarded([&] {
        s3_status bad = Checks().body(world, id).output(result).status();
        if (!bad) {
            bad = Checks().finite(point, "the point").status();
        }
        if (!bad) {
            const auto velocity = world->dynamics.velocityAt(world->world, unpacked(id), in(point));
            *result = c::out<s3_vector>(velocity.value_or(c::Vector(0.0f)));
        }
        return bad;
    });
}

s3_status s3_world_wake(s3_world* world, s3_id id) {
    return guarded([&] {
        const s3_status bad = Checks().body(world, id).status();
        return bad ? bad : statusOfChange(world->dynamics.wake(unpacked(id)));
    });
}

s3_status s3_world_is_asleep(s3_world* world, s3_id id, bool* result) {
    return guarded([&] {
        const s3_status bad = Checks().body(world, id).output(result).status();
        if (!bad) {
            *result = world->dynamics.isAsleep(unpacked(id));
        }
        return bad;
    });
}

s3_status s3_world_set_gravity(s3_world* world, s3_vector gravity) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).finite(gravity, "gravity").status();
        if (!bad) {
            world->dynamics.setGravity(in(gravity));
        }
        return bad;
    });
}

s3_status s3_world_step(s3_world* world, float dt) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).aboveZero(dt, "dt").status();
        if (!bad) {
            world->dynamics.step(world->world, dt);
            world->hasChanged = false;  // a step ends with trees that know all objects
        }
        return bad;
    });
}

s3_status s3_world_step_with_hook(s3_world* world, float dt, s3_contact_hook hook, void* user_data) {
    const s3_status status = guarded([&] {
        if (const s3_status bad = Checks().world(world).aboveZero(dt, "dt").status()) {
            return bad;
        }
        if (hook == nullptr) {
            return fail(S3_NULL_ARGUMENT, "the hook is NULL");
        }
        const auto call = [&](const c::DynamicContact& contact, c::ContactSettings& settings) {
            const s3_impact impact = impactOf(contact);
            s3_contact_settings changed = c::out<s3_contact_settings>(settings);
            hook(&impact, contact.wheel, &changed, user_data);
            if (areSound(changed)) {
                settings = in(changed);
            }
        };
        const Stepping stepping(*world);
        world->dynamics.step(world->world, dt, kInOneThread, call);
        world->hasChanged = false;
        return s3_status{S3_OK};
    });
    if (world != nullptr && world->kind == s3_world::kKind && world->endsAfterStep && !world->isStepping) {
        delete world;
    }
    return status;
}

s3_status s3_world_impacts(s3_world* world, const s3_impact** impacts, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(impacts).output(count).status();
        if (!bad) {
            const auto contacts = world->dynamics.contacts();
            world->impacts.resize(contacts.size());
            std::ranges::transform(contacts, world->impacts.begin(), impactOf);
            *impacts = world->impacts.data();
            *count = world->impacts.size();
        }
        return bad;
    });
}

s3_status s3_world_awake_count(s3_world* world, size_t* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            *result = world->dynamics.awakeCount();
        }
        return bad;
    });
}
