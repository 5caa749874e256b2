/* The memory manager: first fit in a list of blocks. Source: keen-engine 1.1, 2. */
#include "exhume/advanced/keen_memory.h"

#include <string.h>

enum {
	NEAR_PARAGRAPHS = 0x400, /* 16 KB of near heap, ... */
	GAP_PARAGRAPHS = 0x100,	 /* ... and 4 KB of stack after it */
};

static const char *const event_names[] = {
	"allocated", "freed", "locked",	   "unlocked", "purge",
	"purged",    "moved", "compacted", "failed",   "read",
};

const char *exh_keen_memory_event_name(enum exh_keen_memory_event_kind kind)
{
	return (unsigned)kind < sizeof event_names / sizeof event_names[0]
		       ? event_names[kind]
		       : "unknown";
}

/* Rounded up. */
static size_t paragraphs_of(size_t bytes)
{
	return bytes / EXH_KEEN_PARAGRAPH + (bytes % EXH_KEEN_PARAGRAPH != 0);
}

enum exh_status exh_keen_memory_plan(size_t memory, size_t program,
				     struct exh_keen_memory_plan *plan,
				     struct exh_error *err)
{
	const size_t end = memory / EXH_KEEN_PARAGRAPH;
	const size_t taken = paragraphs_of(program);
	size_t gap = GAP_PARAGRAPHS, near = NEAR_PARAGRAPHS;

	if (end > EXH_KEEN_MEMORY_END)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu bytes of memory: expected less than 1 MiB", memory);
	if (taken >= end)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a program of %zu bytes leaves nothing of %zu", program,
				memory);
	gap = gap < taken ? gap : taken;
	near = near < end - taken ? near : end - taken;
	*plan = (struct exh_keen_memory_plan){ (uint16_t)(taken - gap), (uint16_t)near,
					       (uint16_t)gap, (uint16_t)end };
	return EXH_OK;
}

/*
 * Events.
 */

static void report(struct exh_keen_memory *m, const struct exh_keen_memory_event *event)
{
	if (m->event)
		m->event(m->context, m, event);
}

static void report_block(struct exh_keen_memory *m, enum exh_keen_memory_event_kind kind,
			 const struct exh_keen_memory_block *block)
{
	const struct exh_keen_memory_event event = { .kind = kind,
						     .owner = block->owner,
						     .start = block->start,
						     .length = block->length,
						     .purge = block->purge };

	report(m, &event);
}

/*
 * The list.
 */

static unsigned end_of(const struct exh_keen_memory_block *block)
{
	return (unsigned)block->start + block->length;
}

static uint64_t bytes_of(const struct exh_keen_memory_block *block)
{
	return (uint64_t)block->length * EXH_KEEN_PARAGRAPH;
}

static bool may_go(const struct exh_keen_memory_block *block)
{
	return block->purge && !block->locked;
}

/* Inserts a record after another of the list; after EXH_KEEN_NO_BLOCK: as the head. A
 * free record exists. */
static uint16_t insert(struct exh_keen_memory *m, uint16_t before,
		       struct exh_keen_memory_block block)
{
	const uint16_t i = m->first_unused;

	m->first_unused = m->blocks[i].next;
	if (before == EXH_KEEN_NO_BLOCK) {
		m->head = i;
		block.next = EXH_KEEN_NO_BLOCK;
	} else {
		block.next = m->blocks[before].next;
		m->blocks[before].next = i;
	}
	m->blocks[i] = block;
	m->block_count++;
	return i;
}

/* Removes the block after another one from the list, and returns it. */
static struct exh_keen_memory_block remove_after(struct exh_keen_memory *m,
						 uint16_t before)
{
	const uint16_t i = m->blocks[before].next;
	const struct exh_keen_memory_block gone = m->blocks[i];

	m->blocks[before].next = gone.next;
	m->blocks[i] = (struct exh_keen_memory_block){ .owner = EXH_KEEN_NO_OWNER,
						       .next = m->first_unused };
	m->first_unused = i;
	m->block_count--;
	m->segments[gone.owner] = 0;
	m->block_of[gone.owner] = EXH_KEEN_NO_BLOCK;
	if (m->rover == i)
		m->rover = m->head;
	return gone;
}

static void purge_after(struct exh_keen_memory *m, uint16_t before)
{
	const struct exh_keen_memory_block gone = remove_after(m, before);

	m->counts.purged++;
	m->counts.purged_bytes += bytes_of(&gone);
	report_block(m, EXH_KEEN_MEMORY_PURGED, &gone);
}

static uint16_t insert_fixed(struct exh_keen_memory *m, uint16_t before, unsigned start,
			     unsigned length)
{
	const struct exh_keen_memory_block block = { .start = (uint16_t)start,
						     .length = (uint16_t)length,
						     .owner = EXH_KEEN_NO_OWNER,
						     .locked = true };

	return insert(m, before, block);
}

enum exh_status exh_keen_memory_start(struct exh_keen_memory *m,
				      const struct exh_keen_memory_plan *plan,
				      struct exh_error *err)
{
	const unsigned near_end = (unsigned)plan->low_paragraphs + plan->near_paragraphs;
	const unsigned end = plan->end_paragraphs;
	uint16_t last;

	if (near_end + plan->gap_paragraphs > end)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the fixed parts pass the end of memory");
	for (unsigned i = 0; i < EXH_KEEN_MEMORY_BLOCKS; i++)
		m->blocks[i] = (struct exh_keen_memory_block){
			.owner = EXH_KEEN_NO_OWNER,
			.next = (uint16_t)(i + 1 < EXH_KEEN_MEMORY_BLOCKS
						   ? i + 1
						   : EXH_KEEN_NO_BLOCK)
		};
	memset(m->segments, 0, sizeof m->segments);
	memset(m->block_of, 0xff, sizeof m->block_of);
	m->counts = (struct exh_keen_memory_counts){ 0 };
	m->first_unused = m->block_count = 0;
	last = insert_fixed(m, EXH_KEEN_NO_BLOCK, 0, plan->low_paragraphs);
	m->rover = last;
	last = insert_fixed(m, last, near_end, plan->gap_paragraphs);
	insert_fixed(m, last, end, EXH_KEEN_MEMORY_END - end);
	return EXH_OK;
}

/*
 * Allocating.
 */

/*
 * Finds the first large enough hole after a block of the list, up to the block that ends
 * the search. A hole lies between two blocks that stay; purgeable blocks in it are purged
 * until it is large enough. Returns the block before it, or EXH_KEEN_NO_BLOCK.
 */
static uint16_t find_hole(struct exh_keen_memory *m, uint16_t from, uint16_t to,
			  unsigned length)
{
	uint16_t last = from;

	for (uint16_t i = m->blocks[from].next; i != EXH_KEEN_NO_BLOCK;
	     i = m->blocks[i].next) {
		const struct exh_keen_memory_block *scan = &m->blocks[i];

		if (scan->start - end_of(&m->blocks[last]) >= length) {
			while (m->blocks[last].next != i)
				purge_after(m, last);
			return last;
		}
		if (!may_go(scan))
			last = i;
		if (i == to)
			break;
	}
	return EXH_KEEN_NO_BLOCK;
}

static uint16_t find_room(struct exh_keen_memory *m, unsigned length)
{
	uint16_t before = find_hole(m, m->rover, EXH_KEEN_NO_BLOCK, length);

	if (before == EXH_KEEN_NO_BLOCK)
		before = find_hole(m, m->head, m->rover, length);
	if (before == EXH_KEEN_NO_BLOCK) {
		exh_keen_memory_compact(m);
		before = find_hole(m, m->rover, EXH_KEEN_NO_BLOCK, length);
	}
	return before;
}

/* Makes sure that one more block can be used: if all are in use, purges the first
 * purgeable one. */
static bool find_record(struct exh_keen_memory *m)
{
	if (m->first_unused != EXH_KEEN_NO_BLOCK)
		return true;
	for (uint16_t i = m->head; m->blocks[i].next != EXH_KEEN_NO_BLOCK;
	     i = m->blocks[i].next)
		if (may_go(&m->blocks[m->blocks[i].next])) {
			purge_after(m, i);
			return true;
		}
	return false;
}

static enum exh_status fail(struct exh_keen_memory *m, uint16_t owner, size_t length,
			    size_t size, struct exh_error *err)
{
	const struct exh_keen_memory_event event = {
		.kind = EXH_KEEN_MEMORY_FAILED,
		.owner = owner,
		.length = (uint16_t)(length < EXH_KEEN_MEMORY_END ? length
								  : EXH_KEEN_MEMORY_END)
	};
	const bool has_record = m->first_unused != EXH_KEEN_NO_BLOCK;
	struct exh_keen_memory_use use;

	exh_keen_memory_measure(m, &use);
	report(m, &event);
	if (!has_record)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"all %d blocks are in use, and none can be purged",
				EXH_KEEN_MEMORY_BLOCKS);
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"out of memory: %zu bytes requested, %u are free, %u of them "
			"in one piece",
			size, (unsigned)use.free, (unsigned)use.largest_free);
}

enum exh_status exh_keen_memory_get(struct exh_keen_memory *m, uint16_t owner,
				    size_t size, struct exh_error *err)
{
	/* A block of size 0 takes a paragraph: each block has an address. */
	const size_t length = size ? paragraphs_of(size) : 1;
	struct exh_keen_memory_block block = { .owner = owner };
	uint16_t before = EXH_KEEN_NO_BLOCK;

	if (owner >= EXH_KEEN_MEMORY_OWNERS || exh_keen_memory_has(m, owner))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"owner %u has a block already, or can have none", owner);
	if (length <= EXH_KEEN_MEMORY_END && find_record(m))
		before = find_room(m, (unsigned)length);
	if (before == EXH_KEEN_NO_BLOCK)
		return fail(m, owner, length, size, err);
	block.start = (uint16_t)end_of(&m->blocks[before]);
	block.length = (uint16_t)length;
	m->rover = insert(m, before, block);
	m->segments[owner] = block.start;
	m->block_of[owner] = m->rover;
	m->counts.allocated++;
	m->counts.allocated_bytes += bytes_of(&block);
	report_block(m, EXH_KEEN_MEMORY_ALLOCATED, &block);
	return EXH_OK;
}

/*
 * Operations on blocks.
 */

bool exh_keen_memory_has(const struct exh_keen_memory *m, uint16_t owner)
{
	return owner < EXH_KEEN_MEMORY_OWNERS && m->block_of[owner] != EXH_KEEN_NO_BLOCK;
}

void exh_keen_memory_free(struct exh_keen_memory *m, uint16_t owner)
{
	struct exh_keen_memory_block gone;
	uint16_t before = m->head;

	if (!exh_keen_memory_has(m, owner))
		return;
	while (m->blocks[before].next != m->block_of[owner])
		before = m->blocks[before].next;
	gone = remove_after(m, before);
	m->counts.freed++;
	report_block(m, EXH_KEEN_MEMORY_FREED, &gone);
}

void exh_keen_memory_lock(struct exh_keen_memory *m, uint16_t owner, bool locked)
{
	struct exh_keen_memory_block *block;

	if (!exh_keen_memory_has(m, owner))
		return;
	block = &m->blocks[m->block_of[owner]];
	if (block->locked == locked)
		return;
	block->locked = locked;
	report_block(m, locked ? EXH_KEEN_MEMORY_LOCKED : EXH_KEEN_MEMORY_UNLOCKED,
		     block);
}

void exh_keen_memory_set_purge(struct exh_keen_memory *m, uint16_t owner, unsigned purge)
{
	struct exh_keen_memory_block *block;

	if (!exh_keen_memory_has(m, owner))
		return;
	if (purge > EXH_KEEN_PURGE_MOST)
		purge = EXH_KEEN_PURGE_MOST;
	block = &m->blocks[m->block_of[owner]];
	if (block->purge == purge)
		return;
	block->purge = (uint8_t)purge;
	report_block(m, EXH_KEEN_MEMORY_PURGE_SET, block);
}

/*
 * Compacting.
 */

static void move(struct exh_keen_memory *m, struct exh_keen_memory_block *block,
		 uint16_t start)
{
	struct exh_keen_memory_event event = { .kind = EXH_KEEN_MEMORY_MOVED,
					       .owner = block->owner,
					       .start = start,
					       .length = block->length,
					       .from = block->start,
					       .purge = block->purge };

	if (block->start == start)
		return;
	block->start = start;
	m->segments[block->owner] = start;
	m->counts.moved++;
	m->counts.moved_bytes += bytes_of(block);
	report(m, &event);
}

void exh_keen_memory_compact(struct exh_keen_memory *m)
{
	const struct exh_keen_memory_event event = { .kind = EXH_KEEN_MEMORY_COMPACTED,
						     .owner = EXH_KEEN_NO_OWNER };
	uint16_t last = m->head;

	while (m->blocks[last].next != EXH_KEEN_NO_BLOCK) {
		const uint16_t i = m->blocks[last].next;
		struct exh_keen_memory_block *block = &m->blocks[i];

		if (may_go(block)) {
			purge_after(m, last);
			continue;
		}
		if (!block->locked)
			move(m, block, (uint16_t)end_of(&m->blocks[last]));
		last = i;
	}
	m->rover = m->head;
	m->counts.compactions++;
	report(m, &event);
}

/*
 * Measuring.
 */

static void add_block(struct exh_keen_memory_use *use,
		      const struct exh_keen_memory_block *block)
{
	const uint32_t bytes = (uint32_t)bytes_of(block);

	use->blocks++;
	if (block->owner == EXH_KEEN_NO_OWNER)
		use->fixed += bytes;
	else if (block->locked)
		use->locked += bytes;
	else if (block->purge)
		use->purgeable += bytes;
	else
		use->kept += bytes;
}

static void measure_hole(uint32_t *largest, unsigned from, unsigned to)
{
	const uint32_t bytes = (to - from) * EXH_KEEN_PARAGRAPH;

	if (bytes > *largest)
		*largest = bytes;
}

void exh_keen_memory_measure(const struct exh_keen_memory *m,
			     struct exh_keen_memory_use *use)
{
	unsigned end = 0, end_that_stays = 0;

	*use = (struct exh_keen_memory_use){ 0 };
	for (uint16_t i = m->head; i != EXH_KEEN_NO_BLOCK; i = m->blocks[i].next) {
		const struct exh_keen_memory_block *block = &m->blocks[i];

		use->free += (block->start - end) * EXH_KEEN_PARAGRAPH;
		measure_hole(&use->largest_free, end, block->start);
		end = end_of(block);
		if (!may_go(block)) {
			measure_hole(&use->largest_purged, end_that_stays, block->start);
			end_that_stays = end;
		}
		add_block(use, block);
	}
}
