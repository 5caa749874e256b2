/* The mouse pointer, which the game shows and hides (SetCursor): over the screen, never
 * on it. */
#include "stage.h"
#include "exhume/advanced/sci_font.h"

enum { BLACK = 0, WHITE = 15, SIDE = EXH_SCI_CURSOR_SIDE };

static bool read_cursor(struct exh_sci_engine *s, struct exh_sci_cursor *out)
{
	struct exh_arena arena = { .limit = 1 << 12 };
	struct exh_notes notes = { .arena = &arena, .last_warning = 1, .last_damage = 1 };
	struct exh_error err;
	struct exh_bytes bytes;
	bool good = exh_stage_resource(s, EXH_SCI_CURSOR, s->cursor, &bytes);

	if (good && exh_sci_cursor_read(bytes, out, &notes, &err)) {
		exh_stage_lacks(s, EXH_SCI_CURSOR, s->cursor, err.text);
		good = false;
	}
	exh_arena_free(&arena);
	return good;
}

void exh_stage_check_cursor(stage *s)
{
	struct exh_sci_cursor cursor;

	read_cursor(s, &cursor);
}

bool exh_sci_engine_draw_pointer(struct exh_sci_engine *s, uint8_t *pixels)
{
	static const uint8_t colors[] = { [EXH_SCI_CURSOR_BLACK] = BLACK,
					  [EXH_SCI_CURSOR_WHITE] = WHITE,
					  [EXH_SCI_CURSOR_BOTH] = WHITE };
	struct exh_sci_cursor cursor;

	if (!s->is_cursor_shown || s->start.has_no_mouse || !read_cursor(s, &cursor))
		return false;
	for (int i = 0; i < EXH_SCI_CURSOR_PIXELS; i++) {
		const int x = s->mouse_x - cursor.hot_x + i % SIDE;
		const int y = s->mouse_y - cursor.hot_y + i / SIDE;

		if (cursor.pixels[i] != EXH_SCI_CURSOR_CLEAR && x >= 0 && y >= 0 &&
		    x < STAGE_WIDTH && y < STAGE_HEIGHT)
			pixels[y * STAGE_WIDTH + x] = colors[cursor.pixels[i]];
	}
	return true;
}
