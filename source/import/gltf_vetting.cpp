#include "import/format_vetting.hpp"
#include "import/gltf_container.hpp"
#include "import/node_graph.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
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

/// The list of that name; empty where there is none.
const Json& listOf(const Json& document, const char* key) {
    static const Json kEmpty = Json::array();
    const auto found = document.find(key);
    if (found == document.end()) {
        return kEmpty;
    }
    if (!found->is_array() || !std::ranges::all_of(*found, [](const Json& e) { return e.is_object(); })) {
        malformed(std::string("\"") + key + "\" is no list of objects");
    }
    return *found;
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
    const Json& all = listOf(document, list);
    if (index >= all.size()) {
        malformed(std::string("\"") + key + "\" is " + std::to_string(index) + ", but there are only " +
                  std::to_string(all.size()) + " " + list);
    }
    return all[static_cast<std::size_t>(index)];
}

/// The members of these names, as they are.
Json only(const Json& object, std::initializer_list<const char*> keys) {
    Json result = Json::object();
    for (const char* key : keys) {
        if (const auto found = object.find(key); found != object.end()) {
            result[key] = *found;
        }
    }
    return result;
}

/// The same of every object in the list of that name.
Json onlyInEach(const Json& document, const char* list, std::initializer_list<const char*> keys) {
    Json result = Json::array();
    for (const Json& object : listOf(document, list)) {
        result.push_back(only(object, keys));
    }
    return result;
}

void keepName(const Json& from, Json& to) {
    if (const auto name = from.find("name"); name != from.end() && name->is_string()) {
        to["name"] = *name;
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
    return accessor.value("type", Json()) == type &&
           std::ranges::find(componentTypes, component) != componentTypes.end();
}

/// How many vertices and indices the meshes hold, a shared accessor counted every time.
struct Totals {
    std::uint64_t vertices = 0, indices = 0;
};

Json vetPrimitive(const Json& document, const Json& primitive, std::string_view binary, Totals& totals) {
    Json result = only(primitive, {"indices", "mode", "material"});
    result["mode"] = number(primitive, "mode", 4);
    result["attributes"] = Json::object();
    if (!primitive.contains("attributes") || !primitive["attributes"].is_object()) {
        malformed("a primitive without attributes");
    }
    if (primitive.contains("material")) {
        referred(document, "materials", primitive, "material");
    }
    const Json& attributes = primitive["attributes"];
    const Json& positions = referred(document, "accessors", attributes, "POSITION");
    if (!isAccessor(positions, "VEC3", {5126})) {
        malformed("positions that are no float vectors; export without quantization");
    }
    const std::uint64_t count = checkAccessor(document, positions, 3, binary);
    totals.vertices += count;
    result["attributes"]["POSITION"] = attributes["POSITION"];
    if (attributes.contains("NORMAL")) {
        const Json& normals = referred(document, "accessors", attributes, "NORMAL");
        if (isAccessor(normals, "VEC3", {5126}) && checkAccessor(document, normals, 3, binary) == count) {
            result["attributes"]["NORMAL"] = attributes["NORMAL"];
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
    return result;
}

Json vetMeshes(const Json& document, std::string_view binary, const ImportOptions& options) {
    Json meshes = Json::array();
    Totals totals;
    for (const Json& mesh : listOf(document, "meshes")) {
        Json& kept = meshes.emplace_back(Json::object());
        keepName(mesh, kept);
        kept["primitives"] = Json::array();
        for (const Json& primitive : listOf(mesh, "primitives")) {
            kept["primitives"].push_back(vetPrimitive(document, primitive, binary, totals));
            // A triangle mesh has about six corners a vertex.
            if (totals.vertices > options.maxVertices || totals.indices / 6 > options.maxVertices) {
                throw VettingFault(Code::LimitExceeded, "has more vertices than maxVertices = " +
                                                            std::to_string(options.maxVertices));
            }
        }
    }
    return meshes;
}

// ---------------------------------------------------------------------------------------- nodes

/// Demands trees: every node below one parent at most, none below itself, no deeper than allowed.
void checkTrees(const Json& nodes, const ImportOptions& options) {
    std::vector<std::vector<std::size_t>> below(nodes.size());
    std::vector<bool> hasParent(nodes.size(), false);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const Json& child : nodes[k].value("children", Json::array())) {
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

Json vetNodes(const Json& document, const ImportOptions& options, bool numbered) {
    const Json& nodes = listOf(document, "nodes");
    if (nodes.size() > options.maxNodes) {
        throw VettingFault(Code::LimitExceeded,
                           "has " + std::to_string(nodes.size()) +
                               " nodes, more than maxNodes = " + std::to_string(options.maxNodes));
    }
    Json kept = Json::array();
    for (const Json& node : nodes) {
        Json& copy =
            kept.emplace_back(only(node, {"children", "mesh", "matrix", "translation", "rotation", "scale"}));
        keepName(node, copy);
        if (numbered) {
            copy["extras"] = {{kNodeNumberKey, kept.size() - 1}};
        }
        checkNumbers(node, "matrix", 16);
        checkNumbers(node, "translation", 3);
        checkNumbers(node, "rotation", 4);
        checkNumbers(node, "scale", 3);
        if (node.contains("children") && !node["children"].is_array()) {
            malformed("a node's \"children\" is no list");
        }
        if (node.contains("mesh")) {
            referred(document, "meshes", node, "mesh");
        }
    }
    checkTrees(kept, options);
    return kept;
}

Json vetScenes(const Json& document, std::size_t nodeCount) {
    Json kept = Json::array();
    for (const Json& scene : listOf(document, "scenes")) {
        Json& copy = kept.emplace_back(only(scene, {"nodes"}));
        keepName(scene, copy);
        if (scene.contains("nodes") && !scene["nodes"].is_array()) {
            malformed("a scene's \"nodes\" is no list");
        }
        std::vector<bool> seen(nodeCount, false);
        for (const Json& root : scene.value("nodes", Json::array())) {
            if (!root.is_number_unsigned() || root.get<std::uint64_t>() >= nodeCount ||
                seen[root.get<std::size_t>()]) {
                malformed("a scene names a node that does not exist, or one twice");
            }
            seen[root.get<std::size_t>()] = true;
        }
    }
    return kept;
}

Json vetDocument(const Json& document, std::string_view binary, const ImportOptions& options,
                 GltfExtras& extras) {
    checkHeader(document);
    Json kept;
    kept["asset"] = only(document["asset"], {"version", "generator"});
    kept["nodes"] = vetNodes(document, options, hasGltfExtras(listOf(document, "nodes")));
    extras = readGltfExtras(document, options);
    kept["scenes"] = vetScenes(document, kept["nodes"].size());
    if (document.contains("scene")) {
        referred(document, "scenes", document, "scene");
        kept["scene"] = document["scene"];
    }
    kept["materials"] = Json::array();
    for (const Json& material : listOf(document, "materials")) {
        keepName(material, kept["materials"].emplace_back(Json::object()));
    }
    kept["meshes"] = vetMeshes(document, binary, options);
    addMeshCarriers(extras, kept);
    // The readers load these when a mesh refers to them; those that one does refer to are checked above.
    kept["accessors"] =
        onlyInEach(document, "accessors", {"bufferView", "byteOffset", "componentType", "count", "type"});
    kept["bufferViews"] =
        onlyInEach(document, "bufferViews", {"buffer", "byteOffset", "byteLength", "byteStride"});
    kept["buffers"] = onlyInEach(document, "buffers", {"uri", "byteLength"});
    return kept;
}

}  // namespace

std::string vetGltf(const std::string& bytes, bool isBinary, const ImportOptions& options,
                    GltfExtras& extras) {
    const GltfContainer container = isBinary ? splitGlb(bytes) : GltfContainer{bytes, {}};
    const Json kept = vetDocument(parse(container.json), container.binary, options, extras);
    std::string text = kept.dump(-1, ' ', false, Json::error_handler_t::replace);
    return isBinary ? joinGlb(std::move(text), container.binary) : text;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
