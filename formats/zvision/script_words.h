/* Declarations shared by the readers of scripts, levers and texts. */
#ifndef EXH_ZVISION_SCRIPT_WORDS_H
#define EXH_ZVISION_SCRIPT_WORDS_H

#include "exhume/advanced/zvision_lever.h"
#include "exhume/advanced/zvision_script.h"
#include "exhume/zvision.h"

#include <stdlib.h>

static inline uint8_t script_lower(uint8_t c)
{
	if (c >= 'A' && c <= 'Z')
		return (uint8_t)(c + 32);
	/* Latin-1 capitals, except the multiplication sign. */
	return c >= 0xc0 && c <= 0xde && c != 0xd7 ? (uint8_t)(c + 32) : c;
}

static inline bool script_is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool script_is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* True if text is the word (given in lower case), in upper or lower case. */
bool exh_zv_script_is_word(struct exh_bytes text, const char *word);

/* True if both texts are the same, in upper or lower case. */
bool exh_zv_script_same(struct exh_bytes a, struct exh_bytes b);

/* Reads all of text as a decimal number; negative: a minus is allowed. */
bool exh_zv_script_number(struct exh_bytes text, bool negative, int64_t *out);

/* Reads a number as the engines do: digits with a sign at the start of text, and the rest
 * does not matter; 0 if there are none. */
int32_t exh_zv_script_leading_number(struct exh_bytes text);

/* Signs between the sides of a criterion. */
#define ZV_SCRIPT_SIGNS "=!><"

/* Returns the name of flag i, whose bit is 1 << i, from 0 on; NULL: there are no more. */
const char *exh_zv_script_flag_name(unsigned i);

/* Returns the flags of a puzzle, as bits. */
uint8_t exh_zv_script_flags(const struct exh_zv_node *puzzle);

/* Returns a word without the quotes around it. */
struct exh_bytes exh_zv_script_unquote(struct exh_bytes word);

struct exh_bytes exh_zv_script_trim(struct exh_bytes text);
struct exh_bytes exh_zv_script_skip_blanks(struct exh_bytes text);

static inline struct exh_bytes script_skip(struct exh_bytes text, size_t size)
{
	if (!size) /* an empty text may have no data to count from */
		return text;
	return (struct exh_bytes){ text.data + size, text.size - size, text.base + size };
}

/* Makes room for one more item; NULL when out of memory, with items unchanged. */
static inline void *script_grow(void *items, size_t count, size_t *capacity, size_t size)
{
	const size_t more = *capacity ? 2 * *capacity : 256;

	if (count < *capacity)
		return items;
	items = realloc(items, more * size);
	if (items)
		*capacity = more;
	return items;
}

/* Counts the nodes of a kind directly below parent. */
size_t exh_zv_script_count(const struct exh_zv_node *parent, enum exh_zv_node_kind kind);

/* Returns "criteria", "results" or "flags"; NULL for other nodes. */
const char *exh_zv_script_section(enum exh_zv_node_kind kind);

/* Returns the kind of room that a control of this type makes: an enum exh_zv_pano_kind;
 * -1 if none. */
int exh_zv_script_room_kind(struct exh_bytes type);

/* Cuts a line off the front of text, which ends with CR LF, LF or CR. False at the
 * end. */
bool exh_zv_script_line(struct exh_bytes *text, struct exh_bytes *line);
/* Splits "key:value~" without the blanks around both. Without a colon key is the whole
 * line, and it returns false. */
bool exh_zv_script_entry(struct exh_bytes line, struct exh_bytes *key,
			 struct exh_bytes *value);

/*
 * Take a part off the front of text; false if it begins with something else.
 */

/* Takes digits; false also if there are too many. */
bool exh_zv_script_take_digits(struct exh_bytes *text, int64_t *out);
bool exh_zv_script_take_byte(struct exh_bytes *text, uint8_t byte);
/* Takes "[K]", with blanks anywhere. */
bool exh_zv_script_take_key(struct exh_bytes *text, int64_t *key);

/*
 * Tables of known names. Each letter of roles is the role of an argument:
 *
 * W  a key that is written         R  one that is read
 * B  both                          E, D  a key that is enabled, disabled
 * F  a file                        V  a value, or anything else
 */
enum { SCRIPT_ANY = 255 };

/* Actions of results, by their names in scripts. */
enum zv_action {
	ZV_ACT_ADD,
	ZV_ACT_ADD_PREBLT,
	ZV_ACT_ANIMPLAY,
	ZV_ACT_ANIMPRELOAD,
	ZV_ACT_ANIMUNLOAD,
	ZV_ACT_ASSIGN,
	ZV_ACT_ATTENUATE,
	ZV_ACT_CHANGE_LOCATION,
	ZV_ACT_CLEAR_SYSTEM_MESSAGE,
	ZV_ACT_COPY_FILE,
	ZV_ACT_CROSSFADE,
	ZV_ACT_CURSOR,
	ZV_ACT_DEBUG,
	ZV_ACT_DELAY_RENDER,
	ZV_ACT_DISABLE_CONTROL,
	ZV_ACT_DISABLE_VENUS,
	ZV_ACT_DISPLAY_MESSAGE,
	ZV_ACT_DISSOLVE,
	ZV_ACT_DISTORT,
	ZV_ACT_ENABLE_CONTROL,
	ZV_ACT_FLUSH_MOUSE_EVENTS,
	ZV_ACT_INVENTORY,
	ZV_ACT_KILL,
	ZV_ACT_MENU_BAR_ENABLE,
	ZV_ACT_MUSIC,
	ZV_ACT_PAN_TRACK,
	ZV_ACT_PLAYPRELOAD,
	ZV_ACT_PREFERENCES,
	ZV_ACT_QUIT,
	ZV_ACT_RANDOM,
	ZV_ACT_REGION,
	ZV_ACT_REMOVE_PREBLT,
	ZV_ACT_RESTORE_GAME,
	ZV_ACT_ROTATE_TO,
	ZV_ACT_SAVE_GAME,
	ZV_ACT_SET_MASTER_VOLUME,
	ZV_ACT_SET_PARTIAL_SCREEN,
	ZV_ACT_SET_SCREEN,
	ZV_ACT_SET_VENUS,
	ZV_ACT_STOP,
	ZV_ACT_STREAMVIDEO,
	ZV_ACT_SYNCSOUND,
	ZV_ACT_TIMER,
	ZV_ACT_TTYTEXT,
	ZV_ACT_UNIVERSE_MUSIC,
	ZV_ACT_ZOOM,
	ZV_ACTIONS,
	ZV_ACT_UNKNOWN = ZV_ACTIONS,
};

struct script_action {
	const char *name;
	uint8_t least, most; /* arguments */
	bool has_slot;	     /* writes the key of its slot */
	const char *roles;
};

struct script_parameter {
	const char *control; /* NULL: any control */
	const char *name;
	uint8_t least, most;
	const char *roles;
};

struct script_control {
	const char *name;
	bool writes; /* writes its own key */
};

/* Returns NULL if the action is unknown. */
const struct script_action *exh_zv_script_action(struct exh_bytes name);
/* Returns ZV_ACT_UNKNOWN if the action is unknown. */
enum zv_action exh_zv_script_action_number(struct exh_bytes name);
const char *exh_zv_script_action_name(enum zv_action action);
/* Returns the name of a type of controls, from 0 on; NULL: there are no more. */
const char *exh_zv_script_control_name(size_t i);
const struct script_control *exh_zv_script_control(struct exh_bytes name);
const struct script_parameter *exh_zv_script_parameter(struct exh_bytes control,
						       struct exh_bytes name);

/*
 * Walks along a line of text and its tags: runs of letters with their style.
 */

enum zv_justify { ZV_LEFT, ZV_CENTER, ZV_RIGHT };

struct zv_text_style {
	uint32_t color; /* 0xRRGGBB */
	bool bold, italic, underline, strikeout;
	enum zv_justify justify;
	uint32_t point; /* size */
};

/* White, 12 points, left. */
struct zv_text_style exh_zv_text_style(void);

/* Callbacks for the parts of a line; any of them may be NULL. */
struct zv_text_walk {
	void (*letters)(void *context, const struct zv_text_style *style,
			struct exh_bytes utf8);
	void (*newline)(void *context);
	/* Called for STATEBOX: shows the value of a key. */
	void (*value)(void *context, const struct zv_text_style *style, int32_t key);
	void *context;
};

/* style continues from line to line. A "<" without its ">" is text. */
void exh_zv_text_walk(const char *line, struct zv_text_style *style,
		      const struct zv_text_walk *walk);

/*
 * Levers.
 */

/* Index in lever->positions of the first position not below number; position_count if all
 * are below. */
size_t exh_zv_lever_place_from(const struct exh_zv_lever *lever, int64_t number);

#endif
