// Bodies on level ground of many triangles, however it is divided, touch it as they touch a half-space: along
// its normal, to their full depth, with points at all ends within the margin. Also deep in the ground, where
// the shortest push off a single triangle leads over an edge that does not exist on the surface.

#include "property/surface/lattice_bodies.hpp"
#include "property/surface/shortest_shift.hpp"
#include "support/hulls.hpp"
#include "support/queries/body_oracle.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

using Ground = std::variant<TriangleMesh, HeightField>;

constexpr float kReach = 6.0f;  ///< of the ground, from the origin

/// Cells of a meter, split from one corner or from the other, with shared vertices or without.
TriangleMesh cells(Sides sides, bool isMirrored, float size) {
    test::TriangleList list;
    for (float x = -kReach; x < kReach; x += size) {
        for (float y = -kReach; y < kReach; y += size) {
            const glm::vec3 a(x, y, 0), b(x + size, y, 0), c(x + size, y + size, 0), d(x, y + size, 0);
            isMirrored ? list.addQuad(b, c, d, a) : list.addQuad(a, b, c, d);
        }
    }
    return test::meshOf(list, sides);
}

/// Slender triangles, of which each begins at another of its corners than the one before.
TriangleMesh strips(Sides sides, float width, float halfLength) {
    test::TriangleList list;
    int turn = 0;
    for (float x = -kReach; x < kReach; x += width, ++turn) {
        std::array<glm::vec3, 4> corners = {glm::vec3(x, -halfLength, 0),
                                            glm::vec3(x + width, -halfLength, 0),
                                            glm::vec3(x + width, halfLength, 0), glm::vec3(x, halfLength, 0)};
        std::rotate(corners.begin(), corners.begin() + turn % 4, corners.end());
        list.addQuad(corners[0], corners[1], corners[2], corners[3]);
    }
    return test::meshOf(list, sides);
}

struct NamedGround {
    const char* name;
    Ground ground;
    glm::vec3 origin;  ///< its position
};

std::vector<NamedGround> grounds() {
    test::TriangleList plain;
    plain.addQuad({-100, -100, 0}, {100, -100, 0}, {100, 100, 0}, {-100, 100, 0});
    const auto field = [](Sides sides) {
        return test::fieldOf(std::vector<float>(13 * 13, 0.0f), 13, {1.0f, 1.0f}, {sides, {}, {}});
    };
    const glm::vec3 none(0.0f), corner(-kReach, -kReach, 0.0f);
    return {{"mesh, both sides", cells(Sides::Both, false, 1.0f), none},
            {"mirrored mesh, front", cells(Sides::Front, true, 1.0f), none},
            {"fine mesh, both sides", cells(Sides::Both, true, 0.5f), none},
            {"two triangles, front", cells(Sides::Front, false, 2.0f * kReach), none},
            {"two triangles of 200 m", test::meshOf(plain, Sides::Both), none},
            {"strips of 2 x 400 m", strips(Sides::Front, 2.0f, 200.0f), none},
            {"strips of 4 x 1600 m", strips(Sides::Both, 4.0f, 800.0f), none},
            {"field, front", field(Sides::Front), corner},
            {"field, both sides", field(Sides::Both), corner}};
}

/// How contacts differ from those with a half-space.
struct GroundFaults {
    int pairs = 0, deep = 0, differ = 0;  ///< deep: by more than half of the size
    std::string which;

    void add(bool isFault, const char* what, const std::string& where) {
        differ += isFault ? 1 : 0;
        which += isFault && which.size() < 4000 ? std::string(what) + ": " + where + "\n" : "";
    }
};

/// The largest distance between two points.
double spanOf(const Manifold& manifold) {
    double span = 0.0;
    for (const ContactPoint& p : manifold.points()) {
        for (const ContactPoint& q : manifold.points()) {
            span = std::max(span, double(glm::length(p.position - q.position)));
        }
    }
    return span;
}

/// Compares the contacts of a body with those of a half-space. Leaves out pairs of which rounding decides
/// what is closer than the margin.
void compare(const ConvexShape& body, const Pose& pose, const NamedGround& ground, float margin,
             GroundFaults& faults) {
    const test::BodyOracle oracle(body, {pose.position, pose.rotation});
    const double tolerance = 4e-6 * (oracle.size() + 1.0);
    const auto onHalfSpace = [&](float distance) {
        const CollideOptions options{.margin = distance};
        return std::visit(
            [&](const auto& known) { return collide(known, pose, HalfSpace{}, Pose{}, options); }, body);
    };
    const auto expected = onHalfSpace(margin),
               nearer = onHalfSpace(std::max(0.0f, margin - float(tolerance)));
    if (expected.has_value() != nearer.has_value() ||
        (expected && (expected->pointCount != nearer->pointCount ||
                      test::deepestOf(*expected) > double(margin) - tolerance))) {
        return;
    }
    std::array<Manifold, 16> room;
    const CollideOptions options{.margin = margin};
    const auto manifolds = std::visit(
        [&](const auto& known) { return collide(body, pose, known, Pose{ground.origin}, room, options); },
        ground.ground);
    const std::string where = test::describe(body, pose, margin);
    ++faults.pairs;
    if (manifolds.size() != (expected ? 1u : 0u)) {
        const bool isRounding = !expected && manifolds.size() == 1 &&
                                test::deepestOf(manifolds.front()) > double(margin) - tolerance;
        faults.add(!isRounding, "count", where);
        return;
    }
    if (!expected) {
        return;
    }
    const Manifold& manifold = manifolds.front();
    const double deepest = test::deepestOf(manifold);
    faults.deep += deepest < -0.5 * oracle.size() ? 1 : 0;
    faults.add(glm::length(manifold.normal + glm::vec3(0, 0, 1)) > 1e-6f, "normal", where);
    faults.add(std::abs(deepest - test::deepestOf(*expected)) > tolerance, "depth", where);
    for (const ContactPoint& point : manifold.points()) {
        const double half = 0.5 * double(point.separation);
        const glm::dvec3 onBody = glm::dvec3(point.position) + glm::dvec3(0, 0, half);
        faults.add(std::abs(double(point.position.z) - half) > tolerance, "off the ground", where);
        faults.add(oracle.signedDistance(onBody) > tolerance, "off the body", where);
    }
    faults.add(spanOf(manifold) < 0.9 * spanOf(*expected) - tolerance, "span", where);
}

/// Bodies with their centers over the ground: above it, on it, and as deep in it as can be.
TEST(LevelGround, TouchesBodiesAsAHalfSpaceDoes) {
    constexpr std::array kMargins{0.0f, 0.02f, 0.25f, 0.6f};
    const std::vector<NamedGround> all = grounds();
    std::vector<GroundFaults> faults(all.size());
    test::forEachTrial(431, int(test::fromEnvironment("SAT3D_TRIALS", test::fewTrialsCount(8000u))),
                       [&](Random& random, int) {
                           const ConvexShape body = test::latticeBody(random, false);
                           Pose pose{test::latticePoint(random, 2.0f), test::latticeRotation(random)};
                           pose.position.z = std::abs(pose.position.z) + (random.chance(0.5) ? 0.01f : 0.05f);
                           const float margin = kMargins[random.below(kMargins.size())];
                           const std::uint32_t which = random.below(std::uint32_t(all.size()));
                           compare(body, pose, all[which], margin, faults[which]);
                       });
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(faults[i].deep, test::fewTrialsCount(20));
        EXPECT_EQ(faults[i].differ, 0) << all[i].name << ", " << faults[i].pairs << " pairs\n"
                                       << faults[i].which;
    }
}

/// Thin capsules whose axis goes through the ground, often in the plane of its edges.
TEST(LevelGround, TouchesThinCapsulesAsAHalfSpaceDoes) {
    const std::vector<NamedGround> all = grounds();
    std::vector<GroundFaults> faults(all.size());
    test::forEachTrial(432, test::trialCount(20000), [&](Random& random, int) {
        const float half = 0.1f * static_cast<float>(1 + random.below(15));
        const Capsule capsule{{-half, 0, 0}, {half, 0, 0}, 0.01f * static_cast<float>(1 + random.below(5))};
        const auto turned = [&](float step, std::uint32_t count, const glm::vec3& axis) {
            return glm::angleAxis(glm::radians(step * static_cast<float>(random.below(count))), axis);
        };
        const glm::quat rotation = turned(45.0f, 8, {0, 0, 1}) * turned(5.0f, 18, {0, 1, 0});
        const float rise = half * std::abs((rotation * glm::vec3(1, 0, 0)).z);
        const auto quarters = [&] { return 0.25f * (static_cast<float>(random.below(9)) - 4.0f); };
        const float x = quarters(), y = quarters();
        const float z = rise + capsule.radius - 0.05f * static_cast<float>(random.below(7));
        const std::uint32_t which = random.below(std::uint32_t(all.size()));
        if (z > 0.01f) {
            const float margin = 0.1f * static_cast<float>(random.below(9));
            compare(capsule, {{x, y, z}, rotation}, all[which], margin, faults[which]);
        }
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(faults[i].differ, 0) << all[i].name << ", " << faults[i].pairs << " pairs\n"
                                       << faults[i].which;
    }
}

/// Points, and spheres hardly larger, on the ground: rounding decides whether they overlap, once for all
/// verbs.
TEST(LevelGround, TouchesPointsIfAndOnlyIfTheyOverlap) {
    int overlapping = 0;
    const TriangleMesh ground = cells(Sides::Both, false, 1.0f);
    test::forEachTrial(433, test::trialCount(20000), [&](Random& random, int) {
        const glm::dvec3 axis = glm::normalize(glm::dvec3(1, 2, 3));
        const auto quarters = [&] { return 0.25 * (static_cast<double>(random.below(17)) - 8.0); };
        const glm::dvec3 position(quarters(), quarters(), quarters());
        const DPose pose{position, glm::angleAxis(0.2617993877991494 * random.below(24), axis)};
        const float radius = random.chance(0.5) ? 0.0f : 1e-6f * static_cast<float>(random.below(10));
        const Sphere sphere{{float(quarters()), float(quarters()), 0.0f}, radius};
        std::array<DManifold, 8> room;
        const bool overlap = overlaps(sphere, pose, ground, pose);
        EXPECT_EQ(!collide(sphere, pose, ground, pose, room).empty(), overlap);
        overlapping += overlap ? 1 : 0;
    });
    EXPECT_GT(overlapping, test::trialCount(1000));
}

/// Four points of a circle span at most 2 / pi of its area. The ground's triangles are as large as the face,
/// and down to a fiftieth of it.
TEST(LevelGround, HoldsPrismsOfManySidesByFourPointsFarApart) {
    const auto cross = [](const glm::vec3& p, const glm::vec3& q) { return p.x * q.y - p.y * q.x; };
    for (const float size : {1.0f, 0.25f, 0.04f}) {
        const std::uint32_t columns = std::uint32_t(4.0f / size) + 1;
        const std::vector<float> heights(std::size_t{columns} * columns, 0.0f);
        const HeightField ground = test::fieldOf(heights, columns, {size, size});
        const TriangleMesh mesh = test::twoSided(ground);
        for (const int sides : {8, 12, 16, 24, 32, 48, 64}) {
            std::vector<glm::vec3> corners;
            for (int i = 0; i < sides; ++i) {
                const double angle = 6.283185307179586 * i / sides;
                for (const float z : {0.0f, 0.6f}) {
                    corners.emplace_back(std::cos(angle), std::sin(angle), z);
                }
            }
            const ConvexHull prism = test::hullOf(corners);
            double mean = 0.0;
            constexpr int kTrials = 8;
            test::forEachTrial(std::uint32_t(sides), kTrials, [&](Random& random, int) {
                const Pose pose{{float(random.uniform(1.2, 2.8)), float(random.uniform(1.2, 2.8)),
                                 float(-random.uniform(0.0, 2e-4))},
                                glm::angleAxis(float(random.uniform(0.0, 6.0)), glm::vec3(0, 0, 1))};
                const ShapeRef surface = random.chance(0.5) ? ShapeRef(ground) : ShapeRef(mesh);
                std::array<Manifold, 4> manifolds;
                const auto found = collide(prism, pose, surface, Pose{}, manifolds, {.margin = 0.01f});
                ASSERT_EQ(found.size(), 1u) << sides << " sides, cells of " << size;
                ASSERT_EQ(found[0].points().size(), 4u);
                std::vector<glm::vec3> points;
                for (const ContactPoint& point : found[0].points()) {
                    points.push_back(point.position - pose.position);
                }
                std::sort(points.begin(), points.end(), [](const glm::vec3& p, const glm::vec3& q) {
                    return std::atan2(p.y, p.x) < std::atan2(q.y, q.x);
                });
                double area = 0.0;
                for (std::size_t i = 0; i < 4; ++i) {
                    area += 0.5 * double(cross(points[i], points[(i + 1) % 4]));
                }
                EXPECT_GT(area, 0.9 * 2.0) << sides << " sides, cells of " << size;
                mean += area / kTrials;
            });
            EXPECT_GT(mean, 0.96 * 2.0) << sides << " sides, cells of " << size;
        }
    }
}

}  // namespace
