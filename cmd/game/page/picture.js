/*
 * Pictures: zoom by whole pixels, loops and animations that play, pause and step, hit
 * boxes and origins.
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

/* Play or pause, a slider, and a step either way, over count() frames. show(i) shows one;
 * lasts(i): milliseconds. */
function player(count, show, lasts) {
	let at = 0, timer = 0;
	const slider = makeSlider("Frame", 0, (i) => { pause(); goTo(i); }), said = make("span", { class: "soft frame", role: "status" });
	const goTo = (i) => {
		at = count() ? (i + count()) % count() : 0;
		slider.max = String(Math.max(0, count() - 1));
		slider.value = String(at);
		said.textContent = at + 1 + " of " + count();
		show(at);
	};
	const pause = () => {
		if (timer) timer = stop(timer) || 0;
		button.textContent = "Play loop";
		button.setAttribute("aria-pressed", "false");
	};
	const play = () => {
		let left = lasts(at);
		if (timer) {
			pause();
			goTo(at);
			return;
		}
		button.textContent = "Pause";
		button.setAttribute("aria-pressed", "true");
		timer = repeat(() => {
			left -= TICK;
			if (left > 0) return;
			goTo(at + 1);
			left += lasts(at);
		}, TICK);
		goTo(at);
	};
	const button = makeButton("Play loop", play, { "aria-pressed": "false" });
	const stepBy = (by) => () => { pause(); goTo(at + by); };
	return { goTo, isPlaying: () => Boolean(timer), at: () => at, parts: [button, makeButton("\u2039", stepBy(-1), { "aria-label": "Frame before" }),
		slider, makeButton("\u203a", stepBy(1), { "aria-label": "Next frame" }), said] };
}

const TICK = 20, CEL_LASTS = 160; /* milliseconds */

/* Buttons for the size in whole pixels. */
function zoomTools(size) {
	const scale = make("span"), zoom = (z) => { zoomed = clamp(z, 1, 16); scale.textContent = zoomed + "\u00d7"; size(); };
	scale.textContent = zoomed + "\u00d7";
	return [makeButton("\u2212", () => zoom(zoomed - 1), { "aria-label": "Smaller" }), scale,
		makeButton("+", () => zoom(zoomed + 1), { "aria-label": "Larger" })];
}

function pictureView(asset) {
	const pictures = asset.files.filter(isPicture);
	const image = make("img", { alt: asset.id }), picture = make("div", { class: "picture" }, image);
	const name = make("code"), about = make("span", { class: "soft" });
	let current = 0, marked = true;
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
		place();
		marks();
	};
	/* In a loop that plays, the origin stays where it is. */
	const place = () => {
		const origin = loop.isPlaying() && originOf(asset, pictures[current]);
		picture.style.marginLeft = origin ? Math.max(0, 160 - origin[0]) * zoomed + "px" : "";
		picture.style.marginTop = origin ? Math.max(0, 100 - origin[1]) * zoomed + "px" : "";
	};
	const choose = (n) => {
		current = n;
		image.src = fileOf(pictures[current]);
		name.textContent = pictures[current];
	};
	/* Files of the loop of the one that is shown: NAME/LOOP-CEL.png. */
	const loopOf = (n) => {
		const stem = (file) => file.replace(/-?[0-9]+\.[a-z]+$/, "");
		return pictures.map((_, i) => i).filter((i) => stem(pictures[i]) === stem(pictures[n]));
	};
	let cels = loopOf(0);
	const loop = player(() => cels.length, (i) => { choose(cels[i]); place(); }, () => CEL_LASTS);
	const pick = (n) => {
		cels = loopOf(n);
		loop.goTo(cels.indexOf(n));
	};
	image.addEventListener("load", size);
	const parts = [make("div", { class: "tools" }, ...zoomTools(size),
		...(hitBoxOf(asset) || originOf(asset, pictures[0]) ?
			[makeCheck("hit box and origin", true, (on) => { marked = on; marks(); })] : []),
		...(pictures.length > 1 ? loop.parts : []), name, about),
		make("div", { class: "stage", tabindex: "0", "aria-label": "Picture" }, picture)];
	if (pictures.length > 1)
		parts.push(make("div", { class: "strip" }, ...pictures.map((file, n) => makeButton(thumbnail(file, [96, 96]),
			() => pick(n), { title: file, "aria-label": file }))));
	pick(0);
	return make("div", {}, ...parts);
}

/* An animation in one file, whose frames can be had: an image element neither pauses nor
 * steps. data: its bytes in base64. */
function animationView(asset, own) {
	const { file, type, data } = own.animation;
	const canvas = make("canvas", { width: "1", height: "1", role: "img", "aria-label": file }), times = [];
	const decoder = new ImageDecoder({ data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)), type });
	const about = make("span", { class: "soft" });
	let count = 0, wanted = 0;
	const size = () => {
		canvas.style.width = canvas.width * zoomed + "px";
		canvas.style.height = canvas.height * zoomed + "px";
	};
	const draw = async (i) => {
		wanted = i;
		if (!count) return;
		const { image } = await decoder.decode({ frameIndex: i });
		times[i] = (image.duration || 100000) / 1000;
		if (wanted === i) {
			if (canvas.width !== image.displayWidth || canvas.height !== image.displayHeight) {
				canvas.width = image.displayWidth;
				canvas.height = image.displayHeight;
				size();
			}
			const context = canvas.getContext("2d");
			context.clearRect(0, 0, canvas.width, canvas.height);
			context.drawImage(image, 0, 0);
			canvas.dataset.frame = i;
			about.textContent = canvas.width + "\u00d7" + canvas.height + "; " + Math.round(times[i]) + " ms";
		}
		image.close();
	};
	const loop = player(() => count, (i) => { draw(i).catch(() => { about.textContent = "this frame can't be decoded"; }); }, (i) => times[i] || 100);
	decoder.tracks.ready.then(() => decoder.completed).then(() => {
		count = decoder.tracks.selectedTrack.frameCount;
		loop.goTo(0);
	}).catch(() => { about.textContent = "can't be decoded: open the file below"; });
	return make("div", {}, make("div", { class: "tools" }, ...zoomTools(size), ...loop.parts, make("code", {}, file), about),
		make("div", { class: "stage", tabindex: "0", "aria-label": "Animation" }, make("div", { class: "picture" }, canvas)));
}

viewers.push({ has: (asset, own) => own.animation && window.ImageDecoder, view: animationView, isPicture: () => true });
viewers.push({ has: (asset) => asset.files.some(isPicture), view: pictureView, isPicture: () => true });
