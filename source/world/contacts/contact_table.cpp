#include "world/contacts/contact_table.hpp"

#include "core/shell_sort.hpp"
#include "core/tight_growth.hpp"
#include "world/contacts/pair_key.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Removes items from a list. Each item moves once.
/// @param places  of these, ascending
template <class Item>
void removeAt(std::vector<Item>& list, const std::vector<std::size_t>& places) {
    if (places.empty()) {
        return;
    }
    const auto at = [&](std::size_t place) { return list.begin() + static_cast<std::ptrdiff_t>(place); };
    auto end = at(places.front());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t next = i + 1 < places.size() ? places[i + 1] : list.size();
        end = std::move(at(places[i] + 1), at(next), end);
    }
    list.erase(end, list.end());
}

/// Inserts items into a list, from the back, so that each item moves once.
/// @param places  where to, in the list as it is, ascending
template <class Item, class MakeItem>
void insertAt(std::vector<Item>& list, const std::vector<std::size_t>& places, const MakeItem& makeItem) {
    std::size_t rest = list.size();
    resizeTightly(list, rest + places.size());
    auto end = list.end();
    for (std::size_t i = places.size(); i-- > 0;) {
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(places[i]);
        end = std::move_backward(first, list.begin() + static_cast<std::ptrdiff_t>(rest), end);
        rest = places[i];
        *--end = makeItem(i);
    }
}

}  // namespace

template <class T>
ContactTable<T>::ContactTable(std::vector<ObjectPair> touching) : touching_(std::move(touching)) {
    for (const ObjectPair& pair : touching_) {
        hash_ += hashOfPair(pair);
    }
}

template <class T>
ContactTable<T>& ContactTable<T>::operator=(const ContactTable& other) {
    if (this != &other) {
        touching_ = other.touching_;
        hash_ = other.hash_;
        dropContacts();
    }
    return *this;
}

template <class T>
void ContactTable<T>::dropContacts() {
    for (auto* list : {&order_, &rows_, &unusedSlots_, &begun_, &stayed_}) {
        list->clear();
    }
    slots_.clear();
    runs_.clear();
    ended_.clear();
}

template <class T>
std::uint32_t ContactTable<T>::takeSlot(const ObjectPair& pair) {
    std::uint32_t slot = 0;
    if (unusedSlots_.empty()) {
        slot = static_cast<std::uint32_t>(slots_.size());
        reserveTightly(slots_, slots_.size() + 1);
        slots_.emplace_back();
    } else {
        slot = unusedSlots_.back();
        unusedSlots_.pop_back();
    }
    slots_[slot] = {{pair, {}, 0, 0}, 0};
    takeRun(slots_[slot], runSize_);
    return slot;
}

/// Gives memory for manifolds to a contact.
template <class T>
void ContactTable<T>::takeRun(detail::ContactSlot<Contact>& slot, std::uint8_t size) {
    if (size > slot.runSize) {
        runs_.giveBack(slot.contact.firstManifold, slot.runSize);
        slot.contact.firstManifold = runs_.take(size);
        slot.runSize = size;
    }
}

template <class T>
void ContactTable<T>::start(std::uint8_t runSize) {
    runSize_ = runSize;
    if (order_.size() != touching_.size()) {  // a copy
        reserveTightly(order_, touching_.size());
        reserveSlots(touching_.size());
        for (const ObjectPair& pair : touching_) {
            order_.push_back(takeSlot(pair));
        }
        findRows();
    }
    resizeTightly(memory_.isTouching, touching_.size());
    std::ranges::fill(memory_.isTouching, std::uint8_t{0});
}

/// Makes room for so many contacts in all.
template <class T>
void ContactTable<T>::reserveSlots(std::size_t count) {
    reserveTightly(slots_, count);
    runs_.reserve(count * runs_.countIn(runSize_));
}

template <class T>
void ContactTable<T>::finish(std::span<const Found> found, const ObjectTable<T>& objects) {
    setManifolds(found);
    endMissing(objects);
    resizeTightly(stayed_, order_.size());
    std::ranges::copy(order_, stayed_.begin());
    addBegun(found);
    if (!begun_.empty() || !ended_.empty()) {
        findRows();
    }
}

template <class T>
void ContactTable<T>::setManifolds(std::span<const Found> found) {
    for (const Found& ofTask : found) {
        for (const auto& [slot, first, count] : ofTask.ofSlots) {
            takeRun(slots_[slot], runs_.sizeFor(count));
            slots_[slot].contact.manifoldCount = count;
            const auto manifolds = std::span(ofTask.manifolds).subspan(first, count);
            std::ranges::copy(manifolds, roomOf(slots_[slot]).begin());
        }
    }
}

template <class T>
void ContactTable<T>::endMissing(const ObjectTable<T>& objects) {
    ended_.clear();
    memory_.places.clear();
    for (std::size_t i = 0; i < touching_.size(); ++i) {
        const auto& [a, b] = touching_[i];
        if (memory_.isTouching[i] == 0 && (objects.isChanged(a.index) || objects.isChanged(b.index))) {
            memory_.places.push_back(i);
        }
    }
    for (const std::size_t place : memory_.places) {
        const ObjectPair& pair = touching_[place];
        const std::uint32_t slot = order_[place];
        ended_.push_back(pair);
        hash_ -= hashOfPair(pair);
        runs_.giveBack(slots_[slot].contact.firstManifold, slots_[slot].runSize);
        unusedSlots_.push_back(slot);
    }
    removeAt(touching_, memory_.places);
    removeAt(order_, memory_.places);
}

/// Contacts get slots in the order in which they were found: those near each other are neighbors in memory.
template <class T>
void ContactTable<T>::addBegun(std::span<const Found> found) {
    std::size_t count = 0;
    for (const Found& ofTask : found) {
        count += ofTask.begun.size();
    }
    reserveSlots(order_.size() + count);
    memory_.begun.clear();
    memory_.newSlots.clear();
    for (const Found& ofTask : found) {
        for (const ObjectPair& pair : ofTask.begun) {
            memory_.newSlots.push_back(takeSlot(pair));
            memory_.begun.push_back({keyOf(pair), memory_.newSlots.back()});
            hash_ += hashOfPair(pair);
        }
    }
    shellSort(memory_.begun, {}, &Begun::key);
    begun_.clear();
    memory_.places.clear();
    auto place = touching_.begin();
    for (const auto& [key, slot] : memory_.begun) {
        begun_.push_back(slot);
        place = std::ranges::lower_bound(place, touching_.end(), key, {},
                                         [](const ObjectPair& pair) { return keyOf(pair); });
        memory_.places.push_back(static_cast<std::size_t>(place - touching_.begin()));
    }
    insertAt(touching_, memory_.places, [&](std::size_t i) { return slots_[begun_[i]].contact.objects; });
    insertAt(order_, memory_.places, [&](std::size_t i) { return begun_[i]; });
}

template <class T>
void ContactTable<T>::findRows() {
    rows_.assign(touching_.empty() ? 0 : touching_.back().a.index + std::size_t{1}, kNone);
    for (std::size_t i = touching_.size(); i-- > 0;) {
        rows_[touching_[i].a.index] = static_cast<std::uint32_t>(i);
    }
}

template <class T>
std::optional<std::string> ContactTable<T>::validate() const {
    std::uint64_t sum = 0;
    for (const ObjectPair& pair : touching_) {
        sum += hashOfPair(pair);
    }
    if (sum != hash_) {
        return "the hash is not that of the pairs that touch";
    }
    if (order_.empty()) {
        const bool isCopy = slots_.empty() && begun_.empty() && stayed_.empty() && ended_.empty();
        return touching_.empty() || isCopy ? std::nullopt
                                           : std::optional("pairs that touch have no contacts");
    }
    if (order_.size() != touching_.size() || order_.size() + unusedSlots_.size() != slots_.size() ||
        begun_.size() + stayed_.size() != order_.size()) {
        return "the numbers of pairs, contacts and events differ";
    }
    std::vector<bool> isSlotUsed(slots_.size()), isManifoldUsed(runs_.all().size());
    std::size_t usedCount = 0;
    std::vector<std::uint32_t> events(stayed_);
    events.insert(events.end(), begun_.begin(), begun_.end());
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const detail::ContactSlot<Contact>& slot = slots_[order_[i]];
        const auto& [objects, penetration, firstManifold, manifoldCount] = slot.contact;
        if (objects != touching_[i] || isSlotUsed[order_[i]] || placeOf(objects) != i) {
            return "a contact is not that of its pair";
        }
        isSlotUsed[order_[i]] = true;
        const std::size_t room = runs_.countIn(slot.runSize);
        if (manifoldCount > room) {
            return "a contact has more manifolds than room";
        }
        for (std::size_t k = firstManifold; k < firstManifold + room; ++k) {
            if (k >= isManifoldUsed.size() || isManifoldUsed[k]) {
                return "two contacts share a manifold";
            }
            isManifoldUsed[k] = true;
        }
        usedCount += room;
    }
    if (usedCount + runs_.unusedCount() != runs_.all().size()) {
        return "manifolds are lost";
    }
    std::vector<std::uint32_t> slots(order_);
    std::ranges::sort(slots);
    std::ranges::sort(events);
    return slots != events ? std::optional<std::string>("the events are not those of the contacts")
                           : std::nullopt;
}

template class detail::ContactTable<float>;
template class detail::ContactTable<double>;
template class detail::ContactTable<Planar<float>>;
template class detail::ContactTable<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
