// node --test: the page EXHUME_PAGE, from the file system, in Chromium. With EXHUME_PICTURES
// it leaves pictures of the page in that folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { Browser } from "../browser.mjs";

const hasBrowser = (() => {
	try {
		execFileSync("chromedriver", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
})();
const options = { skip: hasBrowser ? false : "no chromedriver" };
const archives = join(process.env.EXHUME_TESTDATA, "archives"), page = pathToFileURL(process.env.EXHUME_PAGE).href;
let browser = null, scratch = null;

before(async () => {
	if (!hasBrowser) return;
	scratch = mkdtempSync(join(tmpdir(), "exhume-page-"));
	browser = await Browser.start();
});
after(async () => {
	if (browser) await browser.end();
	if (scratch) rmSync(scratch, { recursive: true });
});

async function show(name) {
	if (process.env.EXHUME_PICTURES) writeFileSync(join(process.env.EXHUME_PICTURES, name + ".png"), await browser.picture());
}
// Opens the page and gives it a folder.
async function drop(folder) {
	await browser.go(page);
	await browser.type("#folder", folder);
	await browser.until("return !document.getElementById('found').hidden || !document.getElementById('problem').hidden");
}
async function quiet() {
	const messages = (await browser.messages()).filter(({ level }) => level === "SEVERE" || level === "WARNING");
	assert.deepEqual(messages.map(({ message }) => message), []);
}
const frames = "return Number(document.getElementById('screen').dataset.frames || 0)";
const colors = `const c = document.getElementById("screen"), d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);
	return new Set(d).size`;

test("Keen is played from a file, with sound and keys, and its assets are shown", options, async () => {
	await browser.go(page);
	await show("start");
	await drop(join(archives, "dreams"));
	assert.match(await browser.run("return document.getElementById('games').innerText"), /Keen/);
	await browser.run("const s = document.querySelector('#games select'); s.value = '1'");
	await browser.click("#games button");
	await browser.until(frames + " > 30");
	assert.ok(await browser.run(colors) > 4, "the screen has colors");
	assert.ok(await browser.until("return Number(document.getElementById('screen').dataset.sound) > 20000"));
	assert.equal(await browser.run("return document.activeElement.id"), "screen");
	await show("keen");
	// Paused, no frame comes: what is shown stays.
	await browser.click("#pause");
	assert.equal(await browser.run("return document.getElementById('pause').getAttribute('aria-pressed')"), "true");
	await browser.click("#pause");
	const here = await browser.run(frames);
	await browser.until(`${frames} > ${here} + 10`);
	await browser.click("#stop");
	await browser.click("#extract");
	await browser.until("return !document.getElementById('browse').hidden && document.getElementById('frame').contentDocument.querySelectorAll('.card').length > 5");
	await browser.until("const i = document.getElementById('frame').contentDocument.querySelector('.card img'); return i && i.complete && i.naturalWidth > 0");
	await show("assets");
	await browser.run("document.getElementById('frame').contentDocument.querySelector('.card').click()");
	await browser.until("return document.getElementById('frame').contentDocument.querySelector('#detail').open");
	await show("asset");
	await quiet();
});

for (const [name, engine] of [["lodge", "SCI0"], ["beacon", "ZVision"]])
	test(`${name} is played with the mouse`, options, async () => {
		await drop(join(archives, name));
		assert.match(await browser.run("return document.getElementById('games').innerText"), new RegExp(engine));
		await browser.click("#games button");
		await browser.until(frames + " > 5");
		await browser.until(colors.replace("return new Set(d).size", "return new Set(d).size > 3"));
		await browser.click("#screen");
		const here = await browser.run(frames);
		await browser.until(`${frames} > ${here} + 5`);
		await show(name);
		await browser.click("#stop");
		assert.equal(await browser.run("return document.getElementById('play').hidden"), true);
		await quiet();
	});

test("several games in one folder are told apart, and what is no game is told", options, async () => {
	cpSync(join(archives, "lodge"), join(scratch, "disk/lodge"), { recursive: true });
	cpSync(join(archives, "dreams"), join(scratch, "disk/dreams"), { recursive: true });
	await drop(join(scratch, "disk"));
	assert.equal(await browser.run("return document.querySelectorAll('.game').length"), 2);
	await browser.click("#extract");
	await browser.until("return !document.getElementById('browse').hidden && document.getElementById('indexes').options.length === 2");
	cpSync(join(archives, "README.md"), join(scratch, "none/readme.md"));
	await drop(join(scratch, "none"));
	assert.match(await browser.run("return document.getElementById('status').textContent"), /^No game/);
	await browser.click("#extract");
	await browser.until("return !document.getElementById('problem').hidden");
	assert.match(await browser.run("return document.getElementById('problem').textContent"), /no game/i);
});

test("the ZIP of the results is whole, and a ZIP can be dropped", options, async () => {
	await drop(join(archives, "audiot"));
	await browser.click("#extract");
	await browser.until("return !document.getElementById('download').hidden");
	const text = await browser.run(`return writeZip([...made]).then((zip) => readZip(zip)).then((list) => list.length + " " + made.size)`);
	assert.equal(text.split(" ")[0], text.split(" ")[1]);
	const bytes = Buffer.from(await browser.run(`return writeZip([...made]).then((zip) => zip.arrayBuffer()).then((b) => btoa(Array.from(new Uint8Array(b), (c) => String.fromCharCode(c)).join("")))`), "base64");
	writeFileSync(join(scratch, "made.zip"), bytes);
	execFileSync("python3", ["-c", "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; assert 'index.html' in z.namelist()", join(scratch, "made.zip")]);
	execFileSync("python3", ["-c", "import sys,zipfile,os\nz=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)\nfor n in os.listdir(sys.argv[2]): z.write(os.path.join(sys.argv[2],n),'Game/'+n)\nz.close()",
		join(scratch, "game.zip"), join(archives, "dreams")]);
	await browser.go(page);
	await browser.type("#files", join(scratch, "game.zip"));
	await browser.until("return !document.getElementById('found').hidden");
	assert.match(await browser.run("return document.getElementById('games').innerText"), /Keen/);
	writeFileSync(join(scratch, "bad.zip"), readFileSync(join(scratch, "game.zip")).subarray(0, 500));
	await browser.go(page);
	await browser.type("#files", join(scratch, "bad.zip"));
	await browser.until("return /damaged/.test(document.getElementById('problem').textContent)");
	await quiet();
});

test("the page asks no network for anything, and each control has a name", options, async () => {
	await browser.go(page);
	assert.match(await browser.run("return document.querySelector('meta[http-equiv]').content"), /^default-src 'none'/);
	assert.equal(await browser.run("return fetch('https://example.org/').then(() => 'there', () => 'refused')"), "refused");
	const nameless = await browser.run(`return [...document.querySelectorAll("button, input, select, iframe, progress, canvas")].filter((e) =>
		!(e.textContent.trim() || e.getAttribute("aria-label") || e.title || (e.labels && e.labels.length))).map((e) => e.id)`);
	assert.deepEqual(nameless, []);
});
