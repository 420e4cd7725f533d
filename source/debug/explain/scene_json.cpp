#include "debug/explain/scene_json.hpp"

#include "debug/html/json_text.hpp"
#include "debug/html/markup_writer.hpp"

#include <glm/geometric.hpp>

#include <span>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

namespace {

std::string points(std::span<const glm::dvec3> corners) {
    return jsonList(corners, jsonVector);
}

std::string drawnFlags(const Polygon<glm::dvec3>& polygon) {
    return jsonList(polygon.drawn, [](bool drawn) { return std::string(drawn ? "1" : "0"); });
}

std::string faceJson(const Solid::Face& face) {
    return R"({"normal":)" + jsonVector(face.normal) + R"(,"points":)" + points(face.polygon.corners) + "}";
}

std::string solidJson(const Solid& solid) {
    return R"({"vertices":)" + points(solid.vertices) + R"(,"faces":)" + jsonList(solid.faces, faceJson) +
           R"(,"edges":)" +
           jsonList(solid.edges,
                    [](const auto& edge) {
                        return "[" + std::to_string(edge[0]) + "," + std::to_string(edge[1]) + "]";
                    }) +
           "}";
}

std::string featureJson(const Solid& solid, bool face, bool edge, std::uint32_t index) {
    if (face) {
        return points(solid.faces[index].polygon.corners);
    }
    if (edge) {
        const auto [from, to] = solid.edges[index];
        return "[" + jsonVector(solid.vertices[from]) + "," + jsonVector(solid.vertices[to]) + "]";
    }
    return "[" + jsonVector(solid.vertices[index]) + "]";
}

std::string featuresJson(const FeaturePair& features, const Scene& scene) {
    using Kind = FeaturePair::Kind;
    const bool edges = features.kind == Kind::Edges;
    return "[" + featureJson(scene.a, features.kind == Kind::FaceOfA, edges, features.a) + "," +
           featureJson(scene.b, features.kind == Kind::FaceOfB, edges, features.b) + "]";
}

}  // namespace

std::string sceneJson(const Explanation& explanation, const Story& story, const DrawingOptions& options) {
    const Scene& scene = story.scene;
    const auto pieceJson = [](const Scene::Piece& piece) {
        return R"({"face":)" + std::to_string(piece.face) + R"(,"points":)" + points(piece.polygon.corners) +
               R"(,"drawn":)" + drawnFlags(piece.polygon) + "}";
    };
    std::string json = R"({"a":)" + solidJson(scene.a) + R"(,"b":)" + solidJson(scene.b);
    json += R"(,"beyond":)" +
            jsonList(scene.beyond, [&](const auto& pieces) { return jsonList(pieces, pieceJson); });
    json += R"(,"overlap":)" + jsonList(scene.overlap, faceJson);
    json += R"(,"camera":{"right":)" + jsonVector(story.camera.right) + R"(,"up":)" +
            jsonVector(story.camera.up) + "}";
    json += R"(,"up":)" + jsonVector(glm::normalize(glm::dvec3(options.up)));
    json += R"(,"decided":)" + std::string(story.decided ? "true" : "false");
    if (story.decided) {
        json += R"(,"features":)" + featuresJson(explanation.features, scene);
        json += R"(,"contactA":)" + jsonVector(scene.contactOnA) + R"(,"contactB":)" +
                jsonVector(scene.contactOnB);
    }
    if (story.sight) {
        json += R"(,"sight":)" + jsonVector(*story.sight);
    }
    json += R"(,"normal":)" + jsonVector(explanation.normalAToB);
    json += R"(,"separation":)" + significant(explanation.separation, 9);
    return json + "}\n";
}

}  // namespace sat3d::inline SAT3D_ABI::debug
