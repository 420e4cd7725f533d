#pragma once

// The program of a model's page, after the one that turns: bodies and meshes by WebGL, choosing by clicks.
// In two halves, for compilers that limit the length of a literal.

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

/// What is drawn, and how.
inline constexpr std::string_view kModelPainter = R"js(
const gl = canvas.getContext("webgl2", { antialias: true });
const $ = id => document.getElementById(id);
const palette = ["#2b6cb0", "#e08a1e", "#1f9a7a", "#b3123f", "#7d5bb0", "#7c8a1c", "#2aa5c9", "#a0623a", "#d0609c", "#5d6f88"];
const rgb = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);
const colourOf = k => palette[k % palette.length];
const colourOfTag = tag => tag > 0 ? colourOf(tag - 1) : "#c3c9d1";
const state = { look: data.meshes.length ? "glass" : "solid", model: true, colours: "body", spread: 0, body: -1, face: -1, hover: -1 };

const at3 = (list, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
for (const { vertices } of data.bodies.concat(data.meshes))
    vertices.forEach((x, i) => { low[i % 3] = Math.min(low[i % 3], x); high[i % 3] = Math.max(high[i % 3], x); });
const middle = low.map((x, i) => (x + high[i]) / 2);
const reach = Math.max(Math.hypot(...high.map((x, i) => x - low[i])) / 2, 1e-20);

// Triangles: position, normal, colour, way apart, body, face. Lines: both ends, way apart, body.
const triangles = [], lines = [], meshTriangles = [], meshLines = [];
function triangle(list, points, normals, colour, apart, body, face) {
    points.forEach((p, i) => list.push(...p, ...normals[i], ...colour, ...apart, body, face));
}
const normalOf = (a, b, c) => unit(cross(add(b, a, -1), add(c, a, -1)).map((x, i, n) => Math.hypot(...n) > 0 ? x : +(i === 1)));
data.bodies.forEach((body, index) => {
    const apart = add(body.center, middle, -1);
    const p = i => at3(body.vertices, i);
    const corners = body.vertices.length / 3;
    const smooth = body.smooth ? Array.from({ length: corners }, () => [0, 0, 0]) : null;
    const newell = face => face.reduce((sum, v, i) =>
        add(sum, cross(add(p(v), p(face[0]), -1), add(p(face[(i + 1) % face.length]), p(face[0]), -1)), 0.5), [0, 0, 0]);
    body.areas = body.faces.map(face => Math.hypot(...newell(face)));
    body.normals = body.faces.map((face, f) => body.areas[f] > 0 ? newell(face).map(x => x / body.areas[f]) : data.up);
    if (smooth) body.faces.forEach((face, f) => face.forEach(v => { smooth[v] = add(smooth[v], body.normals[f], body.areas[f]); }));
    body.first = triangles.length / 14;
    body.faces.forEach((face, f) => {
        const colour = rgb(colourOf(index));
        for (let i = 1; i + 1 < face.length; ++i) {
            const loop = [face[0], face[i], face[i + 1]];
            triangle(triangles, loop.map(p), smooth ? loop.map(v => unit(smooth[v])) : [0, 1, 2].map(() => body.normals[f]), colour, apart, index, f);
        }
        face.forEach((from, i) => {
            const to = face[(i + 1) % face.length];
            if (from < to && !body.smooth) lines.push(...p(from), ...p(to), ...apart, index);
        });
    });
    body.count = triangles.length / 14 - body.first;
});
for (const mesh of data.meshes) {
    const p = i => at3(mesh.vertices, i);
    for (let i = 0; i < mesh.triangles.length; i += 3) {
        const loop = mesh.triangles.slice(i, i + 3).map(p);
        const n = normalOf(...loop);
        triangle(meshTriangles, loop, [n, n, n], [0.74, 0.76, 0.79], [0, 0, 0], -1, -1);
    }
    for (let i = 0; i < mesh.sides.length; i += 2) meshLines.push(...p(mesh.sides[i]), ...p(mesh.sides[i + 1]), 0, 0, 0, -1);
}

// A floor of squares, so long that a few cross the model; and the pivot of what is chosen.
const floor = [];
const square = (() => {
    const rough = reach / 2.5, power = Math.pow(10, Math.floor(Math.log10(rough)));
    return [5, 2, 1].map(k => k * power).find(size => size <= rough) || power;
})();
(() => {
    const u = Math.abs(dot(data.up, [1, 0, 0])) < 0.9 ? unit(add([1, 0, 0], data.up, -data.up[0])) : [0, 0, 1];
    const v = cross(data.up, u);
    const depth = Math.min(...data.bodies.concat(data.meshes).map(({ vertices }) => {
        let least = Infinity;
        for (let i = 0; i < vertices.length; i += 3) least = Math.min(least, vertices[i] * data.up[0] + vertices[i + 1] * data.up[1] + vertices[i + 2] * data.up[2]);
        return least;
    }));
    const centre = [dot(middle, u), dot(middle, v)].map(x => Math.round(x / square) * square);
    const half = Math.ceil(2.2 * reach / square);
    const place = (x, y) => add(add(add([0, 0, 0], u, centre[0] + x * square), v, centre[1] + y * square), data.up, depth - 0.002 * reach);
    for (let i = -half; i <= half; ++i)
        for (let j = -half; j < half; ++j) {
            floor.push(...place(i, j), ...place(i, j + 1), 0, 0, 0, -1);
            floor.push(...place(j, i), ...place(j + 1, i), 0, 0, 0, -1);
        }
})();

const space = `#version 300 es
precision highp float;
uniform vec3 right, up, toViewer, middle; uniform vec2 scale, pan; uniform float reach, spread;
vec4 project(vec3 p) {
    vec3 q = (p - middle) / reach;
    vec3 v = vec3(dot(q, right), dot(q, up), dot(q, toViewer));
    float w = 1.0 - 0.2 * v.z;
    return vec4(v.xy * scale + pan * w, -0.1 * v.z, w);
}`;
const surfaceShader = space + `
layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in vec3 colour;
layout(location = 3) in vec3 apart; layout(location = 4) in vec2 id;
out vec3 tint; out vec3 facing; flat out vec2 which;
void main() {
    gl_Position = project(position + apart * spread);
    facing = vec3(dot(normal, right), dot(normal, up), dot(normal, toViewer)); tint = colour; which = id;
}`;
const surfacePaint = `#version 300 es
precision highp float;
in vec3 tint; in vec3 facing; flat in vec2 which; out vec4 result;
uniform float alpha; uniform vec2 chosen; uniform float hover;
void main() {
    vec3 n = normalize(facing);
    float light = 0.5 + 0.5 * dot(n, normalize(vec3(-0.45, 0.8, 0.55)));
    vec3 c = mix(tint * 0.60, mix(tint, vec3(1.0), 0.42), light);
    float a = alpha;
    if (which.x >= 0.0 && which.x == hover) c = mix(c, vec3(1.0), 0.18);
    if (which.x >= 0.0 && which.x == chosen.x && which.y == chosen.y) { c = mix(vec3(1.0, 0.83, 0.2), c, 0.25); a = max(a, 0.9); }
    result = vec4(c * a, a);
}`;
const lineShader = space + `
layout(location = 0) in vec3 from; layout(location = 1) in vec3 to; layout(location = 2) in vec3 apart; layout(location = 3) in float body;
uniform vec2 viewport; uniform float width, lift; uniform float chosen;
out float across; out float fade; out float strong;
void main() {
    vec4 a = project(from + apart * spread), b = project(to + apart * spread);
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    vec4 p = gl_VertexID < 2 ? a : b;
    strong = body >= 0.0 && body == chosen ? 1.0 : 0.0;
    float half_ = 0.5 * width * (1.0 + 0.6 * strong) + 0.75;
    p.xy += vec2(-along.y, along.x) * side * half_ * 2.0 / viewport * p.w;
    p.z -= lift * p.w;
    gl_Position = p; across = side * half_;
    fade = 1.0 - smoothstep(1.0, 2.2, length(((gl_VertexID < 2 ? from : to) - middle) / reach));
}`;
const linePaint = `#version 300 es
precision highp float;
in float across; in float fade; in float strong; out vec4 result;
uniform vec4 colour; uniform float width; uniform float fades;
void main() {
    float a = colour.a * (fades > 0.0 ? fade : 1.0) * clamp(0.5 * width * (1.0 + 0.6 * strong) + 0.5 - abs(across), 0.0, 1.0);
    if (strong > 0.0) a = min(1.0, a * 2.0);
    result = vec4(colour.rgb * a, a);
}`;
function program(vertex, fragment) {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text); gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
        gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    return made;
}
function arrays(list, sizes, instanced) {
    const vao = gl.createVertexArray(), stride = sizes.reduce((a, b) => a + b) * 4;
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STATIC_DRAW);
    let offset = 0;
    sizes.forEach((size, i) => {
        gl.enableVertexAttribArray(i);
        gl.vertexAttribPointer(i, size, gl.FLOAT, false, stride, offset);
        if (instanced) gl.vertexAttribDivisor(i, 1);
        offset += 4 * size;
    });
    return { vao, count: list.length * 4 / stride };
}
)js";

/// What is shown when, and what clicks do.
inline constexpr std::string_view kModelScript = R"js(
let surfaces, strokes, parts;
if (gl) {
    surfaces = program(surfaceShader, surfacePaint);
    strokes = program(lineShader, linePaint);
    const ofSurface = [3, 3, 3, 3, 2], ofLine = [3, 3, 3, 1];
    parts = { bodies: arrays(triangles, ofSurface), edges: arrays(lines, ofLine, true), mesh: arrays(meshTriangles, ofSurface),
              wires: arrays(meshLines, ofLine, true), floor: arrays(floor, ofLine, true) };
}
$("fault").hidden = !!gl;

function scales() {
    const w = canvas.clientWidth, h = canvas.clientHeight, size = 1.08 * zoom * Math.min(w, h) / (1 + state.spread);
    return { scale: [size / w, size / h], shift: [2 * pan[0] / w, -2 * pan[1] / h] };
}
function use(shader, values) {
    gl.useProgram(shader);
    const { scale, shift } = scales();
    const all = { right: camera.right, up: camera.up, toViewer: cross(camera.right, camera.up), middle, scale, pan: shift, reach,
                  spread: state.spread, viewport: [canvas.clientWidth, canvas.clientHeight], ...values };
    for (const [name, value] of Object.entries(all)) {
        const place = gl.getUniformLocation(shader, name), list = [].concat(value);
        if (place) gl["uniform" + list.length + "fv"](place, list);
    }
}
function stroke(part, colour, width, values) {
    if (!part.count) return;
    use(strokes, { colour, width, lift: 0.0004, fades: 0, chosen: -2, ...values });
    gl.bindVertexArray(part.vao);
    gl.depthMask(false);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, part.count);
    gl.depthMask(true);
}
function depthOf(body) {
    return dot(add(body.center, add(body.center, middle, -1), state.spread), cross(camera.right, camera.up));
}
function paintBodies() {
    const glass = state.look === "glass";
    if (state.look === "lines") return;
    use(surfaces, { alpha: 1, chosen: [state.body, state.face], hover: state.hover });
    gl.bindVertexArray(parts.bodies.vao);
    gl.depthMask(!glass);
    gl.enable(gl.CULL_FACE);
    const alpha = gl.getUniformLocation(surfaces, "alpha");
    const order = data.bodies.map((body, index) => ({ body, index, depth: depthOf(body) })).sort((a, b) => a.depth - b.depth);
    for (const { body, index } of order) {
        gl.uniform1f(alpha, !glass ? 1 : state.body < 0 ? 0.58 : index === state.body ? 0.85 : 0.22);
        gl.drawArrays(gl.TRIANGLES, body.first, body.count);
    }
    gl.depthFunc(gl.GREATER);  // what hides in the mesh shines through
    for (const { body, index } of glass ? order : []) {
        gl.uniform1f(alpha, state.body < 0 ? 0.13 : index === state.body ? 0.5 : 0.05);
        gl.drawArrays(gl.TRIANGLES, body.first, body.count);
    }
    gl.depthFunc(gl.LESS);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(true);
}
function paintAxes() {
    const axes = [["x", "#c2293d"], ["y", "#3f8f29"], ["z", "#2b6cb0"]].map(([name, colour], i) => {
        const v = [0, 1, 2].map(k => +(k === i));
        return { name, colour, x: dot(v, camera.right), y: -dot(v, camera.up), z: dot(v, cross(camera.right, camera.up)) };
    }).sort((a, b) => a.z - b.z);
    $("axes").innerHTML = axes.map(({ name, colour, x, y }) =>
        `<line x1="0" y1="0" x2="${x * 28}" y2="${y * 28}" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"/>` +
        `<text x="${x * 38}" y="${y * 38 + 4}" text-anchor="middle" fill="${colour}">${name}</text>`).join("");
}
function paintPivot() {
    if (state.body < 0) return;
    const { pivot, axes } = data.nodes[data.bodies[state.body].node], away = add(data.bodies[state.body].center, middle, -1);
    gl.disable(gl.DEPTH_TEST);
    ["#c2293d", "#3f8f29", "#2b6cb0"].forEach((hex, i) => {
        const part = arrays([...pivot, ...add(pivot, axes[i], 0.14 * reach / zoom), ...away, -1], [3, 3, 3, 1], true);
        stroke(part, [...rgb(hex), 1], 2.6, { lift: 0 });
        gl.deleteVertexArray(part.vao);
    });
    gl.enable(gl.DEPTH_TEST);
}
function paint() {
    if (!gl) return;
    paintAxes();
    const ratio = window.devicePixelRatio || 1, w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const meshShown = state.model && data.meshes.length && state.look !== "solid" && state.spread === 0;
    if (meshShown) {
        gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(2, 2);
        use(surfaces, { alpha: 1, chosen: [-2, -2], hover: -2 });
        gl.bindVertexArray(parts.mesh.vao);
        gl.drawArrays(gl.TRIANGLES, 0, parts.mesh.count);
        gl.disable(gl.POLYGON_OFFSET_FILL);
        if (parts.wires.count < 60000) stroke(parts.wires, [0.25, 0.3, 0.37, state.look === "off" ? 0.5 : 0.22], 0.8, { lift: 0.0002 });
    }
    if (state.look === "solid") paintBodies();
    stroke(parts.floor, [0.35, 0.41, 0.5, 0.30], 1, { fades: 1, lift: 0 });
    if (state.look === "glass") paintBodies();
    if (state.look !== "off") stroke(parts.edges, state.look === "lines" ? [0.1, 0.3, 0.6, 0.9] : [0.06, 0.1, 0.16, 0.62], 1.25, { chosen: state.body });
    if (state.look === "glass") {
        gl.disable(gl.DEPTH_TEST);
        stroke(parts.edges, [0.06, 0.1, 0.16, 0.1], 1, { chosen: state.body });
        gl.enable(gl.DEPTH_TEST);
    }
    paintPivot();
}

// The nearest face under a place of the canvas, by the same projection as the shader's.
function faceAt(x, y) {
    const { scale, shift } = scales(), toViewer = cross(camera.right, camera.up);
    const want = [2 * x / canvas.clientWidth - 1, 1 - 2 * y / canvas.clientHeight];
    let best = null;
    if (state.look !== "off") data.bodies.forEach((body, index) => {
        const apart = add(body.center, middle, -1), seen = [];
        for (let i = 0; i < body.vertices.length; i += 3) {
            const q = add(add(at3(body.vertices, i / 3), apart, state.spread), middle, -1).map(c => c / reach);
            const z = dot(q, toViewer), w = 1 - 0.2 * z;
            seen.push([dot(q, camera.right) * scale[0] / w + shift[0], dot(q, camera.up) * scale[1] / w + shift[1], z]);
        }
        body.faces.forEach((face, f) => {
            const area = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            for (let i = 1; i + 1 < face.length; ++i) {
                const [a, b, c] = [face[0], face[i], face[i + 1]].map(v => seen[v]), whole = area(a, b, c);
                if (!(whole > 0)) continue;
                const u = area(b, c, want) / whole, v = area(c, a, want) / whole, t = area(a, b, want) / whole;
                if (u < 0 || v < 0 || t < 0) continue;
                const depth = u * a[2] + v * b[2] + t * c[2];
                if (!best || depth > best.depth) best = { index, face: f, depth };
            }
        });
    });
    return best;
}

const materials = [...document.querySelectorAll("#materials li")].map((item, k) => {
    const swatch = document.createElement("i"), name = item.textContent;
    swatch.className = "swatch";
    swatch.style.background = colourOfTag(k + 1);
    item.prepend(swatch);
    return name;
});
const rows = [...document.querySelectorAll("tr.body")];
function detail(list, term, words) {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = term; dd.textContent = words;
    list.append(dt, dd);
}
function choose(body, face) {
    state.body = body; state.face = face;
    rows.forEach((row, i) => row.classList.toggle("chosen", i === body));
    $("card").hidden = body < 0; $("hint").hidden = body >= 0;
    if (body >= 0) {
        const row = rows[body], title = document.createElement("h3"), list = row.querySelector("dl").cloneNode(true);
        title.append(row.querySelector(".swatch").cloneNode(true), row.querySelector("b").textContent);
        const chosen = data.bodies[body];
        if (face >= 0 && !chosen.smooth) {
            const figure = x => (Math.abs(x) < 5e-4 ? 0 : x).toFixed(3);
            detail(list, "face", `${face} of ${chosen.faces.length}, looks along (${chosen.normals[face].map(figure).join(", ")}), ${+chosen.areas[face].toPrecision(4)} m²`);
            if (chosen.tags.some(tag => tag > 0)) detail(list, "face tag", [chosen.tags[face], materials[chosen.tags[face] - 1] || "no material"].join(", "));
        }
        $("card").replaceChildren(title, list);
        row.scrollIntoView({ block: "nearest" });
    }
    paint();
}
rows.forEach((row, i) => {
    row.querySelector(".swatch").style.background = colourOf(i);
    row.addEventListener("click", () => choose(state.body === i ? -1 : i, -1));
    row.addEventListener("mouseenter", () => { state.hover = i; paint(); });
    row.addEventListener("mouseleave", () => { state.hover = -1; paint(); });
    row.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(i, -1); } });
});
canvas.addEventListener("click", e => {
    if (dragged > 4) return;
    const box = canvas.getBoundingClientRect(), hit = faceAt(e.clientX - box.left, e.clientY - box.top);
    choose(hit ? hit.index : -1, hit ? hit.face : -1);
});
window.addEventListener("keydown", e => { if (e.key === "Escape") choose(-1, -1); });

function buttons(group, isOn, press) {
    const all = [...$(group).querySelectorAll("button")];
    const show = () => all.forEach(button => button.classList.toggle("on", isOn(button.dataset.value)));
    all.forEach(button => button.addEventListener("click", () => { press(button.dataset.value); show(); paint(); }));
    show();
}
buttons("look", value => state.look === value, value => { state.look = value; });
buttons("model", () => state.model, () => { state.model = !state.model; });
buttons("colours", value => state.colours === value, value => {
    state.colours = value;
    $("materials").hidden = value !== "tag" || !materials.length;
    recolour();
});
buttons("sides", () => false, value => {
    const up = data.up, right = cross(up, data.front);
    const views = { front: [right, up], side: [cross(up, right), up], top: [right, cross(up, right)], home: [data.camera.right, data.camera.up] };
    if (value === "home") { zoom = 1; pan = [0, 0]; }
    turnTo(...views[value]);
});
function recolour() {
    data.bodies.forEach((body, index) => {
        let at = body.first;
        body.faces.forEach((face, f) => {
            const colour = rgb(state.colours === "tag" ? colourOfTag(body.tags[f]) : colourOf(index));
            for (let i = 0; i < 3 * (face.length - 2); ++i, ++at) colour.forEach((x, k) => { triangles[14 * at + 6 + k] = x; });
        });
    });
    if (gl) parts.bodies = arrays(triangles, [3, 3, 3, 3, 2]);
}
$("spread").querySelector("input").addEventListener("input", e => { state.spread = 1.2 * e.target.value; paint(); });
$("spread").hidden = data.bodies.length < 2;
$("model").hidden = data.meshes.length === 0;
$("colours").hidden = !data.bodies.some(body => body.tags.some(tag => tag > 0));
$("hint").textContent = `squares of ${square >= 1 ? square + " m" : square >= 0.01 ? +(square * 100).toPrecision(2) + " cm" : +(square * 1000).toPrecision(2) + " mm"} · drag turns, wheel zooms, Shift and drag moves, a click names`;
paint();
)js";

}  // namespace sat3d::inline SAT3D_ABI::debug
