#include "commands/pair_times.hpp"

#include "terminal.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <pair_timing/measure.hpp>
#include <pair_timing/ours.hpp>
#include <pair_timing/query_list.hpp>
#include <pair_timing/statistics.hpp>
#include <string>
#include <utility>

namespace sat3d::tool {

namespace {

using pair_timing::Contender;
using pair_timing::QueryList;
using pair_timing::RegimeChoice;
using pairs_file::Regime;

constexpr int kRepeats = 15;

constexpr std::array<std::pair<const char*, RegimeChoice>, 5> kLists{{{"far", Regime::Far},
                                                                      {"near", Regime::Near},
                                                                      {"shallow", Regime::Shallow},
                                                                      {"deep", Regime::Deep},
                                                                      {"all", std::nullopt}}};

/// A query method: a column of the table.
struct Method {
    std::string name;
    std::unique_ptr<Contender> contender;
};

std::vector<Method> methodsFor(const TimingOptions& options) {
    std::vector<Method> methods;
    methods.push_back({"cold", pair_timing::makePenetration()});
    if (options.bulk) {
        methods.push_back({"bulk", pair_timing::makePenetrationBatch()});
    }
    return methods;
}

struct Time {
    std::string method;
    double nanoseconds, spread;
};
struct Row {
    std::string list;
    std::size_t pairs;
    std::vector<Time> times;
};

std::vector<Row> timesOf(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                         const std::vector<Method>& methods) {
    for (const Method& method : methods) {
        (void)method.contender->takeShapes(hulls);  // this contender takes all hulls
    }
    std::vector<Row> rows;
    Progress progress("timing", kLists.size());
    for (const auto& [name, regime] : kLists) {
        const QueryList queries = pair_timing::coldQueries(file, hulls, regime);
        Row row{name, queries.pairCount, {}};
        if (row.pairs > 0) {
            for (const Method& method : methods) {
                Contender* const contender = method.contender.get();
                const auto timings = pair_timing::measure({&contender, 1}, queries, kRepeats);
                const std::vector<double>& repeats = timings.front().nanoseconds;
                row.times.push_back(
                    {method.name, pair_timing::median(repeats), pair_timing::spread(repeats)});
            }
            rows.push_back(std::move(row));
        }
        progress.step();
    }
    return rows;
}

void printTable(const std::vector<Row>& rows) {
    fmt::print("# nanoseconds per pair, processor time of one thread, median of {} repeats\n", kRepeats);
    std::vector<Table::Column> columns{{"regime"}, {"pairs", Table::Align::Right}};
    for (const Time& time : rows.front().times) {
        columns.push_back({time.method, Table::Align::Right});
        columns.push_back({"+-", Table::Align::Right});
    }
    Table table(std::move(columns));
    for (const Row& row : rows) {
        std::vector<std::string> cells{row.list, std::to_string(row.pairs)};
        for (const Time& time : row.times) {
            cells.push_back(fmt::format("{:.1f}", time.nanoseconds));
            cells.push_back(fmt::format("{:.0f} %", 100.0 * time.spread));
        }
        table.add(std::move(cells));
    }
    table.print();
}

nlohmann::json toJson(const std::vector<Row>& rows) {
    nlohmann::json json = nlohmann::json::array();
    for (const Row& row : rows) {
        nlohmann::json line = {{"regime", row.list}, {"pairs", row.pairs}};
        for (const Time& time : row.times) {
            line[time.method] = {{"ns", time.nanoseconds}, {"spread", time.spread}};
        }
        json.push_back(std::move(line));
    }
    return json;
}

}  // namespace

void printTimes(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                const TimingOptions& options, bool json) {
    const std::vector<Row> rows = timesOf(file, hulls, methodsFor(options));
    if (json) {
        printJson({{"repeats", kRepeats}, {"times", toJson(rows)}});
    } else {
        printTable(rows);
    }
}

}  // namespace sat3d::tool
