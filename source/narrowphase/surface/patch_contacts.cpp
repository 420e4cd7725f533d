#include "narrowphase/surface/patch_contacts.hpp"

#include "narrowphase/composite/surface_adjacency.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/surface/contact/incident_face.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// The points of a body on a patch: the corners of its face over the patch; where the patch ends under the
/// face, the ends of its border there; and what rises out of the patch to the face.
class PatchPoints {
public:
    /// @param normals  of all patches: a triangle belongs to the closest one
    PatchPoints(const ContactDraft& draft, const Directions& normals, std::uint32_t patch,
                const ContactTriangle& deepest)
        : pair_(draft.pair),
          active_(draft.active),
          normals_(normals),
          patch_(patch),
          outward_(deepest.outward),
          offset_(glm::dot(deepest.outward, deepest.corners[0])),
          fromPlane_(pair_.separationFromPlane(deepest)),
          least_(static_cast<float>(fromPlane_ - pair_.tieOf(fromPlane_))),
          face_(pair_, outward_),
          points_(outward_) {
        const auto stored = active_.stored();
        for (std::size_t i = 0; i < stored.size(); ++i) {
            members_[i] = membersOf(stored[i]);
        }
    }

    void collect() {
        addCorners();
        if (fromPlane_ < -pair_.deepestBeside()) {
            addSunkCorners();
        }
        findResting();
        const auto height = static_cast<float>(highestRaised());
        const auto band = static_cast<float>(kRaisedBand * pair_.body().boundingRadius());
        const bool needsBorder = cornersOn_ < face_.size() && !touchesAtEnd();
        forEachBatch([&](const ActiveBatch& batch, TriangleSet triangles) {
            const auto under = findUnderFace(batch, triangles, outline_, height, band);
            if (needsBorder) {
                addBorder(batch, triangles, under);
            }
            if (face_.isFace()) {
                addRaised(batch, triangles, under);
            }
        });
    }

    [[nodiscard]] bool empty() const { return points_.count() == 0; }
    /// Only if there are points.
    [[nodiscard]] SurfaceContact contact() {
        SurfaceContact contact(pair_, outward_);
        contact.setDeepest(separation_, triangle_);
        contact.setHidesBody(face_.hidesBody());
        contact.setPoints(points_.chosen(pair_.tieOf(separation_)));
        return contact;
    }

private:
    /// More resting corners than this count as hovering.
    static constexpr std::uint32_t kMaxResting = 32;

    /// The triangles of the patch. Those that are deeper than the patch have contacts over their edges
    /// instead.
    [[nodiscard]] TriangleSet membersOf(const ActiveBatch& batch) const {
        return facingMost(batch, normals_, patch_, float(kWithinPatch), least_);
    }
    /// Calls take(const ActiveBatch&, TriangleSet) with the triangles of the patch.
    template <class Take>
    void forEachBatch(const Take& take) const {
        const auto stored = active_.stored();
        for (std::size_t i = 0; i < stored.size(); ++i) {
            if (members_[i] != 0) {
                take(stored[i], members_[i]);
            }
        }
        if (stored.empty()) {
            active_.forEachBatch([&](const ActiveBatch& batch) { take(batch, membersOf(batch)); });
        }
    }

    void addCorners() {
        heights_.fill(std::numeric_limits<double>::infinity());
        for (std::uint32_t first = 0; first < face_.size(); first += FaceOutline::kCapacity) {
            face_.write(first, outline_);
            std::uint32_t cornersHit = 0;
            forEachBatch([&](const ActiveBatch& batch, TriangleSet triangles) {
                std::array<TriangleSet, FaceOutline::kCapacity> under;
                findUnderCorners(batch, triangles, outline_, under);
                for (std::uint32_t i = 0; i < outline_.count; ++i) {
                    forEachIn(under[i], [&](std::uint32_t index) {
                        cornersHit |= addCorner(first + i, pair_.triangle(batch, index)) ? 1u << i : 0u;
                    });
                }
            });
            cornersOn_ += static_cast<std::uint32_t>(std::popcount(cornersHit));
        }
    }

    [[nodiscard]] bool mayCollide(std::uint32_t triangle) const {
        return !pair_.isOneSided() || pair_.bodyOverSurface().isInFront(triangle);
    }

    /// Adds the corners that have sunk in so far that the body does not touch the triangle over them, which
    /// continues the patch.
    void addSunkCorners() {
        const double radius = pair_.body().convexRadius();
        const double deviation = kPatchSine * 2.0 * pair_.body().boundingRadius();
        for (std::uint32_t i = 0; i < std::min(face_.size(), kMaxResting); ++i) {
            const glm::dvec3 onCore = face_.corner(i);
            const double separation = heightOverPlane(onCore) - radius;
            if (std::isfinite(heights_[i]) || separation >= -pair_.deepestBeside()) {
                continue;
            }
            bool isFound = false;
            const auto addUnder = [&](const ContactTriangle& triangle) {
                const double along = glm::dot(triangle.outward, outward_);
                const double over = glm::dot(triangle.outward, onCore - triangle.corners[0]) / along - radius;
                const bool continues = along > kSamePatch && std::abs(over - separation) < deviation;
                isFound = isFound || (continues && !active_.contains(triangle.number) &&
                                      mayCollide(triangle.number) && addCorner(i, triangle));
            };
            pair_.forEachTriangleNear(onCore, onCore - (separation + radius) * outward_, addUnder);
        }
    }

    /// @return whether the corner lies over the triangle, within the margin
    bool addCorner(std::uint32_t corner, const ContactTriangle& triangle) {
        if (!face_.isOver(corner, triangle)) {
            return false;
        }
        const glm::dvec3 onCore = face_.corner(corner);
        const double height =
            glm::dot(triangle.outward, onCore - triangle.corners[0]) / glm::dot(triangle.outward, outward_);
        const double radius = pair_.body().convexRadius();
        if (corner < kMaxResting) {
            heights_[corner] = std::min(heights_[corner], height - radius);
        }
        return addPoint(onCore - radius * outward_, height - radius,
                        contactId(vertexCode(face_.feature().vertexIndex(corner)), kOnPatch),
                        triangle.number);
    }

    /// @return whether the point is within the margin
    bool addPoint(const glm::dvec3& onBody, double separation, std::uint64_t id, std::uint32_t triangle) {
        if (!(separation < pair_.margin())) {
            return false;
        }
        points_.add({onBody - 0.5 * separation * outward_, separation, id});
        if (separation < separation_) {
            separation_ = separation;
            triangle_ = triangle;
        }
        return true;
    }

    /// Whether all that touches of a capsule's segment is close to its lower end, which is over the patch.
    [[nodiscard]] bool touchesAtEnd() const {
        if (face_.size() != 2) {
            return false;
        }
        const glm::dvec3 along = face_.corner(1) - face_.corner(0);
        const double rise = glm::dot(outward_, along), height = heights_[rise < 0.0 ? 1 : 0];
        const double level = std::sqrt(std::max(0.0, glm::dot(along, along) - rise * rise));
        const double near = kNearFeature * pair_.body().boundingRadius();
        return std::isfinite(height) && (pair_.margin() - height) * level < near * std::abs(rise);
    }

    /// Adds the ends of the parts of the patch's border that lie under the face.
    void addBorder(const ActiveBatch& batch, TriangleSet triangles, const TrianglesUnderFace& under) {
        forEachEdge(batch, triangles, under.edges, [&](const PatchEdge& edge) {
            forEachEdgePart(pair_.surface(), edge.number(), edge.which, [&](const EdgePart& part) {
                if (std::none_of(part.triangles.begin(), part.triangles.end(),
                                 [&](std::uint32_t other) { return continuesBeyond(edge, other); })) {
                    addPart(edge, part.from, part.to, [](const glm::dvec3&, double) { return true; });
                }
            });
        });
    }

    /// The separation below which something that rises out of the patch may be a point. If all corners of
    /// the face rest on the patch, they hold the body, unless something is deeper.
    [[nodiscard]] double highestRaised() const {
        return separation_ + (restingCount_ == face_.size() ? -pair_.tolerance() : pair_.sameHeight());
    }

    [[nodiscard]] double heightOverPlane(const glm::dvec3& point) const {
        return glm::dot(outward_, point) - offset_;
    }

    /// Whether the patch is one plane under all corners of the face: only what is above it rises out of it.
    [[nodiscard]] bool isLevel() const {
        if (cornersOn_ < face_.size() || face_.size() > kMaxResting) {
            return false;
        }
        for (std::uint32_t i = 0; i < face_.size(); ++i) {
            if (std::abs(heightOverPlane(face_.corner(i)) - heights_[i]) > pair_.tolerance()) {
                return false;
            }
        }
        return true;
    }

    /// Whether corners of the face that rest on the patch hold the body where it touches a point.
    [[nodiscard]] bool isHeld(const glm::dvec3& point, double separation) const {
        if (restingCount_ < 2 || separation < deepestCorner_ - pair_.tolerance()) {
            return false;
        }
        const double beside = kRaisedBand * pair_.body().boundingRadius();
        glm::dvec3 from = resting_[restingCount_ - 1];
        for (std::uint32_t i = 0; i < restingCount_; ++i) {
            const glm::dvec3 out = glm::cross(outward_, resting_[i] - from);
            if (glm::dot(out, point - from) > beside * glm::length(out)) {
                return false;
            }
            from = resting_[i];
        }
        return true;
    }

    /// Finds the corners of the face that rest on the patch: the deepest, and those as high.
    void findResting() {
        deepestCorner_ = separation_;
        for (std::uint32_t i = 0; i < std::min(face_.size(), kMaxResting); ++i) {
            if (heights_[i] < deepestCorner_ + pair_.sameHeight()) {
                resting_[restingCount_++] = face_.corner(i);
            }
        }
    }

    /// Adds what rises out of the patch to the body: vertices under the face, and edges at its sides.
    void addRaised(const ActiveBatch& batch, TriangleSet triangles, const TrianglesUnderFace& under) {
        const double enough = highestRaised();
        const double least = isLevel() ? pair_.tolerance() : -std::numeric_limits<double>::infinity();
        const auto isWanted = [&](const glm::dvec3& point, double separation) {
            return separation < enough && heightOverPlane(point) - separation > least &&
                   !isHeld(point, separation);
        };
        for (std::uint32_t k = 0; k < 3; ++k) {
            forEachIn(under.raisedCorners[k],
                      [&](std::uint32_t index) { addVertex(batch, index, k, isWanted); });
        }
        forEachEdge(batch, triangles, under.raisedEdges,
                    [&](const PatchEdge& edge) { addPart(edge, 0.0, 1.0, isWanted); });
    }

    /// An edge of a triangle of the patch.
    struct PatchEdge {
        const ActiveBatch& batch;
        TriangleSet members;
        std::uint32_t index, which;
        const TriangleCorners& corners;

        [[nodiscard]] std::uint32_t number() const { return batch.numbers[index]; }
        [[nodiscard]] const glm::dvec3& from() const { return corners[which]; }
        [[nodiscard]] glm::dvec3 along() const { return corners[which == 2 ? 0 : which + 1] - from(); }
    };

    /// Calls take(const PatchEdge&) for some edges of the patch's triangles.
    template <class Take>
    void forEachEdge(const ActiveBatch& batch, TriangleSet triangles, const std::array<TriangleSet, 3>& edges,
                     const Take& take) const {
        forEachIn(edges[0] | edges[1] | edges[2], [&](std::uint32_t index) {
            const TriangleCorners corners = pair_.corners(batch, index);
            for (std::uint32_t which = 0; which < 3; ++which) {
                if ((edges[which] >> index & 1) != 0) {
                    take(PatchEdge{batch, triangles, index, which, corners});
                }
            }
        });
    }

    /// Whether a triangle beyond an edge continues the patch.
    [[nodiscard]] bool continuesBeyond(const PatchEdge& edge, std::uint32_t other) const {
        const std::uint32_t index = indexOf(edge.batch, other);
        const bool isHere = index < ActiveBatch::kCapacity;
        const bool isMember = isHere && (edge.members >> index & 1) != 0;
        if (isMember && pair_.surface().kind() == ShapeRef::Kind::HeightField) {
            return true;
        }
        const TriangleCorners corners = isHere ? pair_.corners(edge.batch, index) : pair_.corners(other);
        const glm::dvec3 area = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double along = glm::dot(area, outward_);
        if ((pair_.isOneSided() && along < 0.0) ||
            along * along <= kSamePatch * kSamePatch * glm::dot(area, area)) {
            return false;
        }
        const bool isBack = (edge.batch.isBack >> edge.index & 1) != 0;
        const glm::dvec3 inward = (isBack ? -1.0 : 1.0) * glm::cross(outward_, edge.along());
        const double least = -pair_.rounding() * glm::length(inward);
        return std::any_of(corners.begin(), corners.end(), [&](const glm::dvec3& corner) {
            return glm::dot(inward, corner - edge.from()) < least;
        });
    }

    /// Adds a vertex of the surface that lies under the face.
    /// @param isWanted  (const glm::dvec3& onBody, double separation)
    template <class IsWanted>
    void addVertex(const ActiveBatch& batch, std::uint32_t index, std::uint32_t corner,
                   const IsWanted& isWanted) {
        const glm::dvec3 point = pair_.corners(batch, index)[corner];
        const double separation = face_.heightOver(point);
        if (isWanted(point + separation * outward_, separation) && face_.isUnder(point)) {
            const std::uint32_t vertex = verticesOf(pair_.surface(), batch.numbers[index])[corner];
            addPoint(point + separation * outward_, separation,
                     contactId(face_.feature().code(), vertexCode(vertex)), batch.numbers[index]);
        }
    }

    /// Adds the ends of the part of an edge under the face.
    /// @param first, last  fractions of the edge
    /// @param isWanted     as for addVertex()
    template <class IsWanted>
    void addPart(const PatchEdge& edge, double first, double last, const IsWanted& isWanted) {
        const glm::dvec3 start = edge.from() + first * edge.along(), segment = (last - first) * edge.along();
        const IncidentFace::Part under = face_.partUnder(start, start + segment);
        for (std::uint32_t i = 0; i < under.count; ++i) {
            const IncidentFace::Part::End& at = under.ends[i];
            const double reach = face_.reachBelow(at.onBody);
            const double separation = glm::dot(outward_, at.onBody - start - at.share * segment) - reach;
            if (isWanted(at.onBody, separation)) {
                addPoint(at.onBody - reach * outward_, separation,
                         idOf(at, codeOn(edge, first + at.share * (last - first))), edge.number());
            }
        }
    }

    /// The code of a point of an edge, or of the vertex at its end.
    [[nodiscard]] FeatureCode codeOn(const PatchEdge& edge, double share) const {
        const std::array<std::uint32_t, 3> numbers = verticesOf(pair_.surface(), edge.number());
        const std::uint32_t from = numbers[edge.which], to = numbers[edge.which == 2 ? 0 : edge.which + 1];
        return share <= 0.0 ? vertexCode(from) : share >= 1.0 ? vertexCode(to) : edgeCode(from, to);
    }

    /// A point beside a corner has the corner's id.
    [[nodiscard]] std::uint64_t idOf(const IncidentFace::Part::End& at, FeatureCode onSurface) const {
        if (at.side == IncidentFace::Part::kNoSide) {
            return contactId(face_.feature().code(), onSurface);
        }
        const FeatureCode onBody = face_.codeOnSide(at.side, at.onBody);
        return contactId(onBody, isVertex(onBody) ? kOnPatch : onSurface);
    }

    const SurfacePair& pair_;
    const ActiveTriangles& active_;
    const Directions& normals_;
    std::uint32_t patch_;
    glm::dvec3 outward_;
    double offset_, fromPlane_;  ///< of the deepest triangle's plane, and the body's separation from it
    float least_;
    std::array<TriangleSet, ActiveTriangles::kStored> members_;  ///< of the stored batches
    IncidentFace face_;
    FaceOutline outline_;
    ContactPoints points_;
    std::uint32_t cornersOn_ = 0;                  ///< how many of the face's corners lie over the patch
    std::array<double, kMaxResting> heights_;      ///< of the corners over the patch
    std::array<glm::dvec3, kMaxResting> resting_;  ///< the corners that rest on it
    std::uint32_t restingCount_ = 0;
    double deepestCorner_ = 0.0;
    double separation_ = std::numeric_limits<double>::infinity();  ///< of the deepest point
    std::uint32_t triangle_ = 0;                                   ///< that it lies on
};

}  // namespace

void addPatchContacts(ContactDraft& draft, std::span<const Patch> patches) {
    Directions normals;
    for (const Patch& patch : patches) {
        normals.add(patch.outward);
    }
    for (const SurfaceContact& contact : draft.contacts) {
        const glm::vec3 outward(contact.outward());
        if (std::none_of(patches.begin(), patches.end(), [&](const Patch& patch) {
                return glm::dot(patch.outward, outward) > float(kSamePatch);
            })) {
            normals.add(outward);
        }
    }
    std::uint32_t which = 0;
    for (const Patch& patch : patches) {
        PatchPoints points(draft, normals, which++, draft.pair.triangle(patch.triangle));
        points.collect();
        if (!points.empty()) {
            draft.contacts.addOrReplace(points.contact());
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
