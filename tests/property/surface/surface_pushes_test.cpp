// Contacts of bodies at borders, on ridges, in notches and deep in soups: each point lies on both bodies,
// each contact frees the body of its triangle, no contact is much deeper than the shortest push, and meeting
// the contacts takes the body out, without throwing it.

#include "property/surface/random_surfaces.hpp"
#include "property/surface/shortest_shift.hpp"
#include "support/queries/body_oracle.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

using Manifolds = std::array<Manifold, 32>;

/// What was found over many pairs.
struct PushTally {
    int pairs = 0, points = 0, manifolds = 0;
    int offBody = 0, offSurface = 0, notFreed = 0, tooShallow = 0;  ///< faults
    int shallow = 0, tooDeep = 0;  ///< shallow overlaps; those with a contact deeper than twice the push
    int inside = 0, stuck = 0;  ///< overlaps; those that twenty shifts leave inside, but twenty pushes free
    int sunk = 0;               ///< sunk in by less than 2 cm from outside
    double longestThrow = 0.0;  ///< their longest shift, as a multiple of the way in
    double worst = 0.0;         ///< farthest point from the body or the surface, largest rest of a depth

    void add(const PushTally& other) {
        pairs += other.pairs;
        points += other.points;
        manifolds += other.manifolds;
        offBody += other.offBody;
        offSurface += other.offSurface;
        notFreed += other.notFreed;
        tooShallow += other.tooShallow;
        shallow += other.shallow;
        tooDeep += other.tooDeep;
        inside += other.inside;
        stuck += other.stuck;
        sunk += other.sunk;
        longestThrow = std::max(longestThrow, other.longestThrow);
        worst = std::max(worst, other.worst);
    }
    void print(const char* what) const {
        std::printf(
            "%-24s %6d pairs, %6d points: %d off the body, %d off the surface; %6d manifolds: %d do not "
            "free (worst %.1e); %d too shallow; %d of %d deeper than twice the push; %d of %d stuck; "
            "thrown by %.2f of the way in at most, of %d\n",
            what, pairs, points, offBody, offSurface, manifolds, notFreed, worst, tooShallow, tooDeep,
            shallow, stuck, inside, longestThrow, sunk);
    }
};

/// Whether twenty shifts take the body out.
/// @param shiftOf  (const Pose&): nothing if the body is out
bool comesOut(Pose pose, const std::function<glm::dvec3(const Pose&)>& shiftOf) {
    for (int push = 0; push < 21; ++push) {
        const glm::dvec3 shift = shiftOf(pose);
        if (shift == glm::dvec3(0.0)) {
            return true;
        }
        pose.position =
            glm::vec3(glm::dvec3(pose.position) + shift * (1.0 + 1e-4) + 1e-6 * glm::normalize(shift));
    }
    return false;
}

/// A pair, and how far the body has sunk in.
struct Placed {
    const ConvexShape& body;
    Pose pose;
    double sink;
    bool isFromOutside;  ///< it has not come through the back of one-sided triangles
};

template <class S>
class PushJudge {
public:
    PushJudge(const S& surface, PushTally& tally) : surface_(surface), tally_(tally) {
        for (std::uint32_t i = 0; i < surface.triangleCount(); ++i) {
            triangles_.push_back(test::oracleTriangle(surface.triangle(i)));
            if (exists(i)) {
                present_.push_back(triangles_.back());
            }
        }
    }

    /// Whether a body overlaps no triangle, whichever side collides.
    [[nodiscard]] bool isOutside(const ConvexShape& shape, const Pose& pose) const {
        const test::BodyOracle body(shape, {pose.position, pose.rotation});
        return std::none_of(present_.begin(), present_.end(), [&](const test::OracleTriangle& triangle) {
            return body.depthIn(triangle) > 1e-4;
        });
    }

    void judge(const Placed& placed, float margin) {
        Manifolds space;
        const auto manifolds = collide(placed.body, placed.pose, surface_, Pose{}, space, {.margin = margin});
        const auto hit = penetration(placed.body, placed.pose, surface_, Pose{}, {.margin = margin});
        ASSERT_EQ(hit.has_value(), !manifolds.empty());
        if (!hit) {
            return;
        }
        ++tally_.pairs;
        const test::BodyOracle body(placed.body, {placed.pose.position, placed.pose.rotation});
        double deepest = 1e30;
        for (const Manifold& manifold : manifolds) {
            judgePoints(body, manifold);
            judgeFreeing(body, manifold);
            deepest = std::min(deepest, test::deepestOf(manifold));
        }
        judgeDepth(placed, body, manifolds, deepest);
    }

private:
    [[nodiscard]] bool exists(std::uint32_t triangle) const {
        if constexpr (std::is_same_v<S, HeightField>) {
            return !surface_.isHole(triangle / 2);
        } else {
            const auto& [a, b, c] = triangles_[triangle];
            return glm::length(glm::cross(b - a, c - a)) > 1e-9;
        }
    }

    void judgePoints(const test::BodyOracle& body, const Manifold& manifold) {
        for (const ContactPoint& point : manifold.points()) {
            const test::PointError error = test::errorOf(point, manifold, body, present_);
            ++tally_.points;
            tally_.offBody += error.isOffBody() ? 1 : 0;
            tally_.offSurface += error.isOffSurface() ? 1 : 0;
            tally_.worst = std::max({tally_.worst, error.isOffBody() ? error.fromBody : 0.0,
                                     error.isOffSurface() ? error.fromSurface : 0.0});
        }
    }

    /// Moving the body out along the normal takes it off the triangle that the manifold names.
    void judgeFreeing(const test::BodyOracle& body, const Manifold& manifold) {
        const double depth = -test::deepestOf(manifold);
        ++tally_.manifolds;
        if (depth > 0.0) {
            test::BodyOracle moved = body;
            moved.move(-depth * glm::normalize(glm::dvec3(manifold.normal)));
            const double rest = moved.depthIn(triangles_[manifold.penetration.children.b]);
            const bool isFreed = rest <= 2e-5 + 1e-3 * depth;
            tally_.notFreed += isFreed ? 0 : 1;
            tally_.worst = std::max(tally_.worst, isFreed ? 0.0 : rest);
        }
    }

    void judgeDepth(const Placed& placed, const test::BodyOracle& body, std::span<const Manifold> manifolds,
                    double deepest) {
        const double least = deepestPush(body);
        tally_.tooShallow += -deepest < least - 5e-5 ? 1 : 0;
        const auto hit = penetration(placed.body, placed.pose, surface_, Pose{});
        if (!hit || !(hit->depth > 1e-6f)) {
            return;
        }
        // The push that leads to the front of one-sided triangles. They may collide only once the center has
        // come in front of them.
        const double depth = double(hit->depth);
        if (depth > 1e-4 && depth < 0.1 * body.size()) {
            ++tally_.shallow;
            tally_.tooDeep += -deepest > 2.0 * depth ? 1 : 0;
        }
        if (placed.sink < 0.02 && placed.isFromOutside) {
            ++tally_.sunk;
            // Face normals are preferred to pushes that are shorter by a hundredth of the size.
            const double shift = glm::length(test::shortestShift(manifolds)) - 0.01 * body.size();
            tally_.longestThrow = std::max(tally_.longestThrow, shift / std::max(placed.sink, depth));
        }
        judgeEscape(placed);
    }

    /// The shortest push off the triangle that needs the longest, whatever lies behind it.
    [[nodiscard]] double deepestPush(const test::BodyOracle& body) const {
        double deepest = -1e30;
        for (const test::OracleTriangle& triangle : present_) {
            const double height = glm::dot(test::normalOf(triangle), body.center() - triangle[0]);
            const bool collides = surface_.sides() == Sides::Both || height >= 1e-6;
            if (collides && std::abs(height) < body.size() &&
                test::distanceFrom({&triangle, 1}, body.center()) < body.size()) {
                deepest = std::max(deepest, body.depthIn(triangle));
            }
        }
        return deepest;
    }

    void judgeEscape(const Placed& placed) {
        ++tally_.inside;
        const bool isFreed = comesOut(placed.pose, [&](const Pose& pose) {
            Manifolds space;
            const auto manifolds = collide(placed.body, pose, surface_, Pose{}, space);
            return manifolds.empty() ? glm::dvec3(0.0) : test::shortestShift(manifolds);
        });
        if (!isFreed) {
            tally_.stuck += comesOut(placed.pose, [&](const Pose& pose) {
                const auto hit = penetration(placed.body, pose, surface_, Pose{});
                return hit ? glm::dvec3(hit->pushA()) : glm::dvec3(0.0);
            });
        }
    }

    const S& surface_;
    PushTally& tally_;
    std::vector<test::OracleTriangle> triangles_, present_;  ///< by number; those that exist
};

/// Bodies that come from outside and sink in, by a millimeter to a third of a meter: anywhere, at edges, at
/// vertices and on faces.
template <class S>
void judgeBodies(Random& random, const S& surface, PushTally& tally) {
    const Aabb box = bounds(surface, Pose{});
    PushJudge<S> judge(surface, tally);
    for (std::size_t i = 0; i < 2 * test::kSurfaceBodyTypes; ++i) {
        const ConvexShape body = test::randomSurfaceBody(random, i % test::kSurfaceBodyTypes);
        const Triangle triangle = surface.triangle(random.below(surface.triangleCount()));
        const auto& [a, b, c] = triangle.corners;
        const auto share = float(random.unit());
        const std::array<glm::vec3, 4> targets{
            box.center() + box.halfExtents() * glm::vec3(random.inBox(0.8)), a + share * (b - a), c,
            a + 0.5f * share * (b - a) + 0.5f * float(random.unit()) * (c - a)};
        const glm::vec3 front = glm::cross(b - a, c - a);
        const bool isAlongNormal = random.chance(0.4) && glm::length(front) > 1e-6f;
        const glm::vec3 from = 8.0f * (isAlongNormal ? glm::normalize(front) : glm::vec3(random.direction()));
        const glm::quat turned = glm::angleAxis(float(random.uniform(0.0, 6.28)), glm::vec3(0, 0, 1));
        const std::array<glm::quat, 3> rotations{glm::quat(1, 0, 0, 0), turned, glm::quat(random.rotation())};
        Pose pose{targets[random.below(4)] + from, rotations[random.below(3)]};
        const Sweep approach = sweep(body, pose, surface, Pose{}, {-from});
        if (approach.status == Sweep::Status::Hit) {
            const double sink = std::pow(10.0, random.uniform(-3.0, -0.5));
            pose.position -= approach.fraction * from;
            const bool isFromOutside = judge.isOutside(body, pose);
            pose.position -= float(sink) / 8.0f * from;
            judge.judge({body, pose, sink, isFromOutside}, random.chance(0.5) ? 0.0f : 0.02f);
        }
    }
}

void judgeAll(Sides sides, int trials) {
    PushTally all;
    for (const test::SurfaceKind& kind : test::kSurfaceKinds) {
        PushTally tally;
        test::forEachTrial(871, trials, [&](Random& random, int) {
            const test::AnySurface surface = kind.make(random, sides);
            std::visit([&](const auto& known) { judgeBodies(random, known, tally); }, surface);
        });
        tally.print(
            (std::string(kind.name) + (sides == Sides::Both ? ", two-sided" : ", one-sided")).c_str());
        all.add(tally);
        EXPECT_GT(tally.points, 4 * trials);
        EXPECT_GT(tally.shallow, trials / 2);
        EXPECT_GT(tally.inside, trials);
        // Between the crossing sheets of a soup there may be no way out but a long one.
        EXPECT_TRUE(tally.longestThrow < 3.0 || kind.make == test::kSoups.make) << tally.longestThrow;
    }
    EXPECT_EQ(all.offBody, 0);
    EXPECT_EQ(all.offSurface, 0);
    EXPECT_EQ(all.notFreed, 0);
    EXPECT_EQ(all.tooShallow, 0);
    EXPECT_LE(200 * all.tooDeep, all.shallow);
    EXPECT_LE(2000 * (all.stuck - 1), all.inside);
}

TEST(SurfacePushes, OfTwoSidedSurfacesAreRightSlow) {
    judgeAll(Sides::Both, 40);
}

TEST(SurfacePushes, OfOneSidedSurfacesAreRightSlow) {
    judgeAll(Sides::Front, 40);
}

TEST(SurfacePushes, OfManyBodiesAreRightSlow) {
    const auto trials = static_cast<int>(test::fromEnvironment("SAT3D_TRIALS", test::slowCount(400u)));
    judgeAll(Sides::Both, trials);
    judgeAll(Sides::Front, trials);
}

}  // namespace
