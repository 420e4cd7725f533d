#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/surface/patch_normals.hpp"
#include "narrowphase/surface/surface_manifold.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A push over an edge or a vertex is preferred to the exact one unless it is longer by this factor.
constexpr double kLongPush = 2.0;

}  // namespace

/// Adds contacts for triangles that no contact takes the body off, the deepest first: the others often are
/// covered then.
void SurfaceManifolds::coverTriangles() {
    struct Uncovered {
        std::uint32_t triangle;
        Role role;
        double separation;
    };
    InlineList<Uncovered, kMaxContacts> uncovered;
    forEachFelt([&](const FeltTriangle& triangle, Role role) {
        const auto exact = uncoveredSeparation(triangle, role, std::nullopt);
        if (!exact) {
            return;
        }
        const Uncovered here{triangle.number, role, *exact};
        if (!uncovered.isFull()) {
            uncovered.add(here);
            return;
        }
        const auto shallowest = std::max_element(
            uncovered.begin(), uncovered.end(),
            [](const Uncovered& p, const Uncovered& q) { return p.separation < q.separation; });
        *shallowest = here.separation < shallowest->separation ? here : *shallowest;
    });
    std::sort(uncovered.begin(), uncovered.end(), [](const Uncovered& p, const Uncovered& q) {
        return std::tie(p.separation, p.triangle) < std::tie(q.separation, q.triangle);
    });
    for (const Uncovered& here : uncovered) {
        if (const auto triangle = felt_.felt(here.triangle)) {
            cover(*triangle, here.role, here.separation);
        }
    }
}

/// A lower bound of the separation of a triangle, from some of the axes.
double SurfaceManifolds::leastSeparation(const FeltTriangle& triangle) const {
    const ConvexProxy& body = felt_.body();
    if (body.isPoint()) {
        const auto& [a, b, c] = triangle.corners;
        const double distance = distanceToTriangle(a, b, c, body.vertex(0));
        return std::max(triangle.separation, distance - felt_.rounding() - body.convexRadius());
    }
    return std::max(triangle.separation, search_.separationOverFaces(triangle));
}

double SurfaceManifolds::deepestSeparation() const {
    double deepest = std::numeric_limits<double>::infinity();
    for (const SurfaceContact& contact : contacts_) {
        deepest = std::min(deepest, contact.separation());
    }
    return deepest;
}

/// Returns the separation of a triangle that the body touches, unless a contact takes the body off it or the
/// deepest contact is as deep.
std::optional<double> SurfaceManifolds::uncoveredSeparation(const FeltTriangle& triangle, Role role,
                                                            std::optional<double> known) {
    for (const SurfaceContact& contact : contacts_) {
        if (contact.frees(triangle, tolerance_)) {
            return std::nullopt;
        }
    }
    const double deepest = deepestSeparation();
    SurfaceContact* const own = role == Role::Face ? contactAlong(triangle.outward, kWithinPatch) : nullptr;
    if (own && own->footprint().hidesBody() && !isShortened(own->separation(), kSamePatch)) {
        return std::nullopt;  // all of the triangle that the body can touch lies under the face
    }
    const bool isSeen = role != Role::Face || (own && own->footprint().overlaps(triangle));
    const double atLeast = leastSeparation(triangle);
    if (atLeast > felt_.margin() + felt_.rounding() || (isSeen && atLeast >= deepest - tolerance_)) {
        return std::nullopt;
    }
    if (!known) {
        const Separation exact = exactSeparation(triangle.number, Points::No);
        if (!isTouched(exact)) {
            return std::nullopt;
        }
        known = exact.separation;
    }
    return isSeen && *known >= deepest - tolerance_ ? std::nullopt : known;
}

/// Adds a contact if none takes the body off the triangle.
/// @param separation  of the triangle
void SurfaceManifolds::cover(const FeltTriangle& triangle, Role role, double separation) {
    if (!uncoveredSeparation(triangle, role, separation)) {
        return;
    }
    const double least = std::min(kLongPush * separation, separation) - bias_;
    const TrianglePushes pushes = search_.pushesOf(triangle, least);
    if (pushes.touching && pushes.touching->separation < felt_.margin()) {
        addFeature(*pushes.touching, triangle.number);
    } else if (separation < deepestSeparation() - tolerance_) {
        addExactPush(triangle, exactSeparation(triangle.number, Points::Yes));
    }
}

/// Adds the shortest push out of one triangle. Deep in a surface it may lead into a neighbor.
void SurfaceManifolds::addExactPush(const FeltTriangle& triangle, const Separation& exact) {
    const glm::dvec3 outward = -exact.normalAToB;
    const FeatureCode onBody = vertexCode(felt_.body().support(exact.normalAToB));
    FeaturePush push{outward, exact.separation, 1, {}};
    push.points[0] = {exact.pointA, exact.pointB, onBody, faceCode(triangle.number)};
    addFeature(push, triangle.number);
}

}  // namespace sat3d::inline SAT3D_ABI
