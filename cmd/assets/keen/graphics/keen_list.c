#include "graphics.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>

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

void keen_list(const struct keen_archive *keen, const struct keen_wanted *wanted,
	       const struct style *style, struct report *report, json_t *result)
{
	json_t **files;

	if (!report->common->json) {
		print_table(keen, wanted, report);
		return;
	}
	files = mem_alloc(keen->graphics.chunk_count, sizeof *files);
	json_object_set_new(result, "manifest",
			    manifest_to_json(keen, style, files, report));
	free(files);
}
