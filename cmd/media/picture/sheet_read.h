/* The JSON of a sheet, in the hash form that sheet.h writes: where its frames are. */
#ifndef CMD_MEDIA_PICTURE_SHEET_READ_H
#define CMD_MEDIA_PICTURE_SHEET_READ_H

#include <exhume/base.h>
#include <jansson.h>

struct sheet_place {
	uint32_t x, y, width, height; /* pixels, at least 1 by 1 */
	double milliseconds;	      /* 0: not given */
};

struct sheet_list {
	const char *image; /* a name without folders */
	struct sheet_place *places;
	size_t count; /* at least 1 */
	json_t *root;
};

/* EXH_INVALID names what is wrong; EXH_UNSUPPORTED for frames that are scaled, rotated or
 * trimmed. To be freed, even after a failure. */
enum exh_status sheet_list_read(struct exh_bytes text, struct sheet_list *out,
				struct exh_error *err);

void sheet_list_free(struct sheet_list *list);

#endif
