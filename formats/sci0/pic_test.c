#include "exhume/sci0.h"
#include "exhume/sci0_pic.h"

#include "../base/testing.h"

static struct exh_sci0_pic_canvas canvas;

/*
 * Real pics.
 */

static uint32_t crc(const uint8_t *map)
{
	return exh_crc32((struct exh_bytes){ map, EXH_SCI0_PIC_PIXELS, 0 });
}

static void assert_maps(uint32_t visual, uint32_t priority, uint32_t control)
{
	static uint8_t pixels[EXH_SCI0_PIC_PIXELS];

	exh_sci0_pic_dither(&canvas, EXH_SCI0_PIC_EGA, pixels);
	assert_int_equal(crc(pixels), visual);
	assert_int_equal(crc(canvas.priority), priority);
	assert_int_equal(crc(canvas.control), control);
}

/* The pic as a bare resource that borrows game's; data NULL if it is not at hand. */
static struct exh_bytes find_pic(struct exh_bytes map, struct exh_bytes volume,
				 unsigned number)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_bytes found = { 0 };
	struct exh_sci0_record record;
	struct exh_sci0_map game;

	assert_int_equal(
		exh_sci0_map_read(map, EXH_SCI0_LAYOUT_SCI0, &arena, &game, NULL, NULL),
		EXH_OK);
	for (size_t i = 0; i < game.count && !found.data; i++) {
		if (game.entries[i].type != EXH_SCI0_PIC ||
		    game.entries[i].number != number)
			continue;
		assert_int_equal(exh_sci0_record_read(volume, game.entries[i].offset,
						      game.layout, &record, NULL),
				 EXH_OK);
		assert_int_equal(record.packing, EXH_SCI0_STORED);
		found = record.payload;
	}
	exh_arena_free(&arena);
	return found;
}

static const struct real_pic {
	const char *map, *volume;
	unsigned number;
	uint32_t crc;
} real_pics[] = {
	{ "sci0/companion-template/resource.map", "sci0/companion-template/resource.001",
	  1, 0xc66df76d },
	{ "sci0/companion-template/resource.map", "sci0/companion-template/resource.001",
	  800, 0x36140c22 },
	{ "sci0/template-redux/resource.map", "sci0/template-redux/resource.001", 98,
	  0xc66df76d },
	{ "sci0/template-redux/resource.map", "sci0/template-redux/resource.001", 99,
	  0x36140c22 },
};

static void pics_of_real_games_are_drawn_as_the_interpreter_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof real_pics / sizeof real_pics[0]; i++) {
		const struct real_pic *pic = &real_pics[i];
		const struct exh_bytes map = load_game_file(pic->map);
		const struct exh_bytes volume = load_game_file(pic->volume);

		if (!map.data || !volume.data)
			skip();
		exh_sci0_pic_clear(&canvas, 0);
		assert_int_equal(exh_sci0_pic_draw(find_pic(map, volume, pic->number),
						   &canvas, NULL, NULL),
				 EXH_OK);
		assert_maps(pic->crc, 0x36140c22, 0x36140c22);
		free((void *)map.data);
		free((void *)volume.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pics_of_real_games_are_drawn_as_the_interpreter_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
