/* Reading input scripts into programs. The language: exhume-input(5). */

#include "input_program.h"

#include <stdio.h>

enum {
	MAX_NAME = 255,
};

static struct input_op *op_at(const struct program *program, uint32_t place)
{
	return (struct input_op *)program->ops.data + place;
}

/* FRAMES KEYS */
static enum exh_status read_run(struct text *text)
{
	struct input_op op = { .kind = INPUT_RUN };
	enum exh_status status =
		exh_input_read_count(text, "a number of frames", &op.length);

	if (!status)
		status = exh_input_read_held(text, &op.link);
	return status ? status : exh_input_add_op(text, op);
}

/*
 * Blocks and files.
 */

static enum exh_status read_statements(struct text *text, uint32_t block_line,
				       uint64_t *length);

/* repeat COUNT { ... } */
static enum exh_status read_repeat(struct text *text, uint64_t *length)
{
	struct program *program = text->program;
	const struct token repeat = text->token;
	const uint32_t place = program->ops.count;
	struct input_op block = { .kind = INPUT_BLOCK };
	enum exh_status status;

	if (text->depth == EXH_INPUT_DEPTH)
		return exh_input_fail(text, &repeat, EXH_LIMIT,
				      "more than 16 blocks and files within each other");
	status = exh_input_next_token(text);
	if (!status)
		status = exh_input_read_count(text, "a number of passes", &block.passes);
	if (!status)
		status = exh_input_expect_open(text);
	if (!status)
		status = exh_input_add_op(text, block);
	if (status)
		return status;
	text->depth++;
	status = read_statements(text, repeat.line, &block.length);
	text->depth--;
	if (!status)
		status = exh_input_next_token(text); /* the } */
	if (!status)
		status = exh_input_expect_next(text);
	*length = input_product(block.passes, block.length);
	if (status || !block.length) {
		program->ops.count = place; /* a block without frames is dropped */
		return status;
	}
	block.link = program->ops.count;
	*op_at(program, place) = block;
	return exh_input_add_op(text,
				(struct input_op){ .kind = INPUT_END, .link = place });
}

static enum exh_status read_text(struct program *program,
				 const struct exh_input_text *source,
				 const struct text *from, const struct token *at,
				 uint64_t *length);

static enum exh_status check_include(const struct text *text, const struct token *token)
{
	char what[80];

	if (text->depth == EXH_INPUT_DEPTH)
		return exh_input_fail(text, token, EXH_LIMIT,
				      "more than 16 blocks and files within each other");
	if (text->program->include_count++ < EXH_INPUT_INCLUDES)
		return EXH_OK;
	snprintf(what, sizeof what, "more than %d includes", EXH_INPUT_INCLUDES);
	return exh_input_fail(text, token, EXH_LIMIT, what);
}

/* Asks the caller for it. */
static enum exh_status find_include(const struct text *text, const struct token *token,
				    const char *name, struct exh_input_text *found)
{
	struct program *program = text->program;
	struct exh_error own;
	enum exh_status status;

	if (!program->include)
		return exh_input_fail(text, token, EXH_UNSUPPORTED,
				      "no includes are possible here");
	exh_fail(&own, EXH_INVALID, EXH_NO_OFFSET, "it can't be included");
	*found = (struct exh_input_text){ .name = name };
	status = program->include(program->context, name, text->name, found, &own);
	if (!found->name)
		found->name = name;
	if (!status)
		return EXH_OK;
	exh_within(&own, status, "%.100s", name);
	return exh_input_fail(text, token, status, own.text);
}

static enum exh_status check_cycle(const struct text *text, const struct token *token,
				   const char *name)
{
	char what[180];

	for (const struct text *outer = text; outer; outer = outer->from)
		if (strcmp(outer->name, name) == 0) {
			snprintf(what, sizeof what, "%.100s would include itself", name);
			return exh_input_fail(text, token, EXH_INVALID, what);
		}
	return EXH_OK;
}

/* include NAME */
static enum exh_status read_include(struct text *text, uint64_t *length)
{
	struct exh_input_text found;
	char name[MAX_NAME + 1];
	enum exh_status status = exh_input_next_token(text);
	const struct token token = text->token;

	if (status)
		return status;
	if ((token.kind != TOKEN_WORD && token.kind != TOKEN_STRING) || !token.size)
		return exh_input_unexpected(text, &token, "the name of a script");
	if (token.size > MAX_NAME)
		return exh_input_fail(text, &token, EXH_LIMIT,
				      "a name of more than 255 bytes");
	memcpy(name, token.data, token.size);
	name[token.size] = 0;
	status = exh_input_next_token(text);
	if (!status)
		status = exh_input_expect_next(text);
	if (!status)
		status = check_include(text, &token);
	if (!status)
		status = find_include(text, &token, name, &found);
	if (!status)
		status = check_cycle(text, &token, found.name);
	return status ? status : read_text(text->program, &found, text, &token, length);
}

/*
 * Acts.
 */

static const char *act_named(const struct text *text, const struct token *token)
{
	const char *const *names = text->program->keys->acts;

	for (; names && *names; names++)
		if (is_word(token, *names))
			return *names;
	return NULL;
}

static const char *copy_text(struct exh_arena *arena, const void *data, size_t size)
{
	return (const char *)exh_memdup(arena, (struct exh_bytes){ data, size, 0 }).data;
}

static enum exh_status check_act(const struct text *text, const struct token *rest,
				 const struct exh_input_act *act)
{
	struct exh_error why = { .offset = 0 };
	const struct exh_input_keys *keys = text->program->keys;
	const enum exh_status status =
		keys->check ? keys->check(keys->context, act, &why) : EXH_OK;

	return status ? exh_input_fail_at(text, status, rest->line,
					  rest->column + (uint32_t)why.offset, why.text)
		      : EXH_OK;
}

/* NAME TEXT */
static enum exh_status read_act(struct text *text, const char *name)
{
	struct program *program = text->program;
	struct exh_input_act *act = exh_input_push(program, &program->acts, sizeof *act);
	const struct input_op op = { .kind = INPUT_ACT,
				     .length = 1,
				     .link = program->acts.count - 1 };
	struct token rest;
	enum exh_status status;

	if (!act)
		return exh_input_no_memory(text);
	*act = (struct exh_input_act){ .name = name, .line = text->token.line };
	act->file = copy_text(program->arena, text->name, strlen(text->name));
	status = exh_input_take_rest(text, &rest);
	if (status)
		return status;
	act->text = copy_text(program->arena, rest.data, rest.size);
	if (!act->text || !act->file)
		return exh_input_no_memory(text);
	status = check_act(text, &rest, act);
	if (!status)
		status = exh_input_expect_next(text);
	return status ? status : exh_input_add_op(text, op);
}

/* *length is the length it adds. */
static enum exh_status read_statement(struct text *text, uint64_t *length)
{
	const struct token *token = &text->token;
	struct program *program = text->program;
	enum exh_status status;

	if (is_word(token, "repeat"))
		return read_repeat(text, length);
	if (is_word(token, "include"))
		return read_include(text, length);
	if (is_word(token, "random"))
		status = exh_input_read_random(text);
	else if (token->kind == TOKEN_WORD && act_named(text, token))
		status = read_act(text, act_named(text, token));
	else if (token->kind == TOKEN_WORD &&
		 ((token->data[0] >= '0' && token->data[0] <= '9') ||
		  is_word(token, "forever")))
		status = read_run(text);
	else
		return exh_input_unexpected(
			text, token,
			"a number of frames, forever, repeat, random or include");
	if (!status)
		*length = op_at(program, program->ops.count - 1)->length;
	return status;
}

/* Up to the block's } or, outside blocks (line 0), the end. */
static enum exh_status read_statements(struct text *text, uint32_t block_line,
				       uint64_t *length)
{
	enum exh_status status = EXH_OK;
	uint64_t added;

	*length = 0;
	while (!status) {
		switch (text->token.kind) {
		case TOKEN_NEXT:
			status = exh_input_next_token(text);
			break;
		case TOKEN_CLOSE:
			if (block_line)
				return EXH_OK;
			return exh_input_unexpected(
				text, &text->token,
				"no more closing brackets than blocks");
		case TOKEN_END:
			return block_line ? exh_input_not_closed(text, block_line)
					  : EXH_OK;
		default:
			added = 0;
			status = read_statement(text, &added);
			*length = input_sum(*length, added);
			break;
		}
	}
	return status;
}

static enum exh_status read_text(struct program *program,
				 const struct exh_input_text *source,
				 const struct text *from, const struct token *at,
				 uint64_t *length)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
	struct text text = { .program = program,
			     .name = source->name ? source->name : "",
			     .from = from,
			     .in = source->bytes,
			     .line = 1,
			     .depth = from ? from->depth + 1 : 0 };
	enum exh_status status;

	if (source->bytes.size > EXH_INPUT_TEXT_LIMIT - program->text_size)
		return exh_input_fail_at(from ? from : &text, EXH_LIMIT,
					 at ? at->line : 1, at ? at->column : 1,
					 "more than 64 MiB of scripts");
	program->text_size += source->bytes.size;
	if (text.in.size >= sizeof mark && memcmp(text.in.data, mark, sizeof mark) == 0)
		text.pos = text.line_start = sizeof mark;
	status = exh_input_next_token(&text);
	return status ? status : read_statements(&text, 0, length);
}

enum exh_status exh_input_read(const struct exh_input_text *text,
			       const struct exh_input_keys *keys,
			       exh_input_include include, void *context,
			       struct exh_arena *arena, const struct exh_input **out,
			       struct exh_error *err)
{
	struct program program = { .keys = keys,
				   .include = include,
				   .context = context,
				   .arena = arena,
				   .err = err };
	struct exh_input *input = exh_alloc(arena, 1, sizeof *input);
	enum exh_status status;

	if (!input)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"the script needs more than %zu bytes of memory",
				arena->limit);
	status = read_text(&program, text, NULL, NULL, &input->length);
	if (status)
		return status;
	input->ops = program.ops.data;
	input->frames = program.frames.data;
	input->generators = program.generators.data;
	input->choices = program.choices.data;
	input->acts = program.acts.data;
	input->has_acts = program.acts.count;
	input->op_count = program.ops.count;
	input->has_devices = program.has_devices;
	*out = input;
	return EXH_OK;
}
