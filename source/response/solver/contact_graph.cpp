#include "response/solver/contact_graph.hpp"

#include <algorithm>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

template <class Dimension>
void ContactGraph::build(std::span<const BasicSolverBody<Dimension>> bodies,
                         std::span<const BasicSolverContact<Dimension>> contacts) {
    levels_.assign(bodies.size(), 0);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        levels_[i] = isMoved(bodies[i]) ? kUnsupported : 0;
    }
    const auto forEachEnd = [&](const auto& use) {
        for (std::uint32_t i = 0; i < contacts.size(); ++i) {
            for (const std::uint32_t body : {contacts[i].bodyA, contacts[i].bodyB}) {
                if (levelOf(body) > 0) {
                    use(body, i);
                }
            }
        }
    };
    // A counting sort: starts_[body + 1] counts, then is the place of the body's next contact.
    starts_.assign(bodies.size() + 2, 0);
    forEachEnd([&](std::uint32_t body, std::uint32_t) { ++starts_[body + 2]; });
    for (std::size_t i = 2; i < starts_.size(); ++i) {
        starts_[i] += starts_[i - 1];
    }
    contacts_.resize(starts_.back());
    forEachEnd([&](std::uint32_t body, std::uint32_t contact) { contacts_[starts_[body + 1]++] = contact; });
    findLevels(contacts);
    sortOutward(contacts);
}

/// Breadth-first search, from the bodies that contacts do not move.
template <class Dimension>
void ContactGraph::findLevels(std::span<const BasicSolverContact<Dimension>> contacts) {
    front_.clear();
    const auto reach = [&](std::uint32_t body, std::uint32_t level) {
        if (levelOf(body) == kUnsupported) {
            levels_[body] = level;
            front_.push_back(body);
        }
    };
    for (const auto& contact : contacts) {
        if (levelOf(contact.bodyA) == 0 || levelOf(contact.bodyB) == 0) {
            reach(contact.bodyA, 1);
            reach(contact.bodyB, 1);
        }
    }
    for (std::size_t i = 0; i < front_.size(); ++i) {
        const std::uint32_t body = front_[i], next = levels_[body] + 1;
        for (const std::uint32_t contact : contactsOf(body)) {
            reach(contacts[contact].bodyA, next);
            reach(contacts[contact].bodyB, next);
        }
    }
}

/// A counting sort. Contacts of unsupported bodies come last.
template <class Dimension>
void ContactGraph::sortOutward(std::span<const BasicSolverContact<Dimension>> contacts) {
    const std::uint32_t last = front_.empty() ? 1 : levels_[front_.back()] + 1;
    const auto levelOfContact = [&](const BasicSolverContact<Dimension>& contact) {
        return std::min({levelOf(contact.bodyA), levelOf(contact.bodyB), last});
    };
    levelStarts_.assign(last + 2, 0);
    for (const auto& contact : contacts) {
        ++levelStarts_[levelOfContact(contact) + 1];
    }
    for (std::size_t i = 1; i < levelStarts_.size(); ++i) {
        levelStarts_[i] += levelStarts_[i - 1];
    }
    outward_.resize(contacts.size());
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        outward_[levelStarts_[levelOfContact(contacts[i])]++] = i;
    }
}

template void ContactGraph::build(std::span<const SolverBody>, std::span<const SolverContact>);
template void ContactGraph::build(std::span<const PlanarSolverBody>, std::span<const PlanarSolverContact>);

}  // namespace sat3d::inline SAT3D_ABI::detail
