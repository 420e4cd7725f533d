#pragma once

// Errors of the C interface, and checks of what its callers pass.

#include "handles.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <sat3d.h>
#include <span>
#include <string_view>

namespace sat3d::c {

/// Stores the sentence for s3_last_error(), and returns the status. Allocates nothing.
s3_status fail(s3_status status, std::string_view sentence, std::string_view detail = {}) noexcept;

/// Runs the body of a function of the interface: no exception leaves it.
template <class Body>
s3_status guarded(Body&& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return fail(S3_OUT_OF_MEMORY, "there is not enough memory");
    } catch (const std::exception& error) {
        return fail(S3_INTERNAL, "a fault of sat3d: ", error.what());
    } catch (...) {
        return fail(S3_INTERNAL, "a fault of sat3d");
    }
}

/// The numbers of a vector, a position or a rotation.
template <class Vector>
requires requires(Vector vector) {
    vector.x;
}
[[nodiscard]] constexpr auto numbersOf(const Vector& vector) {
    if constexpr (requires { vector.w; }) {
        return std::array<double, 4>{vector.x, vector.y, vector.z, vector.w};
    } else if constexpr (requires { vector.z; }) {
        return std::array<double, 3>{vector.x, vector.y, vector.z};
    } else {
        return std::array<double, 2>{vector.x, vector.y};
    }
}

/// Checks of arguments, in order: the first fault counts.
///
///     if (const s3_status bad = Checks().output(result).shape(a, "a").pose(pose, "pose").status()) {
///         return bad;
///     }
class Checks {
public:
    Checks& output(const void* pointer) { return needed(pointer, "the result"); }
    Checks& needed(const void* pointer, std::string_view name);
    /// An array: NULL only if it is empty.
    Checks& array(const void* pointer, std::size_t count, std::string_view name);
    Checks& shape(const s3_shape* shape, std::string_view name);
    /// A shape that a compound can have as a child.
    Checks& convex(const s3_shape* shape, std::string_view name);
    /// A hull, or a polygon in the plane.
    Checks& hull(const s3_shape* shape);
    Checks& world(const s3_world* world);
    /// A world, and an object of it. Worlds themselves assert that ids are valid.
    Checks& object(const s3_world* world, s3_id id);
    /// An object of a world that has a body.
    Checks& body(const s3_world* world, s3_id id);
    Checks& joint(const s3_world* world, s3_joint_id id);
    /// A world, and what a query of it leaves out, or NULL.
    Checks& query(const s3_world* world, const s3_query_filter* filter);
#ifndef S3_PLANE
    Checks& vehicle(const s3_world* world, s3_vehicle_id id);
    Checks& model(const s3_model* model) {
        return handle(model, "the model");
    }
    /// A model, and the number of one of its joints.
    Checks& modelJoint(const s3_model* model, std::size_t index);
    Checks& drawing(const s3_drawing* drawing) {
        return handle(drawing, "the drawing");
    }
#endif
    Checks& refs(std::span<const s3_shape_ref> shapes);

    /// What turns in the plane: a number, with the limits of a vector.
    Checks& finite(float spin, std::string_view name) {
        return place(std::array{double{spin}}, name);
    }
    /// @tparam Vector  s3_vector or s3_position
    template <class Vector>
    requires requires(Vector vector) {
        vector.x;
    }
    Checks& finite(const Vector& vector, std::string_view name) {
        return place(numbersOf(vector), name);
    }
    Checks& finite(const s3_vector* vectors, std::size_t count, std::string_view name);
    Checks& notZero(const s3_vector& vector, std::string_view name);  ///< finite as well
    Checks& atLeastZero(float number, std::string_view name);         ///< finite as well
    Checks& aboveZero(float number, std::string_view name);           ///< finite as well
    /// @param name  of what is infinite at most
    Checks& reach(float number, std::string_view name);
    /// @tparam AnyPose  s3_pose or s3_local_pose
    template <class AnyPose>
    Checks& pose(const AnyPose* pose, std::string_view name) {
        needed(pose, name);
        if (status_ != S3_OK) {
            return *this;
        }
        return rigid(numbersOf(pose->position), numbersOf(pose->rotation), name);
    }
    Checks& poses(const s3_pose* poses, std::size_t count);
    Checks& pairs(std::span<const s3_pair> pairs, std::size_t objectCount);
    Checks& ray(const s3_ray* ray, std::string_view name = "the ray");
    Checks& rays(const s3_ray* rays, std::size_t count);
    Checks& enumerator(std::uint32_t number, std::uint32_t largest, std::string_view name);
    Checks& index(std::size_t index, std::size_t count, std::string_view name);
    /// A struct that begins with its size, or NULL for the defaults.
    template <class Struct>
    Checks& options(const Struct* given, std::string_view name) {
        return given == nullptr ? *this : structSize(given->struct_size, sizeof(Struct), name);
    }

    /// S3_OK, or the first fault.
    [[nodiscard]] s3_status status() const {
        return status_;
    }

private:
    template <class Handle>
    Checks& handle(const Handle* handle, std::string_view name) {
        needed(handle, name);
        return status_ == S3_OK && handle->kind != Handle::kKind ? wrongHandle(name) : *this;
    }
    Checks& wrongHandle(std::string_view name);
    Checks& place(std::span<const double> position, std::string_view name);
    Checks& rigid(std::span<const double> position, std::span<const double> rotation, std::string_view name);
    Checks& structSize(std::uint32_t given, std::size_t known, std::string_view name);
    Checks& refuse(s3_status status, std::string_view name, std::string_view sentence);

    s3_status status_ = S3_OK;
};

/// Writes the ids of a world that fit, and the number of all.
/// @param idsOf  returns those of its objects, joints or vehicles
template <class IdsOf>
s3_status listIds(s3_world* world, std::uint64_t* ids, std::size_t capacity, std::size_t* count,
                  const IdsOf& idsOf) noexcept {
    return guarded([&] {
        const s3_status bad =
            Checks().world(world).output(count).array(ids, capacity, "the array of ids").status();
        if (!bad) {
            const auto& all = idsOf();
            for (std::size_t i = 0; i < std::min(capacity, all.size()); ++i) {
                ids[i] = packed(all[i]);
            }
            *count = all.size();
        }
        return bad;
    });
}

}  // namespace sat3d::c
