/// Collada files whose nodes form cycles, multiply, or are hidden from the validation.

#include "import/support.hpp"

namespace sat3d::test {
namespace {

std::string colladaNodes(const std::string& nodes) {
    return colladaFile("<unit meter=\"1\"/>", nodes);
}

TEST(HostileCollada, InstancesThatMultiply) {
    std::string nodes;
    for (int k = 0; k < 40; ++k) {
        const std::string url = "<instance_node url=\"#n" + std::to_string(k + 1) + "\"/>";
        nodes += "<node id=\"n" + std::to_string(k) + "\">" + url + url + "</node>";
    }
    expectRefused("a.dae", colladaNodes(nodes + "<node id=\"n40\"/>"), "maxNodes");
}

/// Assimp instances the first node of a name. The validation follows all of them, up to a limit.
TEST(HostileCollada, InstancesOfManyNodesOfOneName) {
    std::string nodes;
    for (int k = 0; k < 30'000; ++k) {
        nodes += "<node name=\"a\"/><node><instance_node url=\"#a\"/></node>";
    }
    expectRefused("a.dae", colladaNodes(nodes), "instances more nodes than maxNodes");
}

TEST(HostileCollada, InstancesInACycle) {
    expectRefused("a.dae",
                  colladaNodes("<node id=\"a\"><instance_node url=\"#b\"/></node>"
                               "<node id=\"b\"><node><instance_node url=\"#a\"/></node></node>"),
                  "cycle");
}

/// Assimp searches the ids of libraries first, then the ids and names of all nodes, with escapes decoded.
TEST(HostileCollada, InstancesFoundByNameOrThroughEscapes) {
    const auto itself = [](const std::string& attributes, const std::string& url) {
        return colladaNodes("<node " + attributes + "><instance_node url=\"" + url + "\"/></node>");
    };
    expectRefused("a.dae", itself("id=\"n&#49;\"", "#n1"), "cycle");
    expectRefused("a.dae", itself("id=\"n1\"", "&#35;n&#x31;"), "cycle");
    expectRefused("a.dae", itself("id=\"a\nb\"", "#a b"), "cycle");
    expectRefused("a.dae", itself("id=\"x\" name=\"foo\"", "#foo"), "cycle");
    expectRefused("a.dae", itself("id=\"x\" name=\"R&amp;D\"", "#R&#38;D"), "cycle");
    expectRefused("a.dae", itself("id=\"&#195;&#169;&lt;\"", "#\xc3\x83\xc2\xa9&#60;"), "cycle");
    expectRefused("a.dae", itself("id=\"n\"", "#n&#0;"), "is not a character");
    expectRefused("a.dae", itself("id=\"n1\"", "#n&#4294967345;"), "is not a character");
    std::string nodes;
    for (int k = 0; k < 40; ++k) {
        const std::string url = "<instance_node url=\"#m" + std::to_string(k + 1) + "\"/>";
        nodes += "<node id=\"i" + std::to_string(k) + "\" name=\"m" + std::to_string(k) + "\">" + url + url +
                 "</node>";
    }
    expectRefused("a.dae", colladaNodes(nodes + "<node name=\"m40\"/>"), "maxNodes");
}

/// Scenes are in the library, too, and a later id hides an earlier one.
TEST(HostileCollada, InstancesOfScenesAndOfRepeatedIds) {
    const std::string box = "<node id=\"box\"><instance_geometry url=\"#g\"/></node>";
    const std::string scenes = "<library_visual_scenes><visual_scene id=\"S\">";
    const std::string loop = "<node id=\"L\"><instance_node url=\"#L\"/></node>";
    const std::string sound = colladaNodes(box);
    const std::size_t libraries = sound.find("<library_visual_scenes");
    ASSERT_NE(libraries, std::string::npos);
    const auto with = [&](const std::string& library) {
        return std::string(sound).insert(libraries, library);
    };
    expectRefused("a.dae",
                  with(scenes + "<node id=\"n\"><instance_node url=\"#S\"/></node></visual_scene>" +
                       "</library_visual_scenes>"),
                  "cycle");
    expectRefused("a.dae", with("<library_nodes><node id=\"L\"/>" + loop + "</library_nodes>"), "cycle");
    // Neither of these is the library that is searched first.
    const std::string decoy = "<library_nodes><node id=\"L\"/></library_nodes>";
    expectRefused("a.dae", replaced(colladaNodes(loop), "</asset>", "</asset><extra>" + decoy + "</extra>"),
                  "cycle");
    expectRefused("a.dae", colladaNodes(loop) + "<COLLADA>" + decoy + "</COLLADA>", "outermost element");
}

TEST(HostileCollada, ANameEqualToTheInstancedIdIsRead) {
    const Folder folder;
    const std::string library =
        "<library_nodes><node id=\"R&amp;D\" name=\"R&amp;D\"><instance_geometry "
        "url=\"#g\"/></node></library_nodes><library_visual_scenes";
    const auto model = loadModel(folder.write(
        "a.dae",
        replaced(colladaNodes("<node id=\"x\" name=\"R&amp;D\"><instance_node url=\"#R&amp;D\"/></node>"),
                 "<library_visual_scenes", library)));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->bodies.size(), 1u);
}

TEST(HostileCollada, CommentsAndDeclarationsThatHideNodes) {
    const std::string loop = colladaNodes("<node id=\"a\"><instance_node url=\"#a\"/></node>");
    const std::string hidden = replaced(loop, "<COLLADA", "<!--><x y=\"--><COLLADA") + "<!-- \"></x> -->";
    expectRefused("a.dae", hidden, "cycle");
    const std::string declared = replaced(loop, "<COLLADA", "<!DOCTYPE a [<!ELEMENT x> \"<!--\" ]><COLLADA");
    expectRefused("a.dae", declared + "<!-- -->", "document types");
    // Assimp ignores everything after a zero byte.
    expectRefused("a.dae", loop + '\0' + "<library_nodes><node id=\"a\"/></library_nodes>", "cycle");
}

TEST(HostileCollada, TagsEndOutsideQuotes) {
    const auto itself = [](const std::string& name, const std::string& url) {
        return colladaNodes("<node id='x' name=" + name + "><instance_node url=" + url + "/></node>");
    };
    expectRefused("a.dae", itself("'a>\"b'", "\"#a>&quot;b\""), "cycle");
    expectRefused("a.dae", itself("\"R&D &c; '\r\n/>\"", "\"#R&D &c; &apos; />\""), "cycle");
}

/// Assimp reads nested elements by recursion.
TEST(HostileCollada, DeeplyNestedElements) {
    std::string open, close;
    for (int k = 0; k < 100'000; ++k) {
        open += "<animation>";
        close += "</animation>";
    }
    const std::string library = "<library_animations>" + open + close + "</library_animations>";
    expectRefused("a.dae",
                  replaced(colladaNodes(""), "<library_geometries>", library + "<library_geometries>"),
                  "maxDepth");
}

/// Assimp 5.2.5 loops forever at such a character.
TEST(HostileCollada, IndicesThatAreNotNumbers) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    expectRefused("a.dae", replaced(sound, "<p>0 2", "<p>0 x2"), "integers");
    expectRefused("a.dae", replaced(sound, "<p>0 2", "<p>0 <!-- y -->x2"), "integers");
    expectRefused("a.dae", replaced(sound, "<vcount>4", "<vcount>&#52;"), "integers");
}

/// Assimp 5.2.5 does not check the counts, and reads outside the array.
TEST(HostileCollada, AccessorsThatLeaveTheirArrays) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    const auto with = [&](const std::string& what, const std::string& instead) {
        return replaced(sound, what, instead);
    };
    const std::string array = "<float_array id=\"pa\" count=\"24\">";
    const std::string accessor = "<accessor source=\"#pa\" count=\"8\" stride=\"3\">";
    expectRefused("a.dae", with(array, "<float_array id=\"pa\" count=\"nan\">"), "not a valid number");
    expectRefused("a.dae", with(array, "<float_array id=\"pa\" count=\"23\">"), "array of 23 values");
    expectRefused("a.dae", with(array, "<float_array id=\"pa\">"), "array of 0 values");
    expectRefused("a.dae", with(array, "<float_array id=\"pa\" count=\"3\">0 0 0</float_array>" + array),
                  "two arrays have the id pa");
    expectRefused("a.dae", with(accessor, "<accessor source=\"#pa\" count=\"9999999x\" stride=\"3\">"),
                  "not a valid number");
    expectRefused("a.dae", with(accessor, "<accessor source=\"#pa\" count = '9' stride=\"3\">"),
                  "takes 9 items");
    expectRefused("a.dae", with(accessor, "<accessor source=\"#pa\" offset=\"1\" count=\"8\" stride=\"3\">"),
                  "takes 8 items");
    expectRefused("a.dae", with(accessor, "<accessor source=\"#pa\" count=\"24\" stride=\"1\">"),
                  "24 items of 3");
    expectRefused("a.dae", with(accessor, "<accessor source=\"#p&#97;\" count=\"8\" stride=\"3\">"),
                  "escapes");
    expectRefused("a.dae", with("semantic=\"POSITION\"", "semantic=\"JOIN&#84;\""), "escapes");
    expectRefused(
        "a.dae",
        replaced(with(array, "<float_array id=\"#pa\" count=\"9\">"), "source=\"#pa\"", "source=\"##pa\""),
        "array of 9 values");
}

/// Assimp 5.2.5 ends the program.
TEST(HostileCollada, FacesThatDifferFromTheStatedNumber) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    const std::size_t list = sound.find("<p>"), end = sound.find("</p>") + 4;
    ASSERT_LT(list, end);
    const std::string twice = sound.substr(0, end) + sound.substr(list);
    const std::string none = sound.substr(0, list) + sound.substr(end);
    expectRefused("a.dae", twice, "3 faces, and lists 6 of them");
    expectRefused("a.dae", none, "faces, and lists 0 of them");
}

TEST(HostileCollada, NamesInsteadOfNumbers) {
    std::string names = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    names = replaced(names, "<float_array", "<Name_array");
    expectRefused("a.dae", replaced(names, "</float_array", "</Name_array"), "names for numbers");
}

}  // namespace
}  // namespace sat3d::test
