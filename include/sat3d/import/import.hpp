#pragma once

/// @file
/// Models from modelling tools as collision shapes. Target sat3d::import.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/shapes/collision_model.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// The part of a name, or of its mesh's name, by which a node was read; or the extension of glTF that says
/// what it is. See docs/importing.md.
enum class NameRule : std::uint8_t {
    None,                ///< no convention's: the node is taken as it is
    UnrealBox,           ///< UBX_
    UnrealConvex,        ///< UCX_
    UnrealSphere,        ///< USP_
    UnrealCapsule,       ///< UCP_
    UnrealLegacyConvex,  ///< MCDCX_, an older UCX_
    GodotCol,            ///< -col: seen, and collides as a static triangle mesh
    GodotConvcol,        ///< -convcol: seen, and collides as a static convex hull
    GodotColonly,        ///< -colonly: not seen, collides as a static triangle mesh
    GodotConvcolonly,    ///< -convcolonly: not seen, collides as a static convex hull
    GodotRigid,          ///< -rigid: seen, and moves as a convex hull
    GodotNoimp,          ///< -noimp: dropped, with all below it
    GodotNavmesh,        ///< -navmesh: dropped, a surface to walk on and no solid
    GodotOcconly,        ///< -occonly: dropped, it hides what is behind and no more
    GodotOcc,            ///< -occ: says nothing of collision
    GodotVehicle,        ///< -vehicle: says nothing of collision
    GodotWheel,          ///< -wheel: says nothing of collision
    KhrRigidBodies,  ///< KHR_physics_rigid_bodies, with shapes of KHR_implicit_shapes or KHR_collision_shapes
    OmiPhysicsBody,  ///< OMI_physics_body, with shapes of OMI_physics_shape
    OmiCollider,     ///< OMI_collider
};

/// What a mesh that is not convex becomes, where no name asks for a convex shape.
enum class NotConvexAs : std::uint8_t {
    Hull,    ///< its hull, which fills the notches: the report says how deep, and where
    Pieces,  ///< convex pieces, a body each
    Mesh,    ///< a static triangle mesh, as it is: a CollisionSurface. So does a mesh without a volume
};

/// What became of a mesh node.
enum class NodeRole : std::uint8_t {
    Body,        ///< it collides
    RenderOnly,  ///< it is seen; collision meshes of its name collide for it
    Dropped,     ///< its name, or that of a node above it, keeps it out
};

/// An import in a process of its own: whatever a file does to its reader, the caller lives on.
struct Isolation {
    /// The program that reads: sat3d_import_worker, or another that calls runImportWorker(). A path, or a
    /// name to be found as the system does. Empty: sat3d_import_worker beside the running program, else
    /// wherever it is found.
    std::filesystem::path worker;
    /// Of the worker, where the system can bound it, and of what it answers.
    std::uint64_t maxMemoryBytes = std::uint64_t{4} << 30;
};

struct ImportOptions {
    UpAxis up = UpAxis::Y;           ///< of the result: Y as in OpenGL and glTF, Z as in Blender and CAD
    std::optional<UpAxis> sourceUp;  ///< overrides what the file says (OBJ, STL and PLY say nothing: Y, Z, Z)
    std::optional<double> metresPerUnit;  ///< overrides the file's unit (1 where it names none)
    bool unrealNames = true;              ///< UBX_ UCX_ USP_ UCP_ MCDCX_ and the render mesh's name
    bool godotNames = true;  ///< -col -convcol -colonly -convcolonly -rigid -noimp and the others
    /// Colliders that glTF files declare; then they alone collide, and names say nothing.
    bool khrPhysics = true;          ///< KHR_physics_rigid_bodies
    bool omiPhysics = true;          ///< OMI_physics_body, OMI_collider; not where the other is read
    bool splitUnrealIslands = true;  ///< a UCX_ or MCDCX_ mesh of loose closed parts gives a hull for each
    bool splitPlainIslands = false;  ///< so does a mesh that no convention names
    bool fitPrimitives = true;       ///< UBX_, USP_ and UCP_ meshes become boxes, spheres and capsules
    /// How far such a mesh may be from the shape its name asks for, as a fraction of its largest extent;
    /// beyond that it is a hull. Range 0 .. 0.1.
    double fitTolerance = 1e-3;
    /// What asks for a triangle mesh (-col, -colonly, a collider that a file declares as a concave mesh)
    /// becomes a CollisionSurface, unless it moves by itself; else it is taken like a mesh that no convention
    /// names.
    bool triangleMeshes = true;
    bool plainTriangleMeshes = false;  ///< so does every mesh that no convention names
    NotConvexAs notConvexAs = NotConvexAs::Hull;
    /// How, for Pieces; `hull` holds for them as well. The callback hears of the mesh at hand, but not from a
    /// process of its own; cancelling is the error Cancelled.
    DecompositionOptions pieces;
    HullOptions hull;
    /// Vertices of a node closer than this count as one, as a fraction of the node's largest extent; 0 joins
    /// equal ones only. Range 0 .. 0.01.
    double weldTolerance = 1e-6;
    bool keepMeshes = false;  ///< ImportedModel::meshes, for tools that show what was modelled
    /// Takes .obj .gltf .glb .fbx .dae .stl .ply only, the readers checked against broken files. Set it where
    /// the file's name comes from a stranger; see docs/importing.md.
    bool onlyVettedFormats = false;
    /// Reads the model in a process of its own. POSIX only so far: elsewhere the error WorkerFailed.
    std::optional<Isolation> isolation = std::nullopt;
    // Limits against hostile files; exceeding one is an error that names it.
    std::uint64_t maxFileBytes = 256u << 20;  ///< the file and all it refers to, together
    std::uint32_t maxNodes = 100'000;
    std::uint32_t maxDepth = 512;
    std::uint64_t maxVertices = 20'000'000;  ///< over all nodes, as delivered
    double maxSeconds = 120.0;               ///< checked between steps, not within one
};

/// What was found in one mesh node.
struct NodeReport {
    struct Warning {
        enum class Code {
            Open,             ///< the surface has holes
            Flat,             ///< a plane, a line or a point: no body
            Inverted,         ///< inside out, wholly or in part
            Tiny,             ///< so small that the unit is probably wrong
            Huge,             ///< so large that the unit is probably wrong
            NotConvex,        ///< the body fills notches of the mesh
            NormalsDisagree,  ///< the file's normals point against the faces' winding
            Degenerate,       ///< some faces have no area
            Empty,            ///< no faces: no body
            NotFinite,        ///< a NaN or an infinity: no body
            Skipped,          ///< no body for another reason
            NoRenderMesh,     ///< a collision mesh whose name names no mesh
            HullForMesh,      ///< a triangle mesh was asked for, but it moves or that is off: its convex hull
            NotPrimitive,     ///< a box, sphere or capsule was asked for, but the mesh is none: its hull
            Approximated,     ///< a shape that no body here is was declared: a hull near it
            BadPhysics,       ///< the file declares something that makes no sense: left out
        };
        Code code;
        std::string message;  ///< in the artist's words, with the figure and the cure
    };
    std::string name;        ///< of the node (of the mesh or file where the node has none)
    std::uint32_t node = 0;  ///< index into the model's nodes
    std::string path;        ///< from the root, separated by '/'; names of more than 64 characters are cut
    NameRule rule = NameRule::None;                 ///< by which the name was read
    NodeRole role = NodeRole::Body;                 ///< what became of it, and in words:
    std::string outcome;                            ///< "collides for \"Crate\" (UCX_)"
    std::uint32_t verticesRead = 0;                 ///< as the file's faces use them
    std::uint32_t verticesWelded = 0;               ///< after joining equal positions
    std::uint32_t facesRead = 0;                    ///< polygons or triangles as delivered
    std::uint32_t hullVertices = 0, hullFaces = 0;  ///< of the mesh's hulls, whatever shape the bodies are
    std::uint32_t triangles = 0;                    ///< of the static triangle mesh that it became
    double volume = 0.0;                            ///< of the bodies, cubic metres; 0 without one
    double meshVolume = 0.0;                        ///< signed, of the mesh itself
    glm::vec3 minimum{0.0f}, maximum{0.0f};         ///< extents in the result's frame, metres
    struct Pieces {
        std::uint32_t count = 0;  ///< 0: the mesh was not taken apart
        double concavity = 0.0;   ///< metres: the worst of ConvexPiece::concavity
        double uncovered = 0.0;   ///< metres: no vertex lies farther outside all pieces
    };
    Pieces pieces;
    bool mirrored = false;  ///< a mirrored node, re-wound
    std::vector<Warning> warnings;
};

struct ImportReport {
    std::filesystem::path file;
    std::string format;          ///< as the importer names it
    std::string generator;       ///< the tool that wrote the file, if it says so
    double metresPerUnit = 1.0;  ///< as resolved, and how:
    std::string unitSource;      ///< "file", "format", "option" or "assumed"
    UpAxis sourceUp = UpAxis::Y;
    std::string upSource;            ///< the same for the up-axis
    std::vector<std::string> notes;  ///< on the file as a whole: what was not opened, what was assumed
    std::vector<NodeReport> nodes;   ///< one per mesh node, also those that gave no body

    /// The line of a node of the model (CollisionBody::node, renderNode), or nullptr: it has no mesh.
    [[nodiscard]] SAT3D_IMPORT_API const NodeReport* lineOf(std::uint32_t node) const noexcept;
};

/// A model as it was read, with what was found on the way. Report and meshes are for people; what a game
/// needs is in the CollisionModel, which saveBaked keeps.
struct ImportedModel : CollisionModel {
    ImportReport report;
    std::vector<NodeMesh> meshes;  ///< of all mesh nodes, welded; empty unless ImportOptions::keepMeshes
};

struct ImportError {
    enum class Code {
        NotFound,          ///< no such file
        Unreadable,        ///< cannot be opened or read
        UnknownFormat,     ///< the extension is not one that is imported
        Malformed,         ///< the file's own fault; the message says what the reader said
        LimitExceeded,     ///< one of ImportOptions' limits
        Cancelled,         ///< by the callback in ImportOptions::pieces
        NothingToCollide,  ///< no mesh node gave a body or a surface; the message lists why, node by node
        BadOptions,
        WorkerFailed,  ///< the process of an isolated import crashed, talked nonsense, or was not found
    };
    Code code;
    std::string message;  ///< names file, node, index and cure
    std::filesystem::path file;
    ImportReport report;  ///< as far as it came
};

/// Reads a model and builds one convex hull per mesh node, but for those that names turn into something else:
/// collision meshes stand for the mesh they name, and some nodes are dropped. Blocking, allocates, safe to
/// call from several threads.
[[nodiscard]] SAT3D_IMPORT_API Result<ImportedModel, ImportError> loadModel(
    const std::filesystem::path& file, const ImportOptions& options = {});

/// The enumerator's own name, for tables and logs: "NotConvex".
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NodeReport::Warning::Code code) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(ImportError::Code code) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NodeRole role) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NotConvexAs as) noexcept;
/// As the artist writes it: "UCX_", "-colonly"; empty for None.
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NameRule rule) noexcept;

/// What a node's name alone says, all conventions on: for editors that show or check names before export.
/// Whether it counts in a file depends on what else is there.
[[nodiscard]] SAT3D_IMPORT_API NameRule nameRuleOf(std::string_view nodeName);

/// Extensions that loadModel takes (lower case, with the dot), in alphabetical order.
[[nodiscard]] SAT3D_IMPORT_API std::vector<std::string> importableExtensions();

}  // namespace sat3d::inline SAT3D_ABI
