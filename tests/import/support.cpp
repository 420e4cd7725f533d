#include "import/support.hpp"

#if defined(__GNUC__)
/// Called by the leak sanitizer. Assimp's readers leak memory when they reject a file.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
    return "leak:libassimp\nleak:Assimp::\n";
}
#endif

namespace sat3d::test {
namespace {

std::string property(const std::string& name, const std::string& type, const std::string& kind,
                     const std::string& value) {
    return "\t\tP: \"" + name + "\", \"" + type + "\", \"" + kind + "\", \"\"," + value + "\n";
}

}  // namespace

std::string base64(const std::string& bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        unsigned group = 0;
        for (std::size_t byte = k; byte < k + 3; ++byte) {
            group = group << 8 | (byte < bytes.size() ? static_cast<unsigned char>(bytes[byte]) : 0u);
        }
        for (std::size_t digit = 0; digit < 4; ++digit) {
            text += k + digit <= bytes.size() ? kDigits[group >> (18 - 6 * digit) & 63u] : '=';
        }
    }
    return text;
}

std::string fbxFile(const FbxSettings& settings, const std::string& objects, const std::string& connections) {
    const auto axis = [](const std::string& name, const std::array<int, 2>& value) {
        return property(name, "int", "Integer", std::to_string(value[0])) +
               property(name + "Sign", "int", "Integer", std::to_string(value[1]));
    };
    return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n"
           "\tCreator: \"by hand\"\n}\nGlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n" +
           axis("UpAxis", settings.up) + axis("FrontAxis", settings.front) +
           axis("CoordAxis", settings.right) +
           property("UnitScaleFactor", "double", "Number", std::to_string(settings.unitScaleFactor)) +
           "\t}\n}\nObjects:  {\n" + objects + "}\nConnections:  {\n" + connections + "}\n";
}

std::string fbxBox(int id, const std::string& corners, const std::string& extra) {
    std::string polygons;
    for (const auto& face : kBoxFaces) {
        for (std::size_t k = 0; k < 4; ++k) {
            polygons += (polygons.empty() ? "" : ",") + std::to_string(k == 3 ? ~face[k] : face[k]);
        }
    }
    return "\tGeometry: " + std::to_string(id) +
           ", \"Geometry::box_data\", \"Mesh\" {\n\t\tVertices: *24 {\n\t\t\ta: " + corners +
           "\n\t\t}\n\t\tPolygonVertexIndex: *24 {\n\t\t\ta: " + polygons +
           "\n\t\t}\n\t\tGeometryVersion: 124\n" + extra + "\t}\n";
}

std::string fbxModel(int id, const std::string& name, const std::string& properties) {
    return "\tModel: " + std::to_string(id) + ", \"Model::" + name +
           "\", \"Mesh\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n" + properties + "\t\t}\n\t}\n";
}

std::string fbxLocal(const std::string& kind, const std::string& threeNumbers) {
    return "\t\tP: \"Lcl " + kind + "\", \"Lcl " + kind + "\", \"\", \"A\"," + threeNumbers + "\n";
}

std::string colladaFile(const std::string& asset, const std::string& nodes) {
    const auto faces = [](const char* material, std::size_t first) {
        std::string text = std::string("<polylist material=\"") + material +
                           "\" count=\"3\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
                           "<vcount>4 4 4</vcount><p>";
        for (std::size_t k = first; k < first + 3; ++k) {
            for (const int index : kBoxFaces[k]) {
                text += std::to_string(index) + " ";
            }
        }
        return text + "</p></polylist>";
    };
    return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\"><asset>" +
           asset +
           "</asset><library_geometries><geometry id=\"g\" name=\"g\"><mesh><source id=\"p\">"
           "<float_array id=\"pa\" count=\"24\">" +
           boxNumbers() +
           "</float_array><technique_common><accessor source=\"#pa\" count=\"8\" stride=\"3\">"
           "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" "
           "type=\"float\"/>"
           "</accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
           "source=\"#p\"/>"
           "</vertices>" +
           faces("a", 0) + faces("b", 3) +
           "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\">" + nodes +
           "</visual_scene></library_visual_scenes><scene><instance_visual_scene "
           "url=\"#s\"/></scene></COLLADA>";
}

std::string gltfBoxBuffer() {
    std::string bytes;
    for (const auto& corner : kBox) {
        for (const int c : corner) {
            append(bytes, static_cast<float>(c));
        }
    }
    for (const auto& f : kBoxFaces) {
        for (const std::size_t k : {0u, 1u, 2u, 0u, 2u, 3u}) {
            append(bytes, static_cast<std::uint16_t>(f[k]));
        }
    }
    return bytes;
}

std::string gltfBox(const std::string& rest, const std::string& bufferUri) {
    const std::string uri =
        bufferUri.empty() ? "data:application/octet-stream;base64," + base64(gltfBoxBuffer()) : bufferUri;
    return R"({"asset":{"version":"2.0"},"accessors":[
{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3","min":[0,0,0],"max":[1,2,3]},
{"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"},
{"bufferView":1,"componentType":5123,"count":18,"type":"SCALAR"},
{"bufferView":1,"byteOffset":36,"componentType":5123,"count":18,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}],
"buffers":[{"byteLength":168,"uri":")" +
           uri + "\"}]," + rest + "}";
}

}  // namespace sat3d::test
