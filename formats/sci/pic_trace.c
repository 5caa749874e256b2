/* Tracing: finds the passes and plans that give the shortest program. */
#include "pic_trace.h"

#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	PIXELS = EXH_SCI_PIC_PIXELS,
	SHARE = 10, /* a map that costs less than a tenth is not drawn with another */
};

enum { AT_START, BEFORE_PASS, AFTER_PASS, SHORTEST };

static const struct trace_plan plans[] = {
	{ .least_inner = 12, .large_edges = true },
	{ .least_inner = 12, .rare_last = true },
};

/*
 * States that can be restored.
 */

static void copy_state(struct trace_state *to, const struct trace_state *from)
{
	struct exh_writer out = to->out;

	*to = *from;
	out.size = 0;
	exh_write_bytes(&out, from->out.data, from->out.size);
	to->out = out;
}

static void save(struct trace *trace, unsigned slot)
{
	copy_state(&trace->saved[slot], &trace->now);
}

static void restore(struct trace *trace, unsigned slot)
{
	copy_state(&trace->now, &trace->saved[slot]);
}

/*
 * Passes.
 */

static bool is_empty(const struct trace *trace, unsigned map)
{
	for (unsigned i = 0; i < PIXELS; i++)
		if (trace->maps[map][i] != (map ? 0 : 0xff))
			return false;
	return true;
}

/* Traces maps with the plan that gives the shortest program. */
static bool trace_maps(struct trace *trace, unsigned mask)
{
	save(trace, BEFORE_PASS);
	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
		restore(trace, BEFORE_PASS);
		trace->plan = plans[i];
		if (!exh_sci_trace_pass(trace, mask, true))
			return false;
		if (!i || trace->now.out.size < trace->saved[AFTER_PASS].out.size)
			save(trace, AFTER_PASS);
	}
	restore(trace, AFTER_PASS);
	return true;
}

/* Traces each map by itself. sizes: bytes of each program. */
static bool trace_each(struct trace *trace, size_t sizes[3])
{
	for (unsigned map = 0; map < 3; map++) {
		const size_t before = trace->now.out.size;

		if (!is_empty(trace, map) && !trace_maps(trace, 1U << map))
			return false;
		sizes[map] = trace->now.out.size - before;
	}
	return true;
}

/* Traces the visual map together with another, if that is shorter. */
static void trace_together(struct trace *trace, unsigned map)
{
	const unsigned other = 3 - map;

	restore(trace, AT_START);
	if (!trace_maps(trace, 1 | 1U << map) ||
	    !exh_sci_trace_pass(trace, 1U << map, false) ||
	    (!is_empty(trace, other) && !trace_maps(trace, 1U << other)))
		return;
	if (trace->now.out.size < trace->saved[SHORTEST].out.size)
		save(trace, SHORTEST);
}

static void trace_all(struct trace *trace)
{
	size_t sizes[3] = { 0 };

	save(trace, AT_START);
	trace_each(trace, sizes);
	save(trace, SHORTEST);
	for (unsigned map = 1; map < 3; map++)
		if (sizes[map] > sizes[0] / SHARE)
			trace_together(trace, map);
	restore(trace, SHORTEST);
	exh_sci_trace_end(trace);
}

/*
 * Beginning and end.
 */

/* Colours missing from the palette replace entries that are not needed. */
static void set_entries(struct trace *trace)
{
	struct trace_state *now = &trace->now;
	bool is_needed[256] = { false };
	unsigned entry = 0;

	for (unsigned i = 0; i < PIXELS; i++)
		is_needed[trace->maps[0][i]] = true;
	exh_sci_pic_default_palette(now->entries);
	memset(now->entry_of, TRACE_NO_ENTRY, sizeof now->entry_of);
	for (unsigned i = EXH_SCI_PIC_COLORS; i-- > 0;)
		now->entry_of[now->entries[i]] = (uint8_t)i;
	for (unsigned value = 0; value < 256; value++) {
		if (!is_needed[value] || now->entry_of[value] != TRACE_NO_ENTRY)
			continue;
		while (entry < EXH_SCI_PIC_COLORS && is_needed[now->entries[entry]] &&
		       now->entry_of[now->entries[entry]] == entry)
			entry++;
		if (entry < EXH_SCI_PIC_COLORS)
			exh_sci_trace_set_entry(trace, entry++, (uint8_t)value);
	}
}

static enum exh_status check_target(const struct exh_sci_pic_target *target,
				    struct exh_error *err)
{
	static const char *const names[3] = { "visual", "priority", "control" };
	const uint8_t *maps[3] = { target->visual, target->priority, target->control };

	for (unsigned map = target->is_dithered ? 0 : 1; map < 3; map++)
		for (unsigned i = 0; maps[map] && i < PIXELS; i++)
			if (maps[map][i] > 15)
				return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
						"%s: pixel (%u, %u) is %u, expected 0 to "
						"15",
						names[map], i % WIDTH, i / WIDTH,
						maps[map][i]);
	return EXH_OK;
}

static enum exh_status open_trace(struct trace *trace,
				  const struct exh_sci_pic_target *target,
				  struct exh_arena *arena, struct exh_error *err)
{
	const uint8_t *none = exh_alloc(arena, PIXELS, 1);

	if (!none)
		return EXH_NO_MEMORY;
	trace->err = err;
	trace->program.arena = trace->sweep.arena = arena;
	trace->maps[0] = target->visual;
	trace->maps[1] = target->priority ? target->priority : none;
	trace->maps[2] = target->control ? target->control : none;
	trace->is_dithered = target->is_dithered;
	for (unsigned i = 0; i < PIXELS; i++)
		trace->odd[i] = ((i % WIDTH ^ i / WIDTH) & 1) != 0;
	if (target->is_dithered) {
		if (!exh_sci_trace_pairs(target->visual, arena, trace->pairs))
			return EXH_NO_MEMORY;
		trace->maps[0] = trace->pairs;
	}
	trace->now.out.limit = EXH_SCI_PIC_TRACE_LIMIT;
	for (unsigned i = 0; i <= SHORTEST; i++)
		trace->saved[i].out.limit = EXH_SCI_PIC_TRACE_LIMIT;
	trace->now.writer.out = &trace->now.out;
	exh_sci_pic_clear(&trace->now.canvas, 0);
	exh_sci_trace_vectors(&trace->pen);
	set_entries(trace);
	return EXH_OK;
}

/* Draws the program as a game does, and compares all pixels. */
static enum exh_status check_drawn(const struct trace *trace,
				   struct exh_sci_pic_canvas *canvas,
				   struct exh_error *err)
{
	const uint8_t *drawn[3] = { canvas->visual, canvas->priority, canvas->control };
	enum exh_status status;

	exh_sci_pic_clear(canvas, 0);
	status = exh_sci_pic_draw(exh_writer_bytes(&trace->now.out), canvas, NULL, err);
	for (unsigned map = 0; map < 3 && !status; map++)
		for (unsigned i = 0; i < PIXELS && !status; i++) {
			const unsigned differs = trace->maps[map][i] ^ drawn[map][i];
			const unsigned mask = map || !trace->is_dithered ? 0xff
					      : trace->odd[i]		 ? 0xf0
									 : 0x0f;

			if (differs & mask)
				status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
						  "pixel (%u, %u) of map %u is drawn "
						  "otherwise",
						  i % WIDTH, i / WIDTH, map);
		}
	return status;
}

static enum exh_status finish(struct trace *trace, struct exh_writer *out,
			      struct exh_error *err)
{
	const bool is_lost =
		trace->program.failed || trace->sweep.failed || trace->now.out.failed;
	enum exh_status status = trace->status;

	if (!status && is_lost)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "no memory for tracing the pic");
	if (!status)
		status = check_drawn(trace, &trace->saved[AT_START].canvas, err);
	if (!status)
		exh_write_bytes(out, trace->now.out.data, trace->now.out.size);
	if (!status && out->failed)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "no memory for the pic");
	return status;
}

enum exh_status exh_sci_pic_trace(const struct exh_sci_pic_target *target,
				  struct exh_arena *arena, struct exh_writer *out,
				  struct exh_error *err)
{
	struct trace *trace;
	enum exh_status status = check_target(target, err);

	if (status)
		return status;
	trace = exh_alloc(arena, 1, sizeof *trace);
	if (!trace || open_trace(trace, target, arena, err))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for tracing the pic");
	trace_all(trace);
	status = finish(trace, out, err);
	exh_writer_free(&trace->now.out);
	for (unsigned i = 0; i <= SHORTEST; i++)
		exh_writer_free(&trace->saved[i].out);
	return status;
}
