#include "shape_errors.hpp"

#include <sat3d/response/body.hpp>

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::give;
using c::guarded;
using c::in;
using c::statusOf;

c::Box boxOf(const s3_vector& center, const s3_vector& halfExtents, const s3_local_rotation& rotation) {
    return {.center = in(center), .halfExtents = in(halfExtents), .rotation = in(rotation)};
}

}  // namespace

s3_status s3_capsule_create(s3_vector start, s3_vector end, float radius, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(c::Capsule{in(start), in(end), radius}), result);
    });
}

s3_status s3_box_create(s3_vector center, s3_vector half_extents, s3_local_rotation rotation,
                        s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(boxOf(center, half_extents, rotation)), result);
    });
}

s3_status s3_half_space_create(s3_vector normal, float offset, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(c::HalfSpace{in(normal), offset}), result);
    });
}

s3_status s3_compound_create(const s3_compound_child* children, size_t count, s3_shape** result) {
    return guarded([&] {
        Checks checks;
        checks.output(result).array(children, count, "the array of children");
        std::vector<c::CompoundChild> parts;
        for (std::size_t i = 0; i < count && checks.status() == S3_OK; ++i) {
            const s3_compound_child& child = children[i];
            if (checks.convex(child.shape, "the shape of a child").status() == S3_OK) {
                const auto convex = []<class S>(const S& shape) {
                    if constexpr (std::is_constructible_v<c::ConvexShape, const S&>) {
                        return c::ConvexShape(shape);
                    } else {
                        return c::ConvexShape();
                    }
                };
                parts.push_back({.shape = std::visit(convex, child.shape->shape),
                                 .pose = in(child.pose),
                                 .tag = child.tag,
                                 .userData = child.user_data});
            }
        }
        return checks.status() ? checks.status() : give(c::Compound::fromChildren(std::move(parts)), result);
    });
}

void s3_shape_retain(const s3_shape* shape) {
    if (Checks().shape(shape, "the shape").status() == S3_OK) {
        shape->owners.fetch_add(1, std::memory_order_relaxed);
    }
}

void s3_shape_release(const s3_shape* shape) {
    if (Checks().shape(shape, "the shape").status() == S3_OK &&
        shape->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete shape;
    }
}

s3_status s3_shape_get_kind(const s3_shape* shape, s3_shape_kind* result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).shape(shape, "the shape").status();
        if (!bad) {
            *result = static_cast<s3_shape_kind>(c::refOf(shape).kind());
        }
        return bad;
    });
}

s3_status s3_shape_bounds(const s3_shape* shape, const s3_pose* pose, s3_box* result) {
    return guarded([&] {
        const s3_status bad =
            Checks().output(result).shape(shape, "the shape").pose(pose, "the pose").status();
        if (!bad) {
            *result = c::out<s3_box>(bounds(shape->shape, in(*pose)));
        }
        return bad;
    });
}

s3_status s3_shape_mass(const s3_shape* shape, float density, s3_mass* result) {
    return guarded([&] {
        s3_status bad = Checks().output(result).shape(shape, "the shape").status();
        if (!bad && !(density > 0.0f && density < c::BodyMass::kInfinite)) {
            bad = fail(S3_BAD_NUMBER, "the density is not above 0 and finite");
        }
        if (bad) {
            return bad;
        }
        const Result<c::BodyMass, ShapeError> mass = massFromDensity(c::refOf(shape), density);
        if (!mass) {
            return fail(statusOf(mass.error().code), mass.error().message);
        }
        *result = c::out<s3_mass>(*mass);
        return s3_status{S3_OK};
    });
}

s3_shape_ref s3_shape_get_ref(const s3_shape* shape) {
    return Checks().shape(shape, "the shape").status() == S3_OK ? std::bit_cast<s3_shape_ref>(c::refOf(shape))
                                                                : s3_shape_ref{0, nullptr};
}
