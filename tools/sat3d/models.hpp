#pragma once

// Models on the command line: options for reading them, where they stand, and which of their parts.

#include <sat3d/import/import.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sat3d::tool {

/// Of the files that sat3d bake writes.
inline constexpr std::string_view kBakedExtension = ".s3d";

/// --up, --source-up, --unit, and how names and loose parts are read.
struct ReadingOptions {
    ImportOptions import;
    void addTo(CLI::App& command);
};

/// The two models of a command: A, B, their poses and parts.
struct ModelPair {
    ReadingOptions reading;
    std::string fileA, fileB;
    DPose poseA, poseB;
    std::string partA, partB;  ///< empty: all bodies

    void addTo(CLI::App& command);
};

/// The model, or BadInput with the message of what could not read it. Baked models (.s3d) have no report but
/// the file's name.
ImportedModel load(const std::string& file, const ReadingOptions& reading);

/// "5 bodies, 1 triangle mesh": the second only where there are any.
std::string countsOf(const CollisionModel& model, std::string_view one = "body",
                     std::string_view many = "bodies");

/// The hull that explanations are about: of a hull itself, of a box its corners'. Round shapes have none.
std::optional<ConvexHull> hullOf(const CollisionBody& body);

/// One body of A against one of B, and the answer: of the readable method where both have hulls.
struct BodyPair {
    const CollisionBody* a;
    const CollisionBody* b;
    double separation;  ///< minus the depth of overlap, or a gap, which is a lower bound of the distance
    glm::dvec3 normalAToB;
    FeaturePair features;

    [[nodiscard]] bool overlapping() const { return separation < 0.0; }
    /// The shortest move of B that frees it.
    [[nodiscard]] glm::dvec3 pushB() const { return normalAToB * -separation; }
};

/// Both models, and every chosen body of A against every chosen body of B.
struct LoadedPair {
    ImportedModel a, b;
    std::vector<BodyPair> pairs;

    /// The deepest overlap, or the pair with the smallest gap where there is none: the one that tells the
    /// answer.
    [[nodiscard]] const BodyPair& decisive() const;
};
LoadedPair loadAndCheck(const ModelPair& models);

nlohmann::json toJson(const glm::dvec3& vector);
nlohmann::json toJson(const BodyPair& pair);

}  // namespace sat3d::tool
