#pragma once

#include "peers/bullet.hpp"
#include "response/piles.hpp"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <btBulletDynamicsCommon.h>

namespace sat3d::benchmarks {

/// A pile in Bullet's discrete dynamics world, without sleep, in one thread.
class BulletPile {
public:
    BulletPile(const Pile& pile, std::size_t) {
        world_.setGravity({0.0f, -9.81f, 0.0f});
        addGround(pile);
        for (const ConvexHull& hull : pile.hulls) {
            hulls_.push_back(bulletHull(hull));
        }
        for (const Pile::Body& body : pile.bodies) {
            btCollisionShape& hull = *hulls_[body.hull];
            add(pile.isOfCrates ? crate_ : hull, body.pose, Pile::kMass);
        }
    }
    ~BulletPile() {
        for (const auto& body : bodies_) {
            world_.removeRigidBody(body.get());
        }
    }
    BulletPile(const BulletPile&) = delete;
    BulletPile& operator=(const BulletPile&) = delete;

    void step(float dt) { world_.stepSimulation(dt, 0); }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        const btVector3& at = bodies_[body + 1]->getWorldTransform().getOrigin();
        return {at.x(), at.y(), at.z()};
    }

private:
    void addGround(const Pile& pile) {
        if (pile.terrain.indices.empty()) {
            add(plane_, Pose{}, 0.0f);
            return;
        }
        for (std::size_t i = 0; i < pile.terrain.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) {
                return bulletVector(pile.terrain.vertices[pile.terrain.indices[i + k]]);
            };
            triangles_.addTriangle(corner(0), corner(1), corner(2));
        }
        hills_ = std::make_unique<btBvhTriangleMeshShape>(&triangles_, true);
        add(*hills_, Pose{}, 0.0f);
    }
    void add(btCollisionShape& shape, const Pose& pose, float mass) {
        btVector3 inertia(0.0f, 0.0f, 0.0f);
        if (mass > 0.0f) {
            shape.calculateLocalInertia(mass, inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform = bulletPose(pose);
        info.m_friction = 0.775f;  // Bullet multiplies: 0.6 for a pair
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadPhase_, &solver_, &configuration_};
    btStaticPlaneShape plane_{{0.0f, 1.0f, 0.0f}, 0.0f};
    btTriangleMesh triangles_;
    std::unique_ptr<btBvhTriangleMeshShape> hills_;
    btBoxShape crate_{{0.5f, 0.5f, 0.5f}};
    std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace sat3d::benchmarks
