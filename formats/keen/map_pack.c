#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include <string.h>

enum {
	MAX_WORDS = 65535, /* bytes, as the count has 16 bits */
	MAX_CELLS = EXH_KEEN_MAP_MAX_CELLS,
	MAX_HEADER = 255, /* bytes; Keen Dreams' head has a byte for that */
};

/* One level on its way into the archive; the writers are used again for the next. */
struct packing {
	const struct exh_keen_maps *maps;
	const struct exh_huffman *huffman;
	struct exh_writer *archive;
	struct exh_writer cells, words; /* bytes of the cells; the same with RLEW */
};

static bool is_blank(const struct exh_keen_map *map, size_t plane)
{
	for (size_t i = 0; i < map->width * map->height; i++)
		if (map->planes[plane].cells[i])
			return false;
	return true;
}

static enum exh_status check_map(const struct exh_keen_map *map, struct exh_error *err)
{
	if (map->number >= EXH_KEEN_MAP_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"level %u: a head holds 0 to %d", map->number,
				EXH_KEEN_MAP_LIMIT - 1);
	if (!map->width || !map->height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"level %u: %zux%zu cells, expected 1 or more",
				map->number, map->width, map->height);
	if (map->width > MAX_CELLS / map->height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"level %u: %zux%zu cells, a plane holds %d", map->number,
				map->width, map->height, MAX_CELLS);
	return EXH_OK;
}

/* RLEW words, with the length of the cells in front. */
static enum exh_status make_words(struct packing *p, const struct exh_keen_map *map,
				  size_t plane, struct exh_error *err)
{
	const size_t count = map->width * map->height;
	const uint16_t *cells = map->planes[plane].cells;
	enum exh_status status;

	p->cells.size = p->words.size = 0;
	for (size_t i = 0; i < count; i++)
		exh_write_u16le(&p->cells, cells[i]);
	exh_write_u16le(&p->words, (uint16_t)(count * 2));
	if (p->cells.failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = exh_rlew_pack(exh_writer_bytes(&p->cells), p->maps->rlew_tag, &p->words,
			       err);
	if (!status && p->words.size > MAX_WORDS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes of RLEW words, at most %d fit", p->words.size,
				MAX_WORDS);
	return status;
}

/* Appends a packed plane. */
static enum exh_status pack_plane(struct packing *p, const struct exh_keen_map *map,
				  size_t plane, struct exh_error *err)
{
	const size_t start = p->archive->size;
	enum exh_status status = make_words(p, map, plane, err);
	const struct exh_bytes words = exh_writer_bytes(&p->words);

	if (status)
		return status;
	if (p->maps->packing != EXH_KEEN_MAP_RLEW)
		exh_write_u16le(p->archive, (uint16_t)words.size);
	if (p->maps->packing == EXH_KEEN_MAP_HUFFMAN)
		status = exh_huffman_pack(p->huffman, words, p->archive, err);
	else if (p->maps->packing == EXH_KEEN_MAP_CARMACK)
		status = exh_carmack_pack(words, p->archive, err);
	else
		exh_write_bytes(p->archive, words.data, words.size);
	if (!status && p->archive->size - start > MAX_WORDS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes packed, at most %d fit",
				p->archive->size - start, MAX_WORDS);
	return status;
}

struct place {
	size_t offset, size;
};

static void write_header(const struct exh_keen_map *map, const struct place *places,
			 struct exh_writer *out)
{
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		exh_write_u32le(out, (uint32_t)places[i].offset);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		exh_write_u16le(out, (uint16_t)places[i].size);
	exh_write_u16le(out, (uint16_t)map->width);
	exh_write_u16le(out, (uint16_t)map->height);
	exh_write_bytes(out, map->name, sizeof map->name);
}

/* Appends the header as stored in the archive, and returns the size for the head.
 */
static enum exh_status pack_header(struct packing *p, const struct exh_keen_map *map,
				   const struct place *places, size_t *size,
				   struct exh_error *err)
{
	const size_t start = p->archive->size;
	enum exh_status status;

	if (p->maps->packing != EXH_KEEN_MAP_HUFFMAN) {
		write_header(map, places, p->archive);
		exh_write_bytes(p->archive, "!ID!", 4);
		return EXH_OK;
	}
	p->words.size = 0;
	write_header(map, places, &p->words);
	status = exh_huffman_pack(p->huffman, exh_writer_bytes(&p->words), p->archive,
				  err);
	*size = p->archive->size - start;
	if (!status && *size > MAX_HEADER)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a header of %zu bytes packed, at most %d fit", *size,
				MAX_HEADER);
	return status;
}

static enum exh_status pack_map(struct packing *p, const struct exh_keen_map *map,
				size_t *header_offset, size_t *header_size,
				struct exh_error *err)
{
	struct place places[EXH_KEEN_PLANE_COUNT];
	enum exh_status status;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		places[i] = (struct place){ p->archive->size, 0 };
		/* A level without this plane stays so while nothing is in it. */
		if (map->planes[i].absent && is_blank(map, i)) {
			places[i].offset = map->planes[i].offset;
			continue;
		}
		status = pack_plane(p, map, i, err);
		if (status)
			return exh_within(err, status, "level %u: %s", map->number,
					  exh_keen_plane_name((enum exh_keen_plane)i));
		places[i].size = p->archive->size - places[i].offset;
	}
	*header_offset = p->archive->size;
	if (!*header_offset)
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"level %u: its header would lie at 0, which means that the level "
			"is absent: the first level needs a plane or a prefix before it",
			map->number);
	status = pack_header(p, map, places, header_size, err);
	return status ? exh_within(err, status, "level %u", map->number) : EXH_OK;
}

static enum exh_status pack_maps(struct packing *p, size_t *offsets, size_t *sizes,
				 struct exh_error *err)
{
	exh_write_bytes(p->archive, p->maps->prefix.data, p->maps->prefix.size);
	for (size_t i = 0; i < p->maps->count; i++) {
		const struct exh_keen_map *map = &p->maps->items[i];
		enum exh_status status;

		if (map->lost)
			continue;
		status = check_map(map, err);
		if (status)
			return status;
		if (offsets[map->number])
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"level %u occurs twice", map->number);
		status =
			pack_map(p, map, &offsets[map->number], &sizes[map->number], err);
		if (status)
			return status;
	}
	if (p->archive->failed || p->words.failed || p->archive->size > INT32_MAX)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}

static void write_head(const struct exh_keen_maps *maps, const size_t *offsets,
		       const size_t *sizes, struct exh_bytes tile_info,
		       struct exh_writer *head)
{
	exh_write_u16le(head, maps->rlew_tag);
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		exh_write_u32le(head, offsets[i] ? (uint32_t)offsets[i]
						 : (uint32_t)maps->absent_offsets[i]);
	for (size_t i = 0;
	     i < EXH_KEEN_MAP_LIMIT && maps->packing == EXH_KEEN_MAP_HUFFMAN; i++)
		exh_write_u8(head, (uint8_t)sizes[i]);
	exh_write_bytes(head, tile_info.data, tile_info.size);
}

enum exh_status exh_keen_maps_pack(const struct exh_keen_maps *maps,
				   struct exh_bytes tile_info,
				   const struct exh_huffman *huffman,
				   struct exh_writer *archive, struct exh_writer *head,
				   struct exh_error *err)
{
	struct packing p = { .maps = maps,
			     .huffman = huffman,
			     .archive = archive,
			     .cells = { .limit = 1 << 20 },
			     .words = { .limit = 1 << 20 } };
	size_t offsets[EXH_KEEN_MAP_LIMIT] = { 0 }, sizes[EXH_KEEN_MAP_LIMIT] = { 0 };
	enum exh_status status = pack_maps(&p, offsets, sizes, err);

	exh_writer_free(&p.cells);
	exh_writer_free(&p.words);
	if (status)
		return status;
	write_head(maps, offsets, sizes, tile_info, head);
	if (head->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}

static void count_bytes(const struct exh_writer *in, uint64_t counts[256])
{
	for (size_t i = 0; i < in->size; i++)
		counts[in->data[i]]++;
}

static enum exh_status count_map(struct packing *p, const struct exh_keen_map *map,
				 uint64_t counts[256], struct exh_error *err)
{
	struct place places[EXH_KEEN_PLANE_COUNT];
	enum exh_status status = check_map(map, err);

	if (status)
		return status;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const struct exh_keen_map_plane *plane = &map->planes[i];

		places[i] = (struct place){ plane->offset, plane->packed_size };
		if (plane->absent && is_blank(map, i))
			continue;
		status = make_words(p, map, i, err);
		if (status)
			return exh_within(err, status, "level %u: %s", map->number,
					  exh_keen_plane_name((enum exh_keen_plane)i));
		count_bytes(&p->words, counts);
	}
	p->words.size = 0;
	write_header(map, places, &p->words);
	if (p->words.failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	count_bytes(&p->words, counts);
	return EXH_OK;
}

enum exh_status exh_keen_maps_count(const struct exh_keen_maps *maps,
				    uint64_t counts[256], struct exh_error *err)
{
	struct packing p = { .maps = maps,
			     .cells = { .limit = 1 << 20 },
			     .words = { .limit = 1 << 20 } };
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < maps->count && !status; i++)
		if (!maps->items[i].lost)
			status = count_map(&p, &maps->items[i], counts, err);
	exh_writer_free(&p.cells);
	exh_writer_free(&p.words);
	return status;
}
