#pragma once

/// @file
/// The contacts of two objects in a step.

#include "response/contacts/found_contact.hpp"
#include "response/contacts/pair_side.hpp"

#include <sat3d/response/contact_solver.hpp>
#include <sat3d/world/contact.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// What the last step knew of a pair.
template <class T>
struct FormerPair {
    const SearchedPair<T>* searched = nullptr;           ///< nullptr if it must be searched
    std::span<const FoundContact<T>> contacts, covered;  ///< each in their order
};

/// A pair of which the step moves at least one object.
template <class T>
struct PairInStep {
    ObjectPair ids;
    PairSide<T> a, b;
    FormerPair<T> former;
    bool isEdited;  ///< whether the game has changed one of them since the last step
};

struct StepSettings {
    const SolverOptions& solver;
    float dt;            ///< seconds
    float impulseScale;  ///< this substep divided by that of the last step
};

/// Finds the contacts of a pair, and adds them to a block, in their order.
///
/// A pair that has hardly moved since it was searched is not searched again: it keeps its contacts, with
/// their points where both objects are now. See kKeptShare.
template <class T>
void findPairContacts(const PairInStep<T>& pair, const StepSettings& settings, FoundBlock<T>& block);

}  // namespace sat3d::SAT3D_ABI
