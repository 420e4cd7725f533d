#include "narrowphase/convex/kernel_form.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"
#include "narrowphase/separation/kernel_answers.hpp"

#include <glm/ext/quaternion_float.hpp>

#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// @param pair  in the canonical order
template <class T, class Pair>
ContactRules rulesOf(const PosedPair<T>& pair, const Pair& forms, const CollideOptions& options) {
    const auto radiusOf = [](const auto& form) {
        return form.source() == nullptr ? form.box().radius : form.source()->data().boundingSphere.radius;
    };
    const float radiusA = radiusOf(forms.a), radiusB = radiusOf(forms.b), size = 0.5f * (radiusA + radiusB);
    return {size,
            options.margin,
            options.faceBias * size,
            pair.isSwapped,
            isSameShape(pair.a, pair.b),
            isClearlyLarger(radiusB, radiusA)};
}

/// One query of the kernels, with a manifold in the precision of the forms' poses. Answers are in the
/// caller's order.
template <class P, class A, class B>
class KernelManifold {
    using Pair = KernelPair<P, A, B>;

public:
    KernelManifold(const Pair& forms, const ContactRules& rules, BasicManifold<P>& manifold)
        : forms_(forms), rules_(rules), manifold_(manifold) {}

    /// Searches the push and computes the manifold.
    /// @return Overlapping: the manifold holds the push, and is complete if isComplete(). Separated: the
    /// shapes may be closer than the margin
    Verdict run() {
        Verdict verdict = Verdict::Undecided;
        if (forms_.areBoxes()) {
            verdict = ofBoxes(false);
        } else if constexpr (!Pair::kAreBoxes) {
            verdict = forms_.makeHulls() ? ofHulls() : Verdict::Undecided;
        }
        if (verdict == Verdict::Overlapping) {
            manifold_.penetration.depth += rules_.margin;
        }
        return verdict;
    }

    /// Computes the manifold of shapes that are Separated, from their penetration. Returns false if the
    /// readable routine must compute it.
    bool runApart(const Penetration& hit) {
        result_.best = pushInA(hit);
        manifold_.penetration = hit;
        if (forms_.areBoxes()) {
            ofBoxes(true);
        } else if constexpr (!Pair::kAreBoxes) {
            result_.best.features = toKernelFeatures(forms_.a.hull(), forms_.b.hull(), result_.best.features);
            isComplete_ = completesHulls();
        }
        return isComplete_;
    }

    /// Whether the manifold is written except for its tags.
    [[nodiscard]] bool isComplete() const { return isComplete_; }
    /// The features of the largest separation, if the verdict is Separated.
    [[nodiscard]] const FeaturePair& features() const { return result_.best.features; }

    /// Writes the tags of a complete manifold.
    void setTags() const {
        const auto tagOf = [](const auto& form, std::uint32_t face) {
            return form.source() == nullptr ? 0 : form.source()->data().faceTags[face];
        };
        manifold_.faceTagA = tagOf(forms_.a, faces_.ofA);
        manifold_.faceTagB = tagOf(forms_.b, faces_.ofB);
        if (rules_.isSwapped) {
            std::swap(manifold_.faceTagA, manifold_.faceTagB);
        }
    }

private:
    Verdict ofBoxes(bool areApart) {
        const auto& [a, b, poseA, poseB] = forms_;
        const Verdict verdict =
            boxManifoldKernel(a.box(), poseA, b.box(), poseB, rules_, areApart, result_, manifold_, faces_);
        isComplete_ = verdict == Verdict::Overlapping;
        return verdict == Verdict::Undecided ? Verdict::Overlapping : verdict;
    }

    Verdict ofHulls() {
        forms_.a.addAdjacency();
        forms_.b.addAdjacency();
        searchHulls(forms_, rules_.isSwapped, rules_.margin, result_, manifold_.penetration);
        if (result_.verdict == Verdict::Overlapping) {
            isComplete_ = completesHulls();
        } else if (result_.verdict == Verdict::Separated) {
            if (result_.isBeyondMargin) {
                return Verdict::BeyondMargin;
            }
            if (rules_.margin > 0.0f) {
                result_.best.features =
                    toMeshFeatures(forms_.a.hull(), forms_.b.hull(), result_.best.features);
            }
        }
        return result_.verdict;
    }

    bool completesHulls() {
        const auto& [a, b, poseA, poseB] = forms_;
        return hullManifoldKernel(a.hull(), poseA, b.hull(), poseB, result_, rules_, manifold_, faces_);
    }

    /// Converts a push of shapes that are apart to the order of the kernels, and its normal to A's frame.
    [[nodiscard]] PenetrationCandidate pushInA(const Penetration& hit) const {
        const glm::vec3 normal = rules_.isSwapped ? -hit.normal : hit.normal;
        const glm::vec3 inA = glm::conjugate(glm::quat(forms_.poseA.rotation)) * normal;
        return {flippedIf(rules_.isSwapped, hit.features),
                hit.depth - rules_.margin,
                {inA.x, inA.y, inA.z, 0.0f}};
    }

    const Pair& forms_;
    const ContactRules& rules_;
    BasicManifold<P>& manifold_;
    KernelResult result_;
    ManifoldFaces faces_;
    bool isComplete_ = false;
};

/// Computes the manifold of a pair in the canonical order by the kernels.
/// @param hit  receives the push, unless there is none, if the readable routine must compute the manifold
/// @return whether the manifold is complete
template <class T, class P, class A, class B>
bool findManifold(const PosedPair<T>& pair, const KernelPair<P, A, B>& forms, const CollideOptions& options,
                  BasicManifold<P>& manifold, std::optional<Penetration>& hit) {
    const ContactRules rules = rulesOf(pair, forms, options);
    KernelManifold query(forms, rules, manifold);
    const Verdict verdict = query.run();
    assertFinite(verdict);
    if (!query.isComplete()) {
        if (verdict == Verdict::Overlapping) {
            hit = manifold.penetration;
        } else if (verdict == Verdict::Undecided) {
            hit = kernelPenetration(pair, options.margin);
        } else if (verdict == Verdict::Separated && options.margin > 0.0f) {
            hit = penetrationOfApart(pair, query.features(), options.margin);
        }
        if (!(hit && verdict == Verdict::Separated && query.runApart(*hit))) {
            return false;
        }
    }
    query.setTags();
    return true;
}

}  // namespace

template <class T>
std::optional<BasicManifold<T>> kernelManifold(const PosedPair<T>& given, const CollideOptions& options) {
    const PosedPair<T> pair = inSoundOrder(given);
    // The kernels write here. The only object that is returned, so that it is not copied.
    std::optional<BasicManifold<T>> manifold(std::in_place);
    std::optional<Penetration> hit;
    const bool isFound = askOfForms(pair, [&]<class P, class A, class B>(const KernelPair<P, A, B>& forms) {
        return askInPrecision<P>(*manifold, [&](BasicManifold<P>& written) {
            return findManifold(pair, forms, options, written, hit);
        });
    });
    if (!isFound) {
        manifold = readableManifold(pair, hit, options);
    }
    return manifold;
}
template std::optional<Manifold> kernelManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> kernelManifold(const PosedPair<double>&, const CollideOptions&);

template <class T>
std::optional<BasicManifold<T>> readableManifold(const PosedPair<T>& pair, std::optional<Penetration> hit,
                                                 const CollideOptions& options) {
    if (!hit) {
        return std::nullopt;
    }
    if (pair.isSwapped) {
        flip(*hit);
    }
    std::optional manifold(PairManifold<T>(pair, options).fromPenetration(*hit));
    return pair.isSwapped ? flipped(manifold) : manifold;
}
template std::optional<Manifold> readableManifold(const PosedPair<float>&, std::optional<Penetration>,
                                                  const CollideOptions&);
template std::optional<DManifold> readableManifold(const PosedPair<double>&, std::optional<Penetration>,
                                                   const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
