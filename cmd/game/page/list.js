/*
 * The list. A row of the index is a line: id, name, title, author's name; and after VT
 * the first picture, what else a card says, and flags: d (damaged), t (has a text).
 */
const WIDTH = 150, HEIGHT = 160, GAP = 8;
const state = { index: null, rows: [], lower: [], shown: [], kind: "", texts: null, chunks: new Map(),
	current: -1, cards: new Map() };

function readRow(text) {
	const [id, name, title, author, thumb, info, flags] = text.split(/[\t\v]/);
	return { id, name, title, author, thumb, info, isBad: Boolean(flags && flags.includes("d")) };
}

const rowAt = (i) => readRow(state.rows[i]);

/* The place of an id in the index, or -1. */
const placeOf = (id) => state.rows.findIndex((row) => row.startsWith(id + "\t"));

window.exhumeIndex = (index) => {
	if (!isOfThisGame()) return;
	state.index = index;
	state.rows = index.rows ? index.rows.split("\n") : [];
	index.rows = null; /* the rows are enough */
	const game = index.game, name = game.path.replace(/\/+$/, "").split("/").pop();
	document.title = name + ": exhume";
	byId("title").textContent = name;
	byId("about").textContent = [game.type, game.release].filter(Boolean).join(", ");
	byId("rooms").hidden = !index.rooms;
	showKinds();
	filter();
	performance.mark("shown");
};

window.exhumeTexts = (texts) => { if (isOfThisGame()) state.texts = texts; };

window.exhumeAssets = (chunk, assets) => { if (isOfThisGame()) state.chunks.set(chunk, assets); };

/* All that is known of an asset. Chunks hold the assets from their first one on. */
async function assetAt(i) {
	const starts = state.index.chunks;
	let chunk = starts.length - 1;
	while (starts[chunk] > i) chunk--;
	if (!state.chunks.has(chunk)) await load(base + "index-data/" + String(chunk).padStart(4, "0") + ".js");
	return state.chunks.get(chunk)[i - starts[chunk]];
}

function withTexts() {
	return load(base + "index-texts.js").catch(() => { state.texts = {}; });
}

function showKinds() {
	const kinds = Object.entries(state.index.counts);
	const choose = (kind) => () => { state.kind = kind; showKinds(); filter(); };
	const button = (label, kind) => makeButton(label, choose(kind), { "aria-pressed": String(state.kind === kind) });
	byId("kinds").replaceChildren(button("all (" + state.rows.length + ")", ""),
		...kinds.map(([kind, count]) => button(kind + " (" + count + ")", kind)));
	document.documentElement.style.setProperty("--head", document.querySelector("header").offsetHeight + 2 + "px");
}

function filter() {
	if (games.list && shownGame() === null) {
		filterGames();
		return;
	}
	const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
	const inTexts = byId("in-texts").checked, onlyBad = byId("only-bad").checked;
	const kind = state.kind + ":", shown = [];
	if (inTexts && !state.texts) {
		withTexts().then(filter);
		return;
	}
	/* Made when they are first needed: of very many rows that takes some time. */
	if (words.length && !state.lower.length)
		state.lower = state.rows.join("\n").toLowerCase().split("\n");
	const inText = (i, word) => (state.texts[state.rows[i].slice(0, state.rows[i].indexOf("\t"))] || "").toLowerCase().includes(word);
	const hasWord = (i, word) => {
		const row = state.lower[i], at = row.indexOf(word);
		return (at >= 0 && at < row.indexOf("\v")) || (inTexts && inText(i, word));
	};
	for (let i = 0; i < state.rows.length; i++)
		if ((!state.kind || state.rows[i].startsWith(kind)) && (!onlyBad || rowAt(i).isBad) &&
			words.every((word) => hasWord(i, word)))
			shown.push(i);
	state.shown = shown;
	byId("count").textContent = shown.length + " of " + state.rows.length;
	for (const card of state.cards.values()) card.remove();
	state.cards.clear();
	byId("scroll").scrollTop = 0;
	draw();
}

const columns = () => Math.max(1, Math.floor((byId("scroll").clientWidth - GAP) / (WIDTH + GAP)));

/* Only the cards that can be seen are there. */
function draw() {
	const scroll = byId("scroll"), count = columns(), row = HEIGHT + GAP;
	const first = Math.max(0, Math.floor(scroll.scrollTop / row) - 2) * count;
	const last = Math.min(state.shown.length, (Math.ceil((scroll.scrollTop + scroll.clientHeight) / row) + 2) * count);
	byId("grid").style.height = Math.ceil(state.shown.length / count) * row + GAP + "px";
	for (const [i, card] of state.cards)
		if (i < first || i >= last) {
			card.remove();
			state.cards.delete(i);
		}
	for (let i = first; i < last; i++) {
		let card = state.cards.get(i);
		if (!card) {
			card = makeCard(i);
			state.cards.set(i, card);
			byId("grid").append(card);
		}
		Object.assign(card.style, { left: GAP + (i % count) * (WIDTH + GAP) + "px",
			top: GAP + Math.floor(i / count) * row + "px", width: WIDTH + "px", height: HEIGHT + "px" });
	}
}

const THUMB = [136, 104];

/* What a card has: of this game, or of another one in folder. */
function cardParts(row, folder) {
	const picture = row.thumb && thumbnail((folder || "") + row.thumb, THUMB);
	return [make("div", { class: picture ? "thumb checked" : "thumb" }, picture || row.info || ""),
		make("div", { class: row.isBad ? "name bad" : "name", title: row.name }, row.title || row.author || row.name),
		make("div", { class: "kind" }, row.id)];
}

function makeCard(i) {
	return make("div", { class: "card", role: "listitem", tabindex: "0", "data-i": i, onclick: () => open(i) },
		...cardParts(rowAt(state.shown[i])));
}

function focusCard(i) {
	const count = columns(), row = HEIGHT + GAP, scroll = byId("scroll");
	i = clamp(i, 0, state.shown.length - 1);
	const top = Math.floor(i / count) * row;
	if (top < scroll.scrollTop) scroll.scrollTop = top;
	if (top + row > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + row - scroll.clientHeight + GAP;
	draw();
	if (state.cards.has(i)) state.cards.get(i).focus();
}

byId("grid").addEventListener("keydown", (event) => {
	const card = event.target.closest(".card");
	if (!card) return;
	const i = Number(card.dataset.i), steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(), ArrowUp: -columns() };
	if (event.key in steps) focusCard(i + steps[event.key]);
	else if (event.key === "Home") focusCard(0);
	else if (event.key === "End") focusCard(state.shown.length - 1);
	else if (event.key === "Enter" || event.key === " ") open(i);
	else return;
	event.preventDefault();
});
byId("search").addEventListener("input", filter);
byId("in-texts").addEventListener("change", filter);
byId("only-bad").addEventListener("change", filter);
byId("scroll").addEventListener("scroll", draw, { passive: true });
window.addEventListener("resize", () => { if (state.index) { showKinds(); draw(); } });
