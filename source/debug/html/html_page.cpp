#include "debug/html/html_page.hpp"

#include "debug/html/orbit_js.hpp"

namespace sat3d::SAT3D_ABI::debug {

void openPage(MarkupWriter& html, std::string_view title, std::string_view styleSheet) {
    html.raw("<!doctype html>\n");
    html.open("html", {{"lang", "en"}});
    html.open("head");
    html.leaf("meta", {{"charset", "utf-8"}});
    html.leaf("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    html.text("title", {}, title);
    html.open("style");
    html.raw(styleSheet);
    html.raw("body { font-family: ");
    html.raw(kFont);
    html.raw("; }\n");
    html.close();
    html.close();
    html.open("body", {});
}

void closePage(MarkupWriter& html, std::string_view json, std::string_view script) {
    html.open("script", {{"type", "application/json"}, {"id", "scene"}});
    html.raw(json);
    html.close();
    html.open("script");
    html.raw(kOrbitJs);
    html.raw(script);
    html.close();
    html.close();
    html.close();
}

}  // namespace sat3d::SAT3D_ABI::debug
