// All verbs of meshes and height fields, for bodies on a lattice, beside the same questions asked of each
// triangle by definition: flush, on edges and corners, pierced, contained, just touching, without extent.

#include "property/surface/lattice_bodies.hpp"
#include "support/meshes.hpp"
#include "support/queries/body_oracle.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

using Surface = std::variant<TriangleMesh, HeightField>;
using Manifolds = std::array<Manifold, 32>;

/// Steps of a quarter or a tenth, with holes.
HeightField steps(Random& random, Sides sides) {
    constexpr std::uint32_t kColumns = 5;
    std::array<float, kColumns * kColumns> heights;
    const bool isFlat = random.chance(0.4);
    for (float& height : heights) {
        height = isFlat ? 0.0f : test::latticeNumber(random, 0.5f);
    }
    std::vector<std::uint32_t> holes;
    for (std::uint32_t cell = 0; cell < (kColumns - 1) * (kColumns - 1); ++cell) {
        if (random.chance(0.1)) {
            holes.push_back(cell);
        }
    }
    return test::fieldOf(heights, kColumns, {0.5f, 0.5f}, {sides, holes, {}});
}

/// A closed surface of blocks, from outside or, mirrored, from inside.
TriangleMesh blocks(Random& random, Sides sides) {
    std::array<bool, 27> isFilled;
    for (bool& filled : isFilled) {
        filled = random.chance(0.4);
    }
    isFilled[13] = true;
    const test::Cells cells{{3, 3, 3}, [&](const glm::ivec3& cell) {
                                return isFilled[std::size_t(cell.x + 3 * cell.y + 9 * cell.z)];
                            }};
    const test::Mesh mesh = test::moved(cells.mesh(), {1, 0, 0, 0}, 0.5, {0.0, 0.0, 0.0});
    test::TriangleList list{mesh.vertices, mesh.triangles};
    if (random.chance(0.3)) {
        for (std::size_t i = 0; i < list.indices.size(); i += 3) {
            std::swap(list.indices[i], list.indices[i + 1]);
        }
    }
    return test::meshOf(list, sides);
}

/// Triangles between points of the lattice, which may cross and lie on each other.
TriangleMesh soup(Random& random, Sides sides) {
    test::TriangleList list;
    const std::uint32_t count = 1 + random.below(6);
    while (list.indices.size() < 3 * count) {
        const Triangle triangle{{test::latticePoint(random, 1.0f), test::latticePoint(random, 1.0f),
                                 test::latticePoint(random, 1.0f)}};
        const auto& [a, b, c] = triangle.corners;
        if (glm::length(glm::cross(b - a, c - a)) > 0.05f) {
            list.add(triangle);
        }
    }
    return test::meshOf(list, sides);
}

struct SurfaceKind {
    const char* name;
    Surface (*make)(Random&, Sides);
};
constexpr std::array kSurfaceKinds{
    SurfaceKind{"steps", [](Random& random, Sides sides) -> Surface { return steps(random, sides); }},
    SurfaceKind{"blocks", [](Random& random, Sides sides) -> Surface { return blocks(random, sides); }},
    SurfaceKind{"room",
                [](Random&, Sides sides) -> Surface {
                    return test::meshOf(test::boxTriangles({1, 1, 1}), sides);
                }},
    SurfaceKind{"soup", [](Random& random, Sides sides) -> Surface { return soup(random, sides); }}};

/// What was asked, and what is wrong.
struct LatticeSurfaceTally {
    int pairs = 0, touching = 0, points = 0, pierced = 0;
    int verbs = 0;  ///< overlaps(), penetration(), distance(), collide(), depthAlong() contradict each other
    int separations = 0;  ///< that are not those of the triangles
    int offBody = 0, offSurface = 0, notFreed = 0, uncovered = 0, sweeps = 0, left = 0;
    std::string first;

    void count(int& fault, bool isFault, const std::string& what) {
        fault += isFault ? 1 : 0;
        first += isFault && first.size() < 4000 ? what + "\n" : "";
    }
    [[nodiscard]] std::string text() const {
        return std::to_string(pairs) + " pairs, " + std::to_string(touching) + " touch, " +
               std::to_string(points) + " points, " + std::to_string(pierced) + " pierced: verbs " +
               std::to_string(verbs) + ", separations " + std::to_string(separations) + ", off the body " +
               std::to_string(offBody) + ", off the surface " + std::to_string(offSurface) + ", not freed " +
               std::to_string(notFreed) + ", uncovered " + std::to_string(uncovered) + ", sweeps " +
               std::to_string(sweeps) + ", left by depthAlong " + std::to_string(left) + "\n" + first;
    }
};

template <class S>
class Judge {
public:
    Judge(const S& surface, LatticeSurfaceTally& tally) : surface_(surface), tally_(tally) {
        for (std::uint32_t i = 0; i < surface.triangleCount(); ++i) {
            all_.push_back(test::oracleTriangle(surface.triangle(i)));
            if constexpr (std::is_same_v<S, HeightField>) {
                if (surface.isHole(i / 2)) {
                    continue;
                }
            }
            present_.push_back(all_.back());
        }
    }

    void judge(const ConvexShape& body, const Pose& pose, float margin) {
        const test::BodyOracle oracle(body, {pose.position, pose.rotation});
        std::vector<test::OracleTriangle> colliding;
        for (const test::OracleTriangle& triangle : present_) {
            const double height = glm::dot(test::normalOf(triangle), oracle.center() - triangle[0]);
            if (std::abs(height) < 1e-6 && surface_.sides() == Sides::Front) {
                return;  // rounding decides whether it collides
            }
            if (height > 0.0 || surface_.sides() == Sides::Both) {
                colliding.push_back(triangle);
            }
        }
        where_ = test::describe(body, pose, margin);
        judgeVerbs(body, pose, oracle, colliding);
        judgeContacts(body, pose, oracle, colliding, margin);
    }

private:
    void judgeVerbs(const ConvexShape& body, const Pose& pose, const test::BodyOracle& oracle,
                    std::span<const test::OracleTriangle> colliding) {
        ++tally_.pairs;
        const bool overlap = overlaps(body, pose, surface_, Pose{});
        const auto push = penetration(body, pose, surface_, Pose{});
        const Distance gap = distance(body, pose, surface_, Pose{});
        tally_.count(tally_.verbs, overlap != push.has_value() || overlap != (gap.separation < 0.0f),
                     where_ + ": overlaps " + std::to_string(overlap) + " penetration " +
                         std::to_string(push ? push->depth : 0.0f) + " distance " +
                         std::to_string(gap.separation));
        double least = std::numeric_limits<double>::infinity();
        for (const test::OracleTriangle& triangle : colliding) {
            least = std::min(least, oracle.separationFrom(triangle));
        }
        const double tolerance = 1e-5;
        const bool isPushedFarther =
            surface_.sides() == Sides::Front && gap.separation < 0.0f && least < tolerance;
        const bool isWrong = std::isinf(least) ? !std::isinf(gap.separation)
                             : isPushedFarther ? double(gap.separation) > least + tolerance
                                               : std::abs(double(gap.separation) - least) > tolerance;
        tally_.count(
            tally_.separations, isWrong,
            where_ + ": separation " + std::to_string(gap.separation) + " is " + std::to_string(least));
        judgeAlong(body, pose, overlap);
        judgeSweep(body, pose);
    }

    void judgeAlong(const ConvexShape& body, const Pose& pose, bool overlap) {
        const glm::vec3 up(0, 0, 1);
        const auto along = depthAlong(surface_, Pose{}, body, pose, up);
        tally_.count(tally_.verbs, along.has_value() && !overlap,
                     where_ + ": overlaps " + std::to_string(overlap) + " but depthAlong " +
                         std::to_string(along.has_value()));
        if (along) {
            const Pose after{pose.position + (*along) * up, pose.rotation};
            const auto rest = penetration(body, after, surface_, Pose{});
            tally_.count(tally_.left, rest && rest->depth > 1e-4f && surface_.sides() == Sides::Both,
                         where_ + ": depthAlong leaves " + std::to_string(rest ? rest->depth : 0.0f));
        }
    }

    void judgeSweep(const ConvexShape& body, const Pose& pose) {
        const glm::vec3 motion(0, 0, -1.0f);
        const Sweep hit = sweep(body, pose, surface_, Pose{}, {motion});
        if (hit.status == Sweep::Status::InitialOverlap || surface_.sides() == Sides::Front) {
            return;
        }
        for (int i = 0; i <= 16; ++i) {
            const float share = hit.fraction * float(i) / 16.0f;
            const auto overlap =
                penetration(body, Pose{pose.position + share * motion, pose.rotation}, surface_, Pose{});
            if (overlap && overlap->depth > 1e-4f) {
                tally_.count(tally_.sweeps, true,
                             where_ + ": sweep " + std::to_string(hit.fraction) + " but at " +
                                 std::to_string(share) + " overlaps by " + std::to_string(overlap->depth));
                return;
            }
        }
        if (hit.status == Sweep::Status::Hit) {
            const Distance at =
                distance(body, Pose{pose.position + hit.fraction * motion, pose.rotation}, surface_, Pose{});
            tally_.count(tally_.sweeps, at.separation > 1e-4f,
                         where_ + ": sweep stops " + std::to_string(at.separation) + " before");
        }
    }

    void judgeContacts(const ConvexShape& body, const Pose& pose, const test::BodyOracle& oracle,
                       std::span<const test::OracleTriangle> colliding, float margin) {
        Manifolds room;
        const auto manifolds = collide(body, pose, surface_, Pose{}, room, {.margin = margin});
        const auto push = penetration(body, pose, surface_, Pose{}, {.margin = margin});
        tally_.count(tally_.verbs, push.has_value() == manifolds.empty(),
                     where_ + ": contacts " + std::to_string(manifolds.size()) + " but penetration " +
                         std::to_string(push ? push->depth : 0.0f));
        if (manifolds.empty()) {
            return;
        }
        ++tally_.touching;
        double deepest = 0.0;
        std::vector<test::BodyOracle> freedBodies;
        for (const Manifold& manifold : manifolds) {
            const double depth = judgePoints(oracle, manifold);
            deepest = std::max(deepest, depth);
            freedBodies.push_back(oracle);
            freedBodies.back().move(-std::max(0.0, depth) * glm::normalize(glm::dvec3(manifold.normal)));
            const double rest = freedBodies.back().depthIn(all_[manifold.penetration.children.b]);
            tally_.count(
                tally_.notFreed, rest > 2e-5 + 1e-3 * depth,
                where_ + ": contact of depth " + std::to_string(depth) + " leaves " + std::to_string(rest));
        }
        for (const test::OracleTriangle& triangle : colliding) {
            const double depth = oracle.depthIn(triangle);
            tally_.pierced += depth > deepest ? 1 : 0;
            const bool isCovered =
                depth <= deepest + 2e-5 * (1.0 + oracle.size()) ||
                std::any_of(freedBodies.begin(), freedBodies.end(),
                            [&](const auto& freed) { return freed.depthIn(triangle) <= 0.1 * depth; });
            tally_.count(tally_.uncovered, !isCovered,
                         where_ + ": a triangle of depth " + std::to_string(depth) +
                             " has no contact, the deepest is " + std::to_string(deepest));
        }
    }

    /// @return the depth of the deepest point
    double judgePoints(const test::BodyOracle& oracle, const Manifold& manifold) {
        double depth = -std::numeric_limits<double>::infinity();
        for (const ContactPoint& point : manifold.points()) {
            const test::PointError error = test::errorOf(point, manifold, oracle, present_);
            ++tally_.points;
            tally_.count(tally_.offBody, error.isOffBody(),
                         where_ + ": point " + std::to_string(error.fromBody) + " off the body");
            tally_.count(tally_.offSurface, error.isOffSurface(),
                         where_ + ": point " + std::to_string(error.fromSurface) + " off the surface");
            depth = std::max(depth, -double(point.separation));
        }
        return depth;
    }

    const S& surface_;
    LatticeSurfaceTally& tally_;
    std::string where_;
    std::vector<test::OracleTriangle> all_, present_;  ///< by number; those that exist
};

void judgeAll(std::uint32_t seed, const SurfaceKind& kind, Sides sides, bool canVanish) {
    constexpr std::array kMargins{0.0f, 0.02f, 0.25f};
    LatticeSurfaceTally tally;
    test::forEachTrial(seed, int(test::fromEnvironment("SAT3D_TRIALS", test::trialCount(40u))),
                       [&](Random& random, int) {
                           const Surface surface = kind.make(random, sides);
                           std::visit(
                               [&](const auto& known) {
                                   Judge judge(known, tally);
                                   for (int i = 0; i < 20; ++i) {
                                       const ConvexShape body = test::latticeBody(random, canVanish);
                                       const glm::vec3 place = test::latticePoint(random, 1.5f);
                                       const Pose pose{place, test::latticeRotation(random)};
                                       judge.judge(body, pose, kMargins[random.below(kMargins.size())]);
                                   }
                               },
                               surface);
                       });
    SCOPED_TRACE(std::string(kind.name) + (sides == Sides::Both ? ", two-sided" : ", one-sided") +
                 (canVanish ? ", sizes of 0: " : ": ") + tally.text());
    EXPECT_GT(tally.touching, test::trialCount(20));
    EXPECT_EQ(tally.verbs, 0);
    EXPECT_EQ(tally.separations, 0);
    EXPECT_EQ(tally.offBody, 0);
    EXPECT_EQ(tally.offSurface, 0);
    EXPECT_EQ(tally.notFreed, 0);
    EXPECT_EQ(tally.uncovered, 0);
    EXPECT_EQ(tally.sweeps, 0);
    EXPECT_EQ(tally.left, 0);
}

TEST(LatticeSurfaces, BodiesBesideThemAreThoseBesideTheirTriangles) {
    for (std::size_t i = 0; i < kSurfaceKinds.size(); ++i) {
        judgeAll(441 + std::uint32_t(i), kSurfaceKinds[i], Sides::Both, false);
        judgeAll(451 + std::uint32_t(i), kSurfaceKinds[i], Sides::Front, false);
    }
}

TEST(LatticeSurfaces, BodiesWithoutExtentBesideThemAreThoseBesideTheirTriangles) {
    for (std::size_t i = 0; i < kSurfaceKinds.size(); ++i) {
        judgeAll(461 + std::uint32_t(i), kSurfaceKinds[i], Sides::Both, true);
        judgeAll(471 + std::uint32_t(i), kSurfaceKinds[i], Sides::Front, true);
    }
}

/// A capsule whose axis passes through walls of a room, deeper in one than it is thick.
TEST(LatticeSurfaces, PiercedTrianglesHaveContacts) {
    const TriangleMesh room = test::meshOf(test::boxTriangles({1, 1, 1}));
    LatticeSurfaceTally tally;
    Judge judge(room, tally);
    test::forEachTrial(491, test::trialCount(4000), [&](Random& random, int) {
        const auto tenth = [&] { return 0.1f * (float(random.below(41)) - 20.0f); };
        const auto point = [&] {
            const float x = tenth();
            const float y = tenth();
            return glm::vec3(x, y, tenth());
        };
        const glm::vec3 start = point();
        judge.judge(Capsule{start, point(), 0.05f + 0.1f * float(random.below(4))}, Pose{}, 0.0f);
    });
    EXPECT_GT(tally.pierced, test::trialCount(400));
    EXPECT_EQ(
        tally.verbs + tally.separations + tally.offBody + tally.offSurface + tally.notFreed + tally.uncovered,
        0)
        << tally.text();
}

}  // namespace
