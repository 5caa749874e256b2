#include "sci_assets.h"
#include "task/json.h"
#include "task/outputs.h"

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

struct run {
	struct sci_assets *list;
	size_t count;
	const struct sci_writing *writing;
	struct outputs *outputs;
};

enum { KIND_INDEX = -1 };

/* That of the which-th file of all. */
static struct sci_planned *find_part(const struct run *run, size_t which,
				     const struct sci_assets **assets)
{
	const struct sci_assets *list = run->list;

	while (which >= list->parts.count)
		which -= list++->parts.count;
	*assets = list;
	return &list->parts.items[which];
}

static void mark_done(const struct run *run)
{
	const struct sci_assets *assets;

	for (size_t i = 0; i < run->outputs->count; i++) {
		const struct output *output = &run->outputs->items[i];

		if (output->kind != KIND_INDEX)
			find_part(run, output->which, &assets)->is_done =
				output->begun && !output->err.status;
	}
}

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct run *run = context;
	const struct sci_assets *assets;
	const struct sci_planned *part;

	if (output->kind == KIND_INDEX) {
		mark_done(run);
		return run->writing->make_index(run->writing->context, out, err);
	}
	part = find_part(run, output->which, &assets);
	return assets->converter->make(assets->options, &assets->items[part->asset].asset,
				       &part->part, out, err);
}

static enum exh_status write_long(void *context, const struct output *output, bool force,
				  struct exh_error *err)
{
	const struct sci_assets *assets;
	const struct sci_planned *part = find_part(context, output->which, &assets);

	return assets->converter->write(assets->options,
					&assets->items[part->asset].asset, &part->part,
					output->path, force, err);
}

static bool add_outputs(const struct run *run)
{
	const struct sci_writing *writing = run->writing;
	const char *output = writing->output;
	size_t which = 0;

	for (size_t i = 0; i < run->count; i++)
		for (size_t k = 0; k < run->list[i].parts.count; k++) {
			const struct sci_planned *part = &run->list[i].parts.items[k];
			char *path = writing->is_file ? strdup(output)
						      : file_join(output, part->name);

			if (!outputs_add(run->outputs, path, part->part.kind, which++))
				return false;
		}
	return !writing->index_name ||
	       outputs_add(run->outputs, file_join(output, writing->index_name),
			   KIND_INDEX, 0);
}

bool sci_assets_write(struct sci_assets *list, size_t count,
		      const struct sci_writing *writing, struct report *report)
{
	struct outputs outputs = { .make = make,
				   .write = write_long,
				   .first_written_kind = SCI_PART_WRITTEN,
				   .last_tells = writing->index_name };
	struct run run = { list, count, writing, &outputs };
	bool good;

	outputs.context = &run;
	good = add_outputs(&run);
	if (good)
		good = outputs_run(&outputs, report, report->command);
	else
		report_error(report, writing->output, EXH_NO_OFFSET, "out of memory");
	mark_done(&run);
	outputs_free(&outputs);
	return good;
}

/*
 * Telling.
 */

static json_t *asset_to_json(const struct sci_assets *assets,
			     const struct sci_loaded *item)
{
	const struct sci_asset *asset = &item->asset;
	json_t *object = json_object();

	json_object_set_new(object, "type", json_string(exh_sci0_type_name(asset->type)));
	if (asset->number != SCI_NO_NUMBER)
		json_object_set_new(object, "number", json_integer(asset->number));
	json_object_set_new(object, "name", json_text(asset->name));
	if (item->status) {
		json_object_set_new(object, "error", json_text(item->err.text));
		return object;
	}
	json_object_set_new(object, "size", json_integer((json_int_t)asset->bytes.size));
	if (assets->converter->describe)
		assets->converter->describe(assets->options, asset, object);
	json_object_set_new(object, "files", json_array());
	return object;
}

void sci_assets_to_json(const struct sci_assets *assets, json_t *array)
{
	const size_t first = json_array_size(array);

	for (size_t i = 0; i < assets->count; i++)
		json_array_append_new(array, asset_to_json(assets, &assets->items[i]));
	for (size_t i = 0; i < assets->parts.count; i++) {
		const struct sci_planned *part = &assets->parts.items[i];
		const json_t *object = json_array_get(array, first + part->asset);

		if (part->is_done)
			json_array_append_new(json_object_get(object, "files"),
					      json_text(part->name));
	}
}
