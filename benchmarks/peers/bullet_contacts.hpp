#pragma once

/// @file
/// Contacts of shapes as Bullet's dispatcher finds them, the bookkeeping of manifolds left out.

#include "peers/bullet.hpp"

#include <algorithm>
#include <btBulletCollisionCommon.h>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

/// Keeps the deepest point.
struct DeepestContact : btManifoldResult {
    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3& normalOnB, const btVector3&, btScalar separation) override {
        if (separation < least) {
            least = separation;
            normal = normalOnB;
        }
    }
    btScalar least = 1e30f;
    btVector3 normal{0, 0, 0};  ///< from B to A
};

/// Pairs of posed shapes, the routine of each chosen beforehand: what a frame asks of a pair that is known.
class BulletContacts {
public:
    /// @param a, b  live as long as anybody asks for the pair
    /// @return its number
    std::size_t add(const btCollisionShape& a, const Pose& poseA, const btCollisionShape& b,
                    const Pose& poseB) {
        const btCollisionObjectWrapper* wrappedA = wrapped(a, poseA);
        const btCollisionObjectWrapper* wrappedB = wrapped(b, poseB);
        routines_.push_back(
            dispatcher_.findAlgorithm(wrappedA, wrappedB, nullptr, BT_CONTACT_POINT_ALGORITHMS));
        return routines_.size() - 1;
    }
    /// Of pair number `pair`: the least separation is less than 0 where they overlap.
    DeepestContact deepest(std::size_t pair) {
        const btCollisionObjectWrapper *a = &wrappers_[2 * pair], *b = &wrappers_[2 * pair + 1];
        DeepestContact result(a, b);
        routines_[pair]->processCollision(a, b, info_, &result);
        return result;
    }

private:
    const btCollisionObjectWrapper* wrapped(const btCollisionShape& shape, const Pose& pose) {
        objects_.push_back(std::make_unique<btCollisionObject>());
        btCollisionObject& object = *objects_.back();
        object.setCollisionShape(const_cast<btCollisionShape*>(&shape));  // NOLINT: it only reads
        object.setWorldTransform(bulletPose(pose));
        wrappers_.emplace_back(nullptr, object.getCollisionShape(), &object, object.getWorldTransform(), -1,
                               -1);
        return &wrappers_.back();
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDispatcherInfo info_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
    std::deque<btCollisionObjectWrapper> wrappers_;
    std::vector<btCollisionAlgorithm*> routines_;
};

}  // namespace sat3d::benchmarks
