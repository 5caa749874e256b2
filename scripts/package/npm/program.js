// The program and its engine cores over emscripten's module. makeExhume is what emscripten made (its text
// comes before this one); pages, workers and node share all of this. index.d.ts says what each part does.

const GAME = "/game", WORK = "/work";

const bytesOf = (content) => typeof content === "string" ? new TextEncoder().encode(content)
	: content instanceof Uint8Array ? content
	: ArrayBuffer.isView(content) ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
	: new Uint8Array(content);

const entriesOf = (files) => !files ? [] : typeof files[Symbol.iterator] === "function" ? [...files] : Object.entries(files);

// Paths are relative, with slashes, and don't leave their folder.
function checkPath(path) {
	const parts = path.replace(/\\/g, "/").split("/").filter((part) => part && part !== ".");
	if (!parts.length || parts.includes("..")) throw new Error(`${path}: expected a path within the folder`);
	return parts.join("/");
}

// What a file of MEMFS has: its own array may be of signed bytes, and longer.
const contentOf = ({ contents, usedBytes }) => usedBytes ? new Uint8Array(contents.buffer, contents.byteOffset, usedBytes) : new Uint8Array(0);

/** What a run's program is told and has said. */
class Output {
	constructor(onText) {
		this.size = 0;
		this.bytes = new Uint8Array(256);
		this.onText = onText;
		this.line = [];
	}
	put(byte) {
		if (this.size === this.bytes.length) {
			const more = new Uint8Array(2 * this.size);
			more.set(this.bytes);
			this.bytes = more;
		}
		this.bytes[this.size++] = byte;
		if (!this.onText) return;
		this.line.push(byte);
		if (byte === 10 || byte === 13) {
			this.onText(new TextDecoder().decode(new Uint8Array(this.line)));
			this.line = [];
		}
	}
	get text() {
		return new TextDecoder().decode(this.bytes.subarray(0, this.size));
	}
}

class Result {
	constructor(status, output, stderr, files) {
		this.status = status;
		this.output = output;
		this.stderr = stderr;
		this.files = files;
	}
	get stdout() {
		return new TextDecoder().decode(this.output);
	}
}

/** A fresh instance of the module, with its own memory and files. */
class Instance {
	static async create(module, options = {}) {
		const instance = new Instance(), errors = new Output(options.onError);
		const input = options.stdin === undefined ? new Uint8Array(0) : bytesOf(options.stdin);
		let read = 0;
		instance.errors = errors;
		instance.core = await makeExhume({
			instantiateWasm(imports, done) {
				WebAssembly.instantiate(module, imports).then((made) => done(made, module), options.onFailure);
				return {};
			},
			preRun: [(core) => core.FS.init(() => read < input.length ? input[read++] : null, null, (byte) => errors.put(byte))],
		});
		instance.inputs = new Set();
		instance.core.FS.mkdirTree(WORK);
		instance.core.FS.chdir(WORK);
		return instance;
	}

	write(folder, files) {
		const { FS } = this.core;
		for (const [name, content] of entriesOf(files)) {
			const path = folder + "/" + checkPath(name);
			FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
			FS.writeFile(path, bytesOf(content), { canOwn: true });
			this.inputs.add(FS.lookupPath(path).node);
		}
	}

	// Files that are read when they are needed: Blobs of a worker's page.
	mount(folder, files) {
		const { FS } = this.core;
		FS.mkdirTree(folder);
		FS.mount(FS.filesystems.WORKERFS, { blobs: entriesOf(files).map(([name, data]) => ({ name: checkPath(name), data })) }, folder);
	}

	// Those that were made, by their paths in the folder of the run.
	made() {
		const { FS } = this.core, found = new Map();
		const walk = (folder) => {
			for (const name of FS.readdir(folder)) {
				if (name === "." || name === "..") continue;
				const path = folder + "/" + name, { node } = FS.lookupPath(path);
				if (FS.isMountpoint(node)) continue;
				if (FS.isDir(node.mode)) walk(path);
				else if (FS.isFile(node.mode) && !this.inputs.has(node))
					found.set(path.slice(WORK.length + 1), contentOf(node));
			}
		};
		walk(WORK);
		return found;
	}

	main(args) {
		const { FS } = this.core;
		// A file takes output as fast as the program makes it.
		FS.closeStream(1);
		FS.open("/stdout", "w+");
		let status;
		try {
			status = this.core.callMain(args.map(String));
		} catch (error) {
			if (error.name !== "ExitStatus") throw error;
			status = error.status;
		}
		return new Result(status, contentOf(FS.lookupPath("/stdout").node), this.errors.text, this.made());
	}

	// Lines of a text that the module has made, split at tabs.
	lines(place) {
		if (!place) throw new Error("out of memory");
		const text = this.core.UTF8ToString(place);
		this.core._free(place);
		return text.split("\n").slice(0, -1).map((line) => line.split("\t"));
	}

	// withText(texts, work): work gets the places of texts that last as long as it takes.
	withText(texts, work) {
		const place = this.core.stackSave();
		try {
			return work(...texts.map((text) => this.core.allocateUTF8OnStack(text)));
		} finally {
			this.core.stackRestore(place);
		}
	}
}

/** A game that is played, step by step. */
class Player {
	constructor(instance, session) {
		const core = instance.core, text = (place) => core.UTF8ToString(place);
		this.instance = instance;
		this.session = session;
		this.engine = text(core._exh_js_engine(session));
		this.width = core._exh_js_width(session);
		this.height = core._exh_js_height(session);
		this.ticksPerSecond = core._exh_js_ticks_a_second(session);
		this.sampleRate = core._exh_js_sample_rate(session);
		this.channels = core._exh_js_channels(session);
		this.isIndexed = this.engine !== "zvision";
		this.core = core;
	}
	// HEAPU8 and so on are replaced when the memory grows: a view is of now.
	bytes(place, size) {
		return new Uint8Array(this.core.HEAPU8.buffer, place, size);
	}
	step(input = {}) {
		const codes = input.scanCodes || [], { x = 0, y = 0, buttons = 0, keys = 0 } = input;
		if (codes.length) this.bytes(this.core._exh_js_scan_codes(this.session), 32).set(codes.slice(0, 32));
		this.core._exh_js_press(this.session, Math.min(codes.length, 32), Math.max(0, x) | 0, Math.max(0, y) | 0, buttons, keys);
		return this.core._exh_js_step(this.session);
	}
	rgba() {
		const place = this.core._exh_js_rgba(this.session);
		return new Uint8ClampedArray(this.core.HEAPU8.buffer, place, 4 * this.width * this.height);
	}
	pixels() {
		const place = this.core._exh_js_pixels(this.session), count = this.width * this.height;
		return this.isIndexed ? this.bytes(place, count) : new Uint16Array(this.core.HEAPU8.buffer, place, count);
	}
	palette() {
		const place = this.core._malloc(1024), count = this.core._exh_js_palette(this.session, place);
		const colors = count ? this.bytes(place, 4 * count).slice() : null;
		this.core._free(place);
		return colors;
	}
	samples() {
		return new Int16Array(this.core.HEAPU8.buffer, this.core._exh_js_samples(this.session), this.core._exh_js_sample_count(this.session));
	}
	floats() {
		return Float32Array.from(this.samples(), (sample) => sample / 32768);
	}
	get tick() {
		return this.core._exh_js_tick(this.session);
	}
	get isOver() {
		return !!this.core._exh_js_is_over(this.session);
	}
	get end() {
		return this.core.UTF8ToString(this.core._exh_js_end(this.session));
	}
	get messages() {
		return this.instance.errors.text;
	}
	starts() {
		return this.instance.lines(this.core._exh_js_starts(this.session)).map(([start, name]) => ({ start, name }));
	}
	hash() {
		return this.core._exh_js_hash(this.session) >>> 0;
	}
	release() {
		this.core._exh_js_release(this.session);
	}
	save() {
		const place = this.core._exh_js_save(this.session);
		if (!place) throw new Error("the state can't be saved");
		return this.bytes(place, this.core._exh_js_saved_size(this.session)).slice();
	}
	load(state) {
		const place = this.core._malloc(state.length || 1);
		if (!place) throw new Error("out of memory");
		this.bytes(place, state.length).set(state);
		const good = this.core._exh_js_load(this.session, place, state.length);
		this.core._free(place);
		if (!good) throw new Error(this.messages.trim().split("\n").pop());
	}
	close() {
		if (this.session) this.core._exh_js_close(this.session);
		this.session = 0;
	}
}

/** What a compiled module can do. */
class Exhume {
	constructor(module) {
		this.module = module;
	}
	async run(args, files, options = {}) {
		const instance = await Instance.create(this.module, options);
		instance.write(WORK, files);
		if (options.blobs) instance.mount(GAME, options.blobs);
		return instance.main(args);
	}
	async identify(files, options) {
		const paths = entriesOf(files).map(([path]) => checkPath(path));
		const result = await this.run(["identify", "--json", ...paths.map((path) => "./" + path)], files, options);
		if (!result.output.length) throw new Error(result.stderr.trim());
		return JSON.parse(result.stdout);
	}
	async games(files, { blobs } = {}) {
		const instance = await Instance.create(this.module);
		if (blobs) instance.mount(GAME, blobs);
		else instance.write(GAME, files);
		return instance.withText([GAME], (folder) => instance.lines(instance.core._exh_js_games(folder)))
			.map(([engine, path]) => ({ engine, folder: path.slice(GAME.length + 1) }));
	}
	async open(files, { engine = "", start = "", folder = "", blobs, onError } = {}) {
		const instance = await Instance.create(this.module, { onError });
		if (blobs) instance.mount(GAME, blobs);
		else instance.write(GAME, files);
		const session = instance.withText([engine, folder ? GAME + "/" + checkPath(folder) : GAME, String(start)], (...texts) => instance.core._exh_js_open(...texts));
		if (!session) throw new Error(instance.errors.text.trim() || "the game can't be opened");
		return new Player(instance, session);
	}
	async version() {
		const instance = await Instance.create(this.module);
		return instance.core.UTF8ToString(instance.core._exh_js_version());
	}
}
