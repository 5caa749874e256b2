/*
 * Any two scripts as a program: uses lie in them and are in order, rooms and lint end,
 * and strings replaced by others leave a script that opens.
 *
 * Input: the size of script 0 (2 bytes), script 0, script 1
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci_lint.h"
#include "exhume/advanced/sci_strings.h"

#include "../base/fuzzing.h"

enum {
	MEMORY = 1 << 26,
	MOST = SMALLER(1024, 4096),
	SELECTORS = 16,
	REPLACED = SMALLER(1, 2) /* scripts whose strings are, which takes longest */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_selectors(struct exh_writer *out)
{
	static const char *const names[SELECTORS] = {
		"species",    "superClass", "-info-",  "name", "view", "picture",
		"north",      "number",	    "newRoom", "play", "icon", "title",
		"setRegions", "entranceTo", "font",    "x",
	};
	struct exh_sci_name items[SELECTORS] = { 0 };
	const struct exh_sci_names list = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					    .items = items,
					    .count = SELECTORS };

	for (int i = 0; i < SELECTORS; i++)
		items[i].text = (struct exh_bytes){ (const uint8_t *)names[i],
						    strlen(names[i]), 0 };
	assert(!exh_sci_names_write(&list, out, NULL));
}

static void check_finding(void *context, const struct exh_sci_finding *finding)
{
	const struct exh_sci_program *program = context;

	assert(finding->kind < EXH_SCI_FINDINGS);
	assert(finding->text[0]);
	assert(exh_sci_program_script(program, finding->script));
}

static void check_uses(const struct exh_sci_program *program, struct exh_arena *arena)
{
	const struct exh_sci_lint_options options = { .has = NULL };
	struct exh_sci_use *uses;
	struct exh_sci_rooms rooms;
	size_t count;

	if (exh_sci_uses(program, arena, &uses, &count, NULL))
		return;
	for (size_t i = 0; i < count; i++) {
		const struct exh_sci_program_script *script =
			exh_sci_program_script(program, uses[i].script);

		assert(script && uses[i].offset < script->code.bytes.size);
		assert(uses[i].kind < EXH_SCI_USE_KINDS);
		assert(!i || uses[i - 1].kind <= uses[i].kind);
		exh_sci_place_of(program, script, uses[i].offset);
	}
	assert(!exh_sci_rooms(program, uses, count, arena, &rooms, NULL));
	for (size_t i = 0; i < rooms.room_count; i++) {
		struct exh_sci_heap heap;

		assert(!exh_sci_room_heap(program, uses, count, rooms.rooms[i].number,
					  &heap, NULL));
		assert(heap.least && heap.least <= heap.most);
	}
	assert(!exh_sci_lint(program, uses, count, &options, check_finding,
			     (void *)program, NULL));
}

static void check_strings(const struct exh_sci_program *program,
			  const struct exh_sci_program_script *script,
			  struct exh_arena *arena)
{
	const size_t string_count = script->code.script.string_count;
	struct exh_bytes *strings = exh_alloc(arena, string_count + 1, sizeof *strings);
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_sci_naming naming;
	struct exh_sci_code code;
	struct exh_notes notes = { .arena = arena };
	uint8_t *uses;

	if (!strings || exh_sci_naming_open(program, arena, &naming, NULL) ||
	    exh_sci_string_uses(&script->code, arena, &uses, NULL))
		return;
	for (size_t i = 0; i < string_count; i++)
		if (uses[i])
			strings[i] = (struct exh_bytes){ (const uint8_t *)"other", 5, 0 };
	if (!exh_sci_replace_strings(&naming, script, strings, &out, NULL))
		assert(!exh_sci_code_read(exh_writer_bytes(&out), arena, &code, &notes,
					  NULL));
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t first = size > 1 ? (size_t)(data[0] | data[1] << 8) % MOST : 0;
	struct exh_bytes head = take(&data, &size, 2), scripts[2];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer selectors = { .limit = 1 << 12 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_program program;

	scripts[0] = take(&data, &size, first);
	scripts[1] = take(&data, &size, size > MOST ? MOST : size);
	write_selectors(&selectors);
	if (!exh_sci_program_open(
		    (struct exh_sci_part[]){
			    { EXH_SCI_SCRIPT, 0, scripts[0] },
			    { EXH_SCI_SCRIPT, 1, scripts[1] },
			    { EXH_SCI_VOCAB, 997, exh_writer_bytes(&selectors) } },
		    3, &arena, &program, &notes, NULL)) {
		check_uses(&program, &arena);
		for (size_t i = 0; i < program.script_count && i < REPLACED; i++)
			if (program.scripts[i].is_open)
				check_strings(&program, &program.scripts[i], &arena);
	}
	exh_writer_free(&selectors);
	exh_arena_free(&arena);
	discard(head);
	discard(scripts[0]);
	discard(scripts[1]);
	return 0;
}
