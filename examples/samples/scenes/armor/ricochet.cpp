#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Ricochet final : public Scene {
public:
    Ricochet() {
        for (int i = 0; i < 14; ++i) {
            const float at = static_cast<float>(i) / 14.0f, far = i % 2 == 0 ? 4.0f : 7.0f;
            hulls_.push_back(
                addMoving(prism(3 + i % 4, 1.1f, 1.0f), {{far * sine(at), 1.0f, far * sine(at + 0.25f)}}));
        }
        view.distance = 24.0f, view.height = 0.85f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (std::size_t i = 1; i < path_.size(); ++i) {
            addLine(geometry, path_[i - 1], path_[i], sat3d::rgba(255, 90, 60));
        }
    }

private:
    void beforeStep() override {
        for (std::size_t i = 0; i < hulls_.size(); ++i) {
            const float rate = i % 2 == 0 ? 0.03f : -0.04f;
            move(hulls_[i], {world.find(hulls_[i])->pose.position, turn({0, 1, 0}, rate * seconds())});
        }
        const float at = 0.04f * sine(0.05f * seconds());
        glm::vec3 from(0.0f, 1.0f, 0.0f), way(sine(at), 0.0f, sine(at + 0.25f));
        path_ = {from};
        for (int bounces = 0; bounces < 12; ++bounces) {
            const auto hit = raycast(world, {from, way, 20.0f});
            from += way * (hit ? hit->hit.entry.distance : 20.0f);
            path_.push_back(from);
            if (!hit) {
                break;
            }
            way = glm::reflect(way, hit->hit.entry.normal);
            from += 1e-3f * hit->hit.entry.normal;  // off the face
        }
        note(from.x);
        says = std::to_string(path_.size() - 2) + " bounces";
    }

    std::vector<sat3d::ObjectId> hulls_;
    std::vector<glm::vec3> path_;
};

}  // namespace

Sample ricochet() {
    return sampleOf<Ricochet>(
        "Shells and armor", "Ricochets",
        "A beam is reflected at every face that it meets: the normals of hits on turning hulls.");
}

}  // namespace samples
