/* The cheats' keys, as the loop asks for them at a frame's end. */
#include "objects_testing.h"

enum { MAX_EVENTS = 16 };

static struct {
	char name[16];
	int64_t value;
} events[MAX_EVENTS];
static unsigned event_count;

static void note_event(void *context, const struct exh_event *event)
{
	(void)context;
	assert_string_equal(event->name, "cheat");
	assert_true(event_count < MAX_EVENTS);
	snprintf(events[event_count].name, sizeof events->name, "%s",
		 event->fields[0].text);
	events[event_count++].value = event->fields[1].number;
}

static const struct exh_host host = { .trace = note_event };

static void cheat(struct exh_keen_engine *e, struct exh_keen_controls controls)
{
	exh_keen_cheat(e, &controls);
}

static const struct exh_keen_controls nothing;

static void god_and_jump_are_switched_on_and_off(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_controls god = { .god = true }, jump = { .jump = true };

	event_count = 0;
	e->host = &host;
	cheat(e, god);
	assert_true(e->god);
	cheat(e, god); /* is held */
	assert_true(e->god);
	cheat(e, nothing);
	cheat(e, god);
	assert_false(e->god);
	cheat(e, jump);
	assert_true(e->jump_cheat);
	cheat(e, god);
	assert_true(e->god && e->jump_cheat);
	cheat(e, jump);
	assert_false(e->jump_cheat);
	assert_int_equal(event_count, 5);
	assert_string_equal(events[1].name, "god");
	assert_int_equal(events[1].value, 0);
	assert_string_equal(events[2].name, "jump");
	assert_int_equal(events[2].value, 1);
}

static void items_are_99_of_each(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_controls items = { .items = true };

	cheat(e, items);
	assert_int_equal(e->gamestate.flowerpowers, 99);
	assert_int_equal(e->gamestate.boobusbombs, 99);
	assert_int_equal(e->gamestate.keys, 99);
	e->gamestate.keys = 3;
	cheat(e, items);
	assert_int_equal(e->gamestate.keys, 3);
	cheat(e, nothing);
	cheat(e, items);
	assert_int_equal(e->gamestate.keys, 99);
}

static void a_warp_ends_the_level(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_controls to_7 = { .warp = true, .warp_level = 7 };

	e->gamestate.mapon = 1;
	cheat(e, (struct exh_keen_controls){ .warp_level = 7 });
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	cheat(e, to_7);
	assert_int_equal(e->playstate, EXH_KEEN_WARPED);
	assert_int_equal(e->gamestate.mapon, 7);
	e->playstate = EXH_KEEN_PLAYING;
	cheat(e, to_7); /* is held */
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(god_and_jump_are_switched_on_and_off),
		CASE(items_are_99_of_each),
		CASE(a_warp_ends_the_level),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
