/*
 * Decoding of RLF animations of 200 frames of 640x344 pixels, one thread, in turn with
 * memcpy of the same pixels: all frames I-frames, and one of 20. Boxes and discs move
 * over slopes and noise; and, as a hard one, over a dithered picture.
 *
 * usage: bench_rlf FILE         FILE gets the animation of mostly P-frames
 */
#include "bench.h"

#include <exhume/zvision.h>

#include <string.h>

enum {
	WIDTH = 640,
	HEIGHT = 344,
	PIXELS = WIDTH * HEIGHT,
	FRAMES = 200,
	KEY_STEP = 20,
	SPRITES = 6,
};

struct animation {
	struct exh_writer bytes;
	double seconds[ROUNDS];
};

static uint16_t (*pictures)[PIXELS];
static uint16_t canvas[PIXELS];

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* Slopes, and patches of noise. */
static uint16_t slope(unsigned x, unsigned y, uint32_t *seed)
{
	if (x % 160 < 60 && y % 100 < 50)
		return (uint16_t)(roll(seed) & 0x7fff);
	return (uint16_t)(x * 31 / WIDTH << 10 | y * 31 / HEIGHT << 5 |
			  (x + y) * 31 / (WIDTH + HEIGHT));
}

/* Dithered slopes above, bars of three pixels below: hardly a run or copy is long. */
static uint16_t dither(unsigned x, unsigned y, uint32_t *seed)
{
	const unsigned noise = roll(seed) % 100, red = (x * 3000 / WIDTH + noise) / 100;

	return (uint16_t)(y < HEIGHT / 2
				  ? red << 10 | (y * 3000 / HEIGHT + noise) / 100 << 5 | 9
				  : (x / 3 ^ y / 2) % 7 * 0x421);
}

static void paint(uint16_t (*background)(unsigned x, unsigned y, uint32_t *seed),
		  unsigned frame, uint16_t *out)
{
	uint32_t seed = 1;

	for (unsigned i = 0; i < PIXELS; i++)
		out[i] = background(i % WIDTH, i / WIDTH, &seed);
	for (int sprite = 0; sprite < SPRITES; sprite++) {
		const int left = (sprite * 97 + (int)frame * (2 + sprite)) % (WIDTH - 40);
		const int top = sprite * 50 + (int)frame % 20;

		for (int y = 0; y < 40; y++)
			for (int x = 0; x < 40; x++)
				if (sprite % 2 ||
				    (x - 20) * (x - 20) + (y - 20) * (y - 20) < 400)
					out[(top + y) * WIDTH + left + x] =
						(uint16_t)(0x7c00 >> sprite | x / 4);
	}
}

static void pack(unsigned key_step, struct animation *animation)
{
	const struct exh_zv_rlf header = { FRAMES, WIDTH, HEIGHT, 666, { 0 } };

	animation->bytes.limit = 1U << 30;
	exh_zv_rlf_write_header(&header, 0, &animation->bytes);
	for (unsigned i = 0; i < FRAMES; i++)
		exh_zv_rlf_write_record(i % key_step ? EXH_ZV_RLF_MASKED
						     : EXH_ZV_RLF_SIMPLE,
					i ? pictures[i - 1] : NULL, pictures[i], PIXELS,
					&animation->bytes);
	if (animation->bytes.failed)
		die("memory");
}

static double play(const struct animation *animation)
{
	struct exh_bytes in = exh_writer_bytes(&animation->bytes);
	const double start = now();

	exh_bytes_slice(in, EXH_ZV_RLF_HEADER_SIZE, in.size - EXH_ZV_RLF_HEADER_SIZE,
			&in);
	for (unsigned i = 0; i < FRAMES; i++) {
		struct exh_zv_rlf_record record;
		struct exh_bytes data;

		if (exh_zv_rlf_record(in, &record, NULL) ||
		    !exh_bytes_slice(in, record.data_offset,
				     record.size - record.data_offset, &data) ||
		    exh_zv_rlf_apply(record.kind, data, canvas, PIXELS, NULL) ||
		    !exh_bytes_slice(in, record.size, in.size - record.size, &in))
			die("decoding");
	}
	return now() - start;
}

static double copy(void)
{
	const double start = now();

	for (unsigned i = 0; i < FRAMES; i++) {
		memcpy(canvas, pictures[i], sizeof canvas);
		__asm__ volatile("" : : "r"(canvas) : "memory");
	}
	return now() - start;
}

static void save(const char *path, const struct animation *animation)
{
	FILE *file = fopen(path, "wb");

	if (!file ||
	    fwrite(animation->bytes.data, 1, animation->bytes.size, file) !=
		    animation->bytes.size ||
	    fclose(file))
		die(path);
}

int main(int argc, char **argv)
{
	static struct animation all_keys, mostly_changes, hard;
	const double bytes = (double)FRAMES * PIXELS * 2;
	double copies[ROUNDS];

	if (argc != 2)
		return 2;
	pictures = malloc(FRAMES * sizeof *pictures);
	if (!pictures)
		die("memory");
	for (unsigned i = 0; i < FRAMES; i++)
		paint(dither, i, pictures[i]);
	pack(1, &hard);
	for (unsigned i = 0; i < FRAMES; i++)
		paint(slope, i, pictures[i]);
	pack(1, &all_keys);
	pack(KEY_STEP, &mostly_changes);
	save(argv[1], &mostly_changes);
	for (int round = 0; round < ROUNDS; round++) {
		all_keys.seconds[round] = play(&all_keys);
		copies[round] = copy();
		hard.seconds[round] = play(&hard);
		mostly_changes.seconds[round] = play(&mostly_changes);
	}
	if (memcmp(canvas, pictures[FRAMES - 1], sizeof canvas) != 0)
		die("the last frame");
	printf("{\"ours_mb_s\": %.0f, \"memcpy_mb_s\": %.0f, \"of_memcpy\": %.2f, "
	       "\"ratio\": %.2f, \"hard_mb_s\": %.0f, \"changes_ms_a_frame\": %.4f}\n",
	       bytes / median(all_keys.seconds, ROUNDS) / 1e6,
	       bytes / median(copies, ROUNDS) / 1e6,
	       median(copies, ROUNDS) / median(all_keys.seconds, ROUNDS),
	       bytes / (double)all_keys.bytes.size,
	       bytes / median(hard.seconds, ROUNDS) / 1e6,
	       median(mostly_changes.seconds, ROUNDS) / FRAMES * 1e3);
	return 0;
}
