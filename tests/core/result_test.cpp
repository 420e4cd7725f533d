#include <sat3d/core/assert.hpp>
#include <sat3d/core/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

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

TEST(Result, MovesTheValueOut) {
    Result<std::unique_ptr<int>, int> result = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 3);
}

struct Fault {
    std::string message;
};

TEST(Result, ValueReturnsTheValue) {
    Result<std::string, int> text = std::string("hull");
    EXPECT_EQ(text.value(), "hull");
    EXPECT_EQ(std::as_const(text).value(), "hull");
    text.value() += "s";
    EXPECT_EQ(std::move(text).value(), "hulls");
    EXPECT_EQ(*(Result<std::unique_ptr<int>, int>(std::make_unique<int>(3)).value()), 3);
}

TEST(Result, ValueFailsWithTheErrorsMessageInEveryBuild) {
    const Result<int, Fault> bad = Unexpected{Fault{"all 3 points coincide"}};
    EXPECT_DEATH((void)bad.value(), "result_test.cpp:.*all 3 points coincide");
    EXPECT_DEATH((void)half(3).value(), "the result holds an error");
    const auto former = sat3d::setAssertHandler(
        [](const char*, const char* message, const char*, int) { throw std::runtime_error(message); });
    EXPECT_THROW((void)bad.value(), std::runtime_error) << "the handler may throw";
    sat3d::setAssertHandler(former);
}

TEST(Assert, CallsTheReplacedHandler) {
    static std::string seen;
    const auto former =
        sat3d::setAssertHandler([](const char*, const char* message, const char*, int) { seen = message; });
    sat3d::detail::assertionFailed("false", "broken on purpose", __FILE__, __LINE__);
    EXPECT_NE(sat3d::setAssertHandler(former), nullptr);
    EXPECT_EQ(seen, "broken on purpose");
}

}  // namespace
