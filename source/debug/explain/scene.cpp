#include "debug/explain/scene.hpp"

#include "debug/geometry/rings.hpp"
#include "narrowphase/reference/polytope.hpp"
#include "shapes/basic/shape_kinds.hpp"

#include <sat3d/debug/tessellate.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI::debug {

namespace {

bool liesIn(const Polygon<glm::dvec3>& polygon, const SceneHull::Face& plane, double tolerance) {
    return std::ranges::all_of(polygon.corners, [&](const glm::dvec3& corner) {
        return std::abs(glm::dot(plane.normal, corner) - plane.offset) <= tolerance;
    });
}

// Collects the parts of the surface of `solid` inside `other`. `withSurface` includes the parts in the
// surface of `other`.
void collectInside(const SceneHull& solid, const SceneHull& other, double tolerance, bool withSurface,
                   std::vector<SceneHull::Face>& inside) {
    for (const SceneHull::Face& face : solid.faces) {
        SceneHull::Face rest = face;
        for (const SceneHull::Face& bound : other.faces) {
            if (withSurface && liesIn(rest.polygon, bound, tolerance)) {
                continue;
            }
            rest.polygon = cut(rest.polygon, bound.normal, bound.offset, tolerance).below;
            if (rest.polygon.empty()) {
                break;
            }
        }
        if (!rest.polygon.empty()) {
            inside.push_back(std::move(rest));
        }
    }
}

SceneHull::Face faceOf(std::span<const std::uint32_t> loop, const SceneHull& solid,
                       const glm::dvec3& normal) {
    SceneHull::Face face;
    face.normal = normal;
    for (const std::uint32_t corner : loop) {
        face.polygon.corners.push_back(solid.vertices[corner]);
        face.polygon.drawn.push_back(true);
    }
    face.offset = glm::dot(normal, face.polygon.corners.front());
    return face;
}

// Adds vertices, faces and edges of a hull, a box or a triangle.
void addPolytope(SceneHull& solid, const Polytope& polytope, const RigidTransform& toScene) {
    for (const glm::vec3& vertex : polytope.vertices) {
        solid.vertices.push_back(toScene.rotation * glm::dvec3(vertex) + toScene.translation);
    }
    for (std::uint32_t i = 0; i < polytope.faces.size(); ++i) {
        const Plane& plane = polytope.faces[i].plane;
        SceneHull::Face face = faceOf(polytope.faceVertices(i), solid, toScene.rotation * plane.normal);
        face.offset = plane.offset + glm::dot(face.normal, toScene.translation);
        solid.faces.push_back(std::move(face));
    }
    for (const ConvexHull::Edge& edge : polytope.edges) {
        solid.edges.push_back({edge.vertices[0], edge.vertices[1]});
    }
    solid.center = toScene.rotation * glm::dvec3(polytope.boundingSphere.center) + toScene.translation;
    solid.radius = static_cast<double>(polytope.boundingSphere.radius);
}

// Adds the faces of a round shape, or of a box without a volume.
void addTessellation(SceneHull& solid, const ShapeRef& shape, const RigidTransform& toScene) {
    using Kind = ShapeRef::Kind;
    const PolygonMesh mesh = shape.kind() == Kind::Sphere    ? tessellate(shape.sphere())
                             : shape.kind() == Kind::Capsule ? tessellate(shape.capsule())
                                                             : tessellate(shape.box());
    for (const glm::vec3& vertex : mesh.vertices) {
        solid.vertices.push_back(toScene.rotation * glm::dvec3(vertex) + toScene.translation);
        solid.center += solid.vertices.back() / double(mesh.vertices.size());
    }
    for (const glm::dvec3& vertex : solid.vertices) {
        solid.radius = std::max(solid.radius, glm::distance(vertex, solid.center));
    }
    for (std::size_t i = 0; i < mesh.faceCount(); ++i) {
        const auto loop = mesh.face(i);
        const auto at = [&](std::size_t k) { return solid.vertices[loop[k]]; };
        const glm::dvec3 across = glm::cross(at(1) - at(0), at(2) - at(0));
        if (glm::length(across) > 0.0) {
            solid.faces.push_back(faceOf(loop, solid, glm::normalize(across)));
        }
    }
}

// Adds the square of a half-space around a point.
void addSquare(SceneHull& solid, const HalfSpace& halfSpace, const RigidTransform& toScene,
               const glm::dvec3& point, double halfSize) {
    const glm::dvec3 normal = glm::normalize(toScene.rotation * glm::dvec3(halfSpace.normal));
    const glm::dvec3 u = perpendicularTo(normal) * halfSize, v = glm::cross(normal, u);
    solid.vertices = {point - u - v, point + u - v, point + u + v, point - u + v};
    solid.faces = {faceOf(std::array{0u, 1u, 2u, 3u}, solid, normal),
                   faceOf(std::array{3u, 2u, 1u, 0u}, solid, -normal)};
    solid.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    solid.center = point;
    solid.radius = halfSize;
}

SceneHull placed(const Child& child, const Explanation& explanation) {
    SceneHull solid;
    const PosedPolytope posed(child.shape(), child.pose(), explanation.prismDepth);
    RigidTransform toScene = localToWorld(posed.pose());
    toScene.translation -= explanation.origin;
    if (posed.polytope()) {
        addPolytope(solid, *posed.polytope(), toScene);
    } else if (isRound(child.shape())) {
        addTessellation(solid, child.shape(), toScene);
    }
    return solid;
}

}  // namespace

PairScene makeScene(const Explanation& explanation, const Child& a, const Child& b) {
    PairScene scene;
    scene.a = placed(a, explanation);
    scene.b = placed(b, explanation);
    scene.hasContact = !explanation.rejectedByBoundingSpheres && std::isfinite(explanation.separation);
    scene.contactOnA = explanation.pointA - explanation.origin;
    scene.contactOnB = explanation.pointB - explanation.origin;
    scene.features = {explanation.featureA, explanation.featureB};
    for (std::vector<glm::dvec3>& points : scene.features) {
        for (glm::dvec3& point : points) {
            point -= explanation.origin;
        }
    }
    const auto addHalfSpace = [&](const Child& child, SceneHull& solid, const SceneHull& other,
                                  const glm::dvec3& point) {
        if (child.shape().kind() == ShapeRef::Kind::HalfSpace) {
            addSquare(solid, child.shape().halfSpace(), localToWorld(child.pose()), point,
                      2.0 * std::max(other.radius, 1e-9));
        }
    };
    addHalfSpace(a, scene.a, scene.b, scene.contactOnA);
    addHalfSpace(b, scene.b, scene.a, scene.contactOnB);
    const double tolerance = 1e-7 * (scene.a.radius + scene.b.radius);

    scene.beyond.resize(scene.a.faces.size());
    for (std::uint32_t face = 0; face < scene.b.faces.size(); ++face) {
        Polygon<glm::dvec3> rest = scene.b.faces[face].polygon;
        for (std::size_t i = 0; i < scene.a.faces.size() && !rest.empty(); ++i) {
            auto halves = cut(rest, scene.a.faces[i].normal, scene.a.faces[i].offset, tolerance);
            if (!halves.above.empty()) {
                scene.beyond[i].push_back({std::move(halves.above), face});
            }
            rest = std::move(halves.below);
        }
    }
    if (explanation.overlapping()) {
        collectInside(scene.a, scene.b, tolerance, true, scene.overlap);
        collectInside(scene.b, scene.a, tolerance, false, scene.overlap);
    }
    return scene;
}

Camera cameraFor(const PairScene& scene, const glm::dvec3& normalAToB, const glm::dvec3& up) {
    constexpr double kYaw = std::numbers::pi / 6.0;
    constexpr double kElevation = 0.42;
    // Horizontal part of the push; any horizontal direction if the push is vertical.
    glm::dvec3 flat = normalAToB - up * glm::dot(normalAToB, up);
    if (glm::length(flat) < 0.3) {
        const glm::dvec3 any = std::abs(up.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
        flat = any - up * glm::dot(any, up);
    }
    flat = glm::normalize(flat);
    const glm::dvec3 side = glm::cross(flat, up);  // points toward the viewer if the push points right
    const double yaw = scene.b.radius > scene.a.radius ? kYaw : -kYaw;
    const glm::dvec3 right = flat * std::cos(yaw) + side * std::sin(yaw);
    const glm::dvec3 level = glm::cross(right, up);
    Camera camera;
    camera.right = right;
    camera.toViewer = glm::normalize(level * std::cos(kElevation) + up * std::sin(kElevation));
    camera.up = glm::cross(camera.toViewer, camera.right);
    return camera;
}

std::vector<Paint> paintOrder(const PairScene& scene, const Camera& camera) {
    std::vector<Paint> before;  // polygons behind the rest of the chain, back to front
    std::vector<Paint> after;   // polygons in front of the rest of the chain, front to back
    const auto faces = [&](const glm::dvec3& normal) { return glm::dot(normal, camera.toViewer) > 0.0; };
    for (std::size_t i = 0; i < scene.a.faces.size(); ++i) {
        const SceneHull::Face& wall = scene.a.faces[i];
        std::vector<Paint>& list = faces(wall.normal) ? after : before;
        for (const PairScene::Fragment& fragment : scene.beyond[i]) {
            const glm::dvec3& normal = scene.b.faces[fragment.face].normal;
            if (faces(normal)) {
                list.push_back({&fragment.polygon, normal, true});
            }
        }
        if (faces(wall.normal)) {
            after.push_back({&wall.polygon, wall.normal, false});
        }
    }
    before.insert(before.end(), after.rbegin(), after.rend());
    return before;
}

double brightness(const glm::dvec3& normal, const Camera& camera) {
    const glm::dvec3 light = glm::normalize(camera.right * -0.45 + camera.up * 0.8 + camera.toViewer * 0.55);
    return std::clamp(0.5 + 0.5 * glm::dot(normal, light), 0.0, 1.0);
}

}  // namespace sat3d::SAT3D_ABI::debug
