#include "narrowphase/distance/simplex.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

/// A volume smaller than this fraction of the largest is zero up to rounding.
constexpr double kFlat = 1e-9;

/// Visits the parts of a simplex that may hold the point closest to the origin, and keeps the closest.
class Search {
public:
    explicit Search(const std::array<DifferenceVertex, 4>& vertices) : v_(vertices) {}

    void vertex(std::size_t i) { keep(v_[i].point, {{{i, 1.0}, {i, 0.0}, {i, 0.0}}}, 1); }

    void edge(std::size_t i, std::size_t j) {
        const glm::dvec3 &a = v_[i].point, &b = v_[j].point, along = b - a;
        const double fromA = -glm::dot(a, along), fromB = glm::dot(b, along);
        if (!(fromA > 0.0)) {
            vertex(i);
        } else if (!(fromB > 0.0)) {
            vertex(j);
        } else {
            const double weightB = fromA / (fromA + fromB), weightA = fromB / (fromA + fromB);
            // Starts from the closer end, for a smaller rounding error.
            keep(weightA > weightB ? a + weightB * along : b - weightA * along,
                 {{{i, weightA}, {j, weightB}, {i, 0.0}}}, 2);
        }
    }

    void triangle(std::size_t i, std::size_t j, std::size_t k) {
        const glm::dvec3 &a = v_[i].point, &b = v_[j].point, &c = v_[k].point;
        const glm::dvec3 normal = glm::cross(b - a, c - a);
        const double squared = glm::dot(normal, normal);
        if (!(squared > 0.0)) {
            edge(i, j);
            edge(j, k);
            edge(k, i);
            return;
        }
        const glm::dvec3 projection = normal * (glm::dot(a, normal) / squared);
        const glm::dvec3 toA = a - projection, toB = b - projection, toC = c - projection;
        const double weightA = glm::dot(glm::cross(toB, toC), normal);
        const double weightB = glm::dot(glm::cross(toC, toA), normal);
        const double weightC = glm::dot(glm::cross(toA, toB), normal);
        if (weightA > 0.0 && weightB > 0.0 && weightC > 0.0) {
            const double sum = weightA + weightB + weightC;
            keep(projection, {{{i, weightA / sum}, {j, weightB / sum}, {k, weightC / sum}}}, 3);
            return;
        }
        // The projection lies outside of the triangle. The closest point lies on an edge that has the
        // projection on its outer side.
        if (!(weightC > 0.0)) {
            edge(i, j);
        }
        if (!(weightA > 0.0)) {
            edge(j, k);
        }
        if (!(weightB > 0.0)) {
            edge(k, i);
        }
    }

    [[nodiscard]] NearestPart result() const {
        NearestPart nearest;
        nearest.point = point_;
        nearest.part.count = count_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            nearest.part.vertices[i] = v_[weights_[i].vertex];
            nearest.part.vertices[i].weight = weights_[i].weight;
        }
        return nearest;
    }

private:
    struct Weight {
        std::size_t vertex;
        double weight;
    };

    void keep(const glm::dvec3& point, const std::array<Weight, 3>& weights, std::uint32_t count) {
        const double squared = glm::dot(point, point);
        if (squared < squared_ || count_ == 0) {
            squared_ = squared;
            point_ = point;
            weights_ = weights;
            count_ = count;
        }
    }

    const std::array<DifferenceVertex, 4>& v_;
    glm::dvec3 point_{0.0};
    double squared_ = 0.0;
    std::array<Weight, 3> weights_{};
    std::uint32_t count_ = 0;
};

/// Six times the signed volume of the tetrahedron of the origin and a triangle.
double volumeOver(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    return glm::dot(a, glm::cross(b, c));
}

/// Finds the part of a tetrahedron closest to the origin. Only a face with the origin beyond its plane can
/// hold it. If the tetrahedron is flat, all faces are visited.
NearestPart ofTetrahedron(const std::array<DifferenceVertex, 4>& v) {
    const double abc = volumeOver(v[0].point, v[1].point, v[2].point);
    const double acd = volumeOver(v[0].point, v[2].point, v[3].point);
    const double adb = volumeOver(v[0].point, v[3].point, v[1].point);
    const double bdc = volumeOver(v[1].point, v[3].point, v[2].point);
    // The sum of the four volumes is the volume of the tetrahedron. The origin lies inside if all four have
    // the sign of the sum.
    const double whole = abc + acd + adb + bdc, sign = whole < 0.0 ? -1.0 : 1.0;
    const double largest = std::max({std::abs(abc), std::abs(acd), std::abs(adb), std::abs(bdc)});
    const bool isFlat = !(std::abs(whole) > kFlat * largest);
    const auto isBeyond = [&](double volume) { return isFlat || sign * volume <= kFlat * largest; };
    Search search(v);
    if (isBeyond(abc)) {
        search.triangle(0, 1, 2);
    }
    if (isBeyond(acd)) {
        search.triangle(0, 2, 3);
    }
    if (isBeyond(adb)) {
        search.triangle(0, 3, 1);
    }
    if (isBeyond(bdc)) {
        search.triangle(1, 3, 2);
    }
    NearestPart nearest = search.result();
    const bool allPositive = abc > 0.0 && acd > 0.0 && adb > 0.0 && bdc > 0.0;
    const bool allNegative = abc < 0.0 && acd < 0.0 && adb < 0.0 && bdc < 0.0;
    nearest.originInside = allPositive || allNegative;
    return nearest;
}

}  // namespace

bool Simplex::contains(std::uint32_t a, std::uint32_t b) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (vertices[i].a == a && vertices[i].b == b) {
            return true;
        }
    }
    return false;
}

NearestPart nearestPart(const Simplex& simplex) noexcept {
    if (simplex.count == 4) {
        return ofTetrahedron(simplex.vertices);
    }
    Search search(simplex.vertices);
    if (simplex.count == 1) {
        search.vertex(0);
    } else if (simplex.count == 2) {
        search.edge(0, 1);
    } else {
        search.triangle(0, 1, 2);
    }
    return search.result();
}

}  // namespace sat3d::SAT3D_ABI
