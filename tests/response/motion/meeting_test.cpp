// Where shapes meet that move through a step.

#include "response/motion/meeting.hpp"

#include "response/motion/fast_pair.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

Shape randomShape(Random& random) {
    switch (random.below(4)) {
        case 0:
            return Box{.halfExtents = glm::vec3(test::randomExtents(random))};
        case 1:
            return Sphere{.radius = static_cast<float>(random.uniform(0.1, 1.0))};
        case 2:
            return Capsule{{-0.8f, 0.0f, 0.0f}, {0.8f, 0.0f, 0.0f}, 0.2f};
        default:
            return test::hullOf(test::randomCloud(random, test::ShapeType::Tank));
    }
}

enum class Draw { Anywhere, OnLattice };

/// On a lattice, shapes are in line, flush, exactly touching or contained, turned by quarters, and obstacles
/// may be plates without width.
Shape latticeShape(Random& random, bool isObstacle) {
    const auto size = [&] { return 0.25f * static_cast<float>(1 + random.below(2)); };
    switch (random.below(3)) {
        case 0: {
            const bool isPlate = isObstacle && random.chance(0.3);
            return Box{.halfExtents = {size(), isPlate ? 0.0f : size(), size()}};
        }
        case 1:
            return Sphere{.radius = size()};
        default:
            return Capsule{{-0.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, size()};
    }
}
glm::dvec3 latticeAxis(Random& random) {
    glm::dvec3 axis(0.0);
    axis[static_cast<int>(random.below(3))] = random.chance(0.5) ? 1.0 : -1.0;
    return axis;
}
glm::dvec3 latticeVector(Random& random, double step, std::uint32_t steps) {
    const double length = step * static_cast<double>(random.below(steps));
    return length * latticeAxis(random);
}
glm::dquat quarterTurn(Random& random) {
    const double angle = 1.5707963267948966 * static_cast<double>(random.below(4));
    return glm::angleAxis(angle, latticeAxis(random));
}

/// Two shapes that move through a step.
struct MovingShapes {
    /// @param farthest  most meters of the motion, and of the place of B from that of A
    MovingShapes(Random& random, Draw draw, glm::dvec2 farthest)
        : shapeA(draw == Draw::Anywhere ? randomShape(random) : latticeShape(random, false)),
          shapeB(draw == Draw::Anywhere ? randomShape(random) : latticeShape(random, true)),
          a(draw == Draw::Anywhere ? anywhere(random, shapeA, farthest.x) : onLattice(random, shapeA)),
          b(draw == Draw::Anywhere ? anywhere(random, shapeB, farthest.x) : onLattice(random, shapeB)) {
        b.pose.position =
            draw == Draw::Anywhere ? random.vector(0.5, farthest.y) : latticeVector(random, 0.25, 7);
    }
    MovingShapes(const MovingShapes&) = delete;
    MovingShapes& operator=(const MovingShapes&) = delete;

    Shape shapeA, shapeB;
    MovingPart<double> a, b;

private:
    static MovingPart<double> anywhere(Random& random, const Shape& shape, double farthest) {
        MovingPart<double> part{ShapeRef(shape), {}, {}};
        part.pose.rotation = random.rotation();
        part.motion.translation = glm::vec3(random.vector(0.0, farthest));
        part.motion.rotationVector = glm::vec3(random.vector(0.0, 1.0));
        return part;
    }
    static MovingPart<double> onLattice(Random& random, const Shape& shape) {
        MovingPart<double> part{ShapeRef(shape), {}, {}};
        part.pose.rotation = quarterTurn(random);
        part.motion.translation = glm::vec3(latticeVector(random, 0.25, 7));
        part.motion.rotationVector = glm::vec3(latticeVector(random, 0.5, 3));
        return part;
    }
};

/// The farthest that a path of a point of a shape leaves the straight way between its ends.
double bendOf(const Shape& shape, const RigidMotion& motion) {
    const auto turn = static_cast<double>(glm::length(motion.rotationVector));
    return 0.125 * turn * turn * static_cast<double>(reachOf<float>(shape, {}).whole);
}

/// What pairs have shown.
struct Tally {
    int proved = 0, free = 0, stopped = 0;

    void add(bool isProved, bool isFree) {
        proved += isProved ? 1 : 0;
        free += isFree ? 1 : 0;
        stopped += isFree ? 0 : 1;
    }
};

Tally sweepSeparated(Draw draw) {
    Tally tally;
    test::forEachTrial(811, test::fewTrialsCount(4000), [&](Random& random, int) {
        const MovingShapes shapes(random, draw, {0.5, 3.0});
        const auto &a = shapes.a, &b = shapes.b;
        const auto near = distance(a.shape, a.pose, b.shape, b.pose);
        if (near.separation <= 1e-3f) {
            return;
        }
        constexpr double kSlack = 1e-4;
        const bool isProved =
            isSeparatedBy<double>(glm::dvec3(near.normal), a, b,
                                  bendOf(shapes.shapeA, a.motion) + bendOf(shapes.shapeB, b.motion) + kSlack);
        const auto fraction = fractionOfMeeting(a, b);
        EXPECT_FALSE(isProved && fraction) << fraction.value_or(1.0f);
        tally.add(isProved, !fraction);
    });
    return tally;
}

// An axis that separates two bodies at both ends of a step, however they turn, proves that a sweep misses.
TEST(Meeting, WhatAnAxisSeparatesDoesNotMeet) {
    for (const Draw draw : {Draw::Anywhere, Draw::OnLattice}) {
        SCOPED_TRACE(draw == Draw::Anywhere ? "anywhere" : "on a lattice");
        const Tally tally = sweepSeparated(draw);
        EXPECT_GT(tally.stopped, test::fewTrialsCount(200));
        EXPECT_GT(tally.proved, tally.free / 2) << "of " << tally.free;
    }
}

Tally sweepShallow(Draw draw) {
    Tally tally;
    test::forEachTrial(813, test::fewTrialsCount(2000), [&](Random& random, int) {
        const MovingShapes shapes(random, draw, {1.0, 2.0});
        const auto &a = shapes.a, &b = shapes.b;
        std::vector<BodyCore<Dimension3>> cores;
        findCores<double>(shapes.shapeA, {}, cores);
        const auto wayOf = [](const auto& part, const Shape& shape) {
            return glm::length(part.motion.rotationVector) * reachOf<double>(shape, {}).whole;
        };
        const float way = glm::length(a.motion.translation - b.motion.translation) + wayOf(a, shapes.shapeA) +
                          wayOf(b, shapes.shapeB);
        const FastPair<double> pair{a, b, cores, {}, cores.front().radius, way};
        const auto near = distance(a.shape, a.pose, b.shape, b.pose);
        const bool isProved = pair.staysShallow(glm::dvec3(near.normal));
        const float fraction = pair.freeFraction();
        EXPECT_FALSE(isProved && fraction < 1.0f) << fraction;
        tally.add(isProved, !(fraction < 1.0f));
    });
    return tally;
}

// A body stops nowhere if an axis proves that it never overlaps an obstacle by half of its inner radius.
TEST(Meeting, WhatStaysShallowStopsNowhere) {
    for (const Draw draw : {Draw::Anywhere, Draw::OnLattice}) {
        SCOPED_TRACE(draw == Draw::Anywhere ? "anywhere" : "on a lattice");
        const Tally tally = sweepShallow(draw);
        EXPECT_GT(tally.stopped, test::fewTrialsCount(200));
        EXPECT_GT(tally.proved, tally.free / 4) << "of " << tally.free;
    }
}

}  // namespace
