#include "coverage.h"

#include "assets/sci/script/script.h"
#include "task/fields.h"
#include "task/memory.h"

#include <stdlib.h>
#include <zlib.h>

enum { FILE_LIMIT = 1 << 28, NAME_LIMIT = 1 << 14 };

static const size_t MEMORY_LIMIT = (size_t)1 << 31;

typedef struct exh_sci_program_script program_script;

static uint32_t checksum(const program_script *script)
{
	return (uint32_t)crc32(0, script->code.bytes.data,
			       (unsigned)script->code.bytes.size);
}

struct function {
	const char *name;
	uint16_t offset;
	struct coverage_counts counts;
};

enum { EXECUTED, BRANCHED, PASSED, MARKS };

static const unsigned mark_bits[MARKS] = { EXH_SCI_EXECUTED, EXH_SCI_BRANCHED,
					   EXH_SCI_PASSED };

struct script {
	uint16_t number;
	uint32_t crc32;
	struct coverage_counts counts;
	struct function *functions;
	struct offsets {
		uint32_t *items;
		size_t count;
	} marks[MARKS];
	size_t function_count;
};

/* A message or spec: number of the resource, and index or offset in it. */
struct item {
	uint16_t number, which;
};

struct whole {
	struct script *scripts;
	size_t script_count;
	bool has_items;
	struct items {
		struct item *seen, *unseen;
		size_t seen_count, unseen_count;
	} kinds[COVERAGE_KINDS];
};

#define FIELD_COUNT(row, member, meaning_) \
	FIELD_AS(#member, row, counts.member, NULL, meaning_, .flags = FIELD_UNREAD)
#define FIELD_COUNTS(row)                                                      \
	FIELD_COUNT(row, instructions, "number of instructions"),              \
		FIELD_COUNT(row, run, "number of instructions that have run"), \
		FIELD_COUNT(row, ways, "number of ways: two for each branch"), \
		FIELD_COUNT(row, gone, "number of ways that were taken")

static const struct field function_fields[] = {
	FIELD(struct function, name, NULL, "name of the function"),
	FIELD(struct function, offset, "bytes", "offset of the function in the script"),
	FIELD_COUNTS(struct function),
};
static const struct fields function_table =
	FIELDS("function", struct function, function_fields);

#define FIELD_MARKS(name_, mark, meaning_)                                   \
	FIELD_LIST_OF(name_, FIELD_NUMBER, struct script, marks[mark].items, \
		      marks[mark].count, "bytes", meaning_)

/* The last fields are for the marks. */
static const struct field code_fields[] = {
	FIELD(struct script, number, NULL, "number of the script"),
	FIELD(struct script, crc32, NULL, "CRC-32 of the script"),
	FIELD_COUNTS(struct script),
	FIELD_ROWS(struct script, functions, function_count, &function_table,
		   "the functions of the script", .flags = FIELD_UNREAD),
	FIELD_MARKS("executed", EXECUTED, "offsets of instructions that have run"),
	FIELD_MARKS("branched", BRANCHED, "offsets of branches that were taken"),
	FIELD_MARKS("passed", PASSED, "offsets of branches that were not taken"),
};
static const struct fields script_table = FIELDS("script", struct script, code_fields);
static const struct field *const mark_fields =
	code_fields + sizeof code_fields / sizeof *code_fields - MARKS;

static const struct field item_fields[] = {
	FIELD_AS("", struct item, number, NULL, "number of the resource"),
};
static const struct fields item_table = FIELDS("item", struct item, item_fields);

static const struct field pair_fields[] = {
	FIELD(struct item, number, NULL, "number of the resource"),
	FIELD(struct item, which, NULL, "number of the message, or offset of the spec"),
};
static const struct fields pair_table = { .name = "pair",
					  .size = sizeof(struct item),
					  .items = pair_fields,
					  .count = 2,
					  .is_tuple = true };

#define FIELD_SEEN(table)                                                             \
	FIELD_ROWS(struct items, seen, seen_count, table, "seen in runs",             \
		   FIELD_OR_NONE),                                                    \
		FIELD_ROWS(struct items, unseen, unseen_count, table, "not yet seen", \
			   .flags = FIELD_UNREAD)

static const struct field items_fields[] = { FIELD_SEEN(&item_table) };
static const struct fields items_table = FIELDS("items", struct items, items_fields);
static const struct field pairs_fields[] = { FIELD_SEEN(&pair_table) };
static const struct fields pairs_table = FIELDS("pairs", struct items, pairs_fields);

#define FIELD_KIND(name_, kind, table, meaning_)                              \
	FIELD_OF(name_, FIELD_ROW, struct whole, kinds[kind], NULL, meaning_, \
		 .of = table, FIELD_HAS(struct whole, has_items))

static const struct field coverage_fields[] = {
	FIELD_ROWS(struct whole, scripts, script_count, &script_table,
		   "the scripts of the game"),
	FIELD_KIND("rooms", COVERAGE_ROOMS, &items_table, "rooms"),
	FIELD_KIND("views", COVERAGE_VIEWS, &items_table, "views"),
	FIELD_KIND("pics", COVERAGE_PICS, &items_table, "pics"),
	FIELD_KIND("sounds", COVERAGE_SOUNDS, &items_table, "sounds"),
	FIELD_KIND("texts", COVERAGE_TEXTS, &pairs_table, "messages of texts"),
	FIELD_KIND("saids", COVERAGE_SAIDS, &pairs_table, "Said specs of scripts"),
};
static const struct fields coverage_table =
	FIELDS("coverage", struct whole, coverage_fields);

const struct document coverage_document = {
	.format = "sci-coverage",
	.schema = 1,
	.made_by = "sci-run --coverage",
	.meaning = "Which code of a game of SCI has run, and what else was seen",
	.fields = &coverage_table,
};

/*
 * Writing.
 */

static struct offsets offsets_of(const program_script *script, const uint8_t *marks,
				 unsigned mark, struct exh_arena *arena)
{
	struct offsets offsets = { .count = 0 };

	for (size_t i = 0; i < script->code.bytes.size; i++)
		offsets.count += (marks[i] & mark) != 0;
	offsets.items = mem_arena(arena, offsets.count, sizeof *offsets.items);
	for (size_t i = 0, k = 0; k < offsets.count; i++)
		if (marks[i] & mark)
			offsets.items[k++] = (uint32_t)i;
	return offsets;
}

static struct function function_row(const struct coverage *coverage,
				    const program_script *script, const uint8_t *marks,
				    const struct exh_sci_function *function,
				    struct exh_arena *arena)
{
	struct exh_writer name = { .limit = NAME_LIMIT };
	struct function row = { .offset = function->start,
				.counts = coverage_count_code(
					script, marks, function->first_instruction,
					function->instruction_count) };

	coverage_put_name(coverage, script, function->start, &name);
	mem_check(&name);
	row.name = mem_arena_text(arena, (const char *)name.data);
	exh_writer_free(&name);
	return row;
}

static struct script script_row(const struct coverage *coverage, size_t place,
				struct exh_arena *arena)
{
	const program_script *script = &coverage->program->program.scripts[place];
	const uint8_t *marks = exh_sci_executed_marks(coverage->executed, place);
	struct script row = { .number = script->number,
			      .crc32 = checksum(script),
			      .counts = coverage_count(coverage, place),
			      .function_count = script->code.function_count };

	row.functions = mem_arena(arena, row.function_count, sizeof *row.functions);
	for (size_t i = 0; i < row.function_count; i++)
		row.functions[i] = function_row(coverage, script, marks,
						&script->code.functions[i], arena);
	for (size_t i = 0; i < MARKS; i++)
		row.marks[i] = offsets_of(script, marks, mark_bits[i], arena);
	return row;
}

static bool is_pair(enum coverage_kind kind)
{
	return kind == COVERAGE_TEXTS || kind == COVERAGE_SAIDS;
}

static struct items items_row(const struct coverage *coverage, enum coverage_kind kind,
			      struct exh_arena *arena)
{
	const struct coverage_items *list = &coverage->kinds[kind];
	struct items row = {
		.seen = mem_arena(arena, list->count, sizeof *row.seen),
		.unseen = mem_arena(arena, list->count, sizeof *row.unseen),
	};

	for (size_t i = 0; i < list->count; i++) {
		const struct coverage_item *item = &list->items[i];
		struct item *to = item->is_seen ? &row.seen[row.seen_count++]
						: &row.unseen[row.unseen_count++];

		to->number = (uint16_t)(is_pair(kind) ? item->key >> 16 : item->key);
		to->which = (uint16_t)item->key;
	}
	return row;
}

void coverage_put_json(const struct coverage *coverage, struct exh_writer *out)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct whole row = { .has_items = coverage->has_items };

	row.script_count = coverage->program->program.script_count;
	row.scripts = mem_arena(&arena, row.script_count, sizeof *row.scripts);
	for (size_t i = 0; i < row.script_count; i++)
		row.scripts[i] = script_row(coverage, i, &arena);
	for (enum coverage_kind i = 0; i < COVERAGE_KINDS; i++)
		row.kinds[i] = items_row(coverage, i, &arena);
	json_append(document_to_json(&coverage_document, &row), out, NULL);
	exh_arena_free(&arena);
}

/*
 * Merging.
 */

static enum exh_status merge_script(struct coverage *coverage, const struct script *row,
				    struct exh_error *err)
{
	const struct exh_sci_program *program = &coverage->program->program;
	const program_script *found = exh_sci_program_script(program, row->number);

	if (!found || checksum(found) != row->crc32)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"script %u is not that of this game: expected the "
				"coverage of the same scripts",
				row->number);
	for (size_t i = 0; i < MARKS; i++)
		for (size_t k = 0; k < row->marks[i].count; k++)
			if (!exh_sci_executed_add(coverage->executed,
						  (size_t)(found - program->scripts),
						  row->marks[i].items[k], mark_bits[i]))
				return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
						"script %u: %s: expected a list of its "
						"offsets",
						row->number, mark_fields[i].name);
	return EXH_OK;
}

static void merge_items(struct coverage *coverage, enum coverage_kind kind,
			const struct items *row)
{
	for (size_t i = 0; i < row->seen_count && coverage->has_items; i++) {
		const struct item *item = &row->seen[i];

		coverage_add(coverage, kind,
			     is_pair(kind) ? (uint32_t)item->number << 16 | item->which
					   : item->number,
			     true);
	}
}

enum exh_status coverage_merge_json(struct coverage *coverage,
				    const struct json *document, struct exh_error *err)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct json_reading r = { .arena = &arena, .err = err };
	struct whole row = { .scripts = NULL };

	document_read(&r, &coverage_document, document, &row);
	for (size_t i = 0; !r.status && i < row.script_count; i++)
		r.status = merge_script(coverage, &row.scripts[i], err);
	for (enum coverage_kind i = 0; !r.status && i < COVERAGE_KINDS; i++)
		merge_items(coverage, i, &row.kinds[i]);
	exh_arena_free(&arena);
	return r.status;
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
