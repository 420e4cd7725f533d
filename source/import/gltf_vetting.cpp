#include "import/format_vetting.hpp"
#include "import/gltf_container.hpp"
#include "import/json_text.hpp"
#include "import/node_graph.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;
using Code = ImportError::Code;

constexpr std::size_t kMostJsonBytes = 64u << 20;  // parsed JSON takes some twenty times its text
constexpr int kDeepestJson = 64;                   // the parser behind us recurses

[[noreturn]] void malformed(const std::string& message) {
    throw VettingFault(Code::Malformed, message);
}

// ---------------------------------------------------------------------------------------- the document

void checkNesting(std::string_view text) {
    int depth = 0;
    bool inString = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if (inString) {
            k += c == '\\';
            inString = c != '"';
        } else {
            inString = c == '"';
            depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        }
        if (depth > kDeepestJson) {
            throw VettingFault(Code::LimitExceeded,
                               "its JSON nests deeper than " + std::to_string(kDeepestJson));
        }
    }
}

Json parse(std::string_view text) {
    if (text.size() > kMostJsonBytes) {
        throw VettingFault(Code::LimitExceeded,
                           "its JSON has " + std::to_string(text.size()) + " bytes, more than 64 MiB");
    }
    checkNesting(text);
    Json document = Json::parse(text, nullptr, false);
    if (!document.is_object()) {
        malformed("its JSON is broken");
    }
    return document;
}

/// The lists that are handed on.
constexpr std::array<const char*, 7> kLists = {"accessors", "bufferViews", "buffers", "materials",
                                               "meshes",    "nodes",       "scenes"};

/// Demands a list of objects where there is a member of that name, and puts an empty one where there is none.
Json& demandList(Json& object, const char* key) {
    Json& list = object.emplace(key, Json::array()).first.value();
    if (!list.is_array() || !std::ranges::all_of(list, [](const Json& e) { return e.is_object(); })) {
        malformed(std::string("\"") + key + "\" is no list of objects");
    }
    return list;
}

/// A whole number that is not negative; `fallback` where the key is missing.
std::uint64_t number(const Json& object, const char* key, std::optional<std::uint64_t> fallback = {}) {
    const auto found = object.find(key);
    if (found == object.end() && fallback) {
        return *fallback;
    }
    if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() >= 1ull << 40) {
        malformed(std::string("\"") + key + "\" is missing or no sensible number");
    }
    return found->get<std::uint64_t>();
}

/// An index into a list of the document.
const Json& referred(const Json& document, const char* list, const Json& object, const char* key) {
    const std::uint64_t index = number(object, key);
    const Json& all = document[list];
    if (index >= all.size()) {
        malformed(std::string("\"") + key + "\" is " + std::to_string(index) + ", but there are only " +
                  std::to_string(all.size()) + " " + list);
    }
    return all[static_cast<std::size_t>(index)];
}

/// Drops all other members, and names that are no text.
void keepOnly(Json& object, std::initializer_list<std::string_view> keys) {
    std::erase_if(object.get_ref<Json::object_t&>(), [&](const auto& member) {
        return std::ranges::find(keys, member.first) == keys.end() ||
               (member.first == "name" && !member.second.is_string());
    });
}

void keepOnlyInEach(Json& list, std::initializer_list<std::string_view> keys) {
    for (Json& object : list) {
        keepOnly(object, keys);
    }
}

void checkHeader(const Json& document) {
    const auto asset = document.find("asset");
    if (asset == document.end() || !asset->is_object() || !asset->contains("version") ||
        !(*asset)["version"].is_string()) {
        malformed("names no glTF version: is it glTF at all?");
    }
    const std::string version = (*asset)["version"];
    if (!version.starts_with("2.")) {
        malformed("is glTF " + version + "; export it as glTF 2.0");
    }
    const auto required = document.find("extensionsRequired");
    if (required == document.end()) {
        return;
    }
    for (const Json& extension : *required) {
        const std::string name = extension.is_string() ? extension.get<std::string>() : "";
        if (name.find("compression") != std::string::npos || name.find("quantization") != std::string::npos) {
            malformed("needs " + name + ", which is not read; export it without compression");
        }
    }
}

// ---------------------------------------------------------------------------------------- buffers

std::uint64_t componentBytes(std::uint64_t type) {
    switch (type) {
        case 5121:
            return 1;
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
        default:
            malformed("an accessor has the component type " + std::to_string(type));
    }
}

/// Demands that the accessor holds what its reader will take from it. Returns its count.
std::uint64_t checkAccessor(const Json& document, const Json& accessor, std::size_t components,
                            std::string_view binary) {
    if (accessor.contains("sparse") || !accessor.contains("bufferView")) {
        malformed("a sparse accessor, which is not read; export without sparse accessors");
    }
    const std::uint64_t count = number(accessor, "count");
    const std::uint64_t itemBytes = components * componentBytes(number(accessor, "componentType"));
    const Json& view = referred(document, "bufferViews", accessor, "bufferView");
    const std::uint64_t stride = number(view, "byteStride", itemBytes);
    const std::uint64_t viewBytes = number(view, "byteLength");
    if (stride < itemBytes || stride > 252 || count == 0 ||
        number(accessor, "byteOffset", 0) + (count - 1) * stride + itemBytes > viewBytes) {
        malformed("an accessor of " + std::to_string(count) + " items does not fit its buffer view of " +
                  std::to_string(viewBytes) + " bytes");
    }
    const Json& buffer = referred(document, "buffers", view, "buffer");
    const std::uint64_t bufferBytes = number(buffer, "byteLength");
    if (number(view, "byteOffset", 0) + viewBytes > bufferBytes) {
        malformed("a buffer view leaves its buffer of " + std::to_string(bufferBytes) + " bytes");
    }
    if (const auto uri = buffer.find("uri"); uri == buffer.end()) {
        if (&buffer != &document["buffers"][0] || bufferBytes > binary.size()) {
            malformed("a buffer of " + std::to_string(bufferBytes) + " bytes, of which the file holds " +
                      std::to_string(binary.size()));
        }
    } else if (!uri->is_string()) {
        malformed("a buffer's \"uri\" is no text");
    }
    return count;
}

/// Demands that every index held in the file's own buffer is below the limit: the reader drops faces silently
/// where one is not. Indices in other files are left to the checks on the surface, which will find the hole.
void checkIndices(const Json& document, const Json& accessor, std::string_view binary, std::uint64_t limit) {
    const Json& view = referred(document, "bufferViews", accessor, "bufferView");
    if (referred(document, "buffers", view, "buffer").contains("uri")) {
        return;
    }
    const std::uint64_t width = componentBytes(number(accessor, "componentType"));
    const std::uint64_t stride = number(view, "byteStride", width);
    std::size_t at =
        static_cast<std::size_t>(number(view, "byteOffset", 0) + number(accessor, "byteOffset", 0));
    const std::uint64_t count = number(accessor, "count");
    for (std::uint64_t k = 0; k < count; ++k, at += static_cast<std::size_t>(stride)) {
        std::uint64_t index = 0;
        for (std::size_t byte = static_cast<std::size_t>(width); byte-- > 0;) {
            index = index << 8 | static_cast<unsigned char>(binary[at + byte]);
        }
        if (index >= limit) {
            malformed("index " + std::to_string(k) + " of a mesh names vertex " + std::to_string(index) +
                      " of " + std::to_string(limit));
        }
    }
}

bool isAccessor(const Json& accessor, const char* type, std::initializer_list<std::uint64_t> componentTypes) {
    const std::uint64_t component = number(accessor, "componentType");
    const auto found = accessor.find("type");
    return found != accessor.end() && found->is_string() && found->get_ref<const std::string&>() == type &&
           std::ranges::find(componentTypes, component) != componentTypes.end();
}

/// How many vertices and indices the meshes hold, a shared accessor counted every time.
struct Totals {
    std::uint64_t vertices = 0, indices = 0;
};

/// @param primitive  of the document; cut down
void vetPrimitive(const Json& document, Json& primitive, std::string_view binary, Totals& totals) {
    keepOnly(primitive, {"indices", "mode", "material", "attributes"});
    primitive["mode"] = number(primitive, "mode", 4);
    const auto attributes = primitive.find("attributes");
    if (attributes == primitive.end() || !attributes->is_object()) {
        malformed("a primitive without attributes");
    }
    if (primitive.contains("material")) {
        referred(document, "materials", primitive, "material");
    }
    keepOnly(*attributes, {"POSITION", "NORMAL"});
    const Json& positions = referred(document, "accessors", *attributes, "POSITION");
    if (!isAccessor(positions, "VEC3", {5126})) {
        malformed("positions that are no float vectors; export without quantization");
    }
    const std::uint64_t count = checkAccessor(document, positions, 3, binary);
    totals.vertices += count;
    if (attributes->contains("NORMAL")) {
        const Json& normals = referred(document, "accessors", *attributes, "NORMAL");
        if (!isAccessor(normals, "VEC3", {5126}) || checkAccessor(document, normals, 3, binary) != count) {
            attributes->erase("NORMAL");
        }
    }
    if (primitive.contains("indices")) {
        const Json& indices = referred(document, "accessors", primitive, "indices");
        if (!isAccessor(indices, "SCALAR", {5121, 5123, 5125})) {
            malformed("indices that are no whole numbers");
        }
        totals.indices += checkAccessor(document, indices, 1, binary);
        checkIndices(document, indices, binary, count);
    }
}

/// Cuts them down.
void vetMeshes(Json& document, std::string_view binary, const ImportOptions& options) {
    Totals totals;
    for (Json& mesh : document["meshes"]) {
        keepOnly(mesh, {"name", "primitives"});
        for (Json& primitive : demandList(mesh, "primitives")) {
            vetPrimitive(document, primitive, binary, totals);
            // A triangle mesh has about six corners a vertex.
            if (totals.vertices > options.maxVertices || totals.indices / 6 > options.maxVertices) {
                throw VettingFault(Code::LimitExceeded, "has more vertices than maxVertices = " +
                                                            std::to_string(options.maxVertices));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------- nodes

/// The list of that name, or an empty one.
const Json& listOr(const Json& object, const char* key, const char* fault) {
    static const Json kEmpty = Json::array();
    const auto found = object.find(key);
    if (found != object.end() && !found->is_array()) {
        malformed(fault);
    }
    return found == object.end() ? kEmpty : *found;
}

/// Demands trees: every node below one parent at most, none below itself, no deeper than allowed.
void checkTrees(const Json& nodes, const ImportOptions& options) {
    std::vector<std::vector<std::size_t>> below(nodes.size());
    std::vector<bool> hasParent(nodes.size(), false);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const Json& child : listOr(nodes[k], "children", "a node's \"children\" is no list")) {
            if (!child.is_number_unsigned() || child.get<std::uint64_t>() >= nodes.size() ||
                hasParent[child.get<std::size_t>()]) {
                malformed("node " + std::to_string(k) +
                          " has a child that does not exist or has two parents");
            }
            hasParent[child.get<std::size_t>()] = true;
            below[k].push_back(child.get<std::size_t>());
        }
    }
    demandBoundedWalk(below, options);
}

void checkNumbers(const Json& node, const char* key, std::size_t count) {
    const auto found = node.find(key);
    if (found != node.end() && (!found->is_array() || found->size() != count ||
                                !std::ranges::all_of(*found, [](const Json& n) { return n.is_number(); }))) {
        malformed(std::string("a node's \"") + key + "\" is not " + std::to_string(count) + " numbers");
    }
}

void checkNodes(const Json& document, const ImportOptions& options) {
    const Json& nodes = document["nodes"];
    if (nodes.size() > options.maxNodes) {
        throw VettingFault(Code::LimitExceeded,
                           "has " + std::to_string(nodes.size()) +
                               " nodes, more than maxNodes = " + std::to_string(options.maxNodes));
    }
    for (const Json& node : nodes) {
        checkNumbers(node, "matrix", 16);
        checkNumbers(node, "translation", 3);
        checkNumbers(node, "rotation", 4);
        checkNumbers(node, "scale", 3);
        if (node.contains("mesh")) {
            referred(document, "meshes", node, "mesh");
        }
    }
    checkTrees(nodes, options);
}

/// @param numbered  each is to tell its number
void cutNodesDown(Json& nodes, bool numbered) {
    std::size_t number = 0;
    for (Json& node : nodes) {
        keepOnly(node, {"name", "children", "mesh", "matrix", "translation", "rotation", "scale"});
        if (numbered) {
            node["extras"] = {{kNodeNumberKey, number++}};
        }
    }
}

void checkScenes(const Json& document) {
    const std::size_t nodeCount = document["nodes"].size();
    for (const Json& scene : document["scenes"]) {
        std::vector<bool> seen(nodeCount, false);
        for (const Json& root : listOr(scene, "nodes", "a scene's \"nodes\" is no list")) {
            if (!root.is_number_unsigned() || root.get<std::uint64_t>() >= nodeCount ||
                seen[root.get<std::size_t>()]) {
                malformed("a scene names a node that does not exist, or one twice");
            }
            seen[root.get<std::size_t>()] = true;
        }
    }
    if (document.contains("scene")) {
        referred(document, "scenes", document, "scene");
    }
}

/// Leaves what is to be read.
void vetDocument(Json& document, std::string_view binary, const ImportOptions& options, GltfExtras& extras) {
    checkHeader(document);
    for (const char* list : kLists) {
        demandList(document, list);
    }
    checkNodes(document, options);
    checkScenes(document);
    extras = readGltfExtras(document, options);
    keepOnly(document, {"accessors", "asset", "bufferViews", "buffers", "materials", "meshes", "nodes",
                        "scene", "scenes"});
    keepOnly(document["asset"], {"version", "generator"});
    cutNodesDown(document["nodes"], hasGltfExtras(document["nodes"]));
    keepOnlyInEach(document["scenes"], {"name", "nodes"});
    keepOnlyInEach(document["materials"], {"name"});
    vetMeshes(document, binary, options);
    addMeshCarriers(extras, document);
    // The readers load these when a mesh refers to them; those that one does refer to are checked above.
    keepOnlyInEach(document["accessors"], {"bufferView", "byteOffset", "componentType", "count", "type"});
    keepOnlyInEach(document["bufferViews"], {"buffer", "byteOffset", "byteLength", "byteStride"});
    keepOnlyInEach(document["buffers"], {"uri", "byteLength"});
}

}  // namespace

std::string vetGltf(const std::string& bytes, bool isBinary, const ImportOptions& options,
                    GltfExtras& extras) {
    const GltfContainer container = isBinary ? splitGlb(bytes) : GltfContainer{bytes, {}};
    Json document = parse(container.json);
    vetDocument(document, container.binary, options, extras);
    std::string text = compactText(document);
    return isBinary ? joinGlb(std::move(text), container.binary) : text;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
