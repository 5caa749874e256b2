/*
 * For any file: its cursor is within its bounds, and writing gives the bytes it was read
 * from. The same bytes also serve as a name to look up; what has a role has a name.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"

#include "../base/fuzzing.h"

enum { MAX_PIXELS = 1 << 12, LIMIT = 1 << 24, MAX_NAME = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cursor(struct exh_bytes file, const struct exh_zv_cursor *cursor,
			 struct exh_notes *notes)
{
	const size_t count = (size_t)cursor->width * cursor->height;
	const size_t size = EXH_ZV_CURSOR_HEADER_SIZE + 2 * count;
	uint16_t *pixels = malloc(count * sizeof *pixels);
	struct exh_writer out = { .limit = LIMIT };

	assert(pixels);
	assert(exh_zv_cursor_decode(cursor, pixels, count, notes, NULL) == EXH_OK);
	assert((notes->damage_count != 0) == (file.size < size));
	assert(exh_zv_cursor_write(cursor, pixels, &out, NULL) == EXH_OK);
	assert(out.size == size);
	for (size_t i = 0; i < size && i < file.size / 2 * 2; i++)
		assert(out.data[i] == file.data[i] ||
		       (i > EXH_ZV_CURSOR_HEADER_SIZE && i % 2 &&
			out.data[i] == (file.data[i] & 0x7f)));
	exh_writer_free(&out);
	free(pixels);
}

/* Nemesis has no name for some roles of ZGI, and calls an item like another cursor. */
static void check_role(const struct exh_zv_cursor_role *role)
{
	for (unsigned game = EXH_ZV_NEMESIS; game <= EXH_ZV_ZGI; game++) {
		char name[EXH_ZV_CURSOR_NAME_SIZE];
		struct exh_zv_cursor_role again;

		if (!exh_zv_cursor_name(role, (enum exh_zv_game)game, name))
			continue;
		assert(exh_zv_cursor_role(name, &again));
		assert(again.is_pressed == role->is_pressed);
	}
}

static void check_name(struct exh_bytes file)
{
	char name[MAX_NAME + 1] = { 0 };
	struct exh_zv_cursor_role role;

	memcpy(name, file.data, file.size < MAX_NAME ? file.size : MAX_NAME);
	if (!exh_zv_cursor_role(name, &role))
		return;
	assert(role.name && role.game && role.item < 256);
	check_role(&role);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_cursor cursor;

	if (exh_zv_cursor_open(file, &cursor, &notes, NULL) == EXH_OK &&
	    (size_t)cursor.width * cursor.height <= MAX_PIXELS)
		check_cursor(file, &cursor, &notes);
	check_name(file);
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
