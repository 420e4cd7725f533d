#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

namespace tank_arena {
namespace {

using sat3d::DebugLayer;

/// Reads a number in a range, or says what is wrong.
template <class Number>
bool readNumber(std::string_view name, std::string_view text, Number lowest, Number highest, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= lowest && number <= highest) {
        return true;
    }
    std::fprintf(stderr, "tank_arena: %s needs a number from %.0f to %.0f, not \"%.*s\"\n", name.data(),
                 static_cast<double>(lowest), static_cast<double>(highest), static_cast<int>(text.size()),
                 text.data());
    return false;
}

/// Reads names of layers, with commas between them.
bool readLayers(std::string_view names, DebugLayer& layers) {
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        std::uint32_t bit = 0;
        while (bit < sat3d::kDebugLayerCount && toString(static_cast<DebugLayer>(1u << bit)) != name) {
            ++bit;
        }
        if (bit == sat3d::kDebugLayerCount) {
            std::fprintf(stderr, "tank_arena: there is no layer \"%.*s\"; there are",
                         static_cast<int>(name.size()), name.data());
            for (bit = 0; bit < sat3d::kDebugLayerCount; ++bit) {
                std::fprintf(stderr, " %s", toString(static_cast<DebugLayer>(1u << bit)).data());
            }
            std::fputs("\n", stderr);
            return false;
        }
        layers = layers | static_cast<DebugLayer>(1u << bit);
    }
    return true;
}

/// Reads an option that has a value.
bool readValue(std::string_view name, std::string_view value, Options& options) {
    constexpr std::uint64_t kLargest = ~std::uint64_t{0};
    if (name == "--seed") {
        return readNumber<std::uint64_t>(name, value, 0, kLargest, options.game.seed);
    }
    if (name == "--tanks") {
        return readNumber<std::uint32_t>(name, value, 1, 2000, options.game.tanks);
    }
    if (name == "--props") {
        return readNumber<std::uint32_t>(name, value, 0, 100'000, options.game.props);
    }
    if (name == "--seconds") {
        return readNumber(name, value, 0.0f, 1e6f, options.seconds);
    }
    if (name == "--frames") {
        return readNumber<std::uint32_t>(name, value, 1, 1'000'000, options.frames);
    }
    if (name == "--picture") {
        options.picture = value;
        if (value == "fast" || value == "plain" || value == "fine") {
            return true;
        }
        std::fprintf(stderr, "tank_arena: --picture is fast, plain or fine, not \"%.*s\"\n",
                     static_cast<int>(value.size()), value.data());
        return false;
    }
    if (name == "--layers") {
        return readLayers(value, options.layers);
    }
    for (const auto& [option, text] : {std::pair{"--screenshot", &options.screenshot},
                                       {"--video-frames", &options.videoFrames},
                                       {"--contact-sheet", &options.contactSheet},
                                       {"--models", &options.models}}) {
        if (name == option) {
            *text = value;
            return true;
        }
    }
    std::fprintf(stderr, "tank_arena: there is no option \"%s\"; see --help\n", name.data());
    return false;
}

}  // namespace

std::optional<Options> readOptions(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word == "--help" || word == "-h") {
            options.wantsHelp = true;
        } else if (word == "--headless") {
            options.isHeadless = true;
        } else if (word == "--json") {
            options.isJson = true;
        } else if (i + 1 == count) {
            std::fprintf(stderr, "tank_arena: \"%s\" is no option, or its value is missing; see --help\n",
                         words[i]);
            return std::nullopt;
        } else if (!readValue(word, words[++i], options)) {
            return std::nullopt;
        }
    }
    return options;
}

}  // namespace tank_arena
