#pragma once

/// @file
/// Finds which of the pairs of the broad phase touch.

#include "broadphase/oriented_boxes.hpp"
#include "world/contacts/contact_table.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/world/world.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

template <class T>
class PartContacts;

/// Whether the kinds and filters of two objects allow contact. a has the lower index.
template <class T>
[[nodiscard]] bool mayTouch(const BasicObject<T>& a, const BasicObject<T>& b,
                            const BasicWorldOptions<T>& options);

/// Tests pairs of objects. The verb decides alone about each pair; the past only decides whether hysteresis
/// keeps a contact.
template <class T>
class ContactSearch {
public:
    ContactSearch(const BasicWorldOptions<T>& options, const ObjectTable<T>& objects,
                  ContactTable<T>& contacts, const PartContacts<T>& parts)
        : options_(options), objects_(objects), contacts_(contacts), parts_(parts) {}

    // Several threads may call these at once, for different pairs.

    /// Tests pairs. Computes the contacts that go on, and lists the pairs that begin to touch.
    void test(std::span<const PairIndices> pairs, FoundContacts<T>& found) const;
    /// Computes contacts that have begun, in their slots.
    void compute(std::span<const std::uint32_t> slots, FoundContacts<T>& found) const;

private:
    using Object = BasicObject<T>;
    using Slot = ObjectSlot<T>;

    /// A pair that the verb must decide about.
    struct Candidate {
        const Slot *a, *b;
        ObjectPair objects;
        std::uint32_t place;  ///< among the pairs that touched, or kNone
    };
    struct Candidates {
        std::array<Candidate, OrientedBoxPairs::kSize> list;
        std::size_t count = 0;
    };

    void prefetchObjects(std::span<const PairIndices> group) const;
    void choose(std::span<const PairIndices> group, Candidates& candidates) const;
    void test(const Candidate& pair, FoundContacts<T>& found) const;
    [[nodiscard]] bool areCloserThan(float margin, const Object& a, const Object& b) const;
    [[nodiscard]] ContactDetail detailOf(const Object& a, const Object& b) const;
    bool compute(std::uint32_t slot, const Object& a, const Object& b, FoundContacts<T>& found) const;
    [[nodiscard]] bool findManifolds(std::uint32_t slot, const Object& a, const Object& b,
                                     FoundContacts<T>& found) const;

    const BasicWorldOptions<T>& options_;
    const ObjectTable<T>& objects_;
    ContactTable<T>& contacts_;
    const PartContacts<T>& parts_;
};

}  // namespace sat3d::SAT3D_ABI
