#include "peers/bullet.hpp"

#include "contenders.hpp"
#include "peers/bullet_contacts.hpp"
#include "peers/bullet_verbs.hpp"

#include <memory>
#include <variant>

namespace sat3d::benchmarks {

namespace {

/// Boxes have no margin, so that answers are exact. The margin of spheres and capsules is their radius.
std::unique_ptr<btConvexShape> bulletShape(const ConvexShape& shape) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return std::make_unique<btSphereShape>(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return std::make_unique<btCapsuleShape>(capsule->radius, capsule->end.y - capsule->start.y);
    }
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        return bulletHull(*hull);
    }
    auto box = std::make_unique<btBoxShape>(bulletVector(std::get<Box>(shape).halfExtents));
    box->setMargin(0);
    return box;
}

glm::dvec3 vectorOf(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}

struct Pair {
    std::unique_ptr<btConvexShape> a, b;
    btTransform poseA, poseB;

    explicit Pair(const ShapeQuery& q)
        : a(bulletShape(q.a)), b(bulletShape(q.b)), poseA(bulletPose(q.poseA)), poseB(bulletPose(q.poseB)) {}
};

/// All pairs share one dispatcher, as in a world.
BulletContacts& contacts() {
    static BulletContacts all;
    return all;
}

/// Uses the dispatcher's algorithm for the pair.
struct AskPenetration : Pair {
    std::size_t number;

    explicit AskPenetration(const ShapeQuery& q)
        : Pair(q), number(contacts().add(*a, q.poseA, *b, q.poseB)) {}
    [[nodiscard]] DeepestContact ask() const { return contacts().deepest(number); }
    [[nodiscard]] static GivenAnswer given(const DeepestContact& deepest) {
        return deepest.least < 0 ? GivenAnswer{true, -double(deepest.least), -vectorOf(deepest.normal)}
                                 : GivenAnswer{};
    }
};

struct AskDistance : Pair {
    using Pair::Pair;
    [[nodiscard]] BulletDistance ask() const { return bulletDistance(*a, poseA, *b, poseB); }
    [[nodiscard]] static GivenAnswer given(const BulletDistance& answer) {
        return {true, double(answer.distance), -vectorOf(answer.normalBToA)};
    }
};

struct AskRay : Pair {
    btTransform start = btTransform::getIdentity(), end = start;
    double length;

    explicit AskRay(const ShapeQuery& q) : Pair(q), length(double(q.ray.length)) {
        start.setOrigin(bulletVector(q.ray.origin));
        end.setOrigin(bulletVector(q.ray.origin + q.ray.length * q.ray.direction));
    }
    [[nodiscard]] BulletCast ask() const { return bulletRay(*a, poseA, start, end); }
    [[nodiscard]] GivenAnswer given(const BulletCast& answer) const {
        return {answer.hit, double(answer.fraction) * length, {}};
    }
};

struct AskSweep : Pair {
    btTransform end;

    explicit AskSweep(const ShapeQuery& q) : Pair(q), end(poseB) {
        end.setOrigin(bulletVector(q.poseB.position + q.translationB));
    }
    [[nodiscard]] BulletCast ask() const { return bulletSweep(*a, poseA, *b, poseB, end); }
    [[nodiscard]] static GivenAnswer given(const BulletCast& answer) {
        return {answer.hit, double(answer.fraction), {}};
    }
};

}  // namespace

void addBullet(Verb verb, PairOfTypes types) {
    switch (verb) {
        case Verb::Penetration:
            return addContender<AskPenetration>(verb, types, "Bullet");
        case Verb::Distance:
            return addContender<AskDistance>(verb, types, "Bullet");
        case Verb::Ray:
            return addContender<AskRay>(verb, types, "Bullet");
        case Verb::Sweep:
            return addContender<AskSweep>(verb, types, "Bullet");
    }
}

}  // namespace sat3d::benchmarks
