#include "scenes/scenes.hpp"

namespace samples {
namespace {

/// A bowl of rings of triangles, open at the top.
sat3d::TriangleMesh bowl() {
    constexpr std::uint32_t kRings = 8, kSides = 24;
    std::vector<glm::vec3> corners;
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
        const float out = static_cast<float>(ring) / kRings;
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float at = static_cast<float>(side) / kSides, radius = 0.3f + 5.0f * out;
            corners.emplace_back(radius * sine(at), 4.0f * out * out, radius * sine(at + 0.25f));
            if (ring < kRings) {
                const std::uint32_t a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
                triangles.insert(triangles.end(), {a, a + kSides, b + kSides, a, b + kSides, b});
            }
        }
    }
    return sat3d::TriangleMesh::fromTriangles(corners, triangles).value();
}

class MeshBowl final : public Scene {
public:
    MeshBowl() {
        addStatic(bowl(), {{0.0f, 0.2f, 0.0f}});
        addGround();
        for (int i = 0; i < 40; ++i) {
            const float at = 0.13f * static_cast<float>(i), radius = 1.0f + 0.05f * static_cast<float>(i);
            const sat3d::Pose pose{
                {radius * sine(at), 4.0f + 0.3f * static_cast<float>(i), radius * sine(at + 0.25f)}};
            i % 2 == 0 ? addBody(sat3d::Sphere{.radius = 0.35f}, pose)
                       : addBody(sat3d::Box{.halfExtents = {0.3f, 0.3f, 0.3f}}, pose);
        }
        view.distance = 18.0f, view.height = 0.6f, view.target.y = 2.0f;
    }
};

}  // namespace

Sample meshBowl() {
    return sampleOf<MeshBowl>("Meshes and terrain", "A bowl of triangles",
                              "Balls and cubes fall into a mesh of 384 triangles, and come to rest in it.");
}

}  // namespace samples
