/*
 * Expanding equals a plain walk of the tree, and packed data expand to the original.
 *
 * Input:  a byte: bit 0 chooses the dictionary, the rest is how many streams there are 0:
 *         the dictionary is the next 1020 bytes 1: the dictionary is built, of how often
 *         each byte occurs in the streams of each stream two bytes: how many to expand
 *         to, and of how many bytes the rest are the streams, one after the other
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NODE = 256, ROOT = EXH_HUFFMAN_NODES - 1, DEAD_FROM = NODE + EXH_HUFFMAN_NODES };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct exh_huffman huffman;

static struct exh_bytes take(struct exh_bytes *in, size_t size)
{
	struct exh_bytes taken;

	if (size > in->size)
		size = in->size;
	exh_bytes_slice(*in, 0, size, &taken);
	exh_bytes_slice(*in, size, in->size - size, in);
	return taken;
}

/* Exact copies: the address sanitizer sees the first byte after them. */
static struct exh_bytes copy(struct exh_bytes in)
{
	uint8_t *data = malloc(in.size ? in.size : 1);

	assert(data);
	if (in.size)
		memcpy(data, in.data, in.size);
	return (struct exh_bytes){ data, in.size, 0 };
}

static void discard(struct exh_bytes bytes)
{
	free((void *)bytes.data);
}

/* Bit by bit, using only the codec's links. */
static struct exh_huffman_job walk(const struct exh_huffman_job *like, uint8_t *dst)
{
	struct exh_huffman_job job = { .src = like->src, .dst = dst, .size = like->size };
	size_t at = 0;

	while (job.produced_size < job.size) {
		size_t link = NODE + ROOT, steps = 0;

		while (link >= NODE && link < DEAD_FROM) {
			assert(steps++ < EXH_HUFFMAN_NODES); /* no loop is left */
			if (at == job.src.size * 8)
				return job;
			link = huffman.links[link - NODE]
					    [job.src.data[at / 8] >> at % 8 & 1];
			at++;
		}
		job.dead = link >= DEAD_FROM;
		if (job.dead)
			return job;
		job.dst[job.produced_size++] = (uint8_t)link;
		job.bit_count = at;
	}
	return job;
}

static void check_job(const struct exh_huffman_job *job)
{
	uint8_t plain_dst[256];
	const struct exh_huffman_job plain = walk(job, plain_dst);

	assert(job->produced_size == plain.produced_size);
	assert(job->bit_count == plain.bit_count);
	assert(job->dead == plain.dead);
	assert(memcmp(job->dst, plain_dst, plain.produced_size) == 0);
}

static void check_pack(struct exh_bytes in)
{
	struct exh_writer packed = { .limit = 1 << 24 };
	struct exh_huffman_job job = { .size = in.size };

	if (exh_huffman_pack(&huffman, in, &packed, NULL) == EXH_OK) {
		job.src = copy((struct exh_bytes){ packed.data, packed.size, 0 });
		job.dst = malloc(in.size ? in.size : 1);
		assert(job.dst);
		exh_huffman_expand(&huffman, &job, 1);
		assert(job.produced_size == in.size && !job.dead);
		assert((job.bit_count + 7) / 8 == packed.size);
		assert(in.size == 0 || memcmp(job.dst, in.data, in.size) == 0);
		free(job.dst);
		discard(job.src);
	}
	exh_writer_free(&packed);
}

static bool init(struct exh_bytes dict)
{
	const struct exh_bytes tight = copy(dict);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	const enum exh_status status = exh_huffman_read(&huffman, tight, &notes, NULL);

	assert(dict.size >= EXH_HUFFMAN_DICT_SIZE || status == EXH_TRUNCATED);
	assert(status != EXH_INVALID || notes.damage_count > EXH_HUFFMAN_NODES / 2);
	discard(tight);
	exh_arena_free(&arena);
	return status == EXH_OK;
}

static bool init_built(struct exh_bytes in)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256] = { 0 };

	for (size_t i = 0; i < in.size; i++)
		counts[in.data[i]]++;
	exh_huffman_build(counts, dict);
	assert(init((struct exh_bytes){ dict, sizeof dict, 0 }));
	for (size_t i = 0; i < 256; i++)
		assert(huffman.code_bits[i] >= huffman.shortest_code);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes in = { data, size, 0 }, first, sizes;
	struct exh_huffman_job jobs[128] = { { .size = 0 } };
	size_t job_count;

	first = take(&in, 1);
	if (!first.size)
		return 0;
	job_count = first.data[0] / 2;
	if (first.data[0] % 2 == 0 && !init(take(&in, EXH_HUFFMAN_DICT_SIZE)))
		return 0;
	sizes = take(&in, job_count * 2);
	job_count = sizes.size / 2;
	if (first.data[0] % 2 == 1 && !init_built(in))
		return 0;
	check_pack(in);
	for (size_t i = 0; i < job_count; i++) {
		jobs[i].size = sizes.data[i * 2];
		jobs[i].dst = malloc(jobs[i].size ? jobs[i].size : 1);
		assert(jobs[i].dst);
		jobs[i].src = copy(take(&in, sizes.data[i * 2 + 1]));
	}
	exh_huffman_expand(&huffman, jobs, job_count);
	for (size_t i = 0; i < job_count; i++) {
		check_job(&jobs[i]);
		free(jobs[i].dst);
		discard(jobs[i].src);
	}
	return 0;
}
