#include "narrowphase/manifold/mesh_manifold.hpp"

#include "narrowphase/composite/internal_edges.hpp"
#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/manifold/convex_manifold.hpp"
#include "narrowphase/manifold/face_contacts.hpp"
#include "narrowphase/manifold/support_face_tag.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::SurfaceTriangle;

/// Corners of a triangle that reach less far than another by no more than this share of the side between them
/// reach as far.
constexpr double kLevel = 1e-3;

/// Triangles within this share of a triangle's size of its edge meet there. Places on edges keep this share
/// of the edge away from its ends, lest they meet what stands at the ends.
constexpr double kNear = 1e-5, kFromEnds = 0.05;

/// How far beyond the border of a triangle its neighbour is looked for, of the distance from its middle.
constexpr double kBeyond = 1e-3;

constexpr bool isVertexCode(FeatureCode code) {
    return code >> 30 == 0;
}

/// Beside a corner of A, on one of its sides: where it takes the corner's name.
constexpr FeatureCode besideVertex(FeatureCode code) {
    return code | 1u << 29;
}

/// A direction as a whole number, in steps of about a tenth of a degree: not 0.
std::uint32_t numberOfDirection(const glm::dvec3& unit) {
    const auto step = [](double component) {
        return static_cast<std::uint32_t>(std::floor(component * 511.0 + 512.5));
    };
    return step(unit.x) << 20 | step(unit.y) << 10 | step(unit.z);
}

}  // namespace

template <class Take>
void SurfacePatches::forEachPointOverFace(const Touched& touched, const Take& take) const {
    forEachFaceContact(touched.core, touched.side, coreA_, double(options_.margin), tolerance(touched), take);
}

SurfacePatches::SurfacePatches(const Piece& a, const PosedShape& surface, const CollideOptions& options)
    : a_(a),
      surface_(surface.shape),
      frame_(a.shape, a.pose, surface.pose),
      coreA_(a.shape, frame_.aInPair),
      options_(options) {}

void SurfacePatches::add(const Piece& triangle) {
    if (isFartherThan(double(options_.margin), coreA_, triangle.shape.triangle().triangle, frame_.bInPair)) {
        return;
    }
    Touched touched{
        CoreShape(triangle.shape, frame_.bInPair), triangle.shape.triangle(), triangle.number, {}, 0};
    const CoreShape& core = touched.core;
    if (ballGap(coreA_, core) > double(options_.margin)) {
        return;
    }
    touched.nearest = separationOf(coreA_, core, touched.shape.sides, Points::No, double(options_.margin));
    if (!(static_cast<float>(touched.nearest.separation) < options_.margin)) {
        return;  // also where a pose is not a number
    }
    touched.side = sideToward(core, glm::dvec3(0.0));  // A's middle is the pair's origin
    const glm::dvec3 outward = core.faceNormal(touched.side);
    const double separation = touched.nearest.separation;
    const double overFace = heightOver(core, outward, coreA_);
    const bool isAlongFace = glm::dot(-touched.nearest.normalAToB, outward) > kSameDirection;
    const double bias = double(options_.faceBias) * coreA_.reach();
    const double deepEnough = separation + tolerance(touched);
    const bool facePreferred = isAlongFace || overFace >= separation - bias;
    double told = std::numeric_limits<double>::infinity();
    if (facePreferred && deepestOverFace(touched) <= deepEnough && (isAlongFace || !hasEasierWay(touched))) {
        told = addFace(touched, true);
    } else {
        if (isOutermostAt(touched, touched.nearest)) {
            told = addOutermost(touched, isAlongFace);
        }
        if (!std::isfinite(told) && !hasEasierWay(touched)) {
            // Touched where others of the surface are: only what lies right over this one is its own.
            told = addFace(touched, separation >= 0.0);
        }
    }
    if (told > deepEnough) {
        noteDropped(touched);
    }
}

void SurfacePatches::noteDropped(const Touched& touched) {
    if (!(dropped_ && dropped_->nearest.separation <= touched.nearest.separation)) {
        dropped_ = touched;
    }
}

/// Infinite where nothing lies over the triangle.
double SurfacePatches::deepestOverFace(const Touched& touched) const {
    double deepest = std::numeric_limits<double>::infinity();
    forEachPointOverFace(touched,
                         [&](const FaceContact& here) { deepest = std::min(deepest, here.separation); });
    return deepest;
}

/// What lies over a triangle.
/// @param isFirm  whether it is sure to count
/// @return the least separation of the points that were added, or infinity
double SurfacePatches::addFace(const Touched& touched, bool isFirm) {
    double told = std::numeric_limits<double>::infinity();
    const glm::dvec3 normalAToB = -touched.core.faceNormal(touched.side);
    const FeatureCode patch = codeOfPatch(touched);
    const double nearest = touched.nearest.separation - tolerance(touched);
    forEachPointOverFace(touched, [&](const FaceContact& here) {
        if (nearest >= 0.0 && here.separation < nearest) {
            return;  // apart: what is below the plane there is beside the triangle, or behind it
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
        told = std::min(told, here.separation);
    });
    return told;
}

/// Whether the surface goes on beyond a place on a triangle's border, so that the place is none of the
/// patch's.
bool SurfacePatches::isWithinPatch(const Touched& touched, const Contact& contact) const {
    const glm::dvec3 outward = touched.core.faceNormal(touched.side);
    const glm::dvec3 place = contact.position - 0.5 * contact.separation * outward;
    return goesOn(surface_, touched.number, onSurface(place + kBeyond * (place - touched.core.center())),
                  toSurface(outward), nearOn(touched, place));
}

/// Where a convex edge, a corner or a border of the surface is touched.
/// @param alongFace  whether that is all but along the triangle's normal: then it belongs to its patch
/// @return as addFace()
double SurfacePatches::addOutermost(const Touched& touched, bool alongFace) {
    const glm::dvec3 normalAToB =
        alongFace ? -touched.core.faceNormal(touched.side) : touched.nearest.normalAToB;
    const ManifoldQuery query{double(options_.margin), 0.0};
    const CoreManifold manifold = coreManifold(coreA_, touched.core, touched.nearest, query);
    double told = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < manifold.count; ++i) {
        Contact contact = manifold.contacts[i];
        const auto onA = static_cast<FeatureCode>(contact.id >> 32);
        const bool isCorner = isVertexCode(onA);
        if (alongFace && !isCorner && isWithinPatch(touched, contact)) {
            continue;
        }
        contact.id = contactId(onA, isCorner && alongFace
                                        ? codeOfPatch(touched)
                                        : codeOnSurface(touched, static_cast<FeatureCode>(contact.id)));
        addPoint(touched, normalAToB, contact, isCorner, true);
        told = std::min(told, contact.separation);
    }
    return told;
}

/// Only where nothing else is as deep: then the depth counts more than the place.
void SurfacePatches::addDropped() {
    if (!dropped_) {
        return;
    }
    const Separation& nearest = dropped_->nearest;
    for (const Patch& patch : patches_) {
        if (patch.deepestPoint() <= nearest.separation + tolerance(*dropped_)) {
            return;
        }
    }
    // On the triangle, where the two would part.
    const glm::dvec3 outward = dropped_->core.faceNormal(dropped_->side);
    const glm::dvec3 place = separationOf(coreA_, dropped_->core, Points::Yes).pointB;
    addPoint(*dropped_, -outward,
             {place + 0.5 * nearest.separation * outward, nearest.separation,
              contactId(vertexCode(coreA_.support(-outward)), codeOfPatch(*dropped_))},
             true, true);
}

void SurfacePatches::addPoint(const Touched& touched, const glm::dvec3& normalAToB, const Contact& contact,
                              bool isCorner, bool isFirm) {
    if (Patch* patch = patchFor(touched, normalAToB, contact.separation)) {
        patch->isFirm = patch->isFirm || isFirm;
        (isCorner ? patch->corners : patch->others).add(contact);
    }
}

/// The patch of that normal; a new one where there is room, or one that is not as deep.
SurfacePatches::Patch* SurfacePatches::patchFor(const Touched& touched, const glm::dvec3& normalAToB,
                                                double separation) {
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

/// The way out of the triangle along a direction, where it is shorter than along its own normal.
std::optional<Separation> SurfacePatches::shorterWay(const Touched& touched, double overFace,
                                                     const glm::dvec3& toA) const {
    const CoreShape& core = touched.core;
    if (glm::dot(toA, core.faceNormal(touched.side)) > kSamePatch) {
        return std::nullopt;
    }
    Separation along;
    along.normalAToB = -toA;
    along.separation =
        glm::dot(toA, coreA_.vertex(coreA_.support(-toA)) - core.vertex(core.support(toA))) - coreA_.radius();
    const bool isShorter = along.separation < 0.0 && along.separation > overFace + tolerance(touched);
    return isShorter ? std::optional(along) : std::nullopt;
}

/// Whether a neighbour offers a way out of the triangle that is shorter than along its own normal: then A has
/// not come through the triangle, but reaches over its edge. (A crate on a stair overlaps the riser by a
/// hair, but it would be a long way out along the riser's normal.)
bool SurfacePatches::hasEasierWay(const Touched& touched) const {
    const double overFace = deepestOverFace(touched);
    if (!(touched.nearest.separation < 0.0) ||
        !(overFace < touched.nearest.separation - tolerance(touched))) {
        return false;
    }
    const double near = nearOn(touched, touched.core.center());
    return anyBeside(surface_, touched.shape.triangle, near, [&](const SurfaceTriangle& neighbour) {
        const glm::dvec3 front = frame_.bInPair.rotation * glm::normalize(areaNormal(neighbour.triangle));
        const glm::dvec3 corner =
            frame_.bInPair.rotation * glm::dvec3(neighbour.triangle.corners[0]) + frame_.bInPair.translation;
        const bool inFront = glm::dot(front, corner) <= 0.0;
        if (!inFront && neighbour.sides == Sides::Front) {
            return false;
        }
        const auto along = shorterWay(touched, overFace, inFront ? front : -front);
        return along && meetInCorner(touched.shape.triangle, neighbour.triangle, near) &&
               isOutermostAt(touched, *along);
    });
}

/// The same of patches, which offer ways as neighbours do, once all are known.
void SurfacePatches::dropLongWays() {
    for (Patch* patch = patches_.begin(); patch != patches_.end();) {
        const auto offersShorter = [&](const Patch& other) {
            const auto along = shorterWay(patch->of, patch->deepestPoint(), -other.normalAToB);
            return &other != patch && along && isOutermostAt(patch->of, *along);
        };
        if (!patch->isFirm && std::any_of(patches_.begin(), patches_.end(), offersShorter)) {
            noteDropped(patch->of);
            patches_.erase(patch);
        } else {
            ++patch;
        }
    }
}

/// Whether A may rest on the triangle along the normal of a separation.
bool SurfacePatches::isOutermostAt(const Touched& touched, const Separation& along) const {
    const CoreShape& core = touched.core;
    const glm::dvec3 toA = -along.normalAToB;
    if (touched.shape.sides == Sides::Front && glm::dot(core.faceNormal(0), toA) < -kAlongPlane) {
        return false;
    }
    const std::uint32_t top = core.support(toA), next = (top + 1) % 3, last = (top + 2) % 3;
    const auto isLevel = [&](std::uint32_t corner) {
        const glm::dvec3 side = core.vertex(top) - core.vertex(corner);
        return glm::dot(toA, side) <= kLevel * glm::length(side);
    };
    const bool nextIsLevel = isLevel(next), lastIsLevel = isLevel(last);
    if (nextIsLevel && lastIsLevel) {
        return false;  // the face, and A not over it
    }
    glm::dvec3 place = core.vertex(top);
    if (nextIsLevel || lastIsLevel) {
        const glm::dvec3 edge = core.vertex(nextIsLevel ? next : last) - place;
        Separation touching = along;
        addPoints(coreA_, core, touching);
        const double share = glm::dot(touching.pointB - place, edge) / glm::dot(edge, edge);
        place += std::clamp(share, kFromEnds, 1.0 - kFromEnds) * edge;
    }
    return isOutermost(surface_, onSurface(place), toSurface(toA), nearOn(touched, place));
}

glm::dvec3 SurfacePatches::toSurface(const glm::dvec3& direction) const {
    return glm::transpose(frame_.bInPair.rotation) * direction;
}

glm::dvec3 SurfacePatches::onSurface(const glm::dvec3& place) const {
    return toSurface(place - frame_.bInPair.translation);
}

/// How near others are to a place on a triangle that meet it there.
double SurfacePatches::nearOn(const Touched& touched, const glm::dvec3& place) const {
    return kNear * touched.core.coreReach() + kFloatRounding * glm::length(onSurface(place));
}

/// Names a patch by where it looks in the surface's frame, so that a corner that slides from triangle to
/// triangle keeps its name.
FeatureCode SurfacePatches::codeOfPatch(const Touched& touched) const {
    const glm::dvec3 front = glm::normalize(areaNormal(touched.shape.triangle));
    return faceCode(numberOfDirection(touched.side == 0 ? front : -front));
}

/// From the triangle's own numbers to those of the surface.
FeatureCode SurfacePatches::codeOnSurface(const Touched& touched, FeatureCode code) const {
    const std::array<std::uint32_t, 3> corners = cornersOf(surface_, touched.number);
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

double SurfacePatches::tolerance(const Touched& touched) const {
    return kDepthSlack * 0.5 * (coreA_.reach() + touched.core.coreReach());
}

DManifold SurfacePatches::manifoldOf(Patch& patch) const {
    const double deepEnough = tolerance(patch.of);
    ManifoldReduction points(patch.normalAToB, {1.0, 0.0, 0.0});
    for (const Contact& corner : patch.corners.reduced(deepEnough)) {
        points.add(corner);
    }
    const std::uint32_t corners = points.count();
    for (const Contact& other : patch.others.reduced(deepEnough)) {
        points.add(other);
    }
    points.dropInner(corners);
    DManifold manifold;
    manifold.normal = frame_.directionInWorld(patch.normalAToB);
    for (const Contact& contact : points.reduced(deepEnough)) {
        manifold.pointStorage[manifold.pointCount++] = {frame_.pointInWorld<double>(contact.position),
                                                        static_cast<float>(contact.separation), contact.id};
    }
    const Separation& nearest = patch.of.nearest;
    manifold.penetration = {frame_.directionInWorld(nearest.normalAToB),
                            options_.margin - static_cast<float>(nearest.separation),
                            nearest.features,
                            {a_.number, patch.of.number}};
    manifold.tagA = tagToward(a_.shape, patch.normalAToB);
    manifold.tagB = tagOf(surface_, patch.of.number);
    return manifold;
}

}  // namespace sat3d::inline SAT3D_ABI
