#pragma once

/// @file
/// Random point clouds of the kinds that are difficult for hull builders. The same on every platform.

#include "support/random.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::test {

inline glm::dvec3 inBall(Random& random) {
    for (;;) {
        const glm::dvec3 p = random.inBox(1.0);
        if (glm::dot(p, p) <= 1.0) {
            return p;
        }
    }
}

enum class CloudType {
    Ball,
    Cube,
    Sphere,
    Lattice,        ///< integer points: many of them coplanar and collinear
    TurnedLattice,  ///< a rotated lattice: coplanar up to rounding errors
    NearCoplanar,   ///< points on the faces and edges of a box, with rounding errors
    Duplicated,     ///< eight distinct points, each many times
    Collinear,      ///< points along the edges of a random tetrahedron
    Plate,          ///< 1 : 1000
    Needle,         ///< 1 : 1000 : 1000
    Prism,          ///< two regular polygons of many vertices: narrow faces
    UvSphere,       ///< rings of points, as modeling tools make spheres
    Clusters,       ///< eight points, each many times at distances of 1e-7 to 1e-3
    DoubledPrism,   ///< a prism whose corners are repeated at such distances
    kCount,
};

inline const char* name(CloudType cloud) {
    constexpr const char* kNames[] = {
        "ball",      "cube",  "sphere", "lattice", "turned lattice", "near-coplanar", "duplicated",
        "collinear", "plate", "needle", "prism",   "UV sphere",      "clusters",      "doubled prism"};
    return kNames[static_cast<std::size_t>(cloud)];
}

/// Makes the points of a cloud, one after the other.
class CloudPoints {
public:
    CloudPoints(CloudType cloud, std::uint32_t count, Random& random)
        : cloud_(cloud),
          count_(count),
          random_(random),
          rotation_(glm::mat3_cast(random.rotation())),
          side_(2 + random.below(4)),
          ring_(static_cast<std::uint32_t>(3 + std::sqrt(count))),
          apart_(cloud >= CloudType::Clusters ? std::pow(10.0, random.uniform(-7.0, -3.0)) : 0.0) {
        for (glm::dvec3& point : few_) {
            point = inBall(random);
        }
    }

    glm::dvec3 make(std::uint32_t index) {
        switch (cloud_) {
            case CloudType::Ball:
                return inBall(random_);
            case CloudType::Cube:
                return random_.inBox(1.0);
            case CloudType::Sphere:
                return random_.direction();
            case CloudType::Lattice:
                return latticePoint() - std::floor(0.5 * side_);
            case CloudType::TurnedLattice:
                return rotation_ * ((latticePoint() - 0.5 * side_) / static_cast<double>(side_));
            case CloudType::NearCoplanar:
                return rotation_ * (boxPoint() * glm::dvec3(1.0, 0.7, 0.4));
            case CloudType::Duplicated:
                return few_[random_.below(8)];
            case CloudType::Collinear: {
                const std::uint32_t a = random_.below(4);
                const double t = random_.unit();
                return few_[a] * t + few_[(a + 1 + random_.below(3)) % 4] * (1.0 - t);
            }
            case CloudType::Plate:
                return rotation_ * (random_.inBox(1.0) * glm::dvec3(1.0, 1.0, 1e-3));
            case CloudType::Needle:
                return rotation_ * (random_.inBox(1.0) * glm::dvec3(1.0, 1e-3, 1e-3));
            case CloudType::Prism: {
                const double angle = kFullTurn * fraction(index / 2, (count_ + 1) / 2);
                return rotation_ * glm::dvec3(std::cos(angle), std::sin(angle), index % 2 == 0 ? -0.5 : 0.5);
            }
            case CloudType::Clusters:
                return few_[index % few_.size()] + random_.inBox(apart_);
            case CloudType::DoubledPrism: {
                if (index % 2 == 0) {
                    shift_ = random_.inBox(apart_);
                }
                const double angle = kFullTurn * fraction(index / 2 % ring_, ring_);
                return rotation_ * glm::dvec3(std::cos(angle) + shift_.x, std::sin(angle) + shift_.y,
                                              index % 2 == 0 ? -0.5 : 0.5);
            }
            default:
                return uvSpherePoint(index);
        }
    }

private:
    static constexpr double kFullTurn = 6.283185307179586;

    static double fraction(std::uint32_t part, std::uint32_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    }
    glm::dvec3 latticePoint() {
        return {random_.below(side_ + 1), random_.below(side_ + 1), random_.below(side_ + 1)};
    }
    /// On a face or an edge of a box.
    glm::dvec3 boxPoint() {
        glm::dvec3 p = random_.inBox(1.0);
        p[static_cast<int>(random_.below(3))] = random_.below(2) == 0 ? -1.0 : 1.0;
        if (random_.below(3) == 0) {
            p[static_cast<int>(random_.below(3))] = random_.below(2) == 0 ? -1.0 : 1.0;
        }
        return p;
    }
    glm::dvec3 uvSpherePoint(std::uint32_t index) const {
        const double latitude = 0.5 * kFullTurn * fraction(index / ring_, ring_);
        const double longitude = kFullTurn * fraction(index % ring_, ring_);
        return {std::sin(latitude) * std::cos(longitude), std::sin(latitude) * std::sin(longitude),
                std::cos(latitude)};
    }

    CloudType cloud_;
    std::uint32_t count_;
    Random& random_;
    glm::dmat3 rotation_;
    std::uint32_t side_;  ///< of the lattice
    std::uint32_t ring_;  ///< points of a ring of the sphere
    double apart_;        ///< distance of repeated points
    glm::dvec3 shift_{0.0};
    std::array<glm::dvec3, 8> few_;
};

/// Makes a cloud of about unit size around the origin.
inline std::vector<glm::dvec3> makeCloud(CloudType cloud, std::uint32_t count, Random& random) {
    CloudPoints points(cloud, count, random);
    std::vector<glm::dvec3> result;
    for (std::uint32_t index = 0; index < count; ++index) {
        result.push_back(points.make(index));
    }
    return result;
}

inline std::vector<glm::vec3> toFloat(const std::vector<glm::dvec3>& points, double scale = 1.0,
                                      const glm::dvec3& offset = glm::dvec3(0.0)) {
    std::vector<glm::vec3> result;
    for (const glm::dvec3& p : points) {
        result.emplace_back(p * scale + offset);
    }
    return result;
}

}  // namespace sat3d::test
