/*
 * For any program: all findings lie in it, dictionaries are whole trees, and
 * heads are heads.
 *
 * Input:  two bytes: number of bytes of the rest that are the program's image, lowest
 *         first the rest: the image, then the archive
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_exe.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct exh_huffman huffman;

static void check_inside(struct exh_bytes found, struct exh_bytes image)
{
	assert(found.data >= image.data && found.base <= image.size);
	assert(found.data == image.data + found.base);
	assert(found.size <= image.size - found.base);
}

static void check_dict(struct exh_bytes dict)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };

	assert(exh_huffman_read(&huffman, dict, &notes, NULL) == EXH_OK);
	assert(!notes.damage_count);
	for (size_t i = 0; i < 256; i++)
		assert(huffman.code_bits[i]);
	exh_arena_free(&arena);
}

static void check_dicts(struct exh_bytes image)
{
	struct exh_bytes dicts[4];
	const size_t count = exh_keen_exe_dicts(image, dicts, 4);

	for (size_t i = 0; i < count; i++) {
		assert(dicts[i].size == EXH_HUFFMAN_DICT_SIZE);
		assert(dicts[i].data - image.data <=
		       (ptrdiff_t)(image.size - EXH_HUFFMAN_DICT_SIZE));
		check_dict(dicts[i]);
	}
}

static void check_contents(struct exh_bytes image)
{
	struct exh_keen_exe_contents contents;

	exh_keen_exe_list(image, &contents);
	if (contents.graphics_head.data)
		check_inside(contents.graphics_head, image);
	if (contents.map_head.data)
		check_inside(contents.map_head, image);
	if (contents.audio_head.data)
		check_inside(contents.audio_head, image);
	assert(!contents.layout || contents.graphics_head.data);
}

static void check_graphics(struct exh_bytes image, struct exh_bytes archive,
			   const struct exh_keen_layout *layout)
{
	struct exh_keen_exe_tables tables = { 0 };
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_keen_exe_graphics(image, archive, layout, &tables, &err);

	assert(status == err.status);
	if (status)
		return;
	check_inside(tables.head, image);
	check_inside(tables.dict, image);
	check_dict(tables.dict);
	assert(exh_keen_head_guess_offset_size(tables.head, archive.size));
}

static void check_maps(struct exh_bytes image, struct exh_bytes archive)
{
	struct exh_keen_exe_tables tables = { 0 };
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_keen_exe_maps(image, archive, 100, &tables, &err);

	assert(status == err.status);
	if (status)
		return;
	check_inside(tables.head, image);
	assert(tables.head.size >= 402 && tables.good_count);
	if (!tables.dict.data)
		return;
	check_inside(tables.dict, image);
	check_dict(tables.dict);
	assert(tables.head.size >= 502);
}

static void check_audio(struct exh_bytes image, struct exh_bytes archive)
{
	struct exh_keen_exe_tables tables = { 0 };
	struct exh_error err = { 0 };
	const enum exh_status status = exh_keen_exe_audio(image, archive, &tables, &err);

	assert(status == err.status);
	if (status)
		return;
	check_inside(tables.head, image);
	assert(tables.head.size >= 8 && tables.head.size % 4 == 0);
	assert(tables.good_count * 2 >= tables.tried_count);
	if (!tables.dict.data)
		return;
	check_inside(tables.dict, image);
	check_dict(tables.dict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct exh_keen_layout small = { .offset_size = 4,
						      .chunk_count = 6,
						      .head_size = 28 };
	struct exh_bytes image, archive;
	uint8_t *tight_image, *tight_archive;

	if (size < 2)
		return 0;
	image.size = data[0] | (size_t)data[1] << 8;
	image.base = archive.base = 0;
	if (image.size > size - 2)
		image.size = size - 2;
	archive.size = size - 2 - image.size;
	tight_image = malloc(image.size ? image.size : 1);
	tight_archive = malloc(archive.size ? archive.size : 1);
	assert(tight_image && tight_archive);
	memcpy(tight_image, data + 2, image.size);
	memcpy(tight_archive, data + 2 + image.size, archive.size);
	image.data = tight_image;
	archive.data = tight_archive;
	check_dicts(image);
	check_contents(image);
	check_graphics(image, archive, NULL);
	check_graphics(image, archive, &small);
	check_maps(image, archive);
	check_audio(image, archive);
	free(tight_image);
	free(tight_archive);
	return 0;
}
