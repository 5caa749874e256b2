#include "view.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELS_LIMIT = 64 << 20 };

const char *const view_packing_names[] = { "shortest", "rows", NULL };

/* The view as it would be written, and what can be said of it. */
struct building {
	const struct exh_sci_view *view;
	struct exh_bytes bytes; /* the resource */
	struct exh_arena arena;
	struct exh_sci_view_source source;
	struct exh_sci_loop_source *loops;
	struct cel_fact {
		enum view_packing packing;
		uint32_t crc32; /* of the pixels */
	} * *facts;		/* by loop, of those that share none */
	struct exh_bytes tail;
	bool is_odd; /* laid out in a way that we don't */
};

/* Which of our encoders' rules made the runs: recognised by the runs themselves,
 * as that is far less than to pack the pixels. */
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
	/* Of no pixels, too, there is that first byte. */
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

/* What is after the cels is the palette, if there is to be one, or a tail. */
static void find_end(struct building *b)
{
	const size_t offset = b->view->palette_offset;
	/* There is room for as much as it had: nothing else makes ours another. */
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
 * As JSON.
 */

static void set_crc32(struct json *object, uint32_t crc32)
{
	const uint8_t bytes[] = { (uint8_t)(crc32 >> 24), (uint8_t)(crc32 >> 16),
				  (uint8_t)(crc32 >> 8), (uint8_t)crc32 };

	json_set(object, "crc32",
		 json_of_hex((struct exh_bytes){ bytes, sizeof bytes, 0 }));
}

static void set_packing(struct json *object, enum view_packing packing,
			struct exh_bytes rle)
{
	if (packing == VIEW_OTHER)
		json_set(object, "rle", json_of_hex(rle));
	else if (packing != VIEW_SHORTEST)
		json_set_string(object, "packing", view_packing_names[packing]);
}

static struct json *cel_to_json(const struct building *b, size_t loop, size_t number)
{
	const struct exh_sci_cel *cel = &b->view->loops[loop].cels[number];
	const bool is_shared = b->view->loops[loop].source != loop;
	char name[VIEW_NAME_SIZE], file[VIEW_NAME_SIZE + sizeof ".png"];
	struct json *json = json_new_object();

	view_cel_name(b->view, loop, number, name);
	snprintf(file, sizeof file, "%s.png", name);
	if (view_cel_is_drawn(cel))
		json_set_string(json, "file", file);
	if (is_shared)
		return json;
	json_set_number(json, "width", cel->width);
	json_set_number(json, "height", cel->height);
	json_set_number(json, "dx", cel->dx);
	json_set_number(json, "dy", cel->dy);
	json_set_number(json, "key", cel->key);
	if (view_cel_is_drawn(cel))
		set_crc32(json, b->facts[loop][number].crc32);
	set_packing(json, b->facts[loop][number].packing,
		    b->loops[loop].cels[number].rle);
	return json;
}

static struct json *loop_to_json(const struct building *b, size_t number)
{
	const struct exh_sci_loop *loop = &b->view->loops[number];
	struct json *json = json_new_object(), *cels = json_new_list();

	json_set_flag(json, "mirrored", loop->is_mirrored);
	if (loop->source != number)
		json_set_number(json, "source", (int64_t)loop->source);
	else if (loop->unused)
		json_set_number(json, "unused", loop->unused);
	for (size_t i = 0; i < loop->cel_count; i++)
		json_push(cels, cel_to_json(b, number, i));
	json_set(json, "cels", cels);
	return json;
}

static struct json *to_json(const struct building *b, const struct asset *asset,
			    unsigned scale)
{
	struct json *json = json_document(VIEW_MANIFEST_FORMAT), *loops = json_new_list();

	if (asset->number != ASSET_NO_NUMBER)
		json_set_number(json, "number", asset->number);
	json_set_number(json, "size", (int64_t)b->bytes.size);
	set_crc32(json, exh_crc32(b->bytes));
	json_set_number(json, "flags", b->view->flags);
	json_set_number(json, "mirror_mask", b->view->mirror_mask);
	json_set_number(json, "unused", b->view->unused);
	if (scale > 1)
		json_set_number(json, "scale", scale);
	for (size_t i = 0; i < b->view->loop_count; i++)
		json_push(loops, loop_to_json(b, i));
	json_set(json, "loops", loops);
	if (b->source.palette.data)
		json_set(json, "palette", json_of_hex(b->source.palette));
	if (b->tail.size)
		json_set(json, "tail", json_of_hex(b->tail));
	if (b->is_odd)
		json_set(json, "bytes", json_of_hex(b->bytes));
	return json;
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
