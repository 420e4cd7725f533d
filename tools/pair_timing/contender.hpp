#pragma once

/// @file
/// The interface of a contender: an engine that answers queries while it is timed.

#include "query_list.hpp"

#include <glm/ext/vector_double3.hpp>

#include <cstddef>
#include <memory>
#include <pairs_file/pairs_file.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::pair_timing {

/// A contender's answer in the common form.
struct GivenAnswer {
    bool overlapping = false;
    double depth = 0.0;          ///< meters, if overlapping
    glm::dvec3 normalAToB{0.0};  ///< world frame, if overlapping
    bool hasPush = true;         ///< false: depth and normal are not set
};

/// An engine, or one mode of it, that answers queries.
class Contender {
public:
    explicit Contender(std::string name) : name_(std::move(name)) {}
    virtual ~Contender() = default;
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }

    /// Converts the shapes. Returns false if there is no routine for these shapes; the contender then skips
    /// this file.
    [[nodiscard]] virtual bool takeShapes(const std::vector<ConvexHull>& hulls) = 0;
    /// Converts the poses.
    virtual void takeQueries(const QueryList& list) = 0;
    /// Clears all caches of earlier queries.
    virtual void forget() {}
    /// Whether answers, or their times, depend on earlier queries.
    [[nodiscard]] virtual bool remembers() const { return false; }
    /// Answers the queries first .. last - 1. This call is timed.
    virtual void answer(std::size_t first, std::size_t last) = 0;
    /// Returns the latest answer to a query.
    [[nodiscard]] virtual GivenAnswer answerTo(std::size_t query) const = 0;

private:
    std::string name_;
};

/// A contender made from an engine. The class Engine has
///   Shape, Pose, Answer                                                   the engine's types
///   std::unique_ptr<Shape> shape(const ConvexHull&)                       null: no routine for such shapes
///   Pose pose(const sat3d::Pose&)                                         converts a pose
///   Answer ask(const Shape& a, const Pose&, const Shape& b, const Pose&)  the timed call
///   GivenAnswer given(const Answer&)                                      converts the answer
/// The loop is compiled with the engine, so that a query has no additional call.
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
        posedPairs_.clear();
        for (const Query& query : list.queries) {
            posedPairs_.push_back({shapes_[query.a].get(), engine_.pose(query.poseA), shapes_[query.b].get(),
                                   engine_.pose(query.poseB)});
        }
        answers_.assign(posedPairs_.size(), {});
    }

    void answer(std::size_t first, std::size_t last) override {
        for (std::size_t i = first; i < last; ++i) {
            const PosedPair& pair = posedPairs_[i];
            answers_[i] = engine_.ask(*pair.a, pair.poseA, *pair.b, pair.poseB);
        }
    }

    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override {
        return engine_.given(answers_[query]);
    }

private:
    struct PosedPair {
        const typename Engine::Shape* a;
        typename Engine::Pose poseA;
        const typename Engine::Shape* b;
        typename Engine::Pose poseB;
    };
    Engine engine_;
    std::vector<std::unique_ptr<typename Engine::Shape>> shapes_;
    std::vector<PosedPair> posedPairs_;
    std::vector<typename Engine::Answer> answers_;
};

}  // namespace sat3d::pair_timing
