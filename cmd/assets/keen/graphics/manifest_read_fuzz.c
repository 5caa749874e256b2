/*
 * Any text as the manifest of an extracted folder. Of one that is accepted nothing leads
 * out of the folder, past the layout or past what its fields hold.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "graphics.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_path(const char *path)
{
	assert(path && *path && *path != '/');
	assert(strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0);
	assert(!strstr(path, "/../"));
	assert(strlen(path) < 3 || strcmp(path + strlen(path) - 3, "/..") != 0);
}

static void check_file(const struct keen_file *file)
{
	if (file->file)
		assert(*file->file && !strchr(file->file, '/') &&
		       strcmp(file->file, "..") != 0);
}

static void check_chunk(const struct manifest *m, size_t number)
{
	const struct manifest_chunk *chunk = &m->chunks[number];

	if (chunk->class_id != EXH_KEEN_UNKNOWN) {
		assert(m->has_layout);
		assert(m->layout.spans[chunk->class_id].first + chunk->index == number);
	}
	if (chunk->file)
		check_path(chunk->file);
	for (size_t i = 0; i < chunk->file_count; i++)
		check_path(chunk->files[i]);
	for (size_t i = 0; i < 2; i++)
		assert(chunk->sprite.origin_units[i] >= INT16_MIN &&
		       chunk->sprite.origin_units[i] <= INT16_MAX);
	for (size_t i = 0; i < 4; i++)
		assert(chunk->sprite.hitbox_units[i] >= INT16_MIN &&
		       chunk->sprite.hitbox_units[i] <= INT16_MAX);
	assert(!chunk->tail.size == !chunk->tail.data);
	assert(!chunk->packed.size == !chunk->packed.data);
	assert(!chunk->data.size == !chunk->data.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct manifest manifest;
	struct exh_error err;

	if (manifest_read((struct exh_bytes){ data, size, 0 }, NULL, &manifest, &err)) {
		assert(err.text[0]);
	} else {
		assert(manifest.offset_size == 3 || manifest.offset_size == 4);
		assert(manifest.scale >= 1 && manifest.scale <= 64);
		assert(manifest.chunk_count && manifest.chunks);
		check_file(&manifest.archive);
		check_file(&manifest.head);
		check_file(&manifest.dict);
		for (size_t i = 0; i < manifest.chunk_count; i++)
			check_chunk(&manifest, i);
	}
	manifest_free(&manifest);
	return 0;
}
