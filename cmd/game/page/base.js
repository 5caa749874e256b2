"use strict";
const byId = (id) => document.getElementById(id);

/* An element. Styles are set through its style object: the policy forbids attributes. */
function make(tag, options, ...children) {
	const element = document.createElement(tag);
	for (const [key, value] of Object.entries(options || {})) {
		if (key === "class") element.className = value;
		else if (key === "style") Object.assign(element.style, value);
		else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
		else if (value !== false) element.setAttribute(key, value === true ? "" : value);
	}
	element.append(...children);
	return element;
}

function makeButton(label, onclick, options) {
	return make("button", { type: "button", onclick, ...options }, label);
}

function makeCheck(label, checked, onchange) {
	const input = make("input", { type: "checkbox", checked, onchange: () => onchange(input.checked) });
	return make("label", {}, input, " " + label);
}

function makeSlider(label, most, oninput) {
	const input = make("input", { type: "range", min: "0", max: String(most), value: "0", "aria-label": label,
		oninput: () => oninput(Number(input.value)) });
	return input;
}

const SVG = "http://www.w3.org/2000/svg";

function makeSvg(tag, options, ...children) {
	const element = document.createElementNS(SVG, tag);
	for (const [key, value] of Object.entries(options || {})) {
		if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
		else element.setAttribute(key, value);
	}
	element.append(...children);
	return element;
}

/* Files are beside the page; or where the one says that shows it in a frame. */
const pathOf = (window.frameElement && window.frameElement.pathOf) || ((name) => name.split("/").map(encodeURIComponent).join("/")
	.replace(/%EE%B([EF])%([89AB][0-9A-F])/g, (all, row, low) => "%" + (parseInt(low, 16) + (row === "F" ? 64 : 0)).toString(16).toUpperCase()));
/* Of the game that is shown: in a page of several it lies in a folder. */
let base = "";
const fileOf = (name) => pathOf(base + name);
const endsWith = (name, ...endings) => endings.some((ending) => name.toLowerCase().endsWith(ending));
const isPicture = (name) => endsWith(name, ".png", ".apng", ".gif", ".svg");
const isSound = (name) => endsWith(name, ".wav", ".flac");
const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits || 1, "0");
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/* Data come as scripts: a page of the file system may not fetch files. They call a
 * function of the page. The same one is loaded once. */
const loaded = new Map();

function load(name) {
	if (!loaded.has(name))
		loaded.set(name, new Promise((resolve, reject) => {
			const script = make("script", { src: pathOf(name), "data-base": base, onerror: reject,
				onload: () => { script.remove(); resolve(); } });
			document.head.append(script);
		}));
	return loaded.get(name);
}

/* False of a script of another game, which was left before it came. */
const isOfThisGame = () => !document.currentScript || document.currentScript.dataset.base === base;

/* By the largest whole factor that has room, or divided by the smallest whole number. */
function wholeScale(width, height, room) {
	const fit = Math.min(room[0] / width, room[1] / height);
	return fit >= 1 ? Math.min(Math.floor(fit), 8) : 1 / Math.ceil(1 / fit);
}

function thumbnail(name, room) {
	const image = make("img", { src: fileOf(name), alt: "", loading: "lazy" });
	image.addEventListener("load", () => {
		const scale = wholeScale(image.naturalWidth || room[0], image.naturalHeight || room[1], room);
		image.style.width = Math.floor(image.naturalWidth * scale) + "px";
		image.style.height = Math.floor(image.naturalHeight * scale) + "px";
		image.style.imageRendering = scale < 1 ? "auto" : "pixelated";
	});
	return image;
}

/* What must stop when something else is shown: timers. */
const running = new Set();

function repeat(work, milliseconds) {
	const timer = setInterval(work, milliseconds);
	running.add(timer);
	return timer;
}

function stop(timer) {
	clearInterval(timer);
	running.delete(timer);
}

function stopAll() {
	for (const timer of running) clearInterval(timer);
	running.clear();
}

byId("theme").addEventListener("click", () => {
	const root = document.documentElement, dark = root.dataset.theme === "dark" ||
		(!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
	root.dataset.theme = dark ? "light" : "dark";
});
