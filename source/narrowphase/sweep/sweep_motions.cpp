#include "narrowphase/sweep/sweep_motions.hpp"

#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/sweep/conservative_advancement.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {
namespace {

/// Time of impact with a half-space: the height above its plane is linear in time.
std::optional<CastHit> halfSpaceCast(const ConvexProxy& a, const PairHalfSpace& b, const glm::dvec3& motion,
                                     const Separation& start) {
    const double approach = -glm::dot(start.normalAToB, motion);
    // Computed again, as the separation in `start` was rounded to float.
    const double gap = halfSpaceSeparation(a, b.normal, b.offset).separation;
    const double fraction = std::max(gap, 0.0) / approach;
    if (!(approach > 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    return CastHit{fraction,
                   halfSpaceSeparation(a, b.normal, b.offset + glm::dot(b.normal, fraction * motion))};
}

}  // namespace

std::optional<Found> LinearMotions::find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                         const Separation& before) const {
    const glm::dvec3 relative = glm::transpose(frame.pairToWorld.rotation) *
                                (glm::dvec3(motion.translationB) - glm::dvec3(motion.translationA));
    const ConvexProxy coreA(a, frame.aInPair);
    const auto hit = b.kind() == ShapeRef::Kind::HalfSpace
                         ? halfSpaceCast(coreA, {b.halfSpace(), frame.bInPair}, relative, before)
                         : linearCast(coreA, ConvexProxy(b, frame.bInPair), relative, before);
    if (!hit) {
        return std::nullopt;
    }
    Found found{hit->fraction, hit->contact, glm::dvec3(motion.translationA) * hit->fraction};
    if (b.kind() == ShapeRef::Kind::Triangle) {
        ConvexProxy triangle(b, frame.bInPair);
        triangle.move(hit->fraction * relative);
        const double slack = overlapByRounding(coreA, glm::length(relative));
        if (staysOver(coreA, triangle, b.triangle().sides, (hit->fraction - 1.0) * relative, slack)) {
            return std::nullopt;
        }
        found.contact.normalAToB =
            normalOfHit(coreA, triangle, b.triangle().sides, hit->contact.normalAToB, slack);
    }
    return found;
}

std::optional<Found> RigidMotions::find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                        const Separation& before) const {
    const glm::dmat3& toWorld = frame.pairToWorld.rotation;
    // Points have no size. For them, a gap negligible relative to the path counts as touching.
    constexpr double kNegligible = 1e-12;
    const double near =
        std::max(tolerance * meanBoundingRadius(a, b),
                 kNegligible * (before.separation + glm::length(ofA.translation - ofB.translation)));
    const auto hit = conservativeAdvancement({a, frame.aInPair, ofA, toWorld},
                                             {b, frame.bInPair, ofB, toWorld}, before, near, limit);
    return hit ? std::optional(Found{hit->fraction, hit->contact, glm::dvec3(0.0), hit->converged})
               : std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI
