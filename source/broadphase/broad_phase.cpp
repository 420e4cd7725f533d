#include "broadphase/broad_phase_state.hpp"
#include "core/enum_names.hpp"

#include <sat3d/broadphase/broad_phase.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

std::string_view toString(BroadPhase::Mobility mobility) noexcept {
    return enumName<BroadPhase::Mobility::Static>(mobility, {"Moving", "Static"});
}

BroadPhase::BroadPhase() : state_(new State) {}
BroadPhase::BroadPhase(const BroadPhase& other) : state_(new State(*other.state_)) {}
BroadPhase::BroadPhase(BroadPhase&& other) noexcept : BroadPhase() {
    std::swap(state_, other.state_);
}
BroadPhase& BroadPhase::operator=(const BroadPhase& other) {
    *state_ = *other.state_;
    return *this;
}
BroadPhase& BroadPhase::operator=(BroadPhase&& other) noexcept {
    *state_ = std::exchange(*other.state_, {});
    return *this;
}
BroadPhase::~BroadPhase() = default;

void BroadPhase::set(std::uint32_t item, const Aabb& box, Mobility mobility) {
    state_->set(item, box, mobility);
}

void BroadPhase::setBox(std::uint32_t item, const Aabb& box) noexcept {
    state_->setBox(item, box);
}

bool BroadPhase::remove(std::uint32_t item) noexcept {
    return state_->remove(item);
}

bool BroadPhase::contains(std::uint32_t item) const noexcept {
    return state_->contains(item);
}

Aabb BroadPhase::bounds(std::uint32_t item) const noexcept {
    return state_->bounds(item);
}

std::uint32_t BroadPhase::size() const noexcept {
    return state_->size();
}

void BroadPhase::update(ParallelFor parallelFor) {
    state_->update(parallelFor);
}

std::span<const PairIndices> BroadPhase::findPairs(ParallelFor parallelFor) {
    return state_->findPairs(parallelFor);
}

bool BroadPhase::query(const Aabb& box, CallbackRef<bool(std::uint32_t)> visit) const {
    return state_->query(box, visit);
}

double BroadPhase::cast(const Ray& ray, Visit visit) const {
    return state_->cast({ray.origin, ray.origin}, ray.direction, ray.length, visit);
}

double BroadPhase::cast(const DRay& ray, Visit visit) const {
    return state_->cast(Aabb::around(ray.origin, ray.origin), ray.direction, ray.length, visit);
}

double BroadPhase::cast(const Aabb& start, const glm::vec3& direction, double length, Visit visit) const {
    return state_->cast(start, direction, length, visit);
}

double BroadPhase::traverse(double limit, CallbackRef<double(const Aabb&)> bound, Visit visit) const {
    return state_->traverse(limit, bound, visit);
}

std::optional<std::string> BroadPhase::validate() const {
    return state_->validate();
}

}  // namespace sat3d::SAT3D_ABI
