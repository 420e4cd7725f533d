#include "contenders.hpp"
#include "peers/fcl_verbs.hpp"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <memory>
#include <numbers>
#include <variant>

namespace sat3d::benchmarks {

namespace {

std::unique_ptr<fcl::CollisionGeometryd> fclShape(const ConvexShape& shape) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return std::make_unique<fcl::Sphered>(double(sphere->radius));
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return std::make_unique<fcl::Capsuled>(double(capsule->radius), 2.0 * double(capsule->end.y));
    }
    const glm::dvec3 sides = 2.0 * glm::dvec3(std::get<Box>(shape).halfExtents);
    return std::make_unique<fcl::Boxd>(sides.x, sides.y, sides.z);
}

/// FCL's capsules lie along z, ours along y.
fcl::Transform3d poseOf(const ConvexShape& shape, const Pose& pose) {
    fcl::Transform3d result = fclPose(pose);
    if (std::holds_alternative<Capsule>(shape)) {
        result.rotate(Eigen::AngleAxisd(-0.5 * std::numbers::pi, fcl::Vector3d::UnitX()));
    }
    return result;
}

struct Pair {
    std::unique_ptr<fcl::CollisionGeometryd> a, b;
    fcl::Transform3d poseA, poseB;

    explicit Pair(const ShapeQuery& q)
        : a(fclShape(q.a)), b(fclShape(q.b)), poseA(poseOf(q.a, q.poseA)), poseB(poseOf(q.b, q.poseB)) {}
};

struct AskPenetration : Pair {
    using Pair::Pair;
    [[nodiscard]] FclPenetration ask() const { return fclPenetration(*a, poseA, *b, poseB); }
    [[nodiscard]] static GivenAnswer given(const FclPenetration& answer) {
        return {answer.overlapping, answer.depth, answer.normalAToB};
    }
};

struct AskDistance : Pair {
    using Pair::Pair;
    [[nodiscard]] FclDistance ask() const { return fclDistance(*a, poseA, *b, poseB); }
    [[nodiscard]] static GivenAnswer given(const FclDistance& answer) {
        return {true, answer.distance, answer.normalAToB()};
    }
};

struct AskSweep : Pair {
    fcl::Transform3d end;

    explicit AskSweep(const ShapeQuery& q) : Pair(q), end(poseB) {
        end.translation() += fcl::Vector3d(q.translationB.x, q.translationB.y, q.translationB.z);
    }
    [[nodiscard]] FclSweep ask() const { return fclSweep(*a, poseA, *b, poseB, end); }
    [[nodiscard]] static GivenAnswer given(const FclSweep& answer) { return {answer.hit, answer.time, {}}; }
};

}  // namespace

void addFcl(Verb verb, PairOfTypes types) {
    switch (verb) {
        case Verb::Penetration:
            return addContender<AskPenetration>(verb, types, "FCL");
        case Verb::Distance:
            return addContender<AskDistance>(verb, types, "FCL");
        case Verb::Ray:
            return;  // FCL has no ray query
        case Verb::Sweep:
            return addContender<AskSweep>(verb, types, "FCL");
    }
}

}  // namespace sat3d::benchmarks
