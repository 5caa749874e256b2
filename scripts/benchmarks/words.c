/*
 * Expansion of RLEW and Carmack, of 64 KiB at a time (as large as a plane of a level can
 * be) until 64 MB came out, with memcpy of as many bytes in turn, one thread. The
 * words are runs, then noise.
 *
 * usage: bench_words
 */
#include "bench.h"

#include <exhume/codec.h>

#include <string.h>

enum { SIZE = 65536, REPEATS = 1000, TAG = 0xabcd };

struct work {
	const char *name;
	bool carmack;
	uint8_t *plain;
	struct exh_writer packed;
};

static uint8_t result[SIZE];

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* Runs of 64 to 511 words, of a thousand values. */
static void fill_runs(uint8_t *out)
{
	uint32_t seed = 1;
	unsigned left = 0, value = 0;

	for (size_t i = 0; i < SIZE; i += 2, left--) {
		if (!left) {
			left = 64 + roll(&seed) % 448;
			value = roll(&seed) % 1000;
		}
		out[i] = (uint8_t)value;
		out[i + 1] = (uint8_t)(value >> 8);
	}
}

static void fill_noise(uint8_t *out)
{
	uint32_t seed = 2;

	for (size_t i = 0; i < SIZE; i++)
		out[i] = (uint8_t)(roll(&seed) >> 24);
}

static void expand(const struct work *work)
{
	const struct exh_bytes src = exh_writer_bytes(&work->packed);

	if (work->carmack)
		exh_carmack_expand(src, result, SIZE, NULL, NULL);
	else
		exh_rlew_expand(src, TAG, result, SIZE, NULL, NULL);
}

static void prepare(struct work *work, void (*fill)(uint8_t *))
{
	struct exh_bytes plain = { .size = SIZE };
	enum exh_status status;

	work->plain = malloc(SIZE);
	if (!work->plain)
		die("memory");
	fill(work->plain);
	plain.data = work->plain;
	work->packed.limit = 1 << 20;
	status = work->carmack ? exh_carmack_pack(plain, &work->packed, NULL)
			       : exh_rlew_pack(plain, TAG, &work->packed, NULL);
	memset(result, 0, SIZE);
	expand(work);
	if (status || memcmp(result, work->plain, SIZE) != 0) {
		fprintf(stderr, "%s: what was packed expands to something else\n",
			work->name);
		exit(1);
	}
}

static double time_ours(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < REPEATS; i++)
		expand(work);
	return now() - start;
}

static double time_copy(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < REPEATS; i++) {
		memcpy(result, work->plain, SIZE);
		__asm__ volatile("" ::: "memory"); /* or it would be done once */
	}
	return now() - start;
}

/* One of the figures: what was made by fill, packed and expanded. */
static void measure(const char *name, bool carmack, void (*fill)(uint8_t *))
{
	struct work work = { .name = name, .carmack = carmack };
	double ours[ROUNDS], copy[ROUNDS], ratio[ROUNDS];
	const double bytes = SIZE * (double)REPEATS / 1e6;

	prepare(&work, fill);
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_ours(&work);
		copy[i] = time_copy(&work);
		ratio[i] = copy[i] / ours[i];
	}
	printf("\"%s\": {\"ours_mb_s\": %.0f, \"memcpy_mb_s\": %.0f, "
	       "\"of_memcpy\": %.3f}",
	       name, bytes / median(ours, ROUNDS), bytes / median(copy, ROUNDS),
	       median(ratio, ROUNDS));
}

int main(void)
{
	printf("{");
	measure("rlew_runs", false, fill_runs);
	printf(", ");
	measure("rlew_noise", false, fill_noise);
	printf(", ");
	measure("carmack_runs", true, fill_runs);
	printf(", ");
	measure("carmack_noise", true, fill_noise);
	printf("}\n");
	return 0;
}
