#include "harness/pair_benchmark.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

namespace sat3d::benchmarks {

namespace {

void write(const nlohmann::json& results, const std::string& path) {
    std::ofstream stream(path);
    stream << results.dump(1) << '\n';
    if (!stream.good()) {
        throw std::runtime_error("cannot write " + path);
    }
}

}  // namespace

int runPairBenchmark(const PairBenchmark& benchmark, int argc, char** argv,
                     const std::function<nlohmann::json(const Options&)>& measure) {
    CLI::App app(benchmark.purpose, benchmark.name);
    Options options;
    options.workloads = benchmark.workloads;
    std::string json;
    app.add_option("--workload", options.workloads,
                   "measure only these pair files of the folder (names without .txt)")
        ->type_name("NAME...");
    app.add_option("--repeats", options.repeats, "number of timed repeats")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--folder", options.folder, "folder of the files NAME.txt, NAME.ref and NAME.coh.ref")
        ->type_name("FOLDER")
        ->capture_default_str();
    app.add_option("--json", json, "also write the results to this file")->type_name("FILE")->take_last();
    app.footer("Examples:\n  " + benchmark.name + "\n  " + benchmark.name +
               " --workload box_box tank_tank --repeats 31\n  " + benchmark.name + " --json results.json");
    CLI11_PARSE(app, argc, argv);
    try {
        const nlohmann::json results = measure(options);
        if (!json.empty()) {
            write(results, json);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", benchmark.name.c_str(), error.what());
        return 1;
    }
    return 0;
}

}  // namespace sat3d::benchmarks
