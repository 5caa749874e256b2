#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/testing.h"

enum { NODE = 256, ROOT = EXH_HUFFMAN_NODES - 1, DEAD_FROM = NODE + EXH_HUFFMAN_NODES };

/* Too large for the stack of some; every test fills it anew. */
static struct exh_huffman huffman;

static void set_link(uint8_t *dict, size_t node, size_t bit, size_t link)
{
	dict[node * 4 + bit * 2] = (uint8_t)link;
	dict[node * 4 + bit * 2 + 1] = (uint8_t)(link >> 8);
}

static size_t get_link(const uint8_t *dict, size_t node, size_t bit)
{
	return dict[node * 4 + bit * 2] | (size_t)dict[node * 4 + bit * 2 + 1] << 8;
}

/* Joins two of the remaining trees until one is left; the larger reach, the flatter it
 * is.
 */
static void roll_tree(uint64_t *seed, uint32_t reach, uint8_t *dict)
{
	size_t values[256], count = 256;

	for (size_t i = 0; i < 256; i++)
		values[i] = i;
	for (size_t i = 255; i > 0; i--) {
		const size_t other = roll(seed, (uint32_t)i + 1), value = values[i];

		values[i] = values[other];
		values[other] = value;
	}
	for (size_t node = 0; node < EXH_HUFFMAN_NODES; node++) {
		for (size_t bit = 0; bit < 2; bit++) {
			const uint32_t most = reach < count ? reach : (uint32_t)count;
			const size_t pick = count - 1 - roll(seed, most);

			set_link(dict, node, bit, values[pick]);
			values[pick] = values[--count];
		}
		values[count++] = NODE + node;
	}
}

/* Children come before parents, but a node or a byte may hang below several of them. */
static void roll_shared_branches(uint64_t *seed, uint8_t *dict)
{
	for (size_t node = 0; node < EXH_HUFFMAN_NODES; node++)
		for (size_t bit = 0; bit < 2; bit++)
			set_link(dict, node, bit,
				 node && roll(seed, 2) ? NODE + roll(seed, (uint32_t)node)
						       : roll(seed, 256));
}

static void init(const uint8_t *dict)
{
	const struct exh_bytes bytes = { dict, EXH_HUFFMAN_DICT_SIZE, 0 };

	assert_int_equal(exh_huffman_read(&huffman, bytes, NULL, NULL), EXH_OK);
}

/* The plain way: bit by bit. It shares only the cleaned links with the codec. */
static void walk(struct exh_huffman_job *job)
{
	size_t at = 0;

	job->produced_size = job->bit_count = 0;
	job->dead = false;
	while (job->produced_size < job->size) {
		size_t link = NODE + ROOT;

		while (link >= NODE && link < DEAD_FROM) {
			if (at == job->src.size * 8)
				return;
			link = huffman.links[link - NODE]
					    [job->src.data[at / 8] >> at % 8 & 1];
			at++;
		}
		job->dead = link >= DEAD_FROM;
		if (job->dead)
			return;
		job->dst[job->produced_size++] = (uint8_t)link;
		job->bit_count = at;
	}
}

static void assert_as_walked(const struct exh_huffman_job *job)
{
	struct exh_huffman_job plain = *job;

	plain.dst = malloc(job->size ? job->size : 1);
	assert_non_null(plain.dst);
	walk(&plain);
	assert_int_equal(job->produced_size, plain.produced_size);
	assert_int_equal(job->bit_count, plain.bit_count);
	assert_int_equal(job->dead, plain.dead);
	if (plain.produced_size)
		assert_memory_equal(job->dst, plain.dst, plain.produced_size);
	free(plain.dst);
}

static struct exh_huffman_job tight_job(const uint8_t *src, size_t src_size, size_t size)
{
	struct exh_huffman_job job = {
		.src = { tight_copy(src, src_size), src_size, 0 },
		.dst = malloc(size ? size : 1),
		.size = size,
	};

	assert_non_null(job.dst);
	return job;
}

static void free_job(struct exh_huffman_job *job)
{
	free((void *)job->src.data);
	free(job->dst);
}

/* Many streams of all small sizes at once, against the plain walk. */
static void expand_many(uint64_t *seed, size_t job_count)
{
	struct exh_huffman_job *jobs = calloc(job_count ? job_count : 1, sizeof *jobs);

	assert_non_null(jobs);
	for (size_t i = 0; i < job_count; i++) {
		uint8_t src[200];
		const size_t src_size = roll(seed, sizeof src + 1);

		roll_bytes(seed, src, src_size);
		if (roll(seed, 4) == 0) /* zeros and ones go down the edges of the tree */
			memset(src, roll(seed, 2) ? 0xff : 0, src_size);
		jobs[i] = tight_job(src, src_size, roll(seed, 201));
	}
	exh_huffman_expand(&huffman, jobs, job_count);
	for (size_t i = 0; i < job_count; i++) {
		assert_as_walked(&jobs[i]);
		free_job(&jobs[i]);
	}
	free(jobs);
}

static void count_bytes(const uint8_t *data, size_t size, uint64_t counts[256])
{
	memset(counts, 0, 256 * sizeof *counts);
	for (size_t i = 0; i < size; i++)
		counts[data[i]]++;
}

static void assert_round_trip(const uint8_t *data, size_t size)
{
	struct exh_writer packed = { .limit = 1 << 24 };
	struct exh_huffman_job job;

	assert_int_equal(exh_huffman_pack(&huffman, (struct exh_bytes){ data, size, 0 },
					  &packed, NULL),
			 EXH_OK);
	job = tight_job(packed.data, packed.size, size);
	exh_huffman_expand(&huffman, &job, 1);
	assert_int_equal(job.produced_size, size);
	assert_int_equal((job.bit_count + 7) / 8, packed.size);
	assert_false(job.dead);
	if (size)
		assert_memory_equal(job.dst, data, size);
	assert_as_walked(&job);
	free_job(&job);
	exh_writer_free(&packed);
}

/* The hand-worked dictionary: 3 times a, twice b, once c, and 253 bytes that never occur.
 */
static void build_abc(uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	const uint64_t counts[256] = { ['a'] = 3, ['b'] = 2, ['c'] = 1 };

	exh_huffman_build(counts, dict);
}

static void building_joins_the_two_rarest_lowest_index_first(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	(void)state;
	build_abc(dict);
	/* The bytes that never occur make a chain, which stays at index 0. */
	assert_int_equal(get_link(dict, 0, 0), 0);
	assert_int_equal(get_link(dict, 0, 1), 1);
	assert_int_equal(get_link(dict, 1, 0), NODE + 0);
	assert_int_equal(get_link(dict, 1, 1), 2);
	assert_int_equal(get_link(dict, 95, 1), 96);
	assert_int_equal(get_link(dict, 96, 1), 100);
	assert_int_equal(get_link(dict, 251, 1), 255);
	/* 0 + c = 1, that and b = 3, that and a: a tie that the lower index wins. */
	assert_int_equal(get_link(dict, 252, 0), NODE + 251);
	assert_int_equal(get_link(dict, 252, 1), 'c');
	assert_int_equal(get_link(dict, 253, 0), NODE + 252);
	assert_int_equal(get_link(dict, 253, 1), 'b');
	assert_int_equal(get_link(dict, 254, 0), NODE + 253);
	assert_int_equal(get_link(dict, 254, 1), 'a');
	for (size_t i = EXH_HUFFMAN_DICT_SIZE; i < sizeof dict; i++)
		assert_int_equal(dict[i], 0);
}

static void bits_are_packed_lowest_first(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_writer packed = { .limit = 100 };

	(void)state;
	build_abc(dict);
	init(dict);
	assert_int_equal(huffman.shortest_code, 1);
	assert_int_equal(huffman.code_bits['a'], 1);
	assert_int_equal(huffman.code_bits['b'], 2);
	assert_int_equal(huffman.code_bits['c'], 3);
	assert_int_equal(
		exh_huffman_pack(&huffman,
				 (struct exh_bytes){ (const uint8_t *)"abc", 3, 0 },
				 &packed, NULL),
		EXH_OK);
	/* a: 1, b: 01, c: 001, read from the right: 00 100 10 1 */
	assert_int_equal(packed.size, 1);
	assert_int_equal(packed.data[0], 0x25);
	exh_writer_free(&packed);
}

static void expanding_stops_at_the_size_that_is_wanted(void **state)
{
	static const uint8_t src[] = { 0x25 }; /* abc, and two bits of padding */
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	(void)state;
	build_abc(dict);
	init(dict);
	for (size_t size = 0; size < 6; size++) {
		static const size_t bits[] = { 0, 1, 3, 6 };
		const size_t produced = size < 3 ? size : 3;
		struct exh_huffman_job job = tight_job(src, sizeof src, size);

		exh_huffman_expand(&huffman, &job, 1);
		assert_int_equal(job.produced_size, produced);
		assert_int_equal(job.bit_count, bits[produced]);
		assert_false(job.dead);
		if (produced)
			assert_memory_equal(job.dst, "abc", produced);
		free_job(&job);
	}
}

static void every_shorter_dictionary_is_truncated(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	(void)state;
	build_abc(dict);
	for (size_t n = 0; n < EXH_HUFFMAN_DICT_SIZE; n++) {
		uint8_t *tight = tight_copy(dict, n);
		const struct exh_bytes bytes = { tight, n, 0 };
		struct exh_error err;

		assert_int_equal(exh_huffman_read(&huffman, bytes, NULL, &err),
				 EXH_TRUNCATED);
		assert_true(err.offset <= n);
		free(tight);
	}
}

static void only_four_bytes_of_padding_go_without_a_note(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 8] = { 0 };

	(void)state;
	build_abc(dict);
	for (size_t more = 0; more <= 8; more++) {
		struct exh_arena arena = { .limit = 1 << 16 };
		struct exh_notes notes = { .arena = &arena };
		uint8_t *tight = tight_copy(dict, EXH_HUFFMAN_DICT_SIZE + more);
		const struct exh_bytes bytes = { tight, EXH_HUFFMAN_DICT_SIZE + more, 0 };

		assert_int_equal(exh_huffman_read(&huffman, bytes, &notes, NULL), EXH_OK);
		assert_int_equal(notes.warning_count, more != 0 && more != 4);
		assert_int_equal(notes.damage_count, 0);
		free(tight);
		exh_arena_free(&arena);
	}
}

static void every_byte_of_a_whole_tree_has_a_code(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 1;

	(void)state;
	for (uint32_t reach = 2; reach <= 256; reach += 23) {
		unsigned shortest = 256;

		roll_tree(&seed, reach, dict);
		init(dict);
		for (size_t i = 0; i < 256; i++) {
			assert_int_not_equal(huffman.code_bits[i], 0);
			if (huffman.code_bits[i] < shortest)
				shortest = huffman.code_bits[i];
		}
		assert_int_equal(huffman.shortest_code, shortest);
	}
}

static void what_is_packed_expands_to_the_same(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (size_t size = 0; size < 3000; size = size * 5 / 4 + 1) {
		uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
		uint8_t *data = malloc(size ? size : 1);
		uint64_t counts[256];

		assert_non_null(data);
		roll_skewed(&seed, data, size);
		count_bytes(data, size, counts);
		exh_huffman_build(counts, dict);
		init(dict);
		assert_round_trip(data, size);
		free(data);
	}
}

/* Fibonacci's numbers as counts make the tree as deep as can be. */
static void codes_of_over_45_bits_survive(void **state)
{
	uint64_t counts[256] = { 1, 1 }, seed = 3;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], data[2000];

	(void)state;
	for (size_t i = 2; i < 50; i++)
		counts[i] = counts[i - 1] + counts[i - 2];
	for (size_t i = 50; i < 256; i++)
		counts[i] = counts[49] * 2;
	exh_huffman_build(counts, dict);
	init(dict);
	assert_true(huffman.code_bits[0] > 45);
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(roll(&seed, 3) ? roll(&seed, 256) : roll(&seed, 6));
	assert_round_trip(data, sizeof data);
}

/* The tree of no counts is a chain: one code of each length up to 254, two of 255. */
static void a_tree_255_deep_survives(void **state)
{
	const uint64_t counts[256] = { 0 };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], data[1000];
	uint64_t seed = 4;

	(void)state;
	exh_huffman_build(counts, dict);
	init(dict);
	assert_int_equal(huffman.code_bits[0], 255);
	assert_int_equal(huffman.code_bits[1], 255);
	assert_int_equal(huffman.code_bits[255], 1);
	roll_bytes(&seed, data, sizeof data);
	assert_round_trip(data, sizeof data);
	for (unsigned byte = 0; byte < 256; byte++) {
		memset(data, (int)byte, 40);
		assert_round_trip(data, 40);
	}
	expand_many(&seed, 300);
}

static void expanding_equals_a_plain_walk_of_random_trees(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 200; round++) {
		roll_tree(&seed, 2 + roll(&seed, 255), dict);
		init(dict);
		expand_many(&seed, roll(&seed, 12));
	}
}

/* Counts the ways from the root to each byte; children come before parents here. */
static void assert_reported_codes_are_the_only_ones(void)
{
	double node_ways[EXH_HUFFMAN_NODES] = { [ROOT] = 1 }, byte_ways[256] = { 0 };

	for (size_t node = ROOT + 1; node-- > 0;) {
		for (size_t bit = 0; bit < 2; bit++) {
			const uint16_t link = huffman.links[node][bit];

			if (link < NODE)
				byte_ways[link] += node_ways[node];
			else
				node_ways[link - NODE] += node_ways[node];
		}
	}
	for (size_t i = 0; i < 256; i++)
		if (huffman.code_bits[i])
			assert_true(byte_ways[i] > 0 && byte_ways[i] < 2);
}

static void branches_that_are_shared_expand_as_walked(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 6;

	(void)state;
	for (int round = 0; round < 200; round++) {
		roll_shared_branches(&seed, dict);
		init(dict);
		assert_reported_codes_are_the_only_ones();
		expand_many(&seed, roll(&seed, 12));
	}
}

static void every_shorter_stream_yields_what_it_holds(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], data[600];
	struct exh_writer packed = { .limit = 1 << 16 };
	uint64_t counts[256], seed = 7;

	(void)state;
	roll_skewed(&seed, data, sizeof data);
	count_bytes(data, sizeof data, counts);
	exh_huffman_build(counts, dict);
	init(dict);
	(void)!exh_huffman_pack(&huffman, (struct exh_bytes){ data, sizeof data, 0 },
				&packed, NULL);
	for (size_t n = 0; n <= packed.size; n++) {
		struct exh_huffman_job job = tight_job(packed.data, n, sizeof data);

		exh_huffman_expand(&huffman, &job, 1);
		assert_as_walked(&job);
		if (job.produced_size)
			assert_memory_equal(job.dst, data, job.produced_size);
		assert_int_equal(job.produced_size == sizeof data, n == packed.size);
		free_job(&job);
	}
	exh_writer_free(&packed);
}

static void every_smaller_output_is_filled_and_not_passed(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE], src[64];
	uint64_t seed = 8;

	(void)state;
	roll_tree(&seed, 256, dict);
	init(dict);
	roll_bytes(&seed, src, sizeof src);
	for (size_t size = 0; size < 100; size++) {
		struct exh_huffman_job job = tight_job(src, sizeof src, size);

		exh_huffman_expand(&huffman, &job, 1);
		assert_as_walked(&job);
		free_job(&job);
	}
}

static void no_jobs_at_all_are_done_at_once(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_huffman_job empty = { 0 };

	(void)state;
	build_abc(dict);
	init(dict);
	exh_huffman_expand(&huffman, NULL, 0);
	exh_huffman_expand(&huffman, &empty, 1); /* neither source nor destination */
	assert_int_equal(empty.produced_size, 0);
	assert_int_equal(empty.bit_count, 0);
	assert_false(empty.dead);
}

static void long_and_short_jobs_go_well_together(void **state)
{
	enum { COUNT = 40 };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_huffman_job jobs[COUNT];
	uint64_t counts[256], seed = 9;

	(void)state;
	for (size_t i = 0; i < 256; i++)
		counts[i] = 1 + roll(&seed, 1U << i % 24);
	exh_huffman_build(counts, dict);
	init(dict);
	for (size_t i = 0; i < COUNT; i++) {
		uint8_t src[4000];
		const size_t size = i % 7 == 0 ? sizeof src : roll(&seed, 40);

		roll_bytes(&seed, src, size);
		jobs[i] = tight_job(src, size, i % 5 == 0 ? 40000 : roll(&seed, 3000));
	}
	exh_huffman_expand(&huffman, jobs, COUNT);
	for (size_t i = 0; i < COUNT; i++) {
		assert_as_walked(&jobs[i]);
		free_job(&jobs[i]);
	}
}

/* c's link is broken: a and b are as they were, and c ends a stream. */
static void assert_only_c_is_lost(const uint8_t *dict, const char *reason)
{
	static const uint8_t src[] = { 0x25 }; /* abc */
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	const struct exh_bytes bytes = { dict, EXH_HUFFMAN_DICT_SIZE, 0x1000 };
	struct exh_huffman_job job = tight_job(src, sizeof src, 3);

	assert_int_equal(exh_huffman_read(&huffman, bytes, &notes, NULL), EXH_OK);
	assert_int_equal(notes.damage_count, 1);
	assert_true(has_note(&notes, EXH_DAMAGE, reason));
	assert_int_equal(notes.first->offset, 0x1000 + 252 * 4 + 2);
	assert_int_equal(huffman.code_bits['a'], 1);
	assert_int_equal(huffman.code_bits['b'], 2);
	assert_int_equal(huffman.code_bits['c'], 0);
	exh_huffman_expand(&huffman, &job, 1);
	assert_int_equal(job.produced_size, 2);
	assert_int_equal(job.bit_count, 3);
	assert_true(job.dead);
	assert_memory_equal(job.dst, "ab", 2);
	free_job(&job);
	exh_arena_free(&arena);
}

static void a_link_to_no_node_loses_the_codes_after_it(void **state)
{
	static const size_t outside[] = { DEAD_FROM, DEAD_FROM + 1, 0x8000, 0xffff };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		build_abc(dict);
		set_link(dict, 252, 1, outside[i]);
		assert_only_c_is_lost(dict, "node 252: bit 1 leads to node");
	}
}

static void a_link_back_up_loses_the_codes_after_it(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	(void)state;
	for (size_t node = 252; node <= ROOT; node++) {
		build_abc(dict);
		set_link(dict, 252, 1, NODE + node);
		assert_only_c_is_lost(dict, "node 252: bit 1 leads back to node");
	}
}

static void damaged_trees_expand_as_walked(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 10;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const uint32_t bad_count = 1 + roll(&seed, 30);

		if (round % 2)
			roll_tree(&seed, 256, dict);
		else
			roll_shared_branches(&seed, dict);
		for (uint32_t i = 0; i < bad_count; i++)
			set_link(dict, 254 - roll(&seed, 1 + roll(&seed, 254)),
				 roll(&seed, 2),
				 roll(&seed, 3) ? NODE + roll(&seed, 255) : 0xfff0);
		init(dict);
		expand_many(&seed, roll(&seed, 8));
	}
}

/* No way down may be endless, for any links. */
static void assert_no_loop(void)
{
	bool level[EXH_HUFFMAN_NODES] = { [ROOT] = true };
	bool any = true;

	for (size_t depth = 0; depth < EXH_HUFFMAN_NODES; depth++) {
		bool next[EXH_HUFFMAN_NODES] = { false };

		any = false;
		for (size_t i = 0; i < (size_t)EXH_HUFFMAN_NODES * 2; i++) {
			const uint16_t link = huffman.links[i / 2][i % 2];

			if (!level[i / 2] || link < NODE || link >= DEAD_FROM)
				continue;
			next[link - NODE] = any = true;
		}
		memcpy(level, next, sizeof level);
	}
	assert_false(any);
}

static void random_bytes_are_no_endless_dictionary(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 11;
	int opened_count = 0;

	(void)state;
	for (int round = 0; round < 200; round++) {
		for (size_t i = 0; i < (size_t)EXH_HUFFMAN_NODES * 2; i++)
			set_link(dict, i / 2, i % 2, roll(&seed, DEAD_FROM));
		if (exh_huffman_read(&huffman, (struct exh_bytes){ dict, sizeof dict, 0 },
				     NULL, NULL))
			continue;
		opened_count++;
		assert_no_loop();
		expand_many(&seed, 4);
	}
	assert_true(opened_count > 0);
}

static void links_that_all_lead_up_leave_nothing_but_terminate(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE];
	uint64_t seed = 12;

	(void)state;
	for (size_t node = 0; node < EXH_HUFFMAN_NODES; node++)
		for (size_t bit = 0; bit < 2; bit++)
			set_link(dict, node, bit, NODE + ROOT);
	init(dict); /* only the root's two links count, the others are unreachable */
	assert_true(huffman.shortest_code >= 1);
	expand_many(&seed, 10);
}

static void over_a_quarter_of_bad_links_is_no_dictionary(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	const struct exh_bytes bytes = { dict, EXH_HUFFMAN_DICT_SIZE, 0 };
	struct exh_error err;

	(void)state;
	build_abc(dict);
	for (size_t i = 0; i < 127; i++)
		set_link(dict, i, 1, 0xffff);
	assert_int_equal(exh_huffman_read(&huffman, bytes, NULL, &err), EXH_OK);
	set_link(dict, 127, 1, 0xffff);
	assert_int_equal(exh_huffman_read(&huffman, bytes, NULL, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "128 of its 510 links"));
}

static void a_byte_without_a_code_is_not_packed(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_writer packed = { .limit = 100 };
	struct exh_error err;

	(void)state;
	build_abc(dict);
	set_link(dict, 252, 1, 'b'); /* in the place of c */
	init(dict);
	assert_int_equal(
		exh_huffman_pack(&huffman,
				 (struct exh_bytes){ (const uint8_t *)"abc", 3, 50 },
				 &packed, &err),
		EXH_INVALID);
	assert_int_equal(err.offset, 52);
	assert_non_null(strstr(err.text, "0x63"));
	exh_writer_free(&packed);
}

static void a_full_writer_fails_packing(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], zeros[100] = { 0 };
	struct exh_writer packed = { .limit = 10 };

	(void)state;
	build_abc(dict);
	init(dict); /* a zero takes over 250 bits */
	assert_int_equal(exh_huffman_pack(&huffman,
					  (struct exh_bytes){ zeros, sizeof zeros, 0 },
					  &packed, NULL),
			 EXH_NO_MEMORY);
	exh_writer_free(&packed);
}

static void what_bytes_could_expand_to_has_no_wrap(void **state)
{
	const struct exh_huffman two = { .shortest_code = 2 };
	const struct exh_huffman nine = { .shortest_code = 9 };

	(void)state;
	assert_int_equal(exh_huffman_most(&two, 0), 0);
	assert_int_equal(exh_huffman_most(&two, 3), 12);
	assert_int_equal(exh_huffman_most(&nine, 1), 0);
	/* 2^32 bits */
	assert_int_equal(exh_huffman_most(&two, (size_t)1 << 29), (size_t)1 << 31);
}

static void plain_packs_nothing(void **state)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4], bytes[256];
	const struct exh_bytes src = { bytes, sizeof bytes, 0 };
	struct exh_writer out = { .limit = 1 << 10 };

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)i;
	exh_huffman_plain(dict);
	assert_int_equal(exh_huffman_read(&huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_huffman_pack(&huffman, src, &out, NULL), EXH_OK);
	assert_same_bytes(src, out.data, out.size);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_bytes_could_expand_to_has_no_wrap),
		cmocka_unit_test(building_joins_the_two_rarest_lowest_index_first),
		cmocka_unit_test(bits_are_packed_lowest_first),
		cmocka_unit_test(plain_packs_nothing),
		cmocka_unit_test(expanding_stops_at_the_size_that_is_wanted),
		cmocka_unit_test(every_shorter_dictionary_is_truncated),
		cmocka_unit_test(only_four_bytes_of_padding_go_without_a_note),
		cmocka_unit_test(every_byte_of_a_whole_tree_has_a_code),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(codes_of_over_45_bits_survive),
		cmocka_unit_test(a_tree_255_deep_survives),
		cmocka_unit_test(expanding_equals_a_plain_walk_of_random_trees),
		cmocka_unit_test(branches_that_are_shared_expand_as_walked),
		cmocka_unit_test(every_shorter_stream_yields_what_it_holds),
		cmocka_unit_test(every_smaller_output_is_filled_and_not_passed),
		cmocka_unit_test(no_jobs_at_all_are_done_at_once),
		cmocka_unit_test(long_and_short_jobs_go_well_together),
		cmocka_unit_test(a_link_to_no_node_loses_the_codes_after_it),
		cmocka_unit_test(a_link_back_up_loses_the_codes_after_it),
		cmocka_unit_test(damaged_trees_expand_as_walked),
		cmocka_unit_test(random_bytes_are_no_endless_dictionary),
		cmocka_unit_test(links_that_all_lead_up_leave_nothing_but_terminate),
		cmocka_unit_test(over_a_quarter_of_bad_links_is_no_dictionary),
		cmocka_unit_test(a_byte_without_a_code_is_not_packed),
		cmocka_unit_test(a_full_writer_fails_packing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
