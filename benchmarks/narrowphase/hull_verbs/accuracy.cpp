#include "accuracy.hpp"

#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <pairs_file/accuracy.hpp>

namespace sat3d::benchmarks {

namespace {

using pair_timing::Contender;
using pair_timing::GivenAnswer;

constexpr int kSamples = 200;
constexpr double kGraze = 1e-3;

DPose inDouble(const Pose& pose) {
    return {pose.position, glm::normalize(glm::dquat(pose.rotation))};
}

double provenGap(const VerbQuery& q, const std::vector<ConvexHull>& hulls, const glm::dvec3& normal) {
    return glm::length(normal) > 0.5
               ? -pairs_file::overlapAlong(glm::normalize(normal), hulls[q.a], inDouble(q.poseA), hulls[q.b],
                                           inDouble(q.poseB))
               : -std::numeric_limits<double>::infinity();
}

/// Distance along the ray at which it enters A.
std::optional<double> entryOf(const VerbQuery& q, const ConvexHull& hull) {
    const DPose pose = inDouble(q.poseA), toLocal = pose.inverse();
    const glm::dvec3 origin = toLocal.transformPoint(glm::dvec3(q.ray.origin));
    const glm::dvec3 direction = toLocal.transformDirection(glm::normalize(glm::dvec3(q.ray.direction)));
    double entry = 0.0, exit = double(q.ray.length);
    for (const ConvexHull::Face& face : hull.faces()) {
        const double rise = glm::dot(face.plane.normal, direction);
        const double t = -face.plane.signedDistance(origin) / rise;
        (rise < 0.0 ? entry : exit) = rise < 0.0 ? std::max(entry, t) : std::min(exit, t);
    }
    return entry < exit ? std::optional(entry) : std::nullopt;
}

double separationAt(const VerbQuery& q, const std::vector<ConvexHull>& hulls, double fraction) {
    DPose moved = inDouble(q.poseB);
    moved.position += fraction * glm::dvec3(q.translationB);
    return double(distance(hulls[q.a], inDouble(q.poseA), hulls[q.b], moved).separation);
}

enum class Passage { Hit, Miss, Graze };
Passage passageOf(const VerbQuery& q, const std::vector<ConvexHull>& hulls) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= kSamples; ++i) {
        least = std::min(least, separationAt(q, hulls, double(i) / kSamples));
    }
    return least < -kGraze * q.size ? Passage::Hit : least > kGraze * q.size ? Passage::Miss : Passage::Graze;
}

void judgeDistance(const VerbQuery& q, const std::vector<ConvexHull>& hulls,
                   const std::vector<GivenAnswer>& answers, std::vector<Accuracy>& accuracies) {
    double gap = -std::numeric_limits<double>::infinity();
    for (const GivenAnswer& answer : answers) {
        gap = std::max(gap, provenGap(q, hulls, answer.normalAToB));
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
        accuracies[i].measure(std::abs(answers[i].depth - gap) / q.size);
    }
}

void judgeRay(const VerbQuery& q, const std::vector<ConvexHull>& hulls,
              const std::vector<GivenAnswer>& answers, std::vector<Accuracy>& accuracies) {
    const std::optional<double> entry = entryOf(q, hulls[q.a]);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        accuracies[i].falseHits += answers[i].overlapping && !entry;
        accuracies[i].falseMisses += !answers[i].overlapping && entry;
        if (answers[i].overlapping && entry) {
            accuracies[i].measure(std::abs(answers[i].depth - *entry) / q.size);
        }
    }
}

void judgeSweep(const VerbQuery& q, const std::vector<ConvexHull>& hulls,
                const std::vector<GivenAnswer>& answers, std::vector<Accuracy>& accuracies) {
    const Passage passage = passageOf(q, hulls);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        accuracies[i].falseHits += answers[i].overlapping && passage == Passage::Miss;
        accuracies[i].falseMisses += !answers[i].overlapping && passage == Passage::Hit;
        if (answers[i].overlapping && passage == Passage::Hit) {
            accuracies[i].measure(std::abs(separationAt(q, hulls, answers[i].depth)) / q.size);
        }
    }
}

}  // namespace

void Accuracy::measure(double error) {
    ++measured;
    worst = std::max(worst, error);
    sum += error;
}

std::vector<Accuracy> judge(Verb verb, const std::vector<Contender*>& contenders,
                            const pair_timing::QueryList& list, const std::vector<ConvexHull>& hulls) {
    const auto judgeOne = verb == Verb::Distance ? judgeDistance : verb == Verb::Ray ? judgeRay : judgeSweep;
    std::vector<Accuracy> accuracies(contenders.size());
    for (Contender* const contender : contenders) {
        contender->takeQueries(list);
        contender->answer(0, list.pairCount);
    }
    const std::vector<VerbQuery> queries = verbQueriesOf(list, hulls);
    for (std::size_t query = 0; query < list.pairCount; ++query) {
        std::vector<GivenAnswer> answers;
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            answers.push_back(contenders[i]->answerTo(query));
            ++accuracies[i].judged;
        }
        judgeOne(queries[query], hulls, answers, accuracies);
    }
    return accuracies;
}

}  // namespace sat3d::benchmarks
