#pragma once

/// @file
/// Rigid bodies: mass, velocity and material of an object.

#include <sat3d/core/result.hpp>
#include <sat3d/math/dimension.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/response/locked_axes.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

struct CollisionModel;

/// Mass of a rigid body and how it is distributed.
template <class Dimension>
struct BasicBodyMass {
    static constexpr float kInfinite = std::numeric_limits<float>::infinity();

    float mass = kInfinite;  ///< kg, above 0. Infinite: the body is kinematic
    /// Center of mass, in the shape's frame. A kinematic body turns about it.
    typename Dimension::Vector center{0.0f};
    /// Inertia about the center of mass, kg m2. Has no meaning for a kinematic body. 0: nothing turns the
    /// body. In space: the tensor, in the axes of the shape's frame, symmetric, and above 0 about each axis;
    /// if it is 0 about one, nothing turns the body.
    typename Dimension::Inertia inertia{0.0f};
};
using BodyMass = BasicBodyMass<Dimension3>;
using PlanarBodyMass = BasicBodyMass<Dimension2>;

/// Computes the mass of a solid shape.
/// @param density  kg / m3, above 0: 1000 for water, 7800 for steel, 700 for wood
/// @return an error for half-spaces and height fields, which have no volume, and for open meshes
[[nodiscard]] SAT3D_API Result<BodyMass, ShapeError> massFromDensity(ShapeRef shape, float density);
/// Does the same in the plane.
/// @param density  kg / m2, above 0
/// @return an error for half-planes and segments, which have no area
[[nodiscard]] SAT3D_API Result<PlanarBodyMass, ShapeError> massFromDensity(PlanarShapeRef shape,
                                                                           float density);
/// Computes the distribution of a given mass in a solid shape.
/// @param mass  kg, above 0
/// @return the errors of massFromDensity()
[[nodiscard]] SAT3D_API Result<BodyMass, ShapeError> massOfShape(ShapeRef shape, float mass);
[[nodiscard]] SAT3D_API Result<PlanarBodyMass, ShapeError> massOfShape(PlanarShapeRef shape, float mass);

/// What a part of a body's surface has in place of what the body has: the parts whose tag this is. Tags are
/// those of the children of a Compound, of the triangles of a mesh, of the cells of a height field, and of
/// the faces of a hull.
template <class Dimension>
struct BasicPartSurface {
    std::uint32_t tag = 0;
    Material material = {};
    typename Dimension::Vector velocity{0.0f};  ///< as BasicBody::surfaceVelocity: one track of two
};
using PartSurface = BasicPartSurface<Dimension3>;
using PlanarPartSurface = BasicPartSurface<Dimension2>;

/// Returns the imported materials of the parts of an object that addModel() has added, for Body::surfaces.
/// Parts without one are left out: they have the material of the body.
[[nodiscard]] SAT3D_API std::vector<PartSurface> surfacesOf(const CollisionModel& model);

/// A rigid body: what an object needs besides its shape and pose, so that contacts and forces can move it.
///
/// Without a mass, which is the default, a body is kinematic: its own velocity moves it, and no contact and
/// no force. It carries and pushes dynamic bodies: a platform, a door, an animated limb. At rest it gives a
/// static object a material.
template <class Dimension>
struct BasicBody {
    using Vector = typename Dimension::Vector;

    BasicBodyMass<Dimension> mass = {};
    Vector velocity{0.0f};                           ///< of the center of mass, m/s, world frame
    typename Dimension::Spin angularVelocity{0.0f};  ///< rad/s, world frame
    Material material = {};
    /// Velocity of the surface in the body's own frame, m/s: a conveyor belt, the track of a tank.
    Vector surfaceVelocity{0.0f};
    /// Surfaces that differ from the body's own, each with another tag, in any order. A contact has those of
    /// the two parts that overlap deepest in it.
    std::vector<BasicPartSurface<Dimension>> surfaces = {};
    float gravityFactor = 1.0f;
    float linearDamping = 0.0f;   ///< 1/s: velocity decays by this rate, 0 or more
    float angularDamping = 0.0f;  ///< 1/s
    /// Axes along which nothing moves a dynamic body, and about which nothing turns it, as if its mass or
    /// its inertia were infinite there. Its velocities have no part along them.
    BasicLockedAxes<Dimension> locked = {};
    /// m/s and rad/s, above 0: at the end of each step, a dynamic body that is faster is slowed down to it.
    float maxSpeed = BodyMass::kInfinite, maxAngularSpeed = BodyMass::kInfinite;
    bool canSleep = true;  ///< whether it may fall asleep when it is at rest
    /// For a kinematic body. If true, World::setPose() sets its target, and the next step moves it there, as
    /// BasicDynamics::moveKinematic() does. If false, setPose() puts it there at once, without a velocity.
    bool followsPose = false;

    /// Whether contacts and forces move it. Otherwise it is kinematic.
    [[nodiscard]] bool isDynamic() const noexcept { return mass.mass < BodyMass::kInfinite; }
    [[nodiscard]] bool isKinematic() const noexcept { return !isDynamic(); }
};
using Body = BasicBody<Dimension3>;
using PlanarBody = BasicBody<Dimension2>;

}  // namespace sat3d::SAT3D_ABI
