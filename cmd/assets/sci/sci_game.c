#include "sci.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/sci_game.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	MAP_LIMIT = 1 << 20,
	PROJECT_LIMIT = 1 << 20,
	PATCH_LIMIT = 1 << 26,
	ARENA_LIMIT = 1 << 28,
};

/*
 * Files of the folder.
 */

static bool is_replaced(const struct loose_files *loose, const char *name)
{
	unsigned type, number;

	return exh_sci_patch_name(name, &type, &number) &&
	       sci_loose_has(loose, type, number);
}

/* Lists the game's files, and the loose ones in place of patch files of the same
 * resources. A folder without a game gets none. Takes over the paths of loose ones. */
static void take_names(struct sci_game *game, const struct files *files,
		       struct loose_files *loose)
{
	const size_t count = files_count(files);
	bool is_game = false;

	/* One more for a map that may be made. */
	game->items = mem_alloc(count + loose->count + 1, sizeof *game->items);
	game->paths = mem_alloc(count + loose->count + 1, sizeof *game->paths);
	for (size_t i = 0; i < count; i++) {
		const char *name = files_name(files, i);

		if (!exh_sci_game_has_name(name) || files_is_folder(files, name))
			continue;
		is_game = true;
		if (!is_replaced(loose, name))
			sci_game_add_file(game, files_path(files, name));
	}
	for (size_t i = 0; i < loose->count && is_game; i++) {
		sci_game_add_file(game, loose->items[i].path);
		loose->items[i].path = NULL;
	}
}

static void look_for_patches(struct sci_game *game, const struct files *files)
{
	for (size_t i = 0; i < files_count(files) && !game->patches; i++) {
		if (!files_item_is_folder(files, i))
			continue;
		game->patch_count = sci_count_patches(game->folder, files_name(files, i));
		if (game->patch_count)
			game->patches = files_path(files, files_name(files, i));
	}
}

/* Reads the names in the project file, if there is one. Unreadable files are ignored:
 * names are only for people. */
static void read_project(struct sci_game *game, const struct files *files)
{
	const char *name = files_find(files, "GAME.INI");

	if (name && !files_is_folder(files, name) &&
	    !files_read(files, name, PROJECT_LIMIT, &game->project_file, NULL))
		(void)!exh_sci_project_read(file_bytes(&game->project_file), &game->arena,
					    &game->project, NULL);
}

struct exh_bytes sci_game_author_name(const struct sci_game *game,
				      const struct exh_sci_game_resource *resource)
{
	return exh_sci_project_name(&game->project, resource->type, resource->number);
}

static bool look_through(struct sci_game *game, struct report *report)
{
	struct files *files = files_open_folder(game->folder);
	struct loose_files loose;
	const bool good = sci_loose_find(report->common, &loose, report);

	take_names(game, files, &loose);
	if (!report->common->loose.count)
		look_for_patches(game, files);
	read_project(game, files);
	loose_files_free(&loose);
	files_close(files);
	return good;
}

/*
 * Files for the library.
 */

static enum exh_status volume_bytes(const struct sci_volume *volume,
				    struct exh_bytes *out, struct exh_error *err)
{
	if (!volume->is_read)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET,
				"it is in %s, which can't be read",
				file_name(volume->path));
	*out = file_bytes(&volume->file);
	return EXH_OK;
}

static enum exh_status patch_bytes(const char *path, struct exh_arena *arena,
				   struct exh_bytes *out, struct exh_error *err)
{
	struct file file;
	enum exh_status status = file_read(path, PATCH_LIMIT, &file, err);

	if (status)
		return status;
	status = mem_arena_copy(arena, file_bytes(&file), out, err);
	free(file.data);
	return status;
}

static enum exh_status map_bytes(struct sci_game *game, const char *path,
				 struct exh_bytes *out, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (!game->has_made_map)
		status = file_read(path, MAP_LIMIT, &game->map_file, err);
	if (!status)
		*out = file_bytes(&game->map_file);
	return status;
}

static enum exh_status give_bytes(void *context, size_t i, struct exh_arena *arena,
				  struct exh_bytes *out, struct exh_error *err)
{
	struct sci_game *game = context;
	const int number = exh_sci_volume_number(game->items[i].name);

	if (number >= 0)
		return volume_bytes(&game->volumes[number], out, err);
	return strcasecmp(game->items[i].name, "resource.map") == 0
		       ? map_bytes(game, game->paths[i], out, err)
		       : patch_bytes(game->paths[i], arena, out, err);
}

/* Returns the folder: the path, or the folder of RESOURCE.MAP. */
static char *folder_of(const char *path)
{
	if (strcasecmp(file_name(path), "resource.map") != 0 || file_is_folder(path))
		return mem_text(path);
	return file_name(path) == path ? mem_text(".") : file_sibling(path, "");
}

/* Reports the library's findings about them. */
static void tell(const struct sci_game *game, const struct exh_notes *notes,
		 struct report *report)
{
	for (size_t i = 0; i < game->opened.double_count; i++) {
		const struct exh_sci_game_double *it = &game->opened.doubles[i];

		report_warning(report, game->paths[it->ignored], EXH_NO_OFFSET,
			       "ignored: %s has the same name", game->paths[it->counts]);
	}
	report_notes(report, game->map_path, notes);
}

static enum exh_status open_as(struct sci_game *game, int layout, struct exh_notes *notes,
			       struct exh_error *err)
{
	const enum exh_sci_layout given = (enum exh_sci_layout)layout;
	const struct exh_sci_game_files files = { .items = game->items,
						  .count = game->file_count,
						  .read = give_bytes,
						  .context = game,
						  .layout = layout < 0 ? NULL : &given };
	struct exh_sci_game *opened = &game->opened;
	const enum exh_status status =
		exh_sci_game_open(&files, &game->arena, opened, notes, err);

	if (opened->map_file != EXH_SCI_NO_FILE)
		game->map_path = game->paths[opened->map_file];
	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		if (opened->volumes[i] != EXH_SCI_NO_FILE)
			game->volumes[i].path = game->paths[opened->volumes[i]];
	return status;
}

/* Opens the game again, with the map that was made. */
static bool open_again(struct sci_game *game, struct report *report)
{
	struct exh_notes notes = { .arena = &game->arena };
	struct exh_error err;

	if (!open_as(game, EXH_SCI_LAYOUT_SCI0, &notes, &err))
		return true;
	report_failure(report, game->map_path, &err);
	return false;
}

/* True, and reported, if there are volumes, but no map. */
static bool lacks_map(const struct sci_game *game, struct report *report)
{
	for (size_t i = 0; i < EXH_SCI_VOLUMES && !game->map_path; i++)
		if (game->volumes[i].path) {
			report_error(report, game->volumes[i].path, EXH_NO_OFFSET,
				     "its map, RESOURCE.MAP, is missing: --rebuild-map "
				     "finds the resources without it");
			return true;
		}
	return false;
}

/* must_be_sound: see sci_game_open_sound. */
static bool open_files(struct sci_game *game, int layout, bool must_be_sound,
		       struct report *report)
{
	struct exh_notes notes = { .arena = &game->arena };
	struct exh_error err;
	const enum exh_status status = open_as(game, layout, &notes, &err);

	if (report->common->rebuild_map)
		return sci_map_rebuild(game, report) && open_again(game, report);
	if (lacks_map(game, report))
		return false;
	if (!status && sci_map_drop_lost(game, report))
		return open_again(game, report) && game->opened.count;
	if (must_be_sound && !status && !sci_game_is_sound(game, report))
		return false;
	tell(game, &notes, report);
	if (status)
		report_failure(report, game->map_path ? game->map_path : game->folder,
			       &err);
	return !status;
}

static bool open_game(struct sci_game *game, const char *path, int layout,
		      bool must_be_sound, struct report *report)
{
	*game = (struct sci_game){ .arena = { .limit = ARENA_LIMIT } };
	game->folder = folder_of(path);
	if (!file_is_folder(game->folder)) {
		report_error(report, game->folder, EXH_NO_OFFSET,
			     "expected the folder of a game, with RESOURCE.MAP or patch "
			     "files in it");
		return false;
	}
	return look_through(game, report) &&
	       open_files(game, layout, must_be_sound, report);
}

bool sci_game_open(struct sci_game *game, const char *path, int layout,
		   struct report *report)
{
	return open_game(game, path, layout, false, report);
}

bool sci_game_open_sound(struct sci_game *game, const char *path, struct report *report)
{
	return open_game(game, path, -1, true, report);
}

void sci_game_close(struct sci_game *game)
{
	for (size_t i = 0; i < game->file_count; i++)
		free(game->paths[i]);
	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		free(game->volumes[i].file.data);
	free(game->paths);
	free(game->items);
	free(game->map_file.data);
	free(game->project_file.data);
	free(game->patches);
	free(game->folder);
	exh_arena_free(&game->arena);
	*game = (struct sci_game){ 0 };
}

/*
 * Contents of the volumes.
 */

const char *sci_game_file(const struct sci_game *game,
			  const struct exh_sci_game_resource *resource)
{
	const struct sci_volume *volume;

	if (resource->is_patch)
		return game->paths[resource->file];
	volume = &game->volumes[resource->entry->volume];
	return volume->is_read ? volume->path : game->map_path;
}

/*
 * Single resources.
 */

/* True if a resource's bytes are part of a volume, which is closed with the game: a
 * whole stored record. */
static bool lies_in_volume(const struct sci_game *game,
			   const struct exh_sci_game_resource *resource,
			   struct exh_bytes bytes)
{
	const struct file *file;

	if (resource->is_patch)
		return false;
	file = &game->volumes[resource->entry->volume].file;
	return (uintptr_t)bytes.data >= (uintptr_t)file->data &&
	       (uintptr_t)bytes.data <= (uintptr_t)file->data + file->size;
}

enum exh_status sci_game_try(struct sci_game *game,
			     const struct exh_sci_game_resource *resource,
			     struct exh_arena *arena, struct exh_bytes *bytes,
			     struct report *report)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	enum exh_status status;

	if (!resource->is_patch)
		sci_game_read_volume(game, resource->entry->volume, report);
	status = exh_sci_game_unpack(&game->opened, resource, arena, true, bytes, &notes,
				     &err);
	report_notes(report, sci_game_file(game, resource), &notes);
	if (!status && lies_in_volume(game, resource, *bytes))
		status = mem_arena_copy(arena, *bytes, bytes, &err);
	if (status)
		report_failure(report, sci_game_file(game, resource), &err);
	return status;
}

bool sci_game_take(struct sci_game *game, const struct exh_sci_game_resource *resource,
		   struct exh_arena *arena, struct exh_bytes *bytes,
		   struct report *report)
{
	return sci_game_try(game, resource, arena, bytes, report) == EXH_OK;
}

static bool open_in_game(const char *path, unsigned type, unsigned number,
			 struct exh_arena *arena, struct exh_bytes *bytes,
			 struct report *report)
{
	struct sci_game game;
	bool good = sci_game_open(&game, path, -1, report);

	if (good) {
		const struct exh_sci_game_resource *resource =
			exh_sci_game_find(&game.opened, type, number);

		good = resource && sci_game_take(&game, resource, arena, bytes, report);
		if (!resource)
			report_error(report, path, EXH_NO_OFFSET, "the game has no %s %u",
				     exh_sci_type_name(type), number);
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
		    !exh_sci_game_find(&game->opened, type, ranges[i].first))
			report_error(report, game->folder, EXH_NO_OFFSET,
				     "the game has no %s %u", exh_sci_type_name(type),
				     ranges[i].first);
}

bool sci_is_game(const char *path)
{
	return file_is_folder(path) || strcasecmp(file_name(path), "resource.map") == 0;
}

char *sci_game_name(const char *path)
{
	char *folder, *name;

	if (file_is_folder(path) || !sci_is_game(path))
		return output_input_path(path);
	folder = file_sibling(path, ".");
	name = output_input_path(folder);
	free(folder);
	return name;
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

/* Skips the header of a patch file, recognised by its first bytes. */
static void skip_patch_header(struct exh_bytes *bytes, unsigned type, const char *path)
{
	unsigned named_type, number;
	const bool is_named = exh_sci_patch_name(file_name(path), &named_type, &number);
	struct exh_bytes inside;

	if (bytes->size > 2 && bytes->data[0] == (0x80 | type) &&
	    (is_named || bytes->data[1] == 0) &&
	    !exh_sci_patch_read(*bytes, type, &inside, NULL))
		*bytes = inside;
}

bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report)
{
	struct exh_error err;
	struct file file;
	bool good;

	if (sci_is_game(path))
		return open_in_game(path, type, number, arena, bytes, report);
	if (sci_refuse_volume(path, report) ||
	    !report_read(report, path, PATCH_LIMIT, &file))
		return false;
	good = !mem_arena_copy(arena, file_bytes(&file), bytes, &err);
	free(file.data);
	if (good)
		skip_patch_header(bytes, type, path);
	else
		report_failure(report, path, &err);
	return good;
}

/*
 * Packing.
 */

enum exh_status sci_patch_data(struct exh_bytes file, unsigned type,
			       struct exh_bytes *out, struct exh_error *err)
{
	if (file.size == 2 && (file.data[0] & 0x7f) == type && !file.data[1]) {
		*out = (struct exh_bytes){ file.data + 2, 0, 2 };
		return EXH_OK;
	}
	return exh_sci_patch_read(file, type, out, err);
}

bool sci_resource_write(struct exh_bytes resource, unsigned type, bool is_bare,
			const char *input, const char *output, struct report *report,
			struct json *result)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	bool good;

	if (resource.size > EXH_SCI_UNPACKED_LIMIT)
		report_warning(report, input, EXH_NO_OFFSET,
			       "%zu bytes, a resource has at most %d", resource.size,
			       EXH_SCI_UNPACKED_LIMIT);
	if (!is_bare)
		exh_sci_patch_write_header(type, &out);
	exh_write_bytes(&out, resource.data, resource.size);
	good = output_write_text(report, output, &out);
	if (good)
		result_output(result, output);
	return good;
}
