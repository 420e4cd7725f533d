#pragma once

/// @file
/// The parts of a move: sweeps, slides, what is ground.

#include "response/mover/near_surfaces.hpp"

#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// A shape on its way through a world.
template <class T>
class Mover {
public:
    using Dimension = typename Space<T>::Dimension;
    using ShapeRef = typename Space<T>::ShapeRef;
    using Pose = typename Space<T>::Pose;
    using Position = typename Space<T>::Position;
    using Motion = typename Space<T>::Motion;
    using Vector = typename Dimension::DVector;
    using Spin = typename Dimension::DSpin;

    Mover(const BasicWorld<T>& world, ShapeRef shape, const Pose& pose,
          const BasicMoveOptions<Dimension>& options);

    [[nodiscard]] BasicMoved<T> run(const Motion& motion);

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
    [[nodiscard]] bool passesNothing(const Pose& place) const;
    void turn(const Spin& rotation, const Vector& localCenter);
    [[nodiscard]] bool moveAwayFrom(const BasicWorldSweep<T>& hit, const Spin& turn,
                                    const Vector& localCenter);
    void moveOnGround(const Vector& level, double rise);
    void moveLevel(const Vector& displacement, bool stood);
    [[nodiscard]] bool stepUp(const Vector& displacement, const Pose& start);
    [[nodiscard]] std::optional<Contact> fall(double depth);
    [[nodiscard]] std::optional<Contact> landOnGround(double depth);

    // slide.cpp: sweeps and slides.
    [[nodiscard]] NearSurfaces<T> nearSurfaces(double reach) const {
        return NearSurfaces<T>(world_, shape_, pose_, reach, options_.filter, {up_, kSeam * skin_});
    }
    std::optional<BasicWorldSweep<T>> advance(const Vector& displacement, double skin);
    void slide(const Vector& displacement, Slide kind);
    [[nodiscard]] Vector slideStep(const Vector& wanted, Slide kind);
    [[nodiscard]] double leastAlong(const Surface& surface) const;
    [[nodiscard]] std::optional<Contact> groundBelow() const;
    [[nodiscard]] bool isGround(const Vector& normal, const Position& point) const;
    [[nodiscard]] bool isWalkable(const Vector& normal) const { return glm::dot(normal, up_) >= cosine_; }
    void addStop(const Contact& contact);
    [[nodiscard]] static Contact contactOf(const BasicWorldSweep<T>& hit);
    [[nodiscard]] bool hasGround() const { return up_ != Vector(0.0); }
    [[nodiscard]] Vector levelPart(const Vector& v) const { return v - glm::dot(v, up_) * up_; }
    [[nodiscard]] Vector movedSince(const Pose& start) const {
        return Vector(pose_.position) - Vector(start.position);
    }

    const BasicWorld<T>& world_;
    ShapeRef shape_;
    const BasicMoveOptions<Dimension>& options_;
    Pose pose_;
    BasicMoved<T> result_;
    Vector up_{0.0};               ///< unit, or zero
    double skin_, cosine_, size_;  ///< cosine of the steepest slope; bounding radius about the position
    double tangent_;               ///< of the steepest slope
    double bottom_ = 0.0;          ///< height of the lowest point above the position
};

}  // namespace sat3d::SAT3D_ABI
