// The samples in WebAssembly have the hashes of the native ones. SAMPLES_MODULE and SAMPLES_HASHES name the files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { loadSamples } from '../module.js';

const STEPS = 180;  // as in the tests of the native samples
const samples = await loadSamples(await readFile(process.env.SAMPLES_MODULE));
const lines = (await readFile(process.env.SAMPLES_HASHES, 'utf8')).trim().split('\n');

test('every sample has the hash of the native one', () => {
    const hashes = samples.samples.map(({ name }, i) => {
        samples.open(i);
        for (let step = 0; step < STEPS; ++step) samples.step();
        return `${samples.hash()} ${name}`;
    });
    assert.deepEqual(hashes, lines);
    assert.ok(hashes.length > 30);
});

test('a body is dragged, and tells what it touches', () => {
    samples.open(samples.samples.findIndex(({ name }) => name === 'Pyramid'));
    for (let step = 0; step < 30; ++step) samples.step();
    const frame = samples.frame();
    assert.ok(frame.newMeshes.length > 0 && frame.bodies > 10 && frame.contacts > 10);
    const { pose: [x, y, z] } = frame.instances.reduce((a, b) => (b.pose[1] > a.pose[1] ? b : a));  // the one on top
    samples.point([x, y + 20, z], [0, -1, 0]);
    assert.ok(samples.press());
    assert.match(samples.chosen(), /kg/);
    assert.ok(samples.near().length > 0);
    samples.explain(0);
    assert.match(samples.explanation(), /planes/);
    assert.ok(samples.frame().lines.positions.length > 6);
    samples.point([x, y + 20, z + 20], [0, -1, 0]);
    for (let step = 0; step < 60; ++step) samples.step();
    samples.release();
    assert.equal(samples.near().length, 0);
});
