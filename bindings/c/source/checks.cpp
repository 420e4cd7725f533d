#include "checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace sat3d::c {

namespace {

/// The last error of the thread. An array, because it needs no destructor at the end of the thread.
thread_local std::array<char, 1024> lastError{};

/// @return the length of the text that fits, without a part of a character at its end
std::size_t fitting(std::string_view text, std::size_t room) {
    if (text.size() <= room) {
        return text.size();
    }
    while (room > 0 && (static_cast<unsigned char>(text[room]) & 0xc0u) == 0x80u) {
        --room;
    }
    return room;
}

/// @return the bytes of the character of UTF-8 that the text begins with, or 0 if it begins with none
std::size_t characterSize(std::string_view text) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char first = byte(0);
    const std::size_t size = first < 0x80u                      ? 1
                             : first >= 0xc2u && first < 0xe0u  ? 2
                             : first >= 0xe0u && first < 0xf0u  ? 3
                             : first >= 0xf0u && first <= 0xf4u ? 4
                                                                : 0;
    if (size > text.size()) {
        return 0;
    }
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0u) != 0x80u) {
            return 0;
        }
    }
    const bool isOverlong = (first == 0xe0u && byte(1) < 0xa0u) || (first == 0xf0u && byte(1) < 0x90u);
    const bool isBeyond = (first == 0xedu && byte(1) >= 0xa0u) || (first == 0xf4u && byte(1) >= 0x90u);
    return isOverlong || isBeyond ? 0 : size;
}

/// Replaces bytes that are not UTF-8 by question marks. A message can contain the name of a file, which may
/// have any bytes.
void makeReadable(std::span<char> text) {
    while (!text.empty()) {
        const std::size_t size = characterSize({text.data(), text.size()});
        if (size == 0) {
            text.front() = '?';
        }
        text = text.subspan(std::max(size, std::size_t{1}));
    }
}

/// Such as "pose 7": text without an allocation.
class Numbered {
public:
    Numbered(const char* name, std::size_t number) {
        std::snprintf(text_.data(), text_.size(), "%s %zu", name, number);
    }
    [[nodiscard]] std::string_view text() const { return text_.data(); }

private:
    std::array<char, 48> text_{};
};

bool isUnit(std::span<const double> rotation) {
    double square = 0.0;
    for (const double number : rotation) {
        square += number * number;
    }
    return std::abs(std::sqrt(square) - 1.0) <= 1e-3;  // false for a NaN
}

bool isFinite(const s3_vector& vector) {
    return std::ranges::all_of(numbersOf(vector), [](double number) { return std::isfinite(number); });
}

bool isZero(const s3_vector& vector) {
    return std::ranges::all_of(numbersOf(vector), [](double number) { return number == 0.0; });
}

bool isConvex(const Shape& shape) {
    return std::visit([]<class S>(const S&) { return std::is_constructible_v<ConvexShape, const S&>; },
                      shape);
}

/// What differs between space and the plane: hulls, and the words for them.
#ifdef S3_PLANE
using Hull = ConvexPolygon;
constexpr std::string_view kIsNotConvex = " is no circle, capsule, segment, box or polygon",
                           kIsNoHull = " is no polygon",
                           kIsNoRotation = " has a rotation without unit length (cosine, sine; none is 1 0)";
constexpr bool isKind(std::uintptr_t kind) {
    return kind <= S3_COMPOUND;
}
#else
using Hull = ConvexHull;
constexpr std::string_view kIsNotConvex = " is no sphere, capsule, box or hull", kIsNoHull = " is no hull",
                           kIsNoRotation = " has a rotation without unit length (x y z w; none is 0 0 0 1)";
constexpr bool isKind(std::uintptr_t kind) {
    return kind <= S3_HEIGHT_FIELD && kind != 4;  // single triangles
}
#endif

/// Worlds accept the same poses. Farther out, squares of distances are too large for numbers.
constexpr double kFarthest = Real(1e30);

bool isPlace(std::span<const double> position) {
    return std::ranges::all_of(position, [](double number) { return std::abs(number) <= kFarthest; });
}

bool isRay(const s3_ray& ray) {
    return isPlace(numbersOf(ray.origin)) && isFinite(ray.direction) && !isZero(ray.direction) &&
           ray.length >= 0.0f;
}

}  // namespace

s3_status fail(s3_status status, std::string_view sentence, std::string_view detail) noexcept {
    const std::size_t room = lastError.size() - 1;
    const std::size_t first = fitting(sentence, room), second = fitting(detail, room - first);
    std::copy_n(sentence.data(), first, lastError.data());
    std::copy_n(detail.data(), second, lastError.data() + first);
    lastError[first + second] = '\0';
    makeReadable(std::span(lastError).first(first + second));
    return status;
}

Checks& Checks::refuse(s3_status status, std::string_view name, std::string_view sentence) {
    if (status_ == S3_OK) {
        status_ = fail(status, name, sentence);
    }
    return *this;
}

Checks& Checks::needed(const void* pointer, std::string_view name) {
    return pointer != nullptr ? *this : refuse(S3_NULL_ARGUMENT, name, " is NULL");
}

Checks& Checks::array(const void* pointer, std::size_t count, std::string_view name) {
    if (count > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max())) {
        return refuse(S3_BAD_NUMBER, name,
                      " has more elements than fit into memory: is its count a negative number?");
    }
    return count == 0 ? *this : needed(pointer, name);
}

Checks& Checks::world(const s3_world* world) {
    handle(world, "the world");
    return status_ != S3_OK || !world->isStepping
               ? *this
               : refuse(S3_WORLD_IN_STEP, "the world", " is in a step: a contact hook cannot use it");
}

Checks& Checks::object(const s3_world* world, s3_id id) {
    this->world(world);
    return status_ != S3_OK || world->world.find(unpacked(id)) != nullptr
               ? *this
               : refuse(S3_WORLD_STALE_ID, {},
                        "there is no object with this id: it was removed, or is of another world");
}

Checks& Checks::body(const s3_world* world, s3_id id) {
    object(world, id);
    return status_ != S3_OK || world->dynamics.find(unpacked(id)) != nullptr
               ? *this
               : refuse(S3_WORLD_BAD_BODY, {}, "the object has no body");
}

Checks& Checks::joint(const s3_world* world, s3_joint_id id) {
    this->world(world);
    return status_ != S3_OK || world->dynamics.findJoint(unpacked<JointId>(id)) != nullptr
               ? *this
               : refuse(S3_WORLD_STALE_ID, {},
                        "there is no joint with this id: it was removed, has broken, or is of another world");
}

#ifndef S3_PLANE
Checks& Checks::modelJoint(const s3_model* model, std::size_t index) {
    this->model(model);
    return status_ != S3_OK ? *this
                            : this->index(index, model->model.joints.size(), "the number of the joint");
}

Checks& Checks::vehicle(const s3_world* world, s3_vehicle_id id) {
    this->world(world);
    return status_ != S3_OK || world->dynamics.findVehicle(unpacked<VehicleId>(id)) != nullptr
               ? *this
               : refuse(S3_WORLD_STALE_ID, {},
                        "there is no vehicle with this id: it was removed, or is of another world");
}
#endif

Checks& Checks::query(const s3_world* world, const s3_query_filter* filter) {
    this->world(world).options(filter, "the filter");
    return status_ != S3_OK || filter == nullptr ? *this
                                                 : array(filter->without, filter->without_count,
                                                         "the array of objects that the filter leaves out");
}

Checks& Checks::wrongHandle(std::string_view name) {
    return refuse(S3_BAD_HANDLE, name, " is a handle of another type");
}

Checks& Checks::shape(const s3_shape* shape, std::string_view name) {
    return handle(shape, name);
}

Checks& Checks::convex(const s3_shape* shape, std::string_view name) {
    handle(shape, name);
    return status_ != S3_OK || isConvex(shape->shape) ? *this : refuse(S3_WRONG_SHAPE, name, kIsNotConvex);
}

Checks& Checks::hull(const s3_shape* shape) {
    handle(shape, "the shape");
    return status_ != S3_OK || std::holds_alternative<Hull>(shape->shape)
               ? *this
               : refuse(S3_WRONG_SHAPE, "the shape", kIsNoHull);
}

Checks& Checks::refs(std::span<const s3_shape_ref> shapes) {
    const auto isBad = [](const s3_shape_ref& ref) { return ref.shape == nullptr || !isKind(ref.kind); };
    if (status_ != S3_OK) {
        return *this;
    }
    const auto bad = std::ranges::find_if(shapes, isBad);
    return bad == shapes.end()
               ? *this
               : refuse(S3_BAD_HANDLE,
                        Numbered("reference", static_cast<std::size_t>(bad - shapes.begin())).text(),
                        " is of no shape: take it from s3_shape_get_ref()");
}

Checks& Checks::place(std::span<const double> position, std::string_view name) {
    return isPlace(position) ? *this : refuse(S3_BAD_NUMBER, name, " is not finite, or beyond 1e30");
}

Checks& Checks::finite(const s3_vector* vectors, std::size_t count, std::string_view name) {
    array(vectors, count, name);
    const auto isFiniteOne = [](const s3_vector& vector) { return isPlace(numbersOf(vector)); };
    return status_ != S3_OK || std::all_of(vectors, vectors + count, isFiniteOne)
               ? *this
               : refuse(S3_BAD_NUMBER, name, " has a vector that is not finite, or beyond 1e30");
}

Checks& Checks::notZero(const s3_vector& vector, std::string_view name) {
    finite(vector, name);
    return status_ != S3_OK || !isZero(vector) ? *this : refuse(S3_BAD_NUMBER, name, " is 0");
}

Checks& Checks::aboveZero(float number, std::string_view name) {
    return std::isfinite(number) && number > 0.0f
               ? *this
               : refuse(S3_BAD_NUMBER, name, " is not above 0, or not finite");
}

Checks& Checks::reach(float number, std::string_view name) {
    return number >= 0.0f ? *this : refuse(S3_BAD_NUMBER, name, " is negative or no number");
}

Checks& Checks::atLeastZero(float number, std::string_view name) {
    return std::isfinite(number) && number >= 0.0f
               ? *this
               : refuse(S3_BAD_NUMBER, name, " is negative or not finite");
}

Checks& Checks::rigid(std::span<const double> position, std::span<const double> rotation,
                      std::string_view name) {
    if (!isPlace(position)) {
        return refuse(S3_BAD_NUMBER, name, " has a position that is not finite, or beyond 1e30 m");
    }
    return isUnit(rotation) ? *this : refuse(S3_BAD_NUMBER, name, kIsNoRotation);
}

Checks& Checks::poses(const s3_pose* poses, std::size_t count) {
    array(poses, count, "the array of poses");
    for (std::size_t i = 0; i < count && status_ == S3_OK; ++i) {
        const auto position = numbersOf(poses[i].position);
        const auto rotation = numbersOf(poses[i].rotation);
        if (!isPlace(position) || !isUnit(rotation)) {
            rigid(position, rotation, Numbered("pose", i).text());
        }
    }
    return *this;
}

Checks& Checks::pairs(std::span<const s3_pair> pairs, std::size_t objectCount) {
    const auto isBad = [&](const s3_pair& pair) { return pair.a >= objectCount || pair.b >= objectCount; };
    if (status_ != S3_OK) {
        return *this;
    }
    const auto bad = std::ranges::find_if(pairs, isBad);
    return bad == pairs.end()
               ? *this
               : refuse(S3_BAD_INDEX, Numbered("pair", static_cast<std::size_t>(bad - pairs.begin())).text(),
                        " has an index beyond the objects");
}

Checks& Checks::ray(const s3_ray* ray, std::string_view name) {
    needed(ray, name);
    return status_ != S3_OK || isRay(*ray)
               ? *this
               : refuse(
                     S3_BAD_NUMBER, name,
                     " needs a finite origin, a finite direction that is not 0, and a length of 0 or more");
}

Checks& Checks::rays(const s3_ray* rays, std::size_t count) {
    array(rays, count, "the array of rays");
    for (std::size_t i = 0; i < count && status_ == S3_OK; ++i) {
        if (!isRay(rays[i])) {
            ray(&rays[i], Numbered("ray", i).text());
        }
    }
    return *this;
}

Checks& Checks::enumerator(std::uint32_t number, std::uint32_t largest, std::string_view name) {
    return number <= largest ? *this : refuse(S3_BAD_ENUM, name, " is none of its enumeration");
}

Checks& Checks::index(std::size_t index, std::size_t count, std::string_view name) {
    return index < count ? *this : refuse(S3_BAD_INDEX, name, " is beyond the end");
}

Checks& Checks::structSize(std::uint32_t given, std::size_t known, std::string_view name) {
    return given == known
               ? *this
               : refuse(
                     S3_BAD_STRUCT, name,
                     " has another size than this library knows: take it from its s3_default_...() function, "
                     "and compile with the header of this library");
}

}  // namespace sat3d::c

extern "C" const char* s3_last_error(void) {
    return sat3d::c::lastError.data();
}
