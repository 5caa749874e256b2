#include "manifest.h"

#include "io/json.h"
#include "layout_json.h"

#include <nettle/sha2.h>

#include <stdio.h>

static json_t *sha256_to_json(struct exh_bytes bytes)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	char text[SHA256_DIGEST_SIZE * 2 + 1];
	struct sha256_ctx sha256;

	sha256_init(&sha256);
	sha256_update(&sha256, bytes.size, bytes.data);
	sha256_digest(&sha256, sizeof digest, digest);
	for (size_t i = 0; i < sizeof digest; i++)
		snprintf(text + i * 2, 3, "%02x", digest[i]);
	return json_string(text);
}

/* 1/16 pixel in pixels: a whole number where it is one. */
static json_t *units_to_json(int units)
{
	return units % 16 ? json_real(units / 16.0) : json_integer(units / 16);
}

json_t *sprite_to_json(const struct exh_keen_sprite *sprite)
{
	json_t *json = json_object();
	json_t *origin_units = json_array(), *origin = json_array();
	json_t *hitbox_units = json_array(), *hitbox = json_array();

	for (size_t i = 0; i < 2; i++) {
		json_array_append_new(origin_units,
				      json_integer(sprite->origin_units[i]));
		json_array_append_new(origin, units_to_json(sprite->origin_units[i]));
	}
	for (size_t i = 0; i < 4; i++) {
		json_array_append_new(hitbox_units,
				      json_integer(sprite->hitbox_units[i]));
		json_array_append_new(hitbox, units_to_json(sprite->hitbox_units[i]));
	}
	json_object_set_new(json, "origin_units", origin_units);
	json_object_set_new(json, "hitbox_units", hitbox_units);
	json_object_set_new(json, "origin", origin);
	json_object_set_new(json, "hitbox", hitbox);
	json_object_set_new(json, "shifts", json_integer(sprite->shifts));
	return json;
}

static void add_shape(const struct keen_archive *keen, size_t number, json_t *json)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	const size_t tiles = exh_keen_bitmap_count(&keen->graphics, number);
	struct exh_keen_bitmap bitmap;

	if (tiles &&
	    exh_keen_bitmap_open(&keen->graphics, number, 0, &bitmap, NULL) == 0) {
		json_object_set_new(json, "width",
				    json_integer((json_int_t)bitmap.width));
		json_object_set_new(json, "height",
				    json_integer((json_int_t)bitmap.height));
	}
	if (exh_keen_class_tile_size(chunk->class_id) == 8)
		json_object_set_new(json, "tiles", json_integer((json_int_t)tiles));
	if (chunk->class_id == EXH_KEEN_SPRITE &&
	    chunk->index < keen->graphics.sprite_count) {
		json_t *sprite = sprite_to_json(&keen->graphics.sprites[chunk->index]);

		json_object_update(json, sprite);
		json_decref(sprite);
	}
}

static json_t *chunk_to_json(const struct keen_archive *keen, size_t number,
			     const json_t *files)
{
	const struct exh_keen_chunk *chunk = &keen->graphics.chunks[number];
	json_t *json = json_object();

	json_object_set_new(json, "number", json_integer((json_int_t)number));
	json_object_set_new(json, "class",
			    json_string(exh_keen_class_name(chunk->class_id)));
	json_object_set_new(json, "index", json_integer(chunk->index));
	if (chunk->place.state == EXH_KEEN_ABSENT) {
		json_object_set_new(json, "absent", json_true());
		return json;
	}
	json_object_set_new(json, "offset", json_integer(chunk->place.offset));
	if (chunk->place.state == EXH_KEEN_LOST) {
		json_object_set_new(json, "lost", json_true());
		return json;
	}
	json_object_set_new(json, "packed_length",
			    json_integer(chunk->place.packed_size));
	if (chunk->expanded.data) {
		json_object_set_new(json, "expanded_length",
				    json_integer((json_int_t)chunk->expanded.size));
		json_object_set_new(json, "sha256", sha256_to_json(chunk->expanded));
	}
	if (chunk->damaged)
		json_object_set_new(json, "damaged", json_true());
	add_shape(keen, number, json);
	if (json_array_size(files))
		json_object_set(json, "file", json_array_get(files, 0));
	if (json_array_size(files) > 1)
		json_object_set(json, "files", (json_t *)files);
	return json;
}

static json_t *counts_to_json(const struct exh_keen_graphics *graphics)
{
	json_int_t counts[EXH_KEEN_CLASS_COUNT] = { 0 };
	json_t *json = json_object();

	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];
		const bool bulk = exh_keen_class_tile_size(chunk->class_id) == 8;

		counts[chunk->class_id] +=
			bulk ? (json_int_t)exh_keen_bitmap_count(graphics, i)
			     : chunk->place.state == EXH_KEEN_PRESENT;
	}
	for (unsigned i = 0; i < EXH_KEEN_CLASS_COUNT; i++)
		if (counts[i])
			json_object_set_new(json,
					    exh_keen_class_name((enum exh_keen_class)i),
					    json_integer(counts[i]));
	json_object_set_new(json, "present",
			    json_integer((json_int_t)graphics->present_count));
	json_object_set_new(json, "absent",
			    json_integer((json_int_t)graphics->absent_count));
	json_object_set_new(json, "lost", json_integer((json_int_t)graphics->lost_count));
	return json;
}

static json_t *file_to_json(const char *path, const struct file *file)
{
	const struct exh_bytes bytes = { file->data, file->size, 0 };
	char crc32[16];
	json_t *json = json_object();

	snprintf(crc32, sizeof crc32, "%08x", (unsigned)exh_crc32(bytes));
	json_object_set_new(json, "file", json_text(file_name(path)));
	json_object_set_new(json, "size", json_integer((json_int_t)file->size));
	json_object_set_new(json, "crc32", json_string(crc32));
	json_object_set_new(json, "sha256", sha256_to_json(bytes));
	return json;
}

json_t *manifest_to_json(const struct keen_archive *keen,
			 const struct exh_palette *colors, json_t *const *files,
			 const struct report *report)
{
	static const char *const origins[] = {
		[LAYOUT_NONE] = "none",
		[LAYOUT_CHECKSUM] = "head",
		[LAYOUT_FITS] = "fit",
		[LAYOUT_GIVEN] = "given",
	};
	const bool known = keen->layout_origin != LAYOUT_NONE;
	json_t *json = json_document("keen-graphics");
	json_t *chunks = json_array();

	json_object_set_new(json, "archive", file_to_json(keen->path, &keen->archive));
	json_object_set_new(json, "head", file_to_json(keen->head_path, &keen->head));
	json_object_set_new(json, "dictionary",
			    file_to_json(keen->dict_path, &keen->dict));
	json_object_set_new(json, "layout",
			    known ? json_text(keen->layout.name) : json_null());
	json_object_set_new(json, "layout_origin",
			    json_string(origins[keen->layout_origin]));
	if (known) {
		json_object_set_new(json, "video",
				    json_string(video_name(keen->layout.video)));
		json_object_set_new(json, "palette", json_palette(colors));
	}
	json_object_set_new(json, "counts", counts_to_json(&keen->graphics));
	for (size_t i = 0; i < keen->graphics.chunk_count; i++)
		json_array_append_new(chunks, chunk_to_json(keen, i, files[i]));
	json_object_set_new(json, "chunks", chunks);
	json_object_set(json, "warnings", report->warnings);
	json_object_set(json, "errors", report->errors);
	return json;
}
