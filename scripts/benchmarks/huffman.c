/*
 * Expansion of all chunks of an archive, over and over until 64 MB came out: ours, a
 * plain walk of the tree bit by bit, and memcpy of as many bytes; in turn, one thread.
 *
 * usage: bench_huffman ARCHIVE HEAD DICT LAYOUT_NAME
 * LAYOUT_NAME is a built-in one, or "-": the lengths in front of the chunks are found
 * out.
 */
#include "bench.h"

#include <exhume/advanced/keen.h>
#include <exhume/keen.h>

enum { OUTPUT = 64000000 /* bytes a round */ };

struct work {
	struct exh_huffman huffman;
	struct exh_huffman_job *jobs;
	size_t job_count, size; /* bytes that all jobs yield */
	size_t repeats;
	uint8_t *expected, *copy;
};

/* The reference: what anyone would write first. */
static void walk_tree(const struct exh_huffman *h, const struct exh_huffman_job *job)
{
	const uint8_t *src = job->src.data;
	unsigned bit = 1, node = EXH_HUFFMAN_NODES - 1;
	size_t done = 0;

	while (done < job->size) {
		const unsigned link = h->links[node][(*src & bit) != 0];

		bit <<= 1;
		if (bit == 256) {
			bit = 1;
			src++;
		}
		if (link < 256) {
			job->dst[done++] = (uint8_t)link;
			node = EXH_HUFFMAN_NODES - 1;
		} else {
			node = link - 256;
		}
	}
}

static void prepare(struct work *work, char **argv)
{
	struct exh_arena arena = { .limit = 1 << 28 };
	struct exh_keen_graphics graphics;
	struct exh_keen_head head;
	const struct exh_bytes archive = read_file(argv[1]);
	const struct exh_bytes head_bytes = read_file(argv[2]), dict = read_file(argv[3]);
	const struct exh_keen_layout *layout = exh_keen_layout_find(argv[4]);
	struct exh_error err = { .text = "bad input" };
	unsigned offset_size;

	offset_size = exh_keen_head_guess_offset_size(head_bytes, archive.size);
	if (!offset_size || exh_huffman_read(&work->huffman, dict, NULL, &err) ||
	    exh_keen_head_read(head_bytes, offset_size, layout ? layout->chunk_count : 0,
			       archive.size, &arena, &head, NULL, &err) ||
	    exh_keen_graphics_open(archive, &head, layout, &work->huffman, &arena,
				   &graphics, NULL, &err))
		fail("%s: %s", argv[1], err.text);
	work->jobs = calloc(graphics.chunk_count, sizeof *work->jobs);
	if (!work->jobs)
		fail("out of memory");
	for (size_t i = 0; i < graphics.chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics.chunks[i];
		const size_t skip = chunk->has_length ? 4 : 0;

		if (!chunk->expanded.size)
			continue;
		work->jobs[work->job_count++] = (struct exh_huffman_job){
			.src = { archive.data + chunk->place.offset + skip,
				 chunk->place.packed_size - skip, 0 },
			.size = chunk->expanded.size,
		};
		work->size += chunk->expanded.size;
	}
	work->expected = malloc(work->size + 1);
	work->copy = calloc(work->size + 1, 1);
	if (!work->expected || !work->copy)
		fail("out of memory");
}

static void aim(struct work *work, uint8_t *dst)
{
	for (size_t i = 0; i < work->job_count; i++) {
		work->jobs[i].dst = dst;
		dst += work->jobs[i].size;
	}
}

/* Damaged chunks: the tree walk trusts its input. */
static void leave_out_damaged(struct work *work)
{
	size_t count = 0;

	work->size = 0;
	for (size_t i = 0; i < work->job_count; i++) {
		if (work->jobs[i].produced_size < work->jobs[i].size)
			continue;
		work->size += work->jobs[i].size;
		work->jobs[count++] = work->jobs[i];
	}
	if (count < work->job_count)
		note("%zu damaged chunks: left out", work->job_count - count);
	work->job_count = count;
	if (!work->size)
		fail("no chunk to expand");
}

static double time_ours(struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < work->repeats; i++)
		exh_huffman_expand(&work->huffman, work->jobs, work->job_count);
	return now() - start;
}

static double time_walk(struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < work->repeats; i++)
		for (size_t k = 0; k < work->job_count; k++)
			walk_tree(&work->huffman, &work->jobs[k]);
	return now() - start;
}

static double time_copy(struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < work->repeats; i++) {
		memcpy(work->copy, work->expected, work->size);
		keep_memory();
	}
	return now() - start;
}

int main(int argc, char **argv)
{
	static struct work work;
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], walk[ROUNDS], copy[ROUNDS], of_walk[ROUNDS], of_copy[ROUNDS];
	double mb;

	if (argc != 5)
		fail("usage: bench_huffman ARCHIVE HEAD DICT LAYOUT_NAME");
	prepare(&work, argv);
	aim(&work, work.copy);
	exh_huffman_expand(&work.huffman, work.jobs, work.job_count);
	leave_out_damaged(&work);
	work.repeats = loops(OUTPUT / work.size + 1);
	aim(&work, work.expected);
	time_walk(&work);
	aim(&work, work.copy);
	time_ours(&work);
	if (memcmp(work.expected, work.copy, work.size) != 0)
		fail("the tree walk and exh_huffman_expand differ");
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_ours(&work);
		walk[i] = time_walk(&work);
		of_walk[i] = walk[i] / ours[i];
		copy[i] = time_copy(&work);
		of_copy[i] = copy[i] / ours[i];
	}
	mb = (double)work.size * (double)work.repeats / 1e6;
	note("%s: %zu chunks, %zu bytes", argv[1], work.job_count, work.size);
	ROW("expand", mb / median(ours, rounds), "MB/s");
	ROW("expand", median(of_walk, rounds), "x",
	    .peer = "walk of the tree, bit by bit", .target = 8);
	ROW("expand", median(of_copy, rounds), "x", .peer = "memcpy");
	ROW("walk of the tree, bit by bit", mb / median(walk, rounds), "MB/s");
	ROW("memcpy", mb / median(copy, rounds), "MB/s");
	free(work.jobs);
	free(work.expected);
	free(work.copy);
	return 0;
}
