#pragma once

/// @file
/// Debug geometry of shapes and of the answers of queries.

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/bvh.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

// Each function appends to the geometry what DebugOptions::show asks for, and nothing if the layer is off:
//
//     geometry.clear();
//     draw(geometry, tank, tankPose, {.origin = camera});
//     if (auto hit = penetration(tank, tankPose, wall, wallPose))
//         draw(geometry, *hit, pointInWorld);
//
// All allocate, unless the geometry has room from earlier frames.

/// Draws the faces and edges of a shape of any type, and with DebugLayer::ShapeTrees the boxes in it.
/// A half-space is a square around the projection of its frame's origin onto the plane. Edges of a hull, box
/// or triangle mesh are those between faces that do not lie in one plane (to a milliradian); edges of a
/// height field are the sides of its cells, without the diagonals; round shapes have circles. Triangles of a
/// mesh without an area are left out.
/// @param pose   world pose, finite, with a unit rotation (asserted)
/// @param color  of the faces; by default that of moving objects
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose,
                          const DebugOptions& options = {}, std::optional<Color> color = {});

/// Draws one child of a shape as draw() draws a shape: a part of a Compound, a triangle of a surface. Of a
/// contact, see BasicManifold::children. Shapes of other types have the child 0.
/// @param child  below the number of children (asserted; otherwise the whole shape is drawn)
template <class T>
SAT3D_DEBUG_API void drawChild(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose,
                               std::uint32_t child, const DebugOptions& options = {},
                               std::optional<Color> color = {});

/// Draws the twelve sides of a world-space box. Layer: Bounds. An empty box is left out, and so is one that
/// reaches to infinity.
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const Aabb& box, const DebugOptions& options = {});

/// Draws the boxes of all nodes of a tree. Layer: Trees.
/// @param pose  of the frame that the tree's boxes are in
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const Bvh& tree, const Pose& pose,
                          const DebugOptions& options = {});
/// Draws all boxes of the trees of a scene, as of its last update. Layer: Trees.
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BroadPhase& broadPhase,
                          const DebugOptions& options = {});

/// Draws the points of a manifold, each with the normal. Layers: Contacts; the push at the deepest point:
/// Pushes. Labels: separations of the points, length of the push.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicManifold<T>& manifold,
                          const DebugOptions& options = {});
/// Draws a minimum translation as the arrow along which B moves. Layer: Pushes. Label: its length.
/// @param start  world frame
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const Penetration& penetration,
                          const glm::vec<3, T>& start, const DebugOptions& options = {});

/// Draws a ray up to its hit, and the normal there. Layer: Rays. Label: the distance of the hit.
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const BasicRay<T>& ray, const std::optional<RayHit>& hit,
                          const DebugOptions& options = {});

/// Draws the path of A in a sweep: its edges at the start and at the time of impact, the path of its center,
/// and the contact. Layer: Sweeps. Label: the status.
/// @param pose    of the shape before the step
/// @param motion  of the shape
template <class T>
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose,
                          const RigidMotion& motion, const BasicSweep<T>& sweep,
                          const DebugOptions& options = {});

/// Draws the features that meet, and the push of B or the gap between them. If the explanation has
/// planes, also draws the best one with both projected hulls, and the intervals along the best axis. Layers:
/// Explanations, and AllPlanes for every plane. Label: the separation.
SAT3D_DEBUG_API void draw(DebugGeometry& geometry, const Explanation& explanation,
                          const DebugOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
