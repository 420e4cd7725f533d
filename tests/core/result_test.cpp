#include <sat3d/core/assert.hpp>
#include <sat3d/core/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

using sat3d::Result;
using sat3d::Unexpected;

Result<int, std::string> half(int value) {
    if (value % 2 != 0) {
        return Unexpected{std::string("odd")};
    }
    return value / 2;
}

TEST(Result, HoldsValueOrError) {
    const auto good = half(4);
    ASSERT_TRUE(good);
    EXPECT_EQ(*good, 2);
    const auto bad = half(3);
    ASSERT_FALSE(bad.has_value());
    EXPECT_EQ(bad.error(), "odd");
    EXPECT_EQ(bad.value_or(7), 7);
}

TEST(Result, SameTypeForValueAndError) {
    const Result<int, int> bad = Unexpected{5};
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.error(), 5);
}

TEST(Result, MovesOutWithoutCopy) {
    Result<std::unique_ptr<int>, int> result = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 3);
}

TEST(Assert, CallsTheHandlerThatWasSet) {
    static std::string seen;
    const auto former =
        sat3d::setAssertHandler([](const char*, const char* message, const char*, int) { seen = message; });
    sat3d::detail::assertionFailed("false", "broken on purpose", __FILE__, __LINE__);
    EXPECT_NE(sat3d::setAssertHandler(former), nullptr);
    EXPECT_EQ(seen, "broken on purpose");
}

}  // namespace
