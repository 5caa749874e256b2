/*
 * The IMF in the MIDI file that was made from it: a meta event for sequencers (FF 7F)
 * with the file and a sum of all notes. Notes only approximate the writes to a chip;
 * while they are unchanged, the IMF can be restored exactly.
 *
 * The event: 7D (no manufacturer), "exhume imf 1", ticks per second (numerator and
 * denominator), sum of the notes (8 bytes), CRC-32 and size of the IMF, all
 * little-endian; then the IMF packed by zlib.
 */
#include "song.h"

#include "task/memory.h"

#include <exhume/advanced/keen_audio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_SIZE = 1 << 24, /* bytes of an IMF */ HEAD_SIZE = 24 };

static const char signature[] = "\x7d"
				"exhume imf 1";

enum { SIGNATURE_SIZE = sizeof signature - 1 };

/*
 * The sum of the notes.
 */

/* Mixes all bits (the finalizer of splitmix64). */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static uint64_t sum_event(const struct exh_smf_event *event, uint64_t tick)
{
	unsigned status = event->status, second = event->data[1];

	switch (status >> 4) {
	case 0x9:
		if (second)
			break;
		status ^= 0x10; /* silent: ends the note */
		break;
	case 0x8:
	case 0xc:
		second = 0;
		break;
	case 0xb:
	case 0xe:
		break;
	default: /* does not affect the notes */
		return 0;
	}
	return mix(mix(tick) + (status << 16 | (unsigned)event->data[0] << 8 | second));
}

/* Returns a sum of all notes and their times, in ticks of the IMF. It is independent of
 * the order at one time, of tracks, and of the way a program writes an event. */
static enum exh_status sum_notes(const struct exh_smf *smf, struct exh_keen_imf_rate rate,
				 uint64_t *sum, struct exh_error *err)
{
	struct exh_smf_clock clock;
	enum exh_status status = EXH_OK;

	*sum = 0;
	exh_smf_clock_start(smf, &clock);
	for (size_t i = 0; i < smf->count && !status; i++) {
		const struct exh_smf_event *event = &smf->events[i];

		status = exh_smf_clock_pass(&clock, event->tick, err);
		exh_smf_clock_take(&clock, event);
		*sum += sum_event(event,
				  exh_keen_imf_tick_at(
					  rate, exh_smf_clock_at(&clock, EXH_OPL2_RATE)));
	}
	if (!status)
		status = exh_smf_clock_pass(&clock, smf->end, err);
	*sum += mix(exh_keen_imf_tick_at(rate, exh_smf_clock_at(&clock, EXH_OPL2_RATE)));
	return status;
}

/*
 * Writing.
 */

static void put_u64(struct exh_writer *out, uint64_t value)
{
	exh_write_u32le(out, (uint32_t)value);
	exh_write_u32le(out, (uint32_t)(value >> 32));
}

enum exh_status song_original_put(const struct song_original *original,
				  struct exh_bytes midi, struct exh_writer *out,
				  struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	const struct exh_bytes file = original->file;
	uLongf size = compressBound((uLong)file.size);
	uint8_t *packed = mem_alloc(size, 1);
	struct exh_smf smf;
	uint64_t sum = 0;
	enum exh_status status = exh_smf_read(midi, &arena, &smf, NULL, err);

	if (!status)
		status = sum_notes(&smf, original->rate, &sum, err);
	if (!status && compress2(packed, &size, file.data, (uLong)file.size, 9) != Z_OK)
		mem_end();
	if (!status) {
		exh_write_bytes(out, signature, SIGNATURE_SIZE);
		exh_write_u32le(out, original->rate.numerator);
		exh_write_u32le(out, original->rate.denominator);
		put_u64(out, sum);
		exh_write_u32le(out, exh_crc32(file));
		exh_write_u32le(out, (uint32_t)file.size);
		exh_write_bytes(out, packed, size);
	}
	free(packed);
	exh_arena_free(&arena);
	return status;
}

/*
 * Reading.
 */

static uint32_t u32_at(const uint8_t *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

static uint64_t kept_sum(struct exh_bytes event)
{
	const uint8_t *sum = event.data + SIGNATURE_SIZE + 8;

	return u32_at(sum) | (uint64_t)u32_at(sum + 4) << 32;
}

/* False: the event is damaged. */
static bool unpack(struct exh_bytes event, struct exh_arena *arena,
		   struct song_original *out)
{
	const uint8_t *head = event.data + SIGNATURE_SIZE;
	uLongf size;
	uint8_t *file;

	if (event.size < SIGNATURE_SIZE + HEAD_SIZE)
		return false;
	out->rate = (struct exh_keen_imf_rate){ u32_at(head), u32_at(head + 4) };
	size = u32_at(head + 20);
	if (!out->rate.numerator || !out->rate.denominator || !size || size > MOST_SIZE)
		return false;
	file = mem_arena(arena, 1, size);
	out->file = (struct exh_bytes){ file, size, 0 };
	return uncompress(file, &size, head + HEAD_SIZE,
			  (uLong)(event.size - SIGNATURE_SIZE - HEAD_SIZE)) == Z_OK &&
	       size == out->file.size && exh_crc32(out->file) == u32_at(head + 16);
}

void song_original_find(const struct exh_smf *smf, struct exh_arena *arena,
			struct song_original *out, struct exh_notes *notes)
{
	*out = (struct song_original){ .file = { .data = NULL } };
	for (size_t i = 0; i < smf->count; i++) {
		const struct exh_smf_event *event = &smf->events[i];
		uint64_t sum;

		if (event->status != EXH_SMF_META || event->meta != EXH_SMF_SEQUENCER ||
		    event->bytes.size < SIGNATURE_SIZE ||
		    memcmp(event->bytes.data, signature, SIGNATURE_SIZE) != 0)
			continue;
		if (!unpack(event->bytes, arena, out)) {
			out->file = (struct exh_bytes){ .data = NULL };
			exh_note(
				notes, EXH_WARNING, event->offset,
				"the IMF that this file was made from is damaged: an IMF "
				"is made of the notes");
			return;
		}
		out->is_edited = sum_notes(smf, out->rate, &sum, NULL) ||
				 sum != kept_sum(event->bytes);
		return;
	}
}
