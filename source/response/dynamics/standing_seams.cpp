#include "response/dynamics/standing_seams.hpp"

#include "core/shell_sort.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// The plane of a contact's points is that of its surface if its normal is as similar to the contact's.
constexpr float kSameSide = 0.9f;

/// Normals that differ by less than this are of the same plane: by 1 degree, and at round parts, whose
/// normals at an edge may have any direction, by little more than rounding.
constexpr float kSamePlane = 0.0175f, kSamePlaneOfRound = 2e-4f;

/// How far the body may be below the plane of a contact that covers another one, in units of the tolerance.
constexpr float kFlush = 0.1f;

/// The normal of the plane through points, or `otherwise` if they are nearly in line. Signed like
/// `otherwise`.
template <class Position>
glm::vec3 planeNormal(std::span<const Position> points, const glm::vec3& otherwise) {
    glm::vec3 area(0.0f);
    for (std::size_t i = 2; i < points.size(); ++i) {
        const glm::vec3 triangle =
            glm::cross(glm::vec3(points[i - 1] - points[0]), glm::vec3(points[i] - points[0]));
        area = glm::dot(triangle, triangle) > glm::dot(area, area) ? triangle : area;
    }
    const float size = glm::length(area), along = glm::dot(area, otherwise);
    return size > 0.0f && std::abs(along) > kSameSide * size ? area / std::copysign(size, along) : otherwise;
}
template <class Position>
glm::vec2 planeNormal(std::span<const Position> points, const glm::vec2& otherwise) {
    const glm::vec2 line = points.size() > 1 ? glm::vec2(points[1] - points[0]) : glm::vec2(0.0f),
                    area(-line.y, line.x);
    const float size = glm::length(area), along = glm::dot(area, otherwise);
    return size > 0.0f && std::abs(along) > kSameSide * size ? area / std::copysign(size, along) : otherwise;
}

/// A contact as the body sees it.
template <class T>
struct StandingContact {
    using Vector = typename Space<T>::Dimension::Vector;
    using Position = typename Space<T>::Position;

    const FoundContact<T>& found;
    const MeetingArms<T>* meeting;  ///< nullptr if there is none
    bool isA;                       ///< whether the body is A

    [[nodiscard]] Vector normal() const { return isA ? -found.contact.normal : found.contact.normal; }
    [[nodiscard]] bool isRound() const { return (isA ? found.radiusA : found.radiusB) > 0.0f; }
    /// A point on the surface of what stands still.
    [[nodiscard]] Position pointOnSurface(std::uint32_t i) const {
        if (meeting != nullptr) {
            return isA ? meeting->onB[i] : meeting->onA[i];
        }
        const auto& point = found.contact.pointArray[i];
        return point.position - Position(normal() * (0.5f * point.separation));
    }
    /// Whether two contacts are with the same mesh or height field. Its search knows the seams inside, and a
    /// body on a hill needs all that it has found: each lies below the planes of the others.
    [[nodiscard]] bool isOfSameSurface(const StandingContact& other) const {
        return found.isOfSurface && found.contact.objects == other.found.contact.objects;
    }
    /// Whether the other contact lies below the plane of this one.
    [[nodiscard]] bool covers(const StandingContact& other, float tolerance) const {
        if (glm::length(normal() - other.normal()) < (isRound() ? kSamePlaneOfRound : kSamePlane)) {
            return false;
        }
        // The normal may be that of the body, which is tilted a little.
        std::array<Position, Space<T>::Dimension::kMaxPoints> points;
        for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
            points[i] = pointOnSurface(i);
        }
        const Vector up =
            planeNormal(std::span<const Position>(points).first(found.contact.pointCount), normal());
        // A body that rests on a slope beyond a ridge is below the plane of this side: it stands there.
        const float lowest = std::min(leastSeparation(found.contact), 0.0f) - kFlush * tolerance;
        for (std::uint32_t i = 0; i < other.found.contact.pointCount; ++i) {
            const float height = glm::dot(Vector(other.pointOnSurface(i) - points[0]), up);
            const float gap = glm::dot(other.normal(), up) * other.found.contact.pointArray[i].separation;
            if (height > tolerance || (other.meeting == nullptr && height + gap < lowest)) {
                return false;
            }
        }
        return true;
    }
};

template <class T>
void clearImpulses(BasicDynamicContact<T>& contact) {
    for (auto& point : contact.pointArray) {
        point.impulse = 0.0f;
    }
    contact.frictionImpulse = {};
    contact.twistImpulse = 0.0f;
    contact.rollingImpulse = {};
}

}  // namespace

template <class T>
void dropSeams(DynamicsState<T>& state, float tolerance, ParallelFor parallelFor) {
    auto& found = state.found;
    std::vector<StandingPiece>& list = state.standingPieces;
    const auto find = [&](std::size_t i, std::vector<StandingPiece>& pieces) {
        const auto& contact = found[i].contact;
        const bool movesA = state.isMoverAt(found[i].stepBodyA), movesB = state.isMoverAt(found[i].stepBodyB);
        if (movesA != movesB) {
            pieces.push_back({movesA ? contact.objects.a.index : contact.objects.b.index,
                              movesA ? contact.children.a : contact.children.b, contact.pointCount,
                              leastSeparation(contact), found[i].fraction, static_cast<std::uint32_t>(i),
                              movesA});
        }
    };
    constexpr std::size_t kPerTask = 64;
    state.pieceLists.collect(parallelFor, found.size(), kPerTask, list, find);
    const auto keyOf = [](const StandingPiece& p) {
        return std::tuple(p.object, p.child, p.fraction, ~p.pointCount, p.separation, p.contact);
    };
    if (!std::ranges::is_sorted(list, {}, keyOf)) {
        shellSort(list, {}, keyOf);
    }
    bool isAnyCovered = false;
    const auto contactOf = [&](const StandingPiece& piece) {
        const FoundContact<T>& one = found[piece.contact];
        return StandingContact<T>{one, one.meeting != kNone ? &state.meetings[one.meeting] : nullptr,
                                  piece.isA};
    };
    for (auto group = list.begin(); group != list.end();) {
        const auto end = std::find_if(group, list.end(), [&](const StandingPiece& p) {
            return p.object != group->object || p.child != group->child;
        });
        auto kept = group;  // contacts in [group, kept) stay
        for (auto piece = group; piece != end; ++piece) {
            const auto contact = contactOf(*piece);
            const bool isCovered = std::any_of(group, kept, [&](const StandingPiece& other) {
                // A deeper contact is not of a seam: the body stands on it, too.
                const bool isDeeper =
                    piece->fraction == other.fraction && piece->separation < other.separation - tolerance;
                const StandingContact<T> over = contactOf(other);
                return !isDeeper && !over.isOfSameSurface(contact) && over.covers(contact, tolerance);
            });
            if (isCovered) {
                found[piece->contact].isCovered = isAnyCovered = true;
            } else {
                *kept++ = *piece;
            }
        }
        group = end;
    }
    state.covered.clear();
    if (!isAnyCovered) {
        return;
    }
    std::size_t kept = 0;
    for (FoundContact<T>& one : found) {
        if (one.isCovered) {
            clearImpulses(state.covered.emplace_back(one).contact);
        } else {
            found[kept++] = one;
        }
    }
    found.resize(kept);
}

template void dropSeams(DynamicsState<float>&, float, ParallelFor);
template void dropSeams(DynamicsState<double>&, float, ParallelFor);
template void dropSeams(DynamicsState<Planar<float>>&, float, ParallelFor);
template void dropSeams(DynamicsState<Planar<double>>&, float, ParallelFor);

}  // namespace sat3d::SAT3D_ABI
