#include "zv.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/sandbox.h"

#include <exhume/advanced/zvision_script.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	FILE_LIMIT = 16 << 20, /* the games' are below 100 KiB */
	ARENA_LIMIT = 256 << 20,
	MAX_SIBLINGS = 64, /* entries of a folder of folders */
};

const char *const transpose_choices[] = { "auto", "yes", "no", NULL };

static void rooms_start(struct rooms *rooms, const struct strings *data)
{
	*rooms = (struct rooms){ .data = data };
	pthread_mutex_init(&rooms->lock, NULL);
}

static void discard(struct room_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].name);
		free(list->items[i].script);
	}
	free(list->items);
	free(list->folder);
	*list = (struct room_list){ 0 };
}

void rooms_end(struct rooms *rooms)
{
	discard(&rooms->own);
	discard(&rooms->others);
	pthread_mutex_destroy(&rooms->lock);
}

static void release(void *rooms)
{
	rooms_end(rooms);
	free(rooms);
}

struct rooms *rooms_open(const struct strings *data, struct common *common)
{
	struct rooms *rooms = mem_alloc(1, sizeof *rooms);

	rooms_start(rooms, data);
	common_keep(common, rooms, release);
	return rooms;
}

/*
 * One script.
 */

struct reading {
	struct room_list *list;
	const char *script;
	bool is_panorama;
};

bool zv_read_place(const char *text, char place[ZV_PLACE_SIZE + 1])
{
	for (size_t i = 0; i < ZV_PLACE_SIZE; i++) {
		if (!isalnum((unsigned char)text[i]))
			return false;
		place[i] = (char)tolower((unsigned char)text[i]);
	}
	place[ZV_PLACE_SIZE] = '\0';
	return true;
}

bool zv_is_word(struct exh_bytes text, const char *word)
{
	return text.size == strlen(word) &&
	       strncasecmp((const char *)text.data, word, text.size) == 0;
}

/* The last control of these kinds makes the room. */
static bool has_panorama(const struct exh_zv_script *script)
{
	bool is_panorama = false;

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = node->next) {
		const struct exh_bytes type = exh_zv_script_text(script, node->name);

		if (node->kind != EXH_ZV_CONTROL)
			continue;
		if (zv_is_word(type, "pana"))
			is_panorama = true;
		else if (zv_is_word(type, "tilt") || zv_is_word(type, "flat"))
			is_panorama = false;
	}
	return is_panorama;
}

/* True for actions that draw into the room's picture; brushes and the like are never
 * transposed. */
static bool is_drawn(const char *how)
{
	static const char *const actions[] = { "set_screen",  "set_partial_screen",
					       "animplay",    "animpreload",
					       "streamvideo", "descfile" };

	for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
		if (strcasecmp(how, actions[i]) == 0)
			return true;
	return false;
}

static void add_file(void *context, const struct exh_zv_use *use)
{
	const struct reading *reading = context;

	if (use->kind != EXH_ZV_USE_FILE || !is_drawn(use->how))
		return;
	*MEM_ADD(reading->list) = (struct room_file){
		.name = mem_text_part((const char *)use->text.data, use->text.size),
		.script = mem_text(reading->script),
		.is_panorama = reading->is_panorama,
	};
}

/* Adds the script's place, which stands for all files that begin with its name. */
static void add_place(const struct reading *reading)
{
	char place[ZV_PLACE_SIZE + 1];

	if (zv_read_place(reading->script, place) &&
	    reading->script[ZV_PLACE_SIZE] == '.')
		*MEM_ADD(reading->list) = (struct room_file){
			.name = mem_text(place),
			.script = mem_text(reading->script),
			.is_panorama = reading->is_panorama,
		};
}

static void read_script(struct room_list *list, const struct files *files,
			const char *name)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct reading reading = { list, name, false };
	struct exh_zv_script script;
	struct file file;

	if (files_read(files, name, FILE_LIMIT, &file, NULL))
		return;
	if (exh_zv_script_parse(file_bytes(&file), &arena, &script, NULL, NULL) ==
	    EXH_OK) {
		reading.is_panorama = has_panorama(&script);
		exh_zv_script_uses(&script, add_file, &reading);
		add_place(&reading);
	}
	exh_arena_free(&arena);
	free(file.data);
}

/*
 * The folder.
 */

static bool is_script(const char *name)
{
	return file_has_ending(name, ".scr");
}

static void read_scripts(struct room_list *list, const struct files *files)
{
	for (size_t i = 0; i < files_count(files); i++)
		if (is_script(files_name(files, i)))
			read_script(list, files, files_name(files, i));
}

/* Orders by name, panoramas first. */
static int by_name(const void *a, const void *b)
{
	const struct room_file *one = a, *other = b;
	const int order = strcasecmp(one->name, other->name);

	if (order || one->is_panorama == other->is_panorama)
		return order ? order : one->place < other->place ? -1 : 1;
	return one->is_panorama ? -1 : 1;
}

/* Sorts the list once all scripts were read. */
static void sort(struct room_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		list->items[i].place = i;
	if (list->count)
		qsort(list->items, list->count, sizeof *list->items, by_name);
}

void rooms_start_game(struct rooms *rooms, const struct files *files)
{
	rooms_start(rooms, NULL);
	rooms->is_game = true;
	read_scripts(&rooms->own, files);
	sort(&rooms->own);
}

/* Empties the list for another folder; false if the list is already the folder's. */
static bool begin(struct room_list *list, const char *folder, size_t size)
{
	if (list->folder && strlen(list->folder) == size &&
	    memcmp(list->folder, folder, size) == 0)
		return false;
	discard(list);
	list->folder = mem_text_part(folder, size);
	return true;
}

static void read_own(struct rooms *rooms, const char *path)
{
	struct files *files;

	if (!begin(&rooms->own, path, (size_t)(file_name(path) - path)))
		return;
	files = files_open_around(path);
	read_scripts(&rooms->own, files);
	sort(&rooms->own);
	files_close(files);
}

static void read_folder(struct room_list *list, const char *folder)
{
	struct files *files = files_open_folder(folder);

	read_scripts(list, files);
	files_close(files);
}

/* Reads the scripts of a game. Its faults are left to the code that reads it as a game.
 */
static void read_game(struct room_list *list, const char *root)
{
	const struct common common = { .verbosity = -1 };
	struct report report;
	struct files *files;

	report_start(&report, "", &common);
	files = zv_roof_open(root, &report);
	read_scripts(list, files);
	files_close(files);
	report_end(&report);
}

/* Reads a game, or a folder of scripts. */
static void read_data(struct room_list *list, const char *folder)
{
	if (zv_game_is_at(folder))
		read_game(list, folder);
	else
		read_folder(list, folder);
}

static void read_around(struct room_list *list, const char *path)
{
	char *root = zv_game_around(path);

	if (root)
		read_game(list, root);
	free(root);
}

/* Reads the folders in parent. A folder with very many folders is no game's. */
static void read_folders_in(struct room_list *list, const char *parent)
{
	struct files *files = files_open_folder(parent);
	const size_t count = files_count(files);

	for (size_t i = 0; i < count && count <= MAX_SIBLINGS; i++) {
		const char *name = files_name(files, i);
		char *folder;

		if (*name == '.' || !files_is_folder(files, name))
			continue;
		folder = files_path(files, name);
		read_folder(list, folder);
		free(folder);
	}
	files_close(files);
}

/* The folder that the folder of path lies in; to be freed. */
static char *parent_of(const char *path)
{
	size_t size = (size_t)(file_name(path) - path);
	char *parent;

	if (!size)
		return mem_text("..");
	while (size > 1 && path[size - 1] == '/')
		size--;
	parent = mem_text_part(path, size);
	if (strcmp(file_name(parent), ".") != 0 && strcmp(file_name(parent), "..") != 0 &&
	    size > 1) {
		parent[file_name(parent) - parent] = '\0';
		if (*parent)
			return parent;
		free(parent);
		return mem_text(".");
	}
	free(parent);
	return file_join(path[0] == '/' && size == 1 ? "/" : ".", "..");
}

static void read_scripts_around(const char *path, struct sandbox *sandbox)
{
	char *parent = parent_of(path), *own = file_sibling(path, ".");
	struct files *files = files_open_folder(parent);
	const size_t count = files_count(files);

	sandbox_read_some(sandbox, own, is_script);
	for (size_t i = 0; i < count && count <= MAX_SIBLINGS; i++) {
		const char *name = files_name(files, i);
		char *folder = files_path(files, name);

		if (*name != '.' && files_item_is_folder(files, i))
			sandbox_read_some(sandbox, folder, is_script);
		free(folder);
	}
	sandbox_read_some(sandbox, parent, is_script);
	files_close(files);
	free(parent);
	free(own);
}

void zv_reads_game(char **paths, size_t count, struct sandbox *sandbox)
{
	for (size_t i = 0; i < count; i++) {
		char *root;

		if (i && file_is_beside(paths[i - 1], paths[i]))
			continue;
		root = zv_game_around(paths[i]);
		if (root)
			sandbox_read(sandbox, root);
		else
			read_scripts_around(paths[i], sandbox);
		free(root);
	}
}

static void read_others(struct rooms *rooms, const char *path)
{
	char *parent = parent_of(path);

	if (begin(&rooms->others, parent, strlen(parent))) {
		for (size_t i = 0; rooms->data && i < rooms->data->count; i++)
			read_data(&rooms->others, rooms->data->items[i]);
		read_folders_in(&rooms->others, parent);
		read_around(&rooms->others, path);
		sort(&rooms->others);
	}
	free(parent);
}

static int compare_name(const void *name, const void *item)
{
	return strcasecmp(name, ((const struct room_file *)item)->name);
}

static const struct room_file *find_in(const struct room_list *list, const char *name)
{
	const struct room_file *found =
		list->count ? bsearch(name, list->items, list->count, sizeof *list->items,
				      compare_name)
			    : NULL;

	while (found && found > list->items && strcasecmp(found[-1].name, name) == 0)
		found--;
	return found;
}

/* Searches the other folders only if the file's own folder does not show the name. */
static const struct room_file *find_name(struct rooms *rooms, const char *path,
					 const char *name)
{
	const struct room_file *best = find_in(&rooms->own, name);

	if (best || rooms->is_game)
		return best;
	read_others(rooms, path);
	return find_in(&rooms->others, name);
}

/* Finds the room of a file. If no script names it, it is of the place that its name
 * begins with. */
static const struct room_file *find_file(struct rooms *rooms, const char *path)
{
	const struct room_file *best = find_name(rooms, path, file_name(path));
	char place[ZV_PLACE_SIZE + 1];

	return best || !zv_read_place(file_name(path), place)
		       ? best
		       : find_name(rooms, path, place);
}

bool rooms_find(struct rooms *rooms, const char *path, bool *is_panorama, char **script)
{
	const struct room_file *best;

	*is_panorama = false;
	*script = NULL;
	if (strcmp(path, "-") == 0)
		return false;
	pthread_mutex_lock(&rooms->lock);
	if (!rooms->is_game)
		read_own(rooms, path);
	best = find_file(rooms, path);
	if (best) {
		*is_panorama = best->is_panorama;
		*script = mem_text(best->script);
	}
	pthread_mutex_unlock(&rooms->lock);
	return best;
}

bool rooms_transpose(struct rooms *rooms, unsigned transpose, const char *path,
		     struct report *report)
{
	bool is_panorama;
	char *script;

	if (transpose != TRANSPOSE_AUTO)
		return transpose == TRANSPOSE_YES;
	if (rooms_find(rooms, path, &is_panorama, &script))
		report_info(report, "%s: %stransposed: %s shows it in a room that is %s",
			    path, is_panorama ? "" : "not ", script,
			    is_panorama ? "a panorama" : "none");
	else if (strcmp(path, "-") != 0)
		report_info(
			report,
			"%s: not transposed: no script shows it; --data names folders "
			"with scripts, --transpose decides",
			path);
	free(script);
	return is_panorama;
}
