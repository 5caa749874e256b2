/*
 * Expansion of LZSS, of pictures of 512x320 pixels of 15 bits, with memcpy of as many
 * bytes in turn, one thread. The pictures are gradients with boxes on them, plain and
 * dithered; our own packer packed them.
 *
 * usage: bench_lzss
 */
#include "bench.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

enum { WIDTH = 512, HEIGHT = 320, SIZE = WIDTH * HEIGHT * 2, REPEATS = 100 };

struct work {
	uint8_t *plain;
	struct exh_writer packed;
};

static uint8_t result[SIZE];
static size_t repeats;

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
	(void)!exh_lzss_expand(exh_writer_bytes(&work->packed), EXH_LZSS_ZVISION, result,
			       SIZE, NULL, NULL);
}

static void prepare(struct work *work, bool dithered)
{
	work->plain = malloc(SIZE);
	if (!work->plain)
		fail("out of memory");
	for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
		const unsigned pixel = draw(i % WIDTH, i / WIDTH, dithered);

		work->plain[2 * i] = (uint8_t)pixel;
		work->plain[2 * i + 1] = (uint8_t)(pixel >> 8);
	}
	work->packed.limit = 2 * SIZE;
	exh_lzss_pack((struct exh_bytes){ work->plain, SIZE, 0 }, &work->packed);
	expand(work);
	if (memcmp(result, work->plain, SIZE) != 0)
		fail("what was packed expands to something else");
}

static double time_ours(const struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < repeats; i++)
		expand(work);
	return now() - start;
}

static double time_copy(const struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < repeats; i++) {
		memcpy(result, work->plain, SIZE);
		keep_memory();
	}
	return now() - start;
}

static void measure(const char *name, bool dithered)
{
	struct work work = { 0 };
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], copy[ROUNDS], ratio[ROUNDS];
	const double bytes = SIZE * (double)repeats / 1e6;

	prepare(&work, dithered);
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_ours(&work);
		copy[i] = time_copy(&work);
		ratio[i] = copy[i] / ours[i];
	}
	note("%s: %d bytes, packed into %zu", name, SIZE, work.packed.size);
	ROW(name, bytes / median(ours, rounds), "MB/s", .target = 600);
	ROW(name, median(ratio, rounds), "x", .peer = "memcpy");
	print_peer(name, "memcpy", bytes / median(copy, rounds), "MB/s", HIGHER);
	exh_writer_free(&work.packed);
	free(work.plain);
}

int main(void)
{
	repeats = loops(REPEATS);
	measure("gradient", false);
	measure("dithered", true);
	return 0;
}
