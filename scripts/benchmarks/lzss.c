/*
 * Expansion of LZSS, of pictures of 512x320 pixels of 15 bits, with memcpy of as many
 * bytes in turn, one thread. The pictures are gradients with boxes on them, plain and
 * dithered; our own packer packed them.
 *
 * usage: bench_lzss
 */
#include "bench.h"

#include <exhume/codec.h>

#include <string.h>

enum { WIDTH = 512, HEIGHT = 320, SIZE = WIDTH * HEIGHT * 2, REPEATS = 100 };

struct work {
	uint8_t *plain;
	struct exh_writer packed;
};

static uint8_t result[SIZE];

/* Above 5 bits a threshold of 4x4 decides, if there is one. */
static unsigned to_5_bits(unsigned value, unsigned x, unsigned y, bool dithered)
{
	static const uint8_t thresholds[16] = { 0, 8,  2, 10, 12, 4, 14, 6,
						3, 11, 1, 9,  15, 7, 13, 5 };
	const unsigned up = dithered ? thresholds[y % 4 * 4 + x % 4] / 2 : 0;

	value += up;
	return (value > 255 ? 255 : value) >> 3;
}

static unsigned draw(unsigned x, unsigned y, bool dithered)
{
	const unsigned red = x * 255 / WIDTH, green = y * 255 / HEIGHT;
	const unsigned blue = (x + y) * 255 / (WIDTH + HEIGHT);

	if (x / 24 % 5 == 2 && y / 24 % 4 == 1)
		return (x / 24 * 1234 + y / 24 * 77) & 0x7fff;
	return to_5_bits(red, x, y, dithered) << 10 |
	       to_5_bits(green, x, y, dithered) << 5 | to_5_bits(blue, x, y, dithered);
}

static void expand(const struct work *work)
{
	exh_lzss_expand(exh_writer_bytes(&work->packed), EXH_LZSS_ZVISION, result, SIZE,
			NULL, NULL);
}

static void prepare(struct work *work, bool dithered)
{
	work->plain = malloc(SIZE);
	if (!work->plain)
		die("memory");
	for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
		const unsigned pixel = draw(i % WIDTH, i / WIDTH, dithered);

		work->plain[2 * i] = (uint8_t)pixel;
		work->plain[2 * i + 1] = (uint8_t)(pixel >> 8);
	}
	work->packed.limit = 2 * SIZE;
	exh_lzss_pack((struct exh_bytes){ work->plain, SIZE, 0 }, &work->packed);
	expand(work);
	if (memcmp(result, work->plain, SIZE) != 0) {
		fprintf(stderr, "what was packed expands to something else\n");
		exit(1);
	}
}

static double time_ours(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < REPEATS; i++)
		expand(work);
	return now() - start;
}

static double time_copy(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < REPEATS; i++) {
		memcpy(result, work->plain, SIZE);
		__asm__ volatile("" ::: "memory"); /* or it would be done once */
	}
	return now() - start;
}

static void measure(const char *name, bool dithered)
{
	struct work work = { 0 };
	double ours[ROUNDS], copy[ROUNDS];
	const double bytes = SIZE * (double)REPEATS / 1e6;

	prepare(&work, dithered);
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_ours(&work);
		copy[i] = time_copy(&work);
	}
	printf("\"%s\": {\"packed_bytes\": %zu, \"bytes\": %d, \"ours_mb_s\": %.0f, "
	       "\"memcpy_mb_s\": %.0f}",
	       name, work.packed.size, SIZE, bytes / median(ours, ROUNDS),
	       bytes / median(copy, ROUNDS));
	exh_writer_free(&work.packed);
	free(work.plain);
}

int main(void)
{
	printf("{");
	measure("gradient", false);
	printf(", ");
	measure("dithered", true);
	printf("}\n");
	return 0;
}
