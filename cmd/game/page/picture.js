/*
 * Pictures: zoom by whole pixels, loops that play, hit boxes and origins.
 */
let zoomed = 2;

/* Where the point is that the game places, in pixels of the picture; NULL: not known. */
function originOf(asset, name) {
	const cel = celOf(asset, name);
	if (cel) return [Math.floor(cel.width / 2) - (cel.dx || 0) * (cel.mirrored ? -1 : 1), cel.height - 1 - cel.dy];
	if (asset.origin && asset.hitbox) return [-asset.origin[0], -asset.origin[1]];
	if (asset.hot_x !== undefined) return [asset.hot_x, asset.hot_y];
	return null;
}

/* Of a view: NAME/LOOP-CEL.png. */
function celOf(asset, name) {
	const place = /\/(\d+)-(\d+)\.\w+$/.exec(name), loop = asset.loops && place && asset.loops[Number(place[1])];
	const cel = loop && loop.cels && loop.cels[Number(place[2])];
	return cel ? { ...cel, mirrored: loop.mirrored } : null;
}

/* left, top, width, height in pixels of the picture. */
function hitBoxOf(asset) {
	if (!asset.hitbox) return null;
	const [ox, oy] = asset.origin || [0, 0], [left, top, right, bottom] = asset.hitbox;
	return [left - ox, top - oy, right - left + 1, bottom - top + 1];
}

function pictureView(asset) {
	const pictures = asset.files.filter(isPicture);
	const image = make("img", { alt: asset.id }), picture = make("div", { class: "picture" }, image);
	const name = make("code"), scale = make("span"), about = make("span", { class: "soft" });
	let current = 0, timer = 0, marked = true;
	const marks = () => {
		for (const mark of picture.querySelectorAll(".box, .origin")) mark.remove();
		const box = hitBoxOf(asset), origin = originOf(asset, pictures[current]), z = zoomed;
		about.textContent = [image.naturalWidth + "\u00d7" + image.naturalHeight,
			origin && "origin " + origin.join(", "), box && "hit box " + box.join(", ")].filter(Boolean).join("; ");
		if (!marked) return;
		if (box) picture.append(make("div", { class: "box", style: { left: box[0] * z + "px", top: box[1] * z + "px",
			width: box[2] * z + "px", height: box[3] * z + "px" } }));
		if (origin) picture.append(make("div", { class: "origin", style: { left: (origin[0] + 0.5) * z + "px", top: (origin[1] + 0.5) * z + "px" } }));
	};
	const size = () => {
		image.style.width = image.naturalWidth * zoomed + "px";
		image.style.height = image.naturalHeight * zoomed + "px";
		scale.textContent = zoomed + "\u00d7";
		place();
		marks();
	};
	/* In a loop that plays, the origin stays where it is. */
	const place = () => {
		const origin = timer && originOf(asset, pictures[current]);
		picture.style.marginLeft = origin ? Math.max(0, 160 - origin[0]) * zoomed + "px" : "";
		picture.style.marginTop = origin ? Math.max(0, 100 - origin[1]) * zoomed + "px" : "";
	};
	const choose = (n) => {
		current = (n + pictures.length) % pictures.length;
		image.src = pathOf(pictures[current]);
		name.textContent = pictures[current];
	};
	const zoom = (z) => { zoomed = clamp(z, 1, 16); size(); };
	const play = () => {
		const loop = pictures[current].replace(/-?[0-9]+\.[a-z]+$/, "");
		if (timer) timer = stop(timer) || 0;
		else timer = repeat(() => { do choose(current + 1); while (!pictures[current].startsWith(loop)); }, 160);
		playing.setAttribute("aria-pressed", String(Boolean(timer)));
		size();
	};
	const playing = makeButton("Play loop", play, { "aria-pressed": "false" });
	image.addEventListener("load", size);
	const parts = [make("div", { class: "tools" },
		makeButton("\u2212", () => zoom(zoomed - 1), { "aria-label": "Smaller" }), scale,
		makeButton("+", () => zoom(zoomed + 1), { "aria-label": "Larger" }),
		...(hitBoxOf(asset) || originOf(asset, pictures[0]) ?
			[makeCheck("hit box and origin", true, (on) => { marked = on; marks(); })] : []),
		...(pictures.length > 1 ? [playing] : []), name, about),
		make("div", { class: "stage", tabindex: "0", "aria-label": "Picture" }, picture)];
	if (pictures.length > 1)
		parts.push(make("div", { class: "strip" }, ...pictures.map((file, n) => makeButton(make("img", { src: pathOf(file), alt: "", loading: "lazy" }),
			() => choose(n), { title: file, "aria-label": file }))));
	choose(0);
	return make("div", {}, ...parts);
}

viewers.push({ has: (asset) => asset.files.some(isPicture), view: pictureView });
