/// ImportReport::files: the files that decide a model, and no others.

#include "import/support.hpp"

#include <gmock/gmock.h>

#include <map>
#include <optional>

namespace sat3d::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Returns whether each file of the report was found.
std::map<std::string, bool> filesOf(const std::filesystem::path& file) {
    const auto model = loadModel(file);
    if (!model) {
        throw std::runtime_error(model.error().message);
    }
    EXPECT_EQ(model->report.files.at(0).path, file.filename());
    std::map<std::string, bool> found;
    for (const SourceFile& source : model->report.files) {
        EXPECT_TRUE(found.emplace(source.path.generic_string(), source.checksum.has_value()).second);
    }
    return found;
}

std::string boxWithBuffer(const std::string& uri) {
    return gltfBox(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],
                    "images":[{"uri":"rust.png"}],"textures":[{"source":0}],
                    "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
                    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}])",
                   uri);
}

TEST(SourceFiles, OfGltfAreItsBuffersButNotItsTextures) {
    const Folder folder;
    folder.write("rust.png", "an image");
    folder.write("data/box 1.bin", gltfBoxBuffer());
    EXPECT_THAT(filesOf(folder.write("a.gltf", boxWithBuffer("./data/../data/box%201.bin"))),
                ElementsAre(Pair("a.gltf", true), Pair("data/box 1.bin", true)));
}

TEST(SourceFiles, OfObjAreItsMaterialLibraries) {
    const Folder folder;
    folder.write("steel.mtl", "newmtl steel\n");
    EXPECT_THAT(filesOf(folder.write("a.obj", "mtllib steel.mtl\n" + boxObj())),
                ElementsAre(Pair("a.obj", true), Pair("steel.mtl", true)));
}

/// If a missing file appears, the model can change. (Assimp then looks for the library under the name of the
/// model.)
TEST(SourceFiles, ContainMissingOnes) {
    const Folder folder;
    EXPECT_THAT(filesOf(folder.write("a.obj", "mtllib gone.mtl\n" + boxObj())),
                ElementsAre(Pair("a.mtl", false), Pair("a.obj", true), Pair("gone.mtl", false)));
}

TEST(SourceFiles, AreInTheFolderOfTheModel) {
    const Folder folder;
    folder.write("steel.mtl", "newmtl steel\n");
    EXPECT_EQ(filesOf(folder.write("model/a.obj", "mtllib ../steel.mtl\n" + boxObj())).count("../steel.mtl"),
              0u);
}

TEST(SourceFiles, OfOtherFormatsAreTheModelAlone) {
    for (const char* name : {"tank.glb", "crate.obj"}) {
        EXPECT_THAT(filesOf(std::filesystem::path(SAT3D_MODELS) / name), ElementsAre(Pair(name, true)));
    }
}

TEST(SourceFiles, HaveChecksumsOfTheirContents) {
    const Folder folder;
    const auto checksums = [&] {
        const auto model = loadModel(folder.path() / "a.gltf");
        EXPECT_TRUE(model);
        std::vector<std::optional<std::uint64_t>> all;
        for (const SourceFile& file : model->report.files) {
            all.push_back(file.checksum);
        }
        return all;
    };
    folder.write("box.bin", gltfBoxBuffer());
    folder.write("a.gltf", boxWithBuffer("box.bin"));
    const auto first = checksums();
    ASSERT_EQ(first.size(), 2u);
    EXPECT_NE(first[0], first[1]);
    EXPECT_EQ(checksums(), first);
    folder.write("box.bin", gltfBoxBuffer() + '\0');
    const auto second = checksums();
    EXPECT_EQ(second[0], first[0]);
    EXPECT_NE(second[1], first[1]);
}

TEST(ImporterVersion, NamesTheLibraryAndTheReader) {
    EXPECT_THAT(importerVersion(), testing::MatchesRegex("sat3d [0-9.]+, Assimp [0-9.]+"));
}

TEST(ValidatedExtensions, AreReadable) {
    const std::vector<std::string> all = supportedExtensions(), validated = validatedExtensions();
    EXPECT_TRUE(std::ranges::includes(all, validated));
    EXPECT_THAT(validated, testing::Contains(".glb"));
    EXPECT_LT(validated.size(), all.size());
}

}  // namespace
}  // namespace sat3d::test
