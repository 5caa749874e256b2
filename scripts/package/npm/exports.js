
// exhume.wasm lies beside this file.
async function compileBeside() {
	const url = new URL("exhume.wasm", import.meta.url);
	if (url.protocol === "file:" && typeof process !== "undefined") {
		const { readFile } = await import("node:fs/promises");
		return WebAssembly.compile(await readFile(url));
	}
	const answer = await fetch(url);
	if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
	return WebAssembly.compile(await answer.arrayBuffer());
}

export async function load(source) {
	return new Exhume(!source ? await compileBeside() : source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source));
}

let loaded = null;
const once = () => loaded ??= load();

export const run = async (args, files, options) => (await once()).run(args, files, options);
export const open = async (files, options) => (await once()).open(files, options);
export const identify = async (files, options) => (await once()).identify(files, options);
export const version = async () => (await once()).version();
export const games = async (files, options) => (await once()).games(files, options);
