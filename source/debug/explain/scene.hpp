#pragma once

// Both hulls in space, cut so that they can be painted from anywhere without error: a convex hull is its own
// binary space partition, a chain of planes. Every visible piece of B lies in front of one plane of A or
// inside A; painting along the chain is back to front, exactly.

#include "debug/explain/convex_clip.hpp"
#include "debug/html/camera.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// A hull in the scene's frame: world axes, the explanation's origin.
struct Solid {
    struct Face {
        Polygon<glm::dvec3> polygon;
        glm::dvec3 normal{0.0};
        double offset = 0.0;
    };
    std::vector<glm::dvec3> vertices;
    std::vector<Face> faces;
    std::vector<std::array<std::uint32_t, 2>> edges;
    glm::dvec3 center{0.0};  ///< of the bounding sphere
    double radius = 0.0;
};
Solid placed(const ConvexHull& hull, const RigidTransform& toWorld, const glm::dvec3& origin);

struct Scene {
    struct Piece {
        Polygon<glm::dvec3> polygon;
        std::uint32_t face = 0;  ///< of B
    };
    Solid a, b;
    std::vector<std::vector<Piece>>
        beyond;                        ///< of B, in front of each face plane of A and behind all earlier ones
    std::vector<Solid::Face> overlap;  ///< surface of the body that A and B share; empty if they are apart
    glm::dvec3 contactOnA{0.0}, contactOnB{0.0};  ///< the features' points that face each other
};
Scene makeScene(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
                const ConvexHull& b, const RigidTransform& bToWorld);

/// A three-quarter view from above, the push to the right, the smaller hull in front.
Camera cameraFor(const Scene& scene, const glm::dvec3& normalAToB, const glm::dvec3& up);

/// One face to be painted.
struct Paint {
    const Polygon<glm::dvec3>* polygon;
    glm::dvec3 normal;
    bool ofB;
};
/// All faces and pieces that face the viewer, back to front.
std::vector<Paint> paintOrder(const Scene& scene, const Camera& camera);

/// How light a face is, 0 to 1: the light stands at the viewer's upper left.
double brightness(const glm::dvec3& normal, const Camera& camera);

}  // namespace sat3d::inline SAT3D_ABI::debug
