#include "exhume/advanced/zvision_atlas.h"

#include "../base/testing.h"

enum { SCRIPTS = 12, LIMIT = 1 << 22 };

struct map {
	struct exh_arena arena;
	struct exh_zv_script scripts[SCRIPTS];
	const struct exh_zv_script *pointers[SCRIPTS];
	const char *names[SCRIPTS];
	size_t count;
	struct exh_zv_xref xref;
	struct exh_zv_atlas atlas;
};

static void add(struct map *map, const char *name, const char *text)
{
	const struct exh_bytes file = { (const uint8_t *)text, strlen(text), 0 };
	struct exh_error err;

	map->arena.limit = LIMIT;
	if (exh_zv_script_parse(file, &map->arena, &map->scripts[map->count], NULL, &err))
		fail_msg("%s: %s", name, err.text);
	map->pointers[map->count] = &map->scripts[map->count];
	map->names[map->count++] = name;
}

static void make(struct map *map)
{
	assert_true(exh_zv_set_xref(map->pointers, map->names, map->count, &map->arena,
				    &map->xref));
	assert_true(exh_zv_atlas_make(map->pointers, map->names, map->count, &map->xref,
				      &map->arena, &map->atlas));
}

static void drop(struct map *map)
{
	exh_zv_xref_free(&map->xref);
	exh_arena_free(&map->arena);
}

static const struct exh_zv_atlas_place *place(const struct map *map, const char *name)
{
	const size_t at = exh_zv_atlas_find(&map->atlas, name);

	assert_true(at != EXH_ZV_NOWHERE);
	return &map->atlas.places[at];
}

#define GO(key, to) "puzzle:" #key " {\nresults {\na:change_location(" to ", 0)\n}\n}\n"

/* gary -> garb -> hall; the room leads to the attic, the world to the cellar, which is a
 * dead end; nothing leads to the moon; the void has no script. */
static void fill(struct map *map)
{
	add(map, "GARY.SCR",
	    GO(1, "g,a,rb") "puzzle:2 {\nresults {\na:set_screen(Hall.tga)\n"
			    "a:set_screen(b.tga)\n}\n}\n"
			    "control:3 pana {\n}\ncontrol:4 lever {\n}\n");
	add(map, "garb.scr", GO(1, "h,a,ll") GO(2, "v,o,id") GO(3, "0,0,00"));
	add(map, "hall.scr", "control:1 tilt {\n}\n" GO(2, "g,a,ry"));
	add(map, "attc.scr", GO(1, "g,a,ry"));
	add(map, "clar.scr", "control:1 push_toggle {\n}\n");
	add(map, "moon.scr", GO(1, "g,a,ry"));
	add(map, "ga.scr", GO(8, "a,t,tc"));
	add(map, "h.scr", GO(9, "c,l,ar"));
	add(map, "gary.scr", "puzzle:7 {\n}\n"); /* a second script of the same name */
	make(map);
}

static void places_are_what_their_scripts_say(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	fill(&map);
	assert_int_equal(map.atlas.place_count, 6);
	assert_string_equal(place(&map, "gary")->kind, "pana");
	assert_int_equal(place(&map, "gary")->script, 0);
	assert_same_bytes(place(&map, "gary")->picture, "Hall.tga", 8);
	assert_int_equal(place(&map, "gary")->control_count, 1);
	assert_string_equal(place(&map, "hall")->kind, "tilt");
	assert_int_equal(place(&map, "hall")->control_count, 0);
	assert_string_equal(place(&map, "clar")->kind, "flat");
	assert_int_equal(exh_zv_atlas_find(&map.atlas, "void"), EXH_ZV_NOWHERE);
	drop(&map);
}

static void ways_of_rooms_and_worlds_lead_from_all_their_places(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	fill(&map);
	assert_int_equal(place(&map, "gary")->way_count, 2);
	assert_int_equal(place(&map, "garb")->way_count, 4);
	assert_int_equal(place(&map, "hall")->way_count, 2);
	assert_int_equal(place(&map, "clar")->way_count, 0);
	assert_int_equal(place(&map, "gary")->entry_count, 3);
	assert_int_equal(place(&map, "moon")->entry_count, 0);
	assert_int_equal(place(&map, "clar")->entry_count, 1);
	drop(&map);
}

static void what_is_reached_is_marked(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	fill(&map);
	assert_true(exh_zv_atlas_reach(&map.atlas, exh_zv_atlas_find(&map.atlas, "gary"),
				       &map.arena));
	for (size_t i = 0; i < map.atlas.place_count; i++)
		assert_int_equal(map.atlas.places[i].is_reached,
				 strcmp(map.atlas.places[i].name, "moon") != 0);
	drop(&map);
}

static void assert_path_by(struct map *map, enum exh_zv_atlas_order order,
			   const char *from, const char *to, const char *expected)
{
	const struct exh_zv_atlas_way *const *path;
	char text[64] = "";
	size_t count;

	assert_true(exh_zv_atlas_path(&map->atlas, exh_zv_atlas_find(&map->atlas, from),
				      exh_zv_atlas_find(&map->atlas, to), order,
				      &map->arena, &path, &count));
	for (size_t i = 0; i < count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s ",
			 path[i]->way->to);
	assert_string_equal(text, expected);
}

static void assert_path(struct map *map, const char *from, const char *to,
			const char *expected)
{
	assert_path_by(map, EXH_ZV_BY_WAYS, from, to, expected);
}

#define IF(key, criteria, to)                                                            \
	"puzzle:" #key " {\ncriteria {\n" criteria "}\nresults {\na:change_location(" to \
	", 0)\n}\n}\n"
#define SPOT(key) "control:" #key " push_toggle {\n}\n"

/* The attic is reached directly with a key from the cellar, or through two rooms by
 * clicks; the loft only under a condition that never holds. */
static void criteria_are_weighed(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	add(&map, "gary.scr",
	    IF(1, "[50] = 1\n", "a,t,tc") IF(2, "[20] = 1\n[60] < 9\n", "g,a,rb") SPOT(20)
		    IF(3, "[90] = 1\n", "l,o,ft")
			    IF(4, "[20] = 1\n[20] = 2\n", "c,l,ar"));
	add(&map, "garb.scr",
	    IF(5, "[21] = 1\n}\ncriteria {\n[50] = 1\n", "a,t,tc") SPOT(21));
	add(&map, "attc.scr", GO(6, "g,a,ry"));
	add(&map, "loft.scr", GO(7, "g,a,ry"));
	add(&map, "clar.scr",
	    "puzzle:8 {\nresults {\na:assign(50 1)\n}\n}\n"
	    "puzzle:9 {\nresults {\na:change_location(a,t,tc,0)\n}\n"
	    "flags {\nDISABLED\n}\n}\n" IF(10, "[5] = 65\n", "g,a,ry"));
	make(&map);
	assert_true(exh_zv_atlas_weigh(&map.atlas, map.pointers, map.count, &map.xref));
	assert_path(&map, "gary", "attc", "attc ");
	assert_path_by(&map, EXH_ZV_BY_NEEDS, "gary", "attc", "garb attc ");
	assert_int_equal(map.atlas.ways[0].needs, 1); /* a key written in the cellar */
	assert_int_equal(map.atlas.ways[1].needs, 0); /* a click, and a key at 0 */
	assert_true(map.atlas.ways[2].is_impossible); /* nothing writes the key */
	assert_true(map.atlas.ways[3].is_impossible); /* contradictory criteria */
	assert_int_equal(map.atlas.ways[4].needs, 0); /* the easier block's */
	assert_true(map.atlas.ways[7].is_impossible); /* nothing enables it */
	assert_int_equal(map.atlas.ways[8].needs, 1); /* the engine writes it */
	assert_false(map.atlas.ways[8].is_impossible);
	assert_path(&map, "gary", "loft", "loft "); /* the only way there */
	assert_path(&map, "clar", "attc", "gary attc ");
	drop(&map);
}

static void paths_are_the_shortest(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	fill(&map);
	assert_path(&map, "gary", "clar", "garb hall clar ");
	assert_path(&map, "hall", "attc", "gary attc ");
	assert_path(&map, "attc", "attc", "");
	assert_path(&map, "clar", "gary", "");
	assert_path(&map, "gary", "moon", "");
	drop(&map);
}

static void the_universe_leads_from_everywhere(void **state)
{
	struct map map = { .count = 0 };

	(void)state;
	add(&map, "universe.scr", GO(1, "m,o,on"));
	add(&map, "moon.scr", "control:1 flat {\n}\n");
	add(&map, "gary.scr", "control:1 flat {\n}\n");
	add(&map, "gar.scr", GO(1, "g,a,ry")); /* no place loads such scripts */
	make(&map);
	assert_path(&map, "gary", "moon", "moon ");
	assert_int_equal(place(&map, "gary")->entry_count, 1);
	assert_int_equal(place(&map, "moon")->way_count, 1);
	drop(&map);
}

static void a_game_without_scripts_has_no_places(void **state)
{
	struct map map = { .arena = { .limit = LIMIT } };

	(void)state;
	make(&map);
	assert_int_equal(map.atlas.place_count, 0);
	assert_int_equal(exh_zv_atlas_find(&map.atlas, "gary"), EXH_ZV_NOWHERE);
	drop(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_are_what_their_scripts_say),
		cmocka_unit_test(ways_of_rooms_and_worlds_lead_from_all_their_places),
		cmocka_unit_test(what_is_reached_is_marked),
		cmocka_unit_test(criteria_are_weighed),
		cmocka_unit_test(paths_are_the_shortest),
		cmocka_unit_test(the_universe_leads_from_everywhere),
		cmocka_unit_test(a_game_without_scripts_has_no_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
