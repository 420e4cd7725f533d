#include "report.hpp"

#include "harness/time_format.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sat3d::benchmarks {

namespace {

template <class Value>
void addOnce(std::vector<Value>& values, const Value& value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) {
        values.push_back(value);
    }
}

nlohmann::json toJson(const Entry& entry) {
    const Accuracy& accuracy = entry.accuracy;
    return {{"name", entry.contender},
            {"ns", entry.nanoseconds},
            {"spread", entry.spread},
            {"timesSlower", entry.timesSlower},
            {"queriesTimed", entry.queries},
            {"accuracy",
             {{"judged", accuracy.judged},
              {"falseHits", accuracy.falseHits},
              {"falseMisses", accuracy.falseMisses},
              {"worst", accuracy.worst},
              {"mean", accuracy.mean()}}}};
}

void printSummary(const Report& report, Verb verb) {
    std::vector<std::string> columns, contenders;
    for (const Section& section : report.sections) {
        if (section.verb == verb) {
            addOnce(columns, section.workload + " " + section.list);
            for (const Entry& entry : section.entries) {
                addOnce(contenders, entry.contender);
            }
        }
    }
    fmt::print("\n{:<20}", nameOf(verb));
    for (const std::string& column : columns) {
        fmt::print("{:>16}", column);
    }
    fmt::print("\n");
    for (const std::string& contender : contenders) {
        fmt::print("{:<20}", contender);
        for (const Section& section : report.sections) {
            for (const Entry& entry : section.entries) {
                if (section.verb == verb && entry.contender == contender) {
                    fmt::print("{:>16}", ratioText(entry.timesSlower));
                }
            }
        }
        fmt::print("\n");
    }
}

}  // namespace

void printHeader(const Report& report) {
    fmt::print(
        "Times: ns per query, processor time of one thread, median of {} repeats, +- half the interquartile\n"
        "range in %; then the ratio to the time of {}. false: hits/misses. Errors are fractions of the "
        "pair's\n"
        "size. Best instruction set: {}.\n",
        report.repeats, kOurs, report.instructionSet);
}

void printSection(const Section& section) {
    fmt::print("\n{}, {}, {}\n", nameOf(section.verb), section.workload, section.list);
    for (const Entry& entry : section.entries) {
        const Accuracy& accuracy = entry.accuracy;
        fmt::print(
            "{:<20}{:>9} ±{:<3.0f}{:>7} | false {:>3}/{:<3} of {}, error at most {:.1e}, mean {:.1e}\n",
            entry.contender, timeText(entry.nanoseconds), 100.0 * entry.spread, ratioText(entry.timesSlower),
            accuracy.falseHits, accuracy.falseMisses, accuracy.judged, accuracy.worst, accuracy.mean());
    }
}

void printSummary(const Report& report) {
    fmt::print("\nTimes slower than {}:\n", kOurs);
    for (const Verb verb : kVerbs) {
        printSummary(report, verb);
    }
}

nlohmann::json toJson(const Report& report) {
    nlohmann::json json = {{"repeats", report.repeats},
                           {"instructionSet", report.instructionSet},
                           {"sections", nlohmann::json::array()}};
    for (const Section& section : report.sections) {
        nlohmann::json contenders = nlohmann::json::array();
        for (const Entry& entry : section.entries) {
            contenders.push_back(toJson(entry));
        }
        json["sections"].push_back({{"verb", nameOf(section.verb)},
                                    {"workload", section.workload},
                                    {"list", section.list},
                                    {"contenders", std::move(contenders)}});
    }
    return json;
}

}  // namespace sat3d::benchmarks
