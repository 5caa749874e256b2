/*
 * Any text parses within a bound of memory; spans lie in the file, lines and columns
 * grow; the printed script parses to the same tree, and prints the same again; problems
 * and uses refer to existing lines.
 *
 * Input: a script
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/zvision_script.h"

#include "../base/fuzzing.h"
#include "script_testing.h"

enum { MEMORY_A_BYTE = 512, TEXT_LIMIT = 1 << 26 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_span(const struct exh_zv_script *script, struct exh_zv_span span)
{
	assert(span.offset <= script->file.size);
	assert(span.size <= script->file.size - span.offset);
}

static void check_tree(const struct exh_zv_script *script)
{
	const struct exh_zv_node *node = &script->root;
	size_t puzzles = 0, controls = 0;
	uint32_t line = 0;

	while ((node = exh_zv_script_next(node))) {
		assert(node->line >= line && node->line <= script->line_count);
		assert(node->column >= 1);
		line = node->line;
		check_span(script, node->text);
		check_span(script, node->name);
		check_span(script, node->prefix);
		check_span(script, node->slot);
		check_span(script, node->args);
		check_span(script, node->rest);
		check_span(script, node->comment);
		check_span(script, node->close);
		puzzles += node->kind == EXH_ZV_PUZZLE;
		controls += node->kind == EXH_ZV_CONTROL;
	}
	assert(puzzles == script->puzzle_count && controls == script->control_count);
}

static void check_problem(void *context, const struct exh_zv_problem *problem)
{
	const struct exh_zv_script *script = context;

	assert(problem->line >= 1 && problem->line <= script->line_count);
	assert(problem->offset <= script->file.size && problem->text[0]);
	for (const char *c = problem->text; *c; c++)
		assert((unsigned char)*c >= ' ' && (unsigned char)*c < 0x7f);
	assert(*exh_zv_problem_name(problem->kind));
}

static void check_use(void *context, const struct exh_zv_use *use)
{
	const struct exh_zv_script *script = context;

	assert(use->line >= 1 && use->line <= script->line_count && use->column >= 1);
	assert(use->owner && use->how);
	assert(use->kind == EXH_ZV_USE_PLACE || use->kind == EXH_ZV_USE_FILE ||
	       use->key >= 0);
	assert(memchr(use->place, '\0', sizeof use->place));
}

static void check_again(const struct exh_zv_script *script)
{
	struct exh_writer out = { .limit = TEXT_LIMIT }, again = { .limit = TEXT_LIMIT };
	struct exh_arena arena = { .limit = TEXT_LIMIT };
	struct exh_zv_script printed;
	struct exh_notes notes = { .arena = &arena };

	exh_zv_script_print(script, &out);
	assert(!out.failed);
	assert(exh_zv_script_parse(exh_writer_bytes(&out), &arena, &printed, &notes,
				   NULL) == EXH_OK);
	assert(!notes.first);
	assert(same_script(script, &printed));
	exh_zv_script_print(&printed, &again);
	assert(same_bytes(exh_writer_bytes(&out), exh_writer_bytes(&again)));
	exh_arena_free(&arena);
	exh_writer_free(&out);
	exh_writer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1024 + MEMORY_A_BYTE * file.size };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_script script;
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_zv_script_parse(file, &arena, &script, &notes, &err);

	assert(status == EXH_OK || (status == EXH_INVALID && err.text[0]));
	if (!status) {
		check_tree(&script);
		assert(exh_zv_script_problems(&script, check_problem, &script));
		exh_zv_script_uses(&script, check_use, &script);
		check_again(&script);
	}
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
