#include "queries.hpp"

#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <variant>

namespace sat3d::benchmarks {

namespace {

using test::Random;

constexpr std::size_t kQueries = 1000;
constexpr double kRounding = 1e-6, kGraze = 1e-3;

ConvexShape shapeOf(Random& random, std::size_t type) {
    const auto length = [&] { return static_cast<float>(random.uniform(0.3, 1.5)); };
    if (type == 0) {
        return Sphere{glm::vec3(0.0f), length()};
    }
    if (type == 1) {
        const float half = length();
        return Capsule{{0.0f, -half, 0.0f}, {0.0f, half, 0.0f}, 0.5f * length()};
    }
    if (type == 3) {
        return test::hullOf(test::tankCloud(random));
    }
    const float x = length(), y = length(), z = length();
    return Box{glm::vec3(0.0f), {x, y, z}};
}

double boundingRadius(const ConvexShape& shape) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return double(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return double(capsule->end.y) + double(capsule->radius);
    }
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        return double(hull->boundingSphere().radius);
    }
    return glm::length(glm::dvec3(std::get<Box>(shape).halfExtents));
}

DPose inDouble(const Pose& pose) {
    return {pose.position, glm::normalize(glm::dquat(pose.rotation))};
}

double separationAt(const ShapeQuery& q, double fraction) {
    DPose moved = inDouble(q.poseB);
    moved.position += fraction * glm::dvec3(q.translationB);
    return double(distance(q.a, inDouble(q.poseA), q.b, moved).separation);
}

ShapeQuery randomQuery(Random& random, PairOfTypes types) {
    ShapeQuery q{shapeOf(random, types.a), shapeOf(random, types.b), {}, {}, {}, {}, 0.0};
    const double radiusA = boundingRadius(q.a), radiusB = boundingRadius(q.b);
    q.size = 0.5 * (radiusA + radiusB);
    q.poseA = {glm::vec3(random.inBox(20.0)), glm::quat(random.rotation())};
    const double away = random.uniform(0.0, 3.4);
    q.poseB = {q.poseA.position + glm::vec3(away * random.direction()), glm::quat(random.rotation())};
    const auto aboutA = [&](double radius) {
        return glm::dvec3(q.poseA.position) + random.uniform(0.0, radius) * random.direction();
    };
    const glm::dvec3 origin = glm::dvec3(q.poseA.position) + 4.0 * radiusA * random.direction();
    q.ray.origin = glm::vec3(origin);
    q.ray.direction = glm::vec3(glm::normalize(aboutA(0.9 * radiusA) - origin));
    q.ray.length = float(8.0 * radiusA);
    q.translationB = glm::vec3(aboutA(0.7 * radiusA) - glm::dvec3(q.poseB.position));
    return q;
}

/// Support of the shape in a direction, relative to its position.
double supportAlong(const ConvexShape& shape, const DPose& pose, const glm::dvec3& direction) {
    const glm::dvec3 local = glm::conjugate(pose.rotation) * direction;
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return double(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return std::abs(local.y) * double(capsule->end.y) + double(capsule->radius);
    }
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        double farthest = -std::numeric_limits<double>::infinity();
        for (const glm::vec3& vertex : hull->vertices()) {
            farthest = std::max(farthest, glm::dot(local, glm::dvec3(vertex)));
        }
        return farthest;
    }
    return glm::dot(glm::abs(local), glm::dvec3(std::get<Box>(shape).halfExtents));
}

/// Lower bound of the separation: the separation along a normal.
double provenSeparation(const ShapeQuery& q, const glm::dvec3& normalAToB) {
    if (!(glm::length(normalAToB) > 0.5)) {
        return -std::numeric_limits<double>::infinity();
    }
    const glm::dvec3 n = glm::normalize(normalAToB);
    const DPose poseA = inDouble(q.poseA), poseB = inDouble(q.poseB);
    return glm::dot(n, poseB.position - poseA.position) - supportAlong(q.a, poseA, n) -
           supportAlong(q.b, poseB, -n);
}

/// Signed distance of a point from a shape, negative inside.
double signedDistance(const ConvexShape& shape, const DPose& pose, const glm::dvec3& pointInWorld) {
    const glm::dvec3 point = glm::conjugate(pose.rotation) * (pointInWorld - pose.position);
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return glm::length(point) - double(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        const double half = double(capsule->end.y);
        return glm::length(point - glm::dvec3(0.0, std::clamp(point.y, -half, half), 0.0)) -
               double(capsule->radius);
    }
    const glm::dvec3 beyond = glm::abs(point) - glm::dvec3(std::get<Box>(shape).halfExtents);
    return glm::length(glm::max(beyond, glm::dvec3(0.0))) +
           std::min(std::max({beyond.x, beyond.y, beyond.z}), 0.0);
}

/// Minimizes a convex function on [0, 1] by ternary search. Returns the argument.
double argumentOfMinimum(const std::function<double(double)>& value) {
    double low = 0.0, high = 1.0;
    for (int third = 0; third < 90; ++third) {
        const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
        const bool isLess = value(left) < value(right);
        (isLess ? high : low) = isLess ? right : left;
    }
    return 0.5 * (low + high);
}

/// Finds the root of a function in [0, negativeAt] by bisection.
double rootOf(const std::function<double(double)>& value, double negativeAt) {
    double low = 0.0, high = negativeAt;
    for (int half = 0; half < 60; ++half) {
        const double middle = 0.5 * (low + high);
        (value(middle) < 0.0 ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace

std::string nameOf(Verb verb, PairOfTypes types) {
    constexpr std::array kVerbNames{"penetration", "distance", "ray", "sweep"};
    constexpr std::array kTypes{"sphere", "capsule", "box", "hull"};
    const std::string name = std::string(kVerbNames[std::size_t(verb)]) + "/" + kTypes[types.a];
    return verb == Verb::Ray ? name : name + "_" + kTypes[types.b];
}

std::vector<ShapeQuery> shapeQueriesOf(Verb verb, PairOfTypes types) {
    Random random(511);
    std::vector<ShapeQuery> queries;
    while (queries.size() < kQueries) {
        const ShapeQuery query = randomQuery(random, types);
        const bool beginsApart = verb == Verb::Distance || verb == Verb::Sweep;
        if (!beginsApart || separationAt(query, 0.0) > kGraze * query.size) {
            queries.push_back(query);
        }
    }
    return queries;
}

void Accuracy::judge(Verb verb, const ShapeQuery& query, const GivenAnswer& answer) {
    if (verb == Verb::Penetration || verb == Verb::Distance) {
        judgeSeparation(verb, query, answer);
    } else {
        judgeCast(verb, query, answer);
    }
}

void Accuracy::judgeSeparation(Verb verb, const ShapeQuery& q, const GivenAnswer& answer) {
    const DDistance inDoubles = distance(q.a, inDouble(q.poseA), q.b, inDouble(q.poseB));
    const double separation = std::max(
        provenSeparation(q, glm::dvec3(inDoubles.normal)),
        answer.hit ? provenSeparation(q, answer.normalAToB) : -std::numeric_limits<double>::infinity());
    if (verb == Verb::Penetration) {
        falseHits += answer.hit && separation > kRounding * q.size;
        falseMisses += !answer.hit && separation < -kRounding * q.size;
    }
    if (answer.hit && (verb == Verb::Distance || separation < -kRounding * q.size)) {
        measure(std::abs(answer.value - std::abs(separation)) / q.size);
    }
}

void Accuracy::judgeCast(Verb verb, const ShapeQuery& q, const GivenAnswer& answer) {
    const bool isRay = verb == Verb::Ray;
    const DPose poseA = inDouble(q.poseA);
    const auto along = [&](double fraction) {
        return isRay ? signedDistance(
                           q.a, poseA,
                           glm::dvec3(q.ray.origin) +
                               fraction * double(q.ray.length) * glm::normalize(glm::dvec3(q.ray.direction)))
                     : separationAt(q, fraction);
    };
    const double nearestAt = argumentOfMinimum(along), least = along(nearestAt),
                 slack = (isRay ? kRounding : kGraze) * q.size;
    falseHits += answer.hit && least > slack;
    falseMisses += !answer.hit && least < -slack;
    if (answer.hit && least < -slack) {
        measure(isRay ? std::abs(answer.value - rootOf(along, nearestAt) * double(q.ray.length)) / q.size
                      : std::abs(along(answer.value)) / q.size);
    }
}

void Accuracy::measure(double error) {
    ++measured;
    worst = std::max(worst, error);
    sum += error;
}

}  // namespace sat3d::benchmarks
