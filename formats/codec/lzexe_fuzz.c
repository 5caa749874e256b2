/*
 * For any program unpacking ends; the result packs and unpacks to the same, in both
 * versions.
 *
 * Input:  a byte: bit 0: the rest is an image to pack, with as many relocations as the
 *         next three bits say, else a packed program
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"
#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 8 << 20, RELOCATIONS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t place(const struct exh_mz_relocation *relocation)
{
	return (uint32_t)relocation->segment * 16 + relocation->offset;
}

static void check_same(const struct exh_mz *a, const struct exh_mz *b)
{
	assert(a->image.size == b->image.size);
	assert(!a->image.size || !memcmp(a->image.data, b->image.data, a->image.size));
	assert(a->cs == b->cs && a->ip == b->ip && a->ss == b->ss && a->sp == b->sp);
	assert(a->min_alloc == b->min_alloc);
	assert(a->rest.size == b->rest.size);
	assert(a->relocation_count == b->relocation_count);
	for (size_t i = 0; i < a->relocation_count; i++)
		assert(!i || place(&a->relocations[i]) > place(&a->relocations[i - 1]));
}

/* The image begins with the places of its relocations. */
static size_t take_relocations(struct exh_bytes image, size_t count,
			       struct exh_mz_relocation *out)
{
	count %= RELOCATIONS;
	for (size_t i = 0; i < count; i++) {
		const uint8_t *p = image.data + 4 * i;

		if (image.size < 4 * (i + 1))
			return i;
		out[i] = (struct exh_mz_relocation){
			.offset = (uint16_t)(p[0] | p[1] << 8),
			.segment = (uint16_t)(p[2] | p[3] << 8),
		};
	}
	return count;
}

static void check_pack(const struct exh_mz *program, unsigned version)
{
	struct exh_writer out = { .limit = MEMORY_LIMIT };
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_mz back;

	if (exh_lzexe_pack(program, version, &out, NULL) == EXH_OK) {
		assert(exh_lzexe_unpack((struct exh_bytes){ out.data, out.size, 0 },
					&arena, &back, NULL, &notes, NULL) == EXH_OK);
		assert(!notes.damage_count);
		check_same(&back, program);
	}
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

static void check_packed(struct exh_bytes file)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_lzexe how;
	struct exh_mz program;
	const enum exh_status status =
		exh_lzexe_unpack(file, &arena, &program, &how, &notes, &err);

	assert(status == err.status);
	if (!status) {
		assert(how.version == exh_lzexe_version(file));
		assert(how.packed_size <= file.size);
		assert(program.image.size <= EXH_MZ_IMAGE_LIMIT);
		assert(program.rest.size <= file.size);
		for (size_t i = 0; i < program.relocation_count; i++)
			assert(place(&program.relocations[i]) + 2 <= program.image.size);
	}
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_mz program = { .max_alloc = 0xffff };
	struct exh_mz_relocation list[RELOCATIONS];
	struct exh_bytes bytes;
	uint8_t *tight;

	if (!size)
		return 0;
	tight = malloc(size);
	assert(tight);
	memcpy(tight, data + 1, size - 1);
	bytes = (struct exh_bytes){ tight, size - 1, 0 };
	if (data[0] % 2) {
		program.image = bytes;
		program.relocations = list;
		program.relocation_count = take_relocations(bytes, data[0] >> 1, list);
		/* A search packs as one of both versions, by the size. */
		if (SMALLER(size % 2 == 0, true))
			check_pack(&program, 90);
		if (SMALLER(size % 2 == 1, true))
			check_pack(&program, 91);
	} else {
		check_packed(bytes);
	}
	free(tight);
	return 0;
}
