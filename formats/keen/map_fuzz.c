/*
 * A head and an archive may be as broken as they like: what opens can be read to the last
 * cell, and what opens without a note can be packed and is the same again.
 *
 * Input:  two bytes: size of the head, lowest first
 *         two bytes: size of the dictionary; 0: one in which each code has 8 bits
 *         the rest are head, dictionary and archive
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/fuzzing.h"

enum { CONTROL_SIZE = 4, LIMIT = 8 << 20, MAX_CELLS = 32767 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct opened {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_maphead head;
	struct exh_keen_maps maps;
};

static _Thread_local struct exh_huffman huffman;

static bool open_all(struct exh_bytes archive, struct exh_bytes head, struct opened *o)
{
	struct exh_error err = { 0 };
	enum exh_status status;

	*o = (struct opened){ .arena = { .limit = LIMIT } };
	o->notes.arena = &o->arena;
	status = exh_keen_maphead_read(head, archive, &o->head, &err);
	if (status == EXH_OK)
		status = exh_keen_maps_open(archive, &o->head, &huffman, &o->arena,
					    &o->maps, &o->notes, &err);
	assert(err.status == status);
	return status == EXH_OK;
}

/* Nothing is lost in silence, and all else can be read. */
static void check_map(const struct opened *o, const struct exh_keen_map *map)
{
	const size_t count = map->width * map->height;
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	assert(map->number < EXH_KEEN_MAP_LIMIT);
	assert(!map->lost || o->notes.damage_count);
	exh_keen_map_name(map, name);
	assert(strlen(name) <= EXH_KEEN_MAP_NAME_SIZE);
	if (map->lost)
		return;
	assert(map->width && map->height && count <= MAX_CELLS);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const struct exh_keen_map_plane *plane = &map->planes[i];
		bool blank = true;

		for (size_t k = 0; k < count; k++)
			blank &= !plane->cells[k];
		assert(blank || !plane->absent);
		assert(!plane->damaged || o->notes.damage_count);
	}
}

/* Checks the tables as if each of the nine had its share. */
static void check_tile_info(struct exh_bytes in)
{
	const size_t count = in.size / EXH_KEEN_TILE_TABLE_COUNT;
	struct exh_keen_tile_info info;

	assert(exh_keen_tile_info_open(in, count, count, &info, NULL) == EXH_OK);
	assert(info.rest.size == in.size % EXH_KEEN_TILE_TABLE_COUNT);
	for (size_t i = 0; i < 2 * count; i++) {
		unsigned ticks;
		size_t next;

		if (exh_keen_tile_next(&info, i % 2, i / 2, &next, &ticks))
			assert(next != i / 2 && ticks);
		else
			assert(next == i / 2);
		assert(next < count);
	}
}

static void check_same(const struct exh_keen_maps *a, const struct exh_keen_maps *b)
{
	assert(a->count == b->count);
	for (size_t i = 0; i < a->count; i++) {
		const struct exh_keen_map *was = &a->items[i], *is = &b->items[i];

		assert(was->number == is->number && !is->lost);
		assert(was->width == is->width && was->height == is->height);
		assert(memcmp(was->name, is->name, sizeof was->name) == 0);
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++)
			assert(memcmp(was->planes[k].cells, is->planes[k].cells,
				      was->width * was->height *
					      sizeof *was->planes[k].cells) == 0);
	}
}

/* False where something can't be packed that could be opened. */
static bool pack(const struct opened *o, struct exh_writer *archive,
		 struct exh_writer *head)
{
	const enum exh_status status = exh_keen_maps_pack(&o->maps, o->head.tile_info,
							  &huffman, archive, head, NULL);

	/* Dictionaries may lack codes, or have long ones; planes may have lain where no
	 * head can point to. */
	assert(status == EXH_OK || o->maps.packing == EXH_KEEN_MAP_HUFFMAN ||
	       (status == EXH_INVALID && !o->maps.prefix.size));
	return status == EXH_OK;
}

/* Bytes that are counted are those that a dictionary of them packs. */
static void check_count(const struct opened *o)
{
	const char *name = exh_keen_map_packing_name(o->maps.packing);
	uint64_t counts[256] = { 0 }, sum = 0;
	enum exh_keen_map_packing packing;

	assert(exh_keen_map_packing_find(name, &packing) && packing == o->maps.packing);
	if (exh_keen_maps_count(&o->maps, counts, NULL))
		return;
	for (size_t i = 0; i < 256; i++)
		sum += counts[i];
	assert(sum || !o->maps.count);
}

static void check_packed(const struct opened *o)
{
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };
	struct exh_writer archive2 = { .limit = LIMIT }, head2 = { .limit = LIMIT };
	struct opened again;

	if (pack(o, &archive, &head)) {
		assert(open_all((struct exh_bytes){ archive.data, archive.size, 0 },
				(struct exh_bytes){ head.data, head.size, 0 }, &again));
		assert(!again.notes.warning_count && !again.notes.damage_count);
		check_same(&o->maps, &again.maps);
		assert(pack(&again, &archive2, &head2));
		assert(archive.size == archive2.size && head.size == head2.size);
		assert(memcmp(archive.data, archive2.data, archive.size) == 0);
		assert(memcmp(head.data, head2.data, head.size) == 0);
		exh_arena_free(&again.arena);
	}
	exh_writer_free(&archive);
	exh_writer_free(&head);
	exh_writer_free(&archive2);
	exh_writer_free(&head2);
}

static void check_input(struct exh_bytes archive, struct exh_bytes head)
{
	struct opened o;

	if (open_all(archive, head, &o)) {
		check_tile_info(o.head.tile_info);
		for (size_t i = 0; i < o.maps.count; i++)
			check_map(&o, &o.maps.items[i]);
		if (!o.notes.warning_count && !o.notes.damage_count) {
			check_count(&o);
			check_packed(&o);
		}
	}
	exh_arena_free(&o.arena);
}

/* Each code has 8 bits. */
static void init_flat(void)
{
	static _Thread_local struct exh_huffman flat;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256];

	if (!flat.shortest_code) { /* making it takes longer than all the rest */
		for (size_t i = 0; i < 256; i++)
			counts[i] = 1;
		exh_huffman_build(counts, dict);
		assert(exh_huffman_read(&flat, (struct exh_bytes){ dict, sizeof dict, 0 },
					NULL, NULL) == EXH_OK);
	}
	huffman = flat;
}

static bool init(struct exh_bytes given)
{
	if (given.size)
		return exh_huffman_read(&huffman, given, NULL, NULL) == EXH_OK;
	init_flat();
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes head, dict, archive;
	const uint8_t *rest;
	size_t left;

	if (size < CONTROL_SIZE)
		return 0;
	rest = data + CONTROL_SIZE;
	left = size - CONTROL_SIZE;
	head = take(&rest, &left, data[0] | (size_t)data[1] << 8);
	dict = take(&rest, &left, data[2] | (size_t)data[3] << 8);
	archive = take(&rest, &left, left);
	if (init(dict))
		check_input(archive, head);
	discard(head);
	discard(dict);
	discard(archive);
	return 0;
}
