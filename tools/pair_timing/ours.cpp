#include "ours.hpp"

#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <optional>
#include <span>

namespace sat3d::pair_timing {

namespace {

GivenAnswer givenBy(const std::optional<Penetration>& hit) {
    return hit ? GivenAnswer{true, hit->depth, glm::normalize(glm::dvec3(hit->normal))} : GivenAnswer{};
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

struct OverlapsEngine : OurTypes {
    struct Answer {
        bool overlapping = false;
    };
    static Answer ask(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
        return {overlaps(a, poseA, b, poseB)};
    }
    static GivenAnswer given(const Answer& answer) {
        // Any positive depth says that they overlap.
        return {answer.overlapping, 1.0, glm::dvec3(0.0), false};
    }
};

class CachedPenetration final : public Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        hulls_ = hulls;
        return true;
    }
    void takeQueries(const QueryList& list) override {
        queries_ = list.queries;
        caches_.assign(list.pairCount, {});
        answers_.assign(queries_.size(), {});
    }
    void forget() override { caches_.assign(caches_.size(), {}); }
    [[nodiscard]] bool remembers() const override { return true; }
    void answer(std::size_t first, std::size_t last) override {
        std::size_t place = first % caches_.size();
        for (std::size_t i = first; i < last; ++i) {
            const Query& query = queries_[i];
            answers_[i] =
                penetration(hulls_[query.a], query.poseA, hulls_[query.b], query.poseB, caches_[place]);
            place = place + 1 == caches_.size() ? 0 : place + 1;
        }
    }
    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override { return givenBy(answers_[query]); }

private:
    std::vector<ConvexHull> hulls_;
    std::vector<Query> queries_;
    std::vector<PairCache> caches_;
    std::vector<std::optional<Penetration>> answers_;
};

class BulkPenetrations final : public Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        hulls_ = hulls;
        return true;
    }
    void takeQueries(const QueryList& list) override {
        pairs_.clear();
        for (const Query& query : list.queries) {
            pairs_.push_back({&hulls_[query.a], query.poseA, &hulls_[query.b], query.poseB});
        }
        answers_.assign(pairs_.size(), {});
    }
    void answer(std::size_t first, std::size_t last) override {
        penetrations(std::span<const PosedPair>(pairs_).subspan(first, last - first),
                     std::span(answers_).subspan(first, last - first));
    }
    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override { return givenBy(answers_[query]); }

private:
    std::vector<ConvexHull> hulls_;
    std::vector<PosedPair> pairs_;
    std::vector<std::optional<Penetration>> answers_;
};

}  // namespace

std::unique_ptr<Contender> makePenetration() {
    return std::make_unique<EngineContender<PenetrationEngine>>("sat3d");
}
std::unique_ptr<Contender> makeOverlaps() {
    return std::make_unique<EngineContender<OverlapsEngine>>("sat3d overlaps");
}
std::unique_ptr<Contender> makeBulkPenetrations() {
    return std::make_unique<BulkPenetrations>("sat3d bulk");
}
std::unique_ptr<Contender> makeCachedPenetration() {
    return std::make_unique<CachedPenetration>("sat3d cached");
}

}  // namespace sat3d::pair_timing
