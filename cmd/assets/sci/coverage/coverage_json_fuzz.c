/*
 * Reads any JSON as the coverage of a small script. If it is accepted, it is written, and
 * merged into empty coverage, which then is the same.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "assets/sci/script/script.h"
#include "coverage.h"
#include "task/json.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A branch, followed by a return; the CRC-32 is 3376706207. */
static const uint8_t script[] = { 2, 0, 8, 0, 0x2f, 0, 0x48, 0, 7,
				  0, 8, 0, 1, 0,    4, 0,    0, 0 };

static struct exh_writer written(const struct coverage *coverage)
{
	struct exh_writer out = { .limit = 1 << 24 };

	coverage_put_json(coverage, &out);
	assert(!out.failed);
	return out;
}

static void merge(struct coverage *coverage, struct exh_bytes text)
{
	struct exh_error err;
	struct json *document = json_parse(text, &err);

	if (document)
		coverage_merge_json(coverage, document, &err);
	json_free(document);
}

static void run(const struct script_program *program, struct exh_bytes text)
{
	struct coverage first, second;
	struct exh_writer once, twice;

	coverage_open(&first, program);
	coverage_open(&second, program);
	first.has_items = second.has_items = true;
	merge(&first, text);
	once = written(&first);
	merge(&second, exh_writer_bytes(&once));
	twice = written(&second);
	/* Merging the same coverage again adds no items. */
	assert(once.size == twice.size && !memcmp(once.data, twice.data, once.size));
	exh_writer_free(&once);
	exh_writer_free(&twice);
	coverage_close(&first);
	coverage_close(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_sci_part part = { EXH_SCI_SCRIPT,
					   0,
					   { script, sizeof script, 0 } };
	struct script_program program = { .arena.limit = 1 << 20 };
	struct exh_notes notes = { .arena = &program.arena };

	assert(!exh_sci_program_open(&part, 1, &program.arena, &program.program, &notes,
				     NULL));
	run(&program, (struct exh_bytes){ data, size, 0 });
	exh_arena_free(&program.arena);
	return 0;
}
