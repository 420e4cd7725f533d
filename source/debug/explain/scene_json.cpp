#include "debug/explain/explain_page_text.hpp"
#include "debug/html/json_text.hpp"
#include "debug/html/markup_writer.hpp"

#include <glm/geometric.hpp>

#include <span>

namespace sat3d::SAT3D_ABI::debug {

namespace {

std::string points(std::span<const glm::dvec3> vertices) {
    return jsonList(vertices, jsonVector);
}

std::string drawnFlags(const Polygon<glm::dvec3>& polygon) {
    return jsonList(polygon.drawn, [](bool drawn) { return std::string(drawn ? "1" : "0"); });
}

std::string faceJson(const SceneHull::Face& face) {
    return R"({"normal":)" + jsonVector(face.normal) + R"(,"points":)" + points(face.polygon.corners) + "}";
}

std::string solidJson(const SceneHull& solid) {
    return R"({"vertices":)" + points(solid.vertices) + R"(,"faces":)" + jsonList(solid.faces, faceJson) +
           R"(,"edges":)" +
           jsonList(solid.edges,
                    [](const auto& edge) {
                        return "[" + std::to_string(edge[0]) + "," + std::to_string(edge[1]) + "]";
                    }) +
           "}";
}

}  // namespace

std::string sceneJson(const Explanation& explanation, const ExplainPageText& texts,
                      const DrawingOptions& options) {
    const PairScene& scene = texts.scene;
    const auto fragmentJson = [](const PairScene::Fragment& fragment) {
        return R"({"face":)" + std::to_string(fragment.face) + R"(,"points":)" +
               points(fragment.polygon.corners) + R"(,"drawn":)" + drawnFlags(fragment.polygon) + "}";
    };
    std::string json = R"({"a":)" + solidJson(scene.a) + R"(,"b":)" + solidJson(scene.b);
    json += R"(,"beyond":)" +
            jsonList(scene.beyond, [&](const auto& fragments) { return jsonList(fragments, fragmentJson); });
    json += R"(,"overlap":)" + jsonList(scene.overlap, faceJson);
    json += R"(,"camera":{"right":)" + jsonVector(texts.camera.right) + R"(,"up":)" +
            jsonVector(texts.camera.up) + "}";
    json += R"(,"up":)" + jsonVector(glm::normalize(glm::dvec3(options.up)));
    json += R"(,"hasContact":)" + std::string(scene.hasContact ? "true" : "false");
    if (scene.hasContact) {
        json += R"(,"features":)" + jsonList(scene.features, points);
        json += R"(,"contactA":)" + jsonVector(scene.contactOnA) + R"(,"contactB":)" +
                jsonVector(scene.contactOnB);
    }
    if (texts.sight) {
        json += R"(,"sight":)" + jsonVector(*texts.sight);
    }
    json += R"(,"normal":)" + jsonVector(explanation.normalAToB);
    json += R"(,"separation":)" + significant(explanation.separation, 9);
    return json + "}\n";
}

}  // namespace sat3d::SAT3D_ABI::debug
