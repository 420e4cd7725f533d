#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/separation/triangle_culling.hpp"
#include "narrowphase/sweep/conservative_advancement.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "narrowphase/sweep/sphere_cast.hpp"
#include "narrowphase/sweep/swept_bounds.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// When a shape meets a half-space: the plane is met at an even pace.
std::optional<CoreHit> halfSpaceSweep(const CoreShape& a, const PairHalfSpace& b, const glm::dvec3& motion,
                                      const Separation& start) {
    const double approach = -glm::dot(start.normalAToB, motion);
    const double gap = separationOf(a, b.normal, b.offset).separation;  // the start's was rounded to float
    const double fraction = std::max(gap, 0.0) / approach;
    if (!(approach > 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    return CoreHit{fraction, separationOf(a, b.normal, b.offset + glm::dot(b.normal, fraction * motion))};
}

/// Not beyond: at a fraction rounded up the shapes might overlap.
float roundedDown(double fraction) {
    const auto nearest = static_cast<float>(fraction);
    return static_cast<double>(nearest) > fraction ? std::nextafter(nearest, 0.0f) : nearest;
}

/// Where and when, in the pair's frame.
struct Found {
    double fraction;
    Separation contact;
    glm::dvec3 offset{0.0};  ///< from the contact's frame to where the shapes are by then, world axes
    bool converged = true;
};

/// Without turning: computed as if A stood still.
struct StraightWays {
    LinearMotion motion;

    [[nodiscard]] StraightWays turnedRound() const { return {{motion.ofB, motion.ofA}}; }
    [[nodiscard]] StraightWays ofPieces(const RigidTransform&, const RigidTransform&, double) const {
        return *this;
    }
    template <class T>
    [[nodiscard]] std::optional<RoundHit> findRound(const ShapeRef& a, const BasicPose<T>& poseA,
                                                    const ShapeRef& b, const BasicPose<T>& poseB) const {
        return sweepRoundPair(a, poseA, b, poseB, motion);
    }

    /// When two convex shapes meet.
    [[nodiscard]] std::optional<Found> find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                            const Separation& before) const {
        const glm::dvec3 relative =
            glm::transpose(frame.pairToWorld.rotation) * (glm::dvec3(motion.ofB) - glm::dvec3(motion.ofA));
        const CoreShape coreA(a, frame.aInPair);
        const auto hit = b.kind() == ShapeRef::Kind::HalfSpace
                             ? halfSpaceSweep(coreA, {b.halfSpace(), frame.bInPair}, relative, before)
                             : coreSweep(coreA, CoreShape(b, frame.bInPair), relative, before);
        if (!hit) {
            return std::nullopt;
        }
        Found found{hit->fraction, hit->contact, glm::dvec3(motion.ofA) * hit->fraction};
        if (b.kind() == ShapeRef::Kind::Triangle) {
            CoreShape triangle(b, frame.bInPair);
            triangle.move(hit->fraction * relative);
            const double slack = overlapByRounding(coreA, glm::length(relative));
            if (staysOver(coreA, triangle, b.triangle().sides, (hit->fraction - 1.0) * relative, slack)) {
                return std::nullopt;
            }
            found.contact.normalAToB =
                normalOfHit(coreA, triangle, b.triangle().sides, hit->contact.normalAToB, slack);
        }
        return found;
    }

    /// Bounds for the pieces of two shapes.
    class Filter {
    public:
        Filter(const StraightWays& ways, const PosedShape&, const PosedShape& b)
            : wayOfB_(glm::dvec3(ways.motion.ofB) - glm::dvec3(ways.motion.ofA)),
              wayInB_(glm::transpose(localToWorld(b.pose).rotation) * -wayOfB_) {}

        /// Of boxes in B's frame, how early a piece of A may meet them.
        [[nodiscard]] auto entryBound(const Piece&, const Aabb& box) const {
            const BoxRay ray{glm::dvec3(box.lower), glm::dvec3(box.upper), wayInB_};
            return [ray](const Aabb& other) { return ray.entry(other); };
        }
        /// Whether they are quickly shown not to meet up to a fraction.
        [[nodiscard]] bool passesOver(const Piece& a, const Piece& b, double upTo) {
            return triangles_.passesOver(a, b, 0.0, upTo * wayOfB_);
        }

    private:
        glm::dvec3 wayOfB_, wayInB_;
        TriangleFilter triangles_;
    };
};

/// Found by conservative advancement.
struct TurningWays {
    DRigidMotion ofA, ofB;
    double tolerance = 0.0;  ///< of size
    double limit = 1.0;      ///< a fraction: who meets later need not be found

    [[nodiscard]] TurningWays turnedRound() const { return {ofB, ofA, tolerance, limit}; }
    [[nodiscard]] TurningWays ofPieces(const RigidTransform& pieceInA, const RigidTransform& pieceInB,
                                       double upTo) const {
        return {ofA.ofPiece(pieceInA), ofB.ofPiece(pieceInB), tolerance, upTo};
    }
    template <class T>
    [[nodiscard]] static std::optional<RoundHit> findRound(const ShapeRef&, const BasicPose<T>&,
                                                           const ShapeRef&, const BasicPose<T>&) {
        return std::nullopt;  // turning is searched
    }

    [[nodiscard]] std::optional<Found> find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                            const Separation& before) const {
        const glm::dmat3& toWorld = frame.pairToWorld.rotation;
        // Points have no size: what is nothing beside their way is as good as touching.
        constexpr double kNothing = 1e-12;
        const double near = std::max(tolerance * meanBoundingRadius(a, b),
                                     kNothing * (before.separation + glm::length(ofA.way - ofB.way)));
        const auto hit = turningSweep({a, frame.aInPair, ofA, toWorld}, {b, frame.bInPair, ofB, toWorld},
                                      before, near, limit);
        return hit ? std::optional(Found{hit->fraction, hit->contact, glm::dvec3(0.0), hit->converged})
                   : std::nullopt;
    }

    class Filter {
    public:
        Filter(const TurningWays& ways, const PosedShape& a, const PosedShape& b)
            : ways_(ways), a_(a), b_(b) {}

        [[nodiscard]] auto entryBound(const Piece& piece, const Aabb&) {
            way_.clear();
            const TurningWay& way = way_.add(piece, ways_.ofA.ofPiece(poseBInA(a_.pose, piece.pose)), b_,
                                             ways_.ofB, ways_.tolerance);
            return [&way](const Aabb& other) { return way.entry(other); };
        }
        [[nodiscard]] bool passesOver(const Piece&, const Piece& b, double upTo) const {
            return b.shape.kind() == ShapeRef::Kind::Triangle &&
                   way_.begin()->passesOver(b.shape.triangle().triangle, upTo);
        }

    private:
        const TurningWays& ways_;
        const PosedShape &a_, &b_;
        InlineList<TurningWay, 1> way_;  ///< of the piece of A that is being asked about
    };
};

template <class T, class Ways>
BasicSweep<T> swept(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                    const BasicPose<T>& poseB, const Ways& ways);

/// Of all pieces, the pair that meets first, the lowest numbered of equals. Shapes that do not overlap yet.
template <class T, class Ways>
BasicSweep<T> firstHit(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                       const BasicPose<T>& poseB, const Ways& ways) {
    const PosedShape posedA{a, inDouble(poseA)}, posedB{b, inDouble(poseB)};
    DSweep first;
    typename Ways::Filter filter(ways, posedA, posedB);
    const auto visit = [&](const Piece& pieceA, const Piece& pieceB, double limit) {
        if (filter.passesOver(pieceA, pieceB, limit)) {
            return limit;
        }
        DSweep here = swept(
            pieceA.shape, pieceA.pose, pieceB.shape, pieceB.pose,
            ways.ofPieces(poseBInA(posedA.pose, pieceA.pose), poseBInA(posedB.pose, pieceB.pose), limit));
        here.pieces = {pieceA.number, pieceB.number};
        const bool sooner = !first || here.fraction < first.fraction ||
                            (here.fraction == first.fraction && here.pieces < first.pieces);
        if (here && sooner) {
            first = here;
            limit = std::nextafter(here.fraction, 1.0f);  // fractions are rounded down, bounds are not
        }
        return limit;
    };
    const auto entryBound = [&](const Piece& piece, const Aabb& box) {
        return filter.entryBound(piece, box);
    };
    forEachPiecePair(posedA, posedB, 1.0, entryBound, visit);
    BasicSweep<T> answer;
    answer.outcome = first ? BasicSweep<T>::Outcome::Hit : BasicSweep<T>::Outcome::Miss;
    answer.fraction = first.fraction;
    answer.normal = first.normal;
    answer.point = glm::vec<3, T>(first.point);
    answer.features = first.features;
    answer.converged = first.converged;
    answer.pieces = first.pieces;
    return answer;
}

/// The pair in the library's order.
template <class T, class Ways>
BasicSweep<T> sweptInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const Ways& ways) {
    using Outcome = typename BasicSweep<T>::Outcome;
    const bool hasPieces = a.hasPieces() || b.hasPieces();
    VertexPairs simplex;
    SeparationQuery query;
    query.points = Points::Yes;
    query.simplex = &simplex;
    if (hasPieces) {
        query.limit = 0.0;  // how far they are apart does not matter
    }
    const WorldSeparation<T> start = separationInWorld(a, poseA, b, poseB, query);
    if (start.separation < 0.0f) {
        const glm::vec<3, T> middle = (start.pointA + start.pointB) * T(0.5);
        return {Outcome::StartedOverlapping, 0.0f, start.normal, middle, start.features,
                -start.separation,           true, start.pieces};
    }
    if (hasPieces) {
        return firstHit<T>(a, poseA, b, poseB, ways);
    }
    const auto hitAt = [](double fraction, const glm::vec3& normal, const glm::vec<3, T>& point,
                          const FeaturePair& features, bool converged) -> BasicSweep<T> {
        return {Outcome::Hit, roundedDown(fraction), normal, point, features, 0.0f, converged, {}};
    };
    if (const std::optional<RoundHit> hit = ways.findRound(a, poseA, b, poseB)) {
        return hit->fraction < 1.0 ? hitAt(hit->fraction, glm::vec3(hit->normalAToB),
                                           glm::vec<3, T>(hit->point), hit->features, true)
                                   : BasicSweep<T>{};
    }
    const PairFrame frame(a, poseA, poseB);
    const Separation before{start.separation, frame.directionInPair(start.normal), start.features, {}, {},
                            simplex};
    const std::optional<Found> found = ways.find(a, b, frame, before);
    if (!found) {
        return {};
    }
    return hitAt(found->fraction, frame.directionInWorld(found->contact.normalAToB),
                 frame.pointInWorld<T>(found->contact.pointA) + glm::vec<3, T>(found->offset),
                 found->contact.features, found->converged);
}

template <class T, class Ways>
BasicSweep<T> swept(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                    const BasicPose<T>& poseB, const Ways& ways) {
    if (!comesSecond(a, poseA, b, poseB)) {
        return sweptInOrder(a, poseA, b, poseB, ways);
    }
    BasicSweep<T> answer = sweptInOrder(b, poseB, a, poseA, ways.turnedRound());
    answer.normal = -answer.normal;
    answer.features = turnedRound(answer.features);
    answer.pieces = turnedRound(answer.pieces);
    return answer;
}

TurningWays turningWays(const RigidMotion& ofA, const RigidMotion& ofB, const SweepOptions& options) {
    SAT3D_ASSERT(options.tolerance >= 1e-6f && options.tolerance <= 1.0f,
                 "the tolerance of a sweep is a fraction of size, 1e-6 .. 1");
    return {DRigidMotion(ofA), DRigidMotion(ofB), options.tolerance, 1.0};
}

}  // namespace

Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB, const LinearMotion& motion) {
    return swept(a, poseA, b, poseB, StraightWays{motion});
}
DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, const LinearMotion& motion) {
    return swept(a, poseA, b, poseB, StraightWays{motion});
}
Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB, const RigidMotion& motionA,
            const RigidMotion& motionB, const SweepOptions& options) {
    return swept(a, poseA, b, poseB, turningWays(motionA, motionB, options));
}
DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, const RigidMotion& motionA,
             const RigidMotion& motionB, const SweepOptions& options) {
    return swept(a, poseA, b, poseB, turningWays(motionA, motionB, options));
}

}  // namespace sat3d::inline SAT3D_ABI::detail
