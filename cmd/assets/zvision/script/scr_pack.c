#include "zv_script.h"

#include "task/memory.h"

#include <exhume/advanced/zvision_script.h>

#include <stdlib.h>
#include <string.h>

static const size_t SOURCE_LIMIT = 256 << 20, TREE_LIMIT = (size_t)1 << 31;

/* Puzzles or controls, of the source and of the JSON. */
struct side {
	const char *name, *one;
	enum exh_zv_node_kind kind;
	void (*print)(struct json_reading *r, const struct json *object, const char *end,
		      struct exh_writer *out);
	const struct json *old, *wanted;
	size_t old_at, wanted_at;
};

struct packing {
	const char *path;
	struct report *report;
	const struct json *result;
	struct exh_writer source; /* Latin-1 */
	struct exh_arena arena;
	struct exh_zv_script script; /* script of source */
	const char *end;	     /* line end */
	struct side sides[2];
	struct json_reading reading;
	struct exh_writer *out;
	bool merges; /* edited nodes keep lines; else they are printed anew */
};

/*
 * The source.
 */

static enum exh_status get_source(struct packing *p, struct exh_error *err)
{
	const struct json *lines = json_get(p->result, "source");

	p->end = "\r\n";
	if (lines && !json_is_list(lines))
		return json_wrong(err, "source", "a list of lines");
	for (size_t i = 0; i < json_size(lines); i++) {
		const struct json *line = json_at(lines, i);

		if (!json_is_text(line))
			return json_wrong(err, "source", "a list of lines");
		if (!scr_print_text(json_text_of(line), &p->source))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"line %zu of \"source\" has characters that "
					"Latin-1 lacks",
					i + 1);
	}
	if (p->source.size > 1 && !memchr(p->source.data, '\r', p->source.size))
		p->end = "\n";
	return mem_check_limit(&p->source, err);
}

/* Parses a script, and fills into as scr-inspect does. */
static enum exh_status parse(struct exh_bytes text, struct exh_arena *arena,
			     struct exh_zv_script *script, struct json *into,
			     struct exh_error *err)
{
	struct exh_notes notes = { .arena = arena };
	const enum exh_status status =
		exh_zv_script_parse(text, arena, script, &notes, err);

	if (!status)
		scr_to_json(script, into);
	return status;
}

/*
 * Node by node.
 */

static const struct json *item(const struct json *list, size_t i)
{
	return json_at(list, i);
}

/* True if the object is in the list from index at on. */
static bool comes(const struct json *list, size_t at, const struct json *object)
{
	for (; at < json_size(list); at++)
		if (json_same(item(list, at), object))
			return true;
	return false;
}

static void print_next(struct packing *p, struct side *side)
{
	const size_t at = side->wanted_at++;

	side->print(&p->reading, item(side->wanted, at), p->end, p->out);
	json_read_within(&p->reading, side->one, at);
}

/* Offset of the beginning of line number (from 1). */
static size_t find_line(struct exh_bytes text, size_t at, uint32_t from, uint32_t number)
{
	for (; from < number && at < text.size; at++) {
		const bool pair = text.data[at] == '\r' && at + 1 < text.size &&
				  text.data[at + 1] == '\n';

		if (text.data[at] == '\n' || (text.data[at] == '\r' && !pair))
			from++;
	}
	return at;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Offset of the blank lines after a node, from the end of its last line on. */
static size_t find_blanks(struct exh_bytes text)
{
	size_t at = text.size;

	while (at && is_blank(text.data[at - 1]))
		at--;
	while (at < text.size && text.data[at] != '\n' && text.data[at] != '\r')
		at++;
	if (at < text.size && text.data[at] == '\r')
		at++;
	if (at < text.size && text.data[at] == '\n')
		at++;
	return at;
}

/* Comments and lines that the engine drops go in front of the node that held them. */
static void keep_lines(struct packing *p, const struct exh_zv_node *old)
{
	for (const struct exh_zv_node *node = exh_zv_script_next(old);
	     node && node != old->next; node = exh_zv_script_next(node)) {
		const struct exh_zv_span span =
			node->kind == EXH_ZV_UNREAD ? node->text : node->comment;
		const struct exh_bytes text = exh_zv_script_text(&p->script, span);

		if (node->kind == EXH_ZV_UNKNOWN)
			report_warning(p->report, p->path, EXH_NO_OFFSET,
				       "line %u: a block of unknown meaning within an "
				       "edited part is lost",
				       (unsigned)node->line);
		if (!text.size || node->parent->kind == EXH_ZV_UNKNOWN)
			continue;
		exh_write_bytes(p->out, text.data, text.size);
		exh_write_bytes(p->out, p->end, strlen(p->end));
	}
}

/* Prints a node into a text of its own. */
static struct exh_writer print_alone(struct packing *p, const struct side *side,
				     const struct json *object)
{
	struct exh_writer out = { .limit = SOURCE_LIMIT };

	side->print(&p->reading, object, p->end, &out);
	return out;
}

/* Puts the next wanted node in the lines of an old one: those that say the same stay.
 * False: the old one can't be compared line by line, and nothing was put. */
static bool merge_next(struct packing *p, struct side *side, const struct json *old,
		       const struct exh_zv_node *node, struct exh_bytes text)
{
	struct exh_writer before = print_alone(p, side, old);
	struct scr_lines lines = { 0 };
	const bool good = scr_node_lines(node, exh_writer_bytes(&before), &lines);

	if (good) {
		const size_t at = side->wanted_at++;
		struct exh_writer after = print_alone(p, side, item(side->wanted, at));

		json_read_within(&p->reading, side->one, at);
		scr_take_braces(text, node->line, &lines);
		scr_merge(text, node->line, &lines, exh_writer_bytes(&after), p->out);
		exh_writer_free(&after);
	}
	exh_writer_free(&before);
	free(lines.items);
	return good;
}

static bool same_key(const struct json *a, const struct json *b)
{
	return json_same(json_get(a, "key"), json_get(b, "key"));
}

/* Prints new nodes in front of the one with the key of an old one. False: that was left
 * out, as the next wanted one is of a later old one. */
static bool find_edited(struct packing *p, struct side *side, const struct json *old)
{
	const struct json *next = item(side->wanted, side->wanted_at);
	size_t at = side->wanted_at;

	while (at < json_size(side->wanted) && !same_key(item(side->wanted, at), old) &&
	       !comes(side->old, side->old_at, item(side->wanted, at)))
		at++;
	if (at < json_size(side->wanted) && same_key(item(side->wanted, at), old)) {
		while (side->wanted_at < at)
			print_next(p, side);
		return true;
	}
	for (at = side->old_at; at < json_size(side->old); at++)
		if (same_key(item(side->old, at), next))
			return false;
	return true;
}

/* A node of the source, whose lines are text: kept, edited or left out. */
static void put_node(struct packing *p, struct side *side, const struct exh_zv_node *node,
		     struct exh_bytes text)
{
	const struct json *old = item(side->old, side->old_at++);
	const size_t blanks = find_blanks(text);

	if (comes(side->wanted, side->wanted_at, old)) {
		while (!json_same(item(side->wanted, side->wanted_at), old))
			print_next(p, side);
		side->wanted_at++;
		exh_write_bytes(p->out, text.data, text.size);
		return;
	}
	if (side->wanted_at < json_size(side->wanted) &&
	    !comes(side->old, side->old_at, item(side->wanted, side->wanted_at)) &&
	    find_edited(p, side, old)) {
		if (p->merges && merge_next(p, side, old, node, text))
			return;
		keep_lines(p, node);
		print_next(p, side);
		exh_write_bytes(p->out, text.data + blanks, text.size - blanks);
	}
}

static struct side *side_of(struct packing *p, const struct exh_zv_node *node)
{
	for (int i = 0; i < 2; i++)
		if (node->kind == p->sides[i].kind)
			return &p->sides[i];
	return NULL;
}

static void put_all(struct packing *p)
{
	const struct exh_bytes text = exh_writer_bytes(&p->source);
	const struct exh_zv_node *node = p->script.root.first;
	size_t at = find_line(text, 0, 1, node ? node->line : UINT32_MAX);

	exh_write_bytes(p->out, text.data, at);
	for (; node; node = node->next) {
		const uint32_t next = node->next ? node->next->line : UINT32_MAX;
		const size_t end = find_line(text, at, node->line, next);
		const struct exh_bytes lines = { text.data + at, end - at, 0 };
		struct side *side = side_of(p, node);

		if (side)
			put_node(p, side, node, lines);
		else
			exh_write_bytes(p->out, lines.data, lines.size);
		at = end;
	}
	for (int i = 0; i < 2; i++)
		while (p->sides[i].wanted_at < json_size(p->sides[i].wanted))
			print_next(p, &p->sides[i]);
}

/*
 * The whole script.
 */

/* The output must read as the wanted puzzles and controls. */
static enum exh_status check(const struct packing *p, struct exh_error *err)
{
	struct exh_arena arena = { .limit = TREE_LIMIT };
	struct exh_zv_script script;
	struct json *again = json_new_object();
	enum exh_status status =
		parse(exh_writer_bytes(p->out), &arena, &script, again, err);

	for (int i = 0; i < 2 && !status; i++) {
		const struct side *side = &p->sides[i];
		const struct json *list = json_get(again, side->name);
		size_t at = 0;

		while (at < json_size(side->wanted) &&
		       json_same(item(list, at), item(side->wanted, at)))
			at++;
		if (at < json_size(side->wanted) || at < json_size(list))
			status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					  "%s: no script reads as number %zu: it must "
					  "have the keys that scr-inspect writes, all "
					  "text in lower case",
					  side->name, at);
	}
	json_free(again);
	exh_arena_free(&arena);
	return status;
}

static enum exh_status get_sides(struct packing *p, const struct json *old,
				 struct exh_error *err)
{
	p->sides[0] = (struct side){ .name = "puzzles",
				     .one = "puzzle",
				     .kind = EXH_ZV_PUZZLE,
				     .print = scr_print_puzzle };
	p->sides[1] = (struct side){ .name = "controls",
				     .one = "control",
				     .kind = EXH_ZV_CONTROL,
				     .print = scr_print_control };
	for (int i = 0; i < 2; i++) {
		struct side *side = &p->sides[i];

		side->old = json_get(old, side->name);
		side->wanted = json_get(p->result, side->name);
		if (!json_is_list(side->wanted))
			return json_wrong(err, side->name,
					  "a list, as scr-inspect --json writes it");
	}
	return EXH_OK;
}

static enum exh_status put_checked(struct packing *p, struct exh_error *err)
{
	enum exh_status status;

	p->reading = (struct json_reading){ .err = err };
	put_all(p);
	status = p->reading.status;
	if (!status)
		status = mem_check_limit(p->out, err);
	return status ? status : check(p, err);
}

static enum exh_status pack(struct packing *p, struct exh_error *err)
{
	struct json *old = json_new_object();
	enum exh_status status = get_source(p, err);

	if (!status && p->source.size)
		status = parse(exh_writer_bytes(&p->source), &p->arena, &p->script, old,
			       err);
	if (!status)
		status = get_sides(p, old, err);
	if (!status) {
		p->merges = true;
		status = put_checked(p, err);
	}
	if (status && p->merges) {
		p->merges = false;
		exh_writer_free(p->out);
		status = get_sides(p, old, err);
		if (!status)
			status = put_checked(p, err);
	}
	json_free(old);
	return status;
}

enum exh_status scr_pack(struct exh_bytes json, const char *path, struct report *report,
			 struct exh_writer *out, struct exh_error *err)
{
	struct packing p = { .path = path,
			     .report = report,
			     .source = { .limit = SOURCE_LIMIT },
			     .arena = { .limit = TREE_LIMIT },
			     .out = out };
	struct json *root = json_parse(json, err);
	const struct json *results = json_get(root, "results");
	enum exh_status status;

	if (!root)
		return err->status;
	p.result = json_at(results, 0);
	status = json_check_format(root, "scr-inspect", 1, "scr-inspect", err);
	if (!status && (json_size(results) != 1 || !json_is_map(p.result)))
		status = json_wrong(err, "results", "one script of scr-inspect --json");
	if (!status)
		status = pack(&p, err);
	exh_writer_free(&p.source);
	exh_arena_free(&p.arena);
	json_free(root);
	return status;
}
