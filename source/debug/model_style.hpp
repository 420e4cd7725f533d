#pragma once

// The look of a model's page: the picture on the left, the table on the right.

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

inline constexpr std::string_view kModelStyle = R"css(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr) minmax(460px, 34vw); color: #17202e; font-size: 14px; line-height: 1.45; }
main { position: relative; overflow: hidden; background: radial-gradient(ellipse at 50% 38%, #ffffff 0%, #eef1f5 70%, #e3e8ee 100%); }
canvas { width: 100%; height: 100%; display: block; cursor: grab; touch-action: none; outline: none; } canvas:active { cursor: grabbing; }
#tools { position: absolute; top: 16px; left: 18px; right: 18px; display: flex; flex-wrap: wrap; gap: 10px 14px; pointer-events: none; }
#tools > * { pointer-events: auto; display: flex; align-items: center; gap: 2px; background: #fff; border: 1px solid #d5dae1; border-radius: 9px; padding: 3px; box-shadow: 0 1px 4px rgba(23,32,46,.07); }
#tools > [hidden], #card[hidden] { display: none; }
#tools span { color: #5a6474; padding: 0 6px 0 9px; font-size: 13px; }
#tools button { font: inherit; font-size: 13px; color: #17202e; background: none; border: 0; border-radius: 6px; padding: 4px 10px; cursor: pointer; }
#tools button:hover { background: #eef1f5; } #tools button.on { background: #17202e; color: #fff; }
#tools button:focus-visible, tr:focus-visible { outline: 2px solid #2b6cb0; outline-offset: -2px; }
#tools input { width: 90px; margin: 0 10px 0 4px; accent-color: #17202e; }
#hint { position: absolute; right: 20px; bottom: 14px; color: #5a6474; font-size: 12.5px; text-align: right; pointer-events: none; }
#axes { position: absolute; left: 14px; bottom: 12px; width: 92px; height: 92px; pointer-events: none; font-size: 12px; font-weight: 600; }
#materials { position: absolute; top: 104px; left: 18px; margin: 0; padding: 8px 14px; list-style: none; background: rgba(255,255,255,.92); border: 1px solid #d5dae1; border-radius: 9px; font-size: 13px; max-height: 45%; overflow: auto; } #materials[hidden] { display: none; }
#fault { position: absolute; inset: 0; display: grid; place-items: center; color: #4a5565; padding: 40px; text-align: center; } #fault[hidden], #hint[hidden] { display: none; }
#card { position: absolute; left: 118px; bottom: 16px; max-width: min(560px, calc(100% - 320px)); background: rgba(255,255,255,.94); border: 1px solid #d5dae1; border-radius: 10px; padding: 12px 16px; box-shadow: 0 4px 18px rgba(23,32,46,.12); }
#card h3 .swatch { vertical-align: 0; } #card h3 { margin: 0 0 6px; font-size: 16px; overflow-wrap: anywhere; }
#card dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 1px 14px; font-size: 13.5px; } #card dt { color: #5a6474; } #card dd { margin: 0; overflow-wrap: anywhere; }
.swatch { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 8px; background: #8a94a3; flex: none; }
aside { overflow: hidden auto; padding: 26px 20px 40px; border-left: 1px solid #dde1e7; background: #fff; }
h1 { font-size: 25px; line-height: 1.2; margin: 0 0 6px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 30px 0 6px; }
.fact { margin: 0; color: #4a5565; overflow-wrap: anywhere; } .sum { margin: 14px 0 10px; font-size: 15px; }
.warns { margin-left: 12px; color: #7a4505; background: #fdf0dc; border-radius: 20px; padding: 2px 10px; font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; } th { text-align: left; font-weight: 500; color: #5a6474; padding: 4px 7px; border-bottom: 1px solid #dde1e7; }
td { padding: 6px 7px; vertical-align: top; border-bottom: 1px solid #eef1f5; overflow-wrap: anywhere; } #bodies td:nth-child(2) { white-space: nowrap; } #others td:first-child { width: 30%; } td b { font-weight: 600; } td dl { display: none; }
td.name { font-weight: 600; } tr.body td:first-child { position: relative; width: 100%; min-width: 8em; padding-left: 28px; } td .swatch { position: absolute; left: 8px; top: 10px; } .figures, th:nth-child(n+3) { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.body { cursor: pointer; } tr.body:hover, tr.body.hover { background: #f4f6f9; } tr.body.chosen { background: #e6eefa; }
.warning td { border-bottom: 1px solid #eef1f5; padding-top: 0; } .warning p { margin: 2px 0 4px; padding: 5px 10px; border-left: 3px solid #e08a1e; background: #fdf6ea; border-radius: 0 5px 5px 0; font-size: 13px; }
.note { margin: 0 0 6px; color: #4a5565; overflow-wrap: anywhere; }
@media (max-width: 1000px) { body { display: block; height: auto; } main { height: 62vh; } aside { border: 0; } #hint { display: none; } #card { max-width: calc(100% - 136px); } }
)css";

inline constexpr std::string_view kModelControls =
    R"html(<div id="fault" hidden="">This browser offers no WebGL 2, so there is no picture; the table tells the rest.</div>
<div id="tools">
<div id="look"><span>Bodies</span><button data-value="glass">Glass</button><button data-value="solid">Solid</button><button data-value="lines">Lines</button><button data-value="off">Off</button></div>
<div id="model"><button data-value="shown">Model</button></div>
<div id="colours"><span>Colours</span><button data-value="body">Bodies</button><button data-value="tag">Face tags</button></div>
<div id="spread"><span>Apart</span><input type="range" min="0" max="1" step="0.01" value="0" aria-label="how far apart"/></div>
<div id="sides"><button data-value="front">Front</button><button data-value="side">Side</button><button data-value="top">Top</button><button data-value="home">Reset</button></div>
</div>
<svg id="axes" viewBox="-46 -46 92 92"></svg>
<div id="hint"></div>
)html";

}  // namespace sat3d::inline SAT3D_ABI::debug
