#pragma once

// What the scenes of the plane share: they draw outlines, in the plane z = 0.

#include "scenes/scenes.hpp"

#include <bit>

namespace samples {

class PlanarScene : public Scene {
public:
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (const sat3d::ObjectId id : flat.ids()) {
            const auto& object = *flat.find(id);
            const bool isStill = object.kind == sat3d::ObjectKind::Static || solid.isAsleep(id);
            const sat3d::Color color = isStill ? sat3d::rgba(60, 64, 60) : sat3d::rgba(200, 110, 20);
            for (const auto& corners : outlines_.at(id.index)) {
                for (std::size_t i = 0; i < corners.size(); ++i) {
                    addLine(geometry, glm::vec3(object.pose * corners[i], 0.0f),
                            glm::vec3(object.pose * corners[(i + 1) % corners.size()], 0.0f), color);
                }
            }
        }
    }
    [[nodiscard]] std::uint64_t hash() const override { return flat.hash() ^ std::rotl(solid.hash(), 1); }

    sat3d::PlanarWorld flat;
    sat3d::PlanarDynamics solid;

protected:
    void afterStep() override {
        solid.step(flat, kStep);
        says = std::to_string(solid.awakeCount()) + " of " + std::to_string(solid.size()) + " awake";
    }
    sat3d::ObjectId addFlat(const sat3d::ConvexPolygon& shape, const sat3d::PlanarPose& pose,
                            bool isBody = true, sat3d::PlanarBody body = {}) {
        const auto kind = isBody ? sat3d::ObjectKind::Moving : sat3d::ObjectKind::Static;
        const auto id = flat.add({.shape = shape, .pose = pose, .kind = kind}).value();
        const std::span<const glm::dvec2> corners = shape.vertices();
        outlines_.resize(std::max<std::size_t>(outlines_.size(), id.index + 1));
        outlines_[id.index].emplace_back(corners.begin(), corners.end());
        if (isBody) {
            body.mass = massFromDensity(shape, 500.0f).value();
            solid.setBody(flat, id, body);
        }
        return id;
    }
    static sat3d::ConvexPolygon polygon(int sides, float radius) {
        std::vector<glm::vec2> corners;
        for (int i = 0; i < sides; ++i) {
            const float at = (static_cast<float>(i) + 0.5f) / static_cast<float>(sides);
            corners.emplace_back(radius * sine(at + 0.25f), radius * sine(at));
        }
        return sat3d::ConvexPolygon::fromPoints(corners).value();
    }
    static sat3d::ConvexPolygon box(float x, float y) {
        const std::array<glm::vec2, 4> corners{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
        return sat3d::ConvexPolygon::fromPoints(corners).value();
    }

private:
    std::vector<std::vector<std::vector<glm::vec2>>> outlines_;
};

}  // namespace samples
