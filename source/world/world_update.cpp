#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::uint64_t keyOf(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32 | b;
}
std::uint64_t keyOf(const ObjectPair& pair) {
    return keyOf(pair.a.index, pair.b.index);
}

/// Returns the next contact of a sorted list if it belongs to the pair. Drops those of earlier pairs.
const Contact* advanceTo(std::span<const Contact>& contacts, const ObjectPair& pair) {
    while (!contacts.empty() && keyOf(contacts.front().objects) < keyOf(pair)) {
        contacts = contacts.subspan(1);
    }
    const bool isFound = !contacts.empty() && contacts.front().objects == pair;
    return isFound ? &contacts.front() : nullptr;
}

}  // namespace

template <class T>
BasicEvents<T> BasicWorld<T>::update() {
    std::swap(current_, memory_.previous);
    current_.begun.clear();
    current_.stayed.clear();
    current_.manifolds.clear();
    refresh();
    findContacts();
    mergeContacts();
    for (const std::uint32_t index : changed_) {
        slots_[index].isChanged = false;
    }
    changed_.clear();
    return events();
}

template <class T>
bool BasicWorld<T>::mayTouch(const Object& a, const Object& b) const {
    const bool isMoving = a.kind == ObjectKind::Moving || b.kind == ObjectKind::Moving;
    const bool isSensed = (a.kind == ObjectKind::Sensor) != (b.kind == ObjectKind::Sensor);
    return (isMoving || isSensed) && canTouch(a.filter, b.filter) &&
           (!options_.mayTouch || options_.mayTouch(a, b));
}

template <class T>
bool BasicWorld<T>::mayTouch(ObjectId a, ObjectId b) const {
    const bool areSorted = a.index < b.index;
    const Object *first = find(areSorted ? a : b), *second = find(areSorted ? b : a);
    return first != nullptr && second != nullptr && first != second && mayTouch(*first, *second);
}

/// Whether the pair touched at the last update.
template <class T>
bool BasicWorld<T>::wasTouching(const ObjectPair& pair) const {
    const auto found = std::ranges::lower_bound(touching_, keyOf(pair), {},
                                                [](const ObjectPair& other) { return keyOf(other); });
    return found != touching_.end() && *found == pair;
}

/// Tests the pairs of which an object has changed. The results are in memory_.found, sorted.
template <class T>
void BasicWorld<T>::findContacts() {
    memory_.found.clear();
    memory_.foundContacts.clear();
    for (const PairIndices& pair : broadPhase_.findPairs()) {
        if (const auto contact = contactOf(pair)) {
            memory_.found.push_back(
                {keyOf(pair.a, pair.b), static_cast<std::uint32_t>(memory_.foundContacts.size())});
            memory_.foundContacts.push_back(*contact);
        }
    }
    sortFound();
}

/// Sorts memory_.found by keys: distributes it to rows, one for each object a, then sorts the rows, which are
/// short.
template <class T>
void BasicWorld<T>::sortFound() {
    const auto rowOf = [](const Found& found) { return static_cast<std::size_t>(found.key >> 32); };
    if (memory_.found.size() * 8 < slots_.size()) {
        std::ranges::sort(memory_.found, {}, &Found::key);
        return;
    }
    memory_.rowEnds.assign(slots_.size() + 1, 0);
    for (const Found& found : memory_.found) {
        ++memory_.rowEnds[rowOf(found) + 1];
    }
    std::partial_sum(memory_.rowEnds.begin(), memory_.rowEnds.end(), memory_.rowEnds.begin());
    memory_.sortedFound.resize(memory_.found.size());
    for (const Found& found : memory_.found) {
        memory_.sortedFound[memory_.rowEnds[rowOf(found)]++] = found;  // the starts of rows become their ends
    }
    auto row = memory_.sortedFound.begin();
    while (row != memory_.sortedFound.end()) {
        const auto end =
            memory_.sortedFound.begin() + static_cast<std::ptrdiff_t>(memory_.rowEnds[rowOf(*row)]);
        std::sort(row, end, [](const Found& a, const Found& b) { return a.key < b.key; });
        row = end;
    }
    std::swap(memory_.found, memory_.sortedFound);
}

template <class T>
std::optional<Contact> BasicWorld<T>::contactOf(const PairIndices& pair) {
    const Slot &a = slots_[pair.a], &b = slots_[pair.b];
    if (!mayTouch(a.object, b.object)) {
        return std::nullopt;
    }
    Contact contact{{{pair.a, a.generation}, {pair.b, b.generation}}, {}, 0, 0};
    if (answer(a.object, b.object, contact)) {
        return contact;
    }
    // The answer itself never depends on the past, only whether the contact goes on.
    const bool isHeld = options_.hysteresis > 0.0f && wasTouching(contact.objects) &&
                        overlaps(a.object.shape, a.object.pose, b.object.shape, b.object.pose,
                                 {.margin = options_.margin + options_.hysteresis});
    return isHeld ? std::optional(contact) : std::nullopt;
}

/// Asks the verb that the world wants. Returns whether the objects are closer than the margin.
template <class T>
bool BasicWorld<T>::answer(const Object& a, const Object& b, Contact& contact) {
    const ShapeRef shapeA(a.shape), shapeB(b.shape);
    const bool isSensed = a.kind == ObjectKind::Sensor || b.kind == ObjectKind::Sensor;
    if (isSensed || options_.detail == ContactDetail::Overlap) {
        return overlaps(shapeA, a.pose, shapeB, b.pose, {.margin = options_.margin});
    }
    if (options_.detail == ContactDetail::Push) {
        const auto push = penetration(shapeA, a.pose, shapeB, b.pose, {.margin = options_.margin});
        contact.penetration = push.value_or(Penetration{});
        return push.has_value();
    }
    const bool hasMany = shapeA.isComposite() || shapeB.isComposite();
    const std::size_t first = current_.manifolds.size();
    current_.manifolds.resize(first + (hasMany ? options_.maxManifolds : 1));
    const auto manifolds = collide(shapeA, a.pose, shapeB, b.pose,
                                   std::span(current_.manifolds).subspan(first), {.margin = options_.margin});
    current_.manifolds.resize(first + manifolds.size());
    if (manifolds.empty()) {
        return false;
    }
    contact.penetration = current_.manifolds[first].penetration;
    contact.firstManifold = static_cast<std::uint32_t>(first);
    contact.manifoldCount = static_cast<std::uint32_t>(manifolds.size());
    return true;
}

/// Merges the pairs that touched with the contacts that were found. A pair of which no object has changed
/// keeps its contact.
template <class T>
void BasicWorld<T>::mergeContacts() {
    ended_.clear();
    memory_.nextTouching.clear();
    std::span<const Contact> begunBefore = memory_.previous.begun, stayedBefore = memory_.previous.stayed;
    auto found = memory_.found.begin();
    const auto begin = [&] {
        current_.begun.push_back(memory_.foundContacts[found->contact]);
        memory_.nextTouching.push_back(memory_.foundContacts[found->contact].objects);
        ++found;
    };
    for (const ObjectPair& pair : touching_) {
        while (found != memory_.found.end() && found->key < keyOf(pair)) {
            begin();
        }
        if (!isAlive(pair.a) || !isAlive(pair.b)) {
            ended_.push_back(pair);  // what is found with this key has another generation
        } else if (!slots_[pair.a.index].isChanged && !slots_[pair.b.index].isChanged) {
            const Contact* begun = advanceTo(begunBefore, pair);
            const Contact* stayed = advanceTo(stayedBefore, pair);
            keep(begun != nullptr ? *begun : *stayed);
        } else if (found != memory_.found.end() && found->key == keyOf(pair)) {
            current_.stayed.push_back(memory_.foundContacts[found->contact]);
            memory_.nextTouching.push_back(pair);
            ++found;
        } else {
            ended_.push_back(pair);
        }
    }
    while (found != memory_.found.end()) {
        begin();
    }
    std::swap(touching_, memory_.nextTouching);
}

/// Carries a contact over from the update before.
template <class T>
void BasicWorld<T>::keep(const Contact& contact) {
    Contact& kept = current_.stayed.emplace_back(contact);
    const auto manifolds =
        std::span(memory_.previous.manifolds).subspan(contact.firstManifold, contact.manifoldCount);
    kept.firstManifold = static_cast<std::uint32_t>(current_.manifolds.size());
    current_.manifolds.insert(current_.manifolds.end(), manifolds.begin(), manifolds.end());
    memory_.nextTouching.push_back(contact.objects);
}

template bool BasicWorld<float>::mayTouch(ObjectId, ObjectId) const;
template bool BasicWorld<double>::mayTouch(ObjectId, ObjectId) const;
template BasicEvents<float> BasicWorld<float>::update();
template BasicEvents<double> BasicWorld<double>::update();

}  // namespace sat3d::inline SAT3D_ABI
