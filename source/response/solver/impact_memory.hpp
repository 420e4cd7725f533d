#pragma once

/// @file
/// Working memory of the solver of impacts.

#include "geometry/primitives/disjoint_sets.hpp"
#include "response/solver/contact_graph.hpp"

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// The impulses of one contact in an impact, on B; A gets the opposite.
template <class Dimension>
struct ImpactImpulses {
    using Vector = typename Dimension::Vector;
    using Spin = typename Dimension::Spin;

    float points[Dimension::kMaxPoints] = {};  ///< along the normal
    float friction[2] = {};                    ///< along the tangents
    Vector sum{0.0f};                          ///< of all of these
    Spin turnA{0.0f}, turnB{0.0f};             ///< about the centers of mass
};

/// A body in a shock.
template <class Dimension>
struct ShockedBody {
    std::uint32_t body;
    typename Dimension::Vector velocity;  ///< before
    typename Dimension::Spin angularVelocity;
    /// Energy that a part t of the impulses adds to the bodies that push each other: slope * t + curvature *
    /// t^2. Of the first of these bodies.
    double slope = 0.0, curvature = 0.0;
};

template <class Dimension>
struct ImpactMemory {
    ContactGraph graph;  ///< built in a step's first substep with an impact

    // Of the contacts of the step.
    std::vector<std::uint8_t> hits;  ///< how often the two bodies have collided in this substep
    std::vector<bool> isQueued, isReached;

    std::vector<std::uint32_t> queue;    ///< contacts to look at
    std::vector<std::uint32_t> reached;  ///< contacts that have been in the queue

    // Of a shock.
    std::vector<std::uint32_t> shocked;               ///< contacts that have stopped their bodies
    std::vector<bool> isShocked;                      ///< by contact
    std::vector<ImpactImpulses<Dimension>> impulses;  ///< by contact, if it is shocked
    std::vector<ShockedBody<Dimension>> bodies;       ///< that the shock has changed
    std::vector<std::uint32_t> bodyAt;                ///< by body: its place in the list, or kUnlisted
    DisjointSets sets;                                ///< of places: bodies that push each other

    static constexpr std::uint32_t kUnlisted = std::numeric_limits<std::uint32_t>::max();

    void prepare(std::size_t bodyCount, std::size_t contactCount) {
        graph.clear();
        hits.assign(contactCount, 0);
        isQueued.assign(contactCount, false);
        isReached.assign(contactCount, false);
        isShocked.assign(contactCount, false);
        impulses.resize(contactCount);
        bodyAt.assign(bodyCount, kUnlisted);
    }
};

}  // namespace sat3d::inline SAT3D_ABI::detail
