#include "picture.h"

#include "assets/assets.h"
#include "media/picture/png.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 10 KiB */
	OUTPUT_LIMIT = 512 << 20,
	MAX_SIDE = 0xffff,
	MAX_DIGITS = 5, /* of a side */
};

/*
 * To PNG.
 */

static void unpack(const struct zv_cursor_options *options, const char *input,
		   const char *output, struct report *report, json_t *result)
{
	struct single single;

	if (single_load(&single, &zv_cursor_kind, options, input, FILE_LIMIT, report)) {
		const struct zv_cursor *thing = single_asset(&single)->thing;
		const struct exh_zv_cursor *cursor = &thing->cursor;

		report_info(report, "%s: %ux%u pixels, hot spot (%u, %u)", input,
			    cursor->width, cursor->height, cursor->hot_x, cursor->hot_y);
		single_describe(&single, result);
		single_write(&single, output, report, result);
	}
	single_free(&single);
}

/*
 * From PNG.
 */

static enum exh_status encode(const struct zcr2png_request *request, struct exh_bytes in,
			      struct exh_zv_cursor *cursor, struct png_555 *read,
			      struct exh_writer *out, struct exh_error *err)
{
	const struct png_555_rules rules = { .clear_is_0 = true };
	const enum exh_status status = png_read_555(in, &rules, read, err);
	const size_t width = read->picture.width, height = read->picture.height;

	if (status)
		return status;
	if (width > MAX_SIDE || height > MAX_SIDE)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu by %zu pixels do not fit into the format", width,
				height);
	if (request->hot_x >= width || request->hot_y >= height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the hot spot (%u, %u) is outside the %zu by %zu pixels",
				request->hot_x, request->hot_y, width, height);
	*cursor = (struct exh_zv_cursor){ .hot_x = request->hot_x,
					  .hot_y = request->hot_y,
					  .width = (uint16_t)width,
					  .height = (uint16_t)height };
	return exh_zv_cursor_write(cursor, read->picture.pixels, out, err);
}

static void finish(struct report *report, const char *input, const char *output,
		   enum exh_status status, const struct exh_writer *out,
		   struct exh_error *err, json_t *result)
{
	if (status || mem_check_limit(out, err))
		report_failure(report, input, err);
	else if (output_write(report, output, exh_writer_bytes(out)))
		json_set_text(result, "output", output);
}

static void pack_file(const struct zcr2png_request *request, const char *input,
		      const struct file *file, const char *output, struct report *report,
		      json_t *result)
{
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	struct exh_zv_cursor cursor = { 0 };
	struct png_555 read = { 0 };
	struct exh_error err;
	const enum exh_status status =
		encode(request, file_bytes(file), &cursor, &read, &out, &err);

	if (!status && read.inexact_count)
		report_warning(report, input, EXH_NO_OFFSET,
			       "%zu pixels changed their colour: 15 bits have 32 levels "
			       "per channel, and no black",
			       read.inexact_count);
	if (!status) {
		zv_cursor_to_json(&cursor, file_name(output), result);
		json_set_number(result, "inexact_pixels", read.inexact_count);
	}
	finish(report, input, output, status, &out, &err, result);
	free(read.picture.pixels);
	exh_writer_free(&out);
}

static void pack(const struct zcr2png_request *request, const char *input,
		 const char *output, struct report *report, json_t *result)
{
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	pack_file(request, input, &file, output, report, result);
	free(file.data);
}

/*
 * The command line.
 */

void zcr2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct zcr2png_request *request = context;

	if (request->pack)
		pack(request, input, output, report, result);
	else
		unpack(&request->options, input, output, report, result);
}

char *zcr2png_output_for(void *context, const char *input, bool several)
{
	struct zcr2png_request *request = context;

	return output_numbered_for(&request->common, input, several, request->number++,
				   request->pack ? ".png" : ".zcr",
				   request->pack ? ".zcr" : ".png");
}

/* The digits at text, as one of 16 bits; after them, or NULL if there are none. */
const char *zcr2png_parse_number(const char *text, uint16_t *out)
{
	const size_t digits = strspn(text, "0123456789");
	const unsigned long value = strtoul(text, NULL, 10);

	if (!digits || digits > MAX_DIGITS || value > MAX_SIDE)
		return NULL;
	*out = (uint16_t)value;
	return text + digits;
}
