#pragma once

/// @file
/// Arguments of functions of the interface for C, made by their types: sound ones, and everything that a
/// faulty program or a faulty binding would pass.

#include "fuzz/choices.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <sat3d.h>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace sat3d::test {

#ifdef S3_PLANE
constexpr std::size_t kLongestFixedArray = 1;
constexpr std::uintptr_t kNoKind = 7;  // of a shape
#else
constexpr std::size_t kLongestFixedArray = 9;  // the numbers of a map
constexpr std::uintptr_t kNoKind = 4;
#endif

/// The arguments of one call. Arrays have exactly as many elements as all counts of the call say, so that
/// sanitizers see who reads on.
class Arguments {
public:
    Arguments(Choices& choices, const Handles& handles)
        : choices_(choices),
          handles_(handles),
          count_(choices.oneIn(4) ? choices.below(24) : choices.below(6)) {}

    /// The next argument of a function, of a given type.
    template <class T>
    T next() {
        if constexpr (std::is_same_v<T, std::size_t> && !std::is_same_v<T, s3_id>) {
            return size();
        } else if constexpr (std::is_same_v<T, s3_id>) {
            // Ids are what begins a list of arguments, or follows a world or an id. Other numbers of that
            // type are counts.
            return lastNamesObjects_ ? id() : size();
        } else {
            lastNamesObjects_ = std::is_same_v<T, s3_world*>;
            if constexpr (std::is_pointer_v<T>) {
                return pointer(static_cast<T>(nullptr));
            } else {
                return one<T>();
            }
        }
    }

    /// Whether the arguments that a function writes are as they were.
    [[nodiscard]] bool areOutputsUntouched() const {
        for (const auto& [memory, before] : outputs_) {
            if (std::memcmp(memory, before.data(), before.size()) != 0) {
                return false;
            }
        }
        return true;
    }

    /// A value of a type: sound, as a rule.
    template <class T>
    T one() {
        T result = sound(static_cast<const T*>(nullptr));
        if constexpr (requires { result.struct_size; }) {
            if (choices_.oneIn(64)) {
                constexpr std::array kSizes{0u, 4u, unsigned{sizeof(T)} - 1, unsigned{sizeof(T)} + 8,
                                            0xffffffffu};
                result.struct_size = kSizes[choices_.below(kSizes.size())];
            }
        }
        return result;
    }

    float number() {
        static constexpr std::array kHostile{std::numeric_limits<float>::quiet_NaN(),
                                             std::numeric_limits<float>::infinity(),
                                             -std::numeric_limits<float>::infinity(),
                                             -0.0f,
                                             1e-45f,
                                             -1e-40f,
                                             1e-30f,
                                             -1e7f,
                                             1e15f,
                                             1.1e15f,
                                             -1e20f,
                                             1e30f,
                                             3.4e38f,
                                             -3.4e38f};
        return choices_.isHostile() ? kHostile[choices_.below(kHostile.size())]
                                    : 0.25f * static_cast<float>(choices_.below(33)) - 4.0f;
    }
    std::size_t count() const { return count_; }

private:
    std::uint64_t id() {
        static constexpr std::array<std::uint64_t, 6> kHostile{
            0, 1, 0xffffffff, std::uint64_t{1} << 32, std::uint64_t{7} << 32 | 3, ~std::uint64_t{0}};
        return handles_.ids.empty() || choices_.oneIn(16) ? kHostile[choices_.below(kHostile.size())]
                                                          : handles_.ids[choices_.below(handles_.ids.size())];
    }
    std::size_t size() {
        constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
        return choices_.oneIn(64) ? (choices_.oneIn(2) ? kLargest : kLargest / 2 + 1) : count_;
    }

    // ---- Values ----

    float sound(const float*) { return number(); }
    bool sound(const bool*) { return choices_.oneIn(2); }
    std::uint8_t sound(const std::uint8_t*) { return static_cast<std::uint8_t>(choices_.below(256)); }
    std::uint32_t sound(const std::uint32_t*) {
        static constexpr std::array kHostile{0x7fffffffu, 0x80000000u, 0xffffffffu, 64u};
        return choices_.oneIn(48) ? kHostile[choices_.below(kHostile.size())]
                                  : choices_.below(count_ == 0 ? 1 : count_);
    }
    std::uint64_t sound(const std::uint64_t*) { return id(); }
    /// Structs of numbers alone.
    template <class T>
    T sound(const T*) {
        T result;
        if constexpr (requires { result.position, result.rotation; }) {
            result.position = one<decltype(result.position)>();
            result.rotation = rotation<decltype(result.rotation)>();
        } else if constexpr (requires { result.x; }) {
            result.x = number();
            result.y = number();
            if constexpr (requires { result.z; }) {
                result.z = number();
            }
            if constexpr (requires { result.w; }) {
                result = rotation<T>();
            }
            if constexpr (sizeof(result.x) == sizeof(double)) {
                result.x = choices_.oneIn(32) ? (choices_.oneIn(2) ? 1e300 : 1e9 + result.x) : result.x;
            }
        } else {
            static_assert(sizeof(T) % 4 == 0 && std::is_trivially_copyable_v<T>);
            std::memset(&result, 0, sizeof result);
            spoil(&result, &result + 1, 2);
        }
        return result;
    }
    template <class Rotation>
    Rotation rotation() {
        Rotation result{};
        if constexpr (requires { result.w; }) {
            static constexpr std::array<Rotation, 4> kTurns{
                {{0, 0, 0, 1}, {0.5f, 0.5f, -0.5f, 0.5f}, {0, 0, 1, 0}, {0.6f, 0, 0, -0.8f}}};
            result = kTurns[choices_.below(kTurns.size())];
        } else {
            static constexpr std::array<Rotation, 4> kTurns{{{1, 0}, {0, 1}, {0.6f, 0.8f}, {-1, 0}}};
            result = kTurns[choices_.below(kTurns.size())];
        }
        if (choices_.oneIn(64)) {
            result.x = number();
        }
        return result;
    }
    /// Replaces some of the 32-bit words of a part of a struct that has neither pointers nor truth values.
    void spoil(void* begin, const void* end, std::uint32_t inverse) {
        for (auto* at = static_cast<std::byte*>(begin); at < end; at += sizeof(float)) {
            if (choices_.oneIn(inverse)) {
                const float number = this->number();
                std::memcpy(at, &number, sizeof number);
            }
        }
    }

    s3_shape_ref sound(const s3_shape_ref*) {
        if (choices_.oneIn(64)) {
            return {choices_.oneIn(2) ? kNoKind : ~std::uintptr_t{0}, handles_.worlds[0]};
        }
        return s3_shape_get_ref(shape());
    }
    s3_compound_child sound(const s3_compound_child*) {
        s3_compound_child child{};
        child.shape = shape();
        child.pose = one<s3_local_pose>();
        child.tag = choices_.below(4);
        return child;
    }
    s3_object sound(const s3_object*) {
        s3_object object = s3_default_object();
        object.shape = shape();
        object.pose = one<s3_pose>();
        object.kind = choices_.oneIn(32) ? 7 : choices_.below(8) < 6 ? 0 : choices_.below(3);
        object.filter.group = static_cast<std::int32_t>(choices_.below(4)) - 2;
        return object;
    }
    s3_filter sound(const s3_filter*) { return {choices_.below(4), choices_.below(4), choices_.below(2), 0}; }
    s3_material_pair sound(const s3_material_pair*) {
        return {choices_.below(4), choices_.below(4), number(), number()};
    }
    s3_world_options sound(const s3_world_options*) {
        s3_world_options options = s3_default_world_options();
        spoil(&options.margin, &options.substeps, 8);
        options.detail = choices_.below(4);
        options.substeps = choices_.oneIn(4) ? one<std::uint32_t>() : options.substeps;
        return options;
    }
    s3_query_filter sound(const s3_query_filter*) {
        s3_query_filter filter = s3_default_query_filter();
        filter.sensors = choices_.oneIn(2);
        filter.without = memory<s3_id>();
        filter.without_count = size();
        return filter;
    }
    s3_body sound(const s3_body*) {
        s3_body body = s3_default_body();
        if (!choices_.oneIn(4)) {
            (void)s3_shape_mass(shape(), 700.0f, &body.mass);
        }
        spoil(&body.mass, &body.can_sleep, 32);
        body.velocity = one<s3_vector>();
        body.angular_velocity = one<s3_spin>();
        body.can_sleep = choices_.oneIn(2);
        body.follows_pose = choices_.oneIn(4);
        body.locked = choices_.oneIn(4) ? choices_.below(256) : 0;
        spoil(&body.max_speed, &body.friction_combine, 16);
        body.friction_combine = choices_.below(6);
        return body;
    }
    s3_material sound(const s3_material*) {
        s3_material material = s3_default_material();
        spoil(&material.friction, &material.friction_combine, 4);
        material.friction_combine = choices_.below(6);
        material.id = choices_.below(4);
        return material;
    }
    s3_part_surface sound(const s3_part_surface*) {
        return {choices_.below(64), one<s3_material>(), one<s3_vector>()};
    }
    s3_joint sound(const s3_joint*) {
        s3_joint joint = s3_default_joint();
        joint.collides = choices_.oneIn(2);
        joint.a = choices_.oneIn(4) ? S3_NO_OBJECT : id();
        joint.b = id();
        joint.frame_in_a = one<s3_pose>();
        joint.frame_in_b = one<s3_pose>();
        spoil(&joint.offsets, &joint.break_force, 32);
        spoil(&joint.break_force, &joint + 1, 16);
        return joint;
    }
    s3_move_options sound(const s3_move_options*) {
        s3_move_options options = s3_default_move_options();
        spoil(&options.skin, &options.rounds, 8);
        options.rounds = choices_.oneIn(4) ? one<std::uint32_t>() : options.rounds;
        return options;
    }
#ifndef S3_PLANE
    s3_mesh_options sound(const s3_mesh_options*) {
        s3_mesh_options options = s3_default_mesh_options();
        options.one_sided = choices_.oneIn(2);
        options.tags = choices_.oneIn(2) ? memory<std::uint32_t>() : nullptr;
        return options;
    }
    s3_height_field_options sound(const s3_height_field_options*) {
        s3_height_field_options options = s3_default_height_field_options();
        options.two_sided = choices_.oneIn(2);
        options.holes = memory<std::uint32_t>();
        options.hole_count = size();
        return options;
    }
    s3_stand_options sound(const s3_stand_options*) {
        s3_stand_options options = s3_default_stand_options();
        spoil(&options.up, &options + 1, 12);
        return options;
    }
    s3_vehicle_wheel sound(const s3_vehicle_wheel*) {
        s3_vehicle_wheel wheel = s3_default_vehicle_wheel();
        wheel.steers = choices_.oneIn(2);
        wheel.center = one<s3_vec3>();
        spoil(&wheel.radius, &wheel.track, 32);
        wheel.track = choices_.below(4);
        wheel.cast = choices_.below(4);
        return wheel;
    }
    s3_vehicle_axle sound(const s3_vehicle_axle*) {
        return {one<std::uint32_t>(), one<std::uint32_t>(), number(), number(), number()};
    }
    s3_vehicle sound(const s3_vehicle*) {
        s3_vehicle vehicle = s3_default_vehicle();
        const std::array<s3_vec3, 4> standing{{{-1, -1, 1}, {1, -1, 1}, {-1, -1, -1}, {1, -1, -1}}};
        if (choices_.oneIn(4)) {
            vehicle.body = id();
            vehicle.wheels = memory<s3_vehicle_wheel>();
            vehicle.wheel_count = size();
            vehicle.axles = memory<s3_vehicle_axle>();
            vehicle.axle_count = size();
        } else {
            (void)s3_vehicle_car(id(), standing.data(), 0.25f,
                                 const_cast<s3_vehicle_wheel*>(memory<s3_vehicle_wheel>()),
                                 const_cast<s3_vehicle_axle*>(memory<s3_vehicle_axle>()), &vehicle);
        }
        vehicle.engine = s3_constant_engine(number(), number());
        spoil(&vehicle.forward, &vehicle.wheels, 64);
        spoil(&vehicle.engine, &vehicle.engine + 1, 128);
        return vehicle;
    }
    s3_vehicle_input sound(const s3_vehicle_input*) {
        s3_vehicle_input input = s3_default_vehicle_input();
        spoil(&input.throttle, &input.gear, 2);
        input.gear = choices_.oneIn(2) ? static_cast<std::int32_t>(one<std::uint32_t>() - 2) : S3_AUTOMATIC;
        return input;
    }
#endif

    // ---- Pointers ----

    /// Returns NULL, or a handle of any type: most often of the wrong one.
    void* hostileHandle() {
        switch (choices_.below(5)) {
#ifndef S3_PLANE
            case 0:
                return handles_.model;
            case 1:
                return handles_.drawing;
#endif
            case 2:
                return const_cast<s3_shape*>(handles_.shapes[0]);
            case 3:
                return handles_.worlds[0];
            default:
                return nullptr;
        }
    }
    template <class Handle>
    Handle* handleOr(Handle* sound) {
        return choices_.oneIn(64) ? static_cast<Handle*>(hostileHandle()) : sound;
    }
    const s3_shape* shape() {
        return handleOr(handles_.shapes[choices_.below(handles_.shapes.size())]);
    }
    const s3_shape* pointer(const s3_shape*) {
        return shape();
    }
    s3_world* pointer(s3_world*) {
        return handleOr(handles_.worlds[choices_.below(handles_.worlds.size())]);
    }
#ifndef S3_PLANE
    const s3_model* pointer(const s3_model*) {
        return handleOr(static_cast<const s3_model*>(handles_.model));
    }
    s3_drawing* pointer(s3_drawing*) {
        return handleOr(handles_.drawing);
    }
#endif
    const char* pointer(const char*) {
        static constexpr std::array<const char*, 4> kPaths{nullptr, "", "/no/such/file.s3d", "\xff\xfe"};
        return kPaths[choices_.below(kPaths.size())];
    }
    /// What a function reads.
    template <class T>
    const T* pointer(const T*) {
        return choices_.oneIn(64) ? nullptr : memory<T>();
    }
    /// What it writes: sometimes the same memory as an argument before.
    template <class T>
    T* pointer(T*) {
        if (choices_.oneIn(64)) {
            return nullptr;
        }
        T* result = nullptr;
        if constexpr (!std::is_pointer_v<T>) {
            if (typeOfLast_ == typeId<T>() && choices_.oneIn(4)) {
                result = static_cast<T*>(last_);
            }
        }
        if (result == nullptr) {
            result = static_cast<T*>(allocate(roomFor<T>() * sizeof(T)));
            std::memset(static_cast<void*>(result),
                        std::is_same_v<T, bool> || std::is_pointer_v<T> ? 0 : 0x5a, roomFor<T>() * sizeof(T));
        }
        const auto* bytes = reinterpret_cast<const std::byte*>(result);
        outputs_.push_back({result, {bytes, bytes + roomFor<T>() * sizeof(T)}});
        return result;
    }

    template <class T>
    std::size_t roomFor() const {
        std::size_t least = 1;
        if constexpr (std::is_pointer_v<T>) {
            return 1;
        } else if constexpr (std::is_same_v<T, float>) {
            least = kLongestFixedArray;
#ifndef S3_PLANE
        } else if constexpr (std::is_same_v<T, s3_vec3> || std::is_same_v<T, s3_vehicle_axle>) {
            least = 4;
        } else if constexpr (std::is_same_v<T, s3_vehicle_wheel>) {
            return std::max<std::size_t>(4, 2 * count_);
#endif
        }
        return std::max(least, count_);
    }
    /// An array of values.
    template <class T>
    const T* memory() {
        auto* const values = static_cast<T*>(allocate(roomFor<T>() * sizeof(T)));
        for (std::size_t i = 0; i < roomFor<T>(); ++i) {
            const T value = one<T>();
            std::memcpy(static_cast<void*>(values + i), &value, sizeof value);
        }
        last_ = values;
        typeOfLast_ = typeId<T>();
        return values;
    }
    void* allocate(std::size_t size) {
        memory_.push_back(std::make_unique<std::byte[]>(size));
        return memory_.back().get();
    }
    template <class T>
    static const void* typeId() {
        static const char id = 0;
        return &id;
    }

    Choices& choices_;
    const Handles& handles_;
    std::size_t count_;
    bool lastNamesObjects_ = true;
    void* last_ = nullptr;  ///< the last array, of this type
    const void* typeOfLast_ = nullptr;
    std::vector<std::unique_ptr<std::byte[]>> memory_;
    std::vector<std::pair<const void*, std::vector<std::byte>>> outputs_;
};

}  // namespace sat3d::test
