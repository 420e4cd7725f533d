#pragma once

#include "scenes/scenes.hpp"

namespace samples {

/// A field of hills, 33 x 33 heights, 1 m apart.
inline sat3d::HeightField hills(float height) {
    std::vector<float> heights;
    for (int row = 0; row < 33; ++row) {
        for (int column = 0; column < 33; ++column) {
            heights.push_back(
                height * (sine(0.09f * static_cast<float>(column)) * sine(0.07f * static_cast<float>(row)) +
                          0.3f * sine(0.21f * static_cast<float>(column + row))));
        }
    }
    return sat3d::HeightField::fromHeights(heights, 33, 33, {1.0f, 1.0f}).value();
}

}  // namespace samples
