#include "response/mover/allowed_motion.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

/// The search of nearestAllowed(). Each function returns the nearest point in some limits, if the others
/// allow it.
template <class Vector>
class ActiveSets {
public:
    using Limit = MotionLimit<Vector>;
    using Point = std::optional<Vector>;

    ActiveSets(std::span<const Limit> limits, const Vector& wanted) : limits_(limits), wanted_(wanted) {
        double scale = glm::length(wanted);
        for (const Limit& limit : limits) {
            scale = std::max(scale, std::abs(limit.least));
        }
        slack_ = 1e-9 * scale;
    }

    [[nodiscard]] Point find() const {
        Point found = ifAllowed(wanted_);
        const std::size_t count = limits_.size();
        for (std::size_t i = 0; !found && i < count; ++i) {
            found = onPlane(limits_[i]);
        }
        for (std::size_t i = 0; !found && i < count; ++i) {
            for (std::size_t j = i + 1; !found && j < count; ++j) {
                found = onLine(limits_[i], limits_[j]);
            }
        }
        if constexpr (Vector::length() == 3) {
            for (std::size_t i = 0; !found && i < count; ++i) {
                for (std::size_t j = i + 1; !found && j < count; ++j) {
                    for (std::size_t k = j + 1; !found && k < count; ++k) {
                        found = atCorner(limits_[i], limits_[j], limits_[k]);
                    }
                }
            }
        }
        return found;
    }

private:
    static constexpr double kParallel = 1e-8;  ///< squared sine of an angle, or a volume

    [[nodiscard]] Point ifAllowed(const Vector& point) const {
        const bool isAllowed = std::all_of(limits_.begin(), limits_.end(), [&](const Limit& limit) {
            return glm::dot(limit.normal, point) >= limit.least - slack_;
        });
        return isAllowed ? Point(point) : std::nullopt;
    }
    /// How far the wanted point is beyond a limit.
    [[nodiscard]] double excess(const Limit& limit) const {
        return limit.least - glm::dot(limit.normal, wanted_);
    }
    [[nodiscard]] Point onPlane(const Limit& a) const {
        const double distance = excess(a);
        return distance > 0.0 ? ifAllowed(wanted_ + distance * a.normal) : std::nullopt;
    }
    [[nodiscard]] Point onLine(const Limit& a, const Limit& b) const {
        const double cosine = glm::dot(a.normal, b.normal), squaredSine = 1.0 - cosine * cosine;
        const double distanceA = excess(a) - cosine * excess(b), distanceB = excess(b) - cosine * excess(a);
        if (squaredSine < kParallel || distanceA < 0.0 || distanceB < 0.0) {
            return std::nullopt;
        }
        return ifAllowed(wanted_ + (distanceA * a.normal + distanceB * b.normal) / squaredSine);
    }
    [[nodiscard]] Point atCorner(const Limit& a, const Limit& b, const Limit& c) const {
        const glm::dvec3 bc = glm::cross(b.normal, c.normal), ca = glm::cross(c.normal, a.normal),
                         ab = glm::cross(a.normal, b.normal);
        const double volume = glm::dot(a.normal, bc);
        if (std::abs(volume) < kParallel) {
            return std::nullopt;
        }
        const glm::dvec3 correction = (excess(a) * bc + excess(b) * ca + excess(c) * ab) / volume;
        const double distanceA = glm::dot(correction, bc) / volume,
                     distanceB = glm::dot(correction, ca) / volume,
                     distanceC = glm::dot(correction, ab) / volume;
        const double none = -1e-12 * glm::length(correction);
        return distanceA < none || distanceB < none || distanceC < none ? std::nullopt
                                                                        : ifAllowed(wanted_ + correction);
    }

    std::span<const Limit> limits_;
    Vector wanted_;
    double slack_ = 0.0;
};

}  // namespace

template <class Vector>
std::optional<Vector> nearestAllowed(std::type_identity_t<std::span<const MotionLimit<Vector>>> limits,
                                     const Vector& wanted) noexcept {
    return ActiveSets<Vector>(limits, wanted).find();
}

template std::optional<glm::dvec2> nearestAllowed(std::span<const MotionLimit<glm::dvec2>>,
                                                  const glm::dvec2&) noexcept;
template std::optional<glm::dvec3> nearestAllowed(std::span<const MotionLimit<glm::dvec3>>,
                                                  const glm::dvec3&) noexcept;

}  // namespace sat3d::SAT3D_ABI
