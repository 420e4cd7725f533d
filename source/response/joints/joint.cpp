#include "math/largest_magnitude.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// The unit vector along a direction of any length: squares of the numbers of a short or long one would have
/// no room.
template <int N, class Number>
glm::vec<N, Number> unitAlong(const glm::vec<N, float>& direction) {
    const double largest = largestMagnitude(direction);
    const double scale = largest > 0.0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0;  // exact
    return glm::normalize(glm::vec<N, Number>(glm::vec<N, double>(direction) * scale));
}

/// A frame in the world whose x axis is along a direction.
template <class T>
typename Space<T>::Pose frameAlong(const typename Space<T>::Position& point,
                                   const typename Space<T>::Dimension::Vector& direction) {
    using Number = typename Space<T>::Number;
    if constexpr (Spatial<T>) {
        const auto x = unitAlong<3, Number>(direction);
        if (!(glm::dot(x, x) > Number(0))) {
            const Number none = std::numeric_limits<Number>::quiet_NaN();
            return {point, glm::qua<Number>(none, x)};  // addJoint() refuses it
        }
        // The shortest rotation of x. From -x, half a turn about z.
        const Number w = Number(1) + x.x;
        const glm::qua<Number> turn = w > Number(1e-6)
                                          ? glm::qua<Number>(w, glm::vec<3, Number>(Number(0), -x.z, x.y))
                                          : glm::qua<Number>(Number(0), glm::vec<3, Number>(0, 0, 1));
        return {point, glm::normalize(turn)};
    } else {
        return {point, unitAlong<2, Number>(direction)};
    }
}

/// The pose of an object or of the world.
template <class T>
typename Space<T>::Pose poseOf(const BasicWorld<T>& world, ObjectId id) {
    const auto* object = world.find(id);
    return object != nullptr ? object->pose : typename Space<T>::Pose{};
}

/// A joint whose frames lie together, with everything locked.
template <class T>
BasicJoint<T> jointAt(const BasicWorld<T>& world, ObjectId a, ObjectId b,
                      const typename Space<T>::Pose& frame) {
    BasicJoint<T> joint;
    joint.a = a, joint.b = b;
    joint.frameInA = poseOf(world, a).inverse() * frame;
    joint.frameInB = poseOf(world, b).inverse() * frame;
    joint.frameInA.rotation = glm::normalize(joint.frameInA.rotation);
    joint.frameInB.rotation = glm::normalize(joint.frameInB.rotation);
    return joint;
}

}  // namespace

template <class T>
BasicJoint<T> BasicJoint<T>::fixed(const World& world, ObjectId a, ObjectId b, const Position& point) {
    typename Space<T>::Pose frame;
    frame.position = point;
    return jointAt(world, a, b, frame);
}

template <class T>
BasicJoint<T> BasicJoint<T>::hinge(const World& world, ObjectId a, ObjectId b, const Position& point,
                                   const Vector& axis) requires Spatial<T> {
    BasicJoint joint = jointAt(world, a, b, frameAlong<T>(point, axis));
    joint.turns.twist = JointAxis::free();
    return joint;
}
template <class T>
BasicJoint<T> BasicJoint<T>::hinge(const World& world, ObjectId a, ObjectId b,
                                   const Position& point) requires(!Spatial<T>) {
    BasicJoint joint = fixed(world, a, b, point);
    joint.turns.twist = JointAxis::free();
    return joint;
}

template <class T>
BasicJoint<T> BasicJoint<T>::slider(const World& world, ObjectId a, ObjectId b, const Position& point,
                                    const Vector& axis) {
    BasicJoint joint = jointAt(world, a, b, frameAlong<T>(point, axis));
    joint.offsets[0] = JointAxis::free();
    return joint;
}

template <class T>
BasicJoint<T> BasicJoint<T>::ball(const World& world, ObjectId a, ObjectId b, const Position& point,
                                  const Vector& axis) requires Spatial<T> {
    BasicJoint joint = jointAt(world, a, b, frameAlong<T>(point, axis));
    if constexpr (Spatial<T>) {  // Clang 14 instantiates this in the plane, too
        joint.turns.twist = joint.turns.swing = JointAxis::free();
    }
    return joint;
}

template <class T>
BasicJoint<T> BasicJoint<T>::rod(const World& world, ObjectId a, ObjectId b, const Position& pointOnA,
                                 const Position& pointOnB) {
    BasicJoint joint = fixed(world, a, b, pointOnA);
    joint.frameInB.position = poseOf(world, b).inverse() * pointOnB;
    joint.offsets.fill(JointAxis::free());
    joint.turns.twist = JointAxis::free();
    if constexpr (Spatial<T>) {
        joint.turns.swing = JointAxis::free();
    }
    const float length = static_cast<float>(glm::length(pointOnB - pointOnA));
    joint.distance = JointAxis::range(length, length);
    return joint;
}

template <class T>
BasicJoint<T> BasicJoint<T>::fromModel(const ModelJoint& from, ObjectId a, ObjectId b,
                                       const typename Space<T>::Pose& model) requires Spatial<T> {
    BasicJoint joint;
    if constexpr (Spatial<T>) {  // Clang 14 instantiates this in the plane, too
        using FramePose = typename Space<T>::Pose;
        const auto axisOf = [](const ModelJointRange& range) {
            return JointAxis::range(range.lower, range.upper);
        };
        joint.a = a, joint.b = b;
        using Number = typename Space<T>::Number;
        const auto frameOf = [](const Pose& frame) {
            return FramePose{Position(frame.position), glm::qua<Number>(frame.rotation)};
        };
        joint.frameInA = a == kWorldFrame ? model * frameOf(from.frameA) : frameOf(from.frameA);
        joint.frameInB = frameOf(from.frameB);
        for (std::size_t i = 0; i < kOffsets; ++i) {
            joint.offsets[i] = axisOf(from.offsets[i]);
        }
        joint.distance = axisOf(from.distance);
        joint.turns.twist = axisOf(from.twist);
        joint.turns.swing =
            std::isfinite(from.maxSwing) ? JointAxis::range(0.0f, from.maxSwing) : JointAxis::free();
        joint.collides = from.collides;
    }
    return joint;
}

#define SAT3D_INSTANTIATE(T) template struct BasicJoint<T>
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
