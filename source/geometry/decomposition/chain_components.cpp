#include "geometry/decomposition/chain.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/connected_components.hpp"

#include <limits>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kMaxSolids = 256;
/// Smallest volume of a solid, as a fraction of the cube of the diagonal of its bounds. A component with less
/// volume is a sheet.
constexpr double kMinVolume = 1e-9;

/// A connected component of a chain.
struct Component {
    Chain chain;
    Aabb box;
    double volume = 0.0;

    [[nodiscard]] bool isSolid() const { return chain.surfaceCount > 0 && volume > minVolume(); }
    [[nodiscard]] bool isInverted() const { return chain.surfaceCount > 0 && volume < -minVolume(); }

private:
    [[nodiscard]] double minVolume() const {
        const double size = diagonal(box);
        return kMinVolume * size * size * size;
    }
};

std::vector<Component> componentsOf(const Chain& chain) {
    const ConnectedComponents found =
        connectedComponents(chain.points.size(), chain.triangles.size(),
                            [&](std::size_t t) { return std::span(chain.triangles[t]); });
    std::vector<Component> components(found.count);
    for (std::size_t point = 0; point < chain.points.size(); ++point) {
        components[found.componentOf[point]].chain.points.push_back(chain.points[point]);
    }
    for (std::size_t t = 0; t < chain.triangles.size(); ++t) {
        const auto& [a, b, c] = chain.triangles[t];
        Chain& part = components[found.componentOf[a]].chain;
        part.triangles.push_back(
            {found.indexInComponent[a], found.indexInComponent[b], found.indexInComponent[c]});
        part.surfaceCount += t < chain.surfaceCount;
    }
    for (Component& component : components) {
        component.box = boxAround(component.chain.points);
        component.volume = signedVolume(component.chain);
    }
    return components;
}

/// Finds the solid around a component. Candidates are the solids whose bounds contain the component, or all
/// solids if `orNearest`. The result is the candidate whose common bounds with the component have the
/// shortest diagonal; nothing without a candidate.
std::optional<std::size_t> solidAround(const Component& component, const std::vector<Component>& solids,
                                       bool orNearest) {
    std::optional<std::size_t> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < solids.size(); ++k) {
        const Aabb both = join(solids[k].box, component.box);
        if ((orNearest || both == solids[k].box) && diagonal(both) < least) {
            least = diagonal(both);
            best = k;
        }
    }
    return best;
}

}  // namespace

std::vector<Chain> solids(Chain chain, bool flip) {
    std::vector<Component> components = componentsOf(chain);
    if (components.size() <= 1) {
        return {std::move(chain)};
    }
    std::vector<Component> found, others;
    for (Component& component : components) {
        (component.isSolid() ? found : others).push_back(std::move(component));
    }
    if (found.size() > kMaxSolids || found.empty()) {
        return {std::move(chain)};
    }
    std::vector<Chain> result;
    for (const Component& solid : found) {
        result.push_back(solid.chain);
    }
    Chain sheets;
    for (Component& component : others) {
        const bool isSheet = component.chain.surfaceCount > 0 && !component.isInverted();
        const auto around = solidAround(component, found, !flip || component.chain.surfaceCount == 0);
        if (isSheet) {
            sheets = joined(sheets, component.chain);
        } else if (around) {
            result[*around] = joined(result[*around], component.chain);
        } else {
            for (Chain::Triangle& triangle : component.chain.triangles) {
                std::swap(triangle[1], triangle[2]);
            }
            result.push_back(std::move(component.chain));
        }
    }
    if (sheets.surfaceCount > 0) {
        result.push_back(std::move(sheets));
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI
