// A game edits something after a step and takes a snapshot: the restored simulation goes on as the original
// does.

#include "response/dynamics/dynamics_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using namespace sat3d;
using test::kStep;

/// A world in which a game does what it likes.
class AnyGame {
public:
    explicit AnyGame(test::Random& random) : random_(random) {
        for (int i = 0; i < 8; ++i) {
            add();
        }
    }

    void edit() {
        const std::vector<ObjectId> ids = world.ids();
        const ObjectId id = ids[random_.below(static_cast<std::uint32_t>(ids.size()))];
        const auto kind = static_cast<std::uint32_t>(random_.below(11));
        switch (kind) {
            case 0:
                add();
                break;
            case 1:
                (void)world.setPose(id, pose());
                break;
            case 2:
                (void)world.setPartPose(id, 1, pose(1.0));
                break;
            case 3:
                setShape(id);
                break;
            case 4:
                setVelocity(id);
                break;
            case 5:
                (void)dynamics.moveKinematic(id, pose(), 0.3f);
                break;
            case 6:
                (void)world.setKind(id, static_cast<ObjectKind>(random_.below(3)));
                break;
            case 7:
                (void)world.setFilter(id, {.collidesWith = random_.below(2)});
                break;
            case 8:
                (void)dynamics.removeBody(id);
                break;
            case 9:
                (void)dynamics.applyForce(world, id, vector(500.0), world.find(id)->pose.position);
                break;
            default:
                if (ids.size() > 4) {
                    world.remove(id);
                }
        }
    }

    World world;
    Dynamics dynamics;

    static std::optional<Shape> shapeOf(std::uint64_t number) {
        const Box box{.halfExtents = {0.5f, 0.25f, 1.0f}};
        switch (number) {
            case 0:
                return box;
            case 1:
                return Capsule{{0, 0, -0.5f}, {0, 0, 0.5f}, 0.2f};
            case 2:
                return *Compound::fromChildren({{box, {}}, {box, {{0.5f, 0.0f, 0.0f}}}});
            default:
                return HalfSpace{{0, 1, 0}, 0};
        }
    }

private:
    glm::vec3 vector(double size) { return glm::vec3(random_.inBox(size)); }
    Pose pose(double size = 3.0) {
        const glm::vec3 place = vector(size) + glm::vec3(0, static_cast<float>(size), 0);
        return {place, glm::quat(random_.rotation())};
    }
    void add() {
        const std::uint64_t number = random_.below(3);
        const Shape shape = *shapeOf(number);
        const ObjectId id = *world.add({.shape = shape, .pose = pose(), .userData = number});
        Body body{.velocity = vector(3.0)};
        if (random_.chance(0.7)) {
            body.mass = *massOfShape(shape, 100.0f);
        }
        body.followsPose = random_.chance(0.2);
        (void)dynamics.setBody(world, id, body);
    }
    void setVelocity(ObjectId id) {
        const glm::vec3 velocity = vector(5.0), spin = vector(5.0);
        (void)dynamics.setVelocity(id, velocity, spin);
    }
    void setShape(ObjectId id) {
        const std::uint64_t number = random_.below(4);
        (void)world.setShape(id, *shapeOf(number));
        (void)world.setUserData(id, number);
    }

    test::Random& random_;
};

TEST(EditedSnapshots, GoOnAsTheOriginal) {
    test::forEachTrial(3, test::fewTrialsCount(200), [](test::Random& random, int) {
        AnyGame game(random);
        for (int round = 0; round < 12; ++round) {
            for (std::uint32_t edits = random.below(4); edits > 0; --edits) {
                game.edit();
            }
            World world;
            Dynamics dynamics;
            const auto shapes = [](ObjectId, std::uint64_t number) { return AnyGame::shapeOf(number); };
            ASSERT_FALSE(world.restore(game.world.snapshot(), shapes));
            ASSERT_FALSE(dynamics.restore(world, game.dynamics.snapshot()));
            ASSERT_EQ(dynamics.hash(), game.dynamics.hash()) << round;
            for (int step = 0; step < 3; ++step) {
                game.dynamics.step(game.world, kStep);
                dynamics.step(world, kStep);
                ASSERT_EQ(dynamics.hash(), game.dynamics.hash()) << round << " " << step;
                ASSERT_EQ(world.hash(), game.world.hash()) << round << " " << step;
            }
        }
    });
}

/// A body with a mass that has got a surface as its shape stands still, whatever the game says.
TEST(EditedSnapshots, BodiesThatAreSurfacesStandStill) {
    test::DynamicsScene scene;
    const ObjectId id = scene.add(test::cube(1.0f), {{0, 5, 0}});
    ASSERT_FALSE(scene.world.setShape(id, HalfSpace{{0, 1, 0}, 0}));
    scene.run(kStep);
    scene.dynamics.setVelocity(id, {1, 2, 3}, {4, 5, 6});
    scene.run(0.5f);
    EXPECT_EQ(scene.position(id), glm::vec3(0, 5, 0));
    EXPECT_EQ(scene.velocity(id), glm::vec3(0));
    ASSERT_FALSE(scene.world.setShape(id, test::cube(1.0f)));
    scene.run(0.5f);
    EXPECT_LT(scene.position(id).y, 4.0f);
}

}  // namespace
