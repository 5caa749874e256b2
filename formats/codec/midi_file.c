#include "exhume/advanced/smf.h"

#include "../base/reader.h"

#include <stdlib.h>
#include <string.h>

enum {
	SMPTE = 0x8000, /* bit of the division */
	DROP_FRAMES = 29,
	DEFAULT_TEMPO = 500000, /* microseconds of a quarter note */
	SECOND = 1000000,
	MOST_VALUE = 127,
};

/* Half of what 64 bits hold when a second's part of it is multiplied. */
#define MOST_TIME (UINT64_C(1) << 57)
#define MOST_DELAY (UINT64_C(1) << 32)

struct reading {
	struct exh_smf *out;
	struct exh_notes *notes;
	struct exh_error *err;
	/* Clamped controllers; offset of the first one. */
	size_t clamped_count, clamped_offset;
};

/*
 * Tracks.
 */

static uint32_t read_number(struct reader *r)
{
	uint32_t number = 0;

	for (size_t i = 0; i < 4; i++) {
		const uint8_t byte = rd_u8(r);

		number = number << 7 | (byte & 0x7f);
		if (!(byte & 0x80))
			return number;
	}
	r->failed = true;
	return 0;
}

static struct exh_bytes read_bytes(struct reader *r)
{
	const uint32_t size = read_number(r);
	const size_t base = rd_tell(r);
	const uint8_t *data = rd_take(r, size);

	return (struct exh_bytes){ data, data ? size : 0, base };
}

static size_t parameter_count(uint8_t status)
{
	return status >> 4 == 0xc || status >> 4 == 0xd ? 1 : 2;
}

/* Takes a parameter. False if it is invalid; larger values of controllers, which
 * programs are known to write, are clamped. */
static bool take_parameter(struct reading *m, const struct reader *r, uint8_t status,
			   uint8_t *value)
{
	if (*value <= MOST_VALUE)
		return true;
	if (status >> 4 != 0xb)
		return false;
	if (!m->clamped_count++)
		m->clamped_offset = rd_tell(r) - 1;
	*value = MOST_VALUE;
	return true;
}

/* running: the last status of a channel; 0: none. */
static enum exh_status read_event(struct reading *m, struct reader *r, uint8_t *running,
				  struct exh_smf_event *out)
{
	const size_t at = rd_tell(r);

	out->status = rd_u8(r);
	if (out->status < 0x80 && *running && !r->failed) {
		out->status = *running;
		r->pos--;
	}
	if (out->status == EXH_SMF_META)
		out->meta = rd_u8(r);
	if (out->status == EXH_SMF_META || out->status == EXH_SMF_SYSEX ||
	    out->status == EXH_SMF_ESCAPE) {
		out->bytes = read_bytes(r);
		*running = 0;
		return EXH_OK;
	}
	if (!r->failed && (out->status < 0x80 || out->status > EXH_SMF_SYSEX))
		return exh_fail(m->err, EXH_INVALID, at, "invalid status 0x%02x",
				out->status);
	*running = out->status;
	for (size_t i = 0; i < parameter_count(out->status); i++) {
		out->data[i] = rd_u8(r);
		if (!take_parameter(m, r, out->status, &out->data[i]))
			return exh_fail(m->err, EXH_INVALID, rd_tell(r) - 1,
					"a parameter of 0x%02x, at most 0x7f are allowed",
					out->data[i]);
	}
	return EXH_OK;
}

static enum exh_status read_track(struct reading *m, struct exh_bytes in, unsigned number)
{
	struct reader r = { .in = in };
	uint64_t tick = 0;
	uint8_t running = 0;
	enum exh_status status = EXH_OK;

	while (rd_left(&r) && !status) {
		struct exh_smf_event event = { .place = m->out->count, .track = number };

		tick += read_number(&r);
		event.tick = tick;
		event.offset = rd_tell(&r);
		status = read_event(m, &r, &running, &event);
		if (!status && r.failed)
			status = exh_fail(m->err, EXH_TRUNCATED, in.base + in.size,
					  "the track ends within an event");
		if (status)
			return status;
		if (tick > m->out->end)
			m->out->end = tick;
		if (event.status == EXH_SMF_META && event.meta == EXH_SMF_END)
			return EXH_OK;
		m->out->events[m->out->count++] = event;
	}
	exh_note(m->notes, EXH_WARNING, in.base + in.size, "the track has no end event");
	return EXH_OK;
}

static bool is_chunk(const uint8_t *name, const char *wanted)
{
	return name && memcmp(name, wanted, 4) == 0;
}

/* Chunks of other kinds are skipped. */
static enum exh_status read_tracks(struct reading *m, struct reader *r, unsigned count)
{
	unsigned number = 0;

	while (number < count) {
		const size_t at = rd_tell(r);
		const bool is_at_end = !rd_left(r);
		const uint8_t *name = rd_take(r, 4);
		const uint32_t size = rd_u32be(r);
		const size_t base = rd_tell(r);
		const uint8_t *data = rd_take(r, size);
		enum exh_status status = EXH_OK;

		if (is_at_end && number) {
			exh_note(m->notes, EXH_WARNING, at,
				 "%u tracks declared, %u found", count, number);
			return EXH_OK;
		}
		if (r->failed)
			return exh_fail(m->err, EXH_TRUNCATED, at,
					"track %u of %u: the file ends within it", number,
					count);
		if (!is_chunk(name, "MTrk"))
			continue;
		status = read_track(m, (struct exh_bytes){ data, size, base }, number);
		if (status)
			return exh_within(m->err, status, "track %u", number);
		number++;
	}
	if (rd_left(r) >= 8 && is_chunk(rd_take(r, 4), "MTrk"))
		exh_note(m->notes, EXH_WARNING, rd_tell(r) - 4,
			 "another track follows the last of %u declared", count);
	return EXH_OK;
}

/*
 * The header.
 */

static enum exh_status read_division(struct reading *m, unsigned division)
{
	const unsigned frames = 256 - (division >> 8);

	m->out->has_smpte = division & SMPTE;
	m->out->division = division;
	if (m->out->has_smpte && frames == DROP_FRAMES)
		return exh_fail(m->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"a clock of 29.97 frames per second: only quarter notes, "
				"and 24, 25 or 30 frames are supported");
	if (m->out->has_smpte)
		m->out->division = frames * (division & 0xff);
	return m->out->division ? EXH_OK
				: exh_fail(m->err, EXH_INVALID, EXH_NO_OFFSET,
					   "a division of 0 ticks");
}

static enum exh_status read_all(struct reading *m, struct exh_bytes in)
{
	struct reader r = { .in = in };
	const uint8_t *name = rd_take(&r, 4);
	const uint32_t size = rd_u32be(&r);
	const unsigned format = rd_u16be(&r), count = rd_u16be(&r);
	const unsigned division = rd_u16be(&r);
	enum exh_status status;

	if (r.failed || !is_chunk(name, "MThd") || size < 6)
		return exh_fail(m->err, EXH_INVALID, in.base,
				"no header of a MIDI file (MThd)");
	rd_take(&r, size - 6);
	if (format > 1)
		return exh_fail(m->err, EXH_UNSUPPORTED, in.base + 8,
				"a MIDI file of format %u: only 0 and 1 are supported",
				format);
	m->out->format = format;
	m->out->track_count = count;
	status = read_division(m, division);
	return status ? status : read_tracks(m, &r, count);
}

/*
 * Sorting all events into one list.
 */

static int by_time(const void *a, const void *b)
{
	const struct exh_smf_event *one = a, *other = b;

	if (one->tick != other->tick)
		return one->tick < other->tick ? -1 : 1;
	return (one->place > other->place) - (one->place < other->place);
}

bool exh_smf_is(struct exh_bytes in)
{
	return in.size >= 4 && is_chunk(in.data, "MThd");
}

enum exh_status exh_smf_read(struct exh_bytes in, struct exh_arena *arena,
			     struct exh_smf *out, struct exh_notes *notes,
			     struct exh_error *err)
{
	struct reading m = { .out = out, .notes = notes, .err = err };
	enum exh_status status;

	*out = (struct exh_smf){ 0 };
	if (in.size > EXH_SMF_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, at most %d are read", in.size, EXH_SMF_LIMIT);
	/* An event has a delay and a status or a parameter. */
	out->events = exh_alloc(arena, in.size / 2 + 1, sizeof *out->events);
	if (!out->events)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = read_all(&m, in);
	if (!status && m.clamped_count)
		exh_note(notes, EXH_WARNING, m.clamped_offset,
			 "%zu parameters of controllers are above %d: taken for %d",
			 m.clamped_count, MOST_VALUE, MOST_VALUE);
	if (!status)
		qsort(out->events, out->count, sizeof *out->events, by_time);
	return status;
}

/*
 * Time.
 */

void exh_smf_clock_start(const struct exh_smf *smf, struct exh_smf_clock *clock)
{
	*clock = (struct exh_smf_clock){ .tempo = smf->has_smpte ? SECOND : DEFAULT_TEMPO,
					 .division = smf->division,
					 .has_smpte = smf->has_smpte };
}

enum exh_status exh_smf_clock_pass(struct exh_smf_clock *clock, uint64_t tick,
				   struct exh_error *err)
{
	const uint64_t delay = tick - clock->tick;

	if (delay <= MOST_DELAY && clock->time <= MOST_TIME)
		clock->time += delay * clock->tempo;
	else
		clock->time = UINT64_MAX;
	clock->tick = tick;
	return clock->time <= MOST_TIME
		       ? EXH_OK
		       : exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "the song lasts longer than can be counted");
}

void exh_smf_clock_take(struct exh_smf_clock *clock, const struct exh_smf_event *event)
{
	const uint8_t *p = event->bytes.data;

	if (event->status == EXH_SMF_META && event->meta == EXH_SMF_TEMPO &&
	    event->bytes.size == 3 && !clock->has_smpte)
		clock->tempo = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

uint64_t exh_smf_clock_at(const struct exh_smf_clock *clock, uint32_t per_second)
{
	const uint64_t second = (uint64_t)SECOND * clock->division;

	return clock->time / second * per_second +
	       (clock->time % second * per_second + second / 2) / second;
}
