#include "core/inline_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace sat3d {
namespace {

using testing::ElementsAre;

TEST(InlineList, KeepsTheFirstOfTooManyValues) {
    InlineList<int, 3> list;
    for (const int value : {5, 9, 7}) {
        const int* const place = addOrReplaceLast(list, value, std::less<>());
        ASSERT_EQ(place, list.end() - 1);
    }
    EXPECT_THAT(list, ElementsAre(5, 9, 7));
    EXPECT_EQ(addOrReplaceLast(list, 6, std::less<>()), list.begin() + 1);
    EXPECT_THAT(list, ElementsAre(5, 6, 7));
    EXPECT_EQ(list.size(), 3u);
}

TEST(InlineList, TakesNoValueThatIsLastOrTied) {
    InlineList<int, 2> list;
    addOrReplaceLast(list, 5, std::less<>());
    addOrReplaceLast(list, 7, std::less<>());
    EXPECT_EQ(addOrReplaceLast(list, 8, std::less<>()), nullptr);
    EXPECT_EQ(addOrReplaceLast(list, 7, std::less<>()), nullptr);
    EXPECT_THAT(list, ElementsAre(5, 7));
}

}  // namespace
}  // namespace sat3d
