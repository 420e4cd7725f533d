#pragma once

/// @file
/// Distances, rays and sweeps of convex shapes, computed as in Bullet's collision world.

#include "peers/bullet.hpp"

#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace sat3d::benchmarks {

struct BulletDistance {
    btScalar distance = 0;
    btVector3 normalBToA{0, 0, 0};
};
inline BulletDistance bulletDistance(const btConvexShape& a, const btTransform& poseA, const btConvexShape& b,
                                     const btTransform& poseB) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(&a, &b, &simplex, &epa);
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = poseA;
    input.m_transformB = poseB;
    btPointCollector output;
    detector.getClosestPoints(input, output, nullptr);
    return {output.m_distance, output.m_normalOnBInWorld};
}

/// Result of a ray cast or of a shape cast.
struct BulletCast {
    bool hit = false;
    btScalar fraction = 1;
    btVector3 normal{0, 0, 0};
};
inline BulletCast bulletCast(btConvexCast& cast, const btTransform& start, const btTransform& end,
                             const btTransform& other) {
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const bool hit = cast.calcTimeOfImpact(start, end, other, other, result);
    return {hit, result.m_fraction, result.m_normal};
}

/// Casts a ray as btCollisionWorld::rayTestSingle does.
inline BulletCast bulletRay(const btConvexShape& shape, const btTransform& pose, const btTransform& start,
                            const btTransform& end) {
    btSphereShape point(0);
    point.setMargin(0);
    btVoronoiSimplexSolver simplex;
    btSubsimplexConvexCast cast(&point, &shape, &simplex);
    return bulletCast(cast, start, end, pose);
}

/// Sweeps a shape as btCollisionWorld::objectQuerySingle does.
inline BulletCast bulletSweep(const btConvexShape& a, const btTransform& poseA, const btConvexShape& b,
                              const btTransform& startOfB, const btTransform& endOfB) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btContinuousConvexCollision cast(&b, &a, &simplex, &epa);
    return bulletCast(cast, startOfB, endOfB, poseA);
}

/// Sweeps a shape with Bullet's alternative, a GJK ray cast on the Minkowski difference.
inline BulletCast bulletGjkSweep(const btConvexShape& a, const btTransform& poseA, const btConvexShape& b,
                                 const btTransform& startOfB, const btTransform& endOfB) {
    btVoronoiSimplexSolver simplex;
    btGjkConvexCast cast(&b, &a, &simplex);
    return bulletCast(cast, startOfB, endOfB, poseA);
}

}  // namespace sat3d::benchmarks
