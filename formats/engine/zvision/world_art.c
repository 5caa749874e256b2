/* Pictures and cursors that are kept. */
#include "zv_world.h"
#include "world_items.h"

#include "exhume/zvision_picture.h"

#include <stdlib.h>
#include <string.h>

static bool read_cursor(struct exh_bytes bytes, struct zv_art *art,
			struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_cursor cursor;
	struct exh_zv_picture *picture = &art->picture;

	if (exh_zv_cursor_open(bytes, &cursor, notes, err))
		return false;
	art->hot_x = cursor.hot_x;
	art->hot_y = cursor.hot_y;
	picture->width = cursor.width;
	picture->height = cursor.height;
	picture->pixels = malloc(picture->width * picture->height * sizeof(uint16_t));
	if (picture->pixels &&
	    !exh_zv_cursor_decode(&cursor, picture->pixels,
				  picture->width * picture->height, notes, err))
		return true;
	free(picture->pixels);
	return false;
}

/* Its pixels move into the arena. */
static bool keep_pixels(struct exh_zv_world *world, struct exh_zv_picture *picture)
{
	uint16_t *const made = picture->pixels;
	const size_t count = picture->width * picture->height;

	picture->pixels = exh_alloc(&world->arena, count, sizeof *made);
	if (picture->pixels)
		memcpy(picture->pixels, made, count * sizeof *made);
	free(made);
	return picture->pixels != NULL;
}

static bool read_art(struct exh_zv_world *world, const char *name, bool transposed,
		     struct zv_art *art)
{
	struct exh_notes notes = { .arena = &world->arena };
	struct exh_error err = { .text = "out of memory" };
	struct exh_bytes bytes;
	bool good;

	if (!exh_zv_world_read(world, name, &bytes))
		return false;
	if (bytes.size >= 4 && memcmp(bytes.data, "ZCR1", 4) == 0) {
		good = read_cursor(bytes, art, &notes, &err);
		if (!good)
			exh_zv_world_note_failure(world, name, &err);
		exh_zv_world_pass_notes(world, name, &notes);
	} else {
		good = exh_zv_world_decode_picture(world, bytes, name, transposed,
						   &art->picture);
	}
	exh_zv_world_release(world, bytes);
	return good && keep_pixels(world, &art->picture);
}

static const struct zv_art *get_art(struct exh_zv_world *world, const char *name,
				    bool transposed, bool is_needed)
{
	const enum zv_item_kind kind = transposed ? ZV_TURNED_ART : ZV_ART;
	struct zv_item *item = exh_zv_item_find(world, kind, name);
	struct zv_art *art;
	struct exh_bytes bytes;

	if (item)
		return item->thing;
	item = exh_zv_item_add(world, kind, name);
	art = exh_alloc(&world->arena, 1, sizeof *art);
	if (!item || !art)
		return NULL;
	art->name = item->name;
	art->is_transposed = transposed;
	if (!exh_zv_world_read(world, name, &bytes)) {
		if (is_needed)
			exh_zv_world_note_missing(world, name);
		return NULL;
	}
	exh_zv_world_release(world, bytes);
	if (read_art(world, name, transposed, art))
		item->thing = art;
	return item->thing;
}

const struct zv_art *exh_zv_world_art(struct exh_zv_world *world, const char *name,
				      bool transposed)
{
	return get_art(world, name, transposed, true);
}

const struct zv_art *exh_zv_world_art_if(struct exh_zv_world *world, const char *name)
{
	return get_art(world, name, false, false);
}
