#include "sound_testing.h"

/* Of the spec. Source: sci0-formats 6. */
static const struct {
	const char *game;
	unsigned number;
	size_t event_count;
	uint32_t ticks;
} games[] = {
	{ "companion-template", 1, 249, 177 },
	{ "companion-template", 2, 713, 452 },
	{ "companion-template", 900, 3615, 3455 },
	{ "template-redux", 5, 148, 450 },
};

static void the_games_sounds_have_the_specs_events(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		struct opened_sound o;

		open_game_sound(&o, games[i].game, games[i].number);
		assert_int_equal(o.sound.event_count, games[i].event_count);
		assert_int_equal(o.sound.ticks, games[i].ticks);
		assert_true(o.sound.is_ended);
		assert_false(o.sound.is_early);
		close_sound(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_games_sounds_have_the_specs_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
