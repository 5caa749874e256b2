/*
 * Any text as the manifest of a view. Of one that is accepted no name leads out of its
 * folder, loops share only what is there, and all has room in a view's fields.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "view_manifest.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cel(const struct view_manifest_cel *cel, bool is_shared)
{
	if (cel->file) {
		assert(*cel->file && !strchr(cel->file, '/'));
		assert(strcmp(cel->file, ".") != 0 && strcmp(cel->file, "..") != 0);
	} else if (!is_shared) {
		assert(cel->has_size);
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
	assert(!loop->is_mirrored || number < EXH_SCI0_MIRRORED_LOOPS);
	assert(!loop->cel_count || loop->cel_count == source->cel_count);
	for (size_t i = 0; i < loop->cel_count; i++)
		check_cel(&loop->cels[i], loop->source != number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view_manifest manifest;
	struct exh_error err = { 0 };

	if (view_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(manifest.scale >= 1 && manifest.scale <= VIEW_MAX_SCALE);
		assert(manifest.loop_count <= UINT8_MAX && manifest.loops);
		assert(!manifest.has_number || manifest.number < ASSET_NO_NUMBER);
		for (size_t i = 0; i < manifest.loop_count; i++)
			check_loop(&manifest, i);
	}
	view_manifest_free(&manifest);
	return 0;
}
