// The page of the samples: a list, a clock, the mouse or fingers, and what a tap tells.

import { loadSamples } from './module.js';
import { WorldView } from './world_view.js';

const STEP = 1 / 60, MOST_STEPS = 4;  // seconds; steps in a frame, then the world is slower than the clock
const TAP = 6;                        // pixels: less is no drag
const $ = (id) => document.getElementById(id);

const bytes = await (await fetch('samples.wasm')).arrayBuffer();
const samples = await loadSamples(bytes);
const view = new WorldView($('world'));
const panel = document.querySelector('aside');
let current = 0, isPaused = false, layers = 0, late = 0, last = performance.now(), stepTime = 0;

function open(sample) {
    current = (sample + samples.samples.length) % samples.samples.length;
    samples.open(current);
    view.clear(samples.view());
    $('sample').value = current;
    $('see').textContent = samples.samples[current].see;
    history.replaceState(null, '', `#${encodeURIComponent(samples.samples[current].name)}`);
    late = 0;
    showChosen();
}

function stepOnce() {
    const start = performance.now();
    samples.step();
    stepTime += 0.1 * (performance.now() - start - stepTime);
}

function advance(now) {
    late = isPaused ? 0 : late + Math.min((now - last) / 1000, 0.25);
    last = now;
    let steps = 0;
    for (; late >= STEP && steps < MOST_STEPS; late -= STEP, ++steps) stepOnce();
    if (steps === MOST_STEPS) late = 0;
}

function coveredByPanel() {
    const box = panel.getBoundingClientRect();
    return box.width > 0.9 * innerWidth ? box.height / innerHeight : 0;
}

function drawFrame() {
    const frame = samples.frame();
    view.update(frame);
    view.draw(coveredByPanel());
    $('says').textContent = samples.says();
    $('numbers').textContent = `step ${frame.steps}: ${stepTime.toFixed(2)} ms, ${frame.objects} objects\n` +
        `${frame.awake} of ${frame.bodies} bodies awake, ${frame.contacts} contacts\nhash ${samples.hash()}`;
}

function frame(now) {
    advance(now);
    drawFrame();
    showChosen();
    requestAnimationFrame(frame);
}

// The chosen object and its neighbors. Rows are made anew only if the texts have changed, so that a tap finds them.
let shown = '';
function showChosen() {
    const chosen = samples.chosen(), near = chosen === '' ? [] : samples.near(), explanation = samples.explanation();
    const all = JSON.stringify([chosen, near, explanation]);
    if (all === shown) return;
    shown = all;
    if (chosen !== '') $('chosen').textContent = near.length > 0 ? `${chosen}. Tap a row: why?` : `${chosen}. It touches nothing.`;
    while ($('near').children.length > near.length) $('near').lastChild.remove();
    near.forEach((says, row) => {
        if (!$('near').children[row]) {
            const button = document.createElement('button'), item = document.createElement('li');
            button.addEventListener('click', () => {
                samples.explain(row);
                showChosen();
            });
            item.append(button);
            $('near').append(item);
        }
        $('near').children[row].firstChild.textContent = says;
    });
    $('explanation').textContent = explanation;
}

// One pointer drags a body or turns the view; two turn and zoom.
const pointers = new Map();
let isHolding = false, moved = 0;
view.canvas.addEventListener('pointerdown', (event) => {
    view.canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = 0;
    samples.release();
    isHolding = false;
    if (pointers.size === 1 && event.button === 0) {
        samples.point(...view.rayAt(event.clientX, event.clientY));
        isHolding = samples.press();
        showChosen();
    }
});
view.canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const right = event.clientX - before[0], down = event.clientY - before[1], spread = spreadOf();
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved += Math.hypot(right, down);
    if (isHolding) {
        samples.point(...view.rayAt(event.clientX, event.clientY));
    } else if (moved > TAP) {
        view.turn(0.0008 * right / pointers.size, 0.004 * down / pointers.size);
        if (pointers.size === 2) view.zoom(spread / Math.max(spreadOf(), 1));
    }
});
function spreadOf() {
    const [a, b] = [...pointers.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 1;
}
for (const end of ['pointerup', 'pointercancel']) {
    view.canvas.addEventListener(end, (event) => {
        pointers.delete(event.pointerId);
        samples.release();
        isHolding = false;
    });
}
view.canvas.addEventListener('contextmenu', (event) => event.preventDefault());
view.canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    view.zoom(event.deltaY > 0 ? 1.1 : 0.9);
}, { passive: false });

for (const [i, { group, name }] of samples.samples.entries()) {
    let list = [...$('sample').children].find(({ label }) => label === group);
    if (!list) {
        list = document.createElement('optgroup');
        list.label = group;
        $('sample').append(list);
    }
    list.append(new Option(name, i));
}
for (const { name, bit } of samples.layers) {
    if (name === 'Numbers') continue;  // texts in the world are not drawn here
    const label = document.createElement('label'), box = document.createElement('input');
    box.type = 'checkbox';
    box.addEventListener('change', () => samples.show(layers = box.checked ? layers | bit : layers & ~bit));
    label.append(box, ` ${name}`);
    $('layers').append(label);
}
function pause(on) {
    isPaused = on;
    $('pause').classList.toggle('on', on);
}
$('sample').addEventListener('change', () => open(Number($('sample').value)));
$('previous').addEventListener('click', () => open(current - 1));
$('next').addEventListener('click', () => open(current + 1));
$('restart').addEventListener('click', () => open(current));
$('pause').addEventListener('click', () => pause(!isPaused));
$('step').addEventListener('click', () => {
    pause(true);
    stepOnce();
    showChosen();
});
$('fold').addEventListener('click', () => panel.classList.toggle('folded'));
addEventListener('keydown', ({ key }) => {
    if (key === 'p') pause(!isPaused);
    if (key === 'n') $('step').click();
    if (key === 'r') open(current);
});
panel.classList.toggle('folded', innerWidth <= 640);

const named = samples.samples.findIndex(({ name }) => name === decodeURIComponent(location.hash.slice(1)));
open(named >= 0 ? named : samples.samples.findIndex(({ name }) => name === 'Crates on hills'));
requestAnimationFrame(frame);
