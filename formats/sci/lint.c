/* Lint: all of it, and what is neither a Said spec nor a use. */
#include "xref.h"

#include "basics.h"

static const char *const names[] = {
	"said-shadowed",    "said-unknown-word", "said-untypable", "missing-resource",
	"missing-text",	    "missing-export",	 "missing-class",  "unknown-kernel",
	"unknown-selector", "unread-property",	 "unreached-code", "heap-full",
	"unset-temporary",  "property-range",	 "branch-outside",
};

const char *exh_sci_finding_name(unsigned kind)
{
	return kind < EXH_SCI_FINDINGS ? names[kind] : NULL;
}

/*
 * Code that nothing reaches.
 */

/* Compilers leave jumps and returns after others. */
static bool is_code(const struct exh_sci_instruction *in)
{
	return in->opcode != EXH_SCI_OP_JMP && in->opcode != EXH_SCI_OP_RET &&
	       in->opcode != EXH_SCI_OP_TOSS;
}

static void check_reached(const struct lint *l,
			  const struct exh_sci_program_script *script)
{
	const struct exh_sci_code *code = &script->code;

	for (size_t i = 0; i < code->instruction_count;) {
		const size_t first = i;
		size_t real = 0, size = 0;

		while (i < code->instruction_count &&
		       !(code->marks[code->instructions[i].offset] &
			 EXH_SCI_IS_REACHED)) {
			real += is_code(&code->instructions[i]);
			size += code->instructions[i].size;
			i++;
		}
		if (real)
			exh_sci_lint_show(l, EXH_SCI_UNREACHED_CODE, script->number,
					  code->instructions[first].offset,
					  "code is never reached: %zu instruction%s, %zu "
					  "bytes",
					  i - first, i - first == 1 ? "" : "s", size);
		if (i == first)
			i++;
	}
}

/*
 * The heap.
 */

static bool check_heap(const struct lint *l, struct exh_arena *arena)
{
	struct exh_sci_rooms rooms;

	if (exh_sci_rooms(l->program, l->uses, l->use_count, arena, &rooms, NULL))
		return false;
	for (size_t i = 0; i < rooms.room_count; i++) {
		struct exh_sci_heap heap;

		if (exh_sci_room_heap(l->program, l->uses, l->use_count,
				      rooms.rooms[i].number, &heap, NULL))
			return false;
		if (heap.least > EXH_SCI_HEAP_SIZE)
			exh_sci_lint_show(l, EXH_SCI_HEAP_FULL, rooms.rooms[i].number,
					  rooms.rooms[i].object->address,
					  "the room needs at least %zu bytes of scripts, "
					  "the heap has %d",
					  heap.least, EXH_SCI_HEAP_SIZE);
	}
	return true;
}

enum exh_status exh_sci_lint(const struct exh_sci_program *program,
			     const struct exh_sci_use *uses, size_t use_count,
			     const struct exh_sci_lint_options *options,
			     exh_sci_finding_seen *seen, void *context,
			     struct exh_error *err)
{
	struct lint l = { .program = program,
			  .uses = uses,
			  .use_count = use_count,
			  .options = options,
			  .seen = seen,
			  .context = context };
	struct exh_arena arena = { .limit = SIZE_MAX };
	bool is_good = true;

	for (size_t i = 0; i < program->script_count && is_good; i++) {
		is_good = exh_sci_lint_saids(&l, &program->scripts[i]);
		check_reached(&l, &program->scripts[i]);
		exh_sci_lint_code(&l, &program->scripts[i]);
		is_good = is_good && exh_sci_lint_temporaries(&l, &program->scripts[i]);
	}
	if (is_good) {
		exh_sci_lint_uses(&l);
		is_good = check_heap(&l, &arena);
	}
	exh_arena_free(&arena);
	return is_good ? EXH_OK : no_memory(err);
}
