#include "tank_details.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace tank_arena {
namespace {

const glm::vec3 kRubber(0.062f, 0.060f, 0.058f), kSteel(0.115f, 0.113f, 0.110f), kGlass(0.55f, 0.55f, 0.50f);

/// Adds boxes and cylinders in the frame of a part.
struct Adorner {
    Scene& scene;
    const glm::mat4& frame;
    float seed;

    /// @param tilt  radians, around x: the front end goes down
    void box(const glm::vec3& center, const glm::vec3& size, const glm::vec3& color, Surface surface,
             float tilt = 0.0f) const {
        glm::mat4 place = glm::translate(frame, center);
        if (tilt != 0.0f) {
            place = glm::rotate(place, tilt, glm::vec3(1, 0, 0));
        }
        scene.add(Mesh::Cube, glm::scale(place, size), color, surface, seed);
    }
    /// @param axis  0: along x, 1: along y, 2: along z
    void cylinder(const glm::vec3& center, float length, float diameter, int axis, const glm::vec3& color,
                  Surface surface) const {
        glm::mat4 place = glm::translate(frame, center);
        if (axis != 0) {
            place = glm::rotate(place, 1.5707963f, axis == 1 ? glm::vec3(0, 0, 1) : glm::vec3(0, -1, 0));
        }
        scene.add(Mesh::Cylinder, glm::scale(place, {length, diameter, diameter}), color, surface, seed);
    }
};

/// A line through points in the plane of a track: height, z.
class Outline {
public:
    explicit Outline(std::vector<glm::vec2> corners) : corners_(std::move(corners)) {
        for (std::size_t i = 1; i < corners_.size(); ++i) {
            ends_.push_back(length() + glm::distance(corners_[i - 1], corners_[i]));
        }
    }

    [[nodiscard]] float length() const { return ends_.empty() ? 0.0f : ends_.back(); }
    /// @param distance  along the line, from 0 to its length
    [[nodiscard]] glm::vec2 at(float distance) const {
        const auto end = std::ranges::lower_bound(ends_.begin(), ends_.end() - 1, distance);
        const std::size_t i = static_cast<std::size_t>(end - ends_.begin());
        const float begin = i == 0 ? 0.0f : ends_[i - 1];
        return glm::mix(corners_[i], corners_[i + 1], (distance - begin) / (*end - begin));
    }

private:
    std::vector<glm::vec2> corners_;
    std::vector<float> ends_;  // distance along the line to the end of each piece
};

/// The links of a track: closed around sprocket and wheels. Under the guard, where nobody sees them, there
/// are none.
/// @param bottoms  of the road wheels, from the front: height, z
/// @param run  how far the track has run, meters: forward, links pass from the front to the rear below
void addLinks(const Adorner& hull, float x, std::span<const glm::vec2> bottoms, float pitch, float run) {
    constexpr float kAround = 0.25f;  // meters: so long the track follows the first wheel, and the last one
    constexpr float kThickness = 0.05f, kGap = 0.06f;  // meters
    std::vector<glm::vec2> corners{{0.9f, 3.1f}, {0.55f, 3.3f}};
    corners.insert(corners.end(), bottoms.begin(), bottoms.end());
    corners[2].y += kAround, corners.back().y -= kAround;
    corners.insert(corners.end(), {{0.55f, -3.3f}, {0.9f, -3.1f}});
    const Outline outline(std::move(corners));
    for (float begin = run - pitch * std::ceil(run / pitch); begin < outline.length(); begin += pitch) {
        const float start = std::max(begin, 0.0f), end = std::min(begin + pitch - kGap, outline.length());
        if (start >= end) {
            continue;  // still under the guard
        }
        const glm::vec2 from = outline.at(start), to = outline.at(end), along = to - from;
        const glm::vec3 middle(x, 0.5f * (from + to));
        hull.box(middle, {0.44f, kThickness, glm::length(along)}, kRubber, Surface::Metal,
                 std::atan2(-along.x, along.y));
    }
}

/// Road wheels where their springs hold them, and the links that run under them.
void addRunningGear(const Adorner& hull, const TankPlaces& places, const TankLook& look) {
    const std::size_t ofTrack = places.gear.size() / 2;
    for (std::size_t track = 0; track < 2; ++track) {
        const auto gear = places.gear.subspan(track * ofTrack, ofTrack);
        const auto wheels = places.wheels.subspan(track * ofTrack, ofTrack);
        std::vector<glm::vec2> bottoms;
        for (std::size_t i = 0; i < ofTrack; ++i) {
            const float x = gear[i].center.x, y = gear[i].center.y + wheels[i].compression,
                        z = gear[i].center.z, diameter = 2.0f * gear[i].radius,
                        outer = x > 0.0f ? 0.15f : -0.15f;
            bottoms.emplace_back(y - gear[i].radius, z);
            hull.cylinder({x, y, z}, 0.36f, diameter - 0.04f, 0, kRubber, Surface::Metal);
            hull.cylinder({x + outer, y, z}, 0.10f, diameter - 0.1f, 0, look.paint * 0.55f, Surface::Paint);
            hull.cylinder({x + 1.3f * outer, y, z}, 0.10f, 0.26f, 0, kSteel, Surface::Metal);
        }
        if (look.isDetailed && ofTrack > 0) {
            // A whole number of links a turn: the links are where they were when the angle begins anew.
            constexpr float kLinksATurn = 7.0f;
            const float pitch = 6.2831853f * gear[0].radius / kLinksATurn;
            addLinks(hull, gear[0].center.x, bottoms, pitch, gear[0].radius * wheels[0].roll);
        }
    }
}

void addGuards(const Adorner& hull, const glm::vec3& paint) {
    for (const float side : {-1.0f, 1.0f}) {
        for (const float z : {-2.92f, 2.92f}) {
            hull.cylinder({side * 1.67f, 0.58f, z}, 0.10f, 0.5f, 0, kSteel, Surface::Metal);
        }
        hull.box({side * 1.475f, 0.905f, 0.0f}, {0.47f, 0.05f, 6.2f}, paint, Surface::Paint);
        hull.box({side * 1.705f, 0.82f, 0.0f}, {0.04f, 0.2f, 5.9f}, paint, Surface::Paint);
    }
}

void addTurret(const Adorner& turret, const glm::vec3& paint) {
    constexpr float kRearTilt = 0.4845f;  // radians: the rear plate leans forward
    for (int i = 0; i < 3; ++i) {         // stowed flat on the rear plate
        const float x = -0.42f + 0.42f * static_cast<float>(i);
        turret.box({x, 1.93f, -1.745f}, {0.36f, 0.5f, 0.05f}, paint * 0.8f, Surface::Paint, kRearTilt);
    }
    turret.cylinder({0.42f, 2.405f, -0.7f}, 0.05f, 0.62f, 1, paint * 0.9f, Surface::Paint);  // hatches
    turret.cylinder({-0.42f, 2.405f, -0.6f}, 0.05f, 0.58f, 1, paint * 0.8f, Surface::Paint);
}

void addBarrel(const Adorner& barrel, const glm::vec3& paint) {
    barrel.cylinder({0.0f, 1.9f, 3.46f}, 0.32f, 0.22f, 2, kSteel, Surface::Metal);       // muzzle brake
    barrel.cylinder({0.0f, 1.9f, 2.15f}, 0.7f, 0.26f, 2, paint, Surface::Paint);         // fume extractor
    barrel.cylinder({0.0f, 1.9f, 0.85f}, 0.8f, 0.34f, 0, paint * 0.9f, Surface::Paint);  // mantlet
}

void addLamps(const Adorner& hull, bool areLit) {
    const glm::vec3 white = areLit ? glm::vec3(1.1f, 1.05f, 0.85f) : kRubber;
    const glm::vec3 red = areLit ? glm::vec3(0.45f, 0.03f, 0.02f) : kRubber;
    for (const float side : {-1.0f, 1.0f}) {
        hull.cylinder({side * 0.95f, 0.94f, 3.42f}, 0.10f, 0.09f, 2, kSteel, Surface::Metal);
        hull.cylinder({side * 0.95f, 0.94f, 3.43f}, 0.10f, 0.06f, 2, white, Surface::Metal);
        hull.box({side * 1.0f, 1.15f, -3.42f}, {0.16f, 0.07f, 0.05f}, red, Surface::Metal);
    }
}

}  // namespace

void addTruckDetails(Scene& scene, const glm::mat4& place) {
    const Adorner truck{scene, place, 4.0f};
    for (const float side : {-1.0f, 1.0f}) {
        truck.box({side * 0.8f, 1.0f, 3.02f}, {0.3f, 0.22f, 0.06f}, kGlass, Surface::Metal);
        truck.box({side * 1.16f, 2.0f, 2.2f}, {0.03f, 0.5f, 0.9f}, {0.06f, 0.08f, 0.09f}, Surface::Metal);
        truck.box({side * 1.21f, 1.9f, -0.95f}, {0.03f, 0.9f, 0.9f}, {0.55f, 0.54f, 0.5f}, Surface::Paint);
        truck.box({side * 1.23f, 1.9f, -0.95f}, {0.02f, 0.62f, 0.18f}, {0.50f, 0.04f, 0.03f}, Surface::Metal);
        truck.box({side * 1.23f, 1.9f, -0.95f}, {0.02f, 0.18f, 0.62f}, {0.50f, 0.04f, 0.03f}, Surface::Metal);
    }
    truck.box({0.0f, 2.02f, 2.96f}, {1.9f, 0.55f, 0.03f}, {0.06f, 0.08f, 0.09f}, Surface::Metal);
    truck.box({0.0f, 0.62f, 3.05f}, {2.4f, 0.22f, 0.12f}, kSteel, Surface::Metal);
    for (int i = 0; i < 4; ++i) {  // ribs of the canvas
        const float z = -2.6f + 1.1f * static_cast<float>(i);
        truck.box({0.0f, 2.66f, z}, {2.42f, 0.07f, 0.1f}, {0.34f, 0.31f, 0.24f}, Surface::Paint);
    }
}

void addTruckWheel(Scene& scene, const glm::mat4& place, const glm::vec3& paint) {
    const Adorner wheel{scene, place, 4.0f};
    wheel.cylinder({}, 0.34f, 0.96f, 0, kRubber, Surface::Metal);
    wheel.cylinder({}, 0.38f, 0.46f, 0, paint * 0.8f, Surface::Paint);
    wheel.box({}, {0.4f, 0.4f, 0.1f}, kSteel, Surface::Metal);  // so that it is seen to turn
}

void addTankDetails(Scene& scene, const TankPlaces& places, const TankLook& look) {
    const glm::vec3& paint = look.paint;
    const Adorner hull{scene, places.hull, look.seed}, turret{scene, places.turret, look.seed},
        barrel{scene, places.barrel, look.seed};
    addRunningGear(hull, places, look);
    addGuards(hull, paint);
    addTurret(turret, paint);
    addBarrel(barrel, paint);
    if (!look.isDetailed) {
        return;
    }
    addLamps(hull, !look.isWreck);
    for (const float side : {-1.0f, 1.0f}) {
        for (int i = 0; i < 3; ++i) {  // smoke tubes
            const float z = -0.40f + 0.17f * static_cast<float>(i);
            turret.cylinder({side * 0.89f, 2.05f, z}, 0.30f, 0.13f, 2, kSteel, Surface::Metal);
        }
    }
    for (int i = 0; i < 5; ++i) {  // grille over the engine
        const float z = -3.1f + 0.16f * static_cast<float>(i);
        hull.box({0.0f, 1.455f, z}, {1.6f, 0.05f, 0.09f}, kSteel, Surface::Metal);
    }
    turret.box({0.42f, 2.41f, -0.3f}, {0.3f, 0.05f, 0.12f}, kSteel, Surface::Metal);  // sight
    hull.cylinder({0.0f, 1.2f, -3.31f}, 0.9f, 0.22f, 0, kSteel, Surface::Metal);      // exhaust
}

void addAerial(Scene& scene, const TankPlaces& places, float seed) {
    const Adorner turret{scene, places.turret, seed};
    turret.box({-0.7f, 3.2f, -1.0f}, {0.035f, 1.7f, 0.035f}, kRubber, Surface::Metal);
}

}  // namespace tank_arena
