// Rays on a lattice: along faces and edges, through corners, from and to borders, of length 0, against shapes
// of which some have the size 0. Random rays are never exactly in line.

#include "support/children_in_world.hpp"
#include "support/hulls.hpp"
#include "support/queries/answer_bits.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::bitsOf;
using test::Random;

constexpr float kFar = std::numeric_limits<float>::infinity();

/// A multiple of a step from -reach to reach.
float onLattice(Random& random, float step, float reach) {
    const auto steps = static_cast<std::uint32_t>(std::lround(reach / step));
    return step * (static_cast<float>(random.below(2 * steps + 1)) - static_cast<float>(steps));
}
glm::vec3 pointOnLattice(Random& random, float step, float reach) {
    const float x = onLattice(random, step, reach), y = onLattice(random, step, reach);
    return {x, y, onLattice(random, step, reach)};
}

/// Shapes with borders on the lattice of quarters.
std::vector<Shape> convexShapes() {
    std::vector<Shape> shapes;
    for (const glm::vec3& half : {glm::vec3(1, 0.5f, 0.25f), glm::vec3(0.5f), glm::vec3(1, 1, 0),
                                  glm::vec3(0, 0.5f, 0), glm::vec3(0)}) {
        shapes.emplace_back(Box{.halfExtents = half});
    }
    shapes.emplace_back(Box{{0.25f, 0, -0.5f}, {0.25f, 0.5f, 0.5f}});
    for (const float radius : {1.0f, 0.5f, 0.25f, 0.0f}) {
        shapes.emplace_back(Sphere{{0, 0, 0}, radius});
        shapes.emplace_back(Capsule{{-0.5f, 0, 0}, {0.5f, 0, 0}, radius});
        shapes.emplace_back(Capsule{{0, 0.25f, 0}, {0, 0.25f, 0}, radius});
    }
    shapes.emplace_back(Sphere{{0.25f, -0.5f, 0}, 0.75f});
    shapes.emplace_back(test::boxHull({1, 0.5, 0.25}));
    shapes.emplace_back(test::hullOf(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    shapes.emplace_back(HalfSpace{{0, 0, 1}, 0.25f});
    shapes.emplace_back(HalfSpace{{-1, 0, 0}, 0.0f});
    return shapes;
}

std::vector<Shape> compositeShapes() {
    std::vector<Shape> shapes;
    shapes.emplace_back(test::compoundOf({{Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, {{-0.5f, 0, 0}}},
                                          {Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, {{0.5f, 0, 0}}},
                                          {Sphere{{0, 0, 0}, 0.75f}, {{0, 0, 0.5f}}}}));
    for (const Sides sides : {Sides::Front, Sides::Both}) {
        const test::TriangleList box = test::boxTriangles({1, 0.5f, 0.25f});
        shapes.emplace_back(test::meshOf(box, sides));
        test::TriangleList open = box;
        open.indices.resize(open.indices.size() - 6);
        shapes.emplace_back(test::meshOf(open, sides));
        const std::vector<float> heights{0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 0.5f, 0.5f, 0};
        shapes.emplace_back(
            test::fieldOf(heights, 4, {0.5f, 0.25f}, {.sides = sides, .holes = {}, .tags = {}}));
    }
    return shapes;
}

glm::vec3 directionOnLattice(Random& random) {
    for (;;) {
        const glm::vec3 direction = pointOnLattice(random, 1.0f, random.chance(0.7) ? 1.0f : 3.0f);
        if (direction != glm::vec3(0.0f)) {
            return direction;
        }
    }
}
template <class T>
BasicRay<T> rayOnLattice(Random& random) {
    constexpr std::array kLengths{0.0f, 0.25f, 0.5f, 1.0f, 1.75f, 1e-6f, 1e-30f, 1e30f, kFar};
    BasicRay<T> ray;
    ray.origin = glm::vec<3, T>(pointOnLattice(random, random.chance(0.8) ? 0.25f : 0.1f, 1.5f));
    ray.direction = directionOnLattice(random);
    ray.length = kLengths[random.below(kLengths.size())];
    return ray;
}
template <class T>
BasicPose<T> poseOnLattice(Random& random) {
    constexpr float kRoot = 0.70710678118654752440f;
    BasicPose<T> pose;
    if (random.chance(0.7)) {
        pose.position = glm::vec<3, T>(pointOnLattice(random, 0.25f, 0.5f));
    }
    if (random.chance(0.3)) {
        glm::vec3 axis(0.0f);
        axis[static_cast<int>(random.below(3))] = 1.0f;
        pose.rotation = random.chance(0.5) ? glm::quat(0.0f, axis) : glm::quat(kRoot, kRoot * axis);
    }
    return pose;
}

/// Whether the pose has no quarter turn, whose sines are rounded.
template <class T>
bool isExact(const BasicPose<T>& pose) {
    return pose.rotation.w == T(1) || pose.rotation.w == T(0);
}

struct LatticeRayTally {
    int points = 0, pointsInside = 0, hits = 0, misses = 0, inside = 0, exact = 0, exactHits = 0,
        touching = 0;
};

// ---------------------------------------------------------------------------------------------------------------
// The interior of a shape, by its definition, in numbers that are exact on the lattice of quarters.

struct Span {
    double from = -kFar, to = kFar;  ///< an open interval, empty unless from < to
};

/// The part of an axis-parallel line inside an open ball or cylinder, if the square root is exact or the
/// comparison of the squares is: +-sqrt(squared) around the middle.
struct Around {
    double middle, squared;  ///< empty unless squared > 0

    [[nodiscard]] bool meets(double from, double to) const {
        const auto isBeyond = [&](double distance) {
            return distance >= 0.0 && distance * distance >= squared;
        };
        const bool isInside = squared > 0.0 && from == to && (from - middle) * (from - middle) < squared;
        return isInside || (squared > 0.0 && from < to && !isBeyond(from - middle) && !isBeyond(middle - to));
    }
};
bool meets(const Span& span, double from, double to) {
    return span.from < span.to && span.from < to && span.to > from && (from < to || span.from < from);
}

/// Whether the points origin + t * (unit vector of an axis) with from <= t <= to include one inside the
/// shape. Nothing for shapes whose interior is not exact here.
std::optional<bool> meetsInside(const Sphere& sphere, const glm::dvec3& origin, int axis, double from,
                                double to) {
    glm::dvec3 beside = glm::dvec3(sphere.center) - origin;
    const double middle = beside[axis], radius(sphere.radius);
    beside[axis] = 0.0;
    return Around{middle, radius * radius - glm::dot(beside, beside)}.meets(from, to);
}
std::optional<bool> meetsInside(const Capsule& capsule, const glm::dvec3& origin, int axis, double from,
                                double to) {
    const auto atBall = [&](const glm::vec3& center) {
        return *meetsInside(Sphere{center, capsule.radius}, origin, axis, from, to);
    };
    if (atBall(capsule.start) || atBall(capsule.end)) {
        return true;
    }
    // All capsules here lie along x.
    const double lower(capsule.start.x), upper(capsule.end.x), radius(capsule.radius);
    glm::dvec3 beside = glm::dvec3(capsule.start) - origin;
    beside.x = 0.0;
    if (axis == 0) {
        return glm::dot(beside, beside) < radius * radius &&
               meets({lower - origin.x, upper - origin.x}, from, to);
    }
    const double middle = beside[axis];
    beside[axis] = 0.0;
    return lower < origin.x && origin.x < upper &&
           Around{middle, radius * radius - glm::dot(beside, beside)}.meets(from, to);
}
std::optional<bool> meetsInside(const Box& box, const glm::dvec3& origin, int axis, double from, double to) {
    const glm::dvec3 lower = glm::dvec3(box.center) - glm::dvec3(box.halfExtents) - origin,
                     upper = glm::dvec3(box.center) + glm::dvec3(box.halfExtents) - origin;
    for (int other = 0; other < 3; ++other) {
        if (other != axis && !(lower[other] < 0.0 && upper[other] > 0.0)) {
            return false;
        }
    }
    return meets({lower[axis], upper[axis]}, from, to);
}
std::optional<bool> meetsInside(const HalfSpace& solid, const glm::dvec3& origin, int axis, double from,
                                double to) {
    const glm::dvec3 normal(solid.normal);
    const double height = glm::dot(normal, origin) - double(solid.offset);
    return height + std::min(normal[axis] * from, normal[axis] * to) < 0.0;
}
template <class Other>
std::optional<bool> meetsInside(const Other&, const glm::dvec3&, int, double, double) {
    return std::nullopt;
}

/// The same for a ray and a pose without rotation; nothing for others, and off the lattice of quarters.
template <class T>
std::optional<bool> meetsInside(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray) {
    const glm::dvec3 direction(ray.direction), origin = glm::dvec3(ray.origin) - glm::dvec3(pose.position);
    const glm::dvec3 quarters = 4.0 * glm::dvec3(ray.origin);
    int axis = -1;
    for (int i = 0; i < 3; ++i) {
        const bool isAlong = direction[i] != 0.0;
        axis = isAlong ? (axis < 0 ? i : 3) : axis;
        if (quarters[i] != std::round(quarters[i])) {
            return std::nullopt;
        }
    }
    if (axis == 3 || pose.rotation != glm::qua<T>(1, 0, 0, 0)) {
        return std::nullopt;
    }
    const double length(std::min(ray.length, 1e30f));
    return std::visit(
        [&](const auto& known) {
            return meetsInside(known, origin, axis, direction[axis] > 0.0 ? 0.0 : -length,
                               direction[axis] > 0.0 ? length : 0.0);
        },
        shape);
}

// ---------------------------------------------------------------------------------------------------------------

/// What holds for the ray and any shape.
template <class T>
void checkVerbs(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray,
                LatticeRayTally& tally) {
    const std::optional<RayHit> hit = raycast(shape, pose, ray);
    std::array<RayHit, 32> buffer;
    const auto all = raycastAll(shape, pose, ray, buffer);
    ASSERT_EQ(bitsOf(all.empty() ? std::optional<RayHit>() : all.front()), bitsOf(hit));
    std::array<std::optional<RayHit>, 1> ofBatch;
    raycastBatch(shape, pose, std::span(&ray, 1), ofBatch);
    ASSERT_EQ(bitsOf(ofBatch[0]), bitsOf(hit));
    ASSERT_EQ(raycastAny(shape, pose, ray), hit.has_value());
    const bool isInside = contains(shape, pose, ray.origin);
    if (hit) {
        EXPECT_TRUE(hit->entry.distance < ray.length || hit->startedInside);
        EXPECT_TRUE(hit->exit.distance >= hit->entry.distance);
        EXPECT_EQ(hit->startedInside && hit->entry.distance != 0.0f, false);
    }
    ++(hit ? tally.hits : tally.misses);
    if (ray.length == 0.0f) {
        ++(isInside ? tally.pointsInside : tally.points);
        ASSERT_EQ(hit.has_value(), isInside) << "a ray of length 0 is its origin";
        EXPECT_TRUE(!hit || hit->startedInside);
        return;
    }
    // A longer ray finds the same hit, and a shorter one finds it as well if it reaches the entry.
    BasicRay<T> longer = ray;
    longer.length = 2.0f * ray.length + 1.0f;
    const std::optional<RayHit> farther = raycast(shape, pose, longer);
    if (hit) {
        ASSERT_EQ(bitsOf(farther), bitsOf(hit));
    } else if (farther) {
        ASSERT_GE(farther->entry.distance, ray.length);
    }
}

/// Entries and exits of a point that moves, in order.
template <class T>
void checkMoving(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray) {
    // The points of other paths are rounded.
    const bool isAlongAxis =
        std::abs(ray.direction.x + ray.direction.y + ray.direction.z) == glm::length(ray.direction);
    const bool isUsual = ray.length == 0.0f || (isAlongAxis && ray.length > 1e-3f && ray.length < 100.0f);
    if (!isExact(pose) || !isUsual) {
        return;
    }
    std::array<RayHit, 32> still;
    std::array<MovingRayHit, 32> moving;
    const auto expected = raycastAll(shape, pose, ray, still);
    const auto found = raycastAll(shape, pose, RigidMotion{}, ray, moving);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].hit.startedInside, expected[i].startedInside);
        EXPECT_NEAR(found[i].hit.entry.distance, expected[i].entry.distance, 1e-6f);
        EXPECT_EQ(found[i].hit.entry.child, expected[i].entry.child);
    }
}

template <class T>
void checkConvex(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray,
                 LatticeRayTally& tally) {
    const std::optional<RayHit> hit = raycast(shape, pose, ray);
    const bool isInside = contains(shape, pose, ray.origin);
    ASSERT_EQ(hit && hit->startedInside, isInside) << "every ray from inside starts inside";
    tally.inside += isInside ? 1 : 0;
    if (const auto expected = meetsInside(shape, pose, ray)) {
        ASSERT_EQ(hit.has_value(), *expected);
        ++tally.exact;
        tally.exactHits += *expected ? 1 : 0;
    }
}

/// The children of a shape, in its frame.
std::vector<test::ChildInWorld> childrenOf(const Shape& shape) {
    return std::visit(
        [](const auto& known) {
            if constexpr (requires { test::childrenOf(known, Pose{}); }) {
                return test::childrenOf(known, Pose{});
            }
            return std::vector<test::ChildInWorld>();
        },
        shape);
}

template <class T>
void checkComposite(const Shape& shape, const std::vector<test::ChildInWorld>& children,
                    const BasicPose<T>& pose, const BasicRay<T>& ray, LatticeRayTally& tally) {
    const auto hit = raycast(shape, pose, ray);
    tally.inside += hit && hit->startedInside ? 1 : 0;
    if (!isExact(pose) || (ray.length == 0.0f && !std::holds_alternative<Compound>(shape))) {
        return;  // a point is inside a mesh, not inside its triangles
    }
    std::vector<RayHit> hits;
    float first = kFar;
    for (const test::ChildInWorld& child : children) {
        const BasicPose<T> ofChild{pose * glm::vec<3, T>(child.pose.position), pose.rotation};
        if (auto found = raycast(child.shape, ofChild, ray)) {
            found->entry.child = child.number;
            first = std::min(first, found->entry.distance);
            hits.push_back(*found);
        }
    }
    ASSERT_EQ(hit.has_value(), !hits.empty());
    if (hit) {
        const auto same = std::find_if(hits.begin(), hits.end(), [&](const RayHit& other) {
            return other.entry.child == hit->entry.child;
        });
        EXPECT_EQ(hit->entry.distance, first);
        if (same != hits.end()) {
            EXPECT_EQ(hit->entry.distance, same->entry.distance);
            EXPECT_EQ(hit->entry.face, same->entry.face);
            EXPECT_EQ(hit->startedInside, same->startedInside);
        } else {  // a triangle that the ray, alone with it, passes beside by rounding
            ASSERT_FALSE(std::holds_alternative<Compound>(shape));
            const auto higher = std::find_if(hits.begin(), hits.end(), [&](const RayHit& other) {
                return other.entry.distance == first && other.entry.child > hit->entry.child;
            });
            ASSERT_NE(higher, hits.end());
            EXPECT_EQ(hit->entry.face, higher->entry.face);
        }
        tally.touching += std::count_if(hits.begin(), hits.end(), [&](const RayHit& other) {
                              return other.entry.distance == first;
                          }) > 1;
    }
}

template <class T>
std::string describe(const std::vector<Shape>& shapes, std::size_t index, const BasicPose<T>& pose,
                     const BasicRay<T>& ray) {
    const auto text = [](const auto& v) {
        return "(" + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + ") ";
    };
    return "shape " + std::to_string(index) + " of kind " + std::to_string(shapes[index].index()) + " at " +
           text(pose.position) + std::to_string(pose.rotation.w) + text(pose.rotation) + "; ray from " +
           text(ray.origin) + "along " + text(ray.direction) + "by " + std::to_string(ray.length);
}

template <class T>
class LatticeRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(LatticeRays, Numbers);

TYPED_TEST(LatticeRays, OfConvexShapesMeetTheirInside) {
    const std::vector<Shape> shapes = convexShapes();
    LatticeRayTally tally;
    test::forEachTrial(3401, test::trialCount(60'000), [&](Random& random, int) {
        const std::size_t index = random.below(static_cast<std::uint32_t>(shapes.size()));
        const auto pose = poseOnLattice<TypeParam>(random);
        const auto ray = rayOnLattice<TypeParam>(random);
        SCOPED_TRACE(describe(shapes, index, pose, ray));
        ASSERT_NO_FATAL_FAILURE(checkVerbs(shapes[index], pose, ray, tally));
        ASSERT_NO_FATAL_FAILURE(checkConvex(shapes[index], pose, ray, tally));
        ASSERT_NO_FATAL_FAILURE(checkMoving(shapes[index], pose, ray));
    });
    EXPECT_GT(tally.pointsInside, test::trialCount(300));
    EXPECT_GT(tally.points, test::trialCount(2000));
    EXPECT_GT(tally.hits, test::trialCount(4000));
    EXPECT_GT(tally.misses, test::trialCount(5000));
    EXPECT_GT(tally.inside, test::trialCount(2000));
    EXPECT_GT(tally.exact, test::trialCount(4000));
    EXPECT_GT(tally.exactHits, test::trialCount(400));
}

TYPED_TEST(LatticeRays, OfCompositeShapesMeetTheirChildren) {
    const std::vector<Shape> shapes = compositeShapes();
    std::vector<std::vector<test::ChildInWorld>> children;
    for (const Shape& shape : shapes) {
        children.push_back(childrenOf(shape));
    }
    LatticeRayTally tally;
    test::forEachTrial(3402, test::trialCount(40'000), [&](Random& random, int) {
        const std::size_t index = random.below(static_cast<std::uint32_t>(shapes.size()));
        const auto pose = poseOnLattice<TypeParam>(random);
        const auto ray = rayOnLattice<TypeParam>(random);
        SCOPED_TRACE(describe(shapes, index, pose, ray));
        ASSERT_NO_FATAL_FAILURE(checkVerbs(shapes[index], pose, ray, tally));
        ASSERT_NO_FATAL_FAILURE(checkComposite(shapes[index], children[index], pose, ray, tally));
        ASSERT_NO_FATAL_FAILURE(checkMoving(shapes[index], pose, ray));
    });
    EXPECT_GT(tally.pointsInside, test::trialCount(30));
    EXPECT_GT(tally.hits, test::trialCount(1500));
    EXPECT_GT(tally.inside, test::trialCount(200));
    EXPECT_GT(tally.touching, test::trialCount(250));
}

/// A world of objects on the lattice: many are hit at the same distance.
TYPED_TEST(LatticeRays, OfAWorldMeetItsObjects) {
    using T = TypeParam;
    std::vector<Shape> shapes = convexShapes();
    for (const Shape& shape : compositeShapes()) {
        shapes.push_back(shape);
    }
    LatticeRayTally tally;
    test::forEachTrial(3403, test::trialCount(200), [&](Random& random, int) {
        BasicWorld<T> world;
        for (int i = 0; i < 12; ++i) {
            const Shape& shape = shapes[random.below(static_cast<std::uint32_t>(shapes.size()))];
            ASSERT_TRUE(world.add({.shape = shape, .pose = poseOnLattice<T>(random)}));
        }
        if (random.chance(0.7)) {
            world.refresh();
        }
        for (int i = 0; i < 60; ++i) {
            const auto ray = rayOnLattice<T>(random);
            std::vector<WorldRayHit> expected;
            for (const ObjectId id : world.ids()) {
                std::array<RayHit, 32> buffer;
                for (const RayHit& hit :
                     raycastAll(world.find(id)->shape, world.find(id)->pose, ray, buffer)) {
                    expected.push_back({id, hit});
                }
            }
            std::stable_sort(expected.begin(), expected.end(),
                             [](const WorldRayHit& a, const WorldRayHit& b) {
                                 return a.hit.entry.distance != b.hit.entry.distance
                                            ? a.hit.entry.distance < b.hit.entry.distance
                                            : a.object.index < b.object.index;
                             });
            std::array<WorldRayHit, 64> buffer;
            for (const std::size_t size : {buffer.size(), std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
                const auto all = raycastAll(world, ray, std::span(buffer).first(size));
                ASSERT_EQ(all.size(), std::min(size, expected.size()));
                for (std::size_t k = 0; k < all.size(); ++k) {
                    ASSERT_EQ(all[k].object, expected[k].object);
                    ASSERT_EQ(bitsOf(all[k].hit), bitsOf(expected[k].hit));
                }
            }
            const auto first = raycast(world, ray);
            ASSERT_EQ(first.has_value(), !expected.empty());
            if (first) {
                ASSERT_EQ(first->object, expected.front().object);
                ASSERT_EQ(bitsOf(first->hit), bitsOf(expected.front().hit));
            }
            ASSERT_EQ(raycastAny(world, ray), !expected.empty());
            ++(expected.empty() ? tally.misses : tally.hits);
            tally.touching +=
                expected.size() > 1 && expected[0].hit.entry.distance == expected[1].hit.entry.distance;
            tally.pointsInside += ray.length == 0.0f && !expected.empty();

            using Position = glm::vec<3, T>;
            const Position to =
                random.chance(0.2) ? ray.origin : Position(pointOnLattice(random, 0.25f, 2.0f));
            const BasicRay<T> sight{ray.origin,
                                    to == ray.origin ? glm::vec3(1, 0, 0) : glm::vec3(to - ray.origin),
                                    static_cast<float>(glm::length(glm::dvec3(to) - glm::dvec3(ray.origin)))};
            const auto ids = world.ids();
            const bool isBlocked = std::any_of(ids.begin(), ids.end(), [&](ObjectId id) {
                return raycast(world.find(id)->shape, world.find(id)->pose, sight).has_value();
            });
            ASSERT_EQ(isVisible(world, ray.origin, to), !isBlocked);
        }
    });
    EXPECT_GT(tally.hits, test::trialCount(2000));
    EXPECT_GT(tally.misses, test::trialCount(1000));
    EXPECT_GT(tally.touching, test::trialCount(500));
    EXPECT_GT(tally.pointsInside, test::trialCount(100));
}

/// A vertical ray meets level ground unless it ends on it or starts below it.
TYPED_TEST(LatticeRays, OfLevelGroundIncludeItsBorder) {
    using T = TypeParam;
    const HeightField field = test::fieldOf(std::vector<float>(12, 0.5f), 4, {0.5f, 0.25f});
    const auto [list, numbers] = test::trianglesOf(field);
    const TriangleMesh mesh = test::meshOf(list, Sides::Front);
    int hits = 0, misses = 0;
    test::forEachTrial(3404, test::trialCount(20'000), [&](Random& random, int) {
        const auto ray = rayOnLattice<T>(random);
        const BasicRay<T> down{ray.origin, {0, 0, -1}, ray.length};
        const glm::vec<3, T>& from = ray.origin;
        const bool isOver = from.x >= T(0) && from.x <= T(1.5) && from.y >= T(0) && from.y <= T(0.5);
        const bool isHit = isOver && double(from.z) >= 0.5 && double(from.z) - 0.5 < double(ray.length);
        ASSERT_EQ(raycast(field, BasicPose<T>{}, down).has_value(), isHit);
        ASSERT_EQ(raycast(mesh, BasicPose<T>{}, down).has_value(), isHit);
        ++(isHit ? hits : misses);
    });
    EXPECT_GT(hits, test::trialCount(200));
    EXPECT_GT(misses, test::trialCount(5000));
}

}  // namespace
