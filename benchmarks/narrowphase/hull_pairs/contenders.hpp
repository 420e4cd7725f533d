#pragma once

/// @file
/// The contenders of the benchmark. CMake leaves out libraries that are not installed.

#include <memory>
#include <pair_timing/contender.hpp>

namespace sat3d::benchmarks {

using pair_timing::Contender;

/// Name of the contender that all ratios refer to.
inline constexpr const char* kBaseline = "Bullet GJK+EPA";

/// The projection SAT in double, without an observer.
[[nodiscard]] std::unique_ptr<Contender> makeProjectionSat();

[[nodiscard]] std::unique_ptr<Contender> makeBulletGjkEpa();
[[nodiscard]] std::unique_ptr<Contender> makeBulletBoxBox();  ///< box hulls only
/// Manifolds of Bullet's dispatcher with its default configuration, as a game computes them. Boxes have their
/// own routine. Other hulls get one point per query, the deepest that GJK and EPA find, and kept manifolds
/// collect up to four over the frames.
/// @param keep  whether pairs keep algorithm and manifold from query to query. Otherwise they are made anew.
[[nodiscard]] std::unique_ptr<Contender> makeBulletDispatcher(bool keep);
/// The same with initializePolyhedralFeatures(), which Bullet leaves out by default: a query clips the faces
/// in contact and so gets a whole manifold. Boxes are hulls too.
[[nodiscard]] std::unique_ptr<Contender> makeBulletClipping(bool keep);
/// Manifolds of Box3D. Hulls have at most 128 vertices, 128 edges and 128 faces. The rules of its contacts
/// stay: pairs less than 2 cm apart get a manifold too, and faces are preferred to edges.
/// @param keep  whether pairs keep their separating axis cache
[[nodiscard]] std::unique_ptr<Contender> makeBox3dManifold(bool keep);
/// Manifolds of Jolt without convex radius and speculative distance, so that answers are exact.
[[nodiscard]] std::unique_ptr<Contender> makeJoltManifold();
/// Manifolds of Jolt with its default convex radius and speculative distance: corners and edges are rounded.
[[nodiscard]] std::unique_ptr<Contender> makeJoltDefaults();
[[nodiscard]] std::unique_ptr<Contender> makeLibccd();
[[nodiscard]] std::unique_ptr<Contender> makeFcl();
[[nodiscard]] std::unique_ptr<Contender> makeOdeBoxBox();  ///< box hulls only

}  // namespace sat3d::benchmarks
