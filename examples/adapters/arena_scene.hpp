#pragma once

// The scene that all adapters draw: terrain, walls, crates, and two tanks of several parts, of which one has
// driven into a wall.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/sat3d.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

namespace arena {

// What the renderers share, so that their pictures can be compared.
inline constexpr int kWidth = 640, kHeight = 360;
inline constexpr sat3d::Color kSky = sat3d::rgba(150, 178, 205);
inline constexpr float kAmbient = 0.55f, kSunlight = 0.60f;  // shares of a color
inline constexpr glm::vec3 kEye{-6.0f, 5.6f, 15.5f}, kTarget{1.1f, 1.0f, 0.0f};
inline constexpr float kFieldOfView = 40.0f;              // vertical, degrees
inline constexpr glm::vec3 kToSun{-0.49f, 0.66f, 0.57f};  // unit to 1 %

/// The camera's matrices, for OpenGL's clip space.
[[nodiscard]] glm::mat4 viewFromWorld();
[[nodiscard]] glm::mat4 clipFromView();
[[nodiscard]] glm::mat4 clipFromWorld();

/// The world after one update, with manifolds.
[[nodiscard]] sat3d::World makeWorld();

/// All shapes for a renderer that keeps meshes.
[[nodiscard]] sat3d::DebugFrame frameOf(sat3d::DebugScene& scene, const sat3d::World& world);

/// Contacts, pushes and a ray, as lines.
[[nodiscard]] sat3d::DebugGeometry overlayOf(const sat3d::World& world);

}  // namespace arena
