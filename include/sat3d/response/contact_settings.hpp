#pragma once

/// @file
/// What a contact of two bodies does in one step.

#include <sat3d/math/dimension.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// What a contact does in one step. At first as the materials of both objects say; a hook may change it: see
/// BasicDynamics::ContactHook.
template <class Dimension>
struct BasicContactSettings {
    float friction = 0.0f;           ///< Coulomb's coefficient, 0 or more
    float restitution = 0.0f;        ///< 0 .. 1
    float rollingResistance = 0.0f;  ///< see Material
    /// Velocity of B's surface relative to A's that the motion of the bodies does not explain: that of a
    /// belt. m/s, world frame
    typename Dimension::Vector surfaceVelocity{0.0f};
    /// The largest sum of the impulses along the normal in a step: over all points of the contact, all
    /// substeps and impacts. Newton seconds, 0 or more. Friction follows from what is left of them. So a
    /// barrier that breaks takes this much of a truck's momentum, and does not stop it.
    float maxImpulse = std::numeric_limits<float>::infinity();
    /// Whether the contact is left out of this step: nothing pushes, and no event tells of it.
    bool isIgnored = false;
};
using ContactSettings = BasicContactSettings<Dimension3>;
using PlanarContactSettings = BasicContactSettings<Dimension2>;

}  // namespace sat3d::SAT3D_ABI
