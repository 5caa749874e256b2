// The environment of node is the program's.
Module.preRun = () => { Object.assign(ENV, process.env); };
