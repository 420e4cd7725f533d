#pragma once

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tank_arena {

enum class Mesh : std::uint8_t {
    Ground,
    Rim,
    Hull,
    Turret,
    Barrel,
    TrackLeft,
    TrackRight,
    Crate,
    Wall,
    Ramp,
    BarrierBase,
    BarrierTop,
    Cube,
    Cylinder
};
inline constexpr std::size_t kMeshCount = 14;

/// How a surface looks. The numbers are those of the shaders.
enum class Surface : std::uint8_t { Paint, Ground, Concrete, Wood, Metal, Glow };

/// A mesh at a place.
struct Instance {
    glm::mat4 toWorld{1.0f};  ///< a rotation after scale along the axes
    glm::vec3 color{1.0f};    ///< linear; above 1 it glows
    float surface = 0.0f;
    glm::vec4 seed{0.0f};  ///< x: offset of the noise
};

/// A zone, drawn on the ground.
struct ZoneMark {
    glm::vec4 place{0.0f};  ///< x, z, half the side, 0
    glm::vec4 color{0.0f};
};

/// Lines, each from position 2 * k to position 2 * k + 1. Colors as in sat3d::debug: RGBA in memory.
struct LineList {
    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t> colors;
};

/// What is drawn in a frame.
struct Scene {
    std::array<std::vector<Instance>, kMeshCount> instances;
    std::vector<ZoneMark> zones;
    LineList lines;          ///< over everything
    glm::vec3 target{0.0f};  ///< around which shadows are sharp

    void add(Mesh mesh, const glm::mat4& toWorld, const glm::vec3& color, Surface surface,
             float seed = 0.0f) {
        instances[static_cast<std::size_t>(mesh)].push_back(
            {toWorld, color, static_cast<float>(surface), glm::vec4(seed, 0.0f, 0.0f, 0.0f)});
    }
    void clear() {
        for (auto& list : instances) {
            list.clear();
        }
        zones.clear();
        lines = {};
    }
};

struct Camera {
    glm::vec3 eye{0.0f, 5.0f, -10.0f}, target{0.0f};
    float fieldOfView = 0.75f;  ///< radians, vertical

    [[nodiscard]] glm::mat4 clipFromWorld(float aspect) const;
};

}  // namespace tank_arena
