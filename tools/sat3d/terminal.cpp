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

bool colored(Stream stream) {
    const char* const refusal = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return isTerminal(stream) && (refusal == nullptr || *refusal == '\0') &&
           (terminal == nullptr || std::string_view(terminal) != "dumb");
}

}  // namespace

bool isTerminal(Stream stream) {
#ifdef _WIN32
    return _isatty(stream == Stream::Output ? 1 : 2) != 0;
#else
    return isatty(stream == Stream::Output ? 1 : 2) != 0;
#endif
}

std::string painted(std::string_view text, Color color, Stream stream) {
    return colored(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(color), text)
                           : std::string(text);
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

void Table::add(std::vector<std::string> cells, bool emphasized) {
    TextTable::add(std::move(cells));
    emphasized_.push_back(emphasized);
}

void Table::print() const {
    const std::vector<std::string> all = lines();
    fmt::print("{}\n", painted(all[0], Color::Faint));
    for (std::size_t i = 0; i < emphasized_.size(); ++i) {
        fmt::print("{}\n", emphasized_[i] ? painted(all[i + 1], Color::Bold) : all[i + 1]);
    }
}

nlohmann::json toJson(const glm::dvec3& vector) {
    return nlohmann::json::array({vector.x, vector.y, vector.z});
}

nlohmann::json orNull(const std::string& text) {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
}

void printJson(const nlohmann::json& document) {
    fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Progress::Progress(std::string_view what, std::size_t total)
    : what_(what), total_(total), visible_(isTerminal(Stream::Error)) {}

Progress::~Progress() {
    if (shown_ != kNothing) {
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
        constexpr std::size_t kWidth = 20;
        const std::size_t full = std::min(percent, std::size_t{100}) * kWidth / 100;
        fmt::print(stderr, "\r{} [{}{}] {:>3} %", what_, std::string(full, '#'),
                   std::string(kWidth - full, '.'), percent);
        std::fflush(stderr);
    }
}

}  // namespace sat3d::tool
