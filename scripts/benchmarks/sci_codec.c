/*
 * Expansion of SCI's LZW and Huffman codings, of resources as games have them (a text, a
 * view's run lengths, a script's instructions, all of chance) of 48 and of 4 KiB, in turn
 * with zlib of the same bytes and memcpy, one thread. Our own packers packed them.
 *
 * usage: bench_sci_codec
 */
#include "bench.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

#include <zlib.h>

enum { LARGE = 48 << 10, SMALL = 4 << 10, BYTES = 4 << 20 };

static uint64_t seed = 0x5c1;

static uint32_t roll(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 32) % below;
}

/* Of so many the first ones most often, roughly as words are in a language. */
static uint32_t roll_skewed(uint32_t below)
{
	return roll(roll(roll(below) + 1) + 1);
}

static void make_text(uint8_t *out, size_t size)
{
	static const char letters[] = "etaoinshrdlucmfwypvbgkqjxz";
	static char words[600][12];
	size_t at = 0;

	for (size_t i = 0; i < 600 && !words[599][0]; i++)
		for (uint32_t length = 1 + roll(9), k = 0; k < length; k++)
			words[i][k] = letters[roll_skewed(26)];
	while (at < size) {
		const char *word = words[roll_skewed(600)];

		for (; *word && at < size; word++)
			out[at++] = (uint8_t)*word;
		if (at < size)
			out[at++] = roll(12) ? ' ' : roll(3) ? '.' : 0;
	}
}

/* Rows of runs, most of them much like the row above. */
static void make_view(uint8_t *out, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const size_t row = 14 + i / 4096 * 3;

		out[i] =
			i >= row && roll(4)
				? out[i - row]
				: (uint8_t)((1 + roll_skewed(15)) << 4 | roll_skewed(16));
	}
}

static void make_script(uint8_t *out, size_t size)
{
	static const uint8_t opcodes[] = { 0x39, 0x36, 0x78, 0x76, 0x4a, 0x45, 0x35,
					   0x30, 0x33, 0x43, 0x63, 0x65, 0x54, 0x3c,
					   0x18, 0x1c, 0x31, 0x47, 0x81, 0x89 };

	for (size_t i = 0; i < size; i++) {
		out[i] = opcodes[roll_skewed(sizeof opcodes)];
		for (uint32_t operand = roll(3); operand && i + 1 < size; operand--)
			out[++i] = (uint8_t)(roll(3) ? roll_skewed(80) : roll(256));
	}
}

struct work {
	uint8_t *plain;
	size_t size;
	struct exh_writer lzw, lzw1, huffman;
	uint8_t *deflated;
	uLongf deflated_size;
};

static uint8_t result[LARGE];
static size_t bytes; /* to expand in a round */

static void expand_lzw(const struct work *work)
{
	(void)!exh_sci_lzw_expand(exh_writer_bytes(&work->lzw), EXH_LZW_SCI0, result,
				  work->size, NULL, NULL);
}

static void expand_lzw1(const struct work *work)
{
	(void)!exh_sci_lzw_expand(exh_writer_bytes(&work->lzw1), EXH_LZW_SCI1, result,
				  work->size, NULL, NULL);
}

static void expand_huffman(const struct work *work)
{
	(void)!exh_sci_huffman_expand(exh_writer_bytes(&work->huffman), result,
				      work->size, NULL, NULL);
}

static void expand_zlib(const struct work *work)
{
	uLongf size = work->size;

	uncompress(result, &size, work->deflated, work->deflated_size);
}

static void copy(const struct work *work)
{
	memcpy(result, work->plain, work->size);
	keep_memory();
}

static const struct {
	const char *name;
	void (*run)(const struct work *work);
	double target; /* MB/s */
} ways[] = {
	{ "LZW", expand_lzw, 150 },
	{ "LZW1", expand_lzw1, 150 },
	{ "Huffman", expand_huffman, 120 },
	{ "zlib", expand_zlib, 0 },
	{ "memcpy", copy, 0 },
};

enum { LZW, LZW1, HUFFMAN, ZLIB, MEMCPY, WAYS };

static void prepare(struct work *work)
{
	const struct exh_bytes plain = { work->plain, work->size, 0 };

	work->lzw.limit = work->lzw1.limit = work->huffman.limit = 4 * LARGE;
	exh_sci_lzw_pack(plain, EXH_LZW_SCI0, &work->lzw);
	exh_sci_lzw_pack(plain, EXH_LZW_SCI1, &work->lzw1);
	exh_sci_huffman_pack(plain, &work->huffman);
	work->deflated_size = compressBound(work->size);
	work->deflated = malloc(work->deflated_size);
	if (!work->deflated)
		fail("out of memory");
	compress(work->deflated, &work->deflated_size, work->plain, work->size);
	for (int i = 0; i < WAYS; i++) {
		memset(result, 0, sizeof result);
		ways[i].run(work);
		if (memcmp(result, work->plain, work->size) != 0)
			fail("what %s packed expands to something else", ways[i].name);
	}
}

static double time_way(const struct work *work, int way)
{
	const double start = now();

	for (size_t done = 0; done < bytes; done += work->size)
		ways[way].run(work);
	return now() - start;
}

/* The speed, and times zlib's, in the median of the rounds. */
static void print_way(const char *name, int way, double times[WAYS][ROUNDS],
		      size_t rounds)
{
	double speeds[ROUNDS], ratios[ROUNDS];
	char text[64];

	snprintf(text, sizeof text, "%s, %s", ways[way].name, name);
	for (size_t i = 0; i < rounds; i++) {
		speeds[i] = (double)bytes / 1e6 / times[way][i];
		ratios[i] = times[ZLIB][i] / times[way][i];
	}
	ROW(text, median(speeds, rounds), "MB/s", .target = ways[way].target);
	if (way < ZLIB)
		ROW(text, median(ratios, rounds), "x", .peer = "zlib");
}

static void measure(const char *name, void (*make)(uint8_t *out, size_t size),
		    size_t size)
{
	struct work work = { .plain = malloc(size), .size = size };
	const size_t rounds = loops(ROUNDS);
	double times[WAYS][ROUNDS];

	if (!work.plain)
		fail("out of memory");
	make(work.plain, size);
	prepare(&work);
	bytes = smoke() ? size : BYTES / size * size;
	for (size_t i = 0; i < rounds; i++)
		for (int way = 0; way < WAYS; way++)
			times[way][i] = time_way(&work, way);
	note("%s: %zu bytes; LZW %zu, Huffman %zu, zlib %zu", name, size, work.lzw.size,
	     work.huffman.size, (size_t)work.deflated_size);
	for (int way = 0; way < WAYS; way++)
		print_way(name, way, times, rounds);
	exh_writer_free(&work.lzw);
	exh_writer_free(&work.lzw1);
	exh_writer_free(&work.huffman);
	free(work.deflated);
	free(work.plain);
}

int main(void)
{
	measure("text of 48 KiB", make_text, LARGE);
	measure("view of 48 KiB", make_view, LARGE);
	measure("script of 48 KiB", make_script, LARGE);
	measure("text of 4 KiB", make_text, SMALL);
	measure("view of 4 KiB", make_view, SMALL);
	measure("script of 4 KiB", make_script, SMALL);
	return 0;
}
