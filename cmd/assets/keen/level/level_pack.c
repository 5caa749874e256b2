#include "level.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SOURCE_LIMIT = 256 << 20, /* bytes of levels that are read */
	PACKED_LIMIT = 64 << 20,
	DICT_LIMIT = 1 << 16, /* bytes of its file */
	/* Passes of making a dictionary: headers contain sizes that depend on it. */
	ROUNDS = 3,
};

struct job {
	const struct level_pack *pack;
	struct report *report;
	struct keen_levels base;
	struct level_source source;
	struct exh_keen_map items[EXH_KEEN_MAP_LIMIT];
	struct exh_keen_maps maps; /* all levels, over items */
	struct exh_writer archive, head, tiles, dict;
	struct exh_writer old_tiles; /* tile information that the archive came with */
	bool tiles_apart;	     /* in a file of their own */
	/* Size with the dictionary that it had; 0: had none */
	size_t size_before;
};

/*
 * Gathering.
 */

/* Tables out of a program have no name of their own. */
static const char *table_name(const struct keen_table *table)
{
	return table->path && !table->origin.exe ? file_name(table->path) : NULL;
}

static void take_base(struct job *job)
{
	const struct keen_levels *base = &job->base;
	struct level_source *source = &job->source;

	for (size_t i = 0; i < base->maps.count; i++) {
		const struct exh_keen_map *map = &base->maps.items[i];

		source->maps[map->number] = *map;
		source->present[map->number] = !map->lost;
	}
	source->settings = base->maps;
	source->has_settings = true;
	source->tiles = (struct level_tile_info){
		.path = base->tile_info.path ? base->tile_info.path : base->head.path,
		.info = base->info,
		.bytes = base->tile_bytes,
	};
	source->dict = keen_table_bytes(&base->dict);
	source->archive_name = file_name(base->path);
	source->head_name = table_name(&base->head);
	source->dict_name = table_name(&base->dict);
	source->tile_info_name = table_name(&base->tile_info);
	source->tables = keen_tables_of(&base->head, &base->dict, &base->tile_info);
}

static void default_settings(struct level_source *source)
{
	static const uint8_t dreams[] = "TED5v1.0\x98\xff\xbd";

	if (source->has_settings)
		return;
	source->settings = (struct exh_keen_maps){
		.packing = EXH_KEEN_MAP_HUFFMAN,
		.rlew_tag = 0xabcd,
		.prefix = { dreams, sizeof dreams - 1, 0 },
	};
}

/* Leaves out the levels of a range. False, reported, if it has none. */
static bool remove_range(struct job *job, const struct range *range)
{
	size_t count = 0;

	for (uint32_t i = range->first; i <= range->last && i < EXH_KEEN_MAP_LIMIT; i++) {
		count += job->source.present[i];
		job->source.present[i] = false;
	}
	if (!count && range->first == range->last)
		report_error(job->report, NULL, EXH_NO_OFFSET,
			     "--remove %s: there is no level %u", range->text,
			     (unsigned)range->first);
	else if (!count)
		report_error(job->report, NULL, EXH_NO_OFFSET,
			     "--remove %s: there are no levels from %u on", range->text,
			     (unsigned)range->first);
	return count;
}

static bool remove_levels(struct job *job)
{
	bool good = true;

	for (size_t i = 0; i < job->pack->removed_count; i++)
		good &= remove_range(job, &job->pack->removed[i]);
	return good;
}

static bool collect(struct job *job)
{
	const struct strings *inputs = &job->pack->inputs;
	struct level_source *source = &job->source;
	bool good = true;

	if (job->pack->base) {
		if (!keen_levels_open(&job->base, job->pack->base, &job->pack->tables,
				      job->report))
			return false;
		take_base(job);
	}
	for (size_t i = 0; i < inputs->count; i++)
		good &= level_source_read(source, inputs->items[i], job->report);
	if (good && job->pack->tiles)
		good = level_source_read_tiles(source, job->pack->tiles, job->report);
	if (!good || !remove_levels(job))
		return false;
	default_settings(source);
	job->maps = source->settings;
	job->maps.items = job->items;
	job->maps.count = 0;
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		if (source->present[i])
			job->items[job->maps.count++] = source->maps[i];
	if (job->maps.count)
		return true;
	report_error(job->report, NULL, EXH_NO_OFFSET, "there is no level to pack");
	return false;
}

/*
 * Tile information.
 */

static void write_tables(const struct level_tile_info *tiles, struct exh_writer *out)
{
	if (!tiles->info.background_count) {
		exh_write_bytes(out, tiles->bytes.data, tiles->bytes.size);
		return;
	}
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		exh_write_bytes(out, tiles->info.tables[i].data,
				tiles->info.tables[i].size);
	exh_write_bytes(out, tiles->info.rest.data, tiles->info.rest.size);
}

static void make_tiles(struct job *job)
{
	const struct level_source *source = &job->source;
	const struct keen_tables_out *out = &job->pack->tables_out;

	if (source->tiles.path)
		write_tables(&source->tiles, &job->old_tiles);
	if (source->edited.path)
		write_tables(&source->edited, &job->tiles);
	else
		exh_write_bytes(&job->tiles, job->old_tiles.data, job->old_tiles.size);
	/* CKPatch takes a head without them in Keen 4 to 6. */
	job->tiles_apart =
		source->tile_info_name || ((out->patch || out->joint_patch) &&
					   job->maps.packing != EXH_KEEN_MAP_HUFFMAN);
	if (!job->tiles.size)
		report_warning(job->report, NULL, EXH_NO_OFFSET,
			       "the head has no tile information, because the input has "
			       "none; the game needs it");
}

/*
 * Dictionaries.
 */

static bool pack_with(struct job *job, const struct exh_huffman *huffman)
{
	const struct exh_bytes tiles = { job->tiles.data,
					 job->tiles_apart ? 0 : job->tiles.size, 0 };
	struct exh_error err;

	job->archive.size = job->head.size = 0;
	if (!exh_keen_maps_pack(&job->maps, tiles, huffman, &job->archive, &job->head,
				&err) &&
	    !mem_check_limit(&job->archive, &err))
		return true;
	report_failure(job->report, NULL, &err);
	return false;
}

/* path: of the dictionary, for messages; NULL: they have no place. */
static bool pack_with_dict(struct job *job, struct exh_bytes dict, const char *path,
			   struct exh_huffman *huffman)
{
	return keen_huffman_read(huffman, dict, path, &job->source.arena, job->report) &&
	       pack_with(job, huffman);
}

/* The dictionary that is given, or that the levels came with; false: there is none. */
static bool find_dict(struct job *job, struct file *given, struct exh_bytes *out)
{
	const char *path = job->pack->tables.dict;

	*out = job->source.dict;
	if (!path || job->pack->base)
		return out->size != 0;
	if (!report_read(job->report, path, DICT_LIMIT, given))
		return false;
	*out = file_bytes(given);
	return true;
}

/* Takes the places of the planes from the headers of the new archive. */
static bool note_places(struct job *job, const struct exh_huffman *huffman)
{
	const struct exh_bytes archive = exh_writer_bytes(&job->archive);
	struct exh_arena arena = { .limit = SOURCE_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_maphead head;
	struct exh_keen_maps maps;
	struct exh_error err;
	const bool good = exh_keen_maphead_read(exh_writer_bytes(&job->head), archive,
						&head, &err) == EXH_OK &&
			  exh_keen_maps_open(archive, &head, huffman, &arena, &maps,
					     &notes, &err) == EXH_OK;

	for (size_t i = 0; good && i < maps.count && i < job->maps.count; i++)
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++) {
			struct exh_keen_map_plane *plane = &job->items[i].planes[k];

			plane->offset = maps.items[i].planes[k].offset;
			plane->packed_size = maps.items[i].planes[k].packed_size;
		}
	if (!good)
		report_failure(job->report, NULL, &err);
	exh_arena_free(&arena);
	return good;
}

/* Clears the planes' old places: they depend on the levels' origin, and the result must
 * not. */
static void forget_places(struct job *job)
{
	for (size_t i = 0; i < job->maps.count; i++)
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++) {
			struct exh_keen_map_plane *plane = &job->items[i].planes[k];

			plane->offset = plane->absent ? plane->offset : 0;
			plane->packed_size = 0;
		}
}

/*
 * Makes a new dictionary for the least size. Headers in the archive contain the planes'
 * places, which depend on the dictionary: it is made again from the result while that
 * gets smaller.
 */
static bool make_dict(struct job *job, size_t dict_size, struct exh_huffman *huffman)
{
	uint8_t best[EXH_HUFFMAN_DICT_SIZE + 4] = { 0 };
	size_t best_size = SIZE_MAX;

	forget_places(job);
	for (int round = 0; round < ROUNDS; round++) {
		uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
		uint64_t counts[256] = { 0 };
		struct exh_error err;

		if (exh_keen_maps_count(&job->maps, counts, &err)) {
			report_failure(job->report, NULL, &err);
			return false;
		}
		exh_huffman_build(counts, dict);
		if (!pack_with_dict(job, (struct exh_bytes){ dict, sizeof dict, 0 }, NULL,
				    huffman))
			return false;
		if (job->archive.size >= best_size)
			break;
		best_size = job->archive.size;
		memcpy(best, dict, sizeof best);
		if (!note_places(job, huffman))
			return false;
	}
	exh_write_bytes(&job->dict, best,
			dict_size == sizeof best ? sizeof best : EXH_HUFFMAN_DICT_SIZE);
	return pack_with_dict(job, (struct exh_bytes){ best, sizeof best, 0 }, NULL,
			      huffman);
}

static bool pack_huffman(struct job *job, struct exh_huffman *huffman)
{
	struct file given = { 0 };
	struct exh_bytes dict;
	const bool found = find_dict(job, &given, &dict);
	bool good = !job->report->failed;

	if (good && found) {
		good = pack_with_dict(
			job, dict, given.data ? job->pack->tables.dict : NULL, huffman);
		job->size_before = job->archive.size;
	}
	if (good && (!found || job->pack->optimize))
		good = make_dict(job, dict.size, huffman);
	/* The old dictionary stays if it is as good. */
	if (good && found && job->archive.size >= job->size_before) {
		job->dict.size = 0;
		exh_write_bytes(&job->dict, dict.data, dict.size);
		good = pack_with_dict(job, dict, NULL, huffman);
	}
	free(given.data);
	return good;
}

/*
 * Writing.
 */

/* Adds a table; its path is owned by the archive. known: its name beside the old archive,
 * or NULL. */
static void add_table(struct job *job, struct keen_new_archive *archive,
		      const char *known, const char *stem,
		      const struct keen_new_table *table)
{
	const struct keen_table_row *place = &table->place;
	const char *own = known && place->object.size
				  ? keen_table_own_name(place, &job->pack->tables_out)
				  : known;
	const struct keen_table_wish wish = { job->source.archive_name, own, stem,
					      job->maps.packing == EXH_KEEN_MAP_HUFFMAN
						      ? ".KDR"
						      : NULL };
	struct keen_new_table *added = &archive->tables[archive->table_count++];

	*added = *table;
	if (stem)
		added->path = keen_table_beside(archive->path, &wish);
}

/*
 * Adds the head as a program has it. The tile information follows there, if it is not in
 * a file of its own; otherwise it may be anywhere in a program.
 */
static void add_parts(struct job *job, struct keen_new_archive *archive)
{
	const struct level_source *source = &job->source;
	const struct exh_bytes base_head = keen_table_bytes(&job->base.head);
	const bool apart = source->tile_info_name != NULL;
	struct keen_new_table head = {
		.name = "head",
		.content = { job->head.data,
			     job->head.size - (job->tiles_apart ? 0 : job->tiles.size),
			     0 },
		.place = source->tables.head,
	};
	struct keen_new_table tiles = {
		.name = "tile information",
		.content = exh_writer_bytes(&job->tiles),
		.old = exh_writer_bytes(&job->old_tiles),
		.place = apart ? source->tables.tile_info : source->tables.head,
	};

	head.old = (struct exh_bytes){ base_head.data, head.content.size, 0 };
	if (base_head.data && base_head.size < head.old.size)
		head.old.size = base_head.size;
	tiles.place.offset += apart ? 0 : head.content.size;
	add_table(job, archive, NULL, NULL, &head);
	add_table(job, archive, NULL, NULL, &tiles);
}

static void add_dict(struct job *job, struct keen_new_archive *archive)
{
	const struct level_source *source = &job->source;
	const struct keen_new_table file = { .command = "mapdict",
					     .content = exh_writer_bytes(&job->dict),
					     .place = source->tables.dict };
	const struct keen_new_table part = {
		.name = "dictionary",
		.content = keen_dict_nodes(exh_writer_bytes(&job->dict)),
		.old = keen_dict_nodes(source->dict),
		.place = source->tables.dict,
	};

	add_table(job, archive, source->dict_name, "MAPDICT", &file);
	add_table(job, archive, NULL, NULL, &part);
}

static void fill_archive(struct job *job, const char *output,
			 struct keen_new_archive *archive)
{
	const struct level_source *source = &job->source;
	const struct keen_new_table head = { .command = "maphead",
					     .content = exh_writer_bytes(&job->head),
					     .place = source->tables.head };
	const struct keen_new_table tiles = { .command = "tileinfo",
					      .content = exh_writer_bytes(&job->tiles),
					      .place = source->tables.tile_info };

	*archive =
		(struct keen_new_archive){ .command = "gamemaps",
					   .old_name = source->archive_name,
					   .path = output,
					   .content = exh_writer_bytes(&job->archive) };
	add_table(job, archive, source->head_name, "MAPHEAD", &head);
	if (job->dict.size)
		add_dict(job, archive);
	if (job->tiles_apart && job->tiles.size)
		add_table(job, archive, source->tile_info_name, "TILEINFO", &tiles);
	add_parts(job, archive);
}

struct packed {
	const char **inputs;
	const char *const *outputs;
	unsigned *levels;
	size_t input_count, output_count, level_count, size;
	enum exh_keen_map_packing packing;
	bool is_packed, has_saved;
	int64_t saved;
};
static const struct field inputs_field[] = {
	FIELD_LIST(struct packed, inputs, input_count, NULL,
		   "the files that were packed"),
};
static const struct fields inputs_table = FIELDS("inputs", struct packed, inputs_field);
static const struct field packed_fields[] = {
	FIELD_LIST(struct packed, outputs, output_count, NULL,
		   "the files that were written"),
	FIELD_LIST(struct packed, levels, level_count, NULL,
		   "numbers of the levels that were packed"),
	FIELD_OF("packing", FIELD_NAME, struct packed, packing, NULL,
		 "how the levels are packed", .names = level_packing_names),
	FIELD(struct packed, size, "bytes", "size of the packed archive"),
	FIELD(struct packed, saved, "bytes",
	      "bytes that a new dictionary saves, if there was one before",
	      FIELD_HAS(struct packed, has_saved)),
};
static const struct fields *const packed_with[] = { &inputs_table, NULL };
const struct fields level_pack_fields = { .name = "packed",
					  .size = sizeof(struct packed),
					  .items = packed_fields,
					  .count = sizeof packed_fields /
						   sizeof *packed_fields,
					  .with = packed_with };

static void describe(const struct job *job, const struct keen_written *written,
		     struct json *result)
{
	struct packed row = { .outputs = written->paths,
			      .levels = mem_alloc(job->maps.count, sizeof *row.levels),
			      .output_count = written->count,
			      .level_count = job->maps.count,
			      .size = job->archive.size,
			      .packing = job->maps.packing,
			      .has_saved = job->size_before != 0,
			      .saved = (int64_t)job->size_before -
				       (int64_t)job->archive.size };

	for (size_t i = 0; i < row.level_count; i++)
		row.levels[i] = job->items[i].number;
	fields_put(&level_pack_fields, &row, result);
	free(row.levels);
}

static void say(const struct job *job, const char *output)
{
	const size_t count = job->maps.count;
	char saved[64] = "";

	if (job->size_before > job->archive.size)
		snprintf(saved, sizeof saved, ", %zu less than with the old dictionary",
			 job->size_before - job->archive.size);
	else if (job->size_before && job->pack->optimize)
		snprintf(saved, sizeof saved,
			 "; the old dictionary is as good as a new one");
	report_info(job->report, "%s: %zu %s, %zu bytes%s", output, count,
		    count == 1 ? "level" : "levels", job->archive.size, saved);
}

static bool write_files(struct job *job, const char *output, struct json *result)
{
	struct keen_tables_out out = job->pack->tables_out;
	struct keen_new_archive archive;
	struct keen_written written;
	bool good;

	mem_check(&job->archive);
	mem_check(&job->head);
	mem_check(&job->tiles);
	mem_check(&job->dict);
	out.exe = job->pack->tables.exe;
	fill_archive(job, output, &archive);
	good = keen_archive_write(&archive, &out, &written, job->report);
	if (good) {
		describe(job, &written, result);
		say(job, output);
	}
	keen_written_free(&written);
	for (size_t i = 0; i < archive.table_count; i++)
		free((char *)archive.tables[i].path);
	return good;
}

/* True for a level that stays as the base has it. */
static bool is_of_base(const struct job *job, const struct exh_keen_map *map)
{
	const struct exh_keen_map *old = keen_levels_find(&job->base, map->number);

	return old && old->planes[0].cells == map->planes[0].cells &&
	       old->planes[1].cells == map->planes[1].cells;
}

static bool check_tiles(struct job *job)
{
	const struct level_pack *pack = job->pack;
	const struct level_tiles_wish wish = {
		.graphics = pack->graphics,
		.beside = pack->beside,
		.tables = pack->graphics_tables,
		.path = pack->inputs.count == 1 ? pack->inputs.items[0] : NULL,
		.is_forced = pack->force_tiles,
	};
	struct level_tiles *tiles =
		level_tiles_find(&wish, &job->source.tiles.info, job->report);
	bool good = tiles || !pack->graphics;

	for (size_t i = 0; tiles && i < job->base.maps.count; i++)
		level_tiles_allow(tiles, &job->base.maps.items[i]);
	for (size_t i = 0; tiles && i < job->maps.count; i++)
		good &= is_of_base(job, &job->items[i]) ||
			level_tiles_check(tiles, &job->items[i], &wish, job->report);
	free(tiles);
	return good;
}

/* Warns of levels that end the real game. */
static void check_limits(struct job *job)
{
	const struct level_source *source = &job->source;
	const struct exh_keen_tile_info *info =
		source->edited.path ? &source->edited.info : &source->tiles.info;
	const struct exh_keen_limits *limits = exh_keen_limits_of(job->maps.packing);
	struct exh_notes notes = { .arena = &job->source.arena };

	for (size_t i = 0; i < job->maps.count; i++) {
		struct exh_keen_map_load load;

		if (is_of_base(job, &job->items[i]) && !source->edited.path)
			continue;
		exh_keen_map_measure(&job->items[i], info, limits, &load);
		exh_keen_map_judge(&load, limits, &notes);
	}
	report_notes(job->report,
		     job->pack->inputs.count == 1 ? job->pack->inputs.items[0] : NULL,
		     &notes);
}

static bool pack_all(struct job *job, const char *output, struct json *result)
{
	struct exh_huffman *huffman = mem_alloc(1, sizeof *huffman);
	bool good;

	check_limits(job);
	make_tiles(job);
	good = (job->maps.packing == EXH_KEEN_MAP_HUFFMAN ? pack_huffman(job, huffman)
							  : pack_with(job, NULL)) &&
	       write_files(job, output, result);
	free(huffman);
	return good;
}

bool level_pack(const struct level_pack *pack, const char *output, struct report *report,
		struct json *result)
{
	struct job *job = mem_alloc(1, sizeof *job);
	const struct packed row = { .inputs = pack->inputs.items,
				    .input_count = pack->inputs.count };
	bool good;

	fields_put(&inputs_table, &row, result);
	job->pack = pack;
	job->report = report;
	job->source.arena.limit = SOURCE_LIMIT;
	job->source.names.limit = SIZE_MAX;
	job->source.number = pack->number;
	job->source.takes_number = pack->takes_number;
	job->archive.limit = PACKED_LIMIT;
	job->head.limit = job->tiles.limit = job->dict.limit = SIZE_MAX;
	job->old_tiles.limit = SIZE_MAX;
	good = collect(job) && check_tiles(job) && pack_all(job, output, result);
	if (pack->base)
		keen_levels_free(&job->base);
	level_source_free(&job->source);
	exh_writer_free(&job->archive);
	exh_writer_free(&job->head);
	exh_writer_free(&job->tiles);
	exh_writer_free(&job->dict);
	exh_writer_free(&job->old_tiles);
	free(job);
	return good;
}
