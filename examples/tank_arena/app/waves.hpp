#pragma once

#include <cstdint>
#include <vector>

namespace tank_arena {

/// A sound of one channel, with kWaveRate values a second.
using Wave = std::vector<std::int16_t>;
inline constexpr int kWaveRate = 22050;  ///< hertz

/// Noise that fades away: a gun, a blast.
/// @param dullness  0 .. 0.99: how much of the high tones is missing
[[nodiscard]] Wave burst(float seconds, float dullness);
/// Metal that is struck: three tones that fade away.
[[nodiscard]] Wave ring(float seconds, float hertz);
/// The sound of an engine, one second long. Its end fits its start, so it can repeat without a gap.
[[nodiscard]] Wave engine();

}  // namespace tank_arena
