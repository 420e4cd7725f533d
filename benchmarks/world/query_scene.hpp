#pragma once

/// @file
/// The scene of the benchmarks of queries: bodies that lie about on hills.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace sat3d::benchmarks {

/// Hills of 256 x 256 m with two triangles per 2 m, z up, and boxes, spheres and hulls of tanks on them.
class QueryScene {
public:
    static constexpr std::size_t kBodies = 5'000;
    static constexpr std::uint32_t kSide = 129;  ///< vertices along a side
    static constexpr float kCell = 2.0f, kReach = kCell * (kSide - 1);

    struct Body {
        std::variant<Sphere, Box, ConvexHull> shape;
        Pose pose;
    };

    QueryScene() {
        for (std::uint32_t row = 0; row < kSide; ++row) {
            for (std::uint32_t column = 0; column < kSide; ++column) {
                const float x = kCell * static_cast<float>(column), y = kCell * static_cast<float>(row);
                vertices_.emplace_back(x, y, heightAt(x, y));
            }
        }
        for (std::uint32_t row = 0; row + 1 < kSide; ++row) {
            for (std::uint32_t column = 0; column + 1 < kSide; ++column) {
                const std::uint32_t first = row * kSide + column, opposite = first + kSide + 1;
                indices_.insert(indices_.end(), {first, first + 1, opposite, first, opposite, first + kSide});
            }
        }
        std::vector<ConvexHull> hulls;
        for (int i = 0; i < 16; ++i) {
            hulls.push_back(test::hullOf(test::tankCloud(random_)));
        }
        for (std::size_t i = 0; i < kBodies; ++i) {
            const Pose pose{onGround(0.5f), glm::quat(random_.rotation())};
            if (i % 3 == 0) {
                bodies_.push_back({Sphere{{0, 0, 0}, static_cast<float>(random_.uniform(0.3, 0.8))}, pose});
            } else if (i % 3 == 1) {
                bodies_.push_back({Box{.halfExtents = glm::vec3(test::randomExtents(random_))}, pose});
            } else {
                bodies_.push_back({hulls[i % hulls.size()], pose});
            }
        }
    }

    [[nodiscard]] const std::vector<Body>& bodies() const { return bodies_; }
    [[nodiscard]] const std::vector<glm::vec3>& vertices() const { return vertices_; }
    [[nodiscard]] const std::vector<std::uint32_t>& indices() const { return indices_; }
    [[nodiscard]] TriangleMesh mesh() const {
        return TriangleMesh::fromTriangles(vertices_, indices_).value();
    }
    [[nodiscard]] HeightField field() const {
        std::vector<float> heights;
        for (const glm::vec3& vertex : vertices_) {
            heights.push_back(vertex.z);
        }
        return HeightField::fromHeights(heights, kSide, kSide, glm::vec2(kCell)).value();
    }

    /// A random point above the ground.
    [[nodiscard]] glm::vec3 onGround(float height) {
        const auto x = static_cast<float>(random_.uniform(1.0, kReach - 1.0));
        const auto y = static_cast<float>(random_.uniform(1.0, kReach - 1.0));
        return {x, y, heightAt(x, y) + height};
    }
    /// A random direction, nearly level.
    [[nodiscard]] glm::vec3 level() {
        const double angle = random_.uniform(0.0, 6.283), rise = random_.uniform(-0.05, 0.05);
        return {std::cos(angle), std::sin(angle), rise};
    }

private:
    static float heightAt(float x, float y) {
        return 4.0f * std::sin(0.06f * x) * std::cos(0.05f * y) + 0.5f * std::sin(0.4f * x + 0.3f * y);
    }

    test::Random random_{77};
    std::vector<glm::vec3> vertices_;
    std::vector<std::uint32_t> indices_;
    std::vector<Body> bodies_;
};

}  // namespace sat3d::benchmarks
