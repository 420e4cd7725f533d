#include "narrowphase/surface/surface_contact.hpp"

#include "narrowphase/composite/surface_adjacency.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/surface/patch_normals.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Decides between equally good points; an axis of the body.
constexpr glm::dvec3 kAxisOfBody{1.0, 0.0, 0.0};

/// The code of a point on a side of the body that is close to a vertex and takes the vertex's id.
constexpr FeatureCode besideVertex(FeatureCode code) {
    return code >> 30 == 0 ? code | 1u << 29 : code;
}

/// A direction as an integer, in steps of about 0.1 degrees; never 0.
std::uint32_t numberOfDirection(const glm::dvec3& unit) {
    const auto step = [](double component) {
        return static_cast<std::uint32_t>(std::floor(component * 511.0 + 512.5));
    };
    return step(unit.x) << 20 | step(unit.y) << 10 | step(unit.z);
}

}  // namespace

SurfaceContact::SurfaceContact(const FeltSurface& felt, const glm::dvec3& outward, std::uint32_t triangle)
    : felt_(&felt),
      outward_(outward),
      footprint_(felt, outward),
      triangle_(triangle),
      lowest_(lowestAlong(felt.body(), outward)),
      others_(outward, kAxisOfBody) {}

double SurfaceContact::tolerance() const {
    return kDepthSlack * felt_->body().boundingRadius();
}

/// The code of a patch is its direction in the surface's frame, so that a vertex that slides from triangle to
/// triangle keeps its id.
FeatureCode SurfaceContact::codeOfDirection(const FeltTriangle& triangle) const {
    return faceCode(numberOfDirection(glm::transpose(felt_->frame().bInPair.rotation) * triangle.outward));
}

void SurfaceContact::note(double separation, std::uint32_t triangle) {
    if (separation < separation_) {
        separation_ = separation;
        setTriangle(triangle);
    }
}

/// @param height  of the point of the core over the surface, along the normal
void SurfaceContact::addPoint(const glm::dvec3& onCore, double height, std::uint64_t id,
                              std::uint32_t triangle) {
    const double radius = felt_->body().convexRadius(), separation = height - radius;
    if (separation < felt_->margin()) {
        others_.add({onCore - 0.5 * (height + radius) * outward_, separation, id});
        note(separation, triangle);
    }
}

void SurfaceContact::addCorners(const FeltTriangle& triangle) {
    const SupportFeature& face = footprint_.face();
    const double across = glm::dot(triangle.outward, outward_), radius = felt_->body().convexRadius();
    footprint_.forEachCornerOn(triangle, [&](std::uint32_t i) {
        const glm::dvec3 corner = footprint_.corner(i);
        const double height = glm::dot(triangle.outward, corner - triangle.corners[0]) / across;
        const double separation = height - radius;
        if (!(separation < felt_->margin())) {
            return;
        }
        const std::uint64_t id = contactId(vertexCode(face.vertexIndex(i)), codeOfDirection(triangle));
        if (i >= kMostCorners) {
            addPoint(corner, height, id, triangle.number);
        } else if (separation < corners_[i].separation - tolerance()) {
            cornersOn_ += std::isfinite(corners_[i].separation) ? 0 : 1;
            corners_[i] = {separation, id};
            note(separation, triangle.number);
        }
    });
}

/// Whether a triangle beyond an edge continues the patch.
bool SurfaceContact::isWithin(const FeltTriangle& triangle, std::uint32_t edge, std::uint32_t other) const {
    const TriangleCorners corners = felt_->corners(other);
    const glm::dvec3 area = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double along = glm::dot(area, outward_);
    if ((felt_->isOneSided() ? along : std::abs(along)) <= kSamePatch * glm::length(area)) {
        return false;
    }
    const glm::dvec3& from = triangle.corners[edge];
    const glm::dvec3 inward = (triangle.isBack ? -1.0 : 1.0) *
                              glm::cross(triangle.outward, triangle.corners[(edge + 1) % 3] - from);
    const auto isBeyond = [&](const glm::dvec3& corner) {
        return glm::dot(inward, corner - from) < -felt_->rounding() * glm::length(inward);
    };
    return isBeyond(corners[0]) || isBeyond(corners[1]) || isBeyond(corners[2]);
}

void SurfaceContact::addBorder(const FeltTriangle& triangle) {
    const SupportFeature& face = footprint_.face();
    if (face.size() == 1 || cornersOn_ == face.size()) {
        return;
    }
    const std::array<std::uint32_t, 3> before{footprint_.sidesBefore(triangle.corners[0]),
                                              footprint_.sidesBefore(triangle.corners[1]),
                                              footprint_.sidesBefore(triangle.corners[2])};
    const std::array<std::uint32_t, 3> numbers = verticesOf(felt_->surface(), triangle.number);
    for (std::uint32_t edge = 0; edge < 3; ++edge) {
        const glm::dvec3 from = triangle.corners[edge], along = triangle.corners[(edge + 1) % 3] - from;
        if ((before[edge] & before[(edge + 1) % 3]) != 0) {
            continue;
        }
        forEachEdgePart(felt_->surface(), triangle.number, edge, [&](const detail::EdgePart& part) {
            if (std::any_of(part.triangles.begin(), part.triangles.end(),
                            [&](std::uint32_t other) { return isWithin(triangle, edge, other); })) {
                return;
            }
            const glm::dvec3 start = from + part.from * along, end = from + part.to * along;
            const Footprint::Part under = footprint_.partUnder(start, end);
            for (std::uint32_t i = 0; i < under.count; ++i) {
                const Footprint::Part::End& at = under.ends[i];
                const bool isOnSide = at.side != Footprint::Part::kNoSide;
                const glm::dvec3 place = start + at.share * (end - start);
                const double shareOfEdge = part.from + at.share * (part.to - part.from);
                FeatureCode onBody = face.code();
                if (isOnSide) {
                    const glm::dvec3 corner = footprint_.corner(at.side),
                                     side = face.corner(at.side + 1) - corner;
                    onBody =
                        face.codeAlong(at.side, glm::dot(at.onBody - corner, side) / glm::dot(side, side));
                }
                const FeatureCode onSurface = shareOfEdge <= 0.0 ? vertexCode(numbers[edge])
                                              : shareOfEdge >= 1.0
                                                  ? vertexCode(numbers[(edge + 1) % 3])
                                                  : edgeCode(numbers[edge], numbers[(edge + 1) % 3]);
                addPoint(at.onBody, glm::dot(outward_, at.onBody - place),
                         idWithin(codeOfDirection(triangle), contactId(besideVertex(onBody), onSurface)),
                         triangle.number);
            }
        });
    }
}

void SurfaceContact::addBump(const FeltTriangle& triangle) {
    const SupportFeature& face = footprint_.face();
    if (!face.isFace()) {
        return;
    }
    const double enough = separation_ - tolerance();
    const auto isDeeper = [&](const glm::dvec3& corner) { return footprint_.heightOver(corner) < enough; };
    if (!isDeeper(triangle.corners[0]) && !isDeeper(triangle.corners[1]) && !isDeeper(triangle.corners[2])) {
        return;
    }
    const std::array<std::uint32_t, 3> numbers = verticesOf(felt_->surface(), triangle.number);
    for (std::uint32_t edge = 0; edge < 3; ++edge) {
        const glm::dvec3 from = triangle.corners[edge], to = triangle.corners[(edge + 1) % 3];
        const Footprint::Part under = footprint_.partUnder(from, to);
        for (std::uint32_t i = 0; i < under.count; ++i) {
            const Footprint::Part::End& at = under.ends[i];
            const double height = glm::dot(outward_, at.onBody - from - at.share * (to - from));
            if (height < separation_ - tolerance()) {
                addPoint(at.onBody, height,
                         idWithin(codeOfDirection(triangle),
                                  contactId(face.code(), edgeCode(numbers[edge], numbers[(edge + 1) % 3]))),
                         triangle.number);
            }
        }
    }
}

void SurfaceContact::addFacing(const FacingPoints& points, std::uint32_t triangle) {
    const double separation = glm::dot(outward_, points.onBody - points.onSurface);
    if (separation < felt_->margin()) {
        others_.add({points.onBody - 0.5 * separation * outward_, separation,
                     contactId(points.codeOnBody, points.codeOnSurface)});
        note(separation, triangle);
    }
}

void SurfaceContact::write(DManifold& manifold) {
    const SupportFeature& face = footprint_.face();
    const double radius = felt_->body().convexRadius();
    ManifoldReduction points(outward_, kAxisOfBody);
    for (std::uint32_t i = 0; i < std::min(face.size(), kMostCorners); ++i) {
        const auto& [separation, id] = corners_[i];
        if (std::isfinite(separation)) {
            points.add({footprint_.corner(i) - (0.5 * separation + radius) * outward_, separation, id});
        }
    }
    const std::uint32_t corners = points.count();
    for (const ManifoldPoint& other : others_.reduced(tolerance())) {
        points.add(other);
    }
    points.dropInner(corners);
    const PairFrame& frame = felt_->frame();
    manifold.normal = frame.directionInWorld(-outward_);
    for (const ManifoldPoint& contact : points.reduced(tolerance())) {
        manifold.pointArray[manifold.pointCount++] = {frame.pointInWorld<double>(contact.position),
                                                      static_cast<float>(contact.separation), contact.id};
    }
}

}  // namespace sat3d::inline SAT3D_ABI
