#include "zv_world.h"

#include <string.h>
#include <strings.h>

static void add_room(const struct zv_map *map, const struct exh_zv_atlas_place *place,
		     const struct asset_relations *to)
{
	const char *picture = zv_map_file(map, place->picture);

	to->add_room(to->context,
		     &(struct asset_room){
			     .kind = "script",
			     .name = map->names[place->script],
			     .number = ASSET_NO_NUMBER,
			     .picture_kind = picture ? "picture" : NULL,
			     .picture_name = picture,
			     .picture_number = ASSET_NO_NUMBER,
			     .is_start = strcasecmp(place->name, "gary") == 0,
		     });
}

/* Scripts of worlds and of the universe have names of 1 and of 8 letters. */
static bool is_of_a_place(const struct exh_zv_way *way)
{
	const size_t size = strlen(way->from);

	return size == 2 || size == 4;
}

static void add_ways(const struct zv_map *map, const struct exh_zv_atlas_way *way,
		     const struct asset_relations *to)
{
	if (way->to == EXH_ZV_NOWHERE || way->is_impossible || !is_of_a_place(way->way))
		return;
	for (size_t i = 0; i < map->atlas.place_count; i++)
		if (i != way->to && exh_zv_atlas_leads(&map->atlas, way, i))
			to->add_way(to->context, i, way->to);
}

void zv_rooms_relate(void *game, struct report *report, const struct asset_relations *to)
{
	struct zv_map map;

	if (zv_map_make(&map, game, report)) {
		for (size_t i = 0; i < map.atlas.place_count; i++)
			add_room(&map, &map.atlas.places[i], to);
		for (size_t i = 0; i < map.atlas.way_count; i++)
			add_ways(&map, &map.atlas.ways[i], to);
	}
	zv_map_close(&map);
}
