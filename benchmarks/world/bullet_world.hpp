#pragma once

#include "peers/bullet.hpp"
#include "world/flying_bodies.hpp"

#include <sat3d/geometry/ray.hpp>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <cstddef>
#include <memory>
#include <vector>

namespace sat3d::benchmarks {

/// Bullet's collision world, with its default broad phase and manifolds. Shapes have no margin.
class BulletWorld {
public:
    explicit BulletWorld(const FlyingBodies& bodies) {
        for (const FlyingBodies::Kind& kind : bodies.kinds()) {
            if (kind.isBox) {
                shapes_.push_back(std::make_unique<btBoxShape>(bulletVector(kind.box.halfExtents)));
                shapes_.back()->setMargin(0);
            } else {
                shapes_.push_back(bulletHull(kind.hull));
            }
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            auto object = std::make_unique<btCollisionObject>();
            object->setCollisionShape(shapes_[bodies.kindOf(i)].get());
            object->setWorldTransform(bulletPose(bodies.poses()[i]));
            world_.addCollisionObject(object.get());
            objects_.push_back(std::move(object));
        }
    }
    ~BulletWorld() {
        for (const auto& object : objects_) {
            world_.removeCollisionObject(object.get());
        }
    }
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;

    void set(std::size_t body, const Pose& pose) { objects_[body]->setWorldTransform(bulletPose(pose)); }
    std::size_t step() {
        world_.performDiscreteCollisionDetection();
        std::size_t touching = 0;
        for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
            touching += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts() > 0 ? 1 : 0;
        }
        return touching;
    }

    /// @return the distance of the first hit, or -1
    double castRay(const Ray& ray) const {
        const btVector3 from = bulletVector(ray.origin);
        const btVector3 to = from + static_cast<btScalar>(ray.length) * bulletVector(ray.direction);
        btCollisionWorld::ClosestRayResultCallback first(from, to);
        world_.rayTest(from, to, first);
        return first.hasHit() ? static_cast<double>(first.m_closestHitFraction * ray.length) : -1.0;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btCollisionWorld world_{&dispatcher_, &broadPhase_, &configuration_};
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace sat3d::benchmarks
