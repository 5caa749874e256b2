/*
 * A whole SCI game: its map read, and all of its resources unpacked, 800 of some KiB, in
 * turn with memcpy of as many bytes, one thread: stored, packed by LZW, by Huffman
 * coding. Its volume is made here.
 *
 * usage: bench_sci_game
 *        bench_sci_game --write FOLDER     only writes the resources as patch files
 */
#include "bench.h"

#include <exhume/advanced/codec.h>
#include <exhume/advanced/sci.h>
#include <exhume/codec.h>
#include <exhume/sci.h>

enum { RESOURCES = 800, TYPES = 5, MOST = 8000, REPEATS = 20, LIMIT = 64 << 20 };

static uint64_t seed = 0x5c10;

static uint32_t roll(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 32) % below;
}

/* Of every resource, packed and not. */
struct game {
	struct exh_writer map, volume;
	size_t unpacked_size;
};

static uint8_t plain[RESOURCES][MOST];
static size_t sizes[RESOURCES];
static uint8_t result[RESOURCES * MOST];

/* Rows of runs, most of them much like the row above, as views have them. */
static void make_resources(void)
{
	for (size_t i = 0; i < RESOURCES; i++) {
		sizes[i] = 500 + roll(MOST - 500);
		for (size_t k = 0; k < sizes[i]; k++)
			plain[i][k] = k > 16 && roll(4)
					      ? plain[i][k - 17]
					      : (uint8_t)(roll(roll(16) + 1) << 4 |
							  roll(roll(16) + 1));
	}
}

static void check(enum exh_status status)
{
	if (status)
		fail("status %d", status);
}

static void pack(struct game *game, enum exh_sci_packing packing)
{
	static struct exh_sci_entry entries[RESOURCES];

	game->map.limit = game->volume.limit = LIMIT;
	for (size_t i = 0; i < RESOURCES; i++) {
		const struct exh_bytes data = { plain[i], sizes[i], 0 };
		struct exh_writer packed = { .limit = LIMIT };

		entries[i] =
			(struct exh_sci_entry){ .type = (uint8_t)(i % TYPES),
						.volume = 1,
						.number = (uint16_t)(i / TYPES),
						.offset = (uint32_t)game->volume.size };
		if (packing == EXH_SCI_LZW)
			exh_sci_lzw_pack(data, EXH_LZW_SCI0, &packed);
		else if (packing == EXH_SCI_HUFFMAN)
			exh_sci_huffman_pack(data, &packed);
		else
			exh_write_bytes(&packed, data.data, data.size);
		check(exh_sci_record_write(entries[i].type, entries[i].number, packing,
					   exh_writer_bytes(&packed), sizes[i],
					   &game->volume, NULL));
		exh_writer_free(&packed);
		game->unpacked_size += sizes[i];
	}
	check(exh_sci_map_write(entries, RESOURCES, &game->map, NULL));
}

static void unpack(const struct game *game)
{
	const struct exh_bytes volume = exh_writer_bytes(&game->volume);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_sci_map map;
	uint8_t *dst = result;

	check(exh_sci_map_read(exh_writer_bytes(&game->map), EXH_SCI_LAYOUT_SCI0, &arena,
			       &map, NULL, NULL));
	for (size_t i = 0; i < map.count; i++) {
		struct exh_sci_record record;
		size_t produced;

		check(exh_sci_record_read(volume, map.entries[i].offset, map.layout,
					  &record, NULL));
		check(exh_sci_record_unpack(&record, &arena, dst, &produced, NULL, NULL));
		dst += produced;
	}
	exh_arena_free(&arena);
}

static void copy(const struct game *game)
{
	uint8_t *dst = result;

	(void)game;
	for (size_t i = 0; i < RESOURCES; i++) {
		memcpy(dst, plain[i], sizes[i]);
		dst += sizes[i];
	}
	keep_memory();
}

static bool is_right(void)
{
	const uint8_t *at = result;

	for (size_t i = 0; i < RESOURCES; i++) {
		if (memcmp(at, plain[i], sizes[i]) != 0)
			return false;
		at += sizes[i];
	}
	return true;
}

static double time_of(void (*run)(const struct game *game), const struct game *game)
{
	const size_t repeats = loops(REPEATS);
	const double start = now();

	for (size_t i = 0; i < repeats; i++)
		run(game);
	return (now() - start) / (double)repeats;
}

static void write_files(const char *folder)
{
	for (size_t i = 0; i < RESOURCES; i++) {
		const uint8_t head[2] = { (uint8_t)(0x80 | i % TYPES), 0 };
		char path[4096];
		FILE *file;

		snprintf(path, sizeof path, "%s/%s.%03zu", folder,
			 exh_sci_type_name((unsigned)i % TYPES), i / TYPES);
		file = fopen(path, "wb");
		if (!file || fwrite(head, 1, 2, file) != 2 ||
		    fwrite(plain[i], 1, sizes[i], file) != sizes[i] || fclose(file))
			fail("%s: can't be written", path);
	}
}

static void measure(const char *name, enum exh_sci_packing packing, double mb_target,
		    double memcpy_target)
{
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], copied[ROUNDS], ratio[ROUNDS];
	struct game game = { 0 };

	pack(&game, packing);
	memset(result, 0, sizeof result);
	unpack(&game);
	if (!is_right())
		fail("what was packed unpacks to something else");
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_of(unpack, &game);
		copied[i] = time_of(copy, &game);
		ratio[i] = copied[i] / ours[i];
	}
	note("%s: %zu bytes, packed into %zu", name, game.unpacked_size,
	     game.volume.size);
	ROW(name, (double)game.unpacked_size / median(ours, rounds) / 1e6, "MB/s",
	    .target = mb_target);
	ROW(name, median(ratio, rounds), "x", .peer = "memcpy", .target = memcpy_target);
	print_peer(name, "memcpy",
		   (double)game.unpacked_size / median(copied, rounds) / 1e6, "MB/s",
		   HIGHER);
	exh_writer_free(&game.map);
	exh_writer_free(&game.volume);
}

int main(int argc, char **argv)
{
	make_resources();
	if (argc == 3 && strcmp(argv[1], "--write") == 0) {
		write_files(argv[2]);
		return 0;
	}
	if (argc != 1)
		fail("usage: bench_sci_game [--write FOLDER]");
	measure("stored", EXH_SCI_STORED, 0, 0.5);
	measure("LZW", EXH_SCI_LZW, 150, 0);
	measure("Huffman", EXH_SCI_HUFFMAN, 120, 0);
	return 0;
}
