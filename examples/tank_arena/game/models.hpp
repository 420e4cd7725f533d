#pragma once

#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tank_arena {

/// The tank's model: its nodes turn, and the names of its materials say how thick the plates are.
struct TankModel {
    sat3d::CollisionModel collision;
    sat3d::Compound shape;                 ///< part k is body k of the model
    std::uint32_t turret = 0, barrel = 0;  ///< nodes
    std::uint32_t barrelPart = 0;
    glm::vec3 muzzle{0.0f}, breech{0.0f};  ///< ends of the barrel, in the model's frame at rest
    std::vector<float> millimeters;        ///< thickness of the plates with each tag

    /// Steel of a plate with a tag, in millimeters.
    [[nodiscard]] float thickness(std::uint32_t tag) const {
        return tag < millimeters.size() ? millimeters[tag] : millimeters[0];
    }
    /// Share of the damage that a hit on a part does: all for hull and turret, little for tracks and barrel.
    [[nodiscard]] float importance(std::uint32_t part) const;
};

/// Everything that the game loads from the folder models/.
struct Models {
    TankModel tank;
    sat3d::Shape crate, wall, ramp, barrier;
};

/// Loads the models.
/// @param folder  the folder models/ of the project
/// @return the error's message names the file
[[nodiscard]] sat3d::Result<Models, std::string> loadModels(const std::filesystem::path& folder);

}  // namespace tank_arena
