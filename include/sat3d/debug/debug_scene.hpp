#pragma once

/// @file
/// Shapes for a renderer that keeps meshes: each mesh once, then ids and poses per frame.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The faces and edges of a shape in its own frame, to upload once. All colors are white: an instance has the
/// color.
struct DebugMesh {
    std::uint32_t id = 0;  ///< small, and used again after its release
    DebugGeometry geometry;
};

/// A mesh at a pose.
struct DebugInstance {
    std::uint32_t id = 0;  ///< small; stays the same as long as the shape does; used again after its release
    std::uint32_t mesh = 0;  ///< DebugMesh::id
    Color color = 0, edgeColor = 0;
    Pose pose;               ///< of the mesh, relative to the origin of the frame
    std::uint64_t key = 0;   ///< as given to add(); for a world, see keyOf()
    std::uint32_t part = 0;  ///< the child of a Compound, otherwise 0

    /// The pose as a column-major matrix.
    [[nodiscard]] glm::mat4 matrix() const { return pose.matrix(); }
};

/// The work of a renderer in a frame, in this order. Valid until the next frame of the scene begins.
struct DebugFrame {
    std::span<const std::uint32_t> releasedInstances;  ///< to remove
    std::span<const std::uint32_t> releasedMeshes;     ///< to delete: no instance uses them now
    std::span<const DebugMesh> newMeshes;              ///< to upload
    std::span<const DebugInstance> instances;          ///< all of this frame: add new ids, move the others
};

/// Shapes that a renderer draws frame by frame. Shapes that share their data (copies of a hull, a mesh or a
/// height field) and equal plain shapes have one mesh. The children of a Compound are instances of their own,
/// so a turret that turns changes only a matrix.
/// @code
/// const sat3d::DebugFrame frame = scene.update(world);
/// for (std::uint32_t id : frame.releasedMeshes) { buffers.erase(id); }
/// for (const sat3d::DebugMesh& mesh : frame.newMeshes) { buffers[mesh.id] = upload(mesh.geometry); }
/// for (const sat3d::DebugInstance& one : frame.instances) {
///     drawBuffer(buffers[one.mesh], one.matrix(), one.color);
/// }
/// @endcode
/// Instances that a frame does not add are released. A frame costs O(n log n) for n instances, and the
/// triangles of new meshes. The scene holds copies of the shapes, which share their data.
class DebugScene {
public:
    /// @param options  segments and halfSpaceSize of meshes
    SAT3D_DEBUG_API explicit DebugScene(const DebugOptions& options = {});

    /// Draws a world: a frame with all its objects. Colors are those of draw().
    /// @param options  colors, origin, and whether objects that touch stand out (DebugLayer::ContactEvents)
    template <class T>
    SAT3D_DEBUG_API DebugFrame update(const BasicWorld<T>& world, const DebugOptions& options = {});
    /// The key of a world's object.
    [[nodiscard]] static constexpr std::uint64_t keyOf(ObjectId id) noexcept {
        return std::uint64_t{id.index} << 32 | id.generation;
    }

    // A frame of other shapes: begin(), add() for each, end().

    /// @param origin  world point that the poses are relative to, see DebugOptions::origin
    SAT3D_DEBUG_API void begin(const glm::dvec3& origin = glm::dvec3(0.0));
    /// Adds a shape of any type to the frame.
    /// @param key   any number of the caller that stays the same from frame to frame
    /// @param pose  finite, with a unit rotation (asserted)
    template <class T>
    SAT3D_DEBUG_API void add(std::uint64_t key, ShapeRef shape, const BasicPose<T>& pose,
                             Color color = DebugColors().moving, Color edgeColor = DebugColors().edge);
    SAT3D_DEBUG_API DebugFrame end();

    /// Forgets all meshes and instances, for a renderer that has lost them: the next frame reports them as
    /// new. Nothing is reported as released.
    SAT3D_DEBUG_API void clear() noexcept;

private:
    /// A mesh that is in use. The place in the array is its id.
    struct KnownMesh {
        Shape shape;
        std::uint64_t hash = 0;
        bool isAlive = false, isInFrame = false;
    };
    /// A mesh by the hash of its shape; sorted.
    struct MeshPlace {
        std::uint64_t hash;
        std::uint32_t mesh;
    };

    void addPart(std::uint64_t key, std::uint32_t part, const ShapeRef& shape, const RigidTransform& toWorld,
                 Color color, Color edgeColor);
    [[nodiscard]] std::uint32_t findOrAddMesh(const ShapeRef& shape);
    void numberInstances();
    void releaseMeshes();

    DebugOptions options_;
    glm::dvec3 origin_{0.0};
    std::vector<KnownMesh> meshes_;
    std::vector<MeshPlace> places_;
    std::vector<DebugInstance> former_,
        instances_;  ///< of the last frame and of this one, sorted by key and part
    std::vector<std::uint32_t> freeMeshes_, freeInstances_;
    std::uint32_t instanceCount_ = 0;  ///< ids ever used
    std::vector<DebugMesh> newMeshes_;
    std::vector<std::uint32_t> releasedInstances_, releasedMeshes_;
};

}  // namespace sat3d::SAT3D_ABI
