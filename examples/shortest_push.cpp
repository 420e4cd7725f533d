// Two boxes, one rotated and overlapping the other: penetration depth and push direction.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cstdio>

int main() {
    const auto crate = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});  // half extents, meters
    if (!crate) {
        std::puts(crate.error().message.c_str());
        return 1;
    }

    const glm::quat rotation45 = glm::angleAxis(0.785398f, glm::vec3(0.0f, 1.0f, 0.0f));
    const sat3d::Pose standing{{0.0f, 0.5f, 0.0f}};
    sat3d::Pose moved{{1.1f, 0.5f, 0.2f}, rotation45};

    if (const auto hit = sat3d::penetration(*crate, standing, *crate, moved)) {
        std::printf("%.3f m deep, push along %.2f %.2f %.2f\n", hit->depth, hit->normal.x, hit->normal.y,
                    hit->normal.z);
        moved.position += hit->pushB() * 1.0001f;  // pushB() alone leaves them touching
    }
    std::puts(sat3d::overlaps(*crate, standing, *crate, moved) ? "still colliding" : "clear");
}
