#include "video.h"

#include "media/sequence/sequence.h"
#include "task/memory.h"

/*
 * Reading.
 */

static enum exh_status open_rlf(const struct asset *asset, struct exh_notes *notes,
				struct rlf_source *out, struct exh_error *err)
{
	struct file_reader reader;
	const enum exh_status status = zv_reader_open(asset, &reader, err);

	return status ? status : rlf_source_read(out, reader, notes, err);
}

static enum exh_status decode_all(struct rlf_source *rlf, struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	const uint16_t *pixels;

	for (size_t i = 0; i < rlf->count && !status; i++)
		status = rlf_source_show(rlf, i, &pixels, err);
	return status;
}

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct rlf_source *rlf = mem_arena(asset->arena, 1, sizeof *rlf);
	enum exh_status status;

	(void)options;
	status = open_rlf(asset, notes, rlf, err);
	if (!status)
		asset->thing = rlf;
	if (!status && zv_game_of(asset)) {
		status = decode_all(rlf, err);
		rlf_source_rest(rlf);
	}
	zv_reader_place_notes(asset, notes, status ? err : NULL);
	return status;
}

static void close_rlf(struct asset *asset)
{
	rlf_source_close(asset->thing);
}

/*
 * Writing.
 */

static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct zv_animation_options *wanted = options;

	(void)asset;
	asset_files_add(files, ASSET_FILE_STREAMED, 0, wanted->as_gif ? ".gif" : ".apng");
}

/* Damage was noted when it was read. */
static enum exh_status write(const void *options, const struct asset *asset,
			     const struct asset_file *file, const char *path, bool force,
			     struct exh_error *err)
{
	const struct zv_animation_options *wanted = options;
	struct rlf_source rlf;
	struct rlf_frames frames = { .rlf = &rlf };
	struct sequence_source source;
	enum exh_status status = open_rlf(asset, NULL, &rlf, err);

	(void)file;
	if (status)
		return status;
	if (zv_is_transposed(asset))
		rlf_frames_turn(&frames);
	source = rlf_frames_source(&frames, rlf.count);
	status = sequence_write_file(
		&source, wanted->as_gif ? SEQUENCE_GIF : SEQUENCE_APNG, path, force, err);
	rlf_frames_free(&frames);
	rlf_source_close(&rlf);
	return status;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct rlf_source *rlf = asset->thing;

	(void)options;
	if (zv_game_of(asset)) /* a game's assets have no bytes in memory */
		json_set_number(object, "size", rlf->reader.size);
	rlf_to_json(rlf, object);
}

static const struct zv_animation_options defaults = { .as_gif = false };

const struct asset_kind zv_animation_kind = {
	.name = "animation",
	.family = "zvision",
	.source = &zv_stream_source,
	.code = ZV_ANIMATION,
	.defaults = &defaults,
	.read = read,
	.plan = plan,
	.make = asset_make_bytes,
	.write = write,
	.close = close_rlf,
	.describe = describe,
};
