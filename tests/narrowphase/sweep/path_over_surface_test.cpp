// The lanes that choose the triangles which a moving body may reach: none is left out before the body touches
// it.

#include "narrowphase/sweep/path_over_surface.hpp"

#include "narrowphase/sweep/swept_bounds.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

namespace {

using namespace sat3d;
using test::Random;

const auto kUnbounded = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };

/// The triangles that may be reached up to a time.
template <class Describe>
std::set<std::uint32_t> visited(const ChildShape& body, const PosedShape& surface, const Describe& describe,
                                double limit) {
    std::set<std::uint32_t> numbers;
    forEachTriangleOnPath(body, surface, limit, describe, kUnbounded, [&](std::uint32_t number, double upTo) {
        numbers.insert(number);
        return upTo;
    });
    return numbers;
}

TEST(PathOverSurface, LeavesOutNoTriangleThatIsTouched) {
    Random random(833);
    int touched = 0, leftOut = 0, late = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const Sides sides = random.chance(0.5) ? Sides::Front : Sides::Both;
        test::TriangleList list;
        for (int i = 0; i < 80; ++i) {
            const glm::vec3 place(random.inBox(3.0));
            list.add({{place, place + glm::vec3(random.inBox(0.7)), place + glm::vec3(random.inBox(0.7))}});
        }
        const TriangleMesh mesh = test::meshOf(list, sides);
        const ConvexShape shape = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const double far = trial % 3 == 0 ? 1e4 : 1.0;
        const PosedShape surface{mesh, {random.inBox(far), random.rotation()}};
        const ChildShape body{shape, {surface.pose.position + random.inBox(2.0), random.rotation()}};
        const bool turns = random.chance(0.6);
        const RigidMotion motion{
            glm::vec3(random.inBox(2.0)),
            turns ? glm::vec3(random.uniform(0.0, 1.5) * random.direction()) : glm::vec3(0.0f),
            glm::vec3(random.inBox(0.5))};
        const auto describe = [&](PathOverSurface& path) {
            if (turns) {
                SweptBounds(body, DRigidMotion(motion), surface, DRigidMotion(), 0.0).describe(path);
            } else {
                path.setDisplacement(glm::transpose(localToWorld(surface.pose).rotation) *
                                     glm::dvec3(motion.translation));
            }
        };
        const BodyOverSurface start(body, surface);
        const std::set<std::uint32_t> all = visited(body, surface, describe, 1.0);
        leftOut += int(mesh.triangleCount() - all.size());
        const MovingShape moving(shape, localToWorld(body.pose), DRigidMotion(motion), glm::dmat3(1.0));
        for (int i = 0; i < 6; ++i) {
            const double time = random.unit();
            const std::set<std::uint32_t> upToHere = visited(body, surface, describe, time);
            late += all.size() > upToHere.size() ? 1 : 0;
            const RigidTransform there = moving.at(time);
            const DPose pose{there.translation, glm::normalize(glm::quat_cast(there.rotation))};
            for (std::uint32_t number = 0; number < mesh.triangleCount(); ++number) {
                const detail::SurfaceTriangle triangle{mesh.triangle(number), sides};
                const detail::SurfaceTriangle twoSided{mesh.triangle(number), Sides::Both};
                if (isInFront(triangle, start.center) &&
                    overlaps(ShapeRef(shape), pose, ShapeRef(twoSided), surface.pose)) {
                    ++touched;
                    EXPECT_TRUE(upToHere.contains(number)) << "trial " << trial << ", triangle " << number;
                }
            }
        }
    }
    EXPECT_GT(touched, 3000);
    EXPECT_GT(leftOut, 20000);
    EXPECT_GT(late, 1000);
}

/// A capsule falls through the plane of a triangle, past its longest side but through its box.
TEST(PathOverSurface, LeavesOutTrianglesThatACapsulePassesBeside) {
    test::TriangleList list;
    list.add({{glm::vec3(0, 0, 0), glm::vec3(2, 0, 0), glm::vec3(0, 2, 0)}});
    const TriangleMesh mesh = test::meshOf(list, Sides::Both);
    const Capsule capsule{{0, 0, -0.2f}, {0, 0, 0.2f}, 0.1f};
    const auto isVisited = [&](double fromSide) {
        const double place = 1.0 + std::sqrt(0.5) * fromSide;
        const auto describe = [](PathOverSurface& path) { path.setDisplacement({0.0, 0.0, -2.0}); };
        return !visited({capsule, {glm::dvec3(place, place, 1.0)}}, {mesh, {}}, describe, 1.0).empty();
    };
    EXPECT_TRUE(isVisited(0.0999));
    EXPECT_FALSE(isVisited(0.1001));
}

}  // namespace
