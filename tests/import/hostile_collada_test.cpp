/// Collada files whose nodes go in circles, multiply, or hide from whoever looks the file over.

#include "support.hpp"

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

TEST(HostileCollada, InstancesInACircle) {
    expectRefused("a.dae",
                  colladaNodes("<node id=\"a\"><instance_node url=\"#b\"/></node>"
                               "<node id=\"b\"><node><instance_node url=\"#a\"/></node></node>"),
                  "circle");
}

/// The reader looks for ids of libraries first, then for ids and names of all nodes, escapes replaced.
TEST(HostileCollada, InstancesFoundByNameOrThroughEscapes) {
    const auto itself = [](const std::string& attributes, const std::string& url) {
        return colladaNodes("<node " + attributes + "><instance_node url=\"" + url + "\"/></node>");
    };
    expectRefused("a.dae", itself("id=\"n&#49;\"", "#n1"), "circle");
    expectRefused("a.dae", itself("id=\"n1\"", "&#35;n&#x31;"), "circle");
    expectRefused("a.dae", itself("id=\"a\nb\"", "#a b"), "circle");
    expectRefused("a.dae", itself("id=\"x\" name=\"foo\"", "#foo"), "circle");
    expectRefused("a.dae", itself("id=\"x\" name=\"R&amp;D\"", "#R&#38;D"), "circle");
    expectRefused("a.dae", itself("id=\"&#195;&#169;&lt;\"", "#\xc3\x83\xc2\xa9&#60;"), "circle");
    expectRefused("a.dae", itself("id=\"n\"", "#n&#0;"), "stands for no character");
    expectRefused("a.dae", itself("id=\"n1\"", "#n&#4294967345;"), "stands for no character");
    std::string nodes;
    for (int k = 0; k < 40; ++k) {
        const std::string url = "<instance_node url=\"#m" + std::to_string(k + 1) + "\"/>";
        nodes += "<node id=\"i" + std::to_string(k) + "\" name=\"m" + std::to_string(k) + "\">" + url + url +
                 "</node>";
    }
    expectRefused("a.dae", colladaNodes(nodes + "<node name=\"m40\"/>"), "maxNodes");
}

/// Scenes are in the library, too, and a later id hides an earlier one.
TEST(HostileCollada, InstancesOfScenesAndOfIdsGivenTwice) {
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
                  "circle");
    expectRefused("a.dae", with("<library_nodes><node id=\"L\"/>" + loop + "</library_nodes>"), "circle");
    // Neither of these is the library that is looked into first.
    const std::string decoy = "<library_nodes><node id=\"L\"/></library_nodes>";
    expectRefused("a.dae", replaced(colladaNodes(loop), "</asset>", "</asset><extra>" + decoy + "</extra>"),
                  "circle");
    expectRefused("a.dae", colladaNodes(loop) + "<COLLADA>" + decoy + "</COLLADA>", "outermost element");
}

TEST(HostileCollada, NamesLikeTheIdsThatTheyInstanceAreRead) {
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

TEST(HostileCollada, CommentsAndDeclarationsThatHideTheRest) {
    const std::string loop = colladaNodes("<node id=\"a\"><instance_node url=\"#a\"/></node>");
    const std::string hidden = replaced(loop, "<COLLADA", "<!--><x y=\"--><COLLADA") + "<!-- \"></x> -->";
    expectRefused("a.dae", hidden, "circle");
    const std::string declared = replaced(loop, "<COLLADA", "<!DOCTYPE a [<!-- ' -->]><COLLADA");
    expectRefused("a.dae", declared + "<!-- ' -->", "document types");
    expectRefused("a.dae", loop + '\0', "zero byte");
}

TEST(HostileCollada, TagsEndOutsideOfQuotes) {
    const auto itself = [](const std::string& name, const std::string& url) {
        return colladaNodes("<node id='x' name=" + name + "><instance_node url=" + url + "/></node>");
    };
    expectRefused("a.dae", itself("'a>\"b'", "\"#a>&quot;b\""), "circle");
    expectRefused("a.dae", itself("\"R&D &c; '\r\n/>\"", "\"#R&D &c; &apos; />\""), "circle");
    const std::string sound = colladaNodes("<node id=\"a\"/>");
    for (const std::string end : {"<", "<x", "<x y=", "<x y='>", "<x y=\"'>", "<x y='\"' z=\">"}) {
        expectRefused("a.dae", sound + end, "cut off inside a tag");
    }
}

TEST(HostileCollada, ElementsWithoutBottom) {
    std::string nodes;
    for (int k = 0; k < 100'000; ++k) {
        nodes += "<extra>";
    }
    expectRefused("a.dae", colladaNodes(nodes), "maxDepth");
}

/// Assimp 5.2.5 never gets past such a character.
TEST(HostileCollada, IndexThatIsNoNumber) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    expectRefused("a.dae", replaced(sound, "<p>0 2", "<p>0 x2"), "whole numbers");
    expectRefused("a.dae", replaced(sound, "<p>0 2", "<p>0 <!-- y -->x2"), "whole numbers");
    expectRefused("a.dae", replaced(sound, "<vcount>4", "<vcount>&#52;"), "whole numbers");
}

/// Assimp 5.2.5 believes the counts, and reads beside the array.
TEST(HostileCollada, AccessorsThatLeaveTheirArrays) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    const auto with = [&](const std::string& what, const std::string& instead) {
        return replaced(sound, what, instead);
    };
    const std::string array = "<float_array id=\"pa\" count=\"24\">";
    const std::string accessor = "<accessor source=\"#pa\" count=\"8\" stride=\"3\">";
    expectRefused("a.dae", with(array, "<float_array id=\"pa\" count=\"nan\">"), "no sensible number");
    expectRefused("a.dae", with(array, "<float_array id=\"pa\" count=\"23\">"), "array of 23 values");
    expectRefused("a.dae", with(array, "<float_array id=\"pa\">"), "array of 0 values");
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
TEST(HostileCollada, OtherFacesThanWereSaid) {
    const std::string sound = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    const std::size_t list = sound.find("<p>"), end = sound.find("</p>") + 4;
    ASSERT_LT(list, end);
    const std::string twice = sound.substr(0, end) + sound.substr(list);
    const std::string none = sound.substr(0, list) + sound.substr(end);
    expectRefused("a.dae", twice, "3 faces, and lists 6 of them");
    expectRefused("a.dae", none, "faces, and lists 0 of them");
}

TEST(HostileCollada, NamesInThePlaceOfNumbers) {
    std::string names = colladaNodes("<node name=\"box\"><instance_geometry url=\"#g\"/></node>");
    names = replaced(names, "<float_array", "<Name_array");
    expectRefused("a.dae", replaced(names, "</float_array", "</Name_array"), "names for numbers");
}

}  // namespace
}  // namespace sat3d::test
