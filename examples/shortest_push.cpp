// Two boxes, one turned and pushed into the other: how deep, and which way out?

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cstdio>

int main() {
    const auto crate = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});  // half extents, metres
    if (!crate) {
        std::puts(crate.error().message.c_str());
        return 1;
    }

    const glm::quat eighthTurn = glm::angleAxis(0.785398f, glm::vec3(0.0f, 1.0f, 0.0f));
    const sat3d::Pose standing{{0.0f, 0.5f, 0.0f}};
    sat3d::Pose moved{{1.1f, 0.5f, 0.2f}, eighthTurn};

    if (const auto hit = sat3d::penetration(*crate, standing, *crate, moved)) {
        std::printf("%.3f m deep, way out %.2f %.2f %.2f\n", hit->depth, hit->normal.x, hit->normal.y,
                    hit->normal.z);
        moved.position += hit->pushB() * 1.0001f;  // the push alone just touches
    }
    std::puts(sat3d::overlaps(*crate, standing, *crate, moved) ? "still colliding" : "clear");
}
