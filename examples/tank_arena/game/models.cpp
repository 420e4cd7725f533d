#include "models.hpp"

#include <cstddef>
#include <utility>
#include <variant>

namespace tank_arena {
namespace {

constexpr float kUnknownSteel = 30.0f;  // mm, of plates without a material

sat3d::Result<sat3d::CollisionModel, std::string> load(const std::filesystem::path& file) {
    auto model = sat3d::loadModel(file);
    if (!model) {
        return sat3d::Unexpected{model.error().message};
    }
    return sat3d::CollisionModel(*std::move(model));
}

/// All bodies of a model as one shape.
sat3d::Compound compoundOf(const sat3d::CollisionModel& model) {
    std::vector<sat3d::CompoundChild> children;
    for (const sat3d::CollisionBody& body : model.bodies) {
        children.push_back({body.shape, sat3d::Pose{}, static_cast<std::uint32_t>(children.size())});
    }
    return sat3d::Compound::fromChildren(std::move(children)).value();  // a loaded model has a body
}

/// All bodies of a model as the simplest shape.
sat3d::Shape shapeOf(const sat3d::CollisionModel& model) {
    if (model.bodies.size() > 1) {
        return compoundOf(model);
    }
    return std::visit([](const auto& shape) { return sat3d::Shape(shape); }, model.bodies[0].shape);
}

/// The number in the name of a material, as in "glacis 120 mm".
float millimetersIn(const std::string& material) {
    const std::size_t digits = material.find_first_of("0123456789");
    return digits != std::string::npos ? std::stof(material.substr(digits)) : kUnknownSteel;
}

sat3d::Result<TankModel, std::string> tankOf(sat3d::CollisionModel model) {
    const sat3d::CollisionBody* barrel = model.find("barrel");
    const sat3d::CollisionBody* turret = model.find("turret");
    if (barrel == nullptr || turret == nullptr) {
        return sat3d::Unexpected{std::string("the tank has no part \"turret\" or no part \"barrel\"")};
    }
    const sat3d::Aabb box = bounds(barrel->shape, sat3d::Pose{});
    const glm::vec3 middle = 0.5f * (box.lower + box.upper);
    std::vector<float> millimeters{kUnknownSteel};
    for (const std::string& material : model.materials) {
        millimeters.push_back(millimetersIn(material));
    }
    sat3d::Compound shape = compoundOf(model);
    const auto part = static_cast<std::uint32_t>(barrel - model.bodies.data());
    const std::uint32_t turretNode = turret->node, barrelNode = barrel->node;
    return TankModel{.collision = std::move(model),
                     .shape = std::move(shape),
                     .turret = turretNode,
                     .barrel = barrelNode,
                     .barrelPart = part,
                     .muzzle = {middle.x, middle.y, box.upper.z},
                     .breech = {middle.x, middle.y, box.lower.z},
                     .millimeters = std::move(millimeters)};
}

}  // namespace

float TankModel::importance(std::uint32_t part) const {
    const std::string& name = collision.bodies[part].name;
    return name == "hull" || name == "turret" ? 1.0f : 0.3f;
}

sat3d::Result<Models, std::string> loadModels(const std::filesystem::path& folder) {
    auto tankFile = load(folder / "armored_tank.glb");
    auto crate = load(folder / "crate.glb");
    auto wall = load(folder / "wall.glb");
    auto ramp = load(folder / "ramp.glb");
    auto barrier = load(folder / "barrier.glb");
    for (const auto* file : {&tankFile, &crate, &wall, &ramp, &barrier}) {
        if (!*file) {
            return sat3d::Unexpected{file->error()};
        }
    }
    auto tank = tankOf(*std::move(tankFile));
    if (!tank) {
        return sat3d::Unexpected{tank.error()};
    }
    return Models{*std::move(tank), shapeOf(*crate), shapeOf(*wall), shapeOf(*ramp), shapeOf(*barrier)};
}

}  // namespace tank_arena
