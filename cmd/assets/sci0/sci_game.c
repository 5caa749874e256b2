#include "sci_game.h"

#include "task/files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	MAP_LIMIT = 1 << 20,
	PROJECT_LIMIT = 1 << 20,
	VOLUME_LIMIT = (1 << 28) + (1 << 17), /* offsets have 28 bits */
	PATCH_LIMIT = 1 << 26,
	ARENA_LIMIT = 1 << 28,
};

/*
 * What is in the folder.
 */

static void warn_of_second(struct report *report, const char *path, const char *first)
{
	report_warning(report, path, EXH_NO_OFFSET, "ignored: %s has the same name",
		       first);
}

/* Takes path over. */
static void keep_path(char **place, char *path, struct report *report)
{
	if (!*place) {
		*place = path;
		return;
	}
	warn_of_second(report, path, *place);
	free(path);
}

static bool add_patch(struct sci_game *game, char *path, unsigned type, unsigned number)
{
	struct sci_resource *more =
		realloc(game->resources, (game->count + 1) * sizeof *more);

	if (more)
		game->resources = more;
	if (!more || !path)
		return false;
	game->resources[game->count++] = (struct sci_resource){
		.type = type, .number = number, .is_patch = true, .path = path
	};
	return true;
}

int sci_volume_number(const char *name)
{
	static const char stem[] = "resource.";
	const char *digits = name + sizeof stem - 1;
	int number = 0;

	if (strncasecmp(name, stem, sizeof stem - 1) != 0 || strlen(digits) != 3 ||
	    strspn(digits, "0123456789") != 3)
		return -1;
	for (; *digits; digits++)
		number = number * 10 + (*digits - '0');
	return number < SCI_VOLUMES ? number : -1;
}

static bool take_name(struct sci_game *game, const struct files *files, const char *name,
		      struct report *report)
{
	const int volume = sci_volume_number(name);
	unsigned type = 0, number = 0;
	char *path;

	if (strcasecmp(name, "resource.map") != 0 && volume < 0 &&
	    !exh_sci0_patch_name(name, &type, &number))
		return true;
	if (files_is_folder(files, name))
		return true;
	path = files_path(files, name);
	if (!path)
		return false;
	if (strcasecmp(name, "resource.map") == 0) {
		keep_path(&game->map_path, path, report);
		return true;
	}
	if (volume >= 0) {
		keep_path(&game->volumes[volume].path, path, report);
		return true;
	}
	if (add_patch(game, path, type, number))
		return true;
	free(path);
	return false;
}

static int by_type(const void *a, const void *b)
{
	const struct sci_resource *one = a, *other = b;

	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return strcmp(file_name(one->path), file_name(other->path));
}

/* Names that differ in case alone may be of the same resource: the first one counts. */
static void sort_patches(struct sci_game *game, struct report *report)
{
	size_t count = 0;

	if (game->count)
		qsort(game->resources, game->count, sizeof *game->resources, by_type);
	for (size_t i = 0; i < game->count; i++) {
		struct sci_resource *patch = &game->resources[i];
		const struct sci_resource *before =
			count ? &game->resources[count - 1] : NULL;

		if (before && before->type == patch->type &&
		    before->number == patch->number) {
			warn_of_second(report, patch->path, before->path);
			free(patch->path);
			continue;
		}
		game->resources[count++] = *patch;
	}
	game->count = count;
}

/* The names of the project file, if there is one. What can't be read has no names: they
 * are only for people. */
static void read_project(struct sci_game *game, const struct files *files)
{
	const char *name = files_find(files, "GAME.INI");

	if (name && !files_is_folder(files, name) &&
	    !files_read(files, name, PROJECT_LIMIT, &game->project_file, NULL))
		(void)!exh_sci0_project_read(file_bytes(&game->project_file),
					     &game->arena, &game->project, NULL);
}

struct exh_bytes sci_game_author_name(const struct sci_game *game,
				      const struct sci_resource *resource)
{
	return exh_sci0_project_name(&game->project, resource->type, resource->number);
}

static bool look_through(struct sci_game *game, struct report *report)
{
	struct files *files = files_open_folder(game->folder);
	bool good = files != NULL;

	for (size_t i = 0; good && i < files_count(files); i++)
		good = take_name(game, files, files_name(files, i), report);
	if (good) {
		sort_patches(game, report);
		read_project(game, files);
	} else {
		report_error(report, game->folder, EXH_NO_OFFSET, "out of memory");
	}
	files_close(files);
	return good;
}

/*
 * The map.
 */

static bool read_map(struct sci_game *game, int layout, struct report *report)
{
	struct exh_notes notes = { .arena = &game->arena };
	struct exh_error err;
	struct exh_bytes map;
	enum exh_status status;

	if (!report_read(report, game->map_path, MAP_LIMIT, &game->map_file))
		return false;
	map = file_bytes(&game->map_file);
	status = exh_sci0_map_read(
		map, layout < 0 ? exh_sci0_map_layout(map) : (enum exh_sci0_layout)layout,
		&game->arena, &game->map, &notes, &err);
	report_notes(report, game->map_path, &notes);
	if (status)
		report_failure(report, game->map_path, &err);
	return !status;
}

/* The map's entries in front of the patch files. */
static bool join(struct sci_game *game)
{
	const size_t count = game->map.count;
	struct sci_resource *all = calloc(count + game->count + 1, sizeof *all);

	if (!all)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct exh_sci0_entry *entry = &game->map.entries[i];
		const struct sci_resource key = { .type = entry->type,
						  .number = entry->number };

		all[i] = key;
		all[i].entry = entry;
	}
	if (game->count)
		memcpy(all + count, game->resources, game->count * sizeof *all);
	free(game->resources);
	game->resources = all;
	game->count += count;
	return true;
}

/* The first of the patch files, which are sorted, that does not come before key. */
static const struct sci_resource *find_patch(const struct sci_game *game, unsigned type,
					     unsigned number)
{
	size_t low = game->map.count, high = game->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct sci_resource *it = &game->resources[middle];

		if (it->type < type || (it->type == type && it->number < number))
			low = middle + 1;
		else
			high = middle;
	}
	return low < game->count && game->resources[low].type == type &&
			       game->resources[low].number == number
		       ? &game->resources[low]
		       : NULL;
}

static void mark_overridden(struct sci_game *game)
{
	for (size_t i = 0; i < game->map.count; i++) {
		struct sci_resource *it = &game->resources[i];

		it->is_overridden = find_patch(game, it->type, it->number) != NULL;
	}
}

/* The folder, or RESOURCE.MAP in it. */
static char *folder_of(const char *path)
{
	if (strcasecmp(file_name(path), "resource.map") != 0 || file_is_folder(path))
		return strdup(path);
	return file_name(path) == path ? strdup(".") : file_sibling(path, "");
}

static bool open_all(struct sci_game *game, int layout, struct report *report)
{
	if (!file_is_folder(game->folder)) {
		report_error(report, game->folder, EXH_NO_OFFSET,
			     "expected the folder of a game, with RESOURCE.MAP or patch "
			     "files in it");
		return false;
	}
	if (!look_through(game, report))
		return false;
	if (!game->map_path && !game->count) {
		report_error(report, game->folder, EXH_NO_OFFSET,
			     "neither RESOURCE.MAP nor a patch file in this folder");
		return false;
	}
	if (game->map_path && !read_map(game, layout, report))
		return false;
	if (!join(game)) {
		report_error(report, game->folder, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	mark_overridden(game);
	return true;
}

bool sci_game_open(struct sci_game *game, const char *path, int layout,
		   struct report *report)
{
	*game = (struct sci_game){ .arena = { .limit = ARENA_LIMIT } };
	game->folder = folder_of(path);
	if (game->folder)
		return open_all(game, layout, report);
	report_error(report, path, EXH_NO_OFFSET, "out of memory");
	return false;
}

void sci_game_close(struct sci_game *game)
{
	for (size_t i = 0; i < game->count; i++)
		free(game->resources[i].path);
	for (size_t i = 0; i < SCI_VOLUMES; i++) {
		free(game->volumes[i].path);
		free(game->volumes[i].file.data);
	}
	free(game->resources);
	free(game->map_path);
	free(game->map_file.data);
	free(game->project_file.data);
	free(game->folder);
	exh_arena_free(&game->arena);
	*game = (struct sci_game){ 0 };
}

const struct sci_resource *sci_game_find(const struct sci_game *game, unsigned type,
					 unsigned number)
{
	const struct sci_resource *patch = find_patch(game, type, number);

	if (patch)
		return patch;
	for (size_t i = 0; i < game->map.count; i++)
		if (game->resources[i].type == type &&
		    game->resources[i].number == number)
			return &game->resources[i];
	return NULL;
}

/*
 * What is in them.
 */

static void read_volume(struct sci_volume *volume, struct report *report)
{
	if (volume->path && !volume->is_read && !volume->is_stated)
		volume->is_read =
			report_read(report, volume->path, VOLUME_LIMIT, &volume->file);
	volume->is_stated = true;
}

void sci_game_read_volumes(struct sci_game *game, struct report *report)
{
	for (size_t i = 0; i < game->map.count; i++)
		read_volume(&game->volumes[game->map.entries[i].volume], report);
}

void sci_game_read_other_volumes(struct sci_game *game, struct report *report)
{
	for (size_t i = 0; i < SCI_VOLUMES; i++)
		read_volume(&game->volumes[i], report);
}

/* It has no bytes when it can't be had. */
static enum exh_status volume_bytes(const struct sci_game *game,
				    const struct exh_sci0_entry *entry,
				    struct exh_bytes *out, struct exh_error *err)
{
	const struct sci_volume *volume = &game->volumes[entry->volume];

	if (volume->is_read) {
		*out = file_bytes(&volume->file);
		return EXH_OK;
	}
	if (volume->path)
		return exh_fail(err, EXH_IO, entry->map_offset,
				"it is in %s, which can't be read",
				file_name(volume->path));
	return exh_fail(err, EXH_IO, entry->map_offset,
			"it is in volume %u: no file RESOURCE.%03u", entry->volume,
			entry->volume);
}

const char *sci_game_file(const struct sci_game *game,
			  const struct sci_resource *resource)
{
	const struct sci_volume *volume;

	if (resource->is_patch)
		return resource->path;
	volume = &game->volumes[resource->entry->volume];
	return volume->is_read ? volume->path : game->map_path;
}

enum exh_status sci_game_record(const struct sci_game *game,
				const struct sci_resource *resource,
				struct exh_sci0_record *out, struct exh_error *err)
{
	const struct exh_sci0_entry *entry = resource->entry;
	struct exh_bytes volume;
	enum exh_status status = volume_bytes(game, entry, &volume, err);

	if (!status)
		status = exh_sci0_record_read(volume, entry->offset, game->map.layout,
					      out, err);
	if (status || (out->type == resource->type && out->number == resource->number))
		return status;
	return exh_fail(err, EXH_INVALID, entry->offset,
			"the record is of %s %u, the map has %s %u",
			exh_sci0_type_name(out->type), out->number,
			exh_sci0_type_name(resource->type), resource->number);
}

static enum exh_status load_patch(const struct sci_resource *resource,
				  struct exh_arena *arena, struct exh_bytes *out,
				  struct exh_error *err)
{
	struct file file;
	enum exh_status status = file_read(resource->path, PATCH_LIMIT, &file, err);
	struct exh_bytes copy;

	if (status)
		return status;
	copy = exh_memdup(arena, file_bytes(&file));
	free(file.data);
	if (!copy.data)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return exh_sci0_patch_read(copy, resource->type, out, err);
}

/* A stored record that is whole needs no copy. */
static bool is_plain(const struct exh_sci0_record *record)
{
	return record->packing == EXH_SCI0_STORED &&
	       record->packed_size == record->unpacked_size &&
	       record->payload.size == record->packed_size;
}

static enum exh_status unpack(const struct exh_sci0_record *record,
			      struct exh_arena *arena, struct exh_bytes *out,
			      size_t *produced, struct exh_notes *notes,
			      struct exh_error *err)
{
	uint8_t *dst;

	if (is_plain(record)) {
		*out = record->payload;
		*produced = out->size;
		return EXH_OK;
	}
	dst = exh_alloc(arena, record->unpacked_size + 1, 1);
	if (!dst)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	*out = (struct exh_bytes){ dst, record->unpacked_size, 0 };
	return exh_sci0_record_unpack(record, arena, dst, produced, notes, err);
}

enum exh_status sci_game_load(const struct sci_game *game,
			      const struct sci_resource *resource,
			      struct exh_arena *arena, bool salvage,
			      struct exh_bytes *out, struct exh_notes *notes,
			      struct exh_error *err)
{
	struct exh_sci0_record record;
	struct exh_error own;
	size_t produced = 0;
	enum exh_status status;

	*out = (struct exh_bytes){ 0 };
	err = err ? err : &own;
	if (resource->is_patch)
		return load_patch(resource, arena, out, err);
	status = sci_game_record(game, resource, &record, err);
	if (!status)
		status = unpack(&record, arena, out, &produced, notes, err);
	if (!status || !salvage || !produced)
		return status;
	exh_note(notes, EXH_DAMAGE, err->offset, "%s: %zu of %zu bytes saved", err->text,
		 produced, out->size);
	return EXH_OK;
}

/*
 * One resource alone.
 */

/* A whole stored record's bytes are those of its volume, which is closed with the game.
 */
static bool lies_in_volume(const struct sci_game *game,
			   const struct sci_resource *resource)
{
	struct exh_sci0_record record;

	return !resource->is_patch && !sci_game_record(game, resource, &record, NULL) &&
	       is_plain(&record);
}

bool sci_game_take(struct sci_game *game, const struct sci_resource *resource,
		   struct exh_arena *arena, struct exh_bytes *bytes,
		   struct report *report)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	enum exh_status status;

	if (!resource->is_patch)
		read_volume(&game->volumes[resource->entry->volume], report);
	status = sci_game_load(game, resource, arena, true, bytes, &notes, &err);
	report_notes(report, sci_game_file(game, resource), &notes);
	if (!status && lies_in_volume(game, resource))
		*bytes = exh_memdup(arena, *bytes);
	if (!status && !bytes->data)
		status = exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (status)
		report_failure(report, sci_game_file(game, resource), &err);
	return !status;
}

static bool open_in_game(const char *path, unsigned type, unsigned number,
			 struct exh_arena *arena, struct exh_bytes *bytes,
			 struct report *report)
{
	struct sci_game game;
	bool good = sci_game_open(&game, path, -1, report);

	if (good) {
		const struct sci_resource *resource = sci_game_find(&game, type, number);

		good = resource && sci_game_take(&game, resource, arena, bytes, report);
		if (!resource)
			report_error(report, path, EXH_NO_OFFSET, "the game has no %s %u",
				     exh_sci0_type_name(type), number);
	}
	sci_game_close(&game);
	return good;
}

void sci_game_report_missing(const struct sci_game *game, unsigned type,
			     const struct range *ranges, size_t count,
			     struct report *report)
{
	for (size_t i = 0; i < count; i++)
		if (ranges[i].first == ranges[i].last &&
		    !sci_game_find(game, type, ranges[i].first))
			report_error(report, game->folder, EXH_NO_OFFSET,
				     "the game has no %s %u", exh_sci0_type_name(type),
				     ranges[i].first);
}

bool sci_is_game(const char *path)
{
	return file_is_folder(path) || strcasecmp(file_name(path), "resource.map") == 0;
}

static bool has_no_name(const char *path)
{
	return strcmp(file_name(path), ".") == 0 || strcmp(file_name(path), "..") == 0;
}

/* Without a map's name and slashes after it; to be freed. */
static char *plain_name(const char *path)
{
	size_t size = strlen(path);

	if (!file_is_folder(path) && sci_is_game(path)) {
		size = (size_t)(file_name(path) - path);
		if (!size)
			return strdup(".");
	}
	while (size > 1 && path[size - 1] == '/')
		size--;
	return strndup(path, size);
}

char *sci_game_name(const char *path)
{
	char *plain = plain_name(path);
	char *real = plain && has_no_name(plain) ? realpath(plain, NULL) : NULL;

	if (!real)
		return plain;
	free(plain);
	return real;
}

bool sci_refuse_volume(const char *path, struct report *report)
{
	const char *name = file_name(path);
	const size_t size = sizeof "resource." - 1;

	if (strncasecmp(name, "resource.", size) != 0 ||
	    strspn(name + size, "0123456789") != 3 || name[size + 3] ||
	    file_is_folder(path))
		return false;
	report_error(report, path, EXH_NO_OFFSET,
		     "a volume of a game, of no use without its map: give the "
		     "game's folder");
	return true;
}

/* A patch file, by its first bytes. */
static void skip_patch_header(struct exh_bytes *bytes, unsigned type, const char *path)
{
	unsigned named_type, number;
	const bool is_named = exh_sci0_patch_name(file_name(path), &named_type, &number);
	struct exh_bytes inside;

	if (bytes->size > 2 && bytes->data[0] == (0x80 | type) &&
	    (is_named || bytes->data[1] == 0) &&
	    !exh_sci0_patch_read(*bytes, type, &inside, NULL))
		*bytes = inside;
}

bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report)
{
	struct file file;

	if (sci_is_game(path))
		return open_in_game(path, type, number, arena, bytes, report);
	if (sci_refuse_volume(path, report) ||
	    !report_read(report, path, PATCH_LIMIT, &file))
		return false;
	*bytes = exh_memdup(arena, file_bytes(&file));
	free(file.data);
	if (bytes->data)
		skip_patch_header(bytes, type, path);
	else
		report_error(report, path, EXH_NO_OFFSET, "out of memory");
	return bytes->data;
}
