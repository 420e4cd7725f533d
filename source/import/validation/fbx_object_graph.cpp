#include "import/validation/fbx_object_graph.hpp"

#include "core/readable_text.hpp"
#include "import/files/validation_error.hpp"
#include "import/validation/deformation_notes.hpp"

#include <algorithm>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::size_t kLongestChain = 64;  // objects; a mesh, its skin, a cluster and its bone are four

enum ObjectKind : std::uint32_t {
    kGeometry = 1u << 0,
    kNodeAttribute = 1u << 1,
    kDeformer = 1u << 2,
    kModel = 1u << 3,
    kMaterial = 1u << 4,
    kTexture = 1u << 5,
    kAnimationStack = 1u << 6,
    kAnimationLayer = 1u << 7,
    kAnimationCurveNode = 1u << 8,
    kOther = 1u << 9,
};

/// The kinds of connected objects that Assimp (5.2 to 6.0) reads before it finishes an object. Connections
/// between models are checked separately.
struct KindNeeds {
    std::string_view key;
    std::uint32_t kind;
    std::uint32_t sources;
};
constexpr std::uint32_t kAny = ~0u;
constexpr KindNeeds kNeeds[] = {
    {"Geometry", kGeometry, kDeformer},
    {"NodeAttribute", kNodeAttribute, 0},
    {"Deformer", kDeformer, kDeformer | kModel | kGeometry},
    {"Model", kModel, kGeometry | kMaterial | kNodeAttribute},
    {"Material", kMaterial, kAny},
    {"Texture", kTexture, kAny},
    {"LayeredTexture", kTexture, kAny},
    {"AnimationStack", kAnimationStack, kAnimationLayer},
    {"AnimationLayer", kAnimationLayer, 0},
    {"AnimationCurveNode", kAnimationCurveNode, 0},
};
/// Kinds of the object that a curve node animates.
constexpr std::uint32_t kNeededByCurveNode = kModel | kNodeAttribute | kDeformer;

/// Returns all kinds whose names begin with the key, because Assimp compares only as many characters as the
/// key has.
std::uint32_t kindsOf(std::string_view key) {
    std::uint32_t kinds = 0;
    for (const KindNeeds& needs : kNeeds) {
        kinds |= needs.key.starts_with(key) ? needs.kind : 0;
    }
    return kinds == 0 ? kOther : kinds;
}

std::uint32_t sourcesNeededBy(std::uint32_t kinds) {
    std::uint32_t sources = 0;
    for (const KindNeeds& needs : kNeeds) {
        sources |= (kinds & needs.kind) != 0 ? needs.sources : 0;
    }
    return sources;
}

}  // namespace

void FbxObjectGraph::addObject(std::string_view key, std::uint64_t id, std::string_view name,
                               std::string_view type) {
    objects_.push_back({id, kindsOf(key), name, type == "Mesh", type == "Skin"});
}

void FbxObjectGraph::connect(std::uint64_t source, std::uint64_t destination, bool toProperty) {
    connections_.push_back({source, destination, toProperty});
}

/// Sorts the objects by id. Objects with one id become one object that has the kinds of all of them.
void FbxObjectGraph::mergeObjects() {
    std::ranges::stable_sort(objects_, {}, &Object::id);
    std::size_t kept = 0;
    for (const Object& object : objects_) {
        if (kept > 0 && objects_[kept - 1].id == object.id) {
            objects_[kept - 1].kinds |= object.kinds;
            objects_[kept - 1].isMesh |= object.isMesh;
            objects_[kept - 1].isSkin |= object.isSkin;
        } else {
            objects_[kept++] = object;
        }
    }
    objects_.resize(kept);
}

std::size_t FbxObjectGraph::find(std::uint64_t id) const {
    const auto found = std::ranges::lower_bound(objects_, id, {}, &Object::id);
    return found != objects_.end() && found->id == id ? static_cast<std::size_t>(found - objects_.begin())
                                                      : objects_.size();
}

NodeLabel FbxObjectGraph::labelOf(std::size_t object) const {
    const std::string name(objects_[object].name);
    return {name, quotedName(name) + " (id " + std::to_string(objects_[object].id) + ")"};
}

/// Names the models whose meshes bones move.
std::vector<std::string> FbxObjectGraph::notes() const {
    std::vector<bool> hasSkin(objects_.size(), false), isSkinned(objects_.size(), false);
    const auto follow = [&](std::uint32_t to, std::uint32_t from, const std::vector<bool>& marked,
                            std::vector<bool>& marks) {
        for (const Connection& connection : connections_) {
            const std::size_t source = find(connection.source), destination = find(connection.destination);
            if (source != objects_.size() && destination != objects_.size() && marked[source] &&
                (objects_[source].kinds & from) != 0 && (objects_[destination].kinds & to) != 0) {
                marks[destination] = true;
            }
        }
    };
    std::vector<bool> isSkin(objects_.size(), false);
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        isSkin[object] = objects_[object].isSkin;
    }
    follow(kGeometry, kDeformer, isSkin, hasSkin);
    follow(kModel, kGeometry, hasSkin, isSkinned);
    std::vector<std::string> skinned, notes;
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        if (isSkinned[object]) {
            skinned.emplace_back(objects_[object].name);
        }
    }
    noteDeformations(skinned, {}, notes);
    return notes;
}

FileFindings FbxObjectGraph::check(const ImportOptions& options) {
    mergeObjects();
    NodeGraph modelsBelow(objects_.size()), needed(objects_.size());
    std::vector<bool> hasMesh(objects_.size(), false);
    for (const Connection& connection : connections_) {
        const std::size_t source = find(connection.source);
        const std::size_t destination = find(connection.destination);
        if (source == objects_.size() || destination == objects_.size()) {
            continue;
        }
        const std::uint32_t from = objects_[source].kinds;
        const std::uint32_t to = objects_[destination].kinds;
        if ((from & to & kModel) != 0 && !connection.toProperty) {
            modelsBelow[destination].push_back(source);
        }
        if ((sourcesNeededBy(to) & from) != 0) {
            needed[destination].push_back(source);
        }
        if ((from & kAnimationCurveNode) != 0 && (to & kNeededByCurveNode) != 0) {
            needed[source].push_back(destination);
        }
        hasMesh[destination] = hasMesh[destination] || ((from & kGeometry) != 0 && objects_[source].isMesh);
    }
    demandBoundedWalk(modelsBelow, options, [this](std::size_t model) { return labelOf(model); });
    demandShortChains(needed);
    NamesOfMeshNodes names;
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        if ((objects_[object].kinds & kModel) != 0) {
            names.add(std::string(objects_[object].name), hasMesh[object]);
        }
    }
    return {std::move(names), notes()};
}

/// Checks an upper bound of the recursion depth for each object. Assimp stops when a cycle closes, so a
/// strongly connected component adds at most the number of its objects. Components are found by Kosaraju's
/// algorithm, objects without dependencies first.
void FbxObjectGraph::demandShortChains(const NodeGraph& needed) const {
    NodeGraph neededBy(needed.size());
    for (std::size_t object = 0; object < needed.size(); ++object) {
        for (const std::size_t other : needed[object]) {
            neededBy[other].push_back(object);
        }
    }
    std::vector<std::size_t> depths(needed.size(), 0);  // 0: not finished
    std::vector<bool> isSeen(needed.size(), false);
    std::vector<std::size_t> order = postOrder(neededBy);
    std::ranges::reverse(order);
    for (const std::size_t object : order) {
        if (isSeen[object]) {
            continue;
        }
        isSeen[object] = true;
        std::vector<std::size_t> component{object};
        std::size_t below = 0;
        for (std::size_t k = 0; k < component.size(); ++k) {
            for (const std::size_t other : needed[component[k]]) {
                below = std::max(below, depths[other]);
                if (!isSeen[other]) {
                    isSeen[other] = true;
                    component.push_back(other);
                }
            }
        }
        const std::size_t depth = component.size() + below;
        if (depth > kLongestChain) {
            const NodeLabel label = labelOf(object);
            throw ValidationError(
                ImportError::Code::LimitExceeded,
                "object " + label.text + " begins a chain or cycle of more than " +
                    std::to_string(kLongestChain) +
                    " objects that depend on each other (meshes, skins, clusters, bones, materials); "
                    "export without skins, shape keys and animation",
                label.name);
        }
        for (const std::size_t member : component) {
            depths[member] = depth;
        }
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
