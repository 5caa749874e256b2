// The page: what was dropped goes to the worker, and what comes of it is shown.
"use strict";
const byId = (id) => document.getElementById(id);
const show = (id, visible) => { byId(id).hidden = !visible; };
const say = (text) => { byId("status").textContent = text; };
let worker = null, made = [], urls = new Map(), chosen = [], sound = null, ready = null, current = null;

function complain(text) {
	byId("problem").textContent = text;
	show("problem", !!text);
	show("working", false);
	if (text) say("");
}

function busy(text) {
	complain("");
	say(text);
	byId("progress").removeAttribute("value");
	show("working", true);
}

/*
 * The worker.
 */

function send(type, content) {
	worker.postMessage({ type, ...content });
}

function startWorker() {
	if (worker) worker.terminate();
	const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
	worker = new Worker(url);
	worker.onmessage = ({ data }) => answers[data.type](data);
	worker.onerror = (event) => complain("The program failed: " + (event.message || "its worker could not be started."));
	const wasm = Uint8Array.from(atob(byId("wasm").textContent), (letter) => letter.charCodeAt(0));
	worker.postMessage({ type: "start", wasm }, [wasm.buffer]);
	ready = new Promise((resolve) => { answers.ready = resolve; });
}

const answers = {
	problem({ text, of }) {
		complain(of === "look" ? "These files can't be read: " + text : text);
	},
	progress({ percent }) {
		byId("progress").max = 100;
		byId("progress").value = percent;
	},
	found({ games }) {
		show("working", false);
		showGames(games);
	},
	extracted(message) {
		show("working", false);
		showAssets(message);
	},
	playing: showPlayer,
	frame: draw,
	sound: hear,
	over({ end, messages }) {
		say("The game is over" + (end ? ": " + end : "") + ".");
		if (messages.trim()) complain(messages.trim());
		endPlay();
	},
};

/*
 * What was dropped or chosen: [path, Blob].
 */

async function entriesOf(entry, path, into) {
	if (entry.isFile) into.push([path + entry.name, await new Promise((resolve, reject) => entry.file(resolve, reject))]);
	if (!entry.isDirectory) return;
	const reader = entry.createReader();
	for (;;) {
		const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
		if (!some.length) return;
		for (const inner of some) await entriesOf(inner, path + entry.name + "/", into);
	}
}

// Without the folders that all of them share.
function trimmed(list) {
	while (list.length && list.every(([path]) => path.includes("/") && path.split("/")[0] === list[0][0].split("/")[0]))
		list = list.map(([path, blob]) => [path.slice(path.indexOf("/") + 1), blob]);
	return list;
}

async function take(list) {
	try {
		busy("Reading …");
		endPlay();
		for (const id of ["found", "browse", "download", "said"]) show(id, false);
		const flat = [];
		for (const [path, blob] of list)
			if (/\.zip$/i.test(path)) for (const [inner, content] of await readZip(blob)) flat.push([path.slice(0, -4) + "/" + inner, content]);
			else flat.push([path, blob]);
		if (!flat.length) throw new Error("There are no files in it.");
		chosen = trimmed(flat);
		const size = chosen.reduce((sum, [, blob]) => sum + blob.size, 0);
		busy(`${chosen.length} files, ${(size / 1e6).toFixed(1)} MB: looking for games …`);
		await ready;
		send("look", { files: chosen });
	} catch (error) {
		complain(error.message);
	}
}

addEventListener("dragover", (event) => { event.preventDefault(); byId("drop").classList.add("over"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").classList.remove("over"); });
addEventListener("drop", async (event) => {
	event.preventDefault();
	byId("drop").classList.remove("over");
	const items = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean), list = [];
	try {
		for (const item of items) await entriesOf(item, "", list);
		take(list);
	} catch (error) {
		complain("The folder can't be read: " + error.message);
	}
});
for (const id of ["folder", "files"])
	byId(id).addEventListener("change", () => {
		take([...byId(id).files].map((file) => [file.webkitRelativePath || file.name, file]));
		byId(id).value = "";
	});

/*
 * Games.
 */

const engines = { "keen-dreams": "Keen", sci0: "SCI0", zvision: "ZVision" };
const units = { "keen-dreams": "Level", sci0: "Room", zvision: "Place" };

function make(tag, properties, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
}

function showGames(games) {
	const rows = games.map((game) => {
		const name = `${engines[game.engine]}${game.folder ? ": " + game.folder : ""}`;
		if (game.problem) return make("p", { className: "game" }, `${name} can't be played: ${game.problem}`);
		const select = make("select", {}, make("option", { value: "" }, "from the beginning"),
			...game.starts.map(({ start, name: title }) => make("option", { value: start }, title ? `${start}: ${title}` : start)));
		const button = make("button", { type: "button", onclick: () => play(game, select.value) }, "Play");
		return make("p", { className: "game" }, make("strong", {}, name), make("label", {}, units[game.engine] + " ", select), button);
	});
	say(games.length ? `${games.length === 1 ? "A game was" : games.length + " games were"} found.` : "No game that can be played was found; it may have assets all the same.");
	byId("games").replaceChildren(...rows);
	show("found", true);
}

/*
 * Assets.
 */

byId("extract").addEventListener("click", () => {
	endPlay();
	busy("Digging …");
	send("extract");
});

const kinds = { html: "text/html", js: "text/javascript", json: "application/json", png: "image/png", apng: "image/apng", gif: "image/gif", svg: "image/svg+xml", wav: "audio/wav", flac: "audio/flac", txt: "text/plain" };

// Where a file is: a URL that is made when it is asked for.
function urlOf(path) {
	if (!urls.has(path)) {
		const blob = made.get(path);
		if (!blob) return "";
		urls.set(path, URL.createObjectURL(new Blob([blob], { type: kinds[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] || "application/octet-stream" })));
	}
	return urls.get(path);
}

async function showIndex(path) {
	const frame = byId("frame"), folder = path.slice(0, path.lastIndexOf("/") + 1);
	// The page of the assets asks its frame where their files are. Its policy knows only those beside it.
	frame.pathOf = (name) => urlOf(folder + name);
	frame.srcdoc = (await made.get(path).text()).replaceAll("'self' file:", "blob:");
}

function showAssets({ status, said, made: list }) {
	for (const url of urls.values()) URL.revokeObjectURL(url);
	urls = new Map();
	made = new Map(list);
	byId("messages").textContent = said;
	show("said", !!said);
	const indexes = list.map(([path]) => path).filter((path) => /(^|\/)index\.html$/.test(path)).sort((a, b) => a.length - b.length);
	// Of several games, the index of all only leads to the others.
	if (indexes.length > 1) indexes.shift();
	show("download", list.length > 0);
	show("browse", indexes.length > 0);
	if (!indexes.length) {
		complain(said.split("\n").filter((line) => !/warning:/.test(line)).pop()?.replace(/^exhume extract: /, "").replace(/\/game\/?/g, "") || "Nothing was found.");
		return;
	}
	say(`${list.length} files were made${status ? ", but not all of them: see what the program said" : ""}.`);
	byId("indexes").replaceChildren(...indexes.map((path) => make("option", { value: path }, path.slice(0, -11) || path)));
	show("which", indexes.length > 1);
	showIndex(indexes[0]);
}

byId("indexes").addEventListener("change", () => showIndex(byId("indexes").value));
byId("download").addEventListener("click", async () => {
	try {
		busy("Packing …");
		const url = URL.createObjectURL(await writeZip([...made]));
		make("a", { href: url, download: "exhume.zip" }).click();
		setTimeout(() => URL.revokeObjectURL(url), 60000);
		show("working", false);
		say("");
	} catch (error) {
		complain(error.message);
	}
});
byId("cancel").addEventListener("click", () => {
	startWorker();
	show("working", false);
	say("Cancelled.");
	show("found", false);
});

/*
 * Playing.
 */

const help = {
	"keen-dreams": "Arrows move, Space or Ctrl jumps, Enter or Alt throws. Esc leaves the screen.",
	sci0: "Type what you want to do, and press Enter. Arrows walk, the mouse points, F-keys and Alt with a letter are those of the game.",
	zvision: "Click and drag with the mouse; near the edges the view turns.",
};

function play(game, start) {
	complain("");
	endPlay();
	sound = { context: null, at: 0 };
	send("play", { game: { engine: game.engine, folder: game.folder }, start });
}

function showPlayer(message) {
	current = message;
	const screen = byId("screen");
	screen.width = message.width;
	screen.height = message.height;
	screen.className = message.engine === "zvision" ? "pointer" : "";
	byId("scale").value = message.width > 320 ? "1" : "2";
	setScale();
	byId("keys").textContent = help[message.engine];
	byId("back").disabled = true;
	press("pause", false);
	if (sound && typeof AudioContext !== "undefined")
		try {
			sound.context = new AudioContext({ sampleRate: message.sampleRate });
			sound.volume = sound.context.createGain();
			sound.volume.connect(sound.context.destination);
			setVolume();
		} catch {
			sound.context = null; // no sound here
		}
	say("");
	show("play", true);
	screen.focus();
	screen.scrollIntoView({ block: "nearest" });
}

function draw({ pixels, width, height }) {
	const screen = byId("screen");
	screen.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
	screen.dataset.frames = Number(screen.dataset.frames || 0) + 1;
}

// What was heard in a step comes after what was heard before it, a little later than now.
function hear({ samples }) {
	if (!sound || !sound.context || !current || !samples.length) return;
	const { context, volume } = sound, { channels, sampleRate } = current, count = samples.length / channels;
	const lead = sound.at - context.currentTime;
	if (lead < 0) sound.at = context.currentTime + 0.08;
	else if (lead > 0.4) return; // the clocks differ: leave some out
	const buffer = context.createBuffer(channels, count, sampleRate);
	for (let channel = 0; channel < channels; channel++) {
		const to = buffer.getChannelData(channel);
		for (let i = 0; i < count; i++) to[i] = samples[i * channels + channel];
	}
	const source = context.createBufferSource();
	source.buffer = buffer;
	source.connect(volume);
	source.start(sound.at);
	sound.at += count / sampleRate;
	byId("screen").dataset.sound = Number(byId("screen").dataset.sound || 0) + count;
}

function endPlay() {
	if (sound && sound.context) sound.context.close();
	sound = current = null;
	if (worker) send("stop");
	show("play", false);
}

function press(id, pressed) {
	byId(id).setAttribute("aria-pressed", String(pressed));
}
const isPressed = (id) => byId(id).getAttribute("aria-pressed") === "true";

function setScale() {
	byId("screen").style.width = byId("screen").width * Number(byId("scale").value) + "px";
}
function setVolume() {
	if (sound && sound.volume) sound.volume.gain.value = isPressed("mute") ? 0 : 1;
}

byId("scale").addEventListener("change", setScale);
byId("stop").addEventListener("click", endPlay);
byId("pause").addEventListener("click", () => {
	press("pause", !isPressed("pause"));
	send("pause", { paused: isPressed("pause") });
	byId("screen").focus();
});
byId("mute").addEventListener("click", () => {
	press("mute", !isPressed("mute"));
	setVolume();
	byId("screen").focus();
});
byId("keep").addEventListener("click", () => {
	send("keep");
	byId("back").disabled = false;
	byId("screen").focus();
});
byId("back").addEventListener("click", () => {
	send("back");
	byId("screen").focus();
});

/*
 * Keys, as scan codes of the PC's keyboard, and the mouse.
 */

const SCAN_CODES = {};
[["Escape Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal Backspace Tab", 0x01],
	["KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Enter ControlLeft", 0x10],
	["KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote ShiftLeft Backslash", 0x1e],
	["KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight NumpadMultiply AltLeft Space CapsLock", 0x2c],
	["F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NumLock ScrollLock Home ArrowUp PageUp NumpadSubtract ArrowLeft Numpad5 ArrowRight NumpadAdd End ArrowDown PageDown Insert Delete", 0x3b],
	["F11 F12", 0x57], ["Numpad7 Numpad8 Numpad9", 0x47], ["Numpad4", 0x4b], ["Numpad6", 0x4d], ["Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal", 0x4f],
	["NumpadEnter", 0x1c], ["ControlRight", 0x1d], ["AltRight", 0x38]].forEach(([names, first]) =>
	names.split(" ").forEach((name, i) => { SCAN_CODES[name] = first + i; }));
// Keys of Keen that browsers have other uses for.
const OTHERS = { "keen-dreams": { Space: 0x1d, Enter: 0x38 } };

function scanCode(event) {
	return (current && OTHERS[current.engine] && OTHERS[current.engine][event.code]) || SCAN_CODES[event.code];
}

byId("screen").addEventListener("keydown", (event) => {
	const code = scanCode(event);
	if (event.code === "Escape" && current && current.engine === "keen-dreams") return byId("pause").focus();
	// Tab leads on through the page.
	if (!code || event.code === "Tab" || event.metaKey) return undefined;
	event.preventDefault();
	if (!event.repeat || current.engine === "sci0") send("key", { code: [code] });
	return undefined;
});
byId("screen").addEventListener("keyup", (event) => {
	const code = scanCode(event);
	if (!code || event.code === "Tab") return;
	event.preventDefault();
	send("key", { code: [code | 0x80] });
});
byId("screen").addEventListener("blur", () => send("release"));

function sendMouse(event) {
	if (!current || current.engine === "keen-dreams") return;
	const area = byId("screen").getBoundingClientRect();
	send("mouse", { x: Math.round((event.clientX - area.left) / area.width * current.width) || 1,
		y: Math.round((event.clientY - area.top) / area.height * current.height) || 1, buttons: event.buttons & 3 });
}
for (const type of ["pointermove", "pointerdown", "pointerup"]) byId("screen").addEventListener(type, sendMouse);
byId("screen").addEventListener("contextmenu", (event) => event.preventDefault());

startWorker();
