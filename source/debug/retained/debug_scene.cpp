#include "core/hash.hpp"
#include "debug/drawing/object_colors.hpp"
#include "math/compose.hpp"
#include "narrowphase/pair/visit_shape.hpp"

#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/draw.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {
namespace {

/// Shapes that share their data.
template <class S>
concept SharesData = requires(const S& shape) {
    shape.data();
};

std::uint64_t hashOfVector(const glm::vec3& v) {
    return hashOf(std::bit_cast<std::uint32_t>(v.x), std::bit_cast<std::uint32_t>(v.y),
                  std::bit_cast<std::uint32_t>(v.z));
}

/// Hash of what isSameShape() compares. Differs from run to run, because it contains addresses.
std::uint64_t hashOfIdentity(const ShapeRef& shape) {
    const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
    const std::uint64_t hash = visitShape(
        shape, [&](const Sphere& s) { return hashOf(hashOfVector(s.center), bits(s.radius)); },
        [&](const Capsule& s) { return hashOf(hashOfVector(s.start), hashOfVector(s.end), bits(s.radius)); },
        [&](const Box& s) { return hashOf(hashOfVector(s.center), hashOfVector(s.halfExtents)); },
        [&](const HalfSpace& s) { return hashOf(hashOfVector(s.normal), bits(s.offset)); },
        [&](const auto& s) {
            if constexpr (SharesData<std::decay_t<decltype(s)>>) {
                return hashOf(std::bit_cast<std::uintptr_t>(&s.data()));
            } else {
                return std::uint64_t{0};
            }
        });
    return hashOf(hash, static_cast<std::uint64_t>(shape.kind()));
}

/// Whether a shape equals a held one: by its numbers, or by the data that both share.
bool isSameShape(const Shape& held, const ShapeRef& shape) {
    return ShapeRef(held).kind() == shape.kind() && visitShape(shape, [&](const auto& s) {
               using S = std::decay_t<decltype(s)>;
               if constexpr (SharesData<S>) {
                   return &std::get<S>(held).data() == &s.data();
               } else if constexpr (std::equality_comparable<S>) {
                   return std::get<S>(held) == s;
               } else {
                   return false;
               }
           });
}

constexpr Color kWhite = rgba(255, 255, 255);

std::pair<std::uint64_t, std::uint32_t> keyAndPart(const DebugInstance& instance) {
    return {instance.key, instance.part};
}

/// Takes the lowest free number, or a new one.
std::uint32_t takeNumber(std::vector<std::uint32_t>& free, std::uint32_t& count) {
    if (free.empty()) {
        return count++;
    }
    std::ranges::pop_heap(free, std::greater{});
    const std::uint32_t number = free.back();
    free.pop_back();
    return number;
}

void giveBack(std::vector<std::uint32_t>& free, std::uint32_t number) {
    free.push_back(number);
    std::ranges::push_heap(free, std::greater{});
}

/// Copies the shape that a reference names.
Shape copied(const ShapeRef& shape) {
    return visitShape(shape, [](const auto& s) {
        if constexpr (AnyShape<std::decay_t<decltype(s)>>) {
            return Shape(s);
        } else {
            return Shape(Sphere{});  // a triangle of a surface: never a shape of its own
        }
    });
}

}  // namespace

DebugScene::DebugScene(const DebugOptions& options) : options_(options) {
    options_.show = DebugLayer::Faces | DebugLayer::Edges;
    options_.origin = glm::dvec3(0.0);
    options_.colors.edge = kWhite;
}

void DebugScene::begin(const glm::dvec3& origin) {
    origin_ = origin;
    std::swap(former_, instances_);
    instances_.clear();
    newMeshes_.clear();
    releasedInstances_.clear();
    releasedMeshes_.clear();
    for (KnownMesh& mesh : meshes_) {
        mesh.isInFrame = false;
    }
}

template <class T>
void DebugScene::add(std::uint64_t key, ShapeRef shape, const BasicPose<T>& pose, Color color,
                     Color edgeColor) {
    const RigidTransform toWorld = localToWorld(pose);
    if (shape.kind() != ShapeRef::Kind::Compound) {
        addPart(key, 0, shape, toWorld, color, edgeColor);
        return;
    }
    std::uint32_t part = 0;
    for (const CompoundChild& child : shape.compound().children()) {
        addPart(key, part++, child.shape, composed(toWorld, localToWorld(child.pose)), color, edgeColor);
    }
}

void DebugScene::addPart(std::uint64_t key, std::uint32_t part, const ShapeRef& shape,
                         const RigidTransform& toWorld, Color color, Color edgeColor) {
    instances_.push_back({.mesh = findOrAddMesh(shape),
                          .color = color,
                          .edgeColor = edgeColor,
                          .pose = {glm::vec3(toWorld.translation - origin_),
                                   glm::quat(glm::normalize(glm::quat_cast(toWorld.rotation)))},
                          .key = key,
                          .part = part});
}

std::uint32_t DebugScene::findOrAddMesh(const ShapeRef& shape) {
    const std::uint64_t hash = hashOfIdentity(shape);
    auto place = std::ranges::lower_bound(places_, hash, {}, &MeshPlace::hash);
    for (; place != places_.end() && place->hash == hash; ++place) {
        if (isSameShape(meshes_[place->mesh].shape, shape)) {
            meshes_[place->mesh].isInFrame = true;
            return place->mesh;
        }
    }
    auto count = static_cast<std::uint32_t>(meshes_.size());
    const std::uint32_t id = takeNumber(freeMeshes_, count);
    meshes_.resize(count);
    meshes_[id] = {copied(shape), hash, true, true};
    places_.insert(place, {hash, id});
    DebugMesh& mesh = newMeshes_.emplace_back();
    mesh.id = id;
    draw(mesh.geometry, shape, Pose{}, options_, kWhite);
    return id;
}

DebugFrame DebugScene::end() {
    numberInstances();
    releaseMeshes();
    return {releasedInstances_, releasedMeshes_, newMeshes_, instances_};
}

/// Gives each instance the id that it had in the last frame, or a new one.
void DebugScene::numberInstances() {
    if (!std::ranges::is_sorted(instances_, {}, keyAndPart)) {
        std::ranges::stable_sort(instances_, {}, keyAndPart);
    }
    std::vector<DebugInstance*> added;
    auto former = former_.begin();
    const auto release = [&] { releasedInstances_.push_back((former++)->id); };
    for (DebugInstance& instance : instances_) {
        while (former != former_.end() && keyAndPart(*former) < keyAndPart(instance)) {
            release();
        }
        const bool wasThere = former != former_.end() && keyAndPart(*former) == keyAndPart(instance);
        if (wasThere && former->mesh == instance.mesh) {
            instance.id = (former++)->id;
            continue;
        }
        if (wasThere) {
            release();  // another shape has taken its place
        }
        added.push_back(&instance);
    }
    while (former != former_.end()) {
        release();
    }
    for (const std::uint32_t id : releasedInstances_) {
        giveBack(freeInstances_, id);
    }
    for (DebugInstance* instance : added) {
        instance->id = takeNumber(freeInstances_, instanceCount_);
    }
}

/// Forgets the meshes that no instance of this frame has.
void DebugScene::releaseMeshes() {
    for (std::uint32_t id = 0; id < meshes_.size(); ++id) {
        KnownMesh& mesh = meshes_[id];
        if (mesh.isAlive && !mesh.isInFrame) {
            mesh = {};
            giveBack(freeMeshes_, id);
            releasedMeshes_.push_back(id);
        }
    }
    if (!releasedMeshes_.empty()) {
        std::erase_if(places_, [&](const MeshPlace& place) { return !meshes_[place.mesh].isAlive; });
    }
}

void DebugScene::clear() noexcept {
    meshes_.clear();
    places_.clear();
    former_.clear();
    instances_.clear();
    freeMeshes_.clear();
    freeInstances_.clear();
    instanceCount_ = 0;
}

template <class T>
DebugFrame DebugScene::update(const BasicWorld<T>& world, const DebugOptions& options) {
    const bool showsEvents = (options.show & DebugLayer::ContactEvents) != DebugLayer::None;
    const std::vector<bool> isTouching = debug::touchingObjects(world);
    begin(options.origin);
    for (const ObjectId id : world.ids()) {
        const BasicObject<T>& object = *world.find(id);
        add(keyOf(id), object.shape, object.pose, debug::faceColor(object.kind, options.colors),
            showsEvents && isTouching[id.index] ? options.colors.touching : options.colors.edge);
    }
    return end();
}

template SAT3D_DEBUG_API void DebugScene::add(std::uint64_t, ShapeRef, const Pose&, Color, Color);
template SAT3D_DEBUG_API void DebugScene::add(std::uint64_t, ShapeRef, const DPose&, Color, Color);
template SAT3D_DEBUG_API DebugFrame DebugScene::update(const World&, const DebugOptions&);
template SAT3D_DEBUG_API DebugFrame DebugScene::update(const DWorld&, const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
