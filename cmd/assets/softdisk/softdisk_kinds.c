#include "softdisk.h"

#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum {
	PICTURE_LIMIT = 1 << 30, /* bytes of a member and of its pixels */
	MEMBER_LIMIT = 512 << 20,
	HEAD_SIZE = 16,
};

/*
 * Pictures.
 */

static enum exh_status read_picture(const void *context, struct asset *asset,
				    struct exh_notes *notes, struct exh_error *err)
{
	const struct softdisk_picture_options *options = context;
	struct ilbm_picture *picture =
		mem_arena_try(asset->arena, 1, sizeof *picture, err);

	asset->thing = picture;
	return picture ? ilbm_picture_read(asset->bytes, options->palette, asset->arena,
					   picture, notes, err)
		       : EXH_NO_MEMORY;
}

static enum exh_status make_picture(const void *options, const struct asset *asset,
				    const struct asset_file *file, struct exh_writer *out,
				    struct exh_error *err)
{
	const struct softdisk_picture_options *wanted = options;
	const struct ilbm_picture *picture = asset->thing;
	const size_t size = picture->image.width * picture->image.height;
	struct exh_image image = picture->image;
	enum exh_status status;

	(void)file;
	if (wanted->scale <= 1)
		return png_encode(&image, &picture->palette, out, err);
	image.pixels = mem_copy(picture->image.pixels, size, 1);
	image_scale(&image, wanted->scale, false);
	status = png_encode(&image, &picture->palette, out, err);
	free(image.pixels);
	return status;
}

static void describe_picture(const void *options, const struct asset *asset,
			     struct json *object)
{
	(void)options;
	fields_put(&ilbm_picture_fields, asset->thing, object);
}

/*
 * Screens and texts.
 */

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct softdisk_content *content =
		mem_arena_try(asset->arena, 1, sizeof *content, err);

	(void)options;
	asset->thing = content;
	if (!content)
		return EXH_NO_MEMORY;
	softdisk_judge(asset->bytes, content, notes, err);
	if (content->type == asset->assets->kind->code)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s, expected %s",
			softdisk_type_name(content->type), asset->assets->kind->name);
}

static void plan_text(const void *options, const struct asset *asset,
		      struct asset_files *files)
{
	(void)options;
	(void)asset;
	asset_files_add(files, SOFTDISK_AS_TEXT, 0, ".txt");
}

static void plan_screen(const void *options, const struct asset *asset,
			struct asset_files *files)
{
	plan_text(options, asset, files);
	asset_files_add(files, SOFTDISK_AS_ANSI, 0, ".ans");
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

static const struct softdisk_picture_options picture_defaults = {
	.palette = ILBM_PALETTE_FILE, .is_any_broken = false
};

const struct asset_kind softdisk_picture_kind = {
	.name = "picture",
	.family = "softdisk",
	.source = &softdisk_source,
	.code = SOFTDISK_PICTURE,
	.defaults = &picture_defaults,
	.memory_limit = PICTURE_LIMIT,
	.read = read_picture,
	.ending = ".png",
	.make = make_picture,
	.describe = describe_picture,
};

static const struct asset_kind screen_kind = {
	.name = "screen",
	.family = "softdisk",
	.source = &softdisk_source,
	.code = SOFTDISK_SCREEN,
	.memory_limit = MEMBER_LIMIT,
	.read = read_text,
	.plan = plan_screen,
	.make = make_text,
};

static const struct asset_kind text_kind = {
	.name = "text",
	.family = "softdisk",
	.source = &softdisk_source,
	.code = SOFTDISK_TEXT,
	.memory_limit = MEMBER_LIMIT,
	.read = read_text,
	.plan = plan_text,
	.make = make_text,
};

static const struct asset_kind file_kind = {
	.name = "file",
	.family = "softdisk",
	.source = &softdisk_source,
	.code = SOFTDISK_OTHER,
	.memory_limit = MEMBER_LIMIT,
	.ending = "",
	.make = asset_make_bytes,
};

static const struct asset_kind *const kinds[] = {
	&softdisk_picture_kind, &screen_kind, &text_kind, &file_kind, NULL,
};

/*
 * Libraries.
 */

static enum exh_softdisk_kind kind_of(const char *path)
{
	enum exh_softdisk_kind kind = EXH_SOFTDISK_NONE;
	uint8_t head[HEAD_SIZE];
	struct file_reader reader;

	if (strcmp(path, "-") == 0 || file_reader_open(&reader, path, NULL))
		return EXH_SOFTDISK_NONE;
	if (reader.size >= sizeof head &&
	    !file_reader_read(&reader, 0, head, sizeof head, NULL))
		kind = exh_softdisk_kind((struct exh_bytes){ head, sizeof head, 0 });
	file_reader_close(&reader);
	return kind;
}

enum exh_softdisk_kind softdisk_kind_at(const char *path)
{
	return file_is_special(path) ? EXH_SOFTDISK_NONE : kind_of(path);
}

static bool is_at(const char *path, const struct files *files)
{
	return !files && kind_of(path) != EXH_SOFTDISK_NONE;
}

static void close_library(void *game)
{
	softdisk_library_free(game);
	free(game);
}

static void *open_library(const char *path, struct report *report)
{
	struct softdisk_library *library = mem_alloc(1, sizeof *library);
	struct exh_error err;

	if (softdisk_library_open(library, path, &err)) {
		report_failure(report, path, &err);
		close_library(library);
		return NULL;
	}
	report_notes(report, path, &library->contents.notes);
	return library;
}

static void pack_library(char **paths, size_t count, const char *output,
			 struct report *report, struct json *result)
{
	softdisk_pack(paths, count, output, EXH_SOFTDISK_LZH, report, result);
}

static const struct asset_packer packers[] = {
	{ "library", "softdisk", pack_library },
	{ 0 },
};

static const char *const subcommands[] = { "softdisk", "lbm2png", "png2lbm", NULL };

static const struct asset_kind *kind_of_file(const struct identify_finding *file)
{
	const char *format = file->format->name;

	if (strcmp(format, "ilbm") == 0 || strcmp(format, "pbm") == 0)
		return &softdisk_picture_kind;
	if (strcmp(format, "text-screen") == 0)
		return &screen_kind;
	return strcmp(format, "keen-text") == 0 ? &text_kind : NULL;
}

const struct game_type softdisk_game_type = {
	.name = "softdisk",
	.family = "softdisk",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = is_at,
	.is_single_file = true,
	.kind_of_file = kind_of_file,
	.open = open_library,
	.close = close_library,
};
