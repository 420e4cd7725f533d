#include "import/collada_arrays.hpp"
#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::size_t kMostOtherElements = 64;  // that may nest beside the nodes

/// What a <node> holds: nodes of its own, and nodes it instances from elsewhere.
struct NodeElement {
    std::vector<std::size_t> children;
    std::vector<std::string_view> instances;
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
            if (rest_.starts_with("<!--")) {
                skipPast("-->");
            } else if (rest_.starts_with("<![CDATA[")) {
                checkText("<");
                skipPast("]]>");
            } else if (rest_.starts_with("<?")) {
                skipPast("?>");
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

    void skipPast(std::string_view end) {
        const std::size_t at = rest_.find(end);
        if (at == std::string_view::npos) {
            throw VettingFault(Code::Malformed, "is cut off inside a comment or section");
        }
        rest_.remove_prefix(at + end.size());
    }

    /// The reader of index lists never gets past a character that is none of a number.
    void checkText(std::string_view text) const {
        if (open_.empty() || (open_.back().element != "p" && open_.back().element != "vcount")) {
            return;
        }
        if (text.find_first_not_of("0123456789 \t\r\n") != std::string_view::npos) {
            throw VettingFault(Code::Malformed, "a list of indices holds something else than whole numbers");
        }
    }

    void readTag() {
        std::size_t end = 1;
        for (char quote = '\0'; end < rest_.size() && (quote != '\0' || rest_[end] != '>'); ++end) {
            const char c = rest_[end];
            if (quote == '\0' && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = '\0';
            }
        }
        if (end == rest_.size()) {
            throw VettingFault(Code::Malformed, "is cut off inside a tag");
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
        std::size_t node = open_.empty() ? kNoNode : open_.back().node;
        if (element == "node") {
            nodes_.emplace_back();
            if (node != kNoNode) {
                nodes_[node].children.push_back(nodes_.size() - 1);
            }
            node = nodes_.size() - 1;
            nodeOfId_.try_emplace(xmlAttribute(tag, "id"), node);
        } else if (element == "instance_node" && node != kNoNode) {
            std::string_view url = xmlAttribute(tag, "url");
            url.remove_prefix(url.starts_with('#'));
            nodes_[node].instances.push_back(url);
        }
        arrays_.open(element, tag);
        open_.push_back({element, node});
        if (open_.size() > options_.maxDepth + kMostOtherElements) {
            throw VettingFault(Code::LimitExceeded,
                               "nests elements deeper than maxDepth = " + std::to_string(options_.maxDepth));
        }
    }

    /// Instances of instances may multiply beyond measure, or go in a circle.
    void checkGraph() const {
        std::vector<std::vector<std::size_t>> below;
        for (const NodeElement& node : nodes_) {
            below.push_back(node.children);
            for (const std::string_view url : node.instances) {
                if (const auto found = nodeOfId_.find(url); found != nodeOfId_.end()) {
                    below.back().push_back(found->second);
                }
            }
        }
        demandBoundedWalk(below, options_);
    }

    std::string_view rest_;
    const ImportOptions& options_;
    std::vector<Open> open_;
    std::vector<NodeElement> nodes_;
    std::map<std::string_view, std::size_t> nodeOfId_;
    ColladaArrays arrays_;
};

}  // namespace

void vetCollada(std::string_view bytes, const ImportOptions& options) {
    ColladaScan(bytes, options).run();
}

}  // namespace sat3d::inline SAT3D_ABI::importing
