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

/// An engine that keeps something about each pair from query to query.
template <class Engine>
concept Remembering = requires {
    typename Engine::Memory;
};

/// What an engine keeps about a pair.
template <class Engine>
struct MemoryOf {
    struct Type {};  ///< nothing
};
template <Remembering Engine>
struct MemoryOf<Engine> {
    using Type = typename Engine::Memory;
};

/// A contender made from an engine. The class Engine has
///   Shape, Pose, Answer                                                   the engine's types
///   std::unique_ptr<Shape> shape(const ConvexHull&)                       null: no routine for such shapes
///   Pose pose(const sat3d::Pose&)                                         converts a pose
///   Answer ask(const Shape& a, const Pose&, const Shape& b, const Pose&)  the timed call
///   GivenAnswer given(const Answer&)                                      converts the answer
/// An engine whose poses depend on the shape has pose(const sat3d::Pose&, const Shape&) instead. A
/// remembering engine also has
///   Memory                                      what it keeps about a pair; value-initialized: nothing yet
/// and ask() takes a Memory& as its last argument. All rounds of the list must then have the same order.
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
            const auto &a = *shapes_[query.a], &b = *shapes_[query.b];
            posedPairs_.push_back({&a, poseOf(a, query.poseA), &b, poseOf(b, query.poseB)});
        }
        answers_.assign(posedPairs_.size(), {});
        memories_.assign(list.pairCount, {});
    }

    void forget() override { memories_.assign(memories_.size(), {}); }
    [[nodiscard]] bool remembers() const override { return Remembering<Engine>; }

    void answer(std::size_t first, std::size_t last) override {
        [[maybe_unused]] std::size_t place = first % memories_.size();
        for (std::size_t i = first; i < last; ++i) {
            const PosedPair& pair = posedPairs_[i];
            if constexpr (Remembering<Engine>) {
                answers_[i] = engine_.ask(*pair.a, pair.poseA, *pair.b, pair.poseB, memories_[place]);
                place = place + 1 == memories_.size() ? 0 : place + 1;
            } else {
                answers_[i] = engine_.ask(*pair.a, pair.poseA, *pair.b, pair.poseB);
            }
        }
    }

    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override {
        return engine_.given(answers_[query]);
    }

private:
    using Shape = typename Engine::Shape;
    using EnginePose = typename Engine::Pose;

    struct PosedPair {
        const Shape* a;
        EnginePose poseA;
        const Shape* b;
        EnginePose poseB;
    };

    EnginePose poseOf(const Shape& shape, const sat3d::Pose& pose) {
        if constexpr (requires { engine_.pose(pose, shape); }) {
            return engine_.pose(pose, shape);
        } else {
            return engine_.pose(pose);
        }
    }

    Engine engine_;
    std::vector<std::unique_ptr<Shape>> shapes_;
    std::vector<PosedPair> posedPairs_;
    std::vector<typename Engine::Answer> answers_;
    std::vector<typename MemoryOf<Engine>::Type> memories_;  ///< by the pair's place in a round
};

}  // namespace sat3d::pair_timing
