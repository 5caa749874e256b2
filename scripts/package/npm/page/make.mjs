// Makes the page, which is one file. usage: node make.mjs PACKAGE PACKED CORE SAMPLE_GAME PAGE
// PACKAGE: folder with index.js and exhume.wasm; PACKED: the latter, gzipped; CORE: what emscripten made;
// SAMPLE_GAME: for the page of its assets, whose style and script the policy must allow.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, packed, core, game, page] = process.argv.slice(2), here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");
const { run, version } = await import(pathToFileURL(join(folder, "index.js")));

const files = new Map(readdirSync(game).map((name) => [name, readFileSync(join(game, name))]));
const made = (await run(["extract", "-q", "-o", "out", "."], files)).files.get("out/index.html");
if (!made) throw new Error(`${game}: no page was made of it`);
const own = /Content-Security-Policy" content="([^"]*)"/.exec(new TextDecoder().decode(made))[1];
const hashes = (kind) => own.split(";").find((part) => part.trim().startsWith(kind)).match(/'sha256-[^']*'/g).join(" ");

// NODE_PATH names its folder, which an import does not know.
const { minify } = createRequire(import.meta.url)("terser");
const small = async (text) => (await minify(text)).code;
const style = read("page.css"), script = await small(read("zip.js") + read("page.js"));
const worker = await small(readFileSync(core, "utf8") + readFileSync(join(here, "../program.js"), "utf8") + read("worker.js"));
if (/<\/script|<!--/i.test(worker + script)) throw new Error("a script would end the page's");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", `script-src ${hash(script)} ${hashes("script-src")} blob: 'wasm-unsafe-eval'`,
	"worker-src blob:", `style-src ${hash(style)} ${hashes("style-src")}`, "img-src blob:", "media-src blob:", "frame-src blob:"].join("; ");
const parts = { policy, style, script, worker, version: await version(), wasm: readFileSync(packed).toString("base64") };
writeFileSync(page, read("page.html").replace(/@(\w+)@/g, (_, name) => parts[name]));
