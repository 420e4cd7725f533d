#pragma once

// What the opaque types of the C interface are. Each begins with its kind, so that a handle of another type
// is recognized.

#include "types.hpp"

#ifndef S3_PLANE
#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/shapes/collision_model.hpp>
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sat3d.h>
#include <utility>
#include <vector>

struct s3_shape {
    static constexpr std::uint32_t kKind = 0x53335348;

    explicit s3_shape(sat3d::c::Shape made) : shape(std::move(made)) {}

    std::uint32_t kind = kKind;
    mutable std::atomic<std::uint32_t> owners{1};
    sat3d::c::Shape shape;
};

struct s3_world {
    static constexpr std::uint32_t kKind = 0x53335744;

    s3_world(sat3d::c::World::Options options, const sat3d::c::Dynamics::Options& dynamicsOptions)
        : world(std::move(options)), dynamics(dynamicsOptions) {}

    /// The world for a query, with trees that know all objects: otherwise each query tests those that have
    /// changed.
    const sat3d::c::World& fresh() {
        if (hasChanged) {
            world.refresh();
            hasChanged = false;
        }
        return world;
    }
    /// The world, to be changed.
    sat3d::c::World& changed() {
        hasChanged = true;
        return world;
    }

    std::uint32_t kind = kKind;
    bool hasChanged = false;     ///< since the trees were brought up to date
    bool isStepping = false;     ///< with a hook, which must not use the world
    bool endsAfterStep = false;  ///< the hook has destroyed it
    sat3d::c::World world;
    sat3d::c::Dynamics dynamics;
    // Memory of views, reused.
    std::vector<s3_contact> begun, stayed;
    std::vector<s3_id_pair> ended;
    std::vector<s3_impact> impacts;
    std::vector<s3_touch> touchesBegun, touchesStayed;
    std::vector<s3_id_pair> touchesEnded;
    std::vector<s3_broken_joint> brokenJoints;
    std::vector<sat3d::c::WorldRayHit> hits;
    std::vector<std::uint8_t> snapshot;
#ifndef S3_PLANE
    std::vector<s3_vehicle_wheel> wheels;
    std::vector<s3_vehicle_axle> axles;
    std::vector<s3_wheel_state> wheelStates;
#endif
};

#ifndef S3_PLANE
struct s3_model {
    static constexpr std::uint32_t kKind = 0x53334d4f;

    explicit s3_model(sat3d::CollisionModel loaded);
    ~s3_model();

    std::uint32_t kind = kKind;
    sat3d::CollisionModel model;
    std::vector<const s3_shape*> shapes;  ///< of the bodies, then of the meshes
};

struct s3_drawing {
    static constexpr std::uint32_t kKind = 0x53334457;

    std::uint32_t kind = kKind;
    sat3d::DebugGeometry geometry;
    sat3d::c::Position origin{0};  ///< of the world, to which positions are relative
};
#endif

namespace sat3d::c {

[[nodiscard]] inline ShapeRef refOf(const s3_shape* shape) {
    return ShapeRef(shape->shape);
}

/// @tparam Id  ObjectId, JointId or VehicleId
template <class Id>
[[nodiscard]] std::uint64_t packed(Id id) {
    return std::uint64_t{id.generation} << 32 | id.index;
}
template <class Id = ObjectId>
[[nodiscard]] Id unpacked(std::uint64_t id) {
    return {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)};
}

}  // namespace sat3d::c
