// Draws the bodies and meshes of a model with WebGL.
const gl = canvas.getContext("webgl2", { antialias: true });
const $ = id => document.getElementById(id);
const palette = ["#2b6cb0", "#e08a1e", "#1f9a7a", "#b3123f", "#7d5bb0", "#7c8a1c", "#2aa5c9", "#a0623a", "#d0609c", "#5d6f88"];
const rgb = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);
const colorOf = k => palette[k % palette.length];
const colorOfTag = tag => tag > 0 ? colorOf(tag - 1) : "#c3c9d1";
const state = { look: data.meshes.length ? "glass" : "solid", model: true, colors: "body", spread: 0, body: -1, face: -1, hover: -1 };

const at3 = (list, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
for (const { vertices } of data.bodies.concat(data.meshes))
    vertices.forEach((x, i) => { low[i % 3] = Math.min(low[i % 3], x); high[i % 3] = Math.max(high[i % 3], x); });
const middle = low.map((x, i) => (x + high[i]) / 2);
const reach = Math.max(Math.hypot(...high.map((x, i) => x - low[i])) / 2, 1e-20);

// Triangles: position, normal, color, offset when spread apart, body, face. Lines: both ends, offset, body.
const triangles = [], lines = [], meshTriangles = [], meshLines = [];
function triangle(list, points, normals, color, apart, body, face) {
    points.forEach((p, i) => list.push(...p, ...normals[i], ...color, ...apart, body, face));
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
        const color = rgb(colorOf(index));
        for (let i = 1; i + 1 < face.length; ++i) {
            const loop = [face[0], face[i], face[i + 1]];
            triangle(triangles, loop.map(p), smooth ? loop.map(v => unit(smooth[v])) : [0, 1, 2].map(() => body.normals[f]), color, apart, index, f);
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

// A floor grid. The side of a square is a round length, and several squares lie under the model.
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
    const center = [dot(middle, u), dot(middle, v)].map(x => Math.round(x / square) * square);
    const half = Math.ceil(2.2 * reach / square);
    const place = (x, y) => add(add(add([0, 0, 0], u, center[0] + x * square), v, center[1] + y * square), data.up, depth - 0.002 * reach);
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
layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in vec3 color;
layout(location = 3) in vec3 apart; layout(location = 4) in vec2 id;
out vec3 tint; out vec3 facing; flat out vec2 which;
void main() {
    gl_Position = project(position + apart * spread);
    facing = vec3(dot(normal, right), dot(normal, up), dot(normal, toViewer)); tint = color; which = id;
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
uniform vec4 color; uniform float width; uniform float fades;
void main() {
    float a = color.a * (fades > 0.0 ? fade : 1.0) * clamp(0.5 * width * (1.0 + 0.6 * strong) + 0.5 - abs(across), 0.0, 1.0);
    if (strong > 0.0) a = min(1.0, a * 2.0);
    result = vec4(color.rgb * a, a);
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
