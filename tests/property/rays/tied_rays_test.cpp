// Rays that enter several children of a compound at one place: at their common edges and corners, and where
// faces lie in each other. Which one is named follows its number, not rounding or the order of a tree.

#include "support/lattice/border_points.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

struct Answers {
    std::optional<RayHit> first, ofAll;
    std::optional<MovingRayHit> moving;
    std::optional<PiercedPlate> pierced;
};
template <class T>
Answers answersOf(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray) {
    Answers answers{raycast(shape, pose, ray), {}, {}, {}};
    std::array<RayHit, 3> all;
    if (const auto hits = raycastAll(shape, pose, ray, all); !hits.empty()) {
        answers.ofAll = hits[0];
    }
    std::array<MovingRayHit, 3> moving;
    if (const auto hits = raycastAll(shape, pose, RigidMotion{}, ray, moving); !hits.empty()) {
        answers.moving = hits[0];
    }
    BasicWorld<T> world;
    EXPECT_TRUE(world.add({.shape = shape, .pose = pose}));
    std::array<PiercedPlate, 3> plates;
    if (const auto hits = shootThrough(world, BasicObjectMotions<T>{}, ray, plates); !hits.empty()) {
        answers.pierced = hits[0];
    }
    return answers;
}
void expectChild(const Answers& answers, std::uint32_t child) {
    ASSERT_TRUE(answers.first && answers.ofAll && answers.moving && answers.pierced);
    EXPECT_EQ(answers.first->entry.child, child);
    EXPECT_EQ(answers.ofAll->entry.child, child);
    EXPECT_EQ(answers.moving->hit.entry.child, child);
    EXPECT_EQ(answers.pierced->hit.hit.entry.child, child);
}

template <class T>
class TiedRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(TiedRays, Numbers);

TYPED_TEST(TiedRays, NameTheLowestNumberedChildOfThoseEnteredAtOneDistance) {
    using T = TypeParam;
    int tied = 0, inside = 0;
    test::forEachTrial(3419, test::trialCount(4000), [&](Random& random, int) {
        std::vector<CompoundChild> children;
        for (std::uint32_t i = 0; i < 12; ++i) {
            const glm::vec3 half = test::kQuarter * (test::integers(random, 1) + 2.0f);
            const Pose pose{test::kQuarter * test::integers(random, 3), test::quarterTurn(random).rotation};
            children.push_back({random.chance(0.5) ? CompoundChild{Box{.halfExtents = half}, pose}
                                                   : CompoundChild{*ConvexHull::box(half), pose}});
        }
        const Shape all = test::compoundOf(children);
        const BasicPose<T> pose{glm::vec<3, T>(test::kQuarter * test::integers(random, 8)),
                                glm::qua<T>(1, 0, 0, 0)};
        for (int i = 0; i < 5; ++i) {
            const glm::vec3 from = test::kQuarter * test::integers(random, random.chance(0.3) ? 4 : 9);
            const glm::vec3 to = test::kQuarter * test::integers(random, 4);
            if (from == to) {
                continue;
            }
            const BasicRay<T> ray{pose.position + glm::vec<3, T>(from), to - from, 5.0f};
            std::optional<std::uint32_t> expected;
            std::optional<RayHit> first;
            int equals = 0;
            for (std::uint32_t child = 0; child < children.size(); ++child) {
                const auto hit = raycast(Shape(test::compoundOf({children[child]})), pose, ray);
                if (!hit) {
                    continue;
                }
                const float difference = first ? hit->entry.distance - first->entry.distance : -1.0f;
                const bool isAtPlace = std::abs(difference) < 1e-6f;
                equals = isAtPlace ? equals + 1 : difference < 0.0f ? 1 : equals;
                if (!first || (isAtPlace ? hit->startedInside && !first->startedInside : difference < 0.0f)) {
                    first = hit;
                    expected = child;
                }
            }
            if (!first) {
                continue;
            }
            ASSERT_NO_FATAL_FAILURE(expectChild(answersOf(all, pose, ray), *expected));
            tied += equals > 1 ? 1 : 0;
            inside += first->startedInside ? 1 : 0;
        }
    });
    EXPECT_GT(std::min(tied, inside), test::trialCount(1000)) << tied << ' ' << inside;
}

}  // namespace
