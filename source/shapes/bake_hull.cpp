#include "math/componentwise.hpp"
#include "shapes/distinct_directions.hpp"
#include "shapes/hull_data.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

std::vector<glm::dvec3> faceNormals(const HullMesh& mesh) {
    std::vector<glm::dvec3> normals;
    normals.reserve(mesh.faces.size());
    for (const HullMesh::Face& face : mesh.faces) {
        normals.push_back(face.plane.normal);
    }
    return normals;
}

std::vector<glm::dvec3> edgeDirections(const HullMesh& mesh) {
    std::vector<glm::dvec3> directions;
    directions.reserve(mesh.edges.size());
    for (std::uint32_t edge = 0; edge < mesh.edges.size(); ++edge) {
        directions.push_back(edgeDirection(mesh, edge));
    }
    return directions;
}

MassProperties massOf(const HullMesh& mesh) {
    const std::vector<glm::dvec3> vertices(mesh.vertices.begin(), mesh.vertices.end());
    std::vector<std::uint32_t> triangles;
    for (const HullMesh::Face& face : mesh.faces) {
        const std::uint32_t* loop = mesh.loops.data() + face.firstVertex;
        for (std::uint32_t i = 1; i + 1 < face.vertexCount; ++i) {
            triangles.insert(triangles.end(), {loop[0], loop[i], loop[i + 1]});
        }
    }
    return massProperties(vertices, triangles);
}

struct Ball {
    glm::dvec3 center;
    double radius;
};

Ball ballAround(const glm::dvec3& center, const std::vector<glm::vec3>& vertices) {
    double largest = 0.0;
    for (const glm::vec3& vertex : vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        largest = std::max(largest, glm::dot(arm, arm));
    }
    return {center, std::sqrt(largest)};
}

/// Ritter's pass: the ball moves and grows just enough to take in each vertex that is outside.
Ball grown(Ball ball, const std::vector<glm::vec3>& vertices) {
    for (const glm::vec3& vertex : vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - ball.center;
        const double distance = glm::length(arm);
        if (distance > ball.radius) {
            const double radius = 0.5 * (ball.radius + distance);
            ball.center += (radius - ball.radius) / distance * arm;
            ball.radius = radius;
        }
    }
    return ball;
}

/// Around the middle of the bounding box, made smaller by shrinking and letting it grow again.
BoundingSphere boundingSphereOf(const std::vector<glm::vec3>& vertices) {
    constexpr int kRounds = 8;
    glm::dvec3 lower(vertices.front()), upper(lower);
    for (const glm::vec3& vertex : vertices) {
        lower = minOf(lower, glm::dvec3(vertex));
        upper = maxOf(upper, glm::dvec3(vertex));
    }
    Ball best = ballAround(0.5 * (lower + upper), vertices);
    Ball ball = best;
    for (int round = 0; round < kRounds; ++round) {
        ball.radius *= 0.95;
        ball = grown(ball, vertices);
        if (ball.radius < best.radius) {
            best = ball;
        }
    }
    const glm::vec3 center(best.center);
    const double radius = ballAround(glm::dvec3(center), vertices).radius;
    float rounded = static_cast<float>(radius);
    if (static_cast<double>(rounded) < radius * (1.0 + 1e-15)) {
        rounded = std::nextafter(rounded, std::numeric_limits<float>::max());
    }
    return {center, rounded};
}

/// FNV-1a, a word at a time.
class Hash {
public:
    void add(std::uint32_t word) { value_ = (value_ ^ word) * 0x100000001b3u; }
    void add(float value) { add(std::bit_cast<std::uint32_t>(value + 0.0f)); }  // -0 equals 0
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::uint64_t contentHashOf(const HullMesh& mesh) {
    Hash hash;
    hash.add(static_cast<std::uint32_t>(mesh.vertices.size()));
    for (const glm::vec3& vertex : mesh.vertices) {
        hash.add(vertex.x);
        hash.add(vertex.y);
        hash.add(vertex.z);
    }
    for (const HullMesh::Face& face : mesh.faces) {
        hash.add(face.vertexCount);
    }
    for (const std::uint32_t vertex : mesh.loops) {
        hash.add(vertex);
    }
    return hash.value();
}

}  // namespace

glm::dvec3 edgeDirection(const HullMesh& mesh, std::uint32_t edge) {
    const auto& [from, to] = mesh.edges[edge].vertices;
    const glm::dvec3 along = glm::dvec3(mesh.vertices[to]) - glm::dvec3(mesh.vertices[from]);
    return along / glm::length(along);
}

void layOutHull(HullData& data, KernelOrder order) {
    data.contentHash = contentHashOf(data.mesh);
    data.kernel = makeKernelHull(data.mesh, data.massProperties.centroid, std::move(order));
}

std::shared_ptr<HullData> bakeHull(HullMesh mesh, const HullOptions& options) {
    auto data = std::make_shared<HullData>();
    data->mesh = std::move(mesh);
    data->options = options;
    data->faceTags.assign(data->mesh.faces.size(), 0);
    data->distinctNormals = distinctDirections(faceNormals(data->mesh));
    data->distinctEdgeDirections = distinctDirections(edgeDirections(data->mesh));
    data->boundingSphere = boundingSphereOf(data->mesh.vertices);
    data->massProperties = massOf(data->mesh);
    layOutHull(*data, kernelOrderOf(data->mesh));
    return data;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
