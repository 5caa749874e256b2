/*
 * The levels of the mole's game: the land (0), a garden with a cave below it, where all
 * that there is has its place (1), a patch of green to walk through (2) and the hall of
 * the king (15).
 */
#include "dreams.h"

#include <exhume/advanced/keen_map.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A letter of a plan stands for a tile of the foreground; a blank for none. */
struct letter {
	char letter;
	uint16_t tile;
};

static const struct letter ground_letters[] = {
	{ 'g', 48 }, { '[', 49 }, { ']', 50 }, { 'e', 51 }, { 'b', 52 }, { 'a', 53 },
	{ '{', 54 }, { '}', 55 }, { 'v', 56 }, { '2', 57 }, { '3', 58 }, { '4', 59 },
	{ '5', 60 }, { '6', 61 }, { '7', 62 }, { 'r', 63 }, { 'k', 64 }, { 'K', 65 },
	{ 'R', 66 }, { 'G', 67 }, { '(', 68 }, { ')', 69 }, { 'V', 70 }, { 'n', 71 },
	{ 'o', 72 }, { 'p', 73 }, { 'q', 74 }, { 's', 75 }, { 't', 76 }, { 'N', 77 },
	{ 'O', 78 }, { 'P', 79 }, { 'Q', 80 }, { 'S', 81 }, { 'T', 82 }, { 'B', 83 },
	{ 'X', 84 }, { '|', 85 }, { '!', 86 }, { 'H', 87 }, { 'h', 88 }, { 'w', 89 },
	{ 'F', 91 }, { 'z', 93 }, { 'C', 94 }, { 'c', 95 }, { 'd', 96 }, { 'W', 97 },
	{ 'x', 98 }, { '<', 1 },  { '=', 2 },  { '>', 3 },  { 'l', 6 },	 { 'j', 7 },
	{ 'J', 8 },  { '*', 9 },  { '^', 11 }, { 'm', 17 }, { 'f', 18 }, { 'y', 20 },
	{ 'Y', 24 }, { 'Z', 25 }, { 'U', 26 }, { 'u', 29 }, { 'E', 30 }, { 'i', 46 },
};

static const struct letter land_letters[] = {
	{ 't', 110 }, { 'T', 111 }, { 'o', 112 }, { '~', 113 }, { 'a', 116 },
	{ 'b', 117 }, { 'c', 118 }, { 'd', 119 }, { '#', 130 }, { 'p', 90 },
};

/* A value of the info plane. */
struct thing {
	uint16_t x, y, value;
};

/* Background of one tile, or of one of several by chance; a later one lies on others. */
struct area {
	uint8_t x, y, width, height, tile, kinds;
};

/* clang-format off */
static const struct area garden_areas[] = {
	{ 0, 0, 100, 30, 16, 1 }, { 0, 19, 100, 11, 20, 1 }, { 41, 14, 5, 4, 16, 1 },
	/* clouds, and hills far away */
	{ 8, 5, 1, 1, 17, 1 }, { 9, 5, 1, 1, 18, 1 }, { 18, 3, 1, 1, 17, 1 }, { 19, 3, 1, 1, 18, 1 },
	{ 32, 4, 1, 1, 17, 1 }, { 33, 4, 1, 1, 18, 1 }, { 46, 6, 1, 1, 17, 1 }, { 47, 6, 1, 1, 18, 1 },
	{ 57, 4, 1, 1, 17, 1 }, { 58, 4, 1, 1, 18, 1 }, { 79, 5, 1, 1, 17, 1 }, { 80, 5, 1, 1, 18, 1 },
	{ 90, 6, 1, 1, 17, 1 }, { 91, 6, 1, 1, 18, 1 },
	{ 3, 13, 9, 1, 19, 1 }, { 5, 12, 4, 1, 19, 1 }, { 14, 12, 5, 1, 19, 1 },
	{ 33, 13, 7, 1, 19, 1 }, { 35, 12, 3, 1, 19, 1 }, { 47, 13, 14, 1, 19, 1 },
	{ 50, 12, 5, 1, 19, 1 }, { 75, 13, 5, 1, 19, 1 }, { 86, 13, 13, 1, 19, 1 },
	{ 91, 12, 5, 1, 19, 1 },
	/* the house, with windows */
	{ 63, 8, 11, 6, 12, 1 }, { 66, 10, 1, 1, 70, 1 }, { 71, 10, 1, 1, 71, 1 },
	/* shafts, timber, a fall of water, worms that glow, rails and lava */
	{ 54, 14, 3, 6, 20, 1 }, { 89, 14, 3, 6, 20, 1 }, { 38, 20, 1, 6, 21, 1 },
	{ 52, 20, 1, 6, 21, 1 }, { 38, 20, 15, 1, 22, 1 }, { 56, 20, 2, 6, 64, 1 },
	{ 61, 19, 6, 1, 68, 2 }, { 63, 21, 10, 3, 20, 1 }, { 66, 22, 4, 1, 68, 2 },
	{ 91, 21, 4, 1, 68, 2 }, { 36, 25, 17, 1, 27, 1 },
	{ 72, 20, 1, 5, 54, 1 }, { 72, 21, 1, 4, 55, 1 },
	{ 80, 26, 5, 1, 44, 1 }, { 80, 27, 5, 2, 46, 1 },
};

static const struct area land_areas[] = {
	{ 0, 0, 44, 34, 80, 3 }, { 5, 24, 10, 2, 83, 1 }, { 13, 14, 2, 12, 83, 1 },
	{ 14, 13, 24, 2, 83, 1 }, { 37, 12, 2, 3, 83, 1 }, { 14, 24, 1, 1, 84, 1 },
	{ 26, 14, 1, 1, 84, 1 },
};

static const struct area patch_areas[] = {
	{ 0, 0, 26, 20, 16, 1 }, { 4, 4, 1, 1, 17, 1 }, { 5, 4, 1, 1, 18, 1 },
	{ 19, 6, 1, 1, 17, 1 }, { 20, 6, 1, 1, 18, 1 }, { 2, 14, 10, 1, 19, 1 },
	{ 5, 13, 4, 1, 19, 1 },
};

static const struct area hall_areas[] = {
	{ 0, 0, 36, 30, 20, 1 }, { 8, 6, 1, 2, 70, 1 },
	{ 15, 6, 1, 2, 71, 1 }, { 20, 6, 1, 2, 71, 1 }, { 27, 6, 1, 2, 70, 1 },
	{ 3, 24, 30, 1, 63, 1 },
};

static const char *const garden_west[] = {
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"gg]                                               ",
	"ee}                                               ",
	"ee}                                               ",
	"ee}                                               ",
	"ee}                         BBBBBB                ",
	"ee}                  <====>                       ",
	"ee}                                             <=",
	"ee}   <===>                               <==>    ",
	"ee}                  wf F          <==>           ",
	"ee}            w F 7gggggg4  f                    ",
	"ee} F    W Y65gggggeeeeeeeegggg23 wF  w        f F",
	"eeegggggggggeeeeeeeeeeeeeeeeeeeeeggggggg]     [ggg",
	"eeeeeeeeeeeeeeeeeaeeeeeebeeeeeeeeeeeeeee}     {eee",
	"eeeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeaee}     {eee",
	"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeeeee}^^^^^{eee",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRrrrrrRRRR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRVVVVVVVVVVVVVV",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR)  *     *     ",
	"RRRRRRRRRGRRRRRRRRRRRRRRRRRRRRRRRRR)         !    ",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR)      krrhrrrK",
	"RRRRRRRRRRRRRRRRRRRRGRRRRRRRRRRRRRR)         |    ",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR)    i    |  i ",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR) U       |    ",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRGRRRRRRRrrrrrrrrrrrrrr",
	"RRRRRRRRRRRRRRGRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRGR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR",
};

static const char *const garden_east[] = {
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"                                                  ",
	"                                    XX            ",
	"            BBBBBBBBBBBBB                         ",
	"==>         B j   l    JB   <===>                 ",
	"       <==>             B                 <===>   ",
	"                        B                         ",
	"                        B       F w               ",
	"  ww !    m    z       EB  F w7gggg4  f !  wF  Y  ",
	"gggggHgggggggxxxxxxxxxxxggggggeeeeeeggggHggggggggg",
	"eeee}|{eeeeeeeeeeeeeeebeeeeeeeeeeeeeeee}|{eeeeeeee",
	"beee}|{eeeeeeeeeaeeeeeeeeeeebeeeeeeeeae}|{eeebeeee",
	"eeee}|{eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee}|{eeeeeeee",
	"RRRR)|(RRRRVVVVVVRRRRRVVVVRRRRRRRRRRRRR)|(RRRRRRRR",
	"VVVVV|VVVVP   *  TVVNO *  SQVVVVVVVVVVVV|VVVVVRRRR",
	" j   |  *                     *     C  C| C   (RRR",
	"     |                              c  c| c   (RRR",
	"     |                              c  c| c   (RRR",
	"     |    i           i             c ic| c   (RRR",
	"     |                              c  c| ci  (RRR",
	"         f  sqrrrrno    trrrp       d  d  d   (RRR",
	"rrrrrrrrrrrrRRRRRRRRrrrrRRRRRK     krrrrrrrrrrRRRR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRR)^^^^^(RRRRRRRRRRRRRR",
	"RRRRRRRRRRRRRRRRRRRRGRRRRRRRRRrrrrrRRRRRRRRRRRRRRR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR",
};

static const struct thing garden_things[] = {
	{ 29, 6, 25 }, { 32, 6, 25 }, { 86, 6, 29 }, { 87, 6, 31 },
	{ 22, 7, 22 }, { 25, 7, 22 }, { 3, 8, 51 }, { 29, 8, 46 },
	{ 31, 8, 46 }, { 33, 8, 52 }, { 49, 8, 24 }, { 51, 8, 24 },
	{ 60, 8, 50 }, { 79, 8, 23 }, { 81, 8, 23 }, { 7, 9, 21 },
	{ 8, 9, 21 }, { 9, 9, 21 }, { 43, 9, 23 }, { 44, 9, 23 },
	{ 93, 9, 22 }, { 95, 9, 22 }, { 14, 11, 21 }, { 17, 11, 21 },
	{ 21, 11, 29 }, { 23, 11, 42 }, { 62, 11, 33 }, { 70, 11, 26 },
	{ 16, 12, 41 }, { 28, 12, 45 }, { 67, 12, 28 }, { 72, 12, 27 },
	{ 82, 12, 49 }, { 5, 13, 1 }, { 10, 13, 29 }, { 37, 13, 43 },
	{ 38, 13, 29 }, { 48, 13, 60 }, { 51, 13, 41 }, { 58, 13, 47 },
	{ 69, 13, 31 }, { 71, 13, 31 }, { 78, 13, 41 }, { 87, 13, 47 },
	{ 95, 13, 57 }, { 96, 13, 43 }, { 47, 21, 32 }, { 77, 23, 42 },
	{ 64, 24, 22 }, { 65, 24, 22 }, { 66, 24, 49 }, { 75, 24, 21 },
	{ 77, 24, 21 }, { 38, 25, 48 }, { 46, 25, 45 }, { 50, 25, 47 },
	{ 53, 25, 58 }, { 57, 25, 30 }, { 72, 25, 57 }, { 88, 25, 59 },
	{ 94, 25, 32 },
};

static const char *const land[] = {
	"tTTttTtTTtTtttTttTtTTttTttTtTtTtTttTtttttTTt",
	"TttTTtttttttttTtTttTtTtTTtTttTttTTTtTtTTTtTT",
	"tTTtttttTttttttttttttTTttTTtTtTttttttTTttttT",
	"ttTttttttttTtTTTTtTTttTTTttttTtTtttTtttTTTtt",
	"TTtt    ttttt                    o      tTtT",
	"TtTt    tTTTt                    o      tTtT",
	"tttT    ttttt           T     o  o o    ttTT",
	"tttt                             o      ttTt",
	"tttt     t        tTt            o      TTTt",
	"tTtT              tTT       T    o      tttt",
	"TtTT  ttttTT      tTt   o        o   ab ttTt",
	"tTtt  TtttTt                     o   cd tttT",
	"TtTt  tttTtt                     o      tttt",
	"TttT                             #      tttT",
	"tTtT                      p      #      tttT",
	"tttT                             o      tttT",
	"tttt                             o      tttT",
	"TtTTtttTttttt   TTt              o  T   ttTt",
	"TTTttTTTttTtt   ttT           o  o      Tttt",
	"TtttTTttttttt   Ttt              o      ttTT",
	"ttTt            ttt    ~~~~~~    o  o   ttTt",
	"tTtt            ttt   ~~~~~~~~   o      TtTT",
	"ttTt    o       Ttt   ~~~~~~~~   o    T tttT",
	"tttt                  ~~~~~~~~   o      ttTt",
	"tttt          p       ~~~~~~~~   o      ttTT",
	"tttt                   ~~~~~~    o   o  tTTT",
	"tttt  t                          o      tttt",
	"tttt                o            o t    tTtT",
	"Tttt        o                    o      tttt",
	"TtTt                             o      tttt",
	"tttTtTTttTttttTTTtTtTtttTtTttTtttttTtTTttttt",
	"tttTtttTtTTTtTtTtTTtTTttttttTtTtTtttttttTtTt",
	"TtttTTTTttTTtTtTtTttttTttTTtttTttTtttTttTttT",
	"TTTTTttTtttttTtTTtTTtttttTTttTTtTTtTTTtttttt",
};

static const struct thing land_things[] = {
	{ 37, 12, 17 }, { 38, 12, 17 }, { 33, 13, 3 }, { 26, 14, 4 },
	{ 33, 14, 3 }, { 6, 24, 19 }, { 14, 24, 3 },
};

static const char *const patch[] = {
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                          ",
	"                BBB       ",
	"                          ",
	"        <==>              ",
	"                          ",
	"   Z F        65gg23w fY  ",
	"ggggggggggggggeeeeeegggggg",
	"eeeeeeeeeeeeeeeeeeeeeeeeee",
	"eeeeeeeeeeeeeeeeebeeeeeeee",
	"RRRRRRRRRRRRRRRRRRRRRRRRRR",
	"RRRRRRRRRRRRRRRRRRRRRRRRRR",
};

static const struct thing patch_things[] = {
	{ 17, 9, 25 }, { 9, 11, 21 }, { 10, 11, 21 }, { 16, 13, 45 },
	{ 11, 14, 2 }, { 21, 14, 41 },
};

static const char *const hall[] = {
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBB   C      C        C      C   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c   i  c   i    c  i   c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      cBBBBBBBBc      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c BBBB c        c BBBB c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBBXXXc      c        c      cXXXBBB",
	"BBB   c   i  c   i    c  i   c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   c      c        c      c   BBB",
	"BBB   d      d        d      d   BBB",
	"BBBxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
	"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
};

static const struct thing hall_things[] = {
	{ 15, 12, 31 }, { 16, 12, 31 }, { 18, 12, 31 }, { 19, 12, 31 },
	{ 20, 12, 31 }, { 8, 16, 31 }, { 9, 16, 31 }, { 10, 16, 31 },
	{ 11, 16, 31 }, { 24, 16, 31 }, { 25, 16, 31 }, { 26, 16, 31 },
	{ 27, 16, 31 }, { 3, 19, 31 }, { 32, 19, 31 }, { 4, 24, 1 },
	{ 26, 24, 61 },
};

/* clang-format on */

struct plan {
	unsigned number;
	char name[EXH_KEEN_MAP_NAME_SIZE];
	size_t width, height;
	const struct area *areas;
	size_t area_count;
	/* The second continues to the right of the first. */
	const char *const *rows[2];
	const struct letter *letters;
	size_t letter_count;
	const struct thing *things;
	size_t thing_count;
};

#define AREAS(name) name##_areas, LENGTH(name##_areas)
#define THINGS(name) name##_things, LENGTH(name##_things)

static const struct plan plans[] = {
	{ 0,
	  "MOLE LAND",
	  44,
	  34,
	  AREAS(land),
	  { land },
	  land_letters,
	  LENGTH(land_letters),
	  THINGS(land) },
	{ 1,
	  "MOLE GARDEN",
	  100,
	  30,
	  AREAS(garden),
	  { garden_west, garden_east },
	  ground_letters,
	  LENGTH(ground_letters),
	  THINGS(garden) },
	{ 2,
	  "GREEN PATCH",
	  26,
	  20,
	  AREAS(patch),
	  { patch },
	  ground_letters,
	  LENGTH(ground_letters),
	  THINGS(patch) },
	{ 15,
	  "KING'S HALL",
	  36,
	  30,
	  AREAS(hall),
	  { hall },
	  ground_letters,
	  LENGTH(ground_letters),
	  THINGS(hall) },
};

static void fill_area(const struct area *area, struct exh_keen_map *map)
{
	uint16_t *cells = map->planes[EXH_KEEN_BACKGROUND].cells;

	for (int y = area->y; y < area->y + area->height; y++)
		for (int x = area->x; x < area->x + area->width; x++)
			cells[(size_t)y * map->width + (size_t)x] =
				(uint16_t)(area->tile + hash(x, y, 61) % area->kinds);
}

static uint16_t find_letter(const struct plan *plan, size_t x, size_t y)
{
	const size_t first = strlen(plan->rows[0][y]);
	const char letter = x < first ? plan->rows[0][y][x] : plan->rows[1][y][x - first];

	for (size_t i = 0; i < plan->letter_count; i++)
		if (plan->letters[i].letter == letter)
			return plan->letters[i].tile;
	return 0;
}

static void draw_plan(const struct plan *plan, struct exh_keen_map *map)
{
	uint16_t *fore = map->planes[EXH_KEEN_FOREGROUND].cells;
	uint16_t *info = map->planes[EXH_KEEN_INFO].cells;

	for (size_t i = 0; i < plan->area_count; i++)
		fill_area(&plan->areas[i], map);
	for (size_t i = 0; i < plan->width * plan->height; i++)
		fore[i] = find_letter(plan, i % plan->width, i / plan->width);
	for (size_t i = 0; i < plan->thing_count; i++)
		info[plan->things[i].y * plan->width + plan->things[i].x] =
			plan->things[i].value;
}

static void add_level(struct levels *levels, const struct plan *plan)
{
	struct exh_keen_map *map = &levels->items[levels->maps.count++];

	map->number = plan->number;
	memcpy(map->name, plan->name, sizeof plan->name);
	map->width = plan->width;
	map->height = plan->height;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map->planes[i].cells =
			calloc(plan->width * plan->height, sizeof(uint16_t));
	draw_plan(plan, map);
}

void dreams_levels(struct levels *levels)
{
	static const uint8_t prefix[] = "TED5v1.0\x98\xff\xbd";

	*levels = (struct levels){ .tile_info = { .limit = 1 << 20 } };
	levels->maps = (struct exh_keen_maps){
		.packing = EXH_KEEN_MAP_HUFFMAN,
		.rlew_tag = 0xabcd,
		.prefix = { prefix, sizeof prefix - 1, 0 },
		.items = levels->items,
	};
	for (size_t i = 0; i < LENGTH(plans); i++)
		add_level(levels, &plans[i]);
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const size_t tiles = exh_keen_tile_table_is_foreground(table)
					     ? DREAMS_TILES16M
					     : DREAMS_TILES16;

		for (size_t tile = 0; tile < tiles; tile++)
			exh_write_u8(&levels->tile_info, dreams_tile_info(table, tile));
	}
}
