#include "geometry/hull_builder/face_merging.hpp"

#include "geometry/hull_builder/face_growth.hpp"
#include "geometry/primitives/closest_point.hpp"
#include "geometry/primitives/fan_search.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr int kPasses = 4;
constexpr std::size_t kReserved = 32;  // initial capacity of lists per face: enough for most faces

/// A loop of vertices that is nearly a convex polygon in a plane with the given unit normal.
class Polygon {
public:
    Polygon(const TriangleHull& hull, std::span<const std::uint32_t> corners, const glm::dvec3& normal)
        : hull_(hull), corners_(corners), normal_(normal) {}

    [[nodiscard]] bool isConvex(double slack) const {
        const std::size_t count = corners_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const glm::dvec3 chord = corner((i + 2) % count) - corner(i);
            const double turn = glm::dot(normal_, glm::cross(corner((i + 1) % count) - corner(i), chord));
            if (turn < -slack * glm::length(chord)) {
                return false;
            }
        }
        return true;
    }

    /// Upper bound of the distance of a point. It is the distance to the triangle below the point in the
    /// triangle fan from the first vertex. (For a tilted triangle, the distance to its plane would be too
    /// small.)
    [[nodiscard]] double distance(const glm::dvec3& p) const {
        const std::size_t below = fanTriangleBelow(
            corners_.size() - 1, [&](std::size_t i) { return side(corner(0), corner(i), p) >= 0.0; });
        return distanceToTriangle(corner(0), corner(below), corner(below + 1), p);
    }

private:
    [[nodiscard]] const glm::dvec3& corner(std::size_t i) const { return hull_.positions[corners_[i]]; }
    [[nodiscard]] double side(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& p) const {
        return glm::dot(normal_, glm::cross(b - a, p - a));
    }

    const TriangleHull& hull_;
    std::span<const std::uint32_t> corners_;
    glm::dvec3 normal_;
};

class FaceMerging {
public:
    FaceMerging(FacePartition& faces, SupportSearch& support, double slack, Arena& arena)
        : faces_(faces),
          hull_(faces.hull()),
          support_(support),
          slack_(slack),
          queued_(faces.exactFaceCount(), false, arena),
          queue_(arena),
          outline_(arena),
          corners_(arena),
          passedIn_(hull_.positions.size(), 0, arena),
          touched_(arena),
          sharedCorners_(faces.exactFaceCount(), 0, arena),
          sharedEdges_(faces.exactFaceCount(), 0, arena),
          outside_(faces.exactFaceCount(), 0.0, arena),
          planes_(faces.exactFaceCount(), Plane{}, arena) {
        for (ArenaVector<std::uint32_t>* list : {&queue_, &outline_, &corners_, &touched_}) {
            list->reserve(kReserved);
        }
    }

    /// Splits newly joined faces, and joined faces around them, until all remaining faces are valid.
    /// Terminates because each step splits a face. Returns whether any face was split.
    bool splitUnsoundFaces(std::span<const std::uint32_t> joined) {
        bool anySplit = false;
        for (const std::uint32_t face : joined) {
            enqueueAround(face);
        }
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::uint32_t face = queue_[i];
            queued_[face] = false;
            if (!faces_.exists(face)) {
                continue;
            }
            if (!isValid(face)) {
                splitAround(face);
                anySplit = true;
            }
        }
        queue_.clear();
        return anySplit;
    }

    [[nodiscard]] MergedFaces result() && {
        return {*std::max_element(outside_.begin(), outside_.end()), std::move(planes_)};
    }

private:
    void enqueue(std::uint32_t face) {
        if (!queued_[face]) {
            queued_[face] = true;
            queue_.push_back(face);
        }
    }

    void enqueueAround(std::uint32_t face) {
        enqueue(face);
        faces_.forEachHalfEdge(face, [&](std::uint32_t halfEdge) { enqueue(faces_.faceAcross(halfEdge)); });
    }

    /// Splits an invalid face. An exact face cannot be split: then splits its joined neighbors, which have
    /// removed its corners.
    void splitAround(std::uint32_t face) {
        std::vector<std::uint32_t> guilty;
        if (faces_.isJoined(face)) {
            guilty.push_back(face);
        } else {
            faces_.forEachHalfEdge(face, [&](std::uint32_t halfEdge) {
                const std::uint32_t neighbor = faces_.faceAcross(halfEdge);
                if (faces_.isJoined(neighbor) &&
                    std::find(guilty.begin(), guilty.end(), neighbor) == guilty.end()) {
                    guilty.push_back(neighbor);
                }
            });
        }
        for (const std::uint32_t joined : guilty) {
            outside_[joined] = 0.0;
            for (const std::uint32_t part : faces_.split(joined)) {
                enqueueAround(part);
            }
        }
    }

    bool isValid(std::uint32_t face) {
        collectCorners(face);
        if (corners_.size() < 3 || !faces_.isJoined(face)) {
            return corners_.size() >= 3;
        }
        const std::optional<double> outside = outsideOfJoined(face);
        outside_[face] = outside.value_or(0.0);
        return outside.has_value();
    }

    void collectCorners(std::uint32_t face) {
        faces_.outline(face, outline_);
        corners_.clear();
        for (const std::uint32_t halfEdge : outline_) {
            if (faces_.isCorner(hull_.origins[halfEdge])) {
                corners_.push_back(hull_.origins[halfEdge]);
            }
        }
    }

    /// Largest distance of the removed vertices of a joined face from its polygon. Returns nothing if the
    /// face is invalid.
    std::optional<double> outsideOfJoined(std::uint32_t face) {
        if (!outlineIsSimple(face) || !meetsNeighborsProperly(face)) {
            return std::nullopt;
        }
        const glm::dvec3 area = newellNormal(hull_, corners_);
        const double length = glm::length(area);
        if (!(length > 0.0)) {
            return std::nullopt;
        }
        const glm::dvec3 normal = area / length;
        const Polygon polygon(hull_, corners_, normal);
        if (!facesOutward(face, normal)) {
            return std::nullopt;
        }
        planes_[face] = {normal, support_.height(normal, corners_.front())};
        if (!isThin(planes_[face]) || !polygon.isConvex(slack_)) {
            return std::nullopt;
        }
        double outside = 0.0;
        faces_.forEachHalfEdge(face, [&](std::uint32_t halfEdge) {
            if (!faces_.isCorner(hull_.origins[halfEdge])) {
                outside = std::max(outside, polygon.distance(hull_.corner(halfEdge)));
            }
        });
        return outside <= slack_ ? std::optional(outside) : std::nullopt;
    }

    /// Whether the boundary is one loop that visits no vertex twice.
    [[nodiscard]] bool outlineIsSimple(std::uint32_t face) {
        std::size_t boundaryLength = 0;
        faces_.forEachHalfEdge(
            face, [&](std::uint32_t halfEdge) { boundaryLength += faces_.isBoundary(halfEdge) ? 1 : 0; });
        ++test_;
        return outline_.size() == boundaryLength &&
               std::none_of(outline_.begin(), outline_.end(), [&](std::uint32_t halfEdge) {
                   return std::exchange(passedIn_[hull_.origins[halfEdge]], test_) == test_;
               });
    }

    /// Whether the face shares with each neighbor nothing, one corner, or one edge with its two corners.
    bool meetsNeighborsProperly(std::uint32_t face) {
        touched_.clear();
        for (const std::uint32_t vertex : corners_) {
            std::uint32_t before = faces_.faceAcross(hull_.outgoing[vertex]);  // right of the first half-edge
            hull_.forEachOutgoing(vertex, [&](std::uint32_t halfEdge) {
                const std::uint32_t other = faces_.faceOf(halfEdge);
                if (other != face && other != before) {
                    ++sharedCorners_[other];
                    touched_.push_back(other);
                }
                before = other;
            });
        }
        std::uint32_t previous = faces_.faceAcross(outline_.back());
        for (const std::uint32_t halfEdge : outline_) {
            const std::uint32_t across = faces_.faceAcross(halfEdge);
            if (across != previous || faces_.isCorner(hull_.origins[halfEdge])) {
                ++sharedEdges_[across];
            }
            previous = across;
        }
        bool proper = true;
        for (const std::uint32_t other : touched_) {
            proper = proper &&
                     (sharedCorners_[other] <= 1 || (sharedCorners_[other] == 2 && sharedEdges_[other] == 1));
        }
        for (const std::uint32_t other : touched_) {
            sharedCorners_[other] = 0;
            sharedEdges_[other] = 0;
        }
        return proper;
    }

    /// Whether no triangle of the face is flipped relative to its normal.
    [[nodiscard]] bool facesOutward(std::uint32_t face, const glm::dvec3& normal) const {
        bool outward = true;
        faces_.forEachTriangle(face, [&](std::uint32_t triangle) {
            outward = outward && glm::dot(normal, faces_.areaVector(triangle)) >= 0.0;
        });
        return outward;
    }

    /// Whether all corners lie within the slack of the supporting plane.
    [[nodiscard]] bool isThin(const Plane& plane) const {
        return std::all_of(corners_.begin(), corners_.end(), [&](std::uint32_t vertex) {
            return glm::dot(plane.normal, hull_.positions[vertex]) >= plane.offset - slack_;
        });
    }

    FacePartition& faces_;
    const TriangleHull& hull_;
    SupportSearch& support_;
    double slack_;
    std::uint32_t test_ = 0;
    ArenaVector<std::uint8_t> queued_;  ///< per face: whether it is in the queue
    ArenaVector<std::uint32_t> queue_;
    ArenaVector<std::uint32_t> outline_;        ///< of the face under test
    ArenaVector<std::uint32_t> corners_;        ///< of the face under test
    ArenaVector<std::uint32_t> passedIn_;       ///< per vertex: the last test whose outline contains it
    ArenaVector<std::uint32_t> touched_;        ///< faces at the corners of the face under test, repeated
    ArenaVector<std::uint32_t> sharedCorners_;  ///< per face: number shared with the face under test
    ArenaVector<std::uint32_t> sharedEdges_;    ///< per face: number shared with the face under test
    ArenaVector<double> outside_;  ///< per face: distance of its removed vertices; 0 if not joined
    ArenaVector<Plane> planes_;    ///< per joined face: supporting plane of its current corners
};

}  // namespace

MergedFaces mergeFaces(FacePartition& faces, SupportSearch& support, const MergeTolerance& tolerance,
                       Arena& arena) {
    if (!(tolerance.reach > 0.0)) {
        return {0.0, ArenaVector<Plane>(arena)};  // exact faces are a valid polyhedron
    }
    ArenaVector<std::uint32_t> joined = growFaces(faces, support, tolerance.reach, arena);
    if (joined.empty()) {
        return {0.0, ArenaVector<Plane>(arena)};
    }
    FaceMerging merging(faces, support, tolerance.slack, arena);
    // Details of about the size of the tolerance make a face invalid. Split faces grow again with half the
    // tolerance.
    for (int pass = 1; merging.splitUnsoundFaces(joined) && pass < kPasses; ++pass) {
        joined = growFaces(faces, support, std::ldexp(tolerance.reach, -pass), arena);
    }
    return std::move(merging).result();
}

}  // namespace sat3d::SAT3D_ABI
