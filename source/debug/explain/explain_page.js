// Paints the two hulls on a canvas, back to front, in the order of the planes that scene.cpp computed. A click on a
// card rotates the view along the normal of that plane, with its best axis horizontal.
const pen = canvas.getContext("2d");
const colors = { a: [[44, 98, 158], [196, 220, 245]], b: [[196, 116, 22], [252, 226, 184]] };
const answer = data.separation < 0 ? "#b3123f" : "#10795a";

const all = data.a.vertices.concat(data.b.vertices);
const middle = all.reduce((sum, p) => add(sum, p, 1 / all.length), [0, 0, 0]);
const reach = Math.max(...all.map(p => Math.hypot(...add(p, middle, -1))));

function view() {
    const scale = zoom * 0.48 * Math.min(canvas.clientWidth, canvas.clientHeight) / reach;
    const toViewer = cross(camera.right, camera.up);
    const at = p => {
        const q = add(p, middle, -1);
        return [canvas.clientWidth / 2 + pan[0] + dot(q, camera.right) * scale,
                canvas.clientHeight / 2 + pan[1] - dot(q, camera.up) * scale];
    };
    return { scale, toViewer, at };
}

function path(points, at, closed) {
    pen.beginPath();
    points.forEach((p, i) => { const [x, y] = at(p); i ? pen.lineTo(x, y) : pen.moveTo(x, y); });
    if (closed) pen.closePath();
}

function shade(which, normal, toViewer) {
    const light = unit(add(add([0, 0, 0], camera.right, -0.45), add(camera.up.map(x => x * 0.8), toViewer, 0.55), 1));
    const b = Math.min(1, Math.max(0, 0.5 + 0.5 * dot(normal, light)));
    const [dark, bright] = colors[which];
    return "rgb(" + dark.map((d, i) => Math.round(d + (bright[i] - d) * b)).join(",") + ")";
}

function paintOrder(toViewer) {
    const before = [], after = [];
    data.a.faces.forEach((wall, i) => {
        const seen = dot(wall.normal, toViewer) > 0;
        for (const fragment of data.beyond[i]) {
            const normal = data.b.faces[fragment.face].normal;
            if (dot(normal, toViewer) > 0)
                (seen ? after : before).push({ points: fragment.points, drawn: fragment.drawn, normal, which: "b" });
        }
        if (seen) after.push({ points: wall.points, drawn: null, normal: wall.normal, which: "a" });
    });
    return before.concat(after.reverse());
}

function paint() {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineJoin = pen.lineCap = "round";
    const { scale, toViewer, at } = view();

    for (const face of paintOrder(toViewer)) {
        path(face.points, at, true);
        pen.fillStyle = pen.strokeStyle = shade(face.which, face.normal, toViewer);
        pen.lineWidth = 0.7;
        pen.fill(); pen.stroke();
        pen.strokeStyle = face.which === "a" ? "#143d6b" : "#7a4505";
        pen.lineWidth = 1.3;
        face.points.forEach((p, i) => {
            if (face.drawn && !face.drawn[i]) return;
            path([p, face.points[(i + 1) % face.points.length]], at, false); pen.stroke();
        });
    }
    pen.strokeStyle = "rgba(23,32,46,.13)"; pen.lineWidth = 1;
    for (const solid of [data.a, data.b])
        for (const [from, to] of solid.edges) { path([solid.vertices[from], solid.vertices[to]], at, false); pen.stroke(); }

    for (const face of data.overlap) {
        if (dot(face.normal, toViewer) <= 0) continue;
        path(face.points, at, true);
        pen.fillStyle = "rgba(179,18,63,.30)"; pen.strokeStyle = "#b3123f"; pen.lineWidth = 0.9;
        pen.fill(); pen.stroke();
    }
    if (data.hasContact) paintContact(at, scale);
}

function hull2d(points) {  // monotone chain
    const orientation = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const sorted = points.slice().sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const half = list => {
        const chain = [];
        for (const p of list) {
            while (chain.length > 1 && orientation(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
            chain.push(p);
        }
        return chain.slice(0, -1);
    };
    return half(sorted).concat(half(sorted.reverse()));
}

function paintDashed(at, scale) {
    if (data.sight) {
        const anchor = add(data.contactA, add(data.contactB, data.contactA, -1), 0.5), far = 1e4 / scale;
        pen.setLineDash([7, 5]); pen.strokeStyle = "rgba(23,32,46,.55)"; pen.lineWidth = 1.2;
        path([add(anchor, data.sight, -far), add(anchor, data.sight, far)], at, false); pen.stroke();
    }
    if (data.separation < 0) {
        pen.setLineDash([5, 4]); pen.strokeStyle = "#a8620c"; pen.lineWidth = 1.4;
        path(hull2d(data.b.vertices.map(p => at(add(p, data.normal, -data.separation)))), p => p, true); pen.stroke();
    }
    pen.setLineDash([]);
}

function paintContact(at, scale) {
    paintDashed(at, scale);
    pen.strokeStyle = answer; pen.lineWidth = 2.6;
    for (const feature of data.features) {
        if (feature.length === 1) { const [x, y] = at(feature[0]); pen.beginPath(); pen.arc(x, y, 4.5, 0, 7); pen.stroke(); }
        else { path(feature, at, feature.length > 2); pen.stroke(); }
    }
    const depth = Math.abs(data.separation);
    const length = data.separation < 0 ? Math.max(depth, 60 / scale) : depth;
    const from = data.separation < 0 ? data.contactB : data.contactA;
    const [x0, y0] = at(from), [x1, y1] = at(add(from, data.normal, length));
    const shown = Math.hypot(x1 - x0, y1 - y0);
    if (shown < 2) return;
    const ux = (x1 - x0) / shown, uy = (y1 - y0) / shown, head = Math.min(15, 0.6 * shown);
    pen.lineWidth = 3;
    pen.beginPath(); pen.moveTo(x0, y0); pen.lineTo(x1 - ux * head, y1 - uy * head); pen.stroke();
    pen.fillStyle = answer;
    pen.beginPath(); pen.moveTo(x1, y1);
    pen.lineTo(x1 - ux * head - uy * head * 0.42, y1 - uy * head + ux * head * 0.42);
    pen.lineTo(x1 - ux * head + uy * head * 0.42, y1 - uy * head - ux * head * 0.42);
    pen.fill();
}

const panel = document.getElementById("view");
const winnerCaption = document.getElementById("caption")?.textContent;
function choose(card) {
    document.querySelectorAll(".chosen").forEach(other => other.classList.remove("chosen"));
    card.classList.add("chosen");
    panel.replaceChildren(card.querySelector("svg").cloneNode(true));
    for (const part of ["heading", "measure"])
        document.getElementById(part).textContent = card.querySelector("." + part).textContent;
    document.getElementById("caption").textContent =
        card.dataset.winner === "true" ? winnerCaption : card.parentElement.dataset.caption;
    rotateTo(JSON.parse(card.dataset.right), JSON.parse(card.dataset.up));
}
document.querySelectorAll(".choice").forEach(card => {
    card.addEventListener("click", () => choose(card));
    card.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(card); } });
});
paint();
