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
/// returns nothing and sets a fault in the reader.
std::optional<TriangleMesh> readMesh(BakedReader& reader) {
    MeshOptions options;
    options.sides = readEnumeration(reader, Sides::Both);
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

struct ShapeWriter {
    BakedWriter& writer;
    void operator()(const ConvexHull& hull) const { writeHull(writer, hull); }
    void operator()(const Box& box) const {
        writer.vector(box.center);
        writer.vector(box.halfExtents);
        writer.quaternion(box.rotation);
    }
    void operator()(const Sphere& sphere) const {
        writer.vector(sphere.center);
        writer.number(sphere.radius);
    }
    void operator()(const Capsule& capsule) const {
        writer.vector(capsule.start);
        writer.vector(capsule.end);
        writer.number(capsule.radius);
    }
};

void writeNode(BakedWriter& writer, const ModelNode& node) {
    writer.text(node.name);
    writeOptionalIndex(writer, node.parent);
    writer.pose(node.restPose);
    writer.number(static_cast<std::uint32_t>(node.properties.size()));
    for (const NodeProperty& property : node.properties) {
        writer.text(property.key);
        writer.text(property.value);
    }
}

void writeBody(BakedWriter& writer, const CollisionBody& body) {
    writer.text(body.name);
    writer.number(body.node);
    writeOptionalIndex(writer, body.renderNode);
    writer.number(body.material);
    writer.number(static_cast<std::uint8_t>(body.requestedType));
    writer.number(static_cast<std::uint8_t>(body.motion));
    writePhysics(writer, body);
    writer.number(static_cast<std::uint8_t>(shapeTypeOf(body.shape)));
    std::visit(ShapeWriter{writer}, body.shape);
}

void writeMesh(BakedWriter& writer, const CollisionMesh& mesh) {
    writer.text(mesh.name);
    writer.number(mesh.node);
    writeOptionalIndex(writer, mesh.renderNode);
    writePhysics(writer, mesh);
    writeMesh(writer, mesh.mesh);
}

ModelNode readNode(BakedReader& reader, std::size_t index) {
    ModelNode node;
    node.name = reader.text();
    node.parent = readOptionalIndex(reader, index, "node");
    node.restPose = reader.pose("its pivot is invalid");
    const std::uint32_t properties = reader.count(2 * sizeof(std::uint32_t));
    node.properties.reserve(properties);
    for (std::uint32_t k = 0; k < properties && !reader.failed(); ++k) {
        std::string key = reader.text();
        node.properties.push_back({std::move(key), reader.text()});
    }
    return node;
}

/// Returns the shape if its numbers are valid.
template <class S>
std::optional<ConvexShape> checked(BakedReader& reader, const S& shape) {
    if (const auto valid = validate(shape); !valid) {
        reader.fail(valid.error().message);
        return std::nullopt;
    }
    return ConvexShape(shape);
}

std::optional<ConvexShape> readShape(BakedReader& reader, ShapeType type, HullScratch& scratch) {
    switch (type) {
        case ShapeType::ConvexHull:
            if (auto hull = readHull(reader, scratch)) {
                return ConvexShape(*std::move(hull));
            }
            return std::nullopt;
        case ShapeType::Box:
            return checked(reader, Box{reader.vector(), reader.vector(), reader.quaternion()});
        case ShapeType::Sphere:
            return checked(reader, Sphere{reader.vector(), reader.number<float>()});
        case ShapeType::Capsule:
            return checked(reader, Capsule{reader.vector(), reader.vector(), reader.number<float>()});
        case ShapeType::TriangleMesh:
            break;
    }
    reader.fail("its shape has an unknown type");
    return std::nullopt;
}

std::uint32_t readNodeIndex(BakedReader& reader, const CollisionModel& model) {
    const std::uint32_t node = readIndex(reader, model.nodes.size(), "node");
    if (node == kNoIndex) {
        reader.fail("it has no node");
    }
    return node;
}

CollisionBody readBody(BakedReader& reader, const CollisionModel& model, HullScratch& scratch) {
    CollisionBody body{reader.text(), Sphere{}};
    body.node = readNodeIndex(reader, model);
    body.renderNode = readOptionalIndex(reader, model.nodes.size(), "node");
    body.material = reader.number<std::uint32_t>();
    body.requestedType = readEnumeration(reader, ShapeType::TriangleMesh);
    body.motion = readEnumeration(reader, MotionType::Kinematic);
    readPhysics(reader, model, body);
    if (auto shape = readShape(reader, readEnumeration(reader, ShapeType::TriangleMesh), scratch)) {
        body.shape = *std::move(shape);
    }
    return body;
}

struct PhysicsIndices {
    std::optional<std::uint32_t> rigidBody, physicsMaterial, filter, trigger;
};

/// Adds a mesh to the model. Returns its name.
std::string readMesh(BakedReader& reader, CollisionModel& model) {
    std::string name = reader.text();
    const std::uint32_t node = readNodeIndex(reader, model);
    const auto renderNode = readOptionalIndex(reader, model.nodes.size(), "node");
    PhysicsIndices physics;
    readPhysics(reader, model, physics);
    if (auto mesh = readMesh(reader)) {
        model.meshes.push_back({name, *std::move(mesh), node, renderNode, physics.rigidBody,
                                physics.physicsMaterial, physics.filter, physics.trigger});
    }
    return name;
}

BakedError wrong(Code code, std::string message) {
    return {code, std::move(message)};
}

BakedError malformed(const BakedReader& reader, const std::string& place = {}) {
    return wrong(Code::Malformed, "is broken" + place + ": " + reader.fault());
}

std::optional<BakedError> readNodes(BakedReader& reader, std::uint32_t count, CollisionModel& model) {
    model.nodes.reserve(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        model.nodes.push_back(readNode(reader, k));
        if (reader.failed()) {
            return malformed(reader, " at node " + std::to_string(k));
        }
    }
    return std::nullopt;
}

std::optional<BakedError> readMaterials(BakedReader& reader, std::uint32_t count, CollisionModel& model) {
    model.materials.reserve(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        model.materials.push_back(reader.text());
    }
    return reader.failed() ? std::optional(malformed(reader, " in its materials")) : std::nullopt;
}

std::optional<BakedError> readBodies(BakedReader& reader, std::uint32_t count, CollisionModel& model) {
    model.bodies.reserve(count);
    HullScratch scratch;
    for (std::uint32_t k = 0; k < count; ++k) {
        model.bodies.push_back(readBody(reader, model, scratch));
        if (reader.failed()) {
            return malformed(reader,
                             " at body " + std::to_string(k) + " \"" + model.bodies.back().name + "\"");
        }
    }
    return std::nullopt;
}

std::optional<BakedError> readMeshes(BakedReader& reader, std::uint32_t count, CollisionModel& model) {
    model.meshes.reserve(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::string name = readMesh(reader, model);
        if (reader.failed()) {
            return malformed(reader, " at mesh " + std::to_string(k) + " \"" + name + "\"");
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
    BakedReader reader(bytes.subspan(kUpAt));
    model.up = readEnumeration(reader, UpAxis::Z);
    reader.take(kBakedHeaderBytes - kUpAt - 1, 1);  // length and checksum
    constexpr std::size_t kMinNode = 40;            // bytes of a node without a name
    constexpr std::size_t kMinBody = 51;            // bytes of a sphere without a name
    constexpr std::size_t kMinMesh = 55;  // bytes of a mesh without a name, with one vertex and one triangle
    const std::uint32_t nodes = reader.count(kMinNode), bodies = reader.count(kMinBody);
    const std::uint32_t meshes = reader.count(kMinMesh), materials = reader.count(sizeof(std::uint32_t));
    if (reader.failed()) {
        return malformed(reader);
    }
    std::optional<BakedError> fault = readNodes(reader, nodes, model);
    fault = fault ? fault : readMaterials(reader, materials, model);
    if (!fault) {
        readPhysics(reader, model);
        fault = reader.failed() ? std::optional(malformed(reader, " in its physics properties")) : fault;
    }
    fault = fault ? fault : readBodies(reader, bodies, model);
    fault = fault ? fault : readMeshes(reader, meshes, model);
    if (!fault && reader.left() > 0) {
        reader.fail(std::to_string(reader.left()) + " bytes follow the last mesh");
        fault = malformed(reader);
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
    BakedWriter writer;
    writer.numbers(kMagic);
    writer.number(kVersion);
    writer.number(static_cast<std::uint8_t>(model.up));
    writer.numbers(std::array<std::uint8_t, 3>{});
    writer.number(std::uint64_t{0});  // length and checksum, written below
    writer.number(std::uint64_t{0});
    writer.number(static_cast<std::uint32_t>(model.nodes.size()));
    writer.number(static_cast<std::uint32_t>(model.bodies.size()));
    writer.number(static_cast<std::uint32_t>(model.meshes.size()));
    writer.number(static_cast<std::uint32_t>(model.materials.size()));
    for (const ModelNode& node : model.nodes) {
        writeNode(writer, node);
    }
    for (const std::string& material : model.materials) {
        writer.text(material);
    }
    writePhysics(writer, model);
    for (const CollisionBody& body : model.bodies) {
        writeBody(writer, body);
    }
    for (const CollisionMesh& mesh : model.meshes) {
        writeMesh(writer, mesh);
    }
    std::vector<std::byte> bytes = writer.take();
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
