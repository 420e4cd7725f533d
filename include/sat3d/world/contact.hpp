#pragma once

/// @file
/// The contacts of a World, and the events that an update reports.

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <compare>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

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

/// What an update found. Every list is sorted by a.index, then by b.index.
template <class T>
struct BasicEvents {
    using Contact = BasicContact<typename Space<T>::Penetration>;
    using Manifold = typename Space<T>::Manifold;

    std::span<const Contact> begun;   ///< pairs that touch, and did not after the update before
    std::span<const Contact> stayed;  ///< pairs that touch, and did so after the update before
    /// Pairs that no longer touch, also because an object was removed: then its id is stale.
    std::span<const ObjectPair> ended;
    PartEvents parts;
    std::span<const Manifold> manifolds;  ///< of all contacts, see manifoldsOf()

    /// The manifolds of a contact of these events, the deepest first. Empty unless they are asked for.
    [[nodiscard]] std::span<const Manifold> manifoldsOf(const Contact& contact) const {
        return manifolds.subspan(contact.firstManifold, contact.manifoldCount);
    }
};

using Events = BasicEvents<float>;
using DEvents = BasicEvents<double>;
using PlanarEvents = BasicEvents<Planar<float>>;
using DPlanarEvents = BasicEvents<Planar<double>>;

}  // namespace sat3d::inline SAT3D_ABI
