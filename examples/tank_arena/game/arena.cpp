#include "arena.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tank_arena {
namespace {

constexpr float kHills = 5.0f;           // meters, height
constexpr float kWaveLength = 38.0f;     // meters, of the hills
constexpr float kSlope = 12.0f;          // meters, around level places
constexpr float kGap = 0.02f;            // meters, between crates of a pile
constexpr float kCratesOfPile = 18.0f;   // on average
constexpr std::size_t kMaxRubble = 120;  // then the oldest disappears

/// Smooth noise in -1 .. 1 with one random value per unit square.
float noise(std::uint64_t seed, glm::vec2 point) {
    const glm::vec2 cell(std::floor(point.x), std::floor(point.y));
    const glm::vec2 inCell = point - cell;
    const glm::vec2 t = inCell * inCell * (3.0f - 2.0f * inCell);
    const auto value = [&](float x, float y) {
        const auto column = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell.x + x));
        const auto row = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell.y + y));
        const std::uint64_t bits = Random::mixed(seed + column * 0x8da6b343u + row * 0xd8163841u);
        return static_cast<float>(bits >> 40) * 0x1p-23f - 1.0f;
    };
    const float front = value(0, 0) + (value(1, 0) - value(0, 0)) * t.x;
    const float back = value(0, 1) + (value(1, 1) - value(0, 1)) * t.x;
    return front + (back - front) * t.y;
}

float hills(std::uint64_t seed, glm::vec2 point) {
    const glm::vec2 scaled = point / kWaveLength;
    return kHills * (0.7f * noise(seed, scaled) + 0.3f * noise(seed + 1, 2.3f * scaled));
}

glm::quat turned(float yaw) {
    return glm::angleAxis(yaw, glm::vec3(0.0f, 1.0f, 0.0f));
}

}  // namespace

Arena::Arena(const Models& models, std::uint64_t seed, std::uint32_t tanks, std::uint32_t props,
             sat3d::World& world, sat3d::Dynamics& dynamics)
    : models_(&models), crateMass_(massFromDensity(models.crate, 400.0f).value()), seed_(seed) {
    Random random(seed);
    const float area = 8000.0f + 500.0f * static_cast<float>(tanks) + 22.0f * static_cast<float>(props);
    halfSize_ = kCell * std::ceil(0.5f * std::sqrt(area) / kCell);

    // Places first, because the ground is level there.
    const auto zoneSites = {freeSite(random, 9.0f), freeSite(random, 9.0f), freeSite(random, 9.0f)};
    std::vector<Site> ruins, barriers, piles;
    const auto collect = [&](std::vector<Site>& list, float count, float radius) {
        for (int i = 0; i < static_cast<int>(count); ++i) {
            if (const auto site = freeSite(random, radius)) {
                list.push_back(*site);
            }
        }
    };
    collect(ruins, area / 1800.0f, 8.0f);
    collect(barriers, area / 1500.0f, 6.0f);
    collect(piles, std::ceil(static_cast<float>(props) / kCratesOfPile), 3.5f);
    addTerrain(world);
    addBorder(world);

    for (const std::optional<Site>& site : zoneSites) {
        if (site) {
            zones_.push_back({.pose = placed(world, site->center.x, site->center.y, 0.0f)});
        }
    }
    for (const Site& site : ruins) {
        addRuin(world, random, site);
    }
    for (const Site& site : barriers) {
        addBarriers(world, random, site);
    }
    for (std::size_t i = 0; i < piles.size(); ++i) {
        const std::size_t left = props - crates_;
        addPile(world, dynamics, random, piles[i], static_cast<std::uint32_t>(left / (piles.size() - i)));
    }
    for (int step = 0; step < 120 && (step < 30 || dynamics.awakeCount() > 0); ++step) {
        dynamics.step(world, 1.0f / 60.0f);
    }
}

std::optional<Arena::Site> Arena::freeSite(Random& random, float radius) {
    const float most = halfSize_ - radius - 6.0f;
    for (int attempt = 0; attempt < 60; ++attempt) {
        const Site site{{random.between(-most, most), random.between(-most, most)}, radius};
        const bool isFree = std::ranges::none_of(sites_, [&](const Site& other) {
            return glm::distance(site.center, other.center) < site.reach() + other.reach();
        });
        if (isFree) {
            sites_.push_back(site);
            return site;
        }
    }
    return std::nullopt;
}

void Arena::addTerrain(sat3d::World& world) {
    const auto count = static_cast<std::uint32_t>(2.0f * halfSize_ / kCell) + 1;
    std::vector<float> heights(std::size_t{count} * count);
    const auto at = [&](std::uint32_t column, std::uint32_t row) {  // rows run toward -z
        return glm::vec2(static_cast<float>(column) * kCell - halfSize_,
                         halfSize_ - static_cast<float>(row) * kCell);
    };
    for (std::uint32_t row = 0; row < count; ++row) {
        for (std::uint32_t column = 0; column < count; ++column) {
            heights[std::size_t{row} * count + column] = hills(seed_, at(column, row));
        }
    }
    // Sites are level, with a gentle slope around them. All slopes come first, so that none reaches into a
    // site.
    for (const float slope : {kSlope, 0.0f}) {
        for (const Site& site : sites_) {
            const float level = hills(seed_, site.center);
            for (std::uint32_t row = 0; row < count; ++row) {
                for (std::uint32_t column = 0; column < count; ++column) {
                    const float beyond = glm::distance(at(column, row), site.center) - site.reach();
                    const float t = slope > 0.0f    ? std::clamp(beyond / slope, 0.0f, 1.0f)
                                    : beyond < 0.0f ? 0.0f
                                                    : 1.0f;
                    float& height = heights[std::size_t{row} * count + column];
                    height = level + (height - level) * t * t * (3.0f - 2.0f * t);
                }
            }
        }
    }
    auto field = sat3d::HeightField::fromHeights(heights, count, count, {kCell, kCell}).value();
    const sat3d::Pose pose = levelPose(field, sat3d::UpAxis::Y, glm::vec3(0.0f));
    terrain_ = world
                   .add({.shape = std::move(field),
                         .pose = pose,
                         .kind = sat3d::ObjectKind::Static,
                         .filter = {.detail = sat3d::ContactDetail::Overlap},
                         .userData = Thing{Kind::Terrain}.packed(),
                         .name = "terrain"})
                   .value();
}

void Arena::addBorder(sat3d::World& world) {
    // Half of each. It is higher than the fence that is drawn: nothing that is thrown leaves the arena.
    constexpr float kThickness = 1.0f, kHeight = 60.0f;
    const float away = halfSize_ - kThickness;
    for (int side = 0; side < 4; ++side) {
        const bool isAlongX = side % 2 == 0;
        const float sign = side < 2 ? 1.0f : -1.0f;
        const glm::vec3 half =
            isAlongX ? glm::vec3(halfSize_, kHeight, kThickness) : glm::vec3(kThickness, kHeight, halfSize_);
        const glm::vec3 center = isAlongX ? glm::vec3(0, 0, sign * away) : glm::vec3(sign * away, 0, 0);
        (void)world.add({.shape = sat3d::Box{.halfExtents = half},
                         .pose = {center},
                         .kind = sat3d::ObjectKind::Static,
                         .userData = Thing{Kind::Border, static_cast<std::uint32_t>(side)}.packed(),
                         .name = "border"});
    }
}

void Arena::addRuin(sat3d::World& world, Random& random, const Site& site) {
    const float yaw = random.between(0.0f, 6.28f);
    const sat3d::Pose corner{{site.center.x, 0.0f, site.center.y}, turned(yaw)};
    // Two walls along x, one or two along z, and often a ramp behind them.
    std::vector<sat3d::Pose> walls{{{-2.0f, 0.0f, -3.0f}, turned(0.0f)}, {{2.0f, 0.0f, -3.0f}, turned(0.0f)}};
    const float quarter = 1.5707963f;
    walls.push_back({{-4.15f, 0.0f, -0.85f}, turned(quarter)});
    if (random.below(2) == 0) {
        walls.push_back({{4.15f, 0.0f, -0.85f}, turned(quarter)});
    }
    const auto add = [&](const sat3d::Shape& shape, const sat3d::Pose& local, Kind kind, const char* name) {
        const sat3d::Pose pose = corner * local;
        const float ground = height(world, pose.position.x, pose.position.z);
        (void)world.add({.shape = shape,
                         .pose = {{pose.position.x, ground, pose.position.z}, pose.rotation},
                         .kind = sat3d::ObjectKind::Static,
                         .userData = Thing{kind}.packed(),
                         .name = name});
    };
    for (const sat3d::Pose& wall : walls) {
        add(models_->wall, wall, Kind::Wall, "wall");
    }
    if (random.below(3) != 0) {
        add(models_->ramp, {{0.0f, 0.0f, 3.0f}, turned(0.0f)}, Kind::Ramp, "ramp");
    }
}

void Arena::addBarriers(sat3d::World& world, Random& random, const Site& site) {
    const sat3d::Pose row{{site.center.x, 0.0f, site.center.y}, turned(random.between(0.0f, 6.28f))};
    for (int i = -2; i <= 2; ++i) {
        const glm::vec3 position = row * glm::vec3(3.2f * static_cast<float>(i), 0.0f, 0.0f);
        const float ground = height(world, position.x, position.z);
        (void)world.add({.shape = models_->barrier,
                         .pose = {{position.x, ground, position.z}, row.rotation},
                         .kind = sat3d::ObjectKind::Static,
                         .userData = Thing{Kind::Barrier}.packed(),
                         .name = "barrier"});
    }
}

void Arena::addPile(sat3d::World& world, sat3d::Dynamics& dynamics, Random& random, const Site& site,
                    std::uint32_t crates) {
    const sat3d::Pose frame = placed(world, site.center.x, site.center.y, random.between(0.0f, 6.28f));
    // A pyramid: square layers of a large pile, rows of a small one.
    const bool isSquare = crates > 10;
    const auto crateCount = [&](std::uint32_t layers) {
        return isSquare ? layers * (layers + 1) * (2 * layers + 1) / 6 : layers * (layers + 1) / 2;
    };
    std::uint32_t layers = 1;
    while (crateCount(layers) < crates) {
        ++layers;
    }
    const float pitch = 1.0f + kGap;
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        const std::uint32_t side = layers - layer, depth = isSquare ? side : 1;
        for (std::uint32_t i = 0; i < side * depth && crates > 0; ++i, --crates) {
            const auto along = [&](std::uint32_t place, std::uint32_t count) {
                return (static_cast<float>(place) - 0.5f * static_cast<float>(count - 1)) * pitch;
            };
            const glm::vec3 place(along(i % side, side), static_cast<float>(layer) + 1e-3f,
                                  along(i / side, depth));
            const auto id =
                world.add({.shape = models_->crate,
                           .pose = frame * sat3d::Pose{place},
                           .filter = {.categories = kLoose, .detail = sat3d::ContactDetail::Overlap},
                           .userData = Thing{Kind::Crate, crates_++}.packed(),
                           .name = "crate"});
            dynamics.setBody(world, *id, {.mass = crateMass_, .angularDamping = 0.1f});
        }
    }
}

std::optional<sat3d::Ground> Arena::ground(const sat3d::World& world, float x, float z) const {
    const sat3d::World::Object& object = *world.find(terrain_);
    const auto* field = std::get_if<sat3d::HeightField>(&object.shape);
    return groundAt(*field, object.pose, {x, 0.0f, z});
}

float Arena::height(const sat3d::World& world, float x, float z) const {
    const auto below = ground(world, x, z);
    return below ? below->point.y : 0.0f;
}

float Arena::landscape(float x, float z) const {
    return hills(seed_, {x, z});
}

sat3d::Pose Arena::placed(const sat3d::World& world, float x, float z, float yaw) const {
    return {{x, height(world, x, z), z}, turned(yaw)};
}

void Arena::breakBarrier(sat3d::World& world, sat3d::Dynamics& dynamics, sat3d::ObjectId barrier,
                         const glm::vec3& push) {
    const sat3d::World::Object* object = world.find(barrier);
    if (object == nullptr) {
        return;
    }
    const sat3d::Pose pose = object->pose;
    world.remove(barrier);
    const sat3d::Box piece{.halfExtents = {0.3f, 0.18f, 0.15f}};
    const sat3d::BodyMass mass = massFromDensity(piece, 2300.0f).value();  // concrete
    for (int i = 0; i < 8; ++i) {
        const float side = static_cast<float>(i % 4) - 1.5f, above = i < 4 ? 0.2f : 0.6f;
        const sat3d::Pose place = pose * sat3d::Pose{{0.72f * side, above, 0.0f}};
        const auto id = world.add({.shape = piece,
                                   .pose = place,
                                   .filter = {.categories = kLoose, .detail = sat3d::ContactDetail::Overlap},
                                   .userData = Thing{Kind::Rubble}.packed(),
                                   .name = "rubble"});
        const glm::vec3 spread = pose.transformDirection({side, i < 4 ? 1.0f : 2.0f, 0.0f});
        dynamics.setBody(world, *id, {.mass = mass, .velocity = push + spread, .angularVelocity = spread});
        rubble_.push_back(*id);
    }
    while (rubble_.size() > kMaxRubble) {
        world.remove(rubble_.front());
        rubble_.erase(rubble_.begin());
    }
}

}  // namespace tank_arena
