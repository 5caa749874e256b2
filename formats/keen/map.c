#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	HEADER_SIZE = MAP_HEADER_SIZE,
	MAX_CELLS = EXH_KEEN_MAP_MAX_CELLS,
	SCRATCH_SIZE = 65536,
	MAX_REST = 48, /* bytes outside levels: a signature has 8 or 11 */
};

static const uint8_t end_mark[] = { '!', 'I', 'D', '!' };

const char *exh_keen_plane_name(enum exh_keen_plane plane)
{
	static const char *const names[] = { "background", "foreground", "info" };

	return (unsigned)plane < EXH_KEEN_PLANE_COUNT ? names[plane] : "unknown";
}

static const char *const packings[] = { "huffman", "carmack", "rlew" };

const char *exh_keen_map_packing_name(enum exh_keen_map_packing packing)
{
	return (unsigned)packing < sizeof packings / sizeof packings[0]
		       ? packings[packing]
		       : "unknown";
}

bool exh_keen_map_packing_find(const char *name, enum exh_keen_map_packing *out)
{
	for (unsigned i = 0; i < sizeof packings / sizeof packings[0]; i++) {
		if (strcmp(packings[i], name) != 0)
			continue;
		*out = (enum exh_keen_map_packing)i;
		return true;
	}
	return false;
}

/*
 * The head.
 */

static bool is_in(int32_t offset, struct exh_bytes archive)
{
	return offset > 0 && (size_t)offset < archive.size;
}

/* Plain level headers are followed by a mark; packed ones have their sizes in the
 * head. */
static bool finds_sizes(const struct exh_keen_maphead *head, struct exh_bytes archive)
{
	int evidence = 0;

	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const int32_t offset = head->offsets[i];
		struct exh_bytes mark;

		if (is_in(offset, archive) &&
		    exh_bytes_slice(archive, (size_t)offset + HEADER_SIZE,
				    sizeof end_mark, &mark) &&
		    memcmp(mark.data, end_mark, sizeof end_mark) == 0)
			return false;
		/* Counts the mark also where the archive is cut off. */
		evidence += (offset > 0) == (head->header_sizes[i] != 0)
				    ? head->header_sizes[i] != 0
				    : -1;
	}
	return evidence > 0;
}

bool exh_keen_maphead_is_ted5(struct exh_bytes head, struct exh_keen_maphead *out)
{
	struct reader r = { .in = head, .pos = TED5_TAG_AT };
	size_t count = 0;

	if (head.size < TED5_HEAD_SIZE)
		return false;
	*out = (struct exh_keen_maphead){ .is_ted5 = true, .rlew_tag = rd_u16le(&r) };
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		out->offsets[i] = (int32_t)rd_u32le(&r);
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const bool is_there = out->offsets[i] > 0;

		if (rd_u32le(&r) != (is_there ? HEADER_SIZE : 0))
			return false;
		count += is_there;
	}
	return count != 0;
}

static size_t count_inside(const struct exh_keen_maphead *head, struct exh_bytes archive)
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		count += is_in(head->offsets[i], archive);
	return count;
}

enum exh_status exh_keen_maphead_read(struct exh_bytes head, struct exh_bytes archive,
				      struct exh_keen_maphead *out, struct exh_error *err)
{
	struct reader r = { .in = head };
	size_t start;

	if (exh_keen_maphead_is_ted5(head, out) && count_inside(out, archive))
		return EXH_OK;
	*out = (struct exh_keen_maphead){ 0 };
	if (head.size < MAPHEAD_SIZE)
		return exh_fail(err, EXH_TRUNCATED, head.base + head.size,
				"%zu bytes, expected %d or more: a tag and 100 offsets",
				head.size, MAPHEAD_SIZE);
	out->rlew_tag = rd_u16le(&r);
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		out->offsets[i] = (int32_t)rd_u32le(&r);
	if (!count_inside(out, archive))
		return exh_fail(
			err, EXH_INVALID, head.base + 2,
			"none of the 100 offsets lies in the archive of %zu bytes",
			archive.size);
	for (size_t i = 0; head.size >= MAPHEAD_SIZED_SIZE && i < EXH_KEEN_MAP_LIMIT; i++)
		out->header_sizes[i] = rd_u8(&r);
	out->has_sizes = head.size >= MAPHEAD_SIZED_SIZE && finds_sizes(out, archive);
	if (!out->has_sizes)
		memset(out->header_sizes, 0, sizeof out->header_sizes);
	start = out->has_sizes ? MAPHEAD_SIZED_SIZE : MAPHEAD_SIZE;
	exh_bytes_slice(head, start, head.size - start, &out->tile_info);
	return EXH_OK;
}

/*
 * The levels.
 */

struct opening {
	struct exh_bytes archive;
	const struct exh_keen_maphead *head;
	const struct exh_huffman *huffman;
	struct exh_arena *arena;
	struct exh_keen_maps *maps;
	struct exh_notes *notes;
	size_t header_count;   /* levels with a header, and ... */
	size_t nonsense_count; /* ... those whose header can't be of this archive */
	/* Twice SCRATCH_SIZE bytes: the cells of any plane, and its words. */
	uint8_t *scratch;
};

static void lose(struct opening *o, struct exh_keen_map *map, const char *reason)
{
	map->lost = true;
	exh_note(o->notes, EXH_DAMAGE, map->header_offset, "level %u: %s", map->number,
		 reason);
}

/* Expands the 38 bytes of a level's header, or fewer if it is cut off. */
static size_t expand_header(const struct opening *o, const struct exh_keen_map *map,
			    uint8_t out[HEADER_SIZE])
{
	const size_t left = o->archive.size - map->header_offset;
	struct exh_huffman_job job = { .dst = out, .size = HEADER_SIZE };

	exh_bytes_slice(o->archive, map->header_offset,
			map->header_size < left ? map->header_size : left, &job.src);
	if (o->head->has_sizes) {
		exh_huffman_expand(o->huffman, &job, 1);
		return job.produced_size;
	}
	job.produced_size = job.src.size < HEADER_SIZE ? job.src.size : HEADER_SIZE;
	memcpy(out, job.src.data, job.produced_size);
	return job.produced_size;
}

/* True if no plane lies in the archive: the wrong dictionary produced the header. */
static bool planes_are_outside(const struct opening *o, const struct exh_keen_map *map)
{
	if (!o->head->has_sizes)
		return false;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		if (!map->planes[i].packed_size ||
		    map->planes[i].offset < o->archive.size)
			return false;
	return true;
}

static void judge_header(struct opening *o, struct exh_keen_map *map)
{
	const bool sized =
		map->width && map->height && map->width <= MAX_CELLS / map->height;

	o->header_count++;
	o->nonsense_count += !sized || planes_are_outside(o, map);
	if (sized)
		return;
	map->lost = true;
	exh_note(o->notes, EXH_DAMAGE, map->header_offset,
		 "level %u: %zux%zu cells, expected 1 to %d in all", map->number,
		 map->width, map->height, MAX_CELLS);
}

static void read_header(struct opening *o, struct exh_keen_map *map)
{
	uint8_t header[HEADER_SIZE] = { 0 };
	struct reader r = { .in = { header, HEADER_SIZE, 0 } };
	size_t size;

	if (map->header_offset >= o->archive.size) {
		lose(o, map, "its header lies past the end of the archive");
		return;
	}
	size = expand_header(o, map, header);
	if (size < HEADER_SIZE - EXH_KEEN_MAP_NAME_SIZE) {
		lose(o, map, "its header is truncated");
		return;
	}
	if (size < HEADER_SIZE)
		exh_note(o->notes, EXH_DAMAGE, map->header_offset,
			 "level %u: its header is truncated: %zu of %d bytes of the name "
			 "are lost",
			 map->number, HEADER_SIZE - size, EXH_KEEN_MAP_NAME_SIZE);
	else if (map->header_size > o->archive.size - map->header_offset)
		exh_note(o->notes, EXH_WARNING, map->header_offset,
			 "level %u: its header extends past the end of the archive",
			 map->number);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map->planes[i].offset = rd_u32le(&r);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map->planes[i].packed_size = rd_u16le(&r);
	map->width = rd_u16le(&r);
	map->height = rd_u16le(&r);
	memcpy(map->name, header + HEADER_SIZE - EXH_KEEN_MAP_NAME_SIZE,
	       EXH_KEEN_MAP_NAME_SIZE);
	judge_header(o, map);
}

/* The available bytes of a packed plane: all of them, or those up to the end of the
 * file. */
static struct exh_bytes plane_bytes(const struct opening *o,
				    const struct exh_keen_map_plane *plane)
{
	struct exh_bytes out = { 0 };
	size_t size = plane->packed_size;

	if (plane->offset >= o->archive.size)
		return out;
	if (size > o->archive.size - plane->offset)
		size = o->archive.size - plane->offset;
	exh_bytes_slice(o->archive, plane->offset, size, &out);
	return out;
}

static const char *plane_name(const struct exh_keen_map *map,
			      const struct exh_keen_map_plane *plane)
{
	return exh_keen_plane_name((enum exh_keen_plane)(plane - map->planes));
}

static void damage_plane(struct opening *o, const struct exh_keen_map *map,
			 struct exh_keen_map_plane *plane, size_t offset,
			 const char *reason)
{
	plane->damaged = true;
	exh_note(o->notes, EXH_DAMAGE, offset, "level %u: %s: %s", map->number,
		 plane_name(map, plane), reason);
}

/* Unpacks the words of RLEW, with the length of the cells in front of them. */
static struct exh_expansion unpack_words(const struct opening *o, struct exh_bytes src,
					 uint8_t *words, size_t size,
					 struct exh_error *err)
{
	struct exh_huffman_job job = { .src = src, .dst = words, .size = size };
	struct exh_expansion done = { 0 };

	*err = (struct exh_error){ .status = EXH_OK };
	if (o->maps->packing == EXH_KEEN_MAP_CARMACK) {
		(void)!exh_carmack_expand(src, words, size, &done, err);
		return done;
	}
	exh_huffman_expand(o->huffman, &job, 1);
	if (job.produced_size < size)
		exh_fail(err, EXH_TRUNCATED, src.base + src.size,
			 "%zu of %zu bytes of RLEW words", job.produced_size, size);
	return (struct exh_expansion){ (job.bit_count + 7) / 8, job.produced_size };
}

static void bytes_to_cells(const uint8_t *bytes, uint16_t *cells, size_t count)
{
	for (size_t i = 0; i < count; i++)
		cells[i] = load_u16le(bytes + i * 2);
}

/* words: the length of the cells in bytes, then RLEW. broken: damage was already noted.
 */
static void expand_words(struct opening *o, const struct exh_keen_map *map,
			 struct exh_keen_map_plane *plane, struct exh_bytes words,
			 bool broken)
{
	const char *name = plane_name(map, plane);
	const size_t size = map->width * map->height * 2;
	struct reader r = { .in = words };
	const size_t stated = rd_u16le(&r);
	struct exh_expansion done = { 0 };
	enum exh_status status;
	struct exh_error err;

	if (!r.failed && stated != size)
		exh_note(o->notes, EXH_WARNING, plane->offset,
			 "level %u: %s: %zu bytes declared, expected %zu", map->number,
			 name, stated, size);
	exh_bytes_slice(words, r.pos, rd_left(&r), &words);
	plane->rlew_size = words.size;
	status = exh_rlew_expand(words, o->maps->rlew_tag, o->scratch, size, &done, &err);
	if (status && !broken)
		damage_plane(o, map, plane, plane->offset, err.text);
	else if (!status && done.used_size < words.size)
		exh_note(o->notes, EXH_WARNING, plane->offset,
			 "level %u: %s: %zu bytes after the last cell", map->number, name,
			 words.size - done.used_size);
	bytes_to_cells(o->scratch, plane->cells, size / 2);
}

/* Unpacks Huffman or Carmack: a length, then the words. False when out of memory. */
static bool unpack_plane(struct opening *o, const struct exh_keen_map *map,
			 struct exh_keen_map_plane *plane, struct exh_bytes src)
{
	struct reader r = { .in = src };
	const size_t size = rd_u16le(&r);
	uint8_t *words = exh_alloc(o->arena, 1, size ? size : 1);
	struct exh_expansion done;
	struct exh_error err;

	if (!words)
		return false;
	exh_bytes_slice(src, r.pos, rd_left(&r), &src);
	done = unpack_words(o, src, words, size, &err);
	if (err.status && !plane->damaged)
		damage_plane(o, map, plane, err.offset, err.text);
	else if (!err.status && done.used_size < src.size)
		exh_note(o->notes, EXH_WARNING, src.base + done.used_size,
			 "level %u: %s: %zu packed bytes are left over", map->number,
			 plane_name(map, plane), src.size - done.used_size);
	expand_words(o, map, plane,
		     (struct exh_bytes){ words, done.produced_size, plane->offset },
		     plane->damaged);
	return true;
}

/* Reads a plane. False when out of memory. */
static bool read_plane(struct opening *o, const struct exh_keen_map *map,
		       struct exh_keen_map_plane *plane)
{
	const struct exh_bytes src = plane_bytes(o, plane);

	plane->cells =
		exh_alloc(o->arena, map->width * map->height, sizeof *plane->cells);
	if (!plane->cells)
		return false;
	plane->absent = !plane->packed_size;
	if (src.size < plane->packed_size)
		damage_plane(o, map, plane, plane->offset,
			     "it extends past the end of the archive");
	else if (src.size == 1)
		damage_plane(o, map, plane, plane->offset,
			     "1 byte, expected 2 or more: a length");
	if (src.size < 2)
		return true;
	if (o->maps->packing != EXH_KEEN_MAP_RLEW)
		return unpack_plane(o, map, plane, src);
	expand_words(o, map, plane, src, plane->damaged);
	return true;
}

/*
 * No flag says whether archives without sizes have Carmack over RLEW: the majority of
 * planes decides.
 */

static bool reads_as_rlew(const struct opening *o, const struct exh_keen_map *map,
			  struct exh_bytes src)
{
	const size_t size = map->width * map->height * 2;
	struct reader r = { .in = src };
	struct exh_expansion done;

	if (rd_u16le(&r) != size || r.failed)
		return false;
	exh_bytes_slice(src, r.pos, rd_left(&r), &src);
	return exh_rlew_expand(src, o->maps->rlew_tag, o->scratch, size, &done, NULL) ==
		       EXH_OK &&
	       done.used_size == src.size;
}

static bool reads_as_carmack(const struct opening *o, const struct exh_keen_map *map,
			     struct exh_bytes src)
{
	struct reader r = { .in = src };
	const size_t size = rd_u16le(&r);
	uint8_t *words = o->scratch + SCRATCH_SIZE;

	if (r.failed)
		return false;
	exh_bytes_slice(src, r.pos, rd_left(&r), &src);
	return exh_carmack_expand(src, words, size, NULL, NULL) == EXH_OK &&
	       reads_as_rlew(o, map, (struct exh_bytes){ words, size, 0 });
}

static enum exh_keen_map_packing find_packing(const struct opening *o)
{
	size_t carmack_count = 0, rlew_count = 0;

	if (o->head->has_sizes)
		return EXH_KEEN_MAP_HUFFMAN;
	for (size_t i = 0; i < o->maps->count; i++) {
		const struct exh_keen_map *map = &o->maps->items[i];

		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT && !map->lost; k++) {
			const struct exh_bytes src = plane_bytes(o, &map->planes[k]);

			rlew_count += reads_as_rlew(o, map, src);
			carmack_count += reads_as_carmack(o, map, src);
		}
	}
	return rlew_count > carmack_count ? EXH_KEEN_MAP_RLEW : EXH_KEEN_MAP_CARMACK;
}

/* Returns the bytes before all levels. */
static struct exh_bytes find_prefix(const struct opening *o)
{
	struct exh_bytes out = o->archive;
	size_t end = o->archive.size;

	for (size_t i = 0; i < o->maps->count; i++) {
		const struct exh_keen_map *map = &o->maps->items[i];

		if (map->header_offset < end)
			end = map->header_offset;
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT && !map->lost; k++)
			if (map->planes[k].packed_size && map->planes[k].offset < end)
				end = map->planes[k].offset;
	}
	exh_bytes_slice(o->archive, 0, end, &out);
	return out;
}

/* Present levels take the value of the first absent one. */
static void list_absent(struct opening *o)
{
	const int32_t *offsets = o->head->offsets;
	int32_t first = 0;

	for (size_t i = EXH_KEEN_MAP_LIMIT; i-- > 0;)
		first = offsets[i] > 0 ? first : offsets[i];
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		o->maps->absent_offsets[i] = offsets[i] > 0 ? first : offsets[i];
}

static void list_maps(struct opening *o)
{
	for (unsigned i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		struct exh_keen_map *map = &o->maps->items[o->maps->count];

		if (o->head->offsets[i] <= 0)
			continue;
		map->number = i;
		map->header_offset = (uint32_t)o->head->offsets[i];
		map->header_size = o->head->has_sizes ? o->head->header_sizes[i]
						      : (size_t)HEADER_SIZE;
		read_header(o, map);
		o->maps->count++;
	}
}

/* Notes bytes of no level: entries of the head may be lost. The editor's work files keep
 * earlier versions of levels. */
static void note_rest(const struct opening *o)
{
	const size_t size = o->archive.size;
	size_t used = 0;

	for (size_t i = 0; i < o->maps->count; i++) {
		const struct exh_keen_map *map = &o->maps->items[i];

		if (map->lost)
			return;
		used += map->header_size + (o->head->has_sizes ? 0 : sizeof end_mark);
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++)
			used += map->planes[k].packed_size;
	}
	if (!o->head->is_ted5 && used < size && size - used > MAX_REST)
		exh_note(o->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "the levels in the head have %zu of %zu bytes: levels may be "
			 "missing",
			 used, size);
}

static enum exh_status read_maps(struct opening *o, struct exh_error *err)
{
	size_t readable_count = 0;

	list_absent(o);
	list_maps(o);
	o->maps->packing = find_packing(o);
	o->maps->prefix = find_prefix(o);
	for (size_t i = 0; i < o->maps->count; i++) {
		struct exh_keen_map *map = &o->maps->items[i];

		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT && !map->lost; k++)
			if (!read_plane(o, map, &map->planes[k]))
				return no_memory(err);
		readable_count += !map->lost;
	}
	note_rest(o);
	if (!readable_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no level's header can be read: head, dictionary and "
				"archive don't match");
	if (o->nonsense_count * 2 > o->header_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu of %zu level headers are invalid: head, "
				"dictionary and archive don't match",
				o->nonsense_count, o->header_count);
	return EXH_OK;
}

enum exh_status exh_keen_maps_open(struct exh_bytes archive,
				   const struct exh_keen_maphead *head,
				   const struct exh_huffman *huffman,
				   struct exh_arena *arena, struct exh_keen_maps *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct opening o = {
		.archive = archive,
		.head = head,
		.huffman = huffman,
		.arena = arena,
		.maps = out,
		.notes = notes,
		.scratch = exh_alloc(arena, 2, SCRATCH_SIZE),
	};

	*out = (struct exh_keen_maps){
		.rlew_tag = head->rlew_tag,
		.items = exh_alloc(arena, EXH_KEEN_MAP_LIMIT, sizeof *out->items),
	};
	if (!o.scratch || !out->items)
		return no_memory(err);
	return read_maps(&o, err);
}

const struct exh_keen_map *exh_keen_find_map(const struct exh_keen_maps *maps,
					     unsigned number)
{
	for (size_t i = 0; i < maps->count; i++)
		if (maps->items[i].number == number)
			return &maps->items[i];
	return NULL;
}

void exh_keen_map_name(const struct exh_keen_map *map,
		       char out[EXH_KEEN_MAP_NAME_SIZE + 1])
{
	size_t size = 0;

	while (size < EXH_KEEN_MAP_NAME_SIZE && map->name[size])
		size++;
	memcpy(out, map->name, size);
	out[size] = '\0';
}
