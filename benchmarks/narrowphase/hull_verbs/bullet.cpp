#include "contenders.hpp"
#include "peers/bullet_verbs.hpp"

#include <memory>

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
    using Answer = BulletDistance;
    static Asked asked(const VerbQuery& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.poseB = bulletPose(q.poseB);
        return asked;
    }
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        return bulletDistance(a, asked.poseA, b, asked.poseB);
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {true, double(answer.distance), -vectorOf(answer.normalBToA)};
    }
};

struct RayEngine : Engine {
    using Answer = BulletCast;
    static Asked asked(const VerbQuery& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.length = q.ray.length;
        asked.start.setOrigin(bulletVector(q.ray.origin));
        asked.end.setOrigin(bulletVector(q.ray.origin + q.ray.length * q.ray.direction));
        return asked;
    }
    static Answer ask(const Shape& a, const Shape&, const Asked& asked) {
        return bulletRay(a, asked.poseA, asked.start, asked.end);
    }
    static GivenAnswer given(const Answer& answer, const Asked& asked) {
        return {answer.hit, double(answer.fraction) * double(asked.length), vectorOf(answer.normal)};
    }
};

template <bool Continuous>
struct SweepEngine : Engine {
    using Answer = BulletCast;
    static Asked asked(const VerbQuery& q) {
        Asked asked;
        asked.poseA = bulletPose(q.poseA);
        asked.start = asked.end = bulletPose(q.poseB);
        asked.end.setOrigin(bulletVector(q.poseB.position + q.translationB));
        return asked;
    }
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        return Continuous ? bulletSweep(a, asked.poseA, b, asked.start, asked.end)
                          : bulletGjkSweep(a, asked.poseA, b, asked.start, asked.end);
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
