// The moving verbs for convex shapes and compounds on a lattice, against the distances of all their features.

#include "support/lattice/checked_pair.hpp"
#include "support/lattice/faults.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::CheckedPair;
using test::Faults;
using test::Lattice;
using test::LatticePair;
using test::Random;
using test::Solid;

/// What the header of sweep() promises, as a fraction of the sum of sizes and path.
constexpr double kOfPath = 1e-6;

/// Along an axis, or to any point of the lattice.
glm::dvec3 randomMotion(Random& random, Lattice& lattice) {
    glm::dvec3 motion = lattice.point(10);
    if (random.chance(0.5)) {
        const int kept = int(random.below(3));
        for (int axis = 0; axis < 3; ++axis) {
            motion[axis] = axis == kept ? motion[axis] : 0.0;
        }
    }
    return motion;
}

/// A moving shape at a fraction.
template <class T>
std::vector<Solid> solidsAt(const Shape& shape, const BasicPose<T>& pose, const RigidMotion& motion,
                            double fraction) {
    const DPose start{glm::dvec3(pose.position), glm::dquat(pose.rotation)};
    return test::solidsOf(shape, poseAtFraction(start, motion, fraction));
}

template <class T>
struct Motion {
    const CheckedPair<T>& pair;
    RigidMotion a, b;

    [[nodiscard]] std::vector<Solid> solidsA(double fraction) const {
        return solidsAt(pair.a, pair.poseA, a, fraction);
    }
    [[nodiscard]] std::vector<Solid> solidsB(double fraction) const {
        return solidsAt(pair.b, pair.poseB, b, fraction);
    }
    [[nodiscard]] double separation(double fraction) const {
        return signedDistance(solidsA(fraction), solidsB(fraction));
    }
    [[nodiscard]] bool rotates() const {
        return a.rotationVector != glm::vec3(0.0f) || b.rotationVector != glm::vec3(0.0f);
    }
    /// The least separation on the path up to a fraction, at `samples` places if the shapes rotate.
    [[nodiscard]] double least(double fraction) const {
        double least = std::numeric_limits<double>::infinity();
        if (rotates()) {
            constexpr int kSamples = 24;
            for (int i = 0; i <= kSamples; ++i) {
                least = std::min(least, separation(fraction * i / kSamples));
            }
            return least;
        }
        const glm::dvec3 motion = glm::dvec3(b.translation) - glm::dvec3(a.translation);
        for (const Solid& p : pair.solidsA) {
            for (const Solid& q : pair.solidsB) {
                least = std::min(least, leastOnPath(p, q, motion, fraction));
            }
        }
        return least;
    }
};

/// @param touching  the sweep without a skin
template <class T>
void checkSweep(const Motion<T>& motion, const BasicSweep<T>& sweep, const BasicSweep<T>& touching,
                float skin, double tolerance, Faults& faults) {
    const std::string name =
        std::string(motion.rotates() ? "turning sweep" : "sweep") + (skin > 0.0f ? " with a skin: " : ": ");
    const CheckedPair<T>& pair = motion.pair;
    const auto push = penetration(pair.a, pair.poseA, pair.b, pair.poseB);
    const bool isInside = sweep.status == SweepStatus::InitialOverlap;
    faults.check(isInside == push.has_value(), name + "InitialOverlap exactly if they overlap",
                 push ? push->depth : 0.0);
    if (push && isInside) {
        faults.check(
            sweep.depth == push->depth && sweep.normal == push->normal && sweep.children == push->children,
            name + "InitialOverlap as penetration");
    }
    if (isInside || !pair.hasAnswer()) {
        return;
    }
    const double least = motion.least(sweep.fraction);
    faults.check(least >= -tolerance, name + "free before the fraction", -least / pair.size);
    if (sweep.status == SweepStatus::NotConverged) {
        return;  // the fraction is no contact
    }
    if (!sweep) {
        faults.check(sweep.fraction == 1.0f, name + "a miss is the whole motion");
        return;
    }
    const Solid a = motion.solidsA(sweep.fraction).at(sweep.children.a),
                b = motion.solidsB(sweep.fraction).at(sweep.children.b);
    const glm::dvec3 normal(sweep.normal), point(sweep.point);
    const double now = signedDistance(a, b), along = gapAlong(normal, a, b);
    if (skin > 0.0f) {
        const double allowed = std::min(0.5 * double(skin), motion.separation(0.0));
        faults.check(motion.separation(sweep.fraction) >= allowed - tolerance, name + "half the skin is left",
                     allowed - motion.separation(sweep.fraction));
    }
    const double far = skin > 0.0f ? std::max(along - double(skin), -along) : std::abs(along - now);
    faults.check(now <= tolerance || skin > 0.0f, name + "touches at the fraction", now / pair.size);
    // The gap of turning shapes has no convex course: Newton's method may end before the skin.
    const bool mayEndEarly = skin > 0.0f && motion.rotates();
    faults.check(far <= 2.0 * tolerance || sweep.fraction == 0.0f || mayEndEarly,
                 name + "the gap along the normal", far / pair.size);
    // What comes too close at once stops the motion at the start. The point of turning shapes is where.
    std::vector<float> ends = {sweep.fraction};
    if (sweep.fraction == 0.0f && motion.rotates()) {
        ends.insert(ends.end(), {touching.fraction, 1.0f});
    }
    double off = std::numeric_limits<double>::infinity();
    for (const float end : ends) {
        const Solid endA = motion.solidsA(end).at(sweep.children.a),
                    endB = motion.solidsB(end).at(sweep.children.b);
        off = std::min(off, std::max(std::abs(outsideBy(point, endA)), std::abs(outsideBy(point, endB))));
    }
    faults.check(off <= tolerance + 2.0 * pair.positions + double(skin), name + "the point near both",
                 off / pair.size);
}

template <class T>
void checkSweeps(Random& random, const CheckedPair<T>& pair, Faults& faults) {
    Lattice lattice(random);
    Motion<T> motion{pair, {}, {}};
    motion.a.translation = glm::vec3(randomMotion(random, lattice));
    motion.b.translation = random.chance(0.5) ? glm::vec3(0.0f) : glm::vec3(randomMotion(random, lattice));
    const double path = double(glm::length(motion.a.translation - motion.b.translation));
    // A fraction is rounded to float.
    const double rounding = kOfPath * (2.0 * pair.size + path) + pair.positions;
    BasicSweep<T> touching;
    for (const float skin : {0.0f, 0.01f}) {
        const auto hit = sweep(pair.a, pair.poseA, pair.b, pair.poseB, motion.a, motion.b, {.skin = skin});
        touching = skin > 0.0f ? touching : hit;
        checkSweep(motion, hit, touching, skin, rounding, faults);
        if (!pair.isSame()) {
            const auto flipped =
                sweep(pair.b, pair.poseB, pair.a, pair.poseA, motion.b, motion.a, {.skin = skin});
            faults.check(flipped.status == hit.status && flipped.fraction == hit.fraction &&
                             flipped.normal == -hit.normal && flipped.point == hit.point,
                         "sweep: flipped in the other order");
        }
    }
    const float quarter = 1.57079633f;
    motion.a.rotationVector[int(random.below(3))] = random.chance(0.5) ? quarter : 2.0f * quarter;
    motion.b.rotationVector[int(random.below(3))] = random.chance(0.5) ? 0.0f : quarter;
    for (const float skin : {0.0f, 0.01f}) {
        const auto hit = sweep(pair.a, pair.poseA, pair.b, pair.poseB, motion.a, motion.b, {.skin = skin});
        touching = skin > 0.0f ? touching : hit;
        checkSweep(motion, hit, touching, skin, 2e-4 * pair.size + rounding, faults);
    }
}

/// As documented: a push that is added is enough.
template <class T>
void checkPush(const CheckedPair<T>& pair, const glm::vec3& direction, Faults& faults) {
    const auto push = pushOutAlong(pair.a, pair.poseA, pair.b, pair.poseB, direction);
    const bool isExpected = overlaps(pair.a, pair.poseA, pair.b, pair.poseB);
    faults.check(push.has_value() == isExpected, "pushOutAlong: exactly if they overlap");
    if (push) {
        BasicPose<T> poseB = pair.poseB;
        poseB.position += glm::vec<3, T>(*push);
        faults.check(!overlaps(pair.a, pair.poseA, pair.b, poseB), "pushOutAlong: clear when it is added");
    }
}

template <class T>
void checkDepths(Random& random, const CheckedPair<T>& pair, Faults& faults) {
    const auto push = penetration(pair.a, pair.poseA, pair.b, pair.poseB);
    for (int i = 0; i < 3; ++i) {
        glm::dvec3 direction(0.0);
        direction[i] = random.chance(0.5) ? 1.0 : -1.0;
        if (random.chance(0.3)) {
            direction = random.direction();
        }
        const auto depth = depthAlong(pair.a, pair.poseA, pair.b, pair.poseB, glm::vec3(direction));
        faults.check(depth.has_value() == push.has_value(), "depthAlong: exactly if they overlap",
                     push ? push->depth : 0.0);
        if (!depth) {
            continue;
        }
        if (push) {
            faults.check(double(*depth) >= double(push->depth) - pair.tolerance(),
                         "depthAlong: at least the push", double(push->depth) - double(*depth));
        }
        const glm::dvec3 unit = glm::normalize(glm::dvec3(glm::vec3(direction)));
        if (!std::isfinite(*depth)) {
            std::vector<Solid> later;
            for (const Solid& b : pair.solidsB) {
                later.push_back(b.movedBy(1e3 * unit));
            }
            faults.check(
                pair.hasHalfSpace() && signedDistance(pair.solidsA, later) <= pair.tolerance() + 2e-3,
                "depthAlong: infinite if blocked");
            continue;
        }
        checkPush(pair, glm::vec3(direction), faults);
        const auto separationAt = [&](double way) {
            std::vector<Solid> moved;
            for (const Solid& solid : pair.solidsB) {
                moved.push_back(solid.movedBy(way * unit));
            }
            return signedDistance(pair.solidsA, moved);
        };
        const double after = separationAt(*depth);
        const double tolerance = pair.tolerance() + 2e-7 * double(*depth);
        faults.check(std::abs(after) <= tolerance, "depthAlong: touches at its end",
                     std::abs(after) / pair.size);
        for (int place = 0; place < 8; ++place) {
            const double before = separationAt(double(*depth) * place / 8.0);
            faults.check(before <= tolerance, "depthAlong: overlaps before its end", before / pair.size);
        }
    }
}

template <class T>
void checkMotions(std::uint32_t seed, int trials, Faults& faults) {
    Random random(seed);
    test::forEachLatticePair(random, seed, trials, faults, [&](const LatticePair& given) {
        const CheckedPair<T> pair(given);
        checkSweeps(random, pair, faults);
        checkDepths(random, pair, faults);
    });
}

TEST(LatticeMotions, AgreeWithAllFeaturesInFloat) {
    Faults faults;
    checkMotions<float>(3411, test::latticeTrials(40), faults);
    faults.expectNone(test::trialCount(30));
}

TEST(LatticeMotions, AgreeWithAllFeaturesInDouble) {
    Faults faults;
    checkMotions<double>(3412, test::latticeTrials(40), faults);
    faults.expectNone(test::trialCount(30));
}

}  // namespace
