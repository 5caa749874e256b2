#include "softdisk.h"

#include <exhume/ilbm.h>

const char *softdisk_type_name(enum softdisk_type type)
{
	static const char *const names[] = { "other", "picture", "screen", "text" };

	return names[type];
}

void softdisk_judge(struct exh_bytes bytes, struct softdisk_content *content,
		    struct exh_notes *notes, struct exh_error *err)
{
	const bool bsave = bytes.size && bytes.data[0] == 0xfd;

	*content = (struct softdisk_content){ .bytes = bytes };
	if (exh_ilbm_is(bytes)) {
		content->type = SOFTDISK_PICTURE;
		exh_fail(err, EXH_INVALID, 0, "a picture; use exhume lbm2png");
	} else if (!exh_text_screen_open(bytes, &content->screen, notes, err)) {
		content->type = SOFTDISK_SCREEN;
	} else if (!bsave && !exh_keen_text_open(bytes, &content->text, notes, NULL)) {
		content->type = SOFTDISK_TEXT;
	} else if (!bsave) {
		exh_fail(err, EXH_INVALID, 0, "not a library, a text screen or a text");
	}
}

void softdisk_encode(const struct softdisk_content *content, enum softdisk_format format,
		     struct exh_writer *out)
{
	if (format == SOFTDISK_AS_RAW)
		exh_write_bytes(out, content->bytes.data, content->bytes.size);
	else if (content->type == SOFTDISK_TEXT)
		exh_keen_text_to_utf8(&content->text, out);
	else if (format == SOFTDISK_AS_ANSI)
		exh_text_screen_to_ansi(&content->screen, out);
	else
		exh_text_screen_to_utf8(&content->screen, out);
}
