#pragma once

/// @file
/// Reads pairs of hulls with their poses, and their reference answers, from text files.
/// tests/data/pairs/README.md describes the format.

#include <sat3d/core/file_path.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::pairs_file {

/// An error in a file, and its place.
struct Error {
    std::string file;
    std::size_t line = 0;  ///< counted from 1; 0 for the file as a whole
    std::string message;

    /// Returns "file:line: message", the format of compilers.
    [[nodiscard]] std::string text() const;
};

/// Distance class of a pair, as stated in the file.
enum class Regime : std::uint8_t {
    Far,      ///< bounding spheres overlap, the hulls are clearly separated
    Near,     ///< a separation of at most 2 % of size
    Shallow,  ///< a depth of at most 5 % of size
    Deep,
};

struct Shape {
    std::uint32_t id = 0;  ///< id in the file
    std::vector<glm::vec3> points;
};

/// Two shapes in world poses, and the motion of B.
struct Pair {
    Regime regime = Regime::Far;
    std::size_t a = 0, b = 0;       ///< indices into File::shapes
    DPose poseA, poseB;             ///< rotations normalized in double
    glm::dvec3 velocityB{0.0};      ///< meters per frame
    glm::dvec3 rotationRateB{0.0};  ///< rotation vector, radians per frame, world axes

    /// Returns B's pose in a later frame of the coherent motion. The rotation is applied to frame 0's
    /// rotation in world axes.
    [[nodiscard]] DPose poseBAtFrame(int frame) const;
};

struct File {
    std::vector<Shape> shapes;
    std::vector<Pair> pairs;
};

/// One line of a reference file.
struct Answer {
    double depth = 0.0;          ///< positive: overlap; negative: the largest separation over all axes
    glm::dvec3 normalAToB{0.0};  ///< unit, world frame
    FeaturePair::Kind kind = FeaturePair::Kind::FaceA;
    double size = 0.0;  ///< mean bounding radius of the two hulls, meters
};

/// The frame of the answers in `.coh.ref` files.
inline constexpr int kCoherentFrame = 49;

/// Reads a file. Memory use is proportional to the file's size, independent of the counts in it.
[[nodiscard]] Result<File, Error> read(FilePath path);
[[nodiscard]] Result<std::vector<Answer>, Error> readAnswers(FilePath path);

/// Parses text in memory.
/// @param name  the file's name in errors
[[nodiscard]] Result<File, Error> parse(std::string_view text, std::string_view name);
[[nodiscard]] Result<std::vector<Answer>, Error> parseAnswers(std::string_view text, std::string_view name);

/// Builds the hull of every shape, in the order of File::shapes. An error names the shape.
/// @param name  the file's name in errors
[[nodiscard]] Result<std::vector<ConvexHull>, Error> buildHulls(const File& file, std::string_view name);

}  // namespace sat3d::pairs_file
