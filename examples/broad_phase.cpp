// The pairs of a scene: crates that fly through a hall with static walls, and a ray among them.

#include <sat3d/sat3d.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

using Mobility = sat3d::BroadPhase::Mobility;

/// Objects 0 and 1 are the walls. The crates between them fly to the right, and back once they hit something.
struct Hall {
    sat3d::Box wall{.halfExtents = {0.5f, 10.0f, 2.0f}}, crate{.halfExtents = glm::vec3(0.3f)};
    std::vector<sat3d::ShapeRef> shapes{wall, wall};
    std::vector<sat3d::Pose> poses{{{-10.0f, 0.0f, 0.0f}}, {{10.0f, 0.0f, 0.0f}}};
    std::vector<float> speeds{0.0f, 0.0f};  // meters per step

    Hall() {
        for (int i = 0; i < 30; ++i) {
            shapes.emplace_back(crate);
            poses.push_back({{-8.0f + 0.5f * float(i), -6.0f + 4.0f * float(i % 4), 0.0f}});
            speeds.push_back(i % 3 == 0 ? 0.1f : 0.0f);
        }
    }
};

int bounces(Hall& hall, sat3d::BroadPhase& broadPhase) {
    int count = 0;
    for (std::uint32_t wall : {0u, 1u}) {
        broadPhase.set(wall, sat3d::bounds(hall.wall, hall.poses[wall]), Mobility::Static);
    }
    for (std::uint32_t i = 2; i < hall.poses.size(); ++i) {
        broadPhase.set(i, sat3d::bounds(hall.crate, hall.poses[i]));
    }
    std::vector<std::optional<sat3d::Penetration>> hits;
    for (int step = 0; step < 100; ++step) {
        for (std::uint32_t i = 2; i < hall.poses.size(); ++i) {
            if (hall.speeds[i] != 0.0f) {
                hall.poses[i].position.x += hall.speeds[i];
                broadPhase.set(i, sat3d::bounds(hall.crate, hall.poses[i]));
            }
        }
        const auto pairs = broadPhase.findPairs();
        hits.resize(pairs.size());
        sat3d::penetrationBatch(hall.shapes, hall.poses, pairs, hits);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            if (hits[i]) {
                hall.speeds[a] = -hall.speeds[a];
                hall.speeds[b] = -hall.speeds[b];
                ++count;
            }
        }
    }
    return count;
}

/// The first object that a ray hits: the broad phase gives candidates, nearest first, and raycast() decides.
double firstHit(const Hall& hall, const sat3d::BroadPhase& broadPhase, const sat3d::Ray& ray) {
    return broadPhase.cast(ray, [&](std::uint32_t item, double limit) {
        const auto hit = sat3d::raycast(hall.shapes[item], hall.poses[item], ray);
        return hit ? std::min(limit, double(hit->entry.distance)) : limit;
    });
}

/// Whether a new crate has room at a pose.
bool isFree(const Hall& hall, const sat3d::BroadPhase& broadPhase, const sat3d::Pose& pose) {
    return broadPhase.query(sat3d::bounds(hall.crate, pose), [&](std::uint32_t item) {
        return !sat3d::overlaps(hall.crate, pose, hall.shapes[item], hall.poses[item]);
    });
}

}  // namespace

int main() {
    Hall hall;
    sat3d::BroadPhase broadPhase;
    std::printf("%d bounces\n", bounces(hall, broadPhase));
    const sat3d::Ray ray{.origin = {0.0f, 9.0f, 0.0f}, .direction = {1.0f, 0.0f, 0.0f}, .length = 50.0f};
    std::printf("a wall after %.1f m\n", firstHit(hall, broadPhase, ray));
    std::printf("%s\n", isFree(hall, broadPhase, {{0.0f, 9.0f, 0.0f}}) ? "room for a crate" : "no room");
}
