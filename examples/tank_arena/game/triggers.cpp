#include "triggers.hpp"

#include <utility>

namespace tank_arena {

Triggers::Triggers(std::span<const Zone> zones, std::span<const Tank> tanks, const sat3d::Aabb& tankBounds,
                   std::size_t trucks)
    : repairs_(tanks.size(), 0) {
    const auto add = [&](const sat3d::Shape& shape, const sat3d::Pose& pose, sat3d::ObjectKind kind,
                         const Thing& thing) {
        return world_.add({.shape = shape, .pose = pose, .kind = kind, .userData = thing.packed()}).value();
    };
    for (std::uint32_t i = 0; i < zones.size(); ++i) {
        const glm::vec3 half(Zone::kHalfSize, 0.5f * Zone::kHeight, Zone::kHalfSize);
        add(sat3d::Box{.center = {0.0f, half.y, 0.0f}, .halfExtents = half}, zones[i].pose,
            sat3d::ObjectKind::Sensor, {Kind::Zone, i});
    }
    for (std::uint32_t i = 0; i < trucks; ++i) {
        trucks_.push_back(
            add(sat3d::Sphere{.radius = Truck::kRange}, {}, sat3d::ObjectKind::Sensor, {Kind::Truck, i}));
    }
    const sat3d::Box tank{.center = tankBounds.center(),
                          .halfExtents = 0.5f * (tankBounds.upper - tankBounds.lower)};
    for (const Tank& one : tanks) {
        tanks_.push_back(add(tank, one.before, sat3d::ObjectKind::Moving, {Kind::Tank, one.number}));
    }
}

void Triggers::update(const sat3d::World& world, std::span<const Tank> tanks, std::span<const Truck> trucks,
                      std::span<Zone> zones) {
    constexpr sat3d::ObjectFilter kAll{}, kNone{.collidesWith = 0};
    // Poses of the other world are valid in this one as well.
    for (std::size_t i = 0; i < trucks.size(); ++i) {
        (void)world_.setPose(trucks_[i], world.find(trucks[i].object())->pose);
    }
    for (const Tank& tank : tanks) {
        const sat3d::ObjectId own = tanks_[tank.number];
        const sat3d::ObjectFilter& filter = tank.isWreck() ? kNone : kAll;
        (void)world_.setPose(own, world.find(tank.object)->pose);
        if (world_.find(own)->filter != filter) {
            world_.setFilter(own, filter);
        }
    }
    const sat3d::Events events = world_.update();
    for (const sat3d::Contact& contact : events.begun) {
        count(contact.objects, true, tanks, trucks, zones);
    }
    for (const sat3d::ObjectPair& pair : events.ended) {
        count(pair, false, tanks, trucks, zones);
    }
}

void Triggers::count(const sat3d::ObjectPair& pair, bool hasBegun, std::span<const Tank> tanks,
                     std::span<const Truck> trucks, std::span<Zone> zones) {
    Thing sensor = Thing::of(world_, pair.a), other = Thing::of(world_, pair.b);
    if (sensor.kind == Kind::Tank) {
        std::swap(sensor, other);
    }
    if (sensor.kind == Kind::Tank || other.kind != Kind::Tank) {
        return;  // two tanks
    }
    const std::uint32_t team = tanks[other.number].team, change = hasBegun ? 1u : ~0u;
    if (sensor.kind == Kind::Zone) {
        zones[sensor.number].tanksOfTeam[team] += change;
    } else if (trucks[sensor.number].team() == team) {
        repairs_[other.number] += change;
    }
    entries_ += hasBegun ? 1 : 0;
}

}  // namespace tank_arena
