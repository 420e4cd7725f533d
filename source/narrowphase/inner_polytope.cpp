#include "narrowphase/inner_polytope.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Points nearer to a plane than this part of the size lie in it.
constexpr double kFlat = 1e-9;

struct Edge {
    std::uint8_t from, to;
};

/// Directed edges, of which those that come both ways cancel out: what is left bounds a piece of surface.
class Horizon {
public:
    void add(const std::array<std::uint8_t, 3>& corners) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Edge edge{corners[i], corners[i == 2 ? 0 : i + 1]};
            const auto isOpposite = [&](const Edge& e) { return e.from == edge.to && e.to == edge.from; };
            Edge* const opposite = std::find_if(begin(), end(), isOpposite);
            if (opposite == end()) {
                *end_++ = edge;
            } else {
                *opposite = *--end_;
            }
        }
    }
    [[nodiscard]] Edge* begin() { return edges_.data(); }
    [[nodiscard]] Edge* end() { return end_; }

private:
    std::array<Edge, std::size_t{3} * InnerPolytope::kMaxFaces> edges_;
    Edge* end_ = edges_.data();
};

}  // namespace

bool InnerPolytope::start(const std::array<glm::dvec3, 4>& corners) {
    constexpr double kFlatStart = 1e-6;
    std::copy(corners.begin(), corners.end(), points_.begin());
    pointCount_ = 4;
    faceCount_ = 0;
    const glm::dvec3 edges[] = {corners[1] - corners[0], corners[2] - corners[0], corners[3] - corners[0]};
    size_ = std::max({glm::length(edges[0]), glm::length(edges[1]), glm::length(edges[2])});
    const glm::dvec3 normal = glm::cross(edges[0], edges[1]);
    const double height = glm::dot(normal, edges[2]);
    if (!(std::abs(height) > kFlatStart * size_ * glm::length(normal))) {
        return false;
    }
    // The fourth corner lies below the first three, or these are taken the other way round.
    const std::uint8_t second = height < 0.0 ? 1 : 2, third = height < 0.0 ? 2 : 1;
    return addFace(0, second, third) && addFace(0, third, 3) && addFace(third, second, 3) &&
           addFace(second, 0, 3);
}

bool InnerPolytope::add(const glm::dvec3& point) {
    if (pointCount_ == kMaxPoints) {
        return false;
    }
    Horizon horizon;
    const std::uint32_t before = faceCount_;
    for (std::uint32_t i = 0; i < faceCount_;) {
        if (glm::dot(faces_[i].normal, point) > faces_[i].distance + kFlat * size_) {
            horizon.add(faces_[i].corners);
            faces_[i] = faces_[--faceCount_];
        } else {
            ++i;
        }
    }
    if (faceCount_ == before) {
        return false;
    }
    const auto added = static_cast<std::uint8_t>(pointCount_);
    points_[pointCount_++] = point;
    return std::all_of(horizon.begin(), horizon.end(),
                       [&](const Edge& edge) { return addFace(edge.from, edge.to, added); });
}

InnerPolytope::Face* InnerPolytope::nearest() {
    Face* nearest = nullptr;
    for (std::uint32_t i = 0; i < faceCount_; ++i) {
        Face& face = faces_[i];
        if (!face.isOutermost && (nearest == nullptr || face.distance < nearest->distance)) {
            nearest = &face;
        }
    }
    return nearest;
}

bool InnerPolytope::addFace(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
    const glm::dvec3 normal = glm::cross(points_[b] - points_[a], points_[c] - points_[a]);
    const double length = glm::length(normal);
    if (faceCount_ == kMaxFaces || !(length > 0.0)) {
        return false;
    }
    const glm::dvec3 unit = normal / length;
    faces_[faceCount_++] = {{a, b, c}, unit, glm::dot(unit, points_[a])};
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
