// Batch queries: lines of sight past a rock, and a heap of crates.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

int visibleSoldiers(const sat3d::ConvexHull& rock) {
    const sat3d::Pose standing{{20.0f, 0.0f, 0.0f}};
    std::array<sat3d::Ray, 16> rays;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const glm::vec3 soldier{40.0f, -7.5f + float(i), 0.5f};
        rays[i] = {.origin = {0.0f, 0.0f, 1.7f}, .direction = soldier, .length = 40.0f};
    }
    std::array<std::optional<sat3d::RayHit>, 16> hits;
    sat3d::raycastBatch(rock, standing, rays, hits);
    int count = 0;
    for (const auto& hit : hits) {
        count += hit ? 0 : 1;
    }
    return count;
}

int overlappingPairs(const sat3d::ConvexHull& crate) {
    std::vector<sat3d::Pose> heap;
    for (int i = 0; i < 100; ++i) {
        heap.push_back({{0.9f * float(i % 10), 1.1f * float(i / 10), 0.0f}});
    }
    const std::vector<sat3d::ShapeRef> shapes(heap.size(), crate);  // shapes[i] is at heap[i]
    std::vector<sat3d::PairIndices> pairs;                          // from the game's broad phase
    for (std::uint32_t i = 0; i + 1 < heap.size(); ++i) {
        pairs.push_back({i, i + 1});
    }
    std::vector<std::optional<sat3d::Penetration>> answers(pairs.size());
    sat3d::penetrationBatch(shapes, heap, pairs, answers);
    int count = 0;
    for (const auto& answer : answers) {
        count += answer ? 1 : 0;
    }
    return count;
}

}  // namespace

int main() {
    const auto rock = sat3d::ConvexHull::fromPoints(
        std::vector<glm::vec3>{{-1, -2, 0}, {1, -2, 0}, {0, 2, 0}, {0, -1, 3}, {0.5f, 1, 2.5f}});
    const auto crate = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});
    if (!rock || !crate) {
        std::puts((rock ? crate : rock).error().message.c_str());
        return 1;
    }
    std::printf("%d of 16 soldiers are visible\n", visibleSoldiers(*rock));
    std::printf("%d of 99 neighbors overlap\n", overlappingPairs(*crate));
}
