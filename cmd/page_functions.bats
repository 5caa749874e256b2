#!/usr/bin/env bats
# Functions of the page that exhume extract writes, without a browser: in node.

load ../testdata/cli/helper

# in_page SCRIPT: what it prints, after all scripts of the page. Elements do nothing.
in_page() {
	command -v node >/dev/null || skip "no node"
	cat >page.mjs <<'END'
import vm from "node:vm";
import { readFileSync } from "node:fs";
const nothing = () => new Proxy(function () {}, { get: (target, key) => key === Symbol.toPrimitive ? () => "" : key === "firstChild" ? null : nothing(),
	set: () => true, apply: () => nothing() });
const files = ["base", "address", "list", "games", "asset", "picture", "sound", "level", "pic", "text", "map"];
const context = vm.createContext({ window: { addEventListener() {} }, document: nothing(), location: { hash: "", protocol: "file:" },
	history: { pushState() {} }, performance, console, getComputedStyle: nothing });
vm.runInContext(files.map((name) => readFileSync(process.argv[2] + "/" + name + ".js", "utf8")).join("\n") + "\n" + process.argv[3], context);
END
	node page.mjs "$BATS_TEST_DIRNAME/game/page" "$1"
}

@test "addresses: an asset, the map, a game, and names with any characters" {
	[ "$(in_page 'console.log([addressOf(null, "view:5"), addressOf(null, ""), addressOf("a/b", "rooms"), addressOf("", "x:1")].join(" "))')" = "#view:5 # #a/b!rooms #!x:1" ]
	in_page 'for (const [folder, id] of [[null, "view:5"], ["a!b", "picture:100% !#é"], ["", "rooms"], ["x", ""], [null, "a b/c"]]) {
			const { folder: f, id: i } = readAddress(addressOf(folder, id));
			if (f !== folder || i !== id) throw Error(addressOf(folder, id));
		}
		if (readAddress("#view%3A5").id !== "view:5" || readAddress("#50%").id !== "50%") throw Error("escapes")'
}

@test "the map: 97 rooms in a drawing whose start is seen, with others and their ways" {
	[ "$(in_page 'const rooms = Array.from({ length: 97 }, (_, i) => ({ id: "script:" + i, ways: i < 90 ? [2 * i + 1, 2 * i + 2].filter((k) => k < 90).map((k) => "script:" + k) : [] }));
		rooms[40].is_start = true;
		const layout = layoutOf(rooms), size = [1128, 520], { scale, left, top } = openingOf(layout, rooms, size);
		const seen = layout.boxes.map((box) => box.x * scale >= left && box.y * scale >= top && (box.x + ROOM.width) * scale <= left + size[0] && (box.y + ROOM.height) * scale <= top + size[1]);
		const apart = layout.boxes.every((a, i) => layout.boxes.every((b, k) => i === k || Math.abs(a.x - b.x) >= ROOM.width || Math.abs(a.y - b.y) >= ROOM.height));
		const inside = layout.boxes.every((box) => box.x >= 0 && box.y >= 0 && box.x + ROOM.width <= layout.width && box.y + ROOM.height <= layout.height);
		const ways = layout.ways.flatMap((list, i) => list.filter((k) => seen[i] && seen[k]));
		console.log(seen[40], seen.filter(Boolean).length > 12, ways.length > 5, scale >= 0.6, apart, inside)')" = "true true true true true true" ]
	# One room, and a ring, are there, too.
	in_page 'for (const rooms of [[{ id: "a", ways: [] }], [{ id: "a", ways: ["b"] }, { id: "b", ways: ["a", "c"] }, { id: "c", ways: ["c", "z"] }]])
			if (layoutOf(rooms).boxes.filter(Boolean).length !== rooms.length) throw Error("lost")'
}

@test "words: their order, where they begin, and all that a query has" {
	[ "$(in_page 'console.log(wordsOf("Mole-Garden_2 ÄRGER 004").join(), compareWords("a", "ab") < 0, compareWords("\u{1f600}", "\uef80") > 0, compareWords("b", "a") > 0)')" = "mole,garden,2,Ärger,004 true true true" ]
	[ "$(in_page 'const lines = ["gap\t0\tview:1\tgap", "garden\t0\tview:2\tgarden\tMole garden", "garden\t7\tlevel:1\t01\tMOLE GARDEN", "mole\t0\tview:2\tgarden\tMole garden"].join("\n");
		const found = new Map();
		findIn(lines, "gar", ["mo"], found);
		findIn(lines, "mole", [], found);
		console.log([...found.values()].map((one) => one.game + one.row.split("\t")[0]).join(), findLine(lines, "a"), findLine(lines, "zz") === lines.length)')" = "0view:2,7level:1 0 true" ]
	[ "$(in_page 'const { first, end, count } = shardsOf({ starts: ["a", "garden", "garden", "mole"], counts: [5, 6, 7, 8] }, "gard"); console.log(first, end, count)')" = "0 3 18" ]
}

@test "thumbnails by whole factors, and an axis of at most twenty marks" {
	[ "$(in_page 'console.log([[16, 16], [40, 50], [136, 104], [320, 200], [8, 8]].map(([w, h]) => wholeScale(w, h, [136, 104])).map((s) => s < 1 ? "1/" + 1 / s : s).join(" "))')" = "6 2 1 1/3 8" ]
	[ "$(in_page 'console.log([0.5, 8.31, 61, 3000].map((s) => s / axisStep(s) <= 20.001).join())')" = true,true,true,true ]
}
