/*
 * The page of exhume diff. A list of what differs, of which more is shown at its end.
 */
const PAGE_SIZE = 50, BLINK = 600;
const diff = { result: null, names: { a: "a", b: "b" }, assets: [], shown: [], count: 0 };

window.exhumeDiff = (result) => {
	diff.result = result;
	for (const game of result.games) {
		if (game.change) diff.assets.push({ id: "game of " + game.type, name: game.folder, change: game.change, folder: "" });
		for (const asset of game.assets || []) diff.assets.push({ ...asset, folder: game.folder });
	}
	diff.names = gameNames(result.a, result.b);
	byId("title").textContent = diff.names.a + " and " + diff.names.b;
	document.title = "exhume diff: " + byId("title").textContent;
	filter();
};

/* The ends of both paths that tell them apart. */
function gameNames(a, b) {
	const parts = [a, b].map((path) => path.replace(/\/+$/, "").split("/"));
	const most = Math.max(parts[0].length, parts[1].length);
	const end = (list, count) => list.slice(-count).join("/");
	let count = 1;
	while (count < most && end(parts[0], count) === end(parts[1], count)) count++;
	return { a: end(parts[0], count) || a, b: end(parts[1], count) || b };
}

function filter() {
	const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean), change = byId("change").value;
	diff.shown = diff.assets.filter((asset) => (!change || asset.change === change) &&
		words.every((word) => (asset.folder + " " + asset.id + " " + asset.name).toLowerCase().includes(word)));
	byId("count").textContent = diff.shown.length + " of " + diff.assets.length;
	stopAll();
	diff.count = 0;
	byId("list").replaceChildren();
	showMore();
}

function showMore() {
	const next = diff.shown.slice(diff.count, diff.count + PAGE_SIZE);
	const old = byId("more");
	if (old) old.remove();
	byId("list").append(...next.map(assetView));
	diff.count += next.length;
	if (diff.count < diff.shown.length)
		byId("list").append(makeButton("Show more", showMore, { id: "more" }));
}

function assetView(asset) {
	return make("section", { class: "difference" },
		make("h2", {}, (asset.folder ? asset.folder + "/" : "") + asset.id + ": ", make("span", { class: "change" }, asset.change)),
		...["a", "b"].filter((side) => asset[side] && asset[side].error).map((side) => make("p", { class: "bad" }, diff.names[side] + ": " + asset[side].error)),
		...(asset.files || []).map(fileView));
}

const pair = (values, unit, digits) => values.map((value) => value.toFixed(digits) + " " + unit).join(", now ");

function fileView(file) {
	const parts = [make("h3", {}, file.name + (file.change ? ": " + file.change : ""))];
	if (file.error) parts.push(make("p", { class: "bad" }, file.error));
	if (file.pixels_changed !== undefined)
		parts.push(make("p", {}, file.pixels_changed + " of " + file.pixels + " pixels differ" + (file.box ? ", within " + file.box.join(", ") : "")));
	else if (file.sizes && isPicture(file.name))
		parts.push(make("p", {}, file.sizes.map((size) => size.join("\u00d7")).join(" pixels, now ") + " pixels"));
	if (file.bytes_changed !== undefined)
		parts.push(make("p", {}, file.bytes_changed + " bytes differ, the first at " + file.first_change));
	if (file.a && isPicture(file.name)) parts.push(picturesView(file));
	if (file.a && isSound(file.name)) parts.push(soundsView(file));
	if (file.changes) parts.push(linesView(file));
	if (file.cells_changed !== undefined) parts.push(cellsView(file));
	if (file.a) parts.push(make("p", {}, make("a", { href: pathOf(file.a) }, diff.names.a), " ", make("a", { href: pathOf(file.b) }, diff.names.b)));
	return make("div", {}, ...parts);
}

/* What differs is what is left when one is taken from the other: black is the same. */
function picturesView(file) {
	const way = byId("way").value;
	const picture = (side) => {
		const image = make("img", { src: pathOf(file[side]), alt: diff.names[side] + ": " + file.name });
		image.addEventListener("load", () => { image.style.width = image.naturalWidth * 2 + "px"; });
		return image;
	};
	if (way === "side")
		return make("div", { class: "sides" }, ...["a", "b"].map((side) => make("figure", {}, make("figcaption", {}, diff.names[side]), make("div", { class: "stage" }, picture(side)))));
	const stage = make("div", { class: "layers " + way }, picture("a"), picture("b"));
	if (way === "blink") {
		const caption = make("figcaption", {}, diff.names.a);
		let on = false;
		repeat(() => { on = !on; stage.classList.toggle("second", on); caption.textContent = on ? diff.names.b : diff.names.a; }, BLINK);
		return make("figure", {}, caption, stage);
	}
	return stage;
}

function soundsView(file) {
	const rows = [["seconds", "s", 3], ["rms_db", "dB", 1], ["peak_db", "dB", 1]].filter(([key]) => file[key])
		.map(([key, unit, digits]) => make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, pair(file[key], unit, digits))));
	for (const band of file.bands || [])
		rows.push(make("tr", {}, make("th", { scope: "row" }, band.hz.toFixed(0) + " Hz"), make("td", {}, pair(band.level_db, "dB", 1))));
	return make("div", {}, ...["a", "b"].map((side) => make("p", {}, diff.names[side] + " ", make("audio", { controls: true, preload: "none", src: pathOf(file[side]) }))),
		make("table", {}, make("tbody", {}, ...rows)));
}

function linesView(file) {
	const lines = file.changes.flatMap((change) => [make("span", { class: "at" }, "lines " + change.lines.join(", now ") + "\n"),
		...change.removed.map((line) => make("del", {}, "- " + line + "\n")), ...change.added.map((line) => make("ins", {}, "+ " + line + "\n"))]);
	return make("pre", { tabindex: "0", "aria-label": "Lines of " + file.name }, ...lines, file.is_cut ? "\u2026" : "");
}

function cellsView(file) {
	return make("div", {}, make("p", {}, file.cells_changed + " of " + file.cells + " cells differ"),
		make("table", {}, make("tbody", {}, ...file.first.map((cell) => make("tr", {},
			make("td", {}, "x " + cell.x + ", y " + cell.y), make("td", {}, cell.values.join(", now ")))))));
}

for (const id of ["search", "change", "way"]) byId(id).addEventListener("input", filter);
load("index.js");
