#include "response/motion/meeting.hpp"

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "planar/shapes/planar_proxy.hpp"
#include "shapes/basic/shape_kinds.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/math/sweep_status.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace sat3d::SAT3D_ABI {

namespace {

/// Raises the reach to that of a convex shape.
void addConvex(ShapeReach& reach, ShapeRef shape, const Pose& pose, const glm::vec3& center) {
    const ConvexProxy proxy(shape, localToWorld(pose));
    double farthest = 0.0;
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        farthest = std::max(farthest, glm::length(proxy.vertex(i) - glm::dvec3(center)));
    }
    reach.core = std::max(reach.core, static_cast<float>(farthest));
    reach.whole = std::max(reach.whole, static_cast<float>(farthest + proxy.convexRadius()));
}
void addConvex(ShapeReach& reach, PlanarShapeRef shape, const PlanarPose& pose, const glm::vec2& center) {
    const PlanarProxy proxy(shape, localToWorld(pose));
    double farthest = 0.0;
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        const glm::dvec2 vertex = proxy.toWorld() * proxy.vertex(i);
        farthest = std::max(farthest, glm::length(vertex - glm::dvec2(center)));
    }
    reach.core = std::max(reach.core, static_cast<float>(farthest));
    reach.whole = std::max(reach.whole, static_cast<float>(farthest + proxy.radius()));
}

/// A point in the middle of a convex shape: the mean of the vertices of its core.
glm::vec3 vertexMeanOf(ShapeRef shape) {
    const ConvexProxy proxy(shape, localToWorld(Pose{}));
    glm::dvec3 sum(0.0);
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        sum += proxy.vertex(i);
    }
    return glm::vec3(sum / static_cast<double>(proxy.vertexCount()));
}
glm::vec2 vertexMeanOf(PlanarShapeRef shape) {
    const PlanarProxy proxy(shape, localToWorld(PlanarPose{}));
    glm::dvec2 sum(0.0);
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        sum += proxy.toWorld() * proxy.vertex(i);
    }
    return glm::vec2(sum / static_cast<double>(proxy.vertexCount()));
}

/// The farthest that a box reaches along a direction in its shape's frame.
double reachAlong(const Box& box, const glm::dvec3& direction) {
    const glm::dvec3 alongAxes = glm::conjugate(glm::dquat(box.rotation)) * direction;
    return glm::dot(direction, glm::dvec3(box.center)) +
           glm::dot(glm::abs(alongAxes), glm::dvec3(box.halfExtents));
}

/// The farthest that a convex shape reaches along a direction in the world.
/// @param direction  unit
double reachAlong(ShapeRef shape, const DPose& pose, const glm::dvec3& direction) {
    const glm::dvec3 inShape = glm::conjugate(pose.rotation) * direction;
    return visitShape(shape, [&](const auto& alternative) {
        if constexpr (requires { reachAlong(alternative, inShape); }) {
            return glm::dot(pose.position, direction) + reachAlong(alternative, inShape);
        } else if constexpr (requires { support(alternative, glm::vec3(inShape)); }) {
            return glm::dot(pose * glm::dvec3(support(alternative, glm::vec3(inShape))), direction);
        } else {
            return std::numeric_limits<double>::infinity();
        }
    });
}
double reachAlong(PlanarShapeRef shape, const DPlanarPose& pose, const glm::dvec2& direction) {
    const PlanarProxy proxy(shape, localToWorld(pose));
    double farthest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        farthest = std::max(farthest, glm::dot(proxy.toWorld() * proxy.vertex(i), direction));
    }
    return farthest + static_cast<double>(proxy.radius());
}

bool isConvex(PlanarShapeRef shape) {
    using Kind = PlanarShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Circle:
        case Kind::Capsule:
        case Kind::Segment:
        case Kind::Box:
        case Kind::Polygon:
            return true;
        case Kind::HalfPlane:
        case Kind::Compound:
            break;
    }
    return false;
}

}  // namespace

template <class D>
typename Space<D>::Pose MovingPart<D>::poseAt(float fraction) const {
    return poseAtFraction(pose, motion, static_cast<double>(fraction));
}

template <class D>
std::optional<float> fractionOfMeeting(const MovingPart<D>& a, const MovingPart<D>& b) {
    const auto hit = sweep(a.shape, a.pose, b.shape, b.pose, a.motion, b.motion);
    return hit ? std::optional(hit.fraction) : std::nullopt;
}

template <class D>
bool passAfter(const MovingPart<D>& a, const MovingPart<D>& b, float fraction, float farthest, float nearest,
               float flush) {
    float after = std::min(farthest, 1.0f - fraction);
    if (!isConvex(a.shape) || !isConvex(b.shape) || !(after > nearest)) {
        return false;
    }
    for (; after > nearest; after *= 0.5f) {
        const auto hit =
            penetration(a.shape, a.poseAt(fraction + after), b.shape, b.poseAt(fraction + after));
        if (hit && hit->depth > flush) {
            return false;
        }
    }
    return true;
}

template <class D>
bool isSeparatedBy(const typename Space<D>::Dimension::DVector& axis, const MovingPart<D>& a,
                   const MovingPart<D>& b, double bend) {
    if (!isConvex(a.shape) || !isConvex(b.shape)) {
        return false;
    }
    // Between its ends, the path of a point is nearly straight, and so the gap is nearly a mean of both.
    const auto isOpen = [&](const typename Space<D>::Pose& poseA, const typename Space<D>::Pose& poseB) {
        return -reachAlong(a.shape, partInWorld(poseA), axis) -
                   reachAlong(b.shape, partInWorld(poseB), -axis) >
               bend;
    };
    return isOpen(a.pose, b.pose) && isOpen(a.poseAt(1.0f), b.poseAt(1.0f));
}

template <class T>
ShapeReach reachOf(const typename Space<T>::Shape& shape,
                   const typename Space<T>::Dimension::Vector& center) {
    using Ref = typename Space<T>::ShapeRef;
    ShapeReach reach;
    if (const Ref ref(shape); isConvex(ref)) {
        addConvex(reach, ref, {}, center);
    } else if (const auto parts = partsOf(shape); !parts.empty()) {
        for (const auto& part : parts) {
            addConvex(reach, Ref(part.shape), part.pose, center);
        }
    } else {
        const Aabb box = boxInSpace(shape, typename Space<T>::Pose{});
        const float farthest = glm::length(
            glm::max(glm::abs(box.upper - inSpace(center)), glm::abs(box.lower - inSpace(center))));
        reach.whole = reach.core = std::isfinite(farthest) ? farthest : 0.0f;
    }
    return reach;
}

template <class T>
void findCores(const typename Space<T>::Shape& shape, const typename Space<T>::Dimension::Vector& center,
               std::vector<BodyCore<typename Space<T>::Dimension>>& cores) {
    using Ref = typename Space<T>::ShapeRef;
    using PartPose = typename Space<T>::PartPose;
    using Vector = typename Space<T>::Dimension::Vector;
    cores.clear();
    const auto distanceOf = [](Ref around, const Vector& point) {
        return distance(around, PartPose{}, roundAt(point, 0.0f), PartPose{});
    };
    if (const auto atCenter = distanceOf(shape, center); atCenter.separation < 0.0f) {
        cores.push_back({center, -atCenter.separation, atCenter.children.a});
        return;
    }
    const auto addMiddle = [&](Ref piece, const PartPose& pose, std::uint32_t child) {
        const Vector middle = vertexMeanOf(piece);
        if (const float depth = -distanceOf(piece, middle).separation; depth > 0.0f) {
            cores.push_back({pose * middle, depth, child});
        }
    };
    if (const Ref ref(shape); isConvex(ref)) {
        addMiddle(ref, {}, 0);
    }
    const auto parts = partsOf(shape);
    for (std::uint32_t child = 0; child < parts.size(); ++child) {
        addMiddle(Ref(parts[child].shape), parts[child].pose, child);
    }
}

template <class T>
typename Space<T>::Dimension::Vector roundAxisOf(const typename Space<T>::Shape& shape,
                                                 const typename Space<T>::Dimension::Vector& center) {
    using Vector = typename Space<T>::Dimension::Vector;
    if constexpr (Spatial<T>) {
        if (const auto* capsule = std::get_if<Capsule>(&shape)) {
            constexpr float kNegligible = 1e-3f;
            const Vector along = capsule->end - capsule->start,
                         beside = glm::cross(along, center - capsule->start);
            const float square = glm::dot(along, along);
            if (square > 0.0f && glm::length(beside) <= kNegligible * square) {
                return along / std::sqrt(square);
            }
        }
    }
    static_cast<void>(shape), static_cast<void>(center);
    return Vector(0.0f);
}

#define SAT3D_INSTANTIATE(T)                                                                                 \
    template bool isSeparatedBy<T>(const typename Space<T>::Dimension::DVector&, const MovingPart<T>&,       \
                                   const MovingPart<T>&, double);                                            \
    template struct MovingPart<T>;                                                                           \
    template void findCores<T>(const typename Space<T>::Shape&, const typename Space<T>::Dimension::Vector&, \
                               std::vector<BodyCore<typename Space<T>::Dimension>>&);                        \
    template typename Space<T>::Dimension::Vector roundAxisOf<T>(                                            \
        const typename Space<T>::Shape&, const typename Space<T>::Dimension::Vector&);                       \
    template ShapeReach reachOf<T>(const typename Space<T>::Shape& shape,                                    \
                                   const typename Space<T>::Dimension::Vector& center)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

#define SAT3D_INSTANTIATE(D)                                                                         \
    template bool passAfter(const MovingPart<D>&, const MovingPart<D>&, float, float, float, float); \
    template std::optional<float> fractionOfMeeting(const MovingPart<D>&, const MovingPart<D>&)
SAT3D_INSTANTIATE(double);
SAT3D_INSTANTIATE(Planar<double>);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
