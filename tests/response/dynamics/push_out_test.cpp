// Bodies that overlap deeply are pushed apart, and are hardly faster than before after that.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::Random;

template <class T>
class PushOut : public ::testing::Test {};
TYPED_TEST_SUITE(PushOut, test::LawSpaces);

/// Two boxes, a tenth to nine tenths of the way in each other.
template <class T>
struct PushedBoxes : LawScene<T> {
    using L = LawSpace<T>;

    std::vector<ObjectId> moving;
    double radius = 0.0;  ///< of the second box, which moves

    /// @param stands  whether the first box is static
    PushedBoxes(Random& random, bool stands) {
        const double half = random.uniform(0.2, 1.0), depth = random.uniform(0.1, 0.9);
        radius = random.uniform(0.2, 1.0);
        const double angle = random.chance(0.7) ? random.uniform(0.0, 6.28) : 0.0;
        const double itsAngle = random.chance(0.7) ? random.uniform(0.0, 6.28) : 0.0;
        const double direction = random.uniform(0.0, 6.28), distance = (half + radius) * (1.0 - depth);
        const auto box = boxOf(half);
        if (stands) {
            this->addStatic(box, L::pose({}, angle));
        } else {
            moving.push_back(this->add(box, L::pose({}, angle), {}, massOf(half)));
        }
        const glm::dvec2 at = distance * glm::dvec2(std::cos(direction), std::sin(direction));
        moving.push_back(this->add(boxOf(radius), L::pose(at, itsAngle), {}, massOf(radius)));
    }
    /// The speed of the farthest points, m/s.
    [[nodiscard]] double fastest() const {
        double most = 0.0;
        for (const ObjectId id : moving) {
            most = std::max(most, glm::length(this->velocity(id)) + radius * std::abs(this->spin(id)));
        }
        return most;
    }
    [[nodiscard]] bool isApart() const {
        return std::ranges::all_of(this->dynamics.contacts(), [](const auto& contact) {
            return std::ranges::all_of(contact.points(),
                                       [](const auto& point) { return point.separation > -0.01f; });
        });
    }

private:
    static typename Space<T>::Shape boxOf(double half) {
        const auto size = static_cast<float>(half);
        return L::box(size, size, size);
    }
    static float massOf(double half) { return static_cast<float>(half * half); }
};

TYPED_TEST(PushOut, LeavesHalfOfThemAlmostAtRest) {
    for (const bool stands : {true, false}) {
        SCOPED_TRACE(stands);
        std::vector<double> left;
        test::forEachTrial(510, test::trialCount(200), [&](Random& random, int) {
            PushedBoxes<TypeParam> boxes(random, stands);
            for (int i = 0; i < 180; ++i) {
                boxes.step();
            }
            EXPECT_TRUE(boxes.isApart());
            left.push_back(boxes.fastest());
        });
        std::ranges::sort(left);
        // Of up to 3 m/s with which they are pushed.
        EXPECT_LT(left[left.size() / 2], 0.02);
        EXPECT_LT(left[left.size() * 9 / 10], 0.15);
        EXPECT_LT(left.back(), 3.0);
    }
}

}  // namespace
