/* The tables of new archives: beside them, in programs, and named in patch files. */
#include "keen.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	PROGRAM_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20),
	OBJECT_LIMIT = EXH_OMF_DATA_LIMIT + TABLE_LIMIT,
};

/*
 * Programs.
 */

/* True if the table that is replaced lies at this place. */
static bool is_at(const struct keen_new_table *table, struct exh_bytes image, size_t at)
{
	struct exh_bytes part;

	if (!exh_bytes_slice(image, at, table->old.size, &part))
		return false;
	if (table->old.data)
		return memcmp(part.data, table->old.data, part.size) == 0;
	return !table->has_crc32 || exh_crc32(part) == table->old_crc32;
}

/* The place of the old table in the image; its size if it isn't there. */
static size_t find_old(const struct keen_new_table *table, struct exh_bytes image)
{
	const struct exh_bytes old = table->old;
	const uint8_t *found;

	if (table->place.is_in_program && is_at(table, image, table->place.offset))
		return table->place.offset;
	if (old.data) {
		found = memmem(image.data, image.size, old.data, old.size);
		return found ? (size_t)(found - image.data) : image.size;
	}
	for (size_t at = 0; table->has_crc32 && at + old.size <= image.size; at++)
		if (is_at(table, image, at))
			return at;
	return image.size;
}

static bool is_for_program(const struct keen_new_table *table,
			   const struct keen_tables_out *out)
{
	return table->old.size && (!out->is_in_place || table->place.is_in_program);
}

/* Finds the old tables. Those that aren't there are reported together. */
static bool find_all(const struct keen_new_archive *archive,
		     const struct keen_tables_out *out, struct exh_bytes image,
		     const char *exe, size_t places[KEEN_NEW_TABLES],
		     struct report *report)
{
	struct exh_writer missing = { .limit = SIZE_MAX };
	bool good;

	for (size_t i = 0; i < archive->table_count; i++) {
		const struct keen_new_table *table = &archive->tables[i];

		if (!is_for_program(table, out))
			continue;
		places[i] = find_old(table, image);
		if (places[i] == image.size)
			text_put(&missing, "%sthe %s", missing.size ? " and " : "",
				 table->name);
	}
	mem_check(&missing);
	good = !missing.size;
	if (!good)
		report_error(report, exe, EXH_NO_OFFSET,
			     "the program does not contain %.*s of the extracted archive",
			     (int)missing.size, (const char *)missing.data);
	exh_writer_free(&missing);
	return good;
}

/* False, reported, if the new table is of another size than the old one. */
static bool put_table(const struct keen_new_table *table, uint8_t *place, const char *exe,
		      struct report *report)
{
	if (table->content.size == table->old.size) {
		memcpy(place, table->content.data, table->content.size);
		return true;
	}
	report_error(report, exe, EXH_NO_OFFSET,
		     "the new %s has %zu bytes, its place in the program %zu: only a "
		     "patch file (--patch) can load it",
		     table->name, table->content.size, table->old.size);
	return false;
}

/* A packed program is written anew; of any other all bytes but the tables stay. */
static enum exh_status write_program(struct keen_program *program, const uint8_t *image,
				     struct exh_writer *out, struct exh_error *err)
{
	const struct exh_bytes old = program->mz.image;
	enum exh_status status = EXH_OK;

	out->limit = PROGRAM_LIMIT;
	if (program->lzexe_version) {
		program->mz.image.data = image;
		status = exh_mz_write(&program->mz, out, err);
		program->mz.image = old;
	} else {
		memcpy(program->file.data + program->mz.header_size, image, old.size);
		exh_write_bytes(out, program->file.data, program->file.size);
	}
	return status ? status : mem_check_limit(out, err);
}

static bool fill_program(struct keen_program *program,
			 const struct keen_new_archive *archive,
			 const struct keen_tables_out *out, struct exh_writer *content,
			 struct report *report)
{
	const struct exh_bytes old = program->mz.image;
	uint8_t *image = mem_copy(old.data, old.size, 1);
	size_t places[KEEN_NEW_TABLES] = { 0 };
	struct exh_error err;
	bool good = find_all(archive, out, old, program->path, places, report);

	for (size_t i = 0; i < archive->table_count && good; i++)
		if (is_for_program(&archive->tables[i], out))
			good = put_table(&archive->tables[i], image + places[i],
					 program->path, report);
	if (good && write_program(program, image, content, &err)) {
		report_failure(report, program->path, &err);
		good = false;
	}
	free(image);
	return good;
}

/* Appends the program with the new tables. */
static bool replace_tables(const char *exe, const struct keen_new_archive *archive,
			   const struct keen_tables_out *out, struct exh_writer *content,
			   struct report *report)
{
	struct keen_program program;
	struct exh_error err;
	bool good = true;

	if (keen_program_open(exe, out->is_in_place, &program, &err)) {
		report_failure(report, exe, &err);
		good = false;
	}
	good = good && fill_program(&program, archive, out, content, report);
	if (good && program.lzexe_version)
		report_say(report, "%s: packed by LZEXE; it is written unpacked", exe);
	keen_program_close(&program);
	return good;
}

/*
 * Patch files.
 */

/* True for the extension of a game's tables: "kdr", "ck4". */
static bool is_of_game(const char *extension)
{
	return strcmp(extension, "kdr") == 0 ||
	       (strncmp(extension, "ck", 2) == 0 &&
		isdigit((unsigned char)extension[2]) && !extension[3]);
}

/* Keeps the first extension of a game; another one until then. */
static void set_game(struct keen_patch *patch, const char *extension)
{
	if (!*patch->game || (!is_of_game(patch->game) && is_of_game(extension)))
		snprintf(patch->game, sizeof patch->game, "%s", extension);
}

/* Takes the extension of a file if games have it; with is_any, another one, too. */
static void set_game_by_name(struct keen_patch *patch, const char *path, bool is_any)
{
	const char *name = path ? file_name(path) : "";
	char *label = strncasecmp(name, "kdreams.", 8) == 0 ? mem_text("kdr")
							    : keen_table_label(name);

	if (label && (is_any || is_of_game(label)))
		set_game(patch, label);
	free(label);
}

static void set_game_by_layout(struct keen_patch *patch, const char *layout)
{
	static const char *const known[][2] = { { "keen-dreams-", "kdr" },
						{ "keen4-", "ck4" },
						{ "keen5-", "ck5" },
						{ "keen6-", "ck6" } };

	for (size_t i = 0; layout && i < sizeof known / sizeof *known; i++)
		if (strncmp(layout, known[i][0], strlen(known[i][0])) == 0)
			set_game(patch, known[i][1]);
}

void keen_patch_name(struct keen_patch *patch, const char *archive)
{
	set_game_by_name(patch, archive, true);
}

/* An archive's own extension counts last: it may be that of all pictures, "ega". */
static void find_game(const struct keen_new_archive *archive, struct keen_patch *patch)
{
	const struct keen_table_row *head = &archive->tables[0].place;

	for (size_t i = 0; i < archive->table_count; i++)
		set_game_by_name(patch, archive->tables[i].place.file, false);
	set_game_by_name(patch, archive->old_name, false);
	set_game_by_name(patch, archive->path, false);
	set_game_by_layout(patch, archive->layout);
	set_game_by_name(patch, head->is_in_program ? NULL : head->file, true);
	set_game_by_name(patch, archive->path, true);
}

/* True if the game loads an archive of this name by itself. */
static bool is_own_name(const struct keen_new_archive *archive, const char *game)
{
	const char *name = file_name(archive->path);

	if (archive->old_name && strcasecmp(name, archive->old_name) != 0)
		return false;
	return archive->second_path || !is_of_game(game) || keen_table_ending(name);
}

static void add_command(struct keen_patch *patch, const char *command, const char *path)
{
	text_put(&patch->commands, "%%%s %s\n", command, file_name(path));
}

void keen_patch_add(struct keen_patch *patch, const struct keen_new_archive *archive)
{
	find_game(archive, patch);
	if (!is_own_name(archive, patch->game))
		add_command(patch, archive->command, archive->path);
	for (size_t i = 0; i < archive->table_count; i++)
		if (archive->tables[i].path)
			add_command(patch, archive->tables[i].command,
				    archive->tables[i].path);
	mem_check(&patch->commands);
}

void keen_patch_write(const struct keen_patch *patch, struct exh_writer *out)
{
	const char *game = *patch->game ? patch->game : "ck4";

	text_put(out, "%%ext %s\n%%version %s\n\n", game,
		 strcmp(game, "kdr") == 0 ? "1.13" : "ALL");
	exh_write_bytes(out, patch->commands.data, patch->commands.size);
	text_put(out, "\n%%end\n");
	mem_check(out);
}

static void make_patch(const struct keen_new_archive *archive, struct exh_writer *out)
{
	struct keen_patch patch = { .commands.limit = SIZE_MAX };

	out->limit = SIZE_MAX;
	keen_patch_add(&patch, archive);
	keen_patch_write(&patch, out);
	exh_writer_free(&patch.commands);
}

/*
 * All files.
 */

/* Files that are written together, and what the caller learns of them. */
struct writing {
	const struct keen_new_archive *archive;
	const struct keen_tables_out *out;
	struct output_file files[KEEN_WRITTEN_FILES];
	struct keen_written *written;
};

static void add_file(struct writing *w, const char *path, struct exh_bytes content)
{
	w->files[w->written->count] = (struct output_file){ path, content };
	w->written->paths[w->written->count++] = path;
}

/* The program beside the archive that has some of its tables; NULL: none has. */
static char *program_beside(const struct keen_new_archive *archive)
{
	for (size_t i = 0; i < archive->table_count; i++)
		if (archive->tables[i].place.is_in_program)
			return file_sibling(archive->path,
					    file_name(archive->tables[i].place.file));
	return NULL;
}

/* In the object file where the old one is, if it keeps its ending. False, reported, if it
 * has no room. */
static bool add_table(struct writing *w, size_t i, struct report *report)
{
	const struct keen_new_table *table = &w->archive->tables[i];
	struct exh_writer *object = &w->written->objects[i];
	struct exh_error err;

	if (!table->path || (w->out->is_in_place && table->place.is_in_program))
		return true;
	if (!table->place.object.size || !file_has_ending(table->path, OBJECT_ENDING)) {
		add_file(w, table->path, table->content);
		return true;
	}
	object->limit = OBJECT_LIMIT;
	if (exh_omf_replace(table->place.object, table->content, object, &err) ||
	    mem_check_limit(object, &err)) {
		report_failure(report, table->path, &err);
		return false;
	}
	add_file(w, table->path, exh_writer_bytes(object));
	return true;
}

/* Adds the program, if tables go into one. */
static bool add_program(struct writing *w, struct report *report)
{
	const char *exe = w->out->exe, *path = w->out->exe_out;
	struct exh_writer *program = &w->written->program;

	if (w->out->is_in_place)
		path = exe = w->written->program_path = program_beside(w->archive);
	if (!path)
		return true;
	if (!replace_tables(exe, w->archive, w->out, program, report))
		return false;
	add_file(w, path, exh_writer_bytes(program));
	return true;
}

/* Into two files, the first of which keeps its size if there is as much. */
static void add_archive(struct writing *w, struct report *report)
{
	const struct keen_new_archive *archive = w->archive;
	struct exh_bytes first = archive->content, second = { 0 };

	if (archive->second_path && archive->first_size < first.size)
		first.size = archive->first_size;
	second.data = first.data + first.size;
	second.size = archive->content.size - first.size;
	add_file(w, archive->path, first);
	if (!archive->second_path)
		return;
	add_file(w, archive->second_path, second);
	report_info(report, "%s: %zu bytes, and %zu in %s", archive->path, first.size,
		    second.size, archive->second_path);
}

bool keen_archive_write(const struct keen_new_archive *archive,
			const struct keen_tables_out *out, struct keen_written *written,
			struct report *report)
{
	struct writing w = { .archive = archive, .out = out, .written = written };

	*written = (struct keen_written){ .count = 0 };
	add_archive(&w, report);
	for (size_t i = 0; i < archive->table_count; i++)
		if (!add_table(&w, i, report))
			return false;
	if (!add_program(&w, report))
		return false;
	if (out->patch) {
		make_patch(archive, &written->patch);
		add_file(&w, out->patch, exh_writer_bytes(&written->patch));
	}
	if (!outputs_write_together(w.files, written->count, report))
		return false;
	if (out->joint_patch)
		keen_patch_add(out->joint_patch, archive);
	return true;
}

void keen_written_free(struct keen_written *written)
{
	free(written->program_path);
	exh_writer_free(&written->program);
	exh_writer_free(&written->patch);
	for (size_t i = 0; i < KEEN_NEW_TABLES; i++)
		exh_writer_free(&written->objects[i]);
}
