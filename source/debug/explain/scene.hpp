#pragma once

// 3D scene of two convex shapes, cut so that the painter's algorithm is exact from every direction. The
// planes of hull A's faces cut the polygons of hull B, one plane after the other. Each plane keeps the part
// in front of it, and the next plane cuts the rest. The part that no plane keeps lies inside hull A and is
// hidden. The planes form a binary space partition that is a chain. Traversing it gives the order back to
// front.

#include "debug/explain/convex_clip.hpp"
#include "debug/html/camera.hpp"
#include "narrowphase/composite/child.hpp"

#include <sat3d/narrowphase/explain.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

/// A convex shape in the scene's frame: world directions, origin of the explanation. Round shapes are
/// polyhedra, and have no edges. A half-space is a square.
struct SceneHull {
    struct Face {
        Polygon<glm::dvec3> polygon;
        glm::dvec3 normal{0.0};
        double offset = 0.0;
    };
    std::vector<glm::dvec3> vertices;
    std::vector<Face> faces;
    std::vector<std::array<std::uint32_t, 2>> edges;
    glm::dvec3 center{0.0};  ///< center of the bounding sphere
    double radius = 0.0;
};
struct PairScene {
    struct Fragment {
        Polygon<glm::dvec3> polygon;
        std::uint32_t face = 0;  ///< index of a face of B
    };
    SceneHull a, b;
    std::vector<std::vector<Fragment>>
        beyond;  ///< polygons of B in front of each face plane of A and behind all earlier planes
    std::vector<SceneHull::Face>
        overlap;              ///< surface of the intersection of A and B; empty if they are separated
    bool hasContact = false;  ///< whether there is a push or a gap, with features
    glm::dvec3 contactOnA{0.0}, contactOnB{0.0};      ///< closest points of the two features
    std::array<std::vector<glm::dvec3>, 2> features;  ///< see Explanation::featureA
};
/// @param a, b  the children that the explanation is about
PairScene makeScene(const Explanation& explanation, const Child& a, const Child& b);

/// Returns a three-quarter view from above, with the push to the right and the smaller hull in front.
Camera cameraFor(const PairScene& scene, const glm::dvec3& normalAToB, const glm::dvec3& up);

/// A face in the painting order.
struct Paint {
    const Polygon<glm::dvec3>* polygon;
    glm::dvec3 normal;
    bool ofB;
};
/// Returns all faces and polygons that face the viewer, back to front.
std::vector<Paint> paintOrder(const PairScene& scene, const Camera& camera);

/// Returns the brightness of a face from 0 to 1. The light is at the upper left of the viewer.
double brightness(const glm::dvec3& normal, const Camera& camera);

}  // namespace sat3d::SAT3D_ABI::debug
