/// FBX files whose objects go in circles, need each other in long chains, or are not what they say.

#include "support.hpp"

#include <variant>

namespace sat3d::test {
namespace {

TEST(HostileFbx, ModelsThatFormNoTree) {
    const std::string objects = fbxBox(1) + fbxModel(2, "a") + fbxModel(3, "b");
    const std::string connections = "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\n";
    expectRefused("a.fbx", fbxFile({}, objects, connections + "C: \"OO\",2,3\n"), "circle");
    std::string chain;
    std::string links = "C: \"OO\",1000,0\nC: \"OO\",1,1000\n";
    for (int k = 1000; k < 2000; ++k) {
        chain += fbxModel(k, "n");
        links += "C: \"OO\"," + std::to_string(k + 1) + "," + std::to_string(k) + "\n";
    }
    expectRefused("a.fbx", fbxFile({}, fbxBox(1) + chain, links), "maxDepth");
}

/// The reader goes by tokens: lines mean nothing to it, and ids have 64 bits.
TEST(HostileFbx, CirclesWrittenInOtherWays) {
    const std::string models = fbxBox(1) + fbxModel(2, "a") + fbxModel(3, "b");
    const std::string circle = "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\nC: \"OO\",2,3\n";
    const std::string plain = fbxFile({}, models, circle);
    const auto everywhere = [](std::string text, const std::string& what, const std::string& with) {
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
            text.replace(at, what.size(), with);
        }
        return text;
    };
    expectRefused("a.fbx", plain, "circle");
    expectRefused("a.fbx", everywhere(plain, "\n", "\r"), "circle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(circle, "\n", " ")), "circle");
    expectRefused("a.fbx", everywhere(plain, "Model: ", "Model:\n"), "circle");
    expectRefused("a.fbx", everywhere(plain, "Model: ", "Model \n : "), "circle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(circle, "\"OO\"", "\"OP\"") + circle), "circle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(everywhere(circle, "OO", "OP"), "\n", ",\"\"\n")),
                  "circle: \"a\" (id 2) stands below itself");
    expectRefused("a.fbx", everywhere(plain, "C: \"OO\"", "C: \"a,b;{\""), "circle");
    expectRefused("a.fbx", everywhere(plain, "\nC: \"OO\",", "; C: {\nC:;\n\"OO\" , ;\n"), "circle");
    const std::string high = "922337203685477580";  // and one digit more: beyond 2^63
    expectRefused("a.fbx",
                  fbxFile({},
                          everywhere(everywhere(models, "Model: 2", "Model: " + high + "8"), "Model: 3",
                                     "Model: " + high + "9"),
                          everywhere(everywhere(circle, ",2", "," + high + "8"), ",3", "," + high + "9")),
                  "circle");
    expectRefused("a.fbx", everywhere(plain, "Model: 2", "Model: 2x"), "id 2x is no whole number");
    expectRefused("a.fbx", everywhere(plain, "\"OO\",3", "\"OO\",18446744073709551617"),
                  "is no whole number");
    expectRefused("a.fbx", plain + "a: \"", "inside quotes");
}

/// Connections of properties name properties where others name models; braces in names are no sections.
TEST(HostileFbx, WhatLooksOddButIsSoundIsRead) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "a}; \nC: {"),
                         "C: \"OO\",2,0\n;C: \"OO\",x,y\nC: \"PP\",1,\"a\",2,\"b\"\nC: \"OO\",1,2\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

/// A camera below what it looks at.
TEST(HostileFbx, CirclesThroughPropertiesAreRead) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "target") + fbxModel(3, "camera"),
                                                "C: \"OO\",1,2\nC: \"OO\",2,0\nC: \"OO\",3,2\n"
                                                "C: \"OP\",2,3, \"LookAtProperty\"\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

/// A record of either flavour of file.
struct FbxRecord {
    std::string name;
    std::vector<std::variant<std::int64_t, std::string>> values;
    std::vector<FbxRecord> inside;
};

std::string textOf(const FbxRecord& record) {
    std::string text = record.name + ": ";
    for (const auto& value : record.values) {
        text += &value == record.values.data() ? "" : ",";
        text += value.index() == 0 ? std::to_string(std::get<0>(value)) : '"' + std::get<1>(value) + '"';
    }
    if (!record.inside.empty()) {
        text += " {\n";
        for (const FbxRecord& inner : record.inside) {
            text += textOf(inner);
        }
        text += "}";
    }
    return text + "\n";
}

void appendTo(std::string& bytes, const FbxRecord& record) {
    const std::size_t begin = bytes.size();
    std::string values;
    for (const auto& value : record.values) {
        if (value.index() == 0) {
            append(values += 'L', std::get<0>(value));
        } else {
            append(values += 'S', static_cast<std::uint32_t>(std::get<1>(value).size()));
            values += std::get<1>(value);
        }
    }
    append(bytes, std::uint32_t{0});
    append(bytes, static_cast<std::uint32_t>(record.values.size()));
    append(bytes, static_cast<std::uint32_t>(values.size()));
    append(bytes, static_cast<std::uint8_t>(record.name.size()));
    bytes += record.name + values;
    for (const FbxRecord& inner : record.inside) {
        appendTo(bytes, inner);
    }
    bytes.append(record.inside.empty() ? 0 : 13, '\0');
    std::string end;
    append(end, static_cast<std::uint32_t>(bytes.size()));
    bytes.replace(begin, end.size(), end);
}

/// The same file in text and in binary.
std::array<std::string, 2> bothFlavours(const std::vector<FbxRecord>& records) {
    std::string text;
    std::string binary("Kaydara FBX Binary  \0\x1a\0", 23);
    append(binary, std::uint32_t{7400});
    for (const FbxRecord& record : records) {
        text += textOf(record);
        appendTo(binary, record);
    }
    return {text, binary + std::string(13, '\0')};
}

struct FbxParts {
    FbxRecord objects{"Objects", {}, {}}, connections{"Connections", {}, {}};
    void add(const char* key, std::int64_t id, const char* kind) {
        objects.inside.push_back({key, {id, "it", kind}, {{"Version", {std::int64_t{1}}, {}}}});
    }
    void connect(std::int64_t source, std::int64_t destination) {
        connections.inside.push_back({"C", {"OO", source, destination}, {}});
    }
};

void expectBothRefused(const std::vector<FbxRecord>& records, const std::string& mention) {
    for (const std::string& file : bothFlavours(records)) {
        expectRefused("a.fbx", file, mention);
    }
}

/// Assimp calls itself once for each object that another needs.
TEST(HostileFbx, ObjectsThatNeedEachOtherInAChain) {
    const auto chainOf = [](const std::vector<std::array<const char*, 2>>& links) {
        FbxParts parts;
        for (std::int64_t k = 0; k < 5'000; ++k) {
            const auto& [key, kind] = links[static_cast<std::size_t>(k) % links.size()];
            parts.add(key, 1 + k, kind);
            parts.connect(2 + k, 1 + k);  // the next one into this one
        }
        return std::vector<FbxRecord>{parts.objects, parts.connections};
    };
    const std::string mention = "chain of more than 64";
    expectBothRefused(chainOf({{"Deformer", "Skin"}}), mention);
    expectBothRefused(
        chainOf({{"Model", "Mesh"}, {"Geometry", "Mesh"}, {"Deformer", "Skin"}, {"Deformer", "Cluster"}}),
        mention);
    expectBothRefused(
        chainOf({{"Geometry", "Mesh"}, {"Deformer", "BlendShape"}, {"Deformer", "BlendShapeChannel"}}),
        mention);
    expectBothRefused(chainOf({{"Material", ""}, {"LayeredTexture", ""}, {"Texture", ""}}), mention);
    expectBothRefused(chainOf({{"Def", "Skin"}}), mention);  // the reader takes it for a deformer
    // Nothing follows these.
    for (const std::string& file : bothFlavours(chainOf({{"Constraint", ""}, {"Pose", ""}}))) {
        expectRefused("a.fbx", file, "FBXHeaderExtension");
    }
}

/// What a curve moves is read with it; a material's colour may be moved.
TEST(HostileFbx, ObjectsThatNeedEachOtherThroughAnimation) {
    FbxParts parts;
    for (std::int64_t k = 1; k < 3000; k += 3) {
        parts.add("Model", k, "Mesh");
        parts.add("Material", k + 1, "");
        parts.add("AnimationCurveNode", k + 2, "");
        parts.connect(k + 1, k);
        parts.connect(k + 2, k + 1);
        parts.connect(k + 2, k + 3);
    }
    expectBothRefused({parts.objects, parts.connections}, "chain of more than 64");
}

TEST(HostileFbx, ObjectsThatNeedEachOtherInACircle) {
    FbxParts parts;
    for (std::int64_t k = 0; k < 1000; ++k) {
        parts.add("Deformer", 1 + k, "Skin");
        parts.connect(1 + (k + 1) % 1000, 1 + k);
    }
    expectBothRefused({parts.objects, parts.connections},
                      "\"it\" (id 1) stands in a circle, or between circles, of more than 64");
}

/// What stands above a circle is read through it: as deep as the way there and the circle are long together.
TEST(HostileFbx, ObjectsAboveASmallCircle) {
    const auto circleBelow = [](int many, int deep) {
        FbxParts parts;
        parts.add("Deformer", 1, "Skin");
        parts.add("Deformer", 2, "Cluster");
        parts.connect(1, 2);
        parts.connect(2, 1);
        std::int64_t id = 2;
        for (int k = 0; k < many; ++k) {
            for (int depth = 0; depth < deep; ++depth) {
                parts.add("Deformer", ++id, "Skin");
                parts.connect(depth == 0 ? 1 : id - 1, id);
            }
        }
        return std::vector<FbxRecord>{parts.objects, parts.connections};
    };
    for (const std::string& file : bothFlavours(circleBelow(100, 1))) {
        expectRefused("a.fbx", file, "FBXHeaderExtension");  // Assimp's word: ours has no objection
    }
    for (const std::string& file : bothFlavours(circleBelow(1, 62))) {
        expectRefused("a.fbx", file, "FBXHeaderExtension");
    }
    expectBothRefused(circleBelow(1, 63), "\"it\" (id 65) needs a chain of more than 64");
}

TEST(HostileFbx, SectionsWithoutBottom) {
    FbxRecord nested{"P", {}, {}};
    for (int k = 0; k < 1000; ++k) {
        nested = {"P", {}, {nested}};
    }
    expectBothRefused({{"Objects", {}, {nested}}}, "nest deeper than 64");
}

/// Assimp goes on in the middle of such a list, and so finds what nobody else sees.
TEST(HostileFbx, ListThatEndsBeforeItsRecord) {
    FbxParts parts;
    parts.add("Model", 1, "Mesh");
    std::string binary = bothFlavours({parts.objects, parts.connections})[1];
    const std::size_t model = binary.find("Model") - 13;
    binary.replace(model, 4, 4, '\0');
    expectRefused("a.fbx", binary, "ends before what holds it, at byte " + std::to_string(model));
}

/// Bones that are meshes with bones, as far as anyone would go.
TEST(HostileFbx, MeshesOnBonesThatAreMeshesAreRead) {
    const Folder folder;
    const auto deformer = [](int id, const char* kind) {
        const std::string one = "{\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}\n";
        return "Deformer: " + std::to_string(id) + ", \"it\", \"" + kind + "\" {\nTransform: *16 " + one +
               "TransformLink: *16 " + one + "}\n";
    };
    std::string objects, connections;
    const auto connect = [&](int source, int destination) {
        connections += "C: \"OO\"," + std::to_string(source) + "," + std::to_string(destination) + "\n";
    };
    for (int k = 4; k < 60; k += 4) {
        objects += fbxModel(k, "n") + fbxBox(k + 1) + deformer(k + 2, "Skin") + deformer(k + 3, "Cluster");
        connect(k, 0);
        connect(k + 1, k);
        connect(k + 2, k + 1);
        connect(k + 3, k + 2);
        connect(k + 4 < 60 ? k + 4 : 4, k + 3);  // and a circle in the end
    }
    const auto model = loadModel(folder.write("a.fbx", fbxFile({}, objects, connections)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 14u);
}

TEST(HostileFbx, ArrayThatUnpacksBeyondMeasure) {
    std::string bytes = readFile(std::string(SAT3D_TEST_DATA) + "/import/box.fbx");
    const std::size_t array = bytes.find("Vertices") + 8;
    ASSERT_EQ(bytes[array], 'd');
    const auto setWord = [&](std::size_t at, std::uint32_t value) {
        for (std::size_t k = 0; k < 4; ++k) {
            bytes[at + k] = static_cast<char>(value >> 8 * k & 0xffu);
        }
    };
    setWord(array + 1, 4'000'000'000u);
    expectRefused("a.fbx", bytes, "not the size it claims");
    setWord(array + 5, 1);
    expectRefused("a.fbx", bytes, "unpack to more than");
}

}  // namespace
}  // namespace sat3d::test
