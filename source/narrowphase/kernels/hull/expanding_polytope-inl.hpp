// Makes certificates, and mends those that motion has worn out.
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

/// A polytope that grows inside the Minkowski difference, point by point, toward its boundary: the
/// bookkeeping of the expanding polytope algorithm, in lanes.
///
/// Its surface is closed at every step, whatever rounding does: faces are only ever replaced by others with
/// the same rim. It is convex but for rounding and, where it continues a certificate, for what motion has
/// bent; that costs depth, never truth. Source: van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001.
class InnerPolytope {
public:
    using Certificate = PairCache::Certificate;

    /// @param push  unit, in A's frame, from A to B
    InnerPolytope(const KernelHull& a, const KernelHull& b, const RelativePose& pose, const Float4& push)
        : a_(a), b_(b), pose_(pose), push_(push), size_(0.5f * (a.radius + b.radius)) {}

    /// A tetrahedron of points that are farthest along the push, against it, and across; false if it is flat.
    bool start() {
        addPoint(farthest(push_));
        addPoint(farthest(negated(push_)));
        const Float4 axis = minus(points_[1], points_[0]);
        const float x = std::abs(axis.v[0]), y = std::abs(axis.v[1]), z = std::abs(axis.v[2]);
        const Float4 across = x <= std::min(y, z) ? Float4{{0.0f, axis.v[2], -axis.v[1], 0.0f}}
                              : y <= z            ? Float4{{-axis.v[2], 0.0f, axis.v[0], 0.0f}}
                                                  : Float4{{axis.v[1], -axis.v[0], 0.0f, 0.0f}};
        addPoint(fartherOf(across));
        const Float4 normal = cross(axis, minus(points_[2], points_[0]));
        addPoint(fartherOf(normal));
        const float height = dot(normal, minus(points_[3], points_[0]));
        constexpr float kFlat = 1e-5f;
        if (!(std::abs(height) > kFlat * size_ * std::sqrt(dot(normal, normal)))) {
            return false;
        }
        // The fourth corner lies below the first three, or these are taken the other way round.
        const std::uint8_t second = height < 0.0f ? 1 : 2, third = height < 0.0f ? 2 : 1;
        faces_[0] = {0, second, third};
        faces_[1] = {0, third, 3};
        faces_[2] = {third, second, 3};
        faces_[3] = {second, 0, 3};
        faceCount_ = 4;
        evaluateFrom(0);
        return true;
    }

    /// The surface of a certificate, which is intact, at today's poses.
    void continueFrom(const Certificate& certificate) {
        for (std::uint32_t i = 0; i < certificate.pointCount; ++i) {
            addPoint(verticesOf(certificate, i, a_, b_));
        }
        faceCount_ = certificate.triangleCount;
        std::copy_n(certificate.triangles.begin(), faceCount_, faces_);
        evaluateFrom(0);
    }

    /// Until every face is as far from the origin as the depth, and by some room more where the difference
    /// reaches that far. False where that fails: there is a shorter push, or it takes too many points.
    bool grow(float depth, std::uint32_t newPoints) {
        constexpr float kRoom = 0.005f;  // of size: more lasts longer, but takes more points
        for (;;) {
            const std::uint32_t face = nearest();
            if (face >= faceCount_) {
                return false;  // not a number
            }
            if (values_[face] >= depth + kRoom * size_) {
                return true;
            }
            const Float4 normal{{normalX_[face], normalY_[face], normalZ_[face], 0.0f}};
            const SupportingVertices vertices = farthest(normal);
            const Float4 point = differenceOf(a_, b_, pose_, vertices);
            const bool isDeepEnough = values_[face] >= depth;
            if (!(dot(normal, point) - offsets_[face] > 2.0f * kRounding * size_)) {
                if (!isDeepEnough) {
                    return false;
                }
                values_[face] = kFar;  // nothing of the difference lies beyond
                continue;
            }
            if (newPoints == 0 || !makeRoom()) {
                return isDeepEnough;
            }
            // Of a surface that is not convex, those that see the point may be rimmed by more than one line.
            const std::uint64_t bit = std::uint64_t{1} << face;
            if (!replace(facesThatSee(point) | bit, vertices, point) && !replace(bit, vertices, point)) {
                return false;
            }
            --newPoints;
        }
    }

    void store(Certificate& certificate) const {
        const std::uint32_t used = pointsInUse();
        std::uint8_t numbers[Certificate::kMaxPoints] = {};
        std::uint8_t count = 0;
        for (std::uint32_t i = 0; i < pointCount_; ++i) {
            if ((used >> i & 1u) != 0) {
                certificate.verticesOfA[count] = static_cast<std::uint16_t>(vertices_[i].ofA);
                certificate.verticesOfB[count] = static_cast<std::uint16_t>(vertices_[i].ofB);
                numbers[i] = count++;
            }
        }
        certificate.pointCount = count;
        certificate.triangleCount = static_cast<std::uint8_t>(faceCount_);
        for (std::uint32_t i = 0; i < Certificate::kMaxTriangles; ++i) {
            const Face& face = faces_[i < faceCount_ ? i : 0];  // again, to fill up the last vector
            certificate.triangles[i] = {numbers[face[0]], numbers[face[1]], numbers[face[2]]};
        }
        certificate.checkSum = checkSumOf(certificate);
    }

private:
    using Face = std::array<std::uint8_t, 3>;  // points, counterclockwise from outside

    static constexpr std::uint32_t kMaxFaces = Certificate::kMaxTriangles;
    static constexpr float kFar = 3e38f;
    /// Points nearer to a plane than this part of size lie in it.
    static constexpr float kRounding = 1e-6f;

    SupportingVertices farthest(const Float4& direction) const {
        return {SupportScan<SizeClass::Any>(a_, direction).vertex(),
                SupportScan<SizeClass::Any>(b_, rotateNegated(pose_.rows, direction)).vertex()};
    }
    /// Of both ways along a line, the one that leads farther from the first point.
    SupportingVertices fartherOf(const Float4& direction) const {
        const SupportingVertices one = farthest(direction), other = farthest(negated(direction));
        const float heightOfOne = dot(direction, differenceOf(a_, b_, pose_, one));
        const float heightOfOther = dot(direction, differenceOf(a_, b_, pose_, other));
        const float middle = dot(direction, points_[0]);
        return heightOfOne - middle >= middle - heightOfOther ? one : other;
    }

    static Float4 negated(const Float4& v) { return {{-v.v[0], -v.v[1], -v.v[2], 0.0f}}; }
    static Float4 minus(const Float4& a, const Float4& b) {
        return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], 0.0f}};
    }
    static Float4 cross(const Float4& a, const Float4& b) {
        return {{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                 a.v[0] * b.v[1] - a.v[1] * b.v[0], 0.0f}};
    }

    void addPoint(SupportingVertices vertices) {
        vertices_[pointCount_] = vertices;
        points_[pointCount_++] = differenceOf(a_, b_, pose_, vertices);
    }

    /// Planes and values of the faces from one on: how far they are from the origin, along the push or along
    /// their own normal. Needles have no normal, and no value but along the push.
    void evaluateFrom(std::uint32_t begin) {
        const FloatTag d;
        const Broadcast3<> push = broadcast(push_);
        for (std::uint32_t first = begin; first < faceCount_; first += kLanes) {
            const TriangleLanes triangles(push, [&](std::size_t lane, std::size_t corner) HWY_ATTR {
                return points_[faces_[std::min<std::size_t>(first + lane, faceCount_ - 1)][corner]].v;
            });
            const FloatVector perLength = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(triangles.lengthSquared));
            const auto unit = [&](FloatVector v) HWY_ATTR {
                return hn::IfThenElseZero(triangles.isThere, hn::Mul(v, perLength));
            };
            const FloatVector offset = unit(triangles.height);
            hn::StoreU(unit(triangles.normal.x), d, normalX_ + first);
            hn::StoreU(unit(triangles.normal.y), d, normalY_ + first);
            hn::StoreU(unit(triangles.normal.z), d, normalZ_ + first);
            hn::StoreU(offset, d, offsets_ + first);
            const FloatVector own = hn::IfThenElse(triangles.isThere, offset, hn::Set(d, -kFar));
            hn::StoreU(hn::Max(own, triangles.along), d, values_ + first);
        }
    }

    /// The face with the smallest value; none where values are not numbers.
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

    /// One bit per face.
    std::uint64_t facesThatSee(const Float4& point) const {
        const FloatTag d;
        const Broadcast3<> p = broadcast(point);
        const FloatVector rounding = hn::Set(d, kRounding * size_);
        std::uint64_t seeing = 0;
        for (std::uint32_t i = 0; i < faceCount_; i += kLanes) {
            const FloatVector height =
                dot(hn::LoadU(d, normalX_ + i), hn::LoadU(d, normalY_ + i), hn::LoadU(d, normalZ_ + i), p);
            const auto sees = hn::And(hn::FirstN(d, faceCount_ - i),
                                      hn::Gt(hn::Sub(height, hn::LoadU(d, offsets_ + i)), rounding));
            seeing |= std::uint64_t{toBits(d, sees)} << i;
        }
        return seeing;
    }

    /// Where faces that go meet such that stay: from each point of that line to the next, counterclockwise.
    struct Rim {
        std::uint8_t next[Certificate::kMaxPoints] = {};
        std::uint8_t anyPoint = 0;
        std::uint32_t length = 0;  ///< edges

        Rim(const Face* faces, std::uint64_t going) {
            std::uint32_t leadsTo[Certificate::kMaxPoints] = {};
            forEachEdge(faces, going,
                        [&](std::uint8_t from, std::uint8_t to) { leadsTo[from] |= std::uint32_t{1} << to; });
            forEachEdge(faces, going, [&](std::uint8_t from, std::uint8_t to) {
                if ((leadsTo[to] >> from & 1u) == 0) {
                    next[from] = to;
                    anyPoint = from;
                    ++length;
                }
            });
        }

        /// All edges in one round: no other line beside it, and no point on two ways.
        bool isOneLine() const {
            std::uint32_t steps = 0;  // counted, as forged surfaces may have lines that lead nowhere
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

    /// Puts those from their rim to a point in the place of some faces; false, and nothing has changed, where
    /// the rim is not one line, or it takes more faces than there is room for.
    bool replace(std::uint64_t going, SupportingVertices vertices, const Float4& point) {
        const Rim rim(faces_, going);
        const auto staying = faceCount_ - static_cast<std::uint32_t>(std::popcount(going));
        if (!rim.isOneLine() || staying + rim.length > kMaxFaces) {
            return false;
        }
        remove(going);
        const auto apex = static_cast<std::uint8_t>(pointCount_);
        vertices_[apex] = vertices;
        points_[apex] = point;
        ++pointCount_;
        std::uint8_t from = rim.anyPoint;
        do {
            faces_[faceCount_++] = {from, rim.next[from], apex};
            from = rim.next[from];
        } while (from != rim.anyPoint);
        evaluateFrom(staying);
        return true;
    }

    /// The last faces take the places of those that go.
    void remove(std::uint64_t going) {
        while (going != 0) {
            const auto face = static_cast<std::uint32_t>(std::bit_width(going) - 1);
            going ^= std::uint64_t{1} << face;
            const std::uint32_t last = --faceCount_;
            faces_[face] = faces_[last];
            for (float* row : {normalX_, normalY_, normalZ_, offsets_, values_}) {
                row[face] = row[last];
            }
        }
    }

    /// One bit per point.
    std::uint32_t pointsInUse() const {
        std::uint32_t inUse = 0;
        for (std::uint32_t i = 0; i < faceCount_; ++i) {
            for (const std::uint8_t corner : faces_[i]) {
                inUse |= std::uint32_t{1} << corner;
            }
        }
        return inUse;
    }

    /// For one more point: the last takes the place of one that no face uses any more. False if there is
    /// none.
    bool makeRoom() {
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

    static_assert(Certificate::kMaxPoints <= 32 && kMaxFaces <= 64, "one bit for each");
    static constexpr std::uint32_t kRow =
        kMaxFaces + KernelHull::kWidestVector;  // vectors reach beyond the last

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    Float4 push_;
    float size_;
    std::uint32_t pointCount_ = 0, faceCount_ = 0;
    Float4 points_[Certificate::kMaxPoints];
    SupportingVertices vertices_[Certificate::kMaxPoints];
    Face faces_[kMaxFaces];
    float normalX_[kRow], normalY_[kRow], normalZ_[kRow], offsets_[kRow];
    float values_[kRow];  ///< how deep a push each face allows
};

/// The certificate of an overlap, from nothing; false if there is none of so few points.
/// @param push  unit, in A's frame, from A to B
/// @param depth more than 0
HWY_NOINLINE bool make(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                       const RelativePose& pose, const Float4& push, float depth) {
    constexpr std::uint32_t kMostVertices = 1u << 16;
    InnerPolytope polytope(a, b, pose, push);
    if (std::max(a.vertexCount, b.vertexCount) > kMostVertices || !polytope.start() ||
        !polytope.grow(depth, PairCache::Certificate::kMaxPoints)) {
        return false;
    }
    polytope.store(certificate);
    return true;
}

/// The same from one that is intact, by some points more; where that fails it stays what it was.
HWY_NOINLINE bool mend(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                       const RelativePose& pose, const Float4& push, float depth,
                       std::uint32_t newPoints = PairCache::Certificate::kMaxPoints) {
    InnerPolytope polytope(a, b, pose, push);
    polytope.continueFrom(certificate);
    if (!polytope.grow(depth, newPoints)) {
        return false;
    }
    polytope.store(certificate);
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
