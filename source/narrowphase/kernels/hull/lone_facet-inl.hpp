// Tests whether a facet of the Minkowski difference is the only one near its plane.
#if defined(SAT3D_KERNELS_LONE_FACET_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_LONE_FACET_INL_HPP
#undef SAT3D_KERNELS_LONE_FACET_INL_HPP
#else
#define SAT3D_KERNELS_LONE_FACET_INL_HPP
#endif

#include "narrowphase/kernels/hull/adjacency-inl.hpp"
#include "narrowphase/kernels/hull/support_scan-inl.hpp"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// A push is unique if every other push is longer by more than kTieSlack times the rounding error of depths.
/// Every search then finds it. A search skips candidates that are better by less than one rounding error, and
/// each of the two compared depths has a rounding error.
constexpr float kTieSlack = 5.0f;

/// Tests the neighborhood of a push: whether no other facet of the Minkowski difference with nearly the same
/// normal is as near to the origin.
///
/// The foot of the origin is its projection onto the plane of the facet. Let r be the distance from the foot
/// to the facet's boundary. Along a direction that is tilted by an angle t, the depth is at least depth *
/// cos(t) + r * sin(t). Another proof leaves ties possible only for directions with depth * (1 - cos(t)) of
/// at most kTieSlack times the rounding error. So a tie has sin(t) <= 2 * kTieSlack * rounding / r. There is
/// no tie if each hull keeps its support within this cone of directions: the vertices of its feature, and no
/// others.
class LoneFacet {
public:
    /// @param rounding  rounding error of depths, in meters
    HWY_INLINE LoneFacet(const KernelHull& a, const KernelHull& b, const RelativePose& pose, float rounding)
        : a_(a), b_(b), pose_(pose), rounding_(rounding) {}

    /// Whether the facet of a push is alone. Returns false if this is unknown, for example for faces without
    /// a loop.
    HWY_NOINLINE bool contains(const PenetrationCandidate& push) const {
        if (a_.adjacency.faces.empty() || b_.adjacency.faces.empty()) {
            return false;
        }
        const Float4 inwardInB = rotateNegated(pose_.rows, push.normal);
        const auto& [kind, ofA, ofB] = push.features;
        switch (kind) {
            case FeaturePair::Kind::FaceA: {
                const Float4 vertex = transform(pose_.columns, pose_.centerBInA, vertexOf(b_, ofB));
                return isFaceAlone(a_, ofA, vertex, b_, ofB, inwardInB);
            }
            case FeaturePair::Kind::FaceB: {
                const Float4 centerAInB = rotateNegated(pose_.rows, pose_.centerBInA);
                const Float4 vertex = transform(pose_.rows, centerAInB, vertexOf(a_, ofA));
                return isFaceAlone(b_, ofB, vertex, a_, ofA, push.normal);
            }
            default:
                return areEdgesAlone(push, inwardInB);
        }
    }

private:
    /// Tests a face of one hull and a vertex of the other.
    /// @param point      the vertex in the frame of the face
    /// @param direction  against the normal of the face, in the frame of the vertex
    HWY_INLINE bool isFaceAlone(const KernelHull& hull, std::uint32_t face, const Float4& point,
                                const KernelHull& other, std::uint32_t vertex,
                                const Float4& direction) const {
        using Row = HullAdjacency::Row;
        const AdjacentFace& held = hull.adjacency.faces[face];
        if (held.padded == 0) {
            return false;
        }
        const Tag4 d;
        const float* const rows = hull.adjacency.rowsOf(held);
        const auto row = [&](Row number, std::uint32_t i)
                             HWY_ATTR { return hn::LoadU(d, rows + number * held.padded + i); };
        const Vector4 x = hn::Set(d, dot(point, Float4{{held.u[0], held.u[1], held.u[2], 0.0f}}));
        const Vector4 y = hn::Set(d, dot(point, Float4{{held.v[0], held.v[1], held.v[2], 0.0f}}));
        const auto inside = [&](std::uint32_t i) HWY_ATTR {
            return hn::Sub(row(Row::Offset, i),
                           hn::Add(hn::Mul(row(Row::OutwardX, i), x), hn::Mul(row(Row::OutwardY, i), y)));
        };
        Vector4 least = inside(0);
        for (std::uint32_t i = 4; i < held.padded; i += 4) {
            least = hn::Min(least, inside(i));
        }
        const float sine = sineOfTies(hn::GetLane(hn::MinOfLanes(d, least)));
        return sine < held.leastSlope && leads(other, direction, vertex, vertex, sine);
    }

    HWY_INLINE bool areEdgesAlone(const PenetrationCandidate& push, const Float4& inwardInB) const {
        const HullAdjacency::EdgeEnds& endsA = a_.adjacency.edges[push.features.a];
        const HullAdjacency::EdgeEnds& endsB = b_.adjacency.edges[push.features.b];
        const auto inA = [&](std::uint32_t vertex) HWY_ATTR {
            return load(transform(pose_.columns, pose_.centerBInA, vertexOf(b_, vertex)));
        };
        const Vector4 startA = load(vertexOf(a_, endsA.vertices[0])), startB = inA(endsB.vertices[0]);
        const Float4 edgeA = store(hn::Sub(load(vertexOf(a_, endsA.vertices[1])), startA));
        const Float4 edgeB = store(hn::Sub(inA(endsB.vertices[1]), startB));
        // The foot of the origin on the parallelogram between both edges, by Cramer's rule.
        const Float4 between = store(hn::Sub(startB, startA));
        const float aa = dot(edgeA, edgeA), bb = dot(edgeB, edgeB), ab = dot(edgeA, edgeB);
        const float ofA = dot(edgeA, between), ofB = dot(edgeB, between);
        const float determinant = aa * bb - ab * ab;  // the squared area of the parallelogram
        constexpr float kMinSineSquared = 1e-6f;
        if (!(determinant > kMinSineSquared * aa * bb)) {
            return false;
        }
        const float alongA = (ofA * bb - ofB * ab) / determinant,
                    alongB = (ofA * ab - ofB * aa) / determinant;
        const float area = std::sqrt(determinant);
        const float ofEndsOfA = std::min(alongA, 1.0f - alongA) * area / std::sqrt(bb);
        const float ofEndsOfB = std::min(alongB, 1.0f - alongB) * area / std::sqrt(aa);
        const float sine = sineOfTies(std::min(ofEndsOfA, ofEndsOfB));
        return sine < 1.0f && leads(a_, push.normal, endsA.vertices[0], endsA.vertices[1], sine) &&
               leads(a_, push.normal, endsA.vertices[1], endsA.vertices[0], sine) &&
               leads(b_, inwardInB, endsB.vertices[0], endsB.vertices[1], sine) &&
               leads(b_, inwardInB, endsB.vertices[1], endsB.vertices[0], sine);
    }

    /// The sine of the widest angle of a tie; at least 1 if the foot of the origin is too near the boundary.
    /// @param distance  from the foot of the origin to the boundary of the facet
    HWY_INLINE float sineOfTies(float distance) const {
        constexpr float kMin = 1000.0f;  // for smaller distances, rounding would have to be considered
        return distance > kMin * rounding_ ? 2.0f * kTieSlack * rounding_ / distance : 1.0f;
    }

    /// Whether all neighbors of a vertex, except one, lie below it along every direction within an angle of
    /// the given direction.
    HWY_INLINE bool leads(const KernelHull& hull, const Float4& direction, std::uint32_t vertex,
                          std::uint32_t except, float sine) const {
        const Tag4 d;
        const HullAdjacency& adjacency = hull.adjacency;
        const HullAdjacency::Fan fan = adjacency.fans[vertex];
        const std::uint16_t* const neighbors = adjacency.fanVertices.data() + fan.first;
        const float longest = 2.0f * hull.radius;  // upper bound of the length of an edge
        const Vector4 limit =
            hn::Set(d, dot(direction, adjacency.vertices[vertex]) - sine * longest - rounding_);
        for (std::uint32_t i = 0; i < fan.count; i += 4) {
            const Vector4 heights = dotsOfFour(direction, [&](std::size_t lane) HWY_ATTR {
                return adjacency.vertices[neighbors[i + lane]].v;
            });
            for (std::uint32_t high = toBits(d, hn::Not(hn::Lt(heights, limit))); high != 0;
                 high &= high - 1) {
                const std::uint32_t neighbor =
                    neighbors[i + static_cast<std::uint32_t>(std::countr_zero(high))];
                if (neighbor != except && !isBelow(adjacency, neighbor, vertex, direction, sine)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether a neighbor lies below a vertex, by the length of their edge. A tilted direction raises the
    /// neighbor by at most this length times the sine of the angle.
    HWY_NOINLINE bool isBelow(const HullAdjacency& adjacency, std::uint32_t neighbor, std::uint32_t vertex,
                              const Float4& direction, float sine) const {
        const Float4 edge =
            store(hn::Sub(load(adjacency.vertices[vertex]), load(adjacency.vertices[neighbor])));
        const float drop = dot(direction, edge) - rounding_;
        return drop > 0.0f && drop * drop > sine * sine * dot(edge, edge);
    }

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    float rounding_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
