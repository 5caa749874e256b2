#include "assets/sci0/text/sci_text.h"
#include "assets/sci0/text/text_escape.h"
#include "assets/sci0/text/text_find.h"
#include "assets/sci0/text/text_pack.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "cli/sci_choice.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const format_choices[] = { "auto", "text", "tsv", "json", NULL };

enum { FORMAT_AUTO, FORMAT_TEXT, FORMAT_TSV, FORMAT_JSON };

enum { KINDS = 2, MOST_PATTERN = 1 << 12, PEEK_LIMIT = 64 << 20 };

static const size_t TEXT_LIMIT = (size_t)1 << 30;

struct request {
	struct common common;
	struct strings types, numbers;
	struct sci_choice choice;
	unsigned format;
	const char *pattern, *encoding_name;
	bool ignore_case, is_regex;
	struct text_find find;
	struct text_encoding encoding;
	bool pack, bare;
	bool several;
};

/* One input's, on their way out. */
struct dump {
	const struct request *request;
	const char *input;
	struct assets kinds[KINDS];
	struct exh_writer text; /* what is written, unless it is JSON */
	json_t *strings;	/* NULL: not wanted */
	size_t string_count, hit_count;
	struct report *report;
	bool failed; /* out of memory */
};

/*
 * Loading.
 */

static const struct asset_kind *const kinds[KINDS] = {
	&sci_text_kind,
	&sci_script_strings_kind,
};

/* Of a file that is no game: by its name, by --type, by its first byte. */
static unsigned type_of_file(const struct request *request, const char *path)
{
	const bool *types = request->choice.types;
	unsigned type = EXH_SCI0_TEXT, number;
	struct exh_error err;
	struct file file;

	if (exh_sci0_patch_name(file_name(path), &type, &number))
		return type;
	if (types[EXH_SCI0_TEXT] != types[EXH_SCI0_SCRIPT])
		return types[EXH_SCI0_TEXT] ? EXH_SCI0_TEXT : EXH_SCI0_SCRIPT;
	type = EXH_SCI0_TEXT;
	if (strcmp(path, "-") != 0 && !file_is_special(path) &&
	    !file_read(path, PEEK_LIMIT, &file, &err)) {
		if (file.size && file.data[0] == (0x80 | EXH_SCI0_SCRIPT))
			type = EXH_SCI0_SCRIPT;
		free(file.data);
	}
	return type;
}

static bool load_kind(struct dump *dump, size_t kind, struct sci_game *game)
{
	struct assets *assets = &dump->kinds[kind];

	*assets = (struct assets){ .kind = kinds[kind],
				   .options = &dump->request->encoding,
				   .path = dump->input,
				   .game = game,
				   .ranges = dump->request->choice.ranges,
				   .range_count = dump->request->choice.range_count,
				   .is_strict = dump->request->common.strict };
	return assets_load(assets, dump->report);
}

static bool load_game(struct dump *dump, struct sci_game *game)
{
	bool good = true;

	sci_game_read_volumes(game, dump->report);
	for (size_t i = 0; i < KINDS && good; i++)
		if (dump->request->choice.types[kinds[i]->code])
			good = load_kind(dump, i, game);
	return good;
}

static bool load_file(struct dump *dump)
{
	const unsigned type = type_of_file(dump->request, dump->input);

	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i]->code == type)
			return load_kind(dump, i, NULL);
	report_error(dump->report, dump->input, EXH_NO_OFFSET,
		     "it is a %s by its name, neither a text nor a script",
		     exh_sci0_type_name(type));
	return false;
}

/*
 * Writing.
 */

/* Of several inputs that are written to one place with their paths. */
static void put_name(struct dump *dump, const struct asset *asset, size_t index)
{
	const bool with_path = dump->request->several && !dump->request->common.output;
	const bool is_game = asset->assets->game != NULL;

	if (with_path)
		text_put(&dump->text, "%s%s", dump->input, is_game ? "/" : "");
	if (!with_path || is_game)
		text_put(&dump->text, "%s", asset->name);
	text_put(&dump->text, ":%zu:", index);
}

static void put_string(struct dump *dump, const struct asset *asset, size_t index)
{
	if (dump->request->format == FORMAT_TSV) {
		sci_text_put_place(asset, index, &dump->text);
	} else {
		put_name(dump, asset, index);
		exh_write_u8(&dump->text, ' ');
	}
	text_escape_bytes(&dump->request->encoding, sci_strings_of(asset)->items[index],
			  &dump->text);
	exh_write_u8(&dump->text, '\n');
}

/* The line of a hit, once, however many it has. */
static void put_hit(struct dump *dump, const struct asset *asset, size_t index,
		    const char *utf8, const struct text_hit *hit)
{
	const struct exh_bytes line = { (const uint8_t *)utf8 + hit->line_offset,
					hit->line_size, 0 };

	if (dump->request->format == FORMAT_TSV) {
		sci_text_put_place(asset, index, &dump->text);
		text_put(&dump->text, "%zu\t%zu\t", hit->line, hit->column);
	} else {
		put_name(dump, asset, index);
		text_put(&dump->text, "%zu: ", hit->line);
	}
	text_put_escaped(line, &dump->text);
	exh_write_u8(&dump->text, '\n');
}

static json_t *hits_to_json(const char *utf8, const struct text_hits *hits)
{
	json_t *list = json_array();

	for (size_t i = 0; i < hits->count; i++) {
		const struct text_hit *hit = &hits->items[i];

		json_array_append_new(list, json_pack("{s:I, s:I, s:s%}", "line",
						      (json_int_t)hit->line, "column",
						      (json_int_t)hit->column, "text",
						      utf8 + hit->offset, hit->size));
	}
	return list;
}

/* With its bytes, if they can't be had of the text. */
static void add_json(struct dump *dump, const struct asset *asset, size_t index,
		     struct exh_bytes utf8, const struct text_hits *hits)
{
	const struct exh_bytes *string = &sci_strings_of(asset)->items[index];
	struct exh_writer back = { .limit = TEXT_LIMIT };
	json_t *object = json_object();

	json_object_set_new(object, "type", json_string(asset->assets->kind->name));
	if (asset->number != ASSET_NO_NUMBER)
		json_object_set_new(object, "number", json_integer(asset->number));
	json_object_set_new(object, "index", json_integer((json_int_t)index));
	json_object_set_new(object, "offset",
			    json_integer((json_int_t)sci_string_offset(asset, string)));
	json_object_set_new(object, "text",
			    json_stringn((const char *)utf8.data, utf8.size));
	if (!text_from_utf8(&dump->request->encoding, utf8, &back) ||
	    back.size != string->size ||
	    (back.size && memcmp(back.data, string->data, back.size) != 0))
		json_object_set_new(object, "bytes", json_hex(*string));
	if (dump->request->find.is_open)
		json_object_set_new(object, "hits",
				    hits_to_json((const char *)utf8.data, hits));
	exh_writer_free(&back);
	if (json_array_append_new(dump->strings, object))
		dump->failed = true;
}

/* utf8 ends with a NUL. */
static void dump_string(struct dump *dump, const struct asset *asset, size_t index,
			struct exh_writer *utf8, struct text_hits *hits)
{
	const struct request *request = dump->request;
	const struct exh_bytes text = { utf8->data, utf8->size - 1, 0 };

	if (request->find.is_open &&
	    !text_find_all(&request->find, (char *)utf8->data, text.size, hits))
		dump->failed = true;
	dump->hit_count += hits->count;
	if (request->find.is_open && !hits->count)
		return;
	dump->string_count++;
	if (dump->strings)
		add_json(dump, asset, index, text, hits);
	if (!request->find.is_open)
		put_string(dump, asset, index);
	for (size_t i = 0; i < hits->count; i++)
		if (!i || hits->items[i].line != hits->items[i - 1].line)
			put_hit(dump, asset, index, (const char *)utf8->data,
				&hits->items[i]);
}

static void dump_asset(struct dump *dump, const struct asset *asset)
{
	const struct sci_strings *strings = sci_strings_of(asset);
	size_t bad = 0;

	for (size_t i = 0; i < strings->count && !dump->failed; i++) {
		struct exh_writer utf8 = { .limit = TEXT_LIMIT };
		struct text_hits hits = { 0 };

		bad += text_to_utf8(&dump->request->encoding, strings->items[i], &utf8);
		exh_write_u8(&utf8, 0);
		if (utf8.failed)
			dump->failed = true;
		else
			dump_string(dump, asset, i, &utf8, &hits);
		free(hits.items);
		exh_writer_free(&utf8);
	}
	if (bad)
		report_warning(dump->report, asset->file, EXH_NO_OFFSET,
			       bad == 1 ? "%s: %zu byte is no character of %s"
					: "%s: %zu bytes are no characters of %s",
			       asset->name, bad, dump->request->encoding_name);
}

static void dump_all(struct dump *dump)
{
	if (dump->request->format == FORMAT_TSV)
		sci_text_put_columns(dump->request->find.is_open, &dump->text);
	for (size_t kind = 0; kind < KINDS; kind++)
		for (size_t i = 0; i < dump->kinds[kind].count; i++)
			if (assets_has(&dump->kinds[kind], i))
				dump_asset(dump, &dump->kinds[kind].items[i].asset);
	if (dump->text.failed)
		dump->failed = true;
}

/*
 * Telling.
 */

static json_t *resources_to_json(const struct dump *dump)
{
	json_t *list = json_array();
	size_t i;
	json_t *object;

	for (size_t kind = 0; kind < KINDS; kind++)
		if (dump->kinds[kind].kind)
			assets_to_json(&dump->kinds[kind], list);
	json_array_foreach(list, i, object) json_object_del(object, "files");
	return list;
}

static void add_result(struct dump *dump, json_t *result)
{
	json_object_set_new(result, "resources", resources_to_json(dump));
	if (json_object_set_new(result, "strings", dump->strings))
		dump->failed = true;
	dump->strings = NULL;
	if (dump->request->find.is_open)
		json_object_set_new(result, "hits",
				    json_integer((json_int_t)dump->hit_count));
}

static void say_hits(const struct dump *dump)
{
	if (dump->request->find.is_open)
		report_say(dump->report, "%s: %zu hit%s in %zu string%s", dump->input,
			   dump->hit_count, dump->hit_count == 1 ? "" : "s",
			   dump->string_count, dump->string_count == 1 ? "" : "s");
}

/* With --json nothing is printed beside it, but what -o asks for is written. */
static void write_result(struct dump *dump, const char *output, json_t *result)
{
	const struct common *common = &dump->request->common;

	if (!common->output && common->json)
		return;
	if (dump->request->format == FORMAT_JSON) {
		json_t *document = json_document("text-dump");

		json_object_update_missing(document, result);
		dump->text.size = 0;
		if (json_append(document, &dump->text, NULL))
			dump->failed = true;
	}
	if (!dump->failed &&
	    output_write(dump->report, output, exh_writer_bytes(&dump->text)) &&
	    common->output)
		json_object_set_new(result, "output", json_text(output));
}

static void write_dump(struct dump *dump, const char *output, json_t *result)
{
	const bool with_json =
		dump->request->common.json || dump->request->format == FORMAT_JSON;

	if (with_json)
		dump->strings = json_array();
	dump_all(dump);
	if (with_json)
		add_result(dump, result);
	write_result(dump, output, result);
	if (dump->failed)
		report_error(dump->report, dump->input, EXH_NO_OFFSET, "out of memory");
	else
		say_hits(dump);
	json_decref(dump->strings);
}

static void dump_input(const struct request *request, const char *input,
		       const char *output, struct report *report, json_t *result)
{
	struct dump dump = { .request = request,
			     .input = input,
			     .text.limit = TEXT_LIMIT,
			     .report = report };
	struct sci_game game = { 0 };
	const bool is_game = strcmp(input, "-") != 0 && sci_is_game(input);
	bool good = !is_game || sci_game_open(&game, input, -1, report);

	if (good)
		good = is_game ? load_game(&dump, &game) : load_file(&dump);
	if (good)
		write_dump(&dump, output, result);
	for (size_t i = 0; i < KINDS; i++)
		assets_free(&dump.kinds[i]);
	if (is_game)
		sci_game_close(&game);
	exh_writer_free(&dump.text);
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	const struct request *request = context;
	const struct text_packing packing = { .encoding = &request->encoding,
					      .output = request->common.output,
					      .choice = &request->choice,
					      .bare = request->bare,
					      .several = request->several };

	if (request->pack)
		text_pack(&packing, input, report, result);
	else
		dump_input(request, input, output, report, result);
}

/*
 * The command line.
 */

static int check_types(const struct command *self, struct request *request)
{
	const int status = sci_choice_parse(self, &request->types, &request->numbers,
					    &request->choice);

	for (unsigned i = 0; i < EXH_SCI0_TYPES && !status && request->types.count; i++)
		if (request->choice.types[i] && i != EXH_SCI0_TEXT &&
		    i != EXH_SCI0_SCRIPT)
			return opt_usage_error(self, "--type %s: not text, script",
					       exh_sci0_type_name(i));
	return status;
}

static int check_find(const struct command *self, struct request *request)
{
	char wrong[128];

	if (!request->pattern)
		return request->ignore_case || request->is_regex
			       ? opt_usage_error(self, "--ignore-case and --regex go "
						       "with --find")
			       : EXIT_DONE;
	if (strlen(request->pattern) > MOST_PATTERN)
		return opt_usage_error(self, "--find: more than %d bytes", MOST_PATTERN);
	if (!text_find_open(&request->find, request->pattern, request->is_regex,
			    request->ignore_case, wrong))
		return opt_usage_error(self, "--find %s: %s", request->pattern, wrong);
	return EXIT_DONE;
}

static void choose_format(struct request *request)
{
	const char *output = request->common.output;

	if (request->format == FORMAT_AUTO)
		request->format = !output			     ? FORMAT_TEXT
				  : file_has_ending(output, ".json") ? FORMAT_JSON
				  : file_has_ending(output, ".tsv")  ? FORMAT_TSV
								     : FORMAT_TEXT;
}

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct request *request = context;
	int status = check_types(self, request);

	request->several = count > 1;
	if (!status && request->pack && (request->pattern || request->format))
		status = opt_usage_error(self, "--pack takes neither --find nor "
					       "--format");
	if (!status && request->bare && !request->pack)
		status = opt_usage_error(self, "--bare goes with --pack");
	if (!status)
		status = check_find(self, request);
	if (!status && !text_encoding_open(&request->encoding, request->encoding_name))
		status = opt_usage_error(self, "--encoding %s: unknown",
					 request->encoding_name);
	if (!status && !count)
		status = opt_usage_error(self, request->pack ? "no table or JSON given"
							     : "no game or file given");
	choose_format(request);
	return status ? status
		      : inputs_check(self, &request->common, paths, count, request->pack);
}

static char *output_for(void *context, const char *input, bool several)
{
	const struct request *request = context;

	if (request->pack)
		return strdup(input);
	if (!request->common.output)
		return strdup("-");
	return output_file_for(&request->common, input, several, "",
			       request->format == FORMAT_JSON  ? ".json"
			       : request->format == FORMAT_TSV ? ".tsv"
							       : ".txt");
}

static const char *const type_words[] = { "text", "script", NULL };

static const char *const encoding_words[] = { "cp437", "latin1", "cp850", "utf-8", NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("type", "NAME", struct request, types), .choices = type_words,
	  .help = "text, script; may be repeated; default: both" },
	{ LIST_OPTION("number", "N[,A-B]", struct request, numbers),
	  .help = "select resources by number; may be repeated" },
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "text, tsv, json; default: by the extension of -o, else text" },
	{ TEXT_OPTION("encoding", "NAME", struct request, encoding_name),
	  .choices = encoding_words,
	  .help = "encoding of texts: cp437 (default), latin1, or any of iconv's" },
	{ TEXT_OPTION("find", "PATTERN", struct request, pattern),
	  .help = "list only lines that contain PATTERN" },
	{ FLAG_OPTION("ignore-case", struct request, ignore_case), .letter = 'i',
	  .help = "with --find: ignore upper and lower case" },
	{ FLAG_OPTION("regex", struct request, is_regex),
	  .help = "with --find: PATTERN is an extended regular expression" },
	{ FLAG_OPTION("pack", struct request, pack),
	  .help = "pack tables or JSON into text resources" },
	{ FLAG_OPTION("bare", struct request, bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ 0 },
};

static const struct request defaults = { .encoding_name = "cp437" };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = output_for,
				       .flat = true,
				       .run = run_input,
				       .context = request };
	const int status = inputs_main(&inputs, operands, count);

	text_find_close(&request->find);
	text_encoding_close(&request->encoding);
	sci_choice_free(&request->choice);
	return status;
}

const struct command cmd_text_dump = {
	.name = "text-dump",
	.family = FAMILY_SCI0,
	.brief = "list the texts of Sierra's SCI games, find words in them, pack them",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.defaults = &defaults,
	.run = run,
};
