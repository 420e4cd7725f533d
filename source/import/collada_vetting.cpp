#include "core/readable_text.hpp"
#include "import/char_set.hpp"
#include "import/collada_arrays.hpp"
#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"
#include "import/xml_attributes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::size_t kMostOtherElements = 64;  // that may nest beside the nodes
constexpr CharSet kTagMarks("\"'>");            // end the tag, or begin what may hold its end
constexpr CharSet kElementEnds(" \t\r\n/");
constexpr CharSet kIndexText("0123456789 \t\r\n");

/// What a <node> or <visual_scene> holds: nodes of its own, and nodes it instances from elsewhere.
struct NodeElement {
    std::vector<std::size_t> children;
    std::vector<std::string> instances;
};

/// One pass over the tags of a document.
class ColladaScan {
public:
    ColladaScan(std::string_view text, const ImportOptions& options) : rest_(text), options_(options) {}

    void run() {
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
        arrays_.check();
    }

private:
    static constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);
    struct Open {
        std::string_view element;
        std::size_t node;  // of the innermost <node> around, itself included
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
            malformed("holds \"" + std::string(rest_.substr(0, 10)) +
                      "\": document types and declarations are not read, take them out");
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

    /// The reader of index lists never gets past a character that is none of a number.
    void checkText(std::string_view text) const {
        if (open_.empty() || (open_.back().element != "p" && open_.back().element != "vcount")) {
            return;
        }
        if (kIndexText.firstNotIn(text) < text.size()) {
            malformed("a list of indices holds something else than whole numbers");
        }
    }

    void readTag() {
        std::size_t end = kTagMarks.firstIn(rest_, 1);
        while (end < rest_.size() && rest_[end] != '>') {
            const std::size_t quotesEnd = rest_.find(rest_[end], end + 1);
            end =
                quotesEnd == std::string_view::npos ? rest_.size() : kTagMarks.firstIn(rest_, quotesEnd + 1);
        }
        if (end == rest_.size()) {
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
        const std::string_view element = tag.substr(0, kElementEnds.firstIn(tag));
        if (open_.empty() && std::exchange(hasRoot_, true)) {
            malformed("has more than one outermost element");
        }
        std::size_t node = open_.empty() ? kNoNode : open_.back().node;
        if (element == "node" || element == "visual_scene") {
            nodes_.emplace_back();
            if (node != kNoNode) {
                nodes_[node].children.push_back(nodes_.size() - 1);
            }
            node = nodes_.size() - 1;
            enterNode(tag, node);
        } else if (element == "instance_node" && node != kNoNode) {
            std::string url = decodedXmlAttribute(tag, "url");
            url.erase(0, url.starts_with('#') ? 1 : 0);
            nodes_[node].instances.push_back(std::move(url));
        }
        arrays_.open(element, tag, open_.empty() ? std::string_view() : open_.back().element);
        open_.push_back({element, node});
        if (open_.size() > options_.maxDepth + kMostOtherElements) {
            throw VettingFault(Code::LimitExceeded,
                               "nests elements deeper than maxDepth = " + std::to_string(options_.maxDepth));
        }
    }

    /// Assimp looks an instance up among the ids of the libraries' outermost nodes, and only where it is none
    /// of these, among the ids and names of all nodes.
    void enterNode(std::string_view tag, std::size_t node) {
        std::string id = decodedXmlAttribute(tag, "id");
        std::string name = decodedXmlAttribute(tag, "name");
        const bool isOfLibrary =
            open_.size() == 2 && open_[0].element == "COLLADA" &&
            (open_[1].element == "library_nodes" || open_[1].element == "library_visual_scenes");
        if (isOfLibrary) {
            libraryNodes_.emplace(id, node);
        }
        if (name != id) {
            nodesCalled_.emplace(std::move(name), node);
        }
        nodesCalled_.emplace(std::move(id), node);
    }

    /// Instances of instances may multiply beyond measure, or go in a circle.
    void checkGraph() const {
        std::vector<std::vector<std::size_t>> below;
        std::size_t instances = 0;
        for (const NodeElement& node : nodes_) {
            below.push_back(node.children);
            for (const std::string& url : node.instances) {
                const auto& called = libraryNodes_.contains(url) ? libraryNodes_ : nodesCalled_;
                for (auto [it, end] = called.equal_range(url); it != end; ++it) {
                    below.back().push_back(it->second);
                    if (++instances > options_.maxNodes) {
                        throw VettingFault(Code::LimitExceeded, "instances more nodes than maxNodes = " +
                                                                    std::to_string(options_.maxNodes));
                    }
                }
            }
        }
        demandBoundedWalk(below, options_, [this](std::size_t node) { return nameOf(node); });
    }

    [[nodiscard]] std::string nameOf(std::size_t node) const {
        const auto found = std::ranges::find_if(
            nodesCalled_, [&](const auto& called) { return called.second == node && !called.first.empty(); });
        return found == nodesCalled_.end() ? "a node without a name" : quotedName(found->first);
    }

    std::string_view rest_;
    const ImportOptions& options_;
    std::vector<Open> open_;
    std::vector<NodeElement> nodes_;
    bool hasRoot_ = false;
    std::multimap<std::string, std::size_t> libraryNodes_;  // by id
    std::multimap<std::string, std::size_t> nodesCalled_;   // by id and by name
    ColladaArrays arrays_;
};

}  // namespace

void vetCollada(std::string_view bytes, const ImportOptions& options) {
    if (bytes.find('\0') != std::string_view::npos) {
        malformed("is no text: it holds a zero byte");
    }
    ColladaScan(bytes, options).run();
}

}  // namespace sat3d::inline SAT3D_ABI::importing
