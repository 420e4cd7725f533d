// Shapes that only the plane has.

#include "shape_errors.hpp"

#include <sat3d/planar/convex_pieces.hpp>

#include <glm/ext/vector_double2.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::give;
using c::guarded;
using c::in;

using Loop = std::vector<glm::dvec2>;

/// @param points  moves on to the next loop
Loop takeLoop(const s3_vec2*& points, std::size_t size) {
    Loop loop;
    std::ranges::transform(in(points, size), std::back_inserter(loop),
                           [](const glm::vec2& point) { return glm::dvec2(point); });
    points += size;
    return loop;
}

}  // namespace

s3_status s3_circle_create(s3_vec2 center, float radius, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(Circle{in(center), radius}), result);
    });
}

s3_status s3_segment_create(s3_vec2 start, s3_vec2 end, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).status();
        return bad ? bad : give(validate(PlanarSegment{in(start), in(end)}), result);
    });
}

s3_status s3_polygon_create(const s3_vec2* points, size_t count, s3_shape** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).array(points, count, "the array of points").status();
        return bad ? bad : give(ConvexPolygon::fromPoints(in(points, count)), result);
    });
}

s3_status s3_compound_of_polygon(const s3_vec2* points, const size_t* loop_sizes, size_t loop_count,
                                 s3_shape** result) {
    return guarded([&] {
        s3_status bad = Checks()
                            .output(result)
                            .needed(points, "the array of points")
                            .needed(loop_sizes, "the array of sizes")
                            .status();
        if (!bad && loop_count == 0) {
            bad = fail(S3_BAD_INDEX, "a polygon needs a loop for its outline");
        }
        if (bad) {
            return bad;
        }
        const Loop outline = takeLoop(points, loop_sizes[0]);
        std::vector<Loop> holes;
        for (std::size_t i = 1; i < loop_count; ++i) {
            holes.push_back(takeLoop(points, loop_sizes[i]));
        }
        return give(compoundOfPolygon(outline, holes), result);
    });
}

s3_status s3_polygon_vertices(const s3_shape* polygon, s3_vec2* vertices, size_t capacity, size_t* count) {
    return guarded([&] {
        const s3_status bad =
            Checks().hull(polygon).output(count).array(vertices, capacity, "the array of vertices").status();
        if (!bad) {
            const auto all = std::get<ConvexPolygon>(polygon->shape).vertices();
            for (std::size_t i = 0; i < std::min(capacity, all.size()); ++i) {
                vertices[i] = c::out<s3_vec2>(glm::vec2(all[i]));
            }
            *count = all.size();
        }
        return bad;
    });
}
