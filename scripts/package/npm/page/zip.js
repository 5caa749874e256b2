// ZIP files: written without compression (most of what is in them is compressed already), read with that of
// browsers.
"use strict";
const ZIP_LIMIT = 0xffffffff;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
	for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
	return n;
});

function crc32(bytes) {
	let crc = 0xffffffff;
	for (let i = 0; i < bytes.length; i++) crc = crcTable[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

// Fields of two bytes or four: [size, value, size, value ...]
function fields(...list) {
	const bytes = [];
	for (let i = 0; i < list.length; i += 2)
		for (let k = 0; k < list[i]; k++) bytes.push(Math.floor(list[i + 1] / 256 ** k) & 255);
	return new Uint8Array(bytes);
}

/** A Blob of a ZIP with these [path, Blob] in it. */
async function writeZip(entries) {
	const parts = [], directory = [];
	let at = 0, directorySize = 0;
	for (const [path, blob] of entries) {
		const name = new TextEncoder().encode(path), crc = crc32(new Uint8Array(await blob.arrayBuffer()));
		// Version 2.0, names in UTF-8, stored, 1980-01-01.
		const common = [2, 20, 2, 0x800, 2, 0, 2, 0, 2, 0x21, 4, crc, 4, blob.size, 4, blob.size, 2, name.length, 2, 0];
		const head = fields(4, 0x04034b50, ...common), entry = fields(4, 0x02014b50, 2, 20, ...common, 2, 0, 2, 0, 2, 0, 4, 0, 4, at);
		parts.push(head, name, blob);
		directory.push(entry, name);
		at += head.length + name.length + blob.size;
		directorySize += entry.length + name.length;
		if (at > ZIP_LIMIT) throw new Error("The files have more than 4 GB, which a ZIP can't hold.");
	}
	if (entries.length > 0xffff) throw new Error("There are more than 65,535 files, which a ZIP can't hold.");
	return new Blob([...parts, ...directory, fields(4, 0x06054b50, 2, 0, 2, 0, 2, entries.length, 2, entries.length, 4, directorySize, 4, at, 2, 0)],
		{ type: "application/zip" });
}

/** The files of a ZIP, as [path, Blob]. */
async function readZip(blob) {
	const damaged = (why) => new Error(`${blob.name || "The ZIP"} is damaged: ${why}.`);
	const tail = new DataView(await blob.slice(Math.max(0, blob.size - 65557)).arrayBuffer());
	let end = tail.byteLength - 22;
	while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
	if (end < 0) throw damaged("its directory is missing");
	const start = tail.getUint32(end + 16, true), size = tail.getUint32(end + 12, true);
	const view = new DataView(await blob.slice(start, start + size).arrayBuffer()), files = [];
	for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === 0x02014b50;) {
		const flags = view.getUint16(at + 8, true), method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true);
		const nameSize = view.getUint16(at + 28, true), local = view.getUint32(at + 42, true);
		if (at + 46 + nameSize > view.byteLength) throw damaged("its directory ends within a name");
		const name = new TextDecoder(flags & 0x800 ? "utf-8" : "windows-1252").decode(new Uint8Array(view.buffer, at + 46, nameSize));
		at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
		if (name.endsWith("/")) continue;
		if (flags & 1) throw new Error(`${name} is encrypted.`);
		const head = new DataView(await blob.slice(local, local + 30).arrayBuffer());
		if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw damaged(`${name} is not where the directory says`);
		const from = local + 30 + head.getUint16(26, true) + head.getUint16(28, true), content = blob.slice(from, from + packed);
		if (method !== 0 && method !== 8) throw new Error(`${name} is packed by a method (${method}) that is not read here.`);
		files.push([name, method === 0 ? content
			: await new Response(content.stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob().catch(() => { throw damaged(name + " can't be unpacked"); })]);
	}
	return files;
}
