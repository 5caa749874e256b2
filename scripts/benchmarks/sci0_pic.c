/*
 * SCI0 pics: rooms made by chance, as busy as Sierra's, and pics of games, from bytes to
 * three maps and dithered pixels; in turn with the plain decoder and with writing and
 * copying as many bytes, one thread.
 *
 * usage: bench_sci0_pic [FILE...]     patch files or bare resources of pics
 */
#include "bench.h"

#include "../../formats/sci0/pic_plain.h"
#include "../../formats/sci0/pic_testing.h"

#include <exhume/sci0.h>

enum { ROOMS = 24, REPEATS = 10, MOST_FILES = 64, LIMIT = 1 << 20 };

static struct exh_sci0_pic_canvas canvas;
static struct plain_pic plain;
static uint8_t pixels[EXH_SCI0_PIC_PIXELS], copied[EXH_SCI0_PIC_PIXELS];

static void check(bool is_right, const char *what)
{
	if (is_right)
		return;
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static void draw(struct exh_bytes pic)
{
	exh_sci0_pic_clear(&canvas, 0);
	check(!exh_sci0_pic_draw(pic, &canvas, NULL, NULL), "a pic is not drawn");
	exh_sci0_pic_dither(&canvas, EXH_SCI0_PIC_EGA, pixels);
}

static void draw_plain(struct exh_bytes pic)
{
	plain_clear(&plain, 0);
	check(plain_draw(&plain, pic.data, pic.size), "a pic is not drawn");
	for (int y = 0; y < PLAIN_HEIGHT; y++)
		for (int x = 0; x < PLAIN_WIDTH; x++)
			copied[y * PLAIN_WIDTH + x] = (x ^ y) & 1
							      ? plain.maps[0][y][x] >> 4
							      : plain.maps[0][y][x] & 15;
}

/* What is to be written at least: three maps cleared, drawn once, and made into pixels.
 */
static void write_maps(struct exh_bytes pic)
{
	(void)pic;
	for (int i = 0; i < 2; i++) {
		memset(canvas.visual, i, sizeof canvas.visual);
		memset(canvas.priority, i, sizeof canvas.priority);
		memset(canvas.control, i, sizeof canvas.control);
		__asm__ volatile("" ::: "memory");
	}
	memcpy(copied, canvas.visual, sizeof copied);
	__asm__ volatile("" ::: "memory");
}

static double time_of(void (*run)(struct exh_bytes pic), const struct exh_bytes *pics,
		      size_t count, int repeats)
{
	const double start = now();

	for (int i = 0; i < repeats; i++)
		for (size_t k = 0; k < count; k++)
			run(pics[k]);
	return (now() - start) / repeats / (double)count;
}

static void measure(const char *name, const struct exh_bytes *pics, size_t count)
{
	double ours[ROUNDS], theirs[ROUNDS], written[ROUNDS];
	size_t size = 0;

	for (size_t i = 0; i < count; i++) {
		draw(pics[i]);
		draw_plain(pics[i]);
		check(!memcmp(pixels, copied, sizeof pixels) &&
			      !memcmp(canvas.priority, plain.maps[1], sizeof pixels) &&
			      !memcmp(canvas.control, plain.maps[2], sizeof pixels),
		      "the plain decoder draws it otherwise");
		size += pics[i].size;
	}
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_of(draw, pics, count, REPEATS);
		theirs[i] = time_of(draw_plain, pics, count, 1);
		written[i] = time_of(write_maps, pics, count, REPEATS);
	}
	printf("\"%s\": {\"pics\": %zu, \"bytes_a_pic\": %zu, \"pics_a_second\": %.0f, "
	       "\"plain_a_second\": %.0f, \"times_plain\": %.1f, \"times_memory\": %.1f}",
	       name, count, size / count, 1 / median(ours, ROUNDS),
	       1 / median(theirs, ROUNDS), median(theirs, ROUNDS) / median(ours, ROUNDS),
	       median(ours, ROUNDS) / median(written, ROUNDS));
}

static struct exh_bytes make_room(uint64_t *seed)
{
	struct exh_writer out = { .limit = LIMIT };

	pic_put_room(&out, seed, &canvas);
	check(!out.failed, "no memory");
	return exh_writer_bytes(&out);
}

static struct exh_bytes load(const char *path)
{
	struct exh_bytes file = { 0 }, pic;

	file.data = slurp(path, &file.size);
	return exh_sci0_patch_read(file, EXH_SCI0_PIC, &pic, NULL) ? file : pic;
}

int main(int argc, char **argv)
{
	static struct exh_bytes pics[MOST_FILES];
	uint64_t seed = 0x51e44a;
	size_t count = 0;

	for (size_t i = 0; i < ROOMS; i++)
		pics[i] = make_room(&seed);
	printf("{");
	measure("rooms", pics, ROOMS);
	for (; count < MOST_FILES && (int)count < argc - 1; count++)
		pics[count] = load(argv[count + 1]);
	if (count) {
		printf(", ");
		measure("games", pics, count);
	}
	printf("}\n");
	return 0;
}
