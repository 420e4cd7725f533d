// Round shapes, rays and linear sweeps compared with textbook formulas that share no code with the library.

#include "support/random.hpp"
#include "support/random_convex.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace {

using namespace sat3d;
using test::Random;

constexpr double kDocumented =
    1e-6;  // fraction of size, as documented; all shapes here are about one meter large

glm::dvec3 inWorld(const DPose& pose, const glm::vec3& point) {
    return pose.rotation * glm::dvec3(point) + pose.position;
}

DPose anyPose(Random& random) {
    return {random.inBox(3.0), random.rotation()};
}

double pointToSegment(const glm::dvec3& point, const glm::dvec3& start, const glm::dvec3& end) {
    const glm::dvec3 along = end - start;
    const double share =
        glm::dot(along, along) > 0.0 ? glm::dot(point - start, along) / glm::dot(along, along) : 0.0;
    return glm::length(point - start - std::clamp(share, 0.0, 1.0) * along);
}

/// Negative inside.
double pointToBox(glm::dvec3 point, const glm::dvec3& half) {
    point = {std::abs(point.x) - half.x, std::abs(point.y) - half.y, std::abs(point.z) - half.z};
    const double inside = std::max({point.x, point.y, point.z});
    const glm::dvec3 outside(std::max(point.x, 0.0), std::max(point.y, 0.0), std::max(point.z, 0.0));
    return inside < 0.0 ? inside : glm::length(outside);
}

TEST(Textbook, DistancesOfASphere) {
    int overlapping = 0;
    test::forEachTrial(841, 5000, [&](Random& random, int) {
        const Sphere ball = std::get<Sphere>(test::randomConvex(random, 0)),
                     other = std::get<Sphere>(test::randomConvex(random, 0));
        const Capsule pill = std::get<Capsule>(test::randomConvex(random, 1));
        const Box box = std::get<Box>(test::randomConvex(random, 2));
        const DPose at = anyPose(random), there = anyPose(random);
        const glm::dvec3 center = inWorld(at, ball.center);
        const double radius = double(ball.radius);
        const double toSphere =
            glm::length(inWorld(there, other.center) - center) - radius - double(other.radius);
        EXPECT_NEAR(distance(ball, at, other, there).separation, toSphere, kDocumented);
        const double toPill = pointToSegment(center, inWorld(there, pill.start), inWorld(there, pill.end)) -
                              radius - double(pill.radius);
        EXPECT_NEAR(distance(ball, at, pill, there).separation, toPill, kDocumented);
        const glm::dquat turn = there.rotation * glm::normalize(glm::dquat(box.rotation));
        const glm::dvec3 inBox = glm::conjugate(turn) * (center - inWorld(there, box.center));
        const double toBox = pointToBox(inBox, glm::dvec3(box.halfExtents)) - radius;
        EXPECT_NEAR(distance(ball, at, box, there).separation, toBox, kDocumented);
        overlapping += (toSphere < 0.0) + (toPill < 0.0) + (toBox < 0.0);
    });
    EXPECT_GT(overlapping, 500);
}

TEST(Textbook, SpheresHitAtTheRootOfTheQuadratic) {
    int hits = 0, misses = 0;
    test::forEachTrial(842, 10000, [&](Random& random, int) {
        const Sphere a{{0, 0, 0}, float(random.uniform(0.1, 1.0))},
            b{{0, 0, 0}, float(random.uniform(0.1, 1.0))};
        const DPose poseA{random.inBox(3.0), {1, 0, 0, 0}}, poseB{random.inBox(3.0), {1, 0, 0, 0}};
        const glm::vec3 motionA(random.inBox(4.0)), motionB(random.inBox(4.0));
        const double reach = double(a.radius) + double(b.radius);
        const glm::dvec3 from = poseB.position - poseA.position,
                         way = glm::dvec3(motionB) - glm::dvec3(motionA);
        const double square = glm::dot(way, way), half = glm::dot(from, way),
                     left = glm::dot(from, from) - reach * reach;
        const double root = half * half - square * left;
        if (left < 1e-3 || std::abs(root) < 1e-3 * square) {
            return;  // overlapping or grazing
        }
        const double time = root > 0.0 ? (-half - std::sqrt(root)) / square : -1.0;
        if (std::abs(time) < 1e-4 || std::abs(time - 1.0) < 1e-4) {
            return;
        }
        const DSweep met = sweep(a, poseA, b, poseB, {motionA}, {motionB});
        ASSERT_EQ(bool(met), time > 0.0 && time < 1.0);
        if (met) {
            EXPECT_NEAR(double(met.fraction) * std::sqrt(square), time * std::sqrt(square), 4e-6);
            const glm::dvec3 normal = glm::normalize(from + time * way);
            EXPECT_NEAR(glm::length(glm::dvec3(met.normal) - normal), 0.0, 1e-5);
        }
        ++(met ? hits : misses);
    });
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
}

/// The distance along a straight path is convex: ternary search finds its minimum, however short the pass.
TEST(Textbook, ShapesNeverTouchInASweepThatMisses) {
    int misses = 0, closePasses = 0;
    test::forEachTrial(843, 1200, [&](Random& random, int trial) {
        const std::size_t type = std::size_t(trial) % (test::kConvexTypes * test::kConvexTypes);
        const ConvexShape a = test::randomConvex(random, type % test::kConvexTypes),
                          b = test::randomConvex(random, type / test::kConvexTypes);
        const DPose poseA = anyPose(random), poseB = anyPose(random);
        const glm::vec3 motionB(random.inBox(6.0));
        if (sweep(a, poseA, b, poseB, {}, {motionB}).status != DSweep::Status::Miss) {
            return;
        }
        const auto gapAt = [&](double time) {
            return double(
                distance(a, poseA, b, DPose{poseB.position + time * glm::dvec3(motionB), poseB.rotation})
                    .separation);
        };
        double low = 0.0, high = 1.0;
        for (int third = 0; third < 40; ++third) {
            const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
            const bool isLess = gapAt(left) < gapAt(right);
            (isLess ? high : low) = isLess ? right : left;
        }
        const double least = gapAt(0.5 * (low + high));
        EXPECT_GT(least, -2.0 * kDocumented);
        closePasses += least < 0.1;
        ++misses;
    });
    EXPECT_GT(misses, 300);
    EXPECT_GT(closePasses, 10);
}

/// The interval of a line inside all half-spaces of a hull's faces.
std::optional<std::array<double, 2>> clippedBy(const ConvexHull& hull, const glm::dvec3& origin,
                                               const glm::dvec3& direction) {
    double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
    for (const auto& face : hull.faces()) {
        const double rate = glm::dot(face.plane.normal, direction);
        const double height = glm::dot(face.plane.normal, origin) - face.plane.offset;
        if (rate < 0.0) {
            enter = std::max(enter, -height / rate);
        } else if (rate > 0.0) {
            leave = std::min(leave, -height / rate);
        } else if (height >= 0.0) {
            return std::nullopt;
        }
    }
    return enter < leave ? std::optional(std::array{enter, leave}) : std::nullopt;
}

TEST(Textbook, RaysAreClippedByAllFaces) {
    int hits = 0, misses = 0, inside = 0;
    test::forEachTrial(844, 4000, [&](Random& random, int) {
        const ConvexHull hull = std::get<ConvexHull>(test::randomConvex(random, 3));
        const DPose pose = anyPose(random);
        const glm::dvec3 target = inWorld(pose, hull.boundingSphere().center) +
                                  random.inBox(0.8 * double(hull.boundingSphere().radius));
        const double far = random.chance(0.2) ? 0.0 : 4.0;
        const DRay ray{target + far * random.direction(), glm::vec3(random.direction()), 100.0f};
        const DRay aimed{ray.origin, far > 0.0 ? glm::vec3(target - ray.origin) : ray.direction, 100.0f};
        const glm::dvec3 direction = glm::normalize(glm::dvec3(aimed.direction));
        const auto expected = clippedBy(hull, glm::conjugate(pose.rotation) * (aimed.origin - pose.position),
                                        glm::conjugate(pose.rotation) * direction);
        const double size = double(hull.boundingSphere().radius);
        if (expected && ((*expected)[1] - (*expected)[0] < 1e-4 * size ||
                         std::abs((*expected)[0]) < 1e-4 * size || std::abs((*expected)[1]) < 1e-4 * size)) {
            return;  // grazing, or on the surface
        }
        const auto hit = raycast(hull, pose, aimed);
        ASSERT_EQ(hit.has_value(), expected && (*expected)[1] > 0.0);
        if (hit) {
            EXPECT_EQ(hit->startedInside, (*expected)[0] < 0.0);
            EXPECT_NEAR(double(hit->entry.distance), std::max((*expected)[0], 0.0), 4e-6 * size);
            EXPECT_NEAR(double(hit->exit.distance), (*expected)[1], 4e-6 * size);
            inside += hit->startedInside;
        }
        ++(hit ? hits : misses);
    });
    EXPECT_GT(hits, 800);
    EXPECT_GT(misses, 100);
    EXPECT_GT(inside, 100);
}

}  // namespace
