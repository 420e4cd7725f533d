#pragma once

#include "peers/box3d.hpp"
#include "response/piles.hpp"

#include <box3d/box3d.h>
#include <cstdint>
#include <stdexcept>

namespace sat3d::benchmarks {

/// A pile in Box3D's world, without sleep.
class Box3dPile {
public:
    Box3dPile(const Pile& pile, std::size_t threads) {
        for (const ConvexHull& hull : pile.hulls) {
            hulls_.push_back(box3dHull(hull));
        }
        b3WorldDef ofWorld = b3DefaultWorldDef();
        ofWorld.gravity = {0.0f, -9.81f, 0.0f};
        ofWorld.enableSleep = false;
        ofWorld.workerCount = static_cast<std::uint32_t>(threads);
        world_ = b3CreateWorld(&ofWorld);
        addGround(pile);
        b3ShapeDef ofShape = b3DefaultShapeDef();
        ofShape.density = Pile::kMass;
        for (const Pile::Body& body : pile.bodies) {
            b3BodyDef ofBody = b3DefaultBodyDef();
            ofBody.type = b3_dynamicBody;
            const b3WorldTransform pose = box3dPose(body.pose);
            ofBody.position = pose.p;
            ofBody.rotation = pose.q;
            ids_.push_back(b3CreateBody(world_, &ofBody));
            b3CreateHullShape(ids_.back(), &ofShape, hulls_[body.hull].get());
        }
    }
    ~Box3dPile() {
        b3DestroyWorld(world_);
        if (mesh_ != nullptr) {
            b3DestroyMesh(mesh_);
        }
    }
    Box3dPile(const Box3dPile&) = delete;
    Box3dPile& operator=(const Box3dPile&) = delete;

    /// With four substeps, as Box3D recommends.
    void step(float dt) { b3World_Step(world_, dt, 4); }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        const b3Pos at = b3Body_GetPosition(ids_[body]);
        return {at.x, at.y, at.z};
    }

private:
    void addGround(const Pile& pile) {
        const b3BodyDef ofBody = b3DefaultBodyDef();
        const b3BodyId ground = b3CreateBody(world_, &ofBody);
        const b3ShapeDef ofShape = b3DefaultShapeDef();
        if (pile.terrain.indices.empty()) {
            const b3BoxHull plane = b3MakeOffsetBoxHull(200.0f, 1.0f, 200.0f, {0.0f, -1.0f, 0.0f});
            b3CreateHullShape(ground, &ofShape, &plane.base);
            return;
        }
        std::vector<b3Vec3> vertices;
        for (const glm::vec3& vertex : pile.terrain.vertices) {
            vertices.push_back({vertex.x, vertex.y, vertex.z});
        }
        std::vector<std::int32_t> indices(pile.terrain.indices.begin(), pile.terrain.indices.end());
        b3MeshDef ofMesh{};
        ofMesh.vertices = vertices.data();
        ofMesh.indices = indices.data();
        ofMesh.vertexCount = static_cast<int>(vertices.size());
        ofMesh.triangleCount = static_cast<int>(indices.size() / 3);
        ofMesh.weldVertices = ofMesh.identifyEdges = true;
        ofMesh.weldTolerance = 1e-3f;
        mesh_ = b3CreateMesh(&ofMesh, nullptr, 0);
        if (mesh_ == nullptr) {
            throw std::runtime_error("Box3D makes no mesh of the terrain");
        }
        b3CreateMeshShape(ground, &ofShape, mesh_, {1.0f, 1.0f, 1.0f});
    }

    std::vector<Box3dHull> hulls_;
    b3MeshData* mesh_ = nullptr;
    b3WorldId world_;
    std::vector<b3BodyId> ids_;
};

}  // namespace sat3d::benchmarks
