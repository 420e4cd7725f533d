#include "core/checksum.hpp"
#include "shapes/baked/baked_header.hpp"
#include "shapes/baked/baked_hull.hpp"
#include "shapes/baked/baked_physics.hpp"
#include "shapes/baked/baked_stream.hpp"
#include "shapes/baked/baked_surface.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <variant>

namespace sat3d::inline SAT3D_ABI {
namespace {

using detail::BakedReader;
using detail::BakedWriter;
using detail::kBakedHeaderBytes;
using detail::readEnumeration;
using detail::readOptionalIndex;
using detail::writeOptionalIndex;
using Code = BakedError::Code;

/// A first byte that is no text, line ends that careless copying changes, and the mark that ends a text file.
constexpr std::array<std::uint8_t, 8> kMagic{0x89, 's', '3', 'd', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kVersion = 6;
constexpr std::size_t kUpAt = 12, kChecksumAt = 24;

std::uint64_t checksumOf(std::span<const std::byte> file) {
    const std::uint64_t header = checksum(file.first(kChecksumAt));
    return checksum(file.subspan(kBakedHeaderBytes)) ^ header;
}

// ---------------------------------------------------------------------------------------- writing

struct ShapeWriter {
    BakedWriter& writer;
    void operator()(const ConvexHull& hull) const { writeHull(writer, hull); }
    void operator()(const Box& box) const {
        const glm::vec3 &c = box.center, &h = box.halfExtents;
        const glm::quat& q = box.rotation;
        writer.numbers(std::array{c.x, c.y, c.z, h.x, h.y, h.z, q.x, q.y, q.z, q.w});
    }
    void operator()(const Sphere& sphere) const {
        const glm::vec3& c = sphere.center;
        writer.numbers(std::array{c.x, c.y, c.z, sphere.radius});
    }
    void operator()(const Capsule& capsule) const {
        const glm::vec3 &s = capsule.start, &e = capsule.end;
        writer.numbers(std::array{s.x, s.y, s.z, e.x, e.y, e.z, capsule.radius});
    }
};

void writeNode(BakedWriter& writer, const ModelNode& node) {
    writer.text(node.name);
    writeOptionalIndex(writer, node.parent);
    const glm::vec3& p = node.pivot.position;
    const glm::quat& q = node.pivot.rotation;
    writer.numbers(std::array{p.x, p.y, p.z, q.x, q.y, q.z, q.w});
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
    writer.number(static_cast<std::uint8_t>(body.wanted));
    writer.number(static_cast<std::uint8_t>(body.motion));
    writePhysics(writer, body);
    writer.number(static_cast<std::uint8_t>(kindOf(body.shape)));
    std::visit(ShapeWriter{writer}, body.shape);
}

void writeSurface(BakedWriter& writer, const CollisionSurface& surface) {
    writer.text(surface.name);
    writer.number(surface.node);
    writeOptionalIndex(writer, surface.renderNode);
    writePhysics(writer, surface);
    detail::writeMesh(writer, surface.mesh);
}

// ---------------------------------------------------------------------------------------- reading

glm::quat quaternion(float x, float y, float z, float w) {
    return {w, glm::vec3(x, y, z)};
}

ModelNode readNode(BakedReader& reader, std::size_t index) {
    ModelNode node;
    node.name = reader.text();
    node.parent = readOptionalIndex(reader, index, "node");
    const auto n = reader.numbers<float, 7>();
    node.pivot = {{n[0], n[1], n[2]}, quaternion(n[3], n[4], n[5], n[6])};
    const float squared = n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6];
    if (!std::isfinite(n[0] + n[1] + n[2]) || !(std::abs(squared - 1.0f) <= 1e-3f)) {
        reader.fail("its pivot is no pose");
    }
    const std::uint32_t properties = reader.count(2 * sizeof(std::uint32_t));
    node.properties.reserve(properties);
    for (std::uint32_t k = 0; k < properties && !reader.failed(); ++k) {
        std::string key = reader.text();
        node.properties.push_back({std::move(key), reader.text()});
    }
    return node;
}

/// The shape if its numbers make one.
template <class S>
std::optional<ConvexShape> sound(BakedReader& reader, const S& shape) {
    if (const auto checked = validated(shape); !checked) {
        reader.fail(checked.error().message);
        return std::nullopt;
    }
    return ConvexShape(shape);
}

std::optional<ConvexShape> readShape(BakedReader& reader, ShapeKind kind, detail::HullRoom& room) {
    switch (kind) {
        case ShapeKind::ConvexHull:
            if (auto hull = detail::readHull(reader, room)) {
                return ConvexShape(*std::move(hull));
            }
            return std::nullopt;
        case ShapeKind::Box: {
            const auto n = reader.numbers<float, 10>();
            return sound(reader,
                         Box{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, quaternion(n[6], n[7], n[8], n[9])});
        }
        case ShapeKind::Sphere: {
            const auto n = reader.numbers<float, 4>();
            return sound(reader, Sphere{{n[0], n[1], n[2]}, n[3]});
        }
        case ShapeKind::Capsule: {
            const auto n = reader.numbers<float, 7>();
            return sound(reader, Capsule{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, n[6]});
        }
        case ShapeKind::TriangleMesh:
            break;
    }
    reader.fail("a shape of no known kind");
    return std::nullopt;
}

std::uint32_t readNodeIndex(BakedReader& reader, const CollisionModel& model) {
    const std::uint32_t node = detail::readIndex(reader, model.nodes.size(), "node");
    if (node == detail::kNoIndex) {
        reader.fail("it hangs on no node");
    }
    return node;
}

CollisionBody readBody(BakedReader& reader, const CollisionModel& model, detail::HullRoom& room) {
    CollisionBody body{reader.text(), Sphere{}};
    body.node = readNodeIndex(reader, model);
    body.renderNode = readOptionalIndex(reader, model.nodes.size(), "node");
    body.material = reader.number<std::uint32_t>();
    body.wanted = readEnumeration(reader, ShapeKind::TriangleMesh);
    body.motion = readEnumeration(reader, Motion::Kinematic);
    readPhysics(reader, model, body);
    if (auto shape = readShape(reader, readEnumeration(reader, ShapeKind::TriangleMesh), room)) {
        body.shape = *std::move(shape);
    }
    return body;
}

struct PhysicsIndices {
    std::optional<std::uint32_t> rigidBody, physicsMaterial, filter, trigger;
};

/// Into the model. @return its name
std::string readSurface(BakedReader& reader, CollisionModel& model) {
    std::string name = reader.text();
    const std::uint32_t node = readNodeIndex(reader, model);
    const auto renderNode = readOptionalIndex(reader, model.nodes.size(), "node");
    PhysicsIndices physics;
    readPhysics(reader, model, physics);
    if (auto mesh = detail::readMesh(reader)) {
        model.surfaces.push_back({name, *std::move(mesh), node, renderNode, physics.rigidBody,
                                  physics.physicsMaterial, physics.filter, physics.trigger});
    }
    return name;
}

BakedError wrong(Code code, std::string message) {
    return {code, std::move(message)};
}

/// Into an empty model. @return what is wrong, or nothing
std::optional<BakedError> readModel(std::span<const std::byte> bytes, CollisionModel& model) {
    if (std::optional<BakedError> fault = detail::faultOfBakedHeader(bytes, bytes.size())) {
        return fault;
    }
    if (fromLittleEndian<std::uint64_t>(&bytes[kChecksumAt]) != checksumOf(bytes)) {
        return wrong(Code::Altered,
                     "has been altered since it was baked (its checksum differs): copy it again");
    }
    BakedReader reader(bytes.subspan(kBakedHeaderBytes));
    constexpr std::size_t kLeastNode = 40, kLeastBody = 51,  // no name, and a sphere
        kLeastSurface = 55;                                  // no name, one vertex, and one triangle
    BakedReader rest(bytes.subspan(kUpAt));
    model.up = readEnumeration(rest, UpAxis::Z);
    if (rest.failed()) {
        return wrong(Code::Malformed, "is broken: " + rest.fault());
    }
    const std::uint32_t nodeCount = reader.count(kLeastNode);
    const std::uint32_t bodyCount = reader.count(kLeastBody);
    const std::uint32_t surfaceCount = reader.count(kLeastSurface);
    const std::uint32_t materialCount = reader.count(sizeof(std::uint32_t));
    if (reader.failed()) {
        return wrong(Code::Malformed, "is broken: " + reader.fault());
    }
    model.nodes.reserve(nodeCount);
    for (std::uint32_t k = 0; k < nodeCount; ++k) {
        model.nodes.push_back(readNode(reader, k));
        if (reader.failed()) {
            return wrong(Code::Malformed, "is broken at node " + std::to_string(k) + ": " + reader.fault());
        }
    }
    model.materials.reserve(materialCount);
    for (std::uint32_t k = 0; k < materialCount; ++k) {
        model.materials.push_back(reader.text());
    }
    if (reader.failed()) {
        return wrong(Code::Malformed, "is broken among its materials: " + reader.fault());
    }
    readPhysics(reader, model);
    if (reader.failed()) {
        return wrong(Code::Malformed, "is broken among what it says of physics: " + reader.fault());
    }
    model.bodies.reserve(bodyCount);
    detail::HullRoom room;
    for (std::uint32_t k = 0; k < bodyCount; ++k) {
        model.bodies.push_back(readBody(reader, model, room));
        if (reader.failed()) {
            return wrong(Code::Malformed, "is broken at body " + std::to_string(k) + " \"" +
                                              model.bodies.back().name + "\": " + reader.fault());
        }
    }
    model.surfaces.reserve(surfaceCount);
    for (std::uint32_t k = 0; k < surfaceCount; ++k) {
        const std::string name = readSurface(reader, model);
        if (reader.failed()) {
            return wrong(Code::Malformed, "is broken at surface " + std::to_string(k) + " \"" + name +
                                              "\": " + reader.fault());
        }
    }
    if (reader.left() > 0) {
        return wrong(Code::Malformed,
                     "is broken: " + std::to_string(reader.left()) + " bytes belong to nothing");
    }
    return std::nullopt;
}

}  // namespace

std::optional<BakedError> detail::faultOfBakedHeader(std::span<const std::byte> beginning,
                                                     std::uint64_t fileBytes) {
    const std::size_t shown = std::min(beginning.size(), kMagic.size());
    for (std::size_t k = 0; k < shown; ++k) {
        if (beginning[k] != static_cast<std::byte>(kMagic[k])) {
            return wrong(Code::Foreign, "is no baked model: bake one with sat3d bake");
        }
    }
    if (beginning.size() < kBakedHeaderBytes) {
        return wrong(Code::CutOff,
                     "is cut off: " + std::to_string(fileBytes) + " bytes are not even a header");
    }
    if (const auto version = fromLittleEndian<std::uint32_t>(&beginning[8]); version != kVersion) {
        return wrong(Code::Version, "is a baked model of version " + std::to_string(version) +
                                        ", and this program reads version " + std::to_string(kVersion) +
                                        ": bake it again with the sat3d of this version");
    }
    if (const auto length = fromLittleEndian<std::uint64_t>(&beginning[16]); length != fileBytes) {
        return wrong(Code::CutOff, "has " + std::to_string(fileBytes) + " bytes, and says it has " +
                                       std::to_string(length) +
                                       ": it was cut off or added to; copy it again");
    }
    return std::nullopt;
}

std::vector<std::byte> saveBaked(const CollisionModel& model) {
    BakedWriter writer;
    writer.numbers(kMagic);
    writer.number(kVersion);
    writer.number(static_cast<std::uint8_t>(model.up));
    writer.numbers(std::array<std::uint8_t, 3>{});
    writer.number(std::uint64_t{0});  // length and checksum, put in below
    writer.number(std::uint64_t{0});
    writer.number(static_cast<std::uint32_t>(model.nodes.size()));
    writer.number(static_cast<std::uint32_t>(model.bodies.size()));
    writer.number(static_cast<std::uint32_t>(model.surfaces.size()));
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
    for (const CollisionSurface& surface : model.surfaces) {
        writeSurface(writer, surface);
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
    Result<CollisionModel, BakedError> result{CollisionModel()};  // filled in place: moves of it add up
    if (std::optional<BakedError> fault = readModel(bytes, *result)) {
        result = Unexpected{*std::move(fault)};
    }
    return result;
}

std::string_view toString(BakedError::Code code) noexcept {
    switch (code) {
        case Code::NotFound:
            return "NotFound";
        case Code::Unreadable:
            return "Unreadable";
        case Code::Foreign:
            return "Foreign";
        case Code::Version:
            return "Version";
        case Code::CutOff:
            return "CutOff";
        case Code::Altered:
            return "Altered";
        case Code::Malformed:
            return "Malformed";
    }
    return "?";
}

}  // namespace sat3d::inline SAT3D_ABI
