#pragma once

/// @file
/// The path of a convex body over a surface, and the triangles that the body may reach on it.

#include "narrowphase/composite/body_over_surface.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/kernels/triangles/entry_kernel.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// A convex body that moves over a surface. All arguments are in the surface's frame.
class PathOverSurface {
public:
    PathOverSurface(const ChildShape& body, const PosedShape& surface);

    /// Sets the motion of the body's center.
    void setDisplacement(const glm::dvec3& displacement);
    /// Sets the rotation during the motion, after the displacement.
    /// @param bend         meters: points leave their straight paths by less
    /// @param bendPerSize  the same, more for larger triangles: a fraction of the sum of two sides
    void setTurn(const glm::dmat3& turn, double bend, double bendPerSize);

    /// Adds a triangle of the surface to a batch that is not full.
    void add(TriangleBatch& batch, std::uint32_t number, const Triangle& triangle) const {
        body_.add(batch, number, triangle);
    }
    /// Visits the triangles of a batch that the body may reach up to a limit, those first that it may reach
    /// first. One-sided ones are left out if the center is behind them at the start.
    /// @param limit  fraction of the motion
    /// @param visit  double(std::uint32_t number, double limit): returns the new limit, not larger
    template <class Visit>
    double visitBatch(const TriangleBatch& batch, double limit, const Visit& visit) const;

private:
    /// Returns a fraction of the motion before which the body does not reach a triangle; infinity if it
    /// passes.
    [[nodiscard]] double entry(std::uint32_t triangle) const;

    BodyOverSurface body_;
    glm::dvec3 displacement_{0.0};  ///< in the body's axes
    MovingBody moving_;
};

template <class Visit>
double PathOverSurface::visitBatch(const TriangleBatch& batch, double limit, const Visit& visit) const {
    EntryTimes entries;
    findEntries(batch, moving_, entries);
    struct Entry {
        double time;
        std::uint32_t number;
        bool isExact;
    };
    std::array<Entry, TriangleBatch::kCapacity> sorted;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < batch.count; ++i) {
        const double time = double(entries.times[i]);
        if (time <= limit) {
            std::uint32_t place = count++;
            for (; place > 0 && sorted[place - 1].time > time; --place) {
                sorted[place] = sorted[place - 1];
            }
            sorted[place] = {time, batch.numbers[i], false};
        }
    }
    for (std::uint32_t i = 0; i < count && sorted[i].time <= limit;) {
        Entry first = sorted[i];
        if (!first.isExact) {  // goes back to its place by its exact time
            first = {std::max(first.time, entry(first.number)), first.number, true};
            std::uint32_t place = i;
            for (; place + 1 < count && sorted[place + 1].time < first.time; ++place) {
                sorted[place] = sorted[place + 1];
            }
            sorted[place] = first;
            continue;
        }
        limit = !moving_.isOneSided || body_.isInFront(first.number) ? visit(first.number, limit) : limit;
        ++i;
    }
    return limit;
}

/// Visits the triangles of a surface that a moving body may reach.
/// @param describe  (PathOverSurface&): sets the motion. Called if a triangle is near: most parts of a tank
/// stay
///                  away from the ground.
/// @param bound     double(const Aabb&): no triangle in a box is reached earlier
/// @param visit     as for PathOverSurface::visitBatch()
template <class Describe, class Bound, class Visit>
double forEachTriangleOnPath(const ChildShape& body, const PosedShape& surface, double limit,
                             const Describe& describe, const Bound& bound, const Visit& visit) {
    std::optional<PathOverSurface> path;
    TriangleBatch batch;
    limit = forEachTriangle(surface.shape, limit, bound,
                            [&](const Triangle& triangle, std::uint32_t number, double upTo) {
                                if (!path) {
                                    describe(path.emplace(body, surface));
                                }
                                path->add(batch, number, triangle);
                                if (batch.isFull()) {
                                    upTo = path->visitBatch(batch, upTo, visit);
                                    batch.count = 0;
                                }
                                return upTo;
                            });
    return path ? path->visitBatch(batch, limit, visit) : limit;
}

}  // namespace sat3d::SAT3D_ABI
