#include "game.h"

#include "media/sound/sound.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 64 << 20,	   /* bytes of an output that is read again */
	MORE_LIMIT = 4 << 20,	   /* bytes of a script */
	ANIMATION_LIMIT = 3 << 20, /* bytes of an animation in a script */
	NAME_DIGITS = 16,
	COLUMNS = 800, /* columns of a wave */
};

/*
 * Sounds as waves.
 */

struct peak {
	int least, most;
};

static struct peak peak_of(const int16_t *samples, size_t count)
{
	struct peak peak = { samples[0], samples[0] };

	for (size_t i = 1; i < count; i++) {
		peak.least = samples[i] < peak.least ? samples[i] : peak.least;
		peak.most = samples[i] > peak.most ? samples[i] : peak.most;
	}
	return peak;
}

static struct json *peaks_of(const struct sound_samples *sound)
{
	const size_t count = sound->frame_count < COLUMNS ? sound->frame_count : COLUMNS;
	uint8_t bytes[2 * COLUMNS];

	for (size_t i = 0; i < count; i++) {
		const size_t first = sound->frame_count * i / count;
		const size_t end = sound->frame_count * (i + 1) / count;
		const struct peak peak =
			peak_of(sound->samples + first * sound->channel_count,
				(end - first) * sound->channel_count);

		bytes[2 * i] = (uint8_t)((peak.least + 32768) >> 8);
		bytes[2 * i + 1] = (uint8_t)((peak.most + 32768) >> 8);
	}
	return json_of_hex((struct exh_bytes){ bytes, 2 * count, 0 });
}

/* Returns an object for a sound file: file, seconds, and peaks: for each column the least
 * and the greatest sample of all channels, as two bytes in hexadecimal digits; 80 is
 * silence. */
static struct json *waves_of(struct exh_bytes bytes, const char *name)
{
	struct sound_samples sound;
	struct json *out = NULL;

	if (sound_read(bytes, &sound, NULL, NULL))
		return NULL;
	if (sound.frame_count && sound.rate_hz) {
		out = json_new_object();
		json_set_text(out, "file", name);
		json_set(out, "seconds",
			 json_new_real((double)sound.frame_count / sound.rate_hz));
		json_set(out, "peaks", peaks_of(&sound));
	}
	free(sound.samples);
	return out;
}

/*
 * Levels as their planes.
 */

/* Returns the path of an image, relative to the folder of name. */
static struct json *image_path(const char *name, const struct json *image)
{
	char *path = file_sibling(name, json_text_of(image));
	struct json *out = json_of_text(path);

	free(path);
	return out;
}

static struct json *animated_tiles(const struct json *tiles)
{
	struct json *out = json_new_list();
	const struct json *tile;
	size_t i;

	json_each(tiles, i, tile)
	{
		const struct json *animation = json_get(tile, "animation");

		if (animation)
			json_push(out, json_make("{s:O, s:O}", "id", json_get(tile, "id"),
						 "animation", animation));
	}
	return out;
}

static struct json *tileset_of(const struct json *from, const char *name)
{
	static const char *const keys[] = { "firstgid",	  "columns", "tilewidth",
					    "tileheight", "margin",  "spacing",
					    "tilecount",  NULL };
	const struct json *image = json_get(from, "image");
	struct json *out;

	/* A tileset in a file of its own is not drawn. */
	if (!json_is_text(image))
		return NULL;
	out = json_new_object();
	page_copy_keys(from, keys, false, out);
	json_set(out, "image", image_path(name, image));
	json_set(out, "tiles", animated_tiles(json_get(from, "tiles")));
	return out;
}

static struct json *layer_of(const struct json *from)
{
	static const char *const keys[] = { "name", "data", "objects", "visible", NULL };
	struct json *out = json_new_object();

	page_copy_keys(from, keys, false, out);
	return out;
}

/* Returns a map of Tiled (.tmj) with the members needed for drawing; its image is a path
 * in the output. */
static struct json *level_of(struct exh_bytes tmj, const char *name)
{
	static const char *const keys[] = { "width", "height", "tilewidth", "tileheight",
					    NULL };
	struct json *map = json_parse(tmj, NULL);
	struct json *out, *layers, *tilesets;
	const struct json *item;
	size_t i;

	if (!map)
		return NULL;
	out = json_new_object();
	layers = json_new_list();
	tilesets = json_new_list();
	page_copy_keys(map, keys, false, out);
	json_each(json_get(map, "layers"), i, item)
	{
		json_push(layers, layer_of(item));
	}
	json_each(json_get(map, "tilesets"), i, item)
	{
		struct json *tileset = tileset_of(item, name);

		if (tileset)
			json_push(tilesets, tileset);
	}
	json_set(out, "layers", layers);
	json_set(out, "tilesets", tilesets);
	json_free(map);
	return out;
}

static struct json *layer_named(const char *name, struct json *data)
{
	const char *end = strrchr(name, '.');
	const char *plane = end;

	while (plane > name && plane[-1] != '.' && plane[-1] != '/')
		plane--;
	return json_make("{s:s%, s:o}", "name", plane, (size_t)(end - plane), "data",
			 data);
}

/* Returns a plane of cells (.csv) as a layer. width and height get its size. */
static struct json *plane_of(struct exh_bytes csv, const char *name, size_t *width,
			     size_t *height)
{
	struct json *data = json_new_list();
	int64_t value = 0;
	bool in_number = false;

	*height = 0;
	for (size_t i = 0; i <= csv.size; i++) {
		const uint8_t c = i < csv.size ? csv.data[i] : '\n';

		if (c >= '0' && c <= '9' && value < 1 << 24) {
			value = value * 10 + (c - '0');
			in_number = true;
			continue;
		}
		if (in_number)
			json_push(data, json_new_number(value));
		if (c == '\n' && in_number)
			++*height;
		value = 0;
		in_number = false;
	}
	*width = *height ? json_size(data) / *height : 0;
	if (*width && *width * *height == json_size(data))
		return layer_named(name, data);
	json_free(data);
	return NULL;
}

/*
 * Files.
 */

/* The assets of one export. */
struct job {
	struct extraction *x;
	const struct assets *assets;
	const char *folder, *kind;
};

/* Returns the asset's index in the new index. */
static size_t indexed(const struct job *job, size_t i)
{
	const struct asset *asset = &job->assets->items[i].asset;

	return new_index_find(&job->x->made, job->kind, asset->number, asset->name);
}

static bool is_drawn(const struct planned_file *planned)
{
	static const char *const endings[] = { ".flac", ".wav",	 ".tmj",
					       ".csv",	".apng", ".gif" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(planned->name, endings[i]))
			return true;
	return false;
}

/* Adds a plane to a level, since each plane is in a file of its own. */
static void add_plane(struct json *out, struct exh_bytes csv, const char *name)
{
	struct json *level = json_get(out, "level");
	size_t width, height;
	struct json *plane = plane_of(csv, name, &width, &height);

	if (plane && !level)
		level = json_set(out, "level",
				 json_make("{s:I, s:I, s:i, s:i, s:[]}", "width",
					   (int64_t)width, "height", (int64_t)height,
					   "tilewidth", 16, "tileheight", 16,
					   "tilesets"));
	if (plane)
		json_add(level, "layers", plane);
}

/* Returns an animation with its bytes, since browsers can neither pause pictures nor step
 * through them. */
static struct json *animation_of(struct exh_bytes bytes, const char *name)
{
	struct exh_writer data = { .limit = ANIMATION_LIMIT };
	struct json *out = NULL;

	text_put_base64(&data, bytes);
	/* An animation that is too large for a page can only be played. */
	if (!data.failed)
		out = json_make("{s:o, s:s, s:s%}", "file", json_of_text(name), "type",
				file_has_ending(name, ".gif") ? "image/gif" : "image/png",
				"data", (const char *)data.data, data.size);
	exh_writer_free(&data);
	return out;
}

static void add_content(struct json *out, struct exh_bytes bytes, const char *name)
{
	struct json *level, *waves, *animation;

	if (file_has_ending(name, ".flac") || file_has_ending(name, ".wav")) {
		waves = waves_of(bytes, name);
		if (waves)
			json_add(out, "waves", waves);
	} else if (file_has_ending(name, ".csv")) {
		add_plane(out, bytes, name);
	} else if (file_has_ending(name, ".apng") || file_has_ending(name, ".gif")) {
		animation = animation_of(bytes, name);
		if (animation)
			json_set(out, "animation", animation);
	} else {
		level = level_of(bytes, name);
		if (level)
			json_set(out, "level", level);
	}
}

/* Adds a file; one that can't be read again is not drawn. */
static void add_file(const struct job *job, const struct planned_file *planned,
		     struct json *out)
{
	char *name = file_join(job->folder, planned->name); /* in the output */
	char *path = file_join(job->x->output, name);
	struct file file;

	if (!file_read_own(path, FILE_LIMIT, &file, NULL)) {
		add_content(out, file_bytes(&file), name);
		free(file.data);
	}
	free(path);
	free(name);
}

static void add_files(const struct job *job, size_t i, struct json *out)
{
	for (size_t k = 0; k < job->assets->files.count; k++) {
		const struct planned_file *planned = &job->assets->files.items[k];

		if (planned->asset == i && planned->is_done && is_drawn(planned))
			add_file(job, planned, out);
	}
}

/*
 * Scripts.
 */

static struct json *make_value(const struct job *job, size_t i, bool whole)
{
	const struct assets *assets = job->assets;
	const struct asset *asset = &assets->items[i].asset;
	struct json *value = json_new_object(), *own;

	json_set(value, "id", asset_id(job->kind, asset->number, asset->name));
	if (!whole)
		return value;
	own = assets->kind->more && assets_has(assets, i)
		      ? assets->kind->more(assets->options, asset)
		      : NULL;
	if (own)
		json_take_all(value, own);
	json_free(own);
	add_files(job, i, value);
	return value;
}

/* Makes a script; its files are left out if they are too large for a page to load. */
static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	struct json *value = make_value(context, output->which, true);
	enum exh_status status = page_write_call("exhumeMore", value, out, err);

	json_free(value);
	if (status || out->size <= MORE_LIMIT)
		return status;
	out->size = 0;
	value = make_value(context, output->which, false);
	status = page_write_call("exhumeMore", value, out, err);
	json_free(value);
	return status;
}

/* Ids may have any characters, so the script is named after a part of the id's hash. */
static char *script_path(const struct job *job, const char *id)
{
	char name[sizeof PAGE_DATA + NAME_DIGITS + 8];
	struct json *digits =
		sha256_to_json((struct exh_bytes){ (const uint8_t *)id, strlen(id), 0 });

	snprintf(name, sizeof name, "%s/%.*s.js", PAGE_DATA, (int)NAME_DIGITS,
		 json_text_of(digits));
	json_free(digits);
	return file_join(job->x->output, name);
}

/* Finds the assets with a script. is_planned: counts planned files, before they are
 * written. */
static bool *find_drawn(const struct assets *assets, bool is_planned)
{
	bool *drawn = mem_alloc(assets->count, sizeof *drawn);

	for (size_t i = 0; i < assets->count; i++)
		drawn[i] = assets->kind->more && assets_has(assets, i);
	for (size_t k = 0; k < assets->files.count; k++) {
		const struct planned_file *planned = &assets->files.items[k];

		if (planned->asset != ASSET_WHOLE && (is_planned || planned->is_done) &&
		    is_drawn(planned))
			drawn[planned->asset] = true;
	}
	return drawn;
}

size_t page_drawn_count(const struct assets *assets)
{
	bool *drawn = find_drawn(assets, true);
	size_t count = 0;

	for (size_t i = 0; i < assets->count; i++)
		count += drawn[i];
	free(drawn);
	return count;
}

/* Plans the scripts. Assets that already have one from another export keep it. */
static void plan(const struct job *job, struct outputs *outputs)
{
	bool *drawn = find_drawn(job->assets, false);

	for (size_t i = 0; i < job->assets->count; i++) {
		const struct new_index *index = &job->x->made;
		const size_t place = indexed(job, i);

		if (drawn[i] && !new_index_has_file(index, place, INDEX_MORE))
			outputs_add(outputs, script_path(job, index->items[place].id), 0,
				    i);
	}
	free(drawn);
}

static void note(const struct job *job, const struct outputs *outputs)
{
	const size_t skipped = strlen(job->x->output) + 1;

	for (size_t i = 0; i < outputs->count; i++) {
		const struct output *output = &outputs->items[i];

		if (output->begun && !output->err.status && !output->is_left_out)
			new_index_add_file(&job->x->made, indexed(job, output->which),
					   INDEX_MORE, output->path + skipped, 0,
					   output->sha256);
	}
}

static enum output_existing judge(void *context, const char *path,
				  const uint8_t sha256[32])
{
	const struct job *job = context;

	return extraction_judge(job->x, path, sha256);
}

void page_draw(struct extraction *x, struct assets *assets, const char *folder,
	       const char *kind)
{
	struct job job = { .x = x, .assets = assets, .folder = folder, .kind = kind };
	struct outputs outputs = { .make = make, .hashes = true, .judge = judge };

	if (x->request->dry_run || x->request->no_page || interrupt_pending())
		return;
	outputs.context = &job;
	plan(&job, &outputs);
	if (outputs.count)
		outputs_run(&outputs, x->report, "page");
	note(&job, &outputs);
	extraction_note_unwritten(x, &outputs);
	outputs_free(&outputs);
}
