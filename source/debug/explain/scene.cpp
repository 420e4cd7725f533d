#include "debug/explain/scene.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace sat3d::inline SAT3D_ABI::debug {

namespace {

bool liesIn(const Polygon<glm::dvec3>& polygon, const Solid::Face& plane, double tolerance) {
    return std::ranges::all_of(polygon.corners, [&](const glm::dvec3& corner) {
        return std::abs(glm::dot(plane.normal, corner) - plane.offset) <= tolerance;
    });
}

// The parts of `solid`'s surface inside `other`, and those in its surface as well if so wanted.
void collectInside(const Solid& solid, const Solid& other, double tolerance, bool withSurface,
                   std::vector<Solid::Face>& inside) {
    for (const Solid::Face& face : solid.faces) {
        Solid::Face rest = face;
        for (const Solid::Face& bound : other.faces) {
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

// The points of two segments that are nearest to each other, in the order p, q.
// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
std::pair<glm::dvec3, glm::dvec3> nearestOnSegments(const glm::dvec3& p0, const glm::dvec3& p1,
                                                    const glm::dvec3& q0, const glm::dvec3& q1) {
    const glm::dvec3 p = p1 - p0;
    const glm::dvec3 q = q1 - q0;
    const glm::dvec3 between = p0 - q0;
    const double pp = glm::dot(p, p);
    const double qq = glm::dot(q, q);
    const double pq = glm::dot(p, q);
    const double across = pp * qq - pq * pq;
    const double onP =
        across > 0.0 ? std::clamp((pq * glm::dot(q, between) - qq * glm::dot(p, between)) / across, 0.0, 1.0)
                     : 0.5;
    const double onQ = std::clamp((pq * onP + glm::dot(q, between)) / qq, 0.0, 1.0);
    return {p0 + p * onP, q0 + q * onQ};
}

void placeContact(Scene& scene, const Explanation& explanation) {
    const FeaturePair& features = explanation.features;
    const glm::dvec3 across = explanation.normalAToB * explanation.separation;
    switch (features.kind) {
        case FeaturePair::Kind::FaceOfA:
            scene.contactOnB = scene.b.vertices[features.b];
            scene.contactOnA = scene.contactOnB - across;
            break;
        case FeaturePair::Kind::FaceOfB:
            scene.contactOnA = scene.a.vertices[features.a];
            scene.contactOnB = scene.contactOnA + across;
            break;
        case FeaturePair::Kind::Edges: {
            const auto& [a0, a1] = scene.a.edges[features.a];
            const auto& [b0, b1] = scene.b.edges[features.b];
            std::tie(scene.contactOnA, scene.contactOnB) = nearestOnSegments(
                scene.a.vertices[a0], scene.a.vertices[a1], scene.b.vertices[b0], scene.b.vertices[b1]);
            break;
        }
        case FeaturePair::Kind::VertexAndEdge:
        case FeaturePair::Kind::EdgeAndVertex:
        case FeaturePair::Kind::Vertices:
            break;  // these are nearest at a distance; no axis that explain() reports belongs to them
    }
}

}  // namespace

Solid placed(const ConvexHull& hull, const RigidTransform& toWorld, const glm::dvec3& origin) {
    const glm::dvec3 shift = toWorld.translation - origin;
    Solid solid;
    for (const glm::vec3& vertex : hull.vertices()) {
        solid.vertices.push_back(toWorld.rotation * glm::dvec3(vertex) + shift);
    }
    for (std::uint32_t i = 0; i < hull.faces().size(); ++i) {
        const Plane& plane = hull.faces()[i].plane;
        Solid::Face face;
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

Scene makeScene(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
                const ConvexHull& b, const RigidTransform& bToWorld) {
    Scene scene;
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
    if (!explanation.stoppedAtSpheres) {
        placeContact(scene, explanation);
    }
    return scene;
}

Camera cameraFor(const Scene& scene, const glm::dvec3& normalAToB, const glm::dvec3& up) {
    constexpr double kTurn = std::numbers::pi / 6.0;
    constexpr double kElevation = 0.42;
    // The push, laid flat; any direction will do when it is upright.
    glm::dvec3 flat = normalAToB - up * glm::dot(normalAToB, up);
    if (glm::length(flat) < 0.3) {
        const glm::dvec3 any = std::abs(up.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
        flat = any - up * glm::dot(any, up);
    }
    flat = glm::normalize(flat);
    const glm::dvec3 side = glm::cross(flat, up);  // towards the viewer when the push points right
    const double turn = scene.b.radius > scene.a.radius ? kTurn : -kTurn;
    const glm::dvec3 right = flat * std::cos(turn) + side * std::sin(turn);
    const glm::dvec3 level = glm::cross(right, up);
    Camera camera;
    camera.right = right;
    camera.toViewer = glm::normalize(level * std::cos(kElevation) + up * std::sin(kElevation));
    camera.up = glm::cross(camera.toViewer, camera.right);
    return camera;
}

std::vector<Paint> paintOrder(const Scene& scene, const Camera& camera) {
    std::vector<Paint> before;  // what lies behind the rest of the chain, back to front
    std::vector<Paint> after;   // what lies in front of it, front to back
    const auto faces = [&](const glm::dvec3& normal) { return glm::dot(normal, camera.toViewer) > 0.0; };
    for (std::size_t i = 0; i < scene.a.faces.size(); ++i) {
        const Solid::Face& wall = scene.a.faces[i];
        std::vector<Paint>& list = faces(wall.normal) ? after : before;
        for (const Scene::Piece& piece : scene.beyond[i]) {
            const glm::dvec3& normal = scene.b.faces[piece.face].normal;
            if (faces(normal)) {
                list.push_back({&piece.polygon, normal, true});
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
