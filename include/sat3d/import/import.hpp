#pragma once

/// @file
/// Import of model files as collision models. Target sat3d::import.

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

namespace sat3d::SAT3D_ABI {

/// The naming convention or glTF extension that marks a node as a collider. See docs/importing.md.
enum class ColliderSource : std::uint8_t {
    None,                ///< no convention applies
    UnrealBox,           ///< UBX_
    UnrealConvex,        ///< UCX_
    UnrealSphere,        ///< USP_
    UnrealCapsule,       ///< UCP_
    UnrealLegacyConvex,  ///< MCDCX_, the older form of UCX_
    GodotCol,            ///< -col: visible, and collides as a static triangle mesh
    GodotConvcol,        ///< -convcol: visible, and collides as a static convex hull
    GodotColonly,        ///< -colonly: invisible, collides as a static triangle mesh
    GodotConvcolonly,    ///< -convcolonly: invisible, collides as a static convex hull
    GodotRigid,          ///< -rigid: visible, and moves as a convex hull
    GodotNoimp,          ///< -noimp: dropped with all its descendants
    GodotNavmesh,        ///< -navmesh: dropped, because it is a surface for navigation
    GodotOcconly,        ///< -occonly: dropped, because it is an occluder only
    GodotOcc,            ///< -occ: does not affect collision
    GodotVehicle,        ///< -vehicle: does not affect collision
    GodotWheel,          ///< -wheel: does not affect collision
    KhrRigidBodies,  ///< KHR_physics_rigid_bodies, with shapes of KHR_implicit_shapes or KHR_collision_shapes
    OmiPhysicsBody,  ///< OMI_physics_body, with shapes of OMI_physics_shape
    OmiCollider,     ///< OMI_collider
};

/// Treatment of a mesh that is not convex. Does not apply if its name or the file requests a convex shape.
enum class NonConvexPolicy : std::uint8_t {
    ConvexHull,    ///< the convex hull, which fills the notches; the report states their depth and place
    Decompose,     ///< convex pieces, one body each
    TriangleMesh,  ///< a static triangle mesh (CollisionMesh); also for a mesh without a volume
};

/// Treatment of unnamed meshes. A mesh is unnamed if its node has no collision name, no collision suffix and
/// no declared collider.
enum class UnnamedMeshes : std::uint8_t {
    AsFileSuggests,  ///< they collide, unless a mesh of the file is named, suffixed or declared as a collider
    Collide,         ///< they collide, unless a collision mesh or a declared collider collides for them
    Ignore,          ///< they are render meshes
};

// GCC warns that Body, which is NodeRole::Body, hides the alias of <sat3d/response/body.hpp>.
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif
/// Role of a mesh node in the imported model.
enum class NodeRole : std::uint8_t {
    Body,        ///< it collides
    RenderOnly,  ///< it is a render mesh; it may have collision meshes
    Dropped,     ///< its name or the name of an ancestor excludes it
};
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/// Settings for an import in a separate process, so that no file can crash or block the calling program.
struct Isolation {
    /// Program that reads the file: sat3d_import_worker, or any program that calls runImportWorker(). Either
    /// a path, or a name that the system looks up in its search path. If empty: sat3d_import_worker beside
    /// the running program, or else in the search path.
    std::filesystem::path executable = {};
    /// Limit of the size of the answer in bytes. Also limits the worker's memory if the system supports it.
    std::uint64_t maxMemoryBytes = std::uint64_t{4} << 30;
};

struct ImportOptions {
    UpAxis up = UpAxis::Y;  ///< up axis of the result: Y as in OpenGL and glTF, Z as in Blender and CAD
    /// Replaces the file's up axis. If it is not set, OBJ files are Y up, and STL and PLY files are Z up.
    std::optional<UpAxis> sourceUp = {};
    std::optional<double> metersPerUnit =
        {};                   ///< replaces the file's unit, which is 1 m if the file has none
    bool unrealNames = true;  ///< UBX_ UCX_ USP_ UCP_ MCDCX_, followed by the render mesh's name
    bool godotNames = true;   ///< suffixes: -col -convcol -colonly -convcolonly -rigid -noimp ...
    bool khrPhysics = true;   ///< KHR_physics_rigid_bodies: if a file declares colliders, names are ignored
    bool omiPhysics = true;   ///< OMI_physics_body and OMI_collider, unless Khronos physics is read
    UnnamedMeshes unnamedMeshes = UnnamedMeshes::AsFileSuggests;
    bool splitUnrealComponents = true;    ///< one hull for each closed loose part of a UCX_ or MCDCX_ mesh
    bool splitUnnamedComponents = false;  ///< one hull for each closed loose part of an unnamed mesh
    bool fitPrimitives = true;            ///< UBX_, USP_ and UCP_ meshes become boxes, spheres and capsules
    /// Largest distance of a UBX_, USP_ or UCP_ mesh from its box, sphere or capsule, as a fraction of the
    /// largest extent of the mesh. A mesh with a larger distance becomes a hull. Range 0 .. 0.1.
    double fitTolerance = 1e-3;
    /// If set, -col, -colonly and declared concave colliders become a CollisionMesh, except on dynamic
    /// bodies. In all other cases they are treated like unnamed meshes that collide.
    bool triangleMeshes = true;
    bool unnamedAsTriangleMeshes = false;  ///< unnamed meshes that collide become a CollisionMesh, too
    NonConvexPolicy nonConvexPolicy = NonConvexPolicy::ConvexHull;
    /// Options of NonConvexPolicy::Decompose. The callback gets the progress of the current mesh. If the
    /// callback cancels, the error is Canceled.
    DecompositionOptions pieces = {};
    /// If it has the default tolerance, nodes with doubled corners get a larger one: see DoubledCorners.
    HullOptions hull = {};
    /// Vertices of a node are welded if their distance is below this fraction of the largest extent of the
    /// node. 0 welds equal vertices only. Range 0 .. 0.01.
    double weldTolerance = 1e-6;
    bool keepRenderMeshes = false;  ///< fills ImportedModel::renderMeshes, for tools that show the model
    /// Reads only .obj .gltf .glb .fbx .dae .stl .ply, the formats that are checked for the known faults of
    /// their readers. Set it if strangers choose the name of the file; see docs/importing.md.
    bool onlyValidatedFormats = false;
    /// Reads the model in a separate process, on POSIX systems and on Windows.
    std::optional<Isolation> isolation = {};
    // Limits against hostile files. A file that exceeds a limit gives the error LimitExceeded, whose message
    // names the limit.
    std::uint64_t maxFileBytes = 256u << 20;  ///< total size of the file and of all files that it refers to
    std::uint32_t maxNodes = 100'000;
    std::uint32_t maxDepth = 512;
    std::uint64_t maxVertices = 20'000'000;  ///< over all nodes, before welding
    double maxSeconds = 120.0;               ///< checked between steps
};

/// The findings about one mesh node.
struct NodeReport {
    struct Warning {
        enum class Code {
            Open,                ///< the surface has holes
            Flat,                ///< a plane, a line or a point: no body
            Inverted,            ///< some or all faces point inward
            Tiny,                ///< so small that the unit is probably wrong
            Huge,                ///< so large that the unit is probably wrong
            NotConvex,           ///< the body fills notches of the mesh
            NormalsDisagree,     ///< the normals in the file contradict the winding of the faces
            Degenerate,          ///< some faces have no area
            Thin,                ///< a sliver: its thickness is a tiny fraction of its length
            Empty,               ///< no faces: no body
            NotFinite,           ///< a coordinate is a NaN or an infinity: no body
            Skipped,             ///< no body for another reason
            NoRenderMesh,        ///< the name of a collision mesh refers to no mesh
            MeshReplacedByHull,  ///< a hull instead of the requested triangle mesh: it is dynamic, or
                                 ///< ImportOptions::triangleMeshes is off
            PrimitiveFitFailed,  ///< a hull, because the mesh is not the requested box, sphere or capsule
            Approximated,        ///< a hull, because the declared shape does not exist here
            InvalidPhysics,      ///< the file declares an invalid value, which is ignored
            FarAway,             ///< so far from the origin that floats blur its shape
            DoubledCorners,      ///< corners are there twice, a little apart: the body merges them
        };
        Code code;
        std::string message;  ///< text for artists: the numbers and the remedy
    };
    std::string name;        ///< name of the node; if it has none, of the mesh or the file
    std::uint32_t node = 0;  ///< index into CollisionModel::nodes
    std::string path;        ///< names from the root to the node, separated by '/'; long names are shortened
    ColliderSource source = ColliderSource::None;
    NodeRole role = NodeRole::Body;
    std::string summary;               ///< the role in words: "collides for \"Crate\" (UCX_)"
    std::uint32_t verticesRead = 0;    ///< vertices that faces use, before welding
    std::uint32_t verticesWelded = 0;  ///< after welding
    std::uint32_t facesRead = 0;       ///< polygons or triangles of the file
    std::uint32_t hullVertices = 0,
                  hullFaces = 0;             ///< counts of the mesh's hulls, even if bodies are primitives
    std::uint32_t triangles = 0;             ///< triangles of its CollisionMesh
    double volume = 0.0;                     ///< volume of the bodies, cubic meters; 0 without a body
    double meshVolume = 0.0;                 ///< signed volume of the mesh, cubic meters
    glm::vec3 minimum{0.0f}, maximum{0.0f};  ///< bounds in the model's frame, meters
    struct Pieces {
        std::uint32_t count = 0;            ///< 0: the mesh is not decomposed
        double concavity = 0.0;             ///< the largest ConvexPiece::concavity, meters
        double maxUncoveredDistance = 0.0;  ///< the largest distance of a vertex from all pieces, meters
    };
    Pieces pieces;
    bool mirrored = false;  ///< the transform of the node mirrors the mesh
    std::vector<Warning> warnings;
};

/// A file that decides what an import returns.
struct SourceFile {
    std::filesystem::path path;  ///< relative to the folder of the model
    std::optional<std::uint64_t>
        checksum;  ///< of the bytes that were read; not set if there was no such file

    friend bool operator==(const SourceFile&, const SourceFile&) = default;
};

/// The findings about a model file.
struct ImportReport {
    std::filesystem::path file;
    /// The model file, then those that it refers to and that decide the model: buffers of glTF, material
    /// libraries of OBJ. Textures are none of them. If none of these files changes, neither does the model.
    std::vector<SourceFile> files;
    std::string format;     ///< name of the format in the importer
    std::string generator;  ///< the program that wrote the file, if the file names it
    double metersPerUnit = 1.0;
    std::string unitSource;  ///< where metersPerUnit comes from: "file", "format", "option" or "assumed"
    UpAxis sourceUp = UpAxis::Y;
    std::string upSource;            ///< where sourceUp comes from
    std::vector<std::string> notes;  ///< about the whole file: files that were not opened, assumptions, ...
    std::vector<NodeReport> nodes;   ///< one for each mesh node, with or without a body

    /// Returns the findings about a node, or nullptr if the node has no mesh. `node` is an index into
    /// CollisionModel::nodes.
    [[nodiscard]] SAT3D_IMPORT_API const NodeReport* reportFor(std::uint32_t node) const noexcept;
};

/// Returns a table with a row for each mesh node (counts, volume, extents, role), then all notes and
/// warnings, one paragraph each. `sat3d inspect` prints this text. Control characters are replaced.
[[nodiscard]] SAT3D_IMPORT_API std::string describe(const ImportReport& report);

/// A collision model with the report of its import. saveBaked saves the CollisionModel only.
struct ImportedModel : CollisionModel {
    ImportReport report;
    /// The mesh of each mesh node with welded vertices. Empty unless ImportOptions::keepRenderMeshes is set.
    std::vector<RenderMesh> renderMeshes;
};

/// The reason why a model was not imported.
struct ImportError {
    enum class Code {
        NotFound,       ///< the file does not exist
        Unreadable,     ///< the file cannot be opened or read
        UnknownFormat,  ///< no reader for the extension
        Malformed,      ///< the content of the file is invalid
        LimitExceeded,  ///< the file exceeds a limit of ImportOptions
        Canceled,       ///< the callback in ImportOptions::pieces canceled
        NoColliders,    ///< no mesh node gave a body or a triangle mesh; the message lists the reasons
        BadOptions,     ///< an option is out of range
        WorkerFailed,   ///< the process of an isolated import crashed or gave an invalid answer
        WorkerMissing,  ///< the program of an isolated import was not found or cannot be started
    };
    Code code;
    std::string message;  ///< one line: the file, the reason and the cure
    std::filesystem::path file;
    std::string node;     ///< name of the node at fault; empty if the error is not about one node
    ImportReport report;  ///< the findings until the error
};

/// Imports a model file. Each mesh node gives one convex hull, unless names, declared physics or options
/// request another result. Blocks and allocates. Safe to call from several threads.
/// @code
/// auto tank = sat3d::loadModel("models/tank.glb");
/// if (!tank) {
///     std::cerr << tank.error().message;
/// }
/// @endcode
[[nodiscard]] SAT3D_IMPORT_API Result<ImportedModel, ImportError> loadModel(
    const std::filesystem::path& file, const ImportOptions& options = {});

/// Returns the name of the enumerator: "NotConvex".
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NodeReport::Warning::Code code) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(ImportError::Code code) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NodeRole role) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(NonConvexPolicy policy) noexcept;
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(UnnamedMeshes meshes) noexcept;
/// Returns the prefix, suffix or extension as it is written in the file: "UCX_", "-colonly". Empty for None.
[[nodiscard]] SAT3D_IMPORT_API std::string_view toString(ColliderSource source) noexcept;

/// Returns the convention that a node's name follows if all conventions are enabled. Editors can use it to
/// check names before export. The other nodes of a file and the options can change the result of an import.
[[nodiscard]] SAT3D_IMPORT_API ColliderSource colliderSourceFromName(std::string_view nodeName);

/// Returns the extensions that loadModel reads, in lower case with the dot, sorted.
[[nodiscard]] SAT3D_IMPORT_API std::vector<std::string> supportedExtensions();

/// Returns the extensions that loadModel reads with ImportOptions::onlyValidatedFormats, sorted.
[[nodiscard]] SAT3D_IMPORT_API std::vector<std::string> validatedExtensions();

/// Returns the versions that decide, with the files and the options, what loadModel returns: "sat3d 0.1.0,
/// Assimp 5.2.5".
[[nodiscard]] SAT3D_IMPORT_API std::string importerVersion();

}  // namespace sat3d::SAT3D_ABI
