#include "response/contacts/pair_side.hpp"

#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI {

template <class T>
const PartMotion<T>* PairSide<T>::partMotion(std::uint32_t child) const {
    const auto at = std::ranges::find(partMotions, child, &PartMotion<T>::child);
    return at != partMotions.end() ? &*at : nullptr;
}

template <class T>
auto PairSide<T>::wayInBody(std::uint32_t child, const typename Space<T>::Position& point,
                            double toMean) const -> Vector {
    const PartMotion<T>* const moving = partMotion(child);
    return moving != nullptr ? moving->wayAt(Vector(point - record->center()), toMean) : Vector(0.0f);
}

template <class T>
auto PairSide<T>::part(std::uint32_t child, const StepMotion<Dimension>& ofBody) const -> MovingPart<D> {
    const auto parts = partsOf(object.shape);
    if (parts.empty()) {
        return {shape(), partInWorld(object.pose), motionOf(ofBody, center())};
    }
    const typename Space<T>::ShapeRef childShape(parts[child].shape);
    const auto before = partInWorld(object.pose, parts[child].pose);
    if (const PartMotion<T>* const moving = partMotion(child)) {
        const auto bodyAfter = poseAtFraction(partInWorld(object.pose), motionOf(ofBody, center()), 1.0);
        return {childShape, before, motionFromTo(before, partInWorld(bodyAfter, moving->to), Vector(0.0f))};
    }
    return {childShape, before, motionOf(ofBody, parts[child].pose.inverse() * center())};
}

#define SAT3D_INSTANTIATE(T) template struct PairSide<T>
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
