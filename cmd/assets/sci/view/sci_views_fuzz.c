/*
 * Reads any bytes as a view: makes all its files; its manifest must be readable, and
 * contain everything that our own layout lacks.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "searching.h"
#include "view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 16 << 20,
	OUT_LIMIT = 64 << 20,
	MAX_READ = SMALLER(1 << 14, 1 << 28), /* most pixels to read */
	MAX_PIXELS = SMALLER(1 << 9, 1 << 12),
	MAX_SIDE = SMALLER(1 << 6, 1 << 9),
	MAX_CELS = SMALLER(8, 64)
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* False for large pictures, which take too much time and find no more faults. */
static bool is_small(const struct exh_sci_view *view)
{
	size_t pixel_count = 0, cel_count = 0;

	for (size_t i = 0; i < view->loop_count; i++)
		for (size_t k = 0; k < view->loops[i].cel_count; k++) {
			const struct exh_sci_cel *cel = &view->loops[i].cels[k];

			cel_count++;
			if (!view_cel_is_drawn(cel))
				continue;
			pixel_count += (size_t)cel->width * cel->height;
			if (cel->width > MAX_SIDE || cel->height > MAX_SIDE)
				return false;
		}
	return pixel_count <= MAX_PIXELS && cel_count <= MAX_CELS;
}

/* False for large views: they take too long, as cels are decoded for the checks. */
static bool is_worthwhile(struct exh_bytes bytes)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_sci_view view;
	size_t pixel_count = 0;

	if (!exh_sci_view_open(bytes, &arena, &view, NULL, NULL))
		for (size_t i = 0; i < view.loop_count; i++)
			for (size_t k = 0; k < view.loops[i].cel_count; k++)
				pixel_count += (size_t)view.loops[i].cels[k].width *
					       view.loops[i].cels[k].height;
	exh_arena_free(&arena);
	return pixel_count <= MAX_READ;
}

/* Checks that the manifest's packing of a cel reproduces its data. */
static void check_packing(const struct exh_sci_cel *cel,
			  const struct view_manifest_cel *stated)
{
	const size_t count = (size_t)cel->width * cel->height;
	struct exh_writer rle = { .limit = OUT_LIMIT };
	uint8_t *pixels = view_cel_pixels(cel, false, NULL);

	assert(pixels);
	if (stated->packing == VIEW_ROWS)
		exh_sci_cel_encode_rows(pixels, cel->width, cel->height, &rle);
	else if (stated->packing == VIEW_SHORTEST)
		exh_sci_cel_encode(pixels, count, &rle);
	else
		exh_write_bytes(&rle, stated->rle.data, stated->rle.size);
	assert(rle.size <= cel->rle.size);
	assert(!rle.size || memcmp(rle.data, cel->rle.data, rle.size) == 0);
	exh_writer_free(&rle);
	free(pixels);
}

static void check_loops(const struct exh_sci_view *view,
			const struct view_manifest *manifest)
{
	assert(manifest->loop_count == view->loop_count);
	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop *loop = &view->loops[i];

		assert(manifest->loops[i].source == loop->source);
		assert(manifest->loops[i].cel_count == loop->cel_count);
		for (size_t k = 0; k < loop->cel_count; k++)
			if (loop->source == i && view_cel_is_drawn(&loop->cels[k]))
				check_packing(&loop->cels[k],
					      &manifest->loops[i].cels[k]);
	}
}

static void check_manifest(const struct asset *asset, struct exh_bytes text)
{
	const struct exh_bytes view = asset->bytes;
	struct view_manifest manifest;

	assert(!view_manifest_read(text, &manifest, NULL));
	assert(manifest.has_crc32 && manifest.crc32 == exh_crc32(view));
	assert(manifest.size == view.size);
	check_loops(asset->thing, &manifest);
	assert(!manifest.bytes.data ||
	       (manifest.bytes.size == view.size &&
		memcmp(manifest.bytes.data, view.data, view.size) == 0));
	assert(!manifest.bytes.data || !manifest.tail.size);
	view_manifest_free(&manifest);
}

static void make_all(const struct sci_view_options *options, const struct asset *asset)
{
	struct asset_files files = { .asset_name = asset->name };

	sci_view_kind.plan(options, asset, &files);
	for (size_t i = 0; i < files.count; i++) {
		struct exh_writer out = { .limit = OUT_LIMIT };
		struct exh_error err = { 0 };

		const enum exh_status status = sci_view_kind.make(
			options, asset, &files.items[i].file, &out, &err);

		/* Cels far apart may need too large a canvas. */
		assert(!status || (status == EXH_LIMIT && err.text[0]));
		if (strstr(files.items[i].name, VIEW_MANIFEST)) {
			assert(!status);
			check_manifest(asset, exh_writer_bytes(&out));
		}
		exh_writer_free(&out);
		free(files.items[i].name);
	}
	free(files.items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct sci_view_options ways[] = {
		{ 0 },
		{ .sheet = true },
		{ .sheet = true, .origin = true, .scale = 2 },
		{ .format = SCI_VIEW_GIF, .origin = true },
		{ .format = SCI_VIEW_APNG },
	};
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct json *object;
	struct asset asset = { .number = ASSET_NO_NUMBER,
			       .name = "view",
			       .file = "view",
			       .bytes = { data, size, 0 },
			       .arena = &arena };

	if (!is_worthwhile(asset.bytes))
		return 0;
	if (sci_view_kind.read(&ways[0], &asset, &notes, &err)) {
		assert(err.status && err.text[0]);
	} else if (is_small(asset.thing)) {
		object = json_new_object();
		sci_view_kind.describe(&ways[0], &asset, object);
		assert(json_is_list(json_get(object, "loops")));
		json_free(object);
		make_all(&ways[0], &asset);
		for (size_t i = 1; i < sizeof ways / sizeof *ways; i++)
			make_all(&ways[i], &asset);
	}
	exh_arena_free(&arena);
	return 0;
}
