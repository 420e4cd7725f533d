#pragma once

/// @file
/// The collision world: objects, and what touches from step to step.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/owned.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/world/change_log.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace detail {
template <class T>
struct WorldState;
}

/// Options of a world, fixed when it is made.
template <class T>
struct BasicWorldOptions {
    /// Content of contacts, unless the filter of an object asks for less.
    ContactDetail detail = ContactDetail::Push;
    /// Meters, finite, not negative: objects that are closer than this touch (see PenetrationOptions).
    float margin = 0.0f;
    /// Meters, finite, not negative: a contact ends only when the gap is margin + hysteresis or more.
    float hysteresis = 0.0f;
    /// Most manifolds of one pair, at least 1; the deepest are kept.
    std::uint32_t maxManifolds = 32;
    /// Whether events tell which parts of compounds begin to touch, still touch, and stop. Each pair of parts
    /// is tested by overlaps() with the margin and the hysteresis of the world.
    bool partEvents = false;
    /// Allows contact of two objects that their kinds and filters allow; a has the lower index. If it is
    /// empty, all touch. It must depend on its arguments alone, and not on their names, which are not part of
    /// the state. If it depends on more, call setFilter() for the objects for which that has changed. It must
    /// not change the world. The threads of update() call it.
    Callback<bool(const BasicObject<T>& a, const BasicObject<T>& b)> mayTouch = {};
};
using WorldOptions = BasicWorldOptions<float>;
using DWorldOptions = BasicWorldOptions<double>;
using PlanarWorldOptions = BasicWorldOptions<Planar<float>>;
using DPlanarWorldOptions = BasicWorldOptions<Planar<double>>;

/// The objects of a game, and which of them touch. The game moves the objects and asks once per step:
/// @code
/// sat3d::World world;
/// const auto tank = world.add({.shape = hull, .pose = start, .name = "tank"});
/// for (;;) {
///     world.setPose(*tank, pose);
///     for (const sat3d::Contact& contact : world.update().begun) { play(bump, contact.objects.a); }
/// }
/// @endcode
/// The world owns the shapes and poses of the objects, and nothing moves them but the game.
///
/// A world is a value. Its state is the objects and the pairs that touch; answers depend on the state alone,
/// not on the order of earlier calls. A copy is independent and continues as the original does. Only
/// the state is copied: the next update() of the copy computes its search trees, contacts and events. A world
/// that was moved from is empty, with the same options.
///
/// An error never changes the world. An id of a removed object is a broken contract (asserted); without
/// asserts, the function reports StaleId and does nothing. Const functions may run on several threads.
template <class T>
class BasicWorld {
public:
    using Object = BasicObject<T>;
    using Options = BasicWorldOptions<T>;
    using Shape = typename Space<T>::Shape;
    using Pose = typename Space<T>::Pose;
    using PartPose = typename Space<T>::PartPose;

    /// @param options  margins finite and not negative (asserted; otherwise 0)
    SAT3D_API explicit BasicWorld(Options options = {});
    /// O(objects + contacts), without the trees and contacts: a tenth of a step.
    SAT3D_API BasicWorld(const BasicWorld& other);
    SAT3D_API BasicWorld(BasicWorld&& other) noexcept;
    SAT3D_API BasicWorld& operator=(const BasicWorld& other);
    SAT3D_API BasicWorld& operator=(BasicWorld&& other) noexcept;
    SAT3D_API ~BasicWorld();
    [[nodiscard]] SAT3D_API const Options& options() const noexcept;

    /// Adds an object, with the lowest free index. O(log n), and O(cells) for a height field.
    /// @return the errors BadShape, BadPose, BadKind, BadFilter and Full
    [[nodiscard]] SAT3D_API Result<ObjectId, WorldError> add(Object object);
    /// Removes an object. The next update ends its contacts. O(log n).
    /// @return whether there was one (asserted)
    SAT3D_API bool remove(ObjectId id);

    // The functions that change an object return the error, if there is one. What they refuse stays as it
    // was.

    /// Does nothing if the pose has the same bits as before: games may set all poses in every step.
    /// @return the errors StaleId and BadPose
    [[nodiscard]] SAT3D_API std::optional<WorldError> setPose(ObjectId id, const Pose& pose);
    /// @return the errors StaleId and BadShape
    [[nodiscard]] SAT3D_API std::optional<WorldError> setShape(ObjectId id, Shape shape);
    /// Sets the pose of a child of a Compound: a turret in its tank. O(children).
    /// @return the errors StaleId, NoSuchPart and BadPose
    [[nodiscard]] SAT3D_API std::optional<WorldError> setPartPose(ObjectId id, std::uint32_t part,
                                                                  const PartPose& pose);
    /// @return the errors StaleId and BadKind
    SAT3D_API std::optional<WorldError> setKind(ObjectId id, ObjectKind kind);
    /// Also when a predicate depends on more than the objects: their pairs are tested again.
    /// @return the errors StaleId and BadFilter
    SAT3D_API std::optional<WorldError> setFilter(ObjectId id, const ObjectFilter& filter);
    /// @return the error StaleId
    SAT3D_API std::optional<WorldError> setUserData(ObjectId id, std::uint64_t userData);

    /// Returns the object, or nullptr if it was removed. Valid until an object is added or removed.
    [[nodiscard]] SAT3D_API const Object* find(ObjectId id) const noexcept;
    /// Returns the id of the object with an index, or nothing if there is none.
    [[nodiscard]] SAT3D_API std::optional<ObjectId> idAt(std::uint32_t index) const noexcept;
    /// Whether the kinds and filters of two objects allow contact.
    [[nodiscard]] SAT3D_API bool mayTouch(ObjectId a, ObjectId b) const;
    [[nodiscard]] SAT3D_API std::size_t size() const noexcept;
    /// The ids of all objects, sorted by index.
    [[nodiscard]] SAT3D_API std::vector<ObjectId> ids() const;

    /// Finds the pairs that touch, and compares them with those of the update before. Only pairs of which an
    /// object has changed are tested, with the verbs overlaps(), penetration() or collide(); the object with
    /// the lower index comes first. No allocation once there are no more objects and contacts than before.
    /// @param parallelFor  the caller's threads (see ParallelFor). They change no bit of the events.
    /// @return valid until the next update or restore, or until the world is assigned, moved or destroyed
    SAT3D_API BasicEvents<T> update(ParallelFor parallelFor = kInOneThread);
    /// Brings the search trees up to date, so that queries are fast. update() does it, too. Changes no
    /// answer.
    SAT3D_API void refresh(ParallelFor parallelFor = kInOneThread);
    /// The events of the last update.
    [[nodiscard]] SAT3D_API BasicEvents<T> events() const noexcept;
    /// Which objects have changed, for a reader at any moment.
    [[nodiscard]] SAT3D_API const ChangeLog& changes() const noexcept;
    /// The pairs that touched at the last update, sorted by the indices. It can contain pairs with removed
    /// objects, which the next update ends.
    [[nodiscard]] SAT3D_API std::span<const ObjectPair> touching() const noexcept;

    /// 64-bit hash of the state and the options: of everything but the names, and the predicate. Equal worlds
    /// have equal hashes, on every platform, whatever has happened to them. O(1): each change updates it.
    [[nodiscard]] SAT3D_API std::uint64_t hash() const;
    /// Returns the state without shapes and names: poses, ids, kinds, filters, user data, and the pairs that
    /// touch. 83 bytes per object (in double 111; in the plane 71 and 87) and 16 per contact, the same on
    /// every platform. The space of removed objects counts as well, until it is used again.
    [[nodiscard]] SAT3D_API std::vector<std::byte> snapshot() const;
    /// Returns the shape of an object that is in a snapshot, but not in the world, or nothing if it is not
    /// known. The parts of a Compound can have any poses.
    using ShapeSource = Callback<std::optional<Shape>(ObjectId id, std::uint64_t userData)>;
    /// Restores the state of a snapshot. The next update then gives the same answers as the original world,
    /// if both have the same predicate. Objects keep their shape and name if they are still in the world with
    /// the same shape, with its tags and user data. Ids are as they were: one that was made after the
    /// snapshot may name another object later. The events of the last update are empty, and spans of them
    /// end. The bytes may come from anywhere: they are checked. No bytes make a world that takes much more
    /// memory than they do: at most six times their size, beside the shapes.
    /// @param shapeOf  for all other objects; not needed if there are none
    /// @return the errors BadSnapshot, ForeignSnapshot and MissingShape; then the world is as before
    [[nodiscard]] SAT3D_API std::optional<WorldError> restore(std::span<const std::byte> snapshot,
                                                              const ShapeSource& shapeOf = {});

    /// Checks all invariants of the world, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] SAT3D_API std::optional<std::string> validate() const;

private:
    friend struct WorldAccess;
    using State = detail::WorldState<T>;

    Owned<State> state_;
};

/// Worlds with positions in float, and in double for positions far from the origin.
using World = BasicWorld<float>;
using DWorld = BasicWorld<double>;
/// The same in the plane.
using PlanarWorld = BasicWorld<Planar<float>>;
using DPlanarWorld = BasicWorld<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
