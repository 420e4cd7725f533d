#pragma once

#include "peers/box3d.hpp"
#include "world/flying_bodies.hpp"

#include <sat3d/math/pose.hpp>

#include <box3d/box3d.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::benchmarks {

/// Box3D's world, which finds and updates contacts as in a game, but solves none: its steps take no time.
class Box3dWorld {
public:
    explicit Box3dWorld(const FlyingBodies& bodies, std::size_t threads = 1) {
        for (const FlyingBodies::Kind& kind : bodies.kinds()) {
            hulls_.push_back(box3dHull(kind.hull));
        }
        b3WorldDef ofWorld = b3DefaultWorldDef();
        ofWorld.enableSleep = false;
        ofWorld.workerCount = static_cast<std::uint32_t>(threads);
        world_ = b3CreateWorld(&ofWorld);
        b3ShapeDef ofShape = b3DefaultShapeDef();
        ofShape.enableContactEvents = true;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            b3BodyDef ofBody = b3DefaultBodyDef();
            ofBody.type = b3_dynamicBody;
            const b3WorldTransform pose = box3dPose(bodies.poses()[i]);
            ofBody.position = pose.p;
            ofBody.rotation = pose.q;
            ids_.push_back(b3CreateBody(world_, &ofBody));
            b3CreateHullShape(ids_.back(), &ofShape, hulls_[bodies.kindOf(i)].get());
        }
    }
    ~Box3dWorld() { b3DestroyWorld(world_); }
    Box3dWorld(const Box3dWorld&) = delete;
    Box3dWorld& operator=(const Box3dWorld&) = delete;

    void set(std::size_t body, const Pose& pose) {
        const b3WorldTransform transform = box3dPose(pose);
        b3Body_SetTransform(ids_[body], transform.p, transform.q);
    }
    std::size_t step() {
        b3World_Step(world_, 0.0f, 1);
        const b3ContactEvents events = b3World_GetContactEvents(world_);
        touching_ += events.beginCount - events.endCount;
        return static_cast<std::size_t>(touching_);
    }

private:
    std::vector<Box3dHull> hulls_;
    b3WorldId world_;
    std::vector<b3BodyId> ids_;
    int touching_ = 0;
};

}  // namespace sat3d::benchmarks
