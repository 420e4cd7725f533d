#include "models.hpp"

#include "exit_codes.hpp"
#include "terminal.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <type_traits>
#include <utility>

namespace sat3d::tool {

namespace {

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

void addPieces(CLI::App& command, ImportOptions& options) {
    // Decomposing nothing tells what is out of range.
    const auto takeApart = [&options](const char* option) {
        options.notConvexAs = NotConvexAs::Pieces;
        if (const auto nothing = decompose({}, {}, options.pieces);
            nothing.error().code == DecompositionError::Code::BadOptions) {
            throw CLI::ValidationError(option, nothing.error().message);
        }
    };
    command.add_flag_callback(
        "--pieces", [takeApart] { takeApart("--pieces"); },
        "meshes that are not convex become convex pieces, a body each");
    // Limits are references into the options, which outlive the command line.
    const auto addLimit = [&](const char* option, auto& limit, const char* type, const char* help) {
        using Limit = std::remove_reference_t<decltype(limit)>;
        command
            .add_option_function<Limit>(
                option,
                [option, &limit, takeApart](Limit value) {
                    limit = value;
                    takeApart(option);
                },
                help)
            ->type_name(type);
    };
    addLimit("--max-pieces", options.pieces.maxPieces, "N",
             "that a mesh becomes at most (default 32); implies --pieces");
    addLimit("--max-vertices", options.pieces.maxVertices, "N",
             "that a piece has at most (default 64); implies --pieces");
    addLimit("--tolerance", options.pieces.tolerance, "SHARE",
             "how far a piece may be off, as a share of the mesh's largest extent (default 0.02); implies "
             "--pieces");
}

void addMeshes(CLI::App& command, ImportOptions& options) {
    command
        .add_option_function<std::string>(
            "--meshes",
            [&options](const std::string& which) {
                if (which == "concave" && options.notConvexAs == NotConvexAs::Pieces) {
                    throw CLI::ValidationError(
                        "--meshes", "concave keeps the meshes that --pieces takes apart: choose one");
                }
                options.triangleMeshes = which != "none";
                options.plainTriangleMeshes = which == "all";
                if (which == "concave") {
                    options.notConvexAs = NotConvexAs::Mesh;
                }
            },
            "which stay static triangle meshes: none; asked (default), what names or the file ask for; "
            "concave, also those that are not convex; all, also those that no convention names")
        ->check(CLI::IsMember({"none", "asked", "concave", "all"}))
        ->type_name("none|asked|concave|all");
}

}  // namespace

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

void ReadingOptions::addTo(CLI::App& command) {
    const std::size_t others = command.get_options().size();
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
    addPieces(command, import);
    addMeshes(command, import);
    command.add_flag_callback(
        "--no-fit", [this] { import.fitPrimitives = false; },
        "UBX_, USP_ and UCP_ meshes are hulls like any other");
    command.add_flag_callback(
        "--isolated", [this] { import.isolation.emplace(); },
        "read the file in a process of its own: one that crashes its reader is an error like any other");
    const std::vector<CLI::Option*> all = command.get_options();
    ofImport.assign(all.begin() + static_cast<std::ptrdiff_t>(others), all.end());
}

ImportedModel load(const std::string& file, const ReadingOptions& reading) {
    if (lowerExtension(file) == kBakedExtension) {
        auto baked = loadBaked(std::filesystem::path(file));
        if (!baked) {
            throw BadInput(baked.error().message);
        }
        if (std::ranges::any_of(reading.ofImport, [](const auto* option) { return option->count() > 0; })) {
            fmt::print(stderr, "{} {}: options for reading mean nothing to a baked model\n",
                       painted("note:", Colour::Yellow, Stream::Error), printable(file));
        }
        ImportedModel result{*std::move(baked), {}, {}};
        result.report.file = file;
        return result;
    }
    Progress progress("taking meshes apart", 1);
    ImportOptions options = reading.import;
    options.pieces.progress = [&progress](double share) {
        progress.reach(share);
        return true;
    };
    auto model = loadModel(file, options);
    if (!model) {
        throw BadInput(model.error().message);
    }
    return std::move(*model);
}

std::string countsOf(const CollisionModel& model, std::string_view one, std::string_view many) {
    const std::string meshes = counted(model.surfaces.size(), "triangle mesh", "triangle meshes");
    return counted(model.bodies.size(), one, many) + (model.surfaces.empty() ? "" : ", " + meshes);
}

}  // namespace sat3d::tool
