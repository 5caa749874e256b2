/*
 * A program of an input script: a list of statements, blocks with their ends, and the
 * keys held in each. Its builder ensures that each block has at least one frame, and that
 * all indexes lie inside the lists.
 */
#ifndef EXH_ENGINE_INPUT_PROGRAM_H
#define EXH_ENGINE_INPUT_PROGRAM_H

#include "exhume/advanced/input.h"

#include <string.h>

enum input_op_kind {
	INPUT_RUN,
	INPUT_EVEN, /* generators; link: the generator's number */
	INPUT_BIASED,
	INPUT_WEIGHTED,
	INPUT_ACT, /* link: the act's number */
	INPUT_BLOCK,
	INPUT_END,
};

struct input_op {
	enum input_op_kind kind;
	uint32_t link;	 /* RUN: its frame. BLOCK: its END. END: its BLOCK */
	uint64_t passes; /* BLOCK: number of repetitions */
	uint64_t length; /* frames; BLOCK: frames of one pass */
};

/* The keys that generators press. */
enum { GEN_LEFT, GEN_RIGHT, GEN_UP, GEN_DOWN, GEN_BUTTON0, GEN_BUTTON1, GEN_KEYS };

struct input_choice {
	uint32_t frame;
	uint64_t below; /* sum of the weights up to and including this choice */
};

struct input_generator {
	uint32_t seed, period;
	uint32_t keys[GEN_KEYS];	     /* key bits */
	uint32_t toward, away;		     /* BIASED: key bits */
	uint32_t first_choice, choice_count; /* WEIGHTED */
};

struct exh_input {
	const struct input_op *ops;
	const struct exh_input_frame *frames;
	const struct input_generator *generators;
	const struct input_choice *choices;
	const struct exh_input_act *acts;
	uint32_t op_count;
	uint64_t length;
	bool has_devices, has_acts;
};

/* Converts between a number and its position in a key's bits. Keys without a number have
 * no bits for it. */
static inline uint32_t input_key_number(const struct exh_input_key *key, uint32_t number)
{
	return number * (key->number_bits & (0 - key->number_bits));
}

static inline uint32_t input_key_number_of(const struct exh_input_key *key, uint32_t bits)
{
	return key->number_bits ? (bits & key->number_bits) /
					  (key->number_bits & (0 - key->number_bits))
				: 0;
}

/* Both saturate at EXH_INPUT_ENDLESS. */
static inline uint64_t input_sum(uint64_t a, uint64_t b)
{
	return b > EXH_INPUT_ENDLESS - a ? EXH_INPUT_ENDLESS : a + b;
}

static inline uint64_t input_product(uint64_t a, uint64_t b)
{
	return a && b > EXH_INPUT_ENDLESS / a ? EXH_INPUT_ENDLESS : a * b;
}

/*
 * Shared by the parts of the reader: a text in tokens, and the program built from it.
 */

enum {
	/* Largest number of frames or passes, largest weight. */
	INPUT_MAX_NUMBER = 0x7fffffff,
	INPUT_KNOWN_FRAMES = 64, /* a power of 2 */
};

enum token_kind {
	TOKEN_WORD,
	TOKEN_STRING,
	TOKEN_NEXT,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_END
};

/* Columns count bytes, from 1. */
struct token {
	enum token_kind kind;
	const uint8_t *data; /* strings: without the quotes */
	size_t size;
	uint32_t line, column;
};

/* A list in the arena. A full list moves to a new one of twice the capacity. */
struct list {
	void *data;
	uint32_t count, capacity;
};

/* State shared by all texts of a script. */
struct program {
	const struct exh_input_keys *keys;
	exh_input_include include;
	void *context;
	struct exh_arena *arena;
	struct exh_error *err;
	struct list ops, frames, generators, choices, acts;
	/* Frames with only keys, indexed by the keys: each is stored once. */
	struct {
		bool known;
		uint32_t keys, frame;
	} known[INPUT_KNOWN_FRAMES];
	size_t include_count, text_size;
	bool has_devices;
};

struct text {
	struct program *program;
	const char *name;
	const struct text *from; /* including text; NULL: not included */
	struct exh_bytes in;
	size_t pos, line_start;
	uint32_t line;
	unsigned depth;
	struct token token; /* the current token */
};

/*
 * Tokens and messages (input_tokens.c).
 */

/* Reports an error with line and column, and the text's name if it is included. */
enum exh_status exh_input_fail_at(const struct text *text, enum exh_status status,
				  uint32_t line, uint32_t column, const char *what);
enum exh_status exh_input_fail(const struct text *text, const struct token *token,
			       enum exh_status status, const char *what);
enum exh_status exh_input_no_memory(const struct text *text);
/* Reports "expected this, not" and the token found. */
enum exh_status exh_input_unexpected(const struct text *text, const struct token *token,
				     const char *expected);
/* Reports that the file ended in the block that began in line. */
enum exh_status exh_input_not_closed(const struct text *text, uint32_t line);

/* Reads the rest of the line or block after the current token, without blanks around it;
 * commas and comments within quotes or slashes belong to it. Goes to the next token. */
enum exh_status exh_input_take_rest(struct text *text, struct token *rest);
enum exh_status exh_input_next_token(struct text *text);
/* EXH_OK if the current token ends a statement; otherwise fails. */
enum exh_status exh_input_expect_next(const struct text *text);
/* Moves past a {, which may be on its own line. */
enum exh_status exh_input_expect_open(struct text *text);

/* Reads a number of digits only, from least to most. */
enum exh_status exh_input_read_number(const struct text *text, const struct token *token,
				      const char *what, uint32_t least, uint32_t most,
				      uint32_t *out);
/* Reads a number of frames or passes, or "forever"; goes to the next token. */
enum exh_status exh_input_read_count(struct text *text, const char *what, uint64_t *out);

/* Returns a part of a token, with the column of the part. */
static inline struct token part_of(const struct token *token, size_t from, size_t to)
{
	return (struct token){ .kind = TOKEN_WORD,
			       .data = token->data + from,
			       .size = to - from,
			       .line = token->line,
			       .column = token->column + (uint32_t)from };
}

static inline bool is_word(const struct token *token, const char *word)
{
	return token->kind == TOKEN_WORD && token->size == strlen(word) &&
	       memcmp(token->data, word, token->size) == 0;
}

/* If word begins with "name=", sets *value to the part after it. */
static inline bool split_option(const struct token *word, const char *name,
				struct token *value)
{
	const size_t size = strlen(name);

	if (word->kind != TOKEN_WORD || word->size < size ||
	    memcmp(word->data, name, size) != 0)
		return false;
	*value = part_of(word, size, word->size);
	return true;
}

/*
 * The lists of the program (input_tokens.c).
 */

/* Appends a zeroed item to a list and returns it; NULL when memory is short. */
void *exh_input_push(struct program *program, struct list *list, size_t size);
/* Appends a copy of item. */
enum exh_status exh_input_add(struct text *text, struct list *list, const void *item,
			      size_t size);
enum exh_status exh_input_add_op(struct text *text, struct input_op op);

/*
 * Held input (input_held.c).
 */

/* Returns the scan code of a key's name, as "press=" and "release=" know it
 * (input_codes.c); -1: unknown name. */
int exh_input_code(const char *name, size_t size);

const struct exh_input_key *exh_input_find_key(const struct exh_input_keys *keys,
					       const uint8_t *name, size_t size);
/* Reads all words up to the end of the statement into *frame. */
enum exh_status exh_input_read_held(struct text *text, uint32_t *frame);

/*
 * Generators (input_random.c).
 */

/* random KIND FRAMES OPTION... */
enum exh_status exh_input_read_random(struct text *text);

#endif
