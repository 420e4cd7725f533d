#include <sat3d/core/assert.hpp>
#include <sat3d/response/fixed_step.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
BasicPose<T> mixed(const BasicPose<T>& a, const BasicPose<T>& b, T fraction) {
    const T toB = glm::dot(a.rotation, b.rotation) < T(0) ? -fraction : fraction;
    return {a.position + (b.position - a.position) * fraction,
            glm::normalize(a.rotation * (T(1) - fraction) + b.rotation * toB)};
}

template <class T>
BasicPlanarPose<T> mixed(const BasicPlanarPose<T>& a, const BasicPlanarPose<T>& b, T fraction) {
    const auto rotation = a.rotation * (T(1) - fraction) + b.rotation * fraction;
    const T length = glm::length(rotation);
    return {a.position + (b.position - a.position) * fraction,
            // Opposite rotations have no middle.
            length > T(0) ? rotation / length : a.rotation};
}

}  // namespace

FixedStep::FixedStep(float seconds, std::uint32_t maxSteps) noexcept
    : seconds_(seconds), maxSteps_(std::max(maxSteps, 1u)) {
    const bool isUsable = std::isfinite(seconds) && seconds > 0.0f;
    SAT3D_ASSERT(isUsable, "a step takes time");
    if (!isUsable) {
        seconds_ = 1.0f / 60.0f;
    }
}

std::uint32_t FixedStep::advance(double frameSeconds) noexcept {
    const double step = seconds_;
    if (frameSeconds > 0.0) {
        rest_ = std::min(rest_ + frameSeconds, step * (static_cast<double>(maxSteps_) + 0.999));
    }
    const double steps = std::floor(rest_ / step);
    rest_ = std::max(rest_ - steps * step, 0.0);
    return std::min(static_cast<std::uint32_t>(steps), maxSteps_);
}

float FixedStep::fraction() const noexcept {
    return std::min(static_cast<float>(rest_ / static_cast<double>(seconds_)), 1.0f);
}

Pose interpolated(const Pose& a, const Pose& b, float fraction) noexcept {
    return mixed(a, b, fraction);
}
DPose interpolated(const DPose& a, const DPose& b, float fraction) noexcept {
    return mixed(a, b, static_cast<double>(fraction));
}
PlanarPose interpolated(const PlanarPose& a, const PlanarPose& b, float fraction) noexcept {
    return mixed(a, b, fraction);
}
DPlanarPose interpolated(const DPlanarPose& a, const DPlanarPose& b, float fraction) noexcept {
    return mixed(a, b, static_cast<double>(fraction));
}

}  // namespace sat3d::SAT3D_ABI
