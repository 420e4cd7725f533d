#include "peers/bullet.hpp"

#include "contenders.hpp"

#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace sat3d::benchmarks {

namespace {

using pair_timing::GivenAnswer;

glm::dvec3 vectorOf(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}

struct Engine {
    using Shape = btConvexHullShape;
    struct Asked {
        btTransform poseA = btTransform::getIdentity(), poseB = poseA;
        btTransform start = poseA, end = poseA;  ///< of the ray or of B
        btScalar length = 0;
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return bulletHull(hull); }
};

struct DistanceEngine : Engine {
    struct Answer {
        btScalar distance = 0;
        btVector3 normalBToA{0, 0, 0};
    };
    static Asked asked(const Question& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.poseB = bulletPose(q.poseB);
        return asked;
    }
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver epa;
        btGjkPairDetector detector(&a, &b, &simplex, &epa);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = asked.poseA;
        input.m_transformB = asked.poseB;
        btPointCollector output;
        detector.getClosestPoints(input, output, nullptr);
        return {output.m_distance, output.m_normalOnBInWorld};
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {true, double(answer.distance), -vectorOf(answer.normalBToA)};
    }
};

struct CastAnswer {
    bool hit = false;
    btScalar fraction = 1;
    btVector3 normal{0, 0, 0};
};

CastAnswer answerOf(btConvexCast& cast, const btTransform& start, const btTransform& end,
                    const btTransform& other) {
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const bool hit = cast.calcTimeOfImpact(start, end, other, other, result);
    return {hit, result.m_fraction, result.m_normal};
}

/// As btCollisionWorld::rayTestSingle asks.
struct RayEngine : Engine {
    using Answer = CastAnswer;
    static Asked asked(const Question& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.length = q.ray.length;
        asked.start.setOrigin(bulletVector(q.ray.origin));
        asked.end.setOrigin(bulletVector(q.ray.origin + q.ray.length * q.ray.direction));
        return asked;
    }
    static Answer ask(const Shape& a, const Shape&, const Asked& asked) {
        btSphereShape point(0);
        point.setMargin(0);
        btVoronoiSimplexSolver simplex;
        btSubsimplexConvexCast cast(&point, &a, &simplex);
        return answerOf(cast, asked.start, asked.end, asked.poseA);
    }
    static GivenAnswer given(const Answer& answer, const Asked& asked) {
        return {answer.hit, double(answer.fraction) * double(asked.length), vectorOf(answer.normal)};
    }
};

/// As btCollisionWorld::objectQuerySingle asks, and the other way that stands beside it.
template <bool Continuous>
struct SweepEngine : Engine {
    using Answer = CastAnswer;
    static Asked asked(const Question& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.start = asked.end = bulletPose(q.poseB);
        asked.end.setOrigin(bulletVector(q.poseB.position + q.wayOfB));
        return asked;
    }
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        btVoronoiSimplexSolver simplex;
        if constexpr (Continuous) {
            btGjkEpaPenetrationDepthSolver epa;
            btContinuousConvexCollision cast(&b, &a, &simplex, &epa);
            return answerOf(cast, asked.start, asked.end, asked.poseA);
        } else {
            btGjkConvexCast cast(&b, &a, &simplex);
            return answerOf(cast, asked.start, asked.end, asked.poseA);
        }
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {answer.hit, double(answer.fraction), vectorOf(answer.normal)};
    }
};

}  // namespace

void addBullet(Verb verb, Contenders& contenders) {
    switch (verb) {
        case Verb::Distance:
            contenders.push_back(std::make_unique<VerbContender<DistanceEngine>>("Bullet GJK"));
            break;
        case Verb::Ray:
            contenders.push_back(std::make_unique<VerbContender<RayEngine>>("Bullet ray"));
            break;
        case Verb::Sweep:
            contenders.push_back(std::make_unique<VerbContender<SweepEngine<true>>>("Bullet continuous"));
            contenders.push_back(std::make_unique<VerbContender<SweepEngine<false>>>("Bullet GJK cast"));
            break;
    }
}

}  // namespace sat3d::benchmarks
