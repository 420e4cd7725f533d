#include "checks.hpp"
#include "layout.hpp"

#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>

namespace {

using namespace sat3d;
using c::Checks;
using c::guarded;
using c::in;

DebugOptions optionsOf(const s3_drawing& drawing, std::uint32_t layers) {
    return {.show = static_cast<DebugLayer>(layers), .origin = glm::dvec3(drawing.origin)};
}

static_assert(S3_LAYER_FACES == static_cast<int>(DebugLayer::Faces) &&
              S3_LAYER_EDGES == static_cast<int>(DebugLayer::Edges) &&
              S3_LAYER_BOUNDS == static_cast<int>(DebugLayer::Bounds) &&
              S3_LAYER_CONTACTS == static_cast<int>(DebugLayer::Contacts) &&
              S3_LAYER_PUSHES == static_cast<int>(DebugLayer::Pushes) &&
              S3_LAYER_EVENTS == static_cast<int>(DebugLayer::ContactEvents) &&
              S3_LAYER_BODIES == static_cast<int>(DebugLayer::Bodies) &&
              S3_LAYER_IMPULSES == static_cast<int>(DebugLayer::Impulses));

}  // namespace

s3_status s3_drawing_create(s3_drawing** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        if (!bad) {
            *result = new s3_drawing;
        }
        return bad;
    });
}

void s3_drawing_destroy(s3_drawing* drawing) {
    if (Checks().drawing(drawing).status() == S3_OK) {
        delete drawing;
    }
}

s3_status s3_drawing_clear(s3_drawing* drawing) {
    return guarded([&] {
        const s3_status bad = Checks().drawing(drawing).status();
        if (!bad) {
            drawing->geometry.clear();
        }
        return bad;
    });
}

s3_status s3_drawing_set_origin(s3_drawing* drawing, s3_position origin) {
    return guarded([&] {
        const s3_status bad = Checks().drawing(drawing).finite(origin, "the origin").status();
        if (!bad) {
            drawing->origin = in(origin);
        }
        return bad;
    });
}

s3_status s3_drawing_add_shape(s3_drawing* drawing, const s3_shape* shape, const s3_pose* pose,
                               uint32_t layers) {
    return guarded([&] {
        const s3_status bad =
            Checks().drawing(drawing).shape(shape, "the shape").pose(pose, "the pose").status();
        if (!bad) {
            draw(drawing->geometry, c::refOf(shape), in(*pose), optionsOf(*drawing, layers));
        }
        return bad;
    });
}

s3_status s3_drawing_add_world(s3_drawing* drawing, s3_world* world, uint32_t layers) {
    return guarded([&] {
        const s3_status bad = Checks().drawing(drawing).world(world).status();
        if (!bad) {
            draw(drawing->geometry, world->world, optionsOf(*drawing, layers));
            // Contacts of the last update are drawn above; those of the last step only with their impulses.
            const std::uint32_t ofBodies = layers & (S3_LAYER_BODIES | S3_LAYER_IMPULSES);
            draw(drawing->geometry, world->world, world->dynamics, optionsOf(*drawing, ofBodies));
        }
        return bad;
    });
}

s3_status s3_drawing_get_view(s3_drawing* drawing, s3_drawing_view* result) {
    return guarded([&] {
        const s3_status bad = Checks().drawing(drawing).output(result).status();
        if (!bad) {
            const DebugTriangles& triangles = drawing->geometry.triangles;
            const DebugLines& lines = drawing->geometry.lines;
            *result = {c::view<s3_vec3>(triangles.positions),
                       c::view<s3_vec3>(triangles.normals),
                       triangles.colors.data(),
                       triangles.positions.size(),
                       triangles.indices.data(),
                       triangles.indices.size(),
                       c::view<s3_vec3>(lines.positions),
                       lines.colors.data(),
                       lines.positions.size()};
        }
        return bad;
    });
}
