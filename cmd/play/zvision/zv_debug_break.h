/* Where the debugger stops: breakpoints, and keys that are watched. */
#ifndef CMD_PLAY_ZVISION_ZV_DEBUG_BREAK_H
#define CMD_PLAY_ZVISION_ZV_DEBUG_BREAK_H

#include <exhume/engine.h>

enum zv_break_kind {
	ZV_BREAK_PUZZLE, /* fires */
	ZV_BREAK_CHECK,	 /* is checked */
	ZV_BREAK_KEY,	 /* is set, to a value if op is not 0 */
	ZV_WATCH_KEY,	 /* changes */
	ZV_BREAK_ACTION, /* a result of this name is done */
	ZV_BREAK_PLACE,	 /* comes, or any if name is empty */
	ZV_BREAK_EFFECT, /* of this kind begins or ends */
	ZV_BREAK_LINE,	 /* of a script: its puzzle fires, or its result is done */
};

struct zv_break {
	unsigned number; /* from 1 */
	enum zv_break_kind kind;
	char text[96], name[64];
	int32_t key; /* of a puzzle, too, or a line */
	char op;     /* '=', '!', '<', '>' */
	int32_t value;
	unsigned long hits;
};

struct zv_breaks {
	struct zv_break *items;
	size_t count, capacity;
	unsigned last; /* number */
};

/* A whole number; false: the text is none. */
bool zv_number(const char *text, int32_t *number);

void zv_breaks_free(struct zv_breaks *breaks);

/* puzzle N, check N, key N [OP VALUE], watch N, action NAME, location [PLACE], effect
 * KIND, line SCRIPT:LINE. NULL, with the reason in why. */
const struct zv_break *zv_break_add(struct zv_breaks *breaks, char *const *words,
				    size_t count, struct exh_writer *why);
/* False if there is none of this number. */
bool zv_break_remove(struct zv_breaks *breaks, unsigned number);

/* The first that an event stops at, which is counted; NULL: none. */
const struct zv_break *zv_breaks_find(struct zv_breaks *breaks,
				      const struct exh_event *event);

/* The field of an event; 0, or "", if it has none. */
int64_t zv_event_number(const struct exh_event *event, const char *key);
const char *zv_event_text(const struct exh_event *event, const char *key);

#endif
