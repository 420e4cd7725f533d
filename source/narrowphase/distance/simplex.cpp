#include "narrowphase/distance/simplex.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Volumes that differ by less than this share of the largest differ by rounding.
constexpr double kFlat = 1e-9;

/// Looks at the parts of a simplex that may hold the point nearest to the origin, and keeps the nearest.
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
            const double shareB = fromA / (fromA + fromB), shareA = fromB / (fromA + fromB);
            // From the nearer end, for the sake of the last bits.
            keep(shareA > shareB ? a + shareB * along : b - shareA * along,
                 {{{i, shareA}, {j, shareB}, {i, 0.0}}}, 2);
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
        const glm::dvec3 foot = normal * (glm::dot(a, normal) / squared);
        const glm::dvec3 toA = a - foot, toB = b - foot, toC = c - foot;
        const double shareA = glm::dot(glm::cross(toB, toC), normal);
        const double shareB = glm::dot(glm::cross(toC, toA), normal);
        const double shareC = glm::dot(glm::cross(toA, toB), normal);
        if (shareA > 0.0 && shareB > 0.0 && shareC > 0.0) {
            const double sum = shareA + shareB + shareC;
            keep(foot, {{{i, shareA / sum}, {j, shareB / sum}, {k, shareC / sum}}}, 3);
            return;
        }
        // The nearest point lies on a side that the foot lies beyond: else the foot would be nearer.
        if (!(shareC > 0.0)) {
            edge(i, j);
        }
        if (!(shareA > 0.0)) {
            edge(j, k);
        }
        if (!(shareB > 0.0)) {
            edge(k, i);
        }
    }

    [[nodiscard]] NearestPart result() const {
        NearestPart nearest;
        nearest.point = point_;
        nearest.part.count = count_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            nearest.part.vertices[i] = v_[shares_[i].vertex];
            nearest.part.vertices[i].weight = shares_[i].weight;
        }
        return nearest;
    }

private:
    struct Share {
        std::size_t vertex;
        double weight;
    };

    void keep(const glm::dvec3& point, const std::array<Share, 3>& shares, std::uint32_t count) {
        const double squared = glm::dot(point, point);
        if (squared < squared_ || count_ == 0) {
            squared_ = squared;
            point_ = point;
            shares_ = shares;
            count_ = count;
        }
    }

    const std::array<DifferenceVertex, 4>& v_;
    glm::dvec3 point_{0.0};
    double squared_ = 0.0;
    std::array<Share, 3> shares_{};
    std::uint32_t count_ = 0;
};

/// Six times the signed volume of the origin over a triangle.
double volumeOver(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    return glm::dot(a, glm::cross(b, c));
}

/// Only a face that the origin lies beyond can hold the nearest point, where the tetrahedron has a volume to
/// tell sides by.
NearestPart ofTetrahedron(const std::array<DifferenceVertex, 4>& v) {
    const double abc = volumeOver(v[0].point, v[1].point, v[2].point);
    const double acd = volumeOver(v[0].point, v[2].point, v[3].point);
    const double adb = volumeOver(v[0].point, v[3].point, v[1].point);
    const double bdc = volumeOver(v[1].point, v[3].point, v[2].point);
    // Together they are the tetrahedron's; the origin lies within where all have its sign.
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

}  // namespace sat3d::inline SAT3D_ABI
