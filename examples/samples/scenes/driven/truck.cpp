#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Truck final : public Scene {
public:
    Truck() {
        addGround();
        for (int i = 0; i < 7; ++i) {
            addStatic(prism(12, 0.35f, 3.0f),
                      {{0.0f, -0.15f, 4.0f + 2.5f * static_cast<float>(i)}, turn({0, 0, 1}, 0.25f)});
        }
        truck_ = addBody(hull_, {{0.0f, 1.3f, -6.0f}}, {}, 250.0f);
        view.distance = 22.0f, view.turns = 0.2f, view.height = 0.25f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (const auto& [top, bottom] : springs_) {
            addLine(geometry, top, bottom, sat3d::rgba(255, 255, 255));
        }
    }

private:
    void beforeStep() override {
        springs_.clear();
        for (const glm::vec2 corner : {glm::vec2(-0.9f, 1.6f), {0.9f, 1.6f}, {-0.9f, -1.6f}, {0.9f, -1.6f}}) {
            push({corner.x, -0.2f, corner.y});
        }
        says = number(dynamics.find(truck_)->velocity.z) + " m/s";
    }
    void push(const glm::vec3& mount) {
        constexpr float kReach = 0.9f, kOmega = 12.0f, kDamping = 9.0f;
        const sat3d::Pose& pose = world.find(truck_)->pose;
        const sat3d::Body& body = *dynamics.find(truck_);
        const glm::vec3 up = pose.rotation * glm::vec3(0, 1, 0), forward = pose.rotation * glm::vec3(0, 0, 1);
        const glm::vec3 aside = pose.rotation * glm::vec3(1, 0, 0), top = pose * mount;
        const auto hit = raycast(world, {top, -up, kReach}, {.without = {&truck_, 1}});
        const float length = hit ? hit->hit.entry.distance : kReach;
        springs_.push_back({top, top - up * length});
        if (hit) {
            const glm::vec3 arm = top - up * length - pose * body.mass.center;
            const glm::vec3 velocity = body.velocity + glm::cross(body.angularVelocity, arm);
            const float share = 0.25f * body.mass.mass;
            const float load = std::max(
                0.0f, share * (kOmega * kOmega * (kReach - length) - kDamping * glm::dot(velocity, up)));
            const float drive = std::clamp(share * (4.0f - velocity.z), -0.6f * load, 0.6f * load);
            const float side = std::clamp(-20.0f * share * glm::dot(velocity, aside), -load, load);
            const glm::vec3 force = up * load + forward * drive + aside * side;
            dynamics.applyForce(truck_, force, glm::cross(arm, force));
        }
    }

    sat3d::Box hull_{.halfExtents = {1.0f, 0.4f, 2.2f}};
    sat3d::ObjectId truck_;
    std::vector<std::array<glm::vec3, 2>> springs_;
};

}  // namespace

Sample truck() {
    return sampleOf<Truck>("Movers and vehicles", "A truck on four rays",
                           "Each wheel casts a ray and pushes as a spring, a damper and a tire.");
}

}  // namespace samples
