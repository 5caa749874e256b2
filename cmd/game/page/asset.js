/*
 * One asset. Viewers come first to last: has(asset, more) says whether there is something
 * for one to show, view(asset, more) makes its element. isPicture(more): it shows the
 * picture, and the next one that would is left out. more: what the file at asset.more
 * calls exhumeMore with, or {}.
 */
const viewers = [];
const more = new Map();

window.exhumeMore = (value) => { if (isOfThisGame()) more.set(value.id, value); };

async function open(i) {
	const place = state.shown[i], row = rowAt(place);
	state.current = i;
	setAddress(row.id);
	stopAll();
	byId("detail-title").dataset.id = row.id;
	byId("detail-title").textContent = row.id + (row.title ? ": " + row.title : "");
	byId("detail-body").replaceChildren();
	if (!byId("detail").open) byId("detail").showModal();
	const asset = await assetAt(place);
	if (asset.more) await load(base + asset.more).catch(() => {});
	if (state.shown[state.current] === place)
		byId("detail-body").replaceChildren(...detail(asset, more.get(asset.id) || {}));
}

function detail(asset, own) {
	const parts = [];
	if (asset.error) parts.push(make("p", { class: "bad" }, asset.error));
	for (const note of asset.notes || [])
		parts.push(make("p", { class: note.is_damage ? "bad" : "" }, note.text));
	let isShown = false;
	for (const viewer of viewers) {
		const isPicture = viewer.isPicture && viewer.isPicture(own);
		if (!viewer.has(asset, own) || (isPicture && isShown)) continue;
		parts.push(viewer.view(asset, own));
		isShown = isShown || isPicture;
	}
	parts.push(facts(asset));
	if (asset.bytes) parts.push(bytesView(asset));
	return parts;
}

/* A word of a shell's command. */
const quote = (text) => /^[\w./:,=+@-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";

/* The game as a command takes it. The index has it seen from its own folder: a page of the
 * file system knows where that is. */
function gamePath() {
	const path = state.index.game.path;
	if (location.protocol !== "file:" || path.startsWith("/") || !path.includes("/")) return path;
	return unescapePart(new URL(fileOf(path), location.href).pathname);
}

/* Where its bytes are: the file, and how many of them. */
function placeInFile(asset) {
	const path = gamePath(), isFile = path.split("/").pop() === asset.source;
	return { path: isFile ? path : path.replace(/\/+$/, "") + "/" + asset.source, size: asset.packed_size || asset.size || 0 };
}

function commandRow(command) {
	const copy = makeButton("Copy", () => { if (navigator.clipboard) navigator.clipboard.writeText(command); });
	return make("div", { class: "command" }, make("code", {}, command), " ", copy);
}

function facts(asset) {
	const rows = [], row = (name, ...value) => rows.push(make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, ...value)));
	row("name", asset.name);
	if (asset.source)
		row("from", asset.source + (asset.offset === undefined ? "" : ", offset 0x" + hex(asset.offset)) +
			(asset.packed_size ? ", " + asset.packed_size + " bytes packed" : ""), asset.bytes ? make("span", {}, " ",
			make("a", { href: "#bytes", onclick: (event) => { event.preventDefault(); byId("bytes").scrollIntoView(); } }, "its bytes")) : "");
	if (asset.size) row("size", asset.size + " bytes");
	for (const key of state.index.shown_keys)
		if (asset[key] !== undefined) row(key, String(asset[key]));
	if (asset.palette) row("palette", paletteView(asset.palette));
	if (asset.files.length)
		row("files", ...asset.files.flatMap((file) => [make("a", { href: fileOf(file) }, file), " "]));
	if (asset.original) row("original", make("a", { href: fileOf(asset.original) }, asset.original));
	if (asset.used_by) row("used by", ...asset.used_by.flatMap((id) => [link(id), " "]));
	if (asset.uses) row("uses", ...asset.uses.flatMap((id) => [link(id), " "]));
	if (asset.sha256) row("SHA-256", make("code", {}, asset.sha256));
	row("make it alone", commandRow("exhume extract --only " + quote(asset.id) + " " + quote(gamePath())));
	if (asset.bytes) {
		const { path, size } = placeInFile(asset);
		row("see its bytes", commandRow("xxd -s " + asset.offset + (size ? " -l " + size : "") + " " + quote(path)));
	}
	return make("table", {}, make("tbody", {}, ...rows));
}

/* Colours as "rrggbb" one after the other. */
function paletteView(text) {
	const colors = text.match(/.{6}/g) || [];
	return make("span", { class: "palette" }, ...colors.map((rgb, i) => make("span", { class: "swatch",
		style: { background: "#" + rgb }, role: "img", title: i + ": #" + rgb, "aria-label": "colour " + i + ", #" + rgb })));
}

/* The first bytes, as they lie in the file. */
function bytesView(asset) {
	const bytes = asset.bytes.match(/../g) || [], { path, size } = placeInFile(asset), lines = [];
	for (let at = 0; at < bytes.length; at += 16) {
		const row = bytes.slice(at, at + 16);
		const letters = row.map((byte) => { const n = parseInt(byte, 16); return n >= 32 && n < 127 ? String.fromCharCode(n) : "."; });
		lines.push(hex(asset.offset + at, 8) + "  " + row.join(" ").padEnd(47) + "  " + letters.join(""));
	}
	return make("section", { id: "bytes" },
		make("h3", {}, "Bytes of " + path + (bytes.length < size ? ", the first " + bytes.length + " of " + size : "")),
		make("pre", { tabindex: "0", "aria-label": "Bytes" }, lines.join("\n")));
}

/* To another asset, whatever is filtered. */
function link(id) {
	return make("a", { href: addressOf(shownGame(), id) }, id);
}

/* Where there is no such asset, the page says so. */
function go(id) {
	const place = placeOf(id);
	let i = state.shown.indexOf(place);
	if (place < 0) {
		byId("detail").close();
		byId("count").textContent = "no asset " + id + " is here";
		return;
	}
	if (i < 0) {
		byId("search").value = "";
		byId("only-bad").checked = false;
		state.kind = "";
		showKinds();
		filter();
		i = place;
	}
	if (!byId("detail").open || state.current !== i) open(i);
}

function step(by) {
	if (state.shown.length) open((state.current + by + state.shown.length) % state.shown.length);
}

byId("before").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("close").addEventListener("click", () => byId("detail").close());
byId("detail").addEventListener("close", () => {
	const { id } = readAddress(location.hash);
	if (id === byId("detail-title").dataset.id) setAddress("");
	stopAll();
	byId("detail-body").replaceChildren();
	focusCard(state.current);
});
byId("detail").addEventListener("keydown", (event) => {
	if (event.target.closest("audio, pre, .stage, input, select, svg")) return;
	if (event.key === "ArrowRight") step(1);
	else if (event.key === "ArrowLeft") step(-1);
});
