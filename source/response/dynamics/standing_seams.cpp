#include "response/dynamics/standing_seams.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Normals that differ by less than 1 degree are of the same plane.
constexpr float kSamePlane = 0.99985f;

/// A contact as the body sees it.
template <class T>
struct StandingContact {
    using Vector = typename Space<T>::Dimension::Vector;
    using Position = typename Space<T>::Position;

    const BasicDynamicContact<T>& contact;
    float toBody;  ///< sign of the contact's normal

    [[nodiscard]] Vector normal() const { return contact.normal * toBody; }
    /// A point on the surface of what stands still.
    [[nodiscard]] Position pointOnSurface(std::uint32_t i) const {
        const auto& point = contact.pointArray[i];
        return point.position - Position(normal() * (0.5f * point.separation));
    }
    /// Whether the other contact lies below the plane of this one.
    [[nodiscard]] bool covers(const StandingContact& other, float tolerance) const {
        if (glm::dot(normal(), other.normal()) > kSamePlane) {
            return false;
        }
        const Position start = pointOnSurface(0);
        for (std::uint32_t i = 0; i < other.contact.pointCount; ++i) {
            const Vector offset(other.pointOnSurface(i) - start);
            if (glm::dot(offset, normal()) > tolerance) {
                return false;
            }
        }
        return true;
    }
};

template <class T>
float nearest(const BasicDynamicContact<T>& contact) {
    const auto points = contact.points();
    return std::ranges::min_element(points, {}, &BasicDynamicPoint<T>::separation)->separation;
}

}  // namespace

template <class T>
void dropSeams(DynamicsState<T>& state, float tolerance) {
    auto& found = state.found;
    std::vector<StandingPiece>& list = state.standingPieces;
    list.clear();
    for (std::uint32_t i = 0; i < found.size(); ++i) {
        const auto& contact = found[i].contact;
        const bool movesA = state.isMoverAt(found[i].stepBodyA), movesB = state.isMoverAt(found[i].stepBodyB);
        if (movesA != movesB) {
            list.push_back({movesA ? contact.objects.a.index : contact.objects.b.index,
                            movesA ? contact.children.a : contact.children.b, contact.pointCount,
                            nearest(contact), i, movesA});
        }
    }
    const auto keyOf = [](const StandingPiece& p) {
        return std::tuple(p.object, p.child, ~p.pointCount, p.separation, p.contact);
    };
    if (!std::ranges::is_sorted(list, {}, keyOf)) {
        std::ranges::sort(list, {}, keyOf);
    }
    bool isAnyCovered = false;
    const auto contactOf = [&](const StandingPiece& piece) {
        return StandingContact<T>{found[piece.contact].contact, piece.isA ? -1.0f : 1.0f};
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
                return piece->separation >= other.separation - tolerance &&
                       contactOf(other).covers(contact, tolerance);
            });
            if (isCovered) {
                found[piece->contact].contact.pointCount = 0;
                isAnyCovered = true;
            } else {
                *kept++ = *piece;
            }
        }
        group = end;
    }
    if (!isAnyCovered) {
        return;
    }
    std::erase_if(found, [](const auto& one) { return one.contact.pointCount == 0; });
}

template void dropSeams(DynamicsState<float>&, float);
template void dropSeams(DynamicsState<double>&, float);
template void dropSeams(DynamicsState<Planar<float>>&, float);
template void dropSeams(DynamicsState<Planar<double>>&, float);

}  // namespace sat3d::inline SAT3D_ABI::detail
