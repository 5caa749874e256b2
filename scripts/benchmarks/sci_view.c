/*
 * Decoding of SCI0's cels, one thread: those of real games, and made ones of a small and
 * of a large view, in turn with a decoder that goes pixel by pixel and memset of as many
 * bytes. Packing, too.
 *
 * usage: bench_sci_view [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include <exhume/sci.h>

#include "../../formats/sci/plain/view.h"

enum {
	MAX_PIXELS = 320 * 200,
	PIXELS = 2 << 20, /* of a measurement */
	MEMORY = 1 << 30,
};

static struct exh_arena arena = { .limit = MEMORY };
static uint8_t result[MAX_PIXELS];

struct cels {
	struct exh_sci_cel *items;
	size_t count, pixel_count, run_count;
};

static size_t pixels_of(const struct exh_sci_cel *cel)
{
	return (size_t)cel->width * cel->height;
}

static void add_cel(struct cels *cels, const struct exh_sci_cel *cel)
{
	struct plain_cel plain;
	struct exh_error err;

	if (pixels_of(cel) > MAX_PIXELS || !pixels_of(cel)) {
		note("a cel of %u x %u pixels: left out", cel->width, cel->height);
		return;
	}
	if ((cels->count & (cels->count + 1)) == 0)
		cels->items =
			realloc(cels->items, (2 * cels->count + 2) * sizeof *cels->items);
	if (!cels->items)
		fail("out of memory");
	if (exh_sci_cel_decode(cel, result, pixels_of(cel), NULL, NULL, &err)) {
		note("a cel is damaged: %s: left out", err.text);
		return;
	}
	plain = plain_decode(cel, result);
	cels->items[cels->count++] = *cel;
	cels->pixel_count += pixels_of(cel);
	cels->run_count += plain.used;
}

static void read_view(struct cels *cels, const struct sci_game *game,
		      const struct sci_resource *view)
{
	struct exh_error err = { 0 };
	struct exh_sci_view read;

	if (exh_sci_view_open(view->bytes, &arena, &read, NULL, &err)) {
		note("%s: view %u: %s: left out", game->folder, view->number, err.text);
		return;
	}
	for (size_t i = 0; i < read.loop_count; i++)
		for (size_t k = 0; k < read.loops[i].cel_count; k++)
			add_cel(cels, &read.loops[i].cels[k]);
}

/*
 * Made cels: rows much like those above, as drawn things are, runs of about 5 pixels.
 */

static uint64_t seed = 0x5c1;

static uint32_t roll(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 32) % below;
}

static void paint(uint8_t *pixels, size_t width, size_t count)
{
	for (size_t i = 0; i < count;) {
		const bool is_copy = i >= width && roll(4);
		const uint8_t color = (uint8_t)roll(16);

		for (size_t n = is_copy ? 10 + roll(40) : 1 + roll(13); n && i < count;
		     n--, i++)
			pixels[i] = is_copy ? pixels[i - width] : color;
	}
}

static void make_cels(struct cels *cels, uint16_t width, uint16_t height, size_t count)
{
	static uint8_t pixels[MAX_PIXELS];

	for (size_t i = 0; i < count; i++) {
		struct exh_sci_cel cel = { .width = width, .height = height };
		struct exh_writer out = { .limit = MEMORY };

		paint(pixels, width, pixels_of(&cel));
		exh_sci_cel_encode(pixels, pixels_of(&cel), &out);
		cel.rle = exh_memdup(&arena, exh_writer_bytes(&out));
		exh_writer_free(&out);
		if (!cel.rle.data)
			fail("out of memory");
		add_cel(cels, &cel);
	}
}

/*
 * Measuring.
 */

static void decode_ours(const struct exh_sci_cel *cel)
{
	(void)!exh_sci_cel_decode(cel, result, pixels_of(cel), NULL, NULL, NULL);
}

static void decode_plain(const struct exh_sci_cel *cel)
{
	plain_decode(cel, result);
}

static void fill(const struct exh_sci_cel *cel)
{
	memset(result, cel->key, pixels_of(cel));
}

static void (*const ways[])(const struct exh_sci_cel *cel) = { decode_ours, decode_plain,
							       fill };

enum { OURS, PLAIN, MEMSET, WAYS };

/* Millions of pixels a second. */
static double measure_way(const struct cels *cels, int way)
{
	const size_t wanted = loops(PIXELS);
	const double start = now();
	size_t done = 0;

	for (; done < wanted; done += cels->pixel_count)
		for (size_t i = 0; i < cels->count; i++) {
			ways[way](&cels->items[i]);
			keep_memory();
		}
	return (double)done / 1e6 / (now() - start);
}

static double measure_packing(const struct cels *cels)
{
	const size_t wanted = loops(PIXELS / 4);
	struct exh_writer out = { .limit = MEMORY };
	const struct exh_sci_cel *cel = &cels->items[0];
	double start;
	size_t done = 0;

	decode_ours(cel);
	start = now();
	for (; done < wanted; done += pixels_of(cel)) {
		out.size = 0;
		exh_sci_cel_encode(result, pixels_of(cel), &out);
	}
	exh_writer_free(&out);
	return (double)done / 1e6 / (now() - start);
}

static void check(const struct cels *cels)
{
	static uint8_t expected[MAX_PIXELS];

	for (size_t i = 0; i < cels->count; i++) {
		plain_decode(&cels->items[i], expected);
		decode_ours(&cels->items[i]);
		if (memcmp(result, expected, pixels_of(&cels->items[i])) != 0)
			fail("cel %zu is decoded to something else", i);
	}
}

static void measure(const char *name, struct cels *cels)
{
	double speed[WAYS][ROUNDS], times_plain[ROUNDS], of_memset[ROUNDS],
		packing[ROUNDS];
	const size_t rounds = loops(ROUNDS);
	char text[64];

	check(cels);
	for (size_t i = 0; i < rounds; i++) {
		for (int way = 0; way < WAYS; way++)
			speed[way][i] = measure_way(cels, way);
		packing[i] = measure_packing(cels);
		times_plain[i] = speed[OURS][i] / speed[PLAIN][i];
		of_memset[i] = speed[OURS][i] / speed[MEMSET][i];
	}
	note("%s: %zu cels, %zu pixels, %.1f a run", name, cels->count, cels->pixel_count,
	     (double)cels->pixel_count / (double)cels->run_count);
	ROW(name, median(speed[OURS], rounds), "Mpixels/s", .target = 1500);
	ROW(name, median(times_plain, rounds), "x",
	    .peer = "a decoder that goes pixel by pixel");
	ROW(name, median(of_memset, rounds), "x", .peer = "memset");
	print_peer(name, "a decoder that goes pixel by pixel",
		   median(speed[PLAIN], rounds), "Mpixels/s", HIGHER);
	print_peer(name, "memset", median(speed[MEMSET], rounds), "Mpixels/s", HIGHER);
	snprintf(text, sizeof text, "%s, packed", name);
	ROW(text, median(packing, rounds), "Mpixels/s");
	free(cels->items);
}

int main(int argc, char **argv)
{
	static struct cels games, small, large;

	for (int i = 1; i < argc; i++) {
		struct sci_game game;

		sci_game_open(&game, argv[i]);
		for (size_t k = 0; k < game.count; k++)
			if (game.items[k].type == EXH_SCI_VIEW)
				read_view(&games, &game, &game.items[k]);
		/* The cels lie in the game's files: it stays open. */
	}
	make_cels(&small, 20, 45, loops(200));
	make_cels(&large, 160, 100, loops(20));
	if (games.count)
		measure("cels of games", &games);
	measure("small cels", &small);
	measure("large cels", &large);
	exh_arena_free(&arena);
	return 0;
}
