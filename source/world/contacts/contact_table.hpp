#pragma once

/// @file
/// What touches in a world: the list of pairs, which is state, and their contacts, which are derived.

#include "core/prefetch.hpp"
#include "world/contacts/manifold_runs.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// What one task of an update has found that has no place in the table yet. Those of different tasks share no
/// cache line.
template <class T>
struct alignas(64) FoundContacts {
    using Contact = BasicContact<typename Space<T>::Penetration>;
    using Manifold = typename Space<T>::Manifold;
    /// New manifolds of a contact that goes on.
    struct Replaced {
        std::uint32_t place, firstManifold, manifoldCount;
    };

    std::vector<Contact> begun;      ///< firstManifold is an index into manifolds
    std::vector<Replaced> replaced;  ///< firstManifold is an index into manifolds
    std::vector<Manifold> manifolds;
    std::vector<PartPair> parts;

    void clear() {
        begun.clear();
        replaced.clear();
        manifolds.clear();
        parts.clear();
    }
};

/// The pairs that touch and their contacts. Contacts stand in slots, which do not move while the contacts
/// last. A copy has the pairs, but no contacts and no events: the next update computes them.
template <class T>
class ContactTable {
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
    // An update: start(), then find() for the pairs that still touch, on any threads, then finish().

    void start();
    /// Returns the place of a pair among touching(), or kNone.
    [[nodiscard]] std::uint32_t placeOf(const ObjectPair& pair) const {
        std::uint32_t place = pair.a.index < rows_.size() ? rows_[pair.a.index] : kNone;
        while (place < touching_.size() && touching_[place].a.index == pair.a.index &&
               touching_[place].b.index < pair.b.index) {
            ++place;
        }
        return place < touching_.size() && touching_[place] == pair ? place : kNone;
    }
    /// Loads the contact of a pair into the cache, then its manifolds.
    void prefetchContact(std::uint32_t place) const { prefetch(slots_[order_[place]]); }
    void prefetchManifolds(std::uint32_t place) const {
        if (const auto& slot = slots_[order_[place]]; slot.runSize > 0) {
            prefetch(runs_.all()[slot.contact.firstManifold]);
        }
    }
    /// Marks a pair as still touching. Returns its contact, to be written anew, but for firstManifold.
    [[nodiscard]] Contact& find(std::uint32_t place) {
        memory_.isFound[place] = 1;
        return slots_[order_[place]].contact;
    }
    /// The memory for the manifolds of the contact of a pair.
    [[nodiscard]] std::span<Manifold> roomAt(std::uint32_t place) { return roomOf(slots_[order_[place]]); }
    /// Ends the pairs that were not found although an object has changed, and adds those that have begun.
    /// @param found  of all tasks
    void finish(std::span<const Found> found, const ObjectTable<T>& objects);

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
        std::vector<std::uint8_t> isFound;  ///< by place, during an update
        std::vector<Begun> begun;
        std::vector<std::size_t> places;
    };

    [[nodiscard]] std::span<Manifold> roomOf(const ContactSlot<Contact>& slot) {
        return runs_.run(slot.contact.firstManifold, slot.runSize);
    }
    void dropContacts();
    [[nodiscard]] std::uint32_t takeSlot(const ObjectPair& pair);
    void setManifolds(ContactSlot<Contact>& slot, std::span<const Manifold> manifolds);
    void endMissing(const ObjectTable<T>& objects);
    void addBegun(std::span<const Found> found);
    void findRows();

    // State.
    std::vector<ObjectPair> touching_;
    std::uint64_t hash_ = 0;  ///< sum of the hashes of the pairs
    // Derived. Empty in a copy until its first update.
    std::vector<std::uint32_t> order_;  ///< slots of the contacts of touching_
    std::vector<std::uint32_t> rows_;   ///< by index of object a: its first pair in touching_, or kNone
    std::vector<ContactSlot<Contact>> slots_;
    std::vector<std::uint32_t> unusedSlots_;
    ManifoldRuns<Manifold> runs_;
    // Events of the last update, as slots.
    std::vector<std::uint32_t> begun_, stayed_;
    std::vector<ObjectPair> ended_;
    Scratch<Memory> memory_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
