#include "terminal.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace sat3d::tool {

namespace {

const char* codeOf(Colour colour) {
    switch (colour) {
        case Colour::Red:
            return "31";
        case Colour::Green:
            return "32";
        case Colour::Yellow:
            return "33";
        case Colour::Bold:
            return "1";
        case Colour::Faint:
            return "2";
    }
    return "0";
}

bool coloured(Stream stream) {
    const char* const refusal = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return isTerminal(stream) && (refusal == nullptr || *refusal == '\0') &&
           (terminal == nullptr || std::string_view(terminal) != "dumb");
}

// Characters, as far as UTF-8 tells: every byte that does not continue one.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// How many bytes at the beginning are a control character, a line's end, or one that turns the direction of
/// what follows (U+202A .. U+202E, U+2066 .. U+2069); 0: none.
std::size_t harmfulBytes(std::string_view text) {
    const auto byte = [&](std::size_t k) {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7F) {
        return 1;
    }
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) {
        return 2;
    }
    const bool isLineEnd = byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9);
    const bool isTurn = (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
                        (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
    return byte(0) == 0xE2 && (isLineEnd || isTurn) ? 3 : 0;
}

}  // namespace

bool isTerminal(Stream stream) {
#ifdef _WIN32
    return _isatty(stream == Stream::Output ? 1 : 2) != 0;
#else
    return isatty(stream == Stream::Output ? 1 : 2) != 0;
#endif
}

std::string painted(std::string_view text, Colour colour, Stream stream) {
    return coloured(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", codeOf(colour), text) : std::string(text);
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t harmful = harmfulBytes(text);
        result += harmful > 0 ? '?' : text.front();
        text.remove_prefix(std::max<std::size_t>(harmful, 1));
    }
    return result;
}

void Table::add(std::vector<std::string> cells, bool emphasised) {
    cells.resize(columns_.size());
    rows_.push_back({std::move(cells), emphasised});
}

void Table::print() const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = widthOf(columns_[i].heading);
        for (const Row& row : rows_) {
            width = std::max(width, widthOf(row.cells[i]));
        }
        widths.push_back(width);
    }
    const auto line = [&](const auto& cellAt) {
        std::string text;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string& cell = cellAt(i);
            const std::string space(widths[i] - widthOf(cell), ' ');
            text += "  " + (columns_[i].align == Align::Right ? space + cell : cell + space);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    };
    fmt::print("{}\n", painted(line([&](std::size_t i) -> const std::string& { return columns_[i].heading; }),
                               Colour::Faint));
    for (const Row& row : rows_) {
        const std::string text = line([&](std::size_t i) -> const std::string& { return row.cells[i]; });
        fmt::print("{}\n", row.emphasised ? painted(text, Colour::Bold) : text);
    }
}

nlohmann::json toJson(const glm::dvec3& vector) {
    return nlohmann::json::array({vector.x, vector.y, vector.z});
}

void printJson(const nlohmann::json& document) {
    fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Progress::Progress(std::string_view what, std::size_t total)
    : what_(what), total_(total), visible_(isTerminal(Stream::Error)) {}

Progress::~Progress() {
    if (shown_ > 0) {
        fmt::print(stderr, "\r\x1b[K");
    }
}

void Progress::step() {
    ++done_;
    show(total_ == 0 ? 100 : 100 * done_ / total_);
}

void Progress::reach(double share) {
    show(static_cast<std::size_t>(100.0 * share));
}

void Progress::show(std::size_t percent) {
    if (visible_ && percent != shown_) {
        shown_ = percent;
        fmt::print(stderr, "\r{} {} %", what_, percent);
        std::fflush(stderr);
    }
}

}  // namespace sat3d::tool
