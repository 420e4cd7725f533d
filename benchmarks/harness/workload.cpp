#include "harness/workload.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sat3d::benchmarks {

namespace {

using pairs_file::Regime;

template <class Value>
Value valueOf(Result<Value, pairs_file::Error> result) {
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return std::move(*result);
}

}  // namespace

Workload load(const std::string& folder, const std::string& name) {
    const std::string stem = folder + "/" + name;
    auto file = valueOf(pairs_file::read(stem + ".txt"));
    auto hulls = valueOf(pairs_file::buildHulls(file, stem + ".txt"));
    Workload workload{name, std::move(file), std::move(hulls),
                      valueOf(pairs_file::readAnswers(stem + ".ref")),
                      valueOf(pairs_file::readAnswers(stem + ".coh.ref"))};
    const auto& pairs = workload.file.pairs;
    if (workload.answers.size() != pairs.size() || workload.coherentAnswers.size() != pairs.size()) {
        throw std::runtime_error(stem +
                                 ": the .ref and .coh.ref files must contain one answer for every pair");
    }
    for (const auto regime : {Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep}) {
        if (std::none_of(pairs.begin(), pairs.end(),
                         [&](const auto& pair) { return pair.regime == regime; })) {
            throw std::runtime_error(stem + ".txt: must contain pairs of all four regimes");
        }
    }
    return workload;
}

}  // namespace sat3d::benchmarks
