#include "response/dynamics/contact_order.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "world/objects/for_each_space.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// A point is kept while its gap, and its slip since it was found, are below these fractions of the solver's
/// margin.
constexpr float kMaxGap = 0.1f, kMaxSlip = 0.25f;

/// Points closer to each other than this fraction of the margin are at the same place.
constexpr float kSamePlace = 0.05f;

/// Cosine of the angle within which normals are similar.
constexpr float kSimilar = 0.9f;

template <class T>
const BasicDynamicPoint<T>* pointOf(const BasicDynamicContact<T>& contact, std::uint64_t id) {
    const auto points = contact.points();
    const auto point = std::ranges::find(points, id, &BasicDynamicPoint<T>::id);
    return point != points.end() ? &*point : nullptr;
}

/// The point of a body that was at a place when the last step began.
template <class T>
typename Space<T>::Position afterStep(const BodyRecord<T>* record, const typename Space<T>::Position& place) {
    if (record == nullptr) {
        return place;
    }
    const auto point = record->formerPose.inverse() * place;
    return place + (record->pose * point - record->formerPose * point);  // exactly the place, if at rest
}

/// The contacts of two children in the last step, and those that this step has found.
template <class T>
class ContinuedPair {
public:
    using Contact = BasicDynamicContact<T>;
    using Point = BasicDynamicPoint<T>;
    using Found = FoundContact<T>;
    using Vector = typename Space<T>::Dimension::Vector;
    using Position = typename Space<T>::Position;

    /// @param kept  gets the contact of the points that are kept, if there are any
    ContinuedPair(DynamicsState<T>& state, std::span<const Contact> former, std::span<Found> found,
                  float scale, std::vector<Found>& kept)
        : state_(state), former_(former), found_(found), scale_(scale), kept_(kept) {}

    void run() {
        takeImpulses();
        const ObjectPair& objects = found_[0].contact.objects;
        const BodyRecord<T>*a = state_.record(found_[0].recordA), *b = state_.record(found_[0].recordB);
        Found kept = found_[0];
        kept.order = found_.back().order + 1;
        kept.contact.pointCount = 0;
        kept.meeting = kNone;  // the points are near
        kept.fraction = kept.room = 0.0f;
        if (canKeep(a, objects.a) && canKeep(b, objects.b)) {
            keepPoints(a, b, kept.contact);
        }
        takeFriction(kept.contact);
        if (kept.contact.pointCount > 0) {
            kept_.push_back(kept);
        }
    }

private:
    void takeImpulses() {
        for (Found& found : found_) {
            for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
                Point& point = found.contact.pointArray[i];
                if (const Point* const same = formerPoint(point.id)) {
                    point.impulse = same->impulse * scale_;
                }
            }
        }
    }
    [[nodiscard]] const Point* formerPoint(std::uint64_t id) const {
        for (const Contact& contact : former_) {
            if (const Point* const point = pointOf(contact, id)) {
                return point;
            }
        }
        return nullptr;
    }

    /// Whether the motion of an object in the last step is known. The game may have changed it, or may move
    /// it.
    [[nodiscard]] bool canKeep(const BodyRecord<T>* record, ObjectId id) const {
        return (record == nullptr || record->inverseMass > 0.0f) &&
               !std::ranges::binary_search(state_.edited, id.index);
    }

    /// Keeps the points that were not found again: first those that carry load.
    void keepPoints(const BodyRecord<T>* a, const BodyRecord<T>* b, Contact& kept) {
        for (const bool isLoaded : {true, false}) {
            for (const Contact& contact : former_) {
                for (const Point& point : contact.points()) {
                    const bool isFound = std::ranges::any_of(found_, [&](const Found& found) {
                        return pointOf(found.contact, point.id) != nullptr;
                    });
                    if (!isFound && (point.impulse > 0.0f) == isLoaded) {
                        const Position halfGap(0.5f * point.separation * contact.normal);
                        keep({contact.normal, afterStep(a, Position(point.position - halfGap)),
                              afterStep(b, Position(point.position + halfGap)), contact.slip,
                              point.impulse * scale_, point.id},
                             kept);
                    }
                }
            }
        }
    }

    /// A point of the last step, where it is now.
    struct FormerPoint {
        Vector normal;
        Position onA, onB;
        float slip, impulse;
        std::uint64_t id;
    };

    /// Keeps a point, or hands its impulse to a new one at the same place.
    void keep(const FormerPoint& point, Contact& kept) {
        const float margin = state_.options.solver.margin;
        const Vector normal = kept.pointCount > 0 ? kept.normal : point.normal, gap(point.onB - point.onA);
        const float separation = glm::dot(gap, normal),
                    slip = point.slip + glm::length(gap - separation * normal);
        const Position position = Position(0.5f) * (point.onA + point.onB);
        if (Point* const replacement = newPointAt(position, normal, kSamePlace * margin)) {
            replacement->impulse = std::max(replacement->impulse, point.impulse);
        } else if (separation < kMaxGap * margin && slip < kMaxSlip * margin &&
                   glm::dot(normal, point.normal) > kSimilar &&
                   kept.pointCount < Space<T>::Dimension::kMaxPoints) {
            kept.normal = normal;
            kept.slip = std::max(kept.slip, slip);
            kept.pointArray[kept.pointCount++] = {position, separation, point.impulse, 0.0f, point.id};
        }
    }
    [[nodiscard]] Point* newPointAt(const Position& position, const Vector& normal, float tolerance) {
        for (Found& found : found_) {
            for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
                Point& point = found.contact.pointArray[i];
                if (glm::length(Vector(point.position - position)) < tolerance &&
                    glm::dot(found.contact.normal, normal) > kSimilar && formerPoint(point.id) == nullptr) {
                    return &point;
                }
            }
        }
        return nullptr;
    }

    /// The friction of each former contact goes to the contact that has most of its points; of equals, to
    /// the one with the most similar normal.
    void takeFriction(Contact& kept) {
        for (const Contact& from : former_) {
            Contact* heir = nullptr;
            float most = kSimilar;
            const auto consider = [&](Contact& to) {
                auto similarity = glm::dot(from.normal, to.normal);
                for (const Point& point : from.points()) {
                    similarity += pointOf(to, point.id) != nullptr ? 1.0f : 0.0f;
                }
                if (to.pointCount > 0 && similarity > most) {
                    most = similarity;
                    heir = &to;
                }
            };
            for (Found& found : found_) {
                consider(found.contact);
            }
            consider(kept);
            if (heir != nullptr) {
                heir->frictionImpulse += from.frictionImpulse * scale_;
                heir->twistImpulse += from.twistImpulse * scale_;
                heir->rollingImpulse += from.rollingImpulse * scale_;
            }
        }
    }

    DynamicsState<T>& state_;
    std::span<const Contact> former_;
    std::span<Found> found_;
    float scale_;
    std::vector<Found>& kept_;
};

/// Returns the end of the contacts with a key.
template <class Iterator, class Projection>
Iterator endOfKey(Iterator first, Iterator end, const auto& key, Projection contactOf) {
    return std::find_if(first, end, [&](const auto& one) { return orderOf(contactOf(one)) != key; });
}

}  // namespace

/// Continues the contacts of the last step. Those that this step has found take over impulses: their points
/// from points with the same id or at the same place, their friction from the contact that had most of their
/// points.
///
/// Points that were not found again are kept as a further contact of the pair, as long as the pair has others
/// and its bodies hardly move: a manifold has at most four points, but a body can rest on more. Without the
/// others it would sink there, be lifted from a point that is dropped in turn, and rock for ever.
template <class T>
void DynamicsStep<T>::continueContacts() {
    const float substep = dt_ / static_cast<float>(s_.options.solver.substeps);
    const float scale = s_.substep > 0.0f ? substep / s_.substep : 1.0f;
    const std::size_t blockCount = (s_.found.size() + kContactsPerTask - 1) / kContactsPerTask;
    if (s_.continued.size() < blockCount) {
        s_.continued.resize(blockCount);
    }
    parallelFor_(blockCount, [&](std::size_t number) {
        ContinuedBlock<T>& block = s_.continued[number];
        block.first = firstOfPair(number * kContactsPerTask);
        block.end = firstOfPair((number + 1) * kContactsPerTask);
        block.kept.clear();
        continueBlock(block, scale);
    });
    insertKept(std::span(s_.continued).first(blockCount));
}

/// The first found contact of a pair of children at a place or after it.
template <class T>
std::size_t DynamicsStep<T>::firstOfPair(std::size_t at) const {
    at = std::min(at, s_.found.size());
    while (at > 0 && at < s_.found.size() &&
           orderOf(s_.found[at - 1].contact) == orderOf(s_.found[at].contact)) {
        ++at;
    }
    return at;
}

template <class T>
void DynamicsStep<T>::continueBlock(ContinuedBlock<T>& block, float scale) {
    const auto ofFound = [](const Found& found) -> const auto& {
        return found.contact;
    };
    const auto itself = [](const Contact& contact) -> const auto& {
        return contact;
    };
    if (block.first == block.end) {
        return;
    }
    const auto end = s_.found.begin() + static_cast<std::ptrdiff_t>(block.end);
    auto found = s_.found.begin() + static_cast<std::ptrdiff_t>(block.first);
    auto former = std::ranges::lower_bound(s_.contacts, orderOf(found->contact), {}, orderOf<T>);
    while (found != end) {
        const auto key = orderOf(found->contact);
        const auto foundEnd = endOfKey(found, end, key, ofFound);
        while (former != s_.contacts.end() && orderOf(*former) < key) {
            ++former;
        }
        const auto formerEnd = endOfKey(former, s_.contacts.end(), key, itself);
        if (former != formerEnd && former->objects == found->contact.objects) {
            ContinuedPair<T>(s_, {former, formerEnd}, {found, foundEnd}, scale, block.kept).run();
        }
        former = formerEnd;
        found = foundEnd;
    }
}

/// Puts the contacts of kept points behind those of their pairs.
template <class T>
void DynamicsStep<T>::insertKept(std::span<ContinuedBlock<T>> blocks) {
    std::size_t count = 0;
    for (ContinuedBlock<T>& block : blocks) {
        block.keptBefore = count;
        count += block.kept.size();
    }
    if (count == 0) {
        return;
    }
    s_.foundAndKept.resize(s_.found.size() + count);
    parallelFor_(blocks.size(), [&](std::size_t number) {
        const ContinuedBlock<T>& block = blocks[number];
        const auto keyOf = [](const Found& found) {
            return std::tuple_cat(orderOf(found.contact), std::tuple(found.order));
        };
        std::ranges::merge(
            std::span(s_.found).subspan(block.first, block.end - block.first), block.kept,
            s_.foundAndKept.begin() + static_cast<std::ptrdiff_t>(block.first + block.keptBefore), {}, keyOf,
            keyOf);
    });
    std::swap(s_.found, s_.foundAndKept);
}

#define SAT3D_INSTANTIATE(T) template void DynamicsStep<T>::continueContacts()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
