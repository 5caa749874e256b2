#include "coverage.h"

#include "assets/sci/script/script.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LIMIT = 1 << 12 };

typedef struct exh_sci_program_script program_script;
typedef struct coverage_counts counts;

const char *const coverage_kind_names[COVERAGE_KINDS] = { "rooms",  "views", "pics",
							  "sounds", "texts", "saids" };

void coverage_open(struct coverage *coverage, const struct script_program *program)
{
	*coverage = (struct coverage){
		.program = program,
		.executed = exh_sci_executed_new(&program->program),
	};
	if (!coverage->executed)
		mem_end();
}

void coverage_close(struct coverage *coverage)
{
	exh_sci_executed_free(coverage->executed);
	for (unsigned i = 0; i < COVERAGE_KINDS; i++)
		free(coverage->kinds[i].items);
	*coverage = (struct coverage){ .program = NULL };
}

/*
 * Items.
 */

/* Returns the index of a key, or the index at which to insert it. */
static size_t place_of(const struct coverage_items *list, uint32_t key)
{
	size_t first = 0, end = list->count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;

		if (list->items[middle].key < key)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

void coverage_add(struct coverage *coverage, enum coverage_kind kind, uint32_t key,
		  bool is_seen)
{
	struct coverage_items *list = &coverage->kinds[kind];
	const size_t place = place_of(list, key);

	if (place < list->count && list->items[place].key == key) {
		list->items[place].is_seen = list->items[place].is_seen || is_seen;
		return;
	}
	(void)MEM_ADD(list);
	memmove(list->items + place + 1, list->items + place,
		(list->count - 1 - place) * sizeof *list->items);
	list->items[place] = (struct coverage_item){ key, is_seen };
}

size_t coverage_seen(const struct coverage *coverage, enum coverage_kind kind)
{
	size_t seen = 0;

	for (size_t i = 0; i < coverage->kinds[kind].count; i++)
		seen += coverage->kinds[kind].items[i].is_seen;
	return seen;
}

/*
 * Code.
 */

counts coverage_count_code(const program_script *script, const uint8_t *marks,
			   size_t first, size_t count)
{
	counts c = { .instructions = count };

	for (size_t i = first; i < first + count; i++) {
		const struct exh_sci_instruction *in = &script->code.instructions[i];
		const uint8_t mark = marks[in->offset];

		c.run += mark & EXH_SCI_EXECUTED;
		if (in->opcode != EXH_SCI_OP_BT && in->opcode != EXH_SCI_OP_BNT)
			continue;
		c.ways += 2;
		c.gone += (mark & EXH_SCI_BRANCHED) != 0;
		c.gone += (mark & EXH_SCI_PASSED) != 0;
	}
	return c;
}

counts coverage_count(const struct coverage *coverage, size_t place)
{
	const program_script *script = &coverage->program->program.scripts[place];
	const uint8_t *marks = exh_sci_executed_marks(coverage->executed, place);
	counts c = coverage_count_code(script, marks, 0, script->code.instruction_count);

	c.functions = script->code.function_count;
	for (size_t i = 0; i < c.functions; i++)
		c.entered += marks[script->code.functions[i].start] & EXH_SCI_EXECUTED;
	return c;
}

void coverage_put_name(const struct coverage *coverage, const program_script *script,
		       unsigned offset, struct exh_writer *out)
{
	struct exh_writer name = { .limit = NAME_LIMIT };

	script_place_put(&coverage->program->program, script, offset, &name);
	exh_code_page_to_utf8(coverage->program->program.page, exh_writer_bytes(&name),
			      EXH_CP437_NAME, out);
	exh_write_u8(out, 0);
	exh_writer_free(&name);
}
