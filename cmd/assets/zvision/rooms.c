#include "rooms.h"

#include <exhume/zvision_script.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	FILE_LIMIT = 16 << 20, /* the games' are below 100 KiB */
	ARENA_LIMIT = 256 << 20,
};

const char *const transpose_choices[] = { "auto", "yes", "no", NULL };

void rooms_start(struct rooms *rooms)
{
	*rooms = (struct rooms){ 0 };
	pthread_mutex_init(&rooms->lock, NULL);
}

static void discard(struct rooms *rooms)
{
	for (size_t i = 0; i < rooms->count; i++) {
		free(rooms->files[i].name);
		free(rooms->files[i].script);
	}
	free(rooms->files);
	free(rooms->folder);
	rooms->files = NULL;
	rooms->folder = NULL;
	rooms->count = 0;
}

void rooms_end(struct rooms *rooms)
{
	discard(rooms);
	pthread_mutex_destroy(&rooms->lock);
}

/*
 * One script.
 */

struct reading {
	struct rooms *rooms;
	const char *script;
	bool is_panorama;
};

static bool is_word(struct exh_bytes text, const char *word)
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
		if (is_word(type, "pana"))
			is_panorama = true;
		else if (is_word(type, "tilt") || is_word(type, "flat"))
			is_panorama = false;
	}
	return is_panorama;
}

/* What is drawn into the room's picture; brushes and the like never are transposed. */
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
	struct rooms *rooms = reading->rooms;
	struct room_file *files;

	if (use->kind != EXH_ZV_USE_FILE || !is_drawn(use->how))
		return;
	files = realloc(rooms->files, (rooms->count + 1) * sizeof *files);
	if (!files)
		return;
	rooms->files = files;
	files[rooms->count++] = (struct room_file){
		.name = strndup((const char *)use->text.data, use->text.size),
		.script = strdup(reading->script),
		.is_panorama = reading->is_panorama,
	};
}

static void read_script(struct rooms *rooms, const struct files *files, const char *name)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct reading reading = { rooms, name, false };
	struct exh_zv_script script;
	struct file file;

	if (files_read(files, name, FILE_LIMIT, &file, NULL))
		return;
	if (exh_zv_script_parse(file_bytes(&file), &arena, &script, NULL, NULL) ==
	    EXH_OK) {
		reading.is_panorama = has_panorama(&script);
		exh_zv_script_uses(&script, add_file, &reading);
	}
	exh_arena_free(&arena);
	free(file.data);
}

/*
 * The folder.
 */

static void read_scripts(struct rooms *rooms, const struct files *files)
{
	for (size_t i = 0; i < files_count(files); i++)
		if (file_has_ending(files_name(files, i), ".scr"))
			read_script(rooms, files, files_name(files, i));
}

void rooms_start_game(struct rooms *rooms, const struct files *files)
{
	rooms_start(rooms);
	rooms->is_game = true;
	read_scripts(rooms, files);
}

static void read_folder(struct rooms *rooms, const char *path)
{
	const size_t size = (size_t)(file_name(path) - path);
	struct files *files;

	if (rooms->folder && strlen(rooms->folder) == size &&
	    memcmp(rooms->folder, path, size) == 0)
		return;
	discard(rooms);
	rooms->folder = strndup(path, size);
	files = files_open_around(path);
	read_scripts(rooms, files);
	files_close(files);
}

bool rooms_find(struct rooms *rooms, const char *path, bool *is_panorama, char **script)
{
	const struct room_file *best = NULL;

	*is_panorama = false;
	*script = NULL;
	if (strcmp(path, "-") == 0)
		return false;
	pthread_mutex_lock(&rooms->lock);
	if (!rooms->is_game)
		read_folder(rooms, path);
	for (size_t i = 0; i < rooms->count; i++) {
		const struct room_file *file = &rooms->files[i];

		if (file->name && strcasecmp(file->name, file_name(path)) == 0 &&
		    (!best || (file->is_panorama && !best->is_panorama)))
			best = file;
	}
	if (best && best->script) {
		*is_panorama = best->is_panorama;
		*script = strdup(best->script);
	}
	pthread_mutex_unlock(&rooms->lock);
	return *script;
}

bool rooms_transpose(struct rooms *rooms, unsigned transpose, const char *path,
		     struct report *report)
{
	bool is_panorama;
	char *script;

	if (transpose != TRANSPOSE_AUTO)
		return transpose == TRANSPOSE_YES;
	if (rooms_find(rooms, path, &is_panorama, &script))
		report_say(report, "%s: %stransposed: %s shows it in a room that is %s",
			   path, is_panorama ? "" : "not ", script,
			   is_panorama ? "a panorama" : "none");
	free(script);
	return is_panorama;
}
