#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"
#include "import/validation/collada_arrays.hpp"
#include "import/validation/deformation_notes.hpp"
#include "import/validation/node_graph.hpp"
#include "import/validation/validate_file.hpp"
#include "import/validation/xml_attributes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::size_t kMaxOtherElements = 64;   // nesting of elements in addition to nodes
constexpr std::string_view kTagMarks = "\"'>";  // end the tag, or begin a quoted text

/// The content of a <node> or <visual_scene>.
struct NodeElement {
    std::string name;
    std::vector<std::size_t> children = {};
    std::vector<std::string> instances = {};   // ids or names of nodes
    std::vector<std::string> geometries = {};  // ids of geometries
    std::vector<std::string> controllers = {};
};

/// One pass over the tags of a document.
class ColladaScan {
public:
    /// Assimp ignores everything after a zero byte.
    ColladaScan(std::string_view text, const ImportOptions& options)
        : rest_(text.substr(0, text.find('\0'))), options_(options) {}

    FileFindings run() {
        while (!rest_.empty()) {
            const std::size_t open = std::min(rest_.find('<'), rest_.size());
            checkText(rest_.substr(0, open));
            rest_.remove_prefix(open);
            if (rest_.size() > 1 && (rest_[1] == '!' || rest_[1] == '?')) {
                skipSection();
            } else if (!rest_.empty()) {
                readTag();
            }
        }
        checkGraph();
        refuseShapeKeys();
        arrays_.check();
        return {namesOfMeshNodes(), notes()};
    }

private:
    static constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);
    struct Open {
        std::string_view element;
        std::size_t node;  // index of the innermost enclosing <node>, which may be this element
    };

    void skipSection() {
        if (take("<!--")) {
            skipPast("-->");
        } else if (take("<![CDATA[")) {
            checkText("<");
            skipPast("]]>");
        } else if (take("<?")) {
            skipPast("?>");
        } else {
            malformed("contains \"" + std::string(rest_.substr(0, 10)) +
                      "\": document types and declarations are not read; delete them");
        }
    }

    bool take(std::string_view opener) {
        const bool isThere = rest_.starts_with(opener);
        rest_.remove_prefix(isThere ? opener.size() : 0);
        return isThere;
    }

    void skipPast(std::string_view end) {
        const std::size_t at = rest_.find(end);
        if (at == std::string_view::npos) {
            malformed("is cut off inside a comment or section");
        }
        rest_.remove_prefix(at + end.size());
    }

    /// Checks the text of an index list. Assimp loops forever at a character that does not belong to a
    /// number.
    void checkText(std::string_view text) const {
        const bool isIndexList =
            !open_.empty() && (open_.back().element == "p" || open_.back().element == "vcount");
        if (isIndexList && !std::ranges::all_of(text, [](char c) {
                return ('0' <= c && c <= '9') || c == ' ' || c == '\n' || c == '\r' || c == '\t';
            })) {
            malformed("a list of indices contains something else than integers");
        }
    }

    void readTag() {
        std::size_t end = rest_.find_first_of(kTagMarks, 1);
        while (end != std::string_view::npos && rest_[end] != '>') {
            end = rest_.find(rest_[end], end + 1);  // the other end of the quotes
            end = end == std::string_view::npos ? end : rest_.find_first_of(kTagMarks, end + 1);
        }
        if (end == std::string_view::npos) {
            malformed("is cut off inside a tag");
        }
        const std::string_view tag = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + 1);
        if (tag.starts_with('/')) {
            if (!open_.empty()) {
                open_.pop_back();
            }
            return;
        }
        openElement(tag);
        if (tag.ends_with('/')) {
            open_.pop_back();
        }
    }

    void openElement(std::string_view tag) {
        const std::string_view element = tag.substr(0, tag.find_first_of(" \t\r\n/"));
        if (open_.empty() && std::exchange(hasRoot_, true)) {
            malformed("has more than one outermost element");
        }
        std::size_t node = open_.empty() ? kNoNode : open_.back().node;
        if (element == "node" || element == "visual_scene") {
            node = addNode(tag, node);
        } else if (element == "instance_node" && node != kNoNode) {
            nodes_[node].instances.push_back(urlOf(tag));
        } else if (element == "instance_geometry" && node != kNoNode) {
            nodes_[node].geometries.push_back(urlOf(tag));
        } else if (element == "instance_controller" && node != kNoNode) {
            nodes_[node].controllers.push_back(urlOf(tag));
        } else if (element == "controller") {
            controller_ = decodedXmlAttribute(tag, "id");
            controllers_.insert(controller_);
        } else if (element == "skin") {
            skins_.insert(controller_);
        } else if (element == "morph") {
            morphs_.insert(controller_);
        } else if (element == "ph") {
            malformed(
                "has a polygon with a hole (<ph>), which is not read. Triangulate the mesh before the "
                "export");
        } else if (element == "unit") {
            checkUnit(decodedXmlAttribute(tag, "meter"));
        } else if (element == "geometry") {
            geometry_ = decodedXmlAttribute(tag, "id");
            geometries_.insert(geometry_);
        } else if (element == "mesh") {
            meshes_.insert(geometry_);
        }
        arrays_.open(element, tag, open_.empty() ? std::string_view() : open_.back().element);
        open_.push_back({element, node});
        if (open_.size() > options_.maxDepth + kMaxOtherElements) {
            throw ValidationError(Code::LimitExceeded, "nests elements deeper than maxDepth = " +
                                                           std::to_string(options_.maxDepth));
        }
    }

    /// Needed because Assimp accepts a unit of 0, and ignores a unit that is no number.
    static void checkUnit(const std::string& meters) {
        double value = 0.0;
        const auto [end, error] = std::from_chars(meters.data(), meters.data() + meters.size(), value);
        if (!meters.empty() && (error != std::errc() || end == meters.data() || !(value > 0.0))) {
            malformed("its unit has " + quotedName(meters) +
                      " meters. Write a number above 0 there (meter=\"0.01\" for centimeters)");
        }
    }

    static std::string urlOf(std::string_view tag) {
        std::string url = decodedXmlAttribute(tag, "url");
        url.erase(0, url.starts_with('#') ? 1 : 0);
        return url;
    }

    std::size_t addNode(std::string_view tag, std::size_t parent) {
        const std::size_t node = nodes_.size();
        const std::string id = decodedXmlAttribute(tag, "id");
        const std::string& name = nodes_.emplace_back(NodeElement{decodedXmlAttribute(tag, "name")}).name;
        if (parent != kNoNode) {
            nodes_[parent].children.push_back(node);
        }
        const bool isOfLibrary =
            open_.size() == 2 && open_[0].element == "COLLADA" &&
            (open_[1].element == "library_nodes" || open_[1].element == "library_visual_scenes");
        if (isOfLibrary) {
            libraryNodes_.emplace(id, node);
        }
        if (name != id) {
            nodesCalled_.emplace(name, node);
        }
        nodesCalled_.emplace(id, node);
        return node;
    }

    /// Checks that instances of nodes form no cycle and do not multiply without bound. Resolves instances as
    /// Assimp does: first by the ids of the outermost nodes in libraries, then by the ids and names of all
    /// nodes.
    void checkGraph() const {
        NodeGraph graph;
        std::size_t instances = 0;
        for (const NodeElement& node : nodes_) {
            graph.push_back(node.children);
            for (const std::string& url : node.instances) {
                const auto& called = libraryNodes_.contains(url) ? libraryNodes_ : nodesCalled_;
                for (auto [it, end] = called.equal_range(url); it != end; ++it) {
                    graph.back().push_back(it->second);
                    if (++instances > options_.maxNodes) {
                        throw ValidationError(Code::LimitExceeded, "instances more nodes than maxNodes = " +
                                                                       std::to_string(options_.maxNodes));
                    }
                }
            }
        }
        demandBoundedWalk(graph, options_, [this](std::size_t node) {
            const std::string& name = nodes_[node].name;
            return NodeLabel{name, name.empty() ? "a node without a name" : quotedName(name)};
        });
    }

    [[nodiscard]] NamesOfMeshNodes namesOfMeshNodes() const {
        NamesOfMeshNodes names;
        for (const NodeElement& node : nodes_) {
            names.add(node.name, std::ranges::any_of(node.geometries, [&](const std::string& geometry) {
                          return meshes_.contains(geometry);
                      }));
        }
        return names;
    }

    /// Assimp refuses a file with shape keys, also if no node has them, and does not say why.
    void refuseShapeKeys() const {
        if (morphs_.empty()) {
            return;
        }
        const auto hasKeys = [&](const NodeElement& node) {
            return std::ranges::any_of(node.controllers,
                                       [&](const auto& id) { return morphs_.contains(id); });
        };
        const auto node = std::ranges::find_if(nodes_, hasKeys);
        const std::string name = node == nodes_.end() ? std::string() : node->name;
        throw ValidationError(
            Code::Malformed,
            (node == nodes_.end() ? "it" : "node " + quotedName(name)) +
                " has shape keys (morph), which are not read. Apply them before the export, or delete them",
            name);
    }

    /// Names the nodes whose geometry is missing, which Assimp drops without a word, and those that bones
    /// deform.
    [[nodiscard]] std::vector<std::string> notes() const {
        std::string note;
        std::size_t more = 0;
        std::vector<std::string> skinned, notes;
        for (const NodeElement& node : nodes_) {
            const std::string lost = lostBy(node);
            if (!lost.empty() && note.empty()) {
                note = "node " + quotedName(node.name) + " refers to the " + lost +
                       ", which is not in the file: no body. Export it again together with its meshes";
            } else if (!lost.empty()) {
                ++more;
            }
            for (const std::string& controller : node.controllers) {
                if (skins_.contains(controller)) {
                    skinned.push_back(node.name);
                }
            }
        }
        note += more == 0 ? "" : ". The same holds for " + formatCount(more, "more node", "more nodes");
        if (!note.empty()) {
            notes.push_back(note);
        }
        noteDeformations(skinned, {}, notes);
        return notes;
    }

    /// Returns what a node refers to and the file does not have, or an empty text.
    [[nodiscard]] std::string lostBy(const NodeElement& node) const {
        const auto find = [](const char* what, const std::vector<std::string>& used, const auto& known) {
            const auto lost =
                std::ranges::find_if_not(used, [&](const auto& id) { return known.contains(id); });
            return lost == used.end() ? std::string() : what + (" " + quotedName(*lost));
        };
        std::string lost = find("geometry", node.geometries, geometries_);
        lost = lost.empty() ? find("controller", node.controllers, controllers_) : lost;
        return lost.empty() ? find("node", node.instances, nodesCalled_) : lost;
    }

    std::string_view rest_;
    const ImportOptions& options_;
    std::vector<Open> open_;
    std::vector<NodeElement> nodes_;
    std::string geometry_;              // id of the last <geometry>
    std::set<std::string> geometries_;  // ids
    std::set<std::string> meshes_;      // ids of geometries with a <mesh>
    std::string controller_;            // id of the last <controller>
    std::set<std::string> controllers_, skins_, morphs_;
    bool hasRoot_ = false;
    std::multimap<std::string, std::size_t> libraryNodes_;  // by id
    std::multimap<std::string, std::size_t> nodesCalled_;   // by id and by name
    ColladaArrays arrays_;
};

}  // namespace

FileFindings validateCollada(std::string_view bytes, const ImportOptions& options) {
    return ColladaScan(bytes, options).run();
}

}  // namespace sat3d::SAT3D_ABI::importing
