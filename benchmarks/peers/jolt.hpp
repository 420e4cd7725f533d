#pragma once

/// @file
/// Converts hulls and poses to Jolt's types, and computes manifolds as in Jolt's world.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <Jolt/Jolt.h>
// Jolt's headers need Jolt.h first.
#include <glm/ext/vector_float3.hpp>

#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/RegisterTypes.h>

namespace sat3d::benchmarks {

/// Registers Jolt's routines. Must exist before the first shape.
class JoltLibrary {
public:
    JoltLibrary() {
        JPH::RegisterDefaultAllocator();
        JPH::Factory::sInstance = new JPH::Factory;
        JPH::RegisterTypes();
    }
    ~JoltLibrary() {
        JPH::UnregisterTypes();
        delete JPH::Factory::sInstance;
        JPH::Factory::sInstance = nullptr;
    }
    JoltLibrary(const JoltLibrary&) = delete;
    JoltLibrary& operator=(const JoltLibrary&) = delete;
};

inline JPH::Vec3 joltVector(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

/// Returns null if Jolt cannot build the hull.
/// @param convexRadius  meters by which edges and corners are rounded
inline JPH::Ref<JPH::Shape> joltHull(const ConvexHull& hull, float convexRadius) {
    JPH::Array<JPH::Vec3> points;
    for (const glm::vec3& vertex : hull.vertices()) {
        points.push_back(joltVector(vertex));
    }
    JPH::ConvexHullShapeSettings settings(points, convexRadius);
    settings.mHullTolerance = 1e-6f;  // by default points up to 1 mm outside are dropped
    const auto result = settings.Create();
    return result.IsValid() ? result.Get() : nullptr;
}

/// Pose of a shape's center of mass, as Jolt's bodies store it.
struct JoltPose {
    JPH::RVec3 position;
    JPH::Quat rotation;
};
inline JoltPose joltPose(const Pose& pose, const JPH::Shape& shape) {
    const auto& [p, q] = pose;
    const JPH::Quat rotation(q.x, q.y, q.z, q.w);
    return {JPH::RVec3(p.x, p.y, p.z) + rotation * shape.GetCenterOfMass(), rotation};
}

/// A manifold in world frame, of at most four points.
struct JoltManifold {
    static constexpr JPH::uint kPoints = 4;
    JPH::Vec3 normalAToB;
    float depth = -1;  ///< negative: no contact
    JPH::uint pointCount = 0;
    JPH::Vec3 pointsOnA[kPoints], pointsOnB[kPoints];  ///< relative to the center of mass of A
};

/// Makes a manifold of a hit, as the collectors of PhysicsSystem::ProcessBodyPair() do.
class JoltManifoldCollector final : public JPH::CollideShapeCollector {
public:
    void AddHit(const JPH::CollideShapeResult& hit) override {
        const JPH::PhysicsSettings settings;
        JPH::ContactPoints pointsOnA, pointsOnB;
        JPH::ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis,
                                     settings.mSpeculativeContactDistance + settings.mManifoldTolerance,
                                     hit.mShape1Face, hit.mShape2Face, pointsOnA, pointsOnB);
        manifold.normalAToB = hit.mPenetrationAxis.Normalized();
        manifold.depth = hit.mPenetrationDepth;
        if (pointsOnA.size() > JoltManifold::kPoints) {
            JPH::PruneContactPoints(manifold.normalAToB, pointsOnA, pointsOnB);
        }
        manifold.pointCount = pointsOnA.size();
        for (JPH::uint i = 0; i < manifold.pointCount; ++i) {
            manifold.pointsOnA[i] = pointsOnA[i];
            manifold.pointsOnB[i] = pointsOnB[i];
        }
    }
    JoltManifold manifold;
};

/// Computes a manifold as PhysicsSystem::ProcessBodyPair() does.
/// @param speculativeDistance  meters; pairs whose gap is smaller have a manifold too
inline JoltManifold joltManifold(const JPH::Shape& a, const JoltPose& poseA, const JPH::Shape& b,
                                 const JoltPose& poseB, float speculativeDistance) {
    JPH::CollideShapeSettings settings;
    settings.mCollectFacesMode = JPH::ECollectFacesMode::CollectFaces;
    settings.mMaxSeparationDistance = speculativeDistance;
    const auto fromA = JPH::Vec3(poseB.position - poseA.position);
    JoltManifoldCollector collector;
    JPH::CollisionDispatch::sCollideShapeVsShape(
        &a, &b, JPH::Vec3::sOne(), JPH::Vec3::sOne(), JPH::Mat44::sRotation(poseA.rotation),
        JPH::Mat44::sRotationTranslation(poseB.rotation, fromA), {}, {}, settings, collector);
    return collector.manifold;
}

}  // namespace sat3d::benchmarks
