#include "math/is_finite.hpp"
#include "math/pose_contract.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/response/stand_on.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr int kMaxRounds = 16;
/// Rounds end when no foot moves by more than this share of the vehicle's size.
constexpr double kStill = 1e-6;

/// The rotation by the smallest angle that takes one unit vector to another one. Not for opposite ones.
glm::dquat rotationBetween(const glm::dvec3& from, const glm::dvec3& to) {
    return glm::normalize(glm::dquat(1.0 + glm::dot(from, to), glm::cross(from, to)));
}

/// A foot above the ground, level coordinates relative to the center of mass.
template <class T>
struct Foot {
    std::uint32_t number = 0;
    glm::dvec2 level{0.0};
    double rise = 0.0;  ///< of the ground above the foot
    BasicMoverContact<T> ground;
};

/// A plane of corrections: how far the vehicle must rise at a level place.
struct Rise {
    double atCenter = 0.0;
    glm::dvec2 slope{0.0};
    std::array<std::size_t, 3> feet{};  ///< that carry the vehicle
};

/// Returns the lowest plane above the rises of all feet, at the center: of all triples of feet around the
/// center, the one that is highest there (the dual of a linear program).
template <class T>
std::optional<Rise> lowestRise(std::span<const Foot<T>> feet, double size) {
    const double small = 1e-9 * size * size;
    std::optional<Rise> best;
    for (std::size_t i = 0; i < feet.size(); ++i) {
        for (std::size_t j = i + 1; j < feet.size(); ++j) {
            for (std::size_t k = j + 1; k < feet.size(); ++k) {
                const Foot<T>&a = feet[i], &b = feet[j], &c = feet[k];
                const glm::dvec2 ab = b.level - a.level, ac = c.level - a.level;
                const double area = crossOf(ab, ac), side = area < 0.0 ? -1.0 : 1.0;
                const bool isAround = crossOf(a.level, b.level) * side >= -small &&
                                      crossOf(b.level, c.level) * side >= -small &&
                                      crossOf(c.level, a.level) * side >= -small;
                if (std::abs(area) <= small || !isAround) {
                    continue;
                }
                const double toB = b.rise - a.rise, toC = c.rise - a.rise;
                const glm::dvec2 slope = glm::dvec2(toB * ac.y - toC * ab.y, toC * ab.x - toB * ac.x) / area;
                const double atCenter = a.rise - glm::dot(slope, a.level);
                if (!best || atCenter > best->atCenter) {
                    best = {atCenter, slope, {i, j, k}};
                }
            }
        }
    }
    return best;
}

/// The search of standOn().
template <class T>
class Stander {
public:
    Stander(const BasicWorld<T>& world, std::span<const glm::vec3> feet, const StandOptions& options)
        : world_(world), feet_(feet), options_(options), up_(glm::normalize(glm::dvec3(options.up))) {
        const glm::dvec3 side = std::abs(up_.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        x_ = glm::normalize(glm::cross(side, up_));
        y_ = glm::cross(up_, x_);
        for (const glm::vec3& foot : feet) {
            size_ = std::max(size_, glm::length(glm::dvec3(foot - options.center)));
        }
    }

    [[nodiscard]] std::optional<BasicStanding<T>> find(const BasicPose<T>& pose) {
        const glm::dvec3 localUp = glm::normalize(glm::dvec3(options_.localUp));
        rotation_ = glm::normalize(glm::dquat(pose.rotation));
        center_ = glm::dvec3(pose.position) + rotation_ * glm::dvec3(options_.center);
        const glm::dvec3 lean = rotation_ * localUp;
        if (!(1.0 + glm::dot(lean, up_) > 1e-6)) {
            return std::nullopt;  // it lies on its back: no heading to keep
        }
        rotation_ = rotationBetween(lean, up_) * rotation_;
        std::optional<Rise> rise;
        for (int round = 0; round < kMaxRounds; ++round) {
            findGround();
            rise = lowestRise(std::span<const Foot<T>>(found_).first(foundCount_), size_);
            if (!rise) {
                return std::nullopt;
            }
            center_ += rise->atCenter * up_;
            const glm::dvec3 normal = glm::normalize(up_ - rise->slope.x * x_ - rise->slope.y * y_);
            rotation_ = glm::normalize(rotationBetween(up_, normal) * rotation_);
            if (std::abs(rise->atCenter) + size_ * glm::length(rise->slope) <= kStill * size_) {
                break;
            }
        }
        return standing(*rise, localUp);
    }

private:
    /// Finds the ground below the feet that have some in reach.
    void findGround() {
        foundCount_ = 0;
        const double reach = options_.reach;
        for (std::uint32_t i = 0; i < feet_.size(); ++i) {
            const glm::dvec3 arm = rotation_ * glm::dvec3(feet_[i] - options_.center);
            const glm::vec<3, T> origin(center_ + arm + reach * up_);
            const BasicRay<T> ray{origin, glm::vec3(-up_), 2.0f * options_.reach};
            const auto hit = raycast(world_, ray, options_.filter);
            if (hit && !hit->hit.startedInside) {
                const RayIntersection& entry = hit->hit.entry;
                const glm::dvec3 point = glm::dvec3(origin) - double(entry.distance) * up_;
                found_[foundCount_++] = {i,
                                         {glm::dot(arm, x_), glm::dot(arm, y_)},
                                         reach - double(entry.distance),
                                         {hit->object, entry.normal, glm::vec<3, T>(point), entry.tag}};
            }
        }
    }
    [[nodiscard]] BasicStanding<T> standing(const Rise& rise, const glm::dvec3& localUp) const {
        BasicStanding<T> result;
        result.pose.rotation = glm::qua<T>(rotation_);
        result.pose.position = glm::vec<3, T>(center_ - rotation_ * glm::dvec3(options_.center));
        result.normal = glm::vec3(rotation_ * localUp);
        for (std::size_t i = 0; i < rise.feet.size(); ++i) {
            result.feet[i] = found_[rise.feet[i]].number;
            result.ground[i] = found_[rise.feet[i]].ground;
        }
        return result;
    }

    const BasicWorld<T>& world_;
    std::span<const glm::vec3> feet_;
    const StandOptions& options_;
    glm::dvec3 up_, x_{0.0}, y_{0.0};  ///< unit, perpendicular
    double size_ = 0.0;
    glm::dquat rotation_{1.0, glm::dvec3(0.0)};
    glm::dvec3 center_{0.0};  ///< of mass, world frame
    std::array<Foot<T>, kMaxFeet> found_;
    std::size_t foundCount_ = 0;
};

bool isDirection(const glm::vec3& v) {
    return isFinite(v) && v != glm::vec3(0.0f);
}

}  // namespace

template <Spatial T>
std::optional<BasicStanding<T>> standOn(const BasicWorld<T>& world,
                                        const std::type_identity_t<BasicPose<T>>& pose,
                                        std::span<const glm::vec3> feet, const StandOptions& options) {
    const bool isSound = isDirection(options.up) && isDirection(options.localUp) &&
                         isFinite(options.center) && std::isfinite(options.reach) && options.reach > 0.0f;
    const bool hasFeet =
        feet.size() >= 3 && feet.size() <= kMaxFeet &&
        std::all_of(feet.begin(), feet.end(), [](const glm::vec3& foot) { return isFinite(foot); });
    SAT3D_ASSERT(isSound, "up axes not zero, reach above 0, all options finite");
    SAT3D_ASSERT(hasFeet, "3 to kMaxFeet feet, finite");
    return isUsable(pose) && isSound && hasFeet ? Stander<T>(world, feet, options).find(pose) : std::nullopt;
}

template SAT3D_API std::optional<Standing> standOn(const World&, const Pose&, std::span<const glm::vec3>,
                                                   const StandOptions&);
template SAT3D_API std::optional<DStanding> standOn(const DWorld&, const DPose&, std::span<const glm::vec3>,
                                                    const StandOptions&);

}  // namespace sat3d::SAT3D_ABI
