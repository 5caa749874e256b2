#include "script_words.h"

#include "../base/common.h"

#include <string.h>

enum { DOS_END = 0x1a };

/*
 * Lines.
 */

struct parser {
	struct exh_zv_script *script;
	struct exh_arena *arena;
	struct exh_bytes file, left; /* left: lines to be read */
	/* The line without its comment, the comment, and the whole line, all without
	 * blanks around them. */
	struct exh_bytes text, comment, whole;
	size_t line_offset;
	uint32_t line;
	struct exh_zv_node *open; /* the block that lines belong to */
	bool expects_brace;	  /* the brace may come on the next line */
	bool no_memory;
	bool has_unread;
};

static struct exh_zv_span span_of(const struct parser *p, struct exh_bytes text)
{
	return (struct exh_zv_span){ (uint32_t)(text.base - p->file.base),
				     (uint32_t)text.size };
}

static bool read_line(struct parser *p)
{
	struct exh_bytes line;
	const uint8_t *hash;

	if (!exh_zv_script_line(&p->left, &line))
		return false;
	p->line_offset = line.base;
	p->line++;
	p->whole = exh_zv_script_trim(line);
	p->comment = (struct exh_bytes){ line.data, 0, line.base };
	hash = line.size ? memchr(line.data, '#', line.size) : NULL;
	if (hash) {
		p->comment =
			exh_zv_script_trim(script_skip(line, (size_t)(hash - line.data)));
		line.size = (size_t)(hash - line.data);
	}
	p->text = exh_zv_script_trim(line);
	return true;
}

/* Adds a node for the line to the open block; NULL when out of memory. */
static struct exh_zv_node *add(struct parser *p, enum exh_zv_node_kind kind)
{
	struct exh_zv_node *node = exh_alloc(p->arena, 1, sizeof *node);
	struct exh_zv_node *block = p->open;

	if (!node) {
		p->no_memory = true;
		return NULL;
	}
	node->kind = kind;
	node->line = p->line;
	node->column = (uint32_t)(p->whole.base - p->line_offset + 1);
	node->text = span_of(p, p->text);
	node->comment = span_of(p, p->comment);
	node->parent = block;
	if (block->last)
		block->last->next = node;
	else
		block->first = node;
	block->last = node;
	p->has_unread |= kind == EXH_ZV_UNREAD || kind == EXH_ZV_UNKNOWN;
	return node;
}

/*
 * Blocks.
 */

/* Cuts a word off the front: up to a blank or a mark of our grammar. */
static struct exh_bytes take_word(struct exh_bytes *text)
{
	struct exh_bytes word = *text;

	word.size = 0;
	while (word.size < text->size && !script_is_blank(text->data[word.size]) &&
	       text->data[word.size] != ':' && text->data[word.size] != '{')
		word.size++;
	*text = exh_zv_script_skip_blanks(script_skip(*text, word.size));
	return word;
}

/* Parts of "puzzle:10" and "control:20 lever". */
struct header {
	enum exh_zv_node_kind kind;
	int64_t key;
	struct exh_bytes name, rest;
};

static bool parse_header(struct exh_bytes text, struct header *header)
{
	const struct exh_bytes word = take_word(&text);

	*header = (struct header){ .kind = EXH_ZV_PUZZLE };
	if (exh_zv_script_is_word(word, "control"))
		header->kind = EXH_ZV_CONTROL;
	else if (!exh_zv_script_is_word(word, "puzzle"))
		return false;
	if (!exh_zv_script_take_byte(&text, ':'))
		return false;
	text = exh_zv_script_skip_blanks(text);
	if (!exh_zv_script_take_digits(&text, &header->key) ||
	    (text.size && !script_is_blank(text.data[0])))
		return false;
	text = exh_zv_script_skip_blanks(text);
	if (header->kind == EXH_ZV_CONTROL)
		header->name = take_word(&text);
	header->rest = text;
	return true;
}

static bool parse_section(struct exh_bytes text, enum exh_zv_node_kind *kind)
{
	for (unsigned i = EXH_ZV_CRITERIA; i <= EXH_ZV_FLAGS; i++)
		if (exh_zv_script_is_word(
			    text, exh_zv_script_section((enum exh_zv_node_kind)i))) {
			*kind = (enum exh_zv_node_kind)i;
			return true;
		}
	return false;
}

static void open_node(struct parser *p, struct exh_zv_node *node, bool braced)
{
	if (!node)
		return;
	p->open = node;
	p->expects_brace = !braced;
	if (!braced)
		node->odd |= EXH_ZV_NO_OPENING;
}

static void open_header(struct parser *p, const struct header *header, bool braced)
{
	struct exh_zv_node *node = add(p, header->kind);

	if (!node)
		return;
	node->key = header->key;
	node->name = span_of(p, header->name);
	node->rest = span_of(p, header->rest);
	if (header->kind == EXH_ZV_PUZZLE)
		p->script->puzzle_count++;
	else
		p->script->control_count++;
	open_node(p, node, braced);
}

static bool is_section(const struct exh_zv_node *node)
{
	return exh_zv_script_section(node->kind) != NULL;
}

/* Leaves a block, or all of them, without a closing brace. */
static void leave(struct parser *p, bool all, unsigned odd)
{
	do {
		p->open->odd |= odd;
		p->open = p->open->parent;
	} while (all && p->open->parent);
}

/* Reads a line that ends with a brace. */
static void open_block(struct parser *p)
{
	struct exh_bytes text = p->text;
	enum exh_zv_node_kind kind;
	struct header header;

	text.size--;
	text = exh_zv_script_trim(text);
	if (!text.size && p->expects_brace) {
		p->expects_brace = false;
		p->open->odd &= ~(unsigned)EXH_ZV_NO_OPENING;
		p->text.size = 0;
		if (p->comment.size)
			add(p, EXH_ZV_COMMENT);
		return;
	}
	p->text = text;
	if (parse_header(text, &header)) {
		if (p->open->parent)
			leave(p, true, EXH_ZV_NO_CLOSING);
		open_header(p, &header, true);
		return;
	}
	if (parse_section(text, &kind) &&
	    (p->open->kind == EXH_ZV_PUZZLE || is_section(p->open))) {
		if (is_section(p->open))
			leave(p, false, EXH_ZV_NO_CLOSING);
		open_node(p, add(p, kind), true);
		return;
	}
	open_node(p, add(p, EXH_ZV_UNKNOWN), true);
}

/* Reads a line with a closing brace anywhere. */
static void close_block(struct parser *p)
{
	if (!p->open->parent) {
		add(p, EXH_ZV_UNREAD);
		return;
	}
	p->open->close_line = p->line;
	if (p->whole.size > 1)
		p->open->close = span_of(p, p->whole);
	p->open = p->open->parent;
	p->expects_brace = false;
}

/*
 * Lines of blocks.
 */

static bool parse_criterion(struct exh_bytes text, struct exh_zv_node *node)
{
	if (!exh_zv_script_take_key(&text, &node->key) || !text.size ||
	    !memchr(ZV_SCRIPT_SIGNS, text.data[0], sizeof ZV_SCRIPT_SIGNS - 1))
		return false;
	node->op = (char)text.data[0];
	text = exh_zv_script_skip_blanks(script_skip(text, 1));
	node->arg_is_key = exh_zv_argument_is_key(text, &node->arg);
	return node->arg_is_key || exh_zv_script_number(text, true, &node->arg);
}

static void add_criterion(struct parser *p)
{
	struct exh_zv_node criterion = { 0 }, *node;
	const bool good = parse_criterion(p->text, &criterion);

	node = add(p, good ? EXH_ZV_CRITERION : EXH_ZV_UNREAD);
	if (!node || !good)
		return;
	node->key = criterion.key;
	node->op = criterion.op;
	node->arg = criterion.arg;
	node->arg_is_key = criterion.arg_is_key;
}

/* The text before the first "(", the arguments, and the text after them. */
struct call {
	struct exh_bytes head, args, rest;
	bool has_args, is_cut;
};

static struct call parse_call(struct exh_bytes text)
{
	struct call call = { .head = text };
	const uint8_t *open = text.size ? memchr(text.data, '(', text.size) : NULL;
	const uint8_t *close;

	if (open) {
		call.has_args = true;
		call.head.size = (size_t)(open - text.data);
		call.args = script_skip(text, call.head.size + 1);
		close = call.args.size ? memchr(call.args.data, ')', call.args.size)
				       : NULL;
		call.is_cut = !close;
		if (close) {
			const size_t size = (size_t)(close - call.args.data);

			call.rest = exh_zv_script_trim(script_skip(call.args, size + 1));
			call.args.size = size;
		}
	}
	call.head = exh_zv_script_trim(call.head);
	call.args = exh_zv_script_trim(call.args);
	return call;
}

static void fill_call(const struct parser *p, const struct call *call,
		      struct exh_bytes name, struct exh_zv_node *node)
{
	node->name = span_of(p, name);
	node->args = span_of(p, call->args);
	node->rest = span_of(p, call->rest);
	if (call->is_cut)
		node->odd |= EXH_ZV_NO_PAREN;
}

/* Cuts the text up to the colon off the front; false if there is none. */
static bool take_field(struct exh_bytes *text, struct exh_bytes *field)
{
	const uint8_t *colon = text->size ? memchr(text->data, ':', text->size) : NULL;

	*field = *text;
	if (!colon)
		return false;
	field->size = (size_t)(colon - text->data);
	*text = script_skip(*text, field->size + 1);
	*field = exh_zv_script_trim(*field);
	return true;
}

static void add_result(struct parser *p)
{
	const struct call call = parse_call(p->text);
	struct exh_bytes left = call.head, prefix, name, slot = { 0 };
	const bool has_prefix = take_field(&left, &prefix);
	struct exh_zv_node *node;

	if (take_field(&left, &name))
		slot = exh_zv_script_trim(left);
	else
		name = exh_zv_script_trim(left);
	if (!has_prefix || !name.size) {
		add(p, EXH_ZV_UNREAD);
		return;
	}
	node = add(p, EXH_ZV_RESULT);
	if (!node)
		return;
	fill_call(p, &call, name, node);
	node->prefix = span_of(p, prefix);
	node->slot = span_of(p, slot);
	if (!exh_zv_script_number(slot, false, &node->key))
		node->key = -1;
}

static void add_parameter(struct parser *p)
{
	const struct call call = parse_call(p->text);
	const bool good = call.has_args && call.head.size;
	struct exh_zv_node *node = add(p, good ? EXH_ZV_PARAMETER : EXH_ZV_UNREAD);

	if (node && good)
		fill_call(p, &call, call.head, node);
}

static void add_flag(struct parser *p)
{
	struct exh_zv_node *node;
	const char *name;
	int64_t bit = 0;

	for (unsigned i = 0; (name = exh_zv_script_flag_name(i)); i++)
		if (exh_zv_script_same(p->text, bytes_of_text(name)))
			bit = 1 << i;
	node = add(p, bit ? EXH_ZV_FLAG : EXH_ZV_UNREAD);
	if (!node || !bit)
		return;
	node->key = bit;
	node->name = node->text;
}

/* True for a head without its brace. Other blocks have similar lines, except for their
 * arguments. */
static bool is_bare_head(const struct parser *p, struct header *header)
{
	return parse_header(p->text, header) &&
	       (!p->open->parent ||
		(!header->rest.size && !memchr(p->text.data, '(', p->text.size)));
}

/* Reads a line without braces: part of the open block, or the head of a new one. */
static void take_plain(struct parser *p)
{
	enum exh_zv_node_kind kind;
	struct header header;

	p->expects_brace = false;
	if (is_bare_head(p, &header)) {
		if (p->open->parent)
			leave(p, true, EXH_ZV_NO_CLOSING);
		open_header(p, &header, false);
	} else if (p->open->kind == EXH_ZV_PUZZLE && parse_section(p->text, &kind)) {
		open_node(p, add(p, kind), false);
	} else if (p->open->kind == EXH_ZV_CRITERIA) {
		add_criterion(p);
	} else if (p->open->kind == EXH_ZV_RESULTS) {
		add_result(p);
	} else if (p->open->kind == EXH_ZV_FLAGS) {
		add_flag(p);
	} else if (p->open->kind == EXH_ZV_CONTROL) {
		add_parameter(p);
	} else {
		add(p, EXH_ZV_UNREAD);
	}
}

static void take_line(struct parser *p)
{
	if (!p->text.size) {
		if (p->comment.size)
			add(p, EXH_ZV_COMMENT);
	} else if (memchr(p->text.data, '}', p->text.size)) {
		close_block(p);
	} else if (p->text.data[p->text.size - 1] == '{') {
		open_block(p);
	} else {
		take_plain(p);
	}
}

/*
 * The whole script.
 */

static const char *block_name(const struct exh_zv_node *node)
{
	return node->kind == EXH_ZV_PUZZLE    ? "a puzzle"
	       : node->kind == EXH_ZV_CONTROL ? "a control"
	       : node->kind == EXH_ZV_UNKNOWN ? "an unknown block"
					      : exh_zv_script_section(node->kind);
}

static void note_cut(struct parser *p, struct exh_notes *notes)
{
	const struct exh_zv_node *inner = p->open;

	if (!inner->parent)
		return;
	if (notes)
		exh_note(notes, EXH_DAMAGE, p->file.base + p->file.size,
			 "line %u: the file ends in %s that began in line %u, expected }",
			 (unsigned)p->line, block_name(inner), (unsigned)inner->line);
	leave(p, true, EXH_ZV_CUT);
}

/* Drops the mark at the end of DOS texts, and padding. */
static void drop_end_mark(struct exh_bytes *file)
{
	while (file->size && (file->data[file->size - 1] == DOS_END ||
			      file->data[file->size - 1] == '\0'))
		file->size--;
}

/* True if zeros come before all puzzles and controls: another kind of file, which may
 * contain scripts. */
static bool is_binary(const struct parser *p)
{
	const struct exh_zv_node *node = p->script->root.first;

	while (node && node->kind != EXH_ZV_PUZZLE && node->kind != EXH_ZV_CONTROL)
		node = node->next;
	return node && node->text.offset && memchr(p->file.data, '\0', node->text.offset);
}

struct exh_bytes exh_zv_script_text(const struct exh_zv_script *script,
				    struct exh_zv_span span)
{
	struct exh_bytes out = { NULL, 0, 0 };

	if (span.size && span.offset >= script->file.size)
		exh_bytes_slice(script->added, span.offset - script->file.size, span.size,
				&out);
	else if (span.size)
		exh_bytes_slice(script->file, span.offset, span.size, &out);
	return out;
}

enum exh_status exh_zv_script_parse(struct exh_bytes file, struct exh_arena *arena,
				    struct exh_zv_script *script, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct parser p = { .script = script, .arena = arena, .open = &script->root };

	*script = (struct exh_zv_script){ .file = file };
	if (file.size > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, file.base,
				"%zu bytes, expected less than 4 GiB", file.size);
	script->root.line = script->root.column = 1;
	drop_end_mark(&file);
	p.file = p.left = file;
	while (!p.no_memory && read_line(&p))
		take_line(&p);
	script->line_count = p.line;
	if (p.no_memory)
		return exh_fail(err, EXH_NO_MEMORY, p.line_offset,
				"line %u: the script needs more than %zu bytes of memory",
				(unsigned)p.line, arena->limit);
	if (p.has_unread && !script->puzzle_count && !script->control_count)
		return exh_fail(err, EXH_INVALID, file.base,
				"not a script: in %u lines no puzzle:KEY { and no "
				"control:KEY TYPE {",
				(unsigned)p.line);
	if (is_binary(&p))
		return exh_fail(err, EXH_INVALID, file.base,
				"not a script: bytes of 0 before the first puzzle or "
				"control, expected text");
	note_cut(&p, notes);
	return EXH_OK;
}

size_t exh_zv_script_count(const struct exh_zv_node *parent, enum exh_zv_node_kind kind)
{
	size_t count = 0;

	for (const struct exh_zv_node *node = parent->first; node; node = node->next)
		count += node->kind == kind;
	return count;
}

const struct exh_zv_node *exh_zv_script_next(const struct exh_zv_node *node)
{
	if (node->first)
		return node->first;
	while (node && !node->next)
		node = node->parent;
	return node ? node->next : NULL;
}
