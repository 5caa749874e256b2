#include "xref.h"

#include "exhume/advanced/sci_flow.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"
#include "basics.h"

#include <string.h>

enum {
	OPERATORS = 0xf0, /* bytes of a spec from here on are not words */
	MORE = 0xf9,	  /* '>' */
	TEXT_SIZE = 72,
	SHOWN = TEXT_SIZE - 4,
};

/* A call of Said with a spec of the script. */
struct site {
	struct exh_bytes spec;
	uint16_t offset;
	size_t place;	 /* index of its instruction */
	size_t block;	 /* block with the instruction */
	bool is_covered; /* reported */
};

struct handlers {
	const struct lint *l;
	const struct exh_sci_program_script *script;
	struct exh_sci_block *blocks;
	size_t block_count;
	struct site *sites; /* sorted by place */
	size_t site_count;
	size_t *stack;
	uint8_t *visited; /* indexed by block */
};

/* Writes the spec as text, which ends with dots if it is too long. */
static void spec_text(const struct lint *l, struct exh_bytes spec, char out[TEXT_SIZE])
{
	struct exh_writer text = { .limit = 1 << 16 };
	size_t size;

	out[0] = '\0';
	if (!exh_sci_said_decompile(spec, l->program->lexicon, &text, NULL) &&
	    text.size) {
		size = text.size < SHOWN ? text.size : SHOWN;
		memcpy(out, text.data, size);
		memcpy(out + size, text.size > SHOWN ? "..." : "",
		       text.size > SHOWN ? 4 : 1);
	}
	exh_writer_free(&text);
}

/*
 * Words.
 */

static void check_group(const struct lint *l, const struct exh_sci_program_script *script,
			struct exh_bytes spec, unsigned group)
{
	const struct exh_sci_words *words = &l->program->words;
	const unsigned offset = (unsigned)(spec.base - script->code.bytes.base);
	struct exh_bytes found = { .size = 0 };
	char text[TEXT_SIZE];

	if (group >= EXH_SCI_GROUP_NUMBER)
		return;
	for (size_t i = 0; i < words->count; i++) {
		if (words->items[i].group != group)
			continue;
		if (is_typed_text(words->items[i].text))
			return;
		found = words->items[i].text;
	}
	spec_text(l, spec, text);
	if (found.size)
		exh_sci_lint_show(l, EXH_SCI_SAID_UNTYPABLE, script->number, offset,
				  "'%s' asks for the word '%.*s', which can't be typed",
				  text, (int)(found.size < 40 ? found.size : 40),
				  (const char *)found.data);
	else
		exh_sci_lint_show(l, EXH_SCI_SAID_UNKNOWN_WORD, script->number, offset,
				  "'%s' asks for group 0x%03x, which has no words", text,
				  group);
}

static void check_words(const struct lint *l, const struct exh_sci_program_script *script)
{
	for (size_t i = 0; i < script->code.script.said_count && l->program->words.count;
	     i++) {
		const struct exh_bytes spec = script->code.script.saids[i];

		for (size_t k = 0; k + 1 < spec.size; k++)
			if (spec.data[k] < OPERATORS) {
				check_group(l, script, spec,
					    (unsigned)spec.data[k] << 8 |
						    spec.data[k + 1]);
				k++;
			}
	}
}

/*
 * Specs shadowed by earlier ones.
 */

static size_t block_of(const struct handlers *h, size_t place)
{
	size_t first = 0, end = h->block_count;

	while (end - first > 1) {
		const size_t middle = first + (end - first) / 2;

		if (h->blocks[middle].first_instruction <= place)
			first = middle;
		else
			end = middle;
	}
	return first;
}

static void see_call(void *context, const struct exh_sci_call *call)
{
	struct handlers *h = context;
	const struct exh_sci_code *code = &h->script->code;
	struct exh_bytes name;

	if (call->instruction->opcode != EXH_SCI_OP_CALLK || call->value_count < 2 ||
	    call->values[1].kind != EXH_SCI_VALUE_ADDRESS)
		return;
	name = exh_sci_program_kernel(h->l->program,
				      (unsigned)call->instruction->operands[0]);
	if (!text_is(name, "Said"))
		return;
	for (size_t i = 0; i < code->script.said_count; i++)
		if (code->script.saids[i].base - code->bytes.base ==
		    call->values[1].number) {
			h->sites[h->site_count++] =
				(struct site){ code->script.saids[i],
					       call->instruction->offset, call->place,
					       block_of(h, call->place), false };
			return;
		}
}

/* Marks the blocks that a function reaches from its start without passing the block
 * "without". */
static void visit(struct handlers *h, size_t start, size_t without)
{
	size_t depth = 0;

	memset(h->visited, 0, h->block_count);
	if (start == without)
		return;
	h->stack[depth++] = start;
	h->visited[start] = 1;
	while (depth) {
		const struct exh_sci_block *block = &h->blocks[h->stack[--depth]];
		const int32_t next[2] = { block->next, block->branch };

		for (size_t i = 0; i < 2; i++)
			if (next[i] >= 0 && (size_t)next[i] != without &&
			    !h->visited[next[i]]) {
				h->visited[next[i]] = 1;
				h->stack[depth++] = (size_t)next[i];
			}
	}
}

static bool claims(struct exh_bytes spec)
{
	return spec.size < 2 || spec.data[spec.size - 2] != MORE;
}

static void report(struct handlers *h, const struct site *first, struct site *other)
{
	char text[TEXT_SIZE], by[TEXT_SIZE];

	if (other->is_covered ||
	    exh_sci_said_covers(first->spec, other->spec) != EXH_SCI_SAID_COVERS)
		return;
	other->is_covered = true;
	spec_text(h->l, other->spec, text);
	spec_text(h->l, first->spec, by);
	exh_sci_lint_show(h->l, EXH_SCI_SAID_SHADOWED, h->script->number, other->offset,
			  "'%s' is never true: '%s' at 0x%04x comes before and takes all "
			  "of it",
			  text, by, first->offset);
}

/* Checks the sites of one function, from first to end. */
static void check_function(struct handlers *h, const struct exh_sci_function *function,
			   size_t first, size_t end)
{
	const size_t start = block_of(h, function->first_instruction);

	for (size_t i = first; i + 1 < end; i++) {
		struct site *site = &h->sites[i];

		if (!claims(site->spec))
			continue;
		visit(h, start, site->block);
		for (size_t k = first; k < end; k++) {
			struct site *other = &h->sites[k];
			const bool is_after = other->block == site->block
						      ? other->place > site->place
						      : !h->visited[other->block];

			if (k != i && is_after &&
			    h->script->code.marks[other->offset] & EXH_SCI_IS_REACHED)
				report(h, site, other);
		}
	}
}

static void check_functions(struct handlers *h)
{
	const struct exh_sci_code *code = &h->script->code;
	size_t first = 0;

	for (size_t i = 0; i < code->function_count; i++) {
		const struct exh_sci_function *f = &code->functions[i];
		size_t end;

		while (first < h->site_count &&
		       h->sites[first].place < f->first_instruction)
			first++;
		end = first;
		while (end < h->site_count &&
		       h->sites[end].place < f->first_instruction + f->instruction_count)
			end++;
		check_function(h, f, first, end);
		first = end;
	}
}

bool exh_sci_lint_saids(const struct lint *l, const struct exh_sci_program_script *script)
{
	const struct exh_sci_code *code = &script->code;
	struct handlers h = { .l = l, .script = script };
	struct exh_arena arena = { .limit = SIZE_MAX };
	bool is_good;

	check_words(l, script);
	h.sites = exh_alloc(&arena, code->instruction_count + 1, sizeof *h.sites);
	is_good = h.sites &&
		  !exh_sci_blocks(code, &arena, &h.blocks, &h.block_count, NULL) &&
		  !exh_sci_calls(code, &arena, see_call, &h, NULL);
	if (is_good) {
		h.stack = exh_alloc(&arena, h.block_count + 1, sizeof *h.stack);
		h.visited = exh_alloc(&arena, h.block_count + 1, 1);
		is_good = h.stack && h.visited;
	}
	if (is_good)
		check_functions(&h);
	exh_arena_free(&arena);
	return is_good;
}
