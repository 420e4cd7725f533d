// Points exactly on the borders of shapes that are turned by any angle, up to the rounding of a double, and
// rays that start and end there. Whatever rounds, the points are not inside, and all verbs agree about it.

#include "support/planar/border_points.hpp"

#include "support/trials.hpp"

#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// Any shape with an inside. Compounds have up to three children, of which one is at the point, and the
/// others are elsewhere.
test::SupportedPlanar supportedAny(Random& random) {
    test::SupportedPlanar at = random.chance(0.2)   ? test::supportedHalfPlane(random)
                               : random.chance(0.3) ? test::supportedAlongEdge(random)
                                                    : test::supportedConvex(random);
    if (random.chance(0.2)) {
        std::visit(
            [&](const auto& known) {
                if constexpr (std::is_constructible_v<PlanarConvexShape, decltype(known)>) {
                    std::vector<PlanarCompoundChild> children(random.below(3), {Circle{.radius = 1.0f}, {}});
                    for (PlanarCompoundChild& child : children) {
                        child.pose.position = {300.0f, 3.0f * static_cast<float>(random.below(9))};
                    }
                    children.insert(
                        children.begin() + random.below(static_cast<std::uint32_t>(children.size()) + 1),
                        {known, {}});
                    at.shape = *PlanarCompound::fromChildren(children);
                }
            },
            test::SupportedPlanar(at).shape);
    }
    return at;
}

/// @param reach  meters
glm::dvec2 placeOnLattice(Random& random, double reach = 20.0) {
    const auto steps = static_cast<std::uint32_t>(4.0 * reach);
    const double x = 0.25 * random.below(steps);
    return {x, 0.25 * random.below(steps)};
}
// Quarter turns keep the lattice exactly.
constexpr std::array<glm::dvec2, 4> kQuarterTurns{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
DPlanarPose turnedPose(Random& random, double reach) {
    const glm::dvec2 place = placeOnLattice(random, reach);
    return {place, kQuarterTurns[random.below(kQuarterTurns.size())]};
}
/// A pose on the lattice, turned by a multiple of 45 degrees, by the angle of a triangle with sides 3, 4 and
/// 5, or by any angle.
DPlanarPose slantingPose(Random& random) {
    const double eighth = std::numbers::pi / 4.0 * random.below(8), any = random.uniform(-4.0, 4.0);
    const double angle = random.chance(0.5) ? eighth : any;
    const glm::dvec2 turn{std::cos(angle), std::sin(angle)};
    return {placeOnLattice(random), random.chance(0.2) ? glm::dvec2(0.6, 0.8) : turn};
}
glm::dvec2 rotated(const DPlanarPose& pose, const glm::dvec2& v) {
    return {pose.rotation.x * v.x - pose.rotation.y * v.y, pose.rotation.y * v.x + pose.rotation.x * v.y};
}

/// What all verbs say about a point.
void expectInside(const PlanarShape& shape, const DPlanarPose& pose, const glm::dvec2& point, bool isInside) {
    const DPlanarPose atPoint{point};
    const Circle circle{.radius = 0.0f};
    ASSERT_EQ(contains(shape, pose, point), isInside);
    ASSERT_EQ(overlaps(circle, atPoint, shape, pose), isInside);
    ASSERT_EQ(overlaps(shape, pose, circle, atPoint), isInside);
    ASSERT_EQ(distance(shape, pose, circle, atPoint).separation < 0.0f, isInside);
    ASSERT_EQ(raycast(shape, pose, DPlanarRay{point, {1, 0}, 0.0f}).has_value(), isInside);
}

/// @param makePose  DPlanarPose(Random&)
/// @param off       how far beside the border points are clearly inside or outside, meters
template <class MakePose>
void checkBorderPoints(std::uint32_t seed, double off, const MakePose& makePose) {
    std::array<int, std::variant_size_v<PlanarShape>> kinds{};
    test::forEachTrial(seed, test::trialCount(40'000), [&](Random& random, int) {
        const test::SupportedPlanar at = supportedAny(random);
        const DPlanarPose pose = makePose(random);
        const glm::dvec2 point = pose.position + rotated(pose, glm::dvec2(at.point)),
                         inward = rotated(pose, glm::dvec2(at.inside) - glm::dvec2(at.point));
        SCOPED_TRACE("kind " + std::to_string(at.shape.index()));
        ASSERT_NO_FATAL_FAILURE(expectInside(at.shape, pose, point, false));
        ASSERT_NO_FATAL_FAILURE(expectInside(at.shape, pose, point + off * inward, true));
        ASSERT_NO_FATAL_FAILURE(expectInside(at.shape, pose, point - off * inward, false));
        ++kinds[at.shape.index()];
    });
    const std::size_t segment = PlanarShape(PlanarSegment{}).index();
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (kind != segment) {  // it has no inside
            EXPECT_GT(kinds[kind], test::trialCount(1000)) << kind;
        }
    }
}

TEST(PlanarBorderPoints, AreNotInsideAndAllVerbsAgree) {
    checkBorderPoints(86, 1e-10, slantingPose);
}
TEST(PlanarBorderPoints, AreNotInsideFarFromTheOrigin) {
    checkBorderPoints(93, 1e-9, [](Random& random) { return turnedPose(random, 1e3); });
    checkBorderPoints(94, 1e-6, [](Random& random) { return turnedPose(random, 1e6); });
}

/// @param reach  of the positions, meters
void checkRaysAtBorders(std::uint32_t seed, double reach) {
    int ends = 0, outward = 0, inward = 0;
    test::forEachTrial(seed, test::trialCount(40'000), [&](Random& random, int) {
        const test::SupportedPlanar at = supportedAny(random);
        static constexpr std::array<std::array<float, 3>, 4> kWhole{
            {{0, 1, 1}, {3, 4, 5}, {5, 12, 13}, {8, 15, 17}}};
        const auto& [x, y, length] = kWhole[random.below(kWhole.size())];
        const auto sign = [&] { return random.chance(0.5) ? 1.0f : -1.0f; };
        const float signX = sign();
        glm::vec2 direction{signX * x, sign() * y};
        direction = random.chance(0.5) ? glm::vec2(direction.y, direction.x) : direction;
        const DPlanarPose pose = turnedPose(random, reach);
        const glm::dvec2 point = pose.position + rotated(pose, glm::dvec2(at.point)),
                         along = rotated(pose, glm::dvec2(direction));
        const float rise = glm::dot(at.normal, direction);
        if (rise == 0.0f) {
            return;
        }
        SCOPED_TRACE("kind " + std::to_string(at.shape.index()));
        const float back = 0.25f * static_cast<float>(1 + random.below(12));
        DPlanarRay ray{point, glm::vec2(along), back * length};
        const auto fromBorder = raycast(at.shape, pose, ray);
        if (rise > 0.0f) {
            ASSERT_FALSE(fromBorder);
            ++outward;
            return;
        }
        const bool leadsInward = contains(at.shape, pose, point + 0x1p-12 * along);
        if (leadsInward) {
            ASSERT_TRUE(fromBorder);
            EXPECT_EQ(fromBorder->entry.distance, 0.0f);
            EXPECT_FALSE(fromBorder->startedInside);
            EXPECT_LT(glm::dot(fromBorder->entry.normal, ray.direction), 0.0f);
            ++inward;
        }
        ray.origin = point - double(back) * along;
        ASSERT_FALSE(raycast(at.shape, pose, ray));
        ++ends;
        ray.length += 1e-3f;
        ASSERT_EQ(raycast(at.shape, pose, ray).has_value(), leadsInward);
    });
    EXPECT_GT(std::min({ends, outward, inward}), test::trialCount(10'000))
        << ends << ' ' << outward << ' ' << inward;
}

TEST(PlanarBorderPoints, EndRaysWithoutAHitAndStartThemAtDistance0) {
    checkRaysAtBorders(87, 20.0);
}
TEST(PlanarBorderPoints, OfRaysFarFromTheOrigin) {
    checkRaysAtBorders(95, 1e3);
    checkRaysAtBorders(96, 1e6);
}

}  // namespace
