// The worker of the page: its text follows that of the program. It has the module, the files, and the game
// that is played; the page only shows.
"use strict";
let exhume = null, files = [], player = null, timer = 0, due = 0, saved = null;
let codes = [], mouse = { x: 0, y: 0 }, held = 0, clicked = 0, paused = false;

const tell = (type, content, transfer) => postMessage({ type, ...content }, transfer || []);
const plain = (error) => /memory|allocat|RangeError/i.test(String(error)) && !/exhume/.test(error.message)
	? "The memory of the browser is not enough for this." : error.message.replace(/^exhume play: /gm, "").replace(/\/game\/?/g, "");

const work = {
	async start({ wasm }) {
		const stream = new Blob([wasm]).stream().pipeThrough(new DecompressionStream("gzip"));
		exhume = new Exhume(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
		tell("ready", {});
	},

	// What there is, and where each game can begin.
	async look(message) {
		files = message.files;
		const games = await exhume.games(null, { blobs: files });
		for (const game of games)
			try {
				const opened = await exhume.open(null, { blobs: files, ...game });
				game.starts = opened.starts();
				opened.close();
			} catch (error) {
				game.problem = plain(error);
			}
		tell("found", { games });
	},

	async extract() {
		let last = 0;
		const onError = (text) => {
			const percent = /(\d+)\s*%/.exec(text), now = performance.now();
			if (!percent || now - last < 100) return;
			last = now;
			tell("progress", { percent: Number(percent[1]) });
		};
		const result = await exhume.run(["extract", "--progress", "always", "-o", "out", "/game"], null, { blobs: files, onError });
		const made = [...result.files].map(([path, bytes]) => [path.slice(4), new Blob([bytes])]);
		// The bar comes over itself; what is left are messages.
		const said = result.stderr.split("\n").map((line) => line.slice(line.lastIndexOf("\r") + 1)).filter((line) => /^exhume /.test(line));
		tell("extracted", { status: result.status, said: said.join("\n"), made });
	},

	async play({ game, start }) {
		stopPlaying();
		player = await exhume.open(null, { blobs: files, ...game, start });
		const { engine, width, height, sampleRate, channels } = player;
		tell("playing", { engine, width, height, sampleRate, channels });
		[codes, held, clicked, paused, saved] = [[], 0, 0, false, null];
		due = performance.now();
		frame();
	},
	stop: stopPlaying,
	pause(message) {
		paused = message.paused;
		if (!paused && player) {
			due = performance.now();
			player.release();
			clearTimeout(timer);
			frame();
		}
	},
	keep() {
		saved = player && player.save();
	},
	back() {
		if (player && saved) player.load(saved);
	},
	key({ code }) {
		codes.push(...code);
	},
	mouse({ x, y, buttons }) {
		mouse = { x, y };
		clicked |= buttons;
		held = buttons;
	},
	release() {
		codes = [];
		held = clicked = 0;
		if (player) player.release();
	},
};

function stopPlaying() {
	clearTimeout(timer);
	if (player) player.close();
	player = null;
}

// One step of the game. A click that was shorter than a step counts.
function step() {
	const ticks = player.step({ scanCodes: codes.splice(0, 32), ...mouse, buttons: held | clicked });
	clicked = 0;
	if (!ticks) return false;
	due += ticks * 1000 / player.ticksPerSecond;
	const samples = player.floats();
	tell("sound", { samples }, [samples.buffer]);
	return true;
}

// Steps that are due by now, then one picture of them.
function frame() {
	if (!player || paused) return;
	const now = performance.now();
	let drawn = false;
	if (now - due > 300) due = now; // the machine was busy: the game waits for it
	while (due <= now)
		if (step()) drawn = true;
		else {
			tell("over", { end: player.end, messages: plain({ message: player.messages }) });
			stopPlaying();
			return;
		}
	if (drawn) {
		const pixels = player.rgba().slice();
		tell("frame", { pixels, width: player.width, height: player.height }, [pixels.buffer]);
	}
	timer = setTimeout(frame, Math.max(0, due - performance.now()));
}

onmessage = async ({ data }) => {
	try {
		await work[data.type](data);
	} catch (error) {
		if (player && data.type === "play") stopPlaying();
		tell("problem", { text: plain(error), of: data.type });
	}
};
