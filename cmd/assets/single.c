#include "assets.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { OUTPUT_LIMIT = 1 << 30 };

bool single_read(struct single *single, const char *path, size_t limit,
		 struct report *report)
{
	*single = (struct single){ .assets.path = path };
	return report_read(report, path, limit, &single->file);
}

bool single_start(struct single *single, const struct asset_kind *kind,
		  const void *options, struct report *report)
{
	struct assets *assets = &single->assets;

	assets->kind = kind;
	assets->options = options;
	assets->content = file_bytes(&single->file);
	return assets_load(assets, report) && assets_has(assets, 0);
}

bool single_load(struct single *single, const struct asset_kind *kind,
		 const void *options, const char *path, size_t limit,
		 struct report *report)
{
	return single_read(single, path, limit, report) &&
	       single_start(single, kind, options, report);
}

bool single_stream(struct single *single, const struct asset_kind *kind,
		   const void *options, const char *path, struct report *report)
{
	*single = (struct single){ .assets.path = path };
	return single_start(single, kind, options, report);
}

void single_describe(struct single *single, struct json *result)
{
	single->assets.kind->describe(single->assets.options, single_asset(single),
				      result);
}

static bool write_bytes(const struct assets *assets, const struct planned_file *planned,
			const char *output, struct report *report)
{
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct exh_error err;
	enum exh_status status = assets->kind->make(
		assets->options, &assets->items[0].asset, &planned->file, &out, &err);
	bool good;

	if (!status)
		status = mem_check_limit(&out, &err);
	if (status)
		report_failure(report, assets->path, &err);
	good = !status && output_write(report, output, exh_writer_bytes(&out));
	exh_writer_free(&out);
	return good;
}

static bool write_stream(const struct assets *assets, const struct planned_file *planned,
			 const char *output, struct report *report)
{
	struct exh_error err;

	if (strcmp(output, "-") != 0 && file_make_folder_of(output, &err))
		report_failure(report, output, &err);
	else if (assets->kind->write(assets->options, &assets->items[0].asset,
				     &planned->file, output, report->common->force, &err))
		report_output_failure(report, output, &err);
	else
		return true;
	return false;
}

void single_write(struct single *single, const char *output, struct report *report,
		  struct json *result)
{
	struct assets *assets = &single->assets;
	const struct planned_file *planned;

	assets_plan(assets);
	planned = assets->files.items;
	if (planned->file.id < ASSET_FILE_STREAMED
		    ? write_bytes(assets, planned, output, report)
		    : write_stream(assets, planned, output, report))
		json_set_text(result, "output", output);
}

void single_free(struct single *single)
{
	assets_free(&single->assets);
	free(single->file.data);
}
