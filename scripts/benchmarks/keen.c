/*
 * Keen Dreams played: frames per second of a busy level, with nothing written; with a CRC
 * of each picture, in turn with zlib's crc32 of as many bytes alone; with sound; and what
 * a frame costs that redraws many tiles. One thread.
 *
 * usage: bench_keen LEVEL EGA HEAD DICT MAP HEAD DICT AUDIO HEAD DICT
 */
#include "bench.h"

#include <exhume/advanced/ega.h>
#include <exhume/advanced/keen_audio.h>
#include <exhume/advanced/keen_map.h>
#include <exhume/keen_engine.h>

#include <zlib.h>

enum {
	FILES = 9,
	FRAMES = 3000,
	REPEATS = 7,
	LIMIT = 64 << 20,
	PIXELS = EXH_EGA_WIDTH * EXH_EGA_HEIGHT,
	BUCKETS = 4,
};

static void check(enum exh_status status, const char *what, const struct exh_error *err)
{
	if (status)
		fail("%s: %s", what, err->text);
}

static unsigned frame_count;
static struct exh_arena arena = { .limit = LIMIT };
static struct exh_huffman huffman[2];
static struct exh_keen_graphics graphics;
static struct exh_keen_maps maps;
static struct exh_keen_tile_info info;
static struct exh_keen_audio audio;

static const struct exh_keen_game *open_game(const struct exh_bytes *files)
{
	const struct exh_keen_layout *layout = exh_keen_layout_find("keen-dreams-ega");
	const struct exh_keen_parts parts = {
		.graphics = &graphics, .maps = &maps, .tile_info = &info, .audio = &audio
	};
	const struct exh_keen_game *game;
	struct exh_keen_maphead maphead;
	struct exh_keen_head head;
	struct exh_error err;

	check(exh_huffman_read(&huffman[0], files[2], NULL, &err), "dictionary", &err);
	check(exh_huffman_read(&huffman[1], files[5], NULL, &err), "dictionary", &err);
	check(exh_keen_head_read(files[1], 4, layout->chunk_count, files[0].size, &arena,
				 &head, NULL, &err),
	      "head", &err);
	check(exh_keen_graphics_open(files[0], &head, layout, &huffman[0], &arena,
				     &graphics, NULL, &err),
	      "graphics", &err);
	check(exh_keen_maphead_read(files[4], files[3], &maphead, &err), "head", &err);
	check(exh_keen_tile_info_open(maphead.tile_info,
				      layout->spans[EXH_KEEN_TILE16].count,
				      layout->spans[EXH_KEEN_TILE16M].count, &info, &err),
	      "tile information", &err);
	check(exh_keen_maps_open(files[3], &maphead, &huffman[1], &arena, &maps, NULL,
				 &err),
	      "levels", &err);
	check(exh_keen_audio_open(files[6], files[7], files[8], &arena, &audio, NULL,
				  &err),
	      "sounds", &err);
	check(exh_keen_game_open(&parts, &arena, &game, NULL, &err), "game", &err);
	return game;
}

/* Walks one way, most of the time, jumps and throws. */
static struct exh_keen_controls chance(uint32_t *seed, unsigned frame,
				       struct exh_keen_controls held)
{
	unsigned v;

	if (frame % 16)
		return held;
	*seed = *seed * 1103515245 + 12345;
	v = *seed >> 16 & 0x7fff;
	return (struct exh_keen_controls){
		.x_axis = (int8_t)(v % 8 < 5 ? -1 : v % 8 == 5),
		.y_axis = (int8_t)(v / 8 % 5 == 0 ? -1 : v / 8 % 5 == 1),
		.button0 = v / 40 & 1,
		.button1 = (v / 80 & 3) == 0,
	};
}

struct run {
	bool crc, sound;
	enum exh_keen_refresh refresh;
	uint32_t sum; /* of all pictures */
	unsigned long writes;
	/* Nanoseconds of frames that copied no tile, fewer than 20, more, all of them. */
	bool buckets;
	double bucket_ns[BUCKETS];
	unsigned bucket_frames[BUCKETS];
};

static void hear(void *context, const struct exh_audio_write *write)
{
	struct run *run = context;

	run->writes += write->value;
}

static void count_frame(struct run *run, const struct exh_keen_engine *engine, double ns)
{
	struct exh_keen_frame_state state;
	unsigned bucket;

	exh_keen_engine_state(engine, &state);
	bucket = !state.copied_tiles	    ? 0
		 : state.copied_tiles < 20  ? 1
		 : state.copied_tiles < 200 ? 2
					    : 3;
	run->bucket_ns[bucket] += ns;
	run->bucket_frames[bucket]++;
}

static void play(const struct exh_keen_game *game, struct exh_keen_engine *engine,
		 unsigned level, struct run *run)
{
	const struct exh_host host = { .audio = hear, .context = run };
	static uint8_t pixels[PIXELS];
	struct exh_keen_controls held = { 0 };
	struct exh_keen_start start;
	struct exh_error err;
	uint32_t seed = 7;

	exh_keen_start_default(&start);
	start.map = level;
	start.god = true;
	start.flowers = 60;
	start.refresh = run->refresh;
	start.device = run->sound ? EXH_AUDIO_ADLIB : EXH_AUDIO_NONE;
	check(exh_keen_engine_start(engine, game, &start, NULL, &err), "level", &err);
	for (unsigned frame = 0; frame < frame_count; frame++) {
		const double begin = run->buckets ? now() : 0;

		held = chance(&seed, frame, held);
		exh_keen_engine_step(engine, &held, run->sound ? &host : NULL);
		if (run->buckets)
			count_frame(run, engine, (now() - begin) * 1e9);
		if (!run->crc)
			continue;
		exh_keen_engine_picture(engine, pixels);
		run->sum ^= (uint32_t)crc32(crc32(0, NULL, 0), pixels, PIXELS);
	}
}

static uint32_t crc_alone(void)
{
	static uint8_t pixels[PIXELS];
	uint32_t sum = 0;

	for (unsigned frame = 0; frame < frame_count; frame++) {
		pixels[frame] ^= 5;
		sum += (uint32_t)crc32(crc32(0, NULL, 0), pixels, PIXELS);
	}
	return sum;
}

/* Seconds a frame. */
static double time_of(const struct exh_keen_game *game, struct exh_keen_engine *engine,
		      unsigned level, struct run *run)
{
	const double begin = now();

	play(game, engine, level, run);
	return (now() - begin) / frame_count;
}

static double time_crc(uint32_t *sum)
{
	const double begin = now();

	*sum ^= crc_alone();
	return (now() - begin) / frame_count;
}

static void print_buckets(const struct run *run)
{
	static const char *const names[BUCKETS] = {
		"frame without new tiles",
		"frame of fewer than 20 new tiles",
		"frame of 20 to 199 new tiles",
		"frame of 200 new tiles or more",
	};

	for (size_t i = 0; i < BUCKETS; i++)
		if (run->bucket_frames[i])
			ROW(names[i], run->bucket_ns[i] / run->bucket_frames[i], "ns",
			    .better = LOWER);
}

static void measure(const struct exh_keen_game *game, struct exh_keen_engine *engine,
		    unsigned level)
{
	struct run plain = { 0 }, with_crc = { .crc = true },
		   with_sound = { .sound = true };
	struct run keen1 = { .refresh = EXH_KEEN_REFRESH_KEEN1 };
	struct run buckets = { .buckets = true };
	double nothing[REPEATS], crc[REPEATS], crc_alone_s[REPEATS], ratio[REPEATS],
		adlib[REPEATS], refresh[REPEATS];
	const size_t rounds = loops(REPEATS);
	uint32_t sum = 0;

	for (size_t i = 0; i < rounds; i++) {
		nothing[i] = time_of(game, engine, level, &plain);
		crc[i] = time_of(game, engine, level, &with_crc);
		crc_alone_s[i] = time_crc(&sum);
		ratio[i] = crc[i] / crc_alone_s[i];
		adlib[i] = time_of(game, engine, level, &with_sound);
		refresh[i] = time_of(game, engine, level, &keen1);
		time_of(game, engine, level, &buckets);
	}
	note("%u frames of level %u; sums of the pictures %08x %08x", frame_count, level,
	     with_crc.sum, sum);
	ROW("nothing written", 1 / median(nothing, rounds), "frames/s", .target = 200000);
	ROW("AdLib writes", 1 / median(adlib, rounds), "frames/s");
	ROW("Keen 1 refresh", 1 / median(refresh, rounds), "frames/s");
	ROW("CRC of each picture", 1e6 * median(crc, rounds), "us/frame",
	    .better = LOWER);
	ROW("CRC of each picture", median(ratio, rounds), "x time of",
	    .peer = "zlib crc32", .better = LOWER);
	ROW("zlib crc32", 1e6 * median(crc_alone_s, rounds), "us/frame", .better = LOWER);
	print_buckets(&buckets);
}

int main(int argc, char **argv)
{
	struct exh_bytes files[FILES];
	const struct exh_keen_game *game;

	if (argc != FILES + 2)
		fail("usage: bench_keen LEVEL EGA HEAD DICT MAP HEAD DICT AUDIO HEAD "
		     "DICT");
	frame_count = smoke() ? 20 : FRAMES;
	for (size_t i = 0; i < FILES; i++)
		files[i] = read_file(argv[i + 2]);
	game = open_game(files);
	measure(game, exh_keen_engine_new(&arena), (unsigned)atoi(argv[1]));
	exh_arena_free(&arena);
	for (size_t i = 0; i < FILES; i++)
		free((void *)files[i].data);
	return 0;
}
