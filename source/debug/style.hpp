#pragma once

// The look of the pictures. Blue, orange and crimson keep apart for every kind of colour vision, also by
// lightness.

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

inline constexpr std::string_view kFont =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif";

/// Rules for what the pictures draw, shared by SVG and HTML.
inline constexpr std::string_view kDrawing = R"css(
.outline-a { fill: #2b6cb0; fill-opacity: .20; stroke: #1f5591; stroke-width: 1.6; stroke-linejoin: round; }
.outline-b { fill: #e08a1e; fill-opacity: .22; stroke: #a8620c; stroke-width: 1.6; stroke-linejoin: round; }
.overlap { fill: #b3123f; fill-opacity: .42; stroke: none; }
.ghost { fill: none; stroke: #a8620c; stroke-width: 1.4; stroke-dasharray: 5 4; }
.bar-a { fill: #2b6cb0; } .bar-b { fill: #e08a1e; }
.band-overlap { fill: #b3123f; fill-opacity: .13; } .band-gap { fill: #10795a; fill-opacity: .14; }
.drop { stroke: #8a94a3; stroke-width: 1; stroke-dasharray: 2 4; }
.axis { stroke: #4a5565; stroke-width: 1; }
.axis-head { fill: #4a5565; }
.push { stroke: #b3123f; stroke-width: 3; } .push-head { fill: #b3123f; }
.gap { stroke: #10795a; stroke-width: 3; } .gap-head { fill: #10795a; }
.hidden { stroke: #17202e; stroke-opacity: .13; stroke-width: 1; }
.edge-a { stroke: #143d6b; stroke-width: 1.3; stroke-linecap: round; }
.edge-b { stroke: #7a4505; stroke-width: 1.3; stroke-linecap: round; }
.shared { fill: #b3123f; fill-opacity: .30; stroke: #b3123f; stroke-width: .9; stroke-linejoin: round; }
.feature { fill: #b3123f; fill-opacity: .10; stroke: #b3123f; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
.feature-apart { fill: #10795a; fill-opacity: .10; stroke: #10795a; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
.small { font-size: 13px; fill: #4a5565; } .end { text-anchor: end; } .middle { text-anchor: middle; }
.sphere { fill: none; stroke: #5a6474; stroke-width: 1.2; stroke-dasharray: 5 4; }
.sight { stroke: #17202e; stroke-width: 1.2; stroke-dasharray: 7 5; stroke-opacity: .55; }
)css";

}  // namespace sat3d::inline SAT3D_ABI::debug
