#include "zv_picture.h"

#include "media/picture/picture.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	MEMORY_LIMIT = 512 << 20, /* the games' are below 2 MiB */
	/* Heights of the games' windows, in pixels. */
	NEMESIS_HEIGHT = 320,
	ZGI_HEIGHT = 344,
};

/*
 * Orientation.
 */

static const char *game_of_height(size_t height)
{
	return height == NEMESIS_HEIGHT ? "Nemesis"
	       : height == ZGI_HEIGHT	? "Grand Inquisitor"
					: NULL;
}

/* Chooses by a script that shows the picture. */
static bool choose_by_script(struct rooms *rooms, const char *path, struct zv_way *way)
{
	char *script;

	if (!rooms || !path || !rooms_find(rooms, path, &way->transposed, &script))
		return false;
	snprintf(way->reason, sizeof way->reason, "%.40s shows it in a room that is %s",
		 script, way->transposed ? "a panorama" : "none");
	free(script);
	return true;
}

/*
 * A panorama is as high as the window, and so wide that it goes round: nearly as wide as
 * the window, at least, which is about twice as wide as high in either game.
 */
static void choose_by_size(size_t side, size_t length, struct zv_way *way)
{
	const char *game = game_of_height(side);

	way->transposed = game && length >= 2 * side;
	if (way->transposed)
		snprintf(way->reason, sizeof way->reason,
			 "%zu is the height of %s's window, and %zu is much more", side,
			 game, length);
	else if (game)
		snprintf(way->reason, sizeof way->reason,
			 "%zu rows are too few for a panorama of %s", length, game);
	else
		snprintf(way->reason, sizeof way->reason,
			 "a panorama is stored %d or %d pixels wide", NEMESIS_HEIGHT,
			 ZGI_HEIGHT);
}

void zv_way_choose(struct zv_way *way, unsigned transpose, struct rooms *rooms,
		   const char *const paths[2], size_t side, size_t length)
{
	if (transpose != TRANSPOSE_AUTO) {
		way->transposed = transpose == TRANSPOSE_YES;
		snprintf(way->reason, sizeof way->reason, "set by --transpose");
	} else if (!choose_by_script(rooms, paths[0], way) &&
		   !choose_by_script(rooms, paths[1], way)) {
		choose_by_size(side, length, way);
	}
}

static void choose_way(const struct zv_picture_options *options,
		       const struct asset *asset, struct zv_picture *out)
{
	struct zv_game *game = zv_game_of(asset);
	const char *const paths[2] = { game ? asset->name : asset->file, NULL };

	zv_way_choose(&out->way, options->transpose, game ? &game->rooms : options->rooms,
		      paths, out->tga.width, out->tga.height);
}

/*
 * Reading.
 */

/* Decodes the pixels as they are to be written, always to be freed. */
static enum exh_status decode(const struct zv_picture *from, struct exh_zv_picture *out,
			      struct exh_expansion *done, struct exh_notes *notes,
			      struct exh_error *err)
{
	const size_t count = from->tga.width * from->tga.height;
	enum exh_status status;

	*out = (struct exh_zv_picture){ from->tga.width, from->tga.height,
					mem_alloc(count, sizeof *out->pixels) };
	status = exh_zv_tga_decode(&from->tga, out->pixels, count, done, notes, err);
	if (!status && from->way.transposed)
		picture_turn(out);
	return status;
}

static void drop_pixels(struct zv_picture *picture)
{
	free(picture->picture.pixels);
	picture->picture.pixels = NULL;
}

/* Reads a picture. The pixels of a game's pictures, which are many, are not held until
 * all are written. */
static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct zv_picture *out = mem_arena_try(asset->arena, 1, sizeof *out, err);
	struct exh_expansion done = { 0 };
	enum exh_status status;

	if (!out)
		return EXH_LIMIT;
	asset->thing = out;
	status = exh_zv_tga_open(asset->bytes, &out->tga, notes, err);
	if (status)
		return status;
	out->is_plain = out->tga.kind == EXH_ZV_TGA;
	choose_way(options, asset, out);
	status = decode(out, &out->picture, &done, notes, err);
	out->used_size = out->tga.data.base - asset->bytes.base + done.used_size;
	if (zv_game_of(asset))
		drop_pixels(out);
	return status;
}

static void close_picture(struct asset *asset)
{
	drop_pixels(asset->thing);
}

/*
 * Writing.
 */

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct zv_picture_options *wanted = options;
	const struct zv_picture *thing = asset->thing;
	struct exh_zv_picture picture = thing->picture;
	enum exh_status status = EXH_OK;

	(void)file;
	if (!thing->picture.pixels)
		status = decode(thing, &picture, NULL, NULL, err);
	if (!status)
		status = png_encode_555_scaled(picture.pixels, picture.width,
					       picture.height, -1, wanted->scale, out,
					       err);
	if (!thing->picture.pixels)
		free(picture.pixels);
	return status;
}

static const char *const kinds[] = { [EXH_ZV_TGZ] = "tgz", [EXH_ZV_TGA] = "tga", NULL };

#define ROW struct zv_picture
static const struct field picture_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, tga.kind, NULL, "tgz: packed; tga: a plain TGA",
		 .names = kinds),
	FIELD_AS("stored_width", ROW, tga.width, "pixels", "width, as stored"),
	FIELD_AS("stored_height", ROW, tga.height, "pixels", "height, as stored"),
	FIELD_AS("width", ROW, picture.width, "pixels", "width of the PNG file"),
	FIELD_AS("height", ROW, picture.height, "pixels", "height of the PNG file"),
	FIELD_AS("transposed", ROW, way.transposed, NULL,
		 "true: rows and columns were swapped"),
	FIELD_OF("why", FIELD_CHARS, ROW, way.reason, NULL,
		 "reason for this choice, as text"),
	FIELD_AS("declared_size", ROW, tga.declared_size, "bytes",
		 "bytes of pixels that a TGZ states, or that follow from the size and "
		 "depth of a TGA"),
	FIELD(ROW, used_size, "bytes",
	      "bytes of the file that were used, with its header; bytes after these have "
	      "no meaning"),
	FIELD_AS("type", ROW, tga.type, NULL, "type in the header of a plain TGA",
		 FIELD_HAS(ROW, is_plain)),
	FIELD_AS("bits", ROW, tga.bits, "bits",
		 "bits of a pixel in the header of a plain TGA",
		 FIELD_HAS(ROW, is_plain)),
};
#undef ROW
const struct fields zv_picture_fields =
	FIELDS("picture", struct zv_picture, picture_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	fields_put(&zv_picture_fields, asset->thing, object);
}

static const struct zv_picture_options defaults = { .transpose = TRANSPOSE_AUTO };

const struct asset_kind zv_picture_kind = {
	.name = "picture",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_PICTURE,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.read = read,
	.ending = ".png",
	.make = make,
	.close = close_picture,
	.describe = describe,
};
