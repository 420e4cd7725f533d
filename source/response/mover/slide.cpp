#include "response/mover/allowed_motion.hpp"
#include "response/mover/mover.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/world/world_queries.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Gaps that differ from the skin by less than this share of it are the skin: so a mover comes to rest.
constexpr double kRest = 0.01;
/// Sweeps keep this share of the skin, so that rounding never stops a slide along a surface.
constexpr double kSweptSkin = 0.5;
/// A slide ends when less than this share of its length remains.
constexpr double kNegligible = 1e-6;
/// Surfaces whose normals rise less than this are walls: no edge to stand on.
constexpr double kUpright = 0.02;

}  // namespace

/// Moves straight, until something is as near as the skin.
template <class T>
std::optional<BasicWorldSweep<T>> Mover<T>::advance(const Vector& displacement, double skin) {
    const typename Dimension::Vector translation(displacement);
    const SweepOptions options{.skin = static_cast<float>(skin)};
    const auto hit = sweep(world_, shape_, pose_, translation, options_.filter, options);
    const float fraction = hit ? hit->sweep.fraction : 1.0f;
    pose_.position += Position(translation * fraction);
    return hit;
}

/// Moves as near as possible to the end of a displacement. Each round goes straight, to the nearest point
/// that the surfaces nearby allow.
template <class T>
void Mover<T>::slide(const Vector& displacement, Slide kind) {
    const Vector target = Vector(pose_.position) + displacement;
    const double negligible = kNegligible * glm::length(displacement);
    const auto partOf = [&](const Vector& v) { return kind == Slide::Level ? levelPart(v) : v; };
    for (std::uint32_t round = 0; round < options_.rounds; ++round) {
        const Vector rest = partOf(target - Vector(pose_.position));
        if (glm::length(rest) <= negligible) {
            return;
        }
        const Vector step = slideStep(rest, kind);
        if (glm::length(step) <= negligible) {
            return;
        }
        const bool isStopped = advance(step, kSweptSkin * skin_).has_value();
        if (!isStopped && glm::length(partOf(step) - rest) <= negligible) {
            return;  // it has arrived, up to the rounding of positions
        }
    }
}

/// How far the mover must move away from a surface; below 0, how far it may approach.
template <class T>
double Mover<T>::leastAlong(const Surface& surface) const {
    const double least = skin_ - surface.gap;
    return std::abs(least) < kRest * skin_ ? 0.0 : least;
}

/// Returns the translation nearest to a wanted one that the surfaces nearby allow, and notes what stops
/// it.
template <class T>
typename Mover<T>::Vector Mover<T>::slideStep(const Vector& wanted, Slide kind) {
    const auto near = nearSurfaces(std::min(glm::length(wanted), size_) + 2.0 * skin_);
    std::array<MotionLimit<Vector>, 2 * NearSurfaces<T>::kMax> memory;
    std::size_t count = 0;
    double lift = 0.0;
    for (const Surface& surface : near.surfaces()) {
        const double least = leastAlong(surface), rise = glm::dot(surface.normal, up_);
        memory[count++] = {surface.normal, least};
        if (kind == Slide::Level && isWalkable(surface.normal)) {
            lift = std::max(lift, (least - glm::dot(surface.normal, wanted)) / rise);
        } else if (kind == Slide::Level && rise > 0.0) {
            const Vector level = levelPart(surface.normal);
            const double sine = glm::length(level);
            memory[count++] = {level / sine, std::min(least, 0.0) / sine};
        }
    }
    const std::span limits = std::span(memory).first(count);
    const Vector lifted = wanted + lift * up_;
    auto step = nearestAllowed(limits, lifted);
    if (!step) {  // held from opposite sides: it goes along them, not away
        result_.isCrushed = true;
        for (MotionLimit<Vector>& limit : limits) {
            limit.least = std::min(limit.least, 0.0);
        }
        step = nearestAllowed(limits, lifted);
    }
    const Vector made = step.value_or(Vector(0.0));
    const double tolerance = kNegligible * glm::length(wanted);
    const bool isStopped = glm::distance(made, lifted) > tolerance;
    for (const Surface& surface : near.surfaces()) {
        const bool isTouched = glm::dot(surface.normal, made) <= leastAlong(surface) + tolerance;
        if (isStopped && isTouched && !isWalkable(surface.normal)) {
            addStop({surface.object, typename Dimension::Vector(surface.normal), surface.point(),
                     surface.faceTag});
        }
    }
    return made;
}

template <class T>
void Mover<T>::addStop(const Contact& contact) {
    const auto stops = result_.stops();
    const bool isKnown = std::ranges::any_of(stops, [&](const Contact& stop) {
        return stop.object == contact.object && glm::dot(stop.normal, contact.normal) > 0.999f;
    });
    if (!isKnown && stops.size() < result_.stopArray.size()) {
        result_.stopArray[result_.stopCount++] = contact;
    }
}

/// Whether the surface is ground: not too steep, or the edge of a level surface no higher than a step.
template <class T>
bool Mover<T>::isGround(const Vector& normal, const Position& point) const {
    if (isWalkable(normal)) {
        return true;
    }
    const Vector level = levelPart(normal);
    const double height = glm::dot(Vector(point) - Vector(pose_.position), up_) - bottom_;
    if (glm::dot(normal, up_) < kUpright || height > double(options_.stepHeight) + 2.0 * skin_) {
        return false;
    }
    // A ray from above, a little inside. A slope that is too steep is above its origin there.
    const double inside = 2.0 * skin_, above = inside * tangent_ + skin_;
    const Vector origin = Vector(point) + above * up_ - inside * glm::normalize(level);
    const typename Space<T>::Ray ray{Position(origin), typename Dimension::Vector(-up_),
                                     static_cast<float>(2.0 * above)};
    const auto hit = raycast(world_, ray, options_.filter);
    return hit && !hit->hit.startedInside && isWalkable(Vector(hit->hit.entry.normal));
}

template <class T>
std::optional<BasicMoverContact<T>> Mover<T>::groundBelow() const {
    const auto near = nearSurfaces(2.0 * skin_);
    for (const Surface& surface : near.surfaces()) {
        if (isGround(surface.normal, surface.point())) {
            return Contact{surface.object, typename Dimension::Vector(surface.normal), surface.point(),
                           surface.faceTag};
        }
    }
    return std::nullopt;
}

#define SAT3D_INSTANTIATE(T)                                                             \
    template std::optional<BasicWorldSweep<T>> Mover<T>::advance(const Vector&, double); \
    template void Mover<T>::slide(const Vector&, Slide);                                 \
    template Mover<T>::Vector Mover<T>::slideStep(const Vector&, Slide);                 \
    template void Mover<T>::addStop(const Contact&);                                     \
    template bool Mover<T>::isGround(const Vector&, const Position&) const;              \
    template std::optional<BasicMoverContact<T>> Mover<T>::groundBelow() const
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
