/*
 * Sounds of SCI0, the mole's: a tune with a loop and cues, for all devices that are
 * played; a knock as a digital sample; and instruments for AdLib.
 */
#include "samples.h"

#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LIMIT = 1 << 16,
	BANK_SIZE = 48 * EXH_SCI_INSTRUMENT_SIZE,
	BEAT = 15, /* ticks */
	BEATS = 16,
	PATCH_HEADER = 0x80,
	PATCH = 9,
	SOUND = 4,
	KNOCK_RATE = 8000,
	KNOCK_SIZE = 2000,
	KNOCK_HEADER = 44,
	END = 0xfc,
	CUE = 0xcf,
	CONTROL = 0xbf,
};

static void save(const char *root, const char *name, uint8_t type,
		 const struct exh_writer *out)
{
	const uint8_t header[] = { PATCH_HEADER | type, 0 };
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/sci0-sounds/%s", root, name);
	file = fopen(path, "wb");
	if (out->failed || !file || fwrite(header, 1, 2, file) != 2 ||
	    fwrite(out->data, 1, out->size, file) != out->size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

/*
 * Instruments: a horn, a bass, a bell; all others are the horn.
 */

enum { HORN, BASS, BELL };

static const uint8_t instruments[][EXH_SCI_INSTRUMENT_SIZE] = {
	[HORN] = { 0, 1, 5,  9, 3, 1, 4, 6, 26, 0, 0, 0, 1, 0,
		   1, 0, 10, 2, 1, 3, 8, 4, 0,	1, 0, 1, 0, 0 },
	[BASS] = { 0, 0, 4,  13, 5, 0, 6, 7, 18, 0, 0, 0, 1, 0,
		   1, 0, 12, 6,	 0, 4, 8, 2, 0,	 0, 0, 1, 0, 0 },
	[BELL] = { 1, 7, 0,  15, 4, 0, 4, 5, 30, 0, 0, 1, 1, 0,
		   2, 0, 15, 6,	 0, 4, 5, 8, 0,	 0, 1, 1, 0, 0 },
};

static void make_bank(const char *root)
{
	struct exh_writer out = { .limit = LIMIT };

	for (size_t i = 0; i < BANK_SIZE / EXH_SCI_INSTRUMENT_SIZE; i++)
		exh_write_bytes(&out, instruments[i > BELL ? HORN : i],
				EXH_SCI_INSTRUMENT_SIZE);
	save(root, "patch.003", PATCH, &out);
	exh_writer_free(&out);
}

/*
 * The tune.
 */

struct channel {
	unsigned number;
	uint8_t program, devices;
	uint8_t notes[BEATS]; /* 0: the previous one continues; 1: silence */
};

static const struct channel channels[] = {
	{ 1,
	  HORN,
	  EXH_SCI_ADLIB | EXH_SCI_TANDY | EXH_SCI_SPEAKER | EXH_SCI_MT32,
	  { 67, 64, 60, 64, 67, 72, 0, 1, 65, 62, 59, 62, 65, 71, 0, 1 } },
	{ 2,
	  BASS,
	  EXH_SCI_ADLIB | EXH_SCI_TANDY | EXH_SCI_MT32,
	  { 36, 0, 43, 0, 36, 0, 43, 0, 38, 0, 43, 0, 38, 0, 43, 0 } },
	{ 3,
	  BELL,
	  EXH_SCI_ADLIB | EXH_SCI_MT32,
	  { 1, 76, 1, 79, 1, 76, 1, 79, 1, 77, 1, 79, 1, 77, 1, 79 } },
};

enum { CHANNELS = sizeof channels / sizeof *channels };

struct tune {
	struct exh_writer *out;
	unsigned wait; /* ticks since the last event */
	uint8_t sounding[CHANNELS];
};

static void event(struct tune *tune, unsigned status, unsigned first, unsigned second)
{
	exh_write_u8(tune->out, (uint8_t)tune->wait);
	exh_write_u8(tune->out, (uint8_t)status);
	exh_write_u8(tune->out, (uint8_t)first);
	if (status >> 4 != 0xc)
		exh_write_u8(tune->out, (uint8_t)second);
	tune->wait = 0;
}

static void beat(struct tune *tune, size_t at)
{
	for (size_t i = 0; i < CHANNELS; i++) {
		const uint8_t note = channels[i].notes[at];

		if (!note)
			continue;
		if (tune->sounding[i])
			event(tune, 0x80 | channels[i].number, tune->sounding[i], 0);
		tune->sounding[i] = note == 1 ? 0 : note;
		if (note > 1)
			event(tune, 0x90 | channels[i].number, note, 100);
	}
	tune->wait += BEAT;
}

static void put_header(struct exh_writer *out, uint8_t flag)
{
	exh_write_u8(out, flag);
	for (unsigned i = 0, next = 0; i < EXH_SCI_CHANNELS; i++) {
		const bool used = next < CHANNELS && channels[next].number == i;

		exh_write_u8(out, used ? 2 : 0);
		exh_write_u8(out, used ? channels[next].devices : 0);
		next += used;
	}
}

static void make_tune(const char *root)
{
	struct exh_writer out = { .limit = LIMIT };
	struct tune tune = { .out = &out };

	put_header(&out, 0);
	for (size_t i = 0; i < CHANNELS; i++)
		event(&tune, 0xc0 | channels[i].number, channels[i].program, 0);
	event(&tune, CUE, 1, 0);
	for (size_t i = 0; i < BEATS; i++) {
		if (i == BEATS / 2)
			event(&tune, CUE, EXH_SCI_LOOP_CUE, 0);
		if (i == BEATS * 3 / 4)
			event(&tune, CONTROL, 0x60, 1);
		beat(&tune, i);
	}
	for (size_t i = 0; i < CHANNELS; i++)
		if (tune.sounding[i])
			event(&tune, 0x80 | channels[i].number, tune.sounding[i], 0);
	exh_write_u8(&out, END);
	save(root, "sound.001", SOUND, &out);
	exh_writer_free(&out);
}

/*
 * A knock: two strokes that die away.
 */

static void put_knock(struct exh_writer *out)
{
	for (int i = 0; i < KNOCK_SIZE; i++) {
		const int at = i % (KNOCK_SIZE / 2);
		const int loud = at < 500 ? 120 - at * 120 / 500 : 0;
		const int wave = at % 40 < 20 ? at % 20 - 10 : 10 - at % 20;

		exh_write_u8(out, (uint8_t)(128 + loud * wave / 10));
	}
}

static void make_knock(const char *root)
{
	static const uint8_t mark[] = { 0x1a, 0, 1, 0 };
	uint8_t header[KNOCK_HEADER] = { 0 };
	struct exh_writer out = { .limit = LIMIT };

	memcpy(header, mark, sizeof mark);
	header[14] = KNOCK_RATE & 0xff;
	header[15] = KNOCK_RATE >> 8;
	header[32] = KNOCK_SIZE & 0xff;
	header[33] = KNOCK_SIZE >> 8;
	put_header(&out, 2);
	exh_write_u8(&out, 30); /* ticks */
	exh_write_u8(&out, END);
	exh_write_bytes(&out, header, sizeof header);
	put_knock(&out);
	save(root, "sound.002", SOUND, &out);
	exh_writer_free(&out);
}

void make_sci_sounds(const char *root)
{
	make_bank(root);
	make_tune(root);
	make_knock(root);
}
