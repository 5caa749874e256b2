#include "view.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELS_LIMIT = 64 << 20 };

const char *const view_packing_names[] = { "shortest", "rows", NULL };

static const struct field cel_fields[] = {
	FIELD_OF("file", FIELD_FILE, struct view_manifest_cel, file, NULL,
		 "PNG file with the pixels of the cel; missing: the cel has no pixels",
		 .flags = FIELD_OMITTED),
	FIELD(struct view_manifest_cel, width, "pixels", "width of the extracted cel",
	      FIELD_HAS(struct view_manifest_cel, has_width)),
	FIELD(struct view_manifest_cel, height, "pixels", "height of the extracted cel",
	      FIELD_HAS(struct view_manifest_cel, has_height)),
	FIELD(struct view_manifest_cel, dx, "pixels",
	      "how far right (in mirrored loops: left) of the object's place the middle "
	      "of the cel is; 0 if missing",
	      FIELD_HAS(struct view_manifest_cel, has_place)),
	FIELD(struct view_manifest_cel, dy, "pixels",
	      "how far below the object's place the bottom of the cel is; 0 if missing",
	      FIELD_HAS(struct view_manifest_cel, has_place)),
	FIELD(struct view_manifest_cel, key, NULL,
	      "colour that is transparent, 0 to 15; missing: one that the picture does "
	      "not contain",
	      .most = VIEW_KEYS - 1, .otherwise = VIEW_NO_KEY,
	      FIELD_HAS(struct view_manifest_cel, has_key)),
	FIELD_OF("crc32", FIELD_CRC32, struct view_manifest_cel, crc32, NULL,
		 "CRC-32 of the extracted pixels, a byte each, row by row, not mirrored",
		 FIELD_HAS(struct view_manifest_cel, has_crc32)),
	FIELD_OF("packing", FIELD_NAME, struct view_manifest_cel, packing, NULL,
		 "how the cel was packed: in runs across rows (shortest, also if "
		 "missing), or within rows (rows)",
		 .names = view_packing_names, .flags = FIELD_OMITTED),
	FIELD(struct view_manifest_cel, rle, NULL,
	      "the packed bytes of the extracted cel, if neither way makes them",
	      .flags = FIELD_OMITTED),
};
static const struct fields cel_table =
	FIELDS("cel", struct view_manifest_cel, cel_fields);

static const struct field loop_fields[] = {
	FIELD_AS("mirrored", struct view_manifest_loop, is_mirrored, NULL,
		 "true: the cels, like their PNG files, are drawn from right to left; "
		 "false if missing",
		 .flags = FIELD_OPTIONAL),
	FIELD(struct view_manifest_loop, source, NULL,
	      "number of an earlier loop whose cels this one shares",
	      .most = VIEW_MAX_LOOPS, FIELD_HAS(struct view_manifest_loop, has_source)),
	FIELD(struct view_manifest_loop, unused, NULL,
	      "the word of the loop's head that no interpreter reads; 0 if missing",
	      .flags = FIELD_OMITTED),
	FIELD_ROWS(struct view_manifest_loop, cels, cel_count, &cel_table,
		   "the cels of the loop; may be missing with source",
		   FIELD_HAS(struct view_manifest_loop, has_cels), .most = VIEW_MAX_CELS),
};
static const struct fields loop_table =
	FIELDS("loop", struct view_manifest_loop, loop_fields);

static const struct field view_fields[] = {
	FIELD(struct view_manifest, number, NULL, "number of the view",
	      .most = ASSET_NO_NUMBER - 1, FIELD_HAS(struct view_manifest, has_number)),
	FIELD(struct view_manifest, size, "bytes", "size of the extracted resource",
	      .flags = FIELD_OPTIONAL),
	FIELD_OF("crc32", FIELD_CRC32, struct view_manifest, crc32, NULL,
		 "CRC-32 of the extracted resource",
		 FIELD_HAS(struct view_manifest, has_crc32)),
	FIELD(struct view_manifest, flags, NULL, "the first byte after the loop count",
	      .flags = FIELD_OPTIONAL),
	FIELD(struct view_manifest, mirror_mask, NULL,
	      "a bit for each loop that is mirrored; read are only bits that belong to "
	      "no loop",
	      .flags = FIELD_OPTIONAL),
	FIELD(struct view_manifest, unused, NULL, "the word after the mask",
	      .flags = FIELD_OPTIONAL),
	FIELD(struct view_manifest, scale, NULL,
	      "factor by which the PNG files are enlarged, 1 to 64; 1 if missing",
	      .least = 1, .most = VIEW_MAX_SCALE, .otherwise = 1,
	      FIELD_HAS(struct view_manifest, has_scale)),
	FIELD_ROWS(struct view_manifest, loops, loop_count, &loop_table,
		   "the loops of the view, at most 255", .most = VIEW_MAX_LOOPS),
	FIELD(struct view_manifest, palette, NULL,
	      "palette of an SCI1 view, to which its header leads",
	      .flags = FIELD_OMITTED),
	FIELD(struct view_manifest, tail, NULL, "other bytes after the cels",
	      .flags = FIELD_OMITTED),
	FIELD(struct view_manifest, bytes, NULL,
	      "the whole resource, if png2view would lay it out differently",
	      .flags = FIELD_OMITTED),
};
static const struct fields view_table = FIELDS("view", struct view_manifest, view_fields);

const struct document view_manifest_document = {
	.format = VIEW_MANIFEST_FORMAT,
	.schema = 1,
	.made_by = "view2png",
	.meaning = "A view of SCI: the loops of its cels, with the PNG file of each",
	.fields = &view_table,
};

/* The view as it would be written, and facts about it. */
struct building {
	const struct exh_sci_view *view;
	struct exh_bytes bytes; /* the resource */
	struct exh_arena arena;
	struct exh_sci_view_source source;
	struct exh_sci_loop_source *loops;
	struct cel_fact {
		enum view_packing packing;
		uint32_t crc32; /* checksum of the pixels */
	} * *facts;		/* facts by loop, for loops that share none */
	struct exh_bytes tail;
	bool is_odd; /* the layout differs from ours */
};

/* Returns the encoder whose rules made the runs, recognised by the runs themselves:
 * this is much faster than packing the pixels. */
static enum view_packing packing_of(const struct exh_sci_cel *cel, struct exh_bytes runs)
{
	bool is_shortest = true, is_rows = true;
	size_t in_row = 0, total = 0;
	unsigned before = 0;

	if (!runs.size || runs.data[0])
		return VIEW_OTHER;
	for (size_t i = 1; i < runs.size; i++) {
		const unsigned op = runs.data[i], count = op >> 4;
		const bool goes_on = i > 1 && (op & 15) == (before & 15) &&
				     before >> 4 < EXH_SCI_CEL_RUN;

		if (!count)
			return VIEW_OTHER;
		is_shortest &= !goes_on;
		is_rows &= !(goes_on && in_row) && in_row + count <= cel->width;
		in_row = (in_row + count) % cel->width;
		total += count;
		before = op;
	}
	if (total != (size_t)cel->width * cel->height)
		return VIEW_OTHER;
	return is_shortest ? VIEW_SHORTEST : is_rows ? VIEW_ROWS : VIEW_OTHER;
}

static enum exh_status pack_cel(const struct exh_sci_cel *cel,
				struct exh_sci_cel_source *to, struct cel_fact *fact,
				struct exh_error *err)
{
	const size_t count = (size_t)cel->width * cel->height;
	uint8_t *pixels = mem_alloc(count, 1);
	enum exh_status status;
	size_t used = 0;

	status = exh_sci_cel_decode(cel, pixels, count, &used, NULL, err);
	fact->crc32 = exh_crc32((struct exh_bytes){ pixels, count, 0 });
	free(pixels);
	/* Cels without pixels may have that first byte, too. */
	if (!count && cel->rle.size && !cel->rle.data[0])
		used = 1;
	to->rle.size = used;
	fact->packing = packing_of(cel, to->rle);
	return status;
}

static enum exh_status build_loop(struct building *b, size_t number,
				  struct exh_error *err)
{
	const struct exh_sci_loop *loop = &b->view->loops[number];
	struct exh_sci_cel_source *cels =
		mem_arena(&b->arena, loop->cel_count, sizeof *cels);
	struct cel_fact *facts = mem_arena(&b->arena, loop->cel_count, sizeof *facts);
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < loop->cel_count && !status; i++) {
		const struct exh_sci_cel *cel = &loop->cels[i];

		cels[i] = (struct exh_sci_cel_source){ .width = cel->width,
						       .height = cel->height,
						       .dx = cel->dx,
						       .dy = cel->dy,
						       .key = cel->key,
						       .rle = cel->rle };
		if (view_cel_is_drawn(cel) || !cel->width || !cel->height)
			status = pack_cel(cel, &cels[i], &facts[i], err);
		else
			facts[i].packing = VIEW_OTHER;
	}
	b->loops[number].cels = cels;
	b->loops[number].cel_count = loop->cel_count;
	b->facts[number] = facts;
	return status;
}

static enum exh_status build_loops(struct building *b, struct exh_error *err)
{
	const size_t count = b->view->loop_count;
	enum exh_status status = EXH_OK;

	b->loops = mem_arena(&b->arena, count, sizeof *b->loops);
	b->facts = mem_arena(&b->arena, count, sizeof *b->facts);
	for (size_t i = 0; i < count && !status; i++) {
		const struct exh_sci_loop *loop = &b->view->loops[i];

		b->loops[i] =
			(struct exh_sci_loop_source){ .is_mirrored = loop->is_mirrored,
						      .source = loop->source,
						      .unused = loop->unused };
		if (loop->source == i)
			status = build_loop(b, i, err);
	}
	b->source = (struct exh_sci_view_source){ .flags = b->view->flags,
						  .mirror_mask = b->view->mirror_mask,
						  .unused = b->view->unused,
						  .loops = b->loops,
						  .loop_count = count };
	return status;
}

/* Finds the bytes after the cels: the palette, if the view has one, or a tail. */
static void find_end(struct building *b)
{
	const size_t offset = b->view->palette_offset;
	/* Room for the original size: a larger result differs anyway. */
	struct exh_writer out = { .data = mem_alloc(b->bytes.size, 1),
				  .capacity = b->bytes.size,
				  .limit = b->bytes.size };
	enum exh_status status = exh_sci_view_write(&b->source, &out, NULL);

	if (!status && offset && offset == out.size && offset <= b->bytes.size) {
		exh_bytes_slice(b->bytes, offset, b->bytes.size - offset,
				&b->source.palette);
		out.size = 0;
		status = exh_sci_view_write(&b->source, &out, NULL);
	}
	b->is_odd =
		status || out.failed || memcmp(out.data, b->bytes.data, out.size) != 0;
	if (!b->is_odd)
		exh_bytes_slice(b->bytes, out.size, b->bytes.size - out.size, &b->tail);
	exh_writer_free(&out);
}

/*
 * The manifest.
 */

static struct view_manifest_cel cel_row(struct building *b, size_t loop, size_t number)
{
	const struct exh_sci_cel *cel = &b->view->loops[loop].cels[number];
	const bool is_own = b->view->loops[loop].source == loop;
	struct view_manifest_cel row = { .has_width = is_own,
					 .width = cel->width,
					 .has_height = is_own,
					 .height = cel->height,
					 .has_place = is_own,
					 .dx = cel->dx,
					 .dy = cel->dy,
					 .has_key = is_own,
					 .key = cel->key,
					 .has_crc32 = is_own && view_cel_is_drawn(cel) };
	char name[VIEW_NAME_SIZE];

	view_cel_name(b->view, loop, number, name);
	if (view_cel_is_drawn(cel))
		row.file = mem_arena_format(&b->arena, "%s.png", name);
	if (!is_own)
		return row;
	row.crc32 = b->facts[loop][number].crc32;
	row.packing = b->facts[loop][number].packing;
	if (row.packing == VIEW_OTHER) {
		row.packing = VIEW_SHORTEST;
		row.rle = b->loops[loop].cels[number].rle;
	}
	return row;
}

static struct view_manifest_loop loop_row(struct building *b, size_t number)
{
	const struct exh_sci_loop *loop = &b->view->loops[number];
	const bool is_own = loop->source == number;
	struct view_manifest_loop row = { .is_mirrored = loop->is_mirrored,
					  .has_source = !is_own,
					  .has_cels = true,
					  .source = loop->source,
					  .unused = is_own ? loop->unused : 0,
					  .cels = mem_arena(&b->arena, loop->cel_count,
							    sizeof *row.cels),
					  .cel_count = loop->cel_count };

	for (size_t i = 0; i < loop->cel_count; i++)
		row.cels[i] = cel_row(b, number, i);
	return row;
}

static struct json *to_json(struct building *b, const struct asset *asset, unsigned scale)
{
	struct view_manifest m = {
		.has_number = asset->number != ASSET_NO_NUMBER,
		.number = asset->number,
		.size = (uint32_t)b->bytes.size,
		.has_crc32 = true,
		.crc32 = exh_crc32(b->bytes),
		.flags = b->view->flags,
		.mirror_mask = b->view->mirror_mask,
		.unused = b->view->unused,
		.has_scale = scale > 1,
		.scale = scale,
		.loops = mem_arena(&b->arena, b->view->loop_count, sizeof *m.loops),
		.loop_count = b->view->loop_count,
		.palette = b->source.palette,
	};

	for (size_t i = 0; i < m.loop_count; i++)
		m.loops[i] = loop_row(b, i);
	if (b->tail.size)
		m.tail = b->tail;
	if (b->is_odd)
		m.bytes = b->bytes;
	return document_to_json(&view_manifest_document, &m);
}

enum exh_status view_manifest_make(const struct asset *asset, unsigned scale,
				   struct exh_writer *out, struct exh_error *err)
{
	struct building b = { .view = asset->thing,
			      .bytes = asset->bytes,
			      .arena.limit = CELS_LIMIT };
	enum exh_status status = build_loops(&b, err);

	if (!status) {
		find_end(&b);
		status = json_append(to_json(&b, asset, scale), out, err);
	}
	exh_arena_free(&b.arena);
	return status;
}
