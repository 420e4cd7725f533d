#include "world/contacts/part_contacts.hpp"

#include "core/shell_sort.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/penetration.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// The order of events.
auto orderOfParts(const PartPair& pair) {
    return std::tuple(keyOf(pair.objects), pair.parts);
}

/// Calls visit(part) for the parts of a shape whose boxes are within a reach of the box of another shape.
/// Other shapes than compounds are one part.
template <class Visit>
void forEachPartNear(const ChildShape& whole, const ChildShape& other, double reach, const Visit& visit) {
    using Kind = ShapeRef::Kind;
    if (whole.shape.kind() != Kind::Compound) {
        visit(whole);
        return;
    }
    const auto visitPart = [&](const ChildShape& part, double limit) {
        visit(part);
        return limit;
    };
    if (other.shape.kind() == Kind::HalfSpace) {  // its box is no help
        const auto unbounded = [](const Aabb&) { return 0.0; };
        forEachChild(whole.shape, whole.pose, reach, unbounded, visitPart);
        return;
    }
    const GapBound gap(boundsOf(other.shape, poseBInA(whole.pose, other.pose)));
    forEachChild(whole.shape, whole.pose, reach, gap, visitPart);
}

/// Calls visit(partOfA, partOfB) for the parts whose boxes are within a reach.
template <class T, class Visit>
void forEachPairOfParts(const BasicObject<T>& a, const BasicObject<T>& b, double reach, const Visit& visit) {
    const ChildShape wholeA{a.shape, inDouble(a.pose)}, wholeB{b.shape, inDouble(b.pose)};
    // Far from the origin, rounding moves the parts of an object in the world, but not in its frame.
    constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
    reach += kRounding * (glm::length(wholeA.pose.position) + glm::length(wholeB.pose.position));
    forEachPartNear(wholeA, wholeB, reach, [&](const ChildShape& partA) {
        forEachPartNear(wholeB, partA, reach, [&](const ChildShape& partB) { visit(partA, partB); });
    });
}

/// The same in the plane, where compounds have no tree.
template <class Number, class Visit>
void forEachPairOfParts(const BasicObject<Planar<Number>>& a, const BasicObject<Planar<Number>>& b, double,
                        const Visit& visit) {
    struct Part {
        PlanarShapeRef shape;
        DPlanarPose pose;
        std::uint32_t number;
    };
    const auto forEachPart = [](const BasicObject<Planar<Number>>& object, const auto& use) {
        const auto parts = partsOf(object.shape);
        if (parts.empty()) {
            use(Part{object.shape, partInWorld(object.pose), 0});
        }
        std::uint32_t number = 0;
        for (const auto& part : parts) {
            use(Part{part.shape, partInWorld(object.pose, part.pose), number++});
        }
    };
    forEachPart(a,
                [&](const Part& partA) { forEachPart(b, [&](const Part& partB) { visit(partA, partB); }); });
}

std::uint64_t hashOfPairs(std::span<const PartPair> pairs) {
    std::uint64_t sum = 0;
    for (const PartPair& pair : pairs) {
        sum += hashOfPair(pair);
    }
    return sum;
}

}  // namespace

template <class T>
void PartContacts<T>::set(std::vector<PartPair> touching) {
    touching_ = std::move(touching);
    hash_ = hashOfPairs(touching_);
    for (auto* events : {&begun_, &stayed_, &ended_}) {
        events->clear();
    }
}

template <class T>
void PartContacts<T>::find(const BasicObject<T>& a, const BasicObject<T>& b, const ObjectPair& objects,
                           std::vector<PartPair>& found) const {
    if (partsOf(a.shape).empty() && partsOf(b.shape).empty()) {
        found.push_back({objects, {}});
        return;
    }
    const auto wasTouching = [&](const PartPair& pair) {
        const auto place = std::ranges::lower_bound(touching_, orderOfParts(pair), {}, orderOfParts);
        return place != touching_.end() && *place == pair;
    };
    const float held = options_.margin + options_.hysteresis;
    forEachPairOfParts(a, b, static_cast<double>(held), [&](const auto& partA, const auto& partB) {
        const auto areCloserThan = [&](float margin) {
            return overlaps(partA.shape, partA.pose, partB.shape, partB.pose, {.margin = margin});
        };
        const PartPair pair{objects, {partA.number, partB.number}};
        if (areCloserThan(options_.margin) ||
            (options_.hysteresis > 0.0f && wasTouching(pair) && areCloserThan(held))) {
            found.push_back(pair);
        }
    });
}

template <class T>
void PartContacts<T>::finish(std::span<const FoundContacts<T>> ofTasks, const ObjectTable<T>& objects) {
    memory_.found.clear();
    memory_.next.clear();
    for (const FoundContacts<T>& ofTask : ofTasks) {
        memory_.found.insert(memory_.found.end(), ofTask.parts.begin(), ofTask.parts.end());
    }
    shellSort(memory_.found, {}, orderOfParts);
    for (auto* events : {&begun_, &stayed_, &ended_}) {
        events->clear();
    }
    auto found = memory_.found.begin();
    const auto end = memory_.found.end();
    const auto goOn = [&](const PartPair& pair, std::vector<PartPair>& events) {
        events.push_back(pair);
        memory_.next.push_back(pair);
    };
    for (const PartPair& pair : touching_) {
        for (; found != end && orderOfParts(*found) < orderOfParts(pair); ++found) {
            goOn(*found, begun_);
        }
        if (!objects.isChanged(pair.objects.a.index) && !objects.isChanged(pair.objects.b.index)) {
            goOn(pair, stayed_);
        } else if (found != end && *found == pair) {
            goOn(*found++, stayed_);
        } else {
            ended_.push_back(pair);
        }
    }
    for (; found != end; ++found) {
        goOn(*found, begun_);
    }
    std::swap(touching_, memory_.next);
    hash_ += hashOfPairs(begun_) - hashOfPairs(ended_);
}

template <class T>
bool PartContacts<T>::areValid(std::span<const PartPair> parts, std::span<const ObjectPair> touching) {
    const bool isSorted =
        std::ranges::adjacent_find(parts, std::ranges::greater_equal{}, orderOfParts) == parts.end();
    return isSorted && std::ranges::all_of(parts, [&](const PartPair& pair) {
               const auto place = std::ranges::lower_bound(
                   touching, keyOf(pair.objects), {}, [](const ObjectPair& other) { return keyOf(other); });
               return place != touching.end() && *place == pair.objects;
           });
}

template <class T>
std::optional<std::string> PartContacts<T>::validate(std::span<const ObjectPair> touching) const {
    if (!areValid(touching_, touching) || (!options_.partEvents && !touching_.empty())) {
        return "the list of parts that touch is not sorted, or has objects that do not touch";
    }
    std::vector<PartPair> events(stayed_);
    events.insert(events.end(), begun_.begin(), begun_.end());
    shellSort(events, {}, orderOfParts);
    const bool isCopy = events.empty() && ended_.empty();
    if (hash_ != hashOfPairs(touching_) || (!isCopy && events != touching_)) {
        return "the hash or the events are not those of the parts that touch";
    }
    return std::nullopt;
}

template class PartContacts<float>;
template class PartContacts<double>;
template class PartContacts<Planar<float>>;
template class PartContacts<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
