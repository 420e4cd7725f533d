// Points within a few roundings of surfaces, and rays that start there, along the surface as well as across
// it: contains() and all queries of rays agree about them, whatever the shape and wherever it is.

#include "support/lattice/border_points.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// A shape that is hundreds of times longer than wide, at a point of its long side or edge.
test::Supported supportedLong(Random& random) {
    const float half = 25.0f * static_cast<float>(1 + random.below(8)),
                along = 0.125f * static_cast<float>(random.below(8)) * half;
    const glm::vec3 size{half, 0.25f, 0.5f};
    const bool isEdge = random.chance(0.5);
    test::Supported result{
        {}, {along, 0.25f, isEdge ? 0.5f : 0.0f}, {0, 1, isEdge ? 1.0f : 0.0f}, glm::vec3(0.0f), isEdge};
    switch (random.below(4)) {
        case 0:
            result.shape = Box{{0, 0, 0}, size};
            break;
        case 1:
            result.shape = *ConvexHull::box(size);
            break;
        case 2:
            result.shape = Capsule{{-half, 0, 0}, {half, 0, 0}, 0.25f};
            result.point = {along, 0.25f, 0};
            result.normal = {0, 1, 0};
            break;
        default: {  // a prism of many sides
            std::vector<glm::vec3> points;
            for (int i = 0; i < 24; ++i) {
                const double angle = 0.2617993877991494 * i;
                for (const float x : {-half, half}) {
                    points.emplace_back(x, 0.25 * std::cos(angle), 0.25 * std::sin(angle));
                }
            }
            result.shape = *ConvexHull::fromPoints(points);
            result.point = {along, 0.25f, 0};
            result.normal = {0, 1, 0};
        }
    }
    return result;
}

test::Supported halfSpaceAtOrigin(Random& random) {
    test::Supported result{{}, glm::vec3(0.0f), test::integers(random, 3), glm::vec3(0.0f)};
    result.normal += glm::vec3(0, 0, result.normal == glm::vec3(0.0f) ? 1 : 0);
    result.shape = HalfSpace{glm::normalize(result.normal), 0.0f};
    result.point = glm::cross(result.normal, test::integers(random, 5));
    result.inside = result.point - result.normal;
    return result;
}

/// Compounds have up to four children, of which the last is at the point, and the others often too.
test::Supported supportedAnywhere(Random& random) {
    test::Supported at = random.chance(0.1)   ? halfSpaceAtOrigin(random)
                         : random.chance(0.3) ? supportedLong(random)
                                              : test::supportedConvex(random);
    if (random.chance(0.6) || std::holds_alternative<HalfSpace>(at.shape)) {
        return at;
    }
    std::vector<CompoundChild> children;
    const auto add = [&](const Shape& shape, const Pose& pose) {
        std::visit(
            [&](const auto& known) {
                if constexpr (requires { CompoundChild{known, Pose{}}; }) {
                    children.push_back({known, pose});
                }
            },
            shape);
    };
    const test::QuarterTurn turn = test::quarterTurn(random);
    const glm::vec3 offset = test::kQuarter * test::integers(random, 40);
    const glm::vec3 point = offset + turn.exact * at.point;
    for (std::uint32_t i = random.below(4); i > 0; --i) {
        const test::Supported other = random.chance(0.3) ? at : test::supportedConvex(random);
        const test::QuarterTurn otherTurn = test::quarterTurn(random);
        const glm::vec3 otherOffset = random.chance(0.5) ? point - otherTurn.exact * other.point
                                                         : test::kQuarter * test::integers(random, 40);
        add(other.shape, {otherOffset, otherTurn.rotation});
    }
    add(at.shape, {offset, turn.rotation});
    const auto inCompound = [&](const glm::vec3& v) { return turn.exact * v; };
    return {test::compoundOf(children), offset + inCompound(at.point), inCompound(at.normal),
            offset + inCompound(at.inside)};
}

template <class T>
BasicPose<T> anyPose(Random& random, double reach) {
    const glm::dvec3 place = random.inBox(reach);
    const glm::dvec3 onLattice = 0.25 * glm::floor(4.0 * place);
    if (random.chance(0.4)) {
        return {glm::vec<3, T>(onLattice), glm::qua<T>(test::quarterTurn(random).rotation)};
    }
    return {glm::vec<3, T>(random.chance(0.5) ? onLattice : place), glm::qua<T>(random.rotation())};
}

struct StartRegimes {
    int inside = 0, outside = 0, misses = 0;
};

template <class T>
void checkStart(const Shape& shape, const BasicPose<T>& pose, const glm::vec<3, T>& point,
                const glm::vec3& direction, StartRegimes& regimes) {
    const bool isInside = contains(shape, pose, point);
    ++(isInside ? regimes.inside : regimes.outside);
    const BasicPose<T> atPoint{point, glm::qua<T>(1, 0, 0, 0)};
    const Sphere sphere{.radius = 0.0f};
    const float apart = distance(shape, pose, sphere, atPoint).separation;
    if (std::abs(apart) > 1e-5f) {
        ASSERT_EQ(overlaps(shape, pose, sphere, atPoint), isInside) << apart;
        ASSERT_EQ(apart < 0.0f, isInside) << apart;
    }
    BasicWorld<T> world;
    ASSERT_TRUE(world.add({.shape = shape, .pose = pose}));
    for (const float length : {0.0f, 1e-9f, 1e-3f, 1.0f, 1000.0f, std::numeric_limits<float>::infinity()}) {
        const BasicRay<T> ray{point, direction, length};
        SCOPED_TRACE("length " + std::to_string(length) + ", apart " + std::to_string(apart));
        const auto hit = raycast(shape, pose, ray);
        ASSERT_EQ(hit && hit->startedInside, isInside);
        ASSERT_EQ(raycastAny(shape, pose, ray), hit.has_value());
        std::array<std::optional<RayHit>, 1> ofBatch;
        raycastBatch(shape, pose, std::span(&ray, 1), ofBatch);
        ASSERT_EQ(ofBatch[0] && ofBatch[0]->startedInside, isInside);
        std::array<RayHit, 8> all;
        const auto hits = raycastAll(shape, pose, ray, all);
        ASSERT_EQ(!hits.empty() && hits[0].startedInside, isInside);
        ASSERT_EQ(hits.empty(), !hit.has_value());
        if (length == 0.0f) {
            ASSERT_EQ(hit.has_value(), isInside);
        }
        if (isInside) {
            ASSERT_EQ(hit->entry.distance, 0.0f);
            ASSERT_GE(hit->exit.distance, 0.0f);
        }
        if (length < 1e6f) {
            std::array<MovingRayHit, 8> moving;
            const auto passages = raycastAll(shape, pose, RigidMotion{}, ray, moving);
            ASSERT_EQ(!passages.empty() && passages[0].hit.startedInside, isInside);
            std::array<PiercedPlate, 8> plates;
            const auto pierced = shootThrough(world, BasicObjectMotions<T>{}, ray, plates);
            ASSERT_EQ(!pierced.empty() && pierced[0].hit.hit.startedInside, isInside);
        }
        regimes.misses += hit ? 0 : 1;
    }
}

template <class T>
void checkStarts(std::uint32_t seed, double reach) {
    StartRegimes regimes;
    std::array<int, std::variant_size_v<Shape>> kinds{};
    test::forEachTrial(seed, test::trialCount(10'000), [&](Random& random, int) {
        const test::Supported at = supportedAnywhere(random);
        const auto pose = anyPose<T>(random, reach);
        const glm::dquat rotation = glm::normalize(glm::dquat(pose.rotation));
        const glm::dvec3 normal = glm::normalize(glm::dvec3(at.normal)),
                         edge = glm::normalize(glm::cross(
                             normal, random.chance(0.5) ? random.direction()
                                                        : glm::dvec3(normal.z == 0.0 ? 0.0 : -1.0, 0.0,
                                                                     normal.z == 0.0 ? 1.0 : 0.0)));
        const auto small = [&](double lowest, double highest) {
            const double part = random.uniform(-1.0, 1.0);
            return part * std::pow(10.0, random.uniform(lowest, highest));
        };
        const double off = random.chance(0.2) ? 0.0 : small(-16, -6),
                     along = random.chance(0.5) ? 0.0 : small(-16, 0);
        const glm::dvec3 local =
            glm::dvec3(at.point) +
            off * (random.chance(0.5) ? normal : glm::dvec3(at.point) - glm::dvec3(at.inside)) + along * edge;
        const glm::vec<3, T> point(glm::dvec3(pose.position) + rotation * local);
        const double tilt = random.chance(0.3) ? 0.0 : small(-17, -1);
        const glm::dvec3 direction = random.chance(0.2)   ? normal
                                     : random.chance(0.2) ? random.direction()
                                                          : edge + tilt * normal;
        SCOPED_TRACE("kind " + std::to_string(at.shape.index()));
        checkStart(at.shape, pose, point,
                   glm::vec3((random.chance(0.5) ? 1.0 : -1.0) * (rotation * direction)), regimes);
        ++kinds[at.shape.index()];
    });
    const int least = test::trialCount(1000);
    EXPECT_GT(std::min({regimes.inside, regimes.outside, regimes.misses}), least)
        << regimes.inside << ' ' << regimes.outside << ' ' << regimes.misses;
}

TEST(StartingRays, StartInsideExactlyIfThePointIsContained) {
    checkStarts<double>(3413, 20.0);
    checkStarts<float>(3414, 20.0);
}
TEST(StartingRays, FarFromTheOriginToo) {
    checkStarts<double>(3415, 1e3);
    checkStarts<double>(3416, 1e6);
    checkStarts<float>(3417, 1e3);
}

}  // namespace
