#pragma once

// Types of the library in the precision of positions for which this build of the C interface is.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/response/step_events.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <sat3d.h>

namespace sat3d::c {

using Real = s3_real;
using Position = Space<Real>::Position;
using Pose = BasicPose<Real>;
using Ray = BasicRay<Real>;
using Distance = BasicDistance<Real>;
using ContactPoint = BasicContactPoint<Real>;
using Manifold = BasicManifold<Real>;
using Sweep = BasicSweep<Real>;
using World = BasicWorld<Real>;
using Dynamics = BasicDynamics<Real>;
using DynamicPoint = BasicDynamicPoint<Real>;
using DynamicContact = Dynamics::Contact;
using Joint = Dynamics::Joint;
using WheelState = BasicWheelState<Real>;
using VehicleState = Dynamics::VehicleState;
using Touch = BasicTouch<Real>;
using Moved = BasicMoved<Real>;
using MoverContact = BasicMoverContact<Real>;

}  // namespace sat3d::c
