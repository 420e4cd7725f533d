#pragma once

/// @file
/// The graph of contacts: which contacts a body has, how far it is from what stands, and the order outward.

#include <sat3d/core/config.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

class ContactGraph {
public:
    /// Level of a body without a chain of contacts to what stands.
    static constexpr std::uint32_t kUnsupported = std::numeric_limits<std::uint32_t>::max();

    template <class Dimension>
    void build(std::span<const BasicSolverBody<Dimension>> bodies,
               std::span<const BasicSolverContact<Dimension>> contacts);
    void clear() { starts_.clear(); }
    [[nodiscard]] bool isEmpty() const { return starts_.empty(); }

    /// The contacts of a body that contacts can move, in their order. None of other bodies.
    [[nodiscard]] std::span<const std::uint32_t> contactsOf(std::uint32_t body) const {
        return body >= levels_.size()
                   ? std::span<const std::uint32_t>()
                   : std::span(contacts_).subspan(starts_[body], starts_[body + 1] - starts_[body]);
    }
    /// The number of contacts from a body to the nearest one that contacts do not move; 0 for these.
    [[nodiscard]] std::uint32_t levelOf(std::uint32_t body) const {
        return body < levels_.size() ? levels_[body] : 0;
    }
    /// All contacts, from what stands outward: by the lower level of their bodies, then in their order.
    [[nodiscard]] std::span<const std::uint32_t> outward() const { return outward_; }

private:
    template <class Dimension>
    void findLevels(std::span<const BasicSolverContact<Dimension>> contacts);
    template <class Dimension>
    void sortOutward(std::span<const BasicSolverContact<Dimension>> contacts);

    std::vector<std::uint32_t> starts_;    ///< by body: its first contact in the list
    std::vector<std::uint32_t> contacts_;  ///< of all bodies
    std::vector<std::uint32_t> levels_;    ///< by body
    std::vector<std::uint32_t> front_;     ///< of the breadth-first search
    std::vector<std::uint32_t> outward_;
    std::vector<std::uint32_t> levelStarts_;  ///< in the order outward
};

/// Whether contacts change the velocity of a body.
template <class Dimension>
[[nodiscard]] constexpr bool isMoved(const BasicSolverBody<Dimension>& body) {
    return body.inverseMass > 0.0f || body.inverseInertia != typename Dimension::Inertia(0.0f);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
