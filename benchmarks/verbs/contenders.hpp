#pragma once

/// @file
/// Everyone who takes part. What is not installed is left out by CMake.

#include "questions.hpp"

#include <memory>
#include <pair_timing/contender.hpp>
#include <vector>

namespace sat3d::benchmarks {

/// As pair_timing::EngineContender, for an engine with
///   Shape, Asked, Answer           its own types
///   std::unique_ptr<Shape> shape(const ConvexHull&)
///   Asked asked(const Question&)
///   Answer ask(const Shape& a, const Shape& b, const Asked&)      what is timed
///   GivenAnswer given(const Answer&, const Asked&)
/// where `overlapping` is a hit, and `depth` the distance, the ray's length up to the hit, or the sweep's
/// fraction.
template <class Engine>
class VerbContender final : public pair_timing::Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        hulls_ = &hulls;
        shapes_.clear();
        for (const ConvexHull& hull : hulls) {
            shapes_.push_back(Engine::shape(hull));
        }
        return true;
    }
    void takeQueries(const pair_timing::QueryList& list) override {
        questions_.clear();
        for (const Question& question : questionsOf(list, *hulls_)) {
            questions_.push_back(
                {shapes_[question.a].get(), shapes_[question.b].get(), Engine::asked(question)});
        }
        answers_.assign(questions_.size(), {});
    }
    void answer(std::size_t first, std::size_t last) override {
        for (std::size_t i = first; i < last; ++i) {
            answers_[i] = Engine::ask(*questions_[i].a, *questions_[i].b, questions_[i].asked);
        }
    }
    [[nodiscard]] pair_timing::GivenAnswer answerTo(std::size_t query) const override {
        return Engine::given(answers_[query], questions_[query].asked);
    }

private:
    struct Own {
        const typename Engine::Shape *a, *b;
        typename Engine::Asked asked;
    };
    const std::vector<ConvexHull>* hulls_ = nullptr;
    std::vector<std::unique_ptr<typename Engine::Shape>> shapes_;
    std::vector<Own> questions_;
    std::vector<typename Engine::Answer> answers_;
};

/// The name of the contender that all ratios refer to.
inline constexpr const char* kOurs = "sat3d";

using Contenders = std::vector<std::unique_ptr<pair_timing::Contender>>;
void addOurs(Verb verb, Contenders& contenders);
void addBullet(Verb verb, Contenders& contenders);
void addFcl(Verb verb, Contenders& contenders);

}  // namespace sat3d::benchmarks
