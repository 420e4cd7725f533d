#pragma once

/// @file
/// The contenders of the benchmark. CMake leaves out libraries that are not installed.

#include "queries.hpp"

#include <memory>
#include <pair_timing/contender.hpp>
#include <vector>

namespace sat3d::benchmarks {

/// A contender like pair_timing::EngineContender. The class Engine has
///   Shape, Asked, Answer                                      the engine's types
///   std::unique_ptr<Shape> shape(const ConvexHull&)
///   Asked asked(const VerbQuery&)                             converts the query
///   Answer ask(const Shape& a, const Shape& b, const Asked&)  the timed call
///   GivenAnswer given(const Answer&, const Asked&)            converts the answer
/// In GivenAnswer, `overlapping` is a hit, and `depth` is the distance, the distance along the ray, or the
/// fraction of the sweep.
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
        queries_.clear();
        for (const VerbQuery& query : verbQueriesOf(list, *hulls_)) {
            queries_.push_back({shapes_[query.a].get(), shapes_[query.b].get(), Engine::asked(query)});
        }
        answers_.assign(queries_.size(), {});
    }
    void answer(std::size_t first, std::size_t last) override {
        for (std::size_t i = first; i < last; ++i) {
            answers_[i] = Engine::ask(*queries_[i].a, *queries_[i].b, queries_[i].asked);
        }
    }
    [[nodiscard]] pair_timing::GivenAnswer answerTo(std::size_t query) const override {
        return Engine::given(answers_[query], queries_[query].asked);
    }

private:
    struct Own {
        const typename Engine::Shape *a, *b;
        typename Engine::Asked asked;
    };
    const std::vector<ConvexHull>* hulls_ = nullptr;
    std::vector<std::unique_ptr<typename Engine::Shape>> shapes_;
    std::vector<Own> queries_;
    std::vector<typename Engine::Answer> answers_;
};

/// Name of the contender that all ratios refer to.
inline constexpr const char* kOurs = "sat3d";

using Contenders = std::vector<std::unique_ptr<pair_timing::Contender>>;
void addOurs(Verb verb, Contenders& contenders);
void addBullet(Verb verb, Contenders& contenders);
void addFcl(Verb verb, Contenders& contenders);

}  // namespace sat3d::benchmarks
