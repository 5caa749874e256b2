#include "sci.h"

#include "assets/convert.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

static bool has_several(const struct sci_command *command)
{
	return command->common.operand_count > 1;
}

static void *options_of(const struct sci_command *command)
{
	return (char *)command + command->options_offset;
}

/*
 * Paths of the files.
 */

static const char *ending_of(const char *name)
{
	const char *dot = strrchr(file_name(name), '.');

	return dot ? dot : "";
}

/* True for "-", a device, or a name with the ending of its files: "x.png". */
static bool is_named_file(const struct assets *assets, const char *output)
{
	return strcmp(output, "-") == 0 || file_is_special(output) ||
	       (!file_is_folder(output) &&
		file_has_ending(output, ending_of(assets->files.items[0].name)));
}

/* True for a manifest: it lists the pictures in its folder, even if there are none. */
static bool is_manifest(const struct assets *assets)
{
	return file_has_ending(assets->files.items[0].name, "/manifest.json");
}

/* True if -o is the name of a file: for a single resource that becomes a single file,
 * with any ending. */
static bool is_file(const struct sci_command *command, const struct assets *assets)
{
	const char *output = command->common.output;

	if (!output || has_several(command) || assets->files.count != 1)
		return false;
	return is_named_file(assets, output) || (!assets->game && !is_manifest(assets) &&
						 !output_is_folder(output, false));
}

static bool has_folders(const struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++)
		if (strchr(assets->files.items[i].name, '/'))
			return true;
	return false;
}

/* Returns the folder of outputs, to be freed. */
static char *folder_of_game(const struct sci_command *command, const char *path)
{
	char *name = sci_game_name(path);
	char *folder = output_folder_for(&command->common, name, has_several(command));

	free(name);
	return folder;
}

static char *folder_of_file(const struct sci_command *command,
			    const struct assets *assets)
{
	const char *output = command->common.output;

	if (output)
		return mem_text(output);
	return has_folders(assets)
		       ? output_folder_for(&command->common, assets->path, false)
		       : file_sibling(assets->path, "");
}

static void write_to(const struct sci_command *command, struct assets *assets,
		     bool is_one, const char *output, struct report *report,
		     struct json *result)
{
	if (!is_one && command->common.output && !has_several(command) &&
	    assets->files.count && is_named_file(assets, output)) {
		report_error(report, assets->path, EXH_NO_OFFSET,
			     "it becomes %zu files: -o %s must be a folder",
			     assets->files.count, output);
		return;
	}
	result_output(result, *output ? output : ".");
	assets_write(assets, 1,
		     &(struct assets_output){ .path = output, .is_file = is_one },
		     report);
}

/* Returns the part of a file's name after the asset's name. */
static const char *name_ending(const struct assets *assets, size_t i)
{
	const struct planned_file *part = &assets->files.items[i];

	return part->name + strlen(assets->items[part->asset].asset.name);
}

/* True for one asset's files that only differ in their endings: "x.png", "x.json". */
static bool are_alike(const struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const char *ending = name_ending(assets, i);

		if (assets->files.items[i].asset != assets->files.items[0].asset ||
		    strchr(ending, '/') || strrchr(ending, '.') != ending)
			return false;
	}
	return assets->files.count > 1;
}

static bool names_alike(const struct sci_command *command, const struct assets *assets)
{
	const char *output = command->common.output;

	return output && !has_several(command) && are_alike(assets) &&
	       strcmp(output, "-") != 0 && !file_is_special(output) &&
	       is_named_file(assets, output);
}

static void plan_again(struct assets *assets)
{
	assets_unplan(assets);
	assets_plan(assets);
}

/* For -o x.png: names the asset x, as its files refer to each other. Returns the
 * folder, to be freed. */
static char *name_alike(struct assets *assets, const char *output)
{
	struct asset *asset = &assets->items[assets->files.items[0].asset].asset;
	char *stem = file_with_ending(file_name(output), NULL, "");

	asset->name = assets_keep(assets, stem);
	free(stem);
	plan_again(assets);
	return file_sibling(output, "");
}

static size_t count_whole(const struct assets *assets)
{
	size_t count = 0;

	for (size_t i = 0; i < assets->count; i++)
		count += assets_has(assets, i);
	return count;
}

static void narrow(const struct sci_command *command, struct assets *assets)
{
	const char *output = command->common.output;

	if (!command->narrow || !output || has_several(command) ||
	    assets->files.count < 2 || count_whole(assets) != 1 ||
	    !is_named_file(assets, output) || !command->narrow(options_of(command)))
		return;
	plan_again(assets);
}

static void write_files(const struct sci_command *command, struct assets *assets,
			struct report *report, struct json *result)
{
	bool is_one;
	char *output;

	assets_plan(assets);
	if (!assets->files.count && count_whole(assets))
		report_warning(report, assets->path, EXH_NO_OFFSET,
			       "nothing is made of %zu resources of this kind",
			       count_whole(assets));
	narrow(command, assets);
	is_one = is_file(command, assets);
	if (is_one)
		output = mem_text(command->common.output);
	else if (names_alike(command, assets))
		output = name_alike(assets, command->common.output);
	else
		output = assets->game ? folder_of_game(command, assets->path)
				      : folder_of_file(command, assets);
	write_to(command, assets, is_one, output, report, result);
	free(output);
	if (command->common.json)
		assets_to_json(assets, json_set(result, "resources", json_new_list()));
}

/*
 * Inputs.
 */

/* Reports an empty selection: a missing selected number is an error; for a game
 * without sounds there is only a message. */
static void report_none(const struct sci_command *command, const char *input,
			struct report *report)
{
	const char *type = command->kind->name;

	if (command->numbers.count)
		report_unmet(report, input, "the game has no %s with such a number",
			     type);
	else
		report_warning(report, input, EXH_NO_OFFSET, "the game has no %s", type);
}

static size_t count_files(const struct assets *assets, size_t asset)
{
	size_t count = 0;

	for (size_t i = 0; i < assets->files.count; i++)
		count += assets->files.items[i].asset == asset;
	return count;
}

/* Prints a table: the resources, and the number of files made of each. */
static void list_resources(struct assets *assets, const char *output,
			   struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	assets_plan(assets);
	assets_to_json(assets, json_set(result, "resources", json_new_list()));
	text_put(&out, "resource        size  files\n");
	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *asset = &assets->items[i].asset;

		text_put(&out, "%-12s %7zu  %5zu%s\n", asset->name, asset->bytes.size,
			 count_files(assets, i),
			 assets_has(assets, i) ? "" : "  unreadable");
	}
	mem_check(&out);
	if (!report->common->json || strcmp(output, "-") != 0)
		report_write(report, output, exh_writer_bytes(&out));
	exh_writer_free(&out);
}

static void run_assets(const struct sci_command *command, void *game, const char *input,
		       const char *output, struct report *report, struct json *result)
{
	struct assets assets = { .kind = command->kind,
				 .options = options_of(command),
				 .path = input,
				 .game = game,
				 .ranges = command->choice.ranges,
				 .range_count = command->choice.range_count,
				 .is_strict = command->common.strict };

	if (assets_load(&assets, report)) {
		if (game && !assets.count)
			report_none(command, input, report);
		if (command->is_listed)
			command->list(options_of(command), &assets, output, report,
				      result);
		else if (command->lists)
			list_resources(&assets, output, report, result);
		else
			write_files(command, &assets, report, result);
	}
	assets_free(&assets);
}

static void run_game(const struct sci_command *command, const char *input,
		     const char *output, struct report *report, struct json *result)
{
	void *game = sci_game_type.open(input, report);

	if (!game)
		return;
	run_assets(command, game, input, output, report, result);
	sci_game_type.close(game);
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, struct json *result)
{
	const struct sci_command *command = context;

	if (strcmp(input, "-") != 0 && sci_is_game(input))
		run_game(command, input, output, report, result);
	else
		run_assets(command, NULL, input, output, report, result);
}

/* Returns one name for each input, to detect inputs that would write the same files. */
static char *output_for(void *context, const char *input, bool several)
{
	const struct sci_command *command = context;
	const char *output = command->common.output;

	if (!output)
		return mem_text(command->common.prints ? "-" : input);
	return several && !command->common.prints ? file_join(output, file_name(input))
						  : mem_text(output);
}

/*
 * Packing.
 */

static void run_packer(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct sci_command *command = context;

	command->pack(options_of(command), input, output, report, result);
}

static struct converter_endings packed_endings(const void *context, const char *input)
{
	const struct sci_command *command = context;

	return (struct converter_endings){
		command->pack_ending ? command->pack_ending(input) : NULL, ""
	};
}

static const struct converter packer = { .endings_for = packed_endings,
					 .run = run_packer };

static const struct converter *choose(const void *context)
{
	const struct sci_command *command = context;

	return command->packs ? &packer : &sci_converter;
}

static int check(const struct command *self, void *context)
{
	struct sci_command *command = context;
	const struct strings none = { 0 };
	int status = sci_choice_parse(self, &command->common, &none, &command->numbers,
				      &command->choice);

	if (!status && command->check)
		status = command->check(self, command);
	if (status)
		return status;
	if (!command->common.operand_count)
		return opt_usage_error(self, command->packs ? "no file given"
							    : "no game or file given");
	if (command->lists && command->packs)
		return opt_usage_error(self, "--list and --pack exclude each other");
	command->common.prints = command->lists || command->is_listed;
	return EXIT_DONE;
}

uint64_t sci_input_size(const char *input)
{
	char *game = sci_is_game(input) ? sci_game_name(input) : NULL;
	const uint64_t size = files_size_at(game ? game : input);

	free(game);
	return size;
}

const struct converter sci_converter = {
	.check = check,
	.choose = choose,
	.output_for = output_for,
	.input_size = sci_input_size,
	.run = run_input,
};
