#include "response/contacts/pair_contacts.hpp"

#include "core/shell_sort.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "planar/shapes/visit_planar_shape.hpp"
#include "response/body/surfaces.hpp"
#include "response/contacts/body_in_reference.hpp"
#include "response/contacts/continued_contacts.hpp"
#include "response/contacts/found_contact.hpp"
#include "response/contacts/pair_motion.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/planar/collide.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Contacts are kept while the body has moved by less than this fraction of the solver's margin, and of its
/// inner radius. So a separation is wrong by at most twice that.
constexpr float kKeptOfMargin = 0.1f, kKeptOfRadius = 0.01f;

/// The same for contacts of round parts, in units of the above: these roll, so the point of contact moves on
/// both objects. Where it lags behind, it would push a ball on.
constexpr float kKeptIfRound = 0.01f;

/// A pair that moves farther than this in a step, in units of the above, will have to be searched anyway.
constexpr float kTooFast = 4.0f;

bool isSurface(PlanarShapeRef) {
    return false;
}

/// The child as a part of the identity of a contact. The number of a triangle is not: it changes while a body
/// slides.
template <class ShapeRef>
std::uint32_t childOf(ShapeRef shape, std::uint32_t child) {
    return isSurface(shape) ? 0 : child;
}

/// Returns all manifolds of two shapes: collide() with as much memory as it takes.
template <class D>
std::span<const typename Space<D>::Manifold> allManifolds(typename Space<D>::ShapeRef a,
                                                          const typename Space<D>::Pose& poseA,
                                                          typename Space<D>::ShapeRef b,
                                                          const typename Space<D>::Pose& poseB, float margin,
                                                          std::vector<typename Space<D>::Manifold>& memory) {
    constexpr std::size_t kFirstSize = 16;
    memory.resize(std::max(memory.size(), kFirstSize));
    for (;;) {
        const auto found = collide(a, poseA, b, poseB, std::span(memory), {.margin = margin});
        if (found.size() < memory.size()) {
            return found;
        }
        memory.resize(2 * memory.size());
    }
}

/// Radius of a sphere, circle or capsule, otherwise 0.
template <class ShapeRef>
float roundRadius(const ShapeRef& shape, std::uint32_t child) {
    return visitShape(shape, [&](const auto& alternative) {
        if constexpr (requires { alternative.radius; }) {
            return alternative.radius;
        } else if constexpr (requires { alternative.children(); }) {
            return roundRadius(ShapeRef(alternative.children()[child].shape), 0);
        } else {
            return 0.0f;
        }
    });
}

/// The end of the contacts of the same children as the first one.
template <class T>
std::size_t endOfChildren(std::span<const FoundContact<T>> contacts, std::size_t first) {
    std::size_t end = first + 1;
    while (end < contacts.size() && contacts[end].contact.children == contacts[first].contact.children) {
        ++end;
    }
    return end;
}

/// Sorts the contacts of a pair: those of triangles are found in the order of the mesh.
template <class T>
void sortOfPair(std::span<FoundContact<T>> found) {
    const auto keyOf = [](const FoundContact<T>& one) {
        return std::tuple_cat(orderOf(one), std::tuple(one.order));
    };
    if (!std::ranges::is_sorted(found, {}, keyOf)) {
        shellSort(found, {}, keyOf);
    }
}

template <class T>
class PairContacts {
public:
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    using Position = typename Space<T>::Position;
    using Found = FoundContact<T>;
    using Ends = typename BodyInReference<T>::Ends;
    using D = Precise<T>;

    PairContacts(const PairInStep<T>& pair, const StepSettings& settings, FoundBlock<T>& block)
        : pair_(pair),
          settings_(settings),
          block_(block),
          motion_(pair.a, pair.b, settings.solver, settings.dt),
          isBodyA_(isBody(pair.a.record, pair.b.record)),
          place_(isBodyA_, body().object.pose, body().record->body.mass.center, reference().object.pose),
          pose_(place_.pose()),
          kept_(std::min(kKeptOfMargin * settings.solver.margin, kKeptOfRadius * body().record->innerRadius)),
          margin_(motion_.marginFor(settings.solver.margin)),
          first_(block.contacts.size()) {}

    void find() {
        const bool isKept = mayKeep();
        if (isKept) {
            keep();
        } else {
            search();
        }
        sort();
        const bool isAnyMeeting = settle();
        if (!isKept || isAnyMeeting) {
            takeOver(isKept);
        }
        if (isKept && !isAnyMeeting) {
            block_.searched.push_back(*pair_.former.searched);
        } else if (!isAnyMeeting && isSlow() && !motion_.movesParts()) {
            block_.searched.push_back({{pair_.ids.a.index, pair_.ids.b.index}, margin_, pose_});
        }
    }

private:
    /// Whether A is the body: see BodyInReference. That the two are at rest changes nothing.
    [[nodiscard]] static bool isBody(const BodyRecord<T>* a, const BodyRecord<T>* b) {
        const bool canMoveA = a != nullptr && a->inverseMass > 0.0f,
                   canMoveB = b != nullptr && b->inverseMass > 0.0f;
        return canMoveA && (!canMoveB || a->reach <= b->reach);
    }
    [[nodiscard]] const PairSide<T>& body() const { return isBodyA_ ? pair_.a : pair_.b; }
    [[nodiscard]] const PairSide<T>& reference() const { return isBodyA_ ? pair_.b : pair_.a; }

    /// Whether the contacts of the last step are those of this one.
    [[nodiscard]] bool mayKeep() const {
        const FormerPair<T>& former = pair_.former;
        if (former.searched == nullptr || pair_.isEdited) {
            return false;
        }
        const float moved = BodyInReference<T>::movedBetween(former.searched->bodyInReference, pose_,
                                                             body().record->coreReach);
        const auto allow = [&](std::span<const Found> contacts) {
            return std::ranges::all_of(contacts, [&](const Found& one) {
                const bool isRound = one.radiusA > 0.0f || one.radiusB > 0.0f;
                return moved <= (isRound ? kKeptIfRound * kept_ : kept_);
            });
        };
        return moved + margin_ <= former.searched->margin && allow(former.contacts) && allow(former.covered);
    }
    /// Whether the pair may stay as it is for several steps.
    [[nodiscard]] bool isSlow() const { return motion_.farthest() <= kTooFast * kept_; }

    /// Takes the contacts of the last step, with points where both objects are now.
    void keep() {
        auto& contacts = block_.contacts;
        for (const auto& list : {pair_.former.contacts, pair_.former.covered}) {
            contacts.insert(contacts.end(), list.begin(), list.end());
        }
        for (Found& found : std::span(contacts).subspan(first_)) {
            setBodies(found);
            found.fraction = found.room = 0.0f;
            found.meeting = found.settings = kNone;
            found.isCovered = false;
            place_.place(found);
            auto& contact = found.contact;
            motion_.setApproach(contact);
            contact.isTouching = false;
            for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
                auto& point = contact.pointArray[i];
                point.impulse *= settings_.impulseScale;
                point.totalImpulse = 0.0f;
            }
            contact.frictionImpulse *= settings_.impulseScale;
            contact.twistImpulse *= settings_.impulseScale;
            contact.rollingImpulse *= settings_.impulseScale;
            order_ = std::max(order_, found.order + 1);
        }
    }

    void search() {
        const float needed = margin_;
        margin_ += isSlow() ? kept_ : 0.0f;
        const auto manifolds = allManifolds<T>(pair_.a.shape(), pair_.a.object.pose, pair_.b.shape(),
                                               pair_.b.object.pose, margin_, block_.manifolds);
        float nearest = std::numeric_limits<float>::infinity();
        for (const auto& manifold : manifolds) {
            nearest = std::min(nearest, leastSeparation(manifold));
        }
        if (nearest > needed) {
            margin_ = std::min(margin_, nearest);
            return;
        }
        for (const auto& manifold : manifolds) {
            add(manifold);
        }
    }

    [[nodiscard]] ChildPair keyOf(const auto& manifold) const {
        const ChildPair children = manifold.penetration.children;
        return {childOf(pair_.a.shape(), children.a), childOf(pair_.b.shape(), children.b)};
    }
    void setBodies(Found& found) const {
        found.recordA = pair_.a.recordAt, found.recordB = pair_.b.recordAt;
        found.stepBodyA = pair_.a.stepBodyAt, found.stepBodyB = pair_.b.stepBodyAt;
        found.isOfSurface = isSurface(pair_.a.shape()) || isSurface(pair_.b.shape());
    }

    Found& addContact(const ChildPair& children, const auto& manifold) {
        Found& found = block_.contacts.emplace_back();
        found.order = order_++;
        setBodies(found);
        found.radiusA = roundRadius(pair_.a.shape(), children.a),
        found.radiusB = roundRadius(pair_.b.shape(), children.b);
        auto& contact = found.contact;
        contact.objects = pair_.ids;
        contact.children = children;
        contact.normal = manifold.normal;
        contact.pointCount = manifold.pointCount;
        setTags(found, manifold);
        return found;
    }
    void setTags(Found& found, const auto& manifold) const {
        const auto tagOf = [&](const PairSide<T>& side, bool isA) {
            if (side.record == nullptr || side.record->body.surfaces.empty()) {
                return 0u;
            }
            const ChildPair& children = found.contact.children;
            std::uint32_t faceTag = 0;
            if constexpr (Spatial<T>) {
                faceTag = isA ? manifold.faceTagA : manifold.faceTagB;
            }
            return touchingTag(side.object, isA ? children.a : children.b, faceTag);
        };
        found.tagA = tagOf(pair_.a, true), found.tagB = tagOf(pair_.b, false);
    }
    /// The ends of a point of a manifold, on the surfaces.
    [[nodiscard]] static Ends endsOf(const auto& manifold, std::uint32_t i) {
        const auto& point = manifold.pointArray[i];
        const DVector halfGap = 0.5 * static_cast<double>(point.separation) * DVector(manifold.normal);
        return {DVector(point.position) - halfGap, DVector(point.position) + halfGap};
    }

    void add(const auto& manifold) {
        Found& found = addContact(keyOf(manifold), manifold);
        auto& contact = found.contact;
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const auto& point = manifold.pointArray[i];
            contact.pointArray[i] = {point.position, point.separation, 0.0f, 0.0f, point.id};
        }
        motion_.setApproach(contact);
        place_.fix(found, [&](std::uint32_t i) { return endsOf(manifold, i); });
    }

    /// Decides which contacts act where they are, and replaces the others by those of the moment at which the
    /// objects meet.
    /// @return whether there are any of these
    bool settle() {
        bool isAnyMeeting = false;
        const std::size_t end = block_.contacts.size();
        for (std::size_t first = first_; first < end;) {
            const std::size_t next =
                endOfChildren<T>(std::span<const Found>(block_.contacts).first(end), first);
            const auto group = std::span(block_.contacts).subspan(first, next - first);
            const bool isNear = std::ranges::any_of(
                group, [&](const Found& found) { return leastSeparation(found.contact) <= motion_.near(); });
            const auto nearest = std::ranges::min_element(
                group, {}, [](const Found& found) { return leastSeparation(found.contact); });
            const ChildPair children = nearest->contact.children;
            const Vector axis = nearest->contact.normal;
            const bool needsProof = std::ranges::any_of(
                group, [&](const Found& found) { return motion_.needsProof(found.contact); });
            const bool isPassing =
                needsProof && (!isNear || (motion_.meetHeadOn(nearest->contact) &&
                                           pass(pair_.a.part(children.a), pair_.b.part(children.b), 0.0f)));
            if (isPassing && !isNear && meet(children, axis)) {
                isAnyMeeting = true;
                for (std::size_t i = first; i < next; ++i) {
                    block_.contacts[i].contact.pointCount = 0;
                }
            } else {
                for (std::size_t i = first; i < next; ++i) {
                    settle(block_.contacts[i], isPassing);
                }
            }
            first = next;
        }
        if (isAnyMeeting) {
            const auto begin = block_.contacts.begin() + static_cast<std::ptrdiff_t>(first_);
            block_.contacts.erase(
                std::remove_if(begin, block_.contacts.end(),
                               [](const Found& one) { return one.contact.pointCount == 0; }),
                block_.contacts.end());
            sort();
        }
        return isAnyMeeting;
    }
    /// @param isPassing  whether the bodies pass each other: then the motion of this step, alone, must not be
    /// stopped by the contact
    void settle(Found& found, bool isPassing) const {
        const float gap = leastSeparation(found.contact), closes = motion_.closing(found.contact.normal);
        const bool meets = !isPassing && gap < std::max(motion_.near(), closes);
        found.fraction = !meets ? 1.0f : gap <= motion_.near() ? 0.0f : gap / closes;
        // The solver looks ahead by up to two substeps.
        constexpr float kAhead = 1.5f;
        if (isPassing || (!meets && gap < kAhead * closes)) {
            found.room = motion_.roomFor(found);
        }
    }

    /// Adds the contacts of two children where their motions make them meet.
    /// @param axis  that separates them now
    /// @return whether there is nothing else to add
    bool meet(const ChildPair& children, const Vector& axis) {
        const MovingPart<D> partA = pair_.a.part(children.a), partB = pair_.b.part(children.b);
        if (motion_.isSeparatedBy(DVector(axis), partA, partB) ||
            motion_.isSeparatedBy(axisBetween(partA, partB), partA, partB)) {
            return false;
        }
        const std::optional<float> fraction = fractionOfMeeting(partA, partB);
        if (!fraction || pass(partA, partB, *fraction)) {
            return false;
        }
        const auto manifolds = allManifolds<D>(partA.shape, partA.poseAt(*fraction), partB.shape,
                                               partB.poseAt(*fraction), margin_, block_.manifoldsAtMeeting);
        for (const auto& manifold : manifolds) {
            addMeeting(manifold, children, *fraction);
        }
        return !manifolds.empty();
    }

    /// Whether two parts that touch, or nearly so, after a fraction of the step pass each other although a
    /// normal says that they meet.
    [[nodiscard]] bool pass(const MovingPart<D>& partA, const MovingPart<D>& partB, float fraction) const {
        constexpr float kFlush = 0.01f, kNearest = 0.1f;  // of what is near
        const float near = motion_.near(), way = motion_.farthest();
        return !motion_.innerBallsMeet(DVector(partB.centerAt(fraction) - partA.centerAt(fraction)),
                                       kFlush * near) &&
               passAfter(partA, partB, fraction, 0.5f * body().record->innerRadius / way,
                         kNearest * near / way, kFlush * near);
    }

    /// Adds a contact that belongs to the poses after a fraction of the step. Its gaps are those of the start
    /// along the normal, so that the motion of this step closes them at that moment.
    void addMeeting(const auto& manifold, const ChildPair& children, float fraction) {
        Found& found = addContact(children, manifold);
        found.meeting = static_cast<std::uint32_t>(block_.meetings.size());
        MeetingArms<T>& arms = block_.meetings.emplace_back();
        found.fraction = fraction;
        auto& contact = found.contact;
        const DVector normal(manifold.normal);
        const auto startOf = [&](std::uint32_t i) {
            const Ends ends = endsOf(manifold, i);
            const auto onA =
                           motion_.surfacePoint(pair_.a, ends.a, static_cast<double>(found.radiusA) * normal,
                                                fraction, children.a),
                       onB =
                           motion_.surfacePoint(pair_.b, ends.b, -static_cast<double>(found.radiusB) * normal,
                                                fraction, children.b);
            arms.onA[i] = Position(ends.a);
            arms.onB[i] = Position(ends.b);
            arms.a[i] = pair_.a.stepBodyAt != kNone ? Vector(onA.arm) : Vector(0.0f);
            arms.b[i] = pair_.b.stepBodyAt != kNone ? Vector(onB.arm) : Vector(0.0f);
            return Ends{onA.start, onB.start};
        };
        std::array<Ends, Dimension::kMaxPoints> starts;
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            starts[i] = startOf(i);
            const double separation = glm::dot(starts[i].b - starts[i].a, normal);
            contact.slip = std::max(contact.slip, BodyInReference<T>::slipBetween(starts[i], normal));
            contact.pointArray[i] = {Position(0.5 * (starts[i].a + starts[i].b)),
                                     static_cast<float>(separation), 0.0f, 0.0f, manifold.pointArray[i].id};
        }
        motion_.setApproach(contact);
        place_.fix(found, [&](std::uint32_t i) { return starts[i]; });
    }

    /// Lets contacts that are new take over what the last step knew.
    /// @param isKept  whether only those of a meeting are new
    void takeOver(bool isKept) {
        const Continuation<T> continuation{place_, settings_.solver.margin, settings_.impulseScale,
                                           pair_.isEdited};
        const std::span<const Found> formers = pair_.former.contacts;
        if (formers.empty()) {
            return;
        }
        const std::size_t end = block_.contacts.size();
        for (std::size_t first = first_; first < end;) {
            const auto contacts = std::span<const Found>(block_.contacts).first(end);
            const std::size_t next = endOfChildren<T>(contacts, first);
            const auto isMeeting = [](const Found& found) { return found.meeting != kNone; };
            if (!isKept || std::ranges::any_of(contacts.subspan(first, next - first), isMeeting)) {
                const ChildPair& children = contacts[first].contact.children;
                const auto isOfThem = [&](const Found& one) { return one.contact.children == children; };
                const auto former = std::ranges::find_if(formers, isOfThem);
                if (former != formers.end()) {
                    const auto at = static_cast<std::size_t>(former - formers.begin());
                    continueContacts<T>(continuation, formers.subspan(at, endOfChildren<T>(formers, at) - at),
                                        first, next, block_.contacts);
                }
            }
            first = next;
        }
        sort();
    }

    void sort() { sortOfPair<T>(std::span(block_.contacts).subspan(first_)); }

    const PairInStep<T>& pair_;
    const StepSettings& settings_;
    FoundBlock<T>& block_;
    PairMotion<T> motion_;
    bool isBodyA_;
    BodyInReference<T> place_;
    typename Space<T>::Pose pose_;  ///< of the body in the reference
    float kept_;                    ///< how far the body may move without a search
    float margin_;                  ///< up to which contacts are needed; then: were searched
    std::size_t first_;             ///< of the pair in the block
    std::uint32_t order_ = 0;
};

}  // namespace

template <class T>
void findPairContacts(const PairInStep<T>& pair, const StepSettings& settings, FoundBlock<T>& block) {
    PairContacts<T>(pair, settings, block).find();
}

#define SAT3D_INSTANTIATE(T) \
    template void findPairContacts(const PairInStep<T>&, const StepSettings&, FoundBlock<T>&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
