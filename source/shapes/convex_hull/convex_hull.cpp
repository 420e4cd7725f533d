#include "shapes/basic/content_hash.hpp"
#include "shapes/basic/linear_map.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Lists the faces around every vertex of a mesh.
class FacesAround {
public:
    explicit FacesAround(const HullView& mesh)
        : first_(mesh.vertices.size() + 1, 0), faces_(mesh.faceIndices.size()) {
        for (const std::uint32_t vertex : mesh.faceIndices) {
            ++first_[vertex + 1];
        }
        for (std::size_t i = 1; i < first_.size(); ++i) {
            first_[i] += first_[i - 1];
        }
        std::vector<std::uint32_t> place(first_.begin(), first_.end() - 1);
        for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
            for (const std::uint32_t vertex : mesh.verticesOfFace(face)) {
                faces_[place[vertex]++] = face;
            }
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t vertex) const {
        return {faces_.data() + first_[vertex], first_[vertex + 1] - first_[vertex]};
    }

private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> faces_;
};

/// Returns the tags of a mapped mesh, whose inputIndices are vertices of `old`. The candidates for a new face
/// are the old faces around its vertices. The new face takes the tag of the candidate whose mapped normal is
/// nearest.
std::vector<std::uint32_t> mappedTags(const HullData& old, const HullView& mesh, const glm::mat3& map) {
    std::vector<glm::dvec3> mappedNormals;
    const glm::dmat3 toMapped = normalMap(glm::dmat3(map));
    for (const HullMesh::Face& face : old.mesh.faces) {
        mappedNormals.push_back(glm::normalize(toMapped * face.plane.normal));
    }
    const FacesAround facesAround(old.mesh);
    std::vector<std::uint32_t> tags;
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        std::uint32_t nearest = 0;
        double largestCosine = -2.0;
        for (const std::uint32_t vertex : mesh.verticesOfFace(face)) {
            for (const std::uint32_t candidate : facesAround[mesh.inputIndices[vertex]]) {
                const double cosine = glm::dot(mappedNormals[candidate], mesh.faces[face].plane.normal);
                if (cosine > largestCosine) {
                    largestCosine = cosine;
                    nearest = candidate;
                }
            }
        }
        tags.push_back(old.faceTags[nearest]);
    }
    return tags;
}

}  // namespace

Result<ConvexHull, HullError> ConvexHull::fromPoints(std::span<const glm::vec3> points,
                                                     const HullOptions& options) {
    auto mesh = buildHull(points, options);
    if (!mesh) {
        return Unexpected{std::move(mesh).error()};
    }
    return fromMesh(*mesh);
}

ConvexHull ConvexHull::fromMesh(const HullMesh& mesh) {
    SAT3D_ASSERT(mesh.vertices.size() + mesh.faces.size() == mesh.edges.size() + 2 &&
                     mesh.faceIndices.size() == 2 * mesh.edges.size(),
                 "the mesh must come from buildHull");
    return ConvexHull(bakeHull(mesh));
}

Result<ConvexHull, HullError> ConvexHull::box(const glm::vec3& halfExtents) {
    for (int axis = 0; axis < 3; ++axis) {
        if (halfExtents[axis] < 0.0f) {
            return Unexpected{HullError{HullError::Code::BadOptions,
                                        std::string("half extent ") + "xyz"[axis] +
                                            " of the box is negative: half extents are lengths",
                                        {}}};
        }
    }
    std::array<glm::vec3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] =
            halfExtents * glm::vec3(i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f);
    }
    return fromPoints(corners);
}

Result<ConvexHull, HullError> ConvexHull::transformed(const glm::mat3& map) const {
    std::vector<glm::vec3> points;
    points.reserve(vertices().size());
    for (const glm::vec3& vertex : vertices()) {
        points.emplace_back(glm::dmat3(map) * glm::dvec3(vertex));
    }
    auto mesh = buildHull(points);
    if (!mesh) {
        return Unexpected{std::move(mesh).error()};
    }
    const std::vector<std::uint32_t> tags = mappedTags(*data_, *mesh, map);
    for (std::uint32_t& source : mesh->inputIndices) {
        source = inputIndices()[source];
    }
    return ConvexHull(HullData::withTags(bakeHull(*mesh), tags));
}

ConvexHull ConvexHull::withFaceTags(std::span<const std::uint32_t> tags) const {
    SAT3D_ASSERT(tags.size() == faces().size(), "one tag per face, in the order of faces()");
    std::vector<std::uint32_t> all(faces().size(), 0);
    std::copy_n(tags.begin(), std::min(tags.size(), all.size()), all.begin());
    return ConvexHull(HullData::withTags(data_, all));
}

std::span<const glm::vec3> ConvexHull::vertices() const noexcept {
    return data_->mesh.vertices;
}
std::span<const ConvexHull::Face> ConvexHull::faces() const noexcept {
    return data_->mesh.faces;
}
std::span<const ConvexHull::Edge> ConvexHull::edges() const noexcept {
    return data_->mesh.edges;
}
std::span<const std::uint32_t> ConvexHull::faceVertices(std::uint32_t face) const noexcept {
    SAT3D_ASSERT(face < faces().size(), "the face number must be below faces().size()");
    return data_->mesh.verticesOfFace(face);
}
std::span<const std::uint32_t> ConvexHull::inputIndices() const noexcept {
    return data_->mesh.inputIndices;
}
std::span<const std::uint32_t> ConvexHull::faceTags() const noexcept {
    return data_->faceTags;
}
std::span<const glm::dvec3> ConvexHull::distinctNormals() const noexcept {
    return data_->distinctNormals;
}
std::span<const glm::dvec3> ConvexHull::distinctEdgeDirections() const noexcept {
    return data_->distinctEdgeDirections;
}
const BoundingSphere& ConvexHull::boundingSphere() const noexcept {
    return data_->boundingSphere;
}
const MassProperties& ConvexHull::massProperties() const noexcept {
    return data_->massProperties;
}
double ConvexHull::maxInputDistance() const noexcept {
    return data_->mesh.maxInputDistance;
}
std::uint64_t ConvexHull::contentHash() const noexcept {
    return data_->contentHash;
}

std::uint64_t contentHash(const ConvexHull& hull) noexcept {
    std::uint64_t hash = hull.contentHash();
    for (std::size_t i = 0; hull.data().hasTags && i < hull.faceTags().size(); ++i) {
        hash += hashTerm(i, hull.faceTags()[i]);
    }
    return hash;
}

}  // namespace sat3d::SAT3D_ABI
