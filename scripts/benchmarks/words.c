/*
 * Expansion of RLEW and Carmack, of 64 KiB at a time (as large as a plane of a level can
 * be) until 64 MB came out, with memcpy of as many bytes in turn, one thread. The
 * words are runs, then noise.
 *
 * usage: bench_words
 */
#include "bench.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

enum { SIZE = 65536, REPEATS = 1000, TAG = 0xabcd };

struct work {
	const char *name;
	bool carmack;
	uint8_t *plain;
	struct exh_writer packed;
};

static uint8_t result[SIZE];
static size_t repeats;

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
		(void)!exh_carmack_expand(src, result, SIZE, NULL, NULL);
	else
		(void)!exh_rlew_expand(src, TAG, result, SIZE, NULL, NULL);
}

static void prepare(struct work *work, void (*fill)(uint8_t *))
{
	struct exh_bytes plain = { .size = SIZE };
	enum exh_status status;

	work->plain = malloc(SIZE);
	if (!work->plain)
		fail("out of memory");
	fill(work->plain);
	plain.data = work->plain;
	work->packed.limit = 1 << 20;
	status = work->carmack ? exh_carmack_pack(plain, &work->packed, NULL)
			       : exh_rlew_pack(plain, TAG, &work->packed, NULL);
	memset(result, 0, SIZE);
	expand(work);
	if (status || memcmp(result, work->plain, SIZE) != 0) {
		fail("%s: what was packed expands to something else", work->name);
	}
}

static double time_ours(const struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < repeats; i++)
		expand(work);
	return now() - start;
}

static double time_copy(const struct work *work)
{
	const double start = now();

	for (size_t i = 0; i < repeats; i++) {
		memcpy(result, work->plain, SIZE);
		keep_memory();
	}
	return now() - start;
}

/* Runs are measured against memcpy; noise has to reach so many MB/s. */
static void measure(const char *name, bool carmack, void (*fill)(uint8_t *),
		    double mb_target, double memcpy_target)
{
	struct work work = { .name = name, .carmack = carmack };
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], copy[ROUNDS], ratio[ROUNDS];
	const double bytes = SIZE * (double)repeats / 1e6;

	prepare(&work, fill);
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_ours(&work);
		copy[i] = time_copy(&work);
		ratio[i] = copy[i] / ours[i];
	}
	ROW(name, bytes / median(ours, rounds), "MB/s", .target = mb_target);
	ROW(name, median(ratio, rounds), "x", .peer = "memcpy", .target = memcpy_target);
	print_peer(name, "memcpy", bytes / median(copy, rounds), "MB/s", HIGHER);
	exh_writer_free(&work.packed);
	free(work.plain);
}

int main(void)
{
	repeats = loops(REPEATS);
	measure("RLEW, runs", false, fill_runs, 0, 0.3);
	measure("RLEW, noise", false, fill_noise, 150, 0);
	measure("Carmack, runs", true, fill_runs, 0, 0.3);
	measure("Carmack, noise", true, fill_noise, 150, 0);
	return 0;
}
