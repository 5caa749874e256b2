#include "level.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_FILE = 64 << 20 /* bytes of one file */ };

struct reading {
	struct level_source *source;
	const char *path; /* path of the named file or folder */
	struct report *report;
};

static void take_map(const struct reading *r, const struct exh_keen_map *map)
{
	r->source->maps[map->number] = *map;
	r->source->present[map->number] = true;
}

/*
 * Levels of Tiled.
 */

static bool same_info(const struct exh_keen_tile_info *a,
		      const struct exh_keen_tile_info *b)
{
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		if (!bytes_are_same(a->tables[i], b->tables[i]))
			return false;
	return true;
}

/* Copies text into memory that lives as long as the source. */
static const char *keep_text(const struct reading *r, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 0;

	return text ? memcpy(mem_arena(&r->source->names, size, 1), text, size) : NULL;
}

/* Each level brings all the tiles: unedited ones don't contradict the
 * others, and two that were edited must agree. */
static bool take_info(const struct reading *r, const char *path,
		      const struct exh_keen_tile_info *info)
{
	struct level_source *source = r->source;
	const struct level_tile_info *other = &source->edited;
	struct level_tile_info own = { .info = *info };

	if (source->tiles.path && same_info(&source->tiles.info, info))
		return true;
	own.path = keep_text(r, path);
	own.info.rest = source->tiles.info.rest;
	if (!source->tiles.path) {
		source->tiles = own;
		return true;
	}
	if (!other->path) {
		source->edited = own;
		return true;
	}
	if (same_info(&other->info, info))
		return true;
	report_error(r->report, path, EXH_NO_OFFSET,
		     "its tiles' properties differ from those of %s and of %s; give all "
		     "levels the same ones",
		     other->path, source->tiles.path);
	return false;
}

/* Loader for the tilesets of a level, with the last one that was read. */
struct sets {
	const char *level_path;
	struct file loaded;
};

/* Loads a tileset from the level's folder. The path in front of its name is ignored: it
 * may be of another machine. */
static enum exh_status load_set(void *context, const char *name, struct exh_bytes *out,
				struct exh_error *err)
{
	struct sets *sets = context;
	char *path = file_sibling(sets->level_path, file_name(name));
	enum exh_status status;

	free(sets->loaded.data);
	sets->loaded = (struct file){ 0 };
	status = file_read(path, MAX_FILE, &sets->loaded, err);
	*out = file_bytes(&sets->loaded);
	free(path);
	return status;
}

static bool is_taken(const struct reading *r, const char *path,
		     const struct exh_keen_map *map)
{
	if (!r->source->present[map->number])
		return false;
	report_error(
		r->report, path, EXH_NO_OFFSET,
		"level %u is there already, and the manifest does not list this file: "
		"a new level needs another number, in its property \"number\"",
		map->number);
	return true;
}

/* A file with a level of Tiled. */
struct tiled_file {
	const char *path;
	bool is_new;		/* the folder's manifest does not list it */
	const unsigned *number; /* number of the level in the manifest; NULL: in none */
};

/* A map that was drawn anew does not say its number: the manifest or the file's name may.
 * False, reported, if nothing does. */
static bool find_number(const struct reading *r, const struct tiled_file *tiled,
			const struct tiled_contents *contents, unsigned *out)
{
	const char *name = file_name(tiled->path);
	const size_t digits = strspn(name, "0123456789");
	const bool is_named = (digits == 1 || digits == 2) && name[digits] == '.';

	if (r->source->number.given)
		*out = (unsigned)r->source->number.value;
	else if (!contents->has_number && tiled->number)
		*out = *tiled->number;
	else if (!contents->has_number && is_named)
		*out = (unsigned)strtoul(name, NULL, 10);
	else if (!contents->has_number)
		report_error(r->report, tiled->path, EXH_NO_OFFSET,
			     "the map has no property \"number\", the number of its "
			     "level: add it in Tiled, or call the file by it, 05.tmj%s",
			     r->source->takes_number ? ", or give --number N" : "");
	return r->source->number.given || contents->has_number || tiled->number ||
	       is_named;
}

static bool read_tiled(const struct reading *r, const struct tiled_file *tiled,
		       struct exh_bytes bytes)
{
	const char *path = tiled->path;
	struct sets sets = { .level_path = path };
	const struct tiled_loader loader = { load_set, &sets };
	struct exh_notes notes = { .arena = &r->source->arena };
	struct tiled_contents contents;
	struct exh_error err;
	enum exh_status status =
		tiled_read(bytes, &loader, &r->source->arena, &contents, &notes, &err);

	report_notes(r->report, path, &notes);
	free(sets.loaded.data);
	if (status) {
		report_failure(r->report, path, &err);
		return false;
	}
	if (!find_number(r, tiled, &contents, &contents.map.number) ||
	    (tiled->is_new && is_taken(r, path, &contents.map)))
		return false;
	take_map(r, &contents.map);
	return !contents.has_tile_info || take_info(r, path, &contents.tile_info);
}

static bool read_tiled_file(const struct reading *r, const struct tiled_file *tiled)
{
	struct file file;
	bool good;

	if (!report_read(r->report, tiled->path, MAX_FILE, &file))
		return false;
	good = read_tiled(r, tiled, file_bytes(&file));
	free(file.data);
	return good;
}

/*
 * Documents.
 */

static struct keen_tables keep_tables(const struct reading *r,
				      const struct keen_tables *tables)
{
	struct keen_tables kept = *tables;

	kept.head.file = keep_text(r, kept.head.file);
	kept.dict.file = keep_text(r, kept.dict.file);
	kept.tile_info.file = keep_text(r, kept.tile_info.file);
	return kept;
}

/* Takes settings of a document. Settings that the source already has take precedence. */
static bool take_settings(const struct reading *r, const struct level_document *document)
{
	const struct level_archive *archive = &document->archive;
	struct level_source *source = r->source;
	const bool has_info = document->info.background_count || archive->tile_bytes.size;

	if (document->has_archive && !source->has_settings) {
		source->settings = archive->settings;
		source->has_settings = true;
		source->dict = archive->dictionary;
		source->archive_name = keep_text(r, archive->file);
		source->head_name = keep_text(r, archive->head);
		source->dict_name = keep_text(r, archive->dict);
		source->tile_info_name = keep_text(r, archive->tile_info);
		source->tables = keep_tables(r, &archive->tables);
	}
	if (source->tiles.path && document->info.background_count)
		return take_info(r, r->path, &document->info);
	if (!source->tiles.path && has_info)
		source->tiles = (struct level_tile_info){
			.path = r->path,
			.info = document->info,
			.bytes = archive->tile_bytes,
		};
	return true;
}

static bool read_plane_file(const struct reading *r, const char *path, size_t plane,
			    struct exh_keen_map *map)
{
	struct exh_error err;
	struct file file;
	bool good;

	if (!report_read(r->report, path, MAX_FILE, &file))
		return false;
	good = level_read_csv(file_bytes(&file), map, &r->source->arena,
			      &map->planes[plane].cells, &err) == EXH_OK;
	if (!good)
		report_failure(r->report, path, &err);
	free(file.data);
	return good;
}

static bool is_tiled(const char *name)
{
	return file_has_ending(name, ".tmj") || file_has_ending(name, ".tmx");
}

/* A file of a level in a folder: one of Tiled, or a plane of CSV, by its name. */
static bool read_level_file(const struct reading *r, const char *name,
			    struct level_entry *entry, bool *done)
{
	char *path = file_join(r->path, name);
	bool good = true;

	if (is_tiled(name)) {
		good = read_tiled_file(
			r, &(struct tiled_file){ path, false, &entry->map.number });
		*done = true;
	}
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		char ending[32];

		snprintf(ending, sizeof ending, ".%s.csv",
			 exh_keen_plane_name((enum exh_keen_plane)i));
		if (file_has_ending(name, ending))
			good = read_plane_file(r, path, i, &entry->map);
	}
	free(path);
	return good;
}

static bool read_level_files(const struct reading *r, struct level_entry *entry)
{
	bool done = false;

	for (size_t i = 0; i < entry->file_count; i++)
		if (!read_level_file(r, entry->files[i], entry, &done))
			return false;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT && !done; i++)
		if (!entry->map.planes[i].cells) {
			report_error(
				r->report, r->path, EXH_NO_OFFSET,
				"manifest.json: level %u: no file has its cells; "
				"expected one for Tiled (.tmj, .tmx), or three CSV files",
				entry->map.number);
			return false;
		}
	if (!done)
		take_map(r, &entry->map);
	return true;
}

static bool read_entry(const struct reading *r, struct level_entry *entry)
{
	if (entry->map.lost) {
		report_warning(r->report, r->path, EXH_NO_OFFSET,
			       "level %u was lost; it is left out", entry->map.number);
		return true;
	}
	if (!entry->has_cells && entry->has_files)
		return read_level_files(r, entry);
	if (entry->has_cells) {
		take_map(r, &entry->map);
		return true;
	}
	report_error(r->report, r->path, EXH_NO_OFFSET, "level %u: no planes",
		     entry->map.number);
	return false;
}

static void note_names(const struct level_entry *entry, struct json *listed)
{
	for (size_t i = 0; i < entry->file_count; i++)
		json_set(listed, entry->files[i], json_new_flag(true));
}

/* listed gets the names of levels' files; may be NULL. */
static bool read_levels(const struct reading *r, const char *path, struct exh_bytes text,
			struct json *listed)
{
	struct level_document document;
	struct exh_error err;
	bool good = level_read_json(text, &r->source->arena, &document, &err) == EXH_OK;

	if (r->source->number.given) {
		report_error(r->report, path, EXH_NO_OFFSET,
			     "--number is for one map of Tiled; levels of other files "
			     "have their numbers");
		return false;
	}
	if (good)
		good = take_settings(r, &document);
	else
		report_failure(r->report, path, &err);
	for (size_t i = 0; i < document.count && good; i++)
		good = read_entry(r, &document.maps[i]);
	for (size_t i = 0; i < document.count && listed; i++)
		note_names(&document.maps[i], listed);
	return good;
}

/* Tiled saves maps as .json, too. */
static bool read_document(const struct reading *r, const char *path, struct json *listed)
{
	struct file file;
	bool good;

	if (!report_read(r->report, path, MAX_FILE, &file))
		return false;
	if (!listed && tiled_is(file_bytes(&file), "map"))
		good = read_tiled(r, &(struct tiled_file){ .path = path },
				  file_bytes(&file));
	else
		good = read_levels(r, path, file_bytes(&file), listed);
	free(file.data);
	return good;
}

/* Reads a file that the manifest does not list; for JSON the content shows what it is. */
static bool read_new_file(const struct reading *r, const char *path)
{
	const struct tiled_file tiled = { .path = path, .is_new = true };
	struct file file;
	bool good = true;

	if (is_tiled(path))
		return read_tiled_file(r, &tiled);
	if (!file_has_ending(path, ".json") ||
	    strcmp(file_name(path), LEVEL_MANIFEST) == 0)
		return true;
	if (!report_read(r->report, path, MAX_FILE, &file))
		return false;
	if (tiled_is(file_bytes(&file), "map"))
		good = read_tiled(r, &tiled, file_bytes(&file));
	else if (!tiled_is(file_bytes(&file), "tileset"))
		report_warning(r->report, path, EXH_NO_OFFSET,
			       "ignored: no map of Tiled");
	free(file.data);
	return good;
}

/* Levels that somebody added: files of Tiled that the manifest does not list. */
static bool read_new(const struct reading *r, const struct json *listed)
{
	struct files *files = files_open_folder(r->path);
	bool good = true;

	for (size_t i = 0; i < files_count(files) && good; i++) {
		const char *name = files_name(files, i);
		char *path;

		if (*name == '.' || json_get(listed, name))
			continue;
		path = file_join(r->path, name);
		good = read_new_file(r, path);
		free(path);
	}
	files_close(files);
	return good;
}

static bool read_folder(const struct reading *r)
{
	char *path = file_join(r->path, "manifest.json");
	struct json *listed = json_new_object();
	const bool good = read_document(r, path, listed) && read_new(r, listed);

	json_free(listed);
	free(path);
	return good;
}

/* Reads a plane of a level of the base: 03.background.csv. */
static bool read_base_plane(const struct reading *r)
{
	char *end;
	const unsigned long number = strtoul(file_name(r->path), &end, 10);

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		char ending[32];

		snprintf(ending, sizeof ending, ".%s.csv",
			 exh_keen_plane_name((enum exh_keen_plane)i));
		if (strcasecmp(end, ending) == 0 && number < EXH_KEEN_MAP_LIMIT &&
		    r->source->present[number])
			return read_plane_file(r, r->path, i, &r->source->maps[number]);
	}
	report_error(r->report, r->path, EXH_NO_OFFSET,
		     "expected a plane of a level of the base, such as "
		     "03.background.csv");
	return false;
}

bool level_source_read(struct level_source *source, const char *path,
		       struct report *report)
{
	const struct reading r = { source, path, report };

	if (file_is_folder(path))
		return read_folder(&r);
	if (is_tiled(path))
		return read_tiled_file(&r, &(struct tiled_file){ .path = path });
	if (file_has_ending(path, ".json") || strcmp(path, "-") == 0)
		return read_document(&r, path, NULL);
	if (file_has_ending(path, ".csv"))
		return read_base_plane(&r);
	report_error(report, path, EXH_NO_OFFSET,
		     "levels are packed from .json, .tmj, .tmx, .csv, or a folder with a "
		     "manifest.json");
	return false;
}

static bool check_counts(const struct reading *r, const struct exh_keen_tile_info *info)
{
	const struct exh_keen_tile_info *known = &r->source->tiles.info;

	if (!known->background_count)
		report_error(r->report, r->path, EXH_NO_OFFSET,
			     "the archive's tile information is missing or of an unknown "
			     "release; give --tileinfo-file and --layout");
	else if (info && (info->background_count != known->background_count ||
			  info->foreground_count != known->foreground_count))
		report_error(r->report, r->path, EXH_NO_OFFSET,
			     "tile_info: %zu background and %zu foreground tiles, the "
			     "archive has %zu and %zu",
			     info->background_count, info->foreground_count,
			     known->background_count, known->foreground_count);
	else
		return true;
	return false;
}

bool level_source_read_tiles(struct level_source *source, const char *path,
			     struct report *report)
{
	const struct reading r = { source, path, report };
	const struct exh_keen_tile_info *known = &source->tiles.info;
	struct exh_keen_tile_info info;
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (!check_counts(&r, NULL) || !report_read(report, path, MAX_FILE, &file))
		return false;
	status = file_has_ending(path, ".csv")
			 ? tile_info_read_csv(file_bytes(&file), known->background_count,
					      known->foreground_count, &source->arena,
					      &info, &err)
			 : level_read_tile_info(file_bytes(&file), &source->arena, &info,
						&err);
	free(file.data);
	if (status)
		report_failure(report, path, &err);
	return !status && check_counts(&r, &info) && take_info(&r, path, &info);
}

void level_source_free(struct level_source *source)
{
	exh_arena_free(&source->arena);
	exh_arena_free(&source->names);
}
