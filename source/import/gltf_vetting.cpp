#include "core/readable_text.hpp"
#include "import/format_vetting.hpp"
#include "import/gltf_container.hpp"
#include "import/gltf_document.hpp"
#include "import/json_text.hpp"
#include "import/node_graph.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Kind = JsonValue::Kind;
using Values = JsonValues;
using Code = ImportError::Code;

const JsonValue& accessorOf(const Document& document, const JsonValue& object, const char* key) {
    return referred(document.accessors, "accessors", object, key);
}
const JsonValue& viewOf(const Document& document, const JsonValue& accessor) {
    return referred(document.bufferViews, "bufferViews", accessor, "bufferView");
}
const JsonValue& bufferOf(const Document& document, const JsonValue& view) {
    return referred(document.buffers, "buffers", view, "buffer");
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
std::uint64_t checkAccessor(const Document& document, const JsonValue& accessor, std::size_t components) {
    if (accessor.find("sparse") != nullptr || accessor.find("bufferView") == nullptr) {
        malformed("a sparse accessor, which is not read; export without sparse accessors");
    }
    const std::uint64_t count = number(accessor, "count");
    const std::uint64_t itemBytes = components * componentBytes(number(accessor, "componentType"));
    const JsonValue& view = viewOf(document, accessor);
    const std::uint64_t stride = number(view, "byteStride", itemBytes);
    const std::uint64_t viewBytes = number(view, "byteLength");
    if (stride < itemBytes || stride > 252 || count == 0 ||
        number(accessor, "byteOffset", 0) + (count - 1) * stride + itemBytes > viewBytes) {
        malformed("an accessor of " + std::to_string(count) + " items does not fit its buffer view of " +
                  std::to_string(viewBytes) + " bytes");
    }
    const JsonValue& buffer = bufferOf(document, view);
    const std::uint64_t bufferBytes = number(buffer, "byteLength");
    if (number(view, "byteOffset", 0) + viewBytes > bufferBytes) {
        malformed("a buffer view leaves its buffer of " + std::to_string(bufferBytes) + " bytes");
    }
    if (const JsonValue* const uri = buffer.find("uri"); uri == nullptr) {
        if (&buffer != &document.buffers[0] || bufferBytes > document.binary.size()) {
            malformed("a buffer of " + std::to_string(bufferBytes) + " bytes, of which the file holds " +
                      std::to_string(document.binary.size()));
        }
    } else if (!uri->is(Kind::String)) {
        malformed("a buffer's \"uri\" is no text");
    }
    return count;
}

/// Demands that every index held in the file's own buffer is below the limit: the reader drops faces silently
/// where one is not. Indices in other files are left to the checks on the surface, which will find the hole.
void checkIndices(const Document& document, const JsonValue& accessor, std::uint64_t limit) {
    const JsonValue& view = viewOf(document, accessor);
    if (bufferOf(document, view).find("uri") != nullptr) {
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
            index = index << 8 | static_cast<unsigned char>(document.binary[at + byte]);
        }
        if (index >= limit) {
            malformed("index " + std::to_string(k) + " of a mesh names vertex " + std::to_string(index) +
                      " of " + std::to_string(limit));
        }
    }
}

bool isAccessor(const JsonValue& accessor, std::string_view type,
                std::initializer_list<std::uint64_t> componentTypes) {
    const std::uint64_t component = number(accessor, "componentType");
    const JsonValue* const found = accessor.find("type");
    return found != nullptr && found->string() == type &&
           std::ranges::find(componentTypes, component) != componentTypes.end();
}

/// How many vertices and indices the meshes hold, a shared accessor counted every time.
struct Totals {
    std::uint64_t vertices = 0, indices = 0;
};

/// Writes of a primitive what is to be read.
void vetPrimitive(const Document& document, const JsonValue& primitive, JsonList& list, Totals& totals) {
    const JsonValue* const attributes = primitive.find("attributes");
    if (attributes == nullptr || !attributes->is(Kind::Object)) {
        malformed("a primitive without attributes");
    }
    if (primitive.find("material") != nullptr) {
        referred(document.materials, "materials", primitive, "material");
    }
    const JsonValue& positions = accessorOf(document, *attributes, "POSITION");
    if (!isAccessor(positions, "VEC3", {5126})) {
        malformed("positions that are no float vectors; export without quantization");
    }
    const std::uint64_t count = checkAccessor(document, positions, 3);
    totals.vertices += count;
    bool hasNormals = attributes->find("NORMAL") != nullptr;
    if (hasNormals) {
        const JsonValue& normals = accessorOf(document, *attributes, "NORMAL");
        hasNormals = isAccessor(normals, "VEC3", {5126}) && checkAccessor(document, normals, 3) == count;
    }
    if (primitive.find("indices") != nullptr) {
        const JsonValue& indices = accessorOf(document, primitive, "indices");
        if (!isAccessor(indices, "SCALAR", {5121, 5123, 5125})) {
            malformed("indices that are no whole numbers");
        }
        totals.indices += checkAccessor(document, indices, 1);
        checkIndices(document, indices, count);
    }
    JsonObject written = list.object();
    written.keep(primitive, {"indices", "material"});
    written.add("mode", number(primitive, "mode", 4));
    JsonObject kept = written.object("attributes");
    kept.keep(*attributes, hasNormals ? std::initializer_list<std::string_view>{"POSITION", "NORMAL"}
                                      : std::initializer_list<std::string_view>{"POSITION"});
}

void vetMeshes(const Document& document, const ImportOptions& options, JsonObject& written) {
    Totals totals;
    JsonList meshes = written.list("meshes");
    for (const JsonValue& mesh : document.meshes) {
        JsonObject kept = meshes.object();
        kept.keep(mesh, {"name"});
        JsonList primitives = kept.list("primitives");
        for (const JsonValue& primitive : demandList(mesh, "primitives")) {
            vetPrimitive(document, primitive, primitives, totals);
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
Values listOr(const JsonValue& object, const char* key, const char* fault) {
    const JsonValue* const found = object.find(key);
    if (found != nullptr && !found->is(Kind::Array)) {
        malformed(fault);
    }
    return found == nullptr ? Values() : found->children;
}

/// Which of several things were named, in rounds: a new one forgets the last.
class NamedOnce {
public:
    explicit NamedOnce(std::size_t count) : roundOf_(count, 0) {}
    void startRound() { ++round_; }
    /// Whether there is such a thing, and this is the first time in the round.
    bool isNew(const JsonValue& index) {
        const std::optional<std::uint64_t> number = index.whole();
        return number && *number < roundOf_.size() &&
               std::exchange(roundOf_[static_cast<std::size_t>(*number)], round_) != round_;
    }

private:
    std::vector<std::uint32_t> roundOf_;
    std::uint32_t round_ = 1;
};

/// Demands trees: every node below one parent at most, none below itself, no deeper than allowed.
void checkTrees(Values nodes, const ImportOptions& options) {
    std::vector<std::vector<std::size_t>> below(nodes.size());
    NamedOnce children(nodes.size());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const JsonValue& child : listOr(nodes[k], "children", "a node's \"children\" is no list")) {
            if (!children.isNew(child)) {
                malformed("node " + std::to_string(k) +
                          " has a child that does not exist or has two parents");
            }
            below[k].push_back(static_cast<std::size_t>(*child.whole()));
        }
    }
    demandBoundedWalk(below, options, [&](std::size_t node) {
        const JsonValue* const name = nodes[node].find("name");
        return "node " + std::to_string(node) + (name == nullptr ? "" : " " + quotedName(name->string()));
    });
}

void checkNumbers(const JsonValue& node, const char* key, std::size_t count) {
    const JsonValue* const found = node.find(key);
    if (found != nullptr &&
        (!found->is(Kind::Array) || found->children.size() != count ||
         !std::ranges::all_of(found->children, [](const JsonValue& n) { return n.is(Kind::Number); }))) {
        malformed(std::string("a node's \"") + key + "\" is not " + std::to_string(count) + " numbers");
    }
}

void checkNodes(const Document& document, const ImportOptions& options) {
    if (document.nodes.size() > options.maxNodes) {
        throw VettingFault(Code::LimitExceeded,
                           "has " + std::to_string(document.nodes.size()) +
                               " nodes, more than maxNodes = " + std::to_string(options.maxNodes));
    }
    for (const JsonValue& node : document.nodes) {
        checkNumbers(node, "matrix", 16);
        checkNumbers(node, "translation", 3);
        checkNumbers(node, "rotation", 4);
        checkNumbers(node, "scale", 3);
        if (node.find("mesh") != nullptr) {
            referred(document.meshes, "meshes", node, "mesh");
        }
    }
    checkTrees(document.nodes, options);
}

void checkScenes(const Document& document) {
    NamedOnce roots(document.nodes.size());
    for (const JsonValue& scene : document.scenes) {
        roots.startRound();
        for (const JsonValue& root : listOr(scene, "nodes", "a scene's \"nodes\" is no list")) {
            if (!roots.isNew(root)) {
                malformed("a scene names a node that does not exist, or one twice");
            }
        }
    }
    if (document.root.find("scene") != nullptr) {
        referred(document.scenes, "scenes", document.root, "scene");
    }
}

/// The first root of the scene that is read, if there is one.
std::optional<std::size_t> firstRoot(const Document& document) {
    const std::uint64_t scene = number(document.root, "scene", 0);
    if (scene >= document.scenes.size()) {
        return std::nullopt;
    }
    const JsonValue* const roots = document.scenes[static_cast<std::size_t>(scene)].find("nodes");
    return roots == nullptr || roots->children.empty()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(*roots->children[0].whole()));
}

/// Nodes tell their numbers where there are extras. Readers drop meshes that no node of the scene shows: the
/// first root gets a node for each that colliders are made of.
void writeNodes(const Document& document, const GltfExtras& extras, JsonObject& written) {
    const auto root = extras.colliderMeshes.empty() ? std::nullopt : firstRoot(document);
    const std::size_t count = document.nodes.size();
    JsonList nodes = written.list("nodes");
    for (std::size_t k = 0; k < count; ++k) {
        const JsonValue& node = document.nodes[k];
        JsonObject kept = nodes.object();
        kept.keep(node, {"name", "mesh", "matrix", "translation", "rotation", "scale"});
        if (!extras.nodes.empty()) {
            kept.object("extras").add(kNodeNumberKey, k);
        }
        if (k != root) {
            kept.keep(node, {"children"});
            continue;
        }
        JsonList children = kept.list("children");
        for (const JsonValue& child : listOr(node, "children", "")) {
            children.add(*child.whole());
        }
        for (std::size_t carrier = 0; carrier < extras.colliderMeshes.size(); ++carrier) {
            children.add(count + carrier);
        }
    }
    for (const std::uint32_t mesh : root ? extras.colliderMeshes : std::vector<std::uint32_t>()) {
        JsonObject carrier = nodes.object();
        carrier.add("mesh", mesh);
        carrier.object("extras").add(kMeshNumberKey, mesh);
    }
}

void writeList(Values list, const char* key, std::initializer_list<std::string_view> kept,
               JsonObject& written) {
    JsonList all = written.list(key);
    for (const JsonValue& object : list) {
        all.object().keep(object, kept);
    }
}

/// Whether any node says more than its reader takes in: then all need their numbers.
bool hasExtras(Values nodes) {
    return std::ranges::any_of(nodes, [](const JsonValue& node) {
        return node.find("extras") != nullptr || node.find("extensions") != nullptr;
    });
}

/// Returns what is to be read.
std::string vetDocument(const Document& document, const ImportOptions& options, GltfExtras& extras) {
    checkHeader(document.root);
    checkNodes(document, options);
    checkScenes(document);
    if (hasExtras(document.nodes)) {
        extras = readGltfExtras(nlohmann::json::parse(document.root.text), options);
    }
    std::string text;
    {
        JsonObject written(text);
        written.keep(document.root, {"scene"});
        written.object("asset").keep(*document.root.find("asset"), {"version", "generator"});
        writeNodes(document, extras, written);
        writeList(document.scenes, "scenes", {"name", "nodes"}, written);
        writeList(document.materials, "materials", {"name"}, written);
        vetMeshes(document, options, written);
        // The readers load these when a mesh refers to them; those that one does refer to are checked above.
        writeList(document.accessors, "accessors",
                  {"bufferView", "byteOffset", "componentType", "count", "type"}, written);
        writeList(document.bufferViews, "bufferViews", {"buffer", "byteOffset", "byteLength", "byteStride"},
                  written);
        writeList(document.buffers, "buffers", {"uri", "byteLength"}, written);
    }
    return text;
}

}  // namespace

std::string vetGltf(const std::string& bytes, bool isBinary, const ImportOptions& options,
                    GltfExtras& extras) {
    const GltfContainer container = isBinary ? splitGlb(bytes) : GltfContainer{bytes, {}};
    checkSize(container.json);
    const JsonTree tree(container.json);
    const JsonValue& root = demandObject(tree);
    const auto list = [&](const char* key) { return demandList(root, key); };
    const Document document{
        root,           list("accessors"), list("bufferViews"), list("buffers"), list("materials"),
        list("meshes"), list("nodes"),     list("scenes"),      container.binary};
    std::string text = vetDocument(document, options, extras);
    return isBinary ? joinGlb(std::move(text), container.binary) : text;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
