#include "import/fbx_graph.hpp"

#include "core/readable_text.hpp"
#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr std::size_t kLongestChain = 64;  // of objects; a mesh, its skin, a cluster and its bone are four

enum Kind : std::uint32_t {
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

/// What Assimp (5.2 to 6.0) reads before it has read an object: all that is connected to it of these kinds.
/// Models among one another are walked separately.
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
constexpr std::uint32_t kNeededByCurveNode = kModel | kNodeAttribute | kDeformer;  // what it moves

/// Assimp takes the beginning of a key for the key.
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

void FbxGraph::addObject(std::string_view key, std::uint64_t id, std::string_view name) {
    objects_.push_back({id, kindsOf(key), name});
}

void FbxGraph::connect(std::uint64_t source, std::uint64_t destination, bool toProperty) {
    connections_.push_back({source, destination, toProperty});
}

/// Sorted by id. An id that stands twice is all that it is said to be.
void FbxGraph::mergeObjects() {
    std::ranges::stable_sort(objects_, {}, &Object::id);
    std::size_t kept = 0;
    for (const Object& object : objects_) {
        if (kept > 0 && objects_[kept - 1].id == object.id) {
            objects_[kept - 1].kinds |= object.kinds;
        } else {
            objects_[kept++] = object;
        }
    }
    objects_.resize(kept);
}

std::size_t FbxGraph::find(std::uint64_t id) const {
    const auto found = std::ranges::lower_bound(objects_, id, {}, &Object::id);
    return found != objects_.end() && found->id == id ? static_cast<std::size_t>(found - objects_.begin())
                                                      : objects_.size();
}

std::string FbxGraph::nameOf(std::size_t object) const {
    return quotedName(objects_[object].name) + " (id " + std::to_string(objects_[object].id) + ")";
}

void FbxGraph::check(const ImportOptions& options) {
    mergeObjects();
    std::vector<std::vector<std::size_t>> modelsBelow(objects_.size());
    std::vector<Need> needs;
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
            needs.push_back({destination, source});
        }
        if ((from & kAnimationCurveNode) != 0 && (to & kNeededByCurveNode) != 0) {
            needs.push_back({source, destination});
        }
    }
    demandBoundedWalk(modelsBelow, options, [this](std::size_t model) { return nameOf(model); });
    checkNeeds(std::move(needs));
}

/// Objects without needs first, then those that need nothing else, and so on. What is left needs itself in
/// the end: the reader stops where a circle closes, so it goes through all of these once at most.
void FbxGraph::checkNeeds(std::vector<Need> needs) const {
    std::ranges::sort(needs, {}, &Need::needed);
    std::vector<std::size_t> unread(objects_.size(), 0);   // of what each needs
    std::vector<std::size_t> longest(objects_.size(), 1);  // chain that begins here
    for (const Need& need : needs) {
        ++unread[need.object];
    }
    std::vector<std::size_t> read;
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        if (unread[k] == 0) {
            read.push_back(k);
        }
    }
    const auto fault = [this](std::size_t object, const char* what) {
        return VettingFault(ImportError::Code::LimitExceeded,
                            "object " + nameOf(object) + what + std::to_string(kLongestChain) +
                                " others, each connected to the next (meshes, skins, clusters, bones, "
                                "materials); export without skins, shape keys and animation");
    };
    for (std::size_t k = 0; k < read.size(); ++k) {
        const std::size_t needed = read[k];
        for (auto need = std::ranges::lower_bound(needs, needed, {}, &Need::needed);
             need != needs.end() && need->needed == needed; ++need) {
            const std::size_t object = need->object;
            longest[object] = std::max(longest[object], longest[needed] + 1);
            if (longest[object] > kLongestChain) {
                throw fault(object, " needs a chain of more than ");
            }
            if (--unread[object] == 0) {
                read.push_back(object);
            }
        }
    }
    if (objects_.size() - read.size() > kLongestChain) {
        const auto left = std::ranges::find_if(unread, [](std::size_t count) { return count > 0; });
        throw fault(static_cast<std::size_t>(left - unread.begin()),
                    " stands in or above a circle of more than ");
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
