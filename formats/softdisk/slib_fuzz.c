/*
 * For any library: its members stay within it and have their reported sizes; extracted
 * members pack into a library that gives the same.
 *
 * Input: a library, or a single packed file.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/softdisk.h"

#include <assert.h>
#include <string.h>

enum { MOST = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_pack(const struct exh_softdisk_source *sources, size_t count)
{
	struct exh_writer packed = { .limit = 1 << 24 };
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_softdisk_library library;

	assert(exh_softdisk_pack(sources, count, &packed, NULL) == EXH_OK);
	assert(exh_softdisk_open((struct exh_bytes){ packed.data, packed.size, 0 },
				 &arena, &library, &notes, NULL) == EXH_OK);
	assert(library.member_count == count);
	for (size_t i = 0; i < count; i++) {
		struct exh_bytes out;

		assert(exh_softdisk_extract(&library.members[i], &arena, &out, &notes,
					    NULL) == EXH_OK);
		assert(out.size == sources[i].content.size);
		assert(!out.size || !memcmp(out.data, sources[i].content.data, out.size));
	}
	assert(!notes.warning_count && !notes.damage_count);
	exh_arena_free(&arena);
	exh_writer_free(&packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_softdisk_source sources[MOST];
	struct exh_softdisk_library library;
	size_t count = 0;

	if (!exh_softdisk_open((struct exh_bytes){ data, size, 0 }, &arena, &library,
			       &notes, NULL))
		for (size_t i = 0; i < library.member_count && i < MOST; i++) {
			const struct exh_softdisk_member *member = &library.members[i];
			const size_t before = notes.damage_count;
			struct exh_bytes out;

			assert(member->lost || member->packed.size <= size);
			assert((member->method > EXH_SOFTDISK_LZH) ==
			       !strcmp(exh_softdisk_method_name(member->method),
				       "unknown"));
			if (exh_softdisk_extract(member, &arena, &out, &notes, NULL))
				continue;
			assert(out.size <= member->size);
			assert(out.size == member->size || notes.damage_count > before);
			sources[count++] = (struct exh_softdisk_source){
				{ (const uint8_t *)"NAME", 4, 0 },
				out,
				(enum exh_softdisk_method)member->method,
			};
		}
	check_pack(sources, count);
	exh_arena_free(&arena);
	return 0;
}
