#include "golden/bit_hash.hpp"
#include "golden/on_every_target.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/world.hpp>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

// The same bits of a world everywhere: see golden_test.cpp. Every step moves objects by the pushes of the
// step before, so a different bit of one answer changes all that follow.

namespace {

using namespace sat3d;
using test::BitHash;

constexpr std::uint64_t kFloatWorld = 0x26bd41bcb63e4a9f;
constexpr std::uint64_t kDoubleWorld = 0xcc29d328887205b7;

template <class T>
void addEvents(BitHash& hash, const BasicEvents<T>& events) {
    for (const auto contacts : {events.begun, events.stayed}) {
        hash.add(std::uint64_t{contacts.size()});
        for (const Contact& contact : contacts) {
            hash.add(contact.penetration.normal);
            hash.add(contact.penetration.depth);
            for (const auto& manifold : events.manifoldsOf(contact)) {
                hash.add(manifold.normal);
                for (const auto& point : manifold.points()) {
                    hash.add(point.position);
                    hash.add(point.separation);
                    hash.add(point.id);
                }
            }
        }
    }
    hash.add(std::uint64_t{events.ended.size()});
    hash.add(std::uint64_t{events.parts.stayed.size()});
}

/// Objects of every shape that fly and push each other away.
template <class T>
std::uint64_t hashOfSteps(const glm::dvec3& center) {
    test::Random random(437);
    const std::vector<Shape> shapes = test::shapesForWorlds<float>(random);
    BasicWorld<T> world(
        {.detail = ContactDetail::Manifolds, .margin = 0.02f, .hysteresis = 0.02f, .partEvents = true});
    struct Body {
        ObjectId id;
        glm::vec3 way;
        glm::quat turn;
        BasicPose<T> pose;
    };
    std::vector<Body> bodies;
    for (std::uint32_t i = 0; i < 150; ++i) {
        const glm::vec<3, T> position(random.inBox(5.0) + center);
        const BasicPose<T> pose{position, glm::qua<T>(random.rotation())};
        const ObjectKind kind = i % 10 == 0   ? ObjectKind::Static
                                : i % 10 == 1 ? ObjectKind::Sensor
                                              : ObjectKind::Moving;
        const ObjectId id =
            world.add({.shape = shapes[i % shapes.size()], .pose = pose, .kind = kind}).value();
        const glm::vec3 way(random.inBox(0.05));
        const glm::vec3 axis(random.inBox(0.02));
        bodies.push_back({id, way, glm::normalize(glm::quat(1.0f, axis)), pose});
    }
    BitHash hash;
    for (int step = 0; step < 25; ++step) {
        const auto events = world.update();
        addEvents(hash, events);
        hash.add(world.hash());
        for (const Contact& contact : events.stayed) {
            bodies[contact.objects.a.index].pose.position +=
                glm::vec<3, T>(0.25f * contact.penetration.pushA());
            bodies[contact.objects.b.index].pose.position +=
                glm::vec<3, T>(0.25f * contact.penetration.pushB());
        }
        for (Body& body : bodies) {
            if (world.find(body.id)->kind != ObjectKind::Static) {
                body.pose.position += glm::vec<3, T>(body.way);
                body.pose.rotation = glm::normalize(glm::qua<T>(body.turn) * body.pose.rotation);
                EXPECT_FALSE(world.setPose(body.id, body.pose));
            }
        }
    }
    EXPECT_GT(world.touching().size(), 100u);
    return hash.value();
}

TEST(GoldenWorld, Steps) {
    test::expectOnEveryTarget([] { return hashOfSteps<float>(glm::dvec3(0.0)); }, kFloatWorld);
}

TEST(GoldenWorld, StepsFarFromTheOriginInDouble) {
    test::expectOnEveryTarget([] { return hashOfSteps<double>(glm::dvec3(1e7, -3e6, 2e7)); }, kDoubleWorld);
}

}  // namespace
