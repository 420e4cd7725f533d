#include "hit_log.hpp"

#include <algorithm>
#include <cmath>

namespace tank_arena {
namespace {

std::uint64_t stepsOf(float seconds) {
    return static_cast<std::uint64_t>(seconds / Game::kStep);
}

}  // namespace

void HitLog::observe(const Game& game, std::uint32_t tank) {
    const std::uint64_t now = game.statistics().steps;
    std::erase_if(recent_, [&](const Hit& hit) { return now - hit.step > stepsOf(kSeconds); });
    for (const Hit& hit : game.hits()) {
        if (hit.tank != tank) {
            continue;
        }
        const auto same = std::ranges::find_if(recent_, [&](const Hit& other) {
            return other.byTank == hit.byTank && now - other.step < stepsOf(0.5f);
        });
        if (same != recent_.end()) {
            const float sum = same->damage + hit.damage;
            *same = hit;
            same->damage = sum;
        } else {
            recent_.push_back(hit);
        }
        if (hit.isFatal) {
            fatal_ = hit;
        }
    }
    if (!game.tanks()[tank].isWreck()) {
        fatal_.reset();
    }
}

void HitLog::clear() {
    recent_.clear();
    fatal_.reset();
}

float bearingOf(const Camera& camera, const glm::vec3& place) {
    const glm::vec3 ahead = camera.target - camera.eye, to = place - camera.target;
    return std::atan2(to.z * ahead.x - to.x * ahead.z, ahead.x * to.x + ahead.z * to.z);
}

}  // namespace tank_arena
