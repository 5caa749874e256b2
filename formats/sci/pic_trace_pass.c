/*
 * A pass over one map, or over several at once: lines that keep regions apart, fills, and
 * then strokes over all pixels that still differ. The strokes always make it exact.
 */
#include "pic_draw.h"

#include "pic_trace.h"

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	PIXELS = EXH_SCI_PIC_PIXELS,
	WORTH_A_FILL = 6, /* pixels */
};

/*
 * The program.
 */

static void do_step(struct trace *trace, struct exh_sci_pic_step step)
{
	exh_sci_pic_run(&trace->now.canvas, &step);
	if (!trace->status)
		trace->status = exh_sci_pic_write(&trace->now.writer, &step, trace->err);
}

void exh_sci_trace_set_entry(struct trace *trace, unsigned entry, uint8_t value)
{
	const struct exh_sci_pic_step step = { .kind = EXH_SCI_PIC_ENTRY,
					       .number = (uint8_t)entry,
					       .value = value };
	const uint8_t before = trace->now.entries[entry];

	if (trace->now.entry_of[before] == entry)
		trace->now.entry_of[before] = TRACE_NO_ENTRY;
	trace->now.entries[entry] = value;
	trace->now.entry_of[value] = (uint8_t)entry;
	do_step(trace, step);
}

/* Returns the palette entry of a colour. More colours than a palette has take turns. */
static uint8_t entry_of(struct trace *trace, uint8_t value)
{
	if (trace->now.entry_of[value] == TRACE_NO_ENTRY) {
		trace->now.turn = (uint8_t)((trace->now.turn + 1) % EXH_SCI_PIC_COLORS);
		exh_sci_trace_set_entry(trace, trace->now.turn, value);
	}
	return trace->now.entry_of[value];
}

static void do_pen(struct trace *trace, unsigned label)
{
	static const enum exh_sci_pic_kind kinds[3] = { EXH_SCI_PIC_VISUAL,
							EXH_SCI_PIC_PRIORITY,
							EXH_SCI_PIC_CONTROL };
	const struct exh_sci_pic_canvas *canvas = &trace->now.canvas;
	const bool ons[3] = { canvas->visual_on, canvas->priority_on,
			      canvas->control_on };
	const uint8_t values[3] = { canvas->visual_color, canvas->priority_value,
				    canvas->control_value };

	for (unsigned i = 0; i < 3; i++) {
		const bool is_on = (trace->mask >> i & 1) != 0;
		const uint8_t value = trace->labels[label].values[i];
		struct exh_sci_pic_step step = { .kind = kinds[i], .is_on = is_on };

		if (is_on == ons[i] && (!is_on || values[i] == value))
			continue;
		if (is_on)
			step.number = i ? value : entry_of(trace, value);
		do_step(trace, step);
	}
}

static void do_mark(struct trace *trace, const struct trace_mark *mark)
{
	static const enum exh_sci_pic_kind kinds[] = {
		[TRACE_MOVE] = EXH_SCI_PIC_MOVE,
		[TRACE_LINE] = EXH_SCI_PIC_LINE,
		[TRACE_DOT] = EXH_SCI_PIC_PATTERN,
		[TRACE_FILL] = EXH_SCI_PIC_FILL,
	};
	struct exh_sci_pic_step step = { .x = mark->x, .y = mark->y };

	if (mark->kind == TRACE_PEN) {
		do_pen(trace, (unsigned)mark->x);
		return;
	}
	step.kind = kinds[mark->kind];
	if (mark->kind == TRACE_LINE) {
		step.from_x = mark[-1].x;
		step.from_y = mark[-1].y;
	}
	do_step(trace, step);
}

static void run_program(struct trace *trace)
{
	struct trace_marks *program = &trace->program;

	for (size_t i = 0; i < program->count; i++)
		do_mark(trace, &program->items[i]);
	program->count = 0;
}

void exh_sci_trace_end(struct trace *trace)
{
	do_step(trace, (struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_END });
}

/*
 * Labels.
 */

/* True if a pixel of a map may have this value. In a dithered picture only half of it
 * matters. */
static inline bool is_right(const struct trace *trace, unsigned map, unsigned place,
			    unsigned value)
{
	const unsigned differs = trace->maps[map][place] ^ value;

	if (map || !trace->is_dithered)
		return !differs;
	return !(differs & (trace->odd[place] ? 0xf0 : 0x0f));
}

static bool is_blank(const struct trace *trace, unsigned label)
{
	return trace->labels[label].values[trace->first] == (trace->first ? 0 : 0xff);
}

/* True if a pixel is already drawn. If it is blank in the map that fills search, only
 * that map is compared; the other maps' own passes draw the rest. */
static bool is_done(const struct trace *trace, unsigned place)
{
	const uint8_t *drawn[3] = { trace->now.canvas.visual, trace->now.canvas.priority,
				    trace->now.canvas.control };
	const unsigned mask =
		is_blank(trace, trace->want[place]) ? 1U << trace->first : trace->mask;

	for (unsigned i = 0; i < 3; i++)
		if (mask >> i & 1 && !is_right(trace, i, place, drawn[i][place]))
			return false;
	return true;
}

static inline bool fits(const struct trace *trace, unsigned label, unsigned place)
{
	for (unsigned i = 0; i < 3; i++)
		if (trace->mask >> i & 1 &&
		    !is_right(trace, i, place, trace->labels[label].values[i]))
			return false;
	return true;
}

/* False if there are too many labels. */
static bool find_labels(struct trace *trace)
{
	trace->label_count = 0;
	memset(trace->numbers, 0, sizeof trace->numbers);
	for (unsigned i = 0; i < PIXELS; i++) {
		uint8_t values[3];
		unsigned key;

		for (unsigned k = 0; k < 3; k++)
			values[k] = trace->mask >> k & 1 ? trace->maps[k][i] : 0;
		key = (unsigned)values[0] << 8 | (unsigned)values[1] << 4 | values[2];
		if (!trace->numbers[key]) {
			if (trace->label_count == TRACE_LABELS)
				return false;
			memcpy(trace->labels[trace->label_count].values, values, 3);
			trace->numbers[key] = (uint16_t)++trace->label_count;
		}
		trace->want[i] = (uint16_t)(trace->numbers[key] - 1);
	}
	return true;
}

/*
 * Sweeps.
 */

static bool is_earlier(const struct trace *trace, unsigned a, unsigned b, bool rare_last)
{
	const uint32_t *counts = trace->counts;

	return rare_last ? counts[a] > counts[b] : counts[a] < counts[b];
}

/* Sorts the labels, beginning with the one drawn last. */
static unsigned order_labels(struct trace *trace, bool rare_last)
{
	unsigned count = 0;

	memset(trace->counts, 0, trace->label_count * sizeof *trace->counts);
	for (unsigned i = 0; i < PIXELS; i++)
		trace->counts[trace->want[i]] += trace->must[i];
	for (unsigned i = 0; i < trace->label_count; i++) {
		unsigned at = count;

		if (!trace->counts[i])
			continue;
		for (; at && is_earlier(trace, trace->order[at - 1], i, rare_last); at--)
			trace->order[at] = trace->order[at - 1];
		trace->order[at] = i;
		count++;
	}
	return count;
}

/* Before the fills lines may cross thin regions, which are drawn after the fills. */
static void set_flags(struct trace *trace, unsigned label, bool before_fills)
{
	uint8_t *flags = trace->pen.flags + trace_cell(0, 0);

	for (unsigned i = 0; i < PIXELS; i++, flags++) {
		const bool is_free =
			trace->later[i] || (before_fills && trace->is_thin[i]);
		const bool is_start =
			trace->must[i] && trace->want[i] == label && !trace->later[i];
		const bool may = is_free || fits(trace, label, i);

		if (i && i % WIDTH == 0)
			flags += TRACE_STRIDE - WIDTH;
		*flags = (uint8_t)((may ? TRACE_MAY : 0) | (is_start ? TRACE_MUST : 0));
	}
}

static void sweep_label(struct trace *trace, unsigned label, bool before_fills)
{
	set_flags(trace, label, before_fills);
	memset(trace->pen.drawn, 0, sizeof trace->pen.drawn);
	exh_sci_trace_add(&trace->sweep, TRACE_PEN, (int)label, 0);
	exh_sci_trace_strokes(&trace->pen, &trace->sweep);
	for (unsigned y = 0; y < EXH_SCI_PIC_HEIGHT; y++)
		for (unsigned x = 0; x < WIDTH; x++)
			trace->later[y * WIDTH + x] |= trace->pen.drawn[trace_cell(x, y)];
}

/* Stores the labels in reverse, which is the order of drawing. */
static void keep_sweep(struct trace *trace)
{
	const struct trace_marks *sweep = &trace->sweep;
	size_t end = sweep->count;

	while (end) {
		size_t at = end - 1;

		while (sweep->items[at].kind != TRACE_PEN)
			at--;
		for (size_t i = at; i < end && end - at > 1; i++)
			exh_sci_trace_add(&trace->program,
					  (enum trace_kind)sweep->items[i].kind,
					  sweep->items[i].x, sweep->items[i].y);
		end = at;
	}
}

static void sweep(struct trace *trace, bool before_fills)
{
	const unsigned count = order_labels(trace, before_fills && trace->plan.rare_last);

	trace->sweep.count = 0;
	memset(trace->later, 0, sizeof trace->later);
	for (unsigned i = 0; i < count; i++)
		sweep_label(trace, trace->order[i], before_fills);
	keep_sweep(trace);
	run_program(trace);
}

/*
 * Fills of areas that the lines left empty.
 */

static bool is_empty(const struct trace *trace, unsigned place)
{
	const uint64_t word = trace->now.canvas.empty[trace->first][place / PIC_WORD];

	return (word >> place % PIC_WORD & 1) != 0;
}

/* Collects all pixels of an empty area; returns their number, and counts them by
 * label. */
static unsigned collect(struct trace *trace, unsigned place)
{
	unsigned count = 1, around[4];

	trace->later[place] = true;
	trace->queue[0] = (uint16_t)place;
	for (unsigned i = 0; i < count; i++) {
		const unsigned at = trace->queue[i];
		const unsigned most = trace_neighbours(at, around);

		trace->counts[trace->want[at]]++;
		for (unsigned k = 0; k < most; k++) {
			if (trace->later[around[k]] || !is_empty(trace, around[k]))
				continue;
			trace->later[around[k]] = true;
			trace->queue[count++] = (uint16_t)around[k];
		}
	}
	return count;
}

/* Chooses the label to fill an area with; false if there is none. */
static bool choose_fill(struct trace *trace, unsigned count, unsigned *label)
{
	unsigned best = 0, done = 0;

	for (unsigned i = 0; i < count; i++) {
		const unsigned at = trace->queue[i], want = trace->want[at];

		done += is_done(trace, at);
		if (trace->counts[want] > best && !is_blank(trace, want)) {
			best = trace->counts[want];
			*label = want;
		}
	}
	for (unsigned i = 0; i < count; i++)
		trace->counts[trace->want[trace->queue[i]]] = 0;
	return best >= done + WORTH_A_FILL;
}

static void find_fills(struct trace *trace)
{
	struct trace_marks *fills = &trace->sweep;

	fills->count = 0;
	memset(trace->later, 0, sizeof trace->later);
	memset(trace->counts, 0, sizeof trace->counts);
	for (unsigned i = 0; i < PIXELS; i++) {
		unsigned count, label = 0;

		if (trace->later[i] || !is_empty(trace, i))
			continue;
		count = collect(trace, i);
		if (!choose_fill(trace, count, &label))
			continue;
		exh_sci_trace_add(fills, TRACE_PEN, (int)label, 0);
		exh_sci_trace_add(fills, TRACE_FILL, (int)(i % WIDTH), (int)(i / WIDTH));
	}
}

static void keep_fills(struct trace *trace, unsigned label)
{
	const struct trace_marks *fills = &trace->sweep;
	bool is_set = false;

	for (size_t i = 0; i + 1 < fills->count; i += 2) {
		const struct trace_mark *point = &fills->items[i + 1];

		if ((unsigned)fills->items[i].x != label)
			continue;
		if (!is_set)
			exh_sci_trace_add(&trace->program, TRACE_PEN, (int)label, 0);
		is_set = true;
		exh_sci_trace_add(&trace->program, TRACE_FILL, point->x, point->y);
	}
}

static void fill(struct trace *trace)
{
	find_fills(trace);
	for (unsigned label = 0; label < trace->label_count && trace->sweep.count;
	     label++)
		keep_fills(trace, label);
	run_program(trace);
}

bool exh_sci_trace_pass(struct trace *trace, unsigned mask, bool is_new)
{
	trace->mask = mask;
	trace->first = mask & 1 ? 0 : mask & 2 ? 1 : 2;
	if (!find_labels(trace))
		return false;
	if (is_new) {
		exh_sci_trace_regions(trace);
		sweep(trace, true);
	}
	fill(trace);
	for (unsigned i = 0; i < PIXELS; i++)
		trace->must[i] = !is_done(trace, i);
	sweep(trace, false);
	return true;
}
