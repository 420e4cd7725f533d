// sat3d convert: the collision bodies as a file for modeling tools.

#include "commands/commands.hpp"
#include "core/files/utf8_path.hpp"
#include "files/collision_meshes.hpp"
#include "files/mesh_files.hpp"
#include "files/output_file.hpp"
#include "models/models.hpp"
#include "terminal.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

std::string written(const std::filesystem::path& file, const MeshScene& scene) {
    const std::string extension = lowerExtension(file);
    return extension == ".obj" ? objText(scene) : extension == ".glb" ? glbBytes(scene) : gltfText(scene);
}

/// Prints a note about triggers, which the formats cannot represent.
void noteTriggers(const CollisionModel& model) {
    std::size_t triggers = 0;
    forEachCollider(model, [&](const auto& collider) { triggers += collider.trigger ? 1 : 0; });
    if (triggers > 0) {
        fmt::print(stderr, "{} {} written as if solid\n", painted("note:", Color::Yellow, Stream::Error),
                   counted(triggers, "trigger is", "triggers are"));
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
                   {"output", utf8(options.output)},
                   {"bodies", model.bodies.size()},
                   {"meshes", model.meshes.size()},
                   {"names", meshes}});
        return kDone;
    }
    fmt::print("{}: {}\n", printable(utf8(options.output)), countsOf(model));
    return kDone;
}

}  // namespace

void addConvert(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command =
        app.add_subcommand("convert", "Write the collision bodies of a model as meshes for a modeling tool");
    const auto options = std::make_shared<Convert>();
    command->add_option("FILE", options->file, "model file, also a baked one (.s3d)")
        ->required()
        ->type_name("");
    addOutput(*command, options->output, {".glb", ".gltf", ".obj"},
              "the meshes: glTF with the tree of nodes, or OBJ without it")
        ->required();
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "print a summary as JSON");
    command->footer(
        "The names of the meshes begin with UBX_ (box), USP_ (sphere), UCP_ (capsule) or UCX_ (hull), as in\n"
        "Unreal, or end in -colonly (triangle mesh), as in Godot. So an import of the file gives the same\n"
        "bodies. The file is in meters, Y up.\n"
        "\n"
        "Examples:\n"
        "  sat3d convert tank.fbx -o tank_collision.glb\n"
        "  sat3d convert tank.s3d -o tank_collision.obj");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
