#include "narrowphase/manifold/convex_manifold.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/manifold/feature_clipping.hpp"
#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/separation/convex_separation.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

/// Largest sideways offset between round parallel edges, as a fraction of the sum of their radii.
constexpr double kAside = 0.01;

/// A candidate for the reference face.
struct Reference {
    bool isOfA = true;
    std::uint32_t face = 0;   ///< a contact face
    double separation = 0.0;  ///< along the face's normal
};

/// Contact points of a shape on a reference face of another.
struct PointOverFace {
    glm::dvec3 position{0.0};  ///< midway between the surfaces
    double separation = 0.0;   ///< along the face's normal
    FeatureCode codeOnFace, codeOnOther;
};

/// Calls take(PointOverFace) for the vertices of the overlap of a reference face and the other shape's
/// incident feature, if they are closer than the margin.
/// @param face  a contact face
/// @param tolerance  meters: a vertex this far below the support still counts as one
template <class Take>
void forEachPointOverFace(const ConvexProxy& core, std::uint32_t face, const ConvexProxy& other,
                          double margin, double tolerance, const Take& take) {
    const SupportFeature reference = SupportFeature::ofFace(core, face);
    const glm::dvec3 normal = reference.normal(), onFace = reference.corner(0);
    const SupportFeature incident = SupportFeature::toward(other, -normal, tolerance);
    FeatureClipping(reference, incident, normal).run([&](const ClippedPoint& point) {
        const double height = glm::dot(normal, point.onIncident - onFace);
        const double separation = height - core.convexRadius() - other.convexRadius();
        if (separation < margin) {
            const double toMiddle = 0.5 * (core.convexRadius() - height - other.convexRadius());
            take(PointOverFace{point.onIncident + toMiddle * normal, separation, point.codeOnReference,
                               point.codeOnIncident});
        }
    });
}

class Builder {
public:
    Builder(const ConvexProxy& a, const ConvexProxy& b, const Separation& nearest, const ManifoldQuery& query)
        : a_(a),
          b_(b),
          nearest_(nearest),
          size_(meanBoundingRadius(a, b)),
          margin_(query.margin),
          bias_(query.faceBias * size_) {
        if (isPushOfMergedFace()) {
            bias_ = std::max(bias_, kMergedBias * size_);
        }
    }

    [[nodiscard]] ConvexManifold build() const {
        if (const std::optional<Reference> reference = chosenReference()) {
            const ConvexManifold manifold = onFace(*reference);
            if (manifold.count > 0) {
                return manifold;
            }
        }
        return onEdges();
    }

private:
    [[nodiscard]] bool isPushOfMergedFace() const {
        const FeaturePair& features = nearest_.features;
        return (features.kind == FeatureKind::FaceA && a_.isMerged(features.a)) ||
               (features.kind == FeatureKind::FaceB && b_.isMerged(features.b));
    }

    /// Whether the separation is that along the face. This is not so for a merged face, whose plane differs.
    [[nodiscard]] bool isMinimal(const Reference& reference) const {
        const FeaturePair& features = nearest_.features;
        return reference.isOfA ? features.kind == FeatureKind::FaceA && features.a == reference.face &&
                                     !a_.isMerged(reference.face)
                               : features.kind == FeatureKind::FaceB && features.b == reference.face &&
                                     !b_.isMerged(reference.face);
    }

    /// The face of a core whose normal is closest to that of the separation.
    [[nodiscard]] std::optional<Reference> candidate(bool isOfA) const {
        const ConvexProxy &core = isOfA ? a_ : b_, &other = isOfA ? b_ : a_;
        if (core.faceCount() == 0) {
            return std::nullopt;
        }
        const FeaturePair& features = nearest_.features;
        Reference reference{isOfA, 0, nearest_.separation};
        const bool isOfPush = features.kind == (isOfA ? FeatureKind::FaceA : FeatureKind::FaceB);
        reference.face = isOfPush
                             ? core.contactFace(isOfA ? features.a : features.b)
                             : core.contactFaceToward(isOfA ? nearest_.normalAToB : -nearest_.normalAToB);
        const SupportFeature face = SupportFeature::ofFace(core, reference.face);
        if (!face.hasArea(size_)) {
            return std::nullopt;
        }
        if (!isMinimal(reference)) {
            const glm::dvec3 normal = face.normal();
            reference.separation = glm::dot(normal, other.vertex(other.support(-normal)) - face.corner(0)) -
                                   core.convexRadius() - other.convexRadius();
        }
        return reference;
    }

    [[nodiscard]] std::optional<Reference> chosenReference() const {
        const bool isAFavored = !isClearlyLarger(b_.boundingRadius(), a_.boundingRadius());
        std::optional<Reference> best = candidate(isAFavored);
        if (!best || nearest_.features.kind != (isAFavored ? FeatureKind::FaceA : FeatureKind::FaceB)) {
            const std::optional<Reference> rival = candidate(!isAFavored);
            if (rival && !(best && best->separation >= rival->separation - kFaceTie * bias_)) {
                best = rival;
            }
        }
        return best && best->separation >= nearest_.separation - bias_ ? best : std::nullopt;
    }

    /// The points over a reference face, or none if they are not deep enough.
    [[nodiscard]] ConvexManifold onFace(const Reference& reference) const {
        const ConvexProxy &core = reference.isOfA ? a_ : b_, &other = reference.isOfA ? b_ : a_;
        const SupportFeature face = SupportFeature::ofFace(core, reference.face);
        const glm::dvec3 normal = face.normal();
        ManifoldReduction points(normal, face.corner(1) - face.corner(0));
        forEachPointOverFace(
            core, reference.face, other, margin_, kDepthSlack * size_, [&](PointOverFace here) {
                if (!reference.isOfA) {
                    std::swap(here.codeOnFace, here.codeOnOther);
                }
                points.add({here.position, here.separation, contactId(here.codeOnFace, here.codeOnOther)});
            });
        const bool minimal = isMinimal(reference);
        if (!(points.deepest() <= nearest_.separation + kDepthSlack * size_)) {
            if (!minimal) {
                return {};
            }
            points.add(nearestPoint());
        }
        return toManifold(minimal ? nearest_.normalAToB : reference.isOfA ? normal : -normal, points);
    }

    [[nodiscard]] ConvexManifold toManifold(const glm::dvec3& normalAToB, ManifoldReduction& points) const {
        ConvexManifold manifold;
        manifold.normalAToB = normalAToB;
        for (const ManifoldPoint& contact : points.reduced(kDepthSlack * size_)) {
            manifold.contacts[manifold.count++] = contact;
        }
        return manifold;
    }

    /// The points along the normal of the separation: the closest points, and the ends of parallel edges.
    [[nodiscard]] ConvexManifold onEdges() const {
        const SupportFeature edgeA = edgeOf(a_, true), edgeB = edgeOf(b_, false);
        ManifoldReduction points(nearest_.normalAToB, edgeA.corner(1 % edgeA.size()) - edgeA.corner(0));
        const bool coresOverlap =
            nearest_.separation + a_.convexRadius() + b_.convexRadius() < -kCrossing * size_;
        if (edgeA.size() == 2 && edgeB.size() == 2 && !coresOverlap) {
            addEnds(edgeA, edgeB, false, points);
            addEnds(edgeB, edgeA, true, points);
        }
        if (!(points.deepest() <= nearest_.separation + kDepthSlack * size_)) {
            points.add(nearest_.features.kind == FeatureKind::EdgeEdge && coresOverlap
                           ? crossing(edgeA, edgeB)
                           : nearestPoint());
        }
        return toManifold(nearest_.normalAToB, points);
    }

    /// The edge in the separation's features if it is a supporting edge, otherwise the supporting edge. (A
    /// cached separation may name an edge that is parallel to the supporting one.)
    [[nodiscard]] SupportFeature edgeOf(const ConvexProxy& core, bool isA) const {
        const FeaturePair& features = nearest_.features;
        if (core.edgeCount() == 0) {
            return SupportFeature::ofVertex(core, 0);
        }
        const bool isNamed = features.kind == FeatureKind::EdgeEdge ||
                             features.kind == (isA ? FeatureKind::EdgeVertex : FeatureKind::VertexEdge);
        const std::uint32_t named = isA ? features.a : features.b;
        const glm::dvec3 toOther = isA ? nearest_.normalAToB : -nearest_.normalAToB;
        return SupportFeature::ofEdge(core,
                                      core.edge(isNamed && reachesFarthest(core, core.edge(named), toOther)
                                                    ? named
                                                    : core.supportingEdge(toOther)));
    }

    [[nodiscard]] bool reachesFarthest(const ConvexProxy& core, const ConvexProxy::Edge& edge,
                                       const glm::dvec3& direction) const {
        const double most = glm::dot(direction, core.vertex(core.support(direction)));
        return std::min(glm::dot(direction, core.vertex(edge.from)),
                        glm::dot(direction, core.vertex(edge.to))) >= most - kDepthSlack * size_;
    }

    /// Adds the ends of an edge that lie over another edge, in projection along the normal. Round edges may
    /// be slightly aside of each other: the point then lies between their axes, where both surfaces are
    /// lower.
    void addEnds(const SupportFeature& edge, const SupportFeature& other, bool edgeIsOfB,
                 ManifoldReduction& points) const {
        const glm::dvec3 start = other.corner(0), along = other.corner(1) - start,
                         &normal = nearest_.normalAToB;
        const double squared = glm::dot(along, along), radii = a_.convexRadius() + b_.convexRadius(),
                     mostAside = radii > 0.0 ? kAside * radii : kDepthSlack * size_;
        for (std::uint32_t i = 0; i < 2; ++i) {
            const glm::dvec3 end = edge.corner(i);
            const double share = glm::dot(end - start, along) / squared;
            const glm::dvec3 closest = start + share * along,
                             fromAToB = edgeIsOfB ? end - closest : closest - end;
            const double rise = glm::dot(fromAToB, normal);
            const glm::dvec3 aside = fromAToB - rise * normal;
            if (!(share >= 0.0 && share <= 1.0 && glm::length(aside) <= mostAside)) {
                continue;
            }
            const double lowered =
                             radii > 0.0 ? std::sqrt(radii * radii - glm::dot(aside, aside)) / radii : 1.0,
                         shareOfA = radii > 0.0 ? a_.convexRadius() / radii : 0.5,
                         separation = rise - lowered * radii;
            if (separation < margin_) {
                const FeatureCode here = vertexCode(edge.vertexIndex(i)), there = other.codeAlong(0, share);
                const double upToMiddle = lowered * a_.convexRadius() + 0.5 * separation;
                points.add({(edgeIsOfB ? closest : end) + shareOfA * aside + upToMiddle * normal, separation,
                            edgeIsOfB ? contactId(there, here) : contactId(here, there)});
            }
        }
    }

    /// The point where two edges cross.
    [[nodiscard]] ManifoldPoint crossing(const SupportFeature& edgeA, const SupportFeature& edgeB) const {
        const glm::dvec3 startA = edgeA.corner(0), alongA = edgeA.corner(1) - startA;
        const glm::dvec3 startB = edgeB.corner(0), alongB = edgeB.corner(1) - startB;
        const glm::dvec3 across = glm::cross(alongA, alongB), between = startB - startA;
        const double squared = glm::dot(across, across);
        const double shareA = glm::dot(glm::cross(between, alongB), across) / squared;
        const double shareB = glm::dot(glm::cross(between, alongA), across) / squared;
        const auto isWithin = [](double share) {
            return share >= -kDepthSlack && share <= 1.0 + kDepthSlack;
        };
        if (!(isWithin(shareA) && isWithin(shareB))) {
            return nearestPoint();
        }
        const glm::dvec3 betweenCores = 0.5 * (startA + shareA * alongA + startB + shareB * alongB);
        const double toMiddle = 0.5 * (a_.convexRadius() - b_.convexRadius());
        return {betweenCores + toMiddle * nearest_.normalAToB, nearest_.separation,
                contactId(edgeA.code(), edgeB.code())};
    }

    [[nodiscard]] ManifoldPoint nearestPoint() const {
        return {touchingPoints(a_, b_, nearest_).middle(), nearest_.separation,
                contactIdOf(
                    nearest_.features, [&](std::uint32_t edge) { return a_.edge(edge); },
                    [&](std::uint32_t edge) { return b_.edge(edge); })};
    }

    const ConvexProxy &a_, &b_;
    const Separation& nearest_;
    double size_, margin_, bias_;
};

}  // namespace

ConvexManifold convexManifold(const ConvexProxy& a, const ConvexProxy& b, const Separation& nearest,
                              const ManifoldQuery& query) noexcept {
    return Builder(a, b, nearest, query).build();
}

ConvexManifold convexManifold(const ConvexProxy& a, const PairHalfSpace& b, const Separation& nearest,
                              const ManifoldQuery& query) noexcept {
    const double tolerance = kDepthSlack * a.boundingRadius();
    const SupportFeature incident = SupportFeature::toward(a, -b.normal, tolerance);
    ManifoldReduction points(-b.normal, incident.corner(1 % incident.size()) - incident.corner(0));
    for (std::uint32_t i = 0; i < incident.size(); ++i) {
        const glm::dvec3 corner = a.vertex(incident.vertexIndex(i));
        const double height = glm::dot(b.normal, corner) - b.offset, separation = height - a.convexRadius();
        if (separation < query.margin || separation <= nearest.separation) {
            points.add({corner - 0.5 * (height + a.convexRadius()) * b.normal, separation,
                        contactId(vertexCode(incident.vertexIndex(i)), faceCode(0))});
        }
    }
    if (!(points.deepest() <= nearest.separation + tolerance)) {  // a merged face lacks the deepest vertex
        points.add({nearest.points->middle(), nearest.separation,
                    contactId(vertexCode(nearest.features.a), faceCode(0))});
    }
    ConvexManifold manifold;
    manifold.normalAToB = nearest.normalAToB;
    for (const ManifoldPoint& contact : points.reduced(tolerance)) {
        manifold.contacts[manifold.count++] = contact;
    }
    return manifold;
}

}  // namespace sat3d::SAT3D_ABI
