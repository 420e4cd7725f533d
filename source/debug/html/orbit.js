// Rotates, pans and zooms the drawing on the canvas "space". The page must define paint(), and its data must hold
// the camera and the up direction.
"use strict";
const canvas = document.getElementById("space");
const data = JSON.parse(document.getElementById("scene").textContent);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (a, b, s) => [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => { const l = Math.hypot(...a); return a.map(x => x / l); };

let camera = { right: data.camera.right, up: data.camera.up };
let zoom = 1;
let pan = [0, 0];

function rotateBy(axis, angle) {
    const c = Math.cos(angle), s = Math.sin(angle);
    const rotate = v => add(add(v.map(x => x * c), cross(axis, v), s), axis, dot(axis, v) * (1 - c));
    camera = { right: unit(rotate(camera.right)), up: unit(rotate(camera.up)) };
    camera.up = unit(add(camera.up, camera.right, -dot(camera.up, camera.right)));
}

let animation = 0;
function rotateTo(right, up) {
    cancelAnimationFrame(animation);
    const from = camera, start = performance.now();
    const step = now => {
        const t = Math.min(1, (now - start) / 700), s = t * t * (3 - 2 * t);
        let r = add(from.right.map(x => x * (1 - s)), right, s);
        let u = add(from.up.map(x => x * (1 - s)), up, s);
        if (Math.hypot(...r) < 0.1) r = add(r, from.up, 0.5);
        r = unit(r);
        u = add(u, r, -dot(u, r));
        if (Math.hypot(...u) < 0.1) u = cross(r, cross(from.right, from.up)).map(x => -x);
        camera = t === 1 ? { right, up } : { right: r, up: unit(u) };
        paint();
        if (t < 1) animation = requestAnimationFrame(step);
    };
    animation = requestAnimationFrame(step);
}

// A click is a press without a drag.
let held = null, dragged = 0;
canvas.addEventListener("pointerdown", e => {
    held = [e.clientX, e.clientY]; dragged = 0;
    canvas.setPointerCapture(e.pointerId);
    cancelAnimationFrame(animation);
});
canvas.addEventListener("pointerup", () => { held = null; });
canvas.addEventListener("contextmenu", e => e.preventDefault());
canvas.addEventListener("pointermove", e => {
    if (!held) return;
    const dx = e.clientX - held[0], dy = e.clientY - held[1];
    held = [e.clientX, e.clientY];
    dragged += Math.abs(dx) + Math.abs(dy);
    if (e.shiftKey || e.buttons & 6) pan = [pan[0] + dx, pan[1] + dy];
    else { rotateBy(data.up, -dx * 0.008); rotateBy(camera.right, -dy * 0.008); }
    paint();
});
canvas.addEventListener("wheel", e => { e.preventDefault(); zoom *= Math.exp(-e.deltaY * 0.0012); paint(); }, { passive: false });
canvas.addEventListener("dblclick", () => { zoom = 1; pan = [0, 0]; rotateTo(data.camera.right, data.camera.up); });
window.addEventListener("resize", paint);
