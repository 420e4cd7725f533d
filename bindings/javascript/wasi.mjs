// WASI for modules that only compute.

/**
 * Instantiates a module: its messages go to the console, and everything else that it asks of a system is refused.
 * @param own  functions that it imports besides, by module and name
 */
export async function instantiate(module, own = {}) {
    let exports = null;
    const refuse = () => 52;  // ENOSYS
    const known = {
        fd_write(descriptor, atVectors, count, atWritten) {
            const vectors = atVectors >>> 0, written = atWritten >>> 0;
            const view = new DataView(exports.memory.buffer), decoder = new TextDecoder();
            let text = '', bytes = 0;
            for (let i = 0; i < count; ++i) {
                const start = view.getUint32(vectors + 8 * i, true), size = view.getUint32(vectors + 8 * i + 4, true);
                text += decoder.decode(new Uint8Array(exports.memory.buffer, start, size));
                bytes += size;
            }
            view.setUint32(written, bytes, true);
            console[descriptor === 1 ? 'log' : 'error'](text);
            return 0;
        },
        proc_exit(code) {
            throw new Error(`the module ended with ${code}`);
        },
    };
    // A Proxy as a namespace: WebAssembly reads each function by its name.
    const system = new Proxy(known, {get: (target, name) => target[name] ?? refuse});
    const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({module: name}) => [name, own[name] ?? system]));
    exports = (await WebAssembly.instantiate(module, imports)).exports;
    exports._initialize?.();
    return exports;
}
