// node --test: the package in EXHUME_PACKAGE, with the samples in EXHUME_TESTDATA.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";

const exhume = await import(pathToFileURL(join(process.env.EXHUME_PACKAGE, "index.js")));
const archives = join(process.env.EXHUME_TESTDATA, "archives");
const game = (name) => new Map(readdirSync(join(archives, name)).map((file) => [file, readFileSync(join(archives, name, file))]));

test("the version is the package's", async () => {
	const { version } = JSON.parse(readFileSync(join(process.env.EXHUME_PACKAGE, "package.json")));
	assert.equal(await exhume.version(), version);
	const run = await exhume.run(["--version"]);
	assert.equal(run.status, 0);
	assert.match(run.stdout, new RegExp("^exhume " + version));
});

test("usage, bad input and what is done differ in their status", async () => {
	assert.equal((await exhume.run([])).status, 2);
	const wrong = await exhume.run(["egagrab", "--no-such-option"]);
	assert.equal(wrong.status, 2);
	assert.match(wrong.stderr, /no-such-option/);
	const lost = await exhume.run(["identify", "nowhere"]);
	assert.equal(lost.status, 1);
	assert.match(lost.stderr, /nowhere/);
	assert.equal((await exhume.run(["help", "extract"])).status, 2);
});

test("a run makes files and leaves its inputs alone", async () => {
	const files = game("dreams"), before = new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes)]));
	const { status, files: made } = await exhume.run(["extract", "-q", "-o", "out", "."], files);
	assert.equal(status, 0);
	for (const name of files.keys()) assert.ok(!made.has(name), name);
	for (const [name, bytes] of files) assert.ok(before.get(name).equals(bytes), name);
	const index = JSON.parse(new TextDecoder().decode(made.get("out/index.json")));
	assert.equal(index.format, "extract");
	assert.ok(index.assets.length > 100);
	assert.ok(made.has("out/index.html"));
});

// WAV files of 16 bits whose samples differ by 1 at most.
function isAlike(a, b) {
	if (a.length !== b.length || !a.subarray(0, 44).equals(b.subarray(0, 44))) return false;
	for (let at = 44; at + 1 < a.length; at += 2) if (Math.abs(a.readInt16LE(at) - b.readInt16LE(at)) > 1) return false;
	return true;
}

test("what is made is what the native program makes", { skip: !process.env.EXHUME }, async () => {
	const { execFileSync } = await import("node:child_process");
	const { mkdtempSync, rmSync } = await import("node:fs");
	const folder = mkdtempSync("/tmp/exhume-npm-");
	try {
		for (const name of ["dreams", "lodge", "shaft"]) {
			execFileSync(process.env.EXHUME, ["extract", "-q", "--formats", "wav", "-o", join(folder, name), "."], { cwd: join(archives, name) });
			const { files } = await exhume.run(["extract", "-q", "--formats", "wav", "-o", "out", "."], game(name));
			// index-place is written only where the game and the output have no folder in common.
			const native = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
				.filter((file) => file.isFile() && file.name !== "index-place")
				.map((file) => join(file.path, file.name).slice(folder.length + name.length + 2));
			assert.deepEqual([...files.keys()].map((path) => path.slice(4)).sort(), native.sort());
			for (const path of native) {
				const ours = Buffer.from(files.get("out/" + path)), theirs = readFileSync(join(folder, name, path));
				// libsoxr rounds as its vectors do; indexes and manifests have the sums of these files.
				if (path.endsWith(".wav")) assert.ok(isAlike(ours, theirs), `${name}/${path} differs`);
				else if (!/^index|manifest\.json$/.test(path)) assert.ok(ours.equals(theirs), `${name}/${path} differs`);
			}
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
});

function crc32(bytes) {
	let crc = ~0;
	for (const byte of bytes) {
		crc ^= byte;
		for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}

test("a game that is run has the checksums of its pictures", async () => {
	const line = ["keen-run", "--map", "1", "--frames", "40", "--state", "s.tsv", "-o", "p.raw", "--format", "raw", "."];
	const { status, files } = await exhume.run(line, game("dreams"));
	assert.equal(status, 0);
	const [head, ...rows] = new TextDecoder().decode(files.get("s.tsv")).replace(/\n$/, "").split("\n");
	const column = head.split("\t").indexOf("crc32"), pixels = files.get("p.raw");
	assert.equal(rows.length, 40);
	const size = pixels.length / rows.length, sums = new Set();
	rows.forEach((row, i) => {
		const sum = row.split("\t")[column];
		assert.equal(sum, crc32(pixels.subarray(i * size, (i + 1) * size)).toString(16).padStart(8, "0"), `frame ${i}`);
		sums.add(sum);
	});
	assert.ok(sums.size > 1);
});

test("binary output and standard input pass unchanged", async () => {
	const content = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) & 255);
	const packed = await exhume.run(["identify", "--json", "-"], {}, { stdin: readFileSync(join(archives, "zvision/HILLS.TGA")) });
	assert.equal(JSON.parse(packed.stdout).results[0].family, "zvision");
	const { output } = await exhume.run(["tgz2png", "-o", "-", "h.tga"], { "h.tga": readFileSync(join(archives, "zvision/HILLS.TGA")) });
	assert.deepEqual([...output.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
	const bad = await exhume.run(["tgz2png", "-o", "-", "-"], {}, { stdin: content });
	assert.equal(bad.status, 1);
});

test("identify names each file", async () => {
	const { results } = await exhume.identify({ "folder/a.ega": readFileSync(join(archives, "ega/SAMPLE.EGA")) });
	assert.equal(results[0].format, "keen-egagraph");
});

test("paths can't leave the folder", async () => {
	await assert.rejects(exhume.run(["identify", "x"], { "../x": "y" }), /within the folder/);
});

test("games are found in folders, with where they can begin", async () => {
	const files = new Map();
	for (const name of ["dreams", "lodge", "beacon"])
		for (const [file, bytes] of game(name)) files.set(`disk/${name}/${file}`, bytes);
	const games = await exhume.games(files);
	assert.deepEqual(games.map(({ engine, folder }) => engine + " " + folder).sort(),
		["keen-dreams disk/dreams", "sci0 disk/lodge", "zvision disk/beacon"]);
	const starts = [];
	for (const { folder } of games) {
		const player = await exhume.open(files, { folder });
		starts.push(...player.starts().map(({ start, name }) => start + name));
		player.close();
	}
	for (const start of ["1MOLE GARDEN", "2", "gary"]) assert.ok(starts.includes(start), starts.join());
});

// Frames and hash of a run, without input.
async function play(name, start, frames) {
	const player = await exhume.open(game(name), { start });
	let ticks = 0, samples = 0, loudest = 0;
	for (let i = 0; i < frames; i++) {
		const passed = player.step();
		assert.ok(passed > 0);
		ticks += passed;
		samples += player.samples().length / player.channels;
		for (const sample of player.samples()) loudest = Math.max(loudest, Math.abs(sample));
	}
	assert.equal(player.tick, ticks);
	assert.ok(Math.abs(samples / player.sampleRate - ticks / player.ticksPerSecond) < 0.05, "sound lasts as long as the pictures");
	assert.equal(player.rgba().length, 4 * player.width * player.height);
	assert.ok(new Set(new Uint32Array(player.rgba().slice().buffer)).size > 2, "something is seen");
	return { player, loudest };
}

for (const [name, start, engine] of [["dreams", "1", "keen-dreams"], ["lodge", "", "sci0"], ["digger", "2", "sci0"], ["beacon", "", "zvision"]])
	test(`${name} is played, saved and continued`, async () => {
		const { player } = await play(name, start, 60);
		assert.equal(player.engine, engine);
		const state = player.save(), other = await exhume.open(game(name), { start });
		other.load(state);
		assert.equal(other.hash(), player.hash());
		player.release();
		other.release();
		for (let i = 0; i < 30; i++) {
			player.step({ scanCodes: i === 5 ? [0x4d] : [] });
			other.step({ scanCodes: i === 5 ? [0x4d] : [] });
		}
		assert.equal(other.hash(), player.hash());
		assert.notEqual(other.hash(), 0);
		player.close();
		other.close();
	});

test("keys reach Keen", async () => {
	const { player } = await play("dreams", "1", 20), { player: still } = await play("dreams", "1", 20);
	for (let i = 0; i < 40; i++) {
		player.step({ scanCodes: i ? [] : [0x4d] });
		still.step();
	}
	assert.notEqual(player.hash(), still.hash());
});

test("indices and their palette are the picture", async () => {
	const { player } = await play("lodge", "", 5), pixels = player.pixels().slice(), palette = player.palette(), rgba = player.rgba();
	assert.equal(palette.length, 64);
	for (let i = 0; i < pixels.length; i += 97)
		assert.deepEqual([...rgba.subarray(4 * i, 4 * i + 4)], [...palette.subarray(4 * pixels[i], 4 * pixels[i] + 4)]);
});

test("errors of games are told", async () => {
	await assert.rejects(exhume.open({ "readme.txt": "no game" }), /no game/);
	await assert.rejects(exhume.open(game("dreams"), { start: "99" }), /no level/);
	const player = await exhume.open(game("dreams"), { start: 1 });
	assert.throws(() => player.load(new Uint8Array(100)), /saved|state/);
});
