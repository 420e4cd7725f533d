#include "geometry/primitives/consistent_winding.hpp"

#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/polygon_measures.hpp"
#include "geometry/primitives/winding_number.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// The smaller of two areas is wrong for sure below this share of both.
constexpr double kClearShare = 0.25;
/// With more closed surfaces than this, surfaces inside others are not searched for.
constexpr std::size_t kMaxShells = 256;
/// About so many faces of a surface are looked at to see whether it lies inside another one.
constexpr std::size_t kSampledFaces = 16;

/// The use of an edge by a face, from `low` to `high` or back.
struct FaceEdge {
    std::uint32_t low, high, face;
    bool isUpward;
};

/// Returns the uses of all edges, sorted by edge and face. A face that goes along an edge and back does not
/// use it.
std::vector<FaceEdge> edgeUsesOf(const PolygonMesh& mesh) {
    std::vector<FaceEdge> uses;
    uses.reserve(mesh.indices.size());
    for (std::uint32_t face = 0; face < mesh.faceCount(); ++face) {
        const std::span<const std::uint32_t> corners = mesh.face(face);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const std::uint32_t a = corners[k], b = corners[k + 1 == corners.size() ? 0 : k + 1];
            if (a != b) {
                uses.push_back({std::min(a, b), std::max(a, b), face, a < b});
            }
        }
    }
    std::ranges::sort(uses, {}, [](const FaceEdge& use) { return std::tuple(use.low, use.high, use.face); });
    std::vector<FaceEdge> kept;
    kept.reserve(uses.size());
    for (const FaceEdge& use : uses) {
        const bool isBack = !kept.empty() && kept.back().low == use.low && kept.back().high == use.high &&
                            kept.back().face == use.face && kept.back().isUpward != use.isUpward;
        if (isBack) {
            kept.pop_back();
        } else {
            kept.push_back(use);
        }
    }
    return kept;
}

/// Calls visit(uses) for the uses of each edge.
template <class Visit>
void forEachEdge(std::span<const FaceEdge> uses, const Visit& visit) {
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        while (end < uses.size() && uses[end].low == uses[begin].low && uses[end].high == uses[begin].high) {
            ++end;
        }
        visit(uses.subspan(begin, end - begin));
    }
}

/// Faces that are connected through common edges. Each knows whether it must be turned if the first one is
/// not.
class Patches {
public:
    explicit Patches(std::size_t faces) : parent_(faces), isAgainst_(faces), isOneSided_(faces) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    /// Makes two faces neighbors.
    /// @param disagree  one of them must be turned
    void join(std::uint32_t a, std::uint32_t b, bool disagree) {
        const bool differ = isAgainst(a) != isAgainst(b);
        a = of(a);
        b = of(b);
        if (a == b) {
            isOneSided_[a] = isOneSided_[a] || differ != disagree;
            return;
        }
        const auto [low, high] = std::minmax(a, b);
        parent_[high] = low;
        isAgainst_[high] = differ != disagree;
        isOneSided_[low] = isOneSided_[low] || isOneSided_[high];
    }
    /// Number of the patch of a face: its lowest face.
    [[nodiscard]] std::uint32_t of(std::uint32_t face) {
        compress(face);
        return parent_[face];
    }
    /// Whether the face disagrees with the lowest face of its patch.
    [[nodiscard]] bool isAgainst(std::uint32_t face) {
        compress(face);
        return isAgainst_[face];
    }
    [[nodiscard]] bool isOneSided(std::uint32_t patch) const { return isOneSided_[patch]; }

private:
    /// Makes the patch the parent of the face, and of all faces on the way.
    void compress(std::uint32_t face) {
        std::uint32_t root = face;
        bool against = false;
        for (; parent_[root] != root; root = parent_[root]) {
            against = against != isAgainst_[root];
        }
        while (parent_[face] != root && face != root) {
            const std::uint32_t next = parent_[face];
            const bool rest = against != isAgainst_[face];
            parent_[face] = root;
            isAgainst_[face] = against;
            against = rest;
            face = next;
        }
    }

    std::vector<std::uint32_t> parent_;
    std::vector<bool> isAgainst_;   // the parent
    std::vector<bool> isOneSided_;  // of patches
};

/// A patch on which one winding is possible.
struct Shell {
    std::vector<std::uint32_t> faces;
    Aabb box;
    double area[2] = {};  // of the faces that agree with the first one, and of the others
    double volume = 0.0;  // if the others are turned
    bool isClosed = true;
    bool turnsOthers = true;  // the result: the others are turned, or those that agree with the first one

    [[nodiscard]] bool isMixed() const { return area[0] > 0.0 && area[1] > 0.0; }
    [[nodiscard]] bool isClear() const {
        return std::min(area[0], area[1]) <= kClearShare * (area[0] + area[1]);
    }
    [[nodiscard]] bool isOutward() const { return (volume > 0.0) == turnsOthers; }
    void setOutward(bool outward) { turnsOthers = (volume > 0.0) == outward; }
};

class Repairing {
public:
    explicit Repairing(const PolygonMesh& mesh)
        : mesh_(mesh), uses_(edgeUsesOf(mesh)), patches_(mesh.faceCount()) {}

    WindingRepair run() {
        bool areClashing = false;
        forEachEdge(uses_, [&](std::span<const FaceEdge> uses) {
            const bool disagree = uses.size() == 2 && uses[0].isUpward == uses[1].isUpward;
            if (uses.size() == 2 && !(disagree && areCopies(uses[0].face, uses[1].face))) {
                patches_.join(uses[0].face, uses[1].face, disagree);
                areClashing = areClashing || disagree;
            }
        });
        WindingRepair repair;
        if (!areClashing) {
            return repair;
        }
        findShells();
        for (auto& [patch, shell] : shells_) {
            shell.turnsOthers = shell.area[1] <= shell.area[0];
        }
        decideUnclearShells();
        repair.turns.resize(mesh_.faceCount());
        for (std::uint32_t face = 0; face < mesh_.faceCount(); ++face) {
            const auto shell = shells_.find(patches_.of(face));
            if (shell != shells_.end() && shell->second.isMixed() &&
                patches_.isAgainst(face) == shell->second.turnsOthers) {
                repair.turns[face] = true;
                ++repair.turnedFaces;
            }
        }
        return repair;
    }

private:
    [[nodiscard]] glm::dvec3 at(std::uint32_t vertex) const { return glm::dvec3(mesh_.vertices[vertex]); }

    /// Whether two faces have the same corners.
    [[nodiscard]] bool areCopies(std::uint32_t a, std::uint32_t b) const {
        return std::ranges::is_permutation(mesh_.face(a), mesh_.face(b));
    }

    void findShells() {
        std::vector<std::uint32_t> sizes(mesh_.faceCount());
        for (std::uint32_t face = 0; face < mesh_.faceCount(); ++face) {
            ++sizes[patches_.of(face)];
        }
        for (std::uint32_t face = 0; face < mesh_.faceCount(); ++face) {
            const std::uint32_t patch = patches_.of(face);
            if (patches_.isOneSided(patch) || sizes[patch] == 1) {
                continue;
            }
            Shell& shell = shells_[patch];
            const bool isAgainst = patches_.isAgainst(face);
            const std::span<const std::uint32_t> corners = mesh_.face(face);
            shell.faces.push_back(face);
            shell.area[isAgainst] += 0.5 * glm::length(newellNormal(mesh_.vertices, corners));
            for (const std::uint32_t corner : corners) {
                shell.box = join(shell.box, mesh_.vertices[corner]);
            }
            const glm::dvec3 origin = at(mesh_.face(shell.faces.front())[0]);
            for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
                const double sixfold =
                    glm::dot(at(corners[0]) - origin,
                             glm::cross(at(corners[k]) - origin, at(corners[k + 1]) - origin));
                shell.volume += (isAgainst ? -sixfold : sixfold) / 6.0;
            }
        }
        forEachEdge(uses_, [&](std::span<const FaceEdge> uses) {
            std::map<std::uint32_t, std::int64_t> surplus;  // of uses upward, per patch
            for (const FaceEdge& use : uses) {
                surplus[patches_.of(use.face)] += use.isUpward != patches_.isAgainst(use.face) ? 1 : -1;
            }
            for (const auto& [patch, count] : surplus) {
                if (const auto shell = shells_.find(patch); shell != shells_.end() && count != 0) {
                    shell->second.isClosed = false;
                }
            }
        });
    }

    /// Decides about the closed shells of which no side is clearly wrong, from outside to inside.
    void decideUnclearShells() {
        std::vector<Shell*> closed;
        for (auto& [patch, shell] : shells_) {
            if (shell.isClosed && shell.volume != 0.0) {
                closed.push_back(&shell);
            }
        }
        std::ranges::stable_sort(closed, std::ranges::greater{},
                                 [](const Shell* shell) { return std::abs(shell->volume); });
        for (std::size_t k = 0; k < closed.size(); ++k) {
            Shell& shell = *closed[k];
            if (!shell.isMixed() || shell.isClear()) {
                continue;
            }
            std::size_t outer = closed.size() <= kMaxShells ? k : 0;
            while (outer > 0 && !isInside(shell, *closed[outer - 1])) {
                --outer;
            }
            shell.setOutward(outer == 0 || !closed[outer - 1]->isOutward());
        }
    }

    /// Whether a shell bounds a cavity of another one: centers of its faces all lie in it. Its vertices may
    /// also be those of the other one, where both only touch.
    [[nodiscard]] bool isInside(const Shell& shell, const Shell& outer) {
        if (join(outer.box, shell.box) != outer.box) {
            return false;
        }
        return std::ranges::all_of(samplesOf(shell.faces),
                                   [&](std::uint32_t face) { return contains(outer, centerOf(face)); });
    }

    /// Some faces of a surface, and those that are farthest out.
    [[nodiscard]] std::vector<std::uint32_t> samplesOf(std::span<const std::uint32_t> faces) const {
        std::vector<std::uint32_t> samples;
        for (std::size_t k = 0; k < faces.size(); k += 1 + faces.size() / kSampledFaces) {
            samples.push_back(faces[k]);
        }
        for (int axis = 0; axis < 3; ++axis) {
            const auto [least, most] = std::ranges::minmax_element(
                faces, {}, [&](std::uint32_t face) { return centerOf(face)[axis]; });
            samples.insert(samples.end(), {*least, *most});
        }
        return samples;
    }

    [[nodiscard]] glm::dvec3 centerOf(std::uint32_t face) const {
        glm::dvec3 sum(0.0);
        for (const std::uint32_t corner : mesh_.face(face)) {
            sum += at(corner);
        }
        return sum / static_cast<double>(mesh_.face(face).size());
    }

    [[nodiscard]] bool contains(const Shell& shell, const glm::dvec3& point) {
        const std::array<glm::vec3, 2> corners{shell.box.lower, shell.box.upper};
        return windingNumber(corners, point, [&](const auto& visit) {
                   for (const std::uint32_t face : shell.faces) {
                       const std::span<const std::uint32_t> loop = mesh_.face(face);
                       for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
                           const std::uint32_t second = loop[patches_.isAgainst(face) ? k + 1 : k];
                           const std::uint32_t third = loop[patches_.isAgainst(face) ? k : k + 1];
                           visit(at(loop[0]), at(second), at(third));
                       }
                   }
               }) != 0;
    }

    const PolygonMesh& mesh_;
    std::vector<FaceEdge> uses_;
    Patches patches_;
    std::map<std::uint32_t, Shell> shells_;  // by patch
};

}  // namespace

WindingRepair repairWinding(const PolygonMesh& mesh) {
    return Repairing(mesh).run();
}

void turnFaces(const WindingRepair& repair, PolygonMesh& mesh) {
    for (std::size_t face = 0; face < repair.turns.size(); ++face) {
        if (repair.turns[face]) {
            const std::uint32_t begin = face == 0 ? 0 : mesh.faceEndOffsets[face - 1];
            std::uint32_t* const corners = mesh.indices.data();
            std::reverse(corners + begin + 1, corners + mesh.faceEndOffsets[face]);  // the first corner stays
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
