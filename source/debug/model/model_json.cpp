#include "debug/model/model_json.hpp"

#include "debug/html/camera.hpp"
#include "debug/html/json_text.hpp"

#include <sat3d/debug/tessellate.hpp>
#include <sat3d/geometry/triangulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <variant>

namespace sat3d::SAT3D_ABI::debug {
namespace {

std::string number(std::uint32_t value) {
    return std::to_string(value);
}

/// Returns the points as one flat list with three numbers per point.
std::string flatPoints(const std::vector<glm::vec3>& points) {
    return jsonList(points, [](const glm::vec3& p) {
        const std::string text = jsonVector(p);
        return text.substr(1, text.size() - 2);
    });
}

std::string facesJson(const PolygonMesh& mesh) {
    std::vector<std::size_t> faces(mesh.faceCount());
    std::iota(faces.begin(), faces.end(), std::size_t{0});
    return jsonList(faces, [&](std::size_t face) { return jsonList(mesh.face(face), number); });
}

std::string trianglesJson(const PolygonMesh& mesh) {
    std::vector<std::uint32_t> corners;
    for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
        for (const auto& triangle : triangulate(mesh.face(face), mesh.vertices)) {
            corners.insert(corners.end(), triangle.begin(), triangle.end());
        }
    }
    return jsonList(corners, number);
}

/// Returns each polygon edge once, as a pair of vertices.
std::string sidesJson(const PolygonMesh& mesh) {
    std::vector<std::array<std::uint32_t, 2>> sides;
    for (std::size_t face = 0; face < mesh.faceCount(); ++face) {
        const auto corners = mesh.face(face);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const std::uint32_t from = corners[k], to = corners[(k + 1) % corners.size()];
            sides.push_back({std::min(from, to), std::max(from, to)});
        }
    }
    std::ranges::sort(sides);
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return jsonList(sides, [](const auto& side) { return number(side[0]) + "," + number(side[1]); });
}

std::string bodyJson(const CollisionBody& body) {
    const PolygonMesh mesh = tessellate(body.shape);
    const auto* hull = std::get_if<ConvexHull>(&body.shape);
    const bool isRound =
        std::holds_alternative<Sphere>(body.shape) || std::holds_alternative<Capsule>(body.shape);
    std::string json = R"({"node":)" + number(body.node);
    json += R"(,"center":)" + jsonVector(massProperties(body.shape).centroid);
    json += R"(,"smooth":)" + std::string(isRound ? "true" : "false");
    json += R"(,"vertices":)" + flatPoints(mesh.vertices) + R"(,"faces":)" + facesJson(mesh);
    const std::vector<std::uint32_t> everywhere(mesh.faceCount(), body.material);
    json += R"(,"tags":)" + jsonList(hull != nullptr ? hull->faceTags() : std::span(everywhere), number);
    return json + "}";
}

/// Returns a mesh in the form of a body, because the script draws both in the same way.
std::string meshJson(const CollisionMesh& collider) {
    const PolygonMesh mesh = tessellate(collider.mesh);
    const Aabb box = bounds(collider.mesh, RigidTransform{});
    std::string json = R"({"node":)" + number(collider.node);
    json += R"(,"center":)" + jsonVector(0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper)));
    json += R"(,"smooth":false,"vertices":)" + flatPoints(mesh.vertices) + R"(,"faces":)" + facesJson(mesh);
    return json + R"(,"tags":)" + jsonList(collider.mesh.tags(), number) + "}";
}

/// Returns the bodies, then the meshes.
std::string collidersJson(const CollisionModel& model) {
    std::string bodies = jsonList(model.bodies, bodyJson);
    const std::string meshes = jsonList(model.meshes, meshJson);
    if (model.bodies.empty() || model.meshes.empty()) {
        return model.bodies.empty() ? meshes : bodies;
    }
    bodies.back() = ',';
    return bodies + meshes.substr(1);
}

std::string renderMeshJson(const RenderMesh* mesh) {
    return R"({"node":)" + number(mesh->node) + R"(,"vertices":)" + flatPoints(mesh->mesh.vertices) +
           R"(,"triangles":)" + trianglesJson(mesh->mesh) + R"(,"sides":)" + sidesJson(mesh->mesh) + "}";
}

std::string nodeJson(const ModelNode& node) {
    const glm::dquat rotation(node.restPose.rotation);
    return R"({"pivot":)" + jsonVector(node.restPose.position) + R"(,"axes":[)" +
           jsonVector(rotation * glm::dvec3(1.0, 0.0, 0.0)) + "," +
           jsonVector(rotation * glm::dvec3(0.0, 1.0, 0.0)) + "," +
           jsonVector(rotation * glm::dvec3(0.0, 0.0, 1.0)) + "]}";
}

/// Front direction of a model: +Z if Y is up, -Y if Z is up.
glm::dvec3 frontOf(const glm::dvec3& up) {
    const bool isZUp = std::abs(up.z) > std::abs(up.y);
    const glm::dvec3 front = isZUp ? glm::dvec3(0.0, -1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    return glm::normalize(front - glm::dot(front, up) * up);
}

/// View from the front, the right and above.
Camera threeQuarterView(const glm::dvec3& up, const glm::dvec3& front) {
    Camera camera;
    camera.toViewer = glm::normalize(0.80 * front + 0.72 * glm::cross(up, front) + 0.52 * up);
    camera.right = glm::normalize(glm::cross(up, camera.toViewer));
    camera.up = glm::cross(camera.toViewer, camera.right);
    return camera;
}

}  // namespace

bool isDrawable(const RenderMesh& mesh) {
    return mesh.mesh.faceCount() > 0 && std::ranges::all_of(mesh.mesh.vertices, [](const glm::vec3& p) {
               return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
           });
}

std::string modelJson(const CollisionModel& model, const std::vector<const RenderMesh*>& meshes,
                      const glm::vec3& up) {
    const glm::dvec3 upright = glm::normalize(glm::dvec3(up));
    const glm::dvec3 front = frontOf(upright);
    const Camera camera = threeQuarterView(upright, front);
    return R"({"up":)" + jsonVector(upright) + R"(,"front":)" + jsonVector(front) + R"(,"camera":{"right":)" +
           jsonVector(camera.right) + R"(,"up":)" + jsonVector(camera.up) + R"(},"bodies":)" +
           collidersJson(model) + R"(,"meshes":)" + jsonList(meshes, renderMeshJson) + R"(,"nodes":)" +
           jsonList(model.nodes, nodeJson) + "}\n";
}

}  // namespace sat3d::SAT3D_ABI::debug
