/*
 * A page of several games: their list, one of them at a time, and the names of all.
 *
 * Names are looked up by their words. Lines "word, game, row" with tabs between them, by
 * word in the order of their bytes, are cut into scripts index-words/0000.js and so on;
 * games.list.words.starts has the first word of each, counts how many lines it has. Few
 * of them are kept.
 */
const MOST_SHARDS = 8, MOST_READ = 64, MOST_FOUND = 200, GAMES_STEP = 300;
const games = { list: null, shown: null, shards: new Map(), search: 0, count: 0 };

/* The folder of the game that is shown; null: none, or the page is of one game. */
const shownGame = () => games.shown;

window.exhumeGames = (list) => {
	games.list = list;
	performance.mark("shown");
};

window.exhumeWords = (shard, lines) => {
	games.shards.set(shard, lines);
	for (const old of games.shards.keys())
		if (games.shards.size > MOST_SHARDS) {
			games.shards.delete(old);
			loaded.delete(shardName(old));
		}
};

/*
 * Words.
 */

const shardName = (shard) => "index-words/" + String(shard).padStart(4, "0") + ".js";

/* In the order of their UTF-8: characters above U+FFFF come last. */
function compareWords(a, b) {
	const rank = (unit) => unit >= 0xE000 ? unit - 0x800 : unit >= 0xD800 ? unit + 0x2000 : unit;
	for (let i = 0; i < a.length && i < b.length; i++)
		if (a.charCodeAt(i) !== b.charCodeAt(i)) return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
	return a.length - b.length;
}

/* Only ASCII, as the program that made the words. */
const toLower = (text) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());

/* Letters and digits; what is no ASCII counts as a letter. */
const wordsOf = (text) => toLower(text).match(/[a-z0-9\u0080-\u{10ffff}]+/gu) || [];

/* Where the first line begins whose word is not before this one. */
function findLine(lines, word) {
	let low = 0, high = lines.length;
	while (low < high) {
		const middle = (low + high) >> 1, start = middle ? lines.lastIndexOf("\n", middle - 1) + 1 : 0;
		if (compareWords(lines.slice(start, lines.indexOf("\t", start)), word) < 0) {
			const end = lines.indexOf("\n", start);
			low = end < 0 ? lines.length : end + 1;
		} else high = start;
	}
	return low;
}

/* The shards that have words beginning so, first and end, and about how many lines. */
function shardsOf(words, prefix) {
	const { starts, counts } = words, last = prefix + "\u{10ffff}";
	const before = (word) => {
		let low = 0, high = starts.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (compareWords(starts[middle], word) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	const first = Math.max(0, before(prefix) - 1), end = before(last);
	return { first, end, count: counts.slice(first, end).reduce((sum, count) => sum + count, 0) };
}

/* Adds the lines of a shard whose word begins with prefix, and that have the other words.
 * The same asset is added once. */
function findIn(lines, prefix, others, found) {
	const end = findLine(lines, prefix + "\u{10ffff}");
	for (let at = findLine(lines, prefix); at < end && found.size < MOST_FOUND;) {
		const next = lines.indexOf("\n", at), line = lines.slice(at, next < 0 ? lines.length : next);
		const [word, game, ...row] = line.split("\t"), text = row.join("\t"), key = game + "\t" + row[0];
		const own = others.length ? wordsOf(text) : [];
		if (!found.has(key) && others.every((other) => own.some((one) => one.startsWith(other))))
			found.set(key, { word, game: Number(game), row: text });
		at = next < 0 ? lines.length : next + 1;
	}
}

/* By the word with the fewest lines. null: another search began. */
async function findWords(text) {
	const number = ++games.search, words = [...new Set(wordsOf(text))], list = games.list.words, found = new Map();
	if (!words.length || !list || !list.starts.length) return { found: [], isCut: false };
	const ranges = words.map((word) => ({ word, ...shardsOf(list, word) })).sort((a, b) => a.count - b.count);
	const { word, first, end } = ranges[0], others = words.filter((one) => one !== word);
	let shard = first;
	for (; shard < end && shard < first + MOST_READ && found.size < MOST_FOUND; shard++) {
		if (!games.shards.has(shard)) await load(shardName(shard));
		if (number !== games.search) return null;
		findIn(games.shards.get(shard), word, others, found);
	}
	return { found: [...found.values()], isCut: found.size >= MOST_FOUND || shard < end };
}

/*
 * What is shown.
 */

const hasGame = (folder) => games.list.games.some((game) => game.folder === folder);

/* Makes the game of the address the one that is shown. False: there is none. */
async function showGame(folder, id) {
	if (!games.list) return true;
	if (folder === null && id && hasGame("")) folder = "";
	if (folder !== games.shown || (folder === null && !byId("games").firstChild)) {
		leaveGame();
		games.shown = folder;
		base = folder ? folder + "/" : "";
		if (folder !== null && hasGame(folder)) await load(base + "index.js").catch(() => {});
		if (folder !== games.shown) return false;
		if (folder !== null && !state.index) games.shown = null;
		await showFrame();
		if (folder !== null && !state.index) byId("count").textContent = "no game " + folder + " is here";
	}
	return games.shown !== null;
}

/* Nothing of a game stays. */
function leaveGame() {
	stopAll();
	byId("detail").close();
	byId("map").close();
	byId("map-body").replaceChildren();
	Object.assign(state, { index: null, rows: [], lower: [], shown: [], kind: "", texts: null, current: -1 });
	for (const card of state.cards.values()) card.remove();
	state.cards.clear();
	state.chunks.clear();
	more.clear();
	loaded.clear();
	games.shards.clear();
	byId("search").value = "";
	byId("only-bad").checked = byId("in-texts").checked = false;
}

async function showFrame() {
	const isList = games.shown === null;
	for (const id of ["kinds", "game-tools", "scroll"]) byId(id).hidden = isList;
	byId("games").hidden = !isList;
	byId("all-games").hidden = isList;
	byId("search").placeholder = isList ? "beginnings of words, in all games" : "name, number, title";
	if (!isList) return;
	document.title = "exhume";
	byId("title").textContent = games.list.games.length + " games";
	byId("about").textContent = "";
	byId("rooms").hidden = true;
	await filterGames();
}

function gameItem(game) {
	return make("li", {}, make("a", { href: addressOf(game.folder, "") }, game.folder || game.path.split("/").pop()), " (" + game.type + ") ",
		Object.entries(game.counts || {}).map(([kind, count]) => count + " " + kind).join(", "), ...(game.folder ?
			[" ", make("a", { class: "soft", href: pathOf(game.folder) + "/index.html" }, "its own page")] : []));
}

function foundCard({ game, row }) {
	const { folder } = games.list.games[game], shown = readRow(row);
	return make("a", { class: "found", href: addressOf(folder, shown.id) }, ...cardParts(shown, folder ? folder + "/" : ""),
		make("div", { class: "kind" }, folder));
}

async function filterGames() {
	const text = byId("search").value, words = wordsOf(text), start = performance.now();
	const listed = games.list.games.filter((game) => words.every((word) => toLower(game.folder).includes(word)));
	const show = (found, isCut) => {
		const shown = listed.slice(0, GAMES_STEP), rest = listed.length - shown.length;
		byId("games").replaceChildren(make("ul", {}, ...shown.map(gameItem)), ...(rest ? [make("p", { class: "soft" }, "and " + rest + " more: search for them")] : []),
			make("div", { class: "finds" }, ...found.map(foundCard)));
		byId("count").textContent = listed.length + " of " + games.list.games.length + " games" +
			(words.length ? ", " + (isCut ? "the first " : "") + found.length + " assets" : "");
	};
	const result = await findWords(text);
	if (!result) return;
	performance.measure("search", { start, end: performance.now() });
	show(result.found, result.isCut);
}

byId("all-games").addEventListener("click", () => {
	if (location.protocol !== "about:") history.pushState(null, "", "#");
	showAddress("#");
});
