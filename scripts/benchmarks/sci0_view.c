/*
 * Decoding of SCI0's cels, one thread: those of real games, and made ones of a small and
 * of a large view, beside a decoder that goes pixel by pixel and memset of as many bytes.
 * Packing, too.
 *
 * usage: bench_sci0_view [VIEW...]      bare ones, or patch files
 */
#include "bench.h"

#include <exhume/sci0.h>
#include <exhume/sci0_view.h>

#include "../../formats/sci0/view_plain.h"

#include <string.h>

enum {
	MOST_CELS = 4096,
	MOST_PIXELS = 320 * 200,
	PIXELS = 2 << 20, /* of a measurement */
	MEMORY = 1 << 26,
};

static struct exh_arena arena = { .limit = MEMORY };
static uint8_t result[MOST_PIXELS];

struct cels {
	struct exh_sci0_cel items[MOST_CELS];
	size_t count, pixel_count, run_count;
};

static size_t pixels_of(const struct exh_sci0_cel *cel)
{
	return (size_t)cel->width * cel->height;
}

static void add_cel(struct cels *cels, const struct exh_sci0_cel *cel)
{
	struct plain_cel plain;

	if (cels->count == MOST_CELS || pixels_of(cel) > MOST_PIXELS)
		return;
	plain = plain_decode(cel, result);
	cels->items[cels->count++] = *cel;
	cels->pixel_count += pixels_of(cel);
	cels->run_count += plain.used;
}

static void read_view(struct cels *cels, const char *path)
{
	struct exh_bytes view = { 0 };
	struct exh_error err = { 0 };
	struct exh_sci0_view read;

	view.data = slurp(path, &view.size);
	if (view.size && view.data[0] & 0x80)
		exh_sci0_patch_read(view, EXH_SCI0_VIEW, &view, NULL);
	if (exh_sci0_view_read(view, &arena, &read, NULL, &err)) {
		fprintf(stderr, "%s: %s\n", path, err.text);
		exit(1);
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
	static uint8_t pixels[MOST_PIXELS];

	for (size_t i = 0; i < count; i++) {
		struct exh_sci0_cel cel = { .width = width, .height = height };
		struct exh_writer out = { .limit = MEMORY };

		paint(pixels, width, pixels_of(&cel));
		exh_sci0_cel_encode(pixels, pixels_of(&cel), &out);
		cel.rle = exh_keep(&arena, exh_writer_bytes(&out));
		exh_writer_free(&out);
		if (!cel.rle.data)
			die("memory");
		add_cel(cels, &cel);
	}
}

/*
 * Measuring.
 */

static void decode_ours(const struct exh_sci0_cel *cel)
{
	exh_sci0_cel_decode(cel, result, pixels_of(cel), NULL, NULL, NULL);
}

static void decode_plain(const struct exh_sci0_cel *cel)
{
	plain_decode(cel, result);
}

static void fill(const struct exh_sci0_cel *cel)
{
	memset(result, cel->key, pixels_of(cel));
}

static const struct {
	const char *name;
	void (*run)(const struct exh_sci0_cel *cel);
} ways[] = { { "ours", decode_ours }, { "plain", decode_plain }, { "memset", fill } };

enum { OURS, PLAIN, MEMSET, WAYS };

/* Millions of pixels a second. */
static double measure_way(const struct cels *cels, int way)
{
	const double start = now();
	size_t done = 0;

	for (; done < PIXELS; done += cels->pixel_count)
		for (size_t i = 0; i < cels->count; i++) {
			ways[way].run(&cels->items[i]);
			__asm__ volatile("" ::: "memory"); /* or it would be done once */
		}
	return (double)done / 1e6 / (now() - start);
}

static double measure_packing(const struct cels *cels)
{
	struct exh_writer out = { .limit = MEMORY };
	const struct exh_sci0_cel *cel = &cels->items[0];
	double start;
	size_t done = 0;

	decode_ours(cel);
	start = now();
	for (; done < PIXELS / 4; done += pixels_of(cel)) {
		out.size = 0;
		exh_sci0_cel_encode(result, pixels_of(cel), &out);
	}
	exh_writer_free(&out);
	return (double)done / 1e6 / (now() - start);
}

static void check(const struct cels *cels)
{
	static uint8_t expected[MOST_PIXELS];

	for (size_t i = 0; i < cels->count; i++) {
		plain_decode(&cels->items[i], expected);
		decode_ours(&cels->items[i]);
		if (!memcmp(result, expected, pixels_of(&cels->items[i])))
			continue;
		fprintf(stderr, "cel %zu is decoded to something else\n", i);
		exit(1);
	}
}

static void measure(const char *name, const struct cels *cels)
{
	double speed[WAYS][ROUNDS], times_plain[ROUNDS], of_memset[ROUNDS],
		packing[ROUNDS];

	check(cels);
	for (int i = 0; i < ROUNDS; i++) {
		for (int way = 0; way < WAYS; way++)
			speed[way][i] = measure_way(cels, way);
		packing[i] = measure_packing(cels);
		times_plain[i] = speed[OURS][i] / speed[PLAIN][i];
		of_memset[i] = speed[OURS][i] / speed[MEMSET][i];
	}
	printf("\"%s\": {\"cels\": %zu, \"pixels\": %zu, \"pixels_a_run\": %.1f", name,
	       cels->count, cels->pixel_count,
	       (double)cels->pixel_count / (double)cels->run_count);
	for (int way = 0; way < WAYS; way++)
		printf(", \"%s_mpixels_s\": %.0f", ways[way].name,
		       median(speed[way], ROUNDS));
	printf(", \"packing_mpixels_s\": %.0f, \"times_plain\": %.1f, \"of_memset\": "
	       "%.2f}",
	       median(packing, ROUNDS), median(times_plain, ROUNDS),
	       median(of_memset, ROUNDS));
}

int main(int argc, char **argv)
{
	static struct cels games, small, large;

	for (int i = 1; i < argc; i++)
		read_view(&games, argv[i]);
	make_cels(&small, 20, 45, 200);
	make_cels(&large, 160, 100, 20);
	printf("{");
	if (games.count) {
		measure("games", &games);
		printf(", ");
	}
	measure("small", &small);
	printf(", ");
	measure("large", &large);
	printf("}\n");
	exh_arena_free(&arena);
	return 0;
}
