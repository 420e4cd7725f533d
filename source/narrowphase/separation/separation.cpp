#include "narrowphase/separation/separation.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/feature_start.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/pair/clearly_apart.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/kernel_answers.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// The normal of the axis of two features, from A to B.
glm::dvec3 axisOf(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            return a.faceNormal(features.a);
        case FeaturePair::Kind::FaceB:
            return -b.faceNormal(features.b);
        default:
            break;
    }
    const auto directionOf = [](const ConvexProxy& core, std::uint32_t edge) {
        return core.isBox()  // its edges may have length zero
                   ? core.axes()[static_cast<int>(edge / 4)]
                   : core.vertex(core.edge(edge).to) - core.vertex(core.edge(edge).from);
    };
    const glm::dvec3 across =
        glm::normalize(glm::cross(directionOf(a, features.a), directionOf(b, features.b)));
    // The centers do not tell the direction: edges of slender hulls may face away from them.
    const auto along = [&](const glm::dvec3& n) {
        return glm::dot(n, b.vertex(b.support(-n)) - a.vertex(a.support(n)));
    };
    return along(across) < along(-across) ? -across : across;
}

/// The distance by a search that starts from features near the closest ones.
GjkResult distanceNear(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features,
                       double limit) {
    if (a.isBox() && b.isBox()) {
        constexpr double kUnknown = -std::numeric_limits<double>::infinity();
        if (const std::optional<GjkResult> apart = boxDistance(a, b, {kUnknown, {}, features})) {
            return *apart;
        }
    }
    return gjk(a, b, featureStart(a, b, features), limit);
}

/// Whether the bounding spheres of two polytopes prove that they are clearly apart.
bool areSpheresApart(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    return sat3d::areSpheresApart(glm::length(b.center() - a.center()), a.boundingRadius(),
                                  b.boundingRadius());
}

/// Returns the separation of two polytopes whose bounding spheres are apart.
/// @param limit  as SeparationQuery::limit
Separation sphericalSeparation(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    return a.isBox() && b.isBox() ? convexSeparation(a, b, limit)
                                  : disjointSeparation(a, b, gjk(a, b, {}, limit), limit);
}

/// Returns the separation of two polytopes that the kernels have found apart: the distance of the features of
/// their largest separation if these are the closest ones, otherwise by a search that starts from them. At
/// distances within rounding, any separating axis is a valid normal.
/// @param features  a face and a vertex, or two edges
/// @param limit     as SeparationQuery::limit
Separation apartSeparation(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features,
                           double limit) noexcept {
    if (areSpheresApart(a, b)) {
        return sphericalSeparation(a, b, limit);
    }
    const auto separationOf = [&](const FeaturePair& closest) -> std::optional<Separation> {
        const std::optional<GjkResult> apart = featureDistance(a, b, closest);
        return apart && apart->distance > 0.0
                   ? std::optional(Separation{apart->distance, apart->normalAToB, closest,
                                              TouchingPoints{apart->onA, apart->onB}, apart->simplex})
                   : std::nullopt;
    };
    if (const std::optional<Separation> ofAxis = separationOf(features)) {
        return *ofAxis;
    }
    if (const std::optional<FeaturePair> edges = edgesBeside(a, b, features)) {
        if (const std::optional<Separation> ofEdges = separationOf(*edges)) {
            return *ofEdges;
        }
    }
    const GjkResult apart = distanceNear(a, b, features, limit);
    if (apart.distance > 0.0) {
        return disjointSeparation(a, b, apart, limit);
    }
    return {0.0, axisOf(a, b, features), features, {}, {}};
}

using ShapeKind = ShapeRef::Kind;

/// Computes a pair in the canonical order through its ConvexProxy. A half-space is always B.
template <class T>
class PairSeparation {
public:
    PairSeparation(const PosedPair<T>& pair, const SeparationQuery& query)
        : pair_(pair), query_(query), frame_(pair), a_(pair.a, frame_.aInPair) {}

    /// Returns the default answer, with infinite separation, if the bounding spheres are farther apart than
    /// the limit.
    [[nodiscard]] WorldSeparation<T> answer() const {
        if (pair_.b.kind() == ShapeKind::HalfSpace) {
            const PairHalfSpace b(pair_.b.halfSpace(), frame_.bInPair);
            const Separation result = halfSpaceSeparation(a_, b.normal, b.offset);
            return inWorld(result, *result.points);
        }
        const ConvexProxy b(pair_.b, frame_.bInPair);
        if (boundingSphereGap(a_, b) > query_.limit) {
            return {};
        }
        if (haveKernels(pair_.a, pair_.b)) {
            return areSpheresApart(a_, b) ? toWorld(sphericalSeparation(a_, b, query_.limit), b)
                                          : decidedByKernels(b);
        }
        return toWorld(pair_.b.kind() == ShapeKind::Triangle
                           ? triangleSeparation(a_, b, pair_.b.triangle().sides, query_.limit)
                           : convexSeparation(a_, b, query_.limit),
                       b);
    }

    /// The separation of two hulls or boxes that the kernels have found apart.
    /// @param features  of their largest separation
    [[nodiscard]] WorldSeparation<T> apart(const FeaturePair& features) const {
        const ConvexProxy b(pair_.b, frame_.bInPair);
        return toWorld(apartSeparation(a_, b, features, query_.limit), b);
    }

private:
    /// The float kernels decide whether hulls and boxes overlap, so that distance() and penetration() agree.
    [[nodiscard]] WorldSeparation<T> decidedByKernels(const ConvexProxy& b) const {
        FeaturePair features;
        std::optional<Penetration> hit;
        const PosedPair<T> canonical{pair_.a, pair_.poseA, pair_.b, pair_.poseB};
        const Verdict verdict = findPush(canonical, kAnyDistance, hit, features);
        if (verdict == Verdict::Undecided) {
            return toWorld(convexSeparation(a_, b), b);
        }
        if (!hit) {
            return toWorld(apartSeparation(a_, b, features, query_.limit), b);
        }
        return hit->depth < 0.0f ? fromNearPush(*hit, b) : fromKernel(*hit, b);
    }

    /// The answer for a push of shapes that are apart, with the same bits as penetration().
    [[nodiscard]] WorldSeparation<T> fromNearPush(const Penetration& hit, const ConvexProxy& b) const {
        WorldSeparation<T> answer = toWorld(apartSeparation(a_, b, hit.features, query_.limit), b);
        answer.separation = -hit.depth;
        answer.normal = hit.normal;
        answer.features = hit.features;
        return answer;
    }

    [[nodiscard]] WorldSeparation<T> fromKernel(const Penetration& hit, const ConvexProxy& b) const {
        Separation result;
        result.separation = -static_cast<double>(hit.depth);
        result.normalAToB = frame_.directionInPair(hit.normal);
        result.features = hit.features;
        WorldSeparation<T> answer = toWorld(result, b);
        answer.normal = hit.normal;  // the same bits as penetration()
        return answer;
    }

    /// Converts a separation to the world, with touching points if they are asked for.
    [[nodiscard]] WorldSeparation<T> toWorld(const Separation& inPair, const ConvexProxy& b) const {
        const bool needsPoints = query_.points == Points::Yes && !(inPair.separation > query_.limit);
        return inWorld(inPair, needsPoints ? touchingPoints(a_, b, inPair) : TouchingPoints{});
    }
    [[nodiscard]] WorldSeparation<T> inWorld(const Separation& inPair, const TouchingPoints& points) const {
        if (query_.simplex != nullptr) {
            *query_.simplex = inPair.simplex;
        }
        WorldSeparation<T> answer;
        answer.separation = static_cast<float>(inPair.separation);
        answer.normal = frame_.directionInWorld(inPair.normalAToB);
        answer.features = inPair.features;
        if (query_.points == Points::Yes) {
            answer.pointA = frame_.template pointInWorld<T>(points.onA);
            answer.pointB = frame_.template pointInWorld<T>(points.onB);
        }
        return answer;
    }

    const PosedPair<T>& pair_;
    const SeparationQuery& query_;
    PairFrame frame_;
    ConvexProxy a_;
};

template <class T>
WorldSeparation<T> compositeSeparation(const PosedPair<T>& pair, const SeparationQuery& query) {
    const auto found =
        separationOfChildren(pair.a, inDouble(pair.poseA), pair.b, inDouble(pair.poseB), query);
    return {found.separation,
            found.normal,
            found.features,
            found.children,
            glm::vec<3, T>(found.pointA),
            glm::vec<3, T>(found.pointB)};
}

/// Dispatches a pair in the canonical order by the kinds of its shapes, unless kernels/round has a closed
/// form. There are three separating axis tests, for boxes as well as for hulls:
/// - reference: reference/plane_sat, the projection SAT, readable and in double. explain() records it, tests
///   compare with it, and it decides pairs that a kernel leaves undecided;
/// - generic: sat/convex_sat and sat/box_sat, in double, for every other convex pair, and for gaps of boxes;
/// - fast: kernels/hull and kernels/box, in float with SIMD, for overlaps of hulls and boxes.
template <class T>
WorldSeparation<T> separationInOrder(const PosedPair<T>& pair, const SeparationQuery& query) {
    return pair.a.isComposite() || pair.b.isComposite() ? compositeSeparation(pair, query)
                                                        : PairSeparation<T>(pair, query).answer();
}

template <class T>
WorldSeparation<T> separationInAnyOrder(const PosedPair<T>& pair, const SeparationQuery& query) {
    if (!isUsable(pair) || !(hasInside(pair.a) || hasInside(pair.b))) {
        return {};
    }
    return inCanonicalOrder(pair,
                            [&](const PosedPair<T>& ordered) { return separationInOrder(ordered, query); });
}

template <class T>
void write(const RoundGap& gap, const PosedPair<T>& pair, Points points, WorldSeparation<T>& answer) {
    answer.separation = gap.separation;
    answer.normal = gap.normalAToB();
    answer.features = gap.features();
    if (points == Points::Yes) {
        answer.pointA = gap.touchingPoint(0, pair.poseA);
        answer.pointB = gap.touchingPoint(1, pair.poseB);
    }
}

}  // namespace

// Every function here constructs its answer in the caller's memory (copy elision). Copying an answer that was
// just written would stall on store forwarding for as long as a closed form takes.
template <class T>
WorldSeparation<T> separationInWorld(const PosedPair<T>& pair, const SeparationQuery& query) {
    using Status = RoundGapStatus;
    RoundGap gap;
    const Status status = hasRoundGap(pair.a, pair.b)
                              ? roundGapKernel(pair, {query.limit, query.points == Points::Yes}, gap)
                              : Status::Undefined;
    if (status == Status::Undefined) {
        return separationInAnyOrder(pair, query);
    }
    WorldSeparation<T> answer;
    if (status == Status::Found) {
        write(gap, pair, query.points, answer);
    }
    return answer;
}
template WorldSeparation<float> separationInWorld(const PosedPair<float>& pair, const SeparationQuery& query);
template WorldSeparation<double> separationInWorld(const PosedPair<double>& pair,
                                                   const SeparationQuery& query);

template <class T>
WorldSeparation<T> separationOfApart(const PosedPair<T>& pair, const FeaturePair& features,
                                     const SeparationQuery& query) {
    return PairSeparation<T>(pair, query).apart(features);
}
template WorldSeparation<float> separationOfApart(const PosedPair<float>&, const FeaturePair&,
                                                  const SeparationQuery&);
template WorldSeparation<double> separationOfApart(const PosedPair<double>&, const FeaturePair&,
                                                   const SeparationQuery&);

}  // namespace sat3d::SAT3D_ABI
