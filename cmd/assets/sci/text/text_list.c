#include "text.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	KINDS = 2,
	PEEK_LIMIT = 64 << 20,
};

static const size_t TEXT_LIMIT = (size_t)1 << 30;

/* Output for one input. */
struct dump {
	const struct text_dump_request *request;
	const char *input;
	struct assets kinds[KINDS];
	struct exh_writer text; /* output, unless it is JSON */
	/* NULL: not wanted; with --lint the findings */
	struct json *strings;
	struct text_fonts fonts;
	size_t string_count, hit_count;
	struct report *report;
};

/*
 * Loading.
 */

static const struct asset_kind *const kinds[KINDS] = {
	&sci_text_kind,
	&sci_script_strings_kind,
};

/* Finds the type of a file that is no game: by its name, by --type, by its first byte. */
static unsigned type_of_file(const struct text_dump_request *request, const char *path)
{
	const bool *types = request->choice.types;
	unsigned type = EXH_SCI_TEXT, number;
	struct exh_error err;
	struct file file;

	if (exh_sci_patch_name(file_name(path), &type, &number))
		return type;
	if (types[EXH_SCI_TEXT] != types[EXH_SCI_SCRIPT])
		return types[EXH_SCI_TEXT] ? EXH_SCI_TEXT : EXH_SCI_SCRIPT;
	type = EXH_SCI_TEXT;
	if (strcmp(path, "-") != 0 && !file_is_special(path) &&
	    !file_read(path, PEEK_LIMIT, &file, &err)) {
		if (file.size && file.data[0] == (0x80 | EXH_SCI_SCRIPT))
			type = EXH_SCI_SCRIPT;
		free(file.data);
	}
	return type;
}

static bool load_kind(struct dump *dump, size_t kind, struct sci_game *game)
{
	struct assets *assets = &dump->kinds[kind];

	*assets = (struct assets){ .kind = kinds[kind],
				   .path = dump->input,
				   .game = game,
				   .ranges = dump->request->choice.ranges,
				   .range_count = dump->request->choice.range_count,
				   .is_strict = dump->request->common.strict };
	return assets_load(assets, dump->report);
}

static bool load_game(struct dump *dump, struct sci_game *game)
{
	const struct sci_choice *choice = &dump->request->choice;
	size_t count = 0;
	bool good = true;

	sci_game_read_volumes(game, dump->report);
	for (size_t i = 0; i < KINDS && good; i++)
		if (choice->types[kinds[i]->code]) {
			good = load_kind(dump, i, game);
			count += dump->kinds[i].count;
		}
	if (good && !count && choice->range_count)
		report_unmet(dump->report, dump->input,
			     "the game has no text or script with such a number");
	return good;
}

static bool load_file(struct dump *dump)
{
	const unsigned type = type_of_file(dump->request, dump->input);

	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i]->code == type)
			return load_kind(dump, i, NULL);
	report_error(dump->report, dump->input, EXH_NO_OFFSET,
		     "by its name it is a %s, neither a text nor a script",
		     exh_sci_type_name(type));
	return false;
}

/*
 * Writing.
 */

/* Appends the name, with the path if several inputs are written to one place. */
static void put_name(struct dump *dump, const struct asset *asset, size_t index)
{
	const struct common *common = &dump->request->common;
	const bool with_path = common->operand_count > 1 && !common->output;
	const bool is_game = asset->assets->game != NULL;

	if (with_path)
		text_put(&dump->text, "%s%s", dump->input, is_game ? "/" : "");
	if (!with_path || is_game)
		text_put(&dump->text, "%s", asset->name);
	text_put(&dump->text, ":%zu:", index);
}

static void end_cell(struct dump *dump, size_t start)
{
	if (dump->request->format == TEXT_DUMP_TSV)
		text_guard_cell(&dump->text, start, dump->request->safe_cells);
	exh_write_u8(&dump->text, '\n');
}

static void put_string(struct dump *dump, const struct asset *asset, size_t index)
{
	size_t start;

	if (dump->request->format == TEXT_DUMP_TSV) {
		sci_text_put_place(asset, index, &dump->text);
	} else {
		put_name(dump, asset, index);
		exh_write_u8(&dump->text, ' ');
	}
	start = dump->text.size;
	text_escape_bytes(dump->request->common.encoding,
			  sci_strings_of(asset)->items[index], &dump->text);
	end_cell(dump, start);
}

/* Prints the line of a hit. Called once for a line with several hits. */
static void put_hit(struct dump *dump, const struct asset *asset, size_t index,
		    const char *utf8, const struct text_hit *hit)
{
	const struct exh_bytes line = { (const uint8_t *)utf8 + hit->line_offset,
					hit->line_size, 0 };
	size_t start;

	if (dump->request->format == TEXT_DUMP_TSV) {
		sci_text_put_place(asset, index, &dump->text);
		text_put(&dump->text, "%zu\t%zu\t", hit->line, hit->column);
	} else {
		put_name(dump, asset, index);
		text_put(&dump->text, "%zu: ", hit->line);
	}
	start = dump->text.size;
	text_put_escaped(line, &dump->text);
	end_cell(dump, start);
}

static struct json *hits_to_json(const char *utf8, const struct text_hits *hits)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < hits->count; i++) {
		const struct text_hit *hit = &hits->items[i];
		const struct text_hit_row row = { *hit, json_new_text(utf8 + hit->offset,
								      hit->size) };

		json_push(list, fields_to_json(&text_hit_fields, &row));
	}
	return list;
}

/* Prints a string; utf8 ends with a NUL. */
static void dump_string(struct dump *dump, const struct asset *asset, size_t index,
			struct exh_writer *utf8, struct text_hits *hits)
{
	const struct text_dump_request *request = dump->request;
	char *text = (char *)utf8->data;

	if (request->find.is_open)
		text_find_all(&request->find, text, utf8->size - 1, hits);
	dump->hit_count += hits->count;
	if (request->find.is_open && !hits->count)
		return;
	dump->string_count++;
	if (dump->strings)
		json_push(
			dump->strings,
			sci_text_string_to_json(
				request->common.encoding, asset, index, text,
				request->find.is_open ? hits_to_json(text, hits) : NULL));
	if (!request->find.is_open)
		put_string(dump, asset, index);
	for (size_t i = 0; i < hits->count; i++)
		if (!i || hits->items[i].line != hits->items[i - 1].line)
			put_hit(dump, asset, index, text, &hits->items[i]);
}

static void lint_asset(struct dump *dump, const struct asset *asset)
{
	const enum text_lint_form form =
		dump->request->format == TEXT_DUMP_TSV	  ? TEXT_LINT_TABLE
		: dump->request->format == TEXT_DUMP_TEXT ? TEXT_LINT_LINES
							  : TEXT_LINT_NOTHING;

	for (size_t i = 0; i < sci_strings_of(asset)->count; i++)
		dump->hit_count += text_lint(&dump->fonts, asset, i, form, &dump->text,
					     dump->strings);
}

static void dump_asset(struct dump *dump, const struct asset *asset)
{
	const struct sci_strings *strings = sci_strings_of(asset);
	size_t bad = 0;

	for (size_t i = 0; i < strings->count; i++) {
		struct exh_writer utf8 = { .limit = SIZE_MAX };
		struct text_hits hits = { 0 };

		bad += text_to_utf8(dump->request->common.encoding, strings->items[i],
				    &utf8);
		exh_write_u8(&utf8, 0);
		mem_check(&utf8);
		dump_string(dump, asset, i, &utf8, &hits);
		free(hits.items);
		exh_writer_free(&utf8);
	}
	if (bad)
		report_warning(dump->report, asset->file, EXH_NO_OFFSET,
			       bad == 1 ? "%s: %zu byte is not a character of %s"
					: "%s: %zu bytes are not characters of %s",
			       asset->name, bad,
			       text_encoding_messages(dump->request->common.encoding));
}

static void dump_all(struct dump *dump)
{
	const bool lints = dump->request->lint;

	if (dump->request->format == TEXT_DUMP_TSV && lints)
		text_lint_put_columns(&dump->text);
	else if (dump->request->format == TEXT_DUMP_TSV)
		sci_text_put_columns(dump->request->find.is_open, &dump->text);
	for (size_t kind = 0; kind < KINDS; kind++)
		for (size_t i = 0; i < dump->kinds[kind].count; i++)
			if (assets_has(&dump->kinds[kind], i))
				(lints ? lint_asset : dump_asset)(
					dump, &dump->kinds[kind].items[i].asset);
}

/*
 * Reports.
 */

static struct json *resources_to_json(const struct dump *dump)
{
	struct json *list = json_new_list();
	size_t i;
	struct json *object;

	for (size_t kind = 0; kind < KINDS; kind++)
		if (dump->kinds[kind].kind)
			assets_to_json(&dump->kinds[kind], list);
	json_each(list, i, object) json_remove(object, "files");
	return list;
}

static void add_result(struct dump *dump, struct json *result)
{
	const bool lints = dump->request->lint;
	const struct sci_text_result row = { .strings = lints ? NULL : dump->strings,
					     .lacks = lints ? dump->strings : NULL,
					     .is_search = dump->request->find.is_open,
					     .hits = dump->hit_count };

	json_set(result, "resources", resources_to_json(dump));
	fields_put(&sci_text_result_fields, &row, result);
}

static void say_hits(const struct dump *dump)
{
	if (dump->request->lint)
		report_info(dump->report, "%s: %zu byte%s without a glyph", dump->input,
			    dump->hit_count, text_plural(dump->hit_count));
	if (dump->request->find.is_open)
		report_info(dump->report, "%s: %zu hit%s in %zu string%s", dump->input,
			    dump->hit_count, text_plural(dump->hit_count),
			    dump->string_count, text_plural(dump->string_count));
}

static void write_dump(struct dump *dump, const char *output, struct json *result)
{
	const bool as_json = dump->request->format == TEXT_DUMP_JSON;
	const bool with_json = dump->request->common.json || as_json;

	if (with_json)
		dump->strings = json_new_list();
	dump_all(dump);
	if (with_json)
		add_result(dump, result);
	output_write_result(dump->report, output, as_json, &dump->text, result);
	say_hits(dump);
}

void text_dump_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	struct dump dump = { .request = context,
			     .input = input,
			     .text.limit = TEXT_LIMIT,
			     .report = report };
	struct sci_game game = { 0 };
	const bool is_game = strcmp(input, "-") != 0 && sci_is_game(input);
	bool good = !is_game || sci_game_open(&game, input, -1, report);

	if (good)
		good = is_game ? load_game(&dump, &game) : load_file(&dump);
	if (good && dump.request->lint && !is_game)
		report_error(report, input, EXH_NO_OFFSET,
			     "--lint needs a game, for its fonts");
	if (good && dump.request->lint)
		good = is_game && text_fonts_open(&dump.fonts, &game, input, report);
	if (good)
		write_dump(&dump, output, result);
	for (size_t i = 0; i < KINDS; i++)
		assets_free(&dump.kinds[i]);
	text_fonts_close(&dump.fonts);
	if (is_game)
		sci_game_close(&game);
}
