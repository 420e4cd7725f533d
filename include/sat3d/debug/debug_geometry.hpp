#pragma once

/// @file
/// Debug geometry: triangles, lines and labels as plain arrays that any renderer can draw.

#include <sat3d/math/engine_frames.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A color: red in the lowest byte, then green, blue and alpha. On little-endian machines the bytes in memory
/// are R, G, B, A. OpenGL reads them as four normalized GL_UNSIGNED_BYTE. For renderers that want ARGB, see
/// argb().
using Color = std::uint32_t;

/// Returns a color.
/// @param red, green, blue, alpha  0 .. 255; an alpha of 255 is opaque
[[nodiscard]] constexpr Color rgba(std::uint32_t red, std::uint32_t green, std::uint32_t blue,
                                   std::uint32_t alpha = 255) noexcept {
    return (red & 255u) | (green & 255u) << 8 | (blue & 255u) << 16 | (alpha & 255u) << 24;
}
/// Returns the color with blue in the lowest byte and alpha in the highest, as Irrlicht and Direct3D 9 want
/// it.
[[nodiscard]] constexpr std::uint32_t argb(Color color) noexcept {
    return (color & 0xff00ff00u) | (color & 255u) << 16 | (color >> 16 & 255u);
}

/// Triangles, counter-clockwise seen from outside. The faces of a shape share no vertices, so each vertex has
/// the normal of its face: flat faces are lit as flat.
struct DebugTriangles {
    std::vector<glm::vec3> positions;    ///< meters
    std::vector<glm::vec3> normals;      ///< unit, outward, one per position
    std::vector<Color> colors;           ///< one per position
    std::vector<std::uint32_t> indices;  ///< into positions, three per triangle
};

/// Lines, each from position 2 * k to position 2 * k + 1.
struct DebugLines {
    std::vector<glm::vec3> positions;  ///< meters
    std::vector<Color> colors;         ///< one per position
};

/// A text at a point. The renderer draws it upright and equally large at any distance, or leaves it out.
struct DebugLabel {
    glm::vec3 position{0.0f};  ///< meters
    Color color = rgba(255, 255, 255);
    std::string text;
};

/// Geometry for a renderer. All positions are in one frame: the world's, relative to DebugOptions::origin.
struct DebugGeometry {
    DebugTriangles triangles;
    DebugLines lines;
    std::vector<DebugLabel> labels;

    /// Removes everything, and keeps the memory for the next frame.
    SAT3D_DEBUG_API void clear() noexcept;
};

/// Converts geometry to a left-handed frame, or back: mirrors positions and normals, and reverses the
/// corners of each triangle, so that its front stays its front.
SAT3D_DEBUG_API void mirror(DebugGeometry& geometry, MirrorAxis axis = MirrorAxis::Z) noexcept;

/// Kinds of geometry to draw: bits, combined with |.
enum class DebugLayer : std::uint32_t {
    None = 0,
    Faces = 1u << 0,          ///< triangles of shapes
    Edges = 1u << 1,          ///< edges of shapes, without diagonals of faces
    Bounds = 1u << 2,         ///< world-space boxes of objects
    Trees = 1u << 3,          ///< boxes of search trees of a scene
    ShapeTrees = 1u << 4,     ///< boxes of search trees in composite shapes
    Contacts = 1u << 5,       ///< contact points with their normals
    Pushes = 1u << 6,         ///< minimum translations, as arrows at B
    ContactEvents = 1u << 7,  ///< objects that touch, and pairs that begin or end to
    Rays = 1u << 8,           ///< rays with their hits
    Sweeps = 1u << 9,         ///< moving shapes with their times of impact
    Explanations = 1u << 10,  ///< the push, the features, the best plane and axis of an explanation
    AllPlanes = 1u << 11,     ///< all candidate planes of an explanation
    Bodies = 1u << 12,        ///< centers of mass, velocities, and which bodies are asleep
    Impulses = 1u << 13,      ///< impulses at the contact points of dynamics
    Labels = 1u << 14,        ///< names of objects; lengths, depths and impulses beside the drawing
    Joints = 1u << 15,        ///< joints with their axes and limits
    Vehicles = 1u << 16,      ///< wheels, springs, and the grip of tires
    Default = Faces | Edges | Contacts | Pushes | ContactEvents | Rays | Sweeps | Explanations,
    All = 0xffffffffu,
};
[[nodiscard]] constexpr DebugLayer operator|(DebugLayer a, DebugLayer b) noexcept {
    return static_cast<DebugLayer>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
[[nodiscard]] constexpr DebugLayer operator&(DebugLayer a, DebugLayer b) noexcept {
    return static_cast<DebugLayer>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}
/// Returns all layers except these.
[[nodiscard]] constexpr DebugLayer operator~(DebugLayer layers) noexcept {
    return static_cast<DebugLayer>(~static_cast<std::uint32_t>(layers));
}

/// Returns the name of a single layer: "Contacts". "None" and "?" for none and several.
[[nodiscard]] SAT3D_DEBUG_API std::string_view toString(DebugLayer layer) noexcept;
/// Number of layers: layer k is the bit 1 << k. For a panel with a check box for each.
inline constexpr std::uint32_t kDebugLayerCount = 17;

struct DebugColors {
    Color moving = rgba(222, 158, 54), stationary = rgba(128, 134, 122), sensor = rgba(64, 150, 250, 80);
    Color edge = rgba(38, 36, 34);
    Color touching = rgba(255, 214, 64);  ///< edges of objects that touch
    Color bounds = rgba(80, 200, 240), tree = rgba(140, 120, 230);
    Color contact = rgba(255, 60, 40), normal = rgba(255, 150, 40), push = rgba(255, 40, 200);
    Color begun = rgba(60, 240, 90), ended = rgba(170, 170, 180);
    Color ray = rgba(250, 240, 120), sweep = rgba(120, 250, 220);
    Color shapeA = rgba(90, 160, 255), shapeB = rgba(255, 170, 80);   ///< features and projections of A and B
    Color gap = rgba(60, 240, 170);                                   ///< between two shapes that are apart
    Color awake = rgba(255, 255, 255), asleep = rgba(110, 130, 200);  ///< centers of mass
    Color velocity = rgba(90, 220, 255), impulse = rgba(255, 90, 160);
    Color joint = rgba(120, 240, 255), limit = rgba(255, 190, 60);
    Color wheel = rgba(255, 255, 255), grip = rgba(60, 240, 90), slip = rgba(255, 60, 40);  ///< of tires
    Color label = rgba(255, 255, 255);
};

struct DebugOptions {
    DebugLayer show = DebugLayer::Default;
    DebugColors colors = {};
    /// World point, meters: positions are relative to it. Near the camera, so that floats are precise far
    /// from the world's origin.
    glm::dvec3 origin{0.0};
    std::uint32_t segments = 16;  ///< of round shapes, see tessellate()
    float pointSize = 0.1f;       ///< meters: arm of the cross at a contact point
    float normalLength = 0.6f;    ///< meters: of the arrow at a contact point or a hit
    float pushScale = 1.0f;       ///< arrows are this often as long as the minimum translation
    float velocityScale = 0.25f;  ///< seconds: an arrow shows the path of a body in this time
    float impulseScale = 1e-3f;   ///< meters per Newton second
    float halfSpaceSize = 50.0f;  ///< meters: side of the square that stands for a half-space
    float rayLength = 100.0f;     ///< meters: drawn length of rays that are longer and hit nothing
};

}  // namespace sat3d::SAT3D_ABI
