#include "geometry/primitives/aabb_math.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace {

using sat3d::Aabb;

TEST(Aabb, IsEmptyByDefault) {
    const Aabb box{{-1, -2, -3}, {1, 2, 3}};
    EXPECT_TRUE(Aabb{}.isEmpty());
    EXPECT_FALSE(box.isEmpty());
    EXPECT_FALSE((Aabb{{1, 1, 1}, {1, 1, 1}}.isEmpty())) << "a point";
    EXPECT_TRUE((Aabb{{0, 0, 1}, {1, 1, 0}}.isEmpty()));
    EXPECT_FALSE(Aabb{}.overlaps(box) || box.overlaps(Aabb{}) || Aabb{}.overlaps(Aabb{}));
    EXPECT_FALSE(Aabb{}.contains(glm::vec3(0.0f)));
    EXPECT_TRUE(box.contains(Aabb{}));
    EXPECT_FALSE(Aabb{}.contains(box));
    EXPECT_EQ(gapBetween(box, Aabb{}), std::numeric_limits<double>::infinity());
}

TEST(Aabb, JoinsBoxesAndPoints) {
    const Aabb a{{1, 2, 3}, {4, 5, 6}}, b{{0, 3, 9}, {2, 7, 9}};
    EXPECT_EQ(join(Aabb{}, b), b);
    EXPECT_EQ(join(b, Aabb{}), b);
    EXPECT_EQ(join(Aabb{}, Aabb{}), Aabb{});
    EXPECT_EQ(join(a, b), (Aabb{{0, 2, 3}, {4, 7, 9}}));
    EXPECT_TRUE(join(a, b).contains(a) && join(a, b).contains(b));
    EXPECT_FALSE(a.contains(b) || a.contains(join(a, b)));
    EXPECT_TRUE(a.contains(a));
    Aabb box;
    for (const glm::vec3& point : {glm::vec3(1, 5, 0), glm::vec3(3, 4, 0)}) {
        box = join(box, point);
    }
    EXPECT_EQ(box, (Aabb{{1, 4, 0}, {3, 5, 0}}));
}

}  // namespace
