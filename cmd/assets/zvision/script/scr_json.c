#include "zv_script.h"
#include "task/json.h"

enum { MAX_PROBLEMS = 10000 };

/* Text of a script, in UTF-8. */
static json_t *text_to_json(struct exh_bytes text, bool lower)
{
	struct exh_writer out = { .limit = 2 * text.size + 1 };
	json_t *json;

	exh_zv_latin1_to_utf8(text, lower, &out);
	json = json_written(&out);
	exh_writer_free(&out);
	return json;
}

static json_t *span_to_json(const struct exh_zv_script *script, struct exh_zv_span span,
			    bool lower)
{
	return text_to_json(exh_zv_script_text(script, span), lower);
}

static json_t *args_to_json(const struct exh_zv_script *script,
			    const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(script, node->args), argument;
	json_t *json = json_array();

	while (exh_zv_script_argument(&args, &argument))
		json_array_append_new(json, text_to_json(argument, true));
	return json;
}

static json_t *criterion_to_json(const struct exh_zv_node *node)
{
	json_t *json = json_object();

	json_object_set_new_nocheck(json, "key", json_integer(node->key));
	json_object_set_new_nocheck(json, "op", json_stringn_nocheck(&node->op, 1));
	json_object_set_new_nocheck(json, "arg", json_integer(node->arg));
	json_object_set_new_nocheck(json, "arg_is_key", json_boolean(node->arg_is_key));
	return json;
}

static json_t *result_to_json(const struct exh_zv_script *script,
			      const struct exh_zv_node *node)
{
	json_t *json = json_object();

	json_object_set_new_nocheck(json, "action",
				    span_to_json(script, node->name, true));
	json_object_set_new_nocheck(
		json, "slot", node->key < 0 ? json_null() : json_integer(node->key));
	json_object_set_new_nocheck(json, "args", args_to_json(script, node));
	return json;
}

/* A block of no criteria counts as none. */
static void add_criteria(const struct exh_zv_node *block, json_t *list)
{
	json_t *criteria = json_array();

	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_CRITERION)
			json_array_append_new(criteria, criterion_to_json(node));
	if (json_array_size(criteria))
		json_array_append(list, criteria);
	json_decref(criteria);
}

static void add_results(const struct exh_zv_script *script,
			const struct exh_zv_node *block, json_t *list)
{
	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_RESULT)
			json_array_append_new(list, result_to_json(script, node));
}

static int64_t flags_of(const struct exh_zv_node *block)
{
	int64_t flags = 0;

	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_FLAG)
			flags |= node->key;
	return flags;
}

static json_t *flags_to_json(int64_t flags)
{
	json_t *json = json_array();

	if (flags & EXH_ZV_DISABLED)
		json_array_append_new(json, json_string("disabled"));
	if (flags & EXH_ZV_DO_ME_NOW)
		json_array_append_new(json, json_string("do_me_now"));
	if (flags & EXH_ZV_ONCE_PER_INST)
		json_array_append_new(json, json_string("once_per_inst"));
	return json;
}

static json_t *puzzle_to_json(const struct exh_zv_script *script,
			      const struct exh_zv_node *puzzle)
{
	json_t *json = json_object(), *criteria = json_array(), *results = json_array();
	int64_t flags = 0;

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		if (block->kind == EXH_ZV_CRITERIA)
			add_criteria(block, criteria);
		else if (block->kind == EXH_ZV_RESULTS)
			add_results(script, block, results);
		else if (block->kind == EXH_ZV_FLAGS)
			flags |= flags_of(block);
	}
	json_object_set_new_nocheck(json, "key", json_integer(puzzle->key));
	json_object_set_new_nocheck(json, "criteria", criteria);
	json_object_set_new_nocheck(json, "results", results);
	json_object_set_new_nocheck(json, "flags", flags_to_json(flags));
	return json;
}

static json_t *control_to_json(const struct exh_zv_script *script,
			       const struct exh_zv_node *control)
{
	json_t *json = json_object(), *params = json_array();

	for (const struct exh_zv_node *node = control->first; node; node = node->next) {
		json_t *param;

		if (node->kind != EXH_ZV_PARAMETER)
			continue;
		param = json_array();
		json_array_append_new(param, span_to_json(script, node->name, true));
		json_array_append_new(param, args_to_json(script, node));
		json_array_append_new(params, param);
	}
	json_object_set_new_nocheck(json, "key", json_integer(control->key));
	json_object_set_new_nocheck(json, "type",
				    span_to_json(script, control->name, true));
	json_object_set_new_nocheck(json, "params", params);
	return json;
}

/*
 * What is beside them.
 */

struct problems {
	json_t *list;
	size_t count;
};

static void add_problem(void *context, const struct exh_zv_problem *problem)
{
	struct problems *problems = context;

	if (problems->count++ < MAX_PROBLEMS)
		json_array_append_new(problems->list,
				      json_pack("{s:i, s:i, s:s, s:s}", "line",
						(int)problem->line, "column",
						(int)problem->column, "kind",
						exh_zv_problem_name(problem->kind),
						"text", problem->text));
}

/* Lines that were dropped, as they are in the file. */
static json_t *unread_to_json(const struct exh_zv_script *script)
{
	json_t *list = json_array();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node)) {
		json_t *line;

		if (node->kind != EXH_ZV_UNREAD && node->kind != EXH_ZV_UNKNOWN)
			continue;
		line = json_pack("{s:i, s:i}", "line", (int)node->line, "column",
				 (int)node->column);
		json_object_set_new(line, "text",
				    span_to_json(script, node->text, false));
		json_array_append_new(list, line);
	}
	return list;
}

size_t scr_line_size(struct exh_bytes text)
{
	for (size_t at = 0; at < text.size; at++) {
		if (text.data[at] == '\n')
			return at + 1;
		if (text.data[at] == '\r')
			return at + 1 + (at + 1 < text.size && text.data[at + 1] == '\n');
	}
	return text.size;
}

/* All lines with their ends. */
static json_t *source_to_json(struct exh_bytes text)
{
	json_t *list = json_array();

	while (text.size) {
		const size_t size = scr_line_size(text);

		json_array_append_new(
			list,
			text_to_json((struct exh_bytes){ text.data, size, 0 }, false));
		text.data += size;
		text.size -= size;
	}
	return list;
}

void scr_to_json(const struct exh_zv_script *script, json_t *result)
{
	struct problems problems = { json_array(), 0 };
	json_t *puzzles = json_array(), *controls = json_array();
	json_t *puzzle_lines = json_array(), *control_lines = json_array();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = node->next) {
		if (node->kind == EXH_ZV_PUZZLE) {
			json_array_append_new(puzzles, puzzle_to_json(script, node));
			json_array_append_new(puzzle_lines, json_integer(node->line));
		} else if (node->kind == EXH_ZV_CONTROL) {
			json_array_append_new(controls, control_to_json(script, node));
			json_array_append_new(control_lines, json_integer(node->line));
		}
	}
	exh_zv_script_problems(script, add_problem, &problems);
	json_object_set_new(result, "puzzles", puzzles);
	json_object_set_new(result, "controls", controls);
	json_object_set_new(result, "puzzle_lines", puzzle_lines);
	json_object_set_new(result, "control_lines", control_lines);
	json_set_number(result, "line_count", script->line_count);
	json_object_set_new(result, "source", source_to_json(script->file));
	json_object_set_new(result, "unread", unread_to_json(script));
	json_object_set_new(result, "problems", problems.list);
	json_set_number(result, "problem_count", problems.count);
}
