/*
 * The map of rooms. Rooms that lead to each other make a part; the part with the room where
 * the game begins comes first, rooms without ways last. In a part, columns are steps from
 * where it begins; in a column, rooms lie near those that they are led to from. A column
 * of many rooms is split. Ways both ways are one line.
 */
const ROOM = { width: 172, height: 138, acrossGap: 70, downGap: 18, margin: 12, above: 56, picture: [160, 96] };
const MOST_ROWS = 7, GRID = 6;

/* By the place in the list of rooms: places of the rooms that each leads to. */
function waysOf(rooms) {
	const at = new Map(rooms.map((room, i) => [room.id, i]));
	return rooms.map((room) => room.ways.map((id) => at.get(id)).filter((to) => to !== undefined));
}

/* Lists of places: rooms that ways join, whatever their direction. */
function partsOf(ways) {
	const near = ways.map((list) => [...list]), part = new Array(ways.length).fill(-1), parts = [];
	ways.forEach((list, from) => list.forEach((to) => near[to].push(from)));
	for (let root = 0; root < ways.length; root++) {
		if (part[root] >= 0) continue;
		const list = [root];
		part[root] = parts.length;
		for (let k = 0; k < list.length; k++)
			for (const to of near[list[k]])
				if (part[to] < 0) {
					part[to] = parts.length;
					list.push(to);
				}
		parts.push(list.sort((a, b) => a - b));
	}
	return parts;
}

/* Columns of a part: steps from its roots, which are where the game begins, then rooms
 * that nothing leads to, then any. */
function columnsOf(part, ways, rooms) {
	const entered = new Set(part.flatMap((from) => ways[from].filter((to) => to !== from)));
	const column = new Map(), columns = [];
	const roots = [...part.filter((i) => rooms[i].is_start), ...part.filter((i) => !entered.has(i)), ...part];
	for (const root of roots) {
		if (column.has(root)) continue;
		column.set(root, 0);
		for (let queue = [root]; queue.length;) {
			const next = [];
			for (const i of queue)
				for (const to of ways[i])
					if (!column.has(to)) {
						column.set(to, column.get(i) + 1);
						next.push(to);
					}
			queue = next;
		}
	}
	for (const i of part) (columns[column.get(i)] = columns[column.get(i)] || []).push(i);
	return columns;
}

/* Rooms of a column go where those are that they have a way to or from, in the mean. */
function sortColumns(columns, ways) {
	const near = new Map(columns.flat().map((i) => [i, []])), row = new Map(), column = new Map();
	columns.forEach((list, c) => list.forEach((i) => column.set(i, c)));
	for (const i of near.keys())
		for (const to of ways[i]) {
			near.get(i).push(to);
			near.get(to).push(i);
		}
	const number = (list) => list.forEach((i, k) => row.set(i, k - (list.length - 1) / 2));
	columns.forEach(number);
	for (let sweep = 0; sweep < 4; sweep++)
		for (const list of columns) {
			const want = new Map(list.map((i) => {
				const others = near.get(i).filter((k) => column.get(k) !== column.get(i));
				return [i, others.length ? others.reduce((sum, k) => sum + row.get(k), 0) / others.length : row.get(i)];
			}));
			list.sort((a, b) => want.get(a) - want.get(b) || a - b);
			number(list);
		}
	/* One of many rooms becomes several, beside each other. */
	return columns.flatMap((list) => {
		const count = Math.ceil(list.length / MOST_ROWS), size = Math.ceil(list.length / count);
		return Array.from({ length: count }, (_, k) => list.slice(k * size, (k + 1) * size));
	});
}

/* Places of the boxes, and how large the drawing is. */
function layoutOf(rooms) {
	const ways = waysOf(rooms), boxes = [], { width, height, acrossGap, downGap, margin, above } = ROOM;
	const all = partsOf(ways), joined = all.filter((part) => part.length > 1), alone = all.filter((part) => part.length === 1).flat();
	const begins = (part) => part.some((i) => rooms[i].is_start);
	const parts = joined.sort((a, b) => begins(b) - begins(a) || b.length - a.length || a[0] - b[0]).map((part) => sortColumns(columnsOf(part, ways, rooms), ways));
	const wide = Math.max(GRID, ...parts.map((columns) => columns.length));
	if (alone.length) {
		const columns = Array.from({ length: Math.min(wide, alone.length) }, () => []);
		alone.forEach((i, k) => columns[k % columns.length].push(i));
		if (begins(alone)) parts.unshift(columns); else parts.push(columns);
	}
	let top = above, across = 0;
	for (const columns of parts) {
		const most = Math.max(...columns.map((list) => list.length));
		columns.forEach((list, c) => list.forEach((i, k) => {
			boxes[i] = { x: margin + c * (width + acrossGap), y: top + (k + (most - list.length) / 2) * (height + downGap) };
		}));
		across = Math.max(across, columns.length);
		top += most * (height + downGap) + above;
	}
	return { ways, boxes, width: 2 * margin + across * (width + acrossGap), height: top };
}

/* How large it opens: all of it, if cards stay legible; and what is to be seen first, in
 * pixels of the drawing at that size. size: of the window. */
function openingOf(layout, rooms, size) {
	const scale = clamp(Math.min(size[0] / layout.width, size[1] / layout.height), LEAST_SCALE, 1);
	const start = layout.boxes[Math.max(0, rooms.findIndex((room) => room.is_start))] || { x: 0, y: 0 };
	const left = (start.x - ROOM.margin) * scale, top = (start.y + ROOM.height / 2) * scale - size[1] / 2;
	return { scale, left: Math.max(0, left), top: Math.max(0, top) };
}

const LEAST_SCALE = 0.6, MOST_SCALE = 2;

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
	const { width, height } = ROOM, room = rooms[i], row = rows.get(room.id), picture = rows.get(room.picture);
	const name = row.title || row.author || room.title || row.name, id = room.id;
	const light = (on) => () => {
		for (const line of document.querySelectorAll("#map .way"))
			line.classList.toggle("on", on && line.dataset.ends.split(" ").includes(String(i)));
	};
	const parts = [makeSvg("title", {}, name + (room.ways.length ? ", leads to " + room.ways.join(", ") : "")),
		makeSvg("rect", { width, height, rx: 6 })];
	if (picture && picture.thumb)
		parts.push(makeSvg("image", { href: fileOf(picture.thumb), x: (width - ROOM.picture[0]) / 2, y: 6, width: ROOM.picture[0], height: ROOM.picture[1] }));
	parts.push(makeSvg("text", { x: width / 2, y: height - 20, class: room.is_start ? "start" : "" }, name.length > 22 ? name.slice(0, 21) + "\u2026" : name),
		makeSvg("text", { x: width / 2, y: height - 6, class: "small" }, id.length > 26 ? id.slice(0, 25) + "\u2026" : id));
	return makeSvg("a", { href: addressOf(shownGame(), id), class: room.is_start ? "room first" : "room", transform: "translate(" + box.x + " " + box.y + ")",
		onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false) }, ...parts);
}

function drawMap(rooms) {
	const layout = layoutOf(rooms), wanted = new Set(rooms.flatMap((room) => [room.id, room.picture])), rows = new Map();
	state.rows.forEach((text, i) => {
		const id = text.slice(0, text.indexOf("\t"));
		if (wanted.has(id)) rows.set(id, rowAt(i));
	});
	const svg = makeSvg("svg", { viewBox: "0 0 " + layout.width + " " + layout.height, role: "group", "aria-label": "Rooms" },
		makeSvg("defs", {}, makeSvg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" },
			makeSvg("path", { class: "tip", d: "M0 0L8 4L0 8z" }))),
		...drawWays(layout.ways, layout.boxes), ...rooms.map((_, i) => drawRoom(i, layout.boxes[i], rooms, rows)));
	const body = byId("map-body");
	let scale = 1;
	const size = (to) => {
		scale = clamp(to, 0.1, MOST_SCALE);
		svg.setAttribute("width", layout.width * scale);
		svg.setAttribute("height", layout.height * scale);
	};
	/* What is in the middle stays there. */
	const zoom = (to) => {
		const x = (body.scrollLeft + body.clientWidth / 2) / scale, y = (body.scrollTop + body.clientHeight / 2) / scale;
		size(to);
		body.scrollTo(x * scale - body.clientWidth / 2, y * scale - body.clientHeight / 2);
	};
	const windowSize = () => [body.clientWidth - 24, body.clientHeight - 24];
	const begin = () => {
		const opening = openingOf(layout, rooms, windowSize());
		size(opening.scale);
		body.scrollTo(opening.left, opening.top);
	};
	const fit = () => size(Math.min(windowSize()[0] / layout.width, windowSize()[1] / layout.height, 1));
	byId("map-tools").replaceChildren(makeButton("\u2212", () => zoom(scale * 0.8), { "aria-label": "Smaller" }),
		makeButton("+", () => zoom(scale * 1.25), { "aria-label": "Larger" }), makeButton("All", fit), makeButton("Start", begin));
	body.replaceChildren(svg);
	begin();
}

function openMap() {
	if (byId("map").open) return;
	byId("detail").close();
	byId("map").showModal();
	if (!byId("map-body").firstChild) drawMap(state.index.rooms);
}

byId("rooms").addEventListener("click", () => {
	setAddress("rooms");
	openMap();
});
byId("close-map").addEventListener("click", () => byId("map").close());
byId("map").addEventListener("close", () => { if (readAddress(location.hash).id === "rooms") setAddress(""); });
