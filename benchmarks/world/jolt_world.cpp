#include "world/jolt_world.hpp"

#include "peers/jolt.hpp"

#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ContactListener.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <vector>

namespace sat3d::benchmarks {

namespace {

constexpr JPH::ObjectLayer kLayer = 0;

const JoltLibrary& library() {
    static const JoltLibrary instance;
    return instance;
}

/// One layer, whose bodies collide with each other.
struct OneLayer final : JPH::BroadPhaseLayerInterfaceTable {
    OneLayer() : BroadPhaseLayerInterfaceTable(1, 1) {
        MapObjectToBroadPhaseLayer(kLayer, JPH::BroadPhaseLayer(0));
    }
};
struct AllCollide final : JPH::ObjectLayerPairFilterTable {
    AllCollide() : ObjectLayerPairFilterTable(1) { EnableCollision(kLayer, kLayer); }
};

/// Counts the pairs in contact.
class CountingListener final : public JPH::ContactListener {
public:
    std::size_t count = 0;

    void OnContactAdded(const JPH::Body&, const JPH::Body&, const JPH::ContactManifold&,
                        JPH::ContactSettings&) override {
        ++count;
    }
    void OnContactPersisted(const JPH::Body&, const JPH::Body&, const JPH::ContactManifold&,
                            JPH::ContactSettings&) override {
        ++count;
    }
};

}  // namespace

struct JoltWorld::State {
    const JoltLibrary& jolt = library();
    OneLayer layers;
    AllCollide pairs;
    JPH::ObjectVsBroadPhaseLayerFilterTable filter{layers, 1, pairs, 1};
    JPH::TempAllocatorMalloc memory;
    JPH::JobSystemSingleThreaded jobs{JPH::cMaxPhysicsJobs};
    CountingListener listener;
    JPH::PhysicsSystem system;
    std::vector<JPH::Ref<JPH::Shape>> shapes;
    std::vector<JPH::BodyID> ids;
};

JoltWorld::JoltWorld(const FlyingBodies& bodies) : state_(std::make_unique<State>()) {
    State& state = *state_;
    const auto count = static_cast<JPH::uint>(bodies.size());
    state.system.Init(count, 0, 16 * count, 16 * count, state.layers, state.filter, state.pairs);
    state.system.SetContactListener(&state.listener);
    JPH::PhysicsSettings settings;
    settings.mSpeculativeContactDistance = 0.0f;
    state.system.SetPhysicsSettings(settings);
    for (const FlyingBodies::Kind& kind : bodies.kinds()) {
        state.shapes.push_back(joltHull(kind.hull, 0.0f));
    }
    JPH::BodyInterface& interface = state.system.GetBodyInterfaceNoLock();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto& [p, q] = bodies.poses()[i];
        JPH::BodyCreationSettings body(state.shapes[bodies.kindOf(i)], JPH::RVec3(p.x, p.y, p.z),
                                       JPH::Quat(q.x, q.y, q.z, q.w), JPH::EMotionType::Kinematic, kLayer);
        body.mCollideKinematicVsNonDynamic = true;
        body.mAllowSleeping = false;
        state.ids.push_back(interface.CreateAndAddBody(body, JPH::EActivation::Activate));
    }
    state.system.OptimizeBroadPhase();
}
JoltWorld::~JoltWorld() = default;

void JoltWorld::set(std::size_t body, const Pose& pose) {
    const auto& [p, q] = pose;
    state_->system.GetBodyInterfaceNoLock().MoveKinematic(state_->ids[body], JPH::RVec3(p.x, p.y, p.z),
                                                          JPH::Quat(q.x, q.y, q.z, q.w).Normalized(),
                                                          FlyingBodies::kStep);
}

std::size_t JoltWorld::step() {
    state_->listener.count = 0;
    state_->system.Update(FlyingBodies::kStep, 1, &state_->memory, &state_->jobs);
    return state_->listener.count;
}

}  // namespace sat3d::benchmarks
