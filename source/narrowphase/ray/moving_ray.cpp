#include "math/is_finite.hpp"
#include "math/motion_contract.hpp"
#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/chord_clip.hpp"
#include "narrowphase/ray/hit_list.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"
#include "narrowphase/ray/relative_path.hpp"
#include "narrowphase/ray/surface_passages.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::SurfaceTriangle;

/// Chords that deviate by less are taken for the path: a share of the shape's size, and of the path.
constexpr double kChordOfSize = 1e-7, kChordOfPath = 1e-13;

/// A passage through a convex shape, in fractions of the step.
struct Passage {
    double entry = 0.0, exit = 0.0;
    std::uint32_t entryFace = RayIntersection::kNoFace, exitFace = RayIntersection::kNoFace;
    bool startedInside = false, endsInside = false;
};

/// The place of a passage among those of all children. Distances are no part of it: at equal fractions they
/// may differ by rounding.
OrderOfEntry orderOf(const MovingRayHit& hit) {
    return {hit.entryFraction, !hit.hit.startedInside, hit.hit.entry.child};
}

/// Joins the parts of chords inside a convex shape to passages, as long as no chord is outside between them:
/// a path that follows the surface within the tolerance has one passage. Calls found(const Passage&) for
/// each, in the order of time.
/// @param upTo  a fraction after which no passage begins
template <class Found>
void findPassages(const ShapeRef& shape, const RelativePath& path, double tolerance, double upTo,
                  const Found& found) {
    std::optional<Passage> current;
    const auto add = [&](const PathChord& chord, const ChordClip& clip) {
        const double entry = chord.fractionAt(clip.enter), exit = chord.fractionAt(clip.leave);
        if (!current) {
            current = Passage{.entry = entry,
                              .entryFace = clip.enterFace,
                              .startedInside = chord.from.fraction == 0.0 && clip.startsInside};
        }
        current->exit = exit;
        current->exitFace = clip.leaveFace;
        current->endsInside = chord.to.fraction == 1.0 && clip.endsInside;
    };
    path.subdivide([&](const PathChord& chord) {
        if (!current && chord.from.fraction > upTo) {
            return false;
        }
        ChordClip clip = clippedChord(shape, chord);
        if (!clip.mayEnter && current) {
            found(*current);
            current.reset();
        }
        if (clip.staysInside) {
            clip.enter = 0.0;
            clip.leave = 1.0;
            add(chord, clip);
            return false;
        }
        if (clip.mayEnter && chord.deviation <= tolerance) {
            if (clip.enter < clip.leave) {
                add(chord, clip);
            }
            return false;
        }
        return clip.mayEnter;
    });
    if (current) {
        found(*current);
    }
}

/// A moving point against a moving shape. Answers are in the world.
class PointThroughAll {
public:
    /// @param upTo  a fraction: passages that are entered later need not be found
    PointThroughAll(const RelativePath& path, const glm::dvec3& displacement, double upTo,
                    HitList<MovingRayHit>& hits)
        : path_(path),
          displacement_(displacement),
          length_(glm::length(displacement)),
          upTo_(upTo),
          hits_(hits) {}

    /// @param number  of the shape, if it is convex
    void add(const ShapeRef& shape, std::uint32_t number) const {
        visitShape(
            shape, [&](const Compound& compound) { addChildren(compound); },
            [&](const TriangleMesh&) { addSurface(shape); }, [&](const HeightField&) { addSurface(shape); },
            [](const SurfaceTriangle&) {}, [&](const auto&) { addConvex(shape, path_, number); });
    }

private:
    /// Adds the passages through a convex shape or a half-space.
    /// @param inShape  the path in its frame
    void addConvex(const ShapeRef& shape, const RelativePath& inShape, std::uint32_t child) const {
        const double size =
            shape.kind() == ShapeRef::Kind::HalfSpace ? path_.reach() : boundingRadiusOf(shape);
        findPassages(shape, inShape, toleranceFor(size), upTo_, [&](const Passage& passage) {
            const MovingRayHit hit = hitOf(passage, shape, inShape, child);
            hits_.add(hit, [&](const MovingRayHit& other) { return orderOf(hit) < orderOf(other); });
        });
    }

    void addChildren(const Compound& compound) const {
        const std::array<PathStop, 9> stops = path_.nineStops();
        std::array<PathChord, stops.size() - 1> chords;
        for (std::size_t i = 0; i < chords.size(); ++i) {
            chords[i] = path_.chord(stops[i], stops[i + 1]);
        }
        // Returns a fraction before which the path does not enter a box.
        const auto earliest = [&](const Aabb& box) {
            const auto hit = std::find_if(chords.begin(), chords.end(),
                                          [&](const PathChord& chord) { return mayMeet(chord, box); });
            return hit == chords.end() ? kInfinity : hit->from.fraction;
        };
        forEachChild(compound, DPose{}, upTo_, earliest, [&](const ChildShape& child, double limit) {
            addConvex(child.shape, path_.inChild(localToWorld(child.pose)), child.number);
            const MovingRayHit* last = hits_.lastIfFull();
            return last == nullptr ? limit : std::min(limit, double(last->entryFraction));
        });
    }

    void addSurface(const ShapeRef& surface) const {
        if (path_.isPoint()) {
            if (containsPoint(surface, path_.at(0.0).point)) {
                addWhole();
            }
            return;
        }
        const double tolerance = toleranceFor(sizeOfSurface(surface));
        SurfacePassages<MovingRayHit> passages(surface, hits_);
        std::array<double, 2> passed{-1.0, -1.0};  // for each side, the last fraction
        path_.subdivide([&](const PathChord& chord) {
            const bool isBeyond = chord.from.fraction > upTo_ && !passages.hasOpen();
            if (isBeyond || passages.isComplete() || !mayMeetTriangle(chord, surface)) {
                return false;
            }
            if (chord.deviation > tolerance) {
                return true;
            }
            forEachCrossing(chord, surface, [&](double fraction, const SurfaceIntersection& crossing) {
                if (fraction > passed[crossing.face]) {
                    passed[crossing.face] = fraction + 4.0 * kBeyond * chord.duration();
                    addCrossing(passages, fraction, crossing);
                }
            });
            return false;
        });
    }

    /// Adds a hit of a point that stays inside.
    void addWhole() const {
        MovingRayHit hit = emptyHit();
        hit.entryPointInShape = glm::vec3(path_.at(0.0).point);
        hit.hit.startedInside = true;
        hit.hit.entry = startInside(0);
        hits_.add(hit, [](const MovingRayHit&) { return false; });
    }

    /// Chords are longer by this share on both sides, so that no crossing is lost where two of them meet.
    static constexpr double kBeyond = 1e-9;

    [[nodiscard]] double toleranceFor(double size) const {
        return kChordOfSize * size + kChordOfPath * path_.reach();
    }

    [[nodiscard]] static bool mayMeet(const PathChord& chord, const Aabb& box) {
        const glm::dvec3 wide(chord.deviation);
        const glm::dvec3& from = chord.from.point;
        return BoxRay(from - wide, from + wide, chord.along()).entry(box) <= 1.0;
    }

    /// Whether the path near a chord may cross a triangle.
    [[nodiscard]] static bool mayMeetTriangle(const PathChord& chord, const ShapeRef& surface) {
        const glm::dvec3 wide(chord.deviation);
        const BoxRay ray(chord.from.point - wide, chord.from.point + wide, chord.along());
        bool meets = false;
        forEachTriangle(
            surface, 1.0, [&](const Aabb& box) { return ray.entry(box); },
            [&](const Triangle& triangle, std::uint32_t, double limit) {
                const glm::dvec3 normal = areaNormal(triangle), corner(triangle.corners[0]);
                const double from = glm::dot(normal, chord.from.point - corner),
                             to = glm::dot(normal, chord.to.point - corner);
                const double reach = chord.deviation * glm::length(normal);
                const bool isBeside = std::min(from, to) > reach || std::max(from, to) < -reach;
                meets = meets || (!isBeside && ray.entry(boxAround(triangle.corners)) <= 1.0);
                return meets ? -1.0 : limit;
            });
        return meets;
    }

    template <class Visit>
    static void forEachCrossing(const PathChord& chord, const ShapeRef& surface, const Visit& visit) {
        const glm::dvec3 along = chord.along();
        const double length = glm::length(along);
        if (!(length > 0.0)) {
            return;
        }
        const double before = chord.from.fraction > 0.0 ? kBeyond : 0.0,
                     after = chord.to.fraction < 1.0 ? kBeyond : 0.0;
        const Line line{chord.from.point - before * along, along / length};
        const double reach = (1.0 + before + after) * length;
        SurfaceCrossings crossings(surface, line, reach, reach);
        while (const auto crossing = crossings.next()) {
            const double share = std::max(0.0, crossing->t / length - before);
            visit(chord.from.fraction + share * chord.duration(), *crossing);
        }
    }

    void addCrossing(SurfacePassages<MovingRayHit>& passages, double fraction,
                     const SurfaceIntersection& crossing) const {
        passages.add(
            crossing.face, fraction < 1.0,
            [&] {
                MovingRayHit hit = emptyHit();
                hit.entryFraction = static_cast<float>(fraction);
                hit.entryPointInShape = glm::vec3(path_.at(fraction).point);
                hit.hit.entry = intersection(fraction, path_.inWorld(crossing.normal, fraction),
                                             crossing.face, crossing.tag, crossing.child);
                return hit;
            },
            [&](MovingRayHit& hit) {
                hit.exitFraction = static_cast<float>(fraction);
                hit.exitPointInShape = glm::vec3(path_.at(fraction).point);
                hit.hit.exit = intersection(fraction, path_.inWorld(-crossing.normal, fraction), kFrontSide,
                                            crossing.tag, crossing.child);
            });
    }

    /// A hit without an exit.
    [[nodiscard]] static MovingRayHit emptyHit() {
        MovingRayHit hit;
        hit.exitFraction = hit.hit.exit.distance = std::numeric_limits<float>::infinity();
        return hit;
    }

    [[nodiscard]] RayIntersection intersection(double fraction, const glm::dvec3& normal, std::uint32_t face,
                                               std::uint32_t tag, std::uint32_t child) const {
        return {static_cast<float>(fraction * length_), glm::vec3(normal), face, tag, child};
    }

    /// The entry of a path that starts inside.
    [[nodiscard]] RayIntersection startInside(std::uint32_t child) const {
        const glm::dvec3 against = length_ > 0.0 ? -displacement_ / length_ : glm::dvec3(0.0);
        return intersection(0.0, against, RayIntersection::kNoFace, 0, child);
    }

    [[nodiscard]] MovingRayHit hitOf(const Passage& passage, const ShapeRef& shape,
                                     const RelativePath& inShape, std::uint32_t child) const {
        const auto at = [&](double fraction, std::uint32_t face) {
            const glm::dvec3 normal = normalAt(shape, inShape.at(fraction).point, face);
            const std::uint32_t tag =
                shape.kind() == ShapeRef::Kind::ConvexHull ? shape.hull().faceTags()[face] : 0;
            return intersection(fraction, inShape.inWorld(normal, fraction), face, tag, child);
        };
        MovingRayHit hit = emptyHit();
        hit.entryFraction = static_cast<float>(passage.entry);
        hit.entryPointInShape = glm::vec3(path_.at(passage.entry).point);
        hit.hit.startedInside = passage.startedInside;
        if (passage.startedInside) {
            hit.hit.entry = startInside(child);
        } else {
            hit.hit.entry = at(passage.entry, passage.entryFace);
        }
        hit.hit.exit.child = child;
        if (!passage.endsInside) {
            hit.exitFraction = static_cast<float>(passage.exit);
            hit.exitPointInShape = glm::vec3(path_.at(passage.exit).point);
            hit.hit.exit = at(passage.exit, passage.exitFace);
        }
        return hit;
    }

    RelativePath path_;
    glm::dvec3 displacement_;
    double length_, upTo_;
    HitList<MovingRayHit>& hits_;
};

}  // namespace

template <class T>
void addHits(ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion, const BasicRay<T>& path,
             std::uint32_t child, double upTo, HitList<MovingRayHit>& hits) {
    const glm::dvec3 direction = glm::normalize(glm::dvec3(path.direction));
    const glm::dvec3 origin(path.origin), displacement = double(path.length) * direction;
    const bool isMotionSound = faultOfMotion(motion) == nullptr,
               isPathSound = isFinite(displacement) && isFinite(origin);
    SAT3D_ASSERT(isMotionSound, "a motion must be finite and rotate by at most 100 radians");
    SAT3D_ASSERT(isPathSound, "the path of a point must be finite, of finite length, and have a direction");
    if (isUsable(pose) && isMotionSound && isPathSound) {
        const RelativePath inShape(localToWorld(pose), motion, origin, displacement);
        PointThroughAll(inShape, displacement, upTo, hits).add(shape, child);
    }
}
template void addHits(ShapeRef, const Pose&, const RigidMotion&, const Ray&, std::uint32_t, double,
                      HitList<MovingRayHit>&);
template void addHits(ShapeRef, const DPose&, const RigidMotion&, const DRay&, std::uint32_t, double,
                      HitList<MovingRayHit>&);

template <class T>
std::span<MovingRayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion,
                                   const std::type_identity_t<BasicRay<T>>& path,
                                   std::span<MovingRayHit> buffer) {
    HitsInBuffer<MovingRayHit> hits(buffer);
    addHits(shape, pose, motion, path, 0, 1.0, hits);
    return hits.hits();
}
template SAT3D_API std::span<MovingRayHit> raycastAll(ShapeRef, const Pose&, const RigidMotion&, const Ray&,
                                                      std::span<MovingRayHit>);
template SAT3D_API std::span<MovingRayHit> raycastAll(ShapeRef, const DPose&, const RigidMotion&, const DRay&,
                                                      std::span<MovingRayHit>);

}  // namespace sat3d::SAT3D_ABI
