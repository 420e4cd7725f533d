#include "narrowphase/surface/footprint.hpp"

#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/surface/patch_normals.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A point counts as on the side of a triangle up to this fraction of the side's length.
constexpr double kOnTriangleSide = 1e-6;

/// The component of a point's offset from a triangle's edge into the triangle, times the edge's length.
double inwardOf(const FeltTriangle& triangle, std::size_t edge, const glm::dvec3& outward,
                const glm::dvec3& point) {
    const glm::dvec3& from = triangle.corners[edge];
    const glm::dvec3 along = triangle.corners[(edge + 1) % 3] - from;
    const double inward = glm::dot(glm::cross(outward, along), point - from);
    return triangle.isBack ? -inward : inward;
}

/// Whether all other faces of the body look away from what the face looks at.
bool hidesOthers(const ConvexProxy& body, std::uint32_t face) {
    constexpr double kBeside = 1e-6;
    const glm::dvec3 normal = body.faceNormal(face);
    for (std::uint32_t other = 0; other < body.faceCount(); ++other) {
        if (other != face && glm::dot(body.faceNormal(other), normal) > kBeside) {
            return false;
        }
    }
    return true;
}

}  // namespace

Footprint::Footprint(const FeltSurface& felt, const glm::dvec3& outward)
    : felt_(&felt),
      outward_(outward),
      face_(SupportFeature::toward(felt.body(), -outward, kDepthSlack * felt.body().boundingRadius())) {
    const std::uint32_t stored = std::min(face_.size(), kMostStored);
    for (std::uint32_t i = 0; i < stored; ++i) {
        corners_[i] = face_.corner(i);
    }
    if (face_.isFace()) {
        for (std::uint32_t i = 0; i < stored; ++i) {
            out_[i] = computedOut(i);
            reach_[i] = glm::dot(out_[i], corners_[i]);
        }
        normal_ = face_.normal();
        offset_ = glm::dot(normal_, corners_[0]);
        towardSurface_ = glm::dot(normal_, outward);
        hidesBody_ = towardSurface_ < -kSamePatch &&
                     (felt.body().isBox() || hidesOthers(felt.body(), face_.faceIndex()));
    }
}

Footprint::TriangleSides::TriangleSides(const FeltTriangle& triangle, const glm::dvec3& outward,
                                        const FeltSurface& felt) {
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3& from = triangle.corners[i];
        const glm::dvec3 along = triangle.corners[(i + 1) % 3] - from;
        inward_[i] = (triangle.isBack ? -1.0 : 1.0) * glm::cross(outward, along);
        const double length = glm::length(along);
        least_[i] = glm::dot(inward_[i], from) - (kOnTriangleSide * length + felt.rounding()) * length;
    }
}

glm::dvec3 Footprint::computedOut(std::uint32_t side) const {
    const std::uint32_t next = side + 1 < face_.size() ? side + 1 : 0;
    const glm::dvec3 out = glm::cross(outward_, corner(next) - corner(side));
    const double length = glm::length(out);
    return length > 0.0 ? out / length : glm::dvec3(0.0);
}

double Footprint::reachOf(std::uint32_t side) const {
    return glm::dot(computedOut(side), corner(side));
}

Footprint::Part Footprint::partUnder(const glm::dvec3& start, const glm::dvec3& end) const {
    return face_.isFace() ? partUnderFace(start, end) : face_.size() == 2 ? crossing(start, end) : Part{};
}

Footprint::Part Footprint::partUnderFace(const glm::dvec3& start, const glm::dvec3& end) const {
    Part part{{Part::End{0.0}, Part::End{1.0}}, 2};
    if (!(towardSurface_ < -kEdgeOn)) {
        return {};
    }
    for (std::uint32_t side = 0; side < face_.size(); ++side) {
        const double before = beyond(side, start), after = beyond(side, end);
        const bool outBefore = before > felt_->rounding(), outAfter = after > felt_->rounding();
        if (outBefore && outAfter) {
            return {};
        }
        const double share = outBefore || outAfter ? std::clamp(before / (before - after), 0.0, 1.0) : 0.0;
        if (outBefore && share >= part.ends[0].share) {
            part.ends[0] = {share, side};
        } else if (outAfter && share <= part.ends[1].share) {
            part.ends[1] = {share, side};
        }
    }
    if (part.ends[0].share > part.ends[1].share) {
        return {};
    }
    for (Part::End& end_ : part.ends) {
        const glm::dvec3 point = start + end_.share * (end - start);
        end_.onBody = point + heightOver(point) * outward_;
    }
    return part;
}

/// For a segment: the point where both cross in projection.
Footprint::Part Footprint::crossing(const glm::dvec3& start, const glm::dvec3& end) const {
    const glm::dvec3 first = corners_[0], along = corners_[1] - first;
    const glm::dvec3 across = glm::cross(outward_, along);
    const double before = glm::dot(across, start - first), after = glm::dot(across, end - first);
    if (!(std::min(before, after) <= 0.0 && std::max(before, after) >= 0.0) || before == after) {
        return {};
    }
    const double share = before / (before - after);
    const glm::dvec3 beside = glm::cross(outward_, end - start);
    const double from = glm::dot(beside, first - start), to = glm::dot(beside, first + along - start);
    if (!(std::min(from, to) <= 0.0 && std::max(from, to) >= 0.0) || from == to) {
        return {};
    }
    Part part;
    part.count = 1;
    part.ends[0] = {share, 0, first + from / (from - to) * along};
    return part;
}

bool Footprint::overlaps(const FeltTriangle& triangle) const {
    for (std::uint32_t side = 0; face_.isFace() && side < face_.size(); ++side) {
        const auto isOut = [&](const glm::dvec3& point) { return beyond(side, point) > felt_->rounding(); };
        if (isOut(triangle.corners[0]) && isOut(triangle.corners[1]) && isOut(triangle.corners[2])) {
            return false;
        }
    }
    for (std::size_t edge = 0; edge < 3; ++edge) {
        const double length = glm::length(triangle.corners[(edge + 1) % 3] - triangle.corners[edge]);
        double most = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < face_.size(); ++i) {
            most = std::max(most, inwardOf(triangle, edge, outward_, corner(i)));
        }
        if (most < -felt_->rounding() * length) {
            return false;
        }
    }
    if (face_.size() != 2) {
        return true;
    }
    const glm::dvec3 across = glm::cross(outward_, corners_[1] - corners_[0]);
    const auto asideOf = [&](std::size_t i) { return glm::dot(across, triangle.corners[i] - corners_[0]); };
    const double x = asideOf(0), y = asideOf(1), z = asideOf(2);
    return std::min({x, y, z}) <= 0.0 && std::max({x, y, z}) >= 0.0;
}

}  // namespace sat3d::inline SAT3D_ABI
