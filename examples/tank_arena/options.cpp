#include "options.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace tank_arena {
namespace {

template <class Number>
bool readNumber(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

/// Reads an option that has a value.
bool readValue(std::string_view name, std::string_view value, Options& options) {
    if (name == "--seed") {
        return readNumber(value, options.game.seed);
    }
    if (name == "--tanks") {
        return readNumber(value, options.game.tanks) && options.game.tanks >= 1 && options.game.tanks <= 2000;
    }
    if (name == "--props") {
        return readNumber(value, options.game.props) && options.game.props <= 100'000;
    }
    if (name == "--seconds") {
        return readNumber(value, options.seconds) && options.seconds >= 0.0f && options.seconds <= 1e6f;
    }
    if (name == "--frames") {
        return readNumber(value, options.frames);
    }
    if (name == "--models") {
        options.models = value;
        return true;
    }
    for (const auto& [option, text] : {std::pair{"--screenshot", &options.screenshot},
                                       {"--video-frames", &options.videoFrames},
                                       {"--contact-sheet", &options.contactSheet}}) {
        if (name == option) {
            *text = value;
            return !value.empty();
        }
    }
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
        } else if (word == "--layers") {
            options.showsLayers = true;
        } else if (word == "--json") {
            options.isJson = true;
        } else if (i + 1 < count && readValue(word, words[i + 1], options)) {
            ++i;
        } else {
            std::fprintf(stderr, "tank_arena: cannot read \"%s\"; see --help\n", words[i]);
            return std::nullopt;
        }
    }
    return options;
}

}  // namespace tank_arena
