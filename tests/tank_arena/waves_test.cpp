// What the game sounds like: waves that are heard, and do not click.

#include "app/waves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace tank_arena {
namespace {

int loudest(const Wave& wave) {
    int most = 0;
    for (const std::int16_t each : wave) {
        most = std::max(most, std::abs(static_cast<int>(each)));
    }
    return most;
}

TEST(Waves, AreLoudInBetweenAndSilentAtTheirEnds) {
    for (const Wave& wave :
         {burst(0.9f, 0.85f), burst(2.2f, 0.96f), ring(0.5f, 410.0f), ring(0.9f, 1250.0f)}) {
        EXPECT_EQ(loudest(wave), 32000);
        EXPECT_EQ(wave.front(), 0);
        EXPECT_LT(std::abs(static_cast<int>(wave.back())), 10);
        const Wave end(wave.end() - 200, wave.end());
        EXPECT_LT(loudest(end), 400);
    }
    EXPECT_EQ(burst(0.5f, 0.9f).size(), 11025u);
}

TEST(Waves, AnEngineGoesOnWhereItEnds) {
    const Wave wave = engine();
    int largestStep = 0;
    for (std::size_t i = 0; i + 1 < wave.size(); ++i) {
        largestStep = std::max(largestStep, std::abs(wave[i + 1] - wave[i]));
    }
    EXPECT_EQ(loudest(wave), 32000);
    EXPECT_LE(std::abs(wave.front() - wave.back()), largestStep);
    EXPECT_LT(largestStep, 4000);
}

}  // namespace
}  // namespace tank_arena
