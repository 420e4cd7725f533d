#include "planar/ray/planar_solid.hpp"

#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_inside.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// A few roundings of a float.
constexpr double kTouchingBorders = 0x1p-21;

/// A line among the children of a compound.
class LineThroughSolid {
public:
    LineThroughSolid(const PlanarCompound& compound, const PlanarLine& line)
        : compound_(compound), line_(line) {}

    /// The first part or segment that ends after a t.
    [[nodiscard]] std::optional<PlanarChord> first(double after) {
        auto part = firstPart(after);
        const bool isWallFirst = wall_ && (!part || isEarlier(wall_->entry, part->entry));
        if (!isWallFirst || !part) {
            return isWallFirst ? wall_ : part;
        }
        if (!doMeet(*wall_, *part, wallTolerance_)) {
            return wall_;
        }
        part->entry = wall_->entry;
        part->reach = wall_->reach;
        return part;
    }
    /// The first part that ends after a t, of children with an inside.
    [[nodiscard]] std::optional<PlanarChord> firstPart(double after) {
        for (;;) {
            const auto left = partOn(1.0, after), right = hasEdgeAlong_ ? partOn(-1.0, after) : left;
            if (!left || !right) {
                return std::nullopt;
            }
            PlanarChord both = *left;
            if (right->entry.t > left->entry.t ||
                (right->entry.t == left->entry.t && right->entry.child < left->entry.child)) {
                both = *right;
            }
            both.exit = isEarlier(right->exit, left->exit) ? right->exit : left->exit;
            both.leastRise = 0.0;
            if (both.entry.t < both.exit.t) {
                return both;
            }
            after = both.exit.t;
        }
    }

private:
    /// The first part that ends after a t, on one side of the line. Segments, which are crossed on both
    /// sides, are none. Keeps the first of them.
    [[nodiscard]] std::optional<PlanarChord> partOn(double side, double after) {
        std::optional<PlanarChord> part;
        forEachChord(side, [&](const PlanarChord& chord, double tolerance) {
            if (!(chord.exit.t > after)) {
                return;
            }
            if (!chord.isPoint()) {
                if (!part || chord.entry.t < part->entry.t) {
                    part = chord;
                }
            } else if (!wall_ || isEarlier(chord.entry, wall_->entry)) {
                wall_ = chord;
                wallTolerance_ = tolerance;
            }
        });
        for (bool grows = part.has_value(); grows;) {
            grows = false;
            forEachChord(side, [&](const PlanarChord& chord, double tolerance) {
                if (!chord.isPoint() && doMeet(*part, chord, tolerance)) {
                    grows = grows || chord.entry.t < part->entry.t || chord.exit.t > part->exit.t;
                    if (chord.exit.t > part->exit.t ||
                        (chord.exit.t == part->exit.t && chord.exit.child < part->exit.child)) {
                        part->exit = chord.exit;
                    }
                    if (chord.entry.t < part->entry.t) {
                        part->entry = chord.entry;
                        part->reach = chord.reach;
                    }
                }
            });
        }
        return part;
    }

    /// Calls visit(chord, tolerance) for each child on one side of the line.
    template <class Visit>
    void forEachChord(double side, const Visit& visit) {
        forEachConvex(compound_, PlanarTransform{}, [&](const ConvexChild& child) {
            const BoundingCircle circle = child.circle();
            const glm::dvec2 toCenter = circle.center - line_.origin;
            const double tolerance = touchingTolerance(circle);
            if (std::abs(crossOf(line_.direction, toCenter)) > circle.radius + tolerance) {
                return;
            }
            const SideOfLine sideOfLine{side, glm::dot(line_.direction, toCenter), circle.radius, tolerance};
            auto chord =
                chordThrough(PlanarProxy(child.shape, child.toFrame), line_, sideOfLine, hasEdgeAlong_);
            if (chord) {
                chord->entry.child = chord->exit.child = child.number;
                visit(*chord, tolerance);
            }
        });
    }

    /// Two crossings at the same t are in the order of their children.
    [[nodiscard]] static bool isEarlier(const PlanarCrossing& a, const PlanarCrossing& b) {
        return a.t < b.t || (a.t == b.t && a.child < b.child);
    }
    /// Whether there is no gap between two chords that is wider than the tolerance, measured across the
    /// edges.
    [[nodiscard]] bool doMeet(const PlanarChord& a, const PlanarChord& b, double tolerance) const {
        const auto isJoint = [&](const PlanarCrossing& exit, const PlanarCrossing& entry) {
            return entry.t - exit.t <= slack(exit, tolerance) + slack(entry, tolerance);
        };
        return isJoint(a.exit, b.entry) && isJoint(b.exit, a.entry);
    }
    [[nodiscard]] double slack(const PlanarCrossing& crossing, double tolerance) const {
        return crossing.edge == PlanarRayIntersection::kNoEdge
                   ? 0.0
                   : tolerance / std::abs(glm::dot(crossing.normal, line_.direction));
    }

    const PlanarCompound& compound_;
    PlanarLine line_;
    bool hasEdgeAlong_ = false;
    std::optional<PlanarChord> wall_;  ///< the first segment that is crossed
    double wallTolerance_ = 0.0;
};

/// Whether a ray from a point starts inside: not at a border that it leaves.
bool startsInside(const PlanarCompound& compound, const PlanarLine& ray, double tolerance) {
    const auto chord = LineThroughSolid(compound, ray).firstPart(0.0);
    return chord && chord->entry.t <= tolerance && chord->exit.t > tolerance;
}

/// Calls visit(normal) for each border of a convex shape on which a point lies.
template <class Visit>
void forEachBorderAt(const PlanarProxy& proxy, const glm::dvec2& point, double tolerance,
                     const Visit& visit) {
    const PlanarTransform& frame = proxy.toWorld();
    const glm::dvec2 local = inFrame(frame, point);
    const auto heightOf = [&](std::uint32_t edge) {
        return glm::dot(proxy.normal(edge), local) - proxy.offset()[edge];
    };
    if (proxy.vertexCount() <= 2) {
        const glm::dvec2 closest = closestOnCore(proxy, local), outward = local - closest;
        const double distance = glm::length(outward);
        if (distance > 0.0 && std::abs(distance - proxy.radius()) <= tolerance) {
            // At the side of a long capsule, the closest point rounds too much for a direction.
            const bool isAtEnd =
                closest == proxy.vertex(0) || closest == proxy.vertex(proxy.vertexCount() - 1);
            const std::uint32_t side = isAtEnd || glm::dot(outward, proxy.normal(0)) > 0.0 ? 0 : 1;
            visit(rotatedBy(frame.rotation, isAtEnd ? outward / distance : proxy.normal(side)));
        }
        return;
    }
    for (std::uint32_t edge = 0; edge < proxy.edgeCount(); ++edge) {
        if (heightOf(edge) > tolerance) {
            return;
        }
    }
    for (std::uint32_t edge = 0; edge < proxy.edgeCount(); ++edge) {
        if (heightOf(edge) >= -tolerance) {
            visit(rotatedBy(frame.rotation, proxy.normal(edge)));
        }
    }
}

}  // namespace

double touchingTolerance(const BoundingCircle& circle) noexcept {
    return kTouchingBorders * (glm::length(circle.center) + circle.radius);
}

std::optional<PlanarChord> firstChordThrough(const PlanarCompound& compound, const PlanarLine& line,
                                             double after) noexcept {
    return LineThroughSolid(compound, line).first(after);
}

bool isOnInnerBorder(const PlanarCompound& compound, const glm::dvec2& point) noexcept {
    // No border leads from the point to the outside: whatever is not covered around it begins at a border.
    bool isOnBorder = false, leadsOut = false;
    forEachConvex(compound, PlanarTransform{}, [&](const ConvexChild& child) {
        const BoundingCircle circle = child.circle();
        const double tolerance = touchingTolerance(circle);
        if (leadsOut || glm::length(point - circle.center) > circle.radius + tolerance) {
            return;
        }
        forEachBorderAt(PlanarProxy(child.shape, child.toFrame), point, tolerance,
                        [&](const glm::dvec2& normal) {
                            const glm::dvec2 along = turnedLeft(normal);
                            isOnBorder = true;
                            leadsOut = leadsOut || !startsInside(compound, {point, along}, tolerance) ||
                                       !startsInside(compound, {point, -along}, tolerance);
                        });
    });
    return isOnBorder && !leadsOut;
}

bool isOnInnerBorder(const PlanarCompound& compound, const PlanarProxy& thin,
                     const PlanarTransform& thinInSolid) noexcept {
    const glm::dvec2 start = thinInSolid * thin.vertex(0);
    const glm::dvec2 segment = thinInSolid * thin.vertex(thin.vertexCount() / 2) - start;
    const double length = glm::length(segment);
    if (!(length > 0.0)) {
        return isOnInnerBorder(compound, start);
    }
    LineThroughSolid solid(compound, {start, segment / length});
    for (double after = 0.0;;) {
        const auto part = solid.firstPart(after);
        if (!part || !(part->entry.t < length)) {
            return false;
        }
        if (std::min(part->exit.t, length) - std::max(part->entry.t, 0.0) > kTouchingBorders * length) {
            return true;
        }
        after = part->exit.t;
    }
}

bool containsLocal(const PlanarShapeRef& shape, const glm::dvec2& point) noexcept {
    const auto isIn = [&](const PlanarProxy& core) { return isInside(core, inFrame(core.toWorld(), point)); };
    if (shape.kind() != PlanarShapeRef::Kind::Compound) {
        return isIn(PlanarProxy(shape, PlanarTransform{}));
    }
    bool isNear = false, isInChild = false;
    forEachConvex(shape, PlanarTransform{}, [&](const ConvexChild& child) {
        const BoundingCircle circle = child.circle();
        const glm::dvec2 away = point - circle.center;
        const double reach =
            circle.radius + 2.0 * kTouchingBorders * (reachOf(circle.center) + circle.radius);
        if (!isInChild && glm::dot(away, away) < reach * reach) {
            isNear = true;
            isInChild = isIn(PlanarProxy(child.shape, child.toFrame));
        }
    });
    return isInChild || (isNear && isOnInnerBorder(shape.as<PlanarCompound>(), point));
}

}  // namespace sat3d::SAT3D_ABI
