// Triangle meshes, height fields, and a compound tank.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>
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
    // With y up: the columns run toward +x, and the rows toward -z. The field's middle is at (10, 0, -10).
    const sat3d::Pose yUp = sat3d::levelPose(*hills, sat3d::UpAxis::Y, {10.0f, 0.0f, -10.0f});
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

    std::uint32_t contactPoints = 0;
    sat3d::ContactCache cache;
    for (int frame = 0; frame < 60; ++frame) {
        for (const sat3d::Manifold& manifold :
             sat3d::collide(tank, tankPose, *hills, yUp, cache, {.margin = 0.02f})) {
            contactPoints += manifold.pointCount;
        }
    }
    std::printf("%u contact points in 60 frames, searched once\n", contactPoints);

    const glm::vec3 tree{4.0f, 0.0f, -6.0f};
    if (const auto below = sat3d::groundAt(*hills, yUp, tree)) {
        std::printf("the tree stands at y = %.2f, on a slope of cosine %.3f\n", below->point.y,
                    below->normal.y);
    } else {
        std::puts(sat3d::cellAt(*hills, yUp, tree) ? "over a hole" : "beyond the border");
    }
}

void crater(sat3d::HeightField ground) {
    const std::vector<float> deeper{-1.0f, -0.5f, -1.2f, -0.8f};
    const sat3d::HeightRange range{.column = 0, .row = 1, .columns = 2, .rows = 2};
    if (auto changed = std::move(ground).withHeights(range, deeper)) {
        ground = *std::move(changed);
    } else {
        std::printf("no crater: %s\n", changed.error().message.c_str());
    }
    std::printf("the ground is now at %.2f m\n", ground.heightAt(0.0f, 10.0f).value_or(0.0f));
}

void drive(const sat3d::HeightField& hills) {
    const sat3d::Box tank{.halfExtents = {3.0f, 1.6f, 0.6f}};
    const sat3d::Pose ground;
    sat3d::Pose tankPose{{10.0f, 10.0f, 2.0f}};
    for (int step = 0; step < 60; ++step) {
        glm::vec3 motion{0.05f, 0.02f, -0.04f};
        for (int round = 0; round < 3; ++round) {
            const sat3d::Sweep hit = sat3d::sweep(tank, tankPose, hills, ground, motion, {.skin = 0.002f});
            tankPose.position += motion * hit.fraction;
            if (!hit) {
                break;
            }
            motion *= 1.0f - hit.fraction;  // slides along what it hits with the rest
            motion -= hit.normal * std::max(glm::dot(motion, hit.normal), 0.0f);
        }
    }
    if (sat3d::overlaps(tank, tankPose, hills, ground)) {
        std::puts("stumbled");
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
    const std::vector<float> heights{0.0f, 0.5f, 0.2f, 0.1f, 0.9f, 0.4f, 0.0f, 0.3f, 0.1f};
    const auto hills = sat3d::HeightField::fromHeights(heights, 3, 3, {10.0f, 10.0f});
    if (hills) {
        crater(*hills);
        drive(*hills);
    }
    tank();
}
