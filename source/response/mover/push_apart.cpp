#include "core/shell_sort.hpp"
#include "response/mover/allowed_motion.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/push_apart.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
/// Surfaces within this many gaps support an object that leans on them.
constexpr float kLeaning = 2.0f;
/// An object gives way if at least this share of its motion along a push remains: squared cosine of 77
/// degrees.
constexpr double kMinMobility = 0.05;
/// Times over the pairs of a round. Each costs little, because the normals stay.
constexpr int kSweeps = 8;

/// An object while it is pushed.
template <class Vector>
struct Pushed {
    ObjectId id;
    double inverseMass = 0.0;
    Vector motion{0.0};                ///< in this round
    std::uint32_t level = kUnreached;  ///< number of contacts to what stands; 0: stands itself
    std::array<MotionLimit<Vector>, 6> limits;
    std::size_t limitCount = 0;

    /// The motion closest to a direction that all supports allow; its squared length is the share that
    /// remains.
    [[nodiscard]] Vector motionAlong(const Vector& direction) const {
        return nearestAllowed(std::span(limits).first(limitCount), direction).value_or(Vector(0.0));
    }
    void addLimit(const Vector& normal) {
        if (limitCount < limits.size()) {
            limits[limitCount++] = {normal, 0.0};
        }
    }
};

/// How an object answers a push.
template <class Vector>
struct Answer {
    Answer(const Pushed<Vector>& object, const Vector& direction)
        : motion(object.inverseMass > 0.0 ? object.motionAlong(direction) : Vector(0.0)),
          mobility(object.inverseMass * glm::dot(motion, motion)) {
        if (mobility < kMinMobility * object.inverseMass) {
            mobility = 0.0;
        }
    }
    Vector motion;
    double mobility;  ///< motion along the direction, for an impulse of 1
};

/// A pair that overlaps, or nearly so.
template <class Vector>
struct Pair {
    std::uint32_t a, b;  ///< indices into the list of objects
    /// At the start of the round. In it, the pair is pushed along this normal, because that of a deeper
    /// overlap could be another one: a row of tanks would end as a heap.
    Vector normalAToB{0.0};
    double gap = 0.0;  ///< meters along the normal, negative for an overlap
};

/// The work of one pushApart().
template <class T>
class ApartPusher {
public:
    ApartPusher(BasicWorld<T>& world, CallbackRef<float(ObjectId)> inverseMassOf,
                const PushApartOptions& options)
        : world_(world), gap_(options.gap) {
        for (const ObjectId id : world.ids()) {
            const bool moves = world.find(id)->kind == ObjectKind::Moving;
            const float inverseMass = moves ? inverseMassOf(id) : 0.0f;
            const bool isSound = std::isfinite(inverseMass) && inverseMass >= 0.0f;
            SAT3D_ASSERT(isSound, "an inverse mass must be finite and not negative");
            objectAt_.resize(id.index + 1, kUnreached);
            objectAt_[id.index] = static_cast<std::uint32_t>(objects_.size());
            objects_.push_back({.id = id, .inverseMass = isSound ? double(inverseMass) : 0.0, .limits = {}});
        }
    }

    PushedApart run(std::uint32_t rounds) {
        PushedApart done;
        for (bool moves = true; moves;) {
            findPairs();
            moves = countOverlaps(done) && done.rounds < rounds;
            if (moves) {
                sortPairs();
                bool pushes = true;
                for (int sweep = 0; pushes && sweep < kSweeps; ++sweep) {
                    pushes = separateAll();
                }
                ++done.rounds;
            }
        }
        if (!done) {
            leaveStatic();
            findPairs();
            countOverlaps(done);
        }
        return done;
    }

private:
    using Vector = typename Space<T>::Dimension::DVector;
    using Pushed = sat3d::Pushed<Vector>;
    using Pair = sat3d::Pair<Vector>;
    using Answer = sat3d::Answer<Vector>;

    [[nodiscard]] const BasicObject<T>& objectOf(const Pushed& pushed) const {
        return *world_.find(pushed.id);
    }
    /// Whether a pair is closer than the gap at which objects lean, and how close.
    [[nodiscard]] std::optional<Pair> nearPair(std::uint32_t a, std::uint32_t b) const {
        const BasicObject<T>&objectA = objectOf(objects_[a]), &objectB = objectOf(objects_[b]);
        const float reach = kLeaning * gap_;
        const auto near =
            penetration(objectA.shape, objectA.pose, objectB.shape, objectB.pose, {.margin = reach});
        return near ? std::optional(Pair{a, b, glm::normalize(Vector(near->normal)),
                                         double(reach) - double(near->depth)})
                    : std::nullopt;
    }

    /// Lists the pairs that are closer than the gap at which objects lean.
    void findPairs() {
        world_.refresh();
        pairs_.clear();
        const double reach = kLeaning * gap_;
        for (std::uint32_t a = 0; a < objects_.size(); ++a) {
            if (!(objects_[a].inverseMass > 0.0)) {
                continue;
            }
            const ObjectId id = objects_[a].id;
            const BasicObject<T>& object = objectOf(objects_[a]);
            const Aabb box = tightBoxInSpace(object.shape, object.pose);
            const Aabb around = Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
            WorldAccess::query(world_, around, QueryFilter{}, [&](ObjectId other, const BasicObject<T>&) {
                const std::uint32_t b = objectAt_[other.index];
                const bool isCounted = b < a && objects_[b].inverseMass > 0.0;
                if (other != id && !isCounted && world_.mayTouch(id, other)) {
                    if (const auto pair = nearPair(std::min(a, b), std::max(a, b))) {
                        pairs_.push_back(*pair);
                    }
                }
                return true;
            });
        }
    }
    bool countOverlaps(PushedApart& done) const {
        done.overlaps = 0;
        done.deepest = 0.0f;
        for (const Pair& pair : pairs_) {
            if (pair.gap < 0.0) {
                ++done.overlaps;
                done.deepest = std::max(done.deepest, static_cast<float>(-pair.gap));
            }
        }
        return done.overlaps > 0;
    }

    /// Sorts the pairs outward from what stands, so that supports are known before objects lean on them.
    void sortPairs() {
        for (Pushed& object : objects_) {
            object.level = object.inverseMass > 0.0 ? kUnreached : 0;
            object.motion = Vector(0.0);
        }
        for (bool changes = true; changes;) {
            changes = false;
            for (const Pair& pair : pairs_) {
                std::uint32_t &a = objects_[pair.a].level, &b = objects_[pair.b].level;
                const std::uint32_t next = std::min(a, b) == kUnreached ? kUnreached : std::min(a, b) + 1;
                changes = changes || std::max(a, b) > next;
                (a > b ? a : b) = std::min(std::max(a, b), next);
            }
        }
        const auto orderOf = [&](const Pair& pair) {
            const auto levels = std::minmax(objects_[pair.a].level, objects_[pair.b].level);
            return std::tuple(levels.first, levels.second, pair.a, pair.b);
        };
        shellSort(pairs_, {}, orderOf);
    }

    /// Pushes all pairs apart, one after the other.
    /// @return whether there was anything to push
    [[nodiscard]] bool separateAll() {
        for (Pushed& object : objects_) {
            object.limitCount = 0;
        }
        bool pushes = false;
        for (const Pair& pair : pairs_) {
            pushes = separate(pair) || pushes;
        }
        return pushes;
    }
    /// Pushes a pair apart if it overlaps, and notes who leans on whom.
    [[nodiscard]] bool separate(const Pair& pair) {
        Pushed &a = objects_[pair.a], &b = objects_[pair.b];
        const Vector& normal = pair.normalAToB;
        const double gap = pair.gap + glm::dot(normal, b.motion - a.motion);
        if (gap > double(kLeaning * gap_) || (haveMoved(a, b) && !nearPair(pair.a, pair.b))) {
            return false;
        }
        Answer ofA(a, -normal), ofB(b, normal);
        const bool isStuck = ofA.mobility + ofB.mobility == 0.0;
        if (ofA.mobility == 0.0) {
            b.addLimit(normal);
        }
        if (ofB.mobility == 0.0) {
            a.addLimit(-normal);
        }
        if (gap < 0.0) {
            if (isStuck) {  // the next round pushes them out of what they lean on
                ofA.motion = -normal, ofA.mobility = a.inverseMass;
                ofB.motion = normal, ofB.mobility = b.inverseMass;
            }
            const double impulse = (double(gap_) - gap) / (ofA.mobility + ofB.mobility);
            move(a, ofA, impulse);
            move(b, ofB, impulse);
        }
        return gap < 0.0;
    }
    [[nodiscard]] static bool haveMoved(const Pushed& a, const Pushed& b) {
        return a.motion != Vector(0.0) || b.motion != Vector(0.0);
    }
    void move(Pushed& object, const Answer& answer, double impulse) {
        if (answer.mobility > 0.0) {
            const Vector motion = object.inverseMass * impulse * answer.motion;
            typename Space<T>::Pose pose = objectOf(object).pose;
            pose.position += typename Space<T>::Position(motion);
            object.motion += motion;
            (void)world_.setPose(object.id, pose);  // refused only beyond all worlds
        }
    }

    /// In a crush, pushes all out of what is static.
    void leaveStatic() {
        for (const Pair& pair : pairs_) {
            const bool isStaticA = objectOf(objects_[pair.a]).kind == ObjectKind::Static;
            const bool isStaticB = objectOf(objects_[pair.b]).kind == ObjectKind::Static;
            if (pair.gap < 0.0 && (isStaticA || isStaticB)) {
                Pushed& pushed = objects_[isStaticA ? pair.b : pair.a];
                pushed.limitCount = 0;
                const Vector outward = isStaticA ? pair.normalAToB : -pair.normalAToB;
                move(pushed, Answer(pushed, outward), (double(gap_) - pair.gap) / pushed.inverseMass);
            }
        }
    }

    BasicWorld<T>& world_;
    float gap_;
    std::vector<Pushed> objects_;
    std::vector<std::uint32_t> objectAt_;  ///< by index of the object in the world
    std::vector<Pair> pairs_;
};

template <class Push>
auto sharesOf(const Push& push, float inverseMassA, float inverseMassB) noexcept {
    using Shares = BasicPushShares<decltype(push.pushA())>;
    const double sum = double(inverseMassA) + double(inverseMassB);
    const bool isSound = inverseMassA >= 0.0f && inverseMassB >= 0.0f && std::isfinite(sum);
    SAT3D_ASSERT(isSound, "inverse masses must be finite and not negative");
    if (!isSound || !(sum > 0.0)) {
        return Shares{};
    }
    const auto share = [&](float inverseMass) {
        return push.normal * static_cast<float>(double(push.depth) * double(inverseMass) / sum);
    };
    return Shares{-share(inverseMassA), share(inverseMassB)};
}

}  // namespace

PushShares shared(const Penetration& push, float inverseMassA, float inverseMassB) noexcept {
    return sharesOf(push, inverseMassA, inverseMassB);
}
PlanarPushShares shared(const PlanarPenetration& push, float inverseMassA, float inverseMassB) noexcept {
    return sharesOf(push, inverseMassA, inverseMassB);
}

template <class T>
PushedApart pushApart(BasicWorld<T>& world, CallbackRef<float(ObjectId)> inverseMassOf,
                      const PushApartOptions& options) {
    const bool isSound = std::isfinite(options.gap) && options.gap > 0.0f;
    SAT3D_ASSERT(isSound, "the gap must be finite and above 0");
    return isSound ? ApartPusher<T>(world, inverseMassOf, options).run(options.rounds) : PushedApart{};
}

template SAT3D_API PushedApart pushApart(World&, CallbackRef<float(ObjectId)>, const PushApartOptions&);
template SAT3D_API PushedApart pushApart(DWorld&, CallbackRef<float(ObjectId)>, const PushApartOptions&);
template SAT3D_API PushedApart pushApart(PlanarWorld&, CallbackRef<float(ObjectId)>, const PushApartOptions&);
template SAT3D_API PushedApart pushApart(DPlanarWorld&, CallbackRef<float(ObjectId)>,
                                         const PushApartOptions&);

}  // namespace sat3d::SAT3D_ABI
