#include "graphics.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tables_row {
	struct keen_tables tables;
};
static const struct field archive_fields[] = {
	FIELD_INSIDE(struct tables_row, tables, &keen_tables_fields,
		     "where head and dictionary were found"),
};
const struct fields keen_archive_fields =
	FIELDS("archive_tables", struct tables_row, archive_fields);

struct extract_row {
	struct json *manifest;
};
static const struct field extract_fields[] = {
	FIELD(struct extract_row, manifest, NULL,
	      "files made, or those that would be made, as in manifest.json; null: not "
	      "written",
	      .document = &keen_graphics_document, FIELD_OR_NULL),
};
const struct fields keen_extract_fields =
	FIELDS("extracted", struct extract_row, extract_fields);

static void choose_style(const struct egagrab_request *request, enum exh_keen_video video,
			 struct style *style)
{
	*style = (struct style){ .video = video,
				 .scale = request->scale,
				 .hitbox = request->overlay != 0 };
	style_colors(video, request->palette, &style->colors);
}

/* There are no pictures without a layout; --raw does not need them. */
void egagrab_report_unknown(const struct egagrab_request *request,
			    const struct keen_archive *keen, struct report *report)
{
	const struct exh_bytes head = keen_table_bytes(&keen->head);
	const char *lack =
		request->print_layout || request->list || request->text
			? ""
			: "no pictures can be distinguished and chunks are written "
			  "to raw/; ";
	char text[256];

	if (keen->layout_origin != LAYOUT_NONE)
		return;
	snprintf(text, sizeof text,
		 "no layout is known for this head of %zu bytes with CRC-32 %08x: %sgive "
		 "--layout FILE",
		 head.size, (unsigned)exh_crc32(head), lack);
	if (request->list || (request->raw && !request->print_layout))
		report_warning(report, keen->head.path, EXH_NO_OFFSET, "%s", text);
	else
		report_error(report, keen->head.path, EXH_NO_OFFSET, "%s", text);
}

static void report_tables(const struct keen_archive *keen, const struct report *report)
{
	char *head = keen_table_text(&keen->head), *dict = keen_table_text(&keen->dict);

	report_info(report, "%s: head %s, dictionary %s, layout %s", keen->path, head,
		    dict, keen->layout_origin ? keen->layout.name : "unknown");
	free(head);
	free(dict);
}

static void extract(const struct egagrab_request *request,
		    const struct keen_archive *keen, const char *folder,
		    struct report *report, struct json *result)
{
	struct export_options options = {
		.wanted = { request->ranges, request->range_count },
		.raw = request->raw,
		.sheets = !request->no_sheets,
	};
	struct json *manifest;

	choose_style(request, keen->layout.video, &options.style);
	keen_export(keen, &options, folder, report, &manifest);
	result_output(result, folder);
	fields_put(&keen_extract_fields, &(struct extract_row){ manifest }, result);
}

/*
 * The list: a table, or the manifest of a folder that is not written.
 */

static void put_chunk(const struct exh_keen_chunk *chunk, size_t number,
		      struct exh_writer *out)
{
	const struct exh_keen_place *place = &chunk->place;

	text_put(out, "%5zu  %-12s %5u  ", number, exh_keen_class_name(chunk->class_id),
		 (unsigned)chunk->index);
	if (place->state == EXH_KEEN_ABSENT)
		text_put(out, "absent\n");
	else if (place->state == EXH_KEEN_LOST)
		text_put(out, "0x%08X  lost\n", (unsigned)place->offset);
	else
		text_put(out, "0x%08X %8u %8zu%s\n", (unsigned)place->offset,
			 (unsigned)place->packed_size, chunk->expanded.size,
			 chunk->damaged ? "  damaged" : "");
}

static void print_table(const struct keen_archive *keen, const struct keen_wanted *wanted,
			struct report *report)
{
	const struct exh_keen_graphics *graphics = &keen->graphics;
	struct exh_writer out = { .limit = SIZE_MAX };

	text_put(&out,
		 "%s: %zu chunks\nchunk  class        index  offset       packed "
		 "expanded\n",
		 keen->path, graphics->chunk_count);
	for (size_t i = 0; i < graphics->chunk_count; i++)
		if (keen_is_wanted(wanted, graphics->chunks[i].class_id,
				   graphics->chunks[i].index))
			put_chunk(&graphics->chunks[i], i, &out);
	output_write_text(report, "-", &out);
}

static void list(const struct egagrab_request *request, const struct keen_archive *keen,
		 struct report *report, struct json *result)
{
	const struct keen_wanted wanted = { request->ranges, request->range_count };
	struct style style;
	struct strings *files;

	if (!report->common->json) {
		print_table(keen, &wanted, report);
		return;
	}
	choose_style(request, keen->layout.video, &style);
	files = mem_alloc(keen->graphics.chunk_count, sizeof *files);
	fields_put(&keen_extract_fields,
		   &(struct extract_row){ manifest_to_json(keen, &style, files, report) },
		   result);
	free(files);
}

/*
 * One input.
 */

void egagrab_run_input(void *context, const char *input, const char *folder,
		       struct report *report, struct json *result)
{
	const struct egagrab_request *request = context;
	struct tables_row tables;
	struct keen_archive keen;

	/* One that is given is printed for whatever archive, to begin another with. */
	if (request->print_layout && request->tables.layout) {
		struct exh_keen_layout layout;

		if (keen_layout_load(request->tables.layout, &layout, report))
			output_write_json(report, "-", layout_to_json(&layout));
		return;
	}
	if (keen_archive_open(&keen, input, &request->tables, report)) {
		egagrab_report_unknown(request, &keen, report);
		report_tables(&keen, report);
		tables.tables = keen_tables_of(&keen.head, &keen.dict, NULL);
		fields_put(&keen_archive_fields, &tables, result);
		if (request->list)
			list(request, &keen, report, result);
		else if (!request->print_layout)
			extract(request, &keen, folder, report, result);
		else if (keen.layout_origin != LAYOUT_NONE)
			output_write_json(report, "-", layout_to_json(&keen.layout));
	}
	keen_archive_free(&keen);
}
