// Shapes as members of structs and in maps, and queries of shapes of any type.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Level {
    std::optional<sat3d::HeightField> ground;  // empty until it is loaded
    std::map<std::string, sat3d::ConvexHull, std::less<>> hulls;
    std::vector<sat3d::Shape> obstacles;
};

bool load(Level& level, std::span<const float> heights) {
    auto ground = sat3d::HeightField::fromHeights(heights, 3, 3, {10.0f, 10.0f});
    auto crate = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});
    if (!ground || !crate) {
        return false;
    }
    level.ground = *std::move(ground);
    level.hulls.insert_or_assign("crate", *std::move(crate));  // not hulls["crate"]: there is no empty hull
    level.obstacles.emplace_back(sat3d::Sphere{.radius = 2.0f});
    return true;
}

// Whatever the level holds: the verbs take any two shapes.
void printContacts(const Level& level, const sat3d::Shape& body, const sat3d::Pose& pose) {
    std::array<sat3d::Manifold, 16> manifolds;
    for (const sat3d::Shape& obstacle : level.obstacles) {
        for (const sat3d::Manifold& contact :
             sat3d::collide(body, pose, obstacle, sat3d::Pose{}, manifolds, {.margin = 0.01f})) {
            std::printf("%u points, %.2f m deep\n", contact.pointCount, contact.penetration.depth);
        }
    }
}

}  // namespace

int main() {
    Level level;
    const std::vector<float> heights{0.0f, 0.5f, 0.2f, 0.1f, 0.9f, 0.4f, 0.0f, 0.3f, 0.1f};
    if (!load(level, heights)) {
        return 1;
    }
    const auto crate = level.hulls.find("crate");
    if (crate != level.hulls.end() && level.ground) {
        const sat3d::Pose falling{{5.0f, 5.0f, 3.0f}}, atOrigin;
        const sat3d::Distance gap = sat3d::distance(crate->second, falling, *level.ground, atOrigin);
        std::printf("the crate is %.2f m above the ground\n", gap.separation);
        printContacts(level, crate->second, {{0.0f, 0.0f, 2.25f}});
    }

    sat3d::CollisionModel model;
    model.bodies = {{"crate", crate->second}, {"ball", sat3d::Sphere{.radius = 0.5f}}};
    const sat3d::Pose beside{{0.9f, 0.0f, 0.0f}};
    if (const auto hit =
            sat3d::penetration(model.bodies[0].shape, sat3d::Pose{}, model.bodies[1].shape, beside)) {
        std::printf("crate and ball overlap by %.2f m\n", hit->depth);
    }
    std::printf("the model is %.1f m wide\n", 2.0f * sat3d::bounds(model, beside).halfExtents().x);
}
