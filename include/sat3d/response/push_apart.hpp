#pragma once

/// @file
/// Pushes overlapping objects of a World or a PlanarWorld apart, without velocities.

#include <sat3d/core/callback.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The translations of two objects that together make them just touch.
template <class Vector>
struct BasicPushShares {
    Vector translationA{0.0f};
    Vector translationB{0.0f};
};
using PushShares = BasicPushShares<glm::vec3>;
using PlanarPushShares = BasicPushShares<glm::vec2>;
/// Divides a push between two objects by their inverse masses: the lighter one moves farther, so that the
/// center of mass of both stays where it is. Equal masses take halves.
/// @code
/// if (const auto hit = penetration(tank, tankPose, crate, cratePose)) {
///     const PushShares shares = shared(*hit, 1.0f / tankMass, 1.0f / crateMass);
///     tankPose.position += shares.translationA;
///     cratePose.position += shares.translationB;
/// }
/// @endcode
/// @param inverseMassA, inverseMassB  1/kg, or any weights: finite, 0 or more. 0: the object does not move,
/// like a wall. If both are 0, nothing moves
[[nodiscard]] SAT3D_API PushShares shared(const Penetration& push, float inverseMassA,
                                          float inverseMassB) noexcept;
[[nodiscard]] SAT3D_API PlanarPushShares shared(const PlanarPenetration& push, float inverseMassA,
                                                float inverseMassB) noexcept;

struct PushApartOptions {
    float gap = 1e-3f;          ///< meters, finite, above 0: between two objects that were pushed apart
    std::uint32_t rounds = 32;  ///< largest number of passes over all pairs
};

/// Result of pushApart().
struct PushedApart {
    std::uint32_t rounds = 0;    ///< passes in which objects moved
    std::uint32_t overlaps = 0;  ///< pairs that still overlap
    float deepest = 0.0f;        ///< deepest of these overlaps, meters

    /// Whether all objects that may touch are apart now.
    [[nodiscard]] explicit operator bool() const { return overlaps == 0; }
};

/// Pushes the moving objects of a world out of static objects, and apart from each other, until none overlap.
/// @code
/// pushApart(world, [&](ObjectId id) { return 1.0f / massOf(id); });
/// @endcode
/// Each pair is pushed along its minimum translation, in shares by inverse mass. An object that leans on an
/// immovable one takes no share toward it, but slides along it: a tank that another one pushes into a wall
/// stops the other one. Objects in a crush, for which there is no room, end outside of static ones if
/// possible. Only positions change. Pairs that may not touch (see World::mayTouch) and sensors are not
/// pushed. The path of a push is not tested: an object in a thin wall can come out on either side.
/// @param inverseMassOf  1/kg, or any weight: finite, 0 or more. 0: the object does not move. Called for
/// objects of the kind Moving only
/// @note  O(n log n) for n objects in each round, most of it penetration() of near pairs. One round is usual,
/// more if objects that were pushed meet others: about 10 in a dense crowd. Allocates lists of these pairs.
/// The past of the world does not change the result. Source: Gauss-Seidel projection of positions (Müller,
/// Heidelberger, Hennix, Ratcliff, "Position Based Dynamics", 2007), outward from immovable objects.
template <class T>
SAT3D_API PushedApart pushApart(BasicWorld<T>& world, CallbackRef<float(ObjectId)> inverseMassOf,
                                const PushApartOptions& options = {});
/// Pushes objects apart that all have the same mass.
template <class T>
PushedApart pushApart(BasicWorld<T>& world, const PushApartOptions& options = {}) {
    return pushApart(
        world, [](ObjectId) { return 1.0f; }, options);
}

}  // namespace sat3d::SAT3D_ABI
