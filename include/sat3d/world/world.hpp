#pragma once

/// @file
/// The collision world: objects, and what touches from step to step.

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/callback.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/change_log.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Options of a world, fixed when it is made.
template <class T>
struct BasicWorldOptions {
    /// What contacts contain, unless the filter of an object asks for less.
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
    /// empty, all touch. It must depend on its arguments alone. If it depends on more, call setFilter() for
    /// the objects for which that has changed. It must not change the world. The threads of update() call it.
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
/// A world is a value: a copy is independent and continues as the original does. The state of a world is its
/// objects and the pairs that touch. Answers depend on the state alone, not on the order of earlier calls.
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
    [[nodiscard]] const Options& options() const noexcept { return options_; }

    /// Adds an object, with the lowest free index. O(log n), and O(cells) for a height field.
    /// @return the errors BadShape, BadPose and Full
    SAT3D_API Result<ObjectId, WorldError> add(Object object);
    /// Removes an object. The next update ends its contacts. O(log n).
    /// @return whether there was one (asserted)
    SAT3D_API bool remove(ObjectId id);

    // The functions that change an object return the error, if there is one.

    /// @return the errors StaleId and BadPose; then the object stays where it was
    SAT3D_API std::optional<WorldError> setPose(ObjectId id, const Pose& pose);
    /// @return the errors StaleId and BadShape
    SAT3D_API std::optional<WorldError> setShape(ObjectId id, Shape shape);
    /// Sets the pose of a child of a Compound: a turret in its tank. O(children).
    /// @return the errors StaleId, NoSuchPart and BadPose
    SAT3D_API std::optional<WorldError> setPartPose(ObjectId id, std::uint32_t part, const PartPose& pose);
    SAT3D_API std::optional<WorldError> setKind(ObjectId id, ObjectKind kind);
    SAT3D_API std::optional<WorldError> setFilter(ObjectId id, const ObjectFilter& filter);
    SAT3D_API std::optional<WorldError> setUserData(ObjectId id, std::uint64_t userData);

    /// Returns the object, or nullptr if it was removed. Valid until an object is added or removed.
    [[nodiscard]] const Object* find(ObjectId id) const noexcept {
        return isAlive(id) ? &slots_[id.index].object : nullptr;
    }
    /// Returns the id of the object with an index, or nothing if there is none.
    [[nodiscard]] std::optional<ObjectId> idAt(std::uint32_t index) const noexcept {
        const bool isUsed = index < slots_.size() && slots_[index].isAlive;
        return isUsed ? std::optional(ObjectId{index, slots_[index].generation}) : std::nullopt;
    }
    /// Whether the kinds and filters of two objects allow contact.
    [[nodiscard]] SAT3D_API bool mayTouch(ObjectId a, ObjectId b) const;
    [[nodiscard]] std::size_t size() const noexcept { return slots_.size() - free_.size(); }
    /// The ids of all objects, sorted by index.
    [[nodiscard]] SAT3D_API std::vector<ObjectId> ids() const;

    /// Finds the pairs that touch, and compares them with those of the update before. Only pairs of which an
    /// object has changed are tested, with the verbs overlaps(), penetration() or collide(); the object with
    /// the lower index comes first. No allocation once there are no more objects and contacts than before.
    /// @param parallelFor  the caller's threads (see ParallelFor). They change no bit of the events.
    /// @return valid until the next update, or the end of the world
    SAT3D_API BasicEvents<T> update(ParallelFor parallelFor = kInOneThread);
    /// Brings the search trees up to date, so that queries are fast. update() does it, too. Changes no
    /// answer.
    SAT3D_API void refresh(ParallelFor parallelFor = kInOneThread);
    /// The events of the last update.
    [[nodiscard]] BasicEvents<T> events() const noexcept {
        return {current_.begun,
                current_.stayed,
                ended_,
                {partEvents_.begun, partEvents_.stayed, partEvents_.ended},
                current_.manifolds};
    }
    /// Which objects have changed, for a reader at any moment.
    [[nodiscard]] const ChangeLog& changes() const noexcept { return changes_; }
    /// The pairs that touched at the last update, sorted by the indices. It can contain pairs with removed
    /// objects, which the next update ends.
    [[nodiscard]] std::span<const ObjectPair> touching() const noexcept { return touching_; }

    /// 64-bit hash of the state: of everything but the names. Equal worlds have equal hashes, on every
    /// platform, whatever has happened to them. O(1): each change updates it.
    [[nodiscard]] SAT3D_API std::uint64_t hash() const;
    /// Returns the state without shapes and names: poses, ids, kinds, filters, user data, and the pairs that
    /// touch. 83 bytes per object (in double 111; in the plane 71 and 87) and 16 per contact, the same on
    /// every platform. The space of removed objects counts as well, until it is used again.
    [[nodiscard]] SAT3D_API std::vector<std::byte> snapshot() const;
    /// Returns the shape of an object that is in a snapshot, but not in the world, or nothing if it is not
    /// known. The parts of a Compound can have any poses.
    using ShapeSource = Callback<std::optional<Shape>(ObjectId id, std::uint64_t userData)>;
    /// Restores the state of a snapshot. The next update then gives the same answers as the original world.
    /// Objects keep their shape and name if they are still in the world with the same shape. The events of
    /// the last update are empty. The bytes may come from anywhere: they are checked. No bytes make a world
    /// that takes much more memory than they do: at most six times their size, beside the shapes.
    /// @param shapeOf  for all other objects; not needed if there are none
    /// @return the errors BadSnapshot, ForeignSnapshot and MissingShape; then the world is as before
    SAT3D_API std::optional<WorldError> restore(std::span<const std::byte> snapshot,
                                                const ShapeSource& shapeOf = {});

    /// Checks all invariants of the world, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] SAT3D_API std::optional<std::string> validate() const;

private:
    friend struct WorldAccess;
    using Contact = typename BasicEvents<T>::Contact;
    using Manifold = typename Space<T>::Manifold;
    struct Slot {
        Object object;
        std::uint64_t shapeHash = 0;    ///< see hashOfShape()
        std::uint64_t contentHash = 0;  ///< of everything but the pose
        std::uint32_t generation = 1;
        bool isAlive = false;
        bool isWaiting =
            false;  ///< in waiting_: its place in the broad phase is that before it moved, or none
    };
    /// The contacts of the last update. Those of which no object has changed stay in place.
    struct Contacts {
        std::vector<Contact> begun, stayed;
        std::vector<Manifold> manifolds;  ///< in no order, with gaps
        std::vector<bool> isManifoldUsed;
    };
    /// What one chunk of pairs has found. Blocks of different threads share no cache line.
    struct alignas(64) Block {
        std::vector<Contact> contacts;
        std::vector<Manifold> manifolds;
        std::vector<PartPair> parts;
        std::size_t firstFound = 0;  ///< index of the first contact in Memory::foundContacts
    };
    /// A contact that this update has found, in the order of the broad phase.
    struct Found {
        static constexpr std::uint32_t kTaken = ~0u;

        std::uint64_t key;      ///< a.index in the high half, b.index in the low half
        std::uint32_t contact;  ///< index into Memory::foundContacts; kTaken if the pair touched before
    };
    struct Memory {
        std::vector<Aabb> boxes;
        std::vector<Block> blocks;
        std::vector<Contact> foundContacts;
        std::vector<Found> found, sortedFound;
        std::vector<std::uint32_t> rowEnds;
        std::vector<PartPair> foundParts, nextParts;
    };
    struct OwnedPartEvents {
        std::vector<PartPair> begun, stayed, ended;
    };

    [[nodiscard]] bool isAlive(ObjectId id) const noexcept {
        return id.index < slots_.size() && slots_[id.index].generation == id.generation &&
               slots_[id.index].isAlive;
    }
    [[nodiscard]] std::optional<WorldError> staleId(ObjectId id) const;
    void markChanged(std::uint32_t index);
    void markEdited(std::uint32_t index);
    void markMoved(std::uint32_t index);
    [[nodiscard]] std::uint64_t hashOfContent(const Slot& slot) const;
    [[nodiscard]] std::uint64_t hashOfSlot(std::uint32_t index) const;
    [[nodiscard]] Aabb boxOf(const Object& object) const;

    // Finding contacts.
    [[nodiscard]] bool mayTouch(const Object& a, const Object& b) const;
    [[nodiscard]] bool wasTouching(const ObjectPair& pair) const;
    void findContacts(ParallelFor parallelFor);
    void findContactsOf(std::span<const PairIndices> pairs, Block& block) const;
    [[nodiscard]] bool answer(const Object& a, const Object& b, Contact& contact, Block& block) const;
    void collect(std::span<Block> blocks, std::uint32_t& nextManifold, ParallelFor parallelFor);
    void sortFound();
    void findParts(const Object& a, const Object& b, const ObjectPair& objects,
                   std::vector<PartPair>& parts) const;

    // Comparing them with those of the last update.
    [[nodiscard]] bool hasChanged(const ObjectPair& pair) const {
        return isChanged_[pair.a.index] || isChanged_[pair.b.index];
    }
    void freeChangedManifolds();
    [[nodiscard]] std::uint32_t takeManifolds(std::uint32_t count, std::uint32_t& next);
    void mergeContacts();
    void mergeParts();

    template <class Sink>
    static void writeSlot(Sink& sink, const Slot& slot);
    template <class Sink>
    void writeState(Sink& sink) const;
    template <class Source>
    std::optional<WorldError> readState(Source& source, const BasicWorld& shapes, const ShapeSource& shapeOf);
    template <class Source>
    std::optional<WorldError> readObject(Source& source, std::uint32_t index, const BasicWorld& shapes,
                                         const ShapeSource& shapeOf);
    [[nodiscard]] bool isTouchingValid() const;
    [[nodiscard]] bool arePartsValid() const;

    Options options_;
    // State.
    std::vector<Slot> slots_;
    std::vector<ObjectPair> touching_;
    std::vector<PartPair> touchingParts_;
    // Derived from the state, or events of the last update.
    std::uint64_t objectsHash_ = 0;    ///< sum of hashOfSlot()
    std::uint64_t touchingHash_ = 0;   ///< sum of the hashes of pairs
    std::vector<std::uint32_t> free_;  ///< a heap: the lowest free index first
    BroadPhase broadPhase_;
    std::vector<bool> isChanged_;         ///< by index: set, added or removed since the last update
    std::vector<std::uint32_t> changed_;  ///< the indices of these
    std::vector<std::uint32_t> waiting_;  ///< not yet in the trees; may contain removed objects
    ChangeLog changes_;
    Contacts current_;
    std::vector<ObjectPair> ended_;
    OwnedPartEvents partEvents_;
    Scratch<Memory> memory_;
};

/// Worlds with positions in float, and in double for positions far from the origin.
using World = BasicWorld<float>;
using DWorld = BasicWorld<double>;
/// The same in the plane.
using PlanarWorld = BasicWorld<Planar<float>>;
using DPlanarWorld = BasicWorld<Planar<double>>;

}  // namespace sat3d::inline SAT3D_ABI
