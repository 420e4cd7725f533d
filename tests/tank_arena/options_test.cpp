#include "options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tank_arena {
namespace {

std::optional<Options> read(std::vector<std::string> words) {
    words.insert(words.begin(), "tank_arena");
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    return readOptions(static_cast<int>(pointers.size()), pointers.data());
}

TEST(TankOptions, AreRead) {
    const auto options = read({"--headless", "--seed", "9", "--tanks", "20", "--props", "0", "--seconds",
                               "1.5", "--layers", "Edges,Contacts", "--screenshot", "a.png"});
    ASSERT_TRUE(options);
    EXPECT_TRUE(options->isHeadless);
    EXPECT_EQ(options->game.seed, 9u);
    EXPECT_EQ(options->game.tanks, 20u);
    EXPECT_EQ(options->game.props, 0u);
    EXPECT_EQ(options->seconds, 1.5f);
    EXPECT_EQ(options->layers, sat3d::DebugLayer::Edges | sat3d::DebugLayer::Contacts);
    EXPECT_EQ(options->screenshot, "a.png");
}

TEST(TankOptions, FaultsNameTheOptionAndWhatItNeeds) {
    const auto messageOf = [](const std::vector<std::string>& words) {
        testing::internal::CaptureStderr();
        EXPECT_FALSE(read(words));
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_NE(messageOf({"--tanks", "0"}).find("--tanks needs a number from 1 to 2000, not \"0\""),
              std::string::npos);
    EXPECT_NE(messageOf({"--seed", "x"}).find("--seed needs a number"), std::string::npos);
    EXPECT_NE(messageOf({"--seconds", "-1"}).find("from 0 to 1000000"), std::string::npos);
    EXPECT_NE(messageOf({"--layers", "Edges,Foo"}).find("no layer \"Foo\"; there are Faces"),
              std::string::npos);
    EXPECT_NE(messageOf({"--picture", "nice"}).find("fast, plain or fine, not \"nice\""), std::string::npos);
    EXPECT_NE(messageOf({"--nothing", "1"}).find("no option \"--nothing\""), std::string::npos);
    EXPECT_NE(messageOf({"--seed"}).find("its value is missing"), std::string::npos);
}

}  // namespace
}  // namespace tank_arena
