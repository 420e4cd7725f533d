#pragma once

/// @file
/// Clipping of an incident feature against a reference face.

#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// A point of the incident feature above or below the reference face.
struct ClippedPoint {
    glm::dvec3 onIncident;
    FeatureCode codeOnReference, codeOnIncident;
};

/// Clips two features in projection along a direction. Both are processed in chunks, so that faces may have
/// any number of vertices.
class FeatureClipping {
public:
    /// @param reference  a face; @param normal  unit, the face's, outward
    FeatureClipping(const SupportFeature& reference, const SupportFeature& incident,
                    const glm::dvec3& normal) noexcept
        : reference_(reference), incident_(incident), normal_(normal) {}

    /// Calls take(ClippedPoint) for each vertex of the overlap: vertices of the incident feature inside the
    /// face, intersections of their edges, and vertices of the face inside the incident one. A vertex that
    /// lies on an edge up to rounding has the same id on both sides of it.
    template <class Take>
    void run(const Take& take) const noexcept {
        for (std::uint32_t first = 0; first < incident_.sideCount(); first += kChunk) {
            clipSides(first, std::min(kChunk, incident_.sideCount() - first), take);
        }
        const glm::dvec3 incidentNormal = incident_.isFace() ? incident_.normal() : glm::dvec3(0.0);
        if (glm::dot(incidentNormal, normal_) < -kEdgeOn && hasArea(incident_)) {
            for (std::uint32_t first = 0; first < reference_.size(); first += kChunk) {
                addReferenceCorners(first, std::min(kChunk, reference_.size() - first), incidentNormal, take);
            }
        }
    }

private:
    static constexpr std::uint32_t kChunk = 16;
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// A point on a side counts as inside, up to this fraction of the side's length.
    static constexpr double kOnSide = 1e-6;

    /// The plane through a side, parallel to the direction of projection.
    struct SidePlane {
        glm::dvec3 from, along, outward{0.0};
        double length;

        SidePlane(const SupportFeature& outline, std::uint32_t side, const glm::dvec3& view)
            : from(outline.corner(side)), along(outline.corner(side + 1) - from), length(glm::length(along)) {
            if (length > 0.0) {
                outward = glm::cross(along, view) / length;
            }
        }

        /// The signed distance of a point beyond the side, meters.
        [[nodiscard]] double height(const glm::dvec3& point) const { return glm::dot(outward, point - from); }
        [[nodiscard]] double tolerance() const { return kOnSide * length; }
        [[nodiscard]] double shareAlong(const glm::dvec3& point) const {
            return length > 0.0 ? glm::dot(along, point - from) / (length * length) : 0.0;
        }
    };

    /// The part of a side of the incident feature that remains after clipping.
    struct Part {
        double start = 0.0, end = 1.0;
        std::uint32_t startCut = kNone, endCut = kNone;  ///< the reference's sides that cut it

        void cut(std::uint32_t side, double heightBefore, double heightAfter, double tolerance) {
            const bool outBefore = heightBefore > tolerance, outAfter = heightAfter > tolerance;
            if (outBefore && outAfter) {
                end = -1.0;
            } else if (outBefore || outAfter) {
                const double share = std::clamp(heightBefore / (heightBefore - heightAfter), 0.0, 1.0);
                if (outBefore && share >= start) {
                    start = share;
                    startCut = side;
                } else if (outAfter && share <= end) {
                    end = share;
                    endCut = side;
                }
            }
        }
    };

    /// The side closest to a vertex inside.
    struct NearestSide {
        double height = -std::numeric_limits<double>::infinity();
        std::uint32_t side = kNone;

        void look(std::uint32_t which, double heightOverSide) {
            if (heightOverSide > height) {
                height = heightOverSide;
                side = which;
            }
        }
    };

    /// The code of the point of a feature over which a vertex of the other lies.
    /// @param sideLength  of one of the vertex's own sides
    [[nodiscard]] static FeatureCode codeWithin(const SupportFeature& outline, const glm::dvec3& view,
                                                const glm::dvec3& corner, const NearestSide& nearest,
                                                double sideLength) {
        return nearest.height > -kNearFeature * sideLength
                   ? outline.codeAlong(nearest.side,
                                       SidePlane(outline, nearest.side, view).shareAlong(corner))
                   : outline.code();
    }

    /// Whether no side of a face has length zero. The faces of flat boxes and rods may have such sides, which
    /// bound nothing: their other sides are clipped already.
    [[nodiscard]] static bool hasArea(const SupportFeature& face) {
        bool has = true;
        for (std::uint32_t side = 0; side < face.size(); ++side) {
            has = has && face.corner(side) != face.corner(side + 1);
        }
        return has;
    }

    template <class Take>
    void clipSides(std::uint32_t first, std::uint32_t count, const Take& take) const noexcept {
        std::array<glm::dvec3, kChunk + 1> corners;
        std::array<Part, kChunk> parts;
        std::array<NearestSide, kChunk + 1> nearest;
        for (std::uint32_t i = 0; i <= count; ++i) {
            corners[i] = incident_.corner(incident_.size() == 1 ? first : first + i);
        }
        for (std::uint32_t side = 0; side < reference_.size(); ++side) {
            const SidePlane plane(reference_, side, normal_);
            double before = plane.height(corners[0]);
            nearest[0].look(side, before);
            for (std::uint32_t i = 0; i < count; ++i) {
                const double after = plane.height(corners[i + 1]);
                nearest[i + 1].look(side, after);
                parts[i].cut(side, before, after, plane.tolerance());
                before = after;
            }
        }
        const auto takeCorner = [&](std::uint32_t i, double sideLength) {
            take(ClippedPoint{corners[i], codeWithin(reference_, normal_, corners[i], nearest[i], sideLength),
                              vertexCode(incident_.vertexIndex(first + i))});
        };
        const auto takeCrossing = [&](std::uint32_t i, double share, std::uint32_t cut) {
            const glm::dvec3 point = corners[i] + share * (corners[i + 1] - corners[i]);
            const double shareOfCut = SidePlane(reference_, cut, normal_).shareAlong(point);
            take(ClippedPoint{point, reference_.codeAlong(cut, shareOfCut),
                              incident_.codeAlong(first + i, share)});
        };
        for (std::uint32_t i = 0; i < count; ++i) {
            const Part& part = parts[i];
            if (!(part.start <= part.end)) {
                continue;
            }
            const double sideLength = glm::length(corners[i + 1] - corners[i]);
            if (part.startCut == kNone) {
                takeCorner(i, sideLength);
            } else {
                takeCrossing(i, part.start, part.startCut);
            }
            if (part.endCut != kNone && part.start < part.end) {
                takeCrossing(i, part.end, part.endCut);
            } else if (part.endCut == kNone && incident_.size() == 2) {
                takeCorner(i + 1, sideLength);
            }
        }
    }

    /// A point on a side counts as inside here, too. If the same point was taken as a vertex or an
    /// intersection of the incident feature, both have the same id.
    template <class Take>
    void addReferenceCorners(std::uint32_t first, std::uint32_t count, const glm::dvec3& incidentNormal,
                             const Take& take) const noexcept {
        std::array<glm::dvec3, kChunk> corners;
        std::array<bool, kChunk> isWithin;
        std::array<NearestSide, kChunk> nearest;
        for (std::uint32_t i = 0; i < count; ++i) {
            corners[i] = reference_.corner(first + i);
            isWithin[i] = true;
        }
        for (std::uint32_t side = 0; side < incident_.size(); ++side) {
            const SidePlane plane(incident_, side, -normal_);
            for (std::uint32_t i = 0; i < count; ++i) {
                const double height = plane.height(corners[i]);
                isWithin[i] = isWithin[i] && height <= plane.tolerance();
                nearest[i].look(side, height);
            }
        }
        const glm::dvec3 onFace = incident_.corner(0);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (isWithin[i]) {
                const double distance =
                    glm::dot(incidentNormal, onFace - corners[i]) / glm::dot(incidentNormal, normal_);
                const double sideLength = glm::length(reference_.corner(first + i + 1) - corners[i]);
                take(ClippedPoint{corners[i] + distance * normal_,
                                  vertexCode(reference_.vertexIndex(first + i)),
                                  codeWithin(incident_, -normal_, corners[i], nearest[i], sideLength)});
            }
        }
    }

    const SupportFeature &reference_, &incident_;
    glm::dvec3 normal_;
};

}  // namespace sat3d::SAT3D_ABI
