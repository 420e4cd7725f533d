#pragma once

#include "models.hpp"
#include "random.hpp"
#include "thing.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tank_arena {

/// A zone that a team holds while only its tanks are in it.
struct Zone {
    static constexpr float kHalfSize = 7.0f, kHeight = 4.0f;  ///< meters

    sat3d::Pose pose;  ///< of the middle of its floor
    std::uint32_t tanksOfTeam[2] = {0, 0};

    /// The team that holds it.
    [[nodiscard]] std::optional<std::uint32_t> holder() const {
        const bool isOfFirst = tanksOfTeam[0] > 0, isOfSecond = tanksOfTeam[1] > 0;
        return isOfFirst != isOfSecond ? std::optional(isOfFirst ? 0u : 1u) : std::nullopt;
    }
};

/// The ground of a game and what stands on it: height field, border, walls, ramps, crates, barriers, zones.
class Arena {
public:
    static constexpr float kCell = 4.0f;  ///< meters, of the height field

    /// Builds an arena in an empty world, and lets the crates come to rest.
    /// @param props  number of crates
    Arena(const Models& models, std::uint64_t seed, std::uint32_t tanks, std::uint32_t props,
          sat3d::World& world, sat3d::Dynamics& dynamics);

    [[nodiscard]] float halfSize() const { return halfSize_; }
    [[nodiscard]] sat3d::ObjectId terrain() const { return terrain_; }
    [[nodiscard]] std::vector<Zone>& zones() { return zones_; }
    [[nodiscard]] const std::vector<Zone>& zones() const { return zones_; }

    /// The ground below a place; nothing outside.
    [[nodiscard]] std::optional<sat3d::Ground> ground(const sat3d::World& world, float x, float z) const;
    /// Height of the ground; 0 outside.
    [[nodiscard]] float height(const sat3d::World& world, float x, float z) const;
    /// Height of the landscape around the arena, and of the ground where nothing is built.
    [[nodiscard]] float landscape(float x, float z) const;
    /// Replaces a barrier by rubble that flies off.
    /// @param push  velocity of the rubble, m/s
    void breakBarrier(sat3d::World& world, sat3d::Dynamics& dynamics, sat3d::ObjectId barrier,
                      const glm::vec3& push);

private:
    /// A round place of the ground that is level.
    struct Site {
        glm::vec2 center{0.0f};
        float radius = 0.0f;

        /// Heights within this distance are those of the center, so that all cells of the place are level.
        [[nodiscard]] float reach() const { return radius + 1.5f * kCell; }
    };
    [[nodiscard]] std::optional<Site> freeSite(Random& random, float radius);
    void addTerrain(sat3d::World& world);
    void addBorder(sat3d::World& world);
    void addRuin(sat3d::World& world, Random& random, const Site& site);
    void addBarriers(sat3d::World& world, Random& random, const Site& site);
    void addPile(sat3d::World& world, sat3d::Dynamics& dynamics, Random& random, const Site& site,
                 std::uint32_t crates);
    [[nodiscard]] sat3d::Pose placed(const sat3d::World& world, float x, float z, float yaw) const;

    const Models* models_;
    sat3d::BodyMass crateMass_;
    std::uint64_t seed_;
    float halfSize_ = 64.0f;
    sat3d::ObjectId terrain_;
    std::vector<Site> sites_;
    std::vector<Zone> zones_;
    std::vector<sat3d::ObjectId> rubble_;  ///< the oldest first
    std::uint32_t crates_ = 0;
};

}  // namespace tank_arena
