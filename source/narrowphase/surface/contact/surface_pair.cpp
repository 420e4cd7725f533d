#include "narrowphase/surface/contact/surface_pair.hpp"

#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

SurfacePair::SurfacePair(const ChildShape& body, const PosedShape& surface, const CollideOptions& options)
    : shape_(body.shape),
      numberOfBody_(body.number),
      over_(body, surface),
      options_(options),
      margin_(double(options.margin)),
      bias_(double(options.faceBias) * over_.core.boundingRadius()),
      tolerance_(kDepthSlack * over_.core.boundingRadius()),
      sameHeight_(kSameHeight * over_.core.boundingRadius()),
      box_(over_.boxOfTriangles(margin_)),
      isOneSided_(sidesOf(surface.shape) == Sides::Front),
      isBox_(over_.core.isBox()),
      halfExtents_(over_.core.halfExtents()) {}

TriangleCorners SurfacePair::corners(const ActiveBatch& batch, std::uint32_t index) const {
    if ((batch.isLarge >> index & 1) != 0) {
        return corners(batch.numbers[index]);
    }
    const auto corner = [&](std::size_t i) {
        return glm::dvec3(batch.corners[i][0][index], batch.corners[i][1][index], batch.corners[i][2][index]);
    };
    return {corner(0), corner(1), corner(2)};
}

namespace {

ContactTriangle facing(std::uint32_t number, const TriangleCorners& corners, bool isBack) {
    const glm::dvec3 area = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    return {number, corners, (isBack ? -1.0 : 1.0) / glm::length(area) * area, isBack};
}

}  // namespace

ContactTriangle SurfacePair::triangle(std::uint32_t number) const {
    const TriangleCorners inPair = corners(number);
    const bool isBack = !isOneSided_ && !over_.isInFront(number);
    return facing(number, inPair, isBack);
}

ContactTriangle SurfacePair::triangle(const ActiveBatch& batch, std::uint32_t index) const {
    return facing(batch.numbers[index], corners(batch, index), (batch.isBack >> index & 1) != 0);
}

Separation SurfacePair::separationOf(std::uint32_t number) const {
    const ContactTriangle known = triangle(number);
    if (const auto overFace = separationIfOverFace(known, lowestVertex(known.outward))) {
        return decided(number, *overFace);
    }
    const detail::SurfaceTriangle shape{triangleOf(surface(), number), sidesOf(surface())};
    const ConvexProxy proxy(shape, over_.frame.bInPair);
    const double limit = margin_ + rounding();
    return decided(number, triangleSeparation(over_.core, proxy, shape.sides, limit));
}

Separation SurfacePair::separationOf(std::uint32_t number, const glm::dvec3& onCore,
                                     double separation) const {
    const ContactTriangle known = triangle(number);
    if (const auto overFace = separationIfOverFace(known, onCore)) {
        return decided(number, *overFace);
    }
    const detail::SurfaceTriangle shape{triangleOf(surface(), number), sidesOf(surface())};
    const ConvexProxy proxy(shape, over_.frame.bInPair);
    if (separation < -over_.core.convexRadius()) {
        if (const auto overlap = triangleOverlap(over_.core, proxy, shape.sides)) {
            return decided(number, *overlap);
        }
    }
    const GjkResult apart = gjk(over_.core, proxy, closestVertices(known, onCore));
    return decided(number, apart.distance > 0.0 ? disjointSeparation(over_.core, proxy, apart)
                                                : triangleSeparation(over_.core, proxy, shape.sides));
}

bool SurfacePair::overlapsAfter(const glm::dvec3& push, std::uint32_t number) const {
    const detail::SurfaceTriangle shape{triangleOf(surface(), number), sidesOf(surface())};
    ConvexProxy moved(shape, over_.frame.bInPair);
    // A body without thickness that has left a triangle over an edge touches the neighbor there, and pierces
    // it only a little farther on.
    const glm::dvec3 farther = 4.0 * tolerance_ * glm::normalize(push);
    moved.move(-push - farther);
    return triangleSeparation(over_.core, moved, shape.sides, 0.0).separation < -tolerance_;
}

double SurfacePair::deepestBeside() const {
    if (isRound()) {
        return 2.0 * over_.core.convexRadius();
    }
    const double inner = isBox_ ? std::min({halfExtents_.x, halfExtents_.y, halfExtents_.z})
                                : double(shape_.hull().data().kernel.innerRadius);
    return std::min(bias_, 2.0 * inner);
}

Separation SurfacePair::separationOverFace(const ContactTriangle& triangle, double separation) const {
    return decided(triangle.number, alongNormal(triangle, separation));
}

/// Returns the separation with the bits of the other verbs if rounding may decide whether it is below the
/// margin.
Separation SurfacePair::decided(std::uint32_t number, const Separation& separation) const {
    // Where a short push leads behind a one-sided triangle, shapes that just overlap are deep.
    const bool mayJump = isOneSided_ && margin_ < rounding() && separation.separation < 0.0 &&
                         separation.features.kind != FeaturePair::Kind::FaceB;
    if (std::abs(separation.separation - margin_) >= rounding() && !mayJump) {
        return separation;
    }
    const detail::SurfaceTriangle shape{triangleOf(surface(), number), sidesOf(surface())};
    Separation result = triangleSeparation(ConvexProxy(shape_, over_.verbFrame.aInPair),
                                           ConvexProxy(shape, over_.verbFrame.bInPair), shape.sides);
    result.points.reset();  // in another frame
    result.normalAToB = glm::transpose(over_.frame.pairToWorld.rotation) *
                        (over_.verbFrame.pairToWorld.rotation * result.normalAToB);
    return result;
}

/// Two vertices of the body and two of a triangle that are closest to a point.
VertexPairs SurfacePair::closestVertices(const ContactTriangle& triangle, const glm::dvec3& onCore) const {
    const auto closestTwo = [&](std::uint32_t count, const auto& vertexAt) {
        std::array<std::uint32_t, 2> best{0, 0};
        std::array<double, 2> squared{std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::infinity()};
        for (std::uint32_t i = 0; i < count; ++i) {
            const glm::dvec3 offset = vertexAt(i) - onCore;
            const double here = glm::dot(offset, offset);
            if (here < squared[0]) {
                squared = {here, squared[0]};
                best = {i, best[0]};
            } else if (here < squared[1]) {
                squared[1] = here;
                best[1] = i;
            }
        }
        return best;
    };
    const auto ofBody = closestTwo(over_.core.vertexCount(), [&](std::uint32_t i) { return vertex(i); });
    const auto ofTriangle = closestTwo(3, [&](std::uint32_t i) { return triangle.corners[i]; });
    VertexPairs pairs;
    pairs.pairs = {VertexPairs::Pair{ofBody[0], ofTriangle[0]},
                   {ofBody[0], ofTriangle[1]},
                   {ofBody[1], ofTriangle[0]},
                   {}};
    pairs.count = over_.core.vertexCount() > 1 ? 3 : 2;
    return pairs;
}

/// Returns the separation if it is certainly the one along the triangle's normal.
/// @param lowest  a point of the core that may be the lowest over the triangle
std::optional<Separation> SurfacePair::separationIfOverFace(const ContactTriangle& triangle,
                                                            const glm::dvec3& lowest) const {
    const glm::dvec3& outward = triangle.outward;
    const double height = glm::dot(outward, lowest - triangle.corners[0]);
    if (height > separationFromPlane(triangle) + over_.core.convexRadius() + rounding()) {
        return std::nullopt;
    }
    const double separation = height - over_.core.convexRadius();
    const glm::dvec3 foot = lowest - height * outward;
    double inside = std::numeric_limits<double>::infinity();  // of the foot, from the triangle's edges
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 inward = triangle.inward(i, outward);
        inside = std::min(inside, glm::dot(inward, foot - triangle.corners[i]) / glm::length(inward));
    }
    if (!(inside > rounding())) {
        return std::nullopt;
    }
    if (height <= rounding()) {
        // A disk of the triangle around the foot, and the body's center above it, make all other pushes
        // longer: those with a sine of at least kSine to the normal by the disk and the vertex, the others,
        // downward, by the center.
        constexpr double kSine = 0.55, kCosine = 0.835, kDisk = (1.0 + kCosine) / kSine;
        const glm::dvec3 toCenter = over_.core.center() - foot;
        const double rise = glm::dot(outward, toCenter), aside = glm::length(toCenter - rise * outward);
        const double depth = std::abs(height);
        if (over_.core.convexRadius() > 0.0 || inside < kDisk * depth ||
            kCosine * rise - kSine * aside < depth) {
            return std::nullopt;
        }
    }
    return alongNormal(triangle, separation);
}

Separation SurfacePair::alongNormal(const ContactTriangle& triangle, double separation) const {
    Separation result;
    result.separation = separation;
    result.normalAToB = -triangle.outward;
    result.features = {FeaturePair::Kind::FaceB, over_.core.support(-triangle.outward),
                       triangle.isBack ? 1u : 0u};
    return result;
}

}  // namespace sat3d::SAT3D_ABI
