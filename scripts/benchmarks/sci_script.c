/*
 * Scripts of SCI0: the program of a game of 250 scripts opened, disassembled to text,
 * assembled again, its cross references and lint; and the decoding of instructions alone.
 * The scripts are a game's, over and over.
 *
 * usage: bench_sci_script FOLDER...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include <exhume/advanced/sci_disasm.h>
#include <exhume/advanced/sci_lint.h>

enum {
	SCRIPTS = 250,
	MAX_PARTS = 2048,
	NUMBERS = 1000, /* by which copies differ */
	MEMORY = 1 << 30,
	DECODINGS = 20,
	MOST_INSTRUCTIONS = 1 << 16,
};

struct subject {
	struct exh_sci_part parts[MAX_PARTS];
	size_t part_count, script_count;
	/* Of the last opening: */
	struct exh_arena arena;
	struct exh_sci_program program;
	struct exh_sci_naming naming;
	size_t instruction_count;
};

static void check(enum exh_status status, const struct exh_error *err)
{
	if (status)
		fail("%s", err->text);
}

static void add(struct subject *s, unsigned type, unsigned number, struct exh_bytes bytes)
{
	if (s->part_count == MAX_PARTS)
		fail("too many resources");
	s->parts[s->part_count++] = (struct exh_sci_part){ type, number, bytes };
}

/* All of the game, and its scripts again until they are enough. */
static void collect(struct subject *s, const struct sci_game *game)
{
	s->part_count = s->script_count = 0;
	for (size_t i = 0; i < game->count; i++)
		if (game->items[i].type != EXH_SCI_SCRIPT)
			add(s, game->items[i].type, game->items[i].number,
			    game->items[i].bytes);
	for (unsigned copy = 0; s->script_count < SCRIPTS; copy++) {
		const size_t before = s->script_count;

		for (size_t i = 0; i < game->count && s->script_count < SCRIPTS; i++) {
			if (game->items[i].type != EXH_SCI_SCRIPT)
				continue;
			add(s, EXH_SCI_SCRIPT, game->items[i].number + copy * NUMBERS,
			    game->items[i].bytes);
			s->script_count++;
		}
		if (s->script_count == before)
			return;
	}
}

static void open_program(struct subject *s)
{
	struct exh_notes notes = { .arena = &s->arena };
	struct exh_error err;

	exh_arena_free(&s->arena);
	s->arena = (struct exh_arena){ .limit = MEMORY };
	check(exh_sci_program_open(s->parts, s->part_count, &s->arena, &s->program,
				   &notes, &err),
	      &err);
	check(exh_sci_naming_open(&s->program, &s->arena, &s->naming, &err), &err);
	s->instruction_count = 0;
	for (size_t i = 0; i < s->program.script_count; i++)
		s->instruction_count += s->program.scripts[i].code.instruction_count;
}

static void disassemble(struct subject *s)
{
	const struct exh_sci_disasm_options options = { .selector = -1 };
	struct exh_writer text = { .limit = MEMORY };
	struct exh_error err;

	for (size_t i = 0; i < s->program.script_count; i++)
		check(exh_sci_disassemble(&s->naming, &s->program.scripts[i], &options,
					  &text, &err),
		      &err);
	exh_writer_free(&text);
}

static void assemble(struct subject *s)
{
	const struct exh_sci_disasm_options options = { .selector = -1 };
	struct exh_writer text = { .limit = MEMORY }, script = { .limit = MEMORY };
	struct exh_sci_asm_place place;
	struct exh_error err;

	for (size_t i = 0; i < s->program.script_count; i++) {
		text.size = script.size = 0;
		check(exh_sci_disassemble(&s->naming, &s->program.scripts[i], &options,
					  &text, &err),
		      &err);
		check(exh_sci_assemble(exh_writer_bytes(&text), &s->naming, &script,
				       &place, &err),
		      &err);
	}
	exh_writer_free(&text);
	exh_writer_free(&script);
}

static void cross_reference(struct subject *s)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_use *uses;
	struct exh_error err;
	size_t count;

	check(exh_sci_uses(&s->program, &arena, &uses, &count, &err), &err);
	exh_arena_free(&arena);
}

static void count_finding(void *context, const struct exh_sci_finding *finding)
{
	*(size_t *)context += finding->kind < EXH_SCI_FINDINGS;
}

static void lint(struct subject *s)
{
	const struct exh_sci_lint_options options = { .has = NULL };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_use *uses;
	struct exh_error err;
	size_t count, found = 0;

	check(exh_sci_uses(&s->program, &arena, &uses, &count, &err), &err);
	check(exh_sci_lint(&s->program, uses, count, &options, count_finding, &found,
			   &err),
	      &err);
	exh_arena_free(&arena);
}

/* The code sections, from their first byte to the last that decodes. */
static void decode(struct subject *s)
{
	static struct exh_sci_instruction out[MOST_INSTRUCTIONS];
	const size_t repeats = loops(DECODINGS);

	for (size_t r = 0; r < repeats; r++)
		for (size_t i = 0; i < s->program.script_count; i++) {
			const struct exh_sci_code *code = &s->program.scripts[i].code;

			for (size_t k = 0; k < code->script.section_count; k++) {
				const struct exh_sci_section *section =
					&code->script.sections[k];
				size_t offset = section->data.base - code->bytes.base;

				if (section->type == EXH_SCI_SECTION_CODE)
					exh_sci_instructions_read(
						code->bytes, &offset,
						offset + section->data.size, out,
						MOST_INSTRUCTIONS);
			}
			keep_memory();
		}
}

static double median_of(void (*run)(struct subject *s), struct subject *s)
{
	const size_t rounds = loops(ROUNDS);
	double times[ROUNDS];

	for (size_t i = 0; i < rounds; i++) {
		const double start = now();

		run(s);
		times[i] = now() - start;
	}
	return median(times, rounds);
}

static void row(const struct sci_game *game, const char *what, double seconds,
		double target)
{
	char name[128];

	snprintf(name, sizeof name, "%s: %s", game->name, what);
	ROW(name, seconds * 1e3, "ms", .target = target * 1e3, .better = LOWER);
}

static void measure(const char *folder)
{
	static struct subject s;
	struct sci_game game;
	char name[128];

	sci_game_open(&game, folder);
	collect(&s, &game);
	if (!s.script_count) {
		note("%s: no scripts: left out", folder);
		sci_game_close(&game);
		return;
	}
	row(&game, "opening", median_of(open_program, &s), 0);
	row(&game, "to text", median_of(disassemble, &s), 0.3);
	row(&game, "to text and back", median_of(assemble, &s), 0);
	row(&game, "cross references", median_of(cross_reference, &s), 0.5);
	row(&game, "lint", median_of(lint, &s), 0);
	snprintf(name, sizeof name, "%s: decoding", game.name);
	ROW(name,
	    (double)(s.instruction_count * loops(DECODINGS)) / median_of(decode, &s) /
		    1e6,
	    "M instructions/s", .target = 100);
	note("%s: %zu scripts, %zu instructions", game.name, s.program.script_count,
	     s.instruction_count);
	exh_arena_free(&s.arena);
	sci_game_close(&game);
}

int main(int argc, char **argv)
{
	if (argc < 2)
		fail("usage: bench_sci_script FOLDER...");
	for (int i = 1; i < argc; i++)
		measure(argv[i]);
	return 0;
}
