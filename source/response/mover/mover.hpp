#pragma once

/// @file
/// The parts of a move: sweeps, slides, what is ground.

#include "response/mover/near_surfaces.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

/// A shape on its way through a world.
template <class T>
class Mover {
public:
    Mover(const BasicWorld<T>& world, ShapeRef shape, const BasicPose<T>& pose, const MoveOptions& options);

    [[nodiscard]] BasicMoved<T> run(const RigidMotion& motion);

private:
    /// Surfaces of a floor may differ in height by this share of the skin.
    static constexpr double kSeam = 0.1;

    using Surface = NearSurface<T>;
    using Contact = BasicMoverContact<T>;

    /// How surfaces limit a slide.
    enum class Slide {
        Free,   ///< all alike
        Level,  ///< ground lifts the mover, too steep ground is a wall
    };

    // move_and_slide.cpp: turning, moving level, up and down.
    void leaveOverlap();
    void turn(const glm::dvec3& rotationVector, const glm::dvec3& localCenter);
    [[nodiscard]] bool moveAwayFrom(const BasicWorldSweep<T>& hit, const glm::dvec3& turn,
                                    const glm::dvec3& localCenter);
    void moveOnGround(const glm::dvec3& level, double rise);
    void moveLevel(const glm::dvec3& way, bool stood);
    [[nodiscard]] bool stepUp(const glm::dvec3& way, const BasicPose<T>& start);
    [[nodiscard]] std::optional<Contact> fall(double depth);
    [[nodiscard]] std::optional<Contact> landOnGround(double depth);

    // slide.cpp: sweeps and slides.
    [[nodiscard]] NearSurfaces<T> nearSurfaces(double reach) const {
        return NearSurfaces<T>(world_, shape_, pose_, reach, options_.filter, {up_, kSeam * skin_});
    }
    std::optional<BasicWorldSweep<T>> advance(const glm::dvec3& way, double skin);
    void slide(const glm::dvec3& way, Slide kind);
    [[nodiscard]] glm::dvec3 slideStep(const glm::dvec3& wanted, Slide kind);
    [[nodiscard]] double leastAlong(const Surface& surface) const;
    [[nodiscard]] std::optional<Contact> groundBelow() const;
    [[nodiscard]] bool isGround(const glm::dvec3& normal, const glm::vec<3, T>& point) const;
    [[nodiscard]] bool isWalkable(const glm::dvec3& normal) const { return glm::dot(normal, up_) >= cosine_; }
    void addStop(const Contact& contact);
    [[nodiscard]] bool hasGround() const { return up_ != glm::dvec3(0.0); }
    [[nodiscard]] glm::dvec3 levelPart(const glm::dvec3& v) const { return v - glm::dot(v, up_) * up_; }
    [[nodiscard]] glm::dvec3 movedSince(const BasicPose<T>& start) const {
        return glm::dvec3(pose_.position) - glm::dvec3(start.position);
    }

    const BasicWorld<T>& world_;
    ShapeRef shape_;
    const MoveOptions& options_;
    BasicPose<T> pose_;
    BasicMoved<T> result_;
    glm::dvec3 up_{0.0};           ///< unit, or zero
    double skin_, cosine_, size_;  ///< cosine of the steepest slope; bounding radius about the position
    double tangent_;               ///< of the steepest slope
    double bottom_ = 0.0;          ///< height of the lowest point above the position
};

}  // namespace sat3d::inline SAT3D_ABI::detail
