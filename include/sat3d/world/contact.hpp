#pragma once

/// @file
/// The contacts of a World, and the events that an update reports.

#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The ids of two objects, a.index < b.index.
struct ObjectPair {
    ObjectId a, b;

    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

/// Two objects that touch.
template <class Penetration>
struct BasicContact {
    ObjectPair objects;
    /// The minimum translation, as by penetration(a, b). The depth is 0 if nobody asks for it (see
    /// ContactDetail), if one of the objects is a sensor, and if only hysteresis holds the contact.
    Penetration penetration;
    std::uint32_t firstManifold = 0, manifoldCount = 0;  ///< see BasicEvents::manifoldsOf()
};
using Contact = BasicContact<Penetration>;
using PlanarContact = BasicContact<PlanarPenetration>;

/// Two parts of objects that touch: children of a Compound. Any other shape is one part, with the number 0.
struct PartPair {
    ObjectPair objects;
    ChildPair parts;

    friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// Which parts touch, if the world has WorldOptions::partEvents. Every list is sorted by the indices of the
/// objects, then by those of the parts.
struct PartEvents {
    std::span<const PartPair> begun, stayed, ended;
};

namespace detail {
template <class T>
class ContactTable;
/// A contact and the memory for its manifolds: 64 bytes in space.
template <class Contact>
struct ContactSlot {
    Contact contact;
    std::uint8_t runSize = 0;  ///< of its manifolds, see ManifoldRuns
};
}  // namespace detail

/// Contacts of an update, in order: a random-access range. The contacts themselves stand where they began, so
/// that nothing moves while they last.
template <class Contact>
class ContactRange {
public:
    class Iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Contact;
        using difference_type = std::ptrdiff_t;
        using pointer = const Contact*;
        using reference = const Contact&;

        Iterator() = default;
        [[nodiscard]] reference operator*() const { return slots_[*place_].contact; }
        [[nodiscard]] pointer operator->() const { return &slots_[*place_].contact; }
        [[nodiscard]] reference operator[](difference_type n) const { return slots_[place_[n]].contact; }
        Iterator& operator+=(difference_type n) {
            place_ += n;
            return *this;
        }
        Iterator& operator-=(difference_type n) { return *this += -n; }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this += -1; }
        Iterator operator++(int) { return {slots_, place_++}; }
        Iterator operator--(int) { return {slots_, place_--}; }
        [[nodiscard]] friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
        [[nodiscard]] friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
        [[nodiscard]] friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
        [[nodiscard]] friend difference_type operator-(const Iterator& a, const Iterator& b) {
            return a.place_ - b.place_;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.place_ == b.place_; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.place_ <=> b.place_; }

    private:
        friend ContactRange;
        using Slot = detail::ContactSlot<Contact>;
        Iterator(const Slot* slots, const std::uint32_t* place) : slots_(slots), place_(place) {}

        const Slot* slots_ = nullptr;
        const std::uint32_t* place_ = nullptr;
    };

    ContactRange() = default;
    [[nodiscard]] std::size_t size() const { return order_.size(); }
    [[nodiscard]] bool empty() const { return order_.empty(); }
    [[nodiscard]] Iterator begin() const { return {slots_, order_.data()}; }
    [[nodiscard]] Iterator end() const { return {slots_, order_.data() + order_.size()}; }
    [[nodiscard]] const Contact& operator[](std::size_t i) const { return slots_[order_[i]].contact; }
    [[nodiscard]] const Contact& front() const { return (*this)[0]; }

private:
    template <class T>
    friend class detail::ContactTable;
    ContactRange(const detail::ContactSlot<Contact>* slots, std::span<const std::uint32_t> order)
        : slots_(slots), order_(order) {}

    const detail::ContactSlot<Contact>* slots_ = nullptr;
    std::span<const std::uint32_t> order_;
};

/// Changes that an update found. Every list is sorted by a.index, then by b.index.
template <class T>
struct BasicEvents {
    using Contact = BasicContact<typename Space<T>::Penetration>;
    using Manifold = typename Space<T>::Manifold;

    ContactRange<Contact> begun;   ///< pairs that touch, and did not after the update before
    ContactRange<Contact> stayed;  ///< pairs that touch, and did so after the update before
    /// Pairs that no longer touch, also because an object was removed: then its id is stale.
    std::span<const ObjectPair> ended;
    PartEvents parts;
    std::span<const Manifold> manifolds;  ///< of all contacts, in no order and with gaps: see manifoldsOf()

    /// The manifolds of a contact of these events, the deepest first. Empty unless they are asked for.
    [[nodiscard]] std::span<const Manifold> manifoldsOf(const Contact& contact) const {
        return manifolds.subspan(contact.firstManifold, contact.manifoldCount);
    }
};

using Events = BasicEvents<float>;
using DEvents = BasicEvents<double>;
using PlanarEvents = BasicEvents<Planar<float>>;
using DPlanarEvents = BasicEvents<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
