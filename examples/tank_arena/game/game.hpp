#pragma once

#include "arena.hpp"
#include "models.hpp"
#include "pilot.hpp"
#include "shell.hpp"
#include "tank.hpp"
#include "triggers.hpp"
#include "truck.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tank_arena {

struct GameOptions {
    std::uint64_t seed = 1;
    std::uint32_t tanks = 16;
    std::uint32_t props = 200;  ///< crates
};

/// What happened since the start of the game.
struct Statistics {
    std::uint64_t steps = 0;
    std::uint64_t pairs = 0;     ///< of objects in contact, over all steps
    std::uint64_t contacts = 0;  ///< that the solver saw, over all steps
    std::uint64_t pushes = 0;    ///< contacts in which a tank pushed something that gives way
    std::uint64_t rays = 0;      ///< shells' paths
    std::uint64_t visits = 0;    ///< of tanks to zones and supply trucks
    std::uint32_t shots = 0, ricochets = 0, pierced = 0, stopped = 0;
    std::uint32_t barriers = 0, wrecks = 0;
};

/// The game without graphics. Everything follows from the seed and the commands: equal games have equal
/// hashes.
class Game {
public:
    static constexpr float kStep = 1.0f / 60.0f;  ///< seconds: the usual length of a step

    /// @param models  must outlive the game
    Game(const Models& models, const GameOptions& options);

    /// Moves everything on by dt seconds. Tanks with isComputer get the commands of their pilots.
    void step(float dt = kStep);

    [[nodiscard]] sat3d::World& world() { return world_; }
    [[nodiscard]] const sat3d::World& world() const { return world_; }
    [[nodiscard]] sat3d::Dynamics& dynamics() { return dynamics_; }
    [[nodiscard]] const sat3d::Dynamics& dynamics() const { return dynamics_; }
    [[nodiscard]] const Arena& arena() const { return arena_; }
    [[nodiscard]] const Models& models() const { return *models_; }
    [[nodiscard]] std::span<Tank> tanks() { return tanks_; }
    [[nodiscard]] std::span<const Tank> tanks() const { return tanks_; }
    [[nodiscard]] std::span<const Shell> shells() const { return shells_; }
    [[nodiscard]] std::span<const Truck> trucks() const { return trucks_; }
    [[nodiscard]] const Triggers& triggers() const { return *triggers_; }
    /// What shells met in the last step.
    [[nodiscard]] std::span<const Impact> impacts() const { return impacts_; }
    /// What tanks suffered in the last step.
    [[nodiscard]] std::span<const Hit> hits() const { return hits_; }
    /// Numbers of the tanks that fired in the last step.
    [[nodiscard]] std::span<const std::uint32_t> shooters() const { return shooters_; }
    /// Ten points for each wreck of the other team, and one a second for each zone that the team holds.
    [[nodiscard]] std::uint32_t score(std::uint32_t team) const { return scores_[team]; }
    [[nodiscard]] const Statistics& statistics() const { return statistics_; }

    /// Puts a tank on a place, upright and at rest, pushed out of what stands there.
    /// @return whether there is room
    bool placeTank(std::uint32_t number, const glm::vec3& position, float yaw);
    /// 64-bit hash of the whole state.
    [[nodiscard]] std::uint64_t hash() const;

private:
    void addTanks(std::uint32_t count);
    void addTrucks();
    [[nodiscard]] bool hasRoom(const Tank& tank, const glm::vec3& place) const;
    void respawn(Tank& tank);
    void fire(Tank& tank);
    void moveShells(float dt);
    void applyImpact(const Impact& impact, Shell& shell);
    void blast(const glm::vec3& center);
    void damage(Tank& tank, float amount, std::uint32_t byTank);
    void readContacts(float dt);
    bool putDown(sat3d::ObjectId object, const glm::vec3& position, float yaw);
    void putUpright(sat3d::ObjectId vehicle, float& fallenFor, float dt);
    void driveTrucks(float dt);
    void readTriggers(float dt);

    const Models* models_;
    sat3d::World world_;
    sat3d::Dynamics dynamics_;
    Arena arena_;
    Random random_;
    std::vector<Tank> tanks_;
    std::vector<Pilot> pilots_;
    std::vector<Truck> trucks_;
    std::optional<Triggers> triggers_;  ///< set by the constructor
    std::vector<Shell> shells_;
    std::vector<Impact> impacts_;
    std::vector<Hit> hits_;
    std::vector<std::uint32_t> shooters_;
    std::vector<sat3d::ObjectMotion> moved_;
    sat3d::ObjectMotions motions_;
    std::uint32_t scores_[2] = {0, 0};
    std::vector<float> fallenFor_;  ///< seconds on the side, by tank, then by truck
    float untilScore_ = 1.0f;       ///< seconds: the holders of zones score once a second
    Statistics statistics_;
};

}  // namespace tank_arena
