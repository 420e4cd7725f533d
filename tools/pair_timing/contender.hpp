#pragma once

/// @file
/// Whoever answers queries and is timed at it.

#include "query_list.hpp"

#include <glm/ext/vector_double3.hpp>

#include <cstddef>
#include <memory>
#include <pairs_file/pairs_file.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::pair_timing {

/// An answer in the common form.
struct GivenAnswer {
    bool overlapping = false;
    double depth = 0.0;          ///< metres, where overlapping
    glm::dvec3 normalAToB{0.0};  ///< world frame, where overlapping
    bool hasPush = true;         ///< false: depth and normal mean nothing
};

class Contender {
public:
    explicit Contender(std::string name) : name_(std::move(name)) {}
    virtual ~Contender() = default;
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }

    /// Makes its own shapes. False: it has no routine for shapes like these and sits this file out.
    [[nodiscard]] virtual bool takeShapes(const std::vector<ConvexHull>& hulls) = 0;
    /// Makes its own poses.
    virtual void takeQueries(const QueryList& list) = 0;
    /// Throws away what it has kept from earlier queries.
    virtual void forget() {}
    /// Whether answers, or the time they take, depend on earlier ones.
    [[nodiscard]] virtual bool remembers() const { return false; }
    /// Answers queries first .. last - 1: this is timed.
    virtual void answer(std::size_t first, std::size_t last) = 0;
    /// The latest answer to a query.
    [[nodiscard]] virtual GivenAnswer answerTo(std::size_t query) const = 0;

private:
    std::string name_;
};

/// A contender from an engine, which is a class with
///   Shape, Pose, Answer            its own types
///   std::unique_ptr<Shape> shape(const ConvexHull&)      null: no routine for such shapes
///   Pose pose(const sat3d::Pose&)
///   Answer ask(const Shape& a, const Pose&, const Shape& b, const Pose&)      what is timed
///   GivenAnswer given(const Answer&)
/// The loop is compiled with the engine, so that a query costs no call more than it must.
template <class Engine>
class EngineContender final : public Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        shapes_.clear();
        for (const ConvexHull& hull : hulls) {
            shapes_.push_back(engine_.shape(hull));
            if (!shapes_.back()) {
                return false;
            }
        }
        return true;
    }

    void takeQueries(const QueryList& list) override {
        questions_.clear();
        for (const Query& query : list.queries) {
            questions_.push_back({shapes_[query.a].get(), engine_.pose(query.poseA), shapes_[query.b].get(),
                                  engine_.pose(query.poseB)});
        }
        answers_.assign(questions_.size(), {});
    }

    void answer(std::size_t first, std::size_t last) override {
        for (std::size_t i = first; i < last; ++i) {
            const Question& question = questions_[i];
            answers_[i] = engine_.ask(*question.a, question.poseA, *question.b, question.poseB);
        }
    }

    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override {
        return engine_.given(answers_[query]);
    }

private:
    struct Question {
        const typename Engine::Shape* a;
        typename Engine::Pose poseA;
        const typename Engine::Shape* b;
        typename Engine::Pose poseB;
    };
    Engine engine_;
    std::vector<std::unique_ptr<typename Engine::Shape>> shapes_;
    std::vector<Question> questions_;
    std::vector<typename Engine::Answer> answers_;
};

}  // namespace sat3d::pair_timing
