#include "sci_assets.h"

#include "io/json.h"
#include "outputs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Planning.
 */

static bool make_room_for_part(struct sci_parts *parts)
{
	const size_t capacity = parts->capacity ? parts->capacity * 2 : 64;
	struct sci_planned *items;

	if (parts->count < parts->capacity)
		return true;
	items = realloc(parts->items, capacity * sizeof *items);
	if (!items)
		return false;
	parts->items = items;
	parts->capacity = capacity;
	return true;
}

bool sci_parts_add(struct sci_parts *parts, int kind, size_t index, const char *format,
		   ...)
{
	char behind[256];
	char *name;
	size_t size;
	va_list args;

	va_start(args, format);
	vsnprintf(behind, sizeof behind, format, args);
	va_end(args);
	size = strlen(parts->asset_name) + strlen(behind) + 1;
	name = malloc(size);
	if (!name || !make_room_for_part(parts)) {
		free(name);
		return false;
	}
	snprintf(name, size, "%s%s", parts->asset_name, behind);
	parts->items[parts->count++] = (struct sci_planned){ .asset = parts->asset,
							     .part = { kind, index },
							     .name = name };
	return true;
}

bool sci_assets_plan(struct sci_assets *assets)
{
	struct sci_parts *parts = &assets->parts;

	for (size_t i = 0; i < assets->count; i++) {
		if (!sci_assets_has(assets, i))
			continue;
		parts->asset = i;
		parts->asset_name = assets->items[i].asset.name;
		if (!assets->converter->plan(assets->options, &assets->items[i].asset,
					     parts))
			return false;
	}
	return true;
}

/*
 * Writing.
 */

static const struct sci_planned *planned(const struct sci_assets *assets,
					 const struct output *output)
{
	return &assets->parts.items[output->which];
}

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct sci_assets *assets = context;
	const struct sci_planned *part = planned(assets, output);

	return assets->converter->make(assets->options, &assets->items[part->asset].asset,
				       &part->part, out, err);
}

static enum exh_status write_long(void *context, const struct output *output, bool force,
				  struct exh_error *err)
{
	const struct sci_assets *assets = context;
	const struct sci_planned *part = planned(assets, output);

	return assets->converter->write(assets->options,
					&assets->items[part->asset].asset, &part->part,
					output->path, force, err);
}

static bool add_outputs(const struct sci_assets *assets, const char *output, bool is_file,
			struct outputs *outputs)
{
	for (size_t i = 0; i < assets->parts.count; i++) {
		const struct sci_planned *part = &assets->parts.items[i];
		char *path = is_file ? strdup(output) : file_join(output, part->name);

		if (!outputs_add(outputs, path, part->part.kind, i))
			return false;
	}
	return true;
}

bool sci_assets_write(struct sci_assets *assets, const char *output, bool is_file,
		      struct report *report)
{
	struct outputs outputs = { .make = make,
				   .write = assets->converter->write ? write_long : NULL,
				   .first_written_kind = SCI_PART_WRITTEN,
				   .context = assets };
	bool good = add_outputs(assets, output, is_file, &outputs);

	if (!good)
		report_error(report, assets->path, EXH_NO_OFFSET, "out of memory");
	else
		good = outputs_run(&outputs, report, report->command);
	for (size_t i = 0; i < outputs.count; i++)
		assets->parts.items[i].is_done =
			outputs.items[i].begun && !outputs.items[i].err.status;
	outputs_free(&outputs);
	return good;
}

/*
 * Telling.
 */

static json_t *asset_to_json(const struct sci_assets *assets,
			     const struct sci_asset *asset)
{
	json_t *object = json_object();

	json_object_set_new(object, "type", json_string(exh_sci0_type_name(asset->type)));
	if (asset->number != SCI_NO_NUMBER)
		json_object_set_new(object, "number", json_integer(asset->number));
	json_object_set_new(object, "name", json_text(asset->name));
	json_object_set_new(object, "size", json_integer((json_int_t)asset->bytes.size));
	if (assets->converter->describe)
		assets->converter->describe(assets->options, asset, object);
	return object;
}

static void add_files(const struct sci_assets *assets, json_t *const *objects)
{
	for (size_t i = 0; i < assets->parts.count; i++) {
		const struct sci_planned *part = &assets->parts.items[i];

		if (part->is_done)
			json_array_append_new(
				json_object_get(objects[part->asset], "files"),
				json_text(part->name));
	}
}

json_t *sci_assets_to_json(const struct sci_assets *assets)
{
	json_t *list = json_array();
	json_t **objects = calloc(assets->count + 1, sizeof *objects);

	for (size_t i = 0; i < assets->count && objects; i++) {
		if (!sci_assets_has(assets, i))
			continue;
		objects[i] = asset_to_json(assets, &assets->items[i].asset);
		json_object_set_new(objects[i], "files", json_array());
		json_array_append_new(list, objects[i]);
	}
	if (objects)
		add_files(assets, objects);
	free(objects);
	return list;
}
