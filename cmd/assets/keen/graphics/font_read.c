#include "font_read.h"

#include "media/picture/font_sheet.h"

#include <exhume/keen.h>

enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err)
{
	const struct font_sheet_rules rules = { .quantize = quantize,
						.masked = masked,
						.scale = scale };
	struct font_sheet sheet;
	enum exh_status status =
		font_sheet_read(picture, json, &rules, &sheet, culprit, err);
	size_t height = 0;

	for (size_t i = 0; i < FONT_CODES && !height; i++)
		height = sheet.glyphs[i].height;
	if (!status)
		status = exh_keen_font_encode(sheet.glyphs, height, masked, out, err);
	font_sheet_free(&sheet);
	return status;
}
