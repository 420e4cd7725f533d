#pragma once

/// @file
/// Casts of wheels down to the ground.

#include "narrowphase/composite/child.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/sweep/limited_sweep.hpp"
#include "narrowphase/sweep/touched_face.hpp"
#include "world/objects/space_math.hpp"
#include "world/queries/ray_limit.hpp"
#include "world/world_access.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// What a wheel meets on its way down.
template <class T>
struct WheelHit {
    ObjectId object;
    typename Space<T>::Position point{0};
    glm::vec3 normal{0.0f};  ///< unit, toward the wheel
    /// That the bottom of the wheel goes, from where it is if the spring is at its stop.
    float distance = 0.0f;
    std::uint32_t child = 0, faceTag = 0;  ///< of the object, where it is met

    /// Whether the wheel meets this first: of equals, the lowest numbered.
    [[nodiscard]] bool isBefore(const WheelHit& other) const {
        if (distance != other.distance) {
            return distance < other.distance;
        }
        return object.index != other.object.index ? object.index < other.object.index : child < other.child;
    }
};

/// The way of a wheel down from its stop.
template <class T>
struct WheelWay {
    typename Space<T>::Pose stop;  ///< of its center, with the axes of the object, turned as it steers
    glm::vec3 up, axle;            ///< unit, world frame
    float length;                  ///< of the bottom, meters
};

/// Casts one wheel. The cast begins above the stop, so that ground that has pushed the wheel there is met.
template <class T>
class WheelCaster {
public:
    using Position = typename Space<T>::Position;
    using Hit = WheelHit<T>;

    /// @param prism  of the wheel, if it casts a cylinder. Must outlive this
    WheelCaster(const VehicleWheel& wheel, const std::optional<ConvexHull>& prism, const WheelWay<T>& way)
        : wheel_(wheel), way_(way), start_(way.stop) {
        if (wheel.cast == WheelCast::CylinderCast) {
            prism_ = &*prism;
            room_ = kLead * wheel.radius;
            start_.position += Position(way.up * room_);
        } else {
            // A ray without a width would slip between two tiles.
            const bool isRay = wheel.cast == WheelCast::RayCast;
            sphere_.radius = isRay ? kHair * wheel.radius : 0.5f * wheel.width;
            room_ = wheel.radius - sphere_.radius;
            start_.rotation = glm::identity<decltype(start_.rotation)>();
        }
        length_ = std::max(way.length + room_, 1e-3f * wheel.radius);
    }

    /// Finds the first surface below the wheel that is ground.
    /// @param mayTouch  bool(ObjectId)
    /// @param take      bool(const Hit&): whether it is ground. Called for what would be met before all that
    ///                  was taken, so the last one that is taken is the first one below
    template <class MayTouch, class Take>
    void findGround(const BasicWorld<T>& world, const QueryFilter& filter, const MayTouch& mayTouch,
                    const Take& take) const {
        std::optional<Hit> first;
        const auto offer = [&](const Hit& hit) {
            const bool isTaken = glm::dot(hit.normal, way_.up) > kSteepest && take(hit);
            first = isTaken ? std::optional(hit) : first;
            return isTaken;
        };
        const auto visit = [&](ObjectId id, const BasicObject<T>& object, double limit) {
            if (!mayTouch(id)) {
                return limit;
            }
            const std::optional<Hit> hit = meet(id, object, limit);
            const bool isNearer = hit && (!first || hit->isBefore(*first));
            if (isNearer && !offer(*hit) && ShapeRef(object.shape).isComposite()) {
                forEachPart(id, object, [&](const Hit& part) {
                    if (!first || part.isBefore(*first)) {
                        offer(part);
                    }
                });
            }
            return first ? std::min(limit, reachOf(*first)) : limit;
        };
        WorldAccess::cast(world, tightBoxInSpace(shape(), start_), -way_.up, static_cast<double>(length_),
                          filter, visit);
    }

private:
    static constexpr float kSteepest = 0.2f;  ///< cosine. The side of a wheel carries nothing
    static constexpr float kLead = 0.5f;      ///< how far above the stop a cylinder begins, by its radius
    static constexpr float kHair = 1e-3f;     ///< radius of a ray, by that of the wheel
    /// How much lower a prism stands on ground that is not too steep than the cylinder around it, by the
    /// radius.
    static constexpr float kLargestGap = 0.03f;

    [[nodiscard]] ShapeRef shape() const { return prism_ != nullptr ? ShapeRef(*prism_) : ShapeRef(sphere_); }
    [[nodiscard]] RigidMotion motion() const { return {-way_.up * length_}; }
    /// A limit of a search that still visits what is met at the same time, up to rounding.
    [[nodiscard]] double reachOf(const Hit& hit) const {
        const float way = std::max(hit.distance + room_, 0.0f);
        const float slack = prism_ != nullptr ? kLargestGap * wheel_.radius : 0.0f;
        const typename Space<T>::Ray path{start_.position, -way_.up, length_};
        return limitAt(path, way + slack, std::numeric_limits<double>::infinity());
    }

    /// What the wheel meets first of an object.
    [[nodiscard]] std::optional<Hit> meet(ObjectId id, const BasicObject<T>& object, double limit) const {
        const double upTo = limit / static_cast<double>(length_);
        auto found = sweepUpTo(upTo, shape(), start_, object.shape, object.pose, motion(), {}, {});
        if (!found) {
            return std::nullopt;
        }
        nameFaces(found, shape(), start_, motion(), object.shape, object.pose, RigidMotion{});
        return hitOf(id, object, found);
    }

    /// Visits what the wheel meets of each child or triangle of an object.
    template <class Visit>
    void forEachPart(ObjectId id, const BasicObject<T>& object, const Visit& visit) const {
        const PosedShape wheel{shape(), inDouble(start_)}, ground{object.shape, inDouble(object.pose)};
        const glm::dvec3 way = glm::conjugate(ground.pose.rotation) * glm::dvec3(-way_.up * length_);
        const auto bound = [&](const ChildShape&, const Aabb& box) {
            return GapBound(
                join(box, Aabb::around(glm::dvec3(box.lower) + way, glm::dvec3(box.upper) + way)));
        };
        forEachChildPair(
            wheel, ground, 0.0, bound, [&](const ChildShape& own, const ChildShape& part, double limit) {
                DSweep found = sweepUpTo(1.0, own.shape, own.pose, part.shape, part.pose, motion(), {}, {});
                if (found) {
                    found.children.b = part.number;
                    const glm::dvec3 outward(-found.normal);
                    found.faceTagB = touchedFace(object.shape, ground.pose, part.number, outward).tag;
                    visit(hitOf(id, object, found));
                }
                return limit;
            });
    }

    template <class U>
    [[nodiscard]] Hit hitOf(ObjectId id, const BasicObject<T>& object, const BasicSweep<U>& sweep) const {
        const bool overlaps = sweep.status == SweepStatus::InitialOverlap;
        const float way = overlaps ? -sweep.depth : sweep.fraction * length_;
        Hit hit{id, Position(sweep.point), -sweep.normal, way - room_, sweep.children.b, sweep.faceTagB};
        if (wheel_.cast == WheelCast::SphereCast || overlaps) {
            return hit;
        }
        const glm::vec3 face = faceNormal(object, sweep.children.b, hit.normal);
        if (prism_ == nullptr) {  // a ray meets faces, no edges
            hit.normal = face != glm::vec3(0.0f) ? face : hit.normal;
            return hit;
        }
        constexpr float kSame = 1e-5f;
        return glm::dot(face, hit.normal) > 1.0f - kSame ? onPlane(hit) : onEdge(hit);
    }

    /// The normal of the face of an object that is turned most toward the wheel. Zero if it is round.
    [[nodiscard]] static glm::vec3 faceNormal(const BasicObject<T>& object, std::uint32_t part,
                                              const glm::vec3& normal) {
        const Child child(object.shape, inDouble(object.pose), part);
        if (child.shape().kind() == ShapeRef::Kind::HalfSpace) {
            return normal;
        }
        const ConvexProxy core(child.shape(), localToWorld(child.pose()));
        return core.faceCount() > 0 ? glm::vec3(core.faceNormal(core.faceToward(glm::dvec3(normal))))
                                    : glm::vec3(0.0f);
    }

    /// The cylinder on the plane that its prism has met. The ground acts in the middle plane of the wheel.
    [[nodiscard]] Hit onPlane(Hit hit) const {
        const float slope = glm::dot(hit.normal, way_.up);
        if (!(slope > kSteepest)) {
            return hit;
        }
        const float aside = glm::dot(hit.normal, way_.axle);
        const glm::vec3 around = hit.normal - way_.axle * aside;
        const float length = glm::length(around);  // at least the slope: up is across the axle
        const glm::vec3 inPrism = glm::conjugate(glm::quat(way_.stop.rotation)) * -hit.normal;
        float ofPrism = 0.0f;
        for (const glm::vec3& vertex : prism_->vertices()) {
            ofPrism = std::max(ofPrism, glm::dot(vertex, inPrism));
        }
        const float ofCylinder = wheel_.radius * length + 0.5f * wheel_.width * std::abs(aside);
        hit.distance += (ofPrism - ofCylinder) / slope;
        const Position bottom = centerAt(hit.distance) - Position(around * (wheel_.radius / length));
        hit.point = bottom + Position(hit.normal * glm::dot(hit.normal, glm::vec3(hit.point - bottom)));
        return hit;
    }

    /// The cylinder on the edge, the corner or the round surface that its prism has met.
    [[nodiscard]] Hit onEdge(Hit hit) const {
        const glm::vec3 toCenter(centerAt(hit.distance) - hit.point);
        const float aside = glm::dot(toCenter, way_.axle), above = glm::dot(toCenter, way_.up);
        const glm::vec3 behind = toCenter - way_.axle * aside - way_.up * above;
        const float left = wheel_.radius * wheel_.radius - glm::dot(behind, behind);
        const float height = std::sqrt(std::max(left, 0.0f));
        hit.distance += above - height;
        hit.normal = (behind + way_.up * height) / wheel_.radius;
        hit.point += Position(way_.axle * aside);
        return hit;
    }

    [[nodiscard]] Position centerAt(float distance) const {
        return way_.stop.position - Position(way_.up * distance);
    }

    const VehicleWheel& wheel_;
    const WheelWay<T>& way_;
    Sphere sphere_{};
    const ConvexHull* prism_ = nullptr;  ///< of a cylinder
    typename Space<T>::Pose start_;
    float room_ = 0.0f;  ///< from the bottom of what is cast to the bottom of the wheel at its stop
    float length_ = 0.0f;
};

}  // namespace sat3d::SAT3D_ABI
