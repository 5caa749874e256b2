/*
 * Pics being drawn: each step changes runs of pixels of three maps. The visual map has two
 * colours a byte, for pixels in turn.
 */
const EGA = [[0, 0, 0], [0, 0, 170], [0, 170, 0], [0, 170, 170], [170, 0, 0], [170, 0, 170], [170, 85, 0], [170, 170, 170],
	[85, 85, 85], [85, 85, 255], [85, 255, 85], [85, 255, 255], [255, 85, 85], [255, 85, 255], [255, 255, 85], [255, 255, 255]];

function picView(asset, own) {
	const pic = own.pic, maps = ["visual", "priority", "control"];
	const canvas = make("canvas", { class: "pic", width: String(pic.width), height: String(pic.height), role: "img", "aria-label": "Being drawn" });
	const context = canvas.getContext("2d"), image = context.createImageData(pic.width, pic.height);
	const said = make("code", { class: "step", role: "status" });
	let map = 0, done = 0, timer = 0;
	const clear = () => { for (let i = 0; i < pic.width * pic.height; i++) setPixel(i, EGA[map === 0 ? 15 : 0]); };
	const setPixel = (i, rgb) => image.data.set([...rgb, 255], 4 * i);
	const drawRun = (runs, at) => {
		const part = (from, to) => parseInt(runs.slice(at + from, at + to), 16);
		const y = part(0, 2), x = part(2, 5), length = part(5, 8), value = part(8, 10);
		for (let k = x; k < x + length; k++)
			setPixel(y * pic.width + k, EGA[map === 0 && (k ^ y) & 1 ? value >> 4 : value & 15]);
	};
	const drawStep = (step) => { for (let at = 0; at < step[1 + map].length; at += 10) drawRun(step[1 + map], at); };
	const lineAt = (offset) => {
		const text = state.texts && state.texts[asset.id], mark = "# 0x" + hex(offset, 4).toLowerCase();
		const line = text && text.split("\n").find((one) => one.includes(mark));
		return line ? line.replace(/\s*#.*/, "") : "";
	};
	const goTo = (count) => {
		if (count < done || count === 0) { clear(); done = 0; }
		while (done < count) drawStep(pic.steps[done++]);
		context.putImageData(image, 0, 0);
		slider.value = String(done);
		said.textContent = done + " of " + pic.steps.length + (done ? ": " + lineAt(pic.steps[done - 1][0]) : "");
	};
	const play = () => {
		if (timer) timer = stop(timer) || 0;
		else {
			if (done === pic.steps.length) goTo(0);
			timer = repeat(() => {
				goTo(Math.min(done + Math.ceil(pic.steps.length / 400), pic.steps.length));
				if (done === pic.steps.length) play();
			}, 30);
		}
		button.setAttribute("aria-pressed", String(Boolean(timer)));
	};
	const slider = makeSlider("Steps", pic.steps.length, goTo), button = makeButton("Draw it", play, { "aria-pressed": "false" });
	const choose = make("select", { "aria-label": "Map", onchange: () => { map = choose.selectedIndex; const count = done; goTo(0); goTo(count); } },
		...maps.map((name) => make("option", {}, name)));
	withTexts().then(() => goTo(done));
	goTo(pic.steps.length);
	return make("div", {}, make("div", { class: "tools" }, button, choose, slider,
		makeButton("\u2039", () => goTo(Math.max(0, done - 1)), { "aria-label": "Step back" }),
		makeButton("\u203a", () => goTo(Math.min(pic.steps.length, done + 1)), { "aria-label": "Step on" }), said), canvas);
}

viewers.unshift({ has: (asset, own) => own.pic, view: picView, isPicture: () => true });
