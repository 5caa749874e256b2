#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	PICTURE_ENTRY = 4, /* bytes */
	SPRITE_ENTRY = 18,
	LENGTH_SIZE = 4,
	MARK_SIZE = 4,
	FEW_MISSING = 2, /* bytes at the end of a chunk: some packers lost as much */
	/* fewest checked chunks to decide that the files don't match */
	FEWEST_TO_JUDGE = 4,
	LEAST_FIT = 75, /* per cent of the lengths in an archive */
};

/* The expected and the actual expansion of one chunk. */
struct plan {
	struct exh_huffman_job *job;
	struct exh_keen_chunk *chunk;
	size_t needed_size; /* from the tables; 0: unknown */
	bool length_absurd; /* longer than the packed bytes can hold */
};

struct opening {
	struct exh_bytes archive;
	struct exh_keen_graphics *graphics;
	const struct exh_huffman *huffman;
	struct exh_arena *arena;
	struct exh_notes *notes;
	struct exh_huffman_job *jobs;
	struct plan *plans;
	size_t job_count;
	size_t judged_count, odd_count; /* chunks whose end was checked, and was wrong */
};

static size_t chunk_number(const struct opening *o, const struct exh_keen_chunk *chunk)
{
	return (size_t)(chunk - o->graphics->chunks);
}

static void lose(struct opening *o, struct exh_keen_chunk *chunk, const char *reason)
{
	chunk->damaged = true;
	exh_note(o->notes, EXH_DAMAGE, chunk->place.offset, "chunk %zu: %s",
		 chunk_number(o, chunk), reason);
}

/*
 * Sizes according to the tables.
 */

static size_t table_picture_size(const struct exh_keen_layout *layout,
				 enum exh_keen_class class_id,
				 const struct exh_keen_sprite *entry)
{
	if (!exh_keen_size_is_sane(entry))
		return 0;
	return exh_keen_bitmap_size(layout->video, exh_keen_class_is_masked(class_id),
				    (size_t)entry->width_bytes, (size_t)entry->height);
}

static size_t table_size(const struct exh_keen_layout *layout,
			 enum exh_keen_class class_id)
{
	if (class_id == EXH_KEEN_PICTABLE)
		return (size_t)layout->spans[EXH_KEEN_PIC].count * PICTURE_ENTRY;
	if (class_id == EXH_KEEN_PICMTABLE)
		return (size_t)layout->spans[EXH_KEEN_PICM].count * PICTURE_ENTRY;
	if (class_id == EXH_KEEN_SPRITETABLE)
		return (size_t)layout->spans[EXH_KEEN_SPRITE].count * SPRITE_ENTRY;
	return 0;
}

static size_t needed_size(const struct exh_keen_graphics *graphics,
			  const struct exh_keen_chunk *chunk)
{
	const struct exh_keen_layout *layout = &graphics->layout;
	const struct exh_keen_sprite *entry = exh_keen_table_entry(graphics, chunk);

	if (entry)
		return table_picture_size(layout, chunk->class_id, entry);
	if (exh_keen_class_tile_size(chunk->class_id))
		return exh_keen_tiles_in_chunk(layout, chunk->class_id) *
		       exh_keen_tile_bytes(layout, chunk->class_id);
	return table_size(layout, chunk->class_id);
}

/*
 * Planning: the place of each chunk's bits, and the bytes they should expand to.
 */

/* The length to expand to: the declared one, unless the packed bytes can't hold it. */
static size_t believable_size(struct plan *plan, size_t declared, size_t possible)
{
	plan->length_absurd = declared > possible;
	if (!plan->length_absurd)
		return declared;
	return plan->needed_size ? plan->needed_size : possible;
}

static void note_length(struct opening *o, const struct plan *plan, size_t declared,
			size_t possible)
{
	const struct exh_keen_chunk *chunk = plan->chunk;
	const struct exh_keen_sprite *entry = exh_keen_table_entry(o->graphics, chunk);

	if (plan->length_absurd && !chunk->place.cut)
		exh_note(o->notes, EXH_WARNING, chunk->place.offset,
			 "chunk %zu: %zu bytes declared, its data can hold at most %zu",
			 chunk_number(o, chunk), declared, possible);
	else if (plan->length_absurd)
		return; /* expected if the archive ends inside the chunk */
	else if (entry && plan->needed_size)
		exh_note(o->notes, EXH_DAMAGE, chunk->place.offset,
			 "chunk %zu: %zu bytes declared, the table's %dx%d pixels take "
			 "%zu",
			 chunk_number(o, chunk), declared,
			 entry->width_bytes *
				 (int)exh_keen_pixels_per_byte(o->graphics->layout.video),
			 entry->height, plan->needed_size);
	else
		exh_note(o->notes, EXH_DAMAGE, chunk->place.offset,
			 "chunk %zu: %zu bytes declared, the layout expects %zu",
			 chunk_number(o, chunk), declared, plan->needed_size);
}

/* Skips the length in front of the bits, if any, and determines how much to expand. */
static bool plan_size(struct opening *o, struct plan *plan, struct exh_bytes *src,
		      size_t *size)
{
	struct exh_keen_chunk *chunk = plan->chunk;
	struct reader r = { .in = *src };
	size_t declared, possible;

	if (!chunk->has_length) {
		possible = exh_huffman_most(o->huffman, src->size);
		*size = plan->needed_size ? plan->needed_size : possible;
		return true;
	}
	declared = rd_u32le(&r);
	if (r.failed) {
		lose(o, chunk, "too short to hold its length");
		return false;
	}
	exh_bytes_slice(*src, LENGTH_SIZE, src->size - LENGTH_SIZE, src);
	possible = exh_huffman_most(o->huffman, src->size);
	*size = believable_size(plan, declared, possible);
	if (plan->length_absurd || (plan->needed_size && declared != plan->needed_size)) {
		note_length(o, plan, declared, possible);
		chunk->damaged |= !plan->length_absurd;
	}
	return true;
}

static void plan_chunk(struct opening *o, struct exh_keen_chunk *chunk)
{
	struct plan *plan = &o->plans[o->job_count];
	struct exh_huffman_job *job = &o->jobs[o->job_count];
	struct exh_bytes src;
	size_t size;

	if (chunk->place.state != EXH_KEEN_PRESENT ||
	    !exh_bytes_slice(o->archive, chunk->place.offset, chunk->place.packed_size,
			     &src))
		return;
	*plan = (struct plan){ .job = job,
			       .chunk = chunk,
			       .needed_size = needed_size(o->graphics, chunk) };
	if (!plan_size(o, plan, &src, &size))
		return;
	*job = (struct exh_huffman_job){ .src = src, .size = size };
	job->dst = exh_alloc(o->arena, size ? size : 1, 1);
	if (!job->dst) {
		lose(o, chunk, "expands to more than the memory limit");
		return;
	}
	o->job_count++;
}

/*
 * Checking the expanded chunks.
 */

size_t exh_keen_leftover_size(const struct exh_huffman_job *job)
{
	const size_t used = (job->bit_count + 7) / 8;
	size_t left = job->src.size - used;

	if (left >= MARK_SIZE &&
	    memcmp(job->src.data + job->src.size - MARK_SIZE, "!ID!", MARK_SIZE) == 0)
		left -= MARK_SIZE;
	if (left == 1 && job->bit_count % 8 == 0 && job->src.data[used] == 0)
		left = 0;
	return left;
}

/* Notes bytes that are missing at a chunk's end. Some packers lost a few bytes. */
static void note_short(struct opening *o, const struct plan *plan, size_t missing)
{
	const struct exh_huffman_job *job = plan->job;
	struct exh_keen_chunk *chunk = plan->chunk;
	const size_t number = chunk_number(o, chunk), found = job->produced_size;
	const size_t end = job->src.base + job->src.size;

	chunk->damaged |= job->dead || chunk->place.cut || plan->length_absurd ||
			  missing > FEW_MISSING;
	if (job->dead)
		exh_note(o->notes, EXH_DAMAGE, job->src.base + job->bit_count / 8,
			 "chunk %zu: a code leads to a bad node of the dictionary; "
			 "%zu of %zu bytes found",
			 number, found, job->size);
	else if (chunk->place.cut)
		exh_note(o->notes, EXH_DAMAGE, end,
			 "chunk %zu: the archive ends here; %zu of %zu bytes found",
			 number, found, job->size);
	else
		exh_note(o->notes, chunk->damaged ? EXH_DAMAGE : EXH_WARNING, end,
			 "chunk %zu: %zu bytes %s, %zu found", number, job->size,
			 chunk->has_length ? "declared" : "expected", found);
}

/* Tiles of 8x8 end with the data, not with a length; only whole tiles count. */
static void judge_bulk(struct opening *o, const struct plan *plan)
{
	const struct exh_huffman_job *job = plan->job;
	struct exh_keen_chunk *chunk = plan->chunk;
	const size_t tile = exh_keen_tile_bytes(&o->graphics->layout, chunk->class_id);
	const size_t found = job->produced_size / tile;
	const size_t expected =
		exh_keen_tiles_in_chunk(&o->graphics->layout, chunk->class_id);

	chunk->expanded.size = found * tile;
	if (found >= expected)
		return;
	if (job->dead || chunk->place.cut)
		note_short(o, plan, job->size - job->produced_size);
	else
		exh_note(o->notes, EXH_WARNING, chunk->place.offset,
			 "chunk %zu: %zu tiles found, the layout has %zu",
			 chunk_number(o, chunk), found, expected);
}

/* True if no bytes are left over after the chunk's data. */
static bool judge_end(struct opening *o, const struct plan *plan)
{
	const struct exh_huffman_job *job = plan->job;
	const size_t leftover = exh_keen_leftover_size(job);

	if (!leftover || plan->chunk->place.size_is_uncertain)
		return true;
	/* An absurd length and a wrong end mean that this is hardly the chunk that the
	 * head refers to. */
	plan->chunk->damaged |= plan->length_absurd;
	exh_note(o->notes, plan->length_absurd ? EXH_DAMAGE : EXH_WARNING,
		 job->src.base + job->src.size - leftover,
		 "chunk %zu: %zu bytes left over after its data",
		 chunk_number(o, plan->chunk), leftover);
	return false;
}

/* Stores the expanded bytes in the chunk. False if they don't end where the chunk
 * does. */
static bool judge(struct opening *o, const struct plan *plan)
{
	const struct exh_huffman_job *job = plan->job;
	struct exh_keen_chunk *chunk = plan->chunk;
	const size_t missing = job->size - job->produced_size;

	chunk->expanded = (struct exh_bytes){ job->dst, job->size, chunk->place.offset };
	if (exh_keen_class_tile_size(chunk->class_id) == 8) {
		judge_bulk(o, plan);
	} else if (plan->length_absurd && !plan->needed_size) {
		/* The size was only a guess; all available bytes count. */
		chunk->expanded.size = job->produced_size;
		if (job->dead || chunk->place.cut)
			note_short(o, plan, missing);
		return false;
	} else if (missing) {
		memset(job->dst + job->produced_size, 0, missing);
		note_short(o, plan, missing);
		return false;
	}
	return chunk->damaged || judge_end(o, plan);
}

/*
 * The tables.
 */

static struct exh_keen_sprite *read_table(struct opening *o,
					  const struct exh_keen_chunk *chunk,
					  size_t entry_size, size_t *count)
{
	struct reader r = { .in = chunk->expanded };
	struct exh_keen_sprite *table;

	*count = chunk->expanded.size / entry_size;
	table = exh_alloc(o->arena, *count ? *count : 1, sizeof *table);
	if (!table)
		*count = 0;
	for (size_t i = 0; i < *count; i++) {
		table[i].width_bytes = rd_i16le(&r);
		table[i].height = rd_i16le(&r);
		if (entry_size == PICTURE_ENTRY)
			continue;
		for (size_t axis = 0; axis < 2; axis++)
			table[i].origin_units[axis] = rd_i16le(&r);
		for (size_t side = 0; side < 4; side++)
			table[i].hitbox_units[side] = rd_i16le(&r);
		table[i].shifts = rd_i16le(&r);
	}
	return table;
}

static void run_plans(struct opening *o)
{
	exh_huffman_expand(o->huffman, o->jobs, o->job_count);
	for (size_t i = 0; i < o->job_count; i++) {
		const bool good = judge(o, &o->plans[i]);

		/* A bad dictionary node is no evidence that archive and dictionary don't
		 * match. */
		if (o->jobs[i].dead)
			continue;
		o->judged_count++;
		o->odd_count += !good || o->plans[i].length_absurd;
	}
	o->job_count = 0;
}

static void open_tables(struct opening *o)
{
	struct exh_keen_graphics *g = o->graphics;

	for (size_t i = 0; i < g->chunk_count; i++)
		if (g->chunks[i].class_id <= EXH_KEEN_SPRITETABLE)
			plan_chunk(o, &g->chunks[i]);
	run_plans(o);
	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];

		if (chunk->class_id == EXH_KEEN_PICTABLE)
			g->pics = read_table(o, chunk, PICTURE_ENTRY, &g->pic_count);
		else if (chunk->class_id == EXH_KEEN_PICMTABLE)
			g->picms = read_table(o, chunk, PICTURE_ENTRY, &g->picm_count);
		else if (chunk->class_id == EXH_KEEN_SPRITETABLE)
			g->sprites = read_table(o, chunk, SPRITE_ENTRY, &g->sprite_count);
	}
}

/*
 * Opening.
 */

static bool start(struct opening *o, const struct exh_keen_head *head)
{
	struct exh_keen_graphics *g = o->graphics;

	g->chunk_count = head->chunk_count;
	g->chunks = exh_alloc(o->arena, g->chunk_count, sizeof *g->chunks);
	o->jobs = exh_alloc(o->arena, g->chunk_count, sizeof *o->jobs);
	o->plans = exh_alloc(o->arena, g->chunk_count, sizeof *o->plans);
	if (!g->chunks || !o->jobs || !o->plans)
		return false;
	for (size_t i = 0; i < g->chunk_count; i++) {
		struct exh_keen_chunk *chunk = &g->chunks[i];

		chunk->place = head->places[i];
		chunk->class_id = exh_keen_layout_class(&g->layout, i, &chunk->index);
		chunk->has_length = exh_keen_class_has_length(chunk->class_id);
		g->present_count += chunk->place.state == EXH_KEEN_PRESENT;
		g->absent_count += chunk->place.state == EXH_KEEN_ABSENT;
		g->lost_count += chunk->place.state == EXH_KEEN_LOST;
	}
	return true;
}

static void note_length_of_archive(const struct exh_keen_head *head,
				   struct exh_bytes archive, struct exh_notes *notes)
{
	const size_t end = archive.base + archive.size;

	if (head->expected_size > archive.size)
		exh_note(notes, EXH_DAMAGE, end,
			 "the archive ends here, the head declares 0x%zx bytes",
			 head->expected_size);
	else if (head->expected_size && head->expected_size < archive.size)
		exh_note(notes, EXH_WARNING, head->expected_size,
			 "0x%zx bytes left over after the last chunk",
			 archive.size - head->expected_size);
}

/*
 * A chunk without a class may begin with its length. It does if the rest expands to
 * exactly that length and ends with the chunk.
 */
static void try_lengths(struct opening *o)
{
	exh_huffman_expand(o->huffman, o->jobs, o->job_count);
	for (size_t i = 0; i < o->job_count; i++) {
		const struct plan *plan = &o->plans[i];
		const struct exh_huffman_job *job = plan->job;
		struct exh_keen_chunk *chunk = plan->chunk;

		if (!plan->length_absurd && job->produced_size == job->size &&
		    exh_keen_leftover_size(job) == 0)
			chunk->expanded = (struct exh_bytes){ job->dst, job->size,
							      chunk->place.offset };
	}
	o->job_count = 0;
}

/*
 * Returns the size of a chunk that has no length: the zeros that pad the last byte may
 * read as up to seven more bytes. Chunks without a length are tiles, whose sizes are
 * round: of the sizes that use up all data, takes the one divisible by the highest power
 * of two.
 */
static size_t trim_padding(const struct opening *o, const struct exh_huffman_job *job)
{
	size_t best = job->produced_size;
	struct exh_huffman_job shorter = *job;

	for (shorter.size = best; shorter.size > 1; shorter.size--) {
		exh_huffman_expand(o->huffman, &shorter, 1);
		if (shorter.bit_count + 8 <= job->src.size * 8)
			break;
		if ((shorter.size & (~shorter.size + 1)) > (best & (~best + 1)))
			best = shorter.size;
	}
	return best;
}

static void plan_unknown(struct opening *o)
{
	struct exh_keen_graphics *g = o->graphics;

	for (size_t i = 0; i < g->chunk_count; i++) {
		struct exh_keen_chunk *chunk = &g->chunks[i];

		if (chunk->class_id == EXH_KEEN_UNKNOWN && !chunk->expanded.data)
			plan_chunk(o, chunk);
	}
}

static void open_unknown(struct opening *o)
{
	struct exh_keen_graphics *g = o->graphics;
	struct exh_notes *const notes = o->notes;

	o->notes = NULL; /* a trial notes no damage */
	plan_unknown(o);
	try_lengths(o);
	o->notes = notes;
	for (size_t i = 0; i < g->chunk_count; i++) {
		struct exh_keen_chunk *chunk = &g->chunks[i];

		if (chunk->class_id != EXH_KEEN_UNKNOWN)
			continue;
		chunk->damaged = false;
		chunk->has_length = chunk->expanded.data != NULL;
	}
	plan_unknown(o);
	exh_huffman_expand(o->huffman, o->jobs, o->job_count);
	for (size_t i = 0; i < o->job_count; i++) {
		struct exh_keen_chunk *chunk = o->plans[i].chunk;
		const struct exh_huffman_job *job = &o->jobs[i];

		chunk->expanded = (struct exh_bytes){ job->dst, job->produced_size,
						      chunk->place.offset };
		if (job->dead || chunk->place.cut)
			note_short(o, &o->plans[i], job->size - job->produced_size);
		else
			chunk->expanded.size = trim_padding(o, job);
	}
	o->job_count = 0;
}

static enum exh_status open_known(struct opening *o, struct exh_error *err)
{
	struct exh_keen_graphics *g = o->graphics;

	open_tables(o);
	for (size_t i = 0; i < g->chunk_count; i++)
		if (g->chunks[i].class_id > EXH_KEEN_SPRITETABLE &&
		    g->chunks[i].class_id != EXH_KEEN_UNKNOWN)
			plan_chunk(o, &g->chunks[i]);
	run_plans(o);
	if (o->judged_count >= FEWEST_TO_JUDGE && o->odd_count * 2 > o->judged_count)
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"%zu of %zu chunks do not end where they should: archive, "
			"head and dictionary don't match",
			o->odd_count, o->judged_count);
	return EXH_OK;
}

enum exh_status exh_keen_graphics_open(struct exh_bytes archive,
				       const struct exh_keen_head *head,
				       const struct exh_keen_layout *layout,
				       const struct exh_huffman *huffman,
				       struct exh_arena *arena,
				       struct exh_keen_graphics *out,
				       struct exh_notes *notes, struct exh_error *err)
{
	struct opening o = { .archive = archive,
			     .graphics = out,
			     .huffman = huffman,
			     .arena = arena,
			     .notes = notes };

	memset(out, 0, sizeof *out);
	if (layout)
		out->layout = *layout;
	if (!start(&o, head))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu chunks", head->chunk_count);
	note_length_of_archive(head, archive, notes);
	if (layout) {
		const enum exh_status status = open_known(&o, err);

		if (status)
			return status;
	}
	open_unknown(&o);
	return EXH_OK;
}

/*
 * Rates how well a layout fits: counts the right lengths stored in the archive. Each
 * picture's and sprite's length must match its size. The tables' own lengths must all be
 * right, since they give the numbers of pictures and sprites.
 */
static unsigned count_lengths(struct opening *o)
{
	const struct exh_keen_graphics *g = o->graphics;
	size_t asked_count = 0, right_count = 0;

	for (size_t i = 0; i < g->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &g->chunks[i];
		const size_t needed = needed_size(g, chunk);
		struct exh_bytes src;
		bool right;

		if (!chunk->has_length || !needed ||
		    chunk->place.state != EXH_KEEN_PRESENT ||
		    !exh_bytes_slice(o->archive, chunk->place.offset, LENGTH_SIZE, &src))
			continue;
		right = rd_u32le(&(struct reader){ .in = src }) == needed;
		if (!right && chunk->class_id <= EXH_KEEN_SPRITETABLE)
			return 0;
		asked_count++;
		right_count += right;
	}
	return asked_count ? (unsigned)(right_count * 100 / asked_count) : 0;
}

/* Fit in per cent, with offsets of this size, 3 or 4 bytes. */
static unsigned fit_of_size(const struct exh_keen_layout *layout, unsigned offset_size,
			    struct exh_bytes archive, struct exh_bytes head,
			    const struct exh_huffman *huffman)
{
	struct exh_arena arena = { .limit = 64U << 20 };
	struct exh_keen_graphics g = { .layout = *layout };
	struct opening o = {
		.archive = archive, .graphics = &g, .huffman = huffman, .arena = &arena
	};
	struct exh_keen_head places;
	unsigned fit = 0;

	if (exh_keen_head_read(head, offset_size, layout->chunk_count, archive.size,
			       &arena, &places, NULL, NULL) == EXH_OK &&
	    start(&o, &places)) {
		open_tables(&o);
		fit = count_lengths(&o);
	}
	exh_arena_free(&arena);
	return fit;
}

/* The head's offsets may have another size than the release's. */
unsigned exh_keen_layout_fit(const struct exh_keen_layout *layout,
			     struct exh_bytes archive, struct exh_bytes head,
			     const struct exh_huffman *huffman)
{
	const unsigned own =
		fit_of_size(layout, layout->offset_size, archive, head, huffman);
	const unsigned other =
		fit_of_size(layout, 7 - layout->offset_size, archive, head, huffman);

	return own > other ? own : other;
}

const struct exh_keen_layout *exh_keen_layout_that_fits(struct exh_bytes archive,
							struct exh_bytes head,
							const struct exh_huffman *huffman,
							unsigned *fit)
{
	const struct exh_keen_layout *best = NULL;
	size_t count;
	const struct exh_keen_layout *layouts = exh_keen_layouts(&count);

	*fit = LEAST_FIT - 1;
	for (size_t i = 0; i < count; i++) {
		const unsigned own =
			exh_keen_layout_fit(&layouts[i], archive, head, huffman);

		if (own <= *fit)
			continue;
		*fit = own;
		best = &layouts[i];
	}
	return best;
}
