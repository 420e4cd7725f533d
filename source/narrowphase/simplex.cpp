#include "narrowphase/simplex.hpp"

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

NearestPart ofVertex(DifferenceVertex a) {
    a.weight = 1.0;
    NearestPart result;
    result.part.vertices[0] = a;
    result.part.count = 1;
    result.point = a.point;
    return result;
}

NearestPart ofEdge(DifferenceVertex a, DifferenceVertex b) {
    const glm::dvec3 along = b.point - a.point;
    const double fromA = -glm::dot(a.point, along), fromB = glm::dot(b.point, along);
    if (!(fromA > 0.0)) {
        return ofVertex(a);
    }
    if (!(fromB > 0.0)) {
        return ofVertex(b);
    }
    b.weight = fromA / (fromA + fromB);
    a.weight = fromB / (fromA + fromB);
    NearestPart result;
    result.part.vertices = {a, b};
    result.part.count = 2;
    // From the nearer end, for the sake of the last bits.
    result.point = a.weight > b.weight ? a.point + b.weight * along : b.point - a.weight * along;
    return result;
}

const NearestPart& nearer(const NearestPart& left, const NearestPart& right) {
    return glm::dot(right.point, right.point) < glm::dot(left.point, left.point) ? right : left;
}

NearestPart ofTriangle(DifferenceVertex a, DifferenceVertex b, DifferenceVertex c) {
    const glm::dvec3 normal = glm::cross(b.point - a.point, c.point - a.point);
    const double squared = glm::dot(normal, normal);
    if (squared > 0.0) {
        const glm::dvec3 foot = normal * (glm::dot(a.point, normal) / squared);
        const glm::dvec3 toA = a.point - foot, toB = b.point - foot, toC = c.point - foot;
        a.weight = glm::dot(glm::cross(toB, toC), normal);
        b.weight = glm::dot(glm::cross(toC, toA), normal);
        c.weight = glm::dot(glm::cross(toA, toB), normal);
        if (a.weight > 0.0 && b.weight > 0.0 && c.weight > 0.0) {
            const double sum = a.weight + b.weight + c.weight;
            a.weight /= sum;
            b.weight /= sum;
            c.weight /= sum;
            NearestPart result;
            result.part.vertices = {a, b, c};
            result.part.count = 3;
            result.point = foot;
            return result;
        }
    }
    return nearer(nearer(ofEdge(a, b), ofEdge(b, c)), ofEdge(c, a));
}

/// Six times the signed volume of the origin over a triangle.
double volumeOver(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    return glm::dot(a, glm::cross(b, c));
}

NearestPart ofTetrahedron(const std::array<DifferenceVertex, 4>& v) {
    const double abc = volumeOver(v[0].point, v[1].point, v[2].point);
    const double acd = volumeOver(v[0].point, v[2].point, v[3].point);
    const double adb = volumeOver(v[0].point, v[3].point, v[1].point);
    const double bdc = volumeOver(v[1].point, v[3].point, v[2].point);
    NearestPart best = nearer(nearer(ofTriangle(v[0], v[1], v[2]), ofTriangle(v[0], v[2], v[3])),
                              nearer(ofTriangle(v[0], v[3], v[1]), ofTriangle(v[1], v[3], v[2])));
    const bool allPositive = abc > 0.0 && acd > 0.0 && adb > 0.0 && bdc > 0.0;
    const bool allNegative = abc < 0.0 && acd < 0.0 && adb < 0.0 && bdc < 0.0;
    best.originInside = allPositive || allNegative;
    return best;
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
    const auto& v = simplex.vertices;
    switch (simplex.count) {
        case 1:
            return ofVertex(v[0]);
        case 2:
            return ofEdge(v[0], v[1]);
        case 3:
            return ofTriangle(v[0], v[1], v[2]);
        default:
            return ofTetrahedron(v);
    }
}

}  // namespace sat3d::inline SAT3D_ABI
