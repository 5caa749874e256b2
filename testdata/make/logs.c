/*
 * Logs of writes to the OPL2, random but the same in each run: each exercises one aspect
 * of the chip. Their sound is in testdata/golden/opl2.txt.
 */
#include "samples.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct log {
	FILE *file;
	uint64_t seed;
	unsigned long position, length;
};

/* xorshift64 */
static unsigned roll(struct log *log, unsigned below)
{
	log->seed ^= log->seed << 13;
	log->seed ^= log->seed >> 7;
	log->seed ^= log->seed << 17;
	return (unsigned)(log->seed >> 32) % below;
}

static unsigned byte(struct log *log)
{
	return roll(log, 256);
}

static void put(struct log *log, unsigned reg, unsigned value)
{
	fprintf(log->file, "%lu %02x %02x\n", log->position, reg & 255, value & 255);
}

/* False at the end of the log. */
static bool pass(struct log *log, unsigned samples)
{
	log->position += samples;
	if (log->position > log->length)
		log->position = log->length;
	return log->position < log->length;
}

static unsigned roll_operator(struct log *log)
{
	return 8 * roll(log, 3) + roll(log, 6);
}

static unsigned roll_bank(struct log *log)
{
	static const unsigned banks[] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };

	return banks[roll(log, 5)];
}

/* Every operator set up somehow, and loud enough. */
static void set_up(struct log *log, bool pressed)
{
	for (unsigned i = 0; i < 18; i++) {
		const unsigned o = i / 6 * 8 + i % 6;

		put(log, 0x20 + o, byte(log));
		put(log, 0x40 + o, (byte(log) & 0xc0) | roll(log, 24));
		put(log, 0x60 + o, (8 + roll(log, 8)) << 4 | roll(log, 8));
		put(log, 0x80 + o, byte(log));
		put(log, 0xe0 + o, roll(log, 5));
	}
	for (unsigned c = 0; c < 9; c++) {
		put(log, 0xc0 + c, byte(log));
		put(log, 0xa0 + c, byte(log));
		put(log, 0xb0 + c, (byte(log) & 0xdf) | (pressed ? 0x20 : 0));
	}
}

/* Any register that there is, one in about forty samples. */
static void make_sparse(struct log *log)
{
	set_up(log, true);
	while (pass(log, 1 + roll(log, 80)))
		if (roll(log, 2))
			put(log, roll_bank(log) + roll_operator(log), byte(log));
		else if (roll(log, 12))
			put(log, 0xa0 + 16 * roll(log, 3) + roll(log, 9), byte(log));
		else
			put(log, roll(log, 2) ? 0xbd : 0x08, byte(log));
}

static void make_rhythm(struct log *log)
{
	set_up(log, false);
	while (pass(log, roll(log, 3) ? roll(log, 300) : roll(log, 3))) {
		const unsigned what = roll(log, 10);

		if (what < 6)
			put(log, 0xbd, byte(log) | (roll(log, 4) ? 0x20 : 0));
		else if (what < 8)
			put(log, 0xa6 + 16 * roll(log, 2) + roll(log, 3), byte(log));
		else if (what < 9)
			put(log, 0xc6 + roll(log, 3), byte(log));
		else
			put(log, roll_bank(log) + 0x10 + roll(log, 6), byte(log));
	}
}

/* Decays down to the last levels, with keys and rates changed on the way. */
static void make_envelopes(struct log *log)
{
	set_up(log, true);
	while (pass(log, roll(log, 4) ? roll(log, 120) : roll(log, 2000))) {
		const unsigned o = roll_operator(log);

		switch (roll(log, 8)) {
		case 0:
			put(log, 0x60 + o, (roll(log, 2) ? 0xf0 : 0) | roll(log, 16));
			break;
		case 1:
			put(log, 0x60 + o, 0xaa + 0x11 * roll(log, 6));
			break;
		case 2:
			put(log, 0x80 + o, 0xf0 | roll(log, 16));
			break;
		case 3:
			put(log, 0x80 + o, byte(log));
			break;
		case 4:
			put(log, 0x20 + o, byte(log) | 0x10);
			break;
		default:
			put(log, 0xb0 + roll(log, 9),
			    roll(log, 3) ? byte(log) | 0x20 : byte(log) & 0xdf);
		}
	}
}

/* Tremolo and vibrato change their depths at borders of blocks, and off them. */
static void make_depths(struct log *log)
{
	set_up(log, true);
	for (unsigned i = 0; i < 18; i++)
		put(log, 0x20 + i / 6 * 8 + i % 6, byte(log) | 0xe0);
	do {
		put(log, 0xbd, byte(log) & (roll(log, 3) ? 0xc0 : 0xff));
		if (!roll(log, 3))
			put(log, 0x20 + roll_operator(log), byte(log) | 0xe0);
		if (!roll(log, 3))
			put(log, 0x08, byte(log));
	} while (pass(log, roll(log, 2) ? 1 + roll(log, 700)
					: 1024 - (unsigned)(log->position % 64)));
}

/* Keys released and pressed in one sample, one apart, two apart. */
static void make_keys(struct log *log)
{
	set_up(log, true);
	do {
		const unsigned reg = 0xb0 + roll(log, 9), value = byte(log) & 0x1f;
		const unsigned gap = roll(log, 4);

		if (gap == 3) {
			put(log, 0xbd, 0x20 | roll(log, 32));
			put(log, 0xbd, roll(log, 64));
			continue;
		}
		put(log, reg, value);
		pass(log, gap);
		put(log, reg, value | 0x20);
	} while (pass(log, roll(log, 150)));
}

/* Notes and silence, as songs have them; some registers that do not exist. */
static void make_notes(struct log *log)
{
	do {
		const unsigned c = roll(log, 9), o = c / 3 * 8 + c % 3;

		for (unsigned i = o; i <= o + 3; i += 3) {
			put(log, 0x20 + i, byte(log));
			put(log, 0x40 + i, roll(log, 64));
			put(log, 0x60 + i, byte(log) | 0x84);
			put(log, 0x80 + i, byte(log) | 6);
			put(log, 0xe0 + i, roll(log, 4));
			pass(log, 2);
		}
		put(log, 0xc0 + c, byte(log));
		put(log, roll(log, 0x20), byte(log));
		put(log, 0xa9 + roll(log, 7), byte(log));
		put(log, 0xa0 + c, byte(log));
		put(log, 0xb0 + c, byte(log) | 0x20);
		pass(log, 1 + roll(log, 1500));
		put(log, 0xb0 + c, byte(log) & 0x1f);
	} while (pass(log, 1 + roll(log, 3000)));
}

void make_logs(const char *root)
{
	static const struct {
		const char *name;
		unsigned long length;
		void (*make)(struct log *log);
	} logs[] = {
		{ "sparse", 12000, make_sparse },	{ "rhythm", 30000, make_rhythm },
		{ "envelopes", 80000, make_envelopes }, { "depths", 60000, make_depths },
		{ "keys", 15000, make_keys },		{ "notes", 90000, make_notes },
	};

	for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
		struct log log = { .seed = 1000 + i, .length = logs[i].length };
		char path[512];

		snprintf(path, sizeof path, "%s/opl2/%s.opl2log", root, logs[i].name);
		log.file = fopen(path, "w");
		if (!log.file) {
			perror(path);
			exit(1);
		}
		fprintf(log.file, "rate 49716\nlength %lu\n", log.length);
		logs[i].make(&log);
		fclose(log.file);
	}
}
