#include "waves.hpp"

#include "game/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tank_arena {
namespace {

constexpr float kTurn = 6.2831853f;

/// The values of a wave at each moment, scaled so that the loudest is nearly the loudest of all.
template <class Value>
Wave waveOf(float seconds, const Value& value) {
    std::vector<float> values(static_cast<std::size_t>(seconds * static_cast<float>(kWaveRate)));
    float loudest = 1e-6f;
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = value(static_cast<float>(i) / static_cast<float>(kWaveRate));
        loudest = std::max(loudest, std::abs(values[i]));
    }
    Wave wave;
    for (const float each : values) {
        wave.push_back(static_cast<std::int16_t>(32000.0f * each / loudest));
    }
    return wave;
}

/// Rises in 2 ms, so that it does not click, and is 0 at the end.
float fade(float at, float seconds) {
    const float left = 1.0f - at / seconds;
    return std::min(at / 0.002f, 1.0f) * left * left * left;
}

}  // namespace

Wave burst(float seconds, float dullness) {
    Random random(7);
    float smooth = 0.0f;
    return waveOf(seconds, [&](float at) {
        smooth += (1.0f - dullness) * (random.between(-1.0f, 1.0f) - smooth);
        return fade(at, seconds) * smooth;
    });
}

Wave ring(float seconds, float hertz) {
    return waveOf(seconds, [&](float at) {
        const float phase = kTurn * hertz * at;
        return fade(at, seconds) *
               (std::sin(phase) + 0.6f * std::sin(2.76f * phase) + 0.4f * std::sin(5.4f * phase));
    });
}

Wave engine() {
    return waveOf(1.0f, [](float at) {  // whole hertz: it begins again without a jump
        float sum = 0.0f;
        for (const float hertz : {31.0f, 62.0f, 93.0f, 124.0f, 186.0f}) {
            sum += std::sin(kTurn * hertz * at + hertz) / std::sqrt(hertz);
        }
        return sum * (1.0f + 0.4f * std::sin(kTurn * 15.0f * at));
    });
}

}  // namespace tank_arena
