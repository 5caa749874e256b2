/* The lines of a lever's file, for its reader. */
#ifndef EXH_ZVISION_LEVER_LINES_H
#define EXH_ZVISION_LEVER_LINES_H

#include "exhume/zvision_lever.h"

#include "../base/reader.h"

enum { LEVER_MAX_QUOTED = 40 }; /* bytes of the file in a note */

struct lever_line {
	const uint8_t *data;
	size_t size;
	size_t offset; /* of data in the file */
	uint32_t number;
};

/* The rest of a text. */
struct lever_text {
	struct reader r;
	uint32_t lines;
};

struct lever_cursor {
	const struct lever_line *line;
	const uint8_t *at, *end;
};

/* Bytes of a file as words of a message. */
struct lever_quote {
	char text[LEVER_MAX_QUOTED + 4];
};

/* A line cut into key and value, both without blanks around them. */
struct lever_entry {
	const struct lever_line *line;
	struct exh_bytes key, value;
	bool is_closed; /* by a ~ */
};

struct lever_text exh_zv_lever_start_text(struct exh_bytes in);
bool exh_zv_lever_next_line(struct lever_text *text, struct lever_line *line);
bool exh_zv_lever_is_blank(uint8_t byte);
uint8_t exh_zv_lever_to_lower(uint8_t byte);
void exh_zv_lever_skip_blanks(struct lever_cursor *c);
/* Takes a character, in upper or lower case, and the blanks before it. */
bool exh_zv_lever_take_char(struct lever_cursor *c, char wanted);
/* Takes a number, and the blanks before it; false for none, or one above 32 bits. */
bool exh_zv_lever_take_number(struct lever_cursor *c, int32_t *number);
struct exh_zv_lever_place exh_zv_lever_place_of(const struct lever_line *line,
						const uint8_t *at);
struct lever_quote exh_zv_lever_quote(const uint8_t *data, size_t size);
struct exh_bytes exh_zv_lever_trim(const struct lever_line *line, size_t start,
				   size_t end);
/* False for a line without a colon. */
bool exh_zv_lever_split(const struct lever_line *line, struct lever_entry *entry);
struct lever_cursor exh_zv_lever_cursor_of(const struct lever_entry *entry,
					   struct exh_bytes part);
bool exh_zv_lever_key_is(struct exh_bytes key, const char *name);
/* EXH_ZV_LEVER_KEY_COUNT for another. */
enum exh_zv_lever_key exh_zv_lever_find_key(struct exh_bytes key);
/* Is it a number of any size? */
bool exh_zv_lever_is_numeric(struct exh_bytes key);
/* False if it is not below the number of frames. */
bool exh_zv_lever_position_number(const struct lever_entry *entry, int32_t frames,
				  int32_t *number);

#endif
