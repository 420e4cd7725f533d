#pragma once

#include <sat3d/debug/debug_geometry.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>
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
    TruckChassis,
    TruckCab,
    TruckBox,
    Cube,
    Cylinder
};
inline constexpr std::size_t kMeshCount = 17;

/// How a surface looks. The numbers are those of the shaders.
enum class Surface : std::uint8_t { Paint, Ground, Concrete, Wood, Metal, Glow };

/// A mesh at a place.
struct Instance {
    glm::mat4 toWorld{1.0f};  ///< a rotation after scale along the axes
    glm::vec3 color{1.0f};    ///< linear; above 1 it glows
    float surface = 0.0f;
    glm::vec4 seed{0.0f};  ///< x: offset of the noise
};

/// A disc of smoke, dust or fire that faces the camera, or a streak of light.
struct Puff {
    glm::vec4 placeAndSize{0.0f};  ///< world point; radius or half the width, meters
    glm::vec4 color{1.0f};         ///< linear, with alpha
    glm::vec4 axisAndGlow{0.0f};   ///< half of a streak, zero for a disc; 1: shines by itself
    float seed = 0.0f;             ///< offset of the noise
};

/// A square or a disc of color on the ground.
struct GroundMark {
    glm::vec4 place{0.0f};  ///< x, z, half the side; 1 for a disc
    glm::vec4 color{0.0f};
};
inline constexpr std::size_t kMaxGroundMarks = 8;

/// What is drawn in a frame.
struct Scene {
    std::array<std::vector<Instance>, kMeshCount> instances;
    std::vector<GroundMark> marks;  ///< the first kMaxGroundMarks are drawn
    std::vector<Puff> puffs;
    sat3d::DebugGeometry overlay;  ///< debug layers: faces among the objects, lines over everything
    glm::vec3 target{0.0f};        ///< around which shadows are sharp

    void add(Mesh mesh, const glm::mat4& toWorld, const glm::vec3& color, Surface surface,
             float seed = 0.0f) {
        instances[static_cast<std::size_t>(mesh)].push_back(
            {toWorld, color, static_cast<float>(surface), glm::vec4(seed, 0.0f, 0.0f, 0.0f)});
    }
    void clear() {
        for (auto& list : instances) {
            list.clear();
        }
        marks.clear();
        puffs.clear();
        overlay.clear();
    }
};

struct Camera {
    glm::vec3 eye{0.0f, 5.0f, -10.0f}, target{0.0f};
    float fieldOfView = 0.75f;  ///< radians, vertical

    static constexpr float kNear = 0.3f, kFar = 1500.0f;  ///< meters

    [[nodiscard]] glm::mat4 clipFromWorld(float aspect) const;
};

}  // namespace tank_arena
