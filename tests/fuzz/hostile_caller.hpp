#pragma once

/// @file
/// Calls of the interface for C. Every one gives a status that has a name; one that fails has a sentence, and
/// changes nothing.

#include "fuzz/fuzz_input.hpp"
#include "fuzz/hostile_arguments.hpp"

#ifndef S3_PLANE
#include <sat3d/shapes/baked_model.hpp>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <sat3d.h>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::test {

#ifdef S3_PLANE
constexpr s3_vector kCenter{0, 0}, kHalf{1, 1}, kUp{0, 1};
#else
constexpr s3_vector kCenter{0, 0, 0}, kHalf{1, 1, 1}, kUp{0, 1, 0};
#endif

#ifndef S3_PLANE
/// A model of two bodies and a joint.
inline std::vector<std::byte> bakedDoor() {
    CollisionModel model;
    model.nodes.resize(2);
    model.nodes[1].parent = 0;
    model.bodies.push_back({.name = "frame", .shape = Box{.halfExtents = {1, 1, 1}}, .rigidBody = 0});
    model.bodies.push_back({.name = "leaf", .shape = Sphere{.radius = 0.5f}, .node = 1, .rigidBody = 1});
    model.rigidBodies.resize(2);
    model.joints.push_back({.rigidBodyA = 0, .rigidBodyB = 1});
    return saveBaked(model);
}
#endif

class Caller {
public:
    explicit Caller(std::span<const std::uint8_t> bytes) : choices_(bytes) {
        for (int i = 0; i < 2; ++i) {
            s3_world* world = nullptr;
            require(s3_world_create(nullptr, &world) == S3_OK, "worlds can be made");
            handles_.worlds.push_back(world);
        }
        handles_.shapes.push_back(
            make([](s3_shape** result) { return s3_box_create(kCenter, kHalf, S3_NO_ROTATION, result); }));
        handles_.shapes.push_back(
            make([](s3_shape** result) { return s3_half_space_create(kUp, -1.0f, result); }));
#ifndef S3_PLANE
        handles_.shapes.back() =
            (s3_shape_release(handles_.shapes.back()), make([](s3_shape** result) {
                 const std::array<float, 9> heights{-1, -1, -1, -1, -2, -1, -1, -1, 0};
                 return s3_height_field_create(heights.data(), 3, 3, 4, 4, nullptr, result);
             }));
        require(s3_drawing_create(&handles_.drawing) == S3_OK, "drawings can be made");
        const std::vector<std::byte> baked = bakedDoor();
        require(s3_model_from_bytes(reinterpret_cast<const std::uint8_t*>(baked.data()), baked.size(),
                                    &handles_.model) == S3_OK,
                "models can be read");
#endif
        for (s3_world* const world : handles_.worlds) {
            addCrate(world);
        }
        rememberHashes();
    }
    ~Caller() {
        std::ranges::for_each(handles_.worlds, s3_world_destroy);
        std::ranges::for_each(handles_.shapes, s3_shape_release);
#ifndef S3_PLANE
        s3_model_destroy(handles_.model);
        s3_drawing_destroy(handles_.drawing);
#endif
    }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;

    void run() {
        for (int i = 0; i < 300 && !choices_.isEmpty(); ++i) {
            const auto all = calls();
            (this->*all[choices_.below(all.size())])();
        }
    }

private:
    using Call = void (Caller::*)();

    template <class Create>
    static const s3_shape* make(const Create& create) {
        s3_shape* made = nullptr;
        require(create(&made) == S3_OK, "shapes can be made");
        return made;
    }
    void addCrate(s3_world* world) {
        s3_object object = s3_default_object();
        object.shape = handles_.shapes[0];
        s3_body body = s3_default_body();
        s3_id id = 0;
        require(s3_shape_mass(object.shape, 700.0f, &body.mass) == S3_OK &&
                    s3_world_add(world, &object, &id) == S3_OK &&
                    s3_world_set_body(world, id, &body) == S3_OK,
                "crates can be added");
        handles_.ids.push_back(id);
    }

    void rememberHashes() {
        hashes_.clear();
        for (s3_world* const world : handles_.worlds) {
            std::uint64_t hash = 0;
            require(s3_world_hash(world, &hash) == S3_OK, "worlds have hashes");
            hashes_.push_back(hash);
        }
    }
    /// What every call keeps.
    void check(s3_status status, const Arguments& arguments) {
        require(std::strcmp(s3_status_name(status), "?") != 0, "statuses have names");
        if (status == S3_INTERNAL) {
            std::fprintf(stderr, "%s\n", s3_last_error());
        }
        require(status != S3_INTERNAL, "no call finds a fault of the library");
        if (status == S3_OK) {
            rememberHashes();
            return;
        }
        require(std::strlen(s3_last_error()) > 10, "errors say something");
        require(arguments.areOutputsUntouched(), "a call that fails writes nothing");
        const std::vector<std::uint64_t> before = hashes_;
        rememberHashes();
        require(before == hashes_, "a call that fails changes nothing");
    }

    // ---- Results ----

    /// Reads a view to its end, for sanitizers.
    template <class T>
    static void readAll(const T* begin, std::size_t count) {
        volatile std::uint8_t sum = 0;
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(begin);
        for (std::size_t i = 0; i < count * sizeof(T); ++i) {
            sum = static_cast<std::uint8_t>(sum + bytes[i]);
        }
    }
    template <class Argument>
    void take(const Argument&) {}
    void take(const s3_step_events* events) {
        readAll(events->begun, events->begun_count);
        readAll(events->stayed, events->stayed_count);
        readAll(events->ended, events->ended_count);
    }
    void take(s3_step_events* events) {
        take(static_cast<const s3_step_events*>(events));
    }
    void take(s3_events* events) {
        readAll(events->begun, events->begun_count);
        readAll(events->manifolds, events->manifold_count);
    }
    void take(s3_distance* gap) {
        require(!std::isnan(gap->separation), "distances are numbers");
    }
    void take(s3_penetration* push) {
        require(push->depth >= 0.0f, "depths are numbers");
    }
    void take(s3_shape** made) {
        if (handles_.shapes.size() < 24) {
            handles_.shapes.push_back(*made);
        } else {
            s3_shape_release(*made);
        }
    }
    void take(s3_world** made) {
        s3_world*& old = handles_.worlds[choices_.below(2)];
        s3_world_destroy(old);
        old = *made;
        addCrate(old);
        rememberHashes();
    }
#ifndef S3_PLANE
    void take(s3_drawing** made) {
        s3_drawing_destroy(*made);
    }
    void take(s3_drawing_view* view) {
        readAll(view->triangle_normals, view->triangle_position_count);
        readAll(view->triangle_indices, view->triangle_index_count);
        readAll(view->line_colors, view->line_position_count);
    }
    void take(s3_vehicle_state* state) {
        readAll(state->wheels, state->wheel_count);
    }
#endif

    // ---- Calls ----

    template <auto kFunction>
    void any() {
        call(kFunction);
    }
    template <class... Given>
    bool call(s3_status (*function)(Given...)) {
        Arguments arguments(choices_, handles_);
        const std::tuple<Given...> given{arguments.next<Given>()...};
        const s3_status status = std::apply(function, given);
        check(status, arguments);
        if (status == S3_OK) {
            std::apply([&](const auto&... each) { (takeOne(each), ...); }, given);
        }
        return status == S3_OK;
    }
    template <class Argument>
    void takeOne(const Argument& argument) {
        if constexpr (std::is_pointer_v<Argument>) {
            if (argument != nullptr) {
                take(argument);
            }
        }
    }

    template <auto kAdd>
    void add() {
        Arguments arguments(choices_, handles_);
        if (handles_.ids.size() < 24) {
            addWith(kAdd, arguments);
        }
    }
    template <class What>
    void addWith(s3_status (*function)(s3_world*, const What*, std::uint64_t*), Arguments& arguments) {
        s3_world* const world = arguments.next<s3_world*>();
        const What what = arguments.one<What>();
        std::uint64_t id = 0;
        const s3_status status = function(world, &what, &id);
        check(status, arguments);
        if (status == S3_OK) {
            handles_.ids.push_back(id);
        }
    }
    void removeSome() {
        if (choices_.oneIn(8)) {
            call(s3_world_remove);
        }
    }
    void step() {
        Arguments arguments(choices_, handles_);
        s3_world* const world = arguments.next<s3_world*>();
        const float dt = choices_.oneIn(8) ? arguments.number() : 1.0f / 60.0f;
        check(s3_world_step(world, dt), arguments);
        for (s3_world* const each : handles_.worlds) {
            requireNumbers(each);
        }
    }
    /// What moves stays where numbers can name it.
    void requireNumbers(s3_world* world) const {
        for (const s3_id id : handles_.ids) {
            s3_pose pose;
            s3_body body;
            if (s3_world_get_pose(world, id, &pose) == S3_OK) {
                require(std::isfinite(pose.position.x) && std::isfinite(pose.position.y),
                        "positions are numbers");
                require(s3_shape_bounds(handles_.shapes[0], &pose, std::array<s3_box, 1>{}.data()) == S3_OK,
                        "poses are poses");
            }
            if (s3_world_get_body(world, id, &body) == S3_OK) {
                require(std::isfinite(body.velocity.x) && std::isfinite(body.velocity.y),
                        "velocities are numbers");
            }
        }
    }

    struct Hooked {
        s3_contact_settings settings;
        s3_world* world;
    };
    void stepWithHook() {
        Arguments arguments(choices_, handles_);
        s3_world* const world = arguments.next<s3_world*>();
        Hooked hooked{{arguments.number(), arguments.number(), arguments.number(), arguments.one<s3_vector>(),
                       arguments.number(), choices_.oneIn(8)},
                      world};
        const auto hook = [](const s3_impact*, std::uint32_t, s3_contact_settings* settings, void* data) {
            const Hooked& mine = *static_cast<Hooked*>(data);
            std::size_t count = 0;
            require(s3_world_size(mine.world, &count) == S3_WORLD_IN_STEP, "hooks cannot use their world");
            *settings = mine.settings;
        };
        check(s3_world_step_with_hook(world, 1.0f / 60.0f, hook, &hooked), arguments);
    }

    void snapshot() {
        Arguments arguments(choices_, handles_);
        const std::uint8_t* bytes = nullptr;
        std::size_t size = 0;
        const s3_status status = s3_world_snapshot(arguments.next<s3_world*>(), &bytes, &size);
        check(status, arguments);
        if (status == S3_OK) {
            handles_.snapshot.assign(bytes, bytes + size);
        }
    }
    /// Restores a snapshot of this world or of the other one. It may be damaged.
    void restore() {
        Arguments arguments(choices_, handles_);
        std::vector<std::uint8_t> bytes = handles_.snapshot;
        if (choices_.oneIn(4)) {
            const std::size_t at =
                (choices_.below(256) * std::size_t{256} + choices_.below(256)) % bytes.size();
            bytes[at] = static_cast<std::uint8_t>(choices_.below(256));
            bytes.resize(choices_.oneIn(4) ? at : bytes.size());
        }
        check(s3_world_restore(arguments.next<s3_world*>(), bytes.data(), bytes.size()), arguments);
    }
    void retainAndRelease() {
        const s3_shape* const shape = handles_.shapes[choices_.below(handles_.shapes.size())];
        s3_shape_retain(shape);
        s3_shape_release(shape);
        s3_shape_release(nullptr);
        s3_world_destroy(nullptr);
    }

#ifdef S3_PLANE
    void compoundOfPolygon() {
        Arguments arguments(choices_, handles_);
        const std::array<std::size_t, 2> sizes{choices_.below(12), choices_.below(8)};
        std::vector<s3_vec2> points;
        for (std::size_t i = 0; i < sizes[0] + sizes[1]; ++i) {
            points.push_back(arguments.one<s3_vec2>());
        }
        s3_shape* made = nullptr;
        const s3_status status =
            s3_compound_of_polygon(points.data(), sizes.data(), choices_.below(3), &made);
        check(status, arguments);
        if (status == S3_OK) {
            take(&made);
        }
    }
#else
    void heightField() {
        Arguments arguments(choices_, handles_);
        std::uint32_t columns = choices_.below(6), rows = choices_.below(6);
        std::vector<float> heights(std::size_t{columns} * rows + 1);
        std::ranges::generate(heights, [&] { return arguments.number(); });
        if (rows < 2 && choices_.oneIn(2)) {
            columns = arguments.one<std::uint32_t>();  // is not read
        }
        auto options = arguments.one<s3_height_field_options>();
        const std::vector<std::uint32_t> tags(heights.size(), 3);
        options.tags = choices_.oneIn(2) ? tags.data() : nullptr;
        s3_shape* made = nullptr;
        const float cellX = std::abs(arguments.number()), cellY = std::abs(arguments.number());
        const s3_status status =
            s3_height_field_create(heights.data(), columns, rows, cellX, cellY, &options, &made);
        check(status, arguments);
        if (status == S3_OK) {
            take(&made);
        }
    }
    void addModel() {
        Arguments arguments(choices_, handles_);
        if (handles_.ids.size() < 24) {
            s3_world* const world = arguments.next<s3_world*>();
            const auto* const model = arguments.next<const s3_model*>();
            const auto object = arguments.one<s3_object>();
            s3_id id = 0;
            const s3_status status = s3_world_add_model(world, model, &object, &id);
            check(status, arguments);
            if (status == S3_OK) {
                handles_.ids.push_back(id);
            }
        }
    }
    void jointOfModel() {
        Arguments arguments(choices_, handles_);
        const s3_id a = arguments.next<s3_id>(), b = arguments.next<s3_id>();
        const auto* const model = arguments.next<const s3_model*>();
        const auto pose = arguments.one<s3_pose>();
        s3_joint joint;
        check(s3_joint_from_model(model, choices_.below(3), choices_.oneIn(3) ? S3_NO_OBJECT : a, b, &pose,
                                  &joint),
              arguments);
    }
    void model() {
        Arguments arguments(choices_, handles_);
        const auto bytes = choices_.rest();
        s3_model* made = nullptr;
        check(s3_model_from_bytes(bytes.data(), bytes.size(), &made), arguments);
        s3_model_destroy(made);
    }
#endif

    static std::span<const Call> calls();

    Choices choices_;
    Handles handles_;
    std::vector<std::uint64_t> hashes_;
};

}  // namespace sat3d::test
