#include "scenes/more/planar.hpp"

namespace samples {
namespace {

class FlatDrum final : public PlanarScene {
public:
    FlatDrum() {
        for (int i = 0; i < kWalls; ++i) {
            walls_.push_back(addFlat(box(1.45f, 0.2f), poseOf(i), true));
            solid.setBody(flat, walls_.back(), {});
        }
        for (int i = 0; i < 80; ++i) {
            addFlat(polygon(3 + i % 5, 0.4f),
                    {{static_cast<float>(i % 9) - 4.0f, 0.95f * static_cast<float>(i / 9) - 3.0f}});
        }
        view = {{0.0f, 0.0f, 0.0f}, 22.0f, 0.0f, 0.0f};
    }

private:
    static constexpr int kWalls = 16;
    [[nodiscard]] sat3d::PlanarPose poseOf(int wall) const {
        const float at = static_cast<float>(wall) / kWalls + 0.04f * seconds();
        return {{7.0f * sine(at + 0.25f), 7.0f * sine(at)},
                glm::normalize(glm::vec2(-sine(at), sine(at + 0.25f)))};
    }
    void beforeStep() override {  // the velocities that lead to the next poses
        constexpr float kSpin = 0.04f * 6.2831853f;
        for (int i = 0; i < kWalls; ++i) {
            const auto id = walls_[static_cast<std::size_t>(i)];
            const glm::vec2 way = poseOf(i).position - flat.find(id)->pose.position;
            solid.setVelocity(id, way / kStep, kSpin);
        }
    }
    std::vector<sat3d::ObjectId> walls_;
};

}  // namespace

Sample flatDrum() {
    return sampleOf<FlatDrum>(
        "The plane", "A drum",
        "A drum turns eighty polygons over and over: its walls are bodies without mass.");
}

}  // namespace samples
