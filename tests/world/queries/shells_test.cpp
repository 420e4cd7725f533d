// Shells through plates that fly and turn, frame by frame, against the continuous motion in fine time steps.

#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/world/moving_queries.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr double kDuration = 0.2;  // s of flight
constexpr int kShotPlates = 6;

struct Plate {
    glm::dvec3 halfExtents{0.0}, start{0.0}, velocity{0.0}, angularVelocity{0.0};
    glm::dquat rotation{1.0, glm::dvec3(0.0)};

    [[nodiscard]] DPose poseAt(double seconds) const {
        const double angle = glm::length(angularVelocity) * seconds;
        const glm::dquat turn = angle > 0.0 ? glm::angleAxis(angle, glm::normalize(angularVelocity))
                                            : glm::dquat(1.0, glm::dvec3(0.0));
        return {start + seconds * velocity, glm::normalize(turn * rotation)};
    }
    [[nodiscard]] double radius() const { return glm::length(halfExtents); }
};

struct Shell {
    glm::dvec3 start;
    glm::vec3 direction;
    double speed;

    [[nodiscard]] glm::dvec3 pointAt(double seconds) const {
        return start + seconds * speed * glm::normalize(glm::dvec3(direction));
    }
};

/// From the entry to the exit, in seconds.
struct Passage {
    double entry, exit;
    double deepest = 0.0;  ///< m below the surface
    double cosine = 1.0, length = 0.0;
};

class Encounter {
public:
    explicit Encounter(Random& random) {
        const glm::dvec3 way = random.direction();
        shell_ = {random.inBox(2000.0), glm::vec3(way),
                  random.chance(0.6) ? 1700.0 : random.uniform(5.0, random.chance(0.5) ? 30.0 : 1700.0)};
        for (int i = 0; i < kShotPlates; ++i) {
            Plate plate;
            plate.halfExtents = {0.025, random.uniform(0.5, 2.0), random.uniform(0.5, 2.0)};
            plate.rotation = random.rotation();
            if (!random.chance(0.2)) {
                plate.velocity = random.inBox(random.chance(0.8) ? 20.0 : 300.0);
            }
            if (!random.chance(0.3)) {
                plate.angularVelocity = random.inBox(random.chance(0.8) ? 3.0 : 50.0);
            }
            const double seconds = random.unit() * kDuration;
            plate.start =
                shell_.pointAt(seconds) + random.inBox(0.7 * plate.radius()) - seconds * plate.velocity;
            plates_.push_back(plate);
        }
    }

    [[nodiscard]] const Plate& plate(std::size_t index) const { return plates_[index]; }
    [[nodiscard]] const Shell& shell() const { return shell_; }

    /// Positive inside.
    [[nodiscard]] double depthAt(std::size_t plate, double seconds) const {
        const glm::dvec3 point = glm::abs(inPlate(plate, seconds));
        const glm::dvec3 depth = plates_[plate].halfExtents - point;
        return std::min({depth.x, depth.y, depth.z});
    }

    /// Steps in time by a hundredth of a plate's thickness, and bisects.
    [[nodiscard]] std::vector<Passage> passagesThrough(std::size_t index) const {
        const Plate& plate = plates_[index];
        std::vector<Passage> passages;
        const double fastest = shell_.speed + glm::length(plate.velocity) +
                               2.0 * plate.radius() * glm::length(plate.angularVelocity);
        const double step = 0.0005 / fastest;
        double before = 0.0;
        bool wasInside = depthAt(index, 0.0) > 0.0;
        if (wasInside) {
            passages.push_back({0.0, kDuration});
        }
        while (before < kDuration) {
            const double away = glm::length(inPlate(index, before)) - plate.radius();
            const double now = std::min(kDuration, before + std::max(step, 0.99 * away / fastest));
            const double depth = depthAt(index, now);
            const bool isInside = depth > 0.0;
            if (isInside != wasInside) {
                const double border = bisected(index, before, now, wasInside);
                if (isInside) {
                    passages.push_back({border, kDuration});
                    passages.back().cosine = cosineAt(index, border);
                } else {
                    passages.back().exit = border;
                }
            }
            if (isInside) {
                passages.back().deepest = std::max(passages.back().deepest, depth);
            }
            wasInside = isInside;
            before = now;
        }
        for (Passage& passage : passages) {
            passage.length = glm::distance(inPlate(index, passage.entry), inPlate(index, passage.exit));
        }
        return passages;
    }

private:
    [[nodiscard]] glm::dvec3 inPlate(std::size_t plate, double seconds) const {
        const DPose pose = plates_[plate].poseAt(seconds);
        return glm::conjugate(pose.rotation) * (shell_.pointAt(seconds) - pose.position);
    }
    [[nodiscard]] double bisected(std::size_t plate, double before, double now, bool wasInside) const {
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (before + now);
            ((depthAt(plate, middle) > 0.0) == wasInside ? before : now) = middle;
        }
        return now;
    }
    /// Of the relative way, by its difference, and the normal of the side that is met.
    [[nodiscard]] double cosineAt(std::size_t plate, double seconds) const {
        const glm::dvec3 way = inPlate(plate, seconds + 1e-7) - inPlate(plate, seconds - 1e-7);
        const glm::dvec3 share = glm::abs(inPlate(plate, seconds)) / plates_[plate].halfExtents;
        const int axis = share.x > share.y && share.x > share.z ? 0 : share.y > share.z ? 1 : 2;
        return std::abs(way[axis]) / glm::length(way);
    }

    Shell shell_;
    std::vector<Plate> plates_;
};

/// What a game sees: a step per frame, with plates that the step's end cuts joined to one.
std::vector<std::vector<Passage>> passagesByFrames(const Encounter& encounter, int frames) {
    DWorld world;
    for (std::size_t i = 0; i < kShotPlates; ++i) {
        const Plate& plate = encounter.plate(i);
        const auto id =
            world.add({.shape = Box{.halfExtents = glm::vec3(plate.halfExtents)}, .pose = plate.poseAt(0.0)});
        EXPECT_EQ(id.value().index, i);
    }
    world.update();
    std::vector<std::vector<Passage>> passages(kShotPlates);
    DObjectMotions motions;
    const double seconds = kDuration / frames;
    for (int frame = 0; frame < frames; ++frame) {
        const double start = frame * seconds;
        std::vector<DObjectMotion> list;
        for (std::uint32_t i = 0; i < kShotPlates; ++i) {
            const Plate& plate = encounter.plate(i);
            const RigidMotion motion{glm::vec3(plate.velocity * seconds),
                                     glm::vec3(plate.angularVelocity * seconds)};
            if (motion.translation != glm::vec3(0.0f) || motion.rotationVector != glm::vec3(0.0f)) {
                list.push_back({*world.idAt(i), plate.poseAt(start), motion});
            }
        }
        EXPECT_FALSE(motions.set(world, list));
        const Shell& shell = encounter.shell();
        const DRay path{shell.pointAt(start), shell.direction, static_cast<float>(shell.speed * seconds)};
        std::array<PiercedPlate, 64> room;
        float latest = 0.0f;
        for (const PiercedPlate& plate : shootThrough(world, motions, path, room)) {
            EXPECT_GE(plate.hit.entryFraction, latest);
            latest = plate.hit.entryFraction;
            std::vector<Passage>& ofPlate = passages[plate.object.index];
            const double entry = start + seconds * static_cast<double>(plate.hit.entryFraction);
            const double end = std::isfinite(plate.hit.exitFraction)
                                   ? start + seconds * static_cast<double>(plate.hit.exitFraction)
                                   : start + seconds;
            if (plate.hit.hit.startedInside && !ofPlate.empty() && ofPlate.back().exit > start - 1e-9) {
                ofPlate.back().exit = end;
                ofPlate.back().length += static_cast<double>(plate.lengthInside);
            } else {
                ofPlate.push_back({entry, end, 0.0, static_cast<double>(plate.impactCosine),
                                   static_cast<double>(plate.lengthInside)});
            }
        }
    }
    return passages;
}

TEST(Shells, PierceWhatTheContinuousMotionPierces) {
    constexpr std::array kFrames{3, 5, 6, 12, 15, 24, 48};  // 15 to 240 frames per second
    constexpr double kTolerance = 1e-4;                     // m
    Random random(1700);
    int met = 0, missed = 0, grazed = 0, again = 0;
    for (int trial = 0; trial < test::trialCount(400); ++trial) {
        const Encounter encounter(random);
        std::vector<std::vector<Passage>> expected;
        for (std::size_t i = 0; i < kShotPlates; ++i) {
            expected.push_back(encounter.passagesThrough(i));
            // Passages shallower than this may be found or not.
            const bool isGrazed = std::ranges::any_of(
                expected.back(), [](const Passage& passage) { return passage.deepest < kTolerance; });
            met += expected.back().empty() ? 0 : 1;
            missed += expected.back().empty() ? 1 : 0;
            again += expected.back().size() > 1 ? 1 : 0;
            grazed += isGrazed ? 1 : 0;
            if (isGrazed) {
                expected.back().clear();
                expected.back().push_back({-1.0, -1.0});
            }
        }
        for (const int frames : kFrames) {
            const auto found = passagesByFrames(encounter, frames);
            for (std::size_t i = 0; i < kShotPlates; ++i) {
                if (!expected[i].empty() && expected[i][0].entry < 0.0) {
                    continue;
                }
                ASSERT_EQ(found[i].size(), expected[i].size())
                    << trial << ", " << frames << " frames, plate " << i;
                for (std::size_t k = 0; k < found[i].size(); ++k) {
                    const Passage &ours = found[i][k], &theirs = expected[i][k];
                    const double slow =
                        kTolerance / (encounter.shell().speed * std::max(theirs.cosine, 0.05));
                    EXPECT_NEAR(ours.entry, theirs.entry, slow) << trial;
                    EXPECT_NEAR(ours.exit, theirs.exit, 20.0 * slow) << trial;
                    EXPECT_NEAR(ours.length, theirs.length, 1e-2 * theirs.length + 20.0 * kTolerance)
                        << trial;
                    if (theirs.entry > 0.0) {
                        EXPECT_NEAR(ours.cosine, theirs.cosine, 1e-3) << trial << " " << frames;
                    }
                }
            }
        }
    }
    std::printf("%d plates pierced, %d twice, %d missed, %d grazed\n", met, again, missed, grazed);
    EXPECT_GT(met, test::trialCount(800));
    EXPECT_GT(again, test::trialCount(5));
    EXPECT_GT(missed, test::trialCount(400));
    EXPECT_LT(grazed, test::trialCount(40));
}

}  // namespace
