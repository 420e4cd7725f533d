#include "modes.hpp"

#include "contenders.hpp"
#include "harness/time_format.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <pair_timing/measure.hpp>
#include <pair_timing/ours.hpp>
#include <pair_timing/query_list.hpp>
#include <pair_timing/statistics.hpp>
#include <pairs_file/accuracy.hpp>

namespace sat3d::benchmarks {

namespace {

using pair_timing::QueryList;
using pair_timing::Timing;
using Contenders = std::vector<std::unique_ptr<Contender>>;

/// @param keep  whether peers may keep what they know about a pair
void addPeers([[maybe_unused]] Contenders& contenders, [[maybe_unused]] bool keep) {
#ifdef SAT3D_BENCHMARK_BULLET
    contenders.push_back(makeBulletGjkEpa());
    contenders.push_back(makeBulletBoxBox());
    contenders.push_back(makeBulletDispatcher(keep));
    contenders.push_back(makeBulletClipping(keep));
#endif
#ifdef SAT3D_BENCHMARK_BOX3D
    contenders.push_back(makeBox3dManifold(keep));
#endif
#ifdef SAT3D_BENCHMARK_JOLT
    contenders.push_back(makeJoltManifold());
    contenders.push_back(makeJoltDefaults());
#endif
#ifdef SAT3D_BENCHMARK_LIBCCD
    contenders.push_back(makeLibccd());
#endif
#ifdef SAT3D_BENCHMARK_FCL
    contenders.push_back(makeFcl());
#endif
#ifdef SAT3D_BENCHMARK_ODE
    contenders.push_back(makeOdeBoxBox());
#endif
}

void add(Accuracy& accuracy, const pair_timing::GivenAnswer& given, const pairs_file::Answer& reference,
         double trueDepth) {
    const double depth = given.overlapping ? given.depth : 0.0;
    const pairs_file::Errors errors = pairs_file::errorsOf(depth, trueDepth, reference);
    ++accuracy.judged;
    accuracy.falsePositives += errors.falsePositive;
    accuracy.falseNegatives += errors.falseNegative;
    if (given.overlapping && given.hasPush && reference.depth > 0.0) {
        ++accuracy.pushes;
        accuracy.notMinimal += errors.excess > Accuracy::kNotMinimal;
        accuracy.worstDepthError = std::max(accuracy.worstDepthError, errors.depth);
        accuracy.depthErrors += errors.depth;
    }
}

/// Compares one round with the reference answers: the first, or the last in coherent mode.
Accuracy judge(Contender& contender, const QueryList& list, const Workload& workload, bool coherent) {
    const std::size_t first = coherent ? list.queries.size() - list.pairCount : 0;
    contender.forget();
    contender.answer(contender.remembers() ? 0 : first, first + list.pairCount);
    Accuracy accuracy;
    for (std::size_t i = first; i < first + list.pairCount; ++i) {
        const std::size_t index = list.queries[i].pair;
        const pairs_file::Pair& pair = workload.file.pairs[index];
        const DPose poseB = pair.poseBAtFrame(coherent ? pairs_file::kCoherentFrame : 0);
        const pair_timing::GivenAnswer given = contender.answerTo(i);
        const double trueDepth = given.overlapping
                                     ? pairs_file::overlapAlong(given.normalAToB, workload.hulls[pair.a],
                                                                pair.poseA, workload.hulls[pair.b], poseB)
                                     : 0.0;
        add(accuracy, given, (coherent ? workload.coherentAnswers : workload.answers)[index], trueDepth);
    }
    return accuracy;
}

std::vector<Entry> measureList(const std::vector<Contender*>& contenders, const QueryList& list,
                               int repeats) {
    const std::vector<Timing> timings = pair_timing::measure(contenders, list, repeats);
    const auto baseline = std::find_if(contenders.begin(), contenders.end(), [](const Contender* contender) {
        return contender->name() == kBaseline;
    });
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        Entry entry{contenders[i]->name(),
                    pair_timing::median(timings[i].nanoseconds),
                    pair_timing::spread(timings[i].nanoseconds),
                    std::nullopt,
                    timings[i].queryCount,
                    {}};
        if (baseline != contenders.end()) {
            entry.timesFaster =
                timesFaster(timings[i], timings[static_cast<std::size_t>(baseline - contenders.begin())]);
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace

std::vector<Mode> makeModes() {
    Contenders cold, warm;
    cold.push_back(pair_timing::makePenetration());
    cold.push_back(pair_timing::makeManifold());
    cold.push_back(pair_timing::makePenetrationBatch());
    cold.push_back(pair_timing::makeOverlaps());
    cold.push_back(makeProjectionSat());
    warm.push_back(pair_timing::makePenetration());
    warm.push_back(pair_timing::makeManifold());
    addPeers(cold, false);
    addPeers(warm, true);
    std::vector<Mode> modes;
    modes.push_back({"cold", false, std::move(cold)});
    modes.push_back({"warm", true, std::move(warm)});
    return modes;
}

Section measureSection(const Mode& mode, const Workload& workload, int repeats) {
    std::vector<Contender*> contenders;
    for (const auto& contender : mode.contenders) {
        if (contender->takeShapes(workload.hulls)) {
            contenders.push_back(contender.get());
        }
    }
    Section section;
    section.mode = mode.name;
    for (std::size_t i = 0; i < kListCount; ++i) {
        const auto regime = i == kAll ? pair_timing::RegimeChoice()
                                      : pair_timing::RegimeChoice(static_cast<pairs_file::Regime>(i));
        const QueryList list = mode.coherent
                                   ? pair_timing::coherentQueries(workload.file, regime)
                                   : pair_timing::coldQueries(workload.file, workload.hulls, regime);
        section.queryCounts[i] = list.queries.size() - list.firstTimed();
        section.lists[i] = measureList(contenders, list, repeats);
        for (std::size_t k = 0; regime && k < contenders.size(); ++k) {
            section.lists[i][k].accuracy = judge(*contenders[k], list, workload, mode.coherent);
        }
    }
    return section;
}

}  // namespace sat3d::benchmarks
