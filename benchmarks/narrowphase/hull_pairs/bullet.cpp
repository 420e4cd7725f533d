#include "peers/bullet.hpp"

#include "bullet_answers.hpp"
#include "contenders.hpp"

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <memory>

namespace sat3d::benchmarks {

namespace {

struct BulletTypes {
    using Pose = btTransform;
    using Answer = BulletAnswer;
    static btTransform pose(const sat3d::Pose& pose) { return bulletPose(pose); }
    static pair_timing::GivenAnswer given(const Answer& answer) { return givenBy(answer); }

protected:
    static Answer closest(btDiscreteCollisionDetectorInterface& detector, const btTransform& poseA,
                          const btTransform& poseB) {
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = poseA;
        input.m_transformB = poseB;
        input.m_maximumDistanceSquared = 0;  // only overlaps are needed, so the search may stop early
        btPointCollector output;
        detector.getClosestPoints(input, output, nullptr);
        return {output.m_distance, output.m_normalOnBInWorld};
    }
};

/// Queries as btConvexConvexAlgorithm does, but without margins, so that answers are exact.
struct GjkEpaEngine : BulletTypes {
    using Shape = btConvexHullShape;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return bulletHull(hull); }
    static Answer ask(const Shape& a, const btTransform& poseA, const Shape& b, const btTransform& poseB) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver epa;
        btGjkPairDetector detector(&a, &b, &simplex, &epa);
        return closest(detector, poseA, poseB);
    }
};

struct BoxBoxEngine : BulletTypes {
    using Shape = btBoxShape;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return bulletBox(hull); }
    static Answer ask(const Shape& a, const btTransform& poseA, const Shape& b, const btTransform& poseB) {
        btBoxBoxDetector detector(&a, &b);
        return closest(detector, poseA, poseB);
    }
};

}  // namespace

std::unique_ptr<Contender> makeBulletGjkEpa() {
    return std::make_unique<pair_timing::EngineContender<GjkEpaEngine>>(kBaseline);
}
std::unique_ptr<Contender> makeBulletBoxBox() {
    return std::make_unique<pair_timing::EngineContender<BoxBoxEngine>>("Bullet box-box");
}

}  // namespace sat3d::benchmarks
