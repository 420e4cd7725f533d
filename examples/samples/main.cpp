// Small scenes, each with one thing to see: samples [NAME]

#include "frame/scene.hpp"
#include "headless.hpp"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

namespace {

using samples::Options;

constexpr const char* kUsage =
    "samples [NAME]                 opens the window, at the first sample whose name contains the word\n"
    "samples --list                 lists all samples\n"
    "samples --hashes [--steps N]   runs all of them without a window, and prints a hash for each\n"
    "samples NAME --picture FILE.png [--steps N]\n"
    "samples --sheet FILE.png [--steps N]            a small picture of each\n"
    "samples NAME --frames N [--picture FILE.png]   N frames of the window, for tests\n";

std::optional<Options> readOptions(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const auto next = [&] { return i + 1 < count ? std::string_view(words[++i]) : std::string_view(); };
        const auto number = [&](std::uint32_t& value) {
            const std::string_view text = next();
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            return error == std::errc() && end == text.data() + text.size();
        };
        bool isRight = true;
        if (word == "--help") {
            options.wantsHelp = true;
        } else if (word == "--list") {
            options.wantsList = true;
        } else if (word == "--hashes") {
            options.wantsHashes = true;
        } else if (word == "--steps") {
            isRight = number(options.steps);
        } else if (word == "--frames") {
            isRight = number(options.frames);
        } else if (word == "--picture" || word == "--sheet") {
            std::string& file = word == "--sheet" ? options.sheet : options.picture;
            file = next();
            isRight = !file.empty();
        } else {
            isRight = !word.starts_with("--");
            options.sample = word;
        }
        if (!isRight) {
            std::fprintf(stderr, "samples: cannot read %s\n%s", words[i], kUsage);
            return std::nullopt;
        }
    }
    if (!options.sample.empty() && samples::findSample(options.sample) == nullptr) {
        std::fprintf(stderr, "samples: no name contains \"%s\": see --list\n", options.sample.c_str());
        return std::nullopt;
    }
    return options;
}

void list() {
    std::string_view group;
    for (const samples::Sample& sample : samples::allSamples()) {
        if (group != sample.group) {
            group = sample.group;
            std::printf("%s\n", sample.group);
        }
        std::printf("  %-32s %s\n", sample.name, sample.see);
    }
}

void printHashes(std::uint32_t steps) {
    for (const samples::Sample& sample : samples::allSamples()) {
        const auto scene = sample.make();
        for (std::uint32_t i = 0; i < steps; ++i) {
            scene->step();
        }
        std::printf("%016llx %s\n", static_cast<unsigned long long>(scene->hash()), sample.name);
    }
}

}  // namespace

int main(int count, char** words) {
    const auto options = readOptions(count, words);
    if (!options) {
        return 2;
    }
    if (options->wantsHelp) {
        std::fputs(kUsage, stdout);
    } else if (options->wantsList) {
        list();
    } else if (options->wantsHashes) {
        printHashes(options->steps);
    } else if (!options->sheet.empty()) {
        return samples::drawSheet(*options);
    } else if (!options->picture.empty() && options->frames == 0) {
        return samples::drawPicture(*options);
    } else {
        return samples::showWindow(*options);
    }
    return 0;
}
