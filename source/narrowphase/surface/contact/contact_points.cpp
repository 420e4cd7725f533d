#include "narrowphase/surface/contact/contact_points.hpp"

#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::SAT3D_ABI {

void ContactPoints::add(const ManifoldPoint& point) noexcept {
    deepest_ = std::min(deepest_, point.separation);
    for (std::uint32_t i = 0; i < count_; ++i) {
        if (points_[i].id == point.id) {
            points_[i] = point.separation < points_[i].separation ? point : points_[i];
            return;
        }
    }
    if (count_ == kCapacity) {
        compact();
    }
    points_[count_++] = point;
}

std::span<const ManifoldPoint> ContactPoints::chosen(double tolerance) noexcept {
    if (count_ > kMaxChosen) {
        chooseFour(tolerance);
    }
    return {points_.data(), count_};
}

std::uint32_t ContactPoints::deepestIndex(double tolerance) const noexcept {
    std::uint32_t index = 0;
    while (points_[index].separation > deepest_ + tolerance) {
        ++index;
    }
    return index;
}

/// The points in the plane perpendicular to the normal.
ContactPoints::FlatPoints ContactPoints::flattened(double tolerance) const noexcept {
    // The frame's axes move with the body, so the choice stays the same while the body slides.
    const bool mostlyX = std::abs(normal_.x) > 0.9;
    const glm::dvec3 along = mostlyX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 v = glm::normalize(glm::cross(normal_, along)), u = glm::cross(v, normal_);
    FlatPoints points;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const auto& [position, separation, id] = points_[i];
        points[i] = {{glm::dot(position, u), glm::dot(position, v)},
                     std::max(0.0, separation - deepest_ - tolerance) / kHover};
    }
    return points;
}

/// Keeps the deepest point, and the foremost in sixteen directions.
void ContactPoints::compact() noexcept {
    constexpr std::array<glm::dvec2, 4> kQuarter{
        {{1.0, 0.0}, {0.92387953, 0.38268343}, {0.70710678, 0.70710678}, {0.38268343, 0.92387953}}};
    const FlatPoints points = flattened(0.0);
    Mask kept{};
    kept[deepestIndex(0.0)] = true;
    for (const glm::dvec2& first : kQuarter) {
        glm::dvec2 direction = first;
        for (int turn = 0; turn < 4; ++turn, direction = turnedLeft(direction)) {
            const auto value = [&](const FlatPoint& point) {
                return glm::dot(direction, point.place) - point.cost;
            };
            std::uint32_t best = 0;
            for (std::uint32_t i = 1; i < count_; ++i) {
                best = value(points[i]) > value(points[best]) ? i : best;
            }
            kept[best] = true;
        }
    }
    count_ = keepOnly(kept, points_, count_);
}

/// Chooses a point, the one farthest from it, and the farthest on both sides of the line through them. Where
/// hovering points are not worth it, they are taken nevertheless, if nothing else is left.
void ContactPoints::chooseFour(double tolerance) noexcept {
    const FlatPoints points = flattened(tolerance);
    glm::dvec2 lower = points[0].place, upper = lower;
    for (std::uint32_t i = 1; i < count_; ++i) {
        lower = glm::min(lower, points[i].place);
        upper = glm::max(upper, points[i].place);
    }
    const double tie = kNearlyAsGood * glm::length(upper - lower);
    Mask kept{};
    const auto bestAt = [&](const auto& value, double cost) {
        std::uint32_t index = 0;
        double largest = value(points[0].place) - cost * points[0].cost;
        for (std::uint32_t i = 1; i < count_; ++i) {
            const double here = value(points[i].place) - cost * points[i].cost;
            if (here > largest + tie) {
                largest = here;
                index = i;
            }
        }
        return index;
    };
    const auto best = [&](const auto& value) {
        const std::uint32_t loaded = bestAt(value, 1.0), index = kept[loaded] ? bestAt(value, 0.0) : loaded;
        kept[index] = true;
        return index;
    };
    std::array<std::uint32_t, kMaxChosen> chosen;
    chosen[0] = best([](const glm::dvec2& place) { return place.x; });
    glm::dvec2 p = points[chosen[0]].place;
    chosen[1] = best([&](const glm::dvec2& place) { return glm::length(place - p); });
    glm::dvec2 q = points[chosen[1]].place;
    const auto asideOf = [](const glm::dvec2& from, const glm::dvec2& to, const glm::dvec2& place) {
        const double length = glm::length(to - from);
        return length > 0.0 ? crossOf(to - from, place - from) / length : 0.0;
    };
    chosen[2] = best([&](const glm::dvec2& place) { return std::abs(asideOf(p, q, place)); });
    const glm::dvec2 r = points[chosen[2]].place;
    if (asideOf(p, q, r) < 0.0) {
        std::swap(p, q);  // p, q, r counterclockwise: a point beyond an edge adds area
    }
    chosen[3] = best([&](const glm::dvec2& place) {
        return -std::min({0.0, asideOf(p, q, place), asideOf(q, r, place), asideOf(r, p, place)});
    });
    // Whatever was chosen, the deepest point belongs to it.
    const auto isDeepest = [&](std::uint32_t i) { return points_[i].separation <= deepest_ + tolerance; };
    if (std::none_of(chosen.begin(), chosen.end(), isDeepest)) {
        const std::uint32_t deepest = deepestIndex(tolerance);
        const glm::dvec2 place = points[deepest].place;
        kept[*std::min_element(chosen.begin(), chosen.end(), [&](std::uint32_t i, std::uint32_t j) {
            return glm::length(points[i].place - place) < glm::length(points[j].place - place);
        })] = false;
        kept[deepest] = true;
    }
    count_ = keepOnly(kept, points_, count_);
}

}  // namespace sat3d::SAT3D_ABI
