#include "models.hpp"

#include "exit_codes.hpp"
#include "pose_argument.hpp"
#include "terminal.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <utility>
#include <variant>

namespace sat3d::tool {

namespace {

void addPose(CLI::App& command, const std::string& name, DPose& pose, const std::string& whose) {
    command
        .add_option_function<std::string>(
            name,
            [name, &pose](const std::string& text) {
                const auto parsed = parsePose(text);
                if (!parsed) {
                    throw CLI::ValidationError(name, parsed.error());
                }
                pose = *parsed;
            },
            whose)
        ->type_name("POSE");
}

void addAxis(CLI::App& command, const std::string& name, const std::string& help,
             const std::function<void(UpAxis)>& set) {
    command
        .add_option_function<std::string>(
            name,
            [name, set](const std::string& text) {
                if (text != "y" && text != "z" && text != "Y" && text != "Z") {
                    throw CLI::ValidationError(name, "'" + text + "' is neither y nor z");
                }
                set(text == "y" || text == "Y" ? UpAxis::Y : UpAxis::Z);
            },
            help)
        ->type_name("y|z");
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

void addMeshes(CLI::App& command, ImportOptions& import) {
    command
        .add_option_function<std::string>(
            "--meshes",
            [&import](const std::string& which) {
                if (which == "concave" && import.notConvexAs == NotConvexAs::Pieces) {
                    throw CLI::ValidationError(
                        "--meshes", "concave keeps the meshes that --pieces takes apart: choose one");
                }
                import.triangleMeshes = which != "none";
                import.plainTriangleMeshes = which == "all";
                if (which == "concave") {
                    import.notConvexAs = NotConvexAs::Mesh;
                }
            },
            "which stay static triangle meshes: none; asked (default), what names or the file ask for; "
            "concave, also those that are not convex; all, also those that no convention names")
        ->check(CLI::IsMember({"none", "asked", "concave", "all"}))
        ->type_name("none|asked|concave|all");
}

/// Pairs are of bodies: says what of a model does not count.
void noteSurfaces(const ImportedModel& model) {
    if (!model.surfaces.empty()) {
        fmt::print(stderr, "{} {}: {} left out, for only bodies are checked; as hulls: --meshes none\n",
                   painted("note:", Colour::Yellow), printable(model.report.file.string()),
                   counted(model.surfaces.size(), "triangle mesh is", "triangle meshes are"));
    }
}

std::vector<const CollisionBody*> chosen(const ImportedModel& model, const std::string& part,
                                         const std::string& option) {
    std::vector<const CollisionBody*> bodies;
    std::string names;
    for (const CollisionBody& body : model.bodies) {
        if (part.empty() || body.name == part) {
            bodies.push_back(&body);
        }
        names += (names.empty() ? "" : ", ") + body.name;
    }
    if (model.bodies.empty()) {
        throw BadInput(
            fmt::format("{}: has triangle meshes, but no body, and pairs are of bodies; to read "
                        "its meshes as hulls: --meshes none",
                        model.report.file.string()));
    }
    if (bodies.empty()) {
        throw BadInput(fmt::format("{}: no body is called '{}' ({}); it has: {}", model.report.file.string(),
                                   part, option, names));
    }
    return bodies;
}

BodyPair checked(const CollisionBody& a, const CollisionBody& b, const ModelPair& models) {
    const auto hullA = hullOf(a), hullB = hullOf(b);
    if (hullA && hullB) {
        const Explanation answer = explain(*hullA, models.poseA, *hullB, models.poseB);
        return {&a, &b, answer.separation, answer.normalAToB, answer.features};
    }
    const DDistance answer = distance(a.shape, models.poseA, b.shape, models.poseB);
    return {&a, &b, static_cast<double>(answer.separation), glm::dvec3(answer.normal), answer.features};
}

}  // namespace

void ReadingOptions::addTo(CLI::App& command) {
    addAxis(command, "--up", "up-axis of the result (default y)", [this](UpAxis axis) { import.up = axis; });
    addAxis(command, "--source-up", "up-axis of the file, where it says nothing or the wrong thing",
            [this](UpAxis axis) { import.sourceUp = axis; });
    command
        .add_option_function<double>(
            "--unit",
            [this](double metres) {
                if (!(metres > 0.0) || !std::isfinite(metres)) {
                    throw CLI::ValidationError("--unit",
                                               "metres per unit of the file must be positive, such as 0.01");
                }
                import.metresPerUnit = metres;
            },
            "metres per unit of the file, where it says nothing or the wrong thing: 0.01 for centimetres")
        ->type_name("METRES");
    command.add_flag_callback(
        "--no-unreal-names", [this] { import.unrealNames = false; },
        "UBX_ UCX_ USP_ UCP_ are parts of names like any other");
    command.add_flag_callback(
        "--no-godot-names", [this] { import.godotNames = false; },
        "-col -convcol -colonly -rigid -noimp and so on are parts of names like any other");
    command.add_flag("--split", import.splitPlainIslands,
                     "one body for each loose closed part of a mesh (UCX_ meshes: always)");
    const auto takeApart = [this] { import.notConvexAs = NotConvexAs::Pieces; };
    command.add_flag_callback("--pieces", takeApart,
                              "meshes that are not convex become convex pieces, a body each");
    command
        .add_option_function<std::uint32_t>(
            "--max-pieces",
            [this, takeApart](std::uint32_t most) {
                import.pieces.maxPieces = most;
                takeApart();
            },
            "that a mesh becomes at most (default 32); implies --pieces")
        ->type_name("N");
    command
        .add_option_function<std::uint32_t>(
            "--max-vertices",
            [this, takeApart](std::uint32_t most) {
                import.pieces.maxVertices = most;
                takeApart();
            },
            "that a piece has at most (default 64); implies --pieces")
        ->type_name("N");
    command
        .add_option_function<double>(
            "--tolerance",
            [this, takeApart](double share) {
                import.pieces.tolerance = share;
                takeApart();
            },
            "how far a piece may be off, as a share of the mesh's largest extent (default 0.02); implies "
            "--pieces")
        ->type_name("SHARE");
    addMeshes(command, import);
    command.add_flag_callback(
        "--no-fit", [this] { import.fitPrimitives = false; },
        "UBX_, USP_ and UCP_ meshes are hulls like any other");
    command.add_flag_callback(
        "--isolated", [this] { import.isolation.emplace(); },
        "read the file in a process of its own: one that crashes its reader is an error like any other");
}

void ModelPair::addTo(CLI::App& command) {
    command.add_option("A", fileA, "first model file")->required()->type_name("FILE");
    command.add_option("B", fileB, "second model file")->required()->type_name("FILE");
    addPose(command, "--pose-a", poseA, "where A stands");
    addPose(command, "--pose-b", poseB, "where B stands");
    command.add_option("--part-a", partA, "only this body of A")->type_name("NAME");
    command.add_option("--part-b", partB, "only this body of B")->type_name("NAME");
    reading.addTo(command);
}

ImportedModel load(const std::string& file, const ReadingOptions& reading) {
    if (std::filesystem::path(file).extension() == kBakedExtension) {
        auto baked = loadBaked(std::filesystem::path(file));
        if (!baked) {
            throw BadInput(baked.error().message);
        }
        ImportedModel result{*std::move(baked), {}, {}};
        result.report.file = file;
        return result;
    }
    Progress progress("taking meshes apart", 1);
    ImportOptions import = reading.import;
    import.pieces.progress = [&](double share) { progress.reach(share);
    return true;
};
auto model = loadModel(file, import);
if (!model) {
    throw BadInput(model.error().message);
}
return std::move(*model);
}

std::string countsOf(const CollisionModel& model, std::string_view one, std::string_view many) {
    const std::string meshes = counted(model.surfaces.size(), "triangle mesh", "triangle meshes");
    return counted(model.bodies.size(), one, many) + (model.surfaces.empty() ? "" : ", " + meshes);
}

const BodyPair& LoadedPair::decisive() const {
    // For hulls apart the separation is the gap, for overlapping ones minus the depth: the smallest tells.
    return *std::min_element(pairs.begin(), pairs.end(), [](const BodyPair& left, const BodyPair& right) {
        return left.separation < right.separation;
    });
}

std::optional<ConvexHull> hullOf(const CollisionBody& body) {
    if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {
        return *hull;
    }
    const auto* box = std::get_if<Box>(&body.shape);
    if (box == nullptr) {
        return std::nullopt;
    }
    std::vector<glm::vec3> corners;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sides(corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f,
                              corner & 4 ? 1.0f : -1.0f);
        corners.push_back(box->center + box->rotation * (sides * box->halfExtents));
    }
    auto hull = ConvexHull::fromPoints(corners);
    return hull ? std::optional(*std::move(hull)) : std::nullopt;
}

LoadedPair loadAndCheck(const ModelPair& models) {
    LoadedPair result{load(models.fileA, models.reading), load(models.fileB, models.reading), {}};
    const auto bodiesA = chosen(result.a, models.partA, "--part-a");
    const auto bodiesB = chosen(result.b, models.partB, "--part-b");
    noteSurfaces(result.a);
    noteSurfaces(result.b);
    Progress progress("checking pairs of bodies", bodiesA.size() * bodiesB.size());
    for (const CollisionBody* a : bodiesA) {
        for (const CollisionBody* b : bodiesB) {
            result.pairs.push_back(checked(*a, *b, models));
            progress.step();
        }
    }
    return result;
}

nlohmann::json toJson(const glm::dvec3& vector) {
    return nlohmann::json::array({vector.x, vector.y, vector.z});
}

nlohmann::json toJson(const BodyPair& pair) {
    static constexpr const char* kKinds[] = {"faceOfA",       "faceOfB",       "edges",
                                             "vertexAndEdge", "edgeAndVertex", "vertices"};
    nlohmann::json json = {{"a", pair.a->name},
                           {"b", pair.b->name},
                           {"overlapping", pair.overlapping()},
                           {"separation", pair.separation},
                           {"normalAToB", toJson(pair.normalAToB)},
                           {"features",
                            {{"kind", kKinds[static_cast<std::size_t>(pair.features.kind)]},
                             {"a", pair.features.a},
                             {"b", pair.features.b}}}};
    if (pair.overlapping()) {
        json["depth"] = -pair.separation;
        json["pushB"] = toJson(pair.pushB());
    }
    return json;
}

}  // namespace sat3d::tool
