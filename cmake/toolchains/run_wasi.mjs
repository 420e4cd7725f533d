// node run_wasi.mjs <program.wasm> [arguments]: runs a program of WASI, with the files of this machine.
import {readFile} from 'node:fs/promises';
import {argv, env, exit} from 'node:process';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: argv.slice(2), env, preopens: {'/': '/'}, returnOnExit: true});
const {instance} = await WebAssembly.instantiate(await readFile(argv[2]), {wasi_snapshot_preview1: wasi.wasiImport});
exit(wasi.start(instance));
