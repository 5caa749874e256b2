/*
 * Sounds: their waves, and the notes of songs, with a line where it plays. A click or an
 * arrow key goes there.
 */
const CHANNEL_COLORS = ["#d1495b", "#00798c", "#c98b00", "#5b7f2b", "#7a5ba8", "#b5541c", "#2f6fb5", "#a83f82", "#667085",
	"#3c9d7c", "#8a6d3b", "#c2410c", "#4d7c0f", "#0e7490", "#9333ea", "#be185d"];

const AXIS = 1000; /* columns of all pictures of a sound, for the same seconds */

/* A picture with the line, of the seconds of the axis; paint(context, xOf, height) draws
 * it once, xOf(time) is a column. */
function timeline(label, height, seconds, audio, paint) {
	const canvas = make("canvas", { width: String(AXIS), height: String(height), class: height > 40 ? "wave" : "axis", tabindex: audio ? "0" : "-1",
		role: audio ? "slider" : "img", "aria-label": label, "aria-valuemin": "0", "aria-valuemax": seconds.toFixed(1), "aria-valuenow": "0",
		"data-seconds": String(seconds) });
	const context = canvas.getContext("2d"), still = make("canvas", { width: String(AXIS), height: String(height) });
	const xOf = (time) => time / seconds * AXIS;
	paint(still.getContext("2d"), xOf, height);
	const show = () => {
		context.clearRect(0, 0, AXIS, height);
		context.drawImage(still, 0, 0);
		if (!audio) return;
		context.fillStyle = color("--bad");
		context.fillRect(xOf(audio.currentTime), 0, 2, height);
		canvas.setAttribute("aria-valuenow", audio.currentTime.toFixed(1));
	};
	const seek = (time) => { audio.currentTime = clamp(time, 0, seconds); show(); };
	show();
	if (audio) {
		audio.addEventListener("timeupdate", show);
		audio.addEventListener("play", () => { const timer = repeat(() => { show(); if (audio.paused) stop(timer); }, 40); });
		canvas.addEventListener("click", (event) => seek((event.offsetX / canvas.clientWidth) * seconds));
		canvas.addEventListener("keydown", (event) => {
			if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
				seek(audio.currentTime + (event.key === "ArrowRight" ? 1 : -1) * Math.max(seconds / 50, 0.05));
				event.stopPropagation();
			} else if (event.key === " ") {
				if (audio.paused) audio.play(); else audio.pause();
				event.preventDefault();
			}
		});
	}
	return canvas;
}

/* Seconds between its marks: 1, 2 or 5 times a power of ten, at most 20 of them. */
function axisStep(seconds) {
	const least = seconds / 20, power = 10 ** Math.floor(Math.log10(least));
	return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least);
}

function paintAxis(seconds) {
	const step = axisStep(seconds), digits = Math.max(0, -Math.floor(Math.log10(step)));
	return (context, xOf, height) => {
		context.font = "11px sans-serif";
		context.fillStyle = color("--soft");
		for (let i = 0; i * step <= seconds; i++) {
			context.fillRect(xOf(i * step), 0, 1, 5);
			context.fillText((i * step).toFixed(digits) + (i ? "" : " s"), xOf(i * step) + 3, height - 3);
		}
	};
}

function paintWave(wave) {
	const { peaks, seconds } = wave;
	return (context, xOf, height) => {
		const count = peaks.length / 4, scale = height / 255, end = xOf(seconds);
		context.fillStyle = color("--soft");
		context.fillRect(0, height / 2, end, 1);
		context.fillStyle = color("--mark");
		for (let i = 0; i < count; i++) {
			const least = parseInt(peaks.slice(4 * i, 4 * i + 2), 16), most = parseInt(peaks.slice(4 * i + 2, 4 * i + 4), 16);
			context.fillRect(i * end / count, (255 - most) * scale, Math.max(1, end / count), Math.max(1, (most - least) * scale));
		}
	};
}

const NOTE_NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
const noteName = (pitch) => NOTE_NAMES[((pitch % 12) + 12) % 12] + (Math.floor(pitch / 12) - 1);

/* From the lowest note to the highest; a line at each C. */
function paintRoll(roll) {
	const pitches = roll.notes.map((note) => note[3]);
	const low = Math.floor(pitches.reduce((a, b) => Math.min(a, b))) - 1, high = Math.ceil(pitches.reduce((a, b) => Math.max(a, b))) + 1;
	return (context, xOf, height) => {
		const row = height / (high - low + 1), yOf = (pitch) => (high - pitch) * row;
		context.font = "11px sans-serif";
		for (let pitch = Math.ceil(low / 12) * 12; pitch <= high; pitch += 12) {
			context.fillStyle = color("--line");
			context.fillRect(0, yOf(pitch) + row, xOf(roll.seconds), 1);
			context.fillStyle = color("--soft");
			context.fillText(noteName(pitch), 2, yOf(pitch) + row - 2);
		}
		for (const [channel, start, end, pitch, level] of roll.notes) {
			context.globalAlpha = 0.45 + 0.55 * level;
			context.fillStyle = CHANNEL_COLORS[channel % CHANNEL_COLORS.length];
			context.fillRect(xOf(start), yOf(pitch), Math.max(1.5, xOf(end) - xOf(start)), Math.max(2, row - 1));
		}
		context.globalAlpha = 1;
	};
}

function soundView(asset, own) {
	const parts = [], waves = own.waves || [];
	const seconds = Math.max(0, ...waves.map((wave) => wave.seconds), own.roll ? own.roll.seconds : 0);
	let first = null;
	for (const file of asset.files.filter(isSound)) {
		const wave = waves.find((item) => item.file === file);
		const audio = make("audio", { controls: true, preload: "none", src: fileOf(file) });
		first = first || audio;
		parts.push(make("div", { class: "tools" }, make("code", {}, file), audio, wave ? wave.seconds.toFixed(2) + " s" : ""));
		if (wave) parts.push(timeline("Wave of " + file, 120, seconds, audio, paintWave(wave)));
	}
	if (seconds) parts.push(timeline("Seconds", 20, seconds, null, paintAxis(seconds)));
	if (own.roll) {
		const channels = [...new Set(own.roll.notes.map((note) => note[0]))].sort((a, b) => a - b);
		parts.push(make("h3", {}, "Notes (" + own.roll.notes.length + ")"),
			timeline("Notes", 260, seconds, first, paintRoll(own.roll)),
			make("p", { class: "legend" }, ...channels.map((channel) => make("span", {},
				make("span", { class: "swatch", style: { background: CHANNEL_COLORS[channel % CHANNEL_COLORS.length] } }), " channel " + channel))));
	}
	return make("div", { class: "sound" }, ...parts);
}

viewers.push({ has: (asset, own) => asset.files.some(isSound) || own.roll, view: soundView });
