#pragma once

#include "models.hpp"
#include "thing.hpp"

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tank_arena {

struct Shell {
    glm::vec3 position{0.0f}, velocity{0.0f};  ///< m, m/s
    float millimeters = 0.0f;                  ///< of steel that it still pierces
    float caliber = 100.0f;                    ///< mm
    float damage = 0.0f;
    float age = 0.0f;           ///< seconds
    std::uint32_t shooter = 0;  ///< number of the tank
    bool hasLeftTank = false;   ///< it may hit the tank that shot it
    bool hasDamaged = false;    ///< a shell damages one tank, once

    [[nodiscard]] float kilograms() const { return 0.08f * caliber; }
};

/// What happens where a shell meets something.
struct Impact {
    enum class Result : std::uint8_t { Ricochet, Pierced, Stopped };

    Result result = Result::Stopped;
    sat3d::ObjectId object;
    Thing thing;
    glm::vec3 point{0.0f}, normal{0.0f};  ///< world frame
    std::uint32_t part = 0;
    float cosine = 1.0f;      ///< of the angle of impact: 1 is head-on
    float effective = 0.0f;   ///< mm of steel along the path
    glm::vec3 impulse{0.0f};  ///< that the shell loses to the object, Newton seconds
};

/// What shells fly through in a step.
struct Flight {
    const sat3d::World& world;
    const sat3d::Dynamics& dynamics;
    std::span<const sat3d::ObjectMotion> moved;  ///< of the objects in this step
    const sat3d::ObjectMotions& motions;         ///< the same, to search
    const TankModel& model;
    float dt = 0.0f;  ///< seconds
};

/// Moves a shell for one step, through everything that moves as well.
/// @param ownTank  the tank that shot it: not in its way until the shell has left it
/// @param impacts  appends what it meets, in order
/// @return whether it is still on its way
[[nodiscard]] bool fly(Shell& shell, const Flight& flight, sat3d::ObjectId ownTank,
                       std::vector<Impact>& impacts);

}  // namespace tank_arena
