#include "narrowphase/surface/contact/incident_face.hpp"

#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether all other faces of the body look away from what the face looks at.
bool hidesOthers(const ConvexProxy& body, std::uint32_t face) {
    const glm::dvec3 normal = body.faceNormal(face);
    for (std::uint32_t other = 0; other < body.faceCount(); ++other) {
        if (other != face && glm::dot(body.faceNormal(other), normal) > kEdgeOn) {
            return false;
        }
    }
    return true;
}

/// The feature of a body that faces a surface.
SupportFeature featureToward(const SurfacePair& pair, const glm::dvec3& outward) {
    const ConvexProxy& body = pair.body();
    if (body.isBox()) {
        return SupportFeature::ofFace(body, boxFaceToward(-outward));
    }
    return SupportFeature::toward(body, -outward, pair.tolerance());
}

}  // namespace

IncidentFace::IncidentFace(const SurfacePair& pair, const glm::dvec3& outward)
    : pair_(pair), outward_(outward), face_(featureToward(pair, outward)) {
    const std::uint32_t stored = std::min(face_.size(), kStored);
    for (std::uint32_t i = 0; i < stored; ++i) {
        corners_[i] = pair.vertex(face_.vertexIndex(i));
    }
    if (face_.isFace()) {
        for (std::uint32_t i = 0; i < stored; ++i) {
            out_[i] = computedOut(i);
            reach_[i] = glm::dot(out_[i], corners_[i]);
        }
        normal_ = face_.normal();
        offset_ = glm::dot(normal_, corners_[0]);
        towardSurface_ = glm::dot(normal_, outward);
    }
}

bool IncidentFace::isParallel() const {
    return towardSurface_ < -kSamePatch;
}

bool IncidentFace::hidesBody() const {
    return isParallel() && (pair_.body().isBox() || hidesOthers(pair_.body(), face_.faceIndex()));
}

FeatureCode IncidentFace::codeOnSide(std::uint32_t side, const glm::dvec3& point) const {
    const glm::dvec3 from = corner(side), along = face_.corner(side + 1) - from;
    const double squared = glm::dot(along, along);
    return face_.codeAlong(side, squared > 0.0 ? glm::dot(point - from, along) / squared : 0.0);
}

double IncidentFace::reachBelow(const glm::dvec3& onCore) const {
    const double radius = pair_.body().convexRadius();
    if (face_.size() != 2) {
        return radius;
    }
    // The body's surface below the point is that of the cylinder, or of the ball around the lower end.
    const std::uint32_t lower = glm::dot(outward_, corners_[1] - corners_[0]) < 0.0 ? 1 : 0;
    const glm::dvec3 toEnd = corners_[lower] - onCore, along = corners_[lower] - corners_[1 - lower];
    const double squared = glm::dot(along, along), fall = -glm::dot(outward_, along);
    const double level = std::sqrt(std::max(0.0, squared - fall * fall));
    if (radius * fall <= level * std::sqrt(glm::dot(toEnd, toEnd))) {
        return level > 0.0 ? radius * std::sqrt(squared) / level : radius;
    }
    const double drop = -glm::dot(outward_, toEnd);
    return drop + std::sqrt(std::max(0.0, radius * radius + drop * drop - glm::dot(toEnd, toEnd)));
}

void IncidentFace::write(std::uint32_t first, FaceOutline& outline) const {
    outline.count = std::min(face_.size() - first, FaceOutline::kCapacity);
    outline.sideCount = face_.isFace() ? outline.count : 0;
    outline.direction = glm::vec3(outward_);
    outline.size = static_cast<float>(pair_.body().boundingRadius());
    for (std::uint32_t i = 0; i < outline.count; ++i) {
        outline.corners[i] = glm::vec3(corner(first + i));
    }
    for (std::uint32_t i = 0; i < outline.sideCount; ++i) {
        outline.outward[i] = glm::vec3(outOf(first + i));
        outline.reach[i] = static_cast<float>(reachOf(first + i) + pair_.rounding());
    }
    if (face_.isFace()) {
        outline.slope = glm::vec3(-normal_ / towardSurface_);
        outline.heightAtOrigin = static_cast<float>(offset_ / towardSurface_);
    } else if (face_.size() == 2) {
        writeStrip(outline);
    }
}

/// Writes the sides of a rectangle around the projection of a segment.
void IncidentFace::writeStrip(FaceOutline& outline) const {
    const glm::dvec3 segment = corners_[1] - corners_[0];
    glm::dvec3 along = segment - glm::dot(segment, outward_) * outward_;
    if (!(glm::length(along) > pair_.rounding())) {  // upright
        const bool mostlyX = std::abs(outward_.x) > 0.9;
        along = glm::cross(outward_, mostlyX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0));
    }
    along = glm::normalize(along);
    const glm::dvec3 across = glm::cross(outward_, along);
    for (const glm::dvec3& out : {along, -along, across, -across}) {
        const double reach = std::max(glm::dot(out, corners_[0]), glm::dot(out, corners_[1]));
        outline.outward[outline.sideCount] = glm::vec3(out);
        outline.reach[outline.sideCount++] = static_cast<float>(reach + pair_.rounding());
    }
}

bool IncidentFace::isOver(std::uint32_t index, const ContactTriangle& triangle) const {
    const glm::dvec3 point = corner(index);
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 inward = triangle.inward(i, outward_);
        const double squared = glm::dot(inward, inward);
        const double slack =
            kOnTriangleSide * squared +
            pair_.rounding() * (std::abs(inward.x) + std::abs(inward.y) + std::abs(inward.z));
        if (glm::dot(inward, point - triangle.corners[i]) < -slack) {
            return false;
        }
    }
    return true;
}

bool IncidentFace::isUnder(const glm::dvec3& point) const {
    for (std::uint32_t side = 0; side < face_.size(); ++side) {
        if (beyond(side, point) > pair_.rounding()) {
            return false;
        }
    }
    return true;
}

glm::dvec3 IncidentFace::computedOut(std::uint32_t side) const {
    return glm::normalize(glm::cross(outward_, alongSide(side)));
}

/// The direction of a side. The sides of a box may have no length: theirs are the axes.
glm::dvec3 IncidentFace::alongSide(std::uint32_t side) const {
    const std::uint32_t next = side + 1 < face_.size() ? side + 1 : 0;
    if (!pair_.body().isBox()) {
        return corner(next) - corner(side);
    }
    const std::uint32_t to = face_.vertexIndex(next), axis = to ^ face_.vertexIndex(side);
    const double sign = (to & axis) != 0 ? 1.0 : -1.0;
    return {axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0, axis == 4 ? sign : 0.0};
}

double IncidentFace::reachOf(std::uint32_t side) const {
    return side < kStored ? reach_[side] : glm::dot(computedOut(side), corner(side));
}

IncidentFace::Part IncidentFace::partUnder(const glm::dvec3& start, const glm::dvec3& end) const {
    return face_.isFace() ? partUnderFace(start, end) : face_.size() == 2 ? crossing(start, end) : Part{};
}

IncidentFace::Part IncidentFace::partUnderFace(const glm::dvec3& start, const glm::dvec3& end) const {
    Part part{{Part::End{0.0}, Part::End{1.0}}, 2};
    if (!(towardSurface_ < -kEdgeOn)) {
        return {};
    }
    const double rounding = pair_.rounding();
    for (std::uint32_t side = 0; side < face_.size(); ++side) {
        const double before = beyond(side, start), after = beyond(side, end);
        if (before <= rounding && after <= rounding) {
            continue;
        }
        if (before > rounding && after > rounding) {
            return {};
        }
        const double share = std::clamp(before / (before - after), 0.0, 1.0);
        if (before > rounding && share >= part.ends[0].share) {
            part.ends[0] = {share, side};
        } else if (after > rounding && share <= part.ends[1].share) {
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
IncidentFace::Part IncidentFace::crossing(const glm::dvec3& start, const glm::dvec3& end) const {
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

bool IncidentFace::overlaps(const ContactTriangle& triangle) const {
    for (std::uint32_t side = 0; face_.isFace() && side < face_.size(); ++side) {
        const auto isOut = [&](const glm::dvec3& point) { return beyond(side, point) > pair_.rounding(); };
        if (isOut(triangle.corners[0]) && isOut(triangle.corners[1]) && isOut(triangle.corners[2])) {
            return false;
        }
    }
    for (std::size_t edge = 0; edge < 3; ++edge) {
        const glm::dvec3 &from = triangle.corners[edge], inward = triangle.inward(edge, outward_);
        const double length = glm::length(triangle.corners[(edge + 1) % 3] - from);
        double most = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < face_.size(); ++i) {
            most = std::max(most, glm::dot(inward, corner(i) - from));
        }
        if (most < -pair_.rounding() * length) {
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

}  // namespace sat3d::SAT3D_ABI
