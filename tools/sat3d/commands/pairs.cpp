// sat3d pairs: the answers for a file of hull pairs, and their errors against a reference.

#include "commands/commands.hpp"
#include "commands/pair_times.hpp"
#include "terminal.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <pairs_file/accuracy.hpp>
#include <pairs_file/pairs_file.hpp>
#include <string>
#include <vector>

namespace sat3d::tool {

namespace {

using pairs_file::Errors;

struct PairsCommand {
    std::string file, reference;
    int frame = 0;
    bool time = false;
    TimingOptions timing;
    bool json = false;
};

struct Answer {
    double depth;  ///< positive: overlap; negative: minus the largest gap over all axes
    glm::dvec3 normalAToB;
    FeaturePair::Kind kind;
    double trueDepth;  ///< true overlap along that normal
};

bool isNotMinimal(const Errors& errors) {
    return errors.excess > Errors::kTolerance;
}

struct Summary {
    std::size_t overlapping = 0, falsePositives = 0, falseNegatives = 0, notMinimal = 0;
    double worstDepth = 0.0, meanDepth = 0.0, worstExcess = 0.0;

    /// Returns whether the answer agrees with the reference, or there is no reference.
    [[nodiscard]] bool agrees() const {
        return falsePositives + falseNegatives + notMinimal == 0 && worstDepth <= Errors::kTolerance;
    }
};

std::vector<Answer> answersFor(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                               int frame) {
    std::vector<Answer> answers;
    Progress progress("answering pairs", file.pairs.size());
    for (const pairs_file::Pair& pair : file.pairs) {
        const DPose poseB = pair.poseBAtFrame(frame);
        const Explanation found = explain(hulls[pair.a], pair.poseA, hulls[pair.b], poseB);
        answers.push_back(
            {-found.separation, found.normalAToB, found.features.kind,
             pairs_file::overlapAlong(found.normalAToB, hulls[pair.a], pair.poseA, hulls[pair.b], poseB)});
        progress.step();
    }
    return answers;
}

std::vector<Errors> compare(const std::vector<Answer>& answers,
                            const std::vector<pairs_file::Answer>& references) {
    std::vector<Errors> errors;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        errors.push_back(pairs_file::errorsOf(answers[i].depth, answers[i].trueDepth, references[i]));
    }
    return errors;
}

Summary summed(const std::vector<Answer>& answers, const std::vector<Errors>& errors) {
    Summary summary;
    summary.overlapping = static_cast<std::size_t>(
        std::ranges::count_if(answers, [](const Answer& answer) { return answer.depth > 0.0; }));
    for (const Errors& error : errors) {
        summary.falsePositives += error.falsePositive;
        summary.falseNegatives += error.falseNegative;
        summary.notMinimal += isNotMinimal(error);
        summary.worstDepth = std::max(summary.worstDepth, error.depth);
        summary.worstExcess = std::max(summary.worstExcess, error.excess);
        summary.meanDepth += error.depth / static_cast<double>(errors.size());
    }
    return summary;
}

void printLines(const std::vector<Answer>& answers, const std::vector<Errors>& errors) {
    fmt::print("# depth nx ny nz type{}\n", errors.empty() ? "" : " depth_error excess fault");
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const Answer& answer = answers[i];
        fmt::print("{:.12g} {:.12g} {:.12g} {:.12g} {}", answer.depth, answer.normalAToB.x,
                   answer.normalAToB.y, answer.normalAToB.z, static_cast<int>(answer.kind));
        if (!errors.empty()) {
            const Errors& error = errors[i];
            fmt::print(" {:.3g} {:.3g} {}", error.depth, error.excess,
                       error.falsePositive   ? "false-positive"
                       : error.falseNegative ? "false-negative"
                       : isNotMinimal(error) ? "not-minimal"
                                             : "-");
        }
        fmt::print("\n");
    }
}

void printSummary(const Summary& summary, std::size_t pairs, bool compared) {
    fmt::print("# {} pairs, {} overlapping\n", pairs, summary.overlapping);
    if (compared) {
        fmt::print("# false positives {}, false negatives {}, not minimal {} (beyond {:g} of size)\n",
                   summary.falsePositives, summary.falseNegatives, summary.notMinimal, Errors::kTolerance);
        fmt::print(
            "# depth error: worst {:.3g}, mean {:.3g}; excess: worst {:.3g} (fractions of "
            "size)\n",
            summary.worstDepth, summary.meanDepth, summary.worstExcess);
    }
}

nlohmann::json jsonOf(const std::vector<Answer>& answers, const std::vector<Errors>& errors,
                      const Summary& summary) {
    nlohmann::json json = {{"pairs", nlohmann::json::array()},
                           {"summary", {{"pairs", answers.size()}, {"overlapping", summary.overlapping}}}};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const glm::dvec3& normal = answers[i].normalAToB;
        nlohmann::json line = {{"depth", answers[i].depth},
                               {"normalAToB", {normal.x, normal.y, normal.z}},
                               {"type", static_cast<int>(answers[i].kind)}};
        if (!errors.empty()) {
            line["depthError"] = errors[i].depth;
            line["excess"] = errors[i].excess;
        }
        json["pairs"].push_back(std::move(line));
    }
    if (!errors.empty()) {
        json["summary"].update({{"falsePositives", summary.falsePositives},
                                {"falseNegatives", summary.falseNegatives},
                                {"notMinimal", summary.notMinimal},
                                {"worstDepthError", summary.worstDepth},
                                {"meanDepthError", summary.meanDepth},
                                {"worstExcess", summary.worstExcess}});
    }
    return json;
}

template <class Value>
Value valueOr(Result<Value, pairs_file::Error> result) {
    if (!result) {
        throw BadInput(result.error().text());
    }
    return std::move(*result);
}

ExitCode run(const PairsCommand& options) {
    const auto file = valueOr(pairs_file::read(options.file));
    const auto hulls = valueOr(pairs_file::buildHulls(file, options.file));
    if (options.time) {
        if (file.pairs.empty()) {
            throw BadInput(options.file + ": there are no pairs to time");
        }
        printTimes(file, hulls, options.timing, options.json);
        return kDone;
    }
    std::vector<pairs_file::Answer> references;
    if (!options.reference.empty()) {
        references = valueOr(pairs_file::readAnswers(options.reference));
        if (references.size() != file.pairs.size()) {
            throw BadInput(fmt::format("{}: {} answers for the {} pairs of {}", options.reference,
                                       references.size(), file.pairs.size(), options.file));
        }
    }
    const auto answers = answersFor(file, hulls, options.frame);
    const auto errors = options.reference.empty() ? std::vector<Errors>() : compare(answers, references);
    const Summary summary = summed(answers, errors);
    if (options.json) {
        printJson(jsonOf(answers, errors, summary));
    } else {
        printLines(answers, errors);
        printSummary(summary, answers.size(), !options.reference.empty());
    }
    return summary.agrees() ? kDone : kDiffering;
}

}  // namespace

void addPairs(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command =
        app.add_subcommand("pairs", "Answer a file of hull pairs, and compare the answers with a reference");
    const auto options = std::make_shared<PairsCommand>();
    command->add_option("FILE", options->file, "hulls and pairs with poses (docs/pair_format.md)")
        ->required()
        ->type_name("");
    command->add_option("--reference", options->reference, "the exact answers, one line per pair")
        ->type_name("FILE");
    command
        ->add_option("--frame", options->frame,
                     "first move every B by N frames of its velocity; *.coh.ref files hold the answers of "
                     "frame 49")
        ->check(CLI::Range(-1'000'000, 1'000'000))
        ->type_name("N");
    CLI::Option* const time = command->add_flag("--time", options->time,
                                                "print nanoseconds per pair and regime instead of answers");
    time->excludes("--reference")->excludes("--frame");
    command->add_flag("--bulk", options->timing.bulk, "also time all pairs in one call")->needs(time);
    command->add_flag("--json", options->json, "print answers and summary, or times, as JSON");
    command->footer(
        "Prints one line per pair: depth nx ny nz type. A positive depth is the overlap in meters, a "
        "negative\n"
        "one minus the largest gap over all tested axes. n is the unit normal from A to B in the world "
        "frame;\n"
        "moving B by depth * n just separates the pair. The type is 0 for a face of A, 1 for a face of B, 2\n"
        "for two edges. With a reference, each line continues with depth_error and excess (true depth along "
        "n\n"
        "minus the smallest depth), as fractions of the pair's size, and the fault. The sizes of gaps are "
        "not\n"
        "compared. Exit code 1: a wrong verdict, or an error of more than 1e-6 of size.\n"
        "\n"
        "Examples:\n"
        "  sat3d pairs tank_tank.txt\n"
        "  sat3d pairs tank_tank.txt --reference tank_tank.ref\n"
        "  sat3d pairs tank_tank.txt --frame 49 --reference tank_tank.coh.ref --json\n"
        "  sat3d pairs tank_tank.txt --time --bulk");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
