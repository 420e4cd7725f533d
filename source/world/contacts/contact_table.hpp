#pragma once

/// @file
/// The pairs that touch in a world, which are state, and their contacts, which are derived from it.

#include "core/prefetch.hpp"
#include "world/contacts/manifold_runs.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/core/scratch.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Contacts found by one task of an update that have no place in the table yet. The objects of different
/// tasks share no cache line.
template <class T>
struct alignas(64) FoundContacts {
    using Manifold = typename Space<T>::Manifold;
    /// Manifolds of a contact that has no memory for them yet.
    struct Manifolds {
        std::uint32_t slot, first, count;
    };

    std::vector<ObjectPair> begun;
    std::vector<PartPair> parts;
    std::vector<Manifolds> ofSlots;
    std::vector<Manifold> manifolds;

    void clear() {
        begun.clear();
        parts.clear();
        ofSlots.clear();
        manifolds.clear();
    }
};

/// The pairs that touch and their contacts. Contacts stand in slots, which do not move while the contacts
/// last. A copy has the pairs, but no contacts and no events: the next update computes them.
template <class T>
class detail::ContactTable {
public:
    using Contact = BasicContact<typename Space<T>::Penetration>;
    using Manifold = typename Space<T>::Manifold;
    using Found = FoundContacts<T>;
    static constexpr std::uint32_t kNone = ~0u;

    ContactTable() = default;
    /// @param touching  sorted by indices
    explicit ContactTable(std::vector<ObjectPair> touching);
    ContactTable(const ContactTable& other) : ContactTable() { *this = other; }
    ContactTable(ContactTable&&) noexcept = default;
    ContactTable& operator=(const ContactTable& other);
    ContactTable& operator=(ContactTable&&) noexcept = default;
    ~ContactTable() = default;

    /// Sorted by indices.
    [[nodiscard]] std::span<const ObjectPair> touching() const { return touching_; }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    // An update: start(); then, on any threads, setTouching() for the pairs that still touch; then finish().
    // Contacts are written in their slots: those that go on before finish(), those that have begun after it.
    // Manifolds that find no memory there go to setManifolds().

    /// @param runSize  of the manifolds of each contact, at least: see ManifoldRuns
    void start(std::uint8_t runSize);
    /// Returns the place of a pair among touching(), or kNone.
    [[nodiscard]] std::uint32_t placeOf(const ObjectPair& pair) const {
        std::uint32_t place = pair.a.index < rows_.size() ? rows_[pair.a.index] : kNone;
        while (place < touching_.size() && touching_[place].a.index == pair.a.index &&
               touching_[place].b.index < pair.b.index) {
            ++place;
        }
        return place < touching_.size() && touching_[place] == pair ? place : kNone;
    }
    /// Loads what placeOf() reads into the cache: first the row of object a, then its pairs.
    void prefetchRow(std::uint32_t a) const {
        if (a < rows_.size()) {
            prefetch(rows_[a]);
        }
    }
    void prefetchPairs(std::uint32_t a) const {
        if (a < rows_.size() && rows_[a] != kNone) {
            prefetch(touching_[rows_[a]]);
            prefetch(order_[rows_[a]]);
        }
    }
    /// Loads a contact into the cache, then its manifolds.
    void prefetchContact(std::uint32_t slot) const { prefetch(slots_[slot]); }
    void prefetchManifolds(std::uint32_t slot) const {
        if (slots_[slot].runSize > 0) {
            prefetch(runs_.all()[slots_[slot].contact.firstManifold]);
        }
    }
    [[nodiscard]] std::uint32_t slotAt(std::uint32_t place) const { return order_[place]; }
    /// Marks a pair as still touching.
    void setTouching(std::uint32_t place) { memory_.isTouching[place] = 1; }
    /// A contact. The caller may write all of it except firstManifold.
    [[nodiscard]] Contact& contact(std::uint32_t slot) { return slots_[slot].contact; }
    /// The memory for the manifolds of a contact.
    [[nodiscard]] std::span<Manifold> manifoldRoom(std::uint32_t slot) { return roomOf(slots_[slot]); }
    /// Ends the pairs that do not touch although an object has changed, and adds those that have begun.
    /// @param found  of all tasks
    void finish(std::span<const Found> found, const ObjectTable<T>& objects);
    /// Copies manifolds that found no memory.
    void setManifolds(std::span<const Found> found);
    /// The contacts that have begun, in the order in which they were found: neighbors after each other.
    [[nodiscard]] std::span<const std::uint32_t> newSlots() const { return memory_.newSlots; }

    [[nodiscard]] ContactRange<Contact> begun() const { return {slots_.data(), begun_}; }
    [[nodiscard]] ContactRange<Contact> stayed() const { return {slots_.data(), stayed_}; }
    [[nodiscard]] std::span<const ObjectPair> ended() const { return ended_; }
    [[nodiscard]] std::span<const Manifold> manifolds() const { return runs_.all(); }

    /// Returns what is wrong, or nothing.
    [[nodiscard]] std::optional<std::string> validate() const;

private:
    struct Begun {
        std::uint64_t key;
        std::uint32_t slot;
    };
    struct Memory {
        std::vector<std::uint8_t> isTouching;  ///< by place, during an update
        std::vector<Begun> begun;
        std::vector<std::uint32_t> newSlots;
        std::vector<std::size_t> places;
    };

    [[nodiscard]] std::span<Manifold> roomOf(const detail::ContactSlot<Contact>& slot) {
        return runs_.run(slot.contact.firstManifold, slot.runSize);
    }
    void dropContacts();
    void reserveSlots(std::size_t count);
    [[nodiscard]] std::uint32_t takeSlot(const ObjectPair& pair);
    void takeRun(detail::ContactSlot<Contact>& slot, std::uint8_t size);
    void endMissing(const ObjectTable<T>& objects);
    void addBegun(std::span<const Found> found);
    void findRows();

    // State.
    std::vector<ObjectPair> touching_;
    std::uint64_t hash_ = 0;  ///< sum of the hashes of the pairs
    // Derived. Empty in a copy until its first update.
    std::vector<std::uint32_t> order_;  ///< slots of the contacts of touching_
    std::vector<std::uint32_t> rows_;   ///< by index of object a: its first pair in touching_, or kNone
    std::vector<detail::ContactSlot<Contact>> slots_;
    std::vector<std::uint32_t> unusedSlots_;
    ManifoldRuns<Manifold> runs_;
    // Events of the last update, as slots.
    std::vector<std::uint32_t> begun_, stayed_;
    std::vector<ObjectPair> ended_;
    std::uint8_t runSize_ = 0;  ///< of each contact, at least
    Scratch<Memory> memory_;
};
using detail::ContactTable;

}  // namespace sat3d::SAT3D_ABI
