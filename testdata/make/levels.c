#include "levels.h"

#include <exhume/advanced/keen_map.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A letter of a plan stands for a tile; a dot for none, and a blank for the sky or none.
 */
struct letter {
	char letter;
	uint16_t tile;
};

static const struct letter backgrounds[] = {
	{ ' ', 16 }, { 'c', 17 }, { 'C', 18 }, { 'h', 19 }, { 'e', 0 },	 { 'E', 1 },
	{ 'b', 2 },  { 'a', 3 },  { 'w', 7 },  { 'G', 4 },  { '/', 32 }, { '\\', 33 },
	{ '1', 34 }, { '2', 35 }, { '3', 36 }, { '4', 37 }, { 'r', 8 },	 { 'R', 9 },
	{ '$', 10 }, { '*', 11 }, { '.', 20 }, { '|', 21 }, { '=', 22 }, { 'H', 24 },
	{ '#', 25 }, { '_', 27 }, { '~', 29 }, { '-', 30 }, { 'L', 45 }, { 'l', 46 },
	{ 'p', 48 }, { 'x', 49 }, { 'o', 50 }, { 's', 51 }, { 'S', 52 }, { 'T', 54 },
	{ 'I', 55 }, { 'B', 56 }, { 'd', 59 }, { 'D', 60 }, { 'f', 63 }, { 'k', 12 },
	{ 't', 14 }, { 'm', 13 },
};

static const struct letter foregrounds[] = {
	{ '<', 1 },  { '=', 2 },  { '>', 3 },  { 'H', 4 },  { 'i', 5 },	 { 'l', 6 },
	{ 'w', 7 },  { 'W', 8 },  { 'v', 9 },  { '^', 10 }, { 'M', 11 }, { 'b', 12 },
	{ 'p', 13 }, { 'g', 14 }, { 'm', 16 }, { 's', 17 }, { 'f', 18 }, { 'F', 19 },
	{ 'y', 20 }, { ',', 21 }, { 'R', 24 }, { 'L', 25 }, { 'S', 26 }, { 'B', 27 },
	{ 'u', 29 }, { 'o', 30 }, { '-', 32 }, { '_', 33 }, { '(', 34 }, { ')', 35 },
	{ 'c', 41 }, { 'G', 42 }, { 'd', 44 }, { 't', 46 },
};

/* A value of the info plane. */
struct info {
	uint16_t x, y, value;
};

struct plan {
	unsigned number;
	char name[EXH_KEEN_MAP_NAME_SIZE + 1]; /* and what follows its zero */
	size_t width, height;
	const char *const *background, *const *foreground; /* rows; NULL: see fill */
	const struct info *infos;
	size_t info_count;
	void (*fill)(struct exh_keen_map *map); /* what no letter stands for */
};

static const char *const hill_background[] = {
	"                                        ",
	"      cC                        cC      ",
	"                 cC                     ",
	"            cC                     cC   ",
	"  cC                   cC               ",
	"                                        ",
	"    h         /\\        h         h     ",
	"   hhh   h   /eb\\   h  hhh  1234 hhh    ",
	"  hhhhh hhh /eeEe\\ hhhhhhhh12ee34hhhhh  ",
	"GGGGGGGGGGGGeeaeeeGGGGGGGGGeeEebeGGGGGGG",
	"EeebeeeEeeeeeEeeeeeeweeeEeeeeeeEeeeEeeee",
	"eeeeEeeeaeeeeee====eeeeebeeeeeeweeeeebee",
	"beeee......eeee|..|eEeeeeeeaeeeee......e",
	"eeEee......eEee|..|e......eeeEeee......e",
	"eeeee.oo...eeee|..|........eeeeee.TIB..e",
	"rrrrrpppppprrrr|..H........rrrrrr......r",
	"r$rrR......rrRr|..H.......xrr*rrrkkkkkkr",
	"rrr...........==##=.......xxrrr......dkr",
	"rRr...........|...H|....rrrrrRr.t....Dtr",
	"rr............|...H|..rrrr$rrr..ffffffff",
	"rr~~~~~~~~~rr.|...H|.rrrrrrrrLLLLLLrrrRr",
	"rr---------rrrrrrrrrrrrr*rrrrllllllrr$rr",
};

static const char *const hill_foreground[] = {
	"                                        ",
	"                                        ",
	"                                        ",
	"                                        ",
	"               cc                       ",
	"                                        ",
	"                             G          ",
	"       <==>                             ",
	"  F f     R   s   s  f F m  s   s  f LF ",
	"                                        ",
	"                                        ",
	"                                        ",
	"     v,,,v,                      ,,,v,, ",
	"     w    W                      i  i   ",
	"       c    (    H )              i   G ",
	"                 H                      ",
	"    -v,,,v-      H .        )    ------ ",
	"   y                 b  o      l        ",
	"   c  ccc        i   gp               S ",
	"   <======>    c i u      d      t  u   ",
	"                 H            MMMM      ",
	"                                        ",
};

static const struct info hill_infos[] = {
	{ 4, 8, 1 },	{ 15, 4, 21 },	{ 16, 4, 21 },	{ 29, 6, 25 },
	{ 20, 8, 41 },	{ 34, 8, 45 },	{ 7, 14, 21 },	{ 6, 18, 22 },
	{ 7, 18, 22 },	{ 8, 18, 22 },	{ 3, 18, 21 },	{ 15, 19, 23 },
	{ 24, 15, 47 }, { 38, 14, 25 }, { 37, 18, 33 }, { 34, 19, 57 },
};

static const char *const shaft_background[] = {
	"rrrrRrrrrrrr$rrrrrRr", "r|................|r", "r|................|r",
	"r====.......=====#=r", "r......T........_H.r", "R......I.........H.r",
	"r......I..xx.....H.*", "r......B.xxxx....H.r", "r..kkkkkkkkkkk...H.r",
	"$..k....s....k...H.r", "r.......S........H.R", "rffffffffffffffffffr",
	"rrrrrr*rrrrrrRrrrrrr",
};

static const char *const shaft_foreground[] = {
	"                    ", " v,,,wv     v,,,W   ", "  l      i       l  ",
	"         i          ", "  F      t          ", " <==>               ",
	"            c       ", "    c    G    <==>  ", "    m               ",
	"                 o  ", " u  S     MM    oo  ", "                    ",
	"                    ",
};

static const struct info shaft_infos[] = {
	{ 2, 10, 2 }, { 12, 6, 21 }, { 4, 7, 21 }, { 9, 7, 28 }, { 15, 10, 42 },
};

/* Tiles that are not there, one that is never drawn, and one of no tile set at all. */
static void fill_odd(struct exh_keen_map *map)
{
	uint16_t *back = map->planes[EXH_KEEN_BACKGROUND].cells;
	uint16_t *fore = map->planes[EXH_KEEN_FOREGROUND].cells;

	for (size_t i = 0; i < map->width * map->height; i++) {
		back[i] = (uint16_t)(i % 64);
		fore[i] = (uint16_t)(i % 7 ? 0 : i % 48);
	}
	back[3] = 0x8000 | 5;
	back[4] = 1440;
	fore[5] = 0x8001;
}

/* What the codings of Keen 4 have marks for: Carmack's copies, and the tag of RLEW. */
static void fill_codes(struct exh_keen_map *map)
{
	uint16_t *info = map->planes[EXH_KEEN_INFO].cells;

	fill_odd(map);
	for (size_t i = 0; i < map->width * map->height; i++)
		info[i] = i % 5 == 0   ? (uint16_t)(0xa700 + i)
			  : i % 5 == 1 ? (uint16_t)(0xa800 + i / 9)
			  : i % 7 < 4  ? 0xabcd
				       : (uint16_t)(i % 3);
}

static void fill_no_info(struct exh_keen_map *map)
{
	fill_odd(map);
	map->planes[EXH_KEEN_INFO].absent = true;
}

static const struct plan dreams_plans[] = {
	{ 0, "MOLE HILL", 40, 22, hill_background, hill_foreground, hill_infos,
	  LENGTH(hill_infos), NULL },
	{ 1, "OLD SHAFT", 20, 13, shaft_background, shaft_foreground, shaft_infos,
	  LENGTH(shaft_infos), NULL },
	{ 5, "SPOT", 1, 1, NULL, NULL, NULL, 0, NULL },
	{ 20, "ODD TILES\0junk!", 16, 12, NULL, NULL, NULL, 0, fill_odd },
};

static const struct plan keen4_plans[] = {
	{ 0, "Mole Hill", 40, 22, hill_background, hill_foreground, hill_infos,
	  LENGTH(hill_infos), NULL },
	{ 3, "No Info", 16, 12, NULL, NULL, NULL, 0, fill_no_info },
	{ 4, "Codes", 20, 15, NULL, NULL, NULL, 0, fill_codes },
};

/*
 * Levels.
 */

static uint16_t find_letter(const struct letter *letters, size_t count, char letter)
{
	for (size_t i = 0; i < count; i++)
		if (letters[i].letter == letter)
			return letters[i].tile;
	return 0;
}

static void draw_plan(const struct plan *plan, struct exh_keen_map *map)
{
	for (size_t i = 0; i < plan->width * plan->height; i++) {
		const size_t x = i % plan->width, y = i / plan->width;

		map->planes[EXH_KEEN_BACKGROUND].cells[i] = find_letter(
			backgrounds, LENGTH(backgrounds), plan->background[y][x]);
		map->planes[EXH_KEEN_FOREGROUND].cells[i] = find_letter(
			foregrounds, LENGTH(foregrounds), plan->foreground[y][x]);
	}
	for (size_t i = 0; i < plan->info_count; i++)
		map->planes[EXH_KEEN_INFO]
			.cells[plan->infos[i].y * plan->width + plan->infos[i].x] =
			plan->infos[i].value;
}

static void add_level(struct levels *levels, const struct plan *plan)
{
	struct exh_keen_map *map = &levels->items[levels->maps.count++];

	map->number = plan->number;
	memcpy(map->name, plan->name, sizeof map->name);
	map->width = plan->width;
	map->height = plan->height;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		map->planes[i].cells =
			calloc(plan->width * plan->height, sizeof(uint16_t));
	if (plan->background)
		draw_plan(plan, map);
	if (plan->fill)
		plan->fill(map);
}

/*
 * Tile information.
 */

struct tile_fact {
	enum exh_keen_tile_table table;
	uint16_t tile;
	uint8_t value;
};

/* A step back of n tiles. */
#define BACK(n) (uint8_t)(256 - (n))

static const struct tile_fact facts[] = {
	/* Water, its surface and its depth, and the surface of lava: rings of two. */
	{ EXH_KEEN_ANIM, 28, 1 },
	{ EXH_KEEN_ANIM, 29, BACK(1) },
	{ EXH_KEEN_ANIM, 30, 1 },
	{ EXH_KEEN_ANIM, 31, BACK(1) },
	{ EXH_KEEN_SPEED, 28, 24 },
	{ EXH_KEEN_SPEED, 29, 24 },
	{ EXH_KEEN_SPEED, 30, 24 },
	{ EXH_KEEN_SPEED, 31, 24 },
	{ EXH_KEEN_ANIM, 44, 1 },
	{ EXH_KEEN_ANIM, 45, BACK(1) },
	{ EXH_KEEN_SPEED, 44, 8 },
	{ EXH_KEEN_SPEED, 45, 8 },
	/* A step, but no time. */
	{ EXH_KEEN_ANIM, 2, 1 },
	/* A torch flickers; a mushroom turns into sprouts, once; a web waits. */
	{ EXH_KEEN_MANIM, 46, 1 },
	{ EXH_KEEN_MANIM, 47, BACK(1) },
	{ EXH_KEEN_MSPEED, 46, 10 },
	{ EXH_KEEN_MSPEED, 47, 6 },
	{ EXH_KEEN_MANIM, 16, 1 },
	{ EXH_KEEN_MSPEED, 16, 35 },
	{ EXH_KEEN_MANIM, 7, 1 },
	/* Planks and crumbs of earth are walls, barrels on all sides. */
	{ EXH_KEEN_NORTHWALL, 1, 1 },
	{ EXH_KEEN_NORTHWALL, 2, 1 },
	{ EXH_KEEN_NORTHWALL, 3, 1 },
	{ EXH_KEEN_NORTHWALL, 30, 1 },
	{ EXH_KEEN_EASTWALL, 30, 1 },
	{ EXH_KEEN_SOUTHWALL, 30, 1 },
	{ EXH_KEEN_WESTWALL, 30, 1 },
	{ EXH_KEEN_NORTHWALL, 32, 1 },
	{ EXH_KEEN_SOUTHWALL, 33, 1 },
	{ EXH_KEEN_WESTWALL, 34, 1 },
	{ EXH_KEEN_EASTWALL, 35, 1 },
	/* Slopes of each kind, above and below. */
	{ EXH_KEEN_NORTHWALL, 16, 2 },
	{ EXH_KEEN_NORTHWALL, 17, 3 },
	{ EXH_KEEN_NORTHWALL, 12, 4 },
	{ EXH_KEEN_NORTHWALL, 13, 5 },
	{ EXH_KEEN_NORTHWALL, 14, 6 },
	{ EXH_KEEN_NORTHWALL, 10, 7 },
	{ EXH_KEEN_SOUTHWALL, 9, 4 },
	{ EXH_KEEN_SOUTHWALL, 21, 7 },
	/* Spikes kill; a ladder is climbed, through a hole; signs and urns are like
	   doors. */
	{ EXH_KEEN_NORTHWALL, 11, 9 },
	{ EXH_KEEN_INTILE, 4, 1 },
	{ EXH_KEEN_NORTHWALL, 5, 17 },
	{ EXH_KEEN_SOUTHWALL, 5, 17 },
	{ EXH_KEEN_EASTWALL, 29, 2 },
	{ EXH_KEEN_WESTWALL, 29, 2 },
	/* In front of sprites, and unknown numbers. */
	{ EXH_KEEN_INTILE, 18, 128 },
	{ EXH_KEEN_INTILE, 19, 128 },
	{ EXH_KEEN_INTILE, 20, 129 },
	{ EXH_KEEN_INTILE, 26, 2 },
	{ EXH_KEEN_INTILE, 44, 255 },
};

static uint8_t find_fact(enum exh_keen_tile_table table, size_t tile)
{
	for (size_t i = 0; i < LENGTH(facts); i++)
		if (facts[i].table == table && facts[i].tile == tile)
			return facts[i].value;
	return 0;
}

void levels_make(struct levels *levels, bool keen4, size_t background_count,
		 size_t foreground_count)
{
	static const uint8_t prefix[] = "TED5v1.0\x98\xff\xbd";
	const struct plan *plans = keen4 ? keen4_plans : dreams_plans;
	const size_t count = keen4 ? LENGTH(keen4_plans) : LENGTH(dreams_plans);

	*levels = (struct levels){ .tile_info = { .limit = 1 << 20 } };
	levels->maps = (struct exh_keen_maps){
		.packing = keen4 ? EXH_KEEN_MAP_CARMACK : EXH_KEEN_MAP_HUFFMAN,
		.rlew_tag = 0xabcd,
		.prefix = { prefix, keen4 ? 8 : 11, 0 },
		.items = levels->items,
	};
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		levels->maps.absent_offsets[i] = keen4 ? -1 : 0;
	for (size_t i = 0; i < count; i++)
		add_level(levels, &plans[i]);
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const size_t tiles = exh_keen_tile_table_is_foreground(table)
					     ? foreground_count
					     : background_count;

		for (size_t tile = 0; tile < tiles; tile++)
			exh_write_u8(&levels->tile_info, find_fact(table, tile));
	}
}

void levels_free(struct levels *levels)
{
	for (size_t i = 0; i < levels->maps.count; i++)
		for (size_t k = 0; k < EXH_KEEN_PLANE_COUNT; k++)
			free(levels->items[i].planes[k].cells);
	exh_writer_free(&levels->tile_info);
}
