#pragma once

/// @file
/// Everything of target sat3d::sat3d, for users. The library's own files include what they use.

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/core/version.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/geometry/plane.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/exact.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/graham_scan.hpp>
#include <sat3d/planar/sat.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/sphere.hpp>
