/* The map as one HTML page, with all that it shows. Its template is page.html. */
#include "zv_world.h"

#include "media/picture/png.h"
#include "task/json.h"
#include "task/memory.h"

#include <exhume/advanced/panorama.h>

#include <stdlib.h>
#include <string.h>

enum { PNG_LIMIT = 1 << 28 };

/* Lines of the template, which the build makes. */
extern const char *const zv_world_page_lines[];

/* A place's picture as a data URL. */
struct page_picture {
	struct exh_writer url;
	enum exh_status status;
	struct exh_error err;
};

struct page_pictures {
	const struct zv_map *map;
	struct page_picture *items; /* pictures of the places */
};

static void make_picture(void *context, size_t i)
{
	static const char head[] = "data:image/png;base64,";
	const struct page_pictures *pictures = context;
	const struct exh_zv_atlas_place *place = &pictures->map->atlas.places[i];
	struct page_picture *out = &pictures->items[i];
	struct exh_writer png = { .limit = PNG_LIMIT };
	struct exh_zv_picture picture;

	out->url.limit = PNG_LIMIT;
	if (!zv_map_file(pictures->map, place->picture))
		return;
	out->status = zv_map_picture(pictures->map, place, &picture, &out->err);
	if (!out->status)
		out->status = png_encode_555(picture.pixels, picture.width,
					     picture.height, -1, 0, &png, &out->err);
	if (!out->status) {
		exh_write_bytes(&out->url, head, sizeof head - 1);
		text_put_base64(&out->url, exh_writer_bytes(&png));
	}
	exh_writer_free(&png);
	free(picture.pixels);
}

/* Adds a picture. One that can't be read is reported. */
static void add_picture(struct zv_world_report *world, struct json *pictures,
			const char *name, struct page_picture *picture)
{
	if (picture->status)
		report_warning(world->report, name, EXH_NO_OFFSET, "%s",
			       picture->err.text);
	else if (picture->url.size && !mem_check_limit(&picture->url, NULL))
		json_set(pictures, name,
			 json_new_text((const char *)picture->url.data,
				       picture->url.size));
	exh_writer_free(&picture->url);
}

static struct json *pictures_of(struct zv_world_report *world)
{
	const struct exh_zv_atlas *atlas = &world->map.atlas;
	struct page_pictures pictures = {
		&world->map, mem_alloc(atlas->place_count, sizeof *pictures.items)
	};
	struct json *json = json_new_object();

	report_jobs(world->report, "zv-world", atlas->place_count, make_picture,
		    &pictures);
	for (size_t i = 0; i < atlas->place_count; i++)
		add_picture(world, json, atlas->places[i].name, &pictures.items[i]);
	free(pictures.items);
	return json;
}

/* The folder's or the archive's name. */
static struct json *title_of(const char *path)
{
	size_t end = strlen(path), start;

	while (end > 1 && path[end - 1] == '/')
		end--;
	for (start = end; start && path[start - 1] != '/'; start--)
		;
	return json_new_text(path + start, end - start);
}

static struct json *window_of(const struct zv_map *map)
{
	size_t width, height;

	zv_game_window(map->game, &width, &height);
	return json_make("{s:i, s:i}", "width", (int)width, "height", (int)height);
}

/* Appends JSON without "<", so that it can't end the script element. */
static void put_world(struct exh_writer *out, const struct json *world)
{
	char *text = json_dump(world, JSON_PACKED);
	const char *from = text;

	while (*from) {
		const size_t size = strcspn(from, "<");

		exh_write_bytes(out, from, size);
		from += size;
		if (*from) {
			exh_write_bytes(out, "\\u003c", 6);
			from++;
		}
	}
	exh_write_bytes(out, "\n", 1);
	free(text);
}

void zv_world_put_page(struct zv_world_report *world)
{
	struct json *page = json_new_copy(world->result);

	json_set(page, "title", title_of(world->input));
	json_set(page, "window", window_of(&world->map));
	if (!world->request->no_pictures)
		json_set(page, "pictures", pictures_of(world));
	for (size_t i = 0; zv_world_page_lines[i]; i++) {
		const char *line = zv_world_page_lines[i];

		if (strcmp(line, "@WORLD@\n") == 0)
			put_world(&world->text, page);
		else
			exh_write_bytes(&world->text, line, strlen(line));
	}
	json_free(page);
}
