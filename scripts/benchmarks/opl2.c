/*
 * The OPL2 alone, exact, to samples in memory, one thread: a song, and a dense log of a
 * write every seven samples on average with all operators sounding, vibrato and tremolo
 * on. In turn with the plain chip of the tests.
 *
 * usage: bench_opl2 SONG.imf
 */
#include "bench.h"

#include "../../formats/chip/plain/opl2.h"

#include <exhume/keen_audio.h>

enum { PIECE = 4096, DENSE_SECONDS = 10, REPEATS = 5 };

struct log {
	struct exh_opl2_write *writes;
	size_t count, next;
	uint64_t length;
};

static struct exh_opl2_write *add(struct log *log)
{
	if ((log->count & (log->count + 1)) == 0) {
		log->writes =
			realloc(log->writes, (2 * log->count + 2) * sizeof *log->writes);
		if (!log->writes)
			fail("out of memory");
	}
	return &log->writes[log->count++];
}

static bool next_write(void *context, struct exh_opl2_write *write)
{
	struct log *log = context;

	if (log->next == log->count)
		return false;
	*write = log->writes[log->next++];
	return true;
}

static void load_song(struct log *log, const char *path)
{
	const struct exh_keen_imf_rate rate = { 560, 1 };
	struct exh_keen_imf imf;
	const struct exh_bytes file = read_file(path);
	struct exh_error err;
	struct exh_keen_imf_cursor cursor;
	struct exh_opl2_spacing spacing;
	struct exh_opl2_source source;

	if (exh_keen_imf_open(file, &imf, NULL, &err))
		fail("%s: %s", path, err.text);
	cursor = (struct exh_keen_imf_cursor){ .imf = &imf,
					       .rate = rate,
					       .pass_count = 1 };
	spacing.source = exh_keen_imf_play(&cursor);
	source = exh_opl2_space(&spacing);
	while (source.next(source.context, add(log)))
		;
	log->count--;
	log->length = exh_keen_imf_position(rate, exh_keen_imf_ticks(&imf, 1));
}

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t *seed, uint32_t below)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return (*seed >> 8) % below;
}

static void put(struct log *log, uint64_t position, uint32_t reg, uint32_t value)
{
	*add(log) = (struct exh_opl2_write){ position, (uint8_t)reg, (uint8_t)value };
}

static void put_random(struct log *log, uint64_t position, uint32_t *seed)
{
	const uint32_t o = 8 * roll(seed, 3) + roll(seed, 6), c = roll(seed, 9);

	switch (roll(seed, 7)) {
	case 0:
		put(log, position, 0x20 + o, roll(seed, 256) | 0xe0);
		break;
	case 1:
		put(log, position, 0x40 + o, (roll(seed, 4) << 6) | roll(seed, 24));
		break;
	case 2:
		put(log, position, 0x60 + o, (8 + roll(seed, 8)) << 4 | roll(seed, 6));
		break;
	case 3:
		put(log, position, 0x80 + o, roll(seed, 128));
		break;
	case 4:
		put(log, position, 0xa0 + c, roll(seed, 256));
		break;
	case 5:
		put(log, position, 0xb0 + c, roll(seed, 32) | 0x20);
		break;
	default:
		put(log, position, 0xc0 + c, roll(seed, 16));
	}
}

static void make_dense(struct log *log)
{
	uint32_t seed = 1;

	log->length = (smoke() ? 1 : (uint64_t)DENSE_SECONDS) * EXH_OPL2_RATE;
	put(log, 0, 0xbd, 0xc0);
	for (uint32_t i = 0; i < 18; i++) {
		const uint32_t o = i / 6 * 8 + i % 6;

		put(log, 0, 0x20 + o, roll(&seed, 256) | 0xe0);
		put(log, 0, 0x40 + o, roll(&seed, 24));
		put(log, 0, 0x60 + o, 0xf2);
		put(log, 0, 0x80 + o, roll(&seed, 128));
		put(log, 0, 0xe0 + o, roll(&seed, 4));
	}
	for (uint32_t c = 0; c < 9; c++) {
		put(log, 0, 0xc0 + c, roll(&seed, 16));
		put(log, 0, 0xa0 + c, roll(&seed, 256));
		put(log, 0, 0xb0 + c, roll(&seed, 32) | 0x20);
	}
	for (uint64_t n = 0; n < log->length; n += 1 + roll(&seed, 13))
		put_random(log, n, &seed);
}

/* Both return a sum, so that nothing is left out and both can be compared. */
static uint64_t run_ours(struct log *log)
{
	static int32_t sums[PIECE];
	struct exh_opl2_player player;
	uint64_t sum = 0;

	log->next = 0;
	exh_opl2_player_start(&player, (struct exh_opl2_source){ next_write, log });
	for (uint64_t done = 0; done < log->length; done += PIECE) {
		const size_t count =
			log->length - done < PIECE ? (size_t)(log->length - done) : PIECE;

		exh_opl2_player_mix(&player, EXH_OPL2_ALL_CHANNELS, sums, count);
		for (size_t i = 0; i < count; i++)
			sum = sum * 31 + (uint64_t)(sums[i] > INT16_MAX	  ? INT16_MAX
						    : sums[i] < INT16_MIN ? INT16_MIN
									  : sums[i]);
	}
	return sum;
}

static uint64_t run_plain(struct log *log)
{
	static struct plain_opl2 plain;
	uint64_t sum = 0;
	size_t next = 0;

	plain_opl2_reset(&plain);
	for (uint64_t n = 0; n < log->length; n++) {
		for (; next < log->count && log->writes[next].position <= n; next++)
			plain_opl2_write(&plain, log->writes[next].reg,
					 log->writes[next].value);
		sum = sum * 31 + (uint64_t)plain_opl2_sample(&plain);
	}
	return sum;
}

static double seconds_of(uint64_t (*run)(struct log *), struct log *log, uint64_t *sum)
{
	const double begin = now();

	*sum = run(log);
	return now() - begin;
}

static void measure(const char *name, struct log *log, double target)
{
	const double length = (double)log->length / EXH_OPL2_RATE;
	const size_t rounds = loops(REPEATS);
	double ours[REPEATS], plain[REPEATS], ratio[REPEATS];
	uint64_t our_sum, plain_sum;

	for (size_t i = 0; i < rounds; i++) {
		ours[i] = seconds_of(run_ours, log, &our_sum);
		plain[i] = seconds_of(run_plain, log, &plain_sum);
		ratio[i] = plain[i] / ours[i];
		if (our_sum != plain_sum)
			fail("%s: the samples differ from the plain chip's", name);
	}
	note("%s: %.1f s of sound", name, length);
	ROW(name, length / median(ours, rounds), "times real time");
	ROW(name, median(ratio, rounds), "x", .peer = "the plain chip of the tests",
	    .target = target);
	print_peer(name, "the plain chip of the tests", length / median(plain, rounds),
		   "times real time", HIGHER);
	free(log->writes);
}

int main(int argc, char **argv)
{
	struct log song = { 0 }, dense = { 0 };

	if (argc != 2)
		fail("usage: bench_opl2 SONG.imf");
	load_song(&song, argv[1]);
	make_dense(&dense);
	measure("song", &song, 1.5);
	measure("dense log", &dense, 1.34);
	return 0;
}
