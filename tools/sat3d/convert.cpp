// sat3d convert: the collision bodies as a file for modelling tools.

#include "collision_meshes.hpp"
#include "commands.hpp"
#include "mesh_files.hpp"
#include "models.hpp"
#include "output_file.hpp"
#include "terminal.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

namespace sat3d::tool {

namespace {

struct Convert {
    std::string file;
    std::filesystem::path output;
    ReadingOptions reading;
    bool json = false;
};

bool isMeshFile(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    return extension == ".glb" || extension == ".gltf" || extension == ".obj";
}

std::string written(const std::filesystem::path& file, const MeshScene& scene) {
    const std::string extension = lowerExtension(file);
    return extension == ".obj" ? objText(scene) : extension == ".glb" ? glbBytes(scene) : gltfText(scene);
}

/// The formats have no word for them.
void noteTriggers(const CollisionModel& model) {
    const auto isTrigger = [](const auto& collider) { return collider.trigger.has_value(); };
    const auto triggers =
        std::ranges::count_if(model.bodies, isTrigger) + std::ranges::count_if(model.surfaces, isTrigger);
    if (triggers > 0) {
        fmt::print(stderr, "{} {} written as if solid\n", painted("note:", Colour::Yellow, Stream::Error),
                   counted(static_cast<std::size_t>(triggers), "trigger is", "triggers are"));
    }
}

ExitCode run(const Convert& options) {
    refuseToOverwrite(options.file, options.output);
    const ImportedModel model = load(options.file, options.reading);
    const MeshScene scene{collisionMeshes(model, model.up == UpAxis::Z), model.materials};
    writeFile(options.output, written(options.output, scene));
    noteTriggers(model);
    if (options.json) {
        nlohmann::json meshes = nlohmann::json::array();
        for (const MeshNode& node : scene.nodes) {
            if (node.mesh) {
                meshes.push_back(node.name);
            }
        }
        printJson({{"file", options.file},
                   {"output", options.output.string()},
                   {"bodies", model.bodies.size()},
                   {"surfaces", model.surfaces.size()},
                   {"meshes", meshes}});
        return kApart;
    }
    fmt::print("{}: {}\n", printable(options.output.string()), countsOf(model));
    return kApart;
}

}  // namespace

void addConvert(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "convert", "Write the collision bodies of a model as meshes, to be looked at in the modelling tool");
    const auto options = std::make_shared<Convert>();
    command->add_option("FILE", options->file, "model file, or a baked one, .s3d")->required()->type_name("");
    command
        ->add_option_function<std::string>(
            "-o,--output",
            [options](const std::string& file) {
                options->output = file;
                if (!isMeshFile(options->output)) {
                    throw CLI::ValidationError("--output",
                                               "'" + file + "' ends in none of: .glb, .gltf, .obj");
                }
            },
            "the meshes: glTF with the tree of nodes, or OBJ without")
        ->required()
        ->type_name("FILE.glb|FILE.gltf|FILE.obj");
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "what was written, as JSON");
    command->footer(
        "Boxes are named UBX_, spheres USP_, capsules UCP_, hulls UCX_, as in Unreal, and triangle meshes "
        "end in\n"
        "-colonly, as in Godot: importing the file gives the same again. The file is in metres, Y up.\n"
        "\n"
        "Examples:\n"
        "  sat3d convert tank.fbx -o tank_collision.glb\n"
        "  sat3d convert tank.s3d -o tank_collision.obj");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
