/// Times steps of a game of tanks on terrain, which its world alone carries: tanks that drive, slide along
/// walls and stand on slopes, turrets, crates that they push, shells, and lines of sight. The same steps run
/// several times; each step counts with its fastest run, so a busy machine disturbs little.
///   tank_game_benchmark [RUNS]

#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kStep = 1.0f / 60.0f, kSpeed = 8.0f, kCell = 4.0f;
constexpr std::uint64_t kGround = 1, kObstacles = 2, kTanks = 4, kCrates = 8;
constexpr std::uint32_t kTurret = 3;  ///< its part of a tank, before the barrel
constexpr int kSteps = 600;
const glm::vec3 kUp(0.0f, 1.0f, 0.0f), kCrate(0.5f);
const std::array<glm::vec3, 4> kTracks{{{-3, 0, -1.6f}, {-3, 0, 1.6f}, {3, 0, -1.6f}, {3, 0, 1.6f}}};
const std::array<glm::vec3, 4> kFeet{
    {{-0.5f, -0.5f, -0.5f}, {-0.5f, -0.5f, 0.5f}, {0.5f, -0.5f, -0.5f}, {0.5f, -0.5f, 0.5f}}};

/// What drives over the ground, and meets walls.
const Box kMover{.center = {0.0f, 1.1f, 0.0f}, .halfExtents = {3.0f, 1.1f, 1.6f}};

glm::quat turned(float angle) {
    return glm::angleAxis(angle, kUp);
}

/// Hull, tracks, turret and barrel. The pose is that of the ground below it.
Compound makeTank() {
    const auto box = [](const glm::vec3& half) { return *ConvexHull::box(half); };
    return Compound::fromChildren({{box({3.0f, 0.5f, 1.1f}), {{0.0f, 1.0f, 0.0f}}},
                                   {box({3.0f, 0.5f, 0.3f}), {{0.0f, 0.5f, -1.3f}}},
                                   {box({3.0f, 0.5f, 0.3f}), {{0.0f, 0.5f, 1.3f}}},
                                   {box({1.2f, 0.4f, 1.0f}), {{0.0f, 1.9f, 0.0f}}},
                                   {box({1.6f, 0.1f, 0.1f}), {{2.8f, 1.9f, 0.0f}}}})
        .value();
}

/// How often what happens in the game.
struct Counts {
    std::size_t pushes = 0, stops = 0, shellHits = 0, seen = 0, standing = 0;
};

class Game {
public:
    /// @param scale  the game has 20 * scale tanks, 24 walls and 4 ramps for each 20 of them, and crates
    Game(std::size_t scale, std::size_t crates)
        : cells_(static_cast<std::uint32_t>(64.0 * std::sqrt(static_cast<double>(scale)))) {
        addGround();
        const Box wall{.halfExtents = {6.0f, 2.0f, 0.5f}};
        const ConvexHull ramp =
            ConvexHull::fromPoints(
                std::vector<glm::vec3>{
                    {-4, -1, -2}, {4, -1, -2}, {4, 1, -2}, {-4, -1, 2}, {4, -1, 2}, {4, 1, 2}})
                .value();
        for (std::size_t i = 0; i < 28 * scale; ++i) {
            const Shape shape = i % 28 < 24 ? Shape(wall) : Shape(ramp);
            const std::uint64_t category = i % 28 < 24 ? kObstacles : kGround;
            add(shape, place(1.0f), ObjectKind::Static, {.categories = category});
        }
        const Compound tank = makeTank();
        for (std::size_t i = 0; i < 20 * scale; ++i) {
            tanks_.push_back({add(tank, place(0.1f), ObjectKind::Moving,
                                  {.categories = kTanks, .excludes = kGround | kObstacles}),
                              static_cast<float>(random_.uniform(-0.5, 0.5))});
        }
        for (std::size_t i = 0; i < crates; ++i) {
            const ObjectId crate =
                add(*ConvexHull::box(kCrate), place(0.5f), ObjectKind::Moving, {.categories = kCrates});
            settle(crate, world_.find(crate)->pose);
        }
        world_.update();
    }

    void step() {
        world_.refresh();  // the crates that were pushed
        for (Tank& tank : tanks_) {
            tank.next = driven(tank);
        }
        for (Tank& tank : tanks_) {
            (void)world_.setPose(tank.id, tank.next);
            turnTurret(tank);
        }
        push(world_.update());
        fire(tanks_[step_ % tanks_.size()]);
        look();
        ++step_;
    }

    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }

private:
    struct Tank {
        ObjectId id;
        float turnRate;
        float turret = 0.0f;
        Pose next = {};
    };

    ObjectId add(const Shape& shape, const Pose& pose, ObjectKind kind, const ObjectFilter& filter) {
        return world_.add({.shape = shape, .pose = pose, .kind = kind, .filter = filter}).value();
    }
    [[nodiscard]] float side() const { return static_cast<float>(cells_) * kCell; }
    void addGround() {
        std::vector<float> heights;
        for (std::uint32_t i = 0; i < (cells_ + 1) * (cells_ + 1); ++i) {
            const auto x = static_cast<float>(i % (cells_ + 1)), y = static_cast<float>(i / (cells_ + 1));
            heights.push_back(2.0f * std::sin(0.3f * x) * std::cos(0.2f * y) +
                              static_cast<float>(random_.uniform(-0.1, 0.1)));
        }
        const HeightField field =
            HeightField::fromHeights(heights, cells_ + 1, cells_ + 1, {kCell, kCell}).value();
        ground_ = add(field, levelPose(field, UpAxis::Y, {0.0f, 0.0f, 0.0f}), ObjectKind::Static,
                      {.categories = kGround});
    }
    /// A random pose above the ground.
    Pose place(float height) {
        const glm::vec3 at(random_.inBox(0.45 * static_cast<double>(side())));
        const float angle = static_cast<float>(random_.uniform(0.0, 6.28));
        const auto below = raycast(world_, {{at.x, 50.0f, at.z}, -kUp, 100.0f}, {.categories = kGround});
        return {{at.x, 50.0f - below->hit.entry.distance + height, at.z}, turned(angle)};
    }

    /// Where a tank stands after the step. Tanks drive in curves, and back when they leave; they slide along
    /// walls and follow the ground.
    Pose driven(const Tank& tank) {
        const Pose& now = world_.find(tank.id)->pose;
        const glm::vec3 ahead = now.rotation * glm::vec3(1, 0, 0);
        const bool isOutside = std::max(std::abs(now.position.x), std::abs(now.position.z)) > 0.45f * side();
        const bool leaves = isOutside && glm::dot(ahead, now.position) > 0.0f;
        const RigidMotion motion{
            kSpeed * kStep * ahead, (leaves ? 1.5f : tank.turnRate) * kStep * kUp, {0.0f, 1.0f, 0.0f}};
        const Moved moved = moveAndSlide(world_, kMover, now, motion,
                                         {.up = glm::vec3(0.0f), .filter = {.categories = kObstacles}});
        counts_.stops += moved.stops().size();
        const auto stands = standOn(world_, moved.pose, kTracks, {.filter = {.categories = kGround}});
        counts_.standing += stands ? 1 : 0;
        return stands ? stands->pose : moved.pose;
    }
    void turnTurret(Tank& tank) {
        tank.turret += 0.5f * kStep;
        const glm::quat turn = turned(tank.turret);
        (void)world_.setPartPose(tank.id, kTurret, {{0.0f, 1.9f, 0.0f}, turn});
        (void)world_.setPartPose(tank.id, kTurret + 1, {turn * glm::vec3(2.8f, 1.9f, 0.0f), turn});
    }

    /// Sets a crate on the ground.
    void settle(ObjectId crate, const Pose& pose) {
        const auto stands = standOn(world_, pose, kFeet, {.filter = {.categories = kGround}});
        (void)world_.setPose(crate, stands ? stands->pose : pose);
    }
    /// Crates give way to tanks and to each other.
    void push(const Events& events) {
        for (const auto contacts : {events.begun, events.stayed}) {
            for (const Contact& contact : contacts) {
                const auto& [a, b] = contact.objects;
                const World::Object &first = *world_.find(a), &second = *world_.find(b);
                if (first.filter.categories >= kTanks && second.filter.categories == kCrates &&
                    contact.penetration.depth > 0.0f) {
                    Pose pose = second.pose;
                    const glm::vec3 way = contact.penetration.pushB();
                    pose.position += glm::vec3(way.x, 0.0f, way.z);
                    settle(b, pose);
                    ++counts_.pushes;
                }
            }
        }
    }

    /// A shell of 1,700 m/s that flies for a step.
    void fire(const Tank& tank) {
        const Pose& pose = world_.find(tank.id)->pose;
        const glm::quat aim = pose.rotation * turned(tank.turret);
        const Ray flight{pose.transformPoint({0.0f, 1.9f, 0.0f}), aim * glm::vec3(1, 0, 0), 1700.0f * kStep};
        counts_.shellHits += raycast(world_, flight, {.without = {&tank.id, 1}}) ? 1 : 0;
    }
    /// Eight lines of sight.
    void look() {
        for (std::size_t i = 0; i < 8; ++i) {
            const ObjectId pair[] = {tanks_[(step_ + i) % tanks_.size()].id,
                                     tanks_[(step_ + 3 * i + 7) % tanks_.size()].id};
            const auto eye = [&](ObjectId id) { return world_.find(id)->pose.position + 2.5f * kUp; };
            counts_.seen += isVisible(world_, eye(pair[0]), eye(pair[1]), {.without = pair}) ? 1 : 0;
        }
    }

    Random random_{7};
    std::uint32_t cells_;
    World world_{WorldOptions{.detail = ContactDetail::Manifolds, .margin = 0.01f}};
    ObjectId ground_;
    std::vector<Tank> tanks_;
    Counts counts_;
    std::size_t step_ = 0;
};

void measure(const char* name, std::size_t scale, std::size_t crates, int runs) {
    std::vector<double> fastest(kSteps, 1e9);
    Counts counts;
    std::size_t touching = 0;
    std::uint64_t hash = 0;
    for (int run = 0; run < runs; ++run) {
        Game game(scale, crates);
        for (double& microseconds : fastest) {
            const std::clock_t start = std::clock();
            game.step();
            const double used = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            microseconds = std::min(microseconds, used);
        }
        if (run > 0 && game.world().hash() != hash) {
            std::puts("two runs of the same game differ");
            std::exit(1);
        }
        hash = game.world().hash();
        counts = game.counts();
        touching = game.world().touching().size();
    }
    double sum = 0.0;
    for (const double microseconds : fastest) {
        sum += microseconds;
    }
    std::ranges::sort(fastest);
    std::printf(
        "%-24s %8.0f %8.0f %8.0f us;  touching %zu, in a step: %.1f pushes, %.1f stops, %.2f shells hit,"
        " %.1f seen, %.1f stand\n",
        name, sum / kSteps, fastest[kSteps / 2], fastest.back(), touching, double(counts.pushes) / kSteps,
        double(counts.stops) / kSteps, double(counts.shellHits) / kSteps, double(counts.seen) / kSteps,
        double(counts.standing) / kSteps);
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    std::printf("%-24s %8s %8s %8s\n", "", "mean", "median", "worst");
    measure("20 tanks, 200 crates", 1, 200, runs);
    measure("200 tanks, 5,000 crates", 10, 5000, runs);
}
