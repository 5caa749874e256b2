/*
 * The map of rooms. Columns are steps from where the game begins; in a column, rooms lie
 * near those that they are led to from. Ways both ways are one line.
 */
const ROOM = { width: 132, height: 104, acrossGap: 70, downGap: 18, margin: 12, above: 56 };

/* By the place in the list of rooms: column, and what leads where. */
function arrange(rooms) {
	const at = new Map(rooms.map((room, i) => [room.id, i]));
	const ways = rooms.map((room) => room.ways.map((id) => at.get(id)).filter((to) => to !== undefined));
	const entered = new Set(ways.flatMap((list, i) => list.filter((to) => to !== i)));
	const column = new Array(rooms.length).fill(-1);
	const all = rooms.map((_, i) => i);
	const roots = [...all.filter((i) => rooms[i].is_start), ...all.filter((i) => !entered.has(i)), ...all];
	for (const root of roots) {
		if (column[root] >= 0) continue;
		column[root] = 0;
		for (let queue = [root]; queue.length;) {
			const next = [];
			for (const i of queue)
				for (const to of ways[i])
					if (column[to] < 0) {
						column[to] = column[i] + 1;
						next.push(to);
					}
			queue = next;
		}
	}
	return { ways, column };
}

/* Rows within the columns: each room goes where those of the column before are that it
 * has a way to or from, in the mean. */
function order(ways, column) {
	const columns = [];
	column.forEach((c, i) => (columns[c] = columns[c] || []).push(i));
	const near = column.map(() => []);
	ways.forEach((list, i) => list.forEach((to) => { near[i].push(to); near[to].push(i); }));
	const row = new Array(column.length).fill(0);
	const number = (list) => list.forEach((i, k) => { row[i] = k - (list.length - 1) / 2; });
	columns.forEach(number);
	for (let sweep = 0; sweep < 4; sweep++)
		for (const list of columns) {
			const want = new Map(list.map((i) => {
				const others = near[i].filter((k) => column[k] !== column[i]);
				return [i, others.length ? others.reduce((sum, k) => sum + row[k], 0) / others.length : row[i]];
			}));
			list.sort((a, b) => want.get(a) - want.get(b) || a - b);
			number(list);
		}
	return { row, most: Math.max(...columns.map((list) => list.length)), count: columns.length };
}

/* From the edge of one box to that of another. */
function wayPath(from, to) {
	const { width, height } = ROOM;
	if (from.x === to.x) {
		const down = to.y > from.y, x = from.x + width, y1 = from.y + height / 2, y2 = to.y + height / 2;
		if (Math.abs(to.y - from.y) <= height + ROOM.downGap) {
			const middle = from.x + width / 2;
			return "M" + middle + " " + (down ? from.y + height : from.y) + "V" + (down ? to.y : to.y + height);
		}
		return "M" + x + " " + y1 + "C" + (x + 46) + " " + y1 + " " + (x + 46) + " " + y2 + " " + x + " " + y2;
	}
	const ahead = to.x > from.x, x1 = ahead ? from.x + width : from.x, x2 = ahead ? to.x : to.x + width;
	const y1 = from.y + height / 2, y2 = to.y + height / 2, bend = (x2 - x1) / 2;
	/* Over the rooms of the columns between them. */
	if (Math.abs(bend) > ROOM.acrossGap)
		return "M" + x1 + " " + y1 + "C" + (x1 + bend / 3) + " " + (y1 - 1.2 * height) + " " + (x2 - bend / 3) + " " + (y2 - 1.2 * height) + " " + x2 + " " + y2;
	return "M" + x1 + " " + y1 + "C" + (x1 + bend) + " " + y1 + " " + (x2 - bend) + " " + y2 + " " + x2 + " " + y2;
}

function drawWays(ways, boxes) {
	const lines = [];
	ways.forEach((list, from) => list.forEach((to) => {
		const back = ways[to].includes(from);
		if (to === from || (back && to < from)) return;
		lines.push(makeSvg("path", { class: "way", d: wayPath(boxes[from], boxes[to]), "data-ends": from + " " + to,
			"marker-end": "url(#arrow)", ...(back ? { "marker-start": "url(#arrow)" } : {}) }));
	}));
	return lines;
}

function drawRoom(i, box, rooms, rows) {
	const { width, height } = ROOM, row = rows.get(rooms[i].id), picture = rows.get(rooms[i].picture);
	const name = row.title || row.author || row.name, id = rooms[i].id;
	const light = (on) => () => {
		for (const line of document.querySelectorAll("#map .way"))
			line.classList.toggle("on", on && line.dataset.ends.split(" ").includes(String(i)));
	};
	const parts = [makeSvg("title", {}, name + (rooms[i].ways.length ? ", leads to " + rooms[i].ways.join(", ") : "")),
		makeSvg("rect", { width, height, rx: 6 })];
	if (picture && picture.thumb)
		parts.push(makeSvg("image", { href: pathOf(picture.thumb), x: 6, y: 6, width: width - 12, height: height - 42 }));
	parts.push(makeSvg("text", { x: width / 2, y: height - 20, class: rooms[i].is_start ? "start" : "" }, name.length > 19 ? name.slice(0, 18) + "\u2026" : name),
		makeSvg("text", { x: width / 2, y: height - 6, class: "small" }, id.length > 22 ? id.slice(0, 21) + "\u2026" : id));
	return makeSvg("a", { href: "#" + encodeURIComponent(id), class: "room", transform: "translate(" + box.x + " " + box.y + ")",
		onclick: (event) => { event.preventDefault(); byId("map").close(); go(id); },
		onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false) }, ...parts);
}

function drawMap(rooms) {
	const { ways, column } = arrange(rooms), { row, most, count } = order(ways, column);
	const { width, height, acrossGap, downGap, margin, above } = ROOM;
	const boxes = rooms.map((_, i) => ({ x: margin + column[i] * (width + acrossGap),
		y: above + (row[i] + (most - 1) / 2) * (height + downGap) }));
	const wanted = new Set(rooms.flatMap((room) => [room.id, room.picture]));
	const rows = new Map();
	state.rows.forEach((text, i) => {
		const id = text.slice(0, text.indexOf("\t"));
		if (wanted.has(id)) rows.set(id, rowAt(i));
	});
	const across = 2 * margin + count * (width + acrossGap), down = above + most * (height + downGap);
	const svg = makeSvg("svg", { viewBox: "0 0 " + across + " " + down, width: across, height: down, role: "group", "aria-label": "Rooms" },
		makeSvg("defs", {}, makeSvg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" },
			makeSvg("path", { class: "tip", d: "M0 0L8 4L0 8z" }))),
		...drawWays(ways, boxes), ...rooms.map((_, i) => drawRoom(i, boxes[i], rooms, rows)));
	const zoom = (by) => () => {
		svg.setAttribute("width", svg.getAttribute("width") * by);
		svg.setAttribute("height", svg.getAttribute("height") * by);
	};
	byId("map-tools").replaceChildren(makeButton("\u2212", zoom(0.8), { "aria-label": "Smaller" }), makeButton("+", zoom(1.25), { "aria-label": "Larger" }));
	byId("map-body").replaceChildren(svg);
}

byId("rooms").addEventListener("click", () => {
	if (!byId("map-body").firstChild) drawMap(state.index.rooms);
	byId("map").showModal();
});
byId("close-map").addEventListener("click", () => byId("map").close());
