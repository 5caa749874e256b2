#include "level.h"
#include "media/picture/font_files.h"
#include "task/file.h"
#include "testing.h"

#include <png.h>
#include <stdio.h>
#include <unistd.h>

enum { TILE_PIXELS = 256, COUNT = 40, FORE_COUNT = 36, INFO_COUNT = 256 };

/* A name that XML and JSON must escape. */
static const char odd_name[] = "a&b<\"'>.png";

static const struct tiled_files files = {
	.sheets = { odd_name, "fore.png", "info.png" },
};

/* Random tiles and levels, with all that they need. */
struct world {
	struct exh_keen_tiles background, foreground;
	uint8_t back_pixels[COUNT * TILE_PIXELS], fore_pixels[FORE_COUNT * TILE_PIXELS];
	bool back_present[COUNT], fore_present[FORE_COUNT];
	uint8_t tables[COUNT * 2 + FORE_COUNT * 7];
	struct exh_keen_tile_info info;
	struct exh_palette colors;
	struct tiled_tiles tiles;
	struct exh_keen_map map;
	uint16_t cells[EXH_KEEN_PLANE_COUNT][64 * 64];
};

static void roll_tiles(uint64_t *seed, struct world *w)
{
	for (size_t i = 0; i < sizeof w->back_pixels; i++)
		w->back_pixels[i] = (uint8_t)roll(seed, 16);
	for (size_t i = 0; i < sizeof w->fore_pixels; i++)
		w->fore_pixels[i] = (uint8_t)roll(seed, 32);
	for (size_t i = 0; i < COUNT; i++)
		w->back_present[i] = roll(seed, 8);
	for (size_t i = 0; i < FORE_COUNT; i++)
		w->fore_present[i] = roll(seed, 8);
	roll_skewed(seed, w->tables, sizeof w->tables);
	/* Steps that mostly stay among the tiles. */
	for (size_t i = 0; i < COUNT; i++)
		w->tables[COUNT + i] = (uint8_t)(roll(seed, 11) - 5);
}

static void roll_map(uint64_t *seed, struct world *w, bool strange)
{
	const unsigned counts[] = { COUNT, FORE_COUNT, INFO_COUNT };

	w->map = (struct exh_keen_map){ .number = roll(seed, 100),
					.width = 1 + roll(seed, 60),
					.height = 1 + roll(seed, 60) };
	memcpy(w->map.name, "LAND", 4);
	if (strange)
		roll_bytes(seed, w->map.name, sizeof w->map.name);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		for (size_t k = 0; k < 64 * 64; k++)
			w->cells[i][k] = (uint16_t)roll(
				seed, strange && roll(seed, 9) == 0 ? 65536 : counts[i]);
		w->map.planes[i].cells = w->cells[i];
	}
	if (!strange)
		return;
	w->map.planes[2].absent = true;
	w->map.planes[2].offset = roll(seed, UINT32_MAX);
	memset(w->cells[2], 0, sizeof w->cells[2]);
}

static struct world *make_world(uint64_t seed, bool strange)
{
	struct world *w = calloc(1, sizeof *w);

	assert_non_null(w);
	roll_tiles(&seed, w);
	roll_map(&seed, w, strange);
	w->background = (struct exh_keen_tiles){ COUNT, w->back_pixels, w->back_present };
	w->foreground =
		(struct exh_keen_tiles){ FORE_COUNT, w->fore_pixels, w->fore_present };
	assert_int_equal(exh_keen_tile_info_open(
				 (struct exh_bytes){ w->tables, sizeof w->tables, 0 },
				 COUNT, FORE_COUNT, &w->info, NULL),
			 EXH_OK);
	exh_palette_ega(&w->colors);
	w->tiles = (struct tiled_tiles){ &w->background, &w->foreground, &w->info,
					 &w->colors, INFO_COUNT };
	return w;
}

/* The level as a file. */
static struct exh_writer write_level(const struct world *w, enum tiled_form form,
				     const struct tiled_files *names)
{
	struct exh_writer out = { .limit = 1 << 24 };

	assert_int_equal(tiled_level(&w->tiles, &w->map, form, names, &out, NULL),
			 EXH_OK);
	return out;
}

static struct exh_bytes bytes_of(const struct exh_writer *writer)
{
	return (struct exh_bytes){ writer->data, writer->size, 0 };
}

static void assert_same_map(const struct exh_keen_map *found,
			    const struct exh_keen_map *expected)
{
	assert_int_equal(found->number, expected->number);
	assert_int_equal(found->width, expected->width);
	assert_int_equal(found->height, expected->height);
	assert_memory_equal(found->name, expected->name, sizeof expected->name);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const struct exh_keen_map_plane *plane = &found->planes[i];

		assert_memory_equal(plane->cells, expected->planes[i].cells,
				    expected->width * expected->height * 2);
		assert_int_equal(plane->absent, expected->planes[i].absent);
		assert_int_equal(plane->offset, expected->planes[i].offset);
	}
}

static void assert_same_info(const struct tiled_contents *found, const struct world *w)
{
	assert_true(found->has_tile_info);
	assert_int_equal(found->tile_info.background_count, COUNT);
	assert_int_equal(found->tile_info.foreground_count, FORE_COUNT);
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		assert_same_bytes(found->tile_info.tables[i], w->info.tables[i].data,
				  w->info.tables[i].size);
}

static void levels_and_tables_come_back_as_they_went(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct world *w = make_world(seed, seed % 2);
		struct exh_writer text =
			write_level(w, seed % 3 ? TILED_JSON : TILED_XML, &files);
		struct exh_arena arena = { .limit = 1 << 24 };
		struct tiled_contents found;

		assert_int_equal(
			tiled_read(bytes_of(&text), NULL, &arena, &found, NULL, NULL),
			EXH_OK);
		assert_same_map(&found.map, &w->map);
		assert_same_info(&found, w);
		exh_arena_free(&arena);
		exh_writer_free(&text);
		free(w);
	}
}

/*
 * Tilesets in files of their own.
 */

struct shelf {
	struct exh_writer tilesets[EXH_KEEN_PLANE_COUNT];
};

static const struct tiled_files shelved = {
	.sheets = { "back.png", "fore.png", "info.png" },
	.tilesets = { "0.tsj", "1.tsj", "2.tsj" },
};

static enum exh_status load(void *context, const char *source, struct exh_bytes *out,
			    struct exh_error *err)
{
	const struct shelf *shelf = context;

	if (source[0] < '0' || source[0] > '2')
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no such file");
	*out = bytes_of(&shelf->tilesets[source[0] - '0']);
	return EXH_OK;
}

static void assert_shelved(enum tiled_form map_form, enum tiled_form set_form)
{
	struct world *w = make_world(7, true);
	struct exh_writer text = write_level(w, map_form, &shelved);
	struct exh_arena arena = { .limit = 1 << 24 };
	struct shelf shelf = { 0 };
	const struct tiled_loader loader = { load, &shelf };
	struct tiled_contents found;
	struct exh_error err;

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		shelf.tilesets[i].limit = 1 << 24;
		tiled_tileset(&w->tiles, (enum exh_keen_plane)i, set_form, &shelved,
			      &shelf.tilesets[i]);
		assert_false(shelf.tilesets[i].failed);
	}
	assert_int_equal(tiled_read(bytes_of(&text), &loader, &arena, &found, NULL, NULL),
			 EXH_OK);
	assert_same_map(&found.map, &w->map);
	assert_same_info(&found, w);
	assert_int_equal(tiled_read(bytes_of(&text), NULL, &arena, &found, NULL, &err),
			 EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "0.tsj"));
	exh_arena_free(&arena);
	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		exh_writer_free(&shelf.tilesets[i]);
	exh_writer_free(&text);
	free(w);
}

static void tilesets_may_lie_in_files_of_their_own(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++)
		assert_shelved(i & 1 ? TILED_XML : TILED_JSON,
			       i & 2 ? TILED_XML : TILED_JSON);
}

static void every_shorter_file_is_invalid(void **state)
{
	struct world *w = make_world(3, true);
	struct exh_writer text;

	(void)state;
	w->map.width = 2;
	w->map.height = 2;
	w->tiles.info = NULL;
	text = write_level(w, TILED_JSON, &files);
	for (size_t n = 0; n + 2 < text.size; n++) { /* the line end is not needed */
		struct exh_bytes cut = { tight_copy(text.data, n), n, 0 };
		struct exh_arena arena = { .limit = 1 << 20 };
		struct tiled_contents found;
		struct exh_error err;

		assert_int_equal(tiled_read(cut, NULL, &arena, &found, NULL, &err),
				 EXH_INVALID);
		assert_true(err.offset <= n);
		exh_arena_free(&arena);
		free((void *)cut.data);
	}
	exh_writer_free(&text);
	free(w);
}

/*
 * Refused maps: a level of 2x2 cells, in which one thing was changed.
 */

static struct json *layer_of(struct json *map, size_t index)
{
	return json_at(json_get(map, "layers"), index);
}

static struct json *tileset_of(struct json *map, size_t index)
{
	return json_at(json_get(map, "tilesets"), index);
}

static void set(struct json *object, const char *key, struct json *value)
{
	assert_non_null(json_set(object, key, value));
}

static void set_cell(struct json *map, size_t layer, size_t cell, int64_t gid)
{
	json_set_at(json_get(layer_of(map, layer), "data"), cell, json_new_number(gid));
}

static void set_property(struct json *object, const char *name, struct json *value)
{
	struct json *list = json_get(object, "properties");

	if (!list) {
		list = json_new_list();
		json_set(object, "properties", list);
	}
	for (size_t i = json_size(list); i-- > 0;)
		if (strcmp(json_text_at(json_at(list, i), "name"), name) == 0)
			json_remove_at(list, i);
	json_push(list, json_make("{s:s, s:o}", "name", name, "value", value));
}

static struct json *small_map(void)
{
	struct world *w = make_world(5, false);
	struct exh_writer text;
	struct json *map;

	w->map.width = 2;
	w->map.height = 2;
	text = write_level(w, TILED_JSON, &files);
	map = json_parse(exh_writer_bytes(&text), NULL);
	assert_non_null(map);
	exh_writer_free(&text);
	free(w);
	return map;
}

/* Reads the map and releases it. */
static enum exh_status reread(struct json *map, struct exh_arena *arena,
			      struct tiled_contents *found, struct exh_notes *notes,
			      struct exh_error *err)
{
	char *text = json_dump(map, JSON_SPACED);
	enum exh_status status;

	assert_non_null(text);
	status = tiled_read((struct exh_bytes){ (uint8_t *)text, strlen(text), 0 }, NULL,
			    arena, found, notes, err);
	free(text);
	json_free(map);
	return status;
}

static void assert_refused(struct json *map, const char *expected)
{
	struct exh_arena arena = { .limit = 1 << 22 };
	struct tiled_contents found;
	struct exh_error err = { 0 };

	assert_int_not_equal(reread(map, &arena, &found, NULL, &err), EXH_OK);
	if (!strstr(err.text, expected))
		print_error("%s\n", err.text);
	assert_non_null(strstr(err.text, expected));
	exh_arena_free(&arena);
}

static void cells_that_mean_nothing_are_refused(void **state)
{
	struct json *map;

	(void)state;
	map = small_map();
	set_cell(map, 0, 3, 41); /* firstgid 1, 40 tiles */
	assert_refused(map, "layer \"background\": cell 1,1: gid 41 is in no tileset");
	map = small_map();
	set_cell(map, 0, 1, 55); /* 55: the first of the foreground */
	assert_refused(map, "layer \"background\": cell 1,0: gid 55: tile 0 of tileset "
			    "\"foreground\", expected one of \"background\"");
	map = small_map();
	set_cell(map, 1, 0, 0x80000000LL + 56);
	assert_refused(map, "layer \"foreground\": cell 0,0: gid 2147483704: the tile is "
			    "mirrored");
	map = small_map();
	set_cell(map, 2, 2, 100000);
	assert_refused(map, "layer \"info\": cell 0,1: gid 100000 is in no tileset");
	map = small_map();
	set_cell(map, 2, 2, -1);
	assert_refused(map, "layer \"info\": item 2");
	map = small_map();
	set_property(layer_of(map, 0), "values_without_tile",
		     json_new_string("0,0=9;2,x=1"));
	assert_refused(map, "character 6");
	map = small_map();
	set_property(layer_of(map, 0), "values_without_tile",
		     json_new_string("0,0=65536"));
	assert_refused(map, "character 0");
}

static void layers_that_do_not_fit_are_refused(void **state)
{
	struct json *map;

	(void)state;
	map = small_map();
	set(layer_of(map, 1), "width", json_new_number(3));
	assert_refused(map, "layer \"foreground\": \"width\": 3, expected");
	map = small_map();
	json_remove_at(json_get(layer_of(map, 1), "data"), 0);
	assert_refused(map, "layer \"foreground\": 3 cells, expected 4");
	map = small_map();
	json_remove_at(json_get(map, "layers"), 2);
	assert_refused(map, "layer \"info\" is missing");
	map = small_map();
	set(layer_of(map, 2), "name", json_new_string("background"));
	assert_refused(map, "layer \"background\": this name occurs twice");
	map = small_map();
	set(layer_of(map, 2), "type", json_new_string("objectgroup"));
	assert_refused(map, "type \"objectgroup\", expected \"tilelayer\"");
	map = small_map();
	set(map, "width", json_new_number(16000));
	assert_refused(map, "layer \"background\": \"width\": 2, expected");
	map = small_map();
	set(map, "width", json_new_number(30000));
	set(map, "height", json_new_number(30000));
	assert_refused(map, "30000x30000 cells");
	map = small_map();
	set(map, "height", json_new_number(0));
	assert_refused(map, "\"height\": 0");
	map = small_map();
	set(map, "infinite", json_new_flag(true));
	assert_refused(map, "infinite");
	map = small_map();
	set(map, "tilewidth", json_new_number(32));
	assert_refused(map, "\"tilewidth\": 32, expected");
	map = small_map();
	set(map, "orientation", json_new_string("isometric\x1b"));
	assert_refused(map, "\"isometric?\", expected \"orthogonal\"");
}

static void names_and_numbers_that_no_level_has_are_refused(void **state)
{
	struct json *map;

	(void)state;
	map = small_map();
	set_property(map, "name", json_new_string("BELL\x07"));
	assert_refused(map, "byte 0x07 at 4");
	map = small_map();
	set_property(map, "name", json_new_string("\xc3\xa9t\xc3\xa9"));
	assert_refused(map, "byte 0xC3 at 0");
	map = small_map();
	set_property(map, "name", json_new_string("SEVENTEEN LETTERS"));
	assert_refused(map, "17 characters, at most 16");
	map = small_map();
	set_property(map, "number", json_new_number(100));
	assert_refused(map, "\"number\": 100, expected a number from 0 to 99");
	map = small_map();
	set_property(map, "name_bytes", json_new_string("4c"));
	assert_refused(map, "32 hexadecimal digits");
}

static void tilesets_that_say_nonsense_are_refused(void **state)
{
	struct json *map;

	(void)state;
	map = small_map();
	set(tileset_of(map, 1), "firstgid", json_new_number(1));
	assert_refused(map, "tileset 1: \"firstgid\": 1, expected more than the previous "
			    "tileset's 1");
	map = small_map();
	set(tileset_of(map, 1), "name", json_new_string("background"));
	assert_refused(map, "tileset 1: \"background\": this name occurs twice");
	map = small_map();
	set(tileset_of(map, 2), "tilecount", json_new_number(1 << 17));
	assert_refused(map, "131072 tiles");
	map = small_map();
	set(tileset_of(map, 0), "tileheight", json_new_number(8));
	assert_refused(map, "\"tileheight\": 8");
	map = small_map();
	set(tileset_of(map, 0), "tiles",
	    json_make("[{s:i, s:[{s:s, s:i}]}]", "id", 4, "properties", "name",
		      "animation", "value", 128));
	assert_refused(map, "tileset \"background\": tile 4: \"animation\": 128, "
			    "expected a number from -128 to 127");
	map = small_map();
	set(tileset_of(map, 0), "tiles",
	    json_make("[{s:i, s:[{s:s, s:i}]}]", "id", 40, "properties", "name", "speed",
		      "value", 1));
	assert_refused(map, "tileset \"background\": \"id\": 40, expected");
}

static void a_changed_name_counts_more_than_the_stored_bytes(void **state)
{
	struct exh_arena arena = { .limit = 1 << 22 };
	struct tiled_contents found;
	struct json *map = small_map();

	(void)state;
	set_property(map, "name", json_new_string("NEW"));
	set_property(map, "name_bytes",
		     json_new_string("4c414e440058585858585858585858ff"));
	assert_int_equal(reread(map, &arena, &found, NULL, NULL), EXH_OK);
	assert_memory_equal(found.map.name, "NEW\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	map = small_map();
	set_property(map, "name", json_new_string("LAND"));
	set_property(map, "name_bytes",
		     json_new_string("4c414e440058585858585858585858ff"));
	assert_int_equal(reread(map, &arena, &found, NULL, NULL), EXH_OK);
	assert_memory_equal(found.map.name, "LAND\0XXXXXXXXXX\xff", 16);
	exh_arena_free(&arena);
}

static void what_is_not_the_games_is_warned_of_and_ignored(void **state)
{
	struct exh_arena arena = { .limit = 1 << 22 };
	struct exh_notes notes = { .arena = &arena };
	struct tiled_contents found;
	struct json *map = small_map();

	(void)state;
	set_property(layer_of(map, 0), "values_without_tile",
		     json_new_string("0,0=9;2,0=1"));
	json_push(json_get(map, "layers"),
		  json_make("{s:s, s:s}", "name", "sketch", "type", "objectgroup"));
	set(tileset_of(map, 0), "tiles",
	    json_make("[{s:i, s:[{s:s, s:i}]}, {s:i, s:[{s:s, s:i}, {s:s, s:i}]}]", "id",
		      4, "properties", "name", "colour", "value", 1, "id", 39,
		      "properties", "name", "animation", "value", 1, "name", "speed",
		      "value", 8));
	assert_int_equal(reread(map, &arena, &found, &notes, NULL), EXH_OK);
	assert_true(has_note(&notes, EXH_WARNING, "cell 2,0 is outside the level"));
	assert_true(has_note(&notes, EXH_WARNING, "layer \"sketch\""));
	assert_true(has_note(&notes, EXH_WARNING, "tile 4: property \"colour\""));
	assert_true(has_note(&notes, EXH_WARNING,
			     "tile 39: \"animation\" leads to tile "
			     "40"));
	exh_arena_free(&arena);
}

/*
 * Layers that are moved, and in groups: a map that somebody drew anew.
 */

#define TILESET(first, name)                                                           \
	"<tileset firstgid='" first "' name='" name "' tilewidth='16' tileheight='16'" \
	" tilecount='4'/>"
#define LAYER(name, more, cells)                            \
	"<layer name='" name "' width='2' height='2' " more \
	"><data encoding='csv'>" cells "</data></layer>"
#define MAP(layers)                                                         \
	"<map orientation='orthogonal' width='2' height='2' tilewidth='16'" \
	" tileheight='16' infinite='0'>" TILESET("1", "background")         \
		TILESET("5", "foreground") TILESET("9", "info") layers "</map>"

/* Reads a drawn map as XML, or as JSON that begins with the mark of UTF-8. */
static enum exh_status read_drawn(const char *xml, enum tiled_form form,
				  struct exh_arena *arena, struct tiled_contents *found,
				  struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_bytes text = { (const uint8_t *)xml, strlen(xml), 0 };
	struct exh_writer out = { .limit = 1 << 20 };
	struct json *map;
	enum exh_status status;

	if (form == TILED_XML)
		return tiled_read(text, NULL, arena, found, notes, err);
	assert_int_equal(tmx_read(text, &map, NULL), EXH_OK);
	exh_write_bytes(&out, "\xef\xbb\xbf", 3);
	json_write(map, JSON_SPACED, &out);
	json_free(map);
	assert_true(tiled_is(bytes_of(&out), "map"));
	assert_false(tiled_is(bytes_of(&out), "tileset"));
	status = tiled_read(bytes_of(&out), NULL, arena, found, notes, err);
	exh_writer_free(&out);
	return status;
}

static void layers_are_moved_with_their_groups(void **state)
{
	static const char drawn[] =
		MAP("<group name='a' offsetx='8' offsety='-0.5'>"
		    "<group name='b' offsetx='8.0'/>"
		    "<group name='c' offsetx='8.0' offsety='0.5'>" LAYER(
			    "background", "",
			    "1,2,3,4") "</group><objectgroup "
				       "name='o'/></group>" LAYER(
					       "foreground", "offsety='-16'", "0,0,6,7")
					       LAYER("info", "x='1' offsetx='-16'",
						     "0,10,0,0"));
	static const uint16_t cells[3][4] = { { 0, 0, 0, 2 }, { 1, 2 }, { 0, 1 } };

	(void)state;
	for (int form = TILED_JSON; form <= TILED_XML; form++) {
		struct exh_arena arena = { .limit = 1 << 20 };
		struct exh_notes notes = { .arena = &arena };
		struct tiled_contents found;
		struct exh_error err = { 0 };

		if (read_drawn(drawn, (enum tiled_form)form, &arena, &found, &notes,
			       &err))
			fail_msg("%s", err.text);
		for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
			assert_memory_equal(found.map.planes[i].cells, cells[i],
					    sizeof cells[i]);
		assert_false(found.has_number);
		assert_true(has_note(&notes, EXH_WARNING, "\"name\" is missing"));
		assert_true(has_note(&notes, EXH_WARNING, "layer \"o\" is unknown"));
		assert_true(has_note(&notes, EXH_WARNING,
				     "layer \"background\": its offset moves 2 tiles"));
		assert_true(has_note(&notes, EXH_WARNING,
				     "layer \"background\": 2 erased cells become tile "
				     "0, the first one at 0,0"));
		assert_false(has_note(&notes, EXH_WARNING, "\"foreground\""));
		exh_arena_free(&arena);
	}
}

static void layers_between_tiles_are_refused(void **state)
{
	static const char *const drawn[] = {
		MAP(LAYER("background", "offsetx='8'", "1,2,3,4")),
		MAP(LAYER("background", "offsety='-16.5'", "1,2,3,4")),
		MAP("<group offsetx='4'>" LAYER("background", "offsetx='8'",
						"1,2,3,4") "</group>"),
		MAP(LAYER("background", "offsetx='far'", "1,2,3,4")),
		MAP(LAYER("background", "offsetx='9999999'", "1,2,3,4")),
	};

	(void)state;
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
		for (int form = TILED_JSON; form <= TILED_XML; form++) {
			struct exh_arena arena = { .limit = 1 << 20 };
			struct tiled_contents found;
			struct exh_error err = { 0 };

			assert_int_equal(read_drawn(drawn[i], (enum tiled_form)form,
						    &arena, &found, NULL, &err),
					 EXH_INVALID);
			assert_non_null(strstr(err.text, "layer \"background\": "));
			assert_non_null(strstr(err.text, i < 3 ? "expected whole tiles"
							       : "expected a number"));
			exh_arena_free(&arena);
		}
}

/* Values without a tile move with their layer. */
static void values_without_a_tile_are_moved(void **state)
{
	struct exh_arena arena = { .limit = 1 << 22 };
	struct exh_notes notes = { .arena = &arena };
	struct tiled_contents found;
	struct json *map = small_map();

	(void)state;
	set_cell(map, 0, 0, 0);
	set_cell(map, 0, 1, 0);
	set(layer_of(map, 0), "offsety", json_new_number(16));
	set_property(layer_of(map, 0), "values_without_tile",
		     json_new_string("0,0=900;0,1=901;2,0=902"));
	assert_int_equal(reread(map, &arena, &found, &notes, NULL), EXH_OK);
	assert_int_equal(found.map.planes[0].cells[2], 900);
	assert_int_equal(found.map.planes[0].cells[3], 0);
	assert_true(has_note(&notes, EXH_WARNING, "cell 0,1 is outside"));
	assert_true(has_note(&notes, EXH_WARNING, "cell 2,0 is outside"));
	assert_true(has_note(&notes, EXH_WARNING, "3 erased cells"));
	exh_arena_free(&arena);
}

/*
 * Packed cells, as Tiled writes them: gids 1, 2, 3, 40.
 */

static void cells_packed_in_any_of_tiled_s_ways_are_read(void **state)
{
	static const char *const ways[][2] = {
		{ "", "AQAAAAIAAAADAAAAKAAAAA==" },
		{ "zlib", "eJxjZGBgYAJiZiDWAGIAAPAALw==" },
		{ "gzip", "H4sIAAAAAAACA2NkYGBgAmJmINYAYgBpxOFFEAAAAA==" },
	};
	static const uint16_t expected[] = { 0, 1, 2, 39 };

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct exh_arena arena = { .limit = 1 << 22 };
		struct tiled_contents found;
		struct exh_error err = { 0 };
		struct json *map = small_map();

		set(layer_of(map, 0), "data", json_new_string(ways[i][1]));
		set(layer_of(map, 0), "encoding", json_new_string("base64"));
		set(layer_of(map, 0), "compression", json_new_string(ways[i][0]));
		if (reread(map, &arena, &found, NULL, &err))
			fail_msg("%s: %s", ways[i][0], err.text);
		assert_memory_equal(found.map.planes[0].cells, expected, sizeof expected);
		exh_arena_free(&arena);
	}
}

static void assert_data_refused(const char *compression, const char *data,
				const char *expected)
{
	struct json *map = small_map();

	set(layer_of(map, 0), "data", json_new_string(data));
	set(layer_of(map, 0), "encoding", json_new_string("base64"));
	set(layer_of(map, 0), "compression", json_new_string(compression));
	assert_refused(map, expected);
}

static void packed_cells_that_are_damaged_are_refused(void **state)
{
	(void)state;
	assert_data_refused("zstd", "AAAA", "compression \"zstd\" can't be read");
	assert_data_refused("", "AQAAAAIAAAADAAAA", "3 cells, expected 4");
	assert_data_refused("", "AQAAAAIAAAADAAAAKAAAAAEAAAA=", "more than 4 cells");
	assert_data_refused("", "AQAAAAIA*AADAAAAKAAAAA==", "character 8");
	assert_data_refused("", "AQAAAAIAAAADAAAAKAAAA", "ends within a group");
	assert_data_refused("", "AQAAAAIAAAADAAAAKAAAAA==AAAA", "character 24");
	assert_data_refused("zlib", "AQAAAAIAAAADAAAAKAAAAA==", "damaged after 0 bytes");
	assert_data_refused("zlib", "eJxjZGBgYAJi", "end early or are damaged after");
	assert_data_refused("zlib", "eJxjZGBgYAJiZiAGAAA0AAc=", "3 cells, expected 4");
	/* A thousand times the four. */
	assert_data_refused("zlib",
			    "eJztxzEBACAMA7AOzOBfIfWxHDkySU7dejXu7u7u7u7u7u7u7u7u7u7u7u7u"
			    "7u7u7u7u7u7u7u6"
			    "+8h+Q8rOx",
			    "more than 4 cells");
}

/*
 * Animations.
 */

static void put_tile(struct world *w, size_t tile, uint8_t speed, int step)
{
	w->tables[tile] = speed;
	w->tables[COUNT + tile] = (uint8_t)step;
}

static void assert_frames(const struct world *w, size_t tile, const char *expected)
{
	struct json *frames = tiled_animation(&w->info, EXH_KEEN_BACKGROUND, COUNT, tile);
	char text[512] = "";

	for (size_t i = 0; i < json_size(frames); i++) {
		const struct json *frame = json_at(frames, i);

		snprintf(text + strlen(text), sizeof text - strlen(text), "%d:%d ",
			 (int)json_number_at(frame, "tileid"),
			 (int)json_number_at(frame, "duration"));
	}
	assert_string_equal(text, expected);
	json_free(frames);
}

static void animations_do_not_drift_and_end(void **state)
{
	struct world *w = make_world(1, false);

	(void)state;
	memset(w->tables, 0, COUNT * 2);
	for (size_t i = 0; i < 7; i++) /* 7 frames of a tick: 100 ms */
		put_tile(w, i, 1, i < 6 ? 1 : -6);
	assert_frames(w, 0, "0:14 1:15 2:14 3:14 4:14 5:15 6:14 ");
	assert_frames(w, 6, "6:14 0:15 1:14 2:14 3:14 4:15 5:14 ");
	put_tile(w, 10, 70, 1); /* leads into a ring of 11 and 12 */
	put_tile(w, 11, 7, 1);
	put_tile(w, 12, 14, -1);
	assert_frames(w, 10, "10:1000 11:100 12:200 ");
	put_tile(w, 20, 7, 1); /* ends at 21, which stays */
	assert_frames(w, 20, "20:100 21:3600000 ");
	put_tile(w, 30, 0, 1); /* rings without times */
	put_tile(w, 31, 0, -1);
	put_tile(w, 29, 7, 1);
	assert_frames(w, 30, "");
	put_tile(w, 39, 7, 1); /* out of the table */
	assert_frames(w, 39, "");
	free(w);
}

/*
 * The markers.
 */

static void each_info_value_has_a_marker(void **state)
{
	uint16_t cells[3][2] = { { 0 } };
	struct exh_keen_map map = { .width = 2, .height = 1 };
	const struct exh_keen_maps maps = { .count = 1, .items = &map };

	(void)state;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map.planes[i].cells = cells[i];
	cells[EXH_KEEN_BACKGROUND][0] = 5000;
	assert_int_equal(tiled_marker_count(&maps), 256);
	cells[EXH_KEEN_INFO][1] = 256;
	assert_int_equal(tiled_marker_count(&maps), 512);
	cells[EXH_KEEN_INFO][0] = 65535;
	assert_int_equal(tiled_marker_count(&maps), 65536);
	map.lost = true;
	assert_int_equal(tiled_marker_count(&maps), 256);
}

/* Nothing is drawn above and below the box of the number. */
static void assert_number(unsigned number, size_t top, size_t count,
			  const char *const *rows)
{
	uint8_t pixels[16 * 16];
	struct exh_image image = { 16, 16, pixels };

	memset(pixels, '.', sizeof pixels);
	number_font_draw(&image, 0, 0, number, '#', ' ');
	for (size_t y = 0; y < 16; y++)
		assert_memory_equal(pixels + y * 16,
				    y >= top && y - top < count ? rows[y - top]
								: "................",
				    16);
}

static void numbers_are_drawn_in_the_middle_of_their_cell(void **state)
{
	static const char *const decimal[] = {
		".             ..", ". # # ### ### ..", ". # #   #   # ..",
		". ### ### ### ..", ".   # #   #   ..", ".   # ### ### ..",
		".             ..",
	};
	static const char *const hexadecimal[] = {
		"...         ....", "...  #  ### ....", "... # #   # ....",
		"... ### ### ....", "... # # #   ....", "... # # ### ....",
		"...         ....", "... # # ### ....", "... # # #   ....",
		"... ### ### ....", "...   #   # ....", "...   # ### ....",
		"...         ....",
	};
	uint8_t pixels[4] = { 0 };
	struct exh_image tiny = { 2, 2, pixels };

	(void)state;
	assert_number(422, 4, 7, decimal);
	assert_number(0x1a245, 1, 13, hexadecimal); /* 16 bits of it */
	number_font_draw(&tiny, 1, 1, 65535, 1, 2);
	number_font_draw(&tiny, 100, 100, 65535, 1, 2);
}

/*
 * Output as Tiled itself reads it, where it is installed.
 */

static bool has_program(const char *name)
{
	char line[128];

	snprintf(line, sizeof line, "command -v %s >/dev/null", name);
	return system(line) == 0; /* NOLINT(cert-env33-c): a test's own words */
}

/* Exit status 0 and not a word. */
static void assert_quiet(const char *folder, const char *command)
{
	char line[1024], words[1024];
	struct file said;

	snprintf(words, sizeof words, "%s/said", folder);
	snprintf(line, sizeof line,
		 "cd %s && export XDG_RUNTIME_DIR=$PWD QT_QPA_PLATFORM=offscreen "
		 "HOME=$PWD && chmod 700 . && (%s) >said 2>&1",
		 folder, command);
	if (system(line)) /* NOLINT(cert-env33-c) */
		print_error("%s fails\n", command);
	assert_int_equal(file_read(words, 1 << 20, &said, NULL), EXH_OK);
	if (said.size)
		print_error("%s: %.*s", command, (int)said.size, (char *)said.data);
	assert_int_equal(said.size, 0);
	free(said.data);
}

static void put_file(const char *folder, const char *name, struct exh_writer *content)
{
	char path[1024];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(file_write(path, bytes_of(content), true, NULL), EXH_OK);
	exh_writer_free(content);
}

static void put_world(const char *folder, const struct world *w)
{
	static const struct tiled_files apart = {
		.sheets = { odd_name, "fore.png", "info.png" },
		.tilesets = { "0.tsx", "1.tsx", "2.tsx" },
	};
	struct exh_writer out;

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const enum exh_keen_plane plane = (enum exh_keen_plane)i;

		out = (struct exh_writer){ .limit = 1 << 24 };
		assert_int_equal(tiled_sheet(&w->tiles, plane, &out, NULL), EXH_OK);
		put_file(folder, files.sheets[i], &out);
		out = (struct exh_writer){ .limit = 1 << 24 };
		tiled_tileset(&w->tiles, plane, TILED_XML, &apart, &out);
		assert_false(out.failed);
		put_file(folder, apart.tilesets[i], &out);
	}
	out = write_level(w, TILED_JSON, &files);
	put_file(folder, "level.tmj", &out);
	out = write_level(w, TILED_XML, &files);
	put_file(folder, "level.tmx", &out);
	out = write_level(w, TILED_XML, &apart);
	put_file(folder, "apart.tmx", &out);
}

static void make_folder(char *folder, size_t size)
{
	snprintf(folder, size, "/tmp/level_tiled.XXXXXX");
	assert_non_null(mkdtemp(folder));
}

static void remove_folder(const char *folder)
{
	char line[256];

	snprintf(line, sizeof line, "rm -rf %s", folder);
	assert_int_equal(system(line), 0); /* NOLINT(cert-env33-c) */
}

static void assert_same_picture(const char *folder, const char *name,
				const struct world *w)
{
	const struct exh_keen_map_area area = { 0, 0, w->map.width, w->map.height };
	const size_t size = w->map.width * w->map.height * TILE_PIXELS;
	struct exh_image ours = { w->map.width * 16, w->map.height * 16, malloc(size) };
	/* Older versions show the map's colour in the editor alone. */
	const png_color black = { 0, 0, 0 };
	png_image theirs = { .version = PNG_IMAGE_VERSION };
	char path[1024];
	uint8_t *rgb;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_true(png_image_begin_read_from_file(&theirs, path));
	theirs.format = PNG_FORMAT_RGB;
	assert_int_equal(theirs.width, ours.width);
	assert_int_equal(theirs.height, ours.height);
	rgb = malloc(PNG_IMAGE_SIZE(theirs));
	assert_true(png_image_finish_read(&theirs, &black, rgb, 0, NULL));
	exh_keen_map_draw(&w->map, &w->background, &w->foreground, &area, &ours);
	for (size_t i = 0; i < size; i++) {
		const struct exh_color *color = &w->colors.colors[ours.pixels[i]];

		assert_int_equal(rgb[i * 3], color->red);
		assert_int_equal(rgb[i * 3 + 1], color->green);
		assert_int_equal(rgb[i * 3 + 2], color->blue);
	}
	free(rgb);
	free(ours.pixels);
}

/* The same with the four colours of CGA. */
static void make_cga(struct world *w)
{
	for (size_t i = 0; i < sizeof w->back_pixels; i++)
		w->back_pixels[i] &= 3;
	for (size_t i = 0; i < sizeof w->fore_pixels; i++)
		w->fore_pixels[i] &= EXH_KEEN_MASKED | 3;
	exh_palette_cga(&w->colors, 1, true);
}

static void tiled_draws_what_we_draw(void **state)
{
	static const char *const forms[] = { "level.tmj", "level.tmx", "apart.tmx" };
	char folder[64];

	(void)state;
	if (!has_program("tmxrasterizer"))
		skip();
	make_folder(folder, sizeof folder);
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct world *w = make_world(seed, seed % 2);

		if (seed == 4)
			make_cga(w);
		put_world(folder, w);
		for (size_t i = 0; i < 3; i++) {
			char command[128];

			snprintf(command, sizeof command,
				 "tmxrasterizer --hide-layer info %s out.png", forms[i]);
			assert_quiet(folder, command);
			assert_same_picture(folder, "out.png", w);
		}
		free(w);
	}
	remove_folder(folder);
}

static void tiled_gives_back_what_it_got(void **state)
{
	struct world *w;
	struct exh_arena arena = { .limit = 1 << 24 };
	struct tiled_contents found;
	struct exh_error err = { 0 };
	char folder[64], path[128];
	struct file text;

	(void)state;
	if (!has_program("tiled"))
		skip();
	w = make_world(11, true);
	make_folder(folder, sizeof folder);
	put_world(folder, w);
	assert_quiet(folder, "tiled --export-map json level.tmx back.tmj");
	snprintf(path, sizeof path, "%s/back.tmj", folder);
	assert_int_equal(file_read(path, TILED_FILE_LIMIT, &text, NULL), EXH_OK);
	if (tiled_read((struct exh_bytes){ text.data, text.size, 0 }, NULL, &arena,
		       &found, NULL, &err))
		fail_msg("%s", err.text);
	assert_same_map(&found.map, &w->map);
	assert_same_info(&found, w);
	free(text.data);
	exh_arena_free(&arena);
	free(w);
	remove_folder(folder);
}

static void xml_is_well_formed(void **state)
{
	struct world *w;
	char folder[64];

	(void)state;
	if (!has_program("xmllint"))
		skip();
	w = make_world(13, true);
	make_folder(folder, sizeof folder);
	put_world(folder, w);
	assert_quiet(folder, "xmllint --noout level.tmx apart.tmx 0.tsx 1.tsx 2.tsx");
	free(w);
	remove_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_and_tables_come_back_as_they_went),
		cmocka_unit_test(tilesets_may_lie_in_files_of_their_own),
		cmocka_unit_test(every_shorter_file_is_invalid),
		cmocka_unit_test(cells_that_mean_nothing_are_refused),
		cmocka_unit_test(layers_that_do_not_fit_are_refused),
		cmocka_unit_test(names_and_numbers_that_no_level_has_are_refused),
		cmocka_unit_test(tilesets_that_say_nonsense_are_refused),
		cmocka_unit_test(a_changed_name_counts_more_than_the_stored_bytes),
		cmocka_unit_test(what_is_not_the_games_is_warned_of_and_ignored),
		cmocka_unit_test(layers_are_moved_with_their_groups),
		cmocka_unit_test(layers_between_tiles_are_refused),
		cmocka_unit_test(values_without_a_tile_are_moved),
		cmocka_unit_test(cells_packed_in_any_of_tiled_s_ways_are_read),
		cmocka_unit_test(packed_cells_that_are_damaged_are_refused),
		cmocka_unit_test(animations_do_not_drift_and_end),
		cmocka_unit_test(each_info_value_has_a_marker),
		cmocka_unit_test(numbers_are_drawn_in_the_middle_of_their_cell),
		cmocka_unit_test(tiled_draws_what_we_draw),
		cmocka_unit_test(tiled_gives_back_what_it_got),
		cmocka_unit_test(xml_is_well_formed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
