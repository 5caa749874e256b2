#include "script.h"

#include "assets/assets.h"
#include "assets/sci/text/text.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <exhume/advanced/sci_rooms.h>
#include <exhume/advanced/sci_strings.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TABLE_LIMIT = 1 << 28,
	SCRIPT_LIMIT = 65535,
	CELL_LIMIT = 1 << 20,
	NAME_SIZE = 32,
};

/*
 * Rows of a table.
 */

/* Returns "name", "text", "name and text" or "unused"; NULL for a string that only
 * fills its section. uses: from exh_sci_string_uses. */
static const char *kind_of(const struct exh_sci_code *code, const uint8_t *uses, size_t i)
{
	if (!uses[i] && !code->script.strings[i].size)
		return NULL;
	if (uses[i] & EXH_SCI_STRING_IS_NAME)
		return uses[i] & EXH_SCI_STRING_IN_CODE ? "name and text" : "name";
	return uses[i] ? "text" : "unused";
}

static void put_columns(struct exh_writer *out)
{
	text_put(out, "#");
	fields_put_names(&sci_text_string_fields, out);
}

/* Adds a row to the list or, if it is NULL, to out. */
static void put_row(const struct exh_sci_program_script *script, size_t i,
		    const char *kind, const struct text_encoding *encoding,
		    bool safe_cells, struct exh_writer *out, struct json *list)
{
	const struct exh_bytes bytes = script->code.script.strings[i];
	struct exh_writer text = { .limit = CELL_LIMIT };
	struct sci_text_string row = { .type = "script",
				       .kind = kind,
				       .has_number = true,
				       .number = script->number,
				       .index = (uint16_t)i,
				       .offset = bytes.base - script->code.bytes.base };

	if (!list)
		text_escape_bytes(encoding, bytes, &text);
	else if (text_to_utf8(encoding, bytes, &text))
		row.bytes = bytes;
	if (!list)
		text_guard_cell(&text, 0, safe_cells);
	exh_write_u8(&text, 0);
	mem_check(&text);
	row.text = (const char *)text.data;
	if (list)
		json_push(list, fields_to_json(&sci_text_string_fields, &row));
	else
		fields_put_columns(&sci_text_string_fields, &row, out);
	exh_writer_free(&text);
}

enum exh_status script_strings_write(const struct exh_sci_program_script *script,
				     const struct text_encoding *encoding,
				     struct exh_writer *out, struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	uint8_t *uses;
	const enum exh_status status =
		exh_sci_string_uses(&script->code, &arena, &uses, err);

	put_columns(out);
	for (size_t i = 0; i < script->code.script.string_count && !status; i++) {
		const char *kind = kind_of(&script->code, uses, i);

		if (kind)
			put_row(script, i, kind, encoding, true, out, NULL);
	}
	exh_arena_free(&arena);
	return status;
}

/*
 * Listing.
 */

struct listing {
	struct script_output *o;
	const struct text_encoding *encoding;
	struct json *list;
};

static bool list_script(const struct listing *l,
			const struct exh_sci_program_script *script)
{
	struct exh_error err;
	uint8_t *uses;

	if (!script_output_check(l->o,
				 exh_sci_string_uses(&script->code, &l->o->program->arena,
						     &uses, &err),
				 &err))
		return false;
	for (size_t i = 0; i < script->code.script.string_count; i++) {
		const char *kind = kind_of(&script->code, uses, i);

		if (kind)
			put_row(script, i, kind, l->encoding, l->o->request->safe_cells,
				l->o->text, l->list);
	}
	return true;
}

static bool list_all(const struct listing *l)
{
	const struct script_program *p = l->o->program;

	for (size_t i = 0; i < p->program.script_count; i++)
		if (p->is_selected[i] && !list_script(l, &p->program.scripts[i]))
			return false;
	return true;
}

bool script_strings_fill(struct script_output *o)
{
	struct listing l = { .o = o, .encoding = o->program->encoding };

	if (o->json)
		l.list = o->json->strings = json_new_list();
	else
		put_columns(o->text);
	return list_all(&l);
}

/*
 * Packing.
 */

struct packed {
	const struct exh_sci_program_script *script;
	struct exh_writer bytes;
};

struct packing {
	struct script_program *p;
	const struct sci_script_request *request;
	struct text_rows rows;
	struct packed *packed;
	size_t count;
	const char *output;
	struct report *report;
};

static void warn_of_use(const struct packing *k, const struct text_row *row,
			unsigned uses)
{
	if (uses & EXH_SCI_STRING_IS_NAME)
		report_warning(
			k->report, k->request->pack, EXH_NO_OFFSET,
			"%s %zu changes the name of an object: code may look for it",
			k->rows.place, row->place);
	if (uses & EXH_SCI_STRING_IS_ENTERED)
		report_warning(k->report, k->request->pack, EXH_NO_OFFSET,
			       "%s %zu changes a string of which the script uses a part",
			       k->rows.place, row->place);
}

/* Collects the strings of a script, with the changes in the table; returns the number
 * of changes, or -1 after an error. */
static long collect(const struct packing *k, const struct exh_sci_program_script *script,
		    struct exh_bytes *strings)
{
	const size_t string_count = script->code.script.string_count;
	struct exh_error err;
	uint8_t *uses;
	long changed = 0;

	if (exh_sci_string_uses(&script->code, &k->p->arena, &uses, &err)) {
		report_failure(k->report, NULL, &err);
		return -1;
	}
	for (size_t i = 0; i < k->rows.count; i++) {
		const struct text_row *row = &k->rows.items[i];

		if (row->number != script->number)
			continue;
		if (row->index >= string_count) {
			report_error(
				k->report, k->request->pack, EXH_NO_OFFSET,
				"%s %zu: script %u has %zu strings, none of index %u",
				k->rows.place, row->place, script->number, string_count,
				(unsigned)row->index);
			return -1;
		}
		if (bytes_are_same(row->bytes, script->code.script.strings[row->index]))
			continue;
		warn_of_use(k, row, uses[row->index]);
		strings[row->index] = row->bytes;
		changed++;
	}
	return changed;
}

static bool replace(struct packing *k, const struct exh_sci_program_script *script,
		    const struct exh_bytes *strings)
{
	struct packed *packed = &k->packed[k->count++];
	struct exh_error err;

	*packed = (struct packed){ script, { .limit = SCRIPT_LIMIT } };
	if (!exh_sci_replace_strings(&k->p->naming, script, strings, &packed->bytes,
				     &err))
		return true;
	report_error(k->report, k->request->pack, EXH_NO_OFFSET, "script %u: %s",
		     script->number, err.text);
	return false;
}

static bool pack_script(struct packing *k, const struct exh_sci_program_script *script)
{
	struct exh_bytes *strings =
		mem_alloc(script->code.script.string_count, sizeof *strings);
	const long changed = collect(k, script, strings);
	const bool is_good = changed > 0 ? replace(k, script, strings) : !changed;

	free(strings);
	return is_good;
}

/* Reports rows of missing scripts. */
static bool check_rows(const struct packing *k)
{
	for (size_t i = 0; i < k->rows.count; i++) {
		const struct text_row *row = &k->rows.items[i];

		if (row->number == ASSET_NO_NUMBER ||
		    !exh_sci_program_script(&k->p->program, row->number)) {
			report_error(k->report, k->request->pack, EXH_NO_OFFSET,
				     "%s %zu: the game has no such script", k->rows.place,
				     row->place);
			return false;
		}
	}
	return true;
}

/* Checks that rooms with the longer scripts still fit the heap. */
static void check_heap(struct packing *k)
{
	struct exh_sci_program *program = &k->p->program;
	struct exh_sci_rooms rooms;
	struct exh_sci_heap heap;
	struct exh_sci_use *uses;
	size_t count;

	if (exh_sci_uses(program, &k->p->arena, &uses, &count, NULL) ||
	    exh_sci_rooms(program, uses, count, &k->p->arena, &rooms, NULL))
		return;
	for (size_t i = 0; i < k->count; i++)
		program->scripts[k->packed[i].script - program->scripts].code.bytes.size =
			k->packed[i].bytes.size;
	for (size_t i = 0; i < rooms.room_count; i++)
		if (!exh_sci_room_heap(program, uses, count, rooms.rooms[i].number, &heap,
				       NULL) &&
		    heap.least > EXH_SCI_HEAP_SIZE)
			report_warning(k->report, k->request->pack, EXH_NO_OFFSET,
				       "room %u needs at least %zu bytes of scripts: the "
				       "interpreter's heap has %d",
				       rooms.rooms[i].number, heap.least,
				       EXH_SCI_HEAP_SIZE);
}

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct packing *k = context;
	const struct packed *packed = &k->packed[output->which];

	(void)err;
	if (!k->request->bare)
		exh_sci_patch_write_header(EXH_SCI_SCRIPT, out);
	exh_write_bytes(out, packed->bytes.data, packed->bytes.size);
	return EXH_OK;
}

static char *path_of(const struct packing *k, size_t i)
{
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "script.%03u", k->packed[i].script->number);
	return k->count == 1 && !output_is_folder(k->output, false)
		       ? mem_text(k->output)
		       : file_join(k->output, name);
}

struct packed_row {
	uint16_t number;
	size_t size, old_size;
};

static const struct field packed_field[] = {
	FIELD(struct packed_row, number, NULL, "number of the script"),
	FIELD(struct packed_row, size, "bytes", "size of the script"),
	FIELD(struct packed_row, old_size, "bytes", "size of the script before"),
};
const struct fields script_packed_fields =
	FIELDS("packed", struct packed_row, packed_field);

static struct json *packed_json(const struct packing *k)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < k->count; i++) {
		const struct packed *packed = &k->packed[i];
		const struct packed_row row = { packed->script->number,
						packed->bytes.size,
						packed->script->code.bytes.size };

		json_push(list, fields_to_json(&script_packed_fields, &row));
	}
	return list;
}

static void write_packed(struct packing *k, struct json **packed)
{
	struct outputs outputs = { .make = make, .context = k, .all_or_none = true };

	for (size_t i = 0; i < k->count; i++)
		outputs_add(&outputs, path_of(k, i), 0, i);
	outputs_run(&outputs, k->report, k->report->command);
	*packed = packed_json(k);
	outputs_free(&outputs);
}

static void pack_all(struct packing *k, struct json **packed)
{
	const struct exh_sci_program *program = &k->p->program;
	bool is_good = check_rows(k);

	k->packed = mem_alloc(program->script_count, sizeof *k->packed);
	for (size_t i = 0; i < program->script_count && is_good; i++)
		if (k->p->is_selected[i])
			is_good = pack_script(k, &program->scripts[i]);
	if (is_good && !k->count)
		report_warning(k->report, k->request->pack, EXH_NO_OFFSET,
			       "no string differs from the game's: nothing is written");
	if (is_good && k->count) {
		write_packed(k, packed);
		check_heap(k);
	}
	for (size_t i = 0; i < k->count; i++)
		exh_writer_free(&k->packed[i].bytes);
	free(k->packed);
}

void script_strings_pack(struct script_program *p,
			 const struct sci_script_request *request, const char *output,
			 struct report *report, struct json **packed)
{
	struct packing k = {
		.p = p, .request = request, .output = output, .report = report
	};
	struct exh_error err;
	struct file file;

	if (report_read(report, request->pack, TABLE_LIMIT, &file)) {
		if (text_rows_read(file_bytes(&file), p->encoding, true, &k.rows, &err))
			report_failure(report, request->pack, &err);
		else
			pack_all(&k, packed);
		text_rows_free(&k.rows);
		free(file.data);
	}
}
