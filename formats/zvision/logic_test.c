/* Small worlds whose logic is known. The engine's own test plays random ones. */
#include "logic_parts.h"

#include "../base/testing.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SCRIPTS = 8, MEMORY = 1 << 26 };

struct game {
	const char *names[MOST_SCRIPTS], *texts[MOST_SCRIPTS];
	struct exh_zv_script parsed[MOST_SCRIPTS];
	const struct exh_zv_script *scripts[MOST_SCRIPTS];
	size_t count;
	struct exh_arena arena;
	struct exh_zv_logic logic;
	char told[4096];
};

static struct game game;

static void add(const char *name, const char *text)
{
	game.names[game.count] = name;
	game.texts[game.count++] = text;
}

/* A lever of 3 positions, and none else. */
static int32_t count_positions(void *context, struct exh_bytes name)
{
	(void)context;
	return exh_zv_script_is_word(name, "three.lev") ? 3 : -1;
}

static const struct exh_zv_logic_levers levers = { count_positions, NULL };

static void make(void)
{
	struct exh_error err;

	game.arena = (struct exh_arena){ .limit = MEMORY };
	for (size_t i = 0; i < game.count; i++) {
		const struct exh_bytes text = { (const uint8_t *)game.texts[i],
						strlen(game.texts[i]), 0 };

		assert_int_equal(exh_zv_script_parse(text, &game.arena, &game.parsed[i],
						     NULL, &err),
				 EXH_OK);
		game.scripts[i] = &game.parsed[i];
	}
	assert_int_equal(exh_zv_logic_make(game.scripts, game.names, game.count, "gary",
					   &levers, &game.arena, &game.logic, &err),
			 EXH_OK);
}

static int finish(void **state)
{
	(void)state;
	exh_arena_free(&game.arena);
	game = (struct game){ 0 };
	return 0;
}

/*
 * Views of the logic.
 */

static size_t scope(const char *name)
{
	const size_t node = exh_zv_logic_scope(&game.logic, name);

	assert_true(node < game.logic.node_count);
	return node;
}

static bool is_reached(const char *name)
{
	return game.logic.nodes[scope(name)].is_reached;
}

static size_t item(int64_t number)
{
	for (size_t i = game.logic.first_item; i < game.logic.node_count; i++)
		if (game.logic.nodes[i].key == number)
			return i;
	return game.logic.node_count;
}

static size_t puzzle(int64_t key)
{
	for (size_t i = game.logic.first_actor + 1; i < game.logic.first_fact; i++)
		if (game.logic.nodes[i].node->key == key)
			return i;
	fail();
	return 0;
}

static bool fires(int64_t key)
{
	return game.logic.nodes[puzzle(key)].is_reached;
}

static void tell_node(size_t number)
{
	const struct exh_zv_logic_node *node = &game.logic.nodes[number];
	char text[64];

	if (node->kind == EXH_ZV_LOGIC_SCOPE)
		snprintf(text, sizeof text, "%s", node->name);
	else if (node->kind == EXH_ZV_LOGIC_ACTOR)
		snprintf(text, sizeof text, "#%d", node->node ? (int)node->node->key : 0);
	else if (node->kind == EXH_ZV_LOGIC_ITEM)
		snprintf(text, sizeof text, "item%d", (int)node->key);
	else
		snprintf(text, sizeof text, node->arg_is_key ? "%d%c[%d]" : "%d%c%d",
			 (int)node->key, node->op, (int)node->arg);
	strcat(game.told, text);
}

static void tell_set(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	(void)context;
	(void)line;
	if (*game.told)
		strcat(game.told, " | ");
	for (size_t i = 0; i < count; i++) {
		strcat(game.told, i ? " " : "");
		tell_node(nodes[i]);
	}
	if (!count)
		strcat(game.told, "-");
}

static const char *alternatives(size_t node)
{
	*game.told = '\0';
	exh_zv_logic_alternatives(&game.logic, node, tell_set, NULL);
	return game.told;
}

static const char *needs(size_t node)
{
	*game.told = '\0';
	exh_zv_logic_needs(&game.logic, node, tell_set, NULL);
	return game.told;
}

static const char *required(size_t node)
{
	*game.told = '\0';
	if (!exh_zv_logic_requires(&game.logic, node, tell_set, NULL))
		strcat(game.told, " ...");
	return game.told;
}

static bool has(int64_t key, int32_t value)
{
	return exh_zv_logic_has_value(&game.logic, key, value);
}

/*
 * Worlds.
 */

#define IF(lines) "criteria {\n" lines "}\n"
#define PUZZLE(key, criteria, results) \
	"puzzle:" #key " {\n" criteria "results {\n" results "}\n}\n"
#define ONCE(key, criteria, results)                               \
	"puzzle:" #key " {\n" criteria "results {\n" results "}\n" \
	"flags {\nONCE_PER_INST\n}\n}\n"
#define OFF(key, criteria, results)                                \
	"puzzle:" #key " {\n" criteria "results {\n" results "}\n" \
	"flags {\nDISABLED\n}\n}\n"
#define BUTTON(key) "control:" #key " push_toggle {\nflat_hotspot(0, 0, 9, 9)\n}\n"

static void a_door_needs_what_opens_it(void **state)
{
	(void)state;
	add("GARY.SCR",
	    BUTTON(20) BUTTON(21) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n")
		    PUZZLE(201, IF("[9] = 5\n[21] = 1\n"),
			   "a:change_location(h,a,ll,0)\n"));
	add("hall.scr", PUZZLE(210, "", "a:assign(300, 1)\n")
				PUZZLE(211, IF("[300] = 1\n"), "a:inventory(add 6)\n"));
	make();
	assert_true(is_reached("gary") && is_reached("hall"));
	assert_string_equal(alternatives(scope("hall")), "#201");
	assert_string_equal(alternatives(puzzle(201)), "gary 9=5 21=1");
	assert_string_equal(required(scope("hall")), "item5");
	assert_string_equal(needs(scope("hall")), "item5");
	assert_string_equal(needs(item(6)), "item5 300=1");
	assert_string_equal(required(item(5)), "-");
	assert_int_equal(game.logic.one_way_count, 1);
	assert_int_equal(game.logic.loss_count, 0);
}

static void one_of_two_ways_is_enough(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n") PUZZLE(
		    201, IF("[20] = 1\n"), "a:inventory(add 6)\na:assign(192, 1)\n")
		    PUZZLE(202, IF("[9] = 5\n[102] = 6\n") IF("[205] = 225\n"),
			   "a:change_location(h,a,ll,0)\n"));
	add("hall.scr", BUTTON(30));
	make();
	assert_string_equal(required(scope("hall")), "192!0 | item5 item6");
	assert_string_equal(needs(scope("hall")), "-");
}

static void contradictions_are_never_reached(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n[20] = 2\n"),
			      "a:change_location(v,o,id,0)\n")
		    PUZZLE(201, IF("[20] > 3\n[20] < 4\n"),
			   "a:change_location(v,o,id,0)\n")
			    PUZZLE(202, IF("[20] > 1\n"), "a:change_location(v,o,id,0)\n")
				    PUZZLE(203, IF("[40] = 103\n[20] = [300]\n"), ""));
	add("void.scr", BUTTON(30) PUZZLE(210, "", "a:inventory(add 7)\n"));
	add("v.scr", PUZZLE(220, "", ""));
	make();
	assert_false(is_reached("void") || is_reached("v"));
	assert_false(fires(200) || fires(201) || fires(202) || fires(210) || fires(220));
	assert_true(fires(203));
	assert_true(item(7) == game.logic.node_count);
	assert_string_equal(alternatives(scope("void")), "");
}

static void conditions_are_simplified(void **state)
{
	(void)state;
	add("gary.scr",
	    PUZZLE(200, "", "a:random:300(9)\na:random:301(9)\n") PUZZLE(
		    201,
		    IF("[300] > 1\n[300] > 2\n[300] > 2\n[300] ! 1\n[300] < 7\n")
			    IF("[300] = 4\n[301] = 1\n") IF("[300] = 1\n[300] > 2\n")
				    IF("[300] < 2\n[302] = 0\n"),
		    ""));
	make();
	/* 4 is above 2 and below 7; 302 is always 0. */
	assert_string_equal(alternatives(puzzle(201)), "gary 300<7 300>2 | gary 300<2");
}

static void timers_and_chance_have_ranges(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:timer:300(5)\na:random:301(3)\n")
		    PUZZLE(201, IF("[300] = 2\n"),
			   "a:assign(302, [301])\n") "control:21 push_toggle "
						     "{\ncount_to(4)\nflat_hotspot(0,0,9,"
						     "9)\n}\n" PUZZLE(202, "",
								      "a:animplay:303(x."
								      "rlf 0 0 9 9 0 1 1 "
								      "0 0 0)\n"));
	make();
	assert_true(has(300, 0) && has(300, 2) && has(300, 5) && !has(300, 6));
	assert_true(has(301, 3) && !has(301, 4) && has(302, 3) && !has(302, 4));
	assert_true(has(20, 1) && !has(20, 2) && has(21, 3) && !has(21, 4));
	assert_true(has(303, 2) && !has(303, 3));
	assert_true(has(8, 27) && !has(8, 256));
}

static void safes_and_levers_have_positions(void **state)
{
	(void)state;
	add("gary.scr", "control:20 safe {\nnum_states(8)\n}\n"
			"control:21 safe {\nnum_states(1000)\n}\n"
			"control:22 safe {\n}\n"
			"control:23 lever {\ndescfile(THREE.LEV)\n}\n"
			"control:24 lever {\ndescfile(other.lev)\n}\n"
			"control:25 lever {\n}\n");
	make();
	assert_true(has(20, 7) && !has(20, 8) && !has(20, -1));
	assert_true(has(21, 359) && !has(21, 360) && has(22, 0) && !has(22, 1));
	assert_true(has(23, 2) && !has(23, 3) && has(24, 99) && has(25, -99));
}

static void a_count_needs_all_that_counts(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:add(300 1)\na:inventory(add 5)\n")
		    PUZZLE(201, IF("[9] = 5\n"), "a:add(300 1)\n") PUZZLE(
			    202, IF("[300] = 2\n"), "a:change_location(h,a,ll,0)\n")
			    PUZZLE(203, IF("[300] > 2\n"), "")
				    ONCE(204, "", "a:add(301 1)\n")
					    PUZZLE(205, IF("[301] = 40\n"), ""));
	add("hall.scr", BUTTON(30));
	make();
	assert_true(has(300, 2) && !has(300, 3) && !fires(203));
	assert_string_equal(needs(scope("hall")), "item5 300=2");
	assert_true(fires(205)); /* the count goes on each time */
	assert_false(has(301, -1));
}

static void a_switch_opens_what_is_off(void **state)
{
	(void)state;
	add("gary.scr",
	    OFF(200, "", "a:change_location(h,a,ll,0)\n")
		    OFF(201, "", "a:change_location(v,o,id,0)\n") BUTTON(20)
			    PUZZLE(202, IF("[20] = 1\n"), "a:enable_control(200)\n"));
	add("hall.scr", BUTTON(30));
	add("void.scr", BUTTON(31));
	make();
	assert_true(is_reached("hall") && !is_reached("void") && !fires(201));
	assert_string_equal(alternatives(puzzle(200)), "gary 200E0");
}

static void rooms_worlds_and_the_universe_are_everywhere(void **state)
{
	(void)state;
	add("gary.scr", PUZZLE(200, "", "a:change_location(h,a,zz,0)\n"));
	add("ha.scr", PUZZLE(201, "", "a:change_location(h,a,ll,0)\n")); /* no hazz.scr */
	add("h.scr", PUZZLE(202, "", ""));
	add("universe.scr",
	    PUZZLE(203, IF("[8] = 27\n"), "a:change_location(0,0,00,0)\n"));
	add("hall.scr", BUTTON(30));
	add("i.scr", PUZZLE(204, "", ""));
	make();
	assert_true(is_reached("hall") && fires(202) && fires(203) && !fires(204));
	assert_string_equal(alternatives(scope("ha")), "hall | hazz");
	assert_int_equal(game.logic.one_way_count, 0); /* back leads back */
}

static void a_slot_holds_what_is_put_there(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(
		    200, IF("[20] = 1\n"),
		    "a:inventory(add 5)\n") "control:25 slot {\nhotspot(0, 0, 9, "
					    "9)\neligible_objects(5 6)\n}\n" PUZZLE(
						    201,
						    IF("["
						       "2"
						       "5"
						       "]"
						       " "
						       "="
						       " "
						       "5"
						       "\n"),
						    "a:"
						    "chan"
						    "ge_"
						    "loca"
						    "tion"
						    "(h,"
						    "a,"
						    "ll,"
						    "0)"
						    "\n")
						    PUZZLE(202, IF("[25] = 6\n"),
							   "a:change_location(v,o,id,0)"
							   "\n") "control:26 slot "
								 "{\nhotspot(9, 0, 9, "
								 "9)\neligible_objects(7)"
								 "\n}\n" PUZZLE(203,
										IF("[8] "
										   "= "
										   "65"
										   "\n"),
										"a:"
										"assign("
										"26, "
										"7)\n")
									 PUZZLE(204,
										IF("[9] "
										   "= "
										   "7\n"),
										""));
	add("hall.scr", BUTTON(30));
	add("void.scr", BUTTON(31));
	make();
	assert_false(is_reached("void"));
	assert_string_equal(required(scope("hall")), "item5");
	assert_true(fires(204)); /* a slot gives what a result puts there */
}

static void what_is_left_behind_is_lost(void **state)
{
	const struct exh_zv_logic_loss *loss;

	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n") BUTTON(21)
		    PUZZLE(201, IF("[21] = 1\n"), "a:change_location(h,a,ll,0)\n"));
	add("hall.scr", PUZZLE(210, IF("[9] = 5\n"), "a:change_location(e,n,dd,0)\n"));
	add("endd.scr", BUTTON(30));
	make();
	assert_int_equal(game.logic.loss_count, 1);
	loss = &game.logic.losses[0];
	assert_true(loss->fact == item(5) && loss->by == puzzle(201) && loss->is_one_way);
	assert_true(loss->needed_by == puzzle(210) && loss->loses == scope("endd"));
	assert_int_equal(game.logic.one_way_count, 2);
	assert_true(game.logic.one_ways[0].to == scope("hall"));
}

static void what_is_undone_is_lost_unless_it_is_done_again(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n") PUZZLE(
		    201, IF("[20] = 0\n[9] = 5\n"), "a:inventory(drop -1)\n")
		    PUZZLE(202, IF("[9] = 5\n[8] = 65\n"), "a:inventory(add 6)\n") PUZZLE(
			    203, IF("[8] = 66\n"), "a:assign(300, 1)\n")
			    PUZZLE(204, IF("[8] = 67\n"), "a:assign(300, 2)\n") ONCE(
				    205, IF("[8] = 68\n"),
				    "a:assign(301, 1)\n") PUZZLE(206, IF("[8] = 69\n"),
								 "a:assign(301, 2)\n")
				    PUZZLE(207, IF("[300] = 1\n"), "a:inventory(add 7)\n")
					    PUZZLE(208, IF("[301] = 1\n"),
						   "a:inventory(add 8)\n")
						    PUZZLE(209, IF("[8] = 70\n"),
							   "a:disable_control(208)\n"));
	make();
	assert_int_equal(game.logic.loss_count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_false(game.logic.losses[i].is_one_way);
	assert_true(game.logic.losses[0].fact == item(5));
	assert_true(game.logic.losses[0].by == puzzle(201));
	assert_true(game.logic.losses[0].loses == item(6));
	assert_true(game.logic.losses[1].by == puzzle(204));
	assert_true(game.logic.losses[1].loses == item(7));
	assert_true(game.logic.losses[2].by == puzzle(209));
	assert_true(game.logic.losses[2].fact == puzzle(208));
}

static void what_is_used_up_is_not_lost(void **state)
{
	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n")
		    PUZZLE(201, IF("[9] = 5\n"),
			   "a:inventory(drop 5)\na:change_location(h,a,ll,0)\n"));
	add("hall.scr", BUTTON(30));
	make();
	assert_string_equal(required(scope("hall")), "item5");
	assert_int_equal(game.logic.loss_count, 0);
}

static void more_sets_than_are_kept_are_cut(void **state)
{
	static char text[4096];
	struct exh_writer out = { .limit = sizeof text };

	(void)state;
	for (int i = 1; i <= 20; i++) {
		char line[200];

		snprintf(line, sizeof line,
			 "puzzle:%d {\nresults {\na:inventory(add %d)\n}\n}\n"
			 "puzzle:%d {\ncriteria {\n[9] = %d\n}\nresults {\n"
			 "a:change_location(h,a,ll,0)\n}\n}\n",
			 200 + i, i, 300 + i, i);
		exh_write_bytes(&out, line, strlen(line));
	}
	assert_false(out.failed);
	memcpy(text, out.data, out.size);
	exh_writer_free(&out);
	add("gary.scr", text);
	make();
	assert_non_null(strstr(required(scope("hall")), "item1 | item2 | "));
	assert_non_null(strstr(game.told, " ..."));
	assert_string_equal(needs(scope("hall")), "-");
}

static void a_target_in_a_key_may_be_any_key(void **state)
{
	(void)state;
	add("gary.scr", PUZZLE(200, "", "a:random:300(3)\na:assign([300] 9)\n")
				PUZZLE(201, IF("[2] = 9\n[4000] = 9\n"), "")
					PUZZLE(202, IF("[2] = 9\n"), ""));
	make();
	assert_true(fires(202) && !fires(201));
}

/* The room's world has no script, and no place. */
static void a_room_without_a_place_is_never_loaded(void **state)
{
	(void)state;
	add("gary.scr", PUZZLE(200, "", ""));
	add("ha.scr", PUZZLE(201, "", "a:change_location(0,0,00,0)\n"));
	make();
	assert_false(is_reached("ha") || is_reached("h") || fires(201));
}

/* A test of each of many values, each of which a result gives: as many looks as there
 * are pairs of them. */
static void too_much_work_is_cut(void **state)
{
	enum { PUZZLES = 8000, ROOM = 120 };
	struct exh_writer out = { .limit = PUZZLES * ROOM };
	char line[ROOM];

	(void)state;
	for (int i = 0; i < PUZZLES; i++) {
		snprintf(line, sizeof line,
			 "puzzle:%d {\ncriteria {\n[300] = %d\n}\nresults {\n"
			 "a:assign(300 %d)\n}\n}\n",
			 1000 + i, i, i + 1);
		exh_write_bytes(&out, line, strlen(line));
	}
	exh_write_u8(&out, 0);
	assert_false(out.failed);
	add("gary.scr", (const char *)out.data);
	make();
	assert_true(game.logic.is_cut && game.logic.needs_left_out > 0);
	assert_true(fires(1000) && fires(1000 + PUZZLES - 1)); /* values are a range */
	assert_string_equal(needs(puzzle(1000 + PUZZLES - 1)), "-");
	exh_writer_free(&out);
}

static void limits_of_memory_are_kept(void **state)
{
	struct exh_error err;
	size_t limit = 1024;
	enum exh_status status;

	(void)state;
	add("gary.scr",
	    BUTTON(20) PUZZLE(200, IF("[20] = 1\n"), "a:inventory(add 5)\n")
		    PUZZLE(201, IF("[9] = 5\n"), "a:change_location(0,0,00,0)\n"));
	make();
	do {
		struct exh_arena arena = { .limit = limit };

		status = exh_zv_logic_make(game.scripts, game.names, game.count, "gary",
					   NULL, &arena, &game.logic, &err);
		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		exh_arena_free(&arena);
		limit += limit / 8;
	} while (status);
	assert_int_equal(exh_zv_logic_make(game.scripts, game.names, game.count, "garyx",
					   NULL, &game.arena, &game.logic, &err),
			 EXH_INVALID);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_door_needs_what_opens_it, finish),
		cmocka_unit_test_teardown(one_of_two_ways_is_enough, finish),
		cmocka_unit_test_teardown(contradictions_are_never_reached, finish),
		cmocka_unit_test_teardown(conditions_are_simplified, finish),
		cmocka_unit_test_teardown(timers_and_chance_have_ranges, finish),
		cmocka_unit_test_teardown(safes_and_levers_have_positions, finish),
		cmocka_unit_test_teardown(a_count_needs_all_that_counts, finish),
		cmocka_unit_test_teardown(a_switch_opens_what_is_off, finish),
		cmocka_unit_test_teardown(rooms_worlds_and_the_universe_are_everywhere,
					  finish),
		cmocka_unit_test_teardown(a_slot_holds_what_is_put_there, finish),
		cmocka_unit_test_teardown(what_is_left_behind_is_lost, finish),
		cmocka_unit_test_teardown(what_is_undone_is_lost_unless_it_is_done_again,
					  finish),
		cmocka_unit_test_teardown(what_is_used_up_is_not_lost, finish),
		cmocka_unit_test_teardown(more_sets_than_are_kept_are_cut, finish),
		cmocka_unit_test_teardown(a_target_in_a_key_may_be_any_key, finish),
		cmocka_unit_test_teardown(a_room_without_a_place_is_never_loaded, finish),
		cmocka_unit_test_teardown(too_much_work_is_cut, finish),
		cmocka_unit_test_teardown(limits_of_memory_are_kept, finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
