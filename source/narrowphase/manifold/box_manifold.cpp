#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/hull_manifold.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/separation/box_hull.hpp"
#include "narrowphase/separation/separation.hpp"

#include <optional>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::Verdict;

template <class T>
Verdict askKernel(const PosedPair<T>& pair, const CollideOptions& options,
                  std::optional<BasicManifold<T>>& manifold) {
    return askOfBoxes(pair, [&](const auto& a, const auto& poseA, const auto& b, const auto& poseB) {
        const float size = 0.5f * (a.radius + b.radius);
        const detail::ContactRules rules{size, options.margin, options.faceBias * size, false,
                                         pair.a.box() == pair.b.box()};
        detail::ContactFaces faces;
        if constexpr (std::is_same_v<decltype(poseA), const BasicPose<T>&>) {
            return detail::boxManifoldKernel(a, poseA, b, poseB, rules, manifold, faces);
        } else {
            std::optional<DManifold> inDouble;
            const Verdict verdict = detail::boxManifoldKernel(a, poseA, b, poseB, rules, inDouble, faces);
            if (inDouble) {
                manifold = converted<T>(*inDouble);
            }
            return verdict;
        }
    });
}

}  // namespace

template <class T>
std::optional<BasicManifold<T>> boxManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    std::optional<BasicManifold<T>> manifold;
    const Verdict verdict = askKernel(pair, options, manifold);
    std::optional<Penetration> hit;
    if (verdict == Verdict::Overlapping || verdict == Verdict::Undecided) {
        manifold->penetration.depth += options.margin;
        hit = manifold->penetration;
    } else if (verdict == Verdict::Separated && options.margin > 0.0f) {
        hit = penetrationFromSeparation(pair, options.margin);
    }
    if (verdict != Verdict::Overlapping && hit) {
        manifold = PairManifold<T>(pair, options).fromPenetration(*hit);
    }
    return manifold;
}
template std::optional<Manifold> boxManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> boxManifold(const PosedPair<double>&, const CollideOptions&);

}  // namespace sat3d::inline SAT3D_ABI
