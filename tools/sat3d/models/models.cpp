#include "models/models.hpp"

#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "terminal.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <mutex>
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

void addChildren(CLI::App& command, ImportOptions& options) {
    // Decomposing an empty mesh checks the options.
    const auto split = [&options](const char* option) {
        options.nonConvexPolicy = NonConvexPolicy::Decompose;
        if (const auto nothing = decompose({}, {}, options.pieces);
            nothing.error().code == DecompositionError::Code::BadOptions) {
            throw CLI::ValidationError(option, nothing.error().message);
        }
    };
    command.add_flag_callback(
        "--pieces", [split] { split("--pieces"); },
        "split meshes that are not convex into convex pieces, one body each");
    // `limit` refers to the options, which outlive the command line.
    const auto addLimit = [&](const char* option, auto& limit, const char* type, const char* help) {
        using Limit = std::remove_reference_t<decltype(limit)>;
        command
            .add_option_function<Limit>(
                option,
                [option, &limit, split](Limit value) {
                    limit = value;
                    split(option);
                },
                help)
            ->type_name(type);
    };
    addLimit("--max-pieces", options.pieces.maxPieces, "N",
             "largest number of pieces of a mesh (default 32); implies --pieces");
    addLimit("--max-vertices", options.pieces.maxVertices, "N",
             "largest number of vertices of a piece (default 64); implies --pieces");
    addLimit("--tolerance", options.pieces.tolerance, "SHARE",
             "largest distance of a piece from the mesh, as a share of the mesh's largest extent (default "
             "0.02); implies --pieces");
}

void addMeshes(CLI::App& command, ImportOptions& options) {
    command
        .add_option_function<std::string>(
            "--meshes",
            [&options](const std::string& which) {
                if (which == "concave" && options.nonConvexPolicy == NonConvexPolicy::Decompose) {
                    throw CLI::ValidationError(
                        "--meshes", "concave keeps the meshes whole that --pieces splits: choose one");
                }
                options.triangleMeshes = which != "none";
                options.unnamedAsTriangleMeshes = which == "all";
                if (which == "concave") {
                    options.nonConvexPolicy = NonConvexPolicy::TriangleMesh;
                }
            },
            "meshes that stay static triangle meshes. none: no mesh; asked (default): meshes for which a "
            "name or the file asks; concave: also meshes that are not convex; all: also meshes without a "
            "collision name")
        ->check(CLI::IsMember({"none", "asked", "concave", "all"}))
        ->type_name("none|asked|concave|all");
}

void addUnnamed(CLI::App& command, ImportOptions& options) {
    command
        .add_option_function<std::string>(
            "--unnamed",
            [&options](const std::string& what) {
                options.unnamedMeshes = what == "collide"  ? UnnamedMeshes::Collide
                                        : what == "ignore" ? UnnamedMeshes::Ignore
                                                           : UnnamedMeshes::AsFileSuggests;
            },
            "meshes without a collision name. auto (default): they collide if no mesh of the file has a "
            "collision name; collide: they collide; ignore: they do not collide")
        ->check(CLI::IsMember({"auto", "collide", "ignore"}))
        ->type_name("auto|collide|ignore");
}

}  // namespace

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = utf8(file.extension());
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

void ReadingOptions::addTo(CLI::App& command) {
    import.isolation.emplace();
    const std::size_t others = command.get_options().size();
    addAxis(command, "--up", "up axis of the result (default y)", [this](UpAxis axis) { import.up = axis; });
    addAxis(command, "--source-up", "up axis of the file, if the file does not state it or states it wrongly",
            [this](UpAxis axis) { import.sourceUp = axis; });
    command
        .add_option_function<double>(
            "--unit",
            [this](double meters) {
                if (!(meters > 0.0) || !std::isfinite(meters)) {
                    throw CLI::ValidationError("--unit",
                                               "meters per unit of the file must be positive, such as 0.01");
                }
                import.metersPerUnit = meters;
            },
            "meters per unit of the file, if the file does not state it or states it wrongly: 0.01 for "
            "centimeters")
        ->type_name("METERS");
    command.add_flag_callback(
        "--no-unreal-names", [this] { import.unrealNames = false; },
        "ignore the prefixes UBX_, UCX_, USP_ and UCP_");
    command.add_flag_callback(
        "--no-godot-names", [this] { import.godotNames = false; },
        "ignore the suffixes -col, -convcol, -colonly, -rigid, -noimp and so on");
    addUnnamed(command, import);
    command.add_flag("--split", import.splitUnnamedComponents,
                     "make a body of each closed connected part of a mesh (UCX_ meshes: always)");
    addChildren(command, import);
    addMeshes(command, import);
    command.add_flag_callback(
        "--no-fit", [this] { import.fitPrimitives = false; },
        "make hulls of UBX_, USP_ and UCP_ meshes too, not boxes, spheres and capsules");
    command.add_flag_callback(
        "--no-isolation", [this] { import.isolation.reset(); },
        "read the file in this process: a file that crashes its reader then ends sat3d");
    const std::vector<CLI::Option*> all = command.get_options();
    ofImport.assign(all.begin() + static_cast<std::ptrdiff_t>(others), all.end());
}

std::string ReadingOptions::text() const {
    std::string text;
    for (const CLI::Option* const option : ofImport) {
        if (option->count() > 0 && option->get_name() != "--no-isolation") {
            text += fmt::format("{}{} {}", text.empty() ? "" : " ", option->get_name(),
                                fmt::join(option->results(), " "));
        }
    }
    return text;
}

ImportedModel load(const std::string& file, const ReadingOptions& reading) {
    const std::filesystem::path path = pathOfUtf8(file);
    if (lowerExtension(path) == kBakedExtension) {
        auto baked = loadBaked(file);
        if (!baked) {
            throw BadInput(baked.error().message, toString(baked.error().code));
        }
        if (std::ranges::any_of(reading.ofImport, [](const auto* option) { return option->count() > 0; })) {
            fmt::print(stderr, "{} {}: import options have no effect on a baked model\n",
                       painted("note:", Color::Yellow, Stream::Error), printable(file));
        }
        ImportedModel result{*std::move(baked), {}, {}};
        result.report.file = path;
        return result;
    }
    Progress progress("splitting meshes", 1);
    ImportOptions options = reading.import;
    if (options.nonConvexPolicy == NonConvexPolicy::Decompose && reading.showsProgress) {
        options.pieces.progress = [&progress](double share) {
            progress.reach(share);
            return true;
        };
        progress.reach(0.0);  // the first cut of a large mesh takes seconds, and so does reading it
    }
    auto model = loadModel(path, options);
    if (!model && model.error().code == ImportError::Code::WorkerMissing) {
        static std::once_flag isNoted;  // for all threads that bake
        std::call_once(isNoted, [&] {
            fmt::print(stderr,
                       "{} {} is read in this process, because the import worker cannot be started. A broken "
                       "file can crash sat3d. Put sat3d_import_worker beside sat3d, or use --no-isolation to "
                       "omit this note\n",
                       painted("note:", Color::Yellow, Stream::Error), printable(file));
        });
        options.isolation.reset();
        model = loadModel(path, options);
    }
    if (!model) {
        throw BadInput(model.error().message, toString(model.error().code), model.error().node);
    }
    return std::move(*model);
}

std::string countsOf(const CollisionModel& model, std::string_view one, std::string_view many) {
    const std::string meshes = counted(model.meshes.size(), "triangle mesh", "triangle meshes");
    return counted(model.bodies.size(), one, many) + (model.meshes.empty() ? "" : ", " + meshes);
}

}  // namespace sat3d::tool
