#include "baked_tank.hpp"
#include "scenes/scenes.hpp"

namespace samples {
namespace {

class ArtistsTank final : public Scene {
public:
    ArtistsTank() : model_(sat3d::loadBaked(std::as_bytes(std::span(kBakedTank))).value()) {
        addGround();
        tank_ = addModel(world, model_, {.pose = {{0.0f, 0.01f, 0.0f}}, .name = "tank"}).value();
        dynamics.setBody(world, tank_, {});  // without mass: it stands, and its parts carry what lies on them
        Dice dice(5);
        for (int i = 0; i < 30; ++i) {
            const glm::vec3 position{dice.roll(-2.5f, 2.5f), dice.roll(4.0f, 12.0f), dice.roll(-3.0f, 4.0f)};
            addBody(sat3d::Box{.halfExtents = {0.3f, 0.3f, 0.3f}}, {position, dice.turnAnyway()});
        }
        view.distance = 15.0f;
    }

private:
    void beforeStep() override {
        std::vector<sat3d::Pose> moves(model_.nodes.size()), placed(moves.size());
        moves[model_.find("turret")->node].rotation = turn({0, 1, 0}, 0.05f * seconds());
        moves[model_.find("barrel")->node].rotation = turn({1, 0, 0}, 0.03f * sine(0.2f * seconds()) - 0.03f);
        computeNodeTransforms(model_, moves, placed);  // the barrel goes where the turret takes it
        (void)setPartPoses(world, tank_, model_, std::span<const sat3d::Pose>(placed));
    }
    void afterStep() override {
        const auto& shape = std::get<sat3d::Compound>(world.find(tank_)->shape);
        std::vector<bool> isTouched(shape.children().size());
        for (const auto& contact : dynamics.contacts()) {
            if (contact.objects.a == tank_ || contact.objects.b == tank_) {
                const bool isA = contact.objects.a == tank_;
                isTouched[isA ? contact.children.a : contact.children.b] = true;
            }
        }
        says = "crates touch:";
        for (std::size_t i = 0; i < isTouched.size(); ++i) {
            says += isTouched[i] ? " " + model_.bodies[shape.children()[i].tag].name : "";
        }
    }

    sat3d::CollisionModel model_;
    sat3d::ObjectId tank_;
};

}  // namespace

Sample artistsTank() {
    return sampleOf<ArtistsTank>("Models", "An artist's tank",
                                 "models/tank.glb, baked to 4 KB: five parts with the artist's names, in a "
                                 "tree that turns the turret.");
}

}  // namespace samples
