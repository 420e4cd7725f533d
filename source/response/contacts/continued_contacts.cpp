#include "response/contacts/continued_contacts.hpp"

#include "world/objects/for_each_space.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// A point is kept while its gap, and its slip since it was found, are below these fractions of the solver's
/// margin, and while it has become deeper by no more than the third one in a step. A point that was seen
/// across a larger gap is kept only while it does not overlap: it would catch a body that has passed an edge
/// closely.
constexpr float kMaxGap = 0.1f, kMaxSlip = 0.25f, kMaxDeeper = 0.05f;

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

/// The contacts of two children in the last step, and those that this step has found.
template <class T>
class ContinuedPair {
public:
    using Contact = BasicDynamicContact<T>;
    using Point = BasicDynamicPoint<T>;
    using Found = FoundContact<T>;
    using Vector = typename Space<T>::Dimension::Vector;
    using DVector = typename Space<T>::Dimension::DVector;
    using Position = typename Space<T>::Position;

    ContinuedPair(const Continuation<T>& continuation, std::span<const Found> former, std::span<Found> found)
        : continuation_(continuation), former_(former), found_(found), kept_(found[0]) {
        kept_.order = found.back().order + 1;
        kept_.contact.pointCount = 0;
        kept_.contact.slip = 0.0f;
        kept_.meeting = kNone;  // the points are near
        kept_.fraction = kept_.room = 0.0f;
    }

    /// @return the contact of the points that are kept. It may have none
    const Found& run() {
        takeImpulses();
        if (!continuation_.isEdited) {
            keepPoints();
        }
        takeFriction();
        return kept_;
    }

private:
    void takeImpulses() {
        for (Found& found : found_) {
            for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
                Point& point = found.contact.pointArray[i];
                if (const Point* const same = formerPoint(point.id)) {
                    point.impulse = same->impulse * continuation_.scale;
                }
            }
        }
    }
    [[nodiscard]] const Point* formerPoint(std::uint64_t id) const {
        for (const Found& former : former_) {
            if (const Point* const point = pointOf(former.contact, id)) {
                return point;
            }
        }
        return nullptr;
    }

    /// Keeps the points that were not found again: first those that carry load.
    void keepPoints() {
        for (const bool isLoaded : {true, false}) {
            for (const Found& former : former_) {
                for (std::uint32_t i = 0; i < former.contact.pointCount; ++i) {
                    const Point& point = former.contact.pointArray[i];
                    const bool isFound = std::ranges::any_of(found_, [&](const Found& found) {
                        return pointOf(found.contact, point.id) != nullptr;
                    });
                    if (!isFound && (point.impulse > 0.0f) == isLoaded) {
                        keep(former, i);
                    }
                }
            }
        }
    }

    /// Keeps a point, or hands its impulse to a new one at the same place.
    void keep(const Found& former, std::uint32_t i) {
        const float margin = continuation_.margin;
        Contact& kept = kept_.contact;
        const bool isFirst = kept.pointCount == 0;
        const DVector itsNormal = continuation_.place.normalOf(former),
                      normal = isFirst ? itsNormal : continuation_.place.normalOf(kept_);
        const auto ends = continuation_.place.endsOf(former.anchors[i]);
        const auto separation =
            static_cast<float>(BodyInReference<T>::separationOf(former, i, ends.gap(), normal));
        const Point& before = former.contact.pointArray[i];
        const float slip = BodyInReference<T>::slipBetween(ends, normal),
                    impulse = before.impulse * continuation_.scale;
        const bool wasNear = before.separation < kMaxGap * margin;
        const float deepest = wasNear ? std::min(before.separation, 0.0f) - kMaxDeeper * margin : 0.0f;
        const DVector outOfA = static_cast<double>(former.radiusA) * normal,
                      outOfB = static_cast<double>(former.radiusB) * normal;
        const Position position(0.5 * ((ends.a + outOfA) + (ends.b - outOfB)));
        if (Point* const replacement = newPointAt(position, Vector(normal), kSamePlace * margin)) {
            replacement->impulse = std::max(replacement->impulse, impulse);
        } else if (separation < kMaxGap * margin && separation > deepest && slip < kMaxSlip * margin &&
                   glm::dot(normal, itsNormal) > static_cast<double>(kSimilar) &&
                   kept.pointCount < Space<T>::Dimension::kMaxPoints) {
            if (isFirst) {
                kept.normal = Vector(normal);
                kept_.normalInReference = former.normalInReference;
                kept_.tagA = former.tagA, kept_.tagB = former.tagB;
            }
            kept.slip = std::max(kept.slip, slip);
            kept_.anchors[kept.pointCount] = former.anchors[i];
            kept.pointArray[kept.pointCount++] = {position, separation, impulse, 0.0f, before.id};
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
    void takeFriction() {
        for (const Found& former : former_) {
            const Contact& from = former.contact;
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
            consider(kept_.contact);
            if (heir != nullptr) {
                heir->frictionImpulse += from.frictionImpulse * continuation_.scale;
                heir->twistImpulse += from.twistImpulse * continuation_.scale;
                heir->rollingImpulse += from.rollingImpulse * continuation_.scale;
            }
        }
    }

    const Continuation<T>& continuation_;
    std::span<const Found> former_;
    std::span<Found> found_;
    Found kept_;
};

}  // namespace

template <class T>
void continueContacts(const Continuation<T>& continuation, std::span<const FoundContact<T>> former,
                      std::size_t first, std::size_t end, std::vector<FoundContact<T>>& list) {
    const FoundContact<T> kept =
        ContinuedPair<T>(continuation, former, std::span(list).subspan(first, end - first)).run();
    if (kept.contact.pointCount > 0) {
        list.push_back(kept);
    }
}

#define SAT3D_INSTANTIATE(T)                                                                              \
    template void continueContacts(const Continuation<T>&, std::span<const FoundContact<T>>, std::size_t, \
                                   std::size_t, std::vector<FoundContact<T>>&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
