#pragma once

/// @file
/// The contacts of a step, and what of them lasts.

#include "response/contacts/body_record.hpp"
#include "response/motion/meeting.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/space.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The least separation of the points of a manifold or a contact.
[[nodiscard]] float leastSeparation(const auto& contact) {
    float least = std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        least = std::min(least, contact.pointArray[i].separation);
    }
    return least;
}

/// Where the two points of a contact point are, each on its own object. Of round parts, on the core: their
/// surfaces turn without the contact.
template <class T>
struct ContactAnchor {
    using Dimension = typename Space<T>::Dimension;

    typename Space<T>::Position onReference{0};  ///< in the frame of the reference
    typename Dimension::Vector onBody{0.0f};     ///< from the body's center of mass, in its axes
    float offset = 0.0f;  ///< meters by which rounded anchors have been too close when they were set
};

/// A contact that a step has found, or has kept from the last step. It lasts until the next step.
template <class T>
struct FoundContact {
    using Dimension = typename Space<T>::Dimension;

    BasicDynamicContact<T> contact;
    // See BodyInReference.
    typename Dimension::Vector normalInReference{0.0f};
    std::array<ContactAnchor<T>, Dimension::kMaxPoints> anchors;
    float radiusA = 0.0f, radiusB = 0.0f;  ///< of round parts
    std::uint32_t order = 0;               ///< among the contacts of one pair of children
    std::uint32_t tagA = 0, tagB = 0;      ///< of what touches; 0 if the body has no surfaces of its own

    // In this step.
    std::uint32_t recordA = kNone, recordB = kNone;      ///< of the bodies, if there are any
    std::uint32_t stepBodyA = kNone, stepBodyB = kNone;  ///< of bodies that the step moves
    std::uint32_t meeting = kNone;   ///< place of its MeetingArms, if the bodies meet later in the step
    std::uint32_t settings = kNone;  ///< place of its ContactSettings, if a hook has seen it
    float fraction = 0.0f;           ///< of the step, after which the bodies meet; 1 if they do not
    /// Meters that the solver adds to gaps, so that bodies that pass each other are not stopped.
    float room = 0.0f;
    bool isOfSurface = false;  ///< whether one of the objects is a mesh or a height field
    bool isCovered = false;    ///< by a neighbor at a seam: it does nothing in this step
};

/// From the centers of mass to the points of a contact, when the bodies meet. World axes.
template <class T>
struct MeetingArms {
    using Dimension = typename Space<T>::Dimension;

    std::array<typename Dimension::Vector, Dimension::kMaxPoints> a, b;
    std::array<typename Space<T>::Position, Dimension::kMaxPoints> onA, onB;  ///< points on the surfaces then
};

/// A pair whose contacts were searched, in the last step or before it. As long as it hardly moves, it need
/// not be searched again.
template <class T>
struct SearchedPair {
    PairIndices objects;
    float margin = 0.0f;  ///< meters: there are no contacts but those that were found up to it
    typename Space<T>::Pose bodyInReference;  ///< when it was searched, at the body's center of mass
};

/// What is found in one chunk of pairs. Blocks of different threads share no cache line.
template <class T>
struct alignas(64) FoundBlock {
    std::vector<FoundContact<T>> contacts;
    std::vector<MeetingArms<T>> meetings;
    std::vector<SearchedPair<T>> searched;
    std::vector<BasicContactSettings<typename Space<T>::Dimension>> settings;  ///< of a hook
    std::vector<PairIndices> permeable;  ///< pairs that a hook lets through, in part or for a while
    std::vector<typename Space<T>::Manifold> manifolds;  ///< of one pair
    std::vector<typename Space<Precise<T>>::Manifold> manifoldsAtMeeting;
    std::size_t firstFound = 0, firstMeeting = 0, firstSearched = 0, firstSettings = 0,
                firstPermeable = 0;  ///< places in the lists of all chunks
};

/// The order of contacts. It depends on what touches, never on when or how it was found.
template <class T>
[[nodiscard]] auto orderOf(const BasicDynamicContact<T>& contact) {
    const auto& [a, b] = contact.objects;
    return std::tuple(a.index, b.index, contact.children.a, contact.children.b);
}
template <class T>
[[nodiscard]] auto orderOf(const FoundContact<T>& found) {
    return orderOf(found.contact);
}

/// The pair of two objects as contacts have it: the lower index first.
[[nodiscard]] inline PairIndices sortedPair(std::uint32_t object, std::uint32_t other) {
    return {std::min(object, other), std::max(object, other)};
}
template <class T>
[[nodiscard]] PairIndices pairOf(const FoundContact<T>& found) {
    return {found.contact.objects.a.index, found.contact.objects.b.index};
}

}  // namespace sat3d::SAT3D_ABI
