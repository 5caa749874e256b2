#include "graphics.h"

#include "assets/keen/keen.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Finding the tables.
 */

/* The stems to look for: the archive's own video first, if its name has it. */
static void table_stems(const char *path, const char *ega, const char *cga,
			const char *stems[2])
{
	const bool names_cga = strcasestr(file_name(path), "cga") != NULL;

	stems[0] = names_cga ? cga : ega;
	stems[1] = names_cga ? ega : cga;
}

static bool head_fits(void *context, struct exh_bytes head)
{
	const struct keen_archive *keen = context;

	return exh_keen_head_ends_at(head, keen->archive.size);
}

static const char *dict_stem(const struct keen_archive *keen)
{
	return keen_table_is_cga(file_name(keen->head.path)) ? "cgadict" : "egadict";
}

/* The dictionary that goes with a head bears its ending; to be freed. NULL: there is
 * none. */
static char *dict_beside(const struct keen_archive *keen)
{
	char *game = keen_table_label(file_name(keen->head.path));
	char **found = keen_tables_beside(keen->path, dict_stem(keen));
	char *path = NULL;

	/* A backup comes last: it goes with a backup of the archive. */
	for (size_t pass = 0; pass < 3; pass++)
		for (size_t i = 0; found[i] && !path; i++) {
			char *own = keen_table_label(file_name(found[i]));
			const bool is_last = keen_is_backup(file_name(found[i]));

			if (pass == 2 || (!is_last && pass == 1) ||
			    strcmp(own ? own : "", game ? game : "") == 0)
				path = mem_text(found[i]);
			free(own);
		}
	companions_free(found);
	free(game);
	return path;
}

static bool has_all_chunks(const struct keen_archive *keen, struct exh_bytes head,
			   const struct exh_keen_layout *layout)
{
	const unsigned size = exh_keen_head_guess_offset_size(head, keen->archive.size);

	return layout && size && head.size / size > layout->chunk_count;
}

/* True if the lengths of the chunks show their layout, and none of its chunks is missing.
 */
static bool lengths_fit(const struct keen_archive *keen, struct exh_bytes head)
{
	char *path = dict_beside(keen);
	struct exh_huffman huffman;
	struct keen_table dict = { 0 };
	bool good = path && !keen_table_load(&dict, path, NULL);
	unsigned fit;

	good = good && !exh_huffman_read(&huffman, keen_table_bytes(&dict), NULL, NULL) &&
	       has_all_chunks(keen, head,
			      exh_keen_layout_that_fits(file_bytes(&keen->archive), head,
							&huffman, &fit));
	keen_table_free(&dict);
	free(path);
	return good;
}

/* The editor TED5 leaves a head of its own beside the game's, which ends at the same
 * place: one by which the chunks are known is better. */
static bool head_is_known(void *context, struct exh_bytes head)
{
	return head_fits(context, head) &&
	       (exh_keen_layout_for_head(head) || lengths_fit(context, head));
}

/* Finds missing tables in the given program, or in one beside the archive. */
static bool find_in_exe(struct keen_archive *keen, const char *exe, struct report *report)
{
	const struct keen_exe_wish wish = {
		.exe = exe,
		.archive_path = keen->path,
		.archive = file_bytes(&keen->archive),
		.layout = keen->layout_origin == LAYOUT_GIVEN ? &keen->layout : NULL,
	};

	return keen_exe_find(&wish, &keen->head, &keen->dict, report);
}

/* A head that ends at the archive's length is its own; else one in a program, or the
 * first candidate will do. */
static bool find_head(struct keen_archive *keen,
		      const struct keen_archive_options *options, struct report *report)
{
	const struct keen_table_search known = { keen->path, head_is_known, keen, NULL };
	const struct keen_table_search search = { keen->path, head_fits, keen, NULL };
	const struct keen_table_search any = { keen->path, NULL, NULL, report };
	const char *stems[2];
	char name[32];

	if (strcmp(keen->path, "-") == 0) {
		report_error(report, keen->path, EXH_NO_OFFSET,
			     "standard input has no folder to search; give --head FILE "
			     "and --dict FILE, or --exe FILE");
		return false;
	}
	table_stems(keen->path, "egahead", "cgahead", stems);
	if (keen_table_find(&keen->head, stems[0], &known) ||
	    keen_table_find(&keen->head, stems[0], &search) ||
	    keen_table_find(&keen->head, stems[1], &known) ||
	    keen_table_find(&keen->head, stems[1], &search) ||
	    find_in_exe(keen, NULL, report) ||
	    keen_table_find(&keen->head, stems[0], &any) ||
	    keen_table_find(&keen->head, stems[1], &any))
		return true;
	snprintf(name, sizeof name, "readable %s", stems[0]);
	keen_table_report_missing(keen->path, name, options->no_tables ? NULL : "--head",
				  report);
	return false;
}

static bool find_dict(struct keen_archive *keen,
		      const struct keen_archive_options *options, struct report *report)
{
	char *path = dict_beside(keen);
	const bool good = keen_table_read(&keen->dict, path, report);

	free(path);
	if (keen->dict.path)
		return good;
	if (find_in_exe(keen, NULL, report))
		return true;
	keen_table_report_missing(keen->path, dict_stem(keen),
				  options->no_tables ? NULL : "--dict", report);
	return false;
}

/* Appends the second file, where there is one. */
static bool read_second(struct keen_archive *keen, struct report *report)
{
	struct exh_writer whole = { .limit = SIZE_MAX };
	struct file second;

	keen->second_path = keen_second_part(keen->path);
	if (!keen->second_path)
		return true;
	if (!report_read(report, keen->second_path, ARCHIVE_LIMIT, &second))
		return false;
	keen->first_size = keen->archive.size;
	exh_write_bytes(&whole, keen->archive.data, keen->archive.size);
	exh_write_bytes(&whole, second.data, second.size);
	mem_check(&whole);
	free(keen->archive.data);
	free(second.data);
	keen->archive = (struct file){ whole.data, whole.size };
	return true;
}

static bool read_files(struct keen_archive *keen,
		       const struct keen_archive_options *options, struct report *report)
{
	if (!report_read(report, keen->path, ARCHIVE_LIMIT, &keen->archive) ||
	    !read_second(keen, report) ||
	    !keen_table_read(&keen->head, options->head, report) ||
	    !keen_dict_read(&keen->dict, options->dict, report))
		return false;
	if (options->exe && (!keen->head.path || !keen->dict.path))
		return find_in_exe(keen, options->exe, report);
	return (keen->head.path || find_head(keen, options, report)) &&
	       (keen->dict.path || find_dict(keen, options, report));
}

/*
 * Choosing the layout.
 */

static void report_no_layout(const char *layout, struct report *report)
{
	char names[256] = "";
	size_t count;
	const struct exh_keen_layout *known = exh_keen_layouts(&count);

	for (size_t i = 0; i < count; i++) {
		const size_t used = strlen(names);

		snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
			 known[i].name);
	}
	report_error(report, layout, EXH_NO_OFFSET,
		     "neither a file nor a known layout; known are: %s", names);
}

bool keen_layout_load(const char *layout, struct exh_keen_layout *out,
		      struct report *report)
{
	const struct exh_keen_layout *known = exh_keen_layout_find(layout);
	struct exh_error err;
	struct file file;
	bool good;

	if (known && !file_exists(layout)) {
		*out = *known;
		return true;
	}
	if (!file_exists(layout) && strcmp(layout, "-") != 0) {
		report_no_layout(layout, report);
		return false;
	}
	if (!report_read(report, layout, TABLE_LIMIT, &file))
		return false;
	good = layout_from_json(file_bytes(&file), out, &err) == EXH_OK;
	if (!good)
		report_failure(report, layout, &err);
	free(file.data);
	return good;
}

static void fit_layout(struct keen_archive *keen, struct report *report)
{
	unsigned fit;
	const struct exh_keen_layout *best = exh_keen_layout_that_fits(
		file_bytes(&keen->archive), keen_table_bytes(&keen->head), &keen->huffman,
		&fit);

	if (!best)
		return;
	keen->layout = *best;
	keen->layout_origin = LAYOUT_FITS;
	/* The head of this release is unknown, and all lengths speak for it. */
	if (!best->head_crc32 && fit == 100)
		return;
	report_warning(
		report, keen->head.path, EXH_NO_OFFSET,
		"not the head of a known release, but %u%% of the archive's lengths "
		"are those of layout %s; using it",
		fit, best->name);
}

/* Loads the given layout, which helps to find the tables. */
static bool load_given_layout(struct keen_archive *keen, const char *given,
			      struct report *report)
{
	if (!given)
		return true;
	keen->layout_origin = LAYOUT_GIVEN;
	return keen_layout_load(given, &keen->layout, report);
}

static void choose_layout(struct keen_archive *keen, struct report *report)
{
	const struct exh_keen_layout *known;

	if (keen->layout_origin == LAYOUT_GIVEN)
		return;
	known = exh_keen_layout_for_head(keen_table_bytes(&keen->head));
	if (known) {
		keen->layout = *known;
		keen->layout_origin = LAYOUT_CHECKSUM;
	} else {
		fit_layout(keen, report);
	}
}

/*
 * Opening.
 */

static bool open_head(struct keen_archive *keen, struct report *report)
{
	struct exh_notes notes = { .arena = &keen->arena };
	const bool known = keen->layout_origin != LAYOUT_NONE;
	struct exh_error err;
	enum exh_status status;

	keen->layout.offset_size = exh_keen_head_offset_size(
		keen_table_bytes(&keen->head), keen->archive.size,
		known ? &keen->layout : NULL);
	status = exh_keen_head_read(
		keen_table_bytes(&keen->head), keen->layout.offset_size,
		known ? keen->layout.chunk_count : 0, keen->archive.size, &keen->arena,
		&keen->places, &notes, &err);
	if (status)
		report_failure(report, keen->head.path, &err);
	else
		report_notes(report, keen->head.path, &notes);
	return !status;
}

static bool open_graphics(struct keen_archive *keen, struct report *report)
{
	struct exh_notes notes = { .arena = &keen->arena };
	struct exh_error err;
	const enum exh_status status = exh_keen_graphics_open(
		file_bytes(&keen->archive), &keen->places,
		keen->layout_origin == LAYOUT_NONE ? NULL : &keen->layout, &keen->huffman,
		&keen->arena, &keen->graphics, &notes, &err);

	if (status)
		report_failure(report, keen->path, &err);
	else
		report_notes(report, keen->path, &notes);
	return !status;
}

bool keen_archive_open(struct keen_archive *keen, const char *path,
		       const struct keen_archive_options *options, struct report *report)
{
	*keen = (struct keen_archive){ .path = path,
				       .arena = { .limit = EXPANDED_LIMIT } };
	if (!load_given_layout(keen, options->layout, report) ||
	    !read_files(keen, options, report) ||
	    !keen_huffman_read(&keen->huffman, keen_table_bytes(&keen->dict),
			       keen->dict.path, &keen->arena, report))
		return false;
	keen_table_check(&keen->head, report);
	keen_table_check(&keen->dict, report);
	choose_layout(keen, report);
	return open_head(keen, report) && open_graphics(keen, report);
}

void keen_archive_free(struct keen_archive *keen)
{
	exh_arena_free(&keen->arena);
	free(keen->archive.data);
	free(keen->second_path);
	keen_table_free(&keen->head);
	keen_table_free(&keen->dict);
}
