/*
 * Levels: planes that can be switched off, moved with the mouse or the arrow keys, zoomed
 * with the wheel or + and -; the cell below the mouse; animated tiles. Planes without
 * tilesets are shown as colours, one a value.
 */
function levelView(asset, own) {
	const level = own.level, tw = level.tilewidth, th = level.tileheight;
	const canvas = make("canvas", { class: "level", width: "640", height: "560", tabindex: "0", role: "img",
		"aria-label": "Level " + asset.id + ": arrow keys move, plus and minus zoom" });
	const context = canvas.getContext("2d"), at = make("span", { class: "soft", role: "status" }), scale = make("span");
	const shown = level.layers.map((layer) => layer.visible !== false && layer.name !== "info");
	const sets = level.tilesets.map((set) => ({ ...set, picture: make("img", { src: fileOf(set.image), alt: "" }),
		animations: new Map((set.tiles || []).map((tile) => [tile.id, tile.animation])) }));
	let zoom = 1, left = 0, top = 0, time = 0, planned = false;

	const setOf = (gid) => sets.reduce((best, set) => set.firstgid <= gid && (!best || set.firstgid > best.firstgid) ? set : best, null);
	const frameOf = (animation) => {
		const whole = animation.reduce((sum, frame) => sum + frame.duration, 0);
		let rest = time % whole;
		for (const frame of animation) {
			if (rest < frame.duration) return frame.tileid;
			rest -= frame.duration;
		}
		return animation[0].tileid;
	};
	const drawTile = (gid, x, y) => {
		const set = setOf(gid);
		if (!set) {
			context.fillStyle = "hsl(" + (gid * 47) % 360 + " 60% " + (35 + (gid * 7) % 35) + "%)";
			context.fillRect(x, y, tw * zoom, th * zoom);
			return;
		}
		if (!set.picture.complete || !set.picture.naturalWidth) return;
		const animation = set.animations.get(gid - set.firstgid);
		const tile = animation ? frameOf(animation) : gid - set.firstgid;
		const spacing = set.spacing || 0, margin = set.margin || 0;
		context.drawImage(set.picture, margin + (tile % set.columns) * (set.tilewidth + spacing),
			margin + Math.floor(tile / set.columns) * (set.tileheight + spacing), set.tilewidth, set.tileheight,
			x, y, tw * zoom, th * zoom);
	};
	const drawObjects = (objects) => {
		context.strokeStyle = "#ff2020";
		for (const object of objects)
			context.strokeRect((object.x - left) * zoom, (object.y - top) * zoom, (object.width || tw) * zoom, (object.height || th) * zoom);
	};
	const drawLayer = (layer) => {
		const x0 = Math.max(0, Math.floor(left / tw)), y0 = Math.max(0, Math.floor(top / th));
		const x1 = Math.min(level.width, Math.ceil((left + canvas.width / zoom) / tw));
		const y1 = Math.min(level.height, Math.ceil((top + canvas.height / zoom) / th));
		for (let y = y0; y < y1; y++)
			for (let x = x0; x < x1; x++) {
				const gid = layer.data[y * level.width + x] & 0x1fffffff;
				if (gid) drawTile(gid, Math.round((x * tw - left) * zoom), Math.round((y * th - top) * zoom));
			}
	};
	const paint = () => {
		planned = false;
		context.imageSmoothingEnabled = zoom < 1;
		context.clearRect(0, 0, canvas.width, canvas.height);
		level.layers.forEach((layer, i) => {
			if (shown[i] && layer.data) drawLayer(layer);
			if (shown[i] && layer.objects) drawObjects(layer.objects);
		});
		scale.textContent = zoom + "\u00d7";
	};
	const plan = () => { if (!planned) { planned = true; requestAnimationFrame(paint); } };
	const moveTo = (x, y) => {
		left = clamp(x, 0, Math.max(0, level.width * tw - canvas.width / zoom));
		top = clamp(y, 0, Math.max(0, level.height * th - canvas.height / zoom));
		plan();
	};
	const zoomTo = (z, x, y) => {
		const kept = [left + x / zoom, top + y / zoom];
		zoom = clamp(z, 0.25, 8);
		moveTo(kept[0] - x / zoom, kept[1] - y / zoom);
	};
	const zoomBy = (by) => zoomTo(zoom * by, canvas.width / 2, canvas.height / 2);
	const cellAt = (event) => {
		const x = Math.floor((left + event.offsetX * canvas.width / canvas.clientWidth / zoom) / tw);
		const y = Math.floor((top + event.offsetY * canvas.height / canvas.clientHeight / zoom) / th);
		if (x < 0 || y < 0 || x >= level.width || y >= level.height) return "";
		return "x " + x + ", y " + y + ": " + level.layers.filter((layer) => layer.data).map((layer) => {
			const gid = layer.data[y * level.width + x], set = gid ? setOf(gid) : null;
			return layer.name + " " + (set ? gid - set.firstgid : gid);
		}).join(", ");
	};
	let grip = null;
	canvas.addEventListener("pointerdown", (event) => { grip = [event.clientX, event.clientY, left, top]; canvas.setPointerCapture(event.pointerId); });
	canvas.addEventListener("pointerup", () => { grip = null; });
	canvas.addEventListener("pointermove", (event) => {
		at.textContent = cellAt(event);
		if (grip) moveTo(grip[2] - (event.clientX - grip[0]) / zoom, grip[3] - (event.clientY - grip[1]) / zoom);
	});
	canvas.addEventListener("wheel", (event) => {
		event.preventDefault();
		zoomTo(event.deltaY < 0 ? zoom * 2 : zoom / 2, event.offsetX, event.offsetY);
	}, { passive: false });
	canvas.addEventListener("keydown", (event) => {
		const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, by = steps[event.key];
		if (by) moveTo(left + by[0] * 4 * tw, top + by[1] * 4 * th);
		else if (event.key === "+") zoomBy(2);
		else if (event.key === "-") zoomBy(0.5);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	for (const set of sets) set.picture.addEventListener("load", plan);
	let timer = 0;
	const animate = (on) => {
		if (timer) timer = stop(timer) || 0;
		if (on) timer = repeat(() => { time += 80; plan(); }, 80);
	};
	const isAnimated = sets.some((set) => set.animations.size);
	const box = make("div", {}, canvas);
	/* As wide as there is room, pixel by pixel. */
	new ResizeObserver(() => { canvas.width = Math.floor(box.clientWidth); moveTo(left, top); }).observe(box);
	return make("div", {}, make("div", { class: "tools" },
		makeButton("\u2212", () => zoomBy(0.5), { "aria-label": "Smaller" }), scale,
		makeButton("+", () => zoomBy(2), { "aria-label": "Larger" }),
		...level.layers.map((layer, i) => makeCheck(layer.name, shown[i], (on) => { shown[i] = on; plan(); })),
		...(isAnimated ? [makeCheck("animated", false, animate)] : []), at), box);
}

/* Without tiles it shows values. */
viewers.unshift({ has: (asset, own) => own.level, view: levelView, isPicture: (own) => own.level && own.level.tilesets.length > 0 });
