#include "photographer.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tank_arena {
namespace {

constexpr float kAspect = 16.0f / 9.0f;
const glm::vec3 kLevelToSun(-0.864f, 0.0f, 0.504f);

/// The enemy that a tank aims at, if it is near enough to be seen well.
std::optional<std::uint32_t> targetOf(const Game& game, const Tank& tank) {
    const sat3d::Pose barrel = barrelPose(tank, game.models().tank, tank.before);
    const glm::vec3 from = barrel * game.models().tank.breech;
    std::optional<std::uint32_t> best;
    float nearest = 45.0f;
    for (const Tank& enemy : game.tanks()) {
        const glm::vec3 toEnemy = game.world().find(enemy.object)->pose * glm::vec3(0.0f, 1.3f, 0.0f) - from;
        const float away = glm::length(toEnemy);
        const float cosine = glm::dot(toEnemy / away, barrel.transformDirection({0.0f, 0.0f, 1.0f}));
        if (enemy.team != tank.team && !enemy.isWreck() && cosine > 0.98f && away > 10.0f && away < nearest) {
            nearest = away;
            best = enemy.number;
        }
    }
    return best;
}

/// Where a point is in the picture: -1 .. 1, and its distance; nothing behind the camera.
std::optional<glm::vec3> inPicture(const glm::mat4& clipFromWorld, const glm::vec3& point) {
    const glm::vec4 clip = clipFromWorld * glm::vec4(point, 1.0f);
    return clip.w > 1.0f ? std::optional(glm::vec3(clip.x / clip.w, clip.y / clip.w, clip.w)) : std::nullopt;
}

/// Share of a tank that a camera sees.
float visibleShare(const Game& game, const Tank& tank, const glm::vec3& eye) {
    const sat3d::Pose& pose = game.world().find(tank.object)->pose;
    constexpr std::array<glm::vec3, 6> kPoints{{{0, 2.2f, 0},
                                                {0, 1.3f, 3.1f},
                                                {1.5f, 0.5f, 3},
                                                {1.5f, 0.5f, -3},
                                                {-1.5f, 0.5f, 3},
                                                {-1.5f, 0.5f, -3}}};
    float seen = 0.0f;
    for (const glm::vec3& point : kPoints) {
        seen += isVisible(game.world(), eye, pose * point, {.without = {&tank.object, 1}}) ? 1.0f : 0.0f;
    }
    return seen / static_cast<float>(kPoints.size());
}

/// 1 at a wanted value, less around it.
float closeness(float value, float wanted, float spread) {
    const float off = (value - wanted) / spread;
    return 1.0f / (1.0f + off * off);
}

class Scout {
public:
    Scout(const Game& game, const Tank& hero, const Tank& target)
        : game_(game),
          hero_(hero),
          target_(target),
          heroPlace_(placeOf(hero)),
          targetPlace_(placeOf(target)) {}

    [[nodiscard]] float rank(const Camera& camera) const {
        const glm::mat4 clipFromWorld = camera.clipFromWorld(kAspect);
        const auto hero = inPicture(clipFromWorld, heroPlace_),
                   target = inPicture(clipFromWorld, targetPlace_);
        const auto isInside = [](const auto& place, float edge) {
            return place && std::abs(place->x) < edge && std::abs(place->y) < edge;
        };
        if (!isInside(hero, 0.75f) || !isInside(target, 0.9f) || !hasRoom(camera.eye)) {
            return 0.0f;
        }
        const float scale = 1.0f / std::tan(0.5f * camera.fieldOfView);
        const float heroSize = 3.0f * scale / hero->z, targetSize = 3.0f * scale / target->z;
        float rank = closeness(std::abs(hero->x), 0.40f, 0.16f) * closeness(hero->y, -0.12f, 0.25f) *
                     closeness(heroSize, 0.85f, 0.3f) * closeness(target->y, 0.08f, 0.25f) *
                     closeness(std::abs(target->x), 0.48f, 0.14f) * closeness(targetSize, 0.42f, 0.2f);
        rank *= hero->x * target->x < 0.0f ? 1.0f : 0.05f;  // at opposite sides
        const glm::vec3 toEye = glm::normalize(camera.eye - heroPlace_);
        rank *= 0.5f + 0.5f * std::max(0.0f, glm::dot(toEye, kLevelToSun));
        // Tanks look best from the front.
        const glm::vec3 ahead = game_.world().find(hero_.object)->pose.transformDirection({0, 0, 1});
        rank *= 0.6f + 0.4f * std::max(0.0f, glm::dot(toEye, ahead));
        rank *= 1.0f - 0.25f * static_cast<float>(nearThings(camera));
        const float heroSeen = visibleShare(game_, hero_, camera.eye);
        const float targetSeen = visibleShare(game_, target_, camera.eye);
        rank *= heroSeen * heroSeen * targetSeen;
        return rank * (1.0f + 0.15f * static_cast<float>(othersInPicture(clipFromWorld)));
    }

    /// A camera at an angle from the direction of the shot.
    [[nodiscard]] Camera cameraAt(float angle, float away, float height, float aside) const {
        const glm::vec3 up(0.0f, 1.0f, 0.0f);
        const glm::vec3 shot = glm::normalize(targetPlace_ - heroPlace_);
        const glm::vec3 toEye = glm::angleAxis(angle, up) * glm::vec3(shot.x, 0.0f, shot.z);
        Camera camera;
        camera.eye = heroPlace_ + toEye * away;
        camera.eye.y = std::max(heroPlace_.y, groundAt(camera.eye)) + height;
        camera.target = glm::mix(heroPlace_, targetPlace_, aside);
        camera.target.y += 0.3f;
        camera.fieldOfView = 0.72f;
        return camera;
    }

private:
    [[nodiscard]] glm::vec3 placeOf(const Tank& tank) const {
        return game_.world().find(tank.object)->pose * glm::vec3(0.0f, 1.3f, 0.0f);
    }
    [[nodiscard]] float groundAt(const glm::vec3& place) const {
        return game_.arena().height(game_.world(), place.x, place.z);
    }
    [[nodiscard]] bool hasRoom(const glm::vec3& eye) const {
        const float edge = game_.arena().halfSize() - 2.0f;
        return std::max(std::abs(eye.x), std::abs(eye.z)) < edge &&
               !closest(game_.world(), sat3d::Sphere{.radius = 0.1f}, sat3d::Pose{eye}, 1.2f);
    }
    /// How many of four places at the lower edge something near hides.
    [[nodiscard]] int nearThings(const Camera& camera) const {
        const glm::mat4 worldFromClip = glm::inverse(camera.clipFromWorld(kAspect));
        int count = 0;
        for (const float x : {-0.85f, -0.3f, 0.3f, 0.85f}) {
            const glm::vec4 far = worldFromClip * glm::vec4(x, -0.6f, 1.0f, 1.0f);
            const sat3d::Ray ray{camera.eye, glm::vec3(far) / far.w - camera.eye, 5.5f};
            const auto hit = raycast(game_.world(), ray);
            count += hit && Thing::of(game_.world(), hit->object).kind != Kind::Terrain ? 1 : 0;
        }
        return count;
    }
    /// Crates and tanks make the picture rich.
    [[nodiscard]] std::uint32_t othersInPicture(const glm::mat4& clipFromWorld) const {
        std::uint32_t count = 0;
        for (const sat3d::ObjectId id : game_.world().ids()) {
            const sat3d::World::Object& object = *game_.world().find(id);
            const Kind kind = Thing::of(object).kind;
            const auto at = inPicture(clipFromWorld, object.pose.position);
            const bool isIn = at && std::abs(at->x) < 0.9f && std::abs(at->y) < 0.9f && at->z < 35.0f;
            count += isIn && (kind == Kind::Tank || kind == Kind::Truck) ? 3u
                     : isIn && kind == Kind::Crate                       ? 1u
                                                                         : 0u;
        }
        return std::min(count, 12u);
    }

    const Game& game_;
    const Tank &hero_, &target_;
    glm::vec3 heroPlace_, targetPlace_;
};

}  // namespace

Shot bestShot(const Game& game, std::uint32_t shooter) {
    const Tank& hero = game.tanks()[shooter];
    const auto target = targetOf(game, hero);
    Shot best;
    if (!target) {
        return best;
    }
    const Scout scout(game, hero, game.tanks()[*target]);
    for (int side = -1; side <= 1; side += 2) {
        for (const float angle : {0.5f, 0.8f, 1.1f, 1.4f, 1.7f}) {
            for (const float away : {8.0f, 10.0f, 12.0f}) {
                for (const float height : {0.6f, 1.4f, 2.6f}) {
                    for (const float aside : {0.12f, 0.2f, 0.3f, 0.45f}) {
                        const Camera camera =
                            scout.cameraAt(static_cast<float>(side) * angle, away, height, aside);
                        if (const float rank = scout.rank(camera); rank > best.rank) {
                            best = {camera, rank};
                        }
                    }
                }
            }
        }
    }
    return best;
}

}  // namespace tank_arena
