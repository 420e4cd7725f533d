#include "core/format_numbers.hpp"
#include "geometry/decomposition/cut_search.hpp"
#include "geometry/decomposition/part_merging.hpp"
#include "geometry/decomposition/solid_part.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/hull_measures/hull_measures.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/convex_decomposition.hpp>
#include <sat3d/shapes/hull_simplification.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

// Fractions of the largest extent, but never below the resolution of floats at the largest coordinate.
constexpr double kSnap = 2e-6, kSnapNoise = 0x1p-21;
constexpr double kThickness = 1e-3, kThicknessNoise = 0x1p-16;
constexpr double kMeasured = 1e-6;  // smaller depths count as 0
// Cutting makes this many times the requested number of pieces, so that merging has a choice.
constexpr std::size_t kSpareParts = 2;
// Fractions of the progress at which cutting and merging end.
constexpr double kCuttingEnds = 0.8, kMergingEnds = 0.9;

/// Reports progress to the user's callback.
class ProgressReport {
public:
    explicit ProgressReport(const ProgressCallback& callback) : callback_(callback) {}

    /// Returns whether to continue.
    bool reached(double share) {
        furthest_ = std::max(furthest_, std::min(share, 1.0));
        isCanceled_ = isCanceled_ || (callback_ && !callback_(furthest_));
        return !isCanceled_;
    }
    [[nodiscard]] bool isCanceled() const { return isCanceled_; }

private:
    const ProgressCallback& callback_;
    double furthest_ = 0.0;
    bool isCanceled_ = false;
};

std::optional<DecompositionError> checkOptions(const DecompositionOptions& options) {
    constexpr auto kCode = DecompositionError::Code::BadOptions;
    if (!(options.tolerance >= 1e-4 && options.tolerance <= 1.0)) {
        return DecompositionError{
            kCode, "tolerance is " + formatNumber(options.tolerance) + ": it must be from 0.0001 to 1"};
    }
    if (options.maxPieces < 1 || options.maxPieces > 1024) {
        return DecompositionError{
            kCode, "maxPieces is " + std::to_string(options.maxPieces) + ": it must be from 1 to 1024"};
    }
    if (options.maxVertices < 8) {
        return DecompositionError{kCode, "maxVertices is " + std::to_string(options.maxVertices) +
                                             ": it must be 8 or more, as many as a box has"};
    }
    return std::nullopt;
}

std::optional<DecompositionError> checkIndices(std::size_t vertexCount,
                                               std::span<const std::uint32_t> triangles) {
    constexpr auto kCode = DecompositionError::Code::BadIndices;
    if (triangles.size() % 3 != 0) {
        return DecompositionError{kCode,
                                  std::to_string(triangles.size()) +
                                      " indices are not a multiple of 3: the last triangle is incomplete"};
    }
    const auto bad = std::ranges::find_if(triangles, [&](auto index) { return index >= vertexCount; });
    if (bad != triangles.end()) {
        return DecompositionError{kCode, "triangle " + std::to_string((bad - triangles.begin()) / 3) +
                                             " refers to vertex " + std::to_string(*bad) +
                                             ", but there are only " + std::to_string(vertexCount)};
    }
    return std::nullopt;
}

/// Checks that the vertices of the triangles have a convex hull.
std::optional<DecompositionError> checkPoints(const std::vector<glm::vec3>& points,
                                              const HullOptions& options) {
    if (const auto input = checkHullInput(points, options); !input) {
        const bool isOption = input.error().code == HullError::Code::BadOptions;
        return DecompositionError{
            isOption ? DecompositionError::Code::BadOptions : DecompositionError::Code::HullFailed,
            input.error().message};
    }
    return std::nullopt;
}

PartLimits limitsOf(const std::vector<glm::vec3>& points, double tolerance) {
    double extent = 0.0, coordinate = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low, high] =
            std::ranges::minmax(points, {}, [axis](const glm::vec3& point) { return point[axis]; });
        extent = std::max(extent, static_cast<double>(high[axis]) - static_cast<double>(low[axis]));
        coordinate = std::max({coordinate, std::abs(static_cast<double>(low[axis])),
                               std::abs(static_cast<double>(high[axis]))});
    }
    return {tolerance * extent, std::max(kSnap * extent, kSnapNoise * coordinate),
            std::max(kThickness * extent, kThicknessNoise * coordinate)};
}

/// Cuts the part with the largest gap repeatedly.
class Cutting {
public:
    Cutting(const Chain& mesh, const PartLimits& limits) : limits_(limits) {
        for (Chain& solid : solids(mesh, true)) {
            volume_ += signedVolume(solid);
            if (auto part = partOf(std::move(solid), {}, limits)) {
                parts_.push_back(*std::move(part));
            }
        }
        isFinal_.resize(parts_.size());
    }

    void run(std::size_t most, ProgressReport& progress) {
        const std::size_t first = parts_.size();
        while (parts_.size() < most && !progress.isCanceled()) {
            const std::optional<std::size_t> worst = worstPart();
            if (!worst) {
                return;
            }
            const auto goOn = [&](double share) {
                const double done = static_cast<double>(parts_.size() - first) + share;
                return progress.reached(kCuttingEnds * done / static_cast<double>(most - first));
            };
            cutPart(*worst, bestCut(parts_[*worst], limits_, goOn));
        }
    }

    [[nodiscard]] std::vector<SolidPart>& parts() { return parts_; }
    /// Volume of the mesh: of its solids, each facing outward.
    [[nodiscard]] double volume() const { return volume_; }

    /// Finds the part that is cut next: among those that are not convex and that a cut may improve.
    [[nodiscard]] std::optional<std::size_t> worstPart() const {
        std::optional<std::size_t> worst;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            const bool mayBeCut = !isFinal_[k] && !parts_[k].isConvex(limits_);
            if (mayBeCut && (!worst || parts_[k].misfit.gap > parts_[*worst].misfit.gap)) {
                worst = k;
            }
        }
        return worst;
    }

private:
    void cutPart(std::size_t index, const std::optional<Plane>& plane) {
        if (!plane) {
            isFinal_[index] = true;
            return;
        }
        const SolidPart whole = std::move(parts_[index]);
        std::array<Chain, 2> halves = cut(whole.chain, *plane, limits_.snap);
        std::vector<SolidPart> pieces;
        for (std::size_t side = 0; side < 2; ++side) {
            std::vector<Plane> cuts = whole.cuts;
            cuts.push_back(side == 0 ? *plane : Plane{-plane->normal, -plane->offset});
            for (Chain& solid : solids(std::move(halves[side]), false)) {
                if (auto part = partOf(std::move(solid), cuts, limits_)) {
                    pieces.push_back(*std::move(part));
                }
            }
        }
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(index));
        isFinal_.erase(isFinal_.begin() + static_cast<std::ptrdiff_t>(index));
        std::ranges::move(pieces, std::back_inserter(parts_));
        isFinal_.resize(parts_.size());
    }

    const PartLimits& limits_;
    std::vector<SolidPart> parts_;
    std::vector<bool> isFinal_;  // no plane improves it
    double volume_ = 0.0;
};

Result<ConvexPiece, HullError> pieceOf(const SolidPart& part, const PartLimits& limits,
                                       const DecompositionOptions& options) {
    auto hull = ConvexHull::fromPoints(part.hull.vertices, options.hull);
    if (!hull) {
        return Unexpected{std::move(hull).error()};
    }
    auto simple = simplify(*hull, options.maxVertices);
    if (!simple) {
        return Unexpected{std::move(simple).error()};
    }
    const double ignored = kMeasured * limits.tolerance / options.tolerance;
    const Misfit misfit = misfitOf(part.chain, part.volume, simple->hull.data().mesh, ignored);
    return ConvexPiece{std::move(simple->hull), std::max(misfit.concavity(), 0.0), simple->maxExpansion};
}

/// Returns the largest distance of a point from all pieces.
double farthestOutside(const std::vector<glm::vec3>& points, const std::vector<ConvexPiece>& pieces) {
    std::vector<HullDistance> distances;
    for (const ConvexPiece& piece : pieces) {
        const auto vertices = piece.hull.vertices();
        distances.emplace_back(quickhull(vertices, checkHullInput(vertices, {})->simplex));
    }
    double farthest = 0.0;
    // Index of the piece nearest to the previous point. Neighboring points are usually near one piece.
    std::size_t last = 0;
    for (const glm::vec3& vertex : points) {
        const glm::dvec3 point(vertex);
        double nearest = distances[last].outside(point);
        for (std::size_t k = 0; k < pieces.size() && nearest > farthest; ++k) {
            const auto isFar = [&](const ConvexHull::Face& face) {
                return face.plane.signedDistance(point) > nearest;
            };
            if (std::ranges::any_of(pieces[k].hull.faces(), isFar)) {
                continue;
            }
            if (const double distance = distances[k].outside(point); distance < nearest) {
                nearest = distance;
                last = k;
            }
        }
        farthest = std::max(farthest, nearest);
    }
    return farthest;
}

}  // namespace

double Decomposition::concavity() const noexcept {
    double worst = 0.0;
    for (const ConvexPiece& piece : pieces) {
        worst = std::max(worst, piece.concavity);
    }
    return worst;
}

Result<Decomposition, DecompositionError> decompose(std::span<const glm::vec3> vertices,
                                                    std::span<const std::uint32_t> triangles,
                                                    const DecompositionOptions& options) {
    if (auto error = checkOptions(options)) {
        return Unexpected{*std::move(error)};
    }
    if (auto error = checkIndices(vertices.size(), triangles)) {
        return Unexpected{*std::move(error)};
    }
    const MendedChain mended = mendedChain(vertices, triangles);
    const Chain& mesh = mended.chain;
    const std::vector<glm::vec3> points = surfacePoints(mesh);
    if (auto error = checkPoints(points, options.hull)) {
        return Unexpected{*std::move(error)};
    }
    const PartLimits limits = limitsOf(points, options.tolerance);
    ProgressReport progress(options.progress);
    Cutting cutting(mesh, limits);
    cutting.run(kSpareParts * options.maxPieces, progress);
    const bool stoppedEarly = cutting.worstPart().has_value();
    std::vector<SolidPart>& parts = cutting.parts();
    const bool wasForced = mergeParts(parts, options.maxPieces, limits, [&](double share) {
        return progress.reached(kCuttingEnds + share * (kMergingEnds - kCuttingEnds));
    });
    std::ranges::stable_sort(parts, std::ranges::greater{}, &SolidPart::hullVolume);
    Decomposition result;
    result.turnedTriangles = mended.turnedTriangles;
    result.unpairedEdges = mended.unpairedEdges;
    result.meshVolume = cutting.volume();
    for (const SolidPart& part : parts) {
        const double share = static_cast<double>(result.pieces.size()) / static_cast<double>(parts.size());
        if (!progress.reached(kMergingEnds + share * (1.0 - kMergingEnds))) {
            return Unexpected{
                DecompositionError{DecompositionError::Code::Canceled, "canceled by the progress callback"}};
        }
        auto piece = pieceOf(part, limits, options);
        if (!piece) {
            return Unexpected{
                DecompositionError{DecompositionError::Code::HullFailed, piece.error().message}};
        }
        result.piecesVolume += piece->hull.massProperties().volume;
        result.reachedTolerance = result.reachedTolerance && part.isConvex(limits);
        result.pieces.push_back(*std::move(piece));
    }
    result.ranOutOfPieces = !result.reachedTolerance && (stoppedEarly || wasForced);
    result.maxUncoveredDistance = farthestOutside(points, result.pieces);
    progress.reached(1.0);
    return result;
}

}  // namespace sat3d::SAT3D_ABI
