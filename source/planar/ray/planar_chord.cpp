#include "planar/ray/planar_chord.hpp"

#include "math/ray_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_inside.hpp"

#include <glm/geometric.hpp>
#include <hwy/base.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// A chord while it is clipped: empty unless entry.t < exit.t.
struct Clipping : PlanarChord {
    [[nodiscard]] bool isEmpty() const { return !(entry.t < exit.t); }
    /// How exactly a point of the line is computed, meters.
    [[nodiscard]] double roundingAt(double t) const { return kRayRounding * (reach + std::abs(t)); }

    /// Clips to the points below the line of an edge. @param height  of the line's origin above the edge
    void clip(double rise, double height, const glm::dvec2& normal, std::uint32_t edge) {
        if (rise < -kRayRounding) {
            if (-height / rise > entry.t) {
                entry = {-height / rise, normal, edge};
            }
        } else if (rise > kRayRounding) {
            if (-height / rise < exit.t) {
                exit = {-height / rise, normal, edge};
            }
        } else if (!(std::abs(rise) <= kRayRounding && height < 0.0)) {
            exit.t = -kForever;  // in the edge or parallel above it; or NaN
        }
    }
    /// Extends the chord by another one of the same convex shape.
    void join(const Clipping& other) {
        if (other.isEmpty()) {
            return;
        }
        if (isEmpty() || other.entry.t < entry.t) {
            entry = other.entry;
        }
        if (isEmpty() || other.exit.t > exit.t) {
            exit = other.exit;
        }
        reach = other.reach;
    }
};

/// Finds the edges that are along a line, of shapes on one of its sides.
class EdgesAlong {
public:
    EdgesAlong(const SideOfLine* side, bool& isAlong) : side_(side), isAlong_(isAlong) {}

    /// Whether the shifted line is inside an edge that the line may be outside of.
    [[nodiscard]] bool areInside(const PlanarLine& line, const glm::dvec2& normal, double rise,
                                 double height) const {
        if (side_ == nullptr ||
            std::abs(height + rise * side_->middle) + std::abs(rise) * side_->half > side_->tolerance) {
            return false;
        }
        isAlong_ = true;
        return crossOf(line.direction, normal) * side_->side < 0.0;
    }

private:
    const SideOfLine* side_;
    bool& isAlong_;
};

/// Calls visit(edge, normal, rise, height of the line's origin) for each edge.
template <class Visit>
void forEachEdge(const PlanarProxy& proxy, const PlanarLine& line, const Visit& visit) {
    for (std::uint32_t edge = 0; edge < proxy.edgeCount(); ++edge) {
        const glm::dvec2 normal = proxy.normal(edge);
        visit(edge, normal, glm::dot(normal, line.direction),
              glm::dot(normal, line.origin) - proxy.offset()[edge] - proxy.radius());
    }
}

Clipping throughEdges(const PlanarProxy& proxy, const PlanarLine& line, const EdgesAlong& along) {
    Clipping chord;
    chord.leastRise = 1.0;
    forEachEdge(proxy, line, [&](std::uint32_t edge, const glm::dvec2& normal, double rise, double height) {
        if (!along.areInside(line, normal, rise, height)) {
            chord.clip(rise, height, normal, edge);
            chord.leastRise = std::min(chord.leastRise, std::abs(rise));
        }
    });
    return chord;
}

/// See PlanarChord::reach.
double jointReach(const PlanarProxy& proxy, const PlanarLine& line) {
    return reachOf(line.origin) + reachOf(proxy.shape());
}
/// Whether the line's origin is inside. Rarely asked.
HWY_NOINLINE bool startsInside(const PlanarProxy& proxy, const PlanarLine& line) {
    return isInside(proxy, line.origin);
}

/// Empties a chord that only touches the edges: where a line grazes a corner, its crossings with the two
/// edges round differently. The middle of a chord is at least half as deep as its deepest point. But the
/// coordinates of a far middle are less exact than the line's origin, which may be inside where it is not.
void leaveOutTouching(const PlanarProxy& proxy, const PlanarLine& line, const EdgesAlong& along,
                      Clipping& chord) {
    if (chord.isEmpty()) {
        return;
    }
    chord.reach = jointReach(proxy, line);
    const double middle = 0.5 * (chord.entry.t + chord.exit.t), rounding = chord.roundingAt(middle);
    if ((middle - chord.entry.t) * chord.leastRise > rounding || startsInside(proxy, line)) {
        return;
    }
    forEachEdge(proxy, line, [&](std::uint32_t, const glm::dvec2& normal, double rise, double height) {
        if (!(height + middle * rise < -rounding) && !along.areInside(line, normal, rise, height)) {
            chord.exit.t = -kForever;
        }
    });
}

Clipping throughHalfPlane(const PlanarProxy& proxy, const PlanarLine& line) {
    const glm::dvec2 normal = proxy.normal(0);
    const double rise = glm::dot(normal, line.direction), offset = proxy.offset()[0];
    const double height = glm::dot(normal, line.origin) - offset;
    Clipping chord;
    chord.leastRise = std::abs(rise);
    chord.reach = reachOf(line.origin) + std::abs(offset);
    chord.clip(rise, height, normal, 0);
    const bool isParallel = !chord.isEmpty() && std::isinf(chord.entry.t) && std::isinf(chord.exit.t);
    if (isParallel && !(height < -chord.roundingAt(0.0))) {
        chord.exit.t = -kForever;  // in the border, up to rounding
    }
    return chord;
}

/// @param center  a vertex
Clipping throughDisk(const PlanarProxy& proxy, const glm::dvec2& center, const PlanarLine& line) {
    const glm::dvec2 fromCenter = line.origin - center;
    const double radius = proxy.radius();
    const double aside = crossOf(line.direction, fromCenter);
    const double depth = radius - std::abs(aside);
    Clipping chord;
    if (!(depth > 0.0)) {
        chord.exit.t = -kForever;
        return chord;
    }
    const double middle = -glm::dot(line.direction, fromCenter);
    chord.reach = jointReach(proxy, line);
    if (depth <= chord.roundingAt(middle) && !startsInside(proxy, line)) {
        chord.exit.t = -kForever;
        return chord;
    }
    const double half = std::sqrt(depth * (radius + std::abs(aside)));
    // Not from the crossings, whose coordinates are rounded if the line's origin is far.
    const auto crossing = [&](double fromMiddle) {
        const glm::dvec2 out = aside * turnedLeft(line.direction) + fromMiddle * line.direction;
        return PlanarCrossing{middle + fromMiddle, out / radius};
    };
    chord.entry = crossing(-half);
    chord.exit = crossing(half);
    chord.leastRise = 0.5 * half / radius;
    return chord;
}

/// The two sides of a capsule, cut off at its ends, and the disks there.
Clipping throughCapsule(const PlanarProxy& proxy, const PlanarLine& line, const EdgesAlong& edgesAlong) {
    Clipping sides = throughEdges(proxy, line, edgesAlong);
    const glm::dvec2 along = glm::normalize(proxy.vertex(1) - proxy.vertex(0));
    const double rise = glm::dot(along, line.direction);
    sides.clip(rise, glm::dot(along, line.origin - proxy.vertex(1)), along, PlanarRayIntersection::kNoEdge);
    sides.clip(-rise, glm::dot(along, proxy.vertex(0) - line.origin), -along, PlanarRayIntersection::kNoEdge);
    leaveOutTouching(proxy, line, edgesAlong, sides);
    Clipping all = throughDisk(proxy, proxy.vertex(0), line);
    all.join(throughDisk(proxy, proxy.vertex(1), line));
    all.join(sides);
    all.leastRise = 0.0;
    return all;
}

/// A segment has no inside: entry and exit are one point.
std::optional<PlanarChord> acrossSegment(const PlanarProxy& proxy, const PlanarLine& line) {
    // The sides of the ends decide, so that two segments with a common end agree about it.
    const double start = crossOf(line.direction, proxy.vertex(0) - line.origin),
                 end = crossOf(line.direction, proxy.vertex(1) - line.origin);
    if (start == end || (start < 0.0 && end < 0.0) || (start > 0.0 && end > 0.0)) {
        return std::nullopt;
    }
    const std::uint32_t edge = glm::dot(proxy.normal(0), line.direction) < 0.0 ? 0 : 1;
    const double share = start / (start - end);
    const double t = glm::dot(line.direction, proxy.vertex(0) - line.origin) +
                     share * glm::dot(line.direction, proxy.vertex(1) - proxy.vertex(0));
    const glm::dvec2 normal = proxy.normal(edge);
    return PlanarChord{{t, normal, edge}, {t, -normal, 1 - edge}, 0.0, jointReach(proxy, line)};
}

std::optional<PlanarChord> chordInCore(const PlanarProxy& proxy, const PlanarLine& line,
                                       const EdgesAlong& along) {
    if (proxy.vertexCount() == 2 && proxy.radius() == 0.0) {
        return acrossSegment(proxy, line);
    }
    Clipping chord = proxy.vertexCount() == 0   ? throughHalfPlane(proxy, line)
                     : proxy.vertexCount() == 1 ? throughDisk(proxy, proxy.vertex(0), line)
                     : proxy.vertexCount() == 2 ? throughCapsule(proxy, line, along)
                                                : throughEdges(proxy, line, along);
    if (proxy.vertexCount() > 2) {
        leaveOutTouching(proxy, line, along, chord);
    }
    return chord.isEmpty() ? std::nullopt : std::optional<PlanarChord>(chord);
}

std::optional<PlanarChord> chordThrough(const PlanarProxy& proxy, const PlanarLine& line,
                                        const EdgesAlong& along) noexcept {
    const PlanarTransform& frame = proxy.toWorld();
    const PlanarLine inCore{inFrame(frame, line.origin), rotatedBack(frame.rotation, line.direction)};
    auto chord = chordInCore(proxy, inCore, along);
    if (chord) {
        chord->entry.normal = rotatedBy(frame.rotation, chord->entry.normal);
        chord->exit.normal = rotatedBy(frame.rotation, chord->exit.normal);
    }
    return chord;
}

}  // namespace

std::optional<PlanarChord> chordThrough(const PlanarProxy& proxy, const PlanarLine& line) noexcept {
    bool ignored = false;
    return chordThrough(proxy, line, EdgesAlong(nullptr, ignored));
}
std::optional<PlanarChord> chordThrough(const PlanarProxy& proxy, const PlanarLine& line,
                                        const SideOfLine& side, bool& isAlong) noexcept {
    return chordThrough(proxy, line, EdgesAlong(&side, isAlong));
}

}  // namespace sat3d::SAT3D_ABI
