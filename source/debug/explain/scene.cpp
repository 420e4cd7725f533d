#include "debug/explain/scene.hpp"

#include "geometry/primitives/closest_point.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace sat3d::inline SAT3D_ABI::debug {

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

// Returns the closest points of two segments that are not parallel, in the order p, q.
// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
std::pair<glm::dvec3, glm::dvec3> nearestOnSegments(const glm::dvec3& p0, const glm::dvec3& p1,
                                                    const glm::dvec3& q0, const glm::dvec3& q1) {
    const glm::dvec3 p = p1 - p0;
    const glm::dvec3 q = q1 - q0;
    const glm::dvec3 between = p0 - q0;
    const double pp = glm::dot(p, p);
    const double qq = glm::dot(q, q);
    const double pq = glm::dot(p, q);
    const double onP = (pq * glm::dot(q, between) - qq * glm::dot(p, between)) / (pp * qq - pq * pq);
    const glm::dvec3 closest = p0 + p * std::clamp(onP, 0.0, 1.0);
    return {closest, q0 + q * closestSegmentParameter(q0, q1, closest)};
}

void placeContact(PairScene& scene, const Explanation& explanation) {
    const FeaturePair& features = explanation.features;
    const glm::dvec3 across = explanation.normalAToB * explanation.separation;
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            scene.contactOnB = scene.b.vertices[features.b];
            scene.contactOnA = scene.contactOnB - across;
            break;
        case FeaturePair::Kind::FaceB:
            scene.contactOnA = scene.a.vertices[features.a];
            scene.contactOnB = scene.contactOnA + across;
            break;
        case FeaturePair::Kind::EdgeEdge: {
            const auto [a, b] = featurePoints(scene, features);
            std::tie(scene.contactOnA, scene.contactOnB) = nearestOnSegments(a[0], a[1], b[0], b[1]);
            break;
        }
        case FeaturePair::Kind::VertexEdge:
        case FeaturePair::Kind::EdgeVertex:
        case FeaturePair::Kind::VertexVertex:
            break;  // these features belong to distances; explain() reports no axis of this kind
    }
}

}  // namespace

SceneHull placed(const ConvexHull& hull, const RigidTransform& toWorld, const glm::dvec3& origin) {
    const glm::dvec3 shift = toWorld.translation - origin;
    SceneHull solid;
    for (const glm::vec3& vertex : hull.vertices()) {
        solid.vertices.push_back(toWorld.rotation * glm::dvec3(vertex) + shift);
    }
    for (std::uint32_t i = 0; i < hull.faces().size(); ++i) {
        const Plane& plane = hull.faces()[i].plane;
        SceneHull::Face face;
        face.normal = toWorld.rotation * plane.normal;
        face.offset = plane.offset + glm::dot(face.normal, shift);
        for (const std::uint32_t corner : hull.faceVertices(i)) {
            face.polygon.corners.push_back(solid.vertices[corner]);
            face.polygon.drawn.push_back(true);
        }
        solid.faces.push_back(std::move(face));
    }
    for (const ConvexHull::Edge& edge : hull.edges()) {
        solid.edges.push_back({edge.vertices[0], edge.vertices[1]});
    }
    solid.center = toWorld.rotation * glm::dvec3(hull.boundingSphere().center) + shift;
    solid.radius = static_cast<double>(hull.boundingSphere().radius);
    return solid;
}

PairScene makeScene(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
                    const ConvexHull& b, const RigidTransform& bToWorld) {
    PairScene scene;
    scene.a = placed(a, aToWorld, explanation.origin);
    scene.b = placed(b, bToWorld, explanation.origin);
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
    if (!explanation.rejectedByBoundingSpheres) {
        placeContact(scene, explanation);
    }
    return scene;
}

std::array<std::vector<glm::dvec3>, 2> featurePoints(const PairScene& scene, const FeaturePair& features) {
    using Kind = FeaturePair::Kind;
    const auto points = [&](const SceneHull& hull, Kind face, std::uint32_t index) {
        if (features.kind == face) {
            return hull.faces[index].polygon.corners;
        }
        if (features.kind == Kind::EdgeEdge) {
            return std::vector{hull.vertices[hull.edges[index][0]], hull.vertices[hull.edges[index][1]]};
        }
        return std::vector{hull.vertices[index]};
    };
    return {points(scene.a, Kind::FaceA, features.a), points(scene.b, Kind::FaceB, features.b)};
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

}  // namespace sat3d::inline SAT3D_ABI::debug
