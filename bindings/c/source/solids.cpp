// Shapes that only space has.

#include "shape_errors.hpp"

#include <cstddef>
#include <cstdint>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::give;
using c::guarded;
using c::in;

}  // namespace

s3_status s3_sphere_create(s3_vec3 center, float radius, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(Sphere{in(center), radius}), result);
    });
}

s3_status s3_hull_create(const s3_vec3* points, size_t count, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).array(points, count, "the array of points").status();
        return bad ? bad : give(ConvexHull::fromPoints(in(points, count)), result);
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
