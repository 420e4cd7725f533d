#include "bullet_answers.hpp"
#include "contenders.hpp"
#include "peers/bullet.hpp"

#include <btBulletCollisionCommon.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

namespace {

/// Two bodies that a broad phase has found close, as btCollisionDispatcher::defaultNearCallback() treats
/// them.
class Encounter {
public:
    Encounter(btCollisionDispatcher& dispatcher, btConvexShape& a, btConvexShape& b)
        : dispatcher_(dispatcher) {
        a_.setCollisionShape(&a);
        b_.setCollisionShape(&b);
    }
    ~Encounter() { forget(); }
    Encounter(const Encounter&) = delete;
    Encounter& operator=(const Encounter&) = delete;

    /// Returns the deepest point of the manifold.
    BulletAnswer collide(const btTransform& poseA, const btTransform& poseB) {
        a_.setWorldTransform(poseA);
        b_.setWorldTransform(poseB);
        const btCollisionObjectWrapper a(nullptr, a_.getCollisionShape(), &a_, poseA, -1, -1),
            b(nullptr, b_.getCollisionShape(), &b_, poseB, -1, -1);
        if (algorithm_ == nullptr) {  // it makes the manifold
            algorithm_ = dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        }
        btManifoldResult result(&a, &b);
        algorithm_->processCollision(&a, &b, info_, &result);
        return deepest(*result.getPersistentManifold());
    }

    /// Removes the manifold.
    void forget() {
        if (algorithm_ != nullptr) {
            algorithm_->~btCollisionAlgorithm();
            dispatcher_.freeCollisionAlgorithm(std::exchange(algorithm_, nullptr));
        }
    }

private:
    static BulletAnswer deepest(const btPersistentManifold& manifold) {
        BulletAnswer answer;
        for (int i = 0; i < manifold.getNumContacts(); ++i) {
            const btManifoldPoint& point = manifold.getContactPoint(i);
            if (point.getDistance() < answer.distance) {  // positive distances are within the threshold
                answer = {point.getDistance(), point.m_normalWorldOnB};
            }
        }
        return answer;
    }

    btCollisionDispatcher& dispatcher_;
    btDispatcherInfo info_;
    btCollisionObject a_, b_;
    btCollisionAlgorithm* algorithm_ = nullptr;
};

class BulletDispatcher final : public Contender {
public:
    BulletDispatcher(std::string name, bool keep, bool clips)
        : Contender(std::move(name)), keep_(keep), clips_(clips) {}

    [[nodiscard]] bool takeShapes(const std::vector<ConvexHull>& hulls) override {
        encounters_.clear();  // they refer to the shapes
        shapes_.clear();
        for (const ConvexHull& hull : hulls) {
            shapes_.push_back(clips_ ? clippedHull(hull) : usualShape(hull));
        }
        return true;
    }

    void takeQueries(const pair_timing::QueryList& list) override {
        encounters_.clear();
        queries_.clear();
        for (const pair_timing::Query& query : list.queries) {
            if (encounters_.size() <= query.pair) {
                encounters_.resize(query.pair + 1);
            }
            auto& encounter = encounters_[query.pair];
            if (!encounter) {
                encounter = std::make_unique<Encounter>(dispatcher_, *shapes_[query.a], *shapes_[query.b]);
            }
            queries_.push_back({encounter.get(), bulletPose(query.poseA), bulletPose(query.poseB)});
        }
        answers_.assign(queries_.size(), {});
    }

    void forget() override {
        for (const auto& encounter : encounters_) {
            if (encounter) {  // a regime has only some of the pairs
                encounter->forget();
            }
        }
    }
    [[nodiscard]] bool remembers() const override { return keep_; }

    void answer(std::size_t first, std::size_t last) override {
        for (std::size_t i = first; i < last; ++i) {
            const Query& query = queries_[i];
            answers_[i] = query.encounter->collide(query.poseA, query.poseB);
            if (!keep_) {
                query.encounter->forget();
            }
        }
    }

    [[nodiscard]] pair_timing::GivenAnswer answerTo(std::size_t query) const override {
        return givenBy(answers_[query]);
    }

private:
    struct Query {
        Encounter* encounter;
        btTransform poseA, poseB;
    };

    static std::unique_ptr<btConvexShape> clippedHull(const ConvexHull& hull) {
        auto shape = bulletHull(hull);
        shape->initializePolyhedralFeatures();
        return shape;
    }
    static std::unique_ptr<btConvexShape> usualShape(const ConvexHull& hull) {
        if (auto box = bulletBox(hull)) {
            return box;
        }
        return bulletHull(hull);
    }

    bool keep_, clips_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<std::unique_ptr<Encounter>> encounters_;  ///< by pair
    std::vector<Query> queries_;
    std::vector<BulletAnswer> answers_;
};

}  // namespace

std::unique_ptr<Contender> makeBulletDispatcher(bool keep) {
    return std::make_unique<BulletDispatcher>("Bullet dispatcher", keep, false);
}
std::unique_ptr<Contender> makeBulletClipping(bool keep) {
    return std::make_unique<BulletDispatcher>("Bullet clipping", keep, true);
}

}  // namespace sat3d::benchmarks
