#include "ours.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace sat3d::pair_timing {

namespace {

GivenAnswer givenBy(const std::optional<Penetration>& hit) {
    return hit ? GivenAnswer{true, hit->depth, glm::normalize(glm::dvec3(hit->normal))} : GivenAnswer{};
}

GivenAnswer givenBy(const std::optional<Manifold>& manifold) {
    return givenBy(manifold ? std::optional(manifold->penetration) : std::nullopt);
}

struct OurTypes {
    using Shape = ConvexHull;
    using Pose = sat3d::Pose;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return std::make_unique<Shape>(hull); }
    static Pose pose(const Pose& pose) { return pose; }
};

struct PenetrationEngine : OurTypes {
    using Answer = std::optional<Penetration>;
    static Answer ask(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
        return penetration(a, poseA, b, poseB);
    }
    static GivenAnswer given(const Answer& answer) { return givenBy(answer); }
};

struct ManifoldEngine : OurTypes {
    using Answer = std::optional<Manifold>;
    static Answer ask(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
        return collide(a, poseA, b, poseB);
    }
    static GivenAnswer given(const Answer& answer) { return givenBy(answer); }
};

struct OverlapsEngine : OurTypes {
    struct Answer {
        bool overlapping = false;
    };
    static Answer ask(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
        return {overlaps(a, poseA, b, poseB)};
    }
    static GivenAnswer given(const Answer& answer) {
        // Any positive depth means an overlap.
        return {answer.overlapping, 1.0, glm::dvec3(0.0), false};
    }
};

/// A contender that uses the hulls without conversion.
/// @tparam Answer  std::optional<Penetration> or std::optional<Manifold>
template <class Answer>
class HullContender : public Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        hulls_ = hulls;
        return true;
    }
    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override { return givenBy(answers_[query]); }

protected:
    std::vector<ConvexHull> hulls_;
    std::vector<Answer> answers_;
};

/// Queries with a PairCache for each pair.
template <class Answer>
class Cached final : public HullContender<Answer> {
public:
    using HullContender<Answer>::HullContender;

    void takeQueries(const QueryList& list) override {
        queries_ = list.queries;
        caches_.assign(list.pairCount, {});
        this->answers_.assign(queries_.size(), {});
    }
    void forget() override { caches_.assign(caches_.size(), {}); }
    [[nodiscard]] bool remembers() const override { return true; }
    void answer(std::size_t first, std::size_t last) override {
        std::size_t place = first % caches_.size();
        for (std::size_t i = first; i < last; ++i) {
            const Query& query = queries_[i];
            const ConvexHull &a = this->hulls_[query.a], &b = this->hulls_[query.b];
            if constexpr (std::is_same_v<Answer, std::optional<Penetration>>) {
                this->answers_[i] = penetration(a, query.poseA, b, query.poseB, caches_[place]);
            } else {
                this->answers_[i] = collide(a, query.poseA, b, query.poseB, caches_[place]);
            }
            place = place + 1 == caches_.size() ? 0 : place + 1;
        }
    }

private:
    std::vector<Query> queries_;
    std::vector<PairCache> caches_;
};

class PenetrationBatch final : public HullContender<std::optional<Penetration>> {
public:
    using HullContender::HullContender;

    void takeQueries(const QueryList& list) override {
        shapes_.clear();
        poses_.clear();
        pairs_.clear();
        for (const Query& query : list.queries) {
            const auto first = static_cast<std::uint32_t>(shapes_.size());
            shapes_.insert(shapes_.end(), {hulls_[query.a], hulls_[query.b]});
            poses_.insert(poses_.end(), {query.poseA, query.poseB});
            pairs_.push_back({first, first + 1});
        }
        answers_.assign(pairs_.size(), {});
    }
    void answer(std::size_t first, std::size_t last) override {
        penetrationBatch(shapes_, poses_, std::span<const PairIndices>(pairs_).subspan(first, last - first),
                         std::span(answers_).subspan(first, last - first));
    }

private:
    std::vector<ShapeRef> shapes_;
    std::vector<Pose> poses_;
    std::vector<PairIndices> pairs_;
};

}  // namespace

std::unique_ptr<Contender> makePenetration() {
    return std::make_unique<EngineContender<PenetrationEngine>>("sat3d");
}
std::unique_ptr<Contender> makeManifold() {
    return std::make_unique<EngineContender<ManifoldEngine>>("sat3d manifold");
}
std::unique_ptr<Contender> makeOverlaps() {
    return std::make_unique<EngineContender<OverlapsEngine>>("sat3d overlaps");
}
std::unique_ptr<Contender> makePenetrationBatch() {
    return std::make_unique<PenetrationBatch>("sat3d bulk");
}
std::unique_ptr<Contender> makeCachedPenetration() {
    return std::make_unique<Cached<std::optional<Penetration>>>("sat3d cached");
}
std::unique_ptr<Contender> makeCachedManifold() {
    return std::make_unique<Cached<std::optional<Manifold>>>("sat3d cached manifold");
}

}  // namespace sat3d::pair_timing
