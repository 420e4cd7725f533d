// Tanks stand on the ground: they do not rear up, ride on each other, or perch.

#include "arena_support.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <initializer_list>
#include <map>

namespace tank_arena {
namespace {

constexpr float kLifted = 0.3f;   // meters: higher above the ground than it stands, on average of its corners
constexpr float kCarried = 0.2f;  // of its weight, by other vehicles
constexpr float kTilted = 0.866f;  // cosine of 30 degrees, to the ground below

/// The ground below a tank.
struct Ground {
    float height = 0.0f;  ///< mean of the corners
    glm::vec3 normal{0.0f};
};

Ground groundBelow(const Game& game, const sat3d::Pose& pose) {
    const auto at = [&](float x, float z) {
        const glm::vec3 corner = pose * glm::vec3(x, 0.0f, z);
        return glm::vec3(corner.x, game.arena().height(game.world(), corner.x, corner.z), corner.z);
    };
    const glm::vec3 leftBow = at(1.4f, 2.2f), rightBow = at(-1.4f, 2.2f), leftRear = at(1.4f, -2.2f),
                    rightRear = at(-1.4f, -2.2f);
    const glm::vec3 normal = glm::cross(leftBow - rightRear, leftRear - rightBow);
    return {0.25f * (leftBow.y + rightBow.y + leftRear.y + rightRear.y), glm::normalize(normal)};
}

/// The share of a tank's weight that other vehicles carry.
float carriedShare(const Game& game, const Tank& tank) {
    float load = 0.0f;
    const sat3d::VehicleState state = *game.dynamics().vehicleState(tank.vehicle);
    for (const sat3d::WheelState& wheel : state.wheels) {
        const bool isOnVehicle = wheel.touches && Thing::of(game.world(), wheel.ground).isVehicle();
        load += isOnVehicle ? std::max(0.0f, wheel.load * wheel.normal.y) : 0.0f;
    }
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        const bool isA = contact.objects.a == tank.object;
        if ((isA || contact.objects.b == tank.object) &&
            Thing::of(game.world(), isA ? contact.objects.b : contact.objects.a).isVehicle()) {
            load += std::max(0.0f, (isA ? -1.0f : 1.0f) * contact.normal.y * contact.impulse() / Game::kStep);
        }
    }
    return load / (tank.kind.tons * 9810.0f);
}

/// How long tanks have been in a state: in all, and at a time.
class Spells {
public:
    void note(const Tank& tank, bool isInIt) {
        std::uint32_t& steps = steps_[tank.number];
        steps = isInIt ? steps + 1 : 0;
        longest_ = std::max(longest_, steps);
        total_ += isInIt ? 1 : 0;
    }
    void endGame() { steps_.clear(); }
    [[nodiscard]] float longest() const { return static_cast<float>(longest_) * Game::kStep; }
    [[nodiscard]] float total() const { return static_cast<float>(total_) * Game::kStep; }

private:
    std::map<std::uint32_t, std::uint32_t> steps_;
    std::uint32_t longest_ = 0, total_ = 0;
};

void playAndWatch(std::initializer_list<std::uint64_t> seeds, float seconds) {
    Spells tilted, carried, perched, all;
    for (const std::uint64_t seed : seeds) {
        Game game(loadedModels(), {.seed = seed});
        for (int step = 0; step < static_cast<int>(seconds / Game::kStep); ++step) {
            game.step();
            for (const Tank& tank : game.tanks()) {
                const sat3d::Pose& pose = poseOf(game, tank);
                const Ground ground = groundBelow(game, pose);
                const bool isLifted = pose.position.y - ground.height - Tank::kGroundClearance > kLifted;
                const glm::vec3 up = pose.transformDirection({0.0f, 1.0f, 0.0f});
                const float moved = glm::distance(pose.position, tank.before.position);
                all.note(tank, true);
                tilted.note(tank, glm::dot(up, ground.normal) < kTilted);
                carried.note(tank, isLifted && carriedShare(game, tank) > kCarried);
                perched.note(tank, isLifted && !tank.isWreck() && moved < 0.3f * Game::kStep);
            }
        }
        for (Spells* spells : {&tilted, &carried, &perched, &all}) {
            spells->endGame();
        }
    }
    // A tank that has fallen on its side lies there for a second, and is put on its tracks.
    EXPECT_LT(tilted.longest(), 3.0f);
    EXPECT_LT(carried.longest(), 2.0f);
    EXPECT_LT(perched.longest(), 2.0f);
    EXPECT_LT(tilted.total(), all.total() / 250.0f);
    EXPECT_LT(carried.total(), all.total() / 250.0f);
    EXPECT_LT(perched.total(), all.total() / 50.0f);
    // They do drive over what makes them tilt.
    EXPECT_GT(tilted.total(), 0.0f);
}

TEST(Standing, TanksNeitherRearUpNorRideNorPerch) {
    playAndWatch({2, 5}, 40.0f);
}
TEST(Standing, TanksNeitherRearUpNorRideNorPerchSoak) {
    playAndWatch({2, 5, 6, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}, 60.0f);
}

}  // namespace
}  // namespace tank_arena
