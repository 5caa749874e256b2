#include "zv_script.h"

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

/*
 * Tables.
 */

#define ROW struct scr_criterion
static const struct field criterion_field[] = {
	FIELD(ROW, key, NULL, "key whose value is compared"),
	FIELD_OF("op", FIELD_CHARS, ROW, op, NULL, "how it is compared: =, !, < or >"),
	FIELD(ROW, arg, NULL, "number or key to compare with"),
	FIELD(ROW, arg_is_key, NULL, "true: arg is a key"),
};
#undef ROW
const struct fields scr_criterion_fields =
	FIELDS("criterion", struct scr_criterion, criterion_field);

static const struct fields block_table =
	FIELDS_LIST("criteria", &scr_criterion_fields, "criteria that must all hold");

#define ROW struct scr_result
static const struct field result_field[] = {
	FIELD_MADE(FIELD_JSON, ROW, action, &text_fields, "name of the action"),
	FIELD(ROW, slot, NULL, "key that it is done to; null: none",
	      FIELD_HAS(ROW, has_slot), FIELD_OR_NULL),
	FIELD_ITEMS(ROW, args, &text_fields, "arguments, as text"),
};
#undef ROW
const struct fields scr_result_fields = FIELDS("action", struct scr_result, result_field);

#define ROW struct scr_puzzle
static const struct field puzzle_field[] = {
	FIELD(ROW, key, NULL, "key of the puzzle"),
	FIELD_ITEMS(ROW, criteria, &block_table,
		    "blocks, one of which must hold; empty blocks are left out"),
	FIELD_ITEMS(ROW, results, &scr_result_fields, "actions of the puzzle"),
	FIELD_ITEMS(ROW, flags, &text_fields,
		    "flags, sorted: disabled, do_me_now or once_per_inst"),
};
#undef ROW
const struct fields scr_puzzle_fields = FIELDS("puzzle", struct scr_puzzle, puzzle_field);

static const struct field param_field[] = {
	FIELD_MADE(FIELD_JSON, struct scr_param, name, &text_fields,
		   "name of the parameter"),
	FIELD_ITEMS(struct scr_param, args, &text_fields, "arguments, as text"),
};
const struct fields scr_param_fields = { .name = "parameter",
					 .size = sizeof(struct scr_param),
					 .items = param_field,
					 .count = 2,
					 .is_tuple = true };

#define ROW struct scr_control
static const struct field control_field[] = {
	FIELD(ROW, key, NULL, "key of the control"),
	FIELD_MADE(FIELD_JSON, ROW, type, &text_fields, "type of the control"),
	FIELD_ITEMS(ROW, params, &scr_param_fields,
		    "parameters: pairs of a name and a list of arguments"),
};
#undef ROW
const struct fields scr_control_fields =
	FIELDS("script_control", struct scr_control, control_field);

#define ROW struct scr_problem
static const struct field problem_field[] = {
	FIELD(ROW, line, NULL, "line of the file, from 1"),
	FIELD(ROW, column, NULL, "column, from 1"),
	FIELD(ROW, kind, NULL, "kind of the finding"),
	FIELD(ROW, file, NULL, "name of the script", FIELD_IF_ANY),
	FIELD(ROW, text, NULL, "finding, as text"),
};
#undef ROW
const struct fields scr_problem_fields =
	FIELDS("script_problem", struct scr_problem, problem_field);

#define ROW struct scr_bug
static const struct field bug_field[] = {
	FIELD(ROW, game, NULL, "game of the row: nemesis or zgi"),
	FIELD(ROW, edition, NULL, "edition of the row: dvd, or * for all"),
	FIELD(ROW, where, NULL, "places of the scripts; pe*: all that begin with pe"),
	FIELD(ROW, kind, NULL,
	      "part: puzzle, control, restore, or a type of control or action"),
	FIELD(ROW, id, NULL, "key, keys, slot or file; *: any"),
	FIELD(ROW, file, NULL, "name of the script", FIELD_IF_ANY),
	FIELD(ROW, line, NULL, "line of the file, from 1", FIELD_IF_ANY),
	FIELD(ROW, column, NULL, "column, from 1", FIELD_IF_ANY),
	FIELD(ROW, fault, NULL, "the fault"),
	FIELD_MADE(FIELD_JSON, ROW, fix, &text_fields, "change that puts it right"),
	FIELD(ROW, state, NULL,
	      "state of the fault: faulty (it is there), fixed (the script has been put "
	      "right), differs (the part is another one than expected), not found (no "
	      "script has the part)"),
};
#undef ROW
const struct fields scr_bug_fields = FIELDS("shipped_bug", struct scr_bug, bug_field);

struct unread {
	uint32_t line, column;
	struct json *text;
};
static const struct field unread_field[] = {
	FIELD(struct unread, line, NULL, "line of the file, from 1"),
	FIELD(struct unread, column, NULL, "column, from 1"),
	FIELD_MADE(FIELD_JSON, struct unread, text, &text_fields, "skipped text"),
};
static const struct fields unread_table = FIELDS("unread", struct unread, unread_field);

struct described {
	struct json *puzzles, *controls, *puzzle_lines, *control_lines, *source, *unread,
		*problems;
	size_t line_count, problem_count;
};
#define ROW struct described
static const struct field script_field[] = {
	FIELD_ITEMS(ROW, puzzles, &scr_puzzle_fields,
		    "puzzles of the script; all their strings in lower case"),
	FIELD_ITEMS(ROW, controls, &scr_control_fields,
		    "controls of the script; all their strings in lower case"),
	FIELD_ITEMS(ROW, puzzle_lines, &number_fields,
		    "lines where the puzzles begin, in the same order"),
	FIELD_ITEMS(ROW, control_lines, &number_fields,
		    "lines where the controls begin, in the same order"),
	FIELD(ROW, line_count, NULL, "number of lines of the script"),
	FIELD_ITEMS(
		ROW, source, &text_fields,
		"all lines as they are in the file, with their line ends, for --pack"),
	FIELD_ITEMS(ROW, unread, &unread_table, "parts that were skipped, as written"),
	FIELD_ITEMS(ROW, problems, &scr_problem_fields,
		    "findings that concern only this script, at most 10000 of them"),
	FIELD(ROW, problem_count, NULL, "number of findings, including those not listed"),
};
#undef ROW
const struct fields scr_fields = FIELDS("script", struct described, script_field);

/*
 * Puzzles and controls.
 */

static struct json *criterion_to_json(const struct exh_zv_node *node)
{
	const struct scr_criterion row = {
		node->key, { node->op }, node->arg, node->arg_is_key
	};

	return fields_to_json(&scr_criterion_fields, &row);
}

static struct json *result_to_json(const struct exh_zv_script *script,
				   const struct exh_zv_node *node)
{
	const struct scr_result row = { span_to_json(script, node->name, true),
					node->key >= 0, node->key,
					args_to_json(script, node) };

	return fields_to_json(&scr_result_fields, &row);
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
	struct scr_puzzle row = { puzzle->key, json_new_list(), json_new_list(), NULL };
	int64_t flags = 0;

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		if (block->kind == EXH_ZV_CRITERIA)
			add_criteria(block, row.criteria);
		else if (block->kind == EXH_ZV_RESULTS)
			add_results(script, block, row.results);
		else if (block->kind == EXH_ZV_FLAGS)
			flags |= flags_of(block);
	}
	row.flags = flags_to_json(flags);
	return fields_to_json(&scr_puzzle_fields, &row);
}

static struct json *control_to_json(const struct exh_zv_script *script,
				    const struct exh_zv_node *control)
{
	const struct scr_control row = { control->key,
					 span_to_json(script, control->name, true),
					 json_new_list() };

	for (const struct exh_zv_node *node = control->first; node; node = node->next) {
		struct scr_param param;

		if (node->kind != EXH_ZV_PARAMETER)
			continue;
		param.name = span_to_json(script, node->name, true);
		param.args = args_to_json(script, node);
		json_push(row.params, fields_to_json(&scr_param_fields, &param));
	}
	return fields_to_json(&scr_control_fields, &row);
}

/*
 * Members beside puzzles and controls.
 */

struct problems {
	struct json *list;
	size_t count;
};

struct scr_problem scr_problem_row(const struct exh_zv_problem *problem, const char *file)
{
	return (struct scr_problem){ problem->line, problem->column,
				     exh_zv_problem_name(problem->kind), file,
				     problem->text };
}

static void add_problem(void *context, const struct exh_zv_problem *problem)
{
	struct problems *problems = context;
	const struct scr_problem row = scr_problem_row(problem, NULL);

	if (problems->count++ < MAX_PROBLEMS)
		json_push(problems->list, fields_to_json(&scr_problem_fields, &row));
}

/* Lines that were dropped, as they are in the file. */
static struct json *unread_to_json(const struct exh_zv_script *script)
{
	struct json *list = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node)) {
		struct unread row = { node->line, node->column, NULL };

		if (node->kind != EXH_ZV_UNREAD && node->kind != EXH_ZV_UNKNOWN)
			continue;
		row.text = span_to_json(script, node->text, false);
		json_push(list, fields_to_json(&unread_table, &row));
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
	struct described row = { .puzzles = json_new_list(),
				 .controls = json_new_list(),
				 .puzzle_lines = json_new_list(),
				 .control_lines = json_new_list(),
				 .line_count = script->line_count };

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = node->next) {
		if (node->kind == EXH_ZV_PUZZLE) {
			json_push(row.puzzles, puzzle_to_json(script, node));
			json_push(row.puzzle_lines, json_new_number(node->line));
		} else if (node->kind == EXH_ZV_CONTROL) {
			json_push(row.controls, control_to_json(script, node));
			json_push(row.control_lines, json_new_number(node->line));
		}
	}
	exh_zv_script_problems(script, add_problem, &problems);
	row.source = source_to_json(script->file);
	row.unread = unread_to_json(script);
	row.problems = problems.list;
	row.problem_count = problems.count;
	fields_put(&scr_fields, &row, result);
}
