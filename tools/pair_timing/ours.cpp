#include "ours.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

class PenetrationBatch final : public Contender {
public:
    using Contender::Contender;

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        hulls_ = hulls;
        return true;
    }
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
    [[nodiscard]] GivenAnswer answerTo(std::size_t query) const override { return givenBy(answers_[query]); }

private:
    std::vector<ConvexHull> hulls_;
    std::vector<ShapeRef> shapes_;
    std::vector<Pose> poses_;
    std::vector<PairIndices> pairs_;
    std::vector<std::optional<Penetration>> answers_;
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

}  // namespace sat3d::pair_timing
