#include "core/checksum.hpp"
#include "shapes/baked/baked_header.hpp"
#include "shapes/baked/baked_hull.hpp"
#include "shapes/baked/baked_physics.hpp"
#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/baked_model.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::SAT3D_ABI {
namespace {

void writeMesh(BakedWriter& writer, const TriangleMesh& mesh) {
    writer.number(static_cast<std::uint8_t>(mesh.sides()));
    writer.number(static_cast<std::uint32_t>(mesh.vertices().size()));
    writer.number(mesh.triangleCount());
    for (const glm::vec3& vertex : mesh.vertices()) {
        writer.vector(vertex);
    }
    writer.indices(mesh.indices());
    writer.indices(mesh.tags());
}

/// Reads a mesh and builds its tree again, with the bits of the saved mesh. If the bytes are not a mesh,
/// returns nothing and sets a fault.
std::optional<TriangleMesh> readMesh(BakedArchive& archive) {
    BakedReader& reader = archive.reader();
    MeshOptions options;
    archive.enumeration(options.sides, Sides::Both);
    const std::uint32_t vertexCount = reader.count(3 * sizeof(float));
    const std::uint32_t triangleCount = reader.count(4);  // three indices and a tag, one byte each
    std::vector<glm::vec3> vertices(vertexCount);
    reader.vectors(vertices);
    const std::vector<std::uint32_t> indices = reader.indices(std::size_t{3} * triangleCount, vertexCount);
    const std::vector<std::uint32_t> tags =
        reader.indices(triangleCount, std::numeric_limits<std::uint32_t>::max());
    if (reader.failed()) {
        return std::nullopt;
    }
    options.tags = tags;
    Result<TriangleMesh, MeshError> mesh = TriangleMesh::fromTriangles(vertices, indices, options);
    if (!mesh) {
        reader.fail(mesh.error().message);
        return std::nullopt;
    }
    return *std::move(mesh);
}

using Code = BakedError::Code;

/// First bytes of a file: a byte that is not ASCII, line ends that a text-mode copy changes, and the
/// end-of-file mark of DOS.
constexpr std::array<std::uint8_t, 8> kMagic{0x89, 's', '3', 'd', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kVersion = 8;
constexpr std::size_t kUpAt = 12, kChecksumAt = 24;

std::uint64_t checksumOf(std::span<const std::byte> file) {
    const std::uint64_t header = checksum(file.first(kChecksumAt));
    return checksum(file.subspan(kBakedHeaderBytes)) ^ header;
}

void transferNode(BakedArchive& archive, ModelNode& node, std::size_t index) {
    archive.text(node.name);
    archive.optionalIndex(node.parent, index, "node");
    archive.pose(node.restPose, "its pivot is invalid");
    archive.list(node.properties, 2 * sizeof(std::uint32_t), [&](NodeProperty& property) {
        archive.text(property.key);
        archive.text(property.value);
    });
}

void transferMembers(BakedArchive& archive, Box& box) {
    archive.vector(box.center);
    archive.vector(box.halfExtents);
    archive.quaternion(box.rotation);
}
void transferMembers(BakedArchive& archive, Sphere& sphere) {
    archive.vector(sphere.center);
    archive.number(sphere.radius);
}
void transferMembers(BakedArchive& archive, Capsule& capsule) {
    archive.vector(capsule.start);
    archive.vector(capsule.end);
    archive.number(capsule.radius);
}

/// Reads only shapes whose numbers are valid.
template <class S>
void transferPrimitive(BakedArchive& archive, ConvexShape& shape) {
    S primitive = archive.reads() ? S{} : std::get<S>(shape);
    transferMembers(archive, primitive);
    if (!archive.reads()) {
        return;
    }
    if (const auto valid = validate(primitive); !valid) {
        archive.fail(valid.error().message);
    } else {
        shape = primitive;
    }
}

void transferHull(BakedArchive& archive, ConvexShape& shape, HullScratch& scratch) {
    if (!archive.reads()) {
        writeHull(archive.writer(), std::get<ConvexHull>(shape));
    } else if (auto hull = readHull(archive.reader(), scratch)) {
        shape = *std::move(hull);
    }
}

void transferShape(BakedArchive& archive, ConvexShape& shape, HullScratch& scratch) {
    ShapeType type = shapeTypeOf(shape);
    archive.enumeration(type, ShapeType::TriangleMesh);
    switch (type) {
        case ShapeType::ConvexHull:
            return transferHull(archive, shape, scratch);
        case ShapeType::Box:
            return transferPrimitive<Box>(archive, shape);
        case ShapeType::Sphere:
            return transferPrimitive<Sphere>(archive, shape);
        case ShapeType::Capsule:
            return transferPrimitive<Capsule>(archive, shape);
        case ShapeType::TriangleMesh:
            break;
    }
    archive.fail("its shape has an unknown type");
}

/// Writes or reads the nodes to which a collider belongs.
template <class Collider>
void transferNodes(BakedArchive& archive, const CollisionModel& model, Collider& collider) {
    archive.index(collider.node, model.nodes.size(), "node");
    if (archive.reads() && collider.node == kNoIndex) {
        archive.fail("it has no node");
    }
    archive.optionalIndex(collider.renderNode, model.nodes.size(), "node");
}

void transferBody(BakedArchive& archive, const CollisionModel& model, CollisionBody& body,
                  HullScratch& scratch) {
    archive.text(body.name);
    transferNodes(archive, model, body);
    archive.number(body.material);
    archive.enumeration(body.requestedType, ShapeType::TriangleMesh);
    archive.enumeration(body.motion, MotionType::Kinematic);
    transferPhysics(archive, model, body);
    transferShape(archive, body.shape, scratch);
}

/// A CollisionMesh without its mesh.
struct MeshCollider {
    std::string name = {};
    std::uint32_t node = 0;
    std::optional<std::uint32_t> renderNode, rigidBody, physicsMaterial, filter, trigger;
};

template <class Collider>
void transferCollider(BakedArchive& archive, const CollisionModel& model, Collider& collider) {
    archive.text(collider.name);
    transferNodes(archive, model, collider);
    transferPhysics(archive, model, collider);
}

/// Writes a mesh of the model, or reads one and adds it to the model.
/// @return its name
std::string transferMesh(BakedArchive& archive, CollisionModel& model, std::size_t index) {
    if (!archive.reads()) {
        CollisionMesh& mesh = model.meshes[index];
        transferCollider(archive, model, mesh);
        writeMesh(archive.writer(), mesh.mesh);
        return mesh.name;
    }
    MeshCollider read;
    transferCollider(archive, model, read);
    if (auto mesh = readMesh(archive)) {
        model.meshes.push_back({read.name, *std::move(mesh), read.node, read.renderNode, read.rigidBody,
                                read.physicsMaterial, read.filter, read.trigger});
    }
    return read.name;
}

BakedError wrong(Code code, std::string message) {
    return {code, std::move(message)};
}

BakedError malformed(const BakedArchive& archive, const std::string& place = {}) {
    return wrong(Code::Malformed, "is broken" + place + ": " + archive.fault());
}

/// Writes or reads what follows the header. An archive that reads fills an empty model.
/// @return the error, if any
std::optional<BakedError> transferModel(BakedArchive& archive, CollisionModel& model) {
    constexpr std::size_t kMinNode = 40;  // bytes of a node without a name
    constexpr std::size_t kMinBody = 51;  // bytes of a sphere without a name
    constexpr std::size_t kMinMesh = 55;  // bytes of a mesh without a name, with one vertex and one triangle
    const std::uint32_t nodes = archive.count(model.nodes.size(), kMinNode),
                        bodies = archive.count(model.bodies.size(), kMinBody),
                        meshes = archive.count(model.meshes.size(), kMinMesh),
                        materials = archive.count(model.materials.size(), sizeof(std::uint32_t));
    const auto placed = [](const char* what, std::size_t number, const std::string& name) {
        return std::string(" at ") + what + " " + std::to_string(number) + " \"" + name + "\"";
    };
    if (archive.failed()) {
        return malformed(archive);
    }
    model.nodes.resize(nodes);
    for (std::uint32_t k = 0; k < nodes; ++k) {
        transferNode(archive, model.nodes[k], k);
        if (archive.failed()) {
            return malformed(archive, " at node " + std::to_string(k));
        }
    }
    model.materials.resize(materials);
    for (std::string& material : model.materials) {
        archive.text(material);
    }
    if (archive.failed()) {
        return malformed(archive, " in its materials");
    }
    transferPhysics(archive, model);
    if (archive.failed()) {
        return malformed(archive, " in its physics properties");
    }
    model.bodies.resize(bodies, CollisionBody{{}, Sphere{}});
    HullScratch scratch;
    for (std::uint32_t k = 0; k < bodies; ++k) {
        transferBody(archive, model, model.bodies[k], scratch);
        if (archive.failed()) {
            return malformed(archive, placed("body", k, model.bodies[k].name));
        }
    }
    model.meshes.reserve(meshes);
    for (std::uint32_t k = 0; k < meshes; ++k) {
        const std::string name = transferMesh(archive, model, k);
        if (archive.failed()) {
            return malformed(archive, placed("mesh", k, name));
        }
    }
    return std::nullopt;
}

/// Reads into an empty model. Returns the error, if any.
std::optional<BakedError> readModel(std::span<const std::byte> bytes, CollisionModel& model) {
    if (std::optional<BakedError> fault = faultOfBakedHeader(bytes, bytes.size())) {
        return fault;
    }
    if (fromLittleEndian<std::uint64_t>(&bytes[kChecksumAt]) != checksumOf(bytes)) {
        return wrong(Code::ChecksumMismatch,
                     "has been altered since it was baked (its checksum differs): copy it again");
    }
    BakedArchive archive(bytes.subspan(kUpAt));
    archive.enumeration(model.up, UpAxis::Z);
    archive.reader().take(kBakedHeaderBytes - kUpAt - 1, 1);  // length and checksum
    std::optional<BakedError> fault = transferModel(archive, model);
    if (!fault && archive.left() > 0) {
        archive.fail(std::to_string(archive.left()) + " bytes follow the last mesh");
        fault = malformed(archive);
    }
    return fault;
}

}  // namespace

std::optional<BakedError> faultOfBakedHeader(std::span<const std::byte> beginning, std::uint64_t fileBytes) {
    const std::size_t shown = std::min(beginning.size(), kMagic.size());
    for (std::size_t k = 0; k < shown; ++k) {
        if (beginning[k] != static_cast<std::byte>(kMagic[k])) {
            return wrong(Code::WrongMagic, "is not a baked model: make one with sat3d bake");
        }
    }
    if (beginning.size() < kBakedHeaderBytes) {
        return wrong(Code::SizeMismatch,
                     "is cut off: " + std::to_string(fileBytes) + " bytes are shorter than the header");
    }
    if (const auto version = fromLittleEndian<std::uint32_t>(&beginning[8]); version != kVersion) {
        return wrong(Code::UnsupportedVersion, "is a baked model of version " + std::to_string(version) +
                                                   ", and this program reads version " +
                                                   std::to_string(kVersion) +
                                                   ": bake it again with the sat3d of this version");
    }
    if (const auto length = fromLittleEndian<std::uint64_t>(&beginning[16]); length != fileBytes) {
        return wrong(Code::SizeMismatch, "has " + std::to_string(fileBytes) + " bytes, but its header says " +
                                             std::to_string(length) + ": copy it again");
    }
    return std::nullopt;
}

std::vector<std::byte> saveBaked(const CollisionModel& model) {
    BakedArchive archive;
    BakedWriter& writer = archive.writer();
    writer.numbers(kMagic);
    writer.number(kVersion);
    writer.number(static_cast<std::uint8_t>(model.up));
    writer.numbers(std::array<std::uint8_t, 3>{});
    writer.number(std::uint64_t{0});  // length and checksum, written below
    writer.number(std::uint64_t{0});
    (void)transferModel(archive,
                        const_cast<CollisionModel&>(model));  // an archive that writes changes nothing
    std::vector<std::byte> bytes = archive.take();
    const auto put = [&](std::size_t at, std::uint64_t value) {
        std::ranges::copy(toLittleEndian(value), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(16, bytes.size());
    put(kChecksumAt, checksumOf(bytes));
    return bytes;
}

Result<CollisionModel, BakedError> loadBaked(std::span<const std::byte> bytes) {
    Result<CollisionModel, BakedError> result{
        CollisionModel()};  // filled in place: moving a model costs time
    if (std::optional<BakedError> fault = readModel(bytes, *result)) {
        result = Unexpected{*std::move(fault)};
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI
