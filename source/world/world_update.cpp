#include "core/tight_growth.hpp"
#include "world/pair_hash.hpp"
#include "world/pair_key.hpp"

#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Inserts items into a list. Both are sorted by keyOf(). From the back, so that each item moves once.
template <class Item, class Items>
void insertSorted(std::vector<Item>& list, const Items& items, const auto& itemOf) {
    auto rest = static_cast<std::ptrdiff_t>(list.size());
    resizeTightly(list, list.size() + items.size());
    auto end = list.end();
    for (std::size_t i = items.size(); i-- > 0;) {
        const Item item = itemOf(items[i]);
        const auto place = std::ranges::upper_bound(list.begin(), list.begin() + rest, keyOf(item), {},
                                                    [](const Item& other) { return keyOf(other); });
        end = std::move_backward(place, list.begin() + rest, end);
        rest = place - list.begin();
        *--end = item;
    }
}

/// Moves some items toward the front of their list.
/// @param place  where to; receives where the next ones go
template <class Item>
void moveDown(std::vector<Item>& list, std::size_t first, std::size_t count, std::size_t& place) {
    if (place != first) {
        std::ranges::copy(std::span(list).subspan(first, count),
                          list.begin() + static_cast<std::ptrdiff_t>(place));
    }
    place += count;
}

}  // namespace

template <class T>
BasicEvents<T> BasicWorld<T>::update(ParallelFor parallelFor) {
    refresh(parallelFor);
    freeChangedManifolds();
    findContacts(parallelFor);
    mergeContacts();
    mergeParts();
    for (const std::uint32_t index : changed_) {
        isChanged_[index] = false;
    }
    changed_.clear();
    return events();
}

/// Gives the manifolds back of all contacts that are computed anew.
template <class T>
void BasicWorld<T>::freeChangedManifolds() {
    if (current_.manifolds.empty()) {
        return;
    }
    for (const auto* contacts : {&current_.begun, &current_.stayed}) {
        for (const Contact& contact : *contacts) {
            if (hasChanged(contact.objects)) {
                const auto first = current_.isManifoldUsed.begin() + contact.firstManifold;
                std::fill(first, first + contact.manifoldCount, false);
            }
        }
    }
}

/// Compares the pairs that touched with the contacts that were found. A pair of which no object has changed
/// keeps its contact, and where it is.
template <class T>
void BasicWorld<T>::mergeContacts() {
    std::vector<Contact>&begun = current_.begun, &stayed = current_.stayed;
    // A restored world has pairs without contacts. It has found all that goes on.
    const bool isRestored = begun.size() + stayed.size() != touching_.size();
    if (isRestored) {
        begun.resize(touching_.size());
        stayed.clear();
    }
    auto found = memory_.found.begin();
    /// Takes the contact that was found for a pair, if there is one. For sorted pairs.
    const auto takeFound = [&](const ObjectPair& pair) -> const Contact* {
        while (found != memory_.found.end() && found->key < keyOf(pair)) {
            ++found;
        }
        if (found == memory_.found.end() || memory_.foundContacts[found->contact].objects != pair) {
            return nullptr;
        }
        return &memory_.foundContacts[std::exchange(found->contact, Found::kTaken)];
    };
    ended_.clear();
    std::size_t nextBegun = 0, nextStayed = 0, joining = 0, staying = 0, kept = 0, continued = 0;
    const auto hasBegunBefore = [&](const ObjectPair& pair) {
        return isRestored || (nextBegun < begun.size() && begun[nextBegun].objects == pair);
    };
    for (std::size_t i = 0; i < touching_.size(); ++i) {
        const std::size_t first = i;
        while (i < touching_.size() && !hasChanged(touching_[i]) && !hasBegunBefore(touching_[i])) {
            ++i;
        }
        moveDown(touching_, first, i - first, kept);
        moveDown(stayed, nextStayed, i - first, staying);
        nextStayed += i - first;
        if (i == touching_.size()) {
            break;
        }
        const ObjectPair pair = touching_[i];
        const bool hasBegun = hasBegunBefore(pair);
        const Contact* contact = hasBegun ? &begun[nextBegun++] : &stayed[nextStayed++];
        if (hasChanged(pair)) {
            contact = takeFound(pair);
            continued += contact != nullptr ? 1 : 0;
        }
        if (contact == nullptr) {
            ended_.push_back(pair);
            touchingHash_ -= hashOfPair(pair);
            continue;
        }
        touching_[kept++] = pair;
        (hasBegun ? begun[joining++] : stayed[staying++]) = *contact;
    }
    touching_.resize(kept);
    stayed.resize(staying);
    insertSorted(stayed, std::span(begun).first(joining), [](const Contact& contact) { return contact; });
    begun.clear();
    reserveTightly(begun, memory_.found.size() - continued);
    for (const Found& rest : memory_.found) {
        if (rest.contact != Found::kTaken) {
            begun.push_back(memory_.foundContacts[rest.contact]);
            touchingHash_ += hashOfPair(begun.back().objects);
        }
    }
    insertSorted(touching_, begun, [](const Contact& contact) { return contact.objects; });
}

template BasicEvents<float> BasicWorld<float>::update(ParallelFor);
template BasicEvents<double> BasicWorld<double>::update(ParallelFor);
template BasicEvents<Planar<float>> BasicWorld<Planar<float>>::update(ParallelFor);
template BasicEvents<Planar<double>> BasicWorld<Planar<double>>::update(ParallelFor);

}  // namespace sat3d::inline SAT3D_ABI
