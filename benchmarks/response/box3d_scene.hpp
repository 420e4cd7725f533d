#pragma once

#include "peers/box3d.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_float3.hpp>

#include <box3d/box3d.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::benchmarks {

/// A scene in Box3D's world, without sleep.
class Box3dScene {
public:
    Box3dScene(const Box3dScene&) = delete;
    Box3dScene& operator=(const Box3dScene&) = delete;

    /// With four substeps, as Box3D recommends.
    void step(float dt) { b3World_Step(world_, dt, 4); }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        const b3Pos at = b3Body_GetPosition(ids_[body]);
        return {at.x, at.y, at.z};
    }

protected:
    explicit Box3dScene(std::size_t threads) {
        b3WorldDef ofWorld = b3DefaultWorldDef();
        ofWorld.gravity = {0.0f, -9.81f, 0.0f};
        ofWorld.enableSleep = false;
        ofWorld.workerCount = static_cast<std::uint32_t>(threads);
        world_ = b3CreateWorld(&ofWorld);
    }
    ~Box3dScene() {
        b3DestroyWorld(world_);
        if (mesh_ != nullptr) {
            b3DestroyMesh(mesh_);
        }
    }

    /// The level ground, at a height of 0.
    void addPlane() {
        const b3BodyDef ofGround = b3DefaultBodyDef();
        const b3ShapeDef ofShape = b3DefaultShapeDef();
        const b3BoxHull plane = b3MakeOffsetBoxHull(200.0f, 1.0f, 200.0f, {0.0f, -1.0f, 0.0f});
        b3CreateHullShape(b3CreateBody(world_, &ofGround), &ofShape, &plane.base);
    }
    b3BodyId addBody(b3BodyType type, const Pose& at) {
        b3BodyDef ofBody = b3DefaultBodyDef();
        ofBody.type = type;
        const b3WorldTransform pose = box3dPose(at);
        ofBody.position = pose.p;
        ofBody.rotation = pose.q;
        return ids_.emplace_back(b3CreateBody(world_, &ofBody));
    }

    b3WorldId world_;
    std::vector<b3BodyId> ids_;   ///< of the bodies, in their order
    b3MeshData* mesh_ = nullptr;  ///< of the ground, which lives as long as the world
};

}  // namespace sat3d::benchmarks
