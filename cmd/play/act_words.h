/* What acts of any engine are written with: places and keys. */
#ifndef CMD_PLAY_ACT_WORDS_H
#define CMD_PLAY_ACT_WORDS_H

#include <exhume/input.h>

bool act_is_named(const struct exh_input_act *act, const char *name);

/* "160 120" or "160,120": from 1 to below width and height. *text moves on, to what
 * follows and its blanks. */
bool act_place(const char **text, long width, long height, long *x, long *y);
/* The same, and nothing follows. */
bool act_is_place(const char *text, long width, long height, long *x, long *y);

/* A key by its name. */
struct act_key {
	const char *name;
	unsigned code; /* not 0 */
};

/* Of a list that ends with a name NULL; capitals or not. 0: none has this name. */
unsigned act_key_named(const struct act_key *keys, const char *name, size_t size);

/* An engine's code of a key's name, or of a single character; 0: there is none. */
typedef unsigned act_code(const char *name, size_t size);

/* Is it `"TEXT" KEY...` or, if there need be no text, `KEY...`? Else err has why. */
enum exh_status act_check_keys(const char *text, bool needs_text, act_code *code_of,
			       struct exh_error *err);
/* The code that comes at this place of them, which moves on; 0: there are no more. */
unsigned act_next_key(const char *text, uint64_t *at, act_code *code_of);

/* The size of a text in quotes, with them; 0: it is none. */
size_t act_quoted_size(const char *text);

#endif
