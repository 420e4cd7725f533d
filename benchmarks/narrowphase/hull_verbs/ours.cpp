#include "contenders.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <memory>
#include <optional>

namespace sat3d::benchmarks {

namespace {

using pair_timing::GivenAnswer;

struct Engine {
    using Shape = ConvexHull;
    using Asked = VerbQuery;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return std::make_unique<Shape>(hull); }
    static VerbQuery asked(const VerbQuery& query) { return query; }
};

struct DistanceEngine : Engine {
    using Answer = Distance;
    static Answer ask(const Shape& a, const Shape& b, const Asked& q) {
        return distance(a, q.poseA, b, q.poseB);
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {true, double(answer.separation), glm::dvec3(answer.normal)};
    }
};

struct RayEngine : Engine {
    using Answer = std::optional<RayHit>;
    static Answer ask(const Shape& a, const Shape&, const Asked& q) { return raycast(a, q.poseA, q.ray); }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return answer ? GivenAnswer{true, double(answer->entry.distance), glm::dvec3(answer->entry.normal)}
                      : GivenAnswer{};
    }
};

struct SweepEngine : Engine {
    using Answer = Sweep;
    static Answer ask(const Shape& a, const Shape& b, const Asked& q) {
        return sweep(a, q.poseA, b, q.poseB, {}, {q.translationB});
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {bool(answer), double(answer.fraction), glm::dvec3(answer.normal)};
    }
};

}  // namespace

void addOurs(Verb verb, Contenders& contenders) {
    switch (verb) {
        case Verb::Distance:
            contenders.push_back(std::make_unique<VerbContender<DistanceEngine>>(kOurs));
            break;
        case Verb::Ray:
            contenders.push_back(std::make_unique<VerbContender<RayEngine>>(kOurs));
            break;
        case Verb::Sweep:
            contenders.push_back(std::make_unique<VerbContender<SweepEngine>>(kOurs));
            break;
    }
}

}  // namespace sat3d::benchmarks
