/*
 * Texts; tables (vocabularies, strings) with a search of their own.
 */
const ROWS = 300; /* that are shown of a table */

function tableView(text, name) {
	const lines = text.split("\n").filter(Boolean).map((line) => line.split("\t"));
	const head = lines.length && lines[0][0].startsWith("#") ? lines.shift() : null;
	const body = make("tbody"), count = make("span", { class: "soft", role: "status" });
	const input = make("input", { type: "search", placeholder: "search this table", "aria-label": "Search this table",
		oninput: () => show(input.value.toLowerCase()) });
	const show = (word) => {
		const found = lines.filter((line) => line.some((cell) => cell.toLowerCase().includes(word)));
		count.textContent = found.length + " of " + lines.length + (found.length > ROWS ? ", the first " + ROWS + " shown" : "");
		body.replaceChildren(...found.slice(0, ROWS).map((line) => make("tr", {}, ...line.map((cell) => make("td", {}, cell)))));
	};
	show("");
	return make("div", { class: "text" }, make("div", { class: "tools" }, input, count),
		make("div", { class: "rows", tabindex: "0", "aria-label": name || "Table" }, make("table", {},
			...(head ? [make("thead", {}, make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, cell.replace(/^#/, "")))))] : []), body)));
}

function textView(asset) {
	const box = make("div", { class: "text" }, "loading");
	withTexts().then(() => {
		const text = state.texts[asset.id];
		const isTable = asset.files.some((file) => endsWith(file, ".tsv")) && !asset.files.some((file) => endsWith(file, ".txt"));
		if (text === undefined) box.textContent = "too long for this page: open the file below";
		else if (isTable) box.replaceChildren(tableView(text, asset.name));
		else box.replaceChildren(make("pre", { tabindex: "0", "aria-label": "Text" }, text));
	});
	return box;
}

viewers.push({ has: (asset) => asset.has_text, view: textView });
