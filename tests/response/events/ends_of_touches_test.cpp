// A touch ends in the step after which the two are more than a millimeter apart: in no earlier one, in no
// later one, wherever their nearest points are.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/step_events.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::Random;

template <class T>
class EndsOfTouches : public testing::Test {};
TYPED_TEST_SUITE(EndsOfTouches, test::LawSpaces);

float within(Random& random, double low, double high) {
    return static_cast<float>(random.uniform(low, high));
}
template <class T>
typename Space<T>::Pose randomPose(Random& random, double x, double lowest, double highest) {
    const double y = random.uniform(lowest, highest), angle = random.uniform(-3.0, 3.0);
    return LawSpace<T>::pose({x, y}, angle);
}
template <class T>
typename Space<T>::Shape randomShape(Random& random) {
    using L = LawSpace<T>;
    const float a = within(random, 0.1, 0.5), b = within(random, 0.05, 0.4), c = within(random, 0.1, 0.5);
    const std::uint32_t kind = random.below(4);
    return kind == 0 ? L::ball(a) : kind == 1 ? L::capsule(a, b) : L::box(a, b, c);
}

/// A pose whose numbers are multiples: quarters of a meter, and quarter turns.
template <class T>
typename Space<T>::Pose latticePose(Random& random, double x, double lowest, double highest) {
    constexpr double kQuarterTurn = 1.5707963267948966;
    const auto rows = static_cast<std::uint32_t>(4.0 * (highest - lowest)) + 1;
    return LawSpace<T>::pose({0.25 * std::round(4.0 * x), lowest + 0.25 * random.below(rows)},
                             kQuarterTurn * random.below(4));
}
template <class T>
typename Space<T>::Shape latticeShape(Random& random) {
    using L = LawSpace<T>;
    const std::uint32_t kind = random.below(4);
    return kind == 0 ? L::ball(0.25f) : kind == 1 ? L::capsule(0.25f, 0.25f) : L::box(0.5f, 0.25f, 0.25f);
}

/// Bodies that fall on narrow shelves and on each other, and slide and roll over the edges. Shelves are
/// apart: where they meet, a seam, on which bodies do not push, is no touch.
/// @param isLattice  whether shapes, poses and speeds are multiples, and nothing spins at first
template <class T>
void addShelves(Random& random, LawScene<T>& scene, bool isLattice) {
    using L = LawSpace<T>;
    const auto shapeOf = [&] { return isLattice ? latticeShape<T>(random) : randomShape<T>(random); };
    const auto poseOf = [&](double x, double lowest, double highest) {
        return isLattice ? latticePose<T>(random, x, lowest, highest)
                         : randomPose<T>(random, x, lowest, highest);
    };
    for (const double x : {-1.9, 0.0, 1.9}) {
        const auto shape = shapeOf();
        scene.addStatic(shape, poseOf(x, -2.0, 0.0));
    }
    for (int i = 0; i < 8; ++i) {
        BasicBody<typename Space<T>::Dimension> body;
        body.material = {.friction = within(random, 0.0, 0.8), .restitution = within(random, 0.0, 0.5)};
        body.velocity = L::vector({within(random, -3.0, 3.0), within(random, -3.0, 0.0)});
        body.angularVelocity = L::spin(within(random, -8.0, 8.0));
        if (isLattice) {
            body.velocity = L::vector({static_cast<float>(random.below(3)) - 1.0f, 0.0f});
            body.angularVelocity = L::spin(0.0f);
        }
        const auto shape = shapeOf();
        const double x = random.uniform(-2.2, 2.2);
        const auto pose = poseOf(x, 0.5, 4.0);
        scene.add(shape, pose, body, within(random, 1.0, 20.0));
    }
}

/// The gap between two objects where the step has left them, meters.
template <class T>
double gapOf(const LawScene<T>& scene, const ObjectPair& pair) {
    const auto &a = *scene.world.find(pair.a), &b = *scene.world.find(pair.b);
    return static_cast<double>(distance(a.shape, a.pose, b.shape, b.pose).separation);
}

TYPED_TEST(EndsOfTouches, AreThoseOfTheFinalPoses) {
    using T = TypeParam;
    constexpr double kEnd = 1e-3, kRounding = 1e-5;
    int late = 0, early = 0, ends = 0;
    double farthest = 0.0, nearest = 1.0;
    test::forEachTrial(20261201, test::trialCount(120), [&](Random& random, int trial) {
        LawScene<T> scene(LawScene<T>::onEarth());
        addShelves(random, scene, trial % 4 == 3);
        const float hertz = trial % 3 == 0 ? 30.0f : trial % 3 == 1 ? 60.0f : 120.0f;
        for (int i = 0; i < static_cast<int>(2.0f * hertz); ++i) {
            scene.step(1.0f / hertz);
            const auto events = scene.dynamics.events();
            const std::set<ObjectPair> ended(events.ended.begin(), events.ended.end());
            for (const auto& list : {events.begun, events.stayed}) {
                for (const auto& touch : list) {
                    const double gap = gapOf(scene, touch.objects);
                    const bool isLate = !ended.contains(touch.objects) && gap > kEnd + kRounding;
                    late += isLate ? 1 : 0;
                    farthest = isLate ? std::max(farthest, gap) : farthest;
                }
            }
            for (const ObjectPair& pair : ended) {
                const double gap = gapOf(scene, pair);
                early += gap < kEnd - kRounding ? 1 : 0;
                nearest = std::min(nearest, gap);
            }
            ends += static_cast<int>(ended.size());
        }
    });
    EXPECT_GT(ends, test::trialCount(120));
    EXPECT_EQ(late, 0) << "touch at up to " << farthest << " m, of " << ends;
    EXPECT_EQ(early, 0) << "end at down to " << nearest << " m, of " << ends;
}

}  // namespace
