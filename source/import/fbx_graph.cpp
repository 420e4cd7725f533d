#include "import/fbx_graph.hpp"

#include "core/readable_text.hpp"
#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr std::size_t kLongestChain = 64;  // of objects; a mesh, its skin, a cluster and its bone are four

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

/// Takes objects away until none is left whose end `own` of all needs is gone: those without such needs
/// first, then those whose needs went with them, and so on. Returns them in that order.
std::vector<std::size_t> FbxGraph::peel(std::vector<Need>& needs, std::size_t Need::*own,
                                        std::size_t Need::*other, std::vector<bool>& isLeft) {
    std::ranges::sort(needs, {}, other);
    std::vector<std::size_t> holds(isLeft.size(), 0);  // needs of each among those left
    for (const Need& need : needs) {
        holds[need.*own] += isLeft[need.*own] && isLeft[need.*other] ? 1 : 0;
    }
    std::vector<std::size_t> peeled;
    for (std::size_t object = 0; object < isLeft.size(); ++object) {
        if (isLeft[object] && holds[object] == 0) {
            peeled.push_back(object);
        }
    }
    for (std::size_t k = 0; k < peeled.size(); ++k) {
        isLeft[peeled[k]] = false;
        for (auto need = std::ranges::lower_bound(needs, peeled[k], {}, other);
             need != needs.end() && (*need).*other == peeled[k]; ++need) {
            const std::size_t object = (*need).*own;
            if (isLeft[object] && --holds[object] == 0) {
                peeled.push_back(object);
            }
        }
    }
    return peeled;
}

/// How deep reading goes from each object: what needs nothing first, and up. What is left when no more can be
/// taken from below nor from above stands in circles or between them: the reader stops where a circle closes,
/// so it goes through all of these once at most.
void FbxGraph::checkNeeds(std::vector<Need> needs) const {
    std::vector<bool> isLeft(objects_.size(), true);
    const std::vector<std::size_t> below = peel(needs, &Need::object, &Need::needed, isLeft);
    const std::vector<std::size_t> above = peel(needs, &Need::needed, &Need::object, isLeft);
    const auto fault = [this](std::size_t object, const char* what) {
        return VettingFault(ImportError::Code::LimitExceeded,
                            "object " + nameOf(object) + what + std::to_string(kLongestChain) +
                                " others, each connected to the next (meshes, skins, clusters, bones, "
                                "materials); export without skins, shape keys and animation");
    };
    const auto inCircles = static_cast<std::size_t>(std::ranges::count(isLeft, true));
    if (inCircles > kLongestChain) {
        throw fault(static_cast<std::size_t>(std::ranges::find(isLeft, true) - isLeft.begin()),
                    " stands in a circle, or between circles, of more than ");
    }
    std::vector<std::size_t> longest(objects_.size(), 0);  // chain that begins here
    const auto longestNeeded = [&](std::size_t object) {   // needs are sorted by what needs by now
        std::size_t most = 0;
        for (auto need = std::ranges::lower_bound(needs, object, {}, &Need::object);
             need != needs.end() && need->object == object; ++need) {
            most = std::max(most, longest[need->needed]);
        }
        return most;
    };
    const auto setLongest = [&](std::size_t object, std::size_t length) {
        longest[object] = length;
        if (length > kLongestChain) {
            throw fault(object, " needs a chain of more than ");
        }
    };
    for (const std::size_t object : below) {
        setLongest(object, 1 + longestNeeded(object));
    }
    std::size_t belowCircles = 0;
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        belowCircles = isLeft[object] ? std::max(belowCircles, longestNeeded(object)) : belowCircles;
    }
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        if (isLeft[object]) {
            setLongest(object, inCircles + belowCircles);
        }
    }
    for (std::size_t k = above.size(); k-- > 0;) {  // taken from above: those needed stand behind
        setLongest(above[k], 1 + longestNeeded(above[k]));
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
