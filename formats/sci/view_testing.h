/* Shared by the tests of views: a handmade one, those of the real games. */
#ifndef EXH_SCI_VIEW_TESTING_H
#define EXH_SCI_VIEW_TESTING_H

#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "resource_testing.h"

enum { VIEW_MEMORY = 1 << 23 };

/* Everything that an opened view needs. */
struct opened_view {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_view view;
	struct exh_error err;
};

/* To be closed. */
static inline enum exh_status open_view(struct opened_view *o, const void *data,
					size_t size)
{
	*o = (struct opened_view){ .arena.limit = VIEW_MEMORY };
	o->notes.arena = &o->arena;
	return exh_sci_view_open((struct exh_bytes){ data, size, 0 }, &o->arena, &o->view,
				 &o->notes, &o->err);
}

static inline void close_view(struct opened_view *o)
{
	exh_arena_free(&o->arena);
}

static inline size_t count_pixels(const struct exh_sci_cel *cel)
{
	return (size_t)cel->width * cel->height;
}

/* clang-format off */

/* Three loops, of which the second is the first one mirrored. */
static const uint8_t small_view[] = {
	3, 0, 2, 0, 0, 0, 0, 0,	   /* loops, flags, mirrors, unused, palette */
	14, 0, 14, 0, 47, 0,	   /* loops */
	2, 0, 0xbe, 0xba,	   /* 14: 2 cels */
	22, 0, 36, 0,
	4, 0, 2, 0, 1, 0xfe, 15,   /* 22: 4 x 2 at 1, -2, key 15 */
	0x00, 0x51, 0x32,	   /* runs cross rows */
	0xaa, 0xaa, 0xaa, 0xaa,	   /* unused */
	3, 0, 1, 0, 0x80, 0x7f, 0, /* 36: 3 x 1 at -128, 127 */
	0x00, 0x14, 0x05, 0x26,	   /* a run of none */
	1, 0, 0, 0, 53, 0,	   /* 47: 1 cel */
	1, 0, 1, 0, 0, 0, 3,	   /* 53: one pixel */
	0x00, 0x13,
};

/* clang-format on */

/* The real games' views, patch files in their places. */
struct game_views {
	const char *game;
	unsigned numbers[5];
	bool are_patches[5];
	size_t count;
};

static const struct game_views games_views[] = {
	{ "companion-template", { 0, 800 }, { false }, 2 },
	{ "template-redux", { 0, 799, 800, 900 }, { false }, 4 },
	{ "template-redux",
	  { 0, 799, 800, 900, 950 },
	  { true, true, true, true, true },
	  5 },
};

/* Skips the test if it is not available. */
static inline struct exh_bytes load_view(const struct game_views *views, size_t index)
{
	const unsigned number = views->numbers[index];
	struct exh_bytes file, out;
	char path[128];

	if (!views->are_patches[index])
		return load_resource(views->game, EXH_SCI_VIEW, number);
	snprintf(path, sizeof path, "sci0/%s/view.%03u", views->game, number);
	file = load_game_file(path);
	if (!file.data)
		skip();
	assert_int_equal(exh_sci_patch_read(file, EXH_SCI_VIEW, &out, NULL), EXH_OK);
	out.data = tight_copy(out.data, out.size);
	out.base = 0;
	free((void *)file.data);
	return out;
}

#endif
