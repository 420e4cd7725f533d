#include "narrowphase/manifold/mesh_manifold.hpp"

#include "narrowphase/composite/internal_edges.hpp"
#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/manifold/convex_manifold.hpp"
#include "narrowphase/manifold/face_contacts.hpp"
#include "narrowphase/manifold/support_face_tag.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/triangle_culling.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::SurfaceTriangle;

/// Two vertices of a triangle count as equally high if they differ by at most this fraction of the edge
/// between them.
constexpr double kLevel = 1e-3;

/// kNear: triangles within this fraction of a triangle's size of its edge are adjacent to it. kFromEnds:
/// points on edges keep this fraction of the edge away from its ends, so that triangles at the ends do not
/// count.
constexpr double kNear = 1e-5, kFromEnds = 0.05;

/// Neighbors are searched for this far beyond the border of a triangle, as a fraction of the distance from
/// its center.
constexpr double kBeyond = 1e-3;

constexpr bool isVertexCode(FeatureCode code) {
    return code >> 30 == 0;
}

/// The code of a point on a side of A that is close to a vertex and takes the vertex's id.
constexpr FeatureCode besideVertex(FeatureCode code) {
    return code | 1u << 29;
}

/// A direction as an integer, in steps of about 0.1 degrees; never 0.
std::uint32_t numberOfDirection(const glm::dvec3& unit) {
    const auto step = [](double component) {
        return static_cast<std::uint32_t>(std::floor(component * 511.0 + 512.5));
    };
    return step(unit.x) << 20 | step(unit.y) << 10 | step(unit.z);
}

}  // namespace

template <class Take>
void MeshManifoldBuilder::forEachPointOverFace(const Touched& touched, const Take& take) const {
    forEachFaceContact(touched.core, touched.side, coreA_, double(options_.margin), tolerance(touched), take);
}

MeshManifoldBuilder::MeshManifoldBuilder(const ChildShape& a, const PosedShape& surface,
                                         const CollideOptions& options)
    : numberOfA_(a.number),
      surface_(surface.shape),
      frame_(a.shape, a.pose, surface.pose),
      coreA_(a.shape, frame_.aInPair),
      options_(options) {}

void MeshManifoldBuilder::add(const ChildShape& triangle) {
    if (isFartherThan(double(options_.margin), coreA_, triangle.shape.triangle().triangle, frame_.bInPair)) {
        return;
    }
    Touched touched{
        ConvexProxy(triangle.shape, frame_.bInPair), triangle.shape.triangle(), triangle.number, {}, 0};
    const ConvexProxy& core = touched.core;
    if (boundingSphereGap(coreA_, core) > double(options_.margin)) {
        return;
    }
    touched.nearest =
        triangleSeparation(coreA_, core, touched.shape.sides, Points::No, double(options_.margin));
    if (!(static_cast<float>(touched.nearest.separation) < options_.margin)) {
        return;  // also for NaN
    }
    touched.side = sideToward(core, glm::dvec3(0.0));  // A's center is the pair's origin
    const glm::dvec3 outward = core.faceNormal(touched.side);
    const double separation = touched.nearest.separation;
    const double overFace = heightOver(core, outward, coreA_);
    const bool isAlongFace = glm::dot(-touched.nearest.normalAToB, outward) > kSameDirection;
    const double bias = double(options_.faceBias) * coreA_.boundingRadius();
    const double deepEnough = separation + tolerance(touched);
    const bool facePreferred = isAlongFace || overFace >= separation - bias;
    double reportedDepth = std::numeric_limits<double>::infinity();
    if (facePreferred && deepestOverFace(touched) <= deepEnough && (isAlongFace || !hasEasierPush(touched))) {
        reportedDepth = addFace(touched, true);
    } else {
        if (isActiveAt(touched, touched.nearest)) {
            reportedDepth = addActiveFeature(touched, isAlongFace);
        }
        if (!std::isfinite(reportedDepth) && !hasEasierPush(touched)) {
            // Other triangles touch A there: only points directly over this triangle are its own.
            reportedDepth = addFace(touched, separation >= 0.0);
        }
    }
    if (reportedDepth > deepEnough) {
        noteDropped(touched);
    }
}

void MeshManifoldBuilder::noteDropped(const Touched& touched) {
    if (!(dropped_ && dropped_->nearest.separation <= touched.nearest.separation)) {
        dropped_ = touched;
    }
}

/// The least separation of A's points over the triangle; infinite if there are none.
double MeshManifoldBuilder::deepestOverFace(const Touched& touched) const {
    double deepest = std::numeric_limits<double>::infinity();
    forEachPointOverFace(touched,
                         [&](const FaceContact& here) { deepest = std::min(deepest, here.separation); });
    return deepest;
}

/// Adds A's points over a triangle.
/// @param isFirm  whether the patch is certain
/// @return the least separation of the added points, or infinity
double MeshManifoldBuilder::addFace(const Touched& touched, bool isFirm) {
    double reportedDepth = std::numeric_limits<double>::infinity();
    const glm::dvec3 normalAToB = -touched.core.faceNormal(touched.side);
    const FeatureCode patch = codeOfPatch(touched);
    const double nearest = touched.nearest.separation - tolerance(touched);
    forEachPointOverFace(touched, [&](const FaceContact& here) {
        if (nearest >= 0.0 && here.separation < nearest) {
            return;  // disjoint: a point below the plane is beside or behind the triangle
        }
        const FeatureCode onA = here.codeOnOther;
        const bool isCorner = isVertexCode(onA) && here.onOtherCore == coreA_.vertex(onA);
        if (!isCorner && isWithinPatch(touched, {here.position, here.separation, 0})) {
            return;
        }
        const std::uint64_t id =
            isVertexCode(onA) ? contactId(isCorner ? onA : besideVertex(onA), patch)
                              : idWithin(patch, contactId(onA, codeOnSurface(touched, here.codeOnFace)));
        addPoint(touched, normalAToB, {here.position, here.separation, id}, isCorner, isFirm);
        reportedDepth = std::min(reportedDepth, here.separation);
    });
    return reportedDepth;
}

/// Whether the surface continues beyond a point on a triangle's border, so that the point is inside the patch
/// and not a vertex of it.
bool MeshManifoldBuilder::isWithinPatch(const Touched& touched, const ManifoldPoint& contact) const {
    const glm::dvec3 outward = touched.core.faceNormal(touched.side);
    const glm::dvec3 point = contact.position - 0.5 * contact.separation * outward;
    return surfaceContinues(surface_, touched.number,
                            onSurface(point + kBeyond * (point - touched.core.center())), toSurface(outward),
                            nearOn(touched, point));
}

/// Adds the contact with a convex edge, a vertex or a border of the surface.
/// @param alongFace  whether the normal is nearly the triangle's: then the contact belongs to its patch
/// @return as addFace()
double MeshManifoldBuilder::addActiveFeature(const Touched& touched, bool alongFace) {
    const glm::dvec3 normalAToB =
        alongFace ? -touched.core.faceNormal(touched.side) : touched.nearest.normalAToB;
    const ManifoldQuery query{double(options_.margin), 0.0};
    const ConvexManifold manifold = convexManifold(coreA_, touched.core, touched.nearest, query);
    double reportedDepth = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < manifold.count; ++i) {
        ManifoldPoint contact = manifold.contacts[i];
        const auto onA = static_cast<FeatureCode>(contact.id >> 32);
        const bool isCorner = isVertexCode(onA);
        if (alongFace && !isCorner && isWithinPatch(touched, contact)) {
            continue;
        }
        contact.id = contactId(onA, isCorner && alongFace
                                        ? codeOfPatch(touched)
                                        : codeOnSurface(touched, static_cast<FeatureCode>(contact.id)));
        addPoint(touched, normalAToB, contact, isCorner, true);
        reportedDepth = std::min(reportedDepth, contact.separation);
    }
    return reportedDepth;
}

/// Adds the deepest point only if no other is as deep: then the depth matters more than the position.
void MeshManifoldBuilder::addDropped() {
    if (!dropped_) {
        return;
    }
    const Separation& nearest = dropped_->nearest;
    for (const Patch& patch : patches_) {
        if (patch.deepestPoint() <= nearest.separation + tolerance(*dropped_)) {
            return;
        }
    }
    // On the triangle, at the touching point.
    const glm::dvec3 outward = dropped_->core.faceNormal(dropped_->side);
    const glm::dvec3 point = convexSeparation(coreA_, dropped_->core, Points::Yes).pointB;
    addPoint(*dropped_, -outward,
             {point + 0.5 * nearest.separation * outward, nearest.separation,
              contactId(vertexCode(coreA_.support(-outward)), codeOfPatch(*dropped_))},
             true, true);
}

void MeshManifoldBuilder::addPoint(const Touched& touched, const glm::dvec3& normalAToB,
                                   const ManifoldPoint& contact, bool isCorner, bool isFirm) {
    if (Patch* patch = patchFor(touched, normalAToB, contact.separation)) {
        patch->isFirm = patch->isFirm || isFirm;
        (isCorner ? patch->corners : patch->others).add(contact);
    }
}

/// Returns the patch of a normal: an existing one, a new one, or one that replaces the shallowest. Null if
/// all are deeper.
MeshManifoldBuilder::Patch* MeshManifoldBuilder::patchFor(const Touched& touched,
                                                          const glm::dvec3& normalAToB, double separation) {
    Patch* shallowest = nullptr;
    for (Patch& patch : patches_) {
        if (glm::dot(patch.normalAToB, normalAToB) > kSamePatch) {
            if (touched.nearest.separation < patch.of.nearest.separation) {
                patch.normalAToB = normalAToB;
                patch.of = touched;
            }
            patch.deepest = std::min(patch.deepest, separation);
            return &patch;
        }
        if (!shallowest || patch.deepest > shallowest->deepest) {
            shallowest = &patch;
        }
    }
    if (!patches_.isFull()) {
        return &patches_.add(normalAToB, separation, touched);
    }
    return separation < shallowest->deepest ? std::construct_at(shallowest, normalAToB, separation, touched)
                                            : nullptr;
}

/// The push out of the triangle along a direction, if it is shorter than along the triangle's own normal.
std::optional<Separation> MeshManifoldBuilder::shorterPush(const Touched& touched, double overFace,
                                                           const glm::dvec3& toA) const {
    const ConvexProxy& core = touched.core;
    if (glm::dot(toA, core.faceNormal(touched.side)) > kSamePatch) {
        return std::nullopt;
    }
    Separation along;
    along.normalAToB = -toA;
    along.separation = glm::dot(toA, coreA_.vertex(coreA_.support(-toA)) - core.vertex(core.support(toA))) -
                       coreA_.convexRadius();
    const bool isShorter = along.separation < 0.0 && along.separation > overFace + tolerance(touched);
    return isShorter ? std::optional(along) : std::nullopt;
}

/// Whether a neighbor's normal gives a shorter push out of the triangle than the triangle's own. Then A has
/// not passed through the triangle but extends over its edge. (A crate on a stair overlaps the riser
/// slightly, and a push along the riser's normal would be long.)
bool MeshManifoldBuilder::hasEasierPush(const Touched& touched) const {
    const double overFace = deepestOverFace(touched);
    if (!(touched.nearest.separation < 0.0) ||
        !(overFace < touched.nearest.separation - tolerance(touched))) {
        return false;
    }
    const double near = nearOn(touched, touched.core.center());
    return anyBeside(surface_, touched.shape.triangle, near, [&](const SurfaceTriangle& neighbor) {
        const glm::dvec3 front = frame_.bInPair.rotation * glm::normalize(areaNormal(neighbor.triangle));
        const glm::dvec3 corner =
            frame_.bInPair.rotation * glm::dvec3(neighbor.triangle.corners[0]) + frame_.bInPair.translation;
        const bool inFront = glm::dot(front, corner) <= 0.0;
        if (!inFront && neighbor.sides == Sides::Front) {
            return false;
        }
        const auto along = shorterPush(touched, overFace, inFront ? front : -front);
        return along && meetInVertex(touched.shape.triangle, neighbor.triangle, near) &&
               isActiveAt(touched, *along);
    });
}

/// Drops patches with a shorter push along the normal of another patch, once all patches are known.
void MeshManifoldBuilder::dropLongPushes() {
    for (Patch* patch = patches_.begin(); patch != patches_.end();) {
        const auto offersShorter = [&](const Patch& other) {
            const auto along = shorterPush(patch->of, patch->deepestPoint(), -other.normalAToB);
            return &other != patch && along && isActiveAt(patch->of, *along);
        };
        if (!patch->isFirm && std::any_of(patches_.begin(), patches_.end(), offersShorter)) {
            noteDropped(patch->of);
            patches_.erase(patch);
        } else {
            ++patch;
        }
    }
}

/// Whether A can rest on a feature of the triangle along the normal of a separation.
bool MeshManifoldBuilder::isActiveAt(const Touched& touched, const Separation& along) const {
    const ConvexProxy& core = touched.core;
    const glm::dvec3 toA = -along.normalAToB;
    if (touched.shape.sides == Sides::Front && glm::dot(core.faceNormal(0), toA) < -kAlongPlane) {
        return false;
    }
    const std::uint32_t top = core.support(toA), next = (top + 1) % 3, last = (top + 2) % 3;
    const auto isLevel = [&](std::uint32_t vertex) {
        const glm::dvec3 side = core.vertex(top) - core.vertex(vertex);
        return glm::dot(toA, side) <= kLevel * glm::length(side);
    };
    const bool nextIsLevel = isLevel(next), lastIsLevel = isLevel(last);
    if (nextIsLevel && lastIsLevel) {
        return false;  // the whole face supports, but A is not over it
    }
    glm::dvec3 point = core.vertex(top);
    if (nextIsLevel || lastIsLevel) {
        const glm::dvec3 edge = core.vertex(nextIsLevel ? next : last) - point;
        Separation touching = along;
        addPoints(coreA_, core, touching);
        const double share = glm::dot(touching.pointB - point, edge) / glm::dot(edge, edge);
        point += std::clamp(share, kFromEnds, 1.0 - kFromEnds) * edge;
    }
    return isActiveFeature(surface_, onSurface(point), toSurface(toA), nearOn(touched, point));
}

glm::dvec3 MeshManifoldBuilder::toSurface(const glm::dvec3& direction) const {
    return glm::transpose(frame_.bInPair.rotation) * direction;
}

glm::dvec3 MeshManifoldBuilder::onSurface(const glm::dvec3& point) const {
    return toSurface(point - frame_.bInPair.translation);
}

/// The distance within which triangles are adjacent to a point on a triangle.
double MeshManifoldBuilder::nearOn(const Touched& touched, const glm::dvec3& point) const {
    return kNear * touched.core.coreBoundingRadius() + kFloatRounding * glm::length(onSurface(point));
}

/// The code of a patch is its direction in the surface's frame, so that a vertex that slides from triangle to
/// triangle keeps its id.
FeatureCode MeshManifoldBuilder::codeOfPatch(const Touched& touched) const {
    const glm::dvec3 front = glm::normalize(areaNormal(touched.shape.triangle));
    return faceCode(numberOfDirection(touched.side == 0 ? front : -front));
}

/// Converts the triangle's own feature numbers to those of the surface.
FeatureCode MeshManifoldBuilder::codeOnSurface(const Touched& touched, FeatureCode code) const {
    const std::array<std::uint32_t, 3> corners = verticesOf(surface_, touched.number);
    for (std::uint32_t i = 0; i < 3; ++i) {
        if (code == vertexCode(i)) {
            return vertexCode(corners[i]);
        }
        if (code == edgeCode(i, (i + 1) % 3)) {
            return edgeCode(corners[i], corners[(i + 1) % 3]);
        }
    }
    return codeOfPatch(touched);
}

double MeshManifoldBuilder::tolerance(const Touched& touched) const {
    return kDepthSlack * meanBoundingRadius(coreA_, touched.core);
}

DManifold MeshManifoldBuilder::manifoldOf(Patch& patch) const {
    const double deepEnough = tolerance(patch.of);
    ManifoldReduction points(patch.normalAToB, {1.0, 0.0, 0.0});
    for (const ManifoldPoint& corner : patch.corners.reduced(deepEnough)) {
        points.add(corner);
    }
    const std::uint32_t corners = points.count();
    for (const ManifoldPoint& other : patch.others.reduced(deepEnough)) {
        points.add(other);
    }
    points.dropInner(corners);
    DManifold manifold;
    manifold.normal = frame_.directionInWorld(patch.normalAToB);
    for (const ManifoldPoint& contact : points.reduced(deepEnough)) {
        manifold.pointArray[manifold.pointCount++] = {frame_.pointInWorld<double>(contact.position),
                                                      static_cast<float>(contact.separation), contact.id};
    }
    const Separation& nearest = patch.of.nearest;
    manifold.penetration = {frame_.directionInWorld(nearest.normalAToB),
                            options_.margin - static_cast<float>(nearest.separation),
                            nearest.features,
                            {numberOfA_, patch.of.number}};
    manifold.faceTagA = tagToward(coreA_, patch.normalAToB);
    manifold.faceTagB = tagOf(surface_, patch.of.number);
    return manifold;
}

}  // namespace sat3d::inline SAT3D_ABI
