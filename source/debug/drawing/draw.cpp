#include "debug/drawing/pen.hpp"
#include "debug/drawing/shape_pen.hpp"
#include "narrowphase/composite/child.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace sat3d::SAT3D_ABI {
namespace {

using debug::Pen;

/// Draws all boxes that a traversal of trees asks about.
template <class Trees>
void drawBoxes(Pen& pen, const Trees& trees) {
    constexpr double kAll = std::numeric_limits<double>::infinity();
    const auto bound = [&](const Aabb& box) {
        pen.box(box, {}, pen.colors().tree);
        return 0.0;
    };
    trees.traverse(kAll, bound, [](std::uint32_t, double limit) { return limit; });
}

/// Draws the push of B as an arrow.
void drawPush(Pen& pen, const Penetration& penetration, const glm::dvec3& start) {
    if (pen.shows(DebugLayer::Pushes) && penetration.depth > 0.0f) {
        const double length = double(penetration.depth) * double(pen.options().pushScale);
        const glm::dvec3 end = start + glm::dvec3(penetration.normal) * length;
        pen.arrow(start, end, pen.colors().push);
        pen.label(end, describeLength(double(penetration.depth)));
    }
}

}  // namespace

template <class T>
void draw(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose, const DebugOptions& options,
          std::optional<Color> color) {
    Pen pen(geometry, options);
    debug::drawShape(pen, shape, localToWorld(pose), color.value_or(options.colors.moving),
                     options.colors.edge);
}

template <class T>
void drawChild(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose, std::uint32_t child,
               const DebugOptions& options, std::optional<Color> color) {
    const Child part(shape, inDouble(pose), child);
    draw(geometry, part.shape(), part.pose(), options, color);
}

void draw(DebugGeometry& geometry, const Aabb& box, const DebugOptions& options) {
    Pen pen(geometry, options);
    if (pen.shows(DebugLayer::Bounds)) {
        pen.box(box, {}, options.colors.bounds);
    }
}

void draw(DebugGeometry& geometry, const Bvh& tree, const Pose& pose, const DebugOptions& options) {
    Pen pen(geometry, options);
    const RigidTransform toWorld = localToWorld(pose);
    for (const Bvh::Node& node : tree.nodes()) {
        if (pen.shows(DebugLayer::Trees)) {
            pen.box(node.box, toWorld, options.colors.tree);
        }
    }
}

void draw(DebugGeometry& geometry, const BroadPhase& broadPhase, const DebugOptions& options) {
    Pen pen(geometry, options);
    if (pen.shows(DebugLayer::Trees)) {
        drawBoxes(pen, broadPhase);
    }
}

template <class T>
void draw(DebugGeometry& geometry, const BasicManifold<T>& manifold, const DebugOptions& options) {
    Pen pen(geometry, options);
    for (const BasicContactPoint<T>& point : manifold.points()) {
        if (pen.shows(DebugLayer::Contacts)) {
            pen.contact(glm::dvec3(point.position), glm::dvec3(manifold.normal), options.colors.contact);
            pen.label(glm::dvec3(point.position), describeLength(double(point.separation)));
        }
    }
    if (!manifold.points().empty()) {
        const auto deepest =
            std::ranges::min_element(manifold.points(), {}, &BasicContactPoint<T>::separation);
        drawPush(pen, manifold.penetration, glm::dvec3(deepest->position));
    }
}

template <class T>
void draw(DebugGeometry& geometry, const Penetration& penetration, const glm::vec<3, T>& start,
          const DebugOptions& options) {
    Pen pen(geometry, options);
    drawPush(pen, penetration, glm::dvec3(start));
}

template <class T>
void draw(DebugGeometry& geometry, const BasicRay<T>& ray, const std::optional<RayHit>& hit,
          const DebugOptions& options) {
    Pen pen(geometry, options);
    if (!pen.shows(DebugLayer::Rays)) {
        return;
    }
    const glm::dvec3 origin(ray.origin), direction = glm::normalize(glm::dvec3(ray.direction));
    const double length = double(hit ? hit->entry.distance : std::min(ray.length, options.rayLength));
    const glm::dvec3 end = origin + length * direction;
    pen.line(origin, end, options.colors.ray);
    if (hit) {
        pen.contact(end, glm::dvec3(hit->entry.normal), options.colors.ray);
        pen.label(end, describeLength(length));
    }
}

template <class T>
void draw(DebugGeometry& geometry, ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion,
          const BasicSweep<T>& sweep, const DebugOptions& options) {
    Pen pen(geometry, options);
    if (!pen.shows(DebugLayer::Sweeps)) {
        return;
    }
    const Color color = options.colors.sweep;
    debug::drawEdges(pen, shape, localToWorld(pose), options.colors.edge);
    debug::drawEdges(pen, shape, localToWorld(poseAtFraction(pose, motion, double(sweep.fraction))), color);
    // The center's path is straight.
    const glm::dvec3 start = glm::dvec3(pose.transformPoint(glm::vec<3, T>(motion.localCenter)));
    pen.arrow(start, start + glm::dvec3(motion.translation), color);
    if (sweep) {
        pen.contact(glm::dvec3(sweep.point), glm::dvec3(sweep.normal), color);
        pen.label(glm::dvec3(sweep.point), std::string(toString(sweep.status)));
    }
}

template SAT3D_DEBUG_API void draw(DebugGeometry&, ShapeRef, const Pose&, const DebugOptions&,
                                   std::optional<Color>);
template SAT3D_DEBUG_API void draw(DebugGeometry&, ShapeRef, const DPose&, const DebugOptions&,
                                   std::optional<Color>);
template SAT3D_DEBUG_API void drawChild(DebugGeometry&, ShapeRef, const Pose&, std::uint32_t,
                                        const DebugOptions&, std::optional<Color>);
template SAT3D_DEBUG_API void drawChild(DebugGeometry&, ShapeRef, const DPose&, std::uint32_t,
                                        const DebugOptions&, std::optional<Color>);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const Manifold&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DManifold&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const Penetration&, const glm::vec3&, const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const Penetration&, const glm::dvec3&,
                                   const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const Ray&, const std::optional<RayHit>&,
                                   const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, const DRay&, const std::optional<RayHit>&,
                                   const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, ShapeRef, const Pose&, const RigidMotion&, const Sweep&,
                                   const DebugOptions&);
template SAT3D_DEBUG_API void draw(DebugGeometry&, ShapeRef, const DPose&, const RigidMotion&, const DSweep&,
                                   const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
