// Contents of a model page, and its reactions to the mouse.
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
function stroke(part, color, width, values) {
    if (!part.count) return;
    use(strokes, { color, width, lift: 0.0004, fades: 0, chosen: -2, ...values });
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
    gl.depthFunc(gl.GREATER);  // also draws the bodies inside the mesh
    for (const { body, index } of glass ? order : []) {
        gl.uniform1f(alpha, state.body < 0 ? 0.13 : index === state.body ? 0.5 : 0.05);
        gl.drawArrays(gl.TRIANGLES, body.first, body.count);
    }
    gl.depthFunc(gl.LESS);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(true);
}
function paintAxes() {
    const axes = [["x", "#c2293d"], ["y", "#3f8f29"], ["z", "#2b6cb0"]].map(([name, color], i) => {
        const v = [0, 1, 2].map(k => +(k === i));
        return { name, color, x: dot(v, camera.right), y: -dot(v, camera.up), z: dot(v, cross(camera.right, camera.up)) };
    }).sort((a, b) => a.z - b.z);
    $("axes").innerHTML = axes.map(({ name, color, x, y }) =>
        `<line x1="0" y1="0" x2="${x * 28}" y2="${y * 28}" stroke="${color}" stroke-width="2.4" stroke-linecap="round"/>` +
        `<text x="${x * 38}" y="${y * 38 + 4}" text-anchor="middle" fill="${color}">${name}</text>`).join("");
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

// Returns the nearest face at a point of the canvas, by the projection that the shader uses.
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
    swatch.style.background = colorOfTag(k + 1);
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
            detail(list, "face", `${face} of ${chosen.faces.length}, normal (${chosen.normals[face].map(figure).join(", ")}), ${+chosen.areas[face].toPrecision(4)} m²`);
            if (chosen.tags.some(tag => tag > 0)) detail(list, "face tag", [chosen.tags[face], materials[chosen.tags[face] - 1] || "no material"].join(", "));
        }
        $("card").replaceChildren(title, list);
        row.scrollIntoView({ block: "nearest" });
    }
    paint();
}
rows.forEach((row, i) => {
    row.querySelector(".swatch").style.background = colorOf(i);
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
buttons("colors", value => state.colors === value, value => {
    state.colors = value;
    $("materials").hidden = value !== "tag" || !materials.length;
    recolor();
});
buttons("sides", () => false, value => {
    const up = data.up, right = cross(up, data.front);
    const views = { front: [right, up], side: [cross(up, right), up], top: [right, cross(up, right)], home: [data.camera.right, data.camera.up] };
    if (value === "home") { zoom = 1; pan = [0, 0]; }
    rotateTo(...views[value]);
});
function recolor() {
    data.bodies.forEach((body, index) => {
        let at = body.first;
        body.faces.forEach((face, f) => {
            const color = rgb(state.colors === "tag" ? colorOfTag(body.tags[f]) : colorOf(index));
            for (let i = 0; i < 3 * (face.length - 2); ++i, ++at) color.forEach((x, k) => { triangles[14 * at + 6 + k] = x; });
        });
    });
    if (gl) parts.bodies = arrays(triangles, [3, 3, 3, 3, 2]);
}
$("spread").querySelector("input").addEventListener("input", e => { state.spread = 1.2 * e.target.value; paint(); });
$("spread").hidden = data.bodies.length < 2;
$("model").hidden = data.meshes.length === 0;
$("colors").hidden = !data.bodies.some(body => body.tags.some(tag => tag > 0));
$("hint").textContent = `grid of ${square >= 1 ? square + " m" : square >= 0.01 ? +(square * 100).toPrecision(2) + " cm" : +(square * 1000).toPrecision(2) + " mm"} · drag rotates, wheel zooms, Shift and drag moves, click selects`;
paint();
