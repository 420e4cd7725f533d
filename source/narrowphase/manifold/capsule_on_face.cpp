#include "narrowphase/manifold/capsule_on_face.hpp"

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>

namespace sat3d::SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

/// A point on a side counts as inside, up to this fraction of the side's length.
constexpr double kOnSide = 1e-6;

/// The pose of B relative to the position of A, with the axes of the world.
template <class T>
RigidTransform seenFromA(const PosedPair<T>& pair) {
    RigidTransform transform = localToWorld(pair.poseB);
    transform.translation = glm::dvec3(pair.poseB.position) - glm::dvec3(pair.poseA.position);
    return transform;
}

bool isOnEdge(const FeaturePair& features) {
    return features.kind == FeatureKind::EdgeEdge || features.kind == FeatureKind::VertexEdge;
}

/// Calls visit(face, next vertex of the face) for the faces of a hull around a vertex. Not for hulls of more
/// than HullAdjacency::kMaxVertices, for which the kernels of round shapes have no answer either.
template <class Visit>
void forEachFaceAround(const ConvexHull& hull, std::uint32_t vertex, const Visit& visit) {
    const KernelHull& kernel = hull.data().kernel;
    const HullAdjacency& adjacency = kernel.adjacency;
    SAT3D_ASSERT(!adjacency.fans.empty(), "the hull has no lists of the faces around vertices");
    const HullAdjacency::Fan fan = adjacency.fans[vertex];
    for (std::uint32_t i = fan.first; i < fan.first + fan.count; ++i) {
        visit(kernel.faceIds[adjacency.fanFaces[i]], std::uint32_t{adjacency.fanVertices[i]});
    }
}

}  // namespace

template <class T>
CapsuleOnFace::CapsuleOnFace(const PosedPair<T>& pair, const Penetration& hit, const CollideOptions& options)
    : positionA_(pair.poseA.position),
      polytope_(pair.b, seenFromA(pair)),
      radius_(pair.a.capsule().radius),
      margin_(options.margin),
      separation_(margin_ - static_cast<double>(hit.depth)),
      features_(hit.features),
      face_(SupportFeature::ofFace(polytope_, faceOf(hit))),
      onFace_(face_.corner(0)),
      isFaceOfPush_(features_.kind == FeatureKind::FaceB && !polytope_.isMerged(features_.b)) {
    const SegmentCore core = coreOf(pair.a.capsule(), pair.poseA);
    start_ = core.start;
    along_ = core.along;
    length_ = glm::length(along_);
    size_ = 0.5 * (0.5 * length_ + radius_ + polytope_.boundingRadius());
    bias_ = static_cast<double>(options.faceBias) * size_;
    if (features_.kind == FeatureKind::FaceB && !isFaceOfPush_) {
        bias_ = std::max(bias_, kMergedBias * size_);
    }
}
template CapsuleOnFace::CapsuleOnFace(const PosedPair<float>&, const Penetration&, const CollideOptions&);
template CapsuleOnFace::CapsuleOnFace(const PosedPair<double>&, const Penetration&, const CollideOptions&);

/// The face of the push, or else the face that looks best toward the capsule. Of a hull, only the faces
/// around the touching feature come into question.
std::uint32_t CapsuleOnFace::faceOf(const Penetration& hit) const {
    if (features_.kind == FeatureKind::FaceB) {
        return polytope_.contactFace(features_.b);
    }
    const glm::dvec3 towardCapsule = -glm::dvec3(hit.normal);
    if (polytope_.hull() == nullptr) {
        return polytope_.faceToward(towardCapsule);
    }
    const ConvexHull& hull = *polytope_.hull();
    std::uint32_t best = 0;
    double most = -2.0;
    const auto offer = [&](std::uint32_t face) {
        const double cosine = glm::dot(towardCapsule, polytope_.contactNormal(face));
        if (cosine > most) {
            most = cosine;
            best = face;
        }
    };
    if (isOnEdge(features_)) {
        std::ranges::for_each(hull.data().mesh.edges[features_.b].faces, offer);
    } else {
        forEachFaceAround(hull, features_.b, [&](std::uint32_t face, std::uint32_t) { offer(face); });
    }
    return polytope_.contactFace(best);
}

double CapsuleOnFace::heightOverFace(const glm::dvec3& point) const {
    return glm::dot(face_.normal(), point - onFace_);
}

bool CapsuleOnFace::isReference() const {
    if (!face_.hasArea(size_)) {
        return false;
    }
    const double least = std::min(heightOverFace(start_), heightOverFace(start_ + along_));
    return isFaceOfPush_ || least - radius_ >= separation_ - bias_;
}

bool CapsuleOnFace::isAlongEdge() const {
    const auto isAlong = [&](const ConvexProxy::Edge& edge) {
        return areNearlyParallel(along_, polytope_.vertex(edge.to) - polytope_.vertex(edge.from));
    };
    if (isOnEdge(features_)) {
        return isAlong(polytope_.edge(features_.b));
    }
    if (features_.kind == FeatureKind::FaceB) {
        return true;
    }
    bool isAny = false;
    if (polytope_.hull() == nullptr) {
        for (int axis = 0; axis < 3; ++axis) {
            isAny = isAny || areNearlyParallel(along_, polytope_.axes()[axis]);
        }
    } else {
        forEachFaceAround(*polytope_.hull(), features_.b, [&](std::uint32_t, std::uint32_t next) {
            isAny = isAny || isAlong({features_.b, next});
        });
    }
    return isAny;
}

template <class T>
bool CapsuleOnFace::writeContacts(BasicManifold<T>& manifold) {
    clip();
    if (!(first_.share < last_.share)) {
        return false;
    }
    const std::array contacts{contactAt(first_), contactAt(last_)};
    double deepest = margin_;
    for (const Contact& contact : contacts) {
        if (contact.separation < margin_) {
            manifold.pointArray[manifold.pointCount++] = {glm::vec<3, T>(contact.position),
                                                          static_cast<float>(contact.separation), contact.id};
            deepest = std::min(deepest, contact.separation);
        }
    }
    return manifold.pointCount > 0 && contacts[0].id != contacts[1].id &&
           deepest <= separation_ + kDepthSlack * size_;
}
template bool CapsuleOnFace::writeContacts(Manifold&);
template bool CapsuleOnFace::writeContacts(DManifold&);

void CapsuleOnFace::clip() {
    const glm::dvec3 end = start_ + along_, &normal = face_.normal();
    glm::dvec3 from = onFace_;
    for (std::uint32_t side = 0; side < face_.size(); ++side) {
        const glm::dvec3 to = side + 1 < face_.size() ? face_.corner(side + 1) : onFace_,
                         alongSide = to - from;
        const double length = glm::length(alongSide), tolerance = kOnSide * length;
        const glm::dvec3 outward =
            length > 0.0 ? (1.0 / length) * glm::cross(alongSide, normal) : glm::dvec3(0.0);
        const double before = glm::dot(outward, start_ - from), after = glm::dot(outward, end - from);
        first_.look(side, before);
        last_.look(side, after);
        from = to;
        const bool outBefore = before > tolerance, outAfter = after > tolerance;
        if (outBefore && outAfter) {
            last_.share = -1.0;
        } else if (outBefore || outAfter) {
            const double share = std::clamp(before / (before - after), 0.0, 1.0);
            End& cut = outBefore ? first_ : last_;
            if (outBefore ? share >= first_.share : share <= last_.share) {
                cut.share = share;
                cut.cut = side;
            }
        }
    }
}

CapsuleOnFace::Contact CapsuleOnFace::contactAt(const End& end) const {
    const glm::dvec3 point = start_ + end.share * along_;
    const double height = heightOverFace(point);
    const FeatureCode onSegment = end.share < kNearFeature         ? vertexCode(0)
                                  : end.share > 1.0 - kNearFeature ? vertexCode(1)
                                                                   : edgeCode(0, 1);
    return {positionA_ + point - 0.5 * (height + radius_) * face_.normal(), height - radius_,
            contactId(onSegment, codeOnFace(end, point))};
}

FeatureCode CapsuleOnFace::codeOnFace(const End& end, const glm::dvec3& point) const {
    if (end.cut == kNone && !(end.heightOverNearest > -kNearFeature * length_)) {
        return face_.code();
    }
    const std::uint32_t side = end.cut == kNone ? end.nearestSide : end.cut;
    const glm::dvec3 from = face_.corner(side), along = face_.corner(side + 1) - from;
    return face_.codeAlong(side, glm::dot(along, point - from) / glm::dot(along, along));
}

}  // namespace sat3d::SAT3D_ABI
