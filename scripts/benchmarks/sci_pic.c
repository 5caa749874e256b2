/*
 * SCI0 pics: rooms made by chance, as busy as Sierra's, and pics of games, from bytes to
 * three maps and dithered pixels; in turn with the plain decoder and with writing and
 * copying as many bytes, one thread; and their dithered maps traced into programs again.
 *
 * usage: bench_sci_pic [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include "../../formats/sci/plain/pic.h"
#include "../../formats/sci/pic_testing.h"

enum { ROOMS = 24, REPEATS = 10, LIMIT = 1 << 20, TRACE_MEMORY = 64 << 20 };

static struct exh_sci_pic_canvas canvas;
static struct plain_pic plain;
static uint8_t pixels[EXH_SCI_PIC_PIXELS], copied[EXH_SCI_PIC_PIXELS];

static bool draw(struct exh_bytes pic)
{
	enum exh_status status;

	exh_sci_pic_clear(&canvas, 0);
	status = exh_sci_pic_draw(pic, &canvas, NULL, NULL);
	exh_sci_pic_dither(&canvas, EXH_SCI_PIC_EGA, pixels);
	return !status;
}

static bool draw_plain(struct exh_bytes pic)
{
	bool is_drawn;

	plain_clear(&plain, 0);
	is_drawn = plain_draw(&plain, pic.data, pic.size);
	for (int y = 0; y < PLAIN_HEIGHT; y++)
		for (int x = 0; x < PLAIN_WIDTH; x++)
			copied[y * PLAIN_WIDTH + x] = (x ^ y) & 1
							      ? plain.maps[0][y][x] >> 4
							      : plain.maps[0][y][x] & 15;
	return is_drawn;
}

/* The least to write: three maps cleared, drawn once, and made into pixels. */
static bool write_maps(struct exh_bytes pic)
{
	(void)pic;
	for (int i = 0; i < 2; i++) {
		memset(canvas.visual, i, sizeof canvas.visual);
		memset(canvas.priority, i, sizeof canvas.priority);
		memset(canvas.control, i, sizeof canvas.control);
		keep_memory();
	}
	memcpy(copied, canvas.visual, sizeof copied);
	keep_memory();
	return true;
}

/* Seconds a pic. */
static double time_of(bool (*run)(struct exh_bytes pic), const struct exh_bytes *pics,
		      size_t count, size_t repeats)
{
	const double start = now();

	for (size_t i = 0; i < repeats; i++)
		for (size_t k = 0; k < count; k++)
			run(pics[k]);
	return (now() - start) / (double)repeats / (double)count;
}

static void measure(const char *name, const struct exh_bytes *pics, size_t count,
		    double speed_target, double plain_target)
{
	double ours[ROUNDS], plain_s[ROUNDS], times_plain[ROUNDS], times_written[ROUNDS];
	const size_t rounds = loops(ROUNDS), repeats = loops(REPEATS);
	size_t size = 0;

	for (size_t i = 0; i < count; i++)
		size += pics[i].size;
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_of(draw, pics, count, repeats);
		plain_s[i] = time_of(draw_plain, pics, count, 1);
		times_plain[i] = plain_s[i] / ours[i];
		times_written[i] = ours[i] / time_of(write_maps, pics, count, repeats);
	}
	note("%s: %zu of %zu bytes on average", name, count, size / count);
	ROW(name, 1 / median(ours, rounds), "pics/s", .target = speed_target);
	ROW(name, median(times_plain, rounds), "x",
	    .peer = "the plain decoder of the tests", .target = plain_target);
	ROW(name, median(times_written, rounds), "x time of", .peer = "writing the maps",
	    .better = LOWER);
	print_peer(name, "the plain decoder of the tests", 1 / median(plain_s, rounds),
		   "pics/s", HIGHER);
}

/* Pics a second of the slowest one: the best time of each, drawn in turn with the others,
 * as branches are not learned by heart then. */
static void measure_slowest(const char *name, const struct exh_bytes *pics, size_t count,
			    double target)
{
	const size_t rounds = loops(ROUNDS) * loops(REPEATS);
	double *best = calloc(count, sizeof *best), slowest = 0;

	if (!best)
		fail("out of memory");
	for (size_t i = 0; i < rounds; i++)
		for (size_t k = 0; k < count; k++) {
			const double time = time_of(draw, pics + k, 1, 1);

			best[k] = !i || time < best[k] ? time : best[k];
		}
	for (size_t k = 0; k < count; k++)
		slowest = best[k] > slowest ? best[k] : slowest;
	ROW(name, 1 / slowest, "pics/s", .target = target);
	free(best);
}

/* The dithered maps of each pic become a program: how long that takes, and how long it is
 * against the pic. */
static void measure_tracing(const char *name, const struct exh_bytes *pics, size_t count,
			    double speed_target, double size_target)
{
	const struct exh_sci_pic_target target = { pixels, true, canvas.priority,
						   canvas.control };
	size_t before = 0, after = 0;
	double seconds = 0, start;

	for (size_t i = 0; i < count; i++) {
		struct exh_arena arena = { .limit = TRACE_MEMORY };
		struct exh_writer out = { .limit = LIMIT };

		draw(pics[i]);
		start = now();
		if (exh_sci_pic_trace(&target, &arena, &out, NULL))
			fail("a pic is not traced");
		seconds += now() - start;
		before += pics[i].size;
		after += out.size;
		exh_writer_free(&out);
		exh_arena_free(&arena);
	}
	ROW(name, (double)count / seconds, "pics/s", .target = speed_target);
	ROW(name, (double)after / (double)before, "x size of", .peer = "the pics",
	    .better = LOWER, .target = size_target);
}

static bool is_drawn_alike(struct exh_bytes pic)
{
	draw(pic);
	draw_plain(pic);
	return !memcmp(pixels, copied, sizeof pixels) &&
	       !memcmp(canvas.priority, plain.maps[1], sizeof pixels) &&
	       !memcmp(canvas.control, plain.maps[2], sizeof pixels);
}

static struct exh_bytes make_room(uint64_t *seed)
{
	struct exh_writer out = { .limit = LIMIT };

	pic_put_room(&out, seed, &canvas);
	if (out.failed || !is_drawn_alike(exh_writer_bytes(&out)))
		fail("the plain decoder draws a room in another way");
	return exh_writer_bytes(&out);
}

struct pics {
	struct exh_bytes *items;
	size_t count;
};

/* Takes the pics that both decoders can draw to the end. */
static void add_game(struct pics *pics, const struct sci_game *game)
{
	pics->items = realloc(pics->items,
			      (pics->count + game->count + 1) * sizeof *pics->items);
	if (!pics->items)
		fail("out of memory");
	for (size_t i = 0; i < game->count; i++) {
		const struct sci_resource *it = &game->items[i];

		if (it->type != EXH_SCI_PIC)
			continue;
		if (!draw(it->bytes) || !draw_plain(it->bytes))
			note("%s: pic %u is damaged: left out", game->folder, it->number);
		else if (!is_drawn_alike(it->bytes))
			fail("%s: the plain decoder draws pic %u in another way",
			     game->folder, it->number);
		else
			pics->items[pics->count++] = it->bytes;
	}
}

int main(int argc, char **argv)
{
	static struct exh_bytes rooms[ROOMS];
	struct pics games = { 0 }, loose = { 0 };
	uint64_t seed = 0x51e44a;
	const size_t room_count = loops(ROOMS);

	for (size_t i = 0; i < room_count; i++)
		rooms[i] = make_room(&seed);
	measure("rooms made by chance", rooms, room_count, 0, 4);
	measure_tracing("rooms made by chance, traced", rooms, room_count, 0, 0);
	for (int i = 1; i < argc; i++) {
		struct sci_game game;

		/* The pics lie in the game's files: it stays open. */
		sci_game_open(&game, argv[i]);
		add_game(game.has_map ? &games : &loose, &game);
	}
	if (games.count)
		measure("pics of games", games.items, games.count, 8000, 0);
	if (loose.count) {
		measure("loose pics", loose.items, loose.count, 8000, 0);
		measure_slowest("the slowest loose pic", loose.items, loose.count, 4000);
		measure_tracing("loose pics, traced", loose.items, loose.count, 5, 1.3);
	}
	free(games.items);
	free(loose.items);
	return 0;
}
