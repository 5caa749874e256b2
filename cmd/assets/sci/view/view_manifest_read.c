/* Reads the parts of a manifest that a table of fields can't hold. */
#include "task/json.h"
#include "task/memory.h"
#include "view.h"

enum { MAX_BYTES = 64 << 20 };

static void check_cel(struct json_reading *r, struct view_manifest_cel *cel,
		      bool is_shared)
{
	const bool has_size = cel->has_width && cel->has_height;

	if (cel->rle.data)
		cel->packing = VIEW_OTHER;
	if (is_shared)
		return;
	if (!cel->file && !has_size)
		json_read_wrong(r, "file",
				"a PNG file, or keys \"width\" and \"height\"");
	if (!cel->file && cel->width && cel->height && !cel->rle.data)
		json_read_wrong(r, "file", "a PNG file: the cel has pixels");
}

static void check_source(struct json_reading *r, const struct view_manifest *m,
			 size_t number)
{
	struct view_manifest_loop *loop = &m->loops[number];

	if (!loop->has_source)
		loop->source = number;
	else if (loop->source > number ||
		 (loop->source < number && m->loops[loop->source].source != loop->source))
		json_read_wrong(r, "source", "an earlier loop that has its own cels");
}

static void check_loop(struct json_reading *r, const struct view_manifest *m,
		       size_t number)
{
	struct view_manifest_loop *loop = &m->loops[number];
	const bool is_shared = loop->source != number;

	if (loop->is_mirrored && number >= EXH_SCI_MIRRORED_LOOPS)
		json_read_wrong(r, "mirrored",
				"false: only loops 0 to 15 can be mirrored");
	if (!loop->has_cels && !is_shared)
		json_read_wrong(r, "cels", "a list");
	if (is_shared && loop->cel_count && !r->status &&
	    loop->cel_count != m->loops[loop->source].cel_count)
		json_read_wrong(r, "cels",
				"none, or as many as the loop with which it shares them");
	for (size_t i = 0; i < loop->cel_count && !r->status; i++) {
		check_cel(r, &loop->cels[i], is_shared);
		json_read_within(r, "cel", i);
	}
}

static void check_loops(struct json_reading *r, const struct view_manifest *m)
{
	for (size_t i = 0; i < m->loop_count && !r->status; i++) {
		check_source(r, m, i);
		check_loop(r, m, i);
		json_read_within(r, "loop", i);
	}
}

enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err)
{
	struct json_reading r = { .arena = &out->arena, .err = err };

	*out = (struct view_manifest){ .arena.limit = MAX_BYTES };
	document_read_text(&r, &view_manifest_document, text, out);
	check_loops(&r, out);
	return r.status;
}

void view_manifest_free(struct view_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
