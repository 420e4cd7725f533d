#pragma once

/// @file
/// Reads pairs of hulls with their poses, and the reference answers that belong to them, from text files.
/// The format is described in tests/data/pairs/README.md.

#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::pairs_file {

/// What is wrong in a file, and where.
struct Error {
    std::string file;
    std::size_t line = 0;  ///< counted from 1; 0 when the file as a whole is meant
    std::string message;

    /// "file:line: message", as compilers print it.
    [[nodiscard]] std::string text() const;
};

/// How near the two hulls of a pair are, as the file says.
enum class Regime : std::uint8_t {
    Far,      ///< bounding spheres overlap, the hulls are well apart
    Near,     ///< a gap of at most 2 % of size
    Shallow,  ///< a depth of at most 5 % of size
    Deep,
};

struct Shape {
    std::uint32_t id = 0;  ///< as in the file
    std::vector<glm::vec3> points;
};

/// Two shapes in their world poses, and how B moves.
struct Pair {
    Regime regime = Regime::Far;
    std::size_t a = 0, b = 0;       ///< indices into File::shapes
    DPose poseA, poseB;             ///< rotations normalised in double
    glm::dvec3 velocityB{0.0};      ///< metres per frame
    glm::dvec3 rotationRateB{0.0};  ///< rotation vector, radians per frame, world axes

    /// B's pose in a later frame of the coherent variant: the rotation comes before frame 0's, in the world
    /// frame.
    [[nodiscard]] DPose poseBAtFrame(int frame) const;
};

struct File {
    std::vector<Shape> shapes;
    std::vector<Pair> pairs;
};

/// One line of a reference file.
struct Answer {
    double depth = 0.0;          ///< signed: positive is overlap, negative the largest gap over all axes
    glm::dvec3 normalAToB{0.0};  ///< unit, world frame
    FeaturePair::Kind kind = FeaturePair::Kind::FaceOfA;
    double size = 0.0;  ///< mean bounding radius of the two hulls, metres
};

/// The frame that the answers of `.coh.ref` files belong to.
inline constexpr int kCoherentFrame = 49;

/// Whole files. Memory stays in proportion to the file's size, whatever counts it announces.
[[nodiscard]] Result<File, Error> read(const std::filesystem::path& path);
[[nodiscard]] Result<std::vector<Answer>, Error> readAnswers(const std::filesystem::path& path);

/// The same from text in memory. @param name  stands for the file in errors.
[[nodiscard]] Result<File, Error> parse(std::string_view text, std::string_view name);
[[nodiscard]] Result<std::vector<Answer>, Error> parseAnswers(std::string_view text, std::string_view name);

/// The hull of every shape, in the order of File::shapes. An error names the shape.
/// @param name  stands for the file in errors.
[[nodiscard]] Result<std::vector<ConvexHull>, Error> buildHulls(const File& file, std::string_view name);

}  // namespace sat3d::pairs_file
