#include "import/meshes.hpp"

#include "import/support.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <map>
#include <numbers>
#include <tuple>

namespace sat3d::test {
namespace {

/// The coordinates of all points.
std::string pointText(const TestMesh& mesh, const char* separator, const char* lineStart = "",
                      const char* lineEnd = "") {
    std::ostringstream text;
    text.precision(17);
    for (const glm::dvec3& p : mesh.points) {
        text << lineStart << p.x << separator << p.y << separator << p.z
             << (&p == &mesh.points.back() && *lineEnd == '\0' ? ""
                 : *lineEnd == '\0'                            ? separator
                                                               : lineEnd);
    }
    return text.str();
}

std::string faceLines(const TestMesh& mesh, const std::string& word, int first, bool counted) {
    std::string text;
    for (const auto& face : mesh.faces) {
        text += counted ? std::to_string(face.size()) : word;
        for (const int corner : face) {
            text += " " + std::to_string(corner + first);
        }
        text += "\n";
    }
    return text;
}

std::vector<std::array<int, 3>> triangles(const TestMesh& mesh) {
    std::vector<std::array<int, 3>> result;
    for (const auto& face : mesh.faces) {
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
            result.push_back({face[0], face[k], face[k + 1]});
        }
    }
    return result;
}

std::string gltfText(const TestMesh& mesh, const std::string& name) {
    std::string buffer;
    for (const glm::dvec3& p : mesh.points) {
        for (int axis = 0; axis < 3; ++axis) {
            append(buffer, static_cast<float>(p[axis]));
        }
    }
    const std::size_t pointBytes = buffer.size();
    const auto corners = triangles(mesh);
    for (const auto& triangle : corners) {
        for (const int corner : triangle) {
            append(buffer, static_cast<std::uint32_t>(corner));
        }
    }
    const auto text = [](std::size_t number) { return std::to_string(number); };
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":")" + name +
           R"(","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[
{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
           text(mesh.points.size()) +
           R"(,"min":[0,0,0],"max":[1,1,1]},{"bufferView":1,"componentType":5125,"type":"SCALAR","count":)" +
           text(3 * corners.size()) + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + text(pointBytes) +
           R"(},{"buffer":0,"byteOffset":)" + text(pointBytes) + R"(,"byteLength":)" +
           text(buffer.size() - pointBytes) + R"(}],"buffers":[{"byteLength":)" + text(buffer.size()) +
           R"(,"uri":"data:application/octet-stream;base64,)" + base64(buffer) + "\"}]}";
}

std::string fbxText(const TestMesh& mesh, const std::string& name) {
    std::string polygons;
    std::size_t count = 0;
    for (const auto& face : mesh.faces) {
        for (std::size_t k = 0; k < face.size(); ++k, ++count) {
            polygons +=
                (polygons.empty() ? "" : ",") + std::to_string(k + 1 == face.size() ? ~face[k] : face[k]);
        }
    }
    const std::string geometry = "\tGeometry: 1, \"Geometry::data\", \"Mesh\" {\n\t\tVertices: *" +
                                 std::to_string(3 * mesh.points.size()) +
                                 " {\n\t\t\ta: " + pointText(mesh, ",") +
                                 "\n\t\t}\n\t\tPolygonVertexIndex: *" + std::to_string(count) +
                                 " {\n\t\t\ta: " + polygons + "\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n";
    return fbxFile({}, geometry + fbxModel(2, name), "\tC: \"OO\",2,0\n\tC: \"OO\",1,2\n");
}

std::string colladaText(const TestMesh& mesh, const std::string& name) {
    std::string counts, corners;
    for (const auto& face : mesh.faces) {
        counts += std::to_string(face.size()) + " ";
        for (const int corner : face) {
            corners += std::to_string(corner) + " ";
        }
    }
    const std::string points = std::to_string(mesh.points.size());
    return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\">"
           "<asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id=\"g\" "
           "name=\"g\">"
           "<mesh><source id=\"p\"><float_array id=\"pa\" count=\"" +
           std::to_string(3 * mesh.points.size()) + "\">" + pointText(mesh, " ") +
           "</float_array><technique_common><accessor source=\"#pa\" count=\"" + points +
           "\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param "
           "name=\"Z\" "
           "type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input "
           "semantic=\"POSITION\" "
           "source=\"#p\"/></vertices><polylist count=\"" +
           std::to_string(mesh.faces.size()) +
           "\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>" + counts + "</vcount><p>" +
           corners +
           "</p></polylist></mesh></geometry></library_geometries><library_visual_scenes><visual_scene "
           "id=\"s\">"
           "<node id=\"n\" name=\"" +
           name +
           "\"><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene>"
           "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}

std::string plyText(const TestMesh& mesh) {
    return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(mesh.points.size()) +
           "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
           std::to_string(mesh.faces.size()) + "\nproperty list uchar int vertex_indices\nend_header\n" +
           pointText(mesh, " ", "", "\n") + faceLines(mesh, "", 0, true);
}

}  // namespace

std::string stlText(const TestMesh& mesh, const std::string& name) {
    std::ostringstream text;
    text.precision(9);
    text << "solid " << name << "\n";
    for (const auto& triangle : triangles(mesh)) {
        text << "facet normal 0 0 0\nouter loop\n";
        for (const int corner : triangle) {
            const glm::dvec3& p = mesh.points[static_cast<std::size_t>(corner)];
            text << "vertex " << p.x << " " << p.y << " " << p.z << "\n";
        }
        text << "endloop\nendfacet\n";
    }
    text << "endsolid " << name << "\n";
    return text.str();
}

TestMesh TestMesh::mapped(const glm::dmat3& map, const glm::dvec3& shift) const {
    TestMesh result = *this;
    for (glm::dvec3& point : result.points) {
        point = map * point + shift;
    }
    if (glm::determinant(map) < 0.0) {
        for (auto& face : result.faces) {
            std::ranges::reverse(face);
        }
    }
    return result;
}

TestMesh boxMesh(const glm::dvec3& halfExtents, int cells) {
    TestMesh mesh;
    std::map<std::tuple<int, int, int>, int> numbers;
    const auto corner = [&](const std::array<int, 3>& at) {
        const auto [entry, isNew] =
            numbers.try_emplace({at[0], at[1], at[2]}, static_cast<int>(numbers.size()));
        if (isNew) {
            mesh.points.push_back((glm::dvec3(at[0], at[1], at[2]) * 2.0 / static_cast<double>(cells) - 1.0) *
                                  halfExtents);
        }
        return entry->second;
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool upper : {false, true}) {
            for (int u = 0; u < cells; ++u) {
                for (int v = 0; v < cells; ++v) {
                    std::vector<int> face;
                    for (const auto& [du, dv] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                        std::array<int, 3> at{};
                        at[axis] = upper ? cells : 0;
                        at[(axis + 1) % 3] = u + du;
                        at[(axis + 2) % 3] = v + dv;
                        face.push_back(corner(at));
                    }
                    if (!upper) {
                        std::ranges::reverse(face);
                    }
                    mesh.faces.push_back(face);
                }
            }
        }
    }
    return mesh;
}

TestMesh roundMesh(int segments, int rings, double halfLength) {
    TestMesh mesh;
    std::vector<std::vector<int>> rows;
    const auto addRow = [&](double latitude, double shift) {
        const bool isPole = std::abs(latitude) > 1.57;
        std::vector<int> row;
        for (int k = 0; k < segments; ++k) {
            if (k == 0 || !isPole) {
                const double turn = 2.0 * std::numbers::pi * k / segments;
                const double across = isPole ? 0.0 : std::cos(latitude);
                mesh.points.emplace_back(across * std::cos(turn), across * std::sin(turn),
                                         std::sin(latitude) + shift);
            }
            row.push_back(static_cast<int>(mesh.points.size()) - 1);
        }
        rows.push_back(row);
    };
    for (int ring = 0; ring <= rings; ++ring) {
        const double latitude = (static_cast<double>(ring) / rings - 0.5) * std::numbers::pi;
        if (2 * ring <= rings) {
            addRow(latitude, -halfLength);
        }
        if (2 * ring > rings || (2 * ring == rings && halfLength > 0.0)) {
            addRow(latitude, halfLength);
        }
    }
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
        for (std::size_t k = 0; k < rows[row].size(); ++k) {
            const std::size_t next = (k + 1) % rows[row].size();
            std::vector<int> face{rows[row][k], rows[row][next], rows[row + 1][next], rows[row + 1][k]};
            face.erase(std::unique(face.begin(), face.end()), face.end());
            if (face.front() == face.back()) {
                face.pop_back();
            }
            mesh.faces.push_back(face);
        }
    }
    return mesh;
}

TestMesh cylinderMesh(int segments, double halfLength) {
    TestMesh mesh;
    std::vector<int> bottom, top;
    for (int k = 0; k < segments; ++k) {
        const double turn = 2.0 * std::numbers::pi * k / segments;
        mesh.points.emplace_back(std::cos(turn), std::sin(turn), -halfLength);
        mesh.points.emplace_back(std::cos(turn), std::sin(turn), halfLength);
        const int next = (k + 1) % segments;
        mesh.faces.push_back({2 * k, 2 * next, 2 * next + 1, 2 * k + 1});
        bottom.insert(bottom.begin(), 2 * k);
        top.push_back(2 * k + 1);
    }
    mesh.faces.push_back(bottom);
    mesh.faces.push_back(top);
    return mesh;
}

TestMesh icosahedronMesh() {
    TestMesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double a : {-1.0, 1.0}) {
            for (const double b : {-1.0, 1.0}) {
                glm::dvec3 p(0.0);
                p[axis] = a * std::numbers::phi;
                p[(axis + 1) % 3] = b;
                mesh.points.push_back(glm::normalize(p));
            }
        }
    }
    const double edge = 1.06;  // between the edge's length and the next distance
    const auto near = [&](int a, int b) {
        return glm::length(mesh.points[static_cast<std::size_t>(a)] -
                           mesh.points[static_cast<std::size_t>(b)]) < edge;
    };
    for (int a = 0; a < 12; ++a) {
        for (int b = a + 1; b < 12; ++b) {
            for (int c = b + 1; c < 12; ++c) {
                if (near(a, b) && near(b, c) && near(a, c)) {
                    const auto at = [&](int k) { return mesh.points[static_cast<std::size_t>(k)]; };
                    const bool outward = glm::dot(at(a), glm::cross(at(b), at(c))) > 0.0;
                    mesh.faces.push_back(outward ? std::vector{a, b, c} : std::vector{a, c, b});
                }
            }
        }
    }
    return mesh;
}

std::vector<TestFile> filesOf(const TestMesh& mesh, const std::string& nodeName) {
    return {
        {"a.gltf", gltfText(mesh, nodeName)},
        {"a.obj", "o " + nodeName + "\n" + pointText(mesh, " ", "v ", "\n") + faceLines(mesh, "f", 1, false)},
        {"a.dae", colladaText(mesh, nodeName)},
        {"a.fbx", fbxText(mesh, nodeName)},
        {"a.stl", stlText(mesh, nodeName)},
        {nodeName + ".ply", plyText(mesh)}};
}

}  // namespace sat3d::test
