// The module of the samples: texts, frames and bodies of its memory, as JavaScript sees them.

import { instantiate } from '../../../bindings/javascript/wasi.mjs';

export async function loadSamples(bytes) {
    const c = await instantiate(await WebAssembly.compile(bytes));

    // Memory that grows has another buffer, so views are made for each reading.
    const words = (at, count) => new Uint32Array(c.memory.buffer, at, count);
    const floats = (at, count) => new Float32Array(c.memory.buffer, at, count);
    const text = (at) => {
        const bytes = new Uint8Array(c.memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    };

    const samples = Array.from({ length: c.sampleCount() }, (_, i) =>
        ({ group: text(c.sampleText(i, 0)), name: text(c.sampleText(i, 1)), see: text(c.sampleText(i, 2)) }));
    const layers = [];
    for (let i = 0; c.layerName(i) !== 0; ++i) layers.push({ name: text(c.layerName(i)), bit: c.layerBit(i) });

    return {
        samples, layers,
        open: (sample) => c.open(sample),
        view() {
            const [x, y, z, distance, turns, height] = floats(c.view(), 6);
            return { target: [x, y, z], distance, turns, height };
        },
        step: () => c.step(),
        hash: () => BigInt.asUintN(64, c.hash()).toString(16).padStart(16, '0'),
        says: () => text(c.says()),
        show: (bits) => c.show(bits),
        point: (origin, direction) => c.point(...origin, ...direction),
        press: () => c.press() !== 0,
        release: () => c.release(),
        chosen: () => text(c.chosen()),
        near: () => Array.from({ length: c.nearCount() }, (_, row) => text(c.nearText(row))),
        explain: (row) => c.explainNear(row),
        explanation: () => text(c.explanation()),
        // Meshes to forget and to upload, instances with poses, lines over all. Its arrays are views: copy what you keep.
        frame() {
            const f = words(c.draw(), 17);
            return {
                releasedInstances: words(f[0], f[1]), releasedMeshes: words(f[2], f[3]),
                newMeshes: Array.from({ length: f[5] }, (_, i) => {
                    const m = words(f[4] + 32 * i, 8);
                    return { id: m[0], positions: floats(m[1], 3 * m[3]), normals: floats(m[2], 3 * m[3]),
                             indices: words(m[4], m[5]), edges: floats(m[6], 3 * m[7]) };
                }),
                instances: Array.from({ length: f[7] }, (_, i) => {
                    const at = f[6] + f[8] * i, [id, mesh, color, edgeColor] = words(at, 4);
                    return { id, mesh, color, edgeColor, pose: floats(at + 16, 7) };
                }),
                lines: { positions: floats(f[9], 3 * f[11]), colors: new Uint8Array(c.memory.buffer, f[10], 4 * f[11]) },
                steps: f[12], objects: f[13], bodies: f[14], awake: f[15], contacts: f[16],
            };
        },
    };
}
