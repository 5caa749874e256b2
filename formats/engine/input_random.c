/* Generators of input scripts. */

#include "input_program.h"

#include <stdio.h>

enum { DEFAULT_PERIOD = 16 };

static enum exh_status missing_key(const struct text *text, const struct token *token,
				   const char *name)
{
	char what[80];

	snprintf(what, sizeof what, "this game has no key %s, which this generator needs",
		 name);
	return exh_input_fail(text, token, EXH_INVALID, what);
}

static enum exh_status find_generator_keys(const struct text *text,
					   const struct token *token,
					   struct input_generator *gen)
{
	static const char *const names[GEN_KEYS] = { "L", "R", "U", "D", "A", "B" };

	for (size_t i = 0; i < GEN_KEYS; i++) {
		const struct exh_input_key *key = exh_input_find_key(
			text->program->keys, (const uint8_t *)names[i], strlen(names[i]));

		if (!key)
			return missing_key(text, token, names[i]);
		gen->keys[i] = key->bits;
	}
	return EXH_OK;
}

static enum exh_status read_toward(const struct text *text, const struct token *value,
				   struct input_generator *gen)
{
	if (!is_word(value, "L") && !is_word(value, "R"))
		return exh_input_unexpected(text, value, "L or R");
	gen->toward = gen->keys[is_word(value, "L") ? GEN_LEFT : GEN_RIGHT];
	gen->away = gen->keys[is_word(value, "L") ? GEN_RIGHT : GEN_LEFT];
	return EXH_OK;
}

/* Options read so far: each may be given once. */
struct generator_options {
	bool seed, every, toward;
};

/* Reads an option of a generator; each may be given once. */
static enum exh_status read_generator_option(const struct text *text,
					     enum input_op_kind kind,
					     struct input_generator *gen,
					     struct generator_options *seen)
{
	const struct token *word = &text->token;
	bool *option = NULL;
	enum exh_status status;
	struct token value;

	if (split_option(word, "seed=", &value)) {
		option = &seen->seed;
		status = exh_input_read_number(text, &value, "a seed", 0, UINT32_MAX,
					       &gen->seed);
	} else if (split_option(word, "every=", &value)) {
		option = &seen->every;
		status = exh_input_read_number(text, &value, "a number of frames", 1,
					       INPUT_MAX_NUMBER, &gen->period);
	} else if (kind == INPUT_BIASED && split_option(word, "toward=", &value)) {
		option = &seen->toward;
		status = read_toward(text, &value, gen);
	} else {
		return exh_input_unexpected(text, word,
					    kind == INPUT_BIASED
						    ? "seed= every= or toward="
						    : "seed= or every=");
	}
	if (!status && *option)
		return exh_input_fail(text, word, EXH_INVALID, "this is given twice");
	*option = true;
	return status;
}

/* WEIGHT KEYS */
static enum exh_status read_choice(struct text *text, uint64_t *sum)
{
	const struct token weight_token = text->token;
	struct input_choice choice;
	uint32_t weight = 0;
	enum exh_status status = exh_input_read_number(text, &weight_token, "a weight", 1,
						       INPUT_MAX_NUMBER, &weight);

	if (!status)
		status = exh_input_next_token(text);
	if (!status)
		status = exh_input_read_held(text, &choice.frame);
	if (status)
		return status;
	*sum += weight;
	if (*sum > UINT32_MAX)
		return exh_input_fail(text, &weight_token, EXH_LIMIT,
				      "the weights' sum is above 4294967295");
	choice.below = *sum;
	return exh_input_add(text, &text->program->choices, &choice, sizeof choice);
}

/* { WEIGHT KEYS ... } */
static enum exh_status read_choices(struct text *text, struct input_generator *gen)
{
	const struct token open = text->token;
	enum exh_status status = exh_input_expect_open(text);
	uint64_t sum = 0;

	gen->first_choice = text->program->choices.count;
	while (!status && text->token.kind != TOKEN_CLOSE) {
		if (text->token.kind == TOKEN_END)
			return exh_input_not_closed(text, open.line);
		status = text->token.kind == TOKEN_NEXT ? exh_input_next_token(text)
							: read_choice(text, &sum);
	}
	if (status)
		return status;
	gen->choice_count = text->program->choices.count - gen->first_choice;
	if (!gen->choice_count)
		return exh_input_unexpected(text, &text->token, "a weight and keys");
	return exh_input_next_token(text);
}

static bool generator_kind(const struct token *word, enum input_op_kind *kind)
{
	if (is_word(word, "even"))
		*kind = INPUT_EVEN;
	else if (is_word(word, "biased"))
		*kind = INPUT_BIASED;
	else if (is_word(word, "weighted"))
		*kind = INPUT_WEIGHTED;
	else
		return false;
	return true;
}

/* random KIND FRAMES OPTION... */
static enum exh_status read_generator(struct text *text, enum input_op_kind kind,
				      struct input_op *op, struct input_generator *gen)
{
	const struct token kind_token = text->token;
	struct generator_options seen = { .seed = false };
	enum exh_status status = exh_input_next_token(text);

	if (!status && kind != INPUT_WEIGHTED)
		status = find_generator_keys(text, &kind_token, gen);
	if (!status)
		status = exh_input_read_count(text, "a number of frames", &op->length);
	while (!status && text->token.kind == TOKEN_WORD) {
		status = read_generator_option(text, kind, gen, &seen);
		if (!status)
			status = exh_input_next_token(text);
	}
	if (status)
		return status;
	if (!seen.seed)
		return exh_input_unexpected(text, &text->token, "seed=");
	if (kind == INPUT_BIASED && !seen.toward)
		return exh_input_unexpected(text, &text->token, "toward=");
	return kind == INPUT_WEIGHTED ? read_choices(text, gen) : EXH_OK;
}

enum exh_status exh_input_read_random(struct text *text)
{
	struct input_op op = { .kind = INPUT_EVEN };
	struct input_generator gen = { .period = DEFAULT_PERIOD };
	enum exh_status status = exh_input_next_token(text);

	if (!status && !generator_kind(&text->token, &op.kind))
		return exh_input_unexpected(text, &text->token,
					    "even, biased or weighted");
	if (!status)
		status = read_generator(text, op.kind, &op, &gen);
	if (!status)
		status = exh_input_expect_next(text);
	if (status)
		return status;
	op.link = text->program->generators.count;
	status = exh_input_add(text, &text->program->generators, &gen, sizeof gen);
	return status ? status : exh_input_add_op(text, op);
}
