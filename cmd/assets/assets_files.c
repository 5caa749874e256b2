#include "assets.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Planning.
 */

void asset_files_add(struct asset_files *files, int id, size_t index, const char *format,
		     ...)
{
	char after[256];
	va_list args;

	va_start(args, format);
	vsnprintf(after, sizeof after, format, args);
	va_end(args);
	*MEM_ADD(files) = (struct planned_file){
		.asset = files->asset,
		.file = { id, index },
		.name = mem_format("%s%s", files->asset_name, after),
	};
}

void assets_plan(struct assets *assets)
{
	struct asset_files *files = &assets->files;

	for (size_t i = 0; i < assets->count; i++) {
		if (!assets_has(assets, i))
			continue;
		files->asset = i;
		files->asset_name = assets->items[i].asset.name;
		if (assets->kind->ending)
			asset_files_add(files, 0, 0, "%s", assets->kind->ending);
		else
			assets->kind->plan(assets->options, &assets->items[i].asset,
					   files);
	}
	assets->whole = (struct asset){ .number = ASSET_NO_NUMBER,
					.name = "",
					.file = assets->path,
					.assets = assets };
	files->asset = ASSET_WHOLE;
	files->asset_name = "";
	if (assets->kind->plan_whole)
		assets->kind->plan_whole(assets->options, assets, files);
}

void assets_unplan(struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++)
		free(assets->files.items[i].name);
	assets->files.count = 0;
}

enum exh_status asset_make_bytes(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	exh_write_bytes(out, asset->bytes.data, asset->bytes.size);
	return EXH_OK;
}

/*
 * Writing.
 */

struct run {
	struct assets *list;
	size_t count;
	const struct assets_output *to;
	struct outputs *outputs;
};

enum { KIND_INDEX = -1 };

/* Returns the planned file with this number, counted over all lists. */
static struct planned_file *find_file(const struct run *run, size_t which,
				      const struct assets **assets)
{
	const struct assets *list = run->list;

	while (which >= list->files.count)
		which -= list++->files.count;
	*assets = list;
	return &list->files.items[which];
}

static const struct asset *asset_of(const struct assets *assets,
				    const struct planned_file *planned)
{
	return planned->asset == ASSET_WHOLE ? &assets->whole
					     : &assets->items[planned->asset].asset;
}

static void mark_file(struct planned_file *planned, const struct output *output)
{
	planned->is_done = output->begun && !output->err.status && !output->is_left_out;
	planned->is_unwritten = output_is_unwritten(output);
	planned->is_left_out = output->is_left_out;
	planned->size = output->size;
	memcpy(planned->sha256, output->sha256, sizeof planned->sha256);
}

static void mark_done(const struct run *run)
{
	const struct assets *assets;

	for (size_t i = 0; i < run->outputs->count; i++) {
		const struct output *output = &run->outputs->items[i];

		if (output->kind != KIND_INDEX)
			mark_file(find_file(run, output->which, &assets), output);
	}
}

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct run *run = context;
	const struct assets *assets;
	const struct planned_file *planned;

	if (output->kind == KIND_INDEX) {
		mark_done(run);
		return run->to->make_index(run->to->context, out, err);
	}
	planned = find_file(run, output->which, &assets);
	return assets->kind->make(assets->options, asset_of(assets, planned),
				  &planned->file, out, err);
}

static enum exh_status write_long(void *context, const struct output *output, bool force,
				  struct exh_error *err)
{
	const struct assets *assets;
	const struct planned_file *planned = find_file(context, output->which, &assets);

	return assets->kind->write(assets->options, asset_of(assets, planned),
				   &planned->file, output->path, force, err);
}

static enum output_existing judge(void *context, const char *path,
				  const uint8_t sha256[32])
{
	const struct run *run = context;

	return run->to->judge(run->to->context, path, sha256);
}

static void add_outputs(const struct run *run)
{
	const struct assets_output *to = run->to;
	size_t which = 0;

	for (size_t i = 0; i < run->count; i++)
		for (size_t k = 0; k < run->list[i].files.count; k++) {
			const struct planned_file *planned = &run->list[i].files.items[k];
			char *path = to->is_file ? mem_text(to->path)
						 : file_join(to->path, planned->name);

			outputs_add(run->outputs, path, planned->file.id, which++);
		}
	if (to->index_name)
		outputs_add(run->outputs, file_join(to->path, to->index_name), KIND_INDEX,
			    0);
}

bool assets_write(struct assets *list, size_t count, const struct assets_output *to,
		  struct report *report)
{
	struct outputs outputs = { .make = make,
				   .write = write_long,
				   .first_written_kind = ASSET_FILE_STREAMED,
				   .manifest_last = to->index_name,
				   .hashes = to->hashes,
				   .most_bytes = to->most_bytes,
				   .judge = to->judge ? judge : NULL };
	struct run run = { list, count, to, &outputs };
	bool good;

	outputs.context = &run;
	add_outputs(&run);
	good = outputs_run(&outputs, report, to->title ? to->title : report->command);
	mark_done(&run);
	for (size_t i = 0; i < outputs.count && to->written; i++)
		if (outputs.items[i].begun && !outputs.items[i].err.status &&
		    !outputs.items[i].is_left_out)
			json_push(to->written, json_of_text(outputs.items[i].path));
	outputs_free(&outputs);
	return good;
}

/*
 * JSON.
 */

const struct field asset_field[ASSET_FIELDS] = {
	FIELD(struct asset_row, type, NULL, "the kind of the asset"),
	FIELD(struct asset_row, number, NULL, "number of the asset in the game",
	      FIELD_HAS(struct asset_row, has_number)),
	FIELD(struct asset_row, name, NULL, "name of the asset"),
	FIELD(struct asset_row, error, NULL, "why it can't be read",
	      .flags = FIELD_OMITTED),
	FIELD(struct asset_row, size, "bytes", "size of the asset",
	      FIELD_HAS(struct asset_row, has_size)),
	FIELD_MADE(FIELD_JSON_LIST, struct asset_row, files, &text_fields,
		   "files that were written, in the output", .flags = FIELD_OMITTED),
};
static const struct fields asset_fields = ASSET_ROWS(NULL);

static struct json *asset_to_json(const struct assets *assets,
				  const struct loaded_asset *item)
{
	const struct asset *asset = &item->asset;
	const struct asset_row row = { .type = assets->kind->name,
				       .has_number = asset->number != ASSET_NO_NUMBER,
				       .number = asset->number,
				       .name = asset->name,
				       .error = item->status ? item->err.text : NULL,
				       .has_size = !item->status,
				       .size = asset->bytes.size };
	struct json *object = fields_to_json(&asset_fields, &row);

	if (item->status)
		return object;
	if (assets->kind->describe)
		assets->kind->describe(assets->options, asset, object);
	json_set(object, "files", json_new_list());
	return object;
}

void assets_to_json(const struct assets *assets, struct json *array)
{
	const size_t first = json_size(array);

	for (size_t i = 0; i < assets->count; i++)
		json_push(array, asset_to_json(assets, &assets->items[i]));
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		const struct json *object = json_at(array, first + planned->asset);

		if (planned->is_done && planned->asset != ASSET_WHOLE)
			json_push(json_get(object, "files"), json_of_text(planned->name));
	}
}
