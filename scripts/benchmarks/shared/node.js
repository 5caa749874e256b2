// The environment of node is the program's. This emscripten takes a node that has fetch for a browser.
Module.preRun = () => { Object.assign(ENV, process.env); };
delete globalThis.fetch;
