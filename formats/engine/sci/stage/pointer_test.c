#include "../../../base/testing.h"

#include "calls_testing.h"

#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

static uint8_t pixels[STAGE_PIXELS];

/* Black at the top left, white beside it, and a white one of both masks at the bottom
 * right. */
static void start(struct tested *t, bool is_centred, struct exh_writer *out)
{
	struct exh_sci_cursor cursor = { .y = is_centred ? 0x100 : 0 };
	struct exh_error err;

	for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS; i++)
		cursor.pixels[i] = EXH_SCI_CURSOR_CLEAR;
	cursor.pixels[0] = EXH_SCI_CURSOR_BLACK;
	cursor.pixels[1] = EXH_SCI_CURSOR_WHITE;
	cursor.pixels[255] = EXH_SCI_CURSOR_BOTH;
	*out = (struct exh_writer){ .limit = 1 << 8 };
	exh_sci_cursor_write(&cursor, out);
	*t = (struct tested){ .s = NULL };
	t->resources[EXH_SCI_CURSOR & 15] = exh_writer_bytes(out);
	if (!tested_start(t, EXH_SCI_ANIMATE_CORRECTED, &err))
		fail_msg("%s", err.text);
	memset(pixels, 7, sizeof pixels);
}

static unsigned drawn(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < STAGE_PIXELS; i++)
		count += pixels[i] != 7;
	return count;
}

static void the_pointer_is_at_its_hot_spot(void **state)
{
	struct exh_writer out;
	struct tested t;

	(void)state;
	start(&t, true, &out);
	assert_false(exh_sci_engine_draw_pointer(t.s, pixels));
	tested_call(&t, "SetCursor", 4, (int32_t[]){ 999, 1, 100, 50 });
	assert_true(exh_sci_engine_draw_pointer(t.s, pixels));
	assert_int_equal(drawn(), 3);
	/* The port's origin is row 10. */
	assert_int_equal(pixels[(60 - 8) * STAGE_WIDTH + 92], 0);
	assert_int_equal(pixels[(60 - 8) * STAGE_WIDTH + 93], 15);
	assert_int_equal(pixels[(60 + 7) * STAGE_WIDTH + 107], 15);
	tested_call(&t, "SetCursor", 2, (int32_t[]){ 999, 0 });
	assert_false(exh_sci_engine_draw_pointer(t.s, pixels));
	tested_end(&t);
	exh_writer_free(&out);
}

static void the_pointer_is_cut_at_the_edges(void **state)
{
	const struct exh_sci_event places[] = { { .x = 0, .y = 0 },
						{ .x = 319, .y = 199 },
						{ .x = -20, .y = 300 } };
	static const unsigned counts[] = { 3, 1, 0 };
	struct exh_writer out;
	struct tested t;

	(void)state;
	start(&t, false, &out);
	tested_call(&t, "SetCursor", 2, (int32_t[]){ 999, 1 });
	for (size_t i = 0; i < 3; i++) {
		memset(pixels, 7, sizeof pixels);
		exh_sci_engine_input(t.s, &places[i]);
		assert_true(exh_sci_engine_draw_pointer(t.s, pixels));
		assert_int_equal(drawn(), counts[i]);
	}
	tested_end(&t);
	exh_writer_free(&out);
}

static void a_game_without_cursors_or_mouse_has_no_pointer(void **state)
{
	struct exh_writer out;
	struct tested t;

	(void)state;
	start(&t, false, &out);
	tested_call(&t, "SetCursor", 2, (int32_t[]){ 999, 1 });
	t.s->start.has_no_mouse = true;
	assert_false(exh_sci_engine_draw_pointer(t.s, pixels));
	tested_end(&t);
	exh_writer_free(&out);
	start(&t, false, &out);
	t.resources[EXH_SCI_CURSOR & 15].data = NULL;
	tested_call(&t, "SetCursor", 2, (int32_t[]){ 999, 1 });
	assert_false(exh_sci_engine_draw_pointer(t.s, pixels));
	assert_int_equal(drawn(), 0);
	tested_end(&t);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_pointer_is_at_its_hot_spot),
		cmocka_unit_test(the_pointer_is_cut_at_the_edges),
		cmocka_unit_test(a_game_without_cursors_or_mouse_has_no_pointer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
