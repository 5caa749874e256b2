/*
 * For any object file reading ends; one that opens gives the same bytes for its own
 * table, and opens again with another.
 *
 * Input: an object file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 8 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_same(struct exh_bytes file, struct exh_bytes table)
{
	struct exh_writer out = { .limit = MEMORY_LIMIT };

	assert(exh_omf_replace(file, table, &out, NULL) == EXH_OK);
	assert(out.size == file.size && !memcmp(out.data, file.data, file.size));
	exh_writer_free(&out);
}

static void check_other(struct exh_bytes file, struct exh_bytes table)
{
	struct exh_writer out = { .limit = MEMORY_LIMIT };
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_omf again;

	if (exh_omf_replace(file, table, &out, NULL) == EXH_OK && !out.failed) {
		assert(exh_omf_open(exh_writer_bytes(&out), &arena, &again, NULL, NULL) ==
		       EXH_OK);
		assert(again.data.size == table.size);
		assert(!memcmp(again.data.data, table.data, table.size));
	}
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t other[3000] = { 1, 2, 3 };
	uint8_t *tight = malloc(size ? size : 1);
	const struct exh_bytes file = { tight, size, 0 };
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_omf omf;
	enum exh_status status;

	assert(tight);
	memcpy(tight, data, size);
	status = exh_omf_open(file, &arena, &omf, &notes, &err);
	assert(status == err.status);
	(void)exh_omf_is(file);
	if (!status) {
		assert(omf.data.size <= EXH_OMF_DATA_LIMIT);
		assert(omf.symbol.size < 256);
		check_same(file, omf.data);
		check_other(file, (struct exh_bytes){ other, 1, 0 });
		check_other(file, (struct exh_bytes){ other, sizeof other, 0 });
	}
	exh_arena_free(&arena);
	free(tight);
	return 0;
}
