#include "exhume/sci.h"
#include "exhume/advanced/base.h"

#include "../base/reader.h"
#include "basics.h"

enum {
	MAX_NOTES = 100,
	VGA = 0x80, /* flag */
	LOOP_HEADER_SIZE = 4,
	KEY_MASK = 0x0f,
};

/* Input and memory for reading a view. */
struct source {
	struct exh_bytes in;
	struct exh_arena *arena;
	struct exh_notes *notes;
	/* entries that tables of cels can have without overlapping */
	size_t entries_left;
};

/* Reads a cel. A header outside the data is noted, and the cel has no pixels. */
static void read_cel(const struct source *s, size_t loop, size_t number, size_t entry,
		     struct exh_sci_cel *cel)
{
	const size_t at = cel->offset;
	struct exh_bytes header;
	uint8_t key;

	if (!exh_bytes_slice(s->in, at, EXH_SCI_CEL_HEADER_SIZE, &header)) {
		cel->rle = (struct exh_bytes){ s->in.data + s->in.size, 0,
					       s->in.base + s->in.size };
		exh_note(s->notes, EXH_DAMAGE, s->in.base + entry,
			 "loop %zu: cel %zu: its header should lie at 0x%zx, and passes "
			 "the end",
			 loop, number, at);
		return;
	}
	cel->width = load_u16le(header.data);
	cel->height = load_u16le(header.data + 2);
	cel->dx = (int8_t)header.data[4];
	cel->dy = (int8_t)header.data[5];
	key = header.data[6];
	cel->key = key & KEY_MASK;
	if (key > KEY_MASK)
		exh_note(s->notes, EXH_WARNING, header.base + 6,
			 "loop %zu: cel %zu: colour key %u, expected 0 to 15", loop,
			 number, key);
	exh_bytes_slice(s->in, at + header.size, s->in.size - at - header.size,
			&cel->rle);
}

/* True if zeros follow, where an empty loop has another loop, a cel or the end. */
static bool begins_with_zeros(const struct reader *r)
{
	enum { LEAST = 8 };
	const uint8_t *p = r->in.data + r->pos;
	size_t count = 0;

	while (count < LEAST && count < rd_left(r) && !p[count])
		count++;
	return count == LEAST;
}

/* Returns the number of a loop's cels in the data. Real tables of cels do not overlap, so
 * together they have no more entries than the data; this also limits the cost of forged
 * ones. */
static size_t count_cels(struct source *s, size_t loop, size_t at, struct reader *r)
{
	const size_t declared = rd_u16le(r), here = s->in.base + at;
	size_t count = declared;

	rd_u16le(r);
	if (r->failed) {
		exh_note(s->notes, EXH_DAMAGE, s->in.base + at,
			 "loop %zu: it passes the end", loop);
		return 0;
	}
	if (!declared && begins_with_zeros(r))
		exh_note(s->notes, EXH_WARNING, here,
			 "loop %zu: its table is zeros: it has no cels", loop);
	if (count > rd_left(r) / 2) {
		count = rd_left(r) / 2;
		exh_note(s->notes, EXH_DAMAGE, here,
			 "loop %zu: %zu of %zu cels: their table passes the end", loop,
			 count, declared);
	}
	if (count > s->entries_left) {
		exh_note(s->notes, EXH_DAMAGE, here,
			 "loop %zu: no cels: the tables of cels overlap", loop);
		return 0;
	}
	s->entries_left -= count;
	return count;
}

static enum exh_status read_loop(struct source *s, size_t number,
				 struct exh_sci_loop *loop, struct exh_error *err)
{
	const size_t at = loop->offset;
	struct reader r = { .in = s->in, .pos = at < s->in.size ? at : s->in.size };
	const size_t count = count_cels(s, number, at, &r);

	if (r.failed)
		return EXH_OK;
	loop->unused = load_u16le(s->in.data + at + 2);
	loop->cels = exh_alloc(s->arena, count, sizeof *loop->cels);
	if (!loop->cels)
		return too_many(s->arena, count, "cels", s->in.base + at, err);
	loop->cel_count = count;
	for (size_t i = 0; i < count; i++) {
		const size_t entry = r.pos;

		loop->cels[i].offset = rd_u16le(&r);
		read_cel(s, number, i, entry, &loop->cels[i]);
	}
	return EXH_OK;
}

/* Returns the first loop with the same offset. */
static size_t find_source(const struct exh_sci_loop *loops, size_t number)
{
	size_t i = 0;

	while (loops[i].offset != loops[number].offset)
		i++;
	return i;
}

static enum exh_status read_loops(struct source *s, struct exh_sci_view *view,
				  struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < view->loop_count && !status; i++) {
		struct exh_sci_loop *loop = &view->loops[i];

		loop->is_mirrored =
			i < EXH_SCI_MIRRORED_LOOPS && view->mirror_mask >> i & 1;
		loop->offset = load_u16le(s->in.data + EXH_SCI_VIEW_HEADER_SIZE + 2 * i);
		loop->source = find_source(view->loops, i);
		if (loop->source == i) {
			status = read_loop(s, i, loop, err);
			continue;
		}
		loop->unused = view->loops[loop->source].unused;
		loop->cels = view->loops[loop->source].cels;
		loop->cel_count = view->loops[loop->source].cel_count;
	}
	return status;
}

static enum exh_status read_header(const struct source *s, struct exh_sci_view *out,
				   struct exh_error *err)
{
	struct reader r = { .in = s->in };

	out->loop_count = rd_u8(&r);
	out->flags = rd_u8(&r);
	out->mirror_mask = rd_u16le(&r);
	out->unused = rd_u16le(&r);
	out->palette_offset = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, s->in.base + s->in.size,
				"not a view: expected a header of %d bytes, found %zu",
				EXH_SCI_VIEW_HEADER_SIZE, s->in.size);
	if (out->flags & VGA)
		return exh_fail(err, EXH_UNSUPPORTED, s->in.base + 1,
				"flags 0x%02x: a VGA view of SCI1, expected one of SCI0",
				out->flags);
	if (out->loop_count > rd_left(&r) / 2)
		return exh_fail(err, EXH_TRUNCATED, s->in.base + s->in.size,
				"the data end inside the table of %zu loops",
				out->loop_count);
	return EXH_OK;
}

static void note_mask(const struct source *s, const struct exh_sci_view *view)
{
	if (view->loop_count < EXH_SCI_MIRRORED_LOOPS &&
	    view->mirror_mask >> view->loop_count)
		exh_note(s->notes, EXH_WARNING, s->in.base + 2,
			 "mask 0x%04x mirrors loops that do not exist: there are %zu",
			 view->mirror_mask, view->loop_count);
}

enum exh_status exh_sci_view_open(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_view *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct source s = { in, arena, notes, in.size / 2 };
	enum exh_status status;

	*out = (struct exh_sci_view){ 0 };
	status = read_header(&s, out, err);
	if (status)
		return status;
	out->loops = exh_alloc(arena, out->loop_count, sizeof *out->loops);
	if (!out->loops)
		return too_many(arena, out->loop_count, "loops", in.base, err);
	exh_notes_limit(notes, MAX_NOTES);
	note_mask(&s, out);
	if (!out->loop_count && in.size > EXH_SCI_VIEW_HEADER_SIZE)
		exh_note(notes, EXH_WARNING, in.base,
			 "no loops, and %zu bytes: loops may be missing",
			 in.size - EXH_SCI_VIEW_HEADER_SIZE);
	status = read_loops(&s, out, err);
	exh_notes_all(notes);
	return status;
}
