#pragma once

// Types of the library for the build of the C interface that the macros of sat3d.h select: space or the
// plane, and the precision of positions.

#include <sat3d/math/sweep_options.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/step_events.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>
#ifdef S3_PLANE
#include <sat3d/planar/measures.hpp>
#else
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/response/vehicle.hpp>
#endif

#include <sat3d.h>

namespace sat3d::c {

using Real = s3_real;
#ifdef S3_PLANE
using Kind = Planar<Real>;  ///< of a world: the argument of its template
using Bounds = PlanarAabb;
using Capsule = PlanarCapsule;
using Box = PlanarBox;
using HalfSpace = HalfPlane;
using LocalRotation = glm::vec2;
using FeaturePair = PlanarFeatures;
using ContactPoint = BasicPlanarContactPoint<Real>;
using RayIntersection = PlanarRayIntersection;
using OverlapOptions = PlanarOptions;
using PenetrationOptions = PlanarOptions;
using ConvexShape = PlanarConvexShape;
using CompoundChild = PlanarCompoundChild;
#else
using Kind = Real;  ///< of a world: the argument of its template
using Bounds = Aabb;
using Capsule = sat3d::Capsule;
using Box = sat3d::Box;
using HalfSpace = sat3d::HalfSpace;
using LocalRotation = glm::quat;
using FeaturePair = sat3d::FeaturePair;
using ContactPoint = BasicContactPoint<Real>;
using RayIntersection = sat3d::RayIntersection;
using OverlapOptions = sat3d::OverlapOptions;
using PenetrationOptions = sat3d::PenetrationOptions;
using ConvexShape = sat3d::ConvexShape;
using CompoundChild = sat3d::CompoundChild;
using WheelState = BasicWheelState<Real>;
using VehicleState = BasicVehicleState<Real>;
#endif

using Types = Space<Kind>;
using Dimension = Types::Dimension;
using Vector = Dimension::Vector;
using Spin = Dimension::Spin;
using Position = Types::Position;
using Pose = Types::Pose;
using LocalPose = Types::PartPose;
using Shape = Types::Shape;
using ShapeRef = Types::ShapeRef;
using Compound = Types::Compound;
using Penetration = Types::Penetration;
using CollideOptions = Types::CollideOptions;
using Distance = Types::Distance;
using Manifold = Types::Manifold;
using Ray = Types::Ray;
using RayHit = Types::RayHit;
using Sweep = Types::Sweep;
using Motion = Types::Motion;

using World = BasicWorld<Kind>;
using Contact = BasicContact<Penetration>;
using WorldRayHit = RayHitIn<Kind>;

using Dynamics = BasicDynamics<Kind>;
using Body = Dynamics::Body;
using BodyMass = BasicBodyMass<Dimension>;
using PartSurface = Dynamics::PartSurface;
using ContactSettings = Dynamics::ContactSettings;
using LockedAxes = BasicLockedAxes<Dimension>;
using DynamicPoint = BasicDynamicPoint<Kind>;
using DynamicContact = Dynamics::Contact;
using Touch = BasicTouch<Kind>;
using Joint = Dynamics::Joint;
using JointState = Dynamics::JointState;
using Moved = BasicMoved<Kind>;
using MoverContact = BasicMoverContact<Kind>;

}  // namespace sat3d::c
