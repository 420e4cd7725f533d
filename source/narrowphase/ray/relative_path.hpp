#pragma once

/// @file
/// The path of a moving point in the frame of a shape that moves and rotates.

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <array>

namespace sat3d::SAT3D_ABI {

/// A point of the path.
struct PathStop {
    double fraction = 0.0;
    glm::dvec2 turn{1.0, 0.0};  ///< cosine and sine of the angle by which the shape has rotated
    glm::dvec3 point{0.0};      ///< in the shape's frame
};

/// The part of the path between two stops, and the straight chord between them.
struct PathChord {
    PathStop from, to;
    /// At each fraction, the path is at most this far from the chord's point of this fraction.
    double deviation = 0.0;

    [[nodiscard]] glm::dvec3 along() const { return to.point - from.point; }
    [[nodiscard]] double duration() const { return to.fraction - from.fraction; }
    [[nodiscard]] double fractionAt(double share) const {
        return share >= 1.0 ? to.fraction : from.fraction + share * duration();
    }
};

/// A point that moves in a straight line, seen from a shape in rigid motion.
class RelativePath {
public:
    /// @param toWorld  the shape's frame before the motion
    /// @param origin   the point before the motion, world frame
    /// @param displacement      of the point during the step
    RelativePath(const RigidTransform& toWorld, const RigidMotion& motion, const glm::dvec3& origin,
                 const glm::dvec3& displacement);

    /// Returns the path in the frame of a child.
    [[nodiscard]] RelativePath inChild(const RigidTransform& child) const;

    [[nodiscard]] PathStop at(double fraction) const;
    /// Stops at equal intervals.
    [[nodiscard]] std::array<PathStop, 9> nineStops() const;
    [[nodiscard]] PathChord chord(const PathStop& from, const PathStop& to) const;
    /// A direction of the shape's frame at a fraction, in the world.
    [[nodiscard]] glm::dvec3 inWorld(const glm::dvec3& direction, double fraction) const;
    /// Whether the point does not move relative to the shape.
    [[nodiscard]] bool isPoint() const { return angle_ == 0.0 && displacement_ == glm::dvec3(0.0); }
    /// Largest distance of the point from the center of rotation.
    [[nodiscard]] double reach() const { return reach_; }

    /// Halves the path until no chord is to be split.
    /// @param isToSplit  bool(const PathChord&), called in the order of time for each chord
    template <class IsToSplit>
    void subdivide(const IsToSplit& isToSplit) const {
        PathStop from = at(0.0);
        for (int i = 1; i <= pieces_; ++i) {
            const PathStop to = at(double(i) / pieces_);
            halve(chord(from, to), isToSplit);
            from = to;
        }
    }

private:
    [[nodiscard]] PathStop stop(double fraction, const glm::dvec2& turn) const;
    [[nodiscard]] glm::dvec2 turnAt(double fraction) const;
    [[nodiscard]] PathStop between(const PathStop& from, const PathStop& to) const;

    template <class IsToSplit>
    void halve(const PathChord& whole, const IsToSplit& isToSplit) const {
        if (isToSplit(whole)) {
            const PathStop middle = between(whole.from, whole.to);
            halve(chord(whole.from, middle), isToSplit);
            halve(chord(middle, whole.to), isToSplit);
        }
    }

    /// In the shape's frame before the motion: the point relative to the center of rotation, its
    /// displacement, the axis.
    glm::dvec3 start_, displacement_, axis_;
    RigidTransform toWorld_;  ///< the shape's frame before the motion, with the center of rotation in it
    double angle_;
    glm::dvec2 wholeTurn_;  ///< at the end, if the path is in one piece
    int pieces_;            ///< with angles of at most a radian
    double bend_, reach_;   ///< bend: a bound of the second derivative
};

}  // namespace sat3d::SAT3D_ABI
