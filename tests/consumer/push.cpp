// The outside program: two boxes, one turned; the overlap it prints must be the one that geometry says.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstdio>

int main() {
    const auto box = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});
    if (!box) {
        std::puts(box.error().message.c_str());
        return 1;
    }
    // Turned by 45 degrees about z, B reaches sqrt(1/2) along x: from 1.1 it comes 0.107 deep into A.
    const sat3d::Pose poseA;
    const sat3d::Pose poseB{{1.1f, 0.0f, 0.0f}, glm::angleAxis(0.78539816f, glm::vec3(0.0f, 0.0f, 1.0f))};
    const auto hit = sat3d::penetration(*box, poseA, *box, poseB);
    const float depth = hit ? hit->depth : 0.0f;
    std::printf("sat3d %s: %.6f deep\n", sat3d::version(), depth);
    return std::abs(depth - (0.5f + std::sqrt(0.5f) - 1.1f)) < 1e-5f ? 0 : 1;
}
