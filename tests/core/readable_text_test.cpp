#include "core/readable_text.hpp"

#include <gtest/gtest.h>

namespace sat3d {
namespace {

TEST(Shortened, CountsCharactersNotBytes) {
    EXPECT_EQ(shortened("hull", 4), "hull");
    EXPECT_EQ(shortened("turret", 4), "tur\u2026");
    EXPECT_EQ(shortened("\u00fc\u00fc\u00fc\u00fc", 4), "\u00fc\u00fc\u00fc\u00fc");
    EXPECT_EQ(shortened("\u00fc\u00fc\u00fc\u00fc\u00fc", 4), "\u00fc\u00fc\u00fc\u2026");
    EXPECT_EQ(shortened("", 4), "");
}

TEST(NodePath, StartsAtTheRoot) {
    EXPECT_EQ(nodePath({"barrel", "turret", "hull"}, " / "), "hull / turret / barrel");
    EXPECT_EQ(nodePath({"hull"}, "/"), "hull");
}

TEST(NodePath, IsShortForLongNamesAndDeepTrees) {
    const std::string name(1000, 'x');
    const std::string cut = std::string(63, 'x') + "\u2026";
    EXPECT_EQ(nodePath({"a", name, "b"}, "/"), "b/" + cut + "/a");
    const std::string deep = nodePath(std::vector<std::string_view>(10'000, name), "/");
    EXPECT_TRUE(deep.starts_with("\u2026/" + cut));
    EXPECT_EQ(deep.size(), 3 + 64 * (1 + cut.size()));
}

}  // namespace
}  // namespace sat3d
