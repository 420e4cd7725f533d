#pragma once

/// @file
/// Contacts of Bullet's dispatcher, without the bookkeeping of manifolds.

#include "peers/bullet.hpp"

#include <btBulletCollisionCommon.h>
#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace sat3d::benchmarks {

/// Keeps only the deepest contact point.
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

/// Pairs of posed shapes. The algorithm of each pair is chosen in advance, as for the known pairs of a frame.
class BulletContacts {
public:
    /// Adds a pair. Both shapes must outlive its queries.
    /// @return index of the pair
    std::size_t add(const btCollisionShape& a, const Pose& poseA, const btCollisionShape& b,
                    const Pose& poseB) {
        const btCollisionObjectWrapper* wrappedA = wrapped(a, poseA);
        const btCollisionObjectWrapper* wrappedB = wrapped(b, poseB);
        routines_.push_back(
            dispatcher_.findAlgorithm(wrappedA, wrappedB, nullptr, BT_CONTACT_POINT_ALGORITHMS));
        return routines_.size() - 1;
    }
    /// Returns the deepest contact of a pair. The separation is negative if the shapes overlap.
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
