#include "narrowphase/ray/chord_clip.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/inside_convex.hpp"
#include "narrowphase/ray/ray_capsule.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "shapes/basic/box_frame.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// Calls visit(normal, offset, face) for each face's plane.
template <class Visit>
void forEachPlane(const Box& box, const Visit& visit) {
    const BoxFrame frame(box);
    for (std::uint32_t face = 0; face < 6; ++face) {
        const int axis = static_cast<int>(face / 2);
        const glm::dvec3 normal = face % 2 == 1 ? frame.axes[axis] : -frame.axes[axis];
        visit(normal, glm::dot(normal, frame.center) + frame.halfExtents[axis], face);
    }
}
template <class Visit>
void forEachPlane(const ConvexHull& hull, const Visit& visit) {
    std::uint32_t face = 0;
    for (const ConvexHull::Face& each : hull.faces()) {
        visit(each.plane.normal, each.plane.offset, face++);
    }
}
template <class Visit>
void forEachPlane(const HalfSpace& halfSpace, const Visit& visit) {
    visit(glm::normalize(glm::dvec3(halfSpace.normal)), double(halfSpace.offset), 0u);
}
/// Composite shapes have no planes.
template <class Other, class Visit>
void forEachPlane(const Other&, const Visit&) {}

/// The shares of a chord below planes, from the heights of the two ends.
struct ShareBelow {
    double enter = 0.0, leave = 1.0;
    std::uint32_t enterFace = RayIntersection::kNoFace, leaveFace = RayIntersection::kNoFace;

    void clip(double heightFrom, double heightTo, std::uint32_t face) {
        if (heightFrom < 0.0 && heightTo < 0.0) {
            return;
        }
        if (heightFrom >= 0.0 && heightTo >= 0.0) {
            leave = -1.0;
            return;
        }
        const double share = heightFrom / (heightFrom - heightTo);
        if (heightFrom >= 0.0 && (enterFace == RayIntersection::kNoFace || share > enter)) {
            enter = share;
            enterFace = face;
        } else if (heightTo >= 0.0 && (leaveFace == RayIntersection::kNoFace || share < leave)) {
            leave = std::min(leave, share);
            leaveFace = face;
        }
    }
};

template <class Polyhedron>
ChordClip clipped(const Polyhedron& shape, const PathChord& chord) {
    ShareBelow exact, widened;
    double highest = -kInfinity;
    forEachPlane(shape, [&](const glm::dvec3& normal, double offset, std::uint32_t face) {
        const double from = glm::dot(normal, chord.from.point) - offset,
                     to = glm::dot(normal, chord.to.point) - offset;
        exact.clip(from, to, face);
        // Where the widened shape is only touched, the path may enter by rounding.
        if (from > chord.deviation || to > chord.deviation) {
            widened.clip(from - chord.deviation, to - chord.deviation, face);
        }
        highest = std::max({highest, from, to});
    });
    ChordClip clip;
    clip.enter = exact.enter;
    clip.leave = exact.leave;
    clip.enterFace = exact.enterFace;
    clip.leaveFace = exact.leaveFace;
    clip.startsInside = exact.leave >= 0.0 && exact.enterFace == RayIntersection::kNoFace;
    clip.endsInside = exact.leave >= 0.0 && exact.leaveFace == RayIntersection::kNoFace;
    clip.mayEnter = widened.enter <= widened.leave;
    clip.staysInside = highest < -chord.deviation;
    return clip;
}

ChordClip clippedAtCapsule(const glm::dvec3& start, const glm::dvec3& end, double radius,
                           const PathChord& chord) {
    const auto distanceOf = [&](const glm::dvec3& point) { return distanceToSegment(start, end, point); };
    const double from = distanceOf(chord.from.point), to = distanceOf(chord.to.point);
    const Line line{chord.from.point, chord.along()};  // in shares of the chord
    const auto isWithin = [&](const RayInterval& interval) {
        return interval.entry.t <= 1.0 && interval.exit.t >= 0.0 && interval.entry.t <= interval.exit.t;
    };
    ChordClip clip;
    clip.startsInside = from < radius;
    clip.endsInside = to < radius;
    clip.staysInside = std::max(from, to) < radius - chord.deviation;
    const RayInterval exact = throughCapsule(line, start, end, radius);
    clip.mayEnter =
        clip.startsInside || clip.endsInside ||
        isWithin(chord.deviation > 0.0 ? throughCapsule(line, start, end, radius + chord.deviation) : exact);
    clip.enter = clip.startsInside ? 0.0 : std::max(0.0, exact.entry.t);
    clip.leave = clip.endsInside ? 1.0 : std::min(1.0, exact.exit.t);
    return clip;
}

ChordClip clipped(const Sphere& sphere, const PathChord& chord) {
    const glm::dvec3 center(sphere.center);
    return clippedAtCapsule(center, center, double(sphere.radius), chord);
}
ChordClip clipped(const Capsule& capsule, const PathChord& chord) {
    return clippedAtCapsule(glm::dvec3(capsule.start), glm::dvec3(capsule.end), double(capsule.radius),
                            chord);
}
/// Corrects a clip whose points are inside by rounding only: then the chord only touches the shape.
template <class Convex>
void leaveOutTouching(const Convex& shape, const PathChord& chord, ChordClip& clip) {
    const glm::dvec3 &from = chord.from.point, &to = chord.to.point;
    clip.startsInside = clip.startsInside && isInside(shape, from, reachOf(from));
    clip.endsInside = clip.endsInside && isInside(shape, to, reachOf(to));
    clip.staysInside = clip.staysInside && clip.startsInside && clip.endsInside;
    const bool isPassing = !clip.startsInside && !clip.endsInside && clip.enter < clip.leave;
    const glm::dvec3 middle = from + 0.5 * (clip.enter + clip.leave) * chord.along();
    if (isPassing && !isInside(shape, middle, reachOf(from) + reachOf(to))) {
        clip.leave = clip.enter;
    }
}

}  // namespace

ChordClip clippedChord(const ShapeRef& shape, const PathChord& chord) noexcept {
    return visitShape(
        shape, [](const auto&) { return ChordClip(); },
        [&](const ConvexSolid auto& convex) {
            ChordClip clip = clipped(convex, chord);
            leaveOutTouching(convex, chord, clip);
            return clip;
        });
}

glm::dvec3 normalAt(const ShapeRef& shape, const glm::dvec3& point, std::uint32_t& face) noexcept {
    const auto fromCore = [&](const glm::dvec3& start, const glm::dvec3& end) {
        const glm::dvec3 out = point - (start + closestSegmentParameter(start, end, point) * (end - start));
        const double length = glm::length(out);
        return length > 0.0 ? out / length : glm::dvec3(0.0);
    };
    return visitShape(
        shape,
        [&](const Sphere& sphere) { return fromCore(glm::dvec3(sphere.center), glm::dvec3(sphere.center)); },
        [&](const Capsule& capsule) { return fromCore(glm::dvec3(capsule.start), glm::dvec3(capsule.end)); },
        [&](const auto& polyhedron) {
            glm::dvec3 best(0.0);
            double highest = -kInfinity;
            const std::uint32_t wanted = face;
            forEachPlane(polyhedron, [&](const glm::dvec3& normal, double offset, std::uint32_t number) {
                const double height = wanted == RayIntersection::kNoFace
                                          ? glm::dot(normal, point) - offset
                                          : (number == wanted ? 0.0 : -kInfinity);
                if (height > highest) {
                    highest = height;
                    best = normal;
                    face = number;
                }
            });
            return best;
        });
}

}  // namespace sat3d::SAT3D_ABI
