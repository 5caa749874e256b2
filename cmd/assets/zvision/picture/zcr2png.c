#include "picture.h"

#include "task/json.h"

#include <stdlib.h>

static enum exh_status write_cursor(const struct zcr2png_request *request,
				    const struct exh_zv_picture *picture,
				    struct exh_zv_cursor *cursor, struct exh_writer *out,
				    struct exh_error *err)
{
	const size_t width = picture->width, height = picture->height;

	if (width > UINT16_MAX || height > UINT16_MAX)
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
	return exh_zv_cursor_write(cursor, picture->pixels, out, err);
}

enum exh_status zcr2png_pack(struct conversion *c, struct exh_bytes in,
			     struct exh_writer *out, struct exh_error *err)
{
	const struct png_555_rules rules = { .clear_is_0 = true };
	struct exh_zv_cursor cursor;
	struct png_555 read;
	enum exh_status status = png_read_555(in, &rules, &read, err);

	if (!status)
		status = write_cursor(c->request, &read.picture, &cursor, out, err);
	if (!status && read.inexact_count)
		report_warning(c->report, c->input, EXH_NO_OFFSET,
			       "%zu pixels changed their colour: 15 bits have 32 levels "
			       "per channel, and no black",
			       read.inexact_count);
	if (!status) {
		zv_cursor_to_json(&cursor, file_name(c->output), c->result);
		json_set_number(c->result, "inexact_pixels", read.inexact_count);
	}
	free(read.picture.pixels);
	return status;
}
