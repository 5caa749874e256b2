/* What files and members of Softdisk's libraries are, and how they become text. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_CONTENT_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_CONTENT_H

#include "contents.h"

enum softdisk_format { FORMAT_AUTO, FORMAT_TEXT, FORMAT_ANSI, FORMAT_RAW, FORMAT_JSON };

/* What the bytes of a file or a member are. */
enum softdisk_type { SOFTDISK_OTHER, SOFTDISK_PICTURE, SOFTDISK_SCREEN, SOFTDISK_TEXT };

struct softdisk_content {
	enum softdisk_type type;
	struct exh_bytes bytes;
	struct exh_text_screen screen;
	struct exh_keen_text text;
};

/* "other", "picture", "screen", "text". */
const char *softdisk_type_name(enum softdisk_type type);

/* Finds out what bytes are; they are borrowed. err has what is wrong with those that are
 * neither screen nor text. */
void softdisk_judge(struct exh_bytes bytes, struct softdisk_content *content,
		    struct exh_notes *notes, struct exh_error *err);

/* Appends a screen or a text; its bytes for FORMAT_RAW. */
void softdisk_encode(const struct softdisk_content *content, enum softdisk_format format,
		     struct exh_writer *out);

#endif
