#pragma once

#include "peers/box3d.hpp"
#include "world/query_scene.hpp"

#include <sat3d/geometry/ray.hpp>

#include <array>
#include <box3d/box3d.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace sat3d::benchmarks {

inline b3Vec3 box3dVector(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

/// A shape as Box3D casts it: the hull of points, with a radius.
class Box3dPoints {
public:
    explicit Box3dPoints(const Sphere& sphere) : points_{{0, 0, 0}}, radius_(sphere.radius) {}
    explicit Box3dPoints(const Box& box) {
        for (int i = 0; i < 8; ++i) {
            const auto side = [&](int axis) {
                return (i >> axis & 1) != 0 ? box.halfExtents[axis] : -box.halfExtents[axis];
            };
            points_.push_back({side(0), side(1), side(2)});
        }
    }
    [[nodiscard]] b3ShapeProxy proxy() const {
        return {points_.data(), static_cast<int>(points_.size()), radius_};
    }

private:
    std::vector<b3Vec3> points_;
    float radius_ = 0.0f;
};

/// The scene in Box3D's world, its bodies dynamic, and the queries of its public interface.
class Box3dQueries {
public:
    static constexpr const char* kName = "Box3D";

    explicit Box3dQueries(const QueryScene& scene) {
        b3WorldDef ofWorld = b3DefaultWorldDef();
        ofWorld.workerCount = 1;
        world_ = b3CreateWorld(&ofWorld);
        const b3ShapeDef ofShape = b3DefaultShapeDef();
        std::vector<b3Vec3> vertices;
        for (const glm::vec3& vertex : scene.vertices()) {
            vertices.push_back(box3dVector(vertex));
        }
        std::vector<std::int32_t> indices(scene.indices().begin(), scene.indices().end());
        b3MeshDef ofMesh{};
        ofMesh.vertices = vertices.data();
        ofMesh.indices = indices.data();
        ofMesh.vertexCount = static_cast<int>(vertices.size());
        ofMesh.triangleCount = static_cast<int>(indices.size() / 3);
        mesh_ = b3CreateMesh(&ofMesh, nullptr, 0);
        const b3BodyDef ofGround = b3DefaultBodyDef();
        b3CreateMeshShape(b3CreateBody(world_, &ofGround), &ofShape, mesh_, {1, 1, 1});
        for (const QueryScene::Body& body : scene.bodies()) {
            b3BodyDef ofBody = b3DefaultBodyDef();
            ofBody.type = b3_dynamicBody;
            const b3WorldTransform pose = box3dPose(body.pose);
            ofBody.position = pose.p;
            ofBody.rotation = pose.q;
            add(b3CreateBody(world_, &ofBody), ofShape, body);
        }
    }
    ~Box3dQueries() {
        b3DestroyWorld(world_);
        b3DestroyMesh(mesh_);
    }
    Box3dQueries(const Box3dQueries&) = delete;
    Box3dQueries& operator=(const Box3dQueries&) = delete;

    /// @return the share of the ray before the first hit, or 1
    [[nodiscard]] float castRay(const Ray& ray) const {
        const b3RayResult hit = b3World_CastRayClosest(
            world_, box3dVector(ray.origin), box3dVector(ray.length * ray.direction), b3DefaultQueryFilter());
        return hit.hit ? hit.fraction : 1.0f;
    }
    [[nodiscard]] bool isHit(const Ray& ray) const {
        bool isHit = false;
        const auto end = [](b3ShapeId, b3Pos, b3Vec3, float, std::uint64_t, int, int, void* found) {
            *static_cast<bool*>(found) = true;
            return 0.0f;
        };
        b3World_CastRay(world_, box3dVector(ray.origin), box3dVector(ray.length * ray.direction),
                        b3DefaultQueryFilter(), end, &isHit);
        return isHit;
    }
    template <class Moving>
    [[nodiscard]] float cast(const Moving& shape, const glm::vec3& start,
                             const glm::vec3& translation) const {
        const Box3dPoints points(shape);
        const b3ShapeProxy proxy = points.proxy();
        float first = 1.0f;
        const auto nearest = [](b3ShapeId, b3Pos, b3Vec3, float fraction, std::uint64_t, int, int,
                                void* found) { return *static_cast<float*>(found) = fraction; };
        b3World_CastShape(world_, box3dVector(start), &proxy, box3dVector(translation),
                          b3DefaultQueryFilter(), nearest, &first);
        return first;
    }
    /// @return the number of shapes
    template <class Still>
    [[nodiscard]] std::size_t overlaps(const Still& shape, const glm::vec3& position) const {
        const Box3dPoints points(shape);
        const b3ShapeProxy proxy = points.proxy();
        std::size_t count = 0;
        const auto add = [](b3ShapeId, void* found) {
            ++*static_cast<std::size_t*>(found);
            return true;
        };
        b3World_OverlapShape(world_, box3dVector(position), &proxy, b3DefaultQueryFilter(), add, &count);
        return count;
    }
    /// One shape against one other, which does not move.
    template <class Moving, class Still>
    [[nodiscard]] static float castOne(const Moving& shape, const Pose& pose, const glm::vec3& translation,
                                       const Still& still, const Pose& poseOfStill) {
        const Box3dPoints moving(shape), other(still);
        const b3WorldTransform a = box3dPose(poseOfStill);
        b3ShapeCastPairInput input{};
        input.proxyA = other.proxy();
        input.proxyB = moving.proxy();
        input.transform = b3InvMulWorldTransforms(a, box3dPose(pose));
        input.translationB = b3InvRotateVector(a.q, box3dVector(translation));
        input.maxFraction = 1.0f;
        const b3CastOutput hit = b3ShapeCast(&input);
        return hit.hit ? hit.fraction : 1.0f;
    }

private:
    void add(b3BodyId id, const b3ShapeDef& definition, const QueryScene::Body& body) {
        if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
            const b3Sphere same{{0, 0, 0}, sphere->radius};
            b3CreateSphereShape(id, &definition, &same);
        } else if (const auto* box = std::get_if<Box>(&body.shape)) {
            const b3BoxHull same = b3MakeBoxHull(box->halfExtents.x, box->halfExtents.y, box->halfExtents.z);
            b3CreateHullShape(id, &definition, &same.base);
        } else {
            hulls_.push_back(box3dHull(std::get<ConvexHull>(body.shape)));
            b3CreateHullShape(id, &definition, hulls_.back().get());
        }
    }

    b3WorldId world_;
    b3MeshData* mesh_;
    std::vector<Box3dHull> hulls_;
};

}  // namespace sat3d::benchmarks
