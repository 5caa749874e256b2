/*
 * Decoding of RLF animations of 200 frames of 640x344 pixels, one thread, in turn with
 * memcpy of the same pixels: all frames I-frames, and one of 20. Boxes and discs move
 * over slopes and noise; and, as a hard one, over a dithered picture.
 *
 * usage: bench_rlf
 *        bench_rlf --write FILE     only writes the animation of mostly P-frames
 */
#include "bench.h"

#include <exhume/advanced/zvision.h>
#include <exhume/zvision.h>

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

static unsigned frame_count;
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
	const struct exh_zv_rlf header = { frame_count, WIDTH, HEIGHT, 666, { 0 } };

	animation->bytes.limit = 1U << 30;
	exh_zv_rlf_write_header(&header, 0, &animation->bytes);
	for (unsigned i = 0; i < frame_count; i++)
		exh_zv_rlf_write_record(i % key_step ? EXH_ZV_RLF_MASKED
						     : EXH_ZV_RLF_SIMPLE,
					i ? pictures[i - 1] : NULL, pictures[i], PIXELS,
					&animation->bytes);
	if (animation->bytes.failed)
		fail("out of memory");
}

static double play(const struct animation *animation)
{
	struct exh_bytes in = exh_writer_bytes(&animation->bytes);
	const double start = now();

	exh_bytes_slice(in, EXH_ZV_RLF_HEADER_SIZE, in.size - EXH_ZV_RLF_HEADER_SIZE,
			&in);
	for (unsigned i = 0; i < frame_count; i++) {
		struct exh_zv_rlf_record record;
		struct exh_bytes data;

		if (exh_zv_rlf_record(in, &record, NULL) ||
		    !exh_bytes_slice(in, record.data_offset,
				     record.size - record.data_offset, &data) ||
		    exh_zv_rlf_apply(record.kind, data, canvas, PIXELS, NULL) ||
		    !exh_bytes_slice(in, record.size, in.size - record.size, &in))
			fail("frame %u is not decoded", i);
	}
	return now() - start;
}

static double copy(void)
{
	const double start = now();

	for (unsigned i = 0; i < frame_count; i++) {
		memcpy(canvas, pictures[i], sizeof canvas);
		keep_memory();
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
		fail("%s: can't be written", path);
}

static void paint_all(uint16_t (*background)(unsigned x, unsigned y, uint32_t *seed))
{
	for (unsigned i = 0; i < frame_count; i++)
		paint(background, i, pictures[i]);
}

static void measure(struct animation *all_keys, struct animation *mostly_changes,
		    struct animation *hard)
{
	const double mb = (double)frame_count * PIXELS * 2 / 1e6;
	const size_t rounds = loops(ROUNDS);
	double copies[ROUNDS], of_memcpy[ROUNDS];

	for (size_t i = 0; i < rounds; i++) {
		all_keys->seconds[i] = play(all_keys);
		copies[i] = copy();
		of_memcpy[i] = copies[i] / all_keys->seconds[i];
		hard->seconds[i] = play(hard);
		mostly_changes->seconds[i] = play(mostly_changes);
	}
	if (memcmp(canvas, pictures[frame_count - 1], sizeof canvas) != 0)
		fail("the last frame is decoded to something else");
	note("all I-frames: packed to 1/%.2f of their size",
	     mb * 1e6 / (double)all_keys->bytes.size);
	ROW("all I-frames", mb / median(all_keys->seconds, rounds), "MB/s");
	ROW("all I-frames", median(of_memcpy, rounds), "x", .peer = "memcpy",
	    .target = 0.5);
	print_peer("all I-frames", "memcpy", mb / median(copies, rounds), "MB/s", HIGHER);
	ROW("I-frames over a dithered picture", mb / median(hard->seconds, rounds),
	    "MB/s");
	ROW("one I-frame of 20",
	    median(mostly_changes->seconds, rounds) / frame_count * 1e3, "ms/frame",
	    .target = 0.02, .better = LOWER);
}

int main(int argc, char **argv)
{
	static struct animation all_keys, mostly_changes, hard;
	const bool only_writes = argc == 3 && strcmp(argv[1], "--write") == 0;

	if (argc != 1 && !only_writes)
		fail("usage: bench_rlf [--write FILE]");
	frame_count = smoke() ? 3 : FRAMES;
	pictures = malloc(frame_count * sizeof *pictures);
	if (!pictures)
		fail("out of memory");
	if (!only_writes) {
		paint_all(dither);
		pack(1, &hard);
	}
	paint_all(slope);
	pack(KEY_STEP, &mostly_changes);
	if (only_writes) {
		save(argv[2], &mostly_changes);
	} else {
		pack(1, &all_keys);
		measure(&all_keys, &mostly_changes, &hard);
	}
	exh_writer_free(&all_keys.bytes);
	exh_writer_free(&mostly_changes.bytes);
	exh_writer_free(&hard.bytes);
	free(pictures);
	return 0;
}
