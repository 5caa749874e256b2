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
	FILE_LIMIT = 64 << 20, /* of what is read again */
	MORE_LIMIT = 4 << 20,  /* of what becomes of it */
	NAME_DIGITS = 16,
	COLUMNS = 800, /* of a wave */
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

static json_t *peaks_of(const struct wav_sound *sound)
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
	return json_hex((struct exh_bytes){ bytes, 2 * count, 0 });
}

/* An object of a WAV file: file, seconds, and peaks: for each column the least and the
 * most sample, of any channel, as two bytes in hexadecimal digits, 80 is silence. */
static json_t *waves_of(struct exh_bytes wav, const char *name)
{
	struct wav_sound sound;
	json_t *out = NULL;

	if (wav_read(wav, &sound, NULL, NULL))
		return NULL;
	if (sound.frame_count && sound.rate_hz) {
		out = json_object();
		json_set_text(out, "file", name);
		json_object_set_new(out, "seconds",
				    json_real((double)sound.frame_count / sound.rate_hz));
		json_object_set_new(out, "peaks", peaks_of(&sound));
	}
	free(sound.samples);
	return out;
}

/*
 * Levels as their planes.
 */

/* The folder of name, and the image. */
static json_t *image_path(const char *name, const json_t *image)
{
	char path[512];
	const char *slash = strrchr(name, '/');

	snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - name + 1) : 0, name,
		 json_string_value(image));
	return json_text(path);
}

static json_t *animated_tiles(const json_t *tiles)
{
	json_t *out = json_array();
	const json_t *tile;
	size_t i;

	json_array_foreach(tiles, i, tile)
	{
		const json_t *animation = json_object_get(tile, "animation");

		if (animation)
			json_array_append_new(out, json_pack("{s:O, s:O}", "id",
							     json_object_get(tile, "id"),
							     "animation", animation));
	}
	return out;
}

static json_t *tileset_of(const json_t *from, const char *name)
{
	static const char *const keys[] = { "firstgid",	  "columns", "tilewidth",
					    "tileheight", "margin",  "spacing",
					    "tilecount",  NULL };
	const json_t *image = json_object_get(from, "image");
	json_t *out;

	/* One in a file of its own is not drawn. */
	if (!json_is_string(image))
		return NULL;
	out = json_object();
	page_copy_keys(from, keys, false, out);
	json_object_set_new(out, "image", image_path(name, image));
	json_object_set_new(out, "tiles", animated_tiles(json_object_get(from, "tiles")));
	return out;
}

static json_t *layer_of(const json_t *from)
{
	static const char *const keys[] = { "name", "data", "objects", "visible", NULL };
	json_t *out = json_object();

	page_copy_keys(from, keys, false, out);
	return out;
}

/* A map of Tiled (.tmj), with what draws it: its image is a path in the output. */
static json_t *level_of(struct exh_bytes tmj, const char *name)
{
	static const char *const keys[] = { "width", "height", "tilewidth", "tileheight",
					    NULL };
	json_t *map = json_parse(tmj, NULL);
	json_t *out, *layers, *tilesets;
	const json_t *item;
	size_t i;

	if (!map)
		return NULL;
	out = json_object();
	layers = json_array();
	tilesets = json_array();
	page_copy_keys(map, keys, false, out);
	json_array_foreach(json_object_get(map, "layers"), i, item)
	{
		json_array_append_new(layers, layer_of(item));
	}
	json_array_foreach(json_object_get(map, "tilesets"), i, item)
	{
		json_t *tileset = tileset_of(item, name);

		if (tileset)
			json_array_append_new(tilesets, tileset);
	}
	json_object_set_new(out, "layers", layers);
	json_object_set_new(out, "tilesets", tilesets);
	json_decref(map);
	return out;
}

static json_t *layer_named(const char *name, json_t *data)
{
	const char *end = strrchr(name, '.');
	const char *plane = end;

	while (plane > name && plane[-1] != '.' && plane[-1] != '/')
		plane--;
	return json_pack("{s:s%, s:o}", "name", plane, (size_t)(end - plane), "data",
			 data);
}

/* A plane of cells (.csv), as a layer. width and height get its size. */
static json_t *plane_of(struct exh_bytes csv, const char *name, size_t *width,
			size_t *height)
{
	json_t *data = json_array();
	json_int_t value = 0;
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
			json_array_append_new(data, json_integer(value));
		if (c == '\n' && in_number)
			++*height;
		value = 0;
		in_number = false;
	}
	*width = *height ? json_array_size(data) / *height : 0;
	if (*width && *width * *height == json_array_size(data))
		return layer_named(name, data);
	json_decref(data);
	return NULL;
}

/*
 * Files.
 */

/* Assets of one export. */
struct job {
	struct extraction *x;
	const struct assets *assets;
	const char *folder, *kind;
};

/* The asset in the index; borrowed. */
static json_t *indexed(const struct job *job, size_t i)
{
	const struct asset *asset = &job->assets->items[i].asset;
	json_t *id = asset_id(job->kind, asset->number, asset->name);
	json_t *object = json_object_get(job->x->made.by_id, json_string_value(id));

	json_decref(id);
	return object;
}

static bool is_drawn(const struct planned_file *planned)
{
	return planned->is_done && (file_has_ending(planned->name, ".wav") ||
				    file_has_ending(planned->name, ".tmj") ||
				    file_has_ending(planned->name, ".csv"));
}

/* Planes of one level lie in files of their own. */
static void add_plane(json_t *out, struct exh_bytes csv, const char *name)
{
	json_t *level = json_object_get(out, "level");
	size_t width, height;
	json_t *plane = plane_of(csv, name, &width, &height);

	if (plane && !level)
		level = json_put(out, "level",
				 json_pack("{s:I, s:I, s:i, s:i, s:[]}", "width",
					   (json_int_t)width, "height",
					   (json_int_t)height, "tilewidth", 16,
					   "tileheight", 16, "tilesets"));
	if (plane)
		json_add(level, "layers", plane);
}

static void add_content(json_t *out, struct exh_bytes bytes, const char *name)
{
	json_t *level, *waves;

	if (file_has_ending(name, ".wav")) {
		waves = waves_of(bytes, name);
		if (waves)
			json_add(out, "waves", waves);
	} else if (file_has_ending(name, ".csv")) {
		add_plane(out, bytes, name);
	} else {
		level = level_of(bytes, name);
		if (level)
			json_object_set_new(out, "level", level);
	}
}

/* What can't be read again is not drawn. */
static void add_file(const struct job *job, const struct planned_file *planned,
		     json_t *out)
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

static void add_files(const struct job *job, size_t i, json_t *out)
{
	for (size_t k = 0; k < job->assets->files.count; k++) {
		const struct planned_file *planned = &job->assets->files.items[k];

		if (planned->asset == i && is_drawn(planned))
			add_file(job, planned, out);
	}
}

/*
 * Scripts.
 */

static json_t *make_value(const struct job *job, size_t i, bool whole)
{
	const struct assets *assets = job->assets;
	const struct asset *asset = &assets->items[i].asset;
	json_t *value = json_object(), *own;

	json_object_set_new(value, "id", asset_id(job->kind, asset->number, asset->name));
	if (!whole)
		return value;
	own = assets->kind->more && assets_has(assets, i)
		      ? assets->kind->more(assets->options, asset)
		      : NULL;
	if (own)
		json_object_update(value, own);
	json_decref(own);
	add_files(job, i, value);
	return value;
}

/* What is too large for a page to load is left out. */
static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	json_t *value = make_value(context, output->which, true);
	enum exh_status status = page_write_call("exhumeMore", value, out, err);

	json_decref(value);
	if (status || out->size <= MORE_LIMIT)
		return status;
	out->size = 0;
	value = make_value(context, output->which, false);
	status = page_write_call("exhumeMore", value, out, err);
	json_decref(value);
	return status;
}

/* Ids hold anything: the script is named after a part of their hash. */
static char *script_path(const struct job *job, const char *id)
{
	char name[sizeof PAGE_DATA + NAME_DIGITS + 8];
	json_t *digits =
		sha256_to_json((struct exh_bytes){ (const uint8_t *)id, strlen(id), 0 });

	snprintf(name, sizeof name, "%s/%.*s.js", PAGE_DATA, (int)NAME_DIGITS,
		 json_string_value(digits));
	json_decref(digits);
	return file_join(job->x->output, name);
}

static bool *find_drawn(const struct assets *assets)
{
	bool *drawn = mem_alloc(assets->count, sizeof *drawn);

	for (size_t i = 0; i < assets->count; i++)
		drawn[i] = assets->kind->more && assets_has(assets, i);
	for (size_t k = 0; k < assets->files.count; k++)
		if (assets->files.items[k].asset != ASSET_WHOLE &&
		    is_drawn(&assets->files.items[k]))
			drawn[assets->files.items[k].asset] = true;
	return drawn;
}

/* Assets that another export has drawn keep that. */
static void plan(const struct job *job, struct outputs *outputs)
{
	bool *drawn = find_drawn(job->assets);

	for (size_t i = 0; i < job->assets->count; i++) {
		const json_t *object = indexed(job, i);

		if (drawn[i] && !json_object_get(object, "more"))
			outputs_add(outputs, script_path(job, json_text_at(object, "id")),
				    0, i);
	}
	free(drawn);
}

static void note(const struct job *job, const struct outputs *outputs)
{
	const size_t skipped = strlen(job->x->output) + 1;

	for (size_t i = 0; i < outputs->count; i++) {
		const struct output *output = &outputs->items[i];
		json_t *object = indexed(job, output->which);

		if (!output->begun || output->err.status)
			continue;
		json_set_text(object, "more", output->path + skipped);
		json_object_set_new(object, "more_sha256", sha256_digits(output->sha256));
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
