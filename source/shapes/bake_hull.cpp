#include "math/componentwise.hpp"
#include "shapes/distinct_directions.hpp"
#include "shapes/hull_data.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

std::vector<glm::dvec3> faceNormals(const HullView& mesh) {
    std::vector<glm::dvec3> normals;
    normals.reserve(mesh.faces.size());
    for (const HullMesh::Face& face : mesh.faces) {
        normals.push_back(face.plane.normal);
    }
    return normals;
}

std::vector<glm::dvec3> edgeDirections(const HullView& mesh) {
    std::vector<glm::dvec3> directions;
    directions.reserve(mesh.edges.size());
    for (std::uint32_t edge = 0; edge < mesh.edges.size(); ++edge) {
        directions.push_back(edgeDirection(mesh, edge));
    }
    return directions;
}

MassProperties massOf(const HullView& mesh) {
    const std::vector<glm::dvec3> vertices(mesh.vertices.begin(), mesh.vertices.end());
    std::vector<std::uint32_t> triangles;
    triangles.reserve(3 * mesh.loops.size());  // a few too many
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

Ball ballAround(const glm::dvec3& center, std::span<const glm::vec3> vertices) {
    double largest = 0.0;
    for (const glm::vec3& vertex : vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        largest = std::max(largest, glm::dot(arm, arm));
    }
    return {center, std::sqrt(largest)};
}

/// Ritter's pass: the ball moves and grows just enough to take in each vertex that is outside.
Ball grown(Ball ball, std::span<const glm::vec3> vertices) {
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
BoundingSphere boundingSphereOf(std::span<const glm::vec3> vertices) {
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

std::uint64_t contentHashOf(const HullView& mesh) {
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

std::shared_ptr<HullData> HullData::withTags(const std::shared_ptr<const HullData>& data,
                                             std::span<const std::uint32_t> tags) {
    const auto copy = std::make_shared<HullData>(*data);
    if (copy->sharedArrays_ == nullptr) {
        copy->sharedArrays_ = data;
    }
    copy->otherTags_ = std::make_shared<std::vector<std::uint32_t>>(tags.begin(), tags.end());
    copy->faceTags = *copy->otherTags_;
    return copy;
}

std::shared_ptr<HullData> bakeHull(const HullMesh& mesh, const HullOptions& options) {
    const std::vector<glm::dvec3> normals = distinctDirections(faceNormals(mesh));
    const std::vector<glm::dvec3> directions = distinctDirections(edgeDirections(mesh));
    const KernelOrder order = kernelOrderOf(mesh);
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    const auto [data, arrays] = newHull(
        {count(mesh.vertices), count(mesh.faces), count(mesh.edges), count(normals), count(directions)});
    std::ranges::copy(mesh.vertices, arrays.vertices.begin());
    std::ranges::copy(mesh.sourceIndices, arrays.sourceIndices.begin());
    std::ranges::copy(mesh.faces, arrays.faces.begin());
    std::ranges::copy(mesh.loops, arrays.loops.begin());
    std::ranges::copy(mesh.edges, arrays.edges.begin());
    std::ranges::fill(arrays.faceTags, 0u);
    std::ranges::copy(normals, arrays.distinctNormals.begin());
    std::ranges::copy(directions, arrays.distinctEdgeDirections.begin());
    std::ranges::copy(order.faceIds, arrays.kernel.faceIds.begin());
    std::ranges::copy(order.edgeIds, arrays.kernel.edgeIds.begin());
    data->mesh.maxOutside = mesh.maxOutside;
    data->mesh.maxFaceThickness = mesh.maxFaceThickness;
    data->options = options;
    data->boundingSphere = boundingSphereOf(mesh.vertices);
    data->massProperties = massOf(mesh);
    data->contentHash = contentHashOf(data->mesh);
    layOutKernel(data->mesh, data->massProperties.centroid, positionsIn(order.faceIds), arrays.kernel,
                 data->kernel);
    return data;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
