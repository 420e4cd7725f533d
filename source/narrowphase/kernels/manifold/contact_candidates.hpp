#pragma once

/// @file
/// Vertices of the overlap of two faces, before the reduction.

#include "narrowphase/pair/feature_id.hpp"
#include "shapes/convex_hull/hull_adjacency.hpp"

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Candidates for contact points. The coordinates are those of the reference face: x and y along the axes of
/// its plane, z the height of the incident surface over the plane.
struct ContactCandidates {
    /// Every side of the incident face gives at most two candidates, and every vertex of the reference face
    /// one.
    static constexpr std::uint32_t kMax = 3 * HullAdjacency::kMaxLoop;
    static constexpr std::uint32_t kPadding = 8;  ///< whole vectors are written at the end

    alignas(32) float x[kMax + kPadding], y[kMax + kPadding], z[kMax + kPadding];
    alignas(32) std::int32_t onReference[kMax + kPadding], onIncident[kMax + kPadding];  ///< FeatureCodes
    std::uint32_t count;
    float lowest;  ///< the smallest z

    /// The features of a candidate as one number.
    [[nodiscard]] std::uint64_t features(std::uint32_t i) const {
        return std::uint64_t{static_cast<std::uint32_t>(onReference[i])} << 32 |
               static_cast<std::uint32_t>(onIncident[i]);
    }
    /// The coordinate along a slanted direction. Of tied candidates the one with the largest is chosen. The
    /// angle is a golden section of 180 degrees, so that no diagonal of a regular polygon is perpendicular to
    /// it.
    static constexpr float kTieX = 0.3623749f, kTieY = 0.9320324f;
    [[nodiscard]] float tieKey(std::uint32_t i) const { return x[i] * kTieX + y[i] * kTieY; }

    /// Whether candidate i is chosen rather than j, which has the same features.
    /// @param slack  meters: depths tie up to this difference
    [[nodiscard]] bool isPreferred(std::uint32_t i, std::uint32_t j, float slack) const {
        return z[i] < z[j] - slack || (z[i] <= z[j] + slack && tieKey(i) > tieKey(j));
    }

    /// Keeps one of the candidates that have the same features: the preferred one.
    /// @param at  numbers of candidates
    /// @return how many are left
    std::uint32_t dropTwins(std::uint32_t* at, std::uint32_t numberCount, float slack) const {
        std::uint32_t left = 0;
        for (std::uint32_t j = 0; j < numberCount; ++j) {
            std::uint32_t i = 0;
            while (i < left && features(at[i]) != features(at[j])) {
                ++i;
            }
            if (i == left || isPreferred(at[j], at[i], slack)) {
                at[i] = at[j];
            }
            left += i == left ? 1 : 0;
        }
        return left;
    }

    void copy(std::uint32_t from, std::uint32_t to) {
        x[to] = x[from], y[to] = y[from], z[to] = z[from];
        onReference[to] = onReference[from], onIncident[to] = onIncident[from];
    }
};

/// The candidates that a manifold keeps.
struct ChosenContacts {
    std::uint32_t count;
    std::uint32_t at[4];
};

}  // namespace sat3d::SAT3D_ABI
