/*
 * Expansion of all chunks of an archive, over and over until 64 MB came out: ours, a
 * plain walk of the tree bit by bit, and memcpy of as many bytes; in turn, one thread.
 *
 * usage: bench_huffman ARCHIVE HEAD DICT LAYOUT_NAME
 * LAYOUT_NAME is a built-in one, or "-": the lengths in front of the chunks are found
 * out.
 */
#include "bench.h"

#include <exhume/keen.h>

#include <string.h>

enum { MOST_CHUNKS = 8192, OUTPUT = 64000000 /* bytes a round */ };

struct work {
	struct exh_huffman huffman;
	struct exh_huffman_job jobs[MOST_CHUNKS];
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
	struct exh_bytes archive = { 0 }, head_bytes = { 0 }, dict = { 0 };
	const struct exh_keen_layout *layout = exh_keen_layout_find(argv[4]);
	struct exh_error err = { .text = "bad input" };
	unsigned offset_size;

	archive.data = slurp(argv[1], &archive.size);
	head_bytes.data = slurp(argv[2], &head_bytes.size);
	dict.data = slurp(argv[3], &dict.size);
	offset_size = exh_keen_head_guess_offset_size(head_bytes, archive.size);
	if (!offset_size || exh_huffman_init(&work->huffman, dict, NULL, &err) ||
	    exh_keen_head_read(head_bytes, offset_size, layout ? layout->chunk_count : 0,
			       archive.size, &arena, &head, NULL, &err) ||
	    exh_keen_graphics_open(archive, &head, layout, &work->huffman, &arena,
				   &graphics, NULL, &err)) {
		fprintf(stderr, "%s: %s\n", argv[1], err.text);
		exit(1);
	}
	for (size_t i = 0; i < graphics.chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics.chunks[i];
		const size_t skip = chunk->has_length ? 4 : 0;

		if (!chunk->expanded.size || work->job_count == MOST_CHUNKS)
			continue;
		work->jobs[work->job_count++] = (struct exh_huffman_job){
			.src = { archive.data + chunk->place.offset + skip,
				 chunk->place.packed_size - skip, 0 },
			.size = chunk->expanded.size,
		};
		work->size += chunk->expanded.size;
	}
	work->repeats = OUTPUT / work->size + 1;
	work->expected = malloc(work->size);
	work->copy = calloc(work->size, 1);
	if (!work->expected || !work->copy)
		die("memory");
}

static void aim(struct work *work, uint8_t *dst)
{
	for (size_t i = 0; i < work->job_count; i++) {
		work->jobs[i].dst = dst;
		dst += work->jobs[i].size;
	}
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
		__asm__ volatile("" ::: "memory"); /* or it would be done once */
	}
	return now() - start;
}

int main(int argc, char **argv)
{
	static struct work work;
	double ours[ROUNDS], walk[ROUNDS], copy[ROUNDS], ratio[ROUNDS];
	double bytes;

	if (argc != 5)
		return 2;
	prepare(&work, argv);
	aim(&work, work.expected);
	time_walk(&work);
	aim(&work, work.copy);
	time_ours(&work);
	if (memcmp(work.expected, work.copy, work.size) != 0) {
		fprintf(stderr, "the tree walk and exh_huffman_expand differ\n");
		return 1;
	}
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_ours(&work);
		walk[i] = time_walk(&work);
		copy[i] = time_copy(&work);
		ratio[i] = walk[i] / ours[i];
	}
	bytes = (double)work.size * (double)work.repeats / 1e6;
	printf("{\"chunks\": %zu, \"bytes\": %zu, \"ours_mb_s\": %.1f, "
	       "\"tree_walk_mb_s\": %.1f, \"memcpy_mb_s\": %.1f, "
	       "\"times_tree_walk\": %.2f, \"of_memcpy\": %.4f}\n",
	       work.job_count, work.size, bytes / median(ours, ROUNDS),
	       bytes / median(walk, ROUNDS), bytes / median(copy, ROUNDS),
	       median(ratio, ROUNDS), median(copy, ROUNDS) / median(ours, ROUNDS));
	return 0;
}
