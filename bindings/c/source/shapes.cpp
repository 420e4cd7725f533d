#include "checks.hpp"
#include "layout.hpp"

#include <sat3d/response/body.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;
using c::in;

s3_status statusOf(ShapeError::Code code) {
    using Code = ShapeError::Code;
    switch (code) {
        case Code::NotFinite:
        case Code::Negative:
        case Code::NotNormalized:
            return S3_SHAPE_BAD_NUMBER;
        case Code::NonUniformScale:
        case Code::NonAxisAlignedScale:
        case Code::SingularMap:
            return S3_SHAPE_BAD_MAP;
        case Code::HullFailed:
            return S3_HULL_FAILED;
        case Code::Empty:
            return S3_SHAPE_EMPTY;
        case Code::NotWatertight:
            return S3_SHAPE_NOT_WATERTIGHT;
    }
    return S3_SHAPE_BAD_NUMBER;
}
s3_status statusOf(HullError::Code) {
    return S3_HULL_FAILED;
}
s3_status statusOf(MeshError::Code) {
    return S3_MESH_FAILED;
}
s3_status statusOf(HeightFieldError::Code) {
    return S3_HEIGHT_FIELD_FAILED;
}

/// Gives the caller the shape, or its error.
template <class Made>
s3_status give(Made made, s3_shape** result) {
    if (!made) {
        return fail(statusOf(made.error().code), made.error().message);
    }
    *result = new s3_shape(Shape(*std::move(made)));
    return S3_OK;
}

Box boxOf(const s3_vec3& center, const s3_vec3& halfExtents, const s3_quat& rotation) {
    return {.center = in(center), .halfExtents = in(halfExtents), .rotation = in(rotation)};
}

}  // namespace

s3_status s3_sphere_create(s3_vec3 center, float radius, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(Sphere{in(center), radius}), result);
    });
}

s3_status s3_capsule_create(s3_vec3 start, s3_vec3 end, float radius, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(Capsule{in(start), in(end), radius}), result);
    });
}

s3_status s3_box_create(s3_vec3 center, s3_vec3 half_extents, s3_quat rotation, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(boxOf(center, half_extents, rotation)), result);
    });
}

s3_status s3_half_space_create(s3_vec3 normal, float offset, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(HalfSpace{in(normal), offset}), result);
    });
}

s3_status s3_hull_create(const s3_vec3* points, size_t count, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).array(points, count, "the array of points").status();
        return bad ? bad : give(ConvexHull::fromPoints(in(points, count)), result);
    });
}

s3_status s3_compound_create(const s3_compound_child* children, size_t count, s3_shape** result) {
    return guarded([&] {
        Checks checks;
        checks.output(result).array(children, count, "the array of children");
        std::vector<CompoundChild> parts;
        for (std::size_t i = 0; i < count && checks.status() == S3_OK; ++i) {
            const s3_compound_child& child = children[i];
            if (checks.convex(child.shape, "the shape of a child").status() == S3_OK) {
                const auto convex = [](const auto& shape) {
                    using S = std::remove_cvref_t<decltype(shape)>;
                    if constexpr (Convex<S>) {
                        return ConvexShape(shape);
                    } else {
                        return ConvexShape();
                    }
                };
                parts.push_back(
                    {std::visit(convex, child.shape->shape), in(child.pose), child.tag, child.user_data, {}});
            }
        }
        return checks.status() ? checks.status() : give(Compound::fromChildren(std::move(parts)), result);
    });
}

s3_mesh_options s3_default_mesh_options(void) {
    return {sizeof(s3_mesh_options), false, nullptr};
}

s3_status s3_mesh_create(const s3_vec3* vertices, size_t vertex_count, const uint32_t* indices,
                         size_t index_count, const s3_mesh_options* options, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .output(result)
                                  .array(vertices, vertex_count, "the array of vertices")
                                  .array(indices, index_count, "the array of indices")
                                  .options(options, "the struct of options")
                                  .status();
        if (bad) {
            return bad;
        }
        const s3_mesh_options given = options != nullptr ? *options : s3_default_mesh_options();
        MeshOptions mesh{given.one_sided ? Sides::Front : Sides::Both, {}};
        if (given.tags != nullptr) {
            mesh.tags = {given.tags, index_count / 3};
        }
        return give(TriangleMesh::fromTriangles(in(vertices, vertex_count), {indices, index_count}, mesh),
                    result);
    });
}

s3_height_field_options s3_default_height_field_options(void) {
    return {sizeof(s3_height_field_options), false, nullptr, 0, nullptr};
}

s3_status s3_height_field_create(const float* heights, uint32_t columns, uint32_t rows, float cell_x,
                                 float cell_y, const s3_height_field_options* options, s3_shape** result) {
    return guarded([&] {
        const std::uint64_t count = std::uint64_t{columns} * rows;
        const s3_status bad = Checks()
                                  .output(result)
                                  .needed(heights, "the array of heights")
                                  .options(options, "the struct of options")
                                  .status();
        if (bad) {
            return bad;
        }
        // Before the heights are read: more of them than there can be.
        if (columns < 2 || rows < 2 || count >= std::uint64_t{1} << 30) {
            return fail(S3_HEIGHT_FIELD_FAILED,
                        "a height field needs two rows and two columns at least, and fewer than 2^30 cells");
        }
        const s3_height_field_options given =
            options != nullptr ? *options : s3_default_height_field_options();
        if (const s3_status noHoles =
                Checks().array(given.holes, given.hole_count, "the array of holes").status()) {
            return noHoles;
        }
        HeightFieldOptions field{
            given.two_sided ? Sides::Both : Sides::Front, {given.holes, given.hole_count}, {}};
        if (given.tags != nullptr) {
            field.tags = {given.tags, std::size_t{columns - 1} * (rows - 1)};
        }
        return give(HeightField::fromHeights({heights, static_cast<std::size_t>(count)}, columns, rows,
                                             {cell_x, cell_y}, field),
                    result);
    });
}

s3_status s3_shape_transform(const s3_shape* shape, const float map[9], s3_shape** result) {
    return guarded([&] {
        const s3_status bad =
            Checks().output(result).shape(shape, "the shape").needed(map, "the map").status();
        if (bad) {
            return bad;
        }
        const glm::mat3 matrix(map[0], map[1], map[2], map[3], map[4], map[5], map[6], map[7], map[8]);
        return give(transformed(shape->shape, matrix), result);
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
        if (!bad && !(density > 0.0f && density < BodyMass::kInfinite)) {
            bad = fail(S3_BAD_NUMBER, "the density is not above 0 and finite");
        }
        if (bad) {
            return bad;
        }
        const Result<BodyMass, ShapeError> mass = massFromDensity(c::refOf(shape), density);
        if (!mass) {
            return fail(statusOf(mass.error().code), mass.error().message);
        }
        s3_mass given{mass->mass, c::out<s3_vec3>(mass->center), {}};
        for (int k = 0; k < 9; ++k) {
            given.inertia[k] = mass->inertia[k / 3][k % 3];
        }
        *result = given;
        return s3_status{S3_OK};
    });
}

s3_status s3_hull_vertices(const s3_shape* hull, const s3_vec3** vertices, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().hull(hull).output(vertices).output(count).status();
        if (!bad) {
            const auto all = c::refOf(hull).hull().vertices();
            *vertices = c::view<s3_vec3>(all);
            *count = all.size();
        }
        return bad;
    });
}

s3_status s3_hull_face_count(const s3_shape* hull, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().hull(hull).output(count).status();
        if (!bad) {
            *count = c::refOf(hull).hull().faces().size();
        }
        return bad;
    });
}

s3_status s3_hull_face(const s3_shape* hull, size_t face, const uint32_t** vertices, size_t* count) {
    return guarded([&] {
        s3_status bad = Checks().hull(hull).output(vertices).output(count).status();
        if (!bad) {
            bad =
                Checks().index(face, c::refOf(hull).hull().faces().size(), "the number of the face").status();
        }
        if (!bad) {
            const auto loop = c::refOf(hull).hull().faceVertices(static_cast<std::uint32_t>(face));
            *vertices = loop.data();
            *count = loop.size();
        }
        return bad;
    });
}

s3_shape_ref s3_shape_get_ref(const s3_shape* shape) {
    return Checks().shape(shape, "the shape").status() == S3_OK ? std::bit_cast<s3_shape_ref>(c::refOf(shape))
                                                                : s3_shape_ref{0, nullptr};
}
