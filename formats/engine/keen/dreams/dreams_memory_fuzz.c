/*
 * For any requests: blocks are in order and never overlap, all paragraphs are counted
 * once, owners point to their blocks, locked blocks don't move, and unpurgeable blocks
 * stay until they are freed.
 *
 * Input: four bytes: low, near and gap in paragraphs, end in 64 of them; then steps of
 * four: what to do, owner, and a size or level of two.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_memory.h"

#include "../../../base/fuzzing.h"

enum { PLAN_SIZE = 4, STEP_SIZE = 4, OWNERS = 256, MAX_STEPS = SMALLER(100, 20000) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct exh_keen_memory memory; /* large */

/* The requested blocks, recorded independently of the manager. */
static _Thread_local struct {
	bool has, locked;
	uint8_t purge;
	uint16_t start, length;
} asked[OWNERS];

static void check_list(void)
{
	unsigned end = 0, count = 0, owned = 0;

	for (uint16_t i = memory.head; i != EXH_KEEN_NO_BLOCK;
	     i = memory.blocks[i].next) {
		const struct exh_keen_memory_block *block = &memory.blocks[i];

		assert(i < EXH_KEEN_MEMORY_BLOCKS);
		assert(block->start >= end);
		end = (unsigned)block->start + block->length;
		assert(++count <= EXH_KEEN_MEMORY_BLOCKS);
		if (block->owner == EXH_KEEN_NO_OWNER)
			continue;
		owned++;
		assert(memory.block_of[block->owner] == i);
		assert(memory.segments[block->owner] == block->start);
		assert(asked[block->owner].has);
		assert(block->length == asked[block->owner].length);
	}
	assert(end == EXH_KEEN_MEMORY_END);
	assert(count == memory.block_count && count == owned + 3);
}

static void check_owners(void)
{
	for (unsigned i = 0; i < OWNERS; i++) {
		const bool has = exh_keen_memory_has(&memory, (uint16_t)i);

		if (!asked[i].has) {
			assert(!has);
			continue;
		}
		/* Only what might go may be gone. */
		assert(has || (asked[i].purge && !asked[i].locked));
		asked[i].has = has;
		if (has && asked[i].locked)
			assert(memory.segments[i] == asked[i].start);
		asked[i].start = memory.segments[i];
	}
}

static void check_sum(void)
{
	struct exh_keen_memory_use use;

	exh_keen_memory_measure(&memory, &use);
	assert(use.fixed + use.locked + use.kept + use.purgeable + use.free ==
	       EXH_KEEN_MEMORY_END * EXH_KEEN_PARAGRAPH);
	assert(use.largest_free <= use.free);
	assert(use.largest_purged >= use.largest_free);
	assert(use.largest_purged <= use.free + use.purgeable);
}

static void get(uint16_t owner, size_t size)
{
	if (exh_keen_memory_get(&memory, owner, size, NULL))
		return;
	asked[owner].has = true;
	asked[owner].locked = false;
	asked[owner].purge = 0;
	asked[owner].length = (uint16_t)(size ? (size + 15) / 16 : 1);
	asked[owner].start = memory.segments[owner];
}

static void step(const uint8_t *p)
{
	const uint16_t owner = p[1];
	const uint16_t value = (uint16_t)(p[2] | p[3] << 8);
	const bool had = asked[owner].has;

	switch (p[0] % 8) {
	case 0:
		exh_keen_memory_free(&memory, owner);
		asked[owner].has = false;
		break;
	case 1:
		exh_keen_memory_lock(&memory, owner, value & 1);
		asked[owner].locked = had && value & 1;
		break;
	case 2:
		exh_keen_memory_set_purge(&memory, owner, value & 3);
		asked[owner].purge = value & 3;
		break;
	case 3:
		exh_keen_memory_compact(&memory);
		break;
	default:
		if (!had)
			get(owner, (size_t)value << (p[0] >> 6));
	}
	/* A purged block is gone before its owner may request again. */
	check_owners();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_keen_memory_plan plan;

	if (in.size >= PLAN_SIZE) {
		const uint8_t *p = in.data;

		/* A plan that is made is one to start with. */
		if (!exh_keen_memory_plan((size_t)p[0] << 13, (size_t)p[1] << 12, &plan,
					  NULL))
			assert(!exh_keen_memory_start(&memory, &plan, NULL));
		plan = (struct exh_keen_memory_plan){ p[0], p[1], p[2],
						      (uint16_t)(p[3] << 6) };
		memset(asked, 0, sizeof asked);
		if (exh_keen_memory_start(&memory, &plan, NULL) == EXH_OK)
			for (size_t i = PLAN_SIZE;
			     in.size - i >= STEP_SIZE &&
			     i < PLAN_SIZE + (size_t)MAX_STEPS * STEP_SIZE;
			     i += STEP_SIZE) {
				step(in.data + i);
				check_list();
				check_sum();
			}
	}
	discard(in);
	return 0;
}
