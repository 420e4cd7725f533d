#include "narrowphase/surface/contact/surface_pair.hpp"

#include "math/directed_rounding.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/ext/quaternion_float.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Fractions of a pair's coordinates: their rounding errors, and those of boxes, whose coordinates are
/// floats.
constexpr double kCoordinateRounding = 1e-10, kBoxRounding = 1e-6;

/// A power of two that makes a length about 1. Floats hold it and its inverse.
double scaleToOne(double length) {
    constexpr int kMaxExponent = 120;
    return length > 0.0 ? std::ldexp(1.0, std::clamp(-std::ilogb(length), -kMaxExponent, kMaxExponent)) : 1.0;
}

/// Turns the axes of a pair's frame to those of a Box that is rotated in its shape's frame.
PairFrame alongAxes(const PairFrame& frame, ShapeRef body) {
    constexpr glm::quat kNone(1.0f, 0.0f, 0.0f, 0.0f);
    if (body.kind() != ShapeRef::Kind::Box || body.box().rotation == kNone) {
        return frame;
    }
    const RigidTransform turned{glm::mat3_cast(glm::normalize(glm::dquat(body.box().rotation))),
                                glm::dvec3(0.0)};
    PairFrame result = frame;
    result.aInPair = relative(turned, frame.aInPair);
    result.bInPair = relative(turned, frame.bInPair);
    result.pairToWorld = composed(frame.pairToWorld, turned);
    return result;
}

}  // namespace

SurfacePair::SurfacePair(const ChildShape& body, const PosedShape& surface, const CollideOptions& options)
    : shape_(body.shape),
      surface_(surface.shape),
      numberOfBody_(body.number),
      verbFrame_(body.shape, body.pose, surface.pose),
      frame_(alongAxes(verbFrame_, body.shape)),
      body_(body.shape, frame_.aInPair),
      options_(options),
      margin_(double(options.margin)),
      bias_(double(options.faceBias) * body_.boundingRadius()),
      tolerance_(kDepthSlack * body_.boundingRadius()),
      isOneSided_(sidesOf(surface.shape) == Sides::Front),
      isBox_(body_.isBox()),
      halfExtents_(body_.halfExtents()) {
    const RigidTransform bodyInSurface = poseBInA(surface.pose, body.pose);
    center_ = bodyInSurface.rotation * middleOf(body.shape) + bodyInSurface.translation;
    const double scale = glm::length(center_) + body_.boundingRadius();
    rounding_ = kCoordinateRounding * scale + 1e-7 * body_.boundingRadius();
    prepareForKernels(body.shape);
    boundBody(margin_ + kBoxRounding * scale);
}

/// Finds a box around the body.
void SurfacePair::boundBody(double slack) {
    const glm::dmat3& toBody = frame_.bInPair.rotation;
    for (int axis = 0; axis < 3; ++axis) {
        const double below = lowestAlong(toBody[axis]), above = isBox_ ? below : lowestAlong(-toBody[axis]);
        box_.lower[axis] = center_[axis] + below - slack;
        box_.upper[axis] = center_[axis] - above + slack;
    }
}

void SurfacePair::prepareForKernels(ShapeRef body) {
    using Form = detail::BodyForTriangles::Form;
    kernelBody_.fromSurface = glm::mat3(frame_.bInPair.rotation);
    const double scale = scaleToOne(body_.boundingRadius());
    kernelBody_.scale = static_cast<float>(scale);
    kernelBody_.boundingRadius = roundedUp(scale * body_.boundingRadius());
    if (body_.isBox()) {
        kernelBody_.form = Form::Box;
        kernelBody_.halfExtents = glm::vec3(scale * body_.halfExtents());
    } else if (body_.hull()) {
        kernelBody_.form = Form::Hull;
        kernelBody_.hull = &body.hull().data().kernel;
        kernelBody_.hullCenter = glm::vec3(scale * (glm::dvec3(kernelBody_.hull->center) - middleOf(body)));
    } else {
        kernelBody_.start = glm::vec3(scale * body_.vertex(0));
        kernelBody_.end = glm::vec3(scale * body_.vertex(body_.vertexCount() - 1));
        kernelBody_.radius = roundedUp(scale * body_.convexRadius());
    }
}

TriangleCorners SurfacePair::corners(std::uint32_t number) const {
    const Triangle triangle = triangleOf(surface_, number);
    TriangleCorners corners;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = frame_.bInPair.rotation * glm::dvec3(triangle.corners[i]) + frame_.bInPair.translation;
    }
    return corners;
}

TriangleCorners SurfacePair::corners(const detail::ActiveBatch& batch, std::uint32_t index) const {
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
    const bool isBack = !isOneSided_ && !isInFront(number);
    return facing(number, inPair, isBack);
}

ContactTriangle SurfacePair::triangle(const detail::ActiveBatch& batch, std::uint32_t index) const {
    return facing(batch.numbers[index], corners(batch, index), (batch.isBack >> index & 1) != 0);
}

bool SurfacePair::isInFront(std::uint32_t number) const {
    return sat3d::isInFront({triangleOf(surface_, number), Sides::Front}, center_);
}

Separation SurfacePair::separationOf(std::uint32_t number) const {
    const ContactTriangle known = triangle(number);
    if (const auto overFace = separationOverFace(known, lowestVertex(known.outward))) {
        return decided(number, *overFace);
    }
    const detail::SurfaceTriangle shape{triangleOf(surface_, number), sidesOf(surface_)};
    const ConvexProxy proxy(shape, frame_.bInPair);
    return decided(number, triangleSeparation(body_, proxy, shape.sides, Points::No));
}

Separation SurfacePair::separationOf(std::uint32_t number, const glm::dvec3& onCore,
                                     double separation) const {
    const ContactTriangle known = triangle(number);
    if (const auto overFace = separationOverFace(known, onCore)) {
        return decided(number, *overFace);
    }
    const detail::SurfaceTriangle shape{triangleOf(surface_, number), sidesOf(surface_)};
    const ConvexProxy proxy(shape, frame_.bInPair);
    if (separation < -body_.convexRadius()) {
        if (const auto overlap = triangleOverlap(body_, proxy, shape.sides)) {
            return decided(number, *overlap);
        }
    }
    const GjkResult apart = gjk(body_, proxy, closestVertices(known, onCore));
    return decided(number, apart.distance > 0.0 ? disjointSeparation(body_, proxy, apart)
                                                : triangleSeparation(body_, proxy, shape.sides, Points::No));
}

/// Returns the separation with the bits of the other verbs if rounding may decide whether it is below the
/// margin.
Separation SurfacePair::decided(std::uint32_t number, const Separation& separation) const {
    // Where a short push leads behind a one-sided triangle, shapes that just overlap are deep.
    const bool mayJump = isOneSided_ && margin_ < rounding_ && separation.separation < 0.0 &&
                         separation.features.kind != FeaturePair::Kind::FaceB;
    if (std::abs(separation.separation - margin_) >= rounding_ && !mayJump) {
        return separation;
    }
    const detail::SurfaceTriangle shape{triangleOf(surface_, number), sidesOf(surface_)};
    Separation result = triangleSeparation(ConvexProxy(shape_, verbFrame_.aInPair),
                                           ConvexProxy(shape, verbFrame_.bInPair), shape.sides, Points::No);
    result.normalAToB =
        glm::transpose(frame_.pairToWorld.rotation) * (verbFrame_.pairToWorld.rotation * result.normalAToB);
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
    const auto ofBody = closestTwo(body_.vertexCount(), [&](std::uint32_t i) { return vertex(i); });
    const auto ofTriangle = closestTwo(3, [&](std::uint32_t i) { return triangle.corners[i]; });
    VertexPairs pairs;
    pairs.pairs = {VertexPairs::Pair{ofBody[0], ofTriangle[0]},
                   {ofBody[0], ofTriangle[1]},
                   {ofBody[1], ofTriangle[0]},
                   {}};
    pairs.count = body_.vertexCount() > 1 ? 3 : 2;
    return pairs;
}

/// Returns the separation if it is certainly the one along the triangle's normal.
/// @param lowest  a point of the core that may be the lowest over the triangle
std::optional<Separation> SurfacePair::separationOverFace(const ContactTriangle& triangle,
                                                          const glm::dvec3& lowest) const {
    const glm::dvec3& outward = triangle.outward;
    const double height = glm::dot(outward, lowest - triangle.corners[0]);
    if (height > separationFromPlane(triangle) + body_.convexRadius() + rounding_) {
        return std::nullopt;
    }
    const double separation = height - body_.convexRadius();
    const glm::dvec3 foot = lowest - height * outward;
    double inside = std::numeric_limits<double>::infinity();  // of the foot, from the triangle's edges
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 inward = triangle.inward(i, outward);
        inside = std::min(inside, glm::dot(inward, foot - triangle.corners[i]) / glm::length(inward));
    }
    if (!(inside > rounding_)) {
        return std::nullopt;
    }
    if (height <= rounding_) {
        // A disk of the triangle around the foot, and the body's center above it, make all other pushes
        // longer: those with a sine of at least kSine to the normal by the disk and the vertex, the others,
        // downward, by the center.
        constexpr double kSine = 0.55, kCosine = 0.835, kDisk = (1.0 + kCosine) / kSine;
        const glm::dvec3 toCenter = body_.center() - foot;
        const double rise = glm::dot(outward, toCenter), aside = glm::length(toCenter - rise * outward);
        const double depth = std::abs(height);
        if (body_.convexRadius() > 0.0 || inside < kDisk * depth || kCosine * rise - kSine * aside < depth) {
            return std::nullopt;
        }
    }
    Separation result;
    result.separation = separation;
    result.normalAToB = -outward;
    result.features = {FeaturePair::Kind::FaceB, body_.support(-outward), triangle.isBack ? 1u : 0u};
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI
