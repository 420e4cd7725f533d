#pragma once

/// @file
/// Finds which of the pairs of the broad phase touch.

#include "broadphase/oriented_boxes.hpp"
#include "world/contacts/contact_table.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/world/world.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

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

    /// Tests pairs. Several threads may do so at once, for different pairs.
    void test(std::span<const PairIndices> pairs, FoundContacts<T>& found) const;

private:
    using Contact = typename ContactTable<T>::Contact;
    using Slot = ObjectSlot<T>;

    /// A pair that the verb must decide about.
    struct Candidate {
        const Slot *a, *b;
        ObjectPair objects;
        std::uint32_t place;  ///< in the table, or kNone
    };
    struct Candidates {
        std::array<Candidate, OrientedBoxPairs::kSize> list;
        std::size_t count = 0;
    };

    void choose(std::span<const PairIndices> group, Candidates& candidates) const;
    void test(const Candidate& pair, FoundContacts<T>& found) const;
    [[nodiscard]] bool isCloserThan(float margin, const Candidate& pair) const;
    [[nodiscard]] bool answer(const Candidate& pair, Contact& contact, FoundContacts<T>& found) const;
    [[nodiscard]] bool findManifolds(const Candidate& pair, Contact& contact, FoundContacts<T>& found) const;

    const BasicWorldOptions<T>& options_;
    const ObjectTable<T>& objects_;
    ContactTable<T>& contacts_;
    const PartContacts<T>& parts_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
