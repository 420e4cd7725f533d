#include "run_fuzzer.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <vector>

namespace sat3d::test {
namespace {

Bytes seed(Random& random, ShapeType kind) {
    CollisionModel model;
    model.nodes = {{"root", std::nullopt, {}}, {"part", 0u, {}}};
    model.bodies = {{"hull", *ConvexHull::fromPoints(randomCloud(random, kind)), 1}, {"ball", Sphere{}, 0}};
    model.meshes = {{"ground",
                     *TriangleMesh::fromTriangles(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                  std::vector<std::uint32_t>{0, 1, 2}),
                     0}};
    const std::vector<std::byte> baked = saveBaked(model);
    Bytes bytes(baked.size());
    std::ranges::transform(baked, bytes.begin(), [](std::byte b) { return static_cast<std::uint8_t>(b); });
    return bytes;
}

/// Runs the fuzzer's entry on baked files with blocks copied, removed and duplicated.
TEST(FuzzBakedModel, SurvivesShuffledBlocks) {
    Random random(101);
    for (int trial = 0; trial < 400; ++trial) {
        Bytes bytes = seed(random, kAllShapeKinds[random.below(kAllShapeKinds.size())]);
        runFuzzer(bytes);
        const auto place = [&] { return 32 + random.below(static_cast<std::uint32_t>(bytes.size() - 32)); };
        const std::uint32_t length = 1 + random.below(16);
        const std::uint32_t from = std::min(place(), static_cast<std::uint32_t>(bytes.size()) - length);
        const Bytes piece(bytes.begin() + from, bytes.begin() + from + length);
        const std::uint32_t to = std::min(place(), static_cast<std::uint32_t>(bytes.size()) - length);
        switch (trial % 3) {
            case 0:
                std::ranges::copy(piece, bytes.begin() + to);
                break;
            case 1:
                bytes.insert(bytes.begin() + to, piece.begin(), piece.end());
                break;
            default:
                bytes.erase(bytes.begin() + to, bytes.begin() + to + length);
        }
        runFuzzer(bytes);
    }
}

TEST(FuzzBakedModel, SurvivesRandomBytes) {
    Random random(102);
    for (int trial = 0; trial < 3000; ++trial) {
        Bytes bytes(1 + random.below(300));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random.chance(0.5) ? 0 : random.below(256));
        }
        runFuzzer(bytes);
    }
}

}  // namespace
}  // namespace sat3d::test
