/*
 * Reads any text as the manifest of a view. If it is accepted, no name leads out of its
 * folder, loops share only existing loops, and all values fit a view's fields. Reads any
 * bytes as a view: its manifest is accepted, and has the view's values.
 * Input: a manifest; or 0, and a view
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "view.h"

#include <assert.h>
#include <string.h>

enum { ARENA_LIMIT = 1 << 24, OUT_LIMIT = 1 << 24, MAX_PIXELS = 1 << 14 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cel(const struct view_manifest_cel *cel, bool is_shared)
{
	if (cel->file) {
		assert(*cel->file && !strchr(cel->file, '/'));
		assert(strcmp(cel->file, ".") != 0 && strcmp(cel->file, "..") != 0);
	} else if (!is_shared) {
		assert(cel->has_width && cel->has_height);
		assert(!cel->width || !cel->height || cel->packing == VIEW_OTHER);
	}
	assert(cel->key <= VIEW_NO_KEY);
	assert((cel->packing == VIEW_OTHER) == (cel->rle.data != NULL));
	assert(cel->rle.data || !cel->rle.size);
}

static void check_loop(const struct view_manifest *m, size_t number)
{
	const struct view_manifest_loop *loop = &m->loops[number];
	const struct view_manifest_loop *source = &m->loops[loop->source];

	assert(loop->source <= number && source->source == loop->source);
	assert(!loop->is_mirrored || number < EXH_SCI_MIRRORED_LOOPS);
	assert(!loop->cel_count || loop->cel_count == source->cel_count);
	for (size_t i = 0; i < loop->cel_count; i++)
		check_cel(&loop->cels[i], loop->source != number);
}

/* False for large views: each cel is decoded, and many pixels find no more faults. */
static bool is_small(const struct exh_sci_view *view)
{
	size_t count = 0;

	for (size_t i = 0; i < view->loop_count; i++)
		for (size_t k = 0; k < view->loops[i].cel_count; k++)
			count += (size_t)view->loops[i].cels[k].width *
				 view->loops[i].cels[k].height;
	return count <= MAX_PIXELS;
}

static void check_view(struct exh_bytes bytes)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_writer out = { .limit = OUT_LIMIT };
	struct view_manifest manifest;
	struct exh_sci_view view;
	struct exh_error err = { 0 };
	const struct asset asset = { .number = 7, .thing = &view, .bytes = bytes };

	if (exh_sci_view_open(bytes, &arena, &view, NULL, NULL) || !is_small(&view)) {
		exh_arena_free(&arena);
		return;
	}
	if (view_manifest_make(&asset, 2, &out, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(!view_manifest_read(exh_writer_bytes(&out), &manifest, &err));
		assert(manifest.size == bytes.size && manifest.number == 7);
		assert(manifest.loop_count == view.loop_count && manifest.scale == 2);
		assert(manifest.crc32 == exh_crc32(bytes));
		view_manifest_free(&manifest);
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view_manifest manifest;
	struct exh_error err = { 0 };

	if (size && !data[0]) {
		check_view((struct exh_bytes){ data + 1, size - 1, 0 });
		return 0;
	}
	if (view_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(manifest.scale >= 1 && manifest.scale <= VIEW_MAX_SCALE);
		assert(manifest.loop_count <= UINT8_MAX &&
		       (manifest.loops || !manifest.loop_count));
		assert(!manifest.has_number || manifest.number < ASSET_NO_NUMBER);
		for (size_t i = 0; i < manifest.loop_count; i++)
			check_loop(&manifest, i);
	}
	view_manifest_free(&manifest);
	return 0;
}
