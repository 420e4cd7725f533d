// sat3d beside Rapier, its SIMD build, and Jolt, in one process of node, taking turns: processor time, and how many times ours
// the others take.
//
//   npm install                                  in this folder
//   scripts/test_cross.sh wasm                   builds the package of sat3d
//   node --no-liftoff benchmarks/javascript/compare.mjs [folder of the package]
//
// Without --no-liftoff, the first seconds measure code that is not optimized yet.

import {fileURLToPath, pathToFileURL} from 'node:url';
import {resolve} from 'node:path';

import {loadJolt, loadRapier, loadSat3d} from './engines.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../build/wasm/bindings/javascript/package', import.meta.url));
const engines = [await loadSat3d(pathToFileURL(resolve(folder))), await loadRapier('@dimforge/rapier3d-compat', 'rapier'),
                 await loadRapier('@dimforge/rapier3d-simd-compat', 'rapier-simd'), await loadJolt()];

/** Random numbers that are the same everywhere: 0 .. 1. */
function dice(seed) {
    return () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return (seed >>> 8) / 16777216;
    };
}
function turned(roll) {
    const q = [roll() - 0.5, roll() - 0.5, roll() - 0.5, 0.7], length = Math.hypot(...q);
    return q.map((x) => x / length);
}
/** A cloud of bodies over the ground. */
function cloud(count, kinds) {
    const roll = dice(count), side = Math.ceil(Math.cbrt(count));
    return Array.from({length: count}, (_, i) => ({
        kind: kinds[i % kinds.length],
        pose: Float32Array.of(1.6 * (i % side - side / 2) + 0.3 * roll(), 1 + 1.6 * Math.floor(i / (side * side)),
                              1.6 * (Math.floor(i / side) % side - side / 2) + 0.3 * roll(), ...turned(roll)),
    }));
}

const milliseconds = (work) => {
    const before = process.cpuUsage();
    work();
    const {user, system} = process.cpuUsage(before);
    return (user + system) / 1000;
};
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

function print(name, unit, times, digits = 2) {
    const cells = times.map((time, i) => `${time.toFixed(digits)}${i === 0 ? '' : ` (${(time / times[0]).toFixed(2)}x)`}`.padStart(18));
    console.log(`${`${name}, ${unit}`.padEnd(42)}${cells.join('')}`);
}
console.log(`${''.padEnd(42)}${engines.map(({name}) => name.padStart(18)).join('')}`);

const ROUNDS = Number(process.env.ROUNDS ?? 3);
for (const [name, count, kinds] of [['500 boxes', 500, ['box']], ['500 tanks', 500, ['tank']], ['500 mixed', 500, ['box', 'tank', 'round']],
                                    ['2,000 mixed', 2000, ['box', 'tank', 'round']]]) {
    const bodies = cloud(count, kinds), falling = engines.map(() => []), settling = engines.map(() => []);
    let worlds = [];
    for (let round = 0; round < ROUNDS; ++round) {
        worlds.forEach((world) => world.end());
        worlds = engines.map((engine) => engine.world(bodies));
        for (let step = 0; step < 240; ++step) {
            worlds.forEach((world, i) => {
                const time = milliseconds(world.step);
                (step < 30 ? [] : step < 120 ? falling[i] : settling[i]).push(time);
            });
        }
    }
    print(`step of ${name}, falling`, 'ms', falling.map(median));
    print(`step of ${name}, settling`, 'ms', settling.map(median));
    if (count === 2000) {
        const roll = dice(7), from = () => 40 * roll() - 20;
        const rays = Array.from({length: 10000}, () => {
            const direction = [roll() - 0.5, -0.2 - roll(), roll() - 0.5], length = Math.hypot(...direction);
            return [from(), 15, from(), ...direction.map((x) => x / length)];
        });
        const places = Array.from({length: 2000}, () => Float32Array.of(from(), 1 + 3 * roll(), from(), ...turned(roll)));
        for (const [what, call] of [['10,000 rays', (world) => world.raycast(rays)], ['2,000 overlap queries', (world) => world.overlaps(places)]]) {
            const found = worlds.map(call), times = worlds.map(() => []);
            for (let round = 0; round < 5 * ROUNDS; ++round) {
                worlds.forEach((world, i) => times[i].push(milliseconds(() => call(world))));
            }
            print(`${what} at 2,000 bodies`, 'ms', times.map(median));
            console.log(`    found: ${found.join(', ')}`);
        }
    }
    worlds.forEach((world) => world.end());
}

for (const [name, kind, reach] of [['boxes', 'box', 0.4], ['tanks', 'tank', 0.5], ['hulls of 64 points', 'round', 0.5]]) {
    const roll = dice(9), place = () => Float32Array.of(reach * roll(), reach * roll(), reach * roll(), ...turned(roll));
    const pairs = Array.from({length: 5000}, () => [place(), place()]);
    const pushers = engines.map((engine) => engine.pusher(kind)), times = engines.map(() => []);
    const depths = pushers.map((push) => push(pairs) / pairs.length);
    for (let round = 0; round < 5 * ROUNDS; ++round) {
        pushers.forEach((push, i) => times[i].push(milliseconds(() => push(pairs)) / pairs.length * 1e6));
    }
    print(`push of two ${name}`, 'ns', times.map(median), 0);
    console.log(`    mean depth, mm: ${depths.map((depth) => (1000 * depth).toFixed(2)).join(', ')}`);
}
