/** The command line and the engine cores of exhume, as WebAssembly. */

/** A path within a folder, with slashes, and what the file has. */
export type Content = Uint8Array | ArrayBuffer | ArrayBufferView | string;
export type Files = Record<string, Content> | Iterable<readonly [string, Content]>;

export interface RunOptions {
	/** What the program reads from standard input. */
	stdin?: Content;
	/** Called with each line of standard error, and each state of the progress bar (`--progress always`). */
	onError?: (text: string) => void;
	/** Only in a worker: Blobs by their paths, read when they are needed; the program finds them in `/game`. */
	blobs?: Record<string, Blob> | Iterable<readonly [string, Blob]>;
}

export interface RunResult {
	/** 0: done; 1: some input was bad, or some output could not be written; 2: wrong usage. */
	status: number;
	/** Standard output as text, and its bytes. */
	readonly stdout: string;
	output: Uint8Array;
	stderr: string;
	/** The files that the run has made, by their paths. They lie in the memory of JavaScript. */
	files: Map<string, Uint8Array>;
}

export interface OpenOptions {
	/** `keen-dreams`, `sci0` or `zvision`; by default what the files are. */
	engine?: string;
	/** Where the game is, if it is in a folder of the files: see `games`. */
	folder?: string;
	/** Where it begins: a level's number or name (Keen), a room's number (SCI0), a place of four letters (ZVision). */
	start?: string | number;
	blobs?: RunOptions["blobs"];
	onError?: RunOptions["onError"];
}

export interface Input {
	/** What the PC's keyboard sends: scan codes of set 1, with 0x80 added for a key that is released. */
	scanCodes?: ArrayLike<number>;
	/** The mouse on the screen, in pixels from 1 on; 0: where it was. */
	x?: number;
	y?: number;
	/** 1: the left button is held; 2: the right one. */
	buttons?: number;
	/** Words of input scripts, as bits: see the headers `exhume/*_engine.h` and `keen_input.h`. */
	keys?: number;
}

/** Views (`rgba`, `pixels`, `samples`) are into the module's memory, and valid until the next call. */
export interface Player {
	readonly engine: "keen-dreams" | "sci0" | "zvision";
	readonly width: number;
	readonly height: number;
	/** Of `step` and `tick`. */
	readonly ticksPerSecond: number;
	/** Of `samples`, in Hz; 1 channel, or 2 that alternate. */
	readonly sampleRate: number;
	readonly channels: number;
	/** Ticks so far. */
	readonly tick: number;
	readonly isOver: boolean;
	/** Why it is over; empty before. */
	readonly end: string;
	/** Warnings and errors so far. */
	readonly messages: string;
	/** One frame. Returns the ticks that it takes; 0: the game was over before. */
	step(input?: Input): number;
	/** The picture, four bytes a pixel: for ImageData. */
	rgba(): Uint8ClampedArray;
	/** The picture as the engine has it: indices of `palette`, or (ZVision) 15 bits a pixel. */
	pixels(): Uint8Array | Uint16Array;
	/** Four bytes a color; null: the pixels have their own. */
	palette(): Uint8Array | null;
	/** What was heard in the last step. */
	samples(): Int16Array;
	/** A copy of it, from -1 to 1. */
	floats(): Float32Array;
	/** Where the game can begin: for `OpenOptions.start`. */
	starts(): Array<{ start: string; name: string }>;
	/** CRC-32 of all state: the same wherever it is played. */
	hash(): number;
	/** Lets go of all keys. */
	release(): void;
	/** All there is between two steps, for `load` of a player of the same game. */
	save(): Uint8Array;
	load(state: Uint8Array): void;
	/** Frees its memory. */
	close(): void;
}

export interface Identified {
	exhume: string;
	format: string;
	results: Array<{ file: string; size: number; format: string; title: string; family: string; [key: string]: unknown }>;
	errors: unknown[];
}

export interface Exhume {
	/** Runs the program: `run(["extract", "-o", "out", "game"], files)`. Each run has its own memory and files. */
	run(args: readonly (string | number)[], files?: Files, options?: RunOptions): Promise<RunResult>;
	identify(files: Files, options?: RunOptions): Promise<Identified>;
	/** The games that can be played in these files, and the folders below. */
	games(files: Files, options?: Pick<OpenOptions, "blobs">): Promise<Array<{ engine: Player["engine"]; folder: string }>>;
	/** Opens a game for its engine core. Rejects with the program's own message. */
	open(files: Files, options?: OpenOptions): Promise<Player>;
	version(): Promise<string>;
}

/** source: a compiled module, its bytes, or nothing for `exhume.wasm` beside this package's script. */
export function load(source?: WebAssembly.Module | BufferSource): Promise<Exhume>;

export const run: Exhume["run"];
export const identify: Exhume["identify"];
export const games: Exhume["games"];
export const open: Exhume["open"];
export const version: Exhume["version"];
