#include "script_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_KEY = 29999, /* highest key in Nemesis, which has more of them */
	SHOWN = 40,	 /* letters of a name in a message */
};

struct checker {
	const struct exh_zv_script *script;
	exh_zv_problem_fn *report;
	void *context;
	bool no_memory;
};

const char *exh_zv_problem_name(enum exh_zv_problem_kind kind)
{
	static const char *const names[] = {
		[EXH_ZV_PROBLEM_UNREAD] = "unread",
		[EXH_ZV_PROBLEM_BRACE] = "brace",
		[EXH_ZV_PROBLEM_PAREN] = "parenthesis",
		[EXH_ZV_PROBLEM_REST] = "rest",
		[EXH_ZV_PROBLEM_SLOT] = "slot",
		[EXH_ZV_PROBLEM_ACTION] = "unknown-action",
		[EXH_ZV_PROBLEM_CONTROL] = "unknown-control",
		[EXH_ZV_PROBLEM_PARAMETER] = "unknown-parameter",
		[EXH_ZV_PROBLEM_ARGUMENTS] = "arguments",
		[EXH_ZV_PROBLEM_KEY] = "key",
		[EXH_ZV_PROBLEM_DUPLICATE] = "duplicate-key",
		[EXH_ZV_PROBLEM_CRITERIA] = "criteria",
		[EXH_ZV_PROBLEM_UNREACHED] = "unreached",
		[EXH_ZV_PROBLEM_NEVER_WRITTEN] = "never-written",
		[EXH_ZV_PROBLEM_NO_SWITCHED] = "nothing-to-switch",
		[EXH_ZV_PROBLEM_NO_FILE] = "no-file",
		[EXH_ZV_PROBLEM_NO_PLACE] = "no-place",
		[EXH_ZV_PROBLEM_BLANKS] = "blanks",
		[EXH_ZV_PROBLEM_EMPTY] = "empty-criteria",
		[EXH_ZV_PROBLEM_OTHER_SCOPE] = "other-scope",
		[EXH_ZV_PROBLEM_AFTER_CHANGE] = "after-change",
		[EXH_ZV_PROBLEM_TIMER_REST] = "timer-rest",
		[EXH_ZV_PROBLEM_RECTANGLE] = "rectangle",
	};

	return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

static void report(const struct checker *checker, enum exh_zv_problem_kind kind,
		   const struct exh_zv_node *node, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void report(const struct checker *checker, enum exh_zv_problem_kind kind,
		   const struct exh_zv_node *node, const char *format, ...)
{
	struct exh_zv_problem problem = {
		.kind = kind,
		.node = node,
		.line = node->line,
		.column = node->column,
		.offset = checker->script->file.base + node->text.offset,
	};
	va_list args;

	va_start(args, format);
	vsnprintf(problem.text, sizeof problem.text, format, args);
	va_end(args);
	checker->report(checker->context, &problem);
}

/* A name for a message: ASCII, in lower case, not too long. */
struct shown {
	char text[SHOWN + 4];
};

static struct shown show(const struct checker *checker, struct exh_zv_span span)
{
	const struct exh_bytes text = exh_zv_script_text(checker->script, span);
	struct shown shown = { "" };
	size_t size = 0;

	for (; size < text.size && size < SHOWN; size++) {
		const uint8_t c = script_lower(text.data[size]);

		shown.text[size] = c >= ' ' && c < 0x7f ? (char)c : '?';
	}
	if (size < text.size)
		memcpy(shown.text + size, "...", 4);
	return shown;
}

/*
 * Lines that are not read.
 */

static void check_unread(const struct checker *checker, const struct exh_zv_node *node)
{
	static const char *const expected[] = {
		[EXH_ZV_FILE] = "puzzle:KEY { or control:KEY TYPE {",
		[EXH_ZV_PUZZLE] = "criteria {, results { or flags {",
		[EXH_ZV_CONTROL] = "name(ARGUMENTS)",
		[EXH_ZV_CRITERIA] = "[KEY] = VALUE, or with !, > or <",
		[EXH_ZV_RESULTS] = "prefix:action(ARGUMENTS)",
		[EXH_ZV_FLAGS] = "ONCE_PER_INST, DO_ME_NOW or DISABLED",
	};
	const struct shown text = show(checker, node->text);

	if (node->parent->kind == EXH_ZV_UNKNOWN)
		return; /* already reported with the whole block */
	if (node->kind == EXH_ZV_UNKNOWN)
		report(checker, EXH_ZV_PROBLEM_UNREAD, node,
		       "a block \"%s\" is skipped, expected %s", text.text,
		       expected[node->parent->kind]);
	else
		report(checker, EXH_ZV_PROBLEM_UNREAD, node,
		       "\"%s\" is skipped, expected %s", text.text,
		       expected[node->parent->kind]);
}

static void check_form(const struct checker *checker, const struct exh_zv_node *node)
{
	if (node->odd & EXH_ZV_NO_OPENING)
		report(checker, EXH_ZV_PROBLEM_BRACE, node, "a block without its {");
	if (node->odd & EXH_ZV_NO_CLOSING)
		report(checker, EXH_ZV_PROBLEM_BRACE, node,
		       "a block without its }: another one begins");
	if (node->odd & EXH_ZV_CUT)
		report(checker, EXH_ZV_PROBLEM_BRACE, node,
		       "a block without its }: the file ends");
	if (node->odd & EXH_ZV_NO_PAREN)
		report(checker, EXH_ZV_PROBLEM_PAREN, node, "arguments without their )");
	if (node->rest.size)
		report(checker, EXH_ZV_PROBLEM_REST, node, "\"%s\" after it is ignored",
		       show(checker, node->rest).text);
	if (node->close.size) {
		const struct exh_bytes close =
			exh_zv_script_text(checker->script, node->close);
		const struct exh_bytes rest = exh_zv_script_trim(script_skip(close, 1));

		if (close.data[0] != '}' || (rest.size && rest.data[0] != '#'))
			report(checker, EXH_ZV_PROBLEM_REST, node,
			       "\"%s\" ends it; text next to the brace is ignored",
			       show(checker, node->close).text);
	}
}

/*
 * Names and their arguments.
 */

static size_t count_arguments(const struct checker *checker,
			      const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(checker->script, node->args), argument;
	size_t count = 0;

	while (exh_zv_script_argument(&args, &argument))
		count++;
	return count;
}

static void check_count(const struct checker *checker, const struct exh_zv_node *node,
			unsigned least, unsigned most)
{
	const size_t count = count_arguments(checker, node);
	const struct shown name = show(checker, node->name);

	if (count < least)
		report(checker, EXH_ZV_PROBLEM_ARGUMENTS, node,
		       "%s: %zu arguments, expected %s%u", name.text, count,
		       most > least ? "at least " : "", least);
	else if (count > most && most != SCRIPT_ANY)
		report(checker, EXH_ZV_PROBLEM_ARGUMENTS, node,
		       "%s: %zu arguments, expected %s%u; the others are ignored",
		       name.text, count, most > least ? "at most " : "", most);
}

static void check_key(const struct checker *checker, const struct exh_zv_node *node,
		      int64_t key)
{
	if (key > MAX_KEY)
		report(checker, EXH_ZV_PROBLEM_KEY, node,
		       "key %" PRId64 ", expected at most %d", key, MAX_KEY);
}

static void check_result(const struct checker *checker, const struct exh_zv_node *node)
{
	const struct script_action *action =
		exh_zv_script_action(exh_zv_script_text(checker->script, node->name));

	check_key(checker, node, node->key);
	if (node->slot.size && node->key < 0)
		report(checker, EXH_ZV_PROBLEM_SLOT, node,
		       "slot \"%s\", expected the number of a key",
		       show(checker, node->slot).text);
	if (!action) {
		report(checker, EXH_ZV_PROBLEM_ACTION, node, "unknown action \"%s\"",
		       show(checker, node->name).text);
		return;
	}
	if (action->has_slot && node->key < 0 && !node->slot.size)
		report(checker, EXH_ZV_PROBLEM_ARGUMENTS, node,
		       "%s without a slot, the key that controls it", action->name);
	check_count(checker, node, action->least, action->most);
}

static void check_control(const struct checker *checker, const struct exh_zv_node *node)
{
	check_key(checker, node, node->key);
	if (!exh_zv_script_control(exh_zv_script_text(checker->script, node->name)))
		report(checker, EXH_ZV_PROBLEM_CONTROL, node, "unknown control \"%s\"",
		       show(checker, node->name).text);
}

static void check_parameter(const struct checker *checker, const struct exh_zv_node *node)
{
	const struct exh_bytes type =
		exh_zv_script_text(checker->script, node->parent->name);
	const struct script_parameter *parameter = exh_zv_script_parameter(
		type, exh_zv_script_text(checker->script, node->name));

	if (parameter)
		check_count(checker, node, parameter->least, parameter->most);
	else if (exh_zv_script_control(type))
		report(checker, EXH_ZV_PROBLEM_PARAMETER, node,
		       "unknown parameter \"%s\" of %s", show(checker, node->name).text,
		       show(checker, node->parent->name).text);
}

/*
 * Criteria that can't hold.
 */

static int by_key(const void *a, const void *b)
{
	const struct exh_zv_node *one = *(const struct exh_zv_node *const *)a;
	const struct exh_zv_node *other = *(const struct exh_zv_node *const *)b;

	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	return one->line < other->line ? -1 : one->line > other->line;
}

/* Remaining values of a key, and the values excluded by "!". */
struct range {
	int64_t low, high;
	bool never;
};

static void narrow(struct range *range, const struct exh_zv_node *test)
{
	if (test->arg_is_key) {
		range->never |= test->arg == test->key && test->op != '=';
		return;
	}
	if ((test->op == '=' || test->op == '>') && range->low <= test->arg) {
		range->never |= test->op == '>' && test->arg == INT64_MAX;
		range->low = test->arg + (test->op == '>' && !range->never);
	}
	if ((test->op == '=' || test->op == '<') && range->high >= test->arg) {
		range->never |= test->op == '<' && test->arg == INT64_MIN;
		range->high = test->arg - (test->op == '<' && !range->never);
	}
	if (test->op == '=' && (range->low > test->arg || range->high < test->arg))
		range->never = true;
}

/* True if the criteria of one key can't hold together. */
static bool contradict(const struct exh_zv_node *const *tests, size_t count)
{
	struct range range = { INT64_MIN, INT64_MAX, false };

	for (size_t i = 0; i < count; i++)
		narrow(&range, tests[i]);
	if (range.never || range.low > range.high)
		return true;
	for (size_t i = 0; i < count && range.low == range.high; i++)
		if (tests[i]->op == '!' && !tests[i]->arg_is_key &&
		    tests[i]->arg == range.low)
			return true;
	return false;
}

static bool waits_for_itself(const struct exh_zv_node *test)
{
	return test->key == test->parent->parent->key && test->op == '=' &&
	       !test->arg_is_key && test->arg == 1;
}

/* Reports the first reason why tests, sorted by key, can't be true. */
static bool check_sorted(const struct checker *checker,
			 const struct exh_zv_node *const *tests, size_t count)
{
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i; end < count && tests[end]->key == tests[i]->key; end++)
			if (waits_for_itself(tests[end])) {
				report(checker, EXH_ZV_PROBLEM_CRITERIA, tests[end],
				       "never true: the puzzle is not checked while "
				       "its "
				       "own key is 1");
				return true;
			}
		if (!contradict(tests + i, end - i))
			continue;
		report(checker, EXH_ZV_PROBLEM_CRITERIA, tests[end - 1],
		       "never true: criteria of key %" PRId64 " contradict each other",
		       tests[i]->key);
		return true;
	}
	return false;
}

static bool check_block(struct checker *checker, const struct exh_zv_node *block,
			size_t count)
{
	const struct exh_zv_node **tests = malloc(count * sizeof *tests);
	size_t i = 0;
	bool never;

	if (!tests) {
		checker->no_memory = true;
		return false;
	}
	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == EXH_ZV_CRITERION)
			tests[i++] = node;
	qsort(tests, count, sizeof *tests, by_key);
	never = check_sorted(checker, tests, count);
	free(tests);
	return never;
}

/* Empty blocks are ignored. */
static void check_criteria(struct checker *checker, const struct exh_zv_node *puzzle)
{
	size_t block_count = 0, never_count = 0;

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		const size_t count =
			block->kind == EXH_ZV_CRITERIA
				? exh_zv_script_count(block, EXH_ZV_CRITERION)
				: 0;

		if (!count)
			continue;
		block_count++;
		never_count += check_block(checker, block, count);
	}
	if (block_count && never_count == block_count)
		report(checker, EXH_ZV_PROBLEM_UNREACHED, puzzle,
		       "puzzle %" PRId64 " never runs: none of its criteria can be true",
		       puzzle->key);
}

/* Restoring a game drops all results that follow. */
static void check_after_restore(const struct checker *checker,
				const struct exh_zv_node *node)
{
	const struct exh_zv_node *next = node->next;

	while (next && next->kind != EXH_ZV_RESULT)
		next = next->next;
	if (next && exh_zv_script_is_word(exh_zv_script_text(checker->script, node->name),
					  "restore_game"))
		report(checker, EXH_ZV_PROBLEM_UNREACHED, next,
		       "results after restore_game never run");
}

/*
 * Keys shared by several puzzles.
 */

static bool check_duplicates(const struct checker *checker)
{
	const size_t most = checker->script->puzzle_count;
	const struct exh_zv_node **puzzles = malloc((most + 1) * sizeof *puzzles);
	size_t count = 0;

	if (!puzzles)
		return false;
	for (const struct exh_zv_node *node = checker->script->root.first;
	     node && count < most; node = node->next)
		if (node->kind == EXH_ZV_PUZZLE)
			puzzles[count++] = node;
	qsort(puzzles, count, sizeof *puzzles, by_key);
	for (size_t i = 1; i < count; i++)
		if (puzzles[i]->key == puzzles[i - 1]->key)
			report(checker, EXH_ZV_PROBLEM_DUPLICATE, puzzles[i],
			       "puzzle %" PRId64 " is already in line %u: when one has "
			       "run, the other does not",
			       puzzles[i]->key, (unsigned)puzzles[i - 1]->line);
	free(puzzles);
	return true;
}

/*
 * Criteria as they are written.
 */

static void check_empty(const struct checker *checker, const struct exh_zv_node *block)
{
	if (block->first && exh_zv_script_count(block, EXH_ZV_COMMENT) &&
	    !exh_zv_script_count(block, EXH_ZV_CRITERION))
		report(checker, EXH_ZV_PROBLEM_EMPTY, block,
		       "a block of criteria with comments only counts as none");
}

static void check_node(struct checker *checker, const struct exh_zv_node *node)
{
	check_form(checker, node);
	switch (node->kind) {
	case EXH_ZV_UNKNOWN:
	case EXH_ZV_UNREAD:
		check_unread(checker, node);
		break;
	case EXH_ZV_PUZZLE:
		check_key(checker, node, node->key);
		check_criteria(checker, node);
		break;
	case EXH_ZV_CONTROL:
		check_control(checker, node);
		break;
	case EXH_ZV_CRITERION:
		check_key(checker, node, node->key);
		if (node->arg_is_key)
			check_key(checker, node, node->arg);
		break;
	case EXH_ZV_CRITERIA:
		check_empty(checker, node);
		break;
	case EXH_ZV_RESULT:
		check_result(checker, node);
		check_after_restore(checker, node);
		break;
	case EXH_ZV_PARAMETER:
		check_parameter(checker, node);
		break;
	default:
		break;
	}
}

bool exh_zv_script_problems(const struct exh_zv_script *script,
			    exh_zv_problem_fn *report_problem, void *context)
{
	struct checker checker = { script, report_problem, context, false };

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node))
		check_node(&checker, node);
	return check_duplicates(&checker) && !checker.no_memory;
}
