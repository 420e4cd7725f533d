#pragma once

#include "response/box3d_scene.hpp"
#include "response/piles.hpp"

#include <box3d/box3d.h>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace sat3d::benchmarks {

class Box3dPile : public Box3dScene {
public:
    Box3dPile(const Pile& pile, std::size_t threads) : Box3dScene(threads) {
        for (const ConvexHull& hull : pile.hulls) {
            hulls_.push_back(box3dHull(hull));
        }
        addGround(pile);
        b3ShapeDef ofShape = b3DefaultShapeDef();
        ofShape.density = Pile::kMass;
        for (const Pile::Body& body : pile.bodies) {
            b3CreateHullShape(addBody(b3_dynamicBody, body.pose), &ofShape, hulls_[body.hull].get());
        }
    }

private:
    void addGround(const Pile& pile) {
        if (pile.terrain.indices.empty()) {
            addPlane();
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
        const b3BodyDef ofGround = b3DefaultBodyDef();
        const b3ShapeDef ofShape = b3DefaultShapeDef();
        b3CreateMeshShape(b3CreateBody(world_, &ofGround), &ofShape, mesh_, {1.0f, 1.0f, 1.0f});
    }

    std::vector<Box3dHull> hulls_;
};

}  // namespace sat3d::benchmarks
