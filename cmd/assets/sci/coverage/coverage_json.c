#include "coverage.h"

#include "assets/sci/script/script.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FILE_LIMIT = 1 << 28, NAME_LIMIT = 1 << 14 };

#define FORMAT "sci-coverage"

typedef struct exh_sci_program_script program_script;

static uint32_t checksum(const program_script *script)
{
	return (uint32_t)crc32(0, script->code.bytes.data,
			       (unsigned)script->code.bytes.size);
}

/* Marks, and under which names lists have the offsets with them. */
static const struct {
	const char *name;
	unsigned mark;
} mark_lists[] = { { "executed", EXH_SCI_EXECUTED },
		   { "branched", EXH_SCI_BRANCHED },
		   { "passed", EXH_SCI_PASSED } };

/*
 * Writing.
 */

static struct json *offsets_json(const program_script *script, const uint8_t *marks,
				 unsigned mark)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < script->code.bytes.size; i++)
		if (marks[i] & mark)
			json_push(list, json_new_number((int64_t)i));
	return list;
}

static void set_counts(struct json *json, const struct coverage_counts *c)
{
	json_set_number(json, "instructions", c->instructions);
	json_set_number(json, "run", c->run);
	json_set_number(json, "ways", c->ways);
	json_set_number(json, "gone", c->gone);
}

static struct json *function_json(const struct coverage *coverage,
				  const program_script *script, const uint8_t *marks,
				  const struct exh_sci_function *function)
{
	const struct coverage_counts c = coverage_count_code(
		script, marks, function->first_instruction, function->instruction_count);
	struct exh_writer name = { .limit = NAME_LIMIT };
	struct json *json;

	coverage_put_name(coverage, script, function->start, &name);
	mem_check(&name);
	json = json_make("{s:s, s:i}", "name", (const char *)name.data, "offset",
			 (int)function->start);
	set_counts(json, &c);
	exh_writer_free(&name);
	return json;
}

static struct json *script_coverage_json(const struct coverage *coverage, size_t place)
{
	const program_script *script = &coverage->program->program.scripts[place];
	const uint8_t *marks = exh_sci_executed_marks(coverage->executed, place);
	const struct coverage_counts c = coverage_count(coverage, place);
	struct json *functions = json_new_list();
	struct json *json = json_make("{s:i, s:I}", "number", (int)script->number,
				      "crc32", (int64_t)checksum(script));

	set_counts(json, &c);
	for (size_t i = 0; i < script->code.function_count; i++)
		json_push(functions, function_json(coverage, script, marks,
						   &script->code.functions[i]));
	json_set(json, "functions", functions);
	for (size_t i = 0; i < sizeof mark_lists / sizeof *mark_lists; i++)
		json_set(json, mark_lists[i].name,
			 offsets_json(script, marks, mark_lists[i].mark));
	return json;
}

static bool is_pair(enum coverage_kind kind)
{
	return kind == COVERAGE_TEXTS || kind == COVERAGE_SAIDS;
}

/* A number; or of messages and specs that of the resource, and which of it. */
static struct json *key_json(enum coverage_kind kind, uint32_t key)
{
	if (!is_pair(kind))
		return json_new_number((int64_t)key);
	return json_make("[i, i]", (int)(key >> 16), (int)(key & 0xffff));
}

static struct json *items_json(const struct coverage *coverage, enum coverage_kind kind)
{
	struct json *seen = json_new_list(), *unseen = json_new_list();

	for (size_t i = 0; i < coverage->kinds[kind].count; i++) {
		const struct coverage_item *item = &coverage->kinds[kind].items[i];

		json_push(item->is_seen ? seen : unseen, key_json(kind, item->key));
	}
	return json_make("{s:o, s:o}", "seen", seen, "unseen", unseen);
}

void coverage_put_json(const struct coverage *coverage, struct exh_writer *out)
{
	struct json *document = json_document(FORMAT, 1);
	struct json *scripts = json_set(document, "scripts", json_new_list());

	for (size_t i = 0; i < coverage->program->program.script_count; i++)
		json_push(scripts, script_coverage_json(coverage, i));
	for (enum coverage_kind i = 0; coverage->has_items && i < COVERAGE_KINDS; i++)
		json_set(document, coverage_kind_names[i], items_json(coverage, i));
	json_append(document, out, NULL);
}

/*
 * Merging.
 */

static bool add_offsets(struct coverage *coverage, size_t place,
			const struct json *script, size_t which)
{
	const struct json *list = json_get(script, mark_lists[which].name);
	bool good = json_is_list(list);

	for (size_t i = 0; good && i < json_size(list); i++) {
		const struct json *offset = json_at(list, i);

		good = json_is_whole(offset) && json_number_of(offset) >= 0 &&
		       exh_sci_executed_add(coverage->executed, place,
					    (size_t)json_number_of(offset),
					    mark_lists[which].mark);
	}
	return good;
}

static enum exh_status merge_script(struct coverage *coverage, const struct json *script,
				    struct exh_error *err)
{
	const struct exh_sci_program *program = &coverage->program->program;
	struct json_reading r = { .err = err };
	const uint32_t number = json_read_number(&r, script, "number", UINT16_MAX);
	const uint32_t crc = json_read_number(&r, script, "crc32", UINT32_MAX);
	const program_script *found;

	if (r.status)
		return r.status;
	found = exh_sci_program_script(program, number);
	if (!found || checksum(found) != crc)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"script %u is not that of this game: expected the "
				"coverage of the same scripts",
				number);
	for (size_t i = 0; i < sizeof mark_lists / sizeof *mark_lists; i++)
		if (!add_offsets(coverage, (size_t)(found - program->scripts), script, i))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"script %u: %s: expected a list of its offsets",
					number, mark_lists[i].name);
	return EXH_OK;
}

static bool read_part(const struct json *json, uint32_t limit, uint32_t *out)
{
	*out = (uint32_t)json_number_of(json);
	return json_is_whole(json) && json_number_of(json) >= 0 &&
	       json_number_of(json) <= limit;
}

static bool read_key(const struct json *json, enum coverage_kind kind, uint32_t *key)
{
	uint32_t first, second;

	if (!is_pair(kind))
		return read_part(json, UINT16_MAX, key);
	if (!read_part(json_at(json, 0), UINT16_MAX, &first) ||
	    !read_part(json_at(json, 1), UINT16_MAX, &second))
		return false;
	*key = first << 16 | second;
	return true;
}

static enum exh_status merge_items(struct coverage *coverage, enum coverage_kind kind,
				   const struct json *document, struct exh_error *err)
{
	const struct json *list =
		json_get(json_get(document, coverage_kind_names[kind]), "seen");
	uint32_t key;

	for (size_t i = 0; i < json_size(list); i++) {
		if (!read_key(json_at(list, i), kind, &key))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"%s: seen: entry %zu: expected %s",
					coverage_kind_names[kind], i,
					is_pair(kind) ? "two numbers" : "a number");
		if (coverage->has_items)
			coverage_add(coverage, kind, key, true);
	}
	return EXH_OK;
}

enum exh_status coverage_merge_json(struct coverage *coverage,
				    const struct json *document, struct exh_error *err)
{
	const struct json *scripts = json_get(document, "scripts");
	const char *format = json_text_at(document, "format");
	enum exh_status status = EXH_OK;

	if (!format || strcmp(format, FORMAT) != 0 || !json_is_list(scripts))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"expected what --coverage has written as JSON");
	for (size_t i = 0; !status && i < json_size(scripts); i++)
		status = merge_script(coverage, json_at(scripts, i), err);
	for (enum coverage_kind i = 0; !status && i < COVERAGE_KINDS; i++)
		status = merge_items(coverage, i, document, err);
	return status;
}

bool coverage_merge(struct coverage *coverage, const char *path, struct report *report)
{
	struct exh_error err;
	struct json *document = json_parse_file(path, FILE_LIMIT, &err);
	const bool good = document && !coverage_merge_json(coverage, document, &err);

	if (!good)
		report_failure(report, path, &err);
	json_free(document);
	return good;
}
