#include "exhume/advanced/smf.h"

#include "../base/common.h"

#include <inttypes.h>
#include <string.h>

enum {
	MAX_NUMBER = 0x0fffffff, /* largest time or size: four times seven bits */
};

void exh_smf_write_header(struct exh_writer *out, unsigned format, unsigned track_count,
			  unsigned division)
{
	exh_write_bytes(out, "MThd", 4);
	write_u32be(out, 6);
	write_u16be(out, format);
	write_u16be(out, track_count);
	write_u16be(out, division);
}

void exh_smf_track_start(struct exh_smf_track *track, struct exh_writer *out)
{
	exh_write_bytes(out, "MTrk", 4);
	write_u32be(out, 0); /* the size is set at the end */
	*track = (struct exh_smf_track){ .out = out, .start = out->size };
}

/* Seven bits a byte, the highest first. */
static void put_number(struct exh_smf_track *track, uint64_t value)
{
	track->overflows |= value > MAX_NUMBER;
	for (int shift = 21; shift > 0; shift -= 7)
		if (value >> shift)
			exh_write_u8(track->out, (uint8_t)(0x80 | value >> shift));
	exh_write_u8(track->out, (uint8_t)(value & 0x7f));
}

static void put_time(struct exh_smf_track *track, uint64_t tick)
{
	put_number(track, tick - track->tick);
	track->tick = tick;
}

void exh_smf_put(struct exh_smf_track *track, uint64_t tick, uint8_t status,
		 uint8_t first, uint8_t second)
{
	const unsigned kind = status >> 4;

	put_time(track, tick);
	exh_write_u8(track->out, status);
	exh_write_u8(track->out, first & 0x7f);
	if (kind != 0xc && kind != 0xd)
		exh_write_u8(track->out, second & 0x7f);
}

void exh_smf_put_meta(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
		      const void *data, size_t size)
{
	put_time(track, tick);
	exh_write_u8(track->out, EXH_SMF_META);
	exh_write_u8(track->out, kind);
	put_number(track, size);
	exh_write_bytes(track->out, data, size);
}

void exh_smf_put_text(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
		      const char *text)
{
	exh_smf_put_meta(track, tick, kind, text, strlen(text));
}

void exh_smf_put_tempo(struct exh_smf_track *track, uint64_t tick, uint32_t microseconds)
{
	const uint8_t tempo[] = { (uint8_t)(microseconds >> 16),
				  (uint8_t)(microseconds >> 8), (uint8_t)microseconds };

	exh_smf_put_meta(track, tick, EXH_SMF_TEMPO, tempo, sizeof tempo);
}

void exh_smf_put_sysex(struct exh_smf_track *track, uint64_t tick, struct exh_bytes bytes)
{
	put_time(track, tick);
	exh_write_u8(track->out, EXH_SMF_SYSEX);
	put_number(track, bytes.size + 1);
	exh_write_bytes(track->out, bytes.data, bytes.size);
	exh_write_u8(track->out, EXH_SMF_ESCAPE);
}

enum exh_status exh_smf_track_end(struct exh_smf_track *track, uint64_t tick,
				  struct exh_error *err)
{
	struct exh_writer *out = track->out;
	uint64_t size;

	exh_smf_put_meta(track, tick, EXH_SMF_END, NULL, 0);
	if (track->overflows)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a time or a size above %d, which a MIDI file can't hold",
				MAX_NUMBER);
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for so many events");
	size = out->size - track->start;
	if (size > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " bytes of events, a MIDI file holds at most "
				"%" PRIu32,
				size, UINT32_MAX);
	for (size_t i = 0; i < 4; i++)
		out->data[track->start - 4 + i] = (uint8_t)(size >> (24 - 8 * i));
	return EXH_OK;
}
