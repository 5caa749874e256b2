#include "assets/sci/sci.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDEX_LIMIT = 256 << 20 };

/*
 * Names.
 */

bool exported_is_part(const char *file, unsigned *type, unsigned *number,
		      char name[SCI_NAME_SIZE])
{
	const char *dot = strchr(file, '.');
	const size_t size = dot ? (size_t)(dot - file) + 1 + strcspn(dot + 1, "./") : 0;

	if (!size || size >= SCI_NAME_SIZE)
		return false;
	memcpy(name, file, size);
	name[size] = '\0';
	return exh_sci_patch_name(name, type, number) && *type < EXH_SCI_TYPES &&
	       *number < EXH_SCI_NUMBERS;
}

const char *exported_after_name(const struct exported_resource *item,
				const struct exported_file *file)
{
	return file->name + strlen(item->name);
}

char *exported_path(const struct exported_folder *f, const char *name)
{
	return file_join(f->path, name);
}

void exported_leave_out(const struct exported_folder *f, const char *name,
			const char *why)
{
	char *path = exported_path(f, name);

	sci_new_game_left_out(f->p, path, "%s", why);
	free(path);
}

/*
 * The index.
 */

struct json *exported_read_index(const char *folder, struct exh_error *err)
{
	char *path = file_join(folder, SCI_INDEX);
	struct json *index = json_parse_file(path, INDEX_LIMIT, err);

	free(path);
	return index;
}

const struct json *exported_entries(const struct json *index)
{
	const char *format = json_text_at(index, "format");
	const struct json *game = json_get(index, "game");
	const char *type = json_text_at(game, "type");
	const struct json *list = NULL;

	if (format && strcmp(format, SCI_CONVERTED) == 0)
		list = json_get(index, "resources");
	else if (format && strcmp(format, SCI_EXTRACTED) == 0 && type &&
		 strcmp(type, "sci") == 0)
		list = json_get(index, "assets");
	return list;
}

/* Returns the loose file of a resource; other files are in the game's folder. */
static const char *loose_of(const struct json *object)
{
	const char *source = json_text_at(object, "source");

	return source && strchr(source, '/') ? source : NULL;
}

static const char *wrong_entry(const struct exported_resource *item,
			       const struct json *object)
{
	const struct json *files = json_get(object, "files"), *name;
	const struct json *hashes = json_get(object, "files_sha256");
	unsigned type, number;
	char own[SCI_NAME_SIZE];
	size_t i;

	if (!item->sha256 || json_size(files) != json_size(hashes))
		return "it has no hashes: convert the game again";
	if (item->original && !file_is_inside(item->original))
		return "key \"original\": expected the name of a file in the folder";
	if (item->loose && !file_is_inside(item->loose))
		return "key \"source\": expected the name of a file in the game's folder";
	json_each(files, i, name)
	{
		const char *text = json_text_of(name);

		if (!file_is_inside(text) ||
		    !exported_is_part(text, &type, &number, own) ||
		    strcmp(own, item->name) != 0)
			return "key \"files\": expected names of its files in the folder";
	}
	return NULL;
}

static void take_files(struct exported_resource *item, const struct json *object)
{
	const struct json *names = json_get(object, "files");
	const struct json *hashes = json_get(object, "files_sha256");

	for (size_t i = 0; i < json_size(names); i++) {
		struct exported_file *file = MEM_ADD(item);

		*file = (struct exported_file){
			.name = json_text_of(json_at(names, i)),
			.sha256 = json_text_of(json_at(hashes, i)),
		};
	}
}

/* Reads an entry of the index; an unreadable resource has no bytes. */
static bool take_entry(struct exported_folder *f, size_t i, const struct json *object)
{
	const char *name = json_text_at(object, "name");
	struct exported_resource item = {
		.original = json_text_at(object, "original"),
		.sha256 = json_text_at(object, "sha256"),
		.loose = loose_of(object),
	};
	const char *wrong;

	if (!name || !exported_is_part(name, &item.type, &item.number, item.name) ||
	    strcmp(name, item.name) != 0 || f->at[item.type][item.number]) {
		report_error(f->p->report, f->path, EXH_NO_OFFSET,
			     SCI_INDEX ": resource %zu: key \"name\": expected that of a "
				       "resource, each once",
			     i);
		return false;
	}
	if (json_get(object, "error") && !item.sha256) {
		exported_leave_out(f, name,
				   "it could not be read when the game was converted");
		return true;
	}
	wrong = wrong_entry(&item, object);
	if (wrong) {
		report_error(f->p->report, f->path, EXH_NO_OFFSET, SCI_INDEX ": %s: %s",
			     name, wrong);
		return false;
	}
	take_files(&item, object);
	*MEM_ADD(f) = item;
	f->at[item.type][item.number] = f->count;
	return true;
}

bool exported_read_entries(struct exported_folder *f)
{
	const struct json *list = exported_entries(f->index), *object;
	bool good = json_is_list(list);
	size_t i;

	if (!good)
		report_error(f->p->report, f->path, EXH_NO_OFFSET,
			     SCI_INDEX ": expected a list of its resources");
	f->at = mem_alloc(EXH_SCI_TYPES, sizeof *f->at);
	json_each(list, i, object) good = good && take_entry(f, i, object);
	return good;
}

/*
 * New files.
 */

static bool is_known(const struct exported_resource *item, const char *name)
{
	for (size_t i = 0; i < item->count; i++)
		if (strcmp(item->items[i].name, name) == 0)
			return true;
	return false;
}

static struct exported_resource *add_item(struct exported_folder *f, unsigned type,
					  unsigned number, const char *name)
{
	struct exported_resource *item = MEM_ADD(f);

	*item = (struct exported_resource){ .type = type, .number = number };
	snprintf(item->name, sizeof item->name, "%s", name);
	f->at[type][number] = f->count;
	return item;
}

/* Checks a file of the folder, or of a folder in it. */
static void look_at_file(struct exported_folder *f, const char *name)
{
	unsigned type, number;
	char own[SCI_NAME_SIZE];
	struct exported_resource *item;

	if (file_is_stray(name) || !exported_is_part(name, &type, &number, own))
		return;
	item = f->at[type][number] ? &f->items[f->at[type][number] - 1]
				   : add_item(f, type, number, own);
	if (!is_known(item, name))
		*MEM_ADD(item) = (struct exported_file){ .name = mem_text(name),
							 .state = FILE_NEW };
}

static void look_into(struct exported_folder *f, const char *name)
{
	char *path = exported_path(f, name);
	struct files *files = files_open_folder(path);

	for (size_t i = 0; i < files_count(files); i++) {
		char *inner = file_join(name, files_name(files, i));

		if (*files_name(files, i) != '.')
			look_at_file(f, inner);
		free(inner);
	}
	files_close(files);
	free(path);
}

void exported_look_around(struct exported_folder *f)
{
	struct files *files = files_open_folder(f->path);

	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		unsigned type, number;
		char own[SCI_NAME_SIZE];

		if (!exported_is_part(name, &type, &number, own))
			continue;
		if (files_is_folder(files, name))
			look_into(f, name);
		else
			look_at_file(f, name);
	}
	files_close(files);
}
