#include "keen_loose.h"

#include "assets/ilbm/ilbm.h"
#include "keen.h"
#include "media/picture/png.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/report.h"

#include <exhume/advanced/keen_text.h>
#include <exhume/advanced/softdisk.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	LIBRARY_LIMIT = 16 << 20,
	PICTURE_LIMIT = 64 << 20, /* bytes of a member and of its pixels */
	TEXT_LIMIT = 1 << 20,
};

/*
 * Opening.
 */

bool keen_set_is_dreams(const struct keen_set *set)
{
	static const char *const endings[KEEN_SLOTS] = { ".ega", ".cga", ".map", ".aud" };

	for (unsigned slot = 0; slot < KEEN_SLOTS; slot++)
		if (set->archives[slot] &&
		    file_has_ending(set->archives[slot], endings[slot]))
			return true;
	return strcmp(set->name, "kdr") == 0;
}

/* Adds a library's pictures to the list; false if it contains anything else. */
static bool add_members(const struct exh_softdisk_library *library, const char *name,
			struct exh_arena *arena, struct keen_loose_list *out)
{
	for (size_t i = 0; i < library->member_count; i++) {
		struct exh_bytes bytes;

		if (exh_softdisk_extract(&library->members[i], arena, &bytes, NULL,
					 NULL) ||
		    !exh_ilbm_is(bytes))
			return false;
		*MEM_ADD(out) = (struct keen_loose_item){
			.name = library->member_count == 1
					? mem_text(name)
					: mem_format("%s.%zu", name, i),
			.bytes = bytes,
		};
	}
	return library->member_count;
}

static void free_list(struct keen_loose_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].path);
		free(list->items[i].name);
		free(list->items[i].file.data);
	}
	free(list->items);
	*list = (struct keen_loose_list){ 0 };
}

static bool open_library(const struct files *files, const char *name,
			 struct exh_arena *arena, struct keen_loose_list *out)
{
	struct exh_softdisk_library library;
	struct file file = { 0 };
	bool good = file_has_ending(name, ".cmp") && !keen_is_backup(name) &&
		    !files_is_folder(files, name) &&
		    !files_read(files, name, LIBRARY_LIMIT, &file, NULL) &&
		    exh_softdisk_kind(file_bytes(&file)) != EXH_SOFTDISK_NONE &&
		    !exh_softdisk_open(file_bytes(&file), arena, &library, NULL, NULL) &&
		    add_members(&library, name, arena, out);

	if (good) {
		out->items[0].file = file;
		for (size_t i = 0; i < out->count; i++)
			out->items[i].path = files_path(files, name);
	} else {
		free_list(out);
		free(file.data);
	}
	return good;
}

bool keen_is_loose_library(const struct files *files, const char *name)
{
	struct exh_arena arena = { .limit = PICTURE_LIMIT };
	struct keen_loose_list list = { 0 };
	const bool good = open_library(files, name, &arena, &list);

	free_list(&list);
	exh_arena_free(&arena);
	return good;
}

/* True for KDREAMS.CMP beside KDREAMS.EGA. */
static bool is_of_title(const struct keen_set *set, const char *name)
{
	const size_t size = strcspn(name, ".");

	for (unsigned slot = 0; slot < KEEN_SLOTS; slot++)
		if (set->archives[slot] && file_has_ending(name, ".cmp") &&
		    strncasecmp(set->archives[slot], name, size + 1) == 0)
			return true;
	return false;
}

static void open_libraries(struct keen_loose *loose, const struct keen_set *set,
			   const struct files *files, struct report *report)
{
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		struct keen_loose_list own = { 0 };

		if (open_library(files, name, &loose->arena, &own)) {
			for (size_t k = 0; k < own.count; k++)
				*MEM_ADD(&loose->pictures) = own.items[k];
		} else if (is_of_title(set, name)) {
			char *path = files_path(files, name);

			report_error(report, path, EXH_NO_OFFSET,
				     "not a Softdisk library of pictures, as the one "
				     "with the title is");
			free(path);
		}
		free(own.items);
	}
}

static void open_text(struct keen_loose *loose, const char *stem,
		      const struct keen_set *set, const struct files *files,
		      struct report *report)
{
	char *wanted = mem_format("%s.%s", stem, set->name);
	const char *name = files_find(files, wanted);
	struct keen_loose_item item = { 0 };
	struct exh_keen_text text;
	struct exh_error err;

	free(wanted);
	if (!name || files_is_folder(files, name))
		return;
	item.path = files_path(files, name);
	item.name = mem_text(name);
	if (report_read(report, item.path, TEXT_LIMIT, &item.file)) {
		if (!exh_keen_text_open(file_bytes(&item.file), &text, NULL, &err)) {
			item.bytes = file_bytes(&item.file);
			*MEM_ADD(&loose->texts) = item;
			return;
		}
		report_warning(report, item.path, err.offset, "left out: %s", err.text);
	}
	free(item.path);
	free(item.name);
	free(item.file.data);
}

void keen_loose_open(struct keen_loose *loose, const struct keen_set *set,
		     const struct files *files, struct report *report)
{
	*loose = (struct keen_loose){ .arena = { .limit = PICTURE_LIMIT } };
	open_text(loose, "context", set, files, report);
	open_text(loose, "gametext", set, files, report);
	open_text(loose, "story", set, files, report);
	if (keen_set_is_dreams(set))
		open_libraries(loose, set, files, report);
}

void keen_loose_free(struct keen_loose *loose)
{
	free_list(&loose->texts);
	free_list(&loose->pictures);
	exh_arena_free(&loose->arena);
}

/*
 * Kinds.
 */

static void add_list(struct assets *assets, const struct keen_loose_list *list)
{
	/* Loose files have no numbers, so a choice of numbers selects none. */
	for (size_t i = 0; i < list->count && !assets->range_count; i++) {
		const struct keen_loose_item *item = &list->items[i];
		struct asset *asset =
			assets_add(assets, ASSET_NO_NUMBER, item->name, item->path);

		asset->bytes = item->bytes;
		asset->label = "";
	}
}

static const struct keen_loose *loose_of(const struct assets *assets)
{
	const struct keen_parts *parts = assets->game;

	return parts ? parts->loose : NULL;
}

static void find_texts(struct assets *assets)
{
	if (loose_of(assets))
		add_list(assets, &loose_of(assets)->texts);
}

static void find_pictures(struct assets *assets)
{
	if (loose_of(assets))
		add_list(assets, &loose_of(assets)->pictures);
}

static const struct asset_source text_source = { .find = find_texts,
						 .find_in_file = assets_find_file };
static const struct asset_source picture_source = { .find = find_pictures,
						    .find_in_file = assets_find_file };

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_keen_text *text = mem_arena_try(asset->arena, 1, sizeof *text, err);

	(void)options;
	asset->thing = text;
	return text ? exh_keen_text_open(asset->bytes, text, notes, err) : EXH_NO_MEMORY;
}

static enum exh_status make_text(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	exh_keen_text_to_utf8(asset->thing, out);
	return EXH_OK;
}

static enum exh_status read_picture(const void *options, struct asset *asset,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct ilbm_picture *picture =
		mem_arena_try(asset->arena, 1, sizeof *picture, err);

	(void)options;
	asset->thing = picture;
	return picture ? ilbm_picture_read(asset->bytes, ILBM_PALETTE_FILE, asset->arena,
					   picture, notes, err)
		       : EXH_NO_MEMORY;
}

static enum exh_status make_picture(const void *options, const struct asset *asset,
				    const struct asset_file *file, struct exh_writer *out,
				    struct exh_error *err)
{
	const struct ilbm_picture *picture = asset->thing;

	(void)options;
	(void)file;
	return png_encode(&picture->image, &picture->palette, out, err);
}

static void describe_picture(const void *options, const struct asset *asset,
			     struct json *object)
{
	(void)options;
	fields_put(&ilbm_picture_fields, asset->thing, object);
}

const struct asset_kind keen_loose_text_kind = {
	.name = "text",
	.family = "keen",
	.source = &text_source,
	.read = read_text,
	.ending = ".txt",
	.make = make_text,
};

const struct asset_kind keen_loose_picture_kind = {
	.name = "picture",
	.family = "keen",
	.source = &picture_source,
	.memory_limit = PICTURE_LIMIT,
	.read = read_picture,
	.ending = ".png",
	.make = make_picture,
	.describe = describe_picture,
};

/*
 * The way back.
 */

const char *keen_loose_refuses(const struct json *asset, const char *file)
{
	if (file_is_below(file, KEEN_PICTURES_FOLDER))
		return "pictures of Softdisk's libraries are packed with exhume png2lbm "
		       "and exhume softdisk";
	if (file_is_below(file, KEEN_TEXTS_FOLDER) && !asset)
		return "new, and only texts that the game has are packed";
	return NULL;
}

/* Ends lines with CR LF, as the game does. */
static void put_dos_lines(struct exh_bytes utf8, struct exh_writer *out)
{
	for (size_t i = 0; i < utf8.size; i++) {
		const uint8_t byte = utf8.data[i];

		if (byte == '\r' && i + 1 < utf8.size && utf8.data[i + 1] == '\n')
			continue;
		if (byte == '\n')
			exh_write_u8(out, '\r');
		exh_write_u8(out, byte);
	}
}

static enum exh_status encode_text(struct exh_bytes utf8, struct exh_bytes old,
				   struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer lines = { .limit = TEXT_LIMIT };
	struct exh_keen_text text;
	enum exh_status status;

	if (utf8.size && memchr(utf8.data, '~', utf8.size))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the text contains a tilde, which ends it in the game");
	put_dos_lines(utf8, &lines);
	status = mem_check_limit(&lines, err);
	if (!status)
		status = exh_cp437_from_utf8(exh_writer_bytes(&lines), EXH_CP437_TEXT,
					     out, err);
	exh_writer_free(&lines);
	if (status)
		return status;
	if (old.size && !exh_keen_text_open(old, &text, NULL, NULL))
		exh_write_bytes(out, old.data + text.text.size,
				old.size - text.text.size);
	else
		exh_write_u8(out, '~');
	return mem_check_limit(out, err);
}

static bool pack_text(const struct game_build *build, const char *file, const char *name)
{
	char *edited = file_join(build->folder, file);
	char *to = file_join(build->output, name);
	struct exh_writer out = { .limit = TEXT_LIMIT };
	struct file text = { 0 }, old = { 0 };
	struct exh_error err;
	bool good = report_read(build->report, edited, TEXT_LIMIT, &text) &&
		    (!build->original ||
		     report_read_own(build->report, to, TEXT_LIMIT, &old));
	enum exh_status status;

	if (good) {
		status = encode_text(file_bytes(&text), file_bytes(&old), &out, &err);
		if (status)
			report_failure(build->report, edited, &err);
		else if ((status = file_write(to, exh_writer_bytes(&out), true, &err)))
			report_failure(build->report, to, &err);
		good = !status;
	}
	exh_writer_free(&out);
	free(text.data);
	free(old.data);
	free(edited);
	free(to);
	return good;
}

bool keen_loose_pack(const struct game_build *build)
{
	bool good = true;

	for (size_t i = 0; build->edited[i] && good; i++)
		if (file_is_below(build->edited[i], KEEN_TEXTS_FOLDER))
			good = pack_text(build, build->edited[i],
					 json_text_at(build->assets[i], "source"));
	return good;
}
