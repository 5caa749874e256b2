#include "softdisk_kinds.h"

#include "ilbm_picture.h"
#include "media/picture/png.h"
#include "softdisk_content.h"
#include "task/json.h"

#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 512 << 20, /* bytes of all members, expanded */
	HEAD_SIZE = 16,
};

/* A member that was expanded, or that failed to. */
struct member {
	struct softdisk_content content;
	struct exh_notes notes;
	struct exh_error err; /* its status: of expanding */
};

struct library {
	struct contents contents;
	struct exh_arena arena; /* of the members */
	struct member *members;
};

/*
 * The source.
 */

static size_t index_of(const struct library *library, const char *name)
{
	size_t i = 0;

	while (strcmp(library->contents.items[i].name, name) != 0)
		i++;
	return i;
}

static bool find(struct assets *assets)
{
	const struct library *library = assets->game;
	/* They have no numbers: a choice of some is one of none. */
	const size_t count = assets->range_count ? 0 : library->contents.count;

	for (size_t i = 0; i < count; i++)
		if (library->members[i].content.type == assets->kind->code &&
		    !assets_add(assets, ASSET_NO_NUMBER, library->contents.items[i].name,
				library->contents.path))
			return false;
	return true;
}

static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	const struct library *library = assets->game;
	const struct member *member = &library->members[index_of(library, asset->name)];

	(void)salvage;
	if (member->err.status) {
		*err = member->err;
		return err->status;
	}
	for (const struct exh_note *note = member->notes.first; note; note = note->next)
		exh_note(notes, note->severity, note->offset, "%s", note->text);
	asset->bytes = member->content.bytes;
	return EXH_OK;
}

static bool find_in_file(struct assets *assets, struct report *report)
{
	struct asset *asset = assets_add(assets, ASSET_NO_NUMBER, file_name(assets->path),
					 assets->path);

	if (asset)
		asset->bytes = assets->content;
	else
		report_error(report, assets->path, EXH_NO_OFFSET, "out of memory");
	return asset;
}

static const struct asset_source source = {
	.find = find,
	.find_in_file = find_in_file,
	.load = load,
};

/*
 * Pictures.
 */

static enum exh_status read_picture(const void *options, struct asset *asset,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct ilbm_picture *picture = exh_alloc(asset->arena, 1, sizeof *picture);

	(void)options;
	asset->thing = picture;
	return picture ? ilbm_picture_read(asset->bytes, ILBM_PALETTE_FILE, asset->arena,
					   picture, notes, err)
		       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static bool plan_picture(const void *options, const struct asset *asset,
			 struct asset_files *files)
{
	(void)options;
	(void)asset;
	return asset_files_add(files, 0, 0, ".png");
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
			     json_t *object)
{
	(void)options;
	ilbm_picture_describe(asset->thing, object);
}

/*
 * Screens and texts.
 */

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct softdisk_content *content = exh_alloc(asset->arena, 1, sizeof *content);

	(void)options;
	asset->thing = content;
	if (!content)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	softdisk_judge(asset->bytes, content, notes, err);
	return EXH_OK;
}

static bool plan_text(const void *options, const struct asset *asset,
		      struct asset_files *files)
{
	(void)options;
	(void)asset;
	return asset_files_add(files, FORMAT_TEXT, 0, ".txt");
}

static bool plan_screen(const void *options, const struct asset *asset,
			struct asset_files *files)
{
	return plan_text(options, asset, files) &&
	       asset_files_add(files, FORMAT_ANSI, 0, ".ans");
}

static enum exh_status make_text(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err)
{
	(void)options;
	(void)err;
	softdisk_encode(asset->thing, (enum softdisk_format)file->id, out);
	return EXH_OK;
}

static bool plan_file(const void *options, const struct asset *asset,
		      struct asset_files *files)
{
	(void)options;
	(void)asset;
	return asset_files_add(files, FORMAT_RAW, 0, "%s", "");
}

static const struct asset_kind picture_kind = {
	.name = "picture",
	.family = "softdisk",
	.source = &source,
	.code = SOFTDISK_PICTURE,
	.memory_limit = ARENA_LIMIT,
	.read = read_picture,
	.plan = plan_picture,
	.make = make_picture,
	.describe = describe_picture,
};

static const struct asset_kind screen_kind = {
	.name = "screen",
	.family = "softdisk",
	.source = &source,
	.code = SOFTDISK_SCREEN,
	.read = read_text,
	.plan = plan_screen,
	.make = make_text,
};

static const struct asset_kind text_kind = {
	.name = "text",
	.family = "softdisk",
	.source = &source,
	.code = SOFTDISK_TEXT,
	.read = read_text,
	.plan = plan_text,
	.make = make_text,
};

static const struct asset_kind file_kind = {
	.name = "file",
	.family = "softdisk",
	.source = &source,
	.code = SOFTDISK_OTHER,
	.plan = plan_file,
	.make = asset_make_bytes,
};

static const struct asset_kind *const kinds[] = {
	&picture_kind, &screen_kind, &text_kind, &file_kind, NULL,
};

/*
 * Libraries.
 */

static bool is_at(const char *path)
{
	uint8_t head[HEAD_SIZE];
	struct file_reader reader;
	bool found = false;

	if (file_is_folder(path) || file_is_special(path) ||
	    file_reader_open(&reader, path, NULL))
		return false;
	if (reader.size >= sizeof head &&
	    !file_reader_read(&reader, 0, head, sizeof head, NULL))
		found = exh_softdisk_kind((struct exh_bytes){ head, sizeof head, 0 }) !=
			EXH_SOFTDISK_NONE;
	file_reader_close(&reader);
	return found;
}

static void close_library(void *game)
{
	struct library *library = game;

	contents_free(&library->contents);
	exh_arena_free(&library->arena);
	free(library->members);
	free(library);
}

static void expand(struct library *library, size_t i)
{
	struct member *member = &library->members[i];
	struct exh_notes unused = { .arena = &library->arena };
	struct exh_bytes bytes;
	struct exh_error err;

	member->notes.arena = &library->arena;
	if (content_load(&library->contents, &library->contents.items[i], &library->arena,
			 &bytes, &member->notes, &member->err))
		return;
	member->err.status = EXH_OK;
	softdisk_judge(bytes, &member->content, &unused, &err);
}

static void *open_library(const char *path, struct report *report)
{
	struct library *library = calloc(1, sizeof *library);
	struct exh_error err;

	if (!library) {
		report_error(report, path, EXH_NO_OFFSET, "out of memory");
		return NULL;
	}
	library->arena.limit = ARENA_LIMIT;
	if (contents_open(&library->contents, path, &err))
		report_failure(report, path, &err);
	else if (!(library->members =
			   calloc(library->contents.count + 1, sizeof *library->members)))
		report_error(report, path, EXH_NO_OFFSET, "out of memory");
	if (!library->members) {
		close_library(library);
		return NULL;
	}
	report_notes(report, path, &library->contents.notes);
	for (size_t i = 0; i < library->contents.count; i++)
		expand(library, i);
	return library;
}

static const char *const subcommands[] = { "softdisk", "lbm2png", NULL };

const struct game_type softdisk_game_type = {
	.name = "softdisk",
	.family = "softdisk",
	.kinds = kinds,
	.subcommands = subcommands,
	.is_at = is_at,
	.open = open_library,
	.close = close_library,
};
