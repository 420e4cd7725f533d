#pragma once

/// @file
/// Everyone who takes part. What is not installed is left out by CMake.

#include "questions.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// Times and judges an engine's way to answer, which is a class with
///   explicit Asked(const Question&)        the question in the engine's own types; may be moved
///   auto ask() const                       what is timed
///   GivenAnswer given(const Answer&) const
template <class Asked>
void addContender(Verb verb, PairOfTypes types, const std::string& name) {
    benchmark::RegisterBenchmark((nameOf(verb, types) + "/" + name).c_str(), [=](benchmark::State& state) {
        const std::vector<Question> questions = questionsOf(verb, types);
        std::vector<Asked> asked;
        asked.reserve(questions.size());
        for (const Question& question : questions) {
            asked.emplace_back(question);
        }
        std::size_t next = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(asked[next].ask());
            next = next + 1 == asked.size() ? 0 : next + 1;
        }
        Accuracy accuracy;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            accuracy.judge(verb, questions[i], asked[i].given(asked[i].ask()));
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
