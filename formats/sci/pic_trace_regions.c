/*
 * Regions: finds the pixels where lines must keep regions apart, so that fills stay
 * inside theirs.
 */
#include "pic_trace.h"

#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	NO_REGION = UINT16_MAX,
};

/* True if all neighbours have the same label. */
static bool is_inner(const struct trace *trace, unsigned place)
{
	unsigned around[4];
	const unsigned most = trace_neighbours(place, around);

	for (unsigned i = 0; i < most; i++)
		if (trace->want[around[i]] != trace->want[place])
			return false;
	return true;
}

/* Collects the connected pixels of a label that are not thin, and counts the inner
 * ones. */
static void flood(struct trace *trace, unsigned place, uint16_t number)
{
	struct trace_region *region = &trace->regions[number];
	unsigned around[4], count = 1;

	*region = (struct trace_region){ .label = trace->want[place] };
	trace->queue[0] = (uint16_t)place;
	trace->region[place] = number;
	while (count) {
		const unsigned at = trace->queue[--count];
		const unsigned most = trace_neighbours(at, around);

		region->inner += is_inner(trace, at);
		for (unsigned i = 0; i < most; i++) {
			if (trace->is_thin[around[i]] ||
			    trace->want[around[i]] != region->label ||
			    trace->region[around[i]] != NO_REGION)
				continue;
			trace->region[around[i]] = number;
			trace->queue[count++] = (uint16_t)around[i];
		}
	}
}

/* Rank of a region: white ones, which block no fill, come last, so that others draw the
 * edges. */
static uint8_t rank_of(const struct trace *trace, const struct trace_region *region)
{
	const unsigned value = trace->labels[region->label].values[trace->first];

	if (trace->first)
		return value ? 0 : 2;
	return value == 0xff ? 2 : (value & 0x0f) == 0x0f || value >> 4 == 0x0f;
}

static void find_regions(struct trace *trace)
{
	memset(trace->region, 0xff, sizeof trace->region);
	trace->region_count = 0;
	for (unsigned i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		trace->is_thin[i] = false;
	for (unsigned i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		if (trace->region[i] == NO_REGION && !trace->is_thin[i])
			flood(trace, i, (uint16_t)trace->region_count++);
	for (size_t i = 0; i < trace->region_count; i++) {
		struct trace_region *region = &trace->regions[i];

		region->is_big = region->inner >= trace->plan.least_inner;
		region->rank = rank_of(trace, region);
	}
	for (unsigned i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		if (trace->region[i] != NO_REGION &&
		    !trace->regions[trace->region[i]].is_big) {
			trace->region[i] = NO_REGION;
			trace->is_thin[i] = true;
		}
}

/* Adds pixels around regions to them: first those of the same label, which are then no
 * longer thin. */
static unsigned spread(struct trace *trace, unsigned first, unsigned end, unsigned count,
		       bool is_own)
{
	unsigned around[4];

	while (first < (is_own ? end : count)) {
		const unsigned at = trace->queue[first++];
		const unsigned most = trace_neighbours(at, around);

		for (unsigned i = 0; i < most; i++) {
			const unsigned to = around[i];

			if (trace->region[to] != NO_REGION ||
			    (is_own && trace->want[to] != trace->want[at]))
				continue;
			trace->region[to] = trace->region[at];
			trace->is_thin[to] = !is_own;
			trace->queue[count++] = (uint16_t)to;
		}
	}
	return count;
}

static void grow(struct trace *trace)
{
	unsigned count = 0;

	for (unsigned i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		if (trace->region[i] != NO_REGION)
			trace->queue[count++] = (uint16_t)i;
	/* Twice, to reach corners. */
	for (unsigned end = count, first = 0, turn = 0; turn < 2; turn++) {
		count = spread(trace, first, end, count, true);
		first = end;
		end = count;
	}
	spread(trace, 0, count, count, false);
}

/* True if drawing the pixel blocks fills. */
static bool keeps_apart(const struct trace *trace, unsigned place)
{
	const unsigned value = trace->labels[trace->want[place]].values[trace->first];
	const unsigned odd = (place % WIDTH ^ place / WIDTH) & 1;

	if (trace->first)
		return value != 0;
	return (odd ? value >> 4 : value & 15) != 15;
}

static bool is_before(const struct trace *trace, unsigned a, unsigned b)
{
	const struct trace_region *first = &trace->regions[trace->region[a]];
	const struct trace_region *second = &trace->regions[trace->region[b]];

	if (keeps_apart(trace, a) != keeps_apart(trace, b))
		return keeps_apart(trace, a);
	if (trace->is_thin[a] != trace->is_thin[b])
		return trace->is_thin[a];
	if (first->rank != second->rank)
		return first->rank < second->rank;
	if (first->inner != second->inner)
		return (first->inner < second->inner) != trace->plan.large_edges;
	return first < second;
}

static void separate(struct trace *trace, unsigned a, unsigned b)
{
	const uint16_t first = trace->region[a], second = trace->region[b];

	if (first == second ||
	    trace->regions[first].label == trace->regions[second].label)
		return;
	trace->must[is_before(trace, a, b) ? a : b] = true;
}

void exh_sci_trace_regions(struct trace *trace)
{
	memset(trace->must, 0, sizeof trace->must);
	find_regions(trace);
	grow(trace);
	if (trace->region[0] == NO_REGION) /* no region is big */
		return;
	for (unsigned i = 0; i < EXH_SCI_PIC_PIXELS; i++) {
		if (i % WIDTH + 1 < WIDTH)
			separate(trace, i, i + 1);
		if (i + WIDTH < EXH_SCI_PIC_PIXELS)
			separate(trace, i, i + WIDTH);
	}
}
