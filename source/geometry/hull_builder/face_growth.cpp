#include "geometry/hull_builder/face_growth.hpp"

#include "core/shell_sort.hpp"

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

/// Rounds of growth per face. The plane of best fit changes as the face grows, but less each time.
constexpr int kRefits = 4;

class FaceGrowth {
public:
    FaceGrowth(FacePartition& faces, SupportSearch& support, double tolerance, Arena& arena)
        : faces_(faces),
          hull_(faces.hull()),
          arena_(arena),
          support_(support),
          tolerance_(tolerance),
          rejectedIn_(faces.exactFaceCount(), 0, arena),
          taken_(faces.exactFaceCount(), false, arena),
          reached_(arena) {
        for (std::uint32_t face = 0; face < faces.exactFaceCount(); ++face) {
            taken_[face] = !faces.exists(face) || faces.isJoined(face);
        }
    }

    ArenaVector<std::uint32_t> run() {
        ArenaVector<std::uint32_t> joined(arena_);
        for (const auto& [area, seed] : seeds()) {
            if (taken_[seed]) {
                continue;
            }
            grow(seed);
            if (faces_.isJoined(seed)) {
                joined.push_back(seed);
            }
        }
        return joined;
    }

private:
    struct Seed {
        double area;
        std::uint32_t face;
    };

    /// The faces with a neighbor within tolerance, in descending order of area.
    ArenaVector<Seed> seeds() {
        ArenaVector<Seed> found(arena_);
        found.reserve(faces_.exactFaceCount());
        for (std::uint32_t face = 0; face < faces_.exactFaceCount(); ++face) {
            if (taken_[face]) {
                continue;
            }
            const double area = glm::length(areaVector(face));
            if (area > 0.0 && hasNearNeighbor(face)) {
                found.push_back({area, face});
            }
        }
        shellSort(found, [](const Seed& a, const Seed& b) {
            return a.area > b.area || (a.area == b.area && a.face < b.face);
        });
        return found;
    }

    [[nodiscard]] glm::dvec3 areaVector(std::uint32_t face) const {
        glm::dvec3 sum(0.0);
        faces_.forEachTriangle(face, [&](std::uint32_t triangle) { sum += faces_.areaVector(triangle); });
        return sum;
    }

    [[nodiscard]] bool hasNearNeighbor(std::uint32_t face) const {
        bool found = false;
        faces_.forEachTriangle(face, [&](std::uint32_t triangle) {
            const glm::dvec3& area = faces_.areaVector(triangle);
            const double limit = tolerance_ * glm::length(area);
            for (std::uint32_t halfEdge = 3 * triangle; halfEdge < 3 * triangle + 3; ++halfEdge) {
                const std::uint32_t opposite = TriangleHull::previous(hull_.twins[halfEdge]);
                found = found || (faces_.isBoundary(halfEdge) &&
                                  glm::dot(area, hull_.corner(halfEdge) - hull_.corner(opposite)) <= limit);
            }
        });
        return found;
    }

    /// Joins a face with those in its slab. The larger face has another normal, so another slab: this is
    /// repeated until it takes no more, or kRefits times.
    void grow(std::uint32_t seed) {
        taken_[seed] = true;
        for (int round = 0; round < kRefits; ++round) {
            ++attempt_;
            const glm::dvec3 area = areaVector(seed);
            normal_ = area / glm::length(area);
            // No vertex lies above the plane of an exact face, so in the first round the floor is final.
            highest_ = hull_.origins[faces_.firstHalfEdge(seed)];
            floor_ = glm::dot(normal_, hull_.positions[highest_]) - tolerance_;
            isFloorFinal_ = round == 0;
            if (!growWithinSlab(seed)) {
                return;
            }
        }
    }

    /// Joins all connected faces in the slab below the plane of the seed. Returns whether there were any.
    bool growWithinSlab(std::uint32_t seed) {
        reached_.clear();
        const auto reach = [&](std::uint32_t halfEdge) {
            const std::uint32_t neighbor = faces_.faceAcross(halfEdge);
            if (taken_[neighbor] || rejectedIn_[neighbor] == attempt_) {
                return;
            }
            const std::uint32_t opposite = TriangleHull::previous(hull_.twins[halfEdge]);
            if (isAboveFloor(opposite) && fits(neighbor)) {
                taken_[neighbor] = true;
                reached_.push_back(neighbor);
            } else {
                rejectedIn_[neighbor] = attempt_;
            }
        };
        faces_.forEachHalfEdge(seed, reach);
        for (std::size_t i = 0; i < reached_.size(); ++i) {
            faces_.forEachHalfEdge(reached_[i], reach);
        }
        for (const std::uint32_t part : reached_) {
            faces_.join(seed, part);
        }
        return !reached_.empty();
    }

    /// Whether the face lies in the slab and its normal points to the side of the slab's normal. Most faces
    /// lie below the lowest possible floor. The final floor needs the support of the hull, which is computed
    /// only for the other faces.
    [[nodiscard]] bool fits(std::uint32_t face) {
        if (!isInSlab(face)) {
            return false;
        }
        if (!isFloorFinal_) {
            floor_ = support_.height(normal_, highest_) - tolerance_;
            isFloorFinal_ = true;
            if (!isInSlab(face)) {
                return false;
            }
        }
        return glm::dot(normal_, areaVector(face)) >= 0.0;
    }

    [[nodiscard]] bool isInSlab(std::uint32_t face) const {
        bool inside = true;
        faces_.forEachHalfEdge(face,
                               [&](std::uint32_t halfEdge) { inside = inside && isAboveFloor(halfEdge); });
        return inside;
    }

    /// Whether the start of the half-edge lies above the floor of the slab.
    [[nodiscard]] bool isAboveFloor(std::uint32_t halfEdge) const {
        return glm::dot(normal_, hull_.corner(halfEdge)) >= floor_;
    }

    FacePartition& faces_;
    const TriangleHull& hull_;
    Arena& arena_;
    SupportSearch& support_;
    double tolerance_;
    ArenaVector<std::uint32_t> rejectedIn_;  ///< per exact face: the last attempt that rejected it
    ArenaVector<std::uint8_t> taken_;        ///< per exact face: whether it is joined or was a seed
    ArenaVector<std::uint32_t> reached_;     ///< faces to be joined to the seed
    std::uint32_t attempt_ = 0;              ///< number of slabs tried so far
    glm::dvec3 normal_{0.0};                 ///< of the slab: its points have a height of at least floor_
    double floor_ = 0.0;
    std::uint32_t highest_ = 0;  ///< a vertex near the top of the slab
    bool isFloorFinal_ = false;  ///< if not, the final floor may be higher
};

}  // namespace

ArenaVector<std::uint32_t> growFaces(FacePartition& faces, SupportSearch& support, double tolerance,
                                     Arena& arena) {
    return FaceGrowth(faces, support, tolerance, arena).run();
}

}  // namespace sat3d::SAT3D_ABI
