/// FBX files whose objects form cycles or long chains, or whose records are inconsistent.

#include "import/support.hpp"

#include <variant>

namespace sat3d::test {
namespace {

TEST(HostileFbx, ModelsThatFormNoTree) {
    const std::string objects = fbxBox(1) + fbxModel(2, "a") + fbxModel(3, "b");
    const std::string connections = "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\n";
    expectRefused("a.fbx", fbxFile({}, objects, connections + "C: \"OO\",2,3\n"), "cycle");
    std::string chain;
    std::string links = "C: \"OO\",1000,0\nC: \"OO\",1,1000\n";
    for (int k = 1000; k < 2000; ++k) {
        chain += fbxModel(k, "n");
        links += "C: \"OO\"," + std::to_string(k + 1) + "," + std::to_string(k) + "\n";
    }
    expectRefused("a.fbx", fbxFile({}, fbxBox(1) + chain, links), "maxDepth");
}

/// Assimp reads tokens, so line ends have no meaning. Ids have 64 bits.
TEST(HostileFbx, CyclesInUnusualNotation) {
    const std::string models = fbxBox(1) + fbxModel(2, "a") + fbxModel(3, "b");
    const std::string cycle = "C: \"OO\",2,0\nC: \"OO\",1,2\nC: \"OO\",3,2\nC: \"OO\",2,3\n";
    const std::string plain = fbxFile({}, models, cycle);
    const auto everywhere = [](std::string text, const std::string& what, const std::string& with) {
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
            text.replace(at, what.size(), with);
        }
        return text;
    };
    expectRefused("a.fbx", plain, "cycle");
    expectRefused("a.fbx", everywhere(plain, "\n", "\r"), "cycle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(cycle, "\n", " ")), "cycle");
    expectRefused("a.fbx", everywhere(plain, "Model: ", "Model:\n"), "cycle");
    expectRefused("a.fbx", everywhere(plain, "Model: ", "Model \n : "), "cycle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(cycle, "\"OO\"", "\"OP\"") + cycle), "cycle");
    expectRefused("a.fbx", fbxFile({}, models, everywhere(everywhere(cycle, "OO", "OP"), "\n", ",\"\"\n")),
                  "cycle: \"a\" (id 2) is below itself");
    expectRefused("a.fbx", everywhere(plain, "C: \"OO\"", "C: \"a,b;{\""), "cycle");
    expectRefused("a.fbx", everywhere(plain, "\nC: \"OO\",", "; C: {\nC:;\n\"OO\" , ;\n"), "cycle");
    const std::string high = "922337203685477580";  // one more digit makes it larger than 2^63
    expectRefused("a.fbx",
                  fbxFile({},
                          everywhere(everywhere(models, "Model: 2", "Model: " + high + "8"), "Model: 3",
                                     "Model: " + high + "9"),
                          everywhere(everywhere(cycle, ",2", "," + high + "8"), ",3", "," + high + "9")),
                  "cycle");
    expectRefused("a.fbx", everywhere(plain, "Model: 2", "Model: 2x"), "id 2x is not an integer");
    // Assimp keeps the lowest 64 bits of 30 * 10^18.
    const std::string lowBits = "11553255926290448384", beyond = "30000000000000000000";
    expectRefused("a.fbx",
                  fbxFile({}, everywhere(models, "Model: 2", "Model: " + lowBits),
                          everywhere(cycle, ",2", "," + beyond)),
                  "is not an integer");
}

/// Connections between properties have names where others have ids. Braces in names do not open sections.
TEST(HostileFbx, UnusualButValidFilesAreRead) {
    const Folder folder;
    const auto model = loadModel(folder.write(
        "a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "a}; \nC: {"),
                         "C: \"OO\",2,0\n;C: \"OO\",x,y\nC: \"PP\",1,\"a\",2,\"b\"\nC: \"OO\",1,2\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

/// A camera below its target.
TEST(HostileFbx, CyclesThroughPropertiesAreRead) {
    const Folder folder;
    const auto model =
        loadModel(folder.write("a.fbx", fbxFile({}, fbxBox(1) + fbxModel(2, "target") + fbxModel(3, "camera"),
                                                "C: \"OO\",1,2\nC: \"OO\",2,0\nC: \"OO\",3,2\n"
                                                "C: \"OP\",2,3, \"LookAtProperty\"\n")));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

/// A record of a text or binary file.
struct FbxRecord {
    std::string name;
    std::vector<std::variant<std::int64_t, std::string, std::int32_t>> values;
    std::vector<FbxRecord> inside;
    std::string before = {};  // in binary files, before the nested records
};

std::string textOf(const FbxRecord& record) {
    std::string text = record.name + ": ";
    for (const auto& value : record.values) {
        text += &value == record.values.data() ? "" : ",";
        text += value.index() == 0   ? std::to_string(std::get<0>(value))
                : value.index() == 1 ? '"' + std::get<1>(value) + '"'
                                     : std::to_string(std::get<2>(value));
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
        } else if (value.index() == 2) {
            append(values += 'I', std::get<2>(value));
        } else {
            append(values += 'S', static_cast<std::uint32_t>(std::get<1>(value).size()));
            values += std::get<1>(value);
        }
    }
    append(bytes, std::uint32_t{0});
    append(bytes, static_cast<std::uint32_t>(record.values.size()));
    append(bytes, static_cast<std::uint32_t>(values.size()));
    append(bytes, static_cast<std::uint8_t>(record.name.size()));
    bytes += record.name + values + record.before;
    for (const FbxRecord& inner : record.inside) {
        appendTo(bytes, inner);
    }
    bytes.append(record.inside.empty() ? 0 : 13, '\0');
    std::string end;
    append(end, static_cast<std::uint32_t>(bytes.size()));
    bytes.replace(begin, end.size(), end);
}

/// The same file as text and as binary.
std::array<std::string, 2> textAndBinary(const std::vector<FbxRecord>& records) {
    std::string text;
    std::string binary("Kaydara FBX Binary  \0\x1a\0", 23);
    append(binary, std::uint32_t{7400});
    const auto add = [&](const FbxRecord& record) {
        text += textOf(record);
        appendTo(binary, record);
    };
    add({"FBXHeaderExtension", {}, {{"FBXVersion", {std::int32_t{7400}}, {}}}});
    for (const FbxRecord& record : records) {
        add(record);
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
    void connectToColor(std::int64_t source, std::int64_t destination) {
        connections.inside.push_back({"C", {"OP", source, destination, "DiffuseColor"}, {}});
    }
    /// Adds a model with a mesh that depends on the deformer.
    void addMeshDeformedBy(std::int64_t deformer, std::int64_t id) {
        add("Model", id, "Mesh");
        connect(id, 0);
        add("Geometry", id + 1, "Mesh");
        connect(id + 1, id);
        connect(deformer, id + 1);
    }
};

void expectBothRefused(const std::vector<FbxRecord>& records, const std::string& mention) {
    for (const std::string& file : textAndBinary(records)) {
        expectRefused("a.fbx", file, mention);
    }
}

/// Assimp reads the objects on which another object depends by recursion.
TEST(HostileFbx, ObjectsInAChain) {
    const auto chainOf = [](const std::vector<std::array<const char*, 2>>& links,
                            std::int64_t count = 20'000) {
        FbxParts parts;
        for (std::int64_t k = 0; k < count; ++k) {
            const auto& [key, kind] = links[static_cast<std::size_t>(k) % links.size()];
            parts.add(key, 1 + k, kind);
            parts.connect(2 + k, 1 + k);  // the next one into this one
        }
        parts.addMeshDeformedBy(1, count + 2);
        parts.connect(1, count + 2);  // for a material
        parts.connect(1, 0);          // for a model
        return std::vector<FbxRecord>{parts.objects, parts.connections};
    };
    const std::string mention = "chain or cycle of more than 64";
    expectBothRefused(chainOf({{"Deformer", "Skin"}}), mention);
    expectBothRefused(
        chainOf({{"Model", "Mesh"}, {"Geometry", "Mesh"}, {"Deformer", "Skin"}, {"Deformer", "Cluster"}}),
        mention);
    expectBothRefused(
        chainOf({{"Geometry", "Mesh"}, {"Deformer", "BlendShape"}, {"Deformer", "BlendShapeChannel"}}),
        mention);
    expectBothRefused(chainOf({{"Material", ""}, {"LayeredTexture", ""}, {"Texture", ""}}), mention);
    expectBothRefused(chainOf({{"Def", "Skin"}}), mention);  // Assimp reads it as a deformer
    // Assimp does not follow these.
    for (const std::string& file : textAndBinary(chainOf({{"Constraint", ""}, {"Pose", ""}}, 1000))) {
        expectRefused("a.fbx", file, "has no faces");
    }
}

/// Assimp reads an animated object with its curve. Materials can be animated, too.
TEST(HostileFbx, ObjectsInAChainThroughAnimation) {
    FbxParts parts;
    parts.connect(1, 0);
    for (std::int64_t k = 1; k < 30'000; k += 3) {
        parts.add("Model", k, "Mesh");
        parts.add("Material", k + 1, "");
        parts.add("AnimationCurveNode", k + 2, "");
        parts.connect(k + 1, k);
        parts.connectToColor(k + 2, k + 1);
        parts.connectToColor(k + 2, k + 3);
    }
    expectBothRefused({parts.objects, parts.connections}, "chain or cycle of more than 64");
}

TEST(HostileFbx, ObjectsInACycle) {
    FbxParts parts;
    constexpr std::int64_t kMany = 20'000;
    for (std::int64_t k = 0; k < kMany; ++k) {
        parts.add("Deformer", 1 + k, "Skin");
        parts.connect(1 + (k + 1) % kMany, 1 + k);
    }
    parts.addMeshDeformedBy(1, kMany + 1);
    expectBothRefused({parts.objects, parts.connections},
                      "\"it\" (id 1) begins a chain or cycle of more than 64");
}

/// The recursion to read an object above a cycle is as deep as the chain and the cycle together.
TEST(HostileFbx, ObjectsAboveASmallCycle) {
    const auto cycleBelow = [](int many, int deep) {
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
    for (const std::string& file : textAndBinary(cycleBelow(100, 1))) {
        expectRefused("a.fbx", file, "holds no mesh");
    }
    for (const std::string& file : textAndBinary(cycleBelow(1, 62))) {
        expectRefused("a.fbx", file, "holds no mesh");
    }
    expectBothRefused(cycleBelow(1, 63), "\"it\" (id 65) begins a chain or cycle of more than 64");
}

/// Assimp reads nested sections by recursion.
TEST(HostileFbx, DeeplyNestedSections) {
    constexpr std::size_t kDeep = 100'000;
    std::string text;
    for (std::size_t k = 0; k < kDeep; ++k) {
        text += "P: {";
    }
    expectRefused("a.fbx", text, "nest deeper than 64");
    std::string binary("Kaydara FBX Binary  \0\x1a\0", 23);
    append(binary, std::uint32_t{7400});
    const std::size_t size = binary.size() + kDeep * (14 + 13);
    for (std::size_t k = 0; k < kDeep; ++k) {
        append(binary, static_cast<std::uint32_t>(size - 13 * k));  // end of the record
        binary += std::string(8, '\0') + "\1P";
    }
    expectRefused("a.fbx", binary + std::string(13 * kDeep, '\0'), "nest deeper than 64");
}

/// Assimp continues inside such a list, and so reads connections that the validation would miss.
TEST(HostileFbx, ListThatEndsBeforeItsRecord) {
    FbxParts parts;
    parts.add("Model", 1, "Mesh");
    parts.add("Model", 2, "Mesh");
    parts.connect(1, 0);
    parts.connect(2, 1);
    parts.connect(1, 2);
    parts.connections.before = std::string(12, '\0');  // one byte less than the end of a list
    const std::string binary = textAndBinary({parts.objects, parts.connections})[1];
    expectRefused("a.fbx", binary, "ends before its record, at byte ");
}

/// Meshes whose bones are meshes with bones.
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
        connect(k + 4 < 60 ? k + 4 : 4, k + 3);  // the last one closes a cycle
    }
    const auto model = loadModel(folder.write("a.fbx", fbxFile({}, objects, connections)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 14u);
}

TEST(HostileFbx, ArrayWithHugeUnpackedSize) {
    std::string bytes = readFile(std::string(SAT3D_TEST_DATA) + "/import/box.fbx");
    const std::size_t array = bytes.find("Vertices") + 8;
    ASSERT_EQ(bytes[array], 'd');
    const auto setWord = [&](std::size_t at, std::uint32_t value) {
        for (std::size_t k = 0; k < 4; ++k) {
            bytes[at + k] = static_cast<char>(value >> 8 * k & 0xffu);
        }
    };
    setWord(array + 1, 4'000'000'000u);
    setWord(array + 5, 1);
    expectRefused("a.fbx", bytes, "unpack to more than");
}

}  // namespace
}  // namespace sat3d::test
