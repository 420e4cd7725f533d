#pragma once

/// @file
/// The objects of a World: identity, kind, filter, and the errors of bad input.

#include <sat3d/world/space.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// Identity of an object in a World. The index of a removed object is used again, with another generation. So
/// the id of a removed object never refers to another one. A default id refers to no object.
struct ObjectId {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

enum class ObjectKind : std::uint8_t {
    Moving,
    Static,  ///< seldom moves: scenery. Two static objects never touch
    Sensor,  ///< reports what overlaps it, without push. Two sensors never touch
};
/// Returns the name of the enumerator: "Sensor".
[[nodiscard]] SAT3D_API std::string_view toString(ObjectKind kind) noexcept;

/// Detail that an update computes for a pair that touches. Each level costs more than the one before it. A
/// pair gets the lowest of three levels: those of the world and of the filters of both objects.
enum class ContactDetail : std::uint8_t {
    Overlap,    ///< that the pair touches
    Push,       ///< the minimum translation as well
    Manifolds,  ///< and the contact manifolds
};
/// Returns the name of the enumerator: "Manifolds".
[[nodiscard]] SAT3D_API std::string_view toString(ContactDetail detail) noexcept;

/// Selects the pairs of objects that can touch. By default all can.
struct ObjectFilter {
    std::uint64_t categories = 1;                    ///< bits of the categories that the object is in
    std::uint64_t collidesWith = ~std::uint64_t{0};  ///< the other object needs one of these categories
    std::uint64_t excludes = 0;                      ///< the other object must have none of these categories
    /// If not 0, and equal in both objects, the group decides alone: a positive group always touches, a
    /// negative one never.
    std::int32_t group = 0;
    /// The most that contacts of the object contain. Does not select pairs.
    ContactDetail detail = ContactDetail::Manifolds;

    friend bool operator==(const ObjectFilter&, const ObjectFilter&) = default;
};
/// Returns whether two filters allow contact. Symmetric.
[[nodiscard]] constexpr bool canTouch(const ObjectFilter& a, const ObjectFilter& b) noexcept {
    if (a.group != 0 && a.group == b.group) {
        return a.group > 0;
    }
    return (a.categories & b.collidesWith) != 0 && (b.categories & a.collidesWith) != 0 &&
           (a.categories & b.excludes) == 0 && (b.categories & a.excludes) == 0;
}

/// An object of a world: a shape at a pose.
template <class T>
struct BasicObject {
    typename Space<T>::Shape shape = {};
    typename Space<T>::Pose pose = {};
    ObjectKind kind = ObjectKind::Moving;
    ObjectFilter filter = {};
    std::uint64_t userData = 0;  ///< free for the user: an entity, a pointer
    std::string name = {};       ///< for messages
};

/// Reason why a World refuses input.
struct WorldError {
    enum class Code : std::uint8_t {
        BadShape,  ///< the shape has an invalid number; see validate()
        BadPose,  ///< a pose is not finite, is beyond 1e30 m, or has a rotation without unit length (to 1e-3)
        StaleId,  ///< there is no object with that id
        NoSuchPart,         ///< the object is not a compound with such a child
        Full,               ///< 2^31 objects
        BadSnapshot,        ///< the bytes are damaged, truncated, or of another version
        ForeignSnapshot,    ///< the snapshot was taken of a world with other options or in another space
        MissingShape,       ///< the snapshot has an object whose shape is not known
        TooManyCategories,  ///< more category names than bits
        Empty,              ///< a model without solid convex bodies
        BadBody,            ///< a number of a rigid body is not finite or out of range
        BadMotion,          ///< a motion is not finite, or rotates by more than 100 radians
        BadKind,            ///< the number is none of ObjectKind
        BadFilter,   ///< a number in it is none of its enumeration, or bodies of a model have different ones
        BadJoint,    ///< a number of a joint is out of range, or its settings contradict each other
        BadVehicle,  ///< a number of a vehicle is out of range, or its settings contradict each other
    };
    Code code;
    std::string message;  ///< one sentence that names the object
};
/// Returns the name of the enumerator: "BadPose".
[[nodiscard]] SAT3D_API std::string_view toString(WorldError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
