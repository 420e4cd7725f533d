#include "models/model_pair.hpp"

#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "models/pose_argument.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

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

std::vector<Collider> collidersOf(const ImportedModel& model) {
    std::vector<Collider> colliders;
    for (const CollisionBody& body : model.bodies) {
        colliders.push_back({.body = &body});
    }
    for (const CollisionMesh& surface : model.meshes) {
        colliders.push_back({.surface = &surface});
    }
    return colliders;
}

std::vector<Collider> chosen(const ImportedModel& model, const std::string& part, const std::string& option) {
    std::vector<Collider> colliders = collidersOf(model);
    std::string names;
    for (const Collider& collider : colliders) {
        names += (names.empty() ? "" : ", ") + collider.name();
    }
    std::erase_if(colliders,
                  [&](const Collider& collider) { return !part.empty() && collider.name() != part; });
    if (colliders.empty()) {
        throw BadInput(fmt::format("{}: no body or triangle mesh is called '{}' ({}); the model has: {}",
                                   utf8(model.report.file), part, option, names));
    }
    return colliders;
}

DDistance between(const Collider& a, const Collider& b, const ModelPair& models) {
    if (a.surface != nullptr) {
        return distance(a.surface->mesh, models.poseA, b.body->shape, models.poseB);
    }
    return b.surface != nullptr ? distance(a.body->shape, models.poseA, b.surface->mesh, models.poseB)
                                : distance(a.body->shape, models.poseA, b.body->shape, models.poseB);
}

std::string pieceOf(const Collider& collider, std::uint32_t piece, const std::string& name) {
    return collider.surface != nullptr ? fmt::format("triangle {} of {}", piece, name) : name;
}

}  // namespace

void ModelPair::addTo(CLI::App& command) {
    command.add_option("A", fileA, "first model file")->required()->type_name("FILE");
    command.add_option("B", fileB, "second model file")->required()->type_name("FILE");
    addPose(command, "--pose-a", poseA, "pose of A (default: at the origin)");
    addPose(command, "--pose-b", poseB, "pose of B (default: at the origin)");
    command.add_option("--part-a", partA, "only this body or triangle mesh of A")->type_name("NAME");
    command.add_option("--part-b", partB, "only this body or triangle mesh of B")->type_name("NAME");
    reading.addTo(command);
}

std::string ColliderPair::features(const std::string& nameA, const std::string& nameB) const {
    return describeFeatures(distance.features, pieceOf(a, distance.children.a, nameA),
                            pieceOf(b, distance.children.b, nameB));
}

const ColliderPair& LoadedPair::decisive() const {
    return *std::min_element(
        pairs.begin(), pairs.end(), [](const ColliderPair& left, const ColliderPair& right) {
            return left.isSolid() != right.isSolid() ? left.isSolid()
                                                     : left.distance.separation < right.distance.separation;
        });
}

LoadedPair loadAndCheck(const ModelPair& models) {
    LoadedPair result{load(models.fileA, models.reading), load(models.fileB, models.reading), {}};
    const std::vector<Collider> collidersA = chosen(result.a, models.partA, "--part-a");
    const std::vector<Collider> collidersB = chosen(result.b, models.partB, "--part-b");
    Progress progress("checking pairs of bodies", collidersA.size() * collidersB.size());
    std::size_t leftOut = 0;
    for (const Collider& a : collidersA) {
        for (const Collider& b : collidersB) {
            if (a.surface != nullptr && b.surface != nullptr) {
                ++leftOut;
            } else {
                result.pairs.push_back({a, b, between(a, b, models)});
            }
            progress.step();
        }
    }
    if (result.pairs.empty()) {
        throw BadInput(
            fmt::format("{} and {}: both are triangle meshes, which never collide with each other; "
                        "--meshes none reads meshes as hulls",
                        models.fileA, models.fileB));
    }
    if (leftOut > 0) {
        fmt::print(stderr,
                   "{} {} of triangle meshes left out: triangle meshes never collide with each other\n",
                   painted("note:", Color::Yellow, Stream::Error), counted(leftOut, "pair", "pairs"));
    }
    return result;
}

nlohmann::json toJson(const FeaturePair& features) {
    return {{"kind", toString(features.kind)}, {"a", features.a}, {"b", features.b}};
}

nlohmann::json toJson(const ColliderPair& pair) {
    const DDistance& distance = pair.distance;
    nlohmann::json json = {{"a", pair.a.name()},
                           {"b", pair.b.name()},
                           {"overlapping", pair.overlapping()},
                           {"trigger", !pair.isSolid()},
                           {"separation", distance.separation},
                           {"normalAToB", toJson(glm::dvec3(distance.normal))},
                           {"pointA", toJson(distance.pointA)},
                           {"pointB", toJson(distance.pointB)},
                           {"features", toJson(distance.features)}};
    if (pair.a.surface != nullptr) {
        json["triangleA"] = distance.children.a;
    }
    if (pair.b.surface != nullptr) {
        json["triangleB"] = distance.children.b;
    }
    if (pair.overlapping()) {
        json["depth"] = -distance.separation;
        json["pushB"] = toJson(pair.pushB());
    }
    return json;
}

}  // namespace sat3d::tool
