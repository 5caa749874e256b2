/* Texts and subtitles that are kept. */
#include "zv_world.h"
#include "world_items.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum exh_status make_lines(struct exh_zv_world *world, struct exh_bytes file,
				  const char *name, void *thing, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct zv_lines *lines = thing;

	lines->name = name;
	return exh_zv_text_read(file, EXH_ZV_ENCODING_AUTO, &world->arena, &lines->text,
				notes, err);
}

const struct zv_lines *exh_zv_world_lines(struct exh_zv_world *world, const char *name)
{
	return exh_zv_item_get(world, ZV_LINES, name, make_lines,
			       sizeof(struct zv_lines));
}

static enum exh_status make_subtitles(struct exh_zv_world *world, struct exh_bytes file,
				      const char *name, void *thing,
				      struct exh_notes *notes, struct exh_error *err)
{
	struct zv_subtitles *subtitles = thing;
	const enum exh_status status =
		exh_zv_sub_read(file, &world->arena, &subtitles->sub, notes, err);
	const char *text = subtitles->sub.text_file;
	char lower[ZV_NAME_SIZE];

	(void)name;
	if (!status && text &&
	    exh_zv_world_name(
		    (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, lower))
		subtitles->lines = exh_zv_world_lines(world, lower);
	return status;
}

static bool is_there(struct exh_zv_world *world, const char *name)
{
	struct exh_bytes bytes;

	if (!exh_zv_world_read(world, name, &bytes))
		return false;
	exh_zv_world_release(world, bytes);
	return true;
}

const struct zv_subtitles *exh_zv_world_subtitles(struct exh_zv_world *world,
						  const char *name)
{
	const char *dot = strrchr(name, '.');
	const size_t stem = dot ? (size_t)(dot - name) : strlen(name);
	char file[ZV_NAME_SIZE + 4];

	if (stem + 4 >= ZV_NAME_SIZE)
		return NULL;
	snprintf(file, sizeof file, "%.*s.sub", (int)stem, name);
	if (!exh_zv_item_find(world, ZV_SUBTITLES, file) && !is_there(world, file)) {
		exh_zv_item_add(world, ZV_SUBTITLES, file);
		return NULL;
	}
	return exh_zv_item_get(world, ZV_SUBTITLES, file, make_subtitles,
			       sizeof(struct zv_subtitles));
}
