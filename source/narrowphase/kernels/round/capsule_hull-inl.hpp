// The gap of a capsule and a hull.
#if defined(SAT3D_KERNELS_CAPSULE_HULL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CAPSULE_HULL_INL_HPP
#undef SAT3D_KERNELS_CAPSULE_HULL_INL_HPP
#else
#define SAT3D_KERNELS_CAPSULE_HULL_INL_HPP
#endif

#include "narrowphase/kernels/hull/unproven_edges-inl.hpp"
#include "narrowphase/kernels/round/capsule_box-inl.hpp"
#include "narrowphase/kernels/round/hull_core-inl.hpp"

#include <sat3d/shapes/capsule.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A segment in the frame of a hull. Points are start + share * along with a share of 0 .. 1.
struct SegmentInHull {
    glm::dvec3 start, along;

    [[nodiscard]] HWY_INLINE glm::dvec3 at(double share) const { return start + share * along; }
};

/// Finds the closest points of a segment and a hull that do not intersect. The squared distance is convex
/// along the segment. Where one feature of the hull is the closest, its minimum has a closed form. So the
/// search goes from feature to feature, as a rule two or three, and ends with a feature that confirms itself.
class SegmentSearch {
public:
    HWY_INLINE SegmentSearch(const HullData& hull, const SegmentInHull& segment)
        : hull_(hull), segment_(segment), squaredLength_(glm::dot(segment.along, segment.along)) {}

    /// @param share  the first guess
    /// @return false if the shapes intersect, or if rounding keeps the search from its end
    HWY_INLINE bool find(double share) {
        if (!look(share)) {
            return false;
        }
        // The bracket of the minimum: shares that have been looked at, or beyond the ends.
        double low = -1.0, high = 2.0;
        bool mayRepeat = true;
        for (int step = 0; step < kMaxSteps && high - low > kSameShare; ++step) {
            // Half the slope of the squared distance along the segment.
            const double slope = glm::dot(segment_.along, segment_.at(share_) - nearest_.point);
            if (slope * slope <= kFlat * kFlat * squaredLength_ * nearest_.squaredDistance ||
                (slope > 0.0 ? share_ <= 0.0 : share_ >= 1.0)) {
                return true;
            }
            (slope > 0.0 ? high : low) = share_;
            double next = std::clamp(shareOfMinimum(slope), 0.0, 1.0);
            // At the minimum itself, rounding decides on which side of it the search is.
            const bool isRepeated = mayRepeat && nearest_.feature != NearestOnHull::Feature::Face &&
                                    std::abs(next - share_) <= kNearShare;
            const bool isBetween = isRepeated || (next > low && next < high);
            if (!isBetween) {
                next = 0.5 * (std::max(low, 0.0) + std::min(high, 1.0));
            }
            const NearestOnHull last = nearest_;
            if (!look(next)) {
                return false;
            }
            const bool isMinimum =
                isBetween && next > 0.0 && next < 1.0 && last.feature != NearestOnHull::Feature::Face;
            if (isMinimum && nearest_.hasFeatureOf(last)) {
                return true;
            }
            mayRepeat = mayRepeat && !isRepeated;
        }
        return high - low <= kSameShare;
    }

    /// The direction from the closest point of the segment to the hull, unit. From the features, as far as
    /// they define it: the closest points of a long segment are exact only relative to its length, which may
    /// be far more than their distance.
    [[nodiscard]] HWY_INLINE glm::dvec3 normal() const {
        const glm::dvec3 apart = nearest_.point - segment_.at(share_);
        if (!(share_ > 0.0 && share_ < 1.0) || nearest_.feature == NearestOnHull::Feature::Face) {
            return scaled(apart, nearest_.squaredDistance);
        }
        const glm::dvec3 edge = vertexAt(nearest_.vertices[1]) - vertexAt(nearest_.vertices[0]);
        const glm::dvec3 across = glm::cross(edge, segment_.along);
        const double squared = glm::dot(across, across);
        if (squared > kParallelEdges * kParallelEdges * squaredLength_ * glm::dot(edge, edge)) {
            return scaled(glm::dot(across, apart) < 0.0 ? -across : across, squared);
        }
        const glm::dvec3 aside = apart - (glm::dot(apart, segment_.along) / squaredLength_) * segment_.along;
        return scaled(aside, glm::dot(aside, aside));
    }

    [[nodiscard]] HWY_INLINE double share() const { return share_; }
    [[nodiscard]] HWY_INLINE const NearestOnHull& nearest() const { return nearest_; }

private:
    static constexpr int kMaxSteps = 100;
    /// Shares that differ only by rounding.
    static constexpr double kSameShare = 1e-15;
    /// A minimum that confirms the share may differ from it by this much.
    static constexpr double kNearShare = 1e-9;
    /// A cosine between the segment and the way to the hull that counts as a right angle.
    static constexpr double kFlat = 1e-12;

    HWY_INLINE bool look(double share) {
        share_ = share;
        return findNearestOnHull(hull_, segment_.at(share), nearest_);
    }

    /// Where the distance to the closest feature is least. For a face, where the segment leaves the space
    /// over the face.
    [[nodiscard]] HWY_INLINE double shareOfMinimum(double slope) const {
        switch (nearest_.feature) {
            case NearestOnHull::Feature::Vertex:
                break;
            case NearestOnHull::Feature::Edge:
                return shareNearEdge();
            case NearestOnHull::Feature::Face:
                return shareBesideFace(slope > 0.0 ? -1.0 : 1.0);
        }
        return shareNearPoint(nearest_.point);
    }
    [[nodiscard]] HWY_INLINE double shareNearPoint(const glm::dvec3& point) const {
        return glm::dot(segment_.along, point - segment_.start) / squaredLength_;
    }
    [[nodiscard]] HWY_INLINE double shareNearEdge() const {
        const glm::dvec3 from = vertexAt(nearest_.vertices[0]), edge = vertexAt(nearest_.vertices[1]) - from;
        const double squaredEdge = glm::dot(edge, edge);
        // The segment as seen along the edge.
        const auto aside = [&](const glm::dvec3& a) { return a - (glm::dot(a, edge) / squaredEdge) * edge; };
        const glm::dvec3 along = aside(segment_.along), toEdge = aside(from - segment_.start);
        const double squared = glm::dot(along, along);
        return squared > kParallelEdges * kParallelEdges * squaredLength_ ? glm::dot(along, toEdge) / squared
                                                                          : shareNearPoint(nearest_.point);
    }
    /// @param sign  the direction along the segment
    [[nodiscard]] HWY_INLINE double shareBesideFace(double sign) const {
        const std::uint32_t id = hull_.kernel.faceIds[nearest_.face];
        const glm::dvec3& normal = hull_.mesh.faces[id].plane.normal;
        const glm::dvec3 along = sign * segment_.along, here = segment_.at(share_);
        const std::span<const std::uint32_t> loop = hull_.mesh.verticesOfFace(id);
        double least = 1.0;
        glm::dvec3 from = vertexAt(loop.back());
        for (const std::uint32_t vertex : loop) {
            const glm::dvec3 to = vertexAt(vertex), outward = glm::cross(to - from, normal);
            const double rise = glm::dot(along, outward), depth = glm::dot(from - here, outward);
            if (rise > 0.0 && depth < least * rise) {
                least = depth / rise;
            }
            from = to;
        }
        return share_ + sign * std::max(least, 0.0);
    }
    [[nodiscard]] HWY_INLINE glm::dvec3 vertexAt(std::uint32_t vertex) const {
        return glm::dvec3(hull_.mesh.vertices[vertex]);
    }

    const HullData& hull_;
    const SegmentInHull& segment_;
    double squaredLength_;
    NearestOnHull nearest_;
    double share_ = 0.0;
};

/// The separating axes of a segment and a hull: the normals of the faces, and the cross products of the
/// segment and those edges of the hull that are seen from the side.
class SegmentAxes {
public:
    HWY_INLINE SegmentAxes(const HullData& hull, const SegmentInHull& segment, const CoreOverHull<2>& core)
        : hull_(hull), segment_(segment), core_(core), tie_(kTiedAxes * squareRoot(core.squaredSize())) {
        const glm::dvec3 unit = segment.along / std::max(glm::length(segment.along), 1e-300);
        along_ = {{static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z), 0.0f}};
    }

    /// Starts with the best face.
    /// @param highest  of the core
    HWY_INLINE void startWithFace(const FaceHeight<double>& highest) {
        const glm::dvec3& normal = core_.planeOf(highest.face).normal;
        separation_ = highest.height;
        normal_ = -normal;
        features_ = {FeaturePair::Kind::FaceB, glm::dot(normal, segment_.along) < 0.0 ? 1u : 0u,
                     hull_.kernel.faceIds[highest.face]};
    }

    /// Tries the edges of a hull for which no point of the segment proves that they are worse.
    HWY_INLINE void tryEdges() {
        const Float4 &start = core_.endFromCenter(0), &end = core_.endFromCenter(1);
        Witnesses witnesses(start, 0.0f);
        witnesses.add(end);
        const FaceBounds<SizeClass::Any> unused;
        const auto limit = static_cast<float>(-separation_);
        UnprovenEdgeFinder<SizeClass::Any> finder(hull_.kernel, unused, witnesses, 1,
                                                  limit + core_.rounding(), core_.rounding());
        UnprovenEdges unproven;
        while (unproven.fill(finder)) {
            for (std::uint32_t i = 0; i < unproven.count; ++i) {
                if (maySeparate(hull_.kernel.edges[unproven.edges[i]])) {
                    tryEdge(hull_.kernel.edgeIds[unproven.edges[i]]);
                }
            }
        }
    }

    [[nodiscard]] HWY_INLINE double separation() const { return separation_; }
    /// Unit, toward the hull.
    [[nodiscard]] HWY_INLINE const glm::dvec3& normal() const { return normal_; }
    [[nodiscard]] HWY_INLINE const FeaturePair& features() const { return features_; }

    /// The share of the point of the segment that is closest to the hull along the normal.
    [[nodiscard]] HWY_INLINE double shareOfFeature() const {
        if (features_.kind == FeaturePair::Kind::FaceB) {
            return features_.a == 0 ? 0.0 : 1.0;
        }
        const auto& [from, to] = hull_.mesh.edges[features_.b].vertices;
        const glm::dvec3 start(hull_.mesh.vertices[from]);
        const glm::dvec3 edge = glm::dvec3(hull_.mesh.vertices[to]) - start;
        const glm::dvec3 across = glm::cross(edge, normal_);
        return std::clamp(glm::dot(across, start - segment_.start) / glm::dot(across, segment_.along), 0.0,
                          1.0);
    }

private:
    /// Whether an edge may be seen from the side: its faces look to different sides along the segment.
    HWY_INLINE bool maySeparate(const KernelHull::Edge& edge) const {
        constexpr float kRounding = 1e-6f;
        const auto along = [&](KernelHull::Edge::Lane face) HWY_ATTR {
            return edge.x[face] * along_.v[0] + edge.y[face] * along_.v[1] + edge.z[face] * along_.v[2];
        };
        const float left = along(KernelHull::Edge::Left), right = along(KernelHull::Edge::Right);
        return std::min(left, right) < kRounding && std::max(left, right) > -kRounding;
    }

    HWY_INLINE void tryEdge(std::uint32_t number) {
        const HullMesh::Edge& edge = hull_.mesh.edges[number];
        const glm::dvec3 &left = hull_.mesh.faces[edge.faces[0]].plane.normal,
                         &right = hull_.mesh.faces[edge.faces[1]].plane.normal;
        if (!(glm::dot(left, segment_.along) * glm::dot(right, segment_.along) < 0.0)) {
            return;
        }
        const glm::dvec3 start(hull_.mesh.vertices[edge.vertices[0]]);
        const glm::dvec3 along = glm::dvec3(hull_.mesh.vertices[edge.vertices[1]]) - start;
        const glm::dvec3 across = glm::cross(along, segment_.along);
        const double squared = glm::dot(across, across), length = squareRoot(squared);
        if (!(squared > kParallelEdges * kParallelEdges * glm::dot(along, along) *
                            glm::dot(segment_.along, segment_.along))) {
            return;
        }
        const double outward = glm::dot(across, left + right) > 0.0 ? 1.0 : -1.0;
        const glm::dvec3 normal = (outward / length) * across;
        const double separation = glm::dot(normal, segment_.start - start);
        if (separation > separation_ + tie_) {
            separation_ = separation;
            normal_ = -normal;
            features_ = {FeaturePair::Kind::EdgeEdge, 0, number};
        }
    }

    const HullData& hull_;
    const SegmentInHull& segment_;
    const CoreOverHull<2>& core_;
    Float4 along_;  ///< unit
    double tie_, separation_ = 0.0;
    glm::dvec3 normal_{0.0};
    FeaturePair features_;
};

/// @param needsShare  whether to compute the touching point of a segment that intersects the hull
/// @param share       receives the point of the segment that touches
/// @return false if rounding prevents an answer
HWY_INLINE bool findGap(const HullData& hull, const SegmentInHull& segment, const CoreOverHull<2>& core,
                        const FaceHeight<float>& highest, bool needsShare, CoreGap& gap, double& share) {
    SegmentAxes axes(hull, segment, core);
    if (core.isClearlyOver(highest)) {
        axes.startWithFace({highest.face, static_cast<double>(highest.height)});
    } else {
        axes.startWithFace(core.exactHighest(highest));
        axes.tryEdges();
    }
    if (axes.separation() > 0.0) {
        SegmentSearch search(hull, segment);
        if (!search.find(axes.shareOfFeature())) {
            return false;
        }
        const NearestOnHull& nearest = search.nearest();
        if (areApart(nearest.squaredDistance, core.squaredSize())) {
            share = search.share();
            setApart(hull, nearest, search.normal(), gap);
            nameFeatureOfA(share, gap.features);
            return true;
        }
    }
    gap.distance = axes.separation();
    gap.normal = load4(axes.normal());
    gap.features = axes.features();
    share = axes.shareOfFeature();
    if (needsShare) {
        // Pulled out along the normal, the segment touches the hull with the point that is closest to it.
        const double pull = kPull * squareRoot(core.squaredSize()) - gap.distance;
        const SegmentInHull pulled{segment.start - pull * axes.normal(), segment.along};
        SegmentSearch search(hull, pulled);
        if (search.find(share)) {
            share = search.share();
        }
    }
    return true;
}

/// @param isSwapped  whether the caller's first shape is the hull
HWY_NOINLINE RoundGapStatus gapOfCapsuleAndPolytope(const Capsule& capsule, const HullData& hull,
                                                    const PairPlaces& places, bool isSwapped,
                                                    const RoundGapQuery& query, RoundGap& gap) {
    const auto& [rotationA, rotationB, aFromB] = places;
    if (!(places.areUsable() && hasNearest(hull))) {
        return RoundGapStatus::Undefined;
    }
    const Double4 start = rotationA(load4(&capsule.start.x)),
                  along = rotationA(load4(&capsule.end.x) - load4(&capsule.start.x));
    const SegmentInHull segment{vectorOf(rotationB.inverse(aFromB + start)),
                                vectorOf(rotationB.inverse(along))};
    const CoreOverHull<2> core(hull, {segment.start, segment.at(1.0)});
    if (!core.isInReach()) {
        return RoundGapStatus::Undefined;
    }
    const double radius = capsule.radius;
    const FaceHeight<float> highest = core.highest();
    if (static_cast<double>(highest.height - core.rounding()) > radius + query.limit) {
        return RoundGapStatus::BeyondLimit;
    }
    CoreGap found{};
    double share = 0.0;
    if (!findGap(hull, segment, core, highest, query.needsPoints, found, share)) {
        return RoundGapStatus::Undefined;
    }
    const double separation = found.distance - radius;
    if (separation > query.limit) {
        return RoundGapStatus::BeyondLimit;
    }
    const Double4 normal = rotationB(found.normal), onCore = start + all4(share) * along;
    writeGap(separation, normal, onCore + all4(radius) * normal,
             aFromB + onCore + all4(found.distance) * normal, found.features, true, isSwapped, gap);
    return RoundGapStatus::Found;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
