#include "report.hpp"

#include "harness/time_format.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::benchmarks {

namespace {

nlohmann::json toJson(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

nlohmann::json toJson(const Accuracy& accuracy) {
    return {{"judged", accuracy.judged},
            {"falsePositives", accuracy.falsePositives},
            {"falseNegatives", accuracy.falseNegatives},
            {"pushes", accuracy.pushes},
            {"notMinimal", accuracy.notMinimal},
            {"worstDepthError", accuracy.worstDepthError},
            {"meanDepthError", accuracy.meanDepthError()}};
}

nlohmann::json toJson(const Section& section) {
    nlohmann::json json = {{"mode", section.mode}, {"lists", nlohmann::json::array()}};
    for (std::size_t list = 0; list < kListCount; ++list) {
        nlohmann::json contenders = nlohmann::json::array();
        for (const Entry& entry : section.lists[list]) {
            contenders.push_back({{"name", entry.contender},
                                  {"ns", entry.nanoseconds},
                                  {"spread", entry.spread},
                                  {"timesFaster", toJson(entry.timesFaster)},
                                  {"queriesTimed", entry.queryCount}});
            if (entry.accuracy.judged > 0) {
                contenders.back()["accuracy"] = toJson(entry.accuracy);
            }
        }
        json["lists"].push_back({{"name", kListNames[list]},
                                 {"queries", section.queryCounts[list]},
                                 {"contenders", std::move(contenders)}});
    }
    for (std::size_t i = 0; i < section.contenderCount(); ++i) {
        json["hits"].push_back({{"name", section.lists[kFar][i].contender},
                                {"ns", section.hitNanoseconds(i)},
                                {"timesFaster", toJson(section.hitTimesFaster(i))}});
    }
    return json;
}

}  // namespace

Accuracy& Accuracy::operator+=(const Accuracy& other) {
    judged += other.judged;
    falsePositives += other.falsePositives;
    falseNegatives += other.falseNegatives;
    pushes += other.pushes;
    notMinimal += other.notMinimal;
    worstDepthError = std::max(worstDepthError, other.worstDepthError);
    depthErrors += other.depthErrors;
    return *this;
}

Accuracy Section::accuracyOf(std::size_t contender) const {
    Accuracy sum;
    for (const List list : {kFar, kNear, kShallow, kDeep}) {
        sum += lists[list][contender].accuracy;
    }
    return sum;
}

double Section::hitNanoseconds(std::size_t contender) const {
    return std::sqrt(lists[kShallow][contender].nanoseconds * lists[kDeep][contender].nanoseconds);
}

std::optional<double> Section::hitTimesFaster(std::size_t contender) const {
    const auto &shallow = lists[kShallow][contender].timesFaster, &deep = lists[kDeep][contender].timesFaster;
    return shallow && deep ? std::optional(std::sqrt(*shallow * *deep)) : std::nullopt;
}

void printSection(const WorkloadReport& workload, const Section& section) {
    fmt::print(
        "\n{}, {}: {} hulls of {} to {} vertices, {:.0f} bytes each ({:.0f} for the kernels); {} poses per "
        "regime\n",
        workload.name, section.mode, workload.hullCount, workload.leastVertices, workload.mostVertices,
        workload.bytesPerHull, workload.kernelBytesPerHull, section.queryCounts[kDeep]);
    fmt::print("{:<22}", "");
    for (const char* const name : kListNames) {
        fmt::print("{:>20}", name);
    }
    fmt::print("{:>14} | {:>7} {:>8} {:>8} {:>11}\n", "hits", "false", "worst", "mean", "not minimal");
    for (std::size_t i = 0; i < section.contenderCount(); ++i) {
        fmt::print("{:<22}", section.lists[kFar][i].contender);
        for (const auto& list : section.lists) {
            fmt::print("{:>9} ±{:<3.0f}{:>6}", timeText(list[i].nanoseconds), 100.0 * list[i].spread,
                       ratioText(list[i].timesFaster));
        }
        const Accuracy accuracy = section.accuracyOf(i);
        fmt::print("{:>8}{:>6} | {:>3}/{:<3}", timeText(section.hitNanoseconds(i)),
                   ratioText(section.hitTimesFaster(i)), accuracy.falsePositives, accuracy.falseNegatives);
        if (accuracy.pushes > 0) {
            fmt::print(" {:>8.1e} {:>8.1e} {:>4} of {:<3}", accuracy.worstDepthError,
                       accuracy.meanDepthError(), accuracy.notMinimal, accuracy.pushes);
        }
        fmt::print("\n");
    }
}

void printSummary(const Report& report) {
    for (std::size_t s = 0; s < report.workloads.front().sections.size(); ++s) {
        fmt::print("\nhits, {}: speedup over the baseline (geometric mean of shallow and deep)\n{:<22}",
                   report.workloads.front().sections[s].mode, "");
        std::vector<std::string> contenders;
        for (const WorkloadReport& workload : report.workloads) {
            fmt::print("{:>10}", workload.name);
            for (const Entry& entry : workload.sections[s].lists[kFar]) {
                if (std::find(contenders.begin(), contenders.end(), entry.contender) == contenders.end()) {
                    contenders.push_back(entry.contender);
                }
            }
        }
        fmt::print("\n");
        for (const std::string& contender : contenders) {
            fmt::print("{:<22}", contender);
            for (const WorkloadReport& workload : report.workloads) {
                const Section& section = workload.sections[s];
                std::string text = "-";
                for (std::size_t i = 0; i < section.contenderCount(); ++i) {
                    if (section.lists[kFar][i].contender == contender) {
                        text = ratioText(section.hitTimesFaster(i));
                    }
                }
                fmt::print("{:>10}", text);
            }
            fmt::print("\n");
        }
    }
}

nlohmann::json toJson(const Report& report) {
    nlohmann::json json = {{"repeats", report.repeats},
                           {"instructionSet", report.instructionSet},
                           {"workloads", nlohmann::json::array()}};
    for (const WorkloadReport& workload : report.workloads) {
        nlohmann::json sections = nlohmann::json::array();
        for (const Section& section : workload.sections) {
            sections.push_back(toJson(section));
        }
        json["workloads"].push_back({{"name", workload.name},
                                     {"hulls", workload.hullCount},
                                     {"leastVertices", workload.leastVertices},
                                     {"mostVertices", workload.mostVertices},
                                     {"bytesPerHull", workload.bytesPerHull},
                                     {"kernelBytesPerHull", workload.kernelBytesPerHull},
                                     {"sections", std::move(sections)}});
    }
    return json;
}

}  // namespace sat3d::benchmarks
