// Triangle meshes, height fields, and a compound tank.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

namespace {

sat3d::TriangleMesh loadLevel(std::span<const glm::vec3> vertices, std::span<const std::uint32_t> indices) {
    auto level =
        sat3d::TriangleMesh::fromTriangles(vertices, indices, {.sides = sat3d::Sides::Both, .tags = {}});
    if (!level) {
        std::printf("bad level: %s\n", level.error().message.c_str());  // names the vertices or triangles
        std::abort();
    }
    for (const std::uint32_t triangle : level->degenerateTriangles()) {
        std::printf("triangle %u is degenerate and never collides\n", triangle);
    }
    return *level;
}

void level() {
    const std::vector<glm::vec3> vertices{{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}};
    const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
    const sat3d::TriangleMesh yard = loadLevel(vertices, indices);

    const sat3d::Sphere ball{.radius = 0.5f};
    const sat3d::Pose ground, rolling{{5.0f, 3.0f, 0.4f}};
    if (const auto hit = sat3d::penetration(ball, rolling, yard, ground)) {
        std::printf("%.2f m into triangle %u\n", hit->depth, hit->children.b);
    }

    const sat3d::Box crate{.halfExtents = {0.5f, 0.5f, 0.5f}};
    std::array<sat3d::Manifold, 4> manifolds;
    for (int step = 0; step < 100; ++step) {
        const sat3d::Pose sliding{{5.0f + 0.1f * float(step), 4.0f + 0.11f * float(step), 0.498f}};
        const auto touching = sat3d::collide(crate, sliding, yard, ground, manifolds, {.margin = 0.01f});
        if (touching.size() != 1 || touching[0].normal != glm::vec3(0.0f, 0.0f, -1.0f)) {
            std::puts("stumbled");
        }
    }
}

void terrain() {
    const std::vector<float> heights{0.0f, 0.5f, 0.2f,  //
                                     0.1f, 0.9f, 0.4f,  //
                                     0.0f, 0.3f, 0.1f};
    const auto hills = sat3d::HeightField::fromHeights(heights, 3, 3, {10.0f, 10.0f});
    if (!hills) {
        std::printf("bad terrain: %s\n", hills.error().message.c_str());
        return;
    }
    // With y up: x is unchanged, and the rows run toward -z.
    const sat3d::Pose yUp{{0.0f, 0.0f, 0.0f}, glm::angleAxis(-1.5707963f, glm::vec3(1.0f, 0.0f, 0.0f))};
    const sat3d::Ray ray{.origin = {7.0f, 5.0f, -7.0f}, .direction = {0.0f, -1.0f, 0.0f}};
    if (const auto hit = sat3d::raycast(*hills, yUp, ray)) {
        std::printf("ground of kind %u after %.2f m\n", hit->entry.tag, hit->entry.distance);
    }

    const sat3d::Box tank{.halfExtents = {3.0f, 0.6f, 1.6f}};
    const sat3d::Pose tankPose{{10.0f, 1.3f, -10.0f}};
    std::array<sat3d::Manifold, 16> manifolds;
    for (const sat3d::Manifold& manifold :
         sat3d::collide(tank, tankPose, *hills, yUp, manifolds, {.margin = 0.02f})) {
        const auto [child, triangle] = manifold.penetration.children;
        std::printf("child %u touches triangle %u, ground of kind %u, at %u points\n", child, triangle,
                    manifold.faceTagB, manifold.pointCount);
    }
}

void tank() {
    enum Part : std::uint32_t { Hull, Turret, Barrel };
    auto tank = sat3d::Compound::fromChildren({
        {sat3d::Box{.center = {0, 0, 0.6f}, .halfExtents = {3.0f, 1.6f, 0.5f}}, {}, Hull},
        {sat3d::Box{.center = {0, 0, 0.3f}, .halfExtents = {1.2f, 1.0f, 0.3f}}, {{0, 0, 1.1f}}, Turret},
        {sat3d::Capsule{.start = {1, 0, 0.3f}, .end = {4, 0, 0.3f}, .radius = 0.1f}, {{0, 0, 1.1f}}, Barrel},
    });
    if (!tank) {
        return;
    }
    const glm::quat aim = glm::angleAxis(0.5f, glm::vec3(0.0f, 0.0f, 1.0f));
    tank->setChildPose(1, {{0, 0, 1.1f}, aim});
    tank->setChildPose(2, {{0, 0, 1.1f}, aim});

    const sat3d::Box house{.halfExtents = {4.0f, 4.0f, 3.0f}};
    const sat3d::Pose driving, corner{{7.2f, 4.0f, 3.0f}};
    if (const auto hit = sat3d::penetration(*tank, driving, house, corner)) {
        const sat3d::CompoundChild& child = tank->children()[hit->children.a];
        std::puts(child.tag == Barrel ? "only the barrel" : "the tank itself");
    }
}

}  // namespace

int main() {
    level();
    terrain();
    tank();
}
