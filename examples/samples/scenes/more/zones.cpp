#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Zones final : public Scene {
public:
    Zones() {
        addGround();
        zone_ = world
                    .add({.shape = sat3d::Box{.halfExtents = {0.05f, 2.0f, 3.0f}},
                          .pose = {{0.0f, 2.0f, 0.0f}},
                          .kind = sat3d::ObjectKind::Sensor,
                          .name = "gate"})
                    .value();
        view.distance = 18.0f;
    }

private:
    void beforeStep() override {
        if (steps % 20 == 0) {
            const float height = dice_.roll(0.6f, 3.5f), speed = dice_.roll(5.0f, 60.0f);
            addBody(sat3d::Sphere{.radius = 0.2f}, {{-8.0f, height, dice_.roll(-2.5f, 2.5f)}},
                    {.velocity = {speed, 1.0f, 0.0f}});
        }
    }
    void afterStep() override {
        for (const sat3d::Touch& touch : dynamics.events().begun) {
            entered_ += touch.objects.a == zone_ || touch.objects.b == zone_ ? 1 : 0;
        }
        for (const sat3d::ObjectPair& pair : dynamics.events().ended) {
            left_ += pair.a == zone_ || pair.b == zone_ ? 1 : 0;
        }
        note(static_cast<float>(entered_));
        says =
            std::to_string(entered_) + " have entered the gate, " + std::to_string(left_) + " have left it";
    }

    sat3d::ObjectId zone_;
    Dice dice_{21};
    int entered_ = 0, left_ = 0;
};

}  // namespace

Sample zones() {
    return sampleOf<Zones>(
        "Worlds", "Zones",
        "A sensor reports what enters and leaves, however fast: events of the step itself.");
}

}  // namespace samples
