#include "narrowphase/manifold/manifold_reduction.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// The index of the largest value, of nearly equal ones the first. Values must not be negative.
template <class Value>
std::uint32_t firstOfLargest(std::uint32_t count, const Value& value) {
    std::uint32_t best = 0;
    double largest = value(0);
    for (std::uint32_t i = 1; i < count; ++i) {
        const double here = value(i);
        if (here > (1.0 + kNearlyAsGood) * largest) {
            largest = here;
            best = i;
        }
    }
    return best;
}

/// The point farthest in a direction. Ties are relative to the extent of the patch in that direction.
template <class Points>
std::uint32_t foremost(const Points& points, std::uint32_t count, const glm::dvec2& direction) {
    double least = glm::dot(direction, points[0]);
    for (std::uint32_t i = 1; i < count; ++i) {
        least = std::min(least, glm::dot(direction, points[i]));
    }
    return firstOfLargest(count, [&](std::uint32_t i) { return glm::dot(direction, points[i]) - least; });
}

}  // namespace

void ManifoldReduction::add(const ManifoldPoint& contact) noexcept {
    if (contact.separation < deepest_.separation) {
        deepest_ = contact;
    }
    for (std::uint32_t i = 0; i < count_; ++i) {
        if (contacts_[i].id == contact.id) {
            if (glm::dot(tieDirection_, contact.position - contacts_[i].position) > 0.0) {
                contacts_[i] = contact;
            }
            return;
        }
    }
    if (count_ == kCapacity) {
        compact();
    }
    contacts_[count_++] = contact;
}

std::span<const ManifoldPoint> ManifoldReduction::reduced(double tolerance) noexcept {
    if (count_ > kMaxPoints) {
        chooseFour();
    }
    bringBackDeepest(tolerance);
    return {contacts_.data(), count_};
}

/// The points in the plane of the patch.
ManifoldReduction::FlatPoints ManifoldReduction::flattened() const noexcept {
    const glm::dvec3 across = glm::cross(normal_, along_);
    const double length = glm::length(across);
    const bool isParallel = !(length > 1e-9 * glm::length(along_));
    const bool mostlyX = std::abs(normal_.x) > std::abs(normal_.y);
    const glm::dvec3 other = mostlyX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 v = isParallel ? glm::normalize(glm::cross(normal_, other)) : across / length;
    const glm::dvec3 u = glm::cross(v, normal_);
    FlatPoints points;
    for (std::uint32_t i = 0; i < count_; ++i) {
        points[i] = {glm::dot(contacts_[i].position, u), glm::dot(contacts_[i].position, v)};
    }
    return points;
}

/// Keeps the farthest point in each of eight directions.
void ManifoldReduction::compact() noexcept {
    constexpr double kSlant = 0.70710678118654752;
    constexpr std::array<glm::dvec2, 8> kAround{{{1.0, 0.0},
                                                 {kSlant, kSlant},
                                                 {0.0, 1.0},
                                                 {-kSlant, kSlant},
                                                 {-1.0, 0.0},
                                                 {-kSlant, -kSlant},
                                                 {0.0, -1.0},
                                                 {kSlant, -kSlant}}};
    const FlatPoints points = flattened();
    Mask kept{};
    for (const glm::dvec2& direction : kAround) {
        kept[foremost(points, count_, direction)] = true;
    }
    count_ = keepOnly(kept, contacts_, count_);
}

/// Chooses the ends of a nearly longest diagonal, and twice the point that adds the largest area.
void ManifoldReduction::chooseFour() noexcept {
    const FlatPoints points = flattened();
    const auto farthestFrom = [&](const glm::dvec2& point) {
        return firstOfLargest(count_, [&](std::uint32_t i) { return glm::length(points[i] - point); });
    };
    std::array<std::uint32_t, kMaxPoints> chosen;
    chosen[0] = farthestFrom(points[foremost(points, count_, {1.0, 0.0})]);
    chosen[1] = farthestFrom(points[chosen[0]]);
    glm::dvec2 p = points[chosen[0]], q = points[chosen[1]];
    const auto area = [&](std::uint32_t i) { return crossOf(q - p, points[i] - p); };
    chosen[2] = firstOfLargest(count_, [&](std::uint32_t i) { return std::abs(area(i)); });
    const glm::dvec2 r = points[chosen[2]];
    if (area(chosen[2]) < 0.0) {
        std::swap(p, q);  // p, q, r counterclockwise: a point beyond an edge adds area
    }
    chosen[3] = firstOfLargest(count_, [&](std::uint32_t i) {
        const glm::dvec2& s = points[i];
        return -std::min({0.0, crossOf(q - p, s - p), crossOf(r - q, s - q), crossOf(p - r, s - r)});
    });
    Mask kept{};
    for (const std::uint32_t index : chosen) {
        kept[index] = true;
    }
    count_ = keepOnly(kept, contacts_, count_);
}

/// If no chosen point is as deep as the deepest, adds the deepest, or replaces the one closest to it.
void ManifoldReduction::bringBackDeepest(double tolerance) noexcept {
    ManifoldPoint* const begin = contacts_.data();
    ManifoldPoint* const end = begin + count_;
    const auto isAsDeep = [&](const ManifoldPoint& contact) {
        return contact.separation <= deepest_.separation + tolerance;
    };
    if (count_ == 0 || std::any_of(begin, end, isAsDeep)) {
        return;
    }
    const auto distance = [&](const ManifoldPoint& contact) {
        return contact.id == deepest_.id ? -1.0 : glm::length(contact.position - deepest_.position);
    };
    ManifoldPoint* const next =
        std::min_element(begin, end, [&](const ManifoldPoint& left, const ManifoldPoint& right) {
            return distance(left) < distance(right);
        });
    *(count_ < kMaxPoints && next->id != deepest_.id ? begin + count_++ : next) = deepest_;
}

}  // namespace sat3d::SAT3D_ABI
