#pragma once

/// @file
/// Manifolds of (a, b) and (b, a), and in what order many of them are told.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// Which of two equal shapes comes first in the names of points: told by the normal from it to the other, not
/// by the bits of their poses, which change from frame to frame. Slanted, so that no normal that a game is
/// likely to have lies across it.
[[nodiscard]] inline bool isNamedFirst(const glm::vec3& normal) noexcept {
    return glm::dot(normal, glm::vec3(0.3819660f, 0.6457513f, 1.0f)) > 0.0f;
}

/// The manifold of (a, b) from that of (b, a).
template <class T>
[[nodiscard]] BasicManifold<T> turnedRound(BasicManifold<T> manifold) noexcept {
    manifold.normal = -manifold.normal;
    manifold.penetration.normal = -manifold.penetration.normal;
    manifold.penetration.features = turnedRound(manifold.penetration.features);
    manifold.penetration.pieces = turnedRound(manifold.penetration.pieces);
    std::swap(manifold.tagA, manifold.tagB);
    return manifold;
}

/// The least separation of its points.
template <class T>
[[nodiscard]] float deepestOf(const BasicManifold<T>& manifold) noexcept {
    const auto points = manifold.points();
    return std::min_element(
               points.begin(), points.end(),
               [](const auto& left, const auto& right) { return left.separation < right.separation; })
        ->separation;
}

/// Fills a span from the front, the deepest first; of more than fit, keeps the deepest, of equals the first.
template <class T>
class ManifoldList {
public:
    explicit ManifoldList(std::span<BasicManifold<T>> room) : room_(room) {}

    void add(const DManifold& manifold) noexcept {
        const float deepest = deepestOf(manifold);
        std::size_t place = count_;
        while (place > 0 && deepest < deepestOf(room_[place - 1])) {
            --place;
        }
        if (place == room_.size()) {
            return;
        }
        count_ = std::min(count_ + 1, room_.size());
        std::move_backward(room_.begin() + std::ptrdiff_t(place), room_.begin() + std::ptrdiff_t(count_ - 1),
                           room_.begin() + std::ptrdiff_t(count_));
        room_[place] = converted(manifold);
    }

    [[nodiscard]] std::span<BasicManifold<T>> taken() const noexcept { return room_.first(count_); }

private:
    static BasicManifold<T> converted(const DManifold& manifold) noexcept {
        BasicManifold<T> result;
        result.normal = manifold.normal;
        result.pointCount = manifold.pointCount;
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const DContactPoint& point = manifold.pointStorage[i];
            result.pointStorage[i] = {glm::vec<3, T>(point.position), point.separation, point.id};
        }
        result.penetration = manifold.penetration;
        result.tagA = manifold.tagA;
        result.tagB = manifold.tagB;
        return result;
    }

    std::span<BasicManifold<T>> room_;
    std::size_t count_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI
