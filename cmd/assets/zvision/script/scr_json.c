#include "zv_script.h"
#include "task/json.h"

enum { MAX_PROBLEMS = 10000 };

/* Text of a script, in UTF-8. */
static struct json *text_to_json(struct exh_bytes text, bool lower)
{
	struct exh_writer out = { .limit = 2 * text.size + 1 };
	struct json *json;

	exh_zv_latin1_to_utf8(text, lower, &out);
	json = json_of_written(&out);
	exh_writer_free(&out);
	return json;
}

static struct json *span_to_json(const struct exh_zv_script *script,
				 struct exh_zv_span span, bool lower)
{
	return text_to_json(exh_zv_script_text(script, span), lower);
}

static struct json *args_to_json(const struct exh_zv_script *script,
				 const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(script, node->args), argument;
	struct json *json = json_new_list();

	while (exh_zv_script_argument(&args, &argument))
		json_push(json, text_to_json(argument, true));
	return json;
}

static struct json *criterion_to_json(const struct exh_zv_node *node)
{
	struct json *json = json_new_object();

	json_set(json, "key", json_new_number(node->key));
	json_set(json, "op", json_new_text(&node->op, 1));
	json_set(json, "arg", json_new_number(node->arg));
	json_set(json, "arg_is_key", json_new_flag(node->arg_is_key));
	return json;
}

static struct json *result_to_json(const struct exh_zv_script *script,
				   const struct exh_zv_node *node)
{
	struct json *json = json_new_object();

	json_set(json, "action", span_to_json(script, node->name, true));
	json_set(json, "slot",
		 node->key < 0 ? json_new_null() : json_new_number(node->key));
	json_set(json, "args", args_to_json(script, node));
	return json;
}

/* A block of no criteria counts as none. */
static void add_criteria(const struct exh_zv_node *block, struct json *list)
{
	struct json *criteria = json_new_list();

	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_CRITERION)
			json_push(criteria, criterion_to_json(node));
	if (json_size(criteria))
		json_push_shared(list, criteria);
	json_free(criteria);
}

static void add_results(const struct exh_zv_script *script,
			const struct exh_zv_node *block, struct json *list)
{
	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_RESULT)
			json_push(list, result_to_json(script, node));
}

static int64_t flags_of(const struct exh_zv_node *block)
{
	int64_t flags = 0;

	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_FLAG)
			flags |= node->key;
	return flags;
}

static struct json *flags_to_json(int64_t flags)
{
	struct json *json = json_new_list();

	if (flags & EXH_ZV_DISABLED)
		json_push(json, json_new_string("disabled"));
	if (flags & EXH_ZV_DO_ME_NOW)
		json_push(json, json_new_string("do_me_now"));
	if (flags & EXH_ZV_ONCE_PER_INST)
		json_push(json, json_new_string("once_per_inst"));
	return json;
}

static struct json *puzzle_to_json(const struct exh_zv_script *script,
				   const struct exh_zv_node *puzzle)
{
	struct json *json = json_new_object(), *criteria = json_new_list(),
		    *results = json_new_list();
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
	json_set(json, "key", json_new_number(puzzle->key));
	json_set(json, "criteria", criteria);
	json_set(json, "results", results);
	json_set(json, "flags", flags_to_json(flags));
	return json;
}

static struct json *control_to_json(const struct exh_zv_script *script,
				    const struct exh_zv_node *control)
{
	struct json *json = json_new_object(), *params = json_new_list();

	for (const struct exh_zv_node *node = control->first; node; node = node->next) {
		struct json *param;

		if (node->kind != EXH_ZV_PARAMETER)
			continue;
		param = json_new_list();
		json_push(param, span_to_json(script, node->name, true));
		json_push(param, args_to_json(script, node));
		json_push(params, param);
	}
	json_set(json, "key", json_new_number(control->key));
	json_set(json, "type", span_to_json(script, control->name, true));
	json_set(json, "params", params);
	return json;
}

/*
 * What is beside them.
 */

struct problems {
	struct json *list;
	size_t count;
};

static void add_problem(void *context, const struct exh_zv_problem *problem)
{
	struct problems *problems = context;

	if (problems->count++ < MAX_PROBLEMS)
		json_push(problems->list,
			  json_make("{s:i, s:i, s:s, s:s}", "line", (int)problem->line,
				    "column", (int)problem->column, "kind",
				    exh_zv_problem_name(problem->kind), "text",
				    problem->text));
}

/* Lines that were dropped, as they are in the file. */
static struct json *unread_to_json(const struct exh_zv_script *script)
{
	struct json *list = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node)) {
		struct json *line;

		if (node->kind != EXH_ZV_UNREAD && node->kind != EXH_ZV_UNKNOWN)
			continue;
		line = json_make("{s:i, s:i}", "line", (int)node->line, "column",
				 (int)node->column);
		json_set(line, "text", span_to_json(script, node->text, false));
		json_push(list, line);
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
static struct json *source_to_json(struct exh_bytes text)
{
	struct json *list = json_new_list();

	while (text.size) {
		const size_t size = scr_line_size(text);

		json_push(list,
			  text_to_json((struct exh_bytes){ text.data, size, 0 }, false));
		text.data += size;
		text.size -= size;
	}
	return list;
}

void scr_to_json(const struct exh_zv_script *script, struct json *result)
{
	struct problems problems = { json_new_list(), 0 };
	struct json *puzzles = json_new_list(), *controls = json_new_list();
	struct json *puzzle_lines = json_new_list(), *control_lines = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = node->next) {
		if (node->kind == EXH_ZV_PUZZLE) {
			json_push(puzzles, puzzle_to_json(script, node));
			json_push(puzzle_lines, json_new_number(node->line));
		} else if (node->kind == EXH_ZV_CONTROL) {
			json_push(controls, control_to_json(script, node));
			json_push(control_lines, json_new_number(node->line));
		}
	}
	exh_zv_script_problems(script, add_problem, &problems);
	json_set(result, "puzzles", puzzles);
	json_set(result, "controls", controls);
	json_set(result, "puzzle_lines", puzzle_lines);
	json_set(result, "control_lines", control_lines);
	json_set_number(result, "line_count", script->line_count);
	json_set(result, "source", source_to_json(script->file));
	json_set(result, "unread", unread_to_json(script));
	json_set(result, "problems", problems.list);
	json_set_number(result, "problem_count", problems.count);
}
