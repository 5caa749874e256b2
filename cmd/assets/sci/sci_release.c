#include "sci.h"

#include "task/file.h"
#include "task/text.h"

#include <exhume/advanced/facts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	VERSION_LIMIT = 4096,
	PROGRAM_LIMIT = 1 << 20,
	LINE_SIZE = 64,
};

static bool is_printable(uint8_t c)
{
	return c >= 0x20 && c < 0x7f;
}

/* Reads the first line of a text, without blanks around it; "" if it has other
 * characters. */
static void first_line(struct exh_bytes text, char out[LINE_SIZE])
{
	size_t begin = 0, end;

	while (begin < text.size && text.data[begin] == ' ')
		begin++;
	for (end = begin; end < text.size && is_printable(text.data[end]);)
		end++;
	out[0] = '\0';
	if (end < text.size && !strchr("\r\n\t\x1a", text.data[end]))
		return;
	while (end > begin && text.data[end - 1] == ' ')
		end--;
	if (end - begin >= LINE_SIZE)
		return;
	memcpy(out, text.data + begin, end - begin);
	out[end - begin] = '\0';
}

static void describe_version_file(const struct files *files, struct exh_facts *facts)
{
	const char **names = files_with_stem(files, "version", "");
	char line[LINE_SIZE] = "";
	struct file file;

	for (size_t i = 0; names[i] && !line[0]; i++) {
		if (files_is_folder(files, names[i]) ||
		    files_read(files, names[i], VERSION_LIMIT, &file, NULL))
			continue;
		first_line(file_bytes(&file), line);
		free(file.data);
	}
	if (line[0])
		exh_fact_text(facts, "release", line);
	free(names);
}

/* True for SIERRA.EXE, SIERRA.COM, SCI.EXE, SCIV.EXE, SCIDHUV.EXE and so on. */
static bool is_program_name(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcasecmp(dot, ".exe") == 0 || strcasecmp(dot, ".com") == 0) &&
	       (strncasecmp(name, "sci", 3) == 0 || strncasecmp(name, "sierra", 6) == 0);
}

/* Finds the version of the interpreter in the folder; "" if there is none. */
static void find_version(const struct files *files, char version[EXH_SCI_VERSION_SIZE])
{
	struct file file;

	version[0] = '\0';
	for (size_t i = 0; i < files_count(files) && !version[0]; i++) {
		const char *name = files_name(files, i);

		if (!is_program_name(name) || files_is_folder(files, name) ||
		    files_read(files, name, PROGRAM_LIMIT, &file, NULL))
			continue;
		exh_sci_interpreter_version(file_bytes(&file), version);
		free(file.data);
	}
}

static void describe_programs(const struct files *files, struct exh_facts *facts)
{
	char version[EXH_SCI_VERSION_SIZE];

	find_version(files, version);
	if (version[0])
		exh_fact_text(facts, "interpreter", version);
}

/* SCI01 is recognised by the number of its dictionary; its map is SCI0's. */
const char *sci_version_name(const struct sci_game *game)
{
	enum { WORDS = 0, LATER_WORDS = 900 };
	const enum exh_sci_layout layout = game->opened.map.layout;

	if (layout != EXH_SCI_LAYOUT_SCI0)
		return exh_sci_layout_name(layout);
	return exh_sci_game_find(&game->opened, EXH_SCI_VOCAB, LATER_WORDS) &&
			       !exh_sci_game_find(&game->opened, EXH_SCI_VOCAB, WORDS)
		       ? "sci01"
		       : "sci0";
}

static void describe_patches(const struct sci_game *game, struct exh_facts *facts)
{
	char text[128];

	if (!game->patches)
		return;
	snprintf(text, sizeof text, "%zu file%s in %.40s, read by extract --loose DIR",
		 game->patch_count, text_plural(game->patch_count),
		 file_name(game->patches));
	exh_fact_text(facts, "patches", text);
}

bool sci_release_is_before_502(const struct sci_game *game,
			       const struct exh_sci_program *program)
{
	struct files *files = files_open_folder(game->folder);
	char version[EXH_SCI_VERSION_SIZE];

	find_version(files, version);
	files_close(files);
	return version[0] ? strcmp(version, "0.000.502") < 0
			  : exh_sci_program_is_before_502(program);
}

void sci_release_describe(const void *context, struct exh_facts *facts)
{
	const struct sci_game *game = context;
	struct files *files = files_open_folder(game->folder);

	describe_version_file(files, facts);
	describe_programs(files, facts);
	files_close(files);
	if (game->map_path)
		exh_fact_text(facts, "layout",
			      exh_sci_layout_name(game->opened.map.layout));
	/* Added if the layout does not imply it. */
	if (strcmp(sci_version_name(game), "sci01") == 0)
		exh_fact_text(facts, "version", "sci01");
	describe_patches(game, facts);
}
