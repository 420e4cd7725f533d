#include "narrowphase/sweep/linear_cast.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Newton's steps end when the gap is this fraction of size: a few times what nearest points can tell.
constexpr double kTouching = 2e-8;

/// A tangent way halves the gap's root with each step; no other takes so many.
constexpr int kMostSteps = 64;

}  // namespace

std::optional<CoreHit> coreSweep(const CoreShape& a, const CoreShape& b, const glm::dvec3& motion,
                                 const Separation& start) noexcept {
    const double touching = kTouching * roundingScale(a, b), radii = a.radius() + b.radius();
    CoreHit hit{0.0, start};
    CoreDistance apart;
    apart.simplex = start.simplex;
    CoreShape moved = b;
    for (int step = 0; step < kMostSteps; ++step) {
        moved = b;
        moved.move(hit.fraction * motion);
        const CoreDistance now = coreDistance(a, moved, apart.simplex);
        hit.contact.separation = 0.0;
        if (now.distance > 0.0) {  // else too near to tell a normal: the former one stands
            apart = now;
            hit.contact.separation = now.distance - radii;
            hit.contact.normalAToB = now.normalAToB;
        }
        // Along a straight way the distance is convex: once it grows it never shrinks again.
        const double approach = -glm::dot(hit.contact.normalAToB, motion);
        if (!(approach > 0.0)) {
            return std::nullopt;
        }
        if (hit.contact.separation <= touching) {
            break;
        }
        hit.fraction += hit.contact.separation / approach;
        if (!(hit.fraction < 1.0)) {
            return std::nullopt;
        }
    }
    if (apart.distance > 0.0) {
        hit.contact.features = featuresOf(a, moved, apart);
    }
    addPoints(a, moved, hit.contact, apart.simplex);
    return hit;
}

}  // namespace sat3d::inline SAT3D_ABI
