// Crates that the solver holds on terrain for long: they stay where they are, and their contacts keep their
// ids.

#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kStep = 1.0f / 60.0f, kSize = 64.0f;

enum class GroundKind { Hills, Bumps, Plane, Mesh };

float heightAt(GroundKind ground, double x, double y, Random& random) {
    const double hills = 2.0 * std::sin(0.1 * x) + 2.0 * std::cos(0.08 * y);
    const double bumps = 0.01 * std::sin(2.1 * x + 1.3 * y) + 0.002 * random.uniform(-1.0, 1.0);
    return static_cast<float>(ground == GroundKind::Plane   ? 0.1 * x + 0.07 * y
                              : ground == GroundKind::Bumps ? hills + bumps
                                                            : hills);
}

TriangleMesh meshOf(const HeightField& field) {
    test::TriangleList list;
    for (std::uint32_t triangle = 0; triangle < field.triangleCount(); ++triangle) {
        list.add(field.triangle(triangle));
    }
    return test::meshOf(list);
}

/// Crates of three sizes that have fallen on terrain. None sleeps.
class CratesOnGround {
public:
    CratesOnGround(GroundKind ground, float cell, int count, std::uint32_t seed = 900) {
        Random random(seed + static_cast<std::uint32_t>(ground));
        const auto columns = static_cast<std::uint32_t>(kSize / cell) + 1;
        std::vector<float> heights;
        for (std::uint32_t i = 0; i < columns * columns; ++i) {
            heights.push_back(
                heightAt(ground, double(cell) * (i % columns), double(cell) * (i / columns), random));
        }
        const HeightField field = test::fieldOf(heights, columns, {cell, cell});
        ground_ = ground == GroundKind::Mesh ? Shape(meshOf(field)) : Shape(field);
        EXPECT_TRUE(world_.add({.shape = ground_, .kind = ObjectKind::Static}));
        for (int i = 0; i < count; ++i) {
            addCrate(field, i, random);
        }
    }

    void step(int count) {
        for (int i = 0; i < count; ++i) {
            dynamics_.step(world_, kStep);
        }
    }
    [[nodiscard]] std::size_t size() const { return crates_.size(); }
    [[nodiscard]] glm::vec3 place(std::size_t crate) const {
        return world_.find(crates_[crate])->pose.position;
    }
    [[nodiscard]] std::set<std::uint64_t> idsOf(std::size_t crate) const {
        const auto& object = *world_.find(crates_[crate]);
        std::array<Manifold, 16> buffer;
        std::set<std::uint64_t> ids;
        for (const Manifold& manifold :
             collide(object.shape, object.pose, ground_, Pose{}, buffer, {.margin = 0.02f})) {
            for (const ContactPoint& point : manifold.points()) {
                ids.insert(point.id);
            }
        }
        return ids;
    }

    /// How fast the farthest point of a crate may move.
    [[nodiscard]] float speed(std::size_t crate) const {
        const Body& body = *dynamics_.find(crates_[crate]);
        return glm::length(body.velocity) + glm::length(body.angularVelocity);  // all are smaller than 1 m
    }

    /// On how many points a crate rests: more than the manifolds of one step may hold.
    [[nodiscard]] std::size_t restPointsOf(std::size_t crate) const {
        std::size_t points = 0;
        for (const DynamicContact& contact : dynamics_.contacts()) {
            const bool isOfCrate = contact.objects.a == crates_[crate] || contact.objects.b == crates_[crate];
            points += isOfCrate ? contact.points().size() : 0;
        }
        return points;
    }

private:
    static DynamicsOptions options() {
        DynamicsOptions options;
        options.gravity = {0.0f, 0.0f, -9.81f};
        options.sleepSpeed = 0.0f;
        return options;
    }

    void addCrate(const HeightField& field, int number, Random& random) {
        constexpr std::array<glm::vec3, 3> kHalfExtents{
            {{0.5f, 0.5f, 0.5f}, {0.3f, 0.8f, 0.4f}, {0.15f, 0.2f, 0.1f}}};
        const Box crate{.halfExtents = kHalfExtents[static_cast<std::size_t>(number % 3)]};
        const glm::vec3 over{6.0 * (number % 10) + random.uniform(2.0, 4.0),
                             6.0 * (number / 10) + random.uniform(2.0, 4.0), 9.0};
        const auto ground = groundAt(field, Pose{}, over);
        const glm::quat level = glm::quat(glm::vec3(0, 0, 1), ground->normal) *
                                glm::angleAxis(float(random.uniform(0.0, 6.28)), glm::vec3(0, 0, 1));
        const auto id = world_.add({.shape = crate,
                                    .pose = {ground->point + (crate.halfExtents.z + 0.05f) * ground->normal,
                                             glm::normalize(level)}});
        Body body{.mass = *massFromDensity(crate, 700.0f)};
        body.material.friction = 0.8f;
        EXPECT_FALSE(dynamics_.setBody(world_, *id, body));
        crates_.push_back(*id);
    }

    Shape ground_{Sphere{}};
    World world_;
    Dynamics dynamics_{options()};
    std::vector<ObjectId> crates_;
};

struct Rest {
    int crates = 0, alternating = 0, changes = 0;
    double worstCreep = 0.0, creep = 0.0;  ///< meters, the second summed over the crates
};

/// Lets crates settle, and then watches them.
Rest restOf(GroundKind ground, float cell, int count, int steps) {
    CratesOnGround crates(ground, cell, count);
    crates.step(1200);
    std::vector<std::set<std::uint64_t>> ids;
    std::vector<glm::vec3> places;
    std::vector<int> changes(crates.size());
    for (std::size_t i = 0; i < crates.size(); ++i) {
        ids.push_back(crates.idsOf(i));
        places.push_back(crates.place(i));
        EXPECT_GE(crates.restPointsOf(i), 3u);
    }
    for (int step = 0; step < steps; ++step) {
        crates.step(1);
        for (std::size_t i = 0; i < crates.size(); ++i) {
            auto now = crates.idsOf(i);
            changes[i] += now != ids[i] ? 1 : 0;
            ids[i] = std::move(now);
        }
    }
    Rest rest;
    for (std::size_t i = 0; i < crates.size(); ++i) {
        const double creep = glm::length(glm::dvec3(crates.place(i) - places[i]));
        ++rest.crates;
        rest.alternating += changes[i] > 0 ? 1 : 0;
        rest.changes += changes[i];
        rest.worstCreep = std::max(rest.worstCreep, creep);
        rest.creep += creep;
    }
    return rest;
}

void expectRest(int count, int steps) {
    Rest all;
    for (const GroundKind ground :
         {GroundKind::Hills, GroundKind::Bumps, GroundKind::Plane, GroundKind::Mesh}) {
        for (const float cell : {4.0f, 1.0f, 0.5f, 0.25f}) {
            const Rest rest = restOf(ground, cell, count, steps);
            std::printf(
                "ground %d, cells of %.2f m: the ids of %d of %d crates change, %d times; they creep "
                "%.3f mm at most, %.4f mm at the mean\n",
                static_cast<int>(ground), double(cell), rest.alternating, rest.crates, rest.changes,
                1e3 * rest.worstCreep, 1e3 * rest.creep / rest.crates);
            if (ground == GroundKind::Plane) {
                EXPECT_EQ(rest.changes, 0);
                EXPECT_LT(rest.worstCreep, 1e-6);
            }
            all.crates += rest.crates, all.alternating += rest.alternating, all.changes += rest.changes;
            all.worstCreep = std::max(all.worstCreep, rest.worstCreep), all.creep += rest.creep;
        }
    }
    std::printf(
        "the ids of %d of %d crates change, %.5f of the answers; they creep %.3f mm at most, %.4f mm "
        "at the mean\n",
        all.alternating, all.crates, double(all.changes) / (double(all.crates) * steps), 1e3 * all.worstCreep,
        1e3 * all.creep / all.crates);
    EXPECT_LE(6 * all.alternating, all.crates);
    EXPECT_LE(all.changes, 0.005 * all.crates * steps);
    EXPECT_LT(all.creep / all.crates, 2e-5 + 2.5e-8 * steps);
    EXPECT_LT(all.worstCreep, 1e-3 + 2e-6 * steps);
}

/// On small hills, each contact lies below the planes of the others, and none may be left out.
TEST(CratesAtRest, DoNotRock) {
    for (std::uint32_t trial = 0; trial < test::trialCount(4u); ++trial) {
        for (const GroundKind ground : {GroundKind::Hills, GroundKind::Bumps, GroundKind::Mesh}) {
            for (const float cell : {0.5f, 0.25f}) {
                CratesOnGround crates(ground, cell, 10, 900 + 100 * trial);
                crates.step(720);
                for (int step = 0; step < 60; ++step) {
                    crates.step(1);
                    for (std::size_t i = 0; i < crates.size(); ++i) {
                        EXPECT_LT(crates.speed(i), 0.02f)
                            << "trial " << trial << ", ground " << static_cast<int>(ground) << ", cells of "
                            << cell << " m, crate " << i;
                    }
                }
            }
        }
    }
}

TEST(CratesAtRest, StayWithTheirIds) {
    expectRest(test::trialCount(6), 300);
}

TEST(CratesAtRest, StayWithTheirIdsForThousandsOfStepsSlow) {
    expectRest(10, test::slowCount(10000));
}

}  // namespace
