// The outside program. It checks the overlap of two boxes against geometry, and the bits of composed poses
// against a constant.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

// Poses are composed by inline functions, which this program compiles with its own flags. Linking
// sat3d::sat3d disables fused multiply-add, so that the bits do not depend on these flags.
std::uint32_t hashOfComposedPoses(float start) {
    const sat3d::Pose step{{0.1f, 0.2f, 0.3f}, glm::quat(0.8f, 0.36f, 0.48f, 0.01f)};
    sat3d::Pose pose{{start, 0.0f, 0.0f}};
    std::uint32_t hash = 2166136261u;
    for (int i = 0; i < 100; ++i) {
        pose = pose * step;
        for (const float number : {pose.position.x, pose.position.y, pose.position.z, pose.rotation.w}) {
            hash = (hash ^ std::bit_cast<std::uint32_t>(number)) * 16777619u;
        }
    }
    return hash;
}

int main(int argc, char**) {
    constexpr std::uint32_t kPoses = 0xf568b18b;
    if (const std::uint32_t poses = hashOfComposedPoses(static_cast<float>(argc)); poses != kPoses) {
        std::printf("composed poses: 0x%08x instead of 0x%08x\n", poses, kPoses);
        return 1;
    }
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
