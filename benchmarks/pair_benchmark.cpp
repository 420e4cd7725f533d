#include "pair_benchmark.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

namespace sat3d::benchmarks {

namespace {

void write(const nlohmann::json& figures, const std::string& path) {
    std::ofstream stream(path);
    stream << figures.dump(1) << '\n';
    if (!stream.good()) {
        throw std::runtime_error(path + " cannot be written");
    }
}

}  // namespace

int runPairBenchmark(const PairBenchmark& benchmark, int argc, char** argv,
                     const std::function<nlohmann::json(const Options&)>& measure) {
    CLI::App app(benchmark.purpose, benchmark.name);
    Options options;
    options.workloads = benchmark.workloads;
    std::string json;
    app.add_option("--workload", options.workloads, "only these files of the folder, without .txt")
        ->type_name("NAME...");
    app.add_option("--repeats", options.repeats, "how often everything is timed")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--folder", options.folder, "where NAME.txt, NAME.ref and NAME.coh.ref lie")
        ->type_name("FOLDER")
        ->capture_default_str();
    app.add_option("--json", json, "write the figures to this file, too")->type_name("FILE")->take_last();
    app.footer("Examples:\n  " + benchmark.name + "\n  " + benchmark.name +
               " --workload box_box tank_tank --repeats 31\n  " + benchmark.name + " --json figures.json");
    CLI11_PARSE(app, argc, argv);
    try {
        const nlohmann::json figures = measure(options);
        if (!json.empty()) {
            write(figures, json);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", benchmark.name.c_str(), error.what());
        return 1;
    }
    return 0;
}

}  // namespace sat3d::benchmarks
