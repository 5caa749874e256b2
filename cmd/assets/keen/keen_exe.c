#include "keen.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/report.h"

#include <exhume/codec.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	PROGRAM_HEAD = 64,	/* bytes that show which program packed it */
	MEMORY_LIMIT = 8 << 20, /* bytes of an unpacked program with its relocations */
	/* Per cent of the chunks or levels that were tried; with fewer there is a
	   warning. */
	GOOD_FIT = 90,
};

/*
 * Tables.
 */

/* Takes the table out of its object file, if it is in one. */
static enum exh_status unwrap(struct keen_table *table, struct exh_error *err)
{
	struct exh_arena arena = { .limit = EXH_OMF_DATA_LIMIT };
	const struct exh_bytes file = file_bytes(&table->content);
	struct exh_omf object;
	enum exh_status status;

	if (!exh_omf_is(file))
		return EXH_OK;
	status = exh_omf_open(file, &arena, &object, NULL, err);
	if (!status) {
		table->object = table->content;
		table->content =
			(struct file){ mem_copy(object.data.data, object.data.size, 1),
				       object.data.size };
		table->origin.offset = object.data.base;
	}
	exh_arena_free(&arena);
	return status;
}

enum exh_status keen_table_load(struct keen_table *table, const char *path,
				struct exh_error *err)
{
	const enum exh_status status = file_read(path, TABLE_LIMIT, &table->content, err);

	table->path = mem_text(path);
	return status ? status : unwrap(table, err);
}

bool keen_table_read(struct keen_table *table, const char *path, struct report *report)
{
	struct exh_error err;

	if (!path || !keen_table_load(table, path, &err))
		return true;
	report_failure(report, path, &err);
	return false;
}

/* A file of that name takes precedence. */
bool keen_dict_is_none(const char *option)
{
	return option && strcmp(option, KEEN_NO_DICT) == 0 && !file_exists(option);
}

bool keen_dict_read(struct keen_table *table, const char *path, struct report *report)
{
	if (!keen_dict_is_none(path))
		return keen_table_read(table, path, report);
	table->path = mem_text(path);
	table->content.size = EXH_HUFFMAN_DICT_SIZE + 4;
	table->content.data = mem_alloc(table->content.size, 1);
	exh_huffman_plain(table->content.data);
	return true;
}

void keen_table_check(const struct keen_table *table, struct report *report)
{
	struct exh_arena arena = { .limit = EXH_OMF_DATA_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_omf object;

	if (table->object.data &&
	    !exh_omf_open(file_bytes(&table->object), &arena, &object, &notes, NULL))
		report_notes(report, table->path, &notes);
	exh_arena_free(&arena);
}

/* A backup goes with no archive but another backup. */
static bool is_put_aside(const char *table, const char *archive)
{
	return keen_is_backup(file_name(table)) && !keen_is_backup(file_name(archive));
}

bool keen_table_find(struct keen_table *table, const char *stem,
		     const struct keen_table_search *search)
{
	char **found = keen_tables_beside(search->archive_path, stem);
	struct exh_error err;

	for (size_t i = 0; found[i] && !table->path; i++) {
		if (is_put_aside(found[i], search->archive_path))
			continue;
		if (keen_table_load(table, found[i], &err)) {
			if (search->report)
				report_failure(search->report, found[i], &err);
			keen_table_free(table);
			continue;
		}
		if (search->fits &&
		    !search->fits(search->context, keen_table_bytes(table)))
			keen_table_free(table);
	}
	companions_free(found);
	return table->path != NULL;
}

/* Names programs beside the archive that can't be searched: one may have the table. */
static void report_packed(const char *archive_path, struct report *report)
{
	struct files *files = files_open_around(archive_path);

	for (size_t i = 0; i < files_count(files); i++) {
		char *path = files_path(files, files_name(files, i));
		struct file file = { 0 };
		uint64_t size;

		if (file_has_ending(path, ".exe") &&
		    !file_read_head(path, PROGRAM_HEAD, PROGRAM_HEAD, &file, &size,
				    NULL) &&
		    exh_pklite_packed(file_bytes(&file)))
			report_error(report, path, EXH_NO_OFFSET,
				     "packed by PKLITE: unpack it first");
		free(file.data);
		free(path);
	}
	files_close(files);
}

void keen_table_report_missing(const char *archive_path, const char *name,
			       const char *option, struct report *report)
{
	report_packed(archive_path, report);
	report_error(report, archive_path, EXH_NO_OFFSET,
		     "no %s beside it (in upper or lower case), and no program that "
		     "contains one; give %s%s--exe FILE",
		     name, option ? option : "", option ? " FILE or " : "");
}

void keen_table_free(struct keen_table *table)
{
	free(table->path);
	free(table->content.data);
	free(table->object.data);
	free(table->origin.exe);
	*table = (struct keen_table){ 0 };
}

char *keen_table_text(const struct keen_table *table)
{
	return table->origin.exe
		       ? mem_format("%s at 0x%zX", table->path, table->origin.offset)
		       : mem_text(table->path ? table->path : "none");
}

struct exh_bytes keen_table_bytes(const struct keen_table *table)
{
	return (struct exh_bytes){ table->content.data, table->content.size,
				   table->origin.offset };
}

bool keen_huffman_read(struct exh_huffman *huffman, struct exh_bytes dict,
		       const char *path, struct exh_arena *arena, struct report *report)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	const enum exh_status status = exh_huffman_read(huffman, dict, &notes, &err);

	if (status)
		report_failure(report, path, &err);
	else
		report_notes(report, path, &notes);
	return !status;
}

/* Copies the table, so that the program need not be kept. */
static void fill_table(const struct keen_program *program, struct exh_bytes found,
		       struct keen_table *table)
{
	const char *mark = program->lzexe_version ? " (unpacked)" : " (image)";

	*table = (struct keen_table){
		.path = mem_format("%s%s", program->path, mark),
		.content = { mem_copy(found.data, found.size, 1), found.size },
		.origin = { .exe = mem_text(program->path),
			    .offset = found.base - program->mz.image.base,
			    .lzexe_version = program->lzexe_version },
	};
}

/*
 * Programs.
 */

enum exh_status keen_program_open(const char *path, bool is_own,
				  struct keen_program *program, struct exh_error *err)
{
	struct exh_bytes file;
	enum exh_status status;

	*program =
		(struct keen_program){ .path = path, .arena = { .limit = MEMORY_LIMIT } };
	program->notes.arena = &program->arena;
	status = is_own ? file_read_own(path, EXH_MZ_FILE_LIMIT, &program->file, err)
			: file_read(path, EXH_MZ_FILE_LIMIT, &program->file, err);
	if (status)
		return status;
	file = file_bytes(&program->file);
	if (exh_pklite_packed(file))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"packed by PKLITE: unpack it first");
	program->lzexe_version = exh_lzexe_version(file);
	if (program->lzexe_version)
		return exh_lzexe_unpack(file, &program->arena, &program->mz, NULL,
					&program->notes, err);
	return exh_mz_open(file, &program->arena, &program->mz, &program->notes, err);
}

void keen_program_close(struct keen_program *program)
{
	exh_arena_free(&program->arena);
	free(program->file.data);
}

static void report_fit(const struct keen_exe_wish *wish, const char *path,
		       const struct exh_keen_exe_tables *tables, struct report *report)
{
	const char *what = wish->data == KEEN_EXE_LEVELS ? "levels" : "chunks";

	if (tables->good_count * 100 >= tables->tried_count * GOOD_FIT)
		return;
	report_warning(report, path, EXH_NO_OFFSET,
		       "only %zu of %zu %s of %s fit the likeliest tables in it: the "
		       "archive is cut or edited, or not of this program",
		       tables->good_count, tables->tried_count, what,
		       file_name(wish->archive_path));
}

static enum exh_status search(const struct keen_exe_wish *wish,
			      const struct keen_program *program, struct keen_table *head,
			      struct keen_table *dict, struct exh_keen_exe_tables *found,
			      struct exh_error *err)
{
	struct exh_keen_exe_tables tables = { 0 };
	enum exh_status status;

	if (head->path)
		tables.head = keen_table_bytes(head);
	if (dict->path)
		tables.dict = keen_table_bytes(dict);
	if (wish->data == KEEN_EXE_SOUNDS)
		status = exh_keen_exe_audio(program->mz.image, wish->archive, &tables,
					    err);
	else if (wish->data == KEEN_EXE_LEVELS)
		status = exh_keen_exe_maps(program->mz.image, wish->archive,
					   wish->tile_info_size, &tables, err);
	else
		status = exh_keen_exe_graphics(program->mz.image, wish->archive,
					       wish->layout, &tables, err);
	if (status)
		return status;
	if (!head->path)
		fill_table(program, tables.head, head);
	if (!dict->path && tables.dict.data)
		fill_table(program, tables.dict, dict);
	*found = tables;
	return EXH_OK;
}

/* True if the program has the wanted tables; then its damage is reported, too. */
static bool try_program(const struct keen_exe_wish *wish, const char *path,
			struct keen_table *head, struct keen_table *dict,
			struct report *report)
{
	struct exh_keen_exe_tables tables = { 0 };
	struct keen_program program;
	struct exh_error err;
	enum exh_status status = keen_program_open(path, false, &program, &err);

	if (!status)
		status = search(wish, &program, head, dict, &tables, &err);
	if (!status)
		report_fit(wish, path, &tables, report);
	if (!status || wish->exe)
		report_notes(report, path, &program.notes);
	if (status && wish->exe)
		report_failure(report, path, &err);
	else if (status)
		report_info(report, "%s: %s", path, err.text);
	keen_program_close(&program);
	return !status;
}

/*
 * Programs beside the data.
 */

/* True if the names go together, as KEEN4E.EXE and EGAGRAPH.CK4, or KDREAMS.EXE and
 * KDREAMS.EGA or *.KDR. */
static bool is_of_same_game(const char *name, const char *archive_path)
{
	const char *archive = file_name(archive_path);
	const char *dot = strrchr(archive, '.');
	const size_t stem_size = dot ? (size_t)(dot - archive) : strlen(archive);
	char game[] = "keen?";

	if (stem_size && strncasecmp(name, archive, stem_size) == 0)
		return true;
	if (dot && strcasecmp(dot, ".kdr") == 0)
		return strncasecmp(name, "kdreams", 7) == 0;
	if (!dot || strncasecmp(dot, ".ck", 3) != 0 || !isdigit((unsigned char)dot[3]))
		return false;
	game[4] = dot[3];
	return strncasecmp(name, game, 5) == 0;
}

static bool try_sibling(const struct keen_exe_wish *wish, const struct files *files,
			const char *name, struct keen_table *head,
			struct keen_table *dict, struct report *report)
{
	char *path = files_path(files, name);
	const bool found = try_program(wish, path, head, dict, report);

	free(path);
	return found;
}

bool keen_exe_find(const struct keen_exe_wish *wish, struct keen_table *head,
		   struct keen_table *dict, struct report *report)
{
	struct files *files;
	bool found = false;

	if (wish->exe)
		return try_program(wish, wish->exe, head, dict, report);
	files = files_open_around(wish->archive_path);
	for (unsigned pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < files_count(files) && !found; i++) {
			const char *name = files_name(files, i);

			if (file_has_ending(name, ".exe") &&
			    is_of_same_game(name, wish->archive_path) == !pass)
				found = try_sibling(wish, files, name, head, dict,
						    report);
		}
	files_close(files);
	return found;
}
