#include "geometry/primitives/connected_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace {

using testing::ElementsAre;

TEST(ConnectedComponents, AreNumberedByTheirFirstVertex) {
    // Vertex 3 is unused. Faces 0 and 2 share vertex 5.
    const std::vector<std::vector<std::uint32_t>> faces{{5, 1, 4}, {2, 0, 6}, {7, 8, 5}};
    const auto found = sat3d::connectedComponents(
        9, faces.size(), [&](std::size_t k) { return std::span<const std::uint32_t>(faces[k]); });
    EXPECT_EQ(found.count, 3u);
    EXPECT_THAT(found.componentOf, ElementsAre(0, 1, 0, 2, 1, 1, 0, 1, 1));
    EXPECT_THAT(found.indexInComponent, ElementsAre(0, 0, 1, 0, 1, 2, 2, 3, 4));
}

TEST(ConnectedComponents, OfNothingAreNone) {
    const auto noFace = [](std::size_t) { return std::span<const std::uint32_t>(); };
    EXPECT_EQ(sat3d::connectedComponents(0, 0, noFace).count, 0u);
    EXPECT_EQ(sat3d::connectedComponents(2, 0, noFace).count, 2u);
}

}  // namespace
