#include "keen.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <exhume/advanced/keen_exe.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Keen Dreams has one ending for all tables, the others that of the archive. */
const char *keen_table_ending(const char *archive)
{
	static const char *const dreams[] = { "KDREAMS.MAP", "KDREAMS.EGA", "KDREAMS.CGA",
					      "KDREAMS.AUD" };
	static const char *const others[] = { "GAMEMAPS", "MAPTEMP", "EGAGRAPH",
					      "CGAGRAPH", "AUDIO",   "AUDIOT" };
	const size_t size = (size_t)(keen_ending(archive) - archive);

	for (size_t i = 0; i < sizeof dreams / sizeof *dreams; i++)
		if (strcasecmp(archive, dreams[i]) == 0)
			return ".KDR";
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strlen(others[i]) == size &&
		    strncasecmp(archive, others[i], size) == 0)
			return archive + size;
	return NULL;
}

const char *keen_table_own_name(const struct keen_table_row *row,
				const struct keen_tables_out *out)
{
	const bool is_loaded = out->patch || out->joint_patch;

	return row->is_in_program || (row->object.size && is_loaded) ? NULL : row->file;
}

char *keen_table_label(const char *name)
{
	const char *ending = keen_ending(name);
	char *part, *label;
	size_t size;

	if (strcasecmp(ending, OBJECT_ENDING) != 0)
		return ending[0] && ending[1] ? text_lower(ending + 1) : NULL;
	if (!exh_keen_object_stem(name, &size) || !size)
		return NULL;
	part = mem_text_part(name, size);
	label = text_lower(part);
	free(part);
	return label;
}

bool keen_table_is_cga(const char *name)
{
	size_t prefix_size;
	const char *stem = exh_keen_object_stem(name, &prefix_size);

	return strcasestr(name, "cga") || (stem && strncmp(stem, "cga", 3) == 0);
}

/*
 * Tables beside archives.
 */

/* The stem of an object file that is not called as a table's own file: by its name, then
 * by its public name. */
static const char *stem_of_object(const struct files *files, const char *name)
{
	struct exh_arena arena = { .limit = EXH_OMF_DATA_LIMIT };
	struct exh_omf object = { .symbol = { 0 } };
	struct file file = { 0 };
	size_t prefix_size;
	const char *stem = exh_keen_object_stem(name, &prefix_size);

	if (!stem && !files_is_folder(files, name) &&
	    !files_read(files, name, TABLE_LIMIT, &file, NULL) &&
	    exh_omf_is(file_bytes(&file)) &&
	    !exh_omf_open(file_bytes(&file), &arena, &object, NULL, NULL))
		stem = exh_keen_symbol_stem(object.symbol);
	exh_arena_free(&arena);
	free(file.data);
	return stem;
}

struct paths {
	char **items;
	size_t count, capacity;
};

/* Adds those of the archive's game, or the others. */
static void add_objects(const struct files *files, const char *archive_path,
			const char *stem, bool is_of_game, struct paths *out)
{
	char *game = keen_table_label(file_name(archive_path));

	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i), *own;
		char *label;

		if (strcasecmp(keen_ending(name), OBJECT_ENDING) != 0 ||
		    keen_has_stem(name, stem))
			continue;
		label = keen_table_label(name);
		own = (label && game && strcmp(label, game) == 0) == is_of_game
			      ? stem_of_object(files, name)
			      : NULL;
		if (own && strcasecmp(own, stem) == 0)
			*MEM_ADD(out) = files_path(files, name);
		free(label);
	}
	free(game);
}

char **keen_tables_beside(const char *archive_path, const char *stem)
{
	struct files *files = files_open_around(archive_path);
	char **named = companions_find(archive_path, stem);
	struct paths all = { 0 };

	for (size_t i = 0; named[i]; i++)
		*MEM_ADD(&all) = named[i];
	free(named);
	add_objects(files, archive_path, stem, true, &all);
	add_objects(files, archive_path, stem, false, &all);
	*MEM_ADD(&all) = NULL;
	files_close(files);
	return all.items;
}

/*
 * Tables of new archives.
 */

char *keen_table_beside(const char *output, const struct keen_table_wish *wish)
{
	const char *archive = file_name(output), *ending = keen_table_ending(archive);
	const bool is_same = wish->archive && strcasecmp(archive, wish->archive) == 0;
	char *name, *path;

	if (wish->table && (is_same || !wish->archive))
		return file_sibling(output, wish->table);
	if (!ending && !is_same)
		return companion_name(output, wish->stem);
	if (!ending)
		ending = wish->ending ? wish->ending : keen_ending(archive);
	name = mem_format("%s%s", wish->stem, ending);
	path = file_sibling(output, name);
	free(name);
	return path;
}
