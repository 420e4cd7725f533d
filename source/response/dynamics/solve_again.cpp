#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/solver/solver_kernels.hpp"
#include "world/objects/for_each_space.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Moves those of a list that are solved again to its front, and notes which they are.
template <class Constraint, class IsSolved>
void keepSolved(std::vector<Constraint>& all, std::vector<std::uint32_t>& which, const IsSolved& isSolved) {
    which.clear();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (isSolved(all[i])) {
            all[which.size()] = all[i];
            which.push_back(i);
        }
    }
    all.resize(which.size());
}

/// Puts what was solved again to its place among those that were not.
template <class Constraint>
void putBack(std::vector<Constraint>& solved, const std::vector<std::uint32_t>& which,
             std::vector<Constraint>& all) {
    for (std::size_t i = 0; i < which.size(); ++i) {
        all[which[i]] = solved[i];
    }
    std::swap(all, solved);
}

}  // namespace

/// Finds contacts that have pushed although the bodies were to pass each other: one of them tumbles, or was
/// pushed by others. If it turns far, they are contacts that meet: bodies in contact turn only so far, or
/// they would gain energy.
/// @return whether there are any
template <class T>
bool DynamicsStep<T>::findTumbling() {
    constexpr float kFar = 0.7f;  // radians
    const auto turnsFar = [&](std::uint32_t stepBody) {
        return s_.isMoverAt(stepBody) && sizeOf(solvedMotion(s_.solverBodies[stepBody]).turn) > kFar;
    };
    const auto find = [&](std::size_t i, std::vector<std::uint32_t>& tumbling) {
        Found& found = s_.found[i];
        if (found.fraction == 1.0f && hasPushed(s_.solverContacts[i]) &&
            (turnsFar(found.stepBodyA) || turnsFar(found.stepBodyB))) {
            found.fraction = 0.0f;
            tumbling.push_back(static_cast<std::uint32_t>(i));
        }
    };
    s_.numberLists.collect(parallelFor_, s_.found.size(), kContactsPerTask, s_.tumbling, find);
    return !s_.tumbling.empty();
}

/// Marks the islands in which bodies tumble.
template <class T>
void DynamicsStep<T>::markTumbling() {
    s_.isTumbling.assign(s_.stepBodies.size(), false);
    for (const std::uint32_t contact : s_.tumbling) {
        const Found& found = s_.found[contact];
        s_.isTumbling[s_.islands.setOf(s_.isMoverAt(found.stepBodyA) ? found.stepBodyA : found.stepBodyB)] =
            true;
    }
}

/// Whether a body is in such an island.
template <class T>
bool DynamicsStep<T>::tumbles(std::uint32_t stepBody) {
    return s_.isMoverAt(stepBody) && s_.isTumbling[s_.islands.setOf(stepBody)];
}

/// Lets all contacts of an island meet, if bodies tumble in it. Other islands stay as they are: their bits
/// are the same when the step is solved again.
template <class T>
void DynamicsStep<T>::letIslandsMeet() {
    s_.islands.reset(s_.stepBodies.size());
    for (const Found& found : s_.found) {
        s_.joinMovers(found.stepBodyA, found.stepBodyB);
    }
    markTumbling();
    for (Found& found : s_.found) {
        if (found.fraction == 1.0f && (tumbles(found.stepBodyA) || tumbles(found.stepBodyB))) {
            found.fraction = 0.0f;
        }
    }
}

/// Solves the islands again in which bodies tumble. The others keep what they have: nothing that happens in
/// an island changes the bits of another one.
template <class T>
void DynamicsStep<T>::solveIslandsAgain() {
    std::swap(s_.solverBodies, s_.solvedBodies);
    std::swap(s_.solverContacts, s_.solvedContacts);
    std::swap(s_.solverJoints, s_.solvedJoints);
    loadConstraints();
    dropPassing();
    s_.islands.reset(s_.stepBodies.size());
    const auto join = [&](const auto& ends) { s_.joinMovers(ends.bodyA, ends.bodyB); };
    std::ranges::for_each(s_.solverContacts, join);
    std::ranges::for_each(s_.solverJoints, join);
    std::ranges::for_each(s_.solverWheels, join);
    markTumbling();
    const auto isSolved = [&](const auto& ends) { return tumbles(ends.bodyA) || tumbles(ends.bodyB); };
    if (std::ranges::any_of(s_.solverWheels, isSolved)) {
        solveOnce();
        return;
    }
    keepSolved(s_.solverContacts, s_.contactsAgain, isSolved);
    keepSolved(s_.solverJoints, s_.jointsAgain, isSolved);
    SolverAccess::step<Dimension>(s_.solverOfParts, {s_.solverBodies, s_.solverContacts, s_.solverJoints, {}},
                                  dt_, parallelFor_);
    putBack(s_.solverContacts, s_.contactsAgain, s_.solvedContacts);
    putBack(s_.solverJoints, s_.jointsAgain, s_.solvedJoints);
    for (std::uint32_t body = 0; body < s_.solverBodies.size(); ++body) {
        if (!tumbles(body)) {
            s_.solverBodies[body] = s_.solvedBodies[body];
        }
    }
}

#define SAT3D_INSTANTIATE(T)                         \
    template bool DynamicsStep<T>::findTumbling();   \
    template void DynamicsStep<T>::letIslandsMeet(); \
    template void DynamicsStep<T>::solveIslandsAgain()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
