#include "narrowphase/core_sweep.hpp"

#include "narrowphase/core_distance.hpp"

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Newton's steps end when the gap is this fraction of size: a few times what nearest points can tell.
constexpr double kTouching = 2e-8;

/// A tangent way halves the gap's root with each step; no other takes so many.
constexpr int kMostSteps = 64;

/// The separation where B has gone by `way`, of shapes not known to overlap. Where the cores are too near to
/// tell a normal, the former one stands.
Separation separationAt(const CoreShape& a, const CoreShape& b, const glm::dvec3& way,
                        const Separation& former) {
    CoreShape moved = b;
    moved.move(way);
    const CoreDistance apart = coreDistance(a, moved);
    if (!(apart.distance > 0.0)) {
        Separation touching = former;
        touching.separation = 0.0;
        return touching;
    }
    const glm::dvec3& normal = apart.normalAToB;
    return {apart.distance - a.radius() - b.radius(), normal, apart.features, apart.onA + a.radius() * normal,
            apart.onB - b.radius() * normal};
}

}  // namespace

std::optional<CoreHit> coreSweep(const CoreShape& a, const CoreShape& b, const glm::dvec3& motion,
                                 const Separation& start) noexcept {
    const double touching = kTouching * sizeOf(a, b);
    CoreHit hit{0.0, start};
    for (int step = 0; step < kMostSteps; ++step) {
        const glm::dvec3 way = hit.fraction * motion;
        hit.contact = separationAt(a, b, way, hit.contact);
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
    CoreShape moved = b;
    moved.move(hit.fraction * motion);
    addPoints(a, moved, hit.contact);
    return hit;
}

}  // namespace sat3d::inline SAT3D_ABI
