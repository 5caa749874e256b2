/*
 * Sound of the mole's world, as id's games have it: effects for the PC speaker and for
 * the AdLib card, and two songs, composed in code. Packed like Keen 4 to 6 into keen4/,
 * with the marks after the groups, and unpacked into audiot/, where the songs are
 * separate files as well.
 */
#include "samples.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum {
	LIMIT = 1 << 20,
	SONGS = 2,
	STEP_TICKS = 70,
	VOICES = 3,
};

static void check(enum exh_status status, const struct exh_error *err)
{
	if (!status)
		return;
	fprintf(stderr, "make_testdata: sounds: %s\n", err->text);
	exit(1);
}

static struct exh_bytes bytes_of(const struct exh_writer *out)
{
	return (struct exh_bytes){ out->data, out->size, 0 };
}

static void save(const char *root, const char *name, const void *data, size_t size)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", root, name);
	file = fopen(path, "wb");
	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

/*
 * Effects: a byte a tick, made by a function of the tick. The speaker's counts periods of
 * 60 clocks of the timer, that of the AdLib card is the low byte of a frequency number.
 */

typedef unsigned (*shape)(unsigned tick);

static unsigned dig(unsigned tick)
{
	return tick % 4 == 3 ? 0 : 90 + tick * 37 % 60;
}

static unsigned hop(unsigned tick)
{
	return 120 - 4 * tick;
}

static unsigned hop_adlib(unsigned tick)
{
	return 100 + 6 * tick;
}

static unsigned coin(unsigned tick)
{
	return tick < 8 ? 20 : 15;
}

static unsigned coin_adlib(unsigned tick)
{
	return tick < 8 ? 172 : tick < 30 ? 230 : 0;
}

static unsigned thud(unsigned tick)
{
	return tick < 6 ? 200 + 9 * tick : 0;
}

static unsigned click(unsigned tick)
{
	return 255 - tick; /* the speaker takes a first 255 for "as before" */
}

/* A chord, broken, with a rest before its last note. */
static unsigned fanfare(unsigned tick)
{
	static const uint8_t notes[] = { 76, 61, 51, 0, 38, 38 };

	return notes[tick / 8];
}

static unsigned fanfare_adlib(unsigned tick)
{
	static const uint8_t notes[] = { 115, 145, 172, 0, 230, 230 };

	return notes[tick / 8];
}

static const struct sound {
	uint16_t priority;
	shape speaker;
	unsigned speaker_ticks;
	shape adlib;
	unsigned adlib_ticks;
	uint8_t instrument[16]; /* as in struct exh_keen_effect */
	uint8_t block;
} sounds[] = {
	{ 10, dig, 12, dig, 14, { 0x0e, 0x01, 0x0a, 0x04, 0xf3, 0xf5, 0xf7, 0xf6 }, 2 },
	{ 20,
	  hop,
	  18,
	  hop_adlib,
	  20,
	  { 0x21, 0x21, 0x1a, 0x06, 0xf2, 0xf2, 0x25, 0x36 },
	  4 },
	{ 50,
	  coin,
	  24,
	  coin_adlib,
	  36,
	  { 0x04, 0x01, 0x20, 0x05, 0xf4, 0xf3, 0x34, 0x35, 0, 1 },
	  6 },
	{ 30, thud, 8, thud, 8, { 0x00, 0x00, 0x08, 0x00, 0xf8, 0xd7, 0xf7, 0xf8 }, 1 },
	{ 0, click, 0, click, 2, { 0x01, 0x01, 0x10, 0x08, 0xff, 0xff, 0xff, 0xff }, 5 },
	{ 90,
	  fanfare,
	  48,
	  fanfare_adlib,
	  48,
	  { 0x31, 0x61, 0x1c, 0x02, 0x82, 0x92, 0x0b, 0x3b, 2 },
	  5 },
};

enum { SOUNDS = LENGTH(sounds), CHUNKS = 3 * SOUNDS + SONGS };

static void write_effect(const struct sound *sound, bool is_adlib, struct exh_writer *out)
{
	const unsigned ticks = is_adlib ? sound->adlib_ticks : sound->speaker_ticks;

	exh_write_u32le(out, ticks);
	exh_write_u16le(out, sound->priority);
	if (is_adlib) {
		exh_write_bytes(out, sound->instrument, sizeof sound->instrument);
		exh_write_u8(out, sound->block);
	}
	for (unsigned tick = 0; tick < ticks; tick++)
		exh_write_u8(out, (uint8_t)(is_adlib ? sound->adlib(tick)
						     : sound->speaker(tick)));
	exh_write_u8(out, 0);
}

/*
 * Songs: a row of letters a voice, one a step. A to G are notes, a sharp is in lower
 * case; a dot holds, a dash is a rest. Channel 0 is left to the effects.
 */

struct voice {
	uint8_t instrument[11]; /* 20 to E0, modulator and carrier in turn, and C0 */
	uint8_t block;
	const char *row;
};

static const struct voice mole[VOICES] = {
	{ { 0x21, 0x21, 0x1e, 0x08, 0xf2, 0xf3, 0x45, 0x46, 0, 0, 0x06 },
	  4,
	  "C.E.G.E.A.G.E.--F.A.G.E.D.--D.--C.E.G.E.A.G.E.--F.D.E.D.C...--..-" },
	{ { 0x01, 0x01, 0x12, 0x06, 0xf3, 0xf4, 0x66, 0x67, 1, 0, 0x0a },
	  2,
	  "C---G---C---G---F---C---G---G---C---G---C---E---F---G---C---C---" },
	{ { 0x05, 0x01, 0x24, 0x0c, 0xf7, 0xf8, 0x88, 0x88, 2, 1, 0x00 },
	  3,
	  "--E---E---E---E---A---E---B---B---E---E---E---g---A---B---E.....-" },
};

static const struct voice deep[VOICES] = {
	{ { 0x31, 0x22, 0x23, 0x0a, 0x72, 0x63, 0x23, 0x24, 0, 0, 0x0c },
	  3,
	  "A.....C.E.....d.D...C...B.......-" },
	{ { 0x21, 0x21, 0x1c, 0x0c, 0x92, 0x83, 0x33, 0x34, 0, 0, 0x0e },
	  1,
	  "A.......A.......F.......E.......-" },
	{ { 0x02, 0x01, 0x2f, 0x10, 0xf2, 0xf3, 0x54, 0x55, 3, 0, 0x02 },
	  4,
	  "----E.C.----A.E.----C.A.----g.B.-" },
};

/* F-numbers of an octave from C on, at block 4: 262 Hz. */
static unsigned f_number(char letter)
{
	static const char letters[] = "CcDdEFfGgAaB";
	static const uint16_t numbers[] = { 345, 365, 387, 410, 435, 460,
					    488, 517, 547, 580, 614, 651 };
	const char *found = strchr(letters, letter);

	return found ? numbers[found - letters] : 0;
}

static void write_register(struct exh_writer *out, unsigned reg, unsigned value)
{
	exh_write_u8(out, (uint8_t)reg);
	exh_write_u8(out, (uint8_t)value);
	exh_write_u16le(out, 0);
}

/* The record already written holds the wait. */
static void wait(struct exh_writer *out, unsigned ticks)
{
	uint8_t *delay = out->data + out->size - 2;
	const unsigned sum = delay[0] + 256U * delay[1] + ticks;

	delay[0] = (uint8_t)sum;
	delay[1] = (uint8_t)(sum >> 8);
}

static void set_voice(struct exh_writer *out, const struct voice *voice, unsigned channel)
{
	static const uint8_t registers[] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };
	const unsigned slot = channel / 3 * 8 + channel % 3;

	for (unsigned i = 0; i < LENGTH(registers); i++) {
		write_register(out, registers[i] + slot, voice->instrument[2 * i]);
		write_register(out, registers[i] + slot + 3,
			       voice->instrument[2 * i + 1]);
	}
	write_register(out, 0xc0 + channel, voice->instrument[10]);
}

static void write_step(struct exh_writer *out, const struct voice *voice,
		       unsigned channel, char letter)
{
	const unsigned number = f_number(letter);

	if (letter == '.')
		return;
	write_register(out, 0xb0 + channel, 0);
	if (!number)
		return;
	write_register(out, 0xa0 + channel, number & 0xff);
	write_register(out, 0xb0 + channel,
		       0x20 | (unsigned)voice->block << 2 | number >> 8);
}

static void write_song(const struct voice voices[VOICES], struct exh_writer *out)
{
	const size_t steps = strlen(voices[0].row);

	write_register(out, 0, 0);
	write_register(out, 0xbd, 0);
	for (unsigned i = 0; i < VOICES; i++)
		set_voice(out, &voices[i], i + 1);
	for (size_t step = 0; step < steps; step++) {
		for (unsigned i = 0; i < VOICES; i++)
			if (step < strlen(voices[i].row))
				write_step(out, &voices[i], i + 1, voices[i].row[step]);
		wait(out, STEP_TICKS);
	}
}

/* Type 1: the size of the records in front. */
static void write_sized(struct exh_bytes records, struct exh_writer *out)
{
	exh_write_u16le(out, (uint16_t)records.size);
	exh_write_bytes(out, records.data, records.size);
}

static void write_tag(struct exh_writer *out)
{
	static const char tag[] = "\x1aMole Hill\0The Mole\0Dug up in code. \x8e!\0";

	exh_write_bytes(out, tag, sizeof tag - 1);
	exh_write_bytes(out, "EXHUME\0\0", 9);
}

/* That of MUSE: its names end in zeros, followed by leftovers. */
static void write_muse(struct exh_writer *out)
{
	uint8_t footer[88];

	memset(footer, 0xee, sizeof footer);
	memcpy(footer, "\1\0MOLE\0IMF", 11);
	memcpy(footer + 18, "\\dig\\MOLE.IMF", 14);
	exh_write_bytes(out, footer, sizeof footer);
}

/*
 * Archives.
 */

struct chunks {
	struct exh_writer items[CHUNKS]; /* empty: none */
};

static void fill(struct chunks *chunks, bool keen4)
{
	static const struct voice *const songs[SONGS] = { mole, deep };

	for (size_t i = 0; i < CHUNKS; i++)
		chunks->items[i] = (struct exh_writer){ .limit = LIMIT };
	for (size_t i = 0; i < SOUNDS; i++) {
		write_effect(&sounds[i], false, &chunks->items[i]);
		write_effect(&sounds[i], true, &chunks->items[SOUNDS + i]);
	}
	for (size_t i = 0; i < SONGS; i++) {
		struct exh_writer *out = &chunks->items[3 * SOUNDS + i];
		struct exh_writer records = { .limit = LIMIT };

		write_song(songs[i], &records);
		write_sized(bytes_of(&records), out);
		exh_writer_free(&records);
		if (i == 0 && keen4)
			write_muse(out);
		else if (i == 0)
			write_tag(out);
	}
}

static void build_dict(const struct chunks *chunks, struct exh_huffman *huffman,
		       uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	uint64_t counts[256];
	struct exh_error err;

	for (size_t i = 0; i < 256; i++)
		counts[i] = 1; /* codes of bytes that don't occur get very long by 0 */
	for (size_t i = 0; i < CHUNKS; i++)
		for (size_t k = 0; k < chunks->items[i].size; k++)
			counts[chunks->items[i].data[k]]++;
	exh_huffman_build(counts, dict);
	check(exh_huffman_read(huffman,
			       (struct exh_bytes){ dict, EXH_HUFFMAN_DICT_SIZE, 0 }, NULL,
			       &err),
	      &err);
}

/* A dictionary packs the chunks, and marks the ends of their groups. */
static void pack(const struct chunks *chunks, const struct exh_huffman *huffman,
		 struct exh_writer *archive, struct exh_writer *head)
{
	struct exh_error err;

	for (size_t i = 0; i < CHUNKS; i++) {
		const struct exh_bytes chunk = bytes_of(&chunks->items[i]);
		const bool last =
			i == CHUNKS - 1 || (i < 3 * SOUNDS && i % SOUNDS == SOUNDS - 1);

		exh_write_u32le(head, (uint32_t)archive->size);
		if (!huffman) {
			exh_write_bytes(archive, chunk.data, chunk.size);
			continue;
		}
		if (chunk.size) {
			exh_write_u32le(archive, (uint32_t)chunk.size);
			check(exh_huffman_pack(huffman, chunk, archive, &err), &err);
		}
		if (last)
			exh_write_bytes(archive, "!ID!", 4);
	}
	exh_write_u32le(head, (uint32_t)archive->size);
}

static void make_archive(const char *root, bool keen4)
{
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	static struct exh_huffman huffman;
	struct chunks chunks;

	fill(&chunks, keen4);
	build_dict(&chunks, &huffman, dict);
	pack(&chunks, keen4 ? &huffman : NULL, &archive, &head);
	save(root, keen4 ? "keen4/AUDIO.SMP" : "audiot/AUDIOT.SMP", archive.data,
	     archive.size);
	save(root, keen4 ? "keen4/AUDIOHHD.SMP" : "audiot/AUDIOHED.SMP", head.data,
	     head.size);
	if (keen4) {
		save(root, "keen4/AUDIODCT.SMP", dict, sizeof dict);
	} else {
		const struct exh_writer *song = &chunks.items[3 * SOUNDS];

		save(root, "audiot/MOLE.WLF", song->data, song->size);
		song++;
		save(root, "audiot/DEEP.IMF", song->data + 2, song->size - 2);
	}
	for (size_t i = 0; i < CHUNKS; i++)
		exh_writer_free(&chunks.items[i]);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

void make_sounds(const char *root)
{
	make_archive(root, true);
	make_archive(root, false);
}
