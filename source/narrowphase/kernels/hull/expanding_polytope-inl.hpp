// Makes certificates, and repairs those that motion has invalidated, by the expanding polytope algorithm
// (EPA).
#if defined(SAT3D_KERNELS_EXPANDING_POLYTOPE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_EXPANDING_POLYTOPE_INL_HPP
#undef SAT3D_KERNELS_EXPANDING_POLYTOPE_INL_HPP
#else
#define SAT3D_KERNELS_EXPANDING_POLYTOPE_INL_HPP
#endif

#include "narrowphase/kernels/hull/penetration_certificate-inl.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// A polytope inside the Minkowski difference. It expands point by point toward the boundary of the
/// difference. SIMD lanes do the bookkeeping.
///
/// The surface is closed at every step, whatever the rounding errors are: faces are only replaced by other
/// faces with the same horizon. Rounding errors, or motion since a certificate was made, may make the surface
/// non-convex. It then proves a smaller depth, but never a wrong one. Source: van den Bergen, "Proximity
/// queries and penetration depth computation on 3D game objects", 2001.
class ExpandingPolytope {
public:
    using Certificate = PairCache::Certificate;

    /// @param push  unit normal in A's frame, from A to B
    ExpandingPolytope(const KernelHull& a, const KernelHull& b, const RelativePose& pose, const Float4& push)
        : a_(a), b_(b), pose_(pose), push_(push), size_(0.5f * (a.radius + b.radius)) {}

    /// Starts with a tetrahedron of support points: along the push, against it, and across. Returns false if
    /// it is flat.
    bool start() {
        addPoint(support(push_));
        addPoint(support(negated(push_)));
        const Float4 axis = minus(points_[1], points_[0]);
        const float x = std::abs(axis.v[0]), y = std::abs(axis.v[1]), z = std::abs(axis.v[2]);
        const Float4 across = x <= std::min(y, z) ? Float4{{0.0f, axis.v[2], -axis.v[1], 0.0f}}
                              : y <= z            ? Float4{{-axis.v[2], 0.0f, axis.v[0], 0.0f}}
                                                  : Float4{{axis.v[1], -axis.v[0], 0.0f, 0.0f}};
        addPoint(fartherSupport(across));
        const Float4 normal = cross(axis, minus(points_[2], points_[0]));
        addPoint(fartherSupport(normal));
        const float height = dot(normal, minus(points_[3], points_[0]));
        constexpr float kFlat = 1e-5f;
        if (!(std::abs(height) > kFlat * size_ * std::sqrt(dot(normal, normal)))) {
            return false;
        }
        // Orders the first three vertices so that the fourth lies below their triangle.
        const std::uint8_t second = height < 0.0f ? 1 : 2, third = height < 0.0f ? 2 : 1;
        faces_[0] = {0, second, third};
        faces_[1] = {0, third, 3};
        faces_[2] = {third, second, 3};
        faces_[3] = {second, 0, 3};
        faceCount_ = 4;
        evaluateFrom(0);
        return true;
    }

    /// Starts with the surface of an intact certificate, at the current poses.
    void continueFrom(const Certificate& certificate) {
        for (std::uint32_t i = 0; i < certificate.pointCount; ++i) {
            addPoint(verticesOf(certificate, i, a_, b_));
        }
        faceCount_ = certificate.triangleCount;
        std::copy_n(certificate.triangles.begin(), faceCount_, faces_);
        evaluateFrom(0);
    }

    /// Adds points until every face is at least `depth` away from the origin, plus a margin if the difference
    /// extends that far.
    /// @return false if there is a shorter push, or if it takes more than newPoints points
    bool expand(float depth, std::uint32_t newPoints) {
        constexpr float kMargin =
            0.005f;  // of size: with more, a certificate lasts longer but has more points
        for (;;) {
            const std::uint32_t face = nearest();
            if (face >= faceCount_) {
                return false;  // the values are NaN
            }
            if (values_[face] >= depth + kMargin * size_) {
                return true;
            }
            const Float4 normal{{normalX_[face], normalY_[face], normalZ_[face], 0.0f}};
            const VertexPair vertices = support(normal);
            const Float4 point = differenceOf(a_, b_, pose_, vertices);
            const bool isDeepEnough = values_[face] >= depth;
            if (!(dot(normal, point) - offsets_[face] > 2.0f * kRounding * size_)) {
                if (!isDeepEnough) {
                    return false;
                }
                values_[face] = kFar;  // the face lies on the boundary of the difference
                continue;
            }
            if (newPoints == 0 || !freePointSlot()) {
                return isDeepEnough;
            }
            // On a surface that is not convex, the visible faces may have a horizon of several loops. Then
            // only the nearest face is replaced.
            const std::uint64_t bit = std::uint64_t{1} << face;
            if (!replace(visibleFrom(point) | bit, vertices, point) && !replace(bit, vertices, point)) {
                return false;
            }
            --newPoints;
        }
    }

    /// Writes the certificate, without unused points.
    void store(Certificate& certificate) const {
        const std::uint32_t used = pointsInUse();
        std::uint8_t numbers[Certificate::kMaxPoints] = {};
        std::uint8_t count = 0;
        for (std::uint32_t i = 0; i < pointCount_; ++i) {
            if ((used >> i & 1u) != 0) {
                certificate.verticesOfA[count] = static_cast<std::uint16_t>(vertices_[i].vertexOfA);
                certificate.verticesOfB[count] = static_cast<std::uint16_t>(vertices_[i].vertexOfB);
                numbers[i] = count++;
            }
        }
        certificate.pointCount = count;
        certificate.triangleCount = static_cast<std::uint8_t>(faceCount_);
        for (std::uint32_t i = 0; i < Certificate::kMaxTriangles; ++i) {
            const Face& face = faces_[i < faceCount_ ? i : 0];  // repeats face 0 to fill the last vector
            certificate.triangles[i] = {numbers[face[0]], numbers[face[1]], numbers[face[2]]};
        }
        certificate.checksum = checksumOf(certificate);
    }

private:
    using Face = std::array<std::uint8_t, 3>;  // points, counterclockwise from outside

    static constexpr std::uint32_t kMaxFaces = Certificate::kMaxTriangles;
    static constexpr float kFar = 3e38f;
    /// Points within this fraction of size of a plane count as points of the plane.
    static constexpr float kRounding = 1e-6f;

    VertexPair support(const Float4& direction) const {
        return {SupportScan<SizeClass::Any>(a_, direction).vertex(),
                SupportScan<SizeClass::Any>(b_, rotateNegated(pose_.rows, direction)).vertex()};
    }
    /// The support along a direction or against it, whichever is farther from the first point.
    VertexPair fartherSupport(const Float4& direction) const {
        const VertexPair one = support(direction), other = support(negated(direction));
        const float heightOfOne = dot(direction, differenceOf(a_, b_, pose_, one));
        const float heightOfOther = dot(direction, differenceOf(a_, b_, pose_, other));
        const float start = dot(direction, points_[0]);
        return heightOfOne - start >= start - heightOfOther ? one : other;
    }

    static Float4 negated(const Float4& v) { return {{-v.v[0], -v.v[1], -v.v[2], 0.0f}}; }
    static Float4 minus(const Float4& a, const Float4& b) {
        return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], 0.0f}};
    }
    static Float4 cross(const Float4& a, const Float4& b) {
        return {{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                 a.v[0] * b.v[1] - a.v[1] * b.v[0], 0.0f}};
    }

    void addPoint(VertexPair vertices) {
        vertices_[pointCount_] = vertices;
        points_[pointCount_++] = differenceOf(a_, b_, pose_, vertices);
    }

    /// Computes the planes of the faces from `begin` on, and their values: the distance from the origin along
    /// the push or along their own normal, whichever is greater. Slivers have no normal, so only the push
    /// counts.
    void evaluateFrom(std::uint32_t begin) {
        const FloatTag d;
        const Broadcast3<> push = broadcast(push_);
        for (std::uint32_t first = begin; first < faceCount_; first += kLanes) {
            const TriangleLanes triangles(push, [&](std::size_t lane, std::size_t k) HWY_ATTR {
                return points_[faces_[std::min<std::size_t>(first + lane, faceCount_ - 1)][k]].v;
            });
            const FloatVector perLength = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(triangles.lengthSquared));
            const auto unit = [&](FloatVector v) HWY_ATTR {
                return hn::IfThenElseZero(triangles.hasNormal, hn::Mul(v, perLength));
            };
            const FloatVector offset = unit(triangles.height);
            hn::StoreU(unit(triangles.normal.x), d, normalX_ + first);
            hn::StoreU(unit(triangles.normal.y), d, normalY_ + first);
            hn::StoreU(unit(triangles.normal.z), d, normalZ_ + first);
            hn::StoreU(offset, d, offsets_ + first);
            const FloatVector own = hn::IfThenElse(triangles.hasNormal, offset, hn::Set(d, -kFar));
            hn::StoreU(hn::Max(own, triangles.along), d, values_ + first);
        }
    }

    /// The face with the smallest value; kMaxFaces if values are NaN.
    std::uint32_t nearest() const {
        const FloatTag d;
        const auto valuesFrom = [&](std::uint32_t i) HWY_ATTR {
            return hn::IfThenElse(hn::FirstN(d, faceCount_ - i), hn::LoadU(d, values_ + i), hn::Set(d, kFar));
        };
        FloatVector smallest = hn::Set(d, kFar);
        for (std::uint32_t i = 0; i < faceCount_; i += kLanes) {
            smallest = hn::Min(smallest, valuesFrom(i));
        }
        smallest = hn::MinOfLanes(d, smallest);
        for (std::uint32_t i = 0; i < faceCount_; i += kLanes) {
            if (const std::uint32_t bits = toBits(d, hn::Eq(valuesFrom(i), smallest)); bits != 0) {
                return i + static_cast<std::uint32_t>(std::countr_zero(bits));
            }
        }
        return kMaxFaces;
    }

    /// The faces that are visible from a point, one bit per face.
    std::uint64_t visibleFrom(const Float4& point) const {
        const FloatTag d;
        const Broadcast3<> p = broadcast(point);
        const FloatVector rounding = hn::Set(d, kRounding * size_);
        std::uint64_t visible = 0;
        for (std::uint32_t i = 0; i < faceCount_; i += kLanes) {
            const FloatVector height =
                dot(hn::LoadU(d, normalX_ + i), hn::LoadU(d, normalY_ + i), hn::LoadU(d, normalZ_ + i), p);
            const auto isVisible = hn::And(hn::FirstN(d, faceCount_ - i),
                                           hn::Gt(hn::Sub(height, hn::LoadU(d, offsets_ + i)), rounding));
            visible |= std::uint64_t{toBits(d, isVisible)} << i;
        }
        return visible;
    }

    /// The horizon: the edges between visible faces and others, from each point to the next one,
    /// counterclockwise.
    struct Horizon {
        std::uint8_t next[Certificate::kMaxPoints] = {};
        std::uint8_t anyPoint = 0;
        std::uint32_t length = 0;  ///< number of edges

        Horizon(const Face* faces, std::uint64_t visible) {
            std::uint32_t leadsTo[Certificate::kMaxPoints] = {};
            forEachEdge(faces, visible,
                        [&](std::uint8_t from, std::uint8_t to) { leadsTo[from] |= std::uint32_t{1} << to; });
            forEachEdge(faces, visible, [&](std::uint8_t from, std::uint8_t to) {
                if ((leadsTo[to] >> from & 1u) == 0) {
                    next[from] = to;
                    anyPoint = from;
                    ++length;
                }
            });
        }

        /// Whether the edges form one loop that visits each point once.
        bool isSingleLoop() const {
            std::uint32_t steps = 0;  // limited, because the edges of a forged surface may form no loop
            std::uint8_t at = anyPoint;
            do {
                at = next[at];
                ++steps;
            } while (at != anyPoint && steps < length);
            return at == anyPoint && steps == length;
        }

        template <class Visit>
        static void forEachEdge(const Face* faces, std::uint64_t chosen, const Visit& visit) {
            for (; chosen != 0; chosen &= chosen - 1) {
                const Face& face = faces[std::countr_zero(chosen)];
                visit(face[0], face[1]);
                visit(face[1], face[2]);
                visit(face[2], face[0]);
            }
        }
    };

    /// Replaces the visible faces by faces from their horizon to a new point.
    /// @return false if the horizon is not a single loop, or if there would be too many faces; nothing has
    /// changed then
    bool replace(std::uint64_t visible, VertexPair vertices, const Float4& point) {
        const Horizon horizon(faces_, visible);
        const auto kept = faceCount_ - static_cast<std::uint32_t>(std::popcount(visible));
        if (!horizon.isSingleLoop() || kept + horizon.length > kMaxFaces) {
            return false;
        }
        remove(visible);
        const auto apex = static_cast<std::uint8_t>(pointCount_);
        vertices_[apex] = vertices;
        points_[apex] = point;
        ++pointCount_;
        std::uint8_t from = horizon.anyPoint;
        do {
            faces_[faceCount_++] = {from, horizon.next[from], apex};
            from = horizon.next[from];
        } while (from != horizon.anyPoint);
        evaluateFrom(kept);
        return true;
    }

    /// Removes faces; the last faces take their places.
    void remove(std::uint64_t visible) {
        while (visible != 0) {
            const auto face = static_cast<std::uint32_t>(std::bit_width(visible) - 1);
            visible ^= std::uint64_t{1} << face;
            const std::uint32_t last = --faceCount_;
            faces_[face] = faces_[last];
            for (float* row : {normalX_, normalY_, normalZ_, offsets_, values_}) {
                row[face] = row[last];
            }
        }
    }

    /// The points that faces use, one bit per point.
    std::uint32_t pointsInUse() const {
        std::uint32_t inUse = 0;
        for (std::uint32_t i = 0; i < faceCount_; ++i) {
            for (const std::uint8_t point : faces_[i]) {
                inUse |= std::uint32_t{1} << point;
            }
        }
        return inUse;
    }

    /// Frees a slot for one more point: the last point takes the place of a point that no face uses. Returns
    /// false if faces use all points.
    bool freePointSlot() {
        if (pointCount_ < Certificate::kMaxPoints) {
            return true;
        }
        const auto unused = static_cast<std::uint32_t>(std::countr_one(pointsInUse()));
        if (unused >= pointCount_) {
            return false;
        }
        const std::uint32_t last = --pointCount_;
        vertices_[unused] = vertices_[last];
        points_[unused] = points_[last];
        for (std::uint32_t i = 0; i < faceCount_; ++i) {
            std::replace(faces_[i].begin(), faces_[i].end(), static_cast<std::uint8_t>(last),
                         static_cast<std::uint8_t>(unused));
        }
        return true;
    }

    static_assert(Certificate::kMaxPoints <= 32 && kMaxFaces <= 64, "bit sets have one bit for each");
    static constexpr std::uint32_t kRow =
        kMaxFaces + KernelHull::kWidestVector;  // vectors read beyond the last face

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    Float4 push_;
    float size_;
    std::uint32_t pointCount_ = 0, faceCount_ = 0;
    Float4 points_[Certificate::kMaxPoints];
    VertexPair vertices_[Certificate::kMaxPoints];
    Face faces_[kMaxFaces];
    float normalX_[kRow], normalY_[kRow], normalZ_[kRow], offsets_[kRow];
    float values_[kRow];  ///< the depth that each face proves
};

/// Makes the certificate of an overlap.
/// @param push   unit normal in A's frame, from A to B
/// @param depth  greater than 0
/// @return false if it would take too many points
HWY_NOINLINE bool make(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                       const RelativePose& pose, const Float4& push, float depth) {
    constexpr std::uint32_t kMaxVertices = 1u << 16;
    ExpandingPolytope polytope(a, b, pose, push);
    if (std::max(a.vertexCount, b.vertexCount) > kMaxVertices || !polytope.start() ||
        !polytope.expand(depth, PairCache::Certificate::kMaxPoints)) {
        return false;
    }
    polytope.store(certificate);
    return true;
}

/// Repairs an intact certificate by additional points. If that fails, returns false and leaves it unchanged.
HWY_NOINLINE bool repair(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                         const RelativePose& pose, const Float4& push, float depth,
                         std::uint32_t newPoints = PairCache::Certificate::kMaxPoints) {
    ExpandingPolytope polytope(a, b, pose, push);
    polytope.continueFrom(certificate);
    if (!polytope.expand(depth, newPoints)) {
        return false;
    }
    polytope.store(certificate);
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
