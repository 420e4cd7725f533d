#pragma once

/// @file
/// The spaces that a world can have: three dimensions, or the plane; positions in float or in double.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/dimension.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/raycast.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/planar/sweep.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <concepts>

namespace sat3d::SAT3D_ABI {

/// Selects the plane, with positions in T: BasicWorld<Planar<float>> is a PlanarWorld.
template <class T>
struct SAT3D_API Planar {};  // a hidden type would hide all that is instantiated for it

/// The types of a world in space, with positions in T: float or double.
template <class T>
struct Space {
    using Number = T;
    using Dimension = Dimension3;
    using Position = glm::vec<3, T>;
    using Shape = sat3d::Shape;
    using ShapeRef = sat3d::ShapeRef;
    using Compound = sat3d::Compound;
    using Pose = BasicPose<T>;
    using PartPose = sat3d::Pose;  ///< of a part, in the frame of its object
    using Penetration = sat3d::Penetration;
    using CollideOptions = sat3d::CollideOptions;
    using Manifold = BasicManifold<T>;
    using Distance = BasicDistance<T>;
    using Ray = BasicRay<T>;
    using RayHit = sat3d::RayHit;
    using Sweep = BasicSweep<T>;
    using Motion = RigidMotion;
};

/// The types of a world in the plane.
template <class T>
struct Space<Planar<T>> {
    using Number = T;
    using Dimension = Dimension2;
    using Position = glm::vec<2, T>;
    using Shape = PlanarShape;
    using ShapeRef = PlanarShapeRef;
    using Compound = PlanarCompound;
    using Pose = BasicPlanarPose<T>;
    using PartPose = PlanarPose;
    using Penetration = PlanarPenetration;
    using CollideOptions = PlanarOptions;
    using Manifold = BasicPlanarManifold<T>;
    using Distance = BasicPlanarDistance<T>;
    using Ray = BasicPlanarRay<T>;
    using RayHit = PlanarRayHit;
    using Sweep = BasicPlanarSweep<T>;
    using Motion = PlanarMotion;
};

/// Whether a world of this kind is in space, not in the plane.
template <class T>
concept Spatial = std::same_as<typename Space<T>::Dimension, Dimension3>;

}  // namespace sat3d::SAT3D_ABI
