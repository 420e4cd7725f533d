#pragma once

/// @file
/// The contenders of the benchmark. CMake leaves out libraries that are not installed.

#include "queries.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// Registers a benchmark of one contender's time and accuracy. The class Asked has
///   explicit Asked(const ShapeQuery&)       converts the query to the engine's types
///   auto ask() const                        the timed call
///   GivenAnswer given(const Answer&) const  converts the answer
template <class Asked>
void addContender(Verb verb, PairOfTypes types, const std::string& name) {
    benchmark::RegisterBenchmark((nameOf(verb, types) + "/" + name).c_str(), [=](benchmark::State& state) {
        const std::vector<ShapeQuery> queries = shapeQueriesOf(verb, types);
        std::vector<Asked> asked;
        asked.reserve(queries.size());
        for (const ShapeQuery& query : queries) {
            asked.emplace_back(query);
        }
        std::size_t next = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(asked[next].ask());
            next = next + 1 == asked.size() ? 0 : next + 1;
        }
        Accuracy accuracy;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            accuracy.judge(verb, queries[i], asked[i].given(asked[i].ask()));
        }
        state.counters["falseHits"] = double(accuracy.falseHits);
        state.counters["falseMisses"] = double(accuracy.falseMisses);
        state.counters["worst"] = accuracy.worst;
        state.counters["mean"] = accuracy.mean();
    });
}

void addOurs(Verb verb, PairOfTypes types);
void addBullet(Verb verb, PairOfTypes types);
void addFcl(Verb verb, PairOfTypes types);
void addLibccd(Verb verb, PairOfTypes types);

}  // namespace sat3d::benchmarks
