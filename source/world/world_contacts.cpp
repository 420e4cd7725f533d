// Finds the pairs that touch, of those of which an object has changed.

#include "core/tight_growth.hpp"
#include "world/pair_key.hpp"
#include "world/space_math.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/world.hpp>

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Few, because pairs with terrain stand together and cost a hundred times as much as others.
constexpr std::size_t kPairsPerChunk = 32;
/// Pairs are tested in rounds of so many chunks, because each chunk needs memory for what it finds.
constexpr std::size_t kChunksPerRound = 64;
constexpr std::size_t kBlocksPerCopy = 8;

/// The objects of a pair are loaded so many pairs before they are used.
constexpr std::size_t kPairsAhead = 4;

template <class Item>
void prefetch(const Item& item) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < sizeof(Item); at += kLine) {
        hwy::Prefetch(reinterpret_cast<const std::byte*>(&item) + at);
    }
}

constexpr std::size_t dividedUp(std::size_t count, std::size_t part) {
    return (count + part - 1) / part;
}
/// The part of a list with this number. The last one can be shorter.
template <class Item>
std::span<Item> partOf(std::span<Item> items, std::size_t number, std::size_t size) {
    const std::size_t first = number * size;
    return items.subspan(first, std::min(size, items.size() - first));
}

}  // namespace

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
void BasicWorld<T>::findContacts(ParallelFor parallelFor) {
    memory_.found.clear();
    memory_.foundContacts.clear();
    memory_.foundParts.clear();
    std::span<const PairIndices> rest = broadPhase_.findPairs(parallelFor);
    std::uint32_t nextManifold = 0;
    while (!rest.empty()) {
        const auto round = partOf(rest, 0, kPairsPerChunk * kChunksPerRound);
        rest = rest.subspan(round.size());
        const std::size_t chunkCount = dividedUp(round.size(), kPairsPerChunk);
        if (memory_.blocks.size() < chunkCount) {
            memory_.blocks.resize(chunkCount);
        }
        parallelFor(chunkCount, [&](std::size_t chunk) {
            findContactsOf(partOf(round, chunk, kPairsPerChunk), memory_.blocks[chunk]);
        });
        collect(std::span(memory_.blocks).first(chunkCount), nextManifold, parallelFor);
    }
    sortFound();
}

/// Tests one chunk of pairs.
template <class T>
void BasicWorld<T>::findContactsOf(std::span<const PairIndices> pairs, Block& block) const {
    block.contacts.clear();
    block.manifolds.clear();
    block.parts.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const PairIndices& pair = pairs[i];
        if (i + kPairsAhead < pairs.size()) {
            prefetch(slots_[pairs[i + kPairsAhead].a]);
            prefetch(slots_[pairs[i + kPairsAhead].b]);
        }
        const Slot &a = slots_[pair.a], &b = slots_[pair.b];
        if (!mayTouch(a.object, b.object)) {
            continue;
        }
        Contact contact{{{pair.a, a.generation}, {pair.b, b.generation}}, {}, 0, 0};
        // The answer itself never depends on the past, only whether the contact goes on.
        if (answer(a.object, b.object, contact, block) ||
            (options_.hysteresis > 0.0f && wasTouching(contact.objects) &&
             overlaps(a.object.shape, a.object.pose, b.object.shape, b.object.pose,
                      {.margin = options_.margin + options_.hysteresis}))) {
            reserveTightly(block.contacts, block.contacts.size() + 1);
            block.contacts.push_back(contact);
            if (options_.partEvents) {
                findParts(a.object, b.object, contact.objects, block.parts);
            }
        }
    }
}

/// Asks the verb that is wanted. Returns whether the objects are closer than the margin.
template <class T>
bool BasicWorld<T>::answer(const Object& a, const Object& b, Contact& contact, Block& block) const {
    const typename Space<T>::ShapeRef shapeA(a.shape), shapeB(b.shape);
    const bool isSensed = a.kind == ObjectKind::Sensor || b.kind == ObjectKind::Sensor;
    const ContactDetail detail = std::min({options_.detail, a.filter.detail, b.filter.detail});
    if (isSensed || detail == ContactDetail::Overlap) {
        return overlaps(shapeA, a.pose, shapeB, b.pose, {.margin = options_.margin});
    }
    if (detail == ContactDetail::Push) {
        const auto push = penetration(shapeA, a.pose, shapeB, b.pose, {.margin = options_.margin});
        contact.penetration = push.value_or(typename Space<T>::Penetration{});
        return push.has_value();
    }
    const bool hasMany = hasManyManifolds(shapeA) || hasManyManifolds(shapeB);
    const std::size_t first = block.manifolds.size();
    resizeTightly(block.manifolds, first + (hasMany ? options_.maxManifolds : 1));
    const auto manifolds = collide(shapeA, a.pose, shapeB, b.pose, std::span(block.manifolds).subspan(first),
                                   {.margin = options_.margin});
    block.manifolds.resize(first + manifolds.size());
    if (manifolds.empty()) {
        return false;
    }
    contact.penetration = block.manifolds[first].penetration;
    contact.firstManifold = static_cast<std::uint32_t>(first);
    contact.manifoldCount = static_cast<std::uint32_t>(manifolds.size());
    return true;
}

/// Takes the next unused manifolds that stand together.
/// @param next  where to search; 0 at first
/// @return the first of them
template <class T>
std::uint32_t BasicWorld<T>::takeManifolds(std::uint32_t count, std::uint32_t& next) {
    auto& isUsed = current_.isManifoldUsed;
    for (std::uint32_t run = 0; run < count; ++next) {
        if (next == isUsed.size()) {
            isUsed.push_back(false);
        }
        run = isUsed[next] ? 0 : run + 1;
    }
    const auto first = static_cast<std::ptrdiff_t>(next - count);
    std::fill(isUsed.begin() + first, isUsed.begin() + next, true);
    if (current_.manifolds.size() < isUsed.size()) {
        resizeTightly(current_.manifolds, isUsed.size());
    }
    return next - count;
}

/// Appends what the chunks of a round have found.
/// @param nextManifold  where takeManifolds() goes on
template <class T>
void BasicWorld<T>::collect(std::span<Block> blocks, std::uint32_t& nextManifold, ParallelFor parallelFor) {
    for (Block& block : blocks) {
        memory_.foundParts.insert(memory_.foundParts.end(), block.parts.begin(), block.parts.end());
        block.firstFound = memory_.foundContacts.size();
        reserveTightly(memory_.found, block.firstFound + block.contacts.size());
        reserveTightly(memory_.foundContacts, block.firstFound + block.contacts.size());
        for (const Contact& contact : block.contacts) {
            memory_.found.push_back(
                {keyOf(contact), static_cast<std::uint32_t>(memory_.foundContacts.size())});
            memory_.foundContacts.push_back(contact);
            memory_.foundContacts.back().firstManifold = takeManifolds(contact.manifoldCount, nextManifold);
        }
    }
    if (options_.detail != ContactDetail::Manifolds) {
        return;
    }
    parallelFor(dividedUp(blocks.size(), kBlocksPerCopy), [&](std::size_t part) {
        for (const Block& block : partOf(blocks, part, kBlocksPerCopy)) {
            for (std::size_t i = 0; i < block.contacts.size(); ++i) {
                const Contact& contact = block.contacts[i];
                const auto manifolds =
                    std::span(block.manifolds).subspan(contact.firstManifold, contact.manifoldCount);
                const Contact& found = memory_.foundContacts[block.firstFound + i];
                std::ranges::copy(manifolds, current_.manifolds.begin() + found.firstManifold);
            }
        }
    });
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
    resizeTightly(memory_.sortedFound, memory_.found.size());
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

#define SAT3D_INSTANTIATE(T)                                           \
    template void BasicWorld<T>::findContacts(ParallelFor);            \
    template bool BasicWorld<T>::wasTouching(const ObjectPair&) const; \
    template bool BasicWorld<T>::mayTouch(ObjectId, ObjectId) const
SAT3D_INSTANTIATE(float);
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<float>);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI
