#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sat3d::test {
namespace {

std::vector<std::uint8_t> seed(Random& random, ShapeKind kind) {
    CollisionModel model;
    model.nodes = {{"root", std::nullopt, {}}, {"part", 0u, {}}};
    model.bodies = {{"hull", *ConvexHull::fromPoints(randomCloud(random, kind)), 1}, {"ball", Sphere{}, 0}};
    model.surfaces = {{"ground",
                       *TriangleMesh::fromTriangles(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                    std::vector<std::uint32_t>{0, 1, 2}),
                       0}};
    const std::vector<std::byte> bytes = saveBaked(model);
    std::vector<std::uint8_t> result;
    for (const std::byte byte : bytes) {
        result.push_back(static_cast<std::uint8_t>(byte));
    }
    return result;
}

/// The fuzzer's entry over whole files with pieces copied, removed and doubled, without a fuzzer.
TEST(FuzzBakedModel, SurvivesShuffledPieces) {
    Random random(101);
    for (int trial = 0; trial < 400; ++trial) {
        std::vector<std::uint8_t> bytes = seed(random, kAllShapeKinds[random.below(kAllShapeKinds.size())]);
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
        const auto place = [&] { return 32 + random.below(static_cast<std::uint32_t>(bytes.size() - 32)); };
        const std::uint32_t length = 1 + random.below(16);
        const std::uint32_t from = std::min(place(), static_cast<std::uint32_t>(bytes.size()) - length);
        const std::vector<std::uint8_t> piece(bytes.begin() + from, bytes.begin() + from + length);
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
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

TEST(FuzzBakedModel, SurvivesRandomBytes) {
    Random random(102);
    for (int trial = 0; trial < 3000; ++trial) {
        std::vector<std::uint8_t> bytes(1 + random.below(300));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random.chance(0.5) ? 0 : random.below(256));
        }
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

}  // namespace
}  // namespace sat3d::test
