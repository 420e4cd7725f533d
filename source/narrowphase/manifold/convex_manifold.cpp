#include "narrowphase/manifold/convex_manifold.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/manifold/face_contacts.hpp"
#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/pair/feature_id.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

/// Of the share that a face may be worse by: A's face is preferred to B's by this much, lest noise chooses.
constexpr double kFaceTie = 0.1;

/// Faces with a smaller area, of the squared size, are edges or points: nothing can lie on them.
constexpr double kLeastArea = 1e-12;

/// Cores whose edges cross within this of size are apart as good as touching.
constexpr double kCrossing = 1e-9;

/// Edges that run side by side are farther aside of each other by no more than this, of the distance of the
/// axes that they would have if they were round.
constexpr double kAside = 0.01;

/// A face that could bear the patch.
struct Reference {
    bool isOfA = true;
    std::uint32_t face = 0;
    double separation = 0.0;  ///< along the face's normal
};

class Builder {
public:
    Builder(const CoreShape& a, const CoreShape& b, const Separation& nearest, const ManifoldQuery& query)
        : a_(a),
          b_(b),
          nearest_(nearest),
          size_(meanBoundingRadius(a, b)),
          margin_(query.margin),
          bias_(query.faceBias * size_) {}

    [[nodiscard]] CoreManifold build() const {
        if (const std::optional<Reference> reference = chosenReference()) {
            const CoreManifold manifold = onFace(*reference);
            if (manifold.count > 0) {
                return manifold;
            }
        }
        return onEdges();
    }

private:
    [[nodiscard]] bool isMinimal(const Reference& reference) const {
        const FeaturePair& features = nearest_.features;
        return reference.isOfA ? features.kind == FeatureKind::FaceOfA && features.a == reference.face
                               : features.kind == FeatureKind::FaceOfB && features.b == reference.face;
    }

    /// The face of a core that looks most nearly along the normal.
    [[nodiscard]] std::optional<Reference> candidate(bool isOfA) const {
        const CoreShape &core = isOfA ? a_ : b_, &other = isOfA ? b_ : a_;
        if (core.faceCount() == 0) {
            return std::nullopt;
        }
        const FeaturePair& features = nearest_.features;
        Reference reference{isOfA, 0, nearest_.separation};
        const bool isMinimum = features.kind == (isOfA ? FeatureKind::FaceOfA : FeatureKind::FaceOfB);
        reference.face = !isMinimum ? core.faceToward(isOfA ? nearest_.normalAToB : -nearest_.normalAToB)
                         : isOfA    ? features.a
                                    : features.b;
        const auto corners = core.faceVertices(reference.face);
        const glm::dvec3 first = core.vertex(corners[0]);
        const glm::dvec3 area = glm::cross(core.vertex(corners[1]) - first, core.vertex(corners[2]) - first);
        if (!(glm::length(area) > kLeastArea * size_ * size_)) {
            return std::nullopt;
        }
        if (!isMinimum) {
            const glm::dvec3 normal = core.faceNormal(reference.face);
            reference.separation = glm::dot(normal, other.vertex(other.support(-normal)) - first) -
                                   core.radius() - other.radius();
        }
        return reference;
    }

    [[nodiscard]] std::optional<Reference> chosenReference() const {
        std::optional<Reference> best = candidate(true);
        if (!best || nearest_.features.kind != FeatureKind::FaceOfA) {
            const std::optional<Reference> ofB = candidate(false);
            if (ofB && !(best && best->separation >= ofB->separation - kFaceTie * bias_)) {
                best = ofB;
            }
        }
        return best && best->separation >= nearest_.separation - bias_ ? best : std::nullopt;
    }

    /// The points over a face; none where they are not as deep as they must be.
    [[nodiscard]] CoreManifold onFace(const Reference& reference) const {
        const CoreShape &core = reference.isOfA ? a_ : b_, &other = reference.isOfA ? b_ : a_;
        const glm::dvec3 normal = core.faceNormal(reference.face);
        const Outline face = Outline::ofFace(core, reference.face);
        ManifoldReduction points(normal, face.corner(1) - face.corner(0));
        forEachFaceContact(core, reference.face, other, margin_, kDepthSlack * size_, [&](FaceContact here) {
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

    [[nodiscard]] CoreManifold toManifold(const glm::dvec3& normalAToB, ManifoldReduction& points) const {
        CoreManifold manifold;
        manifold.normalAToB = normalAToB;
        for (const Contact& contact : points.reduced(kDepthSlack * size_)) {
            manifold.contacts[manifold.count++] = contact;
        }
        return manifold;
    }

    /// Along the normal of the separation: where the shapes are nearest, and the ends of edges that run side
    /// by side.
    [[nodiscard]] CoreManifold onEdges() const {
        const Outline edgeA = edgeOf(a_, true), edgeB = edgeOf(b_, false);
        ManifoldReduction points(nearest_.normalAToB, edgeA.corner(1 % edgeA.size()) - edgeA.corner(0));
        const bool coresOverlap = nearest_.separation + a_.radius() + b_.radius() < -kCrossing * size_;
        if (edgeA.size() == 2 && edgeB.size() == 2 && !coresOverlap) {
            addEnds(edgeA, edgeB, false, points);
            addEnds(edgeB, edgeA, true, points);
        }
        if (!(points.deepest() <= nearest_.separation + kDepthSlack * size_)) {
            points.add(nearest_.features.kind == FeatureKind::Edges && coresOverlap ? crossing(edgeA, edgeB)
                                                                                    : nearestPoint());
        }
        return toManifold(nearest_.normalAToB, points);
    }

    /// The edge that takes part in the separation, or that lies along it. A cached separation may name one
    /// that is parallel to the one that takes part.
    [[nodiscard]] Outline edgeOf(const CoreShape& core, bool isA) const {
        const FeaturePair& features = nearest_.features;
        if (core.edgeCount() == 0) {
            return Outline::ofVertex(core, 0);
        }
        const bool isNamed = features.kind == FeatureKind::Edges ||
                             features.kind == (isA ? FeatureKind::EdgeAndVertex : FeatureKind::VertexAndEdge);
        const std::uint32_t named = isA ? features.a : features.b;
        const glm::dvec3 toOther = isA ? nearest_.normalAToB : -nearest_.normalAToB;
        return Outline::ofEdge(core, core.edge(isNamed && reachesFarthest(core, core.edge(named), toOther)
                                                   ? named
                                                   : core.supportingEdge(toOther)));
    }

    [[nodiscard]] bool reachesFarthest(const CoreShape& core, const CoreShape::Edge& edge,
                                       const glm::dvec3& direction) const {
        const double most = glm::dot(direction, core.vertex(core.support(direction)));
        return std::min(glm::dot(direction, core.vertex(edge.from)),
                        glm::dot(direction, core.vertex(edge.to))) >= most - kDepthSlack * size_;
    }

    /// The ends of an edge that lie beside another, to the eye in line with it.
    void addEnds(const Outline& edge, const Outline& other, bool edgeIsOfB, ManifoldReduction& points) const {
        const glm::dvec3 start = other.corner(0), along = other.corner(1) - start;
        const double squared = glm::dot(along, along),
                     height = nearest_.separation + a_.radius() + b_.radius();
        const double aside = kAside * (std::abs(height) + a_.radius() + b_.radius());
        for (std::uint32_t i = 0; i < 2; ++i) {
            const glm::dvec3 end = edge.corner(i);
            const double share = glm::dot(end - start, along) / squared;
            const glm::dvec3 foot = start + share * along, way = edgeIsOfB ? end - foot : foot - end;
            const double rise = glm::dot(way, nearest_.normalAToB);
            const double separation = rise - a_.radius() - b_.radius();
            if (share >= 0.0 && share <= 1.0 && separation < margin_ &&
                glm::length(way - rise * nearest_.normalAToB) <= aside) {
                const FeatureCode here = vertexCode(edge.vertexIndex(i)), there = other.codeAlong(0, share);
                points.add({0.5 * (end + foot) + towardMiddle(), separation,
                            edgeIsOfB ? contactId(there, here) : contactId(here, there)});
            }
        }
    }

    /// From the middle between points of the cores to the middle between the surfaces.
    [[nodiscard]] glm::dvec3 towardMiddle() const {
        return 0.5 * (a_.radius() - b_.radius()) * nearest_.normalAToB;
    }

    /// Where two edges pass each other.
    [[nodiscard]] Contact crossing(const Outline& edgeA, const Outline& edgeB) const {
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
        const glm::dvec3 middle = 0.5 * (startA + shareA * alongA + startB + shareB * alongB);
        return {middle + towardMiddle(), nearest_.separation, contactId(edgeA.code(), edgeB.code())};
    }

    [[nodiscard]] Contact nearestPoint() const {
        Separation touching = nearest_;
        if (touching.pointA == touching.pointB) {
            addPoints(a_, b_, touching);
        }
        return {0.5 * (touching.pointA + touching.pointB), touching.separation, idOfFeatures()};
    }

    [[nodiscard]] std::uint64_t idOfFeatures() const {
        const auto& [kind, a, b] = nearest_.features;
        const auto edge = [](const CoreShape& core, std::uint32_t index) {
            return edgeCode(core.edge(index).from, core.edge(index).to);
        };
        const bool edgeA = kind == FeatureKind::Edges || kind == FeatureKind::EdgeAndVertex;
        const bool edgeB = kind == FeatureKind::Edges || kind == FeatureKind::VertexAndEdge;
        return contactId(kind == FeatureKind::FaceOfA ? faceCode(a)
                         : edgeA                      ? edge(a_, a)
                                                      : vertexCode(a),
                         kind == FeatureKind::FaceOfB ? faceCode(b)
                         : edgeB                      ? edge(b_, b)
                                                      : vertexCode(b));
    }

    const CoreShape &a_, &b_;
    const Separation& nearest_;
    double size_, margin_, bias_;
};

}  // namespace

CoreManifold coreManifold(const CoreShape& a, const CoreShape& b, const Separation& nearest,
                          const ManifoldQuery& query) noexcept {
    return Builder(a, b, nearest, query).build();
}

CoreManifold coreManifold(const CoreShape& a, const PairHalfSpace& b, const Separation& nearest,
                          const ManifoldQuery& query) noexcept {
    const double tolerance = kDepthSlack * a.reach();
    const Outline incident = Outline::toward(a, -b.normal, tolerance);
    ManifoldReduction points(-b.normal, incident.corner(1 % incident.size()) - incident.corner(0));
    for (std::uint32_t i = 0; i < incident.size(); ++i) {
        const glm::dvec3 corner = incident.corner(i);
        const double height = glm::dot(b.normal, corner) - b.offset, separation = height - a.radius();
        if (separation < query.margin || separation <= nearest.separation) {
            points.add({corner - 0.5 * (height + a.radius()) * b.normal, separation,
                        contactId(vertexCode(incident.vertexIndex(i)), faceCode(0))});
        }
    }
    CoreManifold manifold;
    manifold.normalAToB = nearest.normalAToB;
    for (const Contact& contact : points.reduced(tolerance)) {
        manifold.contacts[manifold.count++] = contact;
    }
    if (manifold.count == 0) {  // by rounding, no corner reaches as far as the shape does
        manifold.contacts[manifold.count++] = {0.5 * (nearest.pointA + nearest.pointB), nearest.separation,
                                               contactId(vertexCode(nearest.features.a), faceCode(0))};
    }
    return manifold;
}

}  // namespace sat3d::inline SAT3D_ABI
