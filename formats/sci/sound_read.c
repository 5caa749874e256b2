#include "exhume/sci.h"

#include "../base/reader.h"
#include "exhume/opl2.h"
#include "voices.h"

#include <string.h>

enum {
	HEADER_SIZE = 1 + 2 * EXH_SCI_CHANNELS,
	EARLY_HEADER_SIZE = 1 + EXH_SCI_CHANNELS,
	AT_PERCUSSION = 9,
	MAX_VOICES = 16, /* highest number that a header requests */
	EDITORS_END = 0x1a,
	LEAST_RATE = 1000, /* Hz, for samples without a mark */
	PADDING =
		1, /* bytes that may follow a sample, to an even size or as EDITORS_END */
};

const char *exh_sci_device_name(unsigned bit)
{
	static const char *const names[] = { "mt32",  "fb01",	 "adlib", "casio",
					     "tandy", "speaker", "amiga", "gm" };

	return bit < sizeof names / sizeof *names ? names[bit] : NULL;
}

/*
 * Events.
 */

enum outcome {
	EVENT,
	/* Not an event: */
	BROKEN_OFF,
	NO_STATUS,
	BAD_STATUS,
	TOO_LONG,
};

struct walk {
	struct reader r;
	uint32_t tick;
	uint8_t running; /* 0: none */
	size_t status_at;
	uint8_t wrong; /* the byte that should be a status, or has no running status */
	bool has_high; /* a parameter above 127 */
};

/* Leaves FC to be read as a status. */
static enum outcome read_delta(struct walk *walk)
{
	uint64_t tick = walk->tick;

	for (;;) {
		const size_t at = walk->r.pos;
		const uint8_t byte = rd_u8(&walk->r);

		if (walk->r.failed)
			return BROKEN_OFF;
		if (byte == END)
			walk->r.pos = at;
		else
			tick += byte == LONG_DELTA ? LONG_DELTA_TICKS : byte;
		if (tick > UINT32_MAX)
			return TOO_LONG;
		walk->tick = (uint32_t)tick;
		if (byte != LONG_DELTA)
			return EVENT;
	}
}

static enum outcome read_sysex(struct walk *walk, struct exh_sci_sound_event *event)
{
	const size_t start = walk->r.pos;
	const uint8_t *end = NULL;

	if (rd_left(&walk->r))
		end = memchr(walk->r.in.data + start, SYSEX_END, rd_left(&walk->r));
	if (!end)
		return BROKEN_OFF;
	walk->r.pos = (size_t)(end - walk->r.in.data) + 1;
	exh_bytes_slice(walk->r.in, start, walk->r.pos - 1 - start, &event->sysex);
	return EVENT;
}

/* Reads the status at r; false if there is none. */
static bool take_status(struct walk *walk, struct exh_sci_sound_event *event)
{
	const size_t at = walk->r.pos;
	const uint8_t byte = rd_u8(&walk->r);

	event->status = byte;
	event->offset = (uint32_t)at;
	walk->status_at = at;
	walk->wrong = byte;
	if (byte < 0x80) {
		event->status = walk->running;
		walk->r.pos = at;
	}
	walk->running = event->status < SYSEX ? event->status : 0;
	return event->status != 0;
}

static enum outcome next_event(struct walk *walk, struct exh_sci_sound_event *event)
{
	const enum outcome outcome = read_delta(walk);

	*event = (struct exh_sci_sound_event){ .tick = walk->tick };
	if (outcome)
		return outcome;
	if (!rd_left(&walk->r))
		return BROKEN_OFF;
	if (!take_status(walk, event))
		return NO_STATUS;
	if (event->status == SYSEX)
		return read_sysex(walk, event);
	if (event->status > SYSEX)
		return event->status == END ? EVENT : BAD_STATUS;
	for (unsigned i = 0; i < parameter_count(event->status); i++) {
		event->data[i] = rd_u8(&walk->r);
		walk->has_high |= event->data[i] > 0x7f;
	}
	return walk->r.failed ? BROKEN_OFF : EVENT;
}

/* Results of the first of two passes over the events, which counts. */
struct survey {
	struct walk walk; /* state where it stopped */
	enum outcome outcome;
	size_t event_count;
	bool is_ended;
};

static struct survey survey_events(struct exh_bytes in, size_t header_size)
{
	struct survey survey = {
		.walk = { .r = { .in = in, .pos = header_size } },
	};
	struct exh_sci_sound_event event;

	while (!survey.is_ended) {
		survey.outcome = next_event(&survey.walk, &event);
		if (survey.outcome)
			break;
		survey.event_count++;
		survey.is_ended = event.status == END;
	}
	return survey;
}

/*
 * Choosing the kind of header.
 */

/* Rates how plausible a reading is. */
static unsigned score_survey(struct exh_bytes in, const struct survey *survey)
{
	if (survey->walk.has_high)
		return 0;
	if (!survey->is_ended)
		return survey->outcome == BROKEN_OFF;
	return rd_left(&survey->walk.r) && in.data[0] != EXH_SCI_SAMPLE_FLAG ? 2 : 3;
}

/* False if some number of voices is too high, as it is when events after an early header
 * are read as a header. */
static bool has_voices(struct exh_bytes in)
{
	const size_t count = in.data[0] == EXH_SCI_SAMPLE_FLAG ? EXH_SCI_CONTROL_CHANNEL
							       : EXH_SCI_CHANNELS;

	for (size_t i = 0; i < count; i++)
		if ((in.data[1 + 2 * i] & 0x7f) > MAX_VOICES)
			return false;
	return true;
}

static bool is_early(struct exh_bytes in, unsigned *score)
{
	const struct survey early = survey_events(in, EARLY_HEADER_SIZE);
	const unsigned early_score = score_survey(in, &early);
	struct survey late;

	*score = early_score;
	if (in.size < HEADER_SIZE)
		return early.is_ended && early_score;
	late = survey_events(in, HEADER_SIZE);
	*score = score_survey(in, &late);
	if (early_score < *score || !early_score)
		return false;
	if (early_score == *score && has_voices(in))
		return false;
	*score = early_score;
	return true;
}

/*
 * List of tracks in SCI01 and SCI1: optionally F0 and seven bytes; for each device its
 * number, tracks of six bytes (two others, offset, size) and FF; then FF. The tracks
 * follow it.
 */
static bool is_track_list(struct exh_bytes in)
{
	struct reader r = { .in = in };
	size_t track_count = 0;

	if (in.size && in.data[0] == SYSEX)
		rd_take(&r, 8);
	while (rd_u8(&r) != 0xff && !r.failed) {
		while (!r.failed && rd_left(&r) && in.data[r.pos] != 0xff) {
			struct exh_bytes track;
			size_t offset;

			rd_take(&r, 2);
			offset = rd_u16le(&r);
			if (!exh_bytes_slice(in, offset, rd_u16le(&r), &track) ||
			    offset < r.pos)
				return false;
			track_count++;
		}
		rd_u8(&r);
	}
	return !r.failed && track_count > 0;
}

/*
 * Headers.
 */

static void read_channels(struct exh_bytes in, struct exh_sci_sound *out)
{
	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++) {
		struct exh_sci_sound_channel *channel = &out->channels[i];

		if (!out->is_early) {
			channel->voices = in.data[1 + 2 * i];
			channel->devices = in.data[2 + 2 * i];
			continue;
		}
		channel->voices = in.data[1 + i] >> 4;
		for (size_t bit = 0; bit < sizeof early_devices; bit++)
			if (in.data[1 + i] >> bit & 1)
				channel->devices |= early_devices[bit];
	}
}

bool exh_sci_sound_names_voices(const struct exh_sci_sound *sound, unsigned device)
{
	enum { VOICES = 0x7f, CONTROLLER = 0xb, VOICE_COUNT = 0x4b };
	const unsigned played = exh_sci_sound_channels(sound, device);

	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++)
		if (played >> i & 1 && sound->channels[i].voices & VOICES)
			return true;
	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];

		if (event->status >> 4 == CONTROLLER && event->data[0] == VOICE_COUNT &&
		    event->data[1] && played >> (event->status & 15) & 1)
			return true;
	}
	return false;
}

/* The percussion channel as a bit. */
static const unsigned percussion = 1u << AT_PERCUSSION;

unsigned exh_sci_sound_noted_channels(const struct exh_sci_sound *sound)
{
	enum { NOTE_ON = 9 };
	unsigned channels = 0;

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];

		if (event->status >> 4 == NOTE_ON && event->data[1])
			channels |= 1u << (event->status & 15);
	}
	return channels;
}

static unsigned noted_of(const struct exh_sci_sound *sound, unsigned device)
{
	return exh_sci_sound_channels(sound, device) &
	       exh_sci_sound_noted_channels(sound);
}

bool exh_sci_sound_lacks_voices(const struct exh_sci_sound *sound, unsigned device)
{
	const unsigned noted = noted_of(sound, device);
	unsigned tones = 0;

	for (unsigned left = noted & ~percussion; left; left &= left - 1)
		tones++;
	return noted && !exh_sci_sound_names_voices(sound, device) &&
	       (device != EXH_SCI_TANDY || tones > EXH_PSG_TONES);
}

void exh_sci_sound_open_voices(const struct exh_sci_sound *sound, unsigned device,
			       struct exh_sci_voices *voices)
{
	voices->open_count =
		device == EXH_SCI_TANDY ? EXH_PSG_TONES : EXH_OPL2_CHANNEL_COUNT;
	if (device == EXH_SCI_ADLIB && voices->played != percussion &&
	    noted_of(sound, device) != percussion)
		voices->played &= ~percussion;
}

unsigned exh_sci_sound_channels(const struct exh_sci_sound *sound, unsigned device)
{
	/* An early header has no flag for the MT-32, which plays all channels. */
	const unsigned always = sound->is_early ? (1u << EXH_SCI_CONTROL_CHANNEL) - 1
						: 1u << AT_PERCUSSION;
	unsigned channels = device & EXH_SCI_MT32 ? always : 0;

	for (unsigned i = 0; i < EXH_SCI_CONTROL_CHANNEL; i++)
		if (sound->channels[i].devices & device)
			channels |= 1u << i;
	return channels;
}

/*
 * Digital sounds.
 */

static bool is_sample(struct exh_bytes in, size_t offset)
{
	struct exh_bytes header;

	return exh_bytes_slice(in, offset, EXH_SCI_SAMPLE_HEADER, &header) &&
	       !memcmp(header.data, sample_mark, sizeof sample_mark);
}

/* Searches for a sample after the events; returns in.size if there is none. */
static size_t search_sample(struct exh_bytes in, size_t from)
{
	while (from < in.size && !is_sample(in, from))
		from++;
	return from;
}

/* A header without its mark follows the last FC immediately; it is recognised by its
 * sample, which ends with the resource. Returns in.size if there is none. */
static size_t find_unmarked(struct exh_bytes in, size_t after)
{
	struct exh_bytes header;
	size_t at = after, size, left;

	while (at < in.size && in.data[at] == END)
		at++;
	if (!exh_bytes_slice(in, at, EXH_SCI_SAMPLE_HEADER, &header))
		return in.size;
	size = load_u16le(header.data + SAMPLE_SIZE);
	left = in.size - at - EXH_SCI_SAMPLE_HEADER;
	return load_u16le(header.data + SAMPLE_RATE) >= LEAST_RATE && size &&
			       size <= left && left - size <= PADDING
		       ? at
		       : in.size;
}

/* Returns the offset of the sample's header that the sound's header gives; 0 if it gives
 * none. */
static size_t stated_offset(const struct exh_sci_sound *sound)
{
	const struct exh_sci_sound_channel *last =
		&sound->channels[EXH_SCI_CONTROL_CHANNEL];
	const size_t stated =
		sound->is_early ? 0 : (size_t)last->voices << 8 | last->devices;

	return stated ? stated + 1 : 0;
}

static size_t find_sample(struct exh_bytes in, const struct exh_sci_sound *sound,
			  size_t after, struct exh_notes *notes)
{
	const size_t stated = stated_offset(sound);
	size_t found;

	if (stated && is_sample(in, stated))
		return stated;
	found = search_sample(in, after);
	if (found >= in.size)
		return find_unmarked(in, after);
	if (stated)
		exh_note(notes, EXH_WARNING, in.base + 2 * EXH_SCI_CHANNELS - 1,
			 "no sample after %zu, where the header has it, but one at %zu",
			 stated - 1, found);
	return found;
}

static void read_sample(struct exh_bytes in, size_t after, struct exh_sci_sound *out,
			struct exh_notes *notes)
{
	const size_t offset = find_sample(in, out, after, notes);
	size_t size, left;

	if (offset >= in.size) {
		exh_note(notes, EXH_DAMAGE, in.base + after,
			 "the first byte announces a digital sample, but there is none");
		return;
	}
	out->states_sample = offset == stated_offset(out);
	out->sample_rate_hz = load_u16le(in.data + offset + SAMPLE_RATE);
	size = load_u16le(in.data + offset + SAMPLE_SIZE);
	left = in.size - offset - EXH_SCI_SAMPLE_HEADER;
	if (!out->sample_rate_hz)
		exh_note(notes, EXH_DAMAGE, in.base + offset + SAMPLE_RATE,
			 "a digital sample of 0 Hz");
	if (size > left)
		exh_note(notes, EXH_DAMAGE, in.base + in.size,
			 "a digital sample of %zu bytes ends after %zu", size, left);
	size = size < left ? size : left;
	exh_bytes_slice(in, offset, EXH_SCI_SAMPLE_HEADER, &out->sample_header);
	exh_bytes_slice(in, offset + EXH_SCI_SAMPLE_HEADER, size, &out->sample);
	exh_bytes_slice(in, offset + EXH_SCI_SAMPLE_HEADER + size, left - size,
			&out->after_sample);
	if (offset > after)
		exh_bytes_slice(in, after, offset - after, &out->before_sample);
}

/*
 * Reading.
 */

static void note_events(const struct survey *survey, struct exh_notes *notes)
{
	const struct walk *walk = &survey->walk;
	const size_t base = walk->r.in.base;

	if (walk->has_high)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "parameters above 127, of which the low seven bits count");
	switch (survey->outcome) {
	case EVENT:
		return;
	case BROKEN_OFF:
		exh_note(notes, EXH_DAMAGE, base + walk->r.in.size,
			 "ends without FC after %zu events", survey->event_count);
		return;
	case NO_STATUS:
		exh_note(notes, EXH_DAMAGE, base + walk->status_at,
			 "event %zu: 0x%02x where a status is expected, and no running "
			 "status: the rest is left out",
			 survey->event_count, walk->wrong);
		return;
	case BAD_STATUS:
		exh_note(notes, EXH_DAMAGE, base + walk->status_at,
			 "event %zu: invalid status 0x%02x: the rest is left out",
			 survey->event_count, walk->wrong);
		return;
	case TOO_LONG:
		exh_note(notes, EXH_DAMAGE, rd_tell(&walk->r),
			 "event %zu: later than 2^32 ticks: the rest is left out",
			 survey->event_count);
		return;
	}
}

static void note_rest(const struct survey *survey, struct exh_notes *notes)
{
	const struct reader *r = &survey->walk.r;

	if (!survey->is_ended || !rd_left(r) ||
	    (rd_left(r) == 1 && r->in.data[r->pos] == EDITORS_END))
		return;
	exh_note(notes, EXH_WARNING, rd_tell(r), "%zu bytes after FC", rd_left(r));
}

static void keep_events(struct exh_bytes in, struct exh_sci_sound *out)
{
	struct walk walk = {
		.r = { .in = in, .pos = out->is_early ? EARLY_HEADER_SIZE : HEADER_SIZE },
	};

	for (size_t i = 0; i < out->event_count; i++) {
		struct exh_sci_sound_event *event = &out->events[i];

		next_event(&walk, event);
		out->ticks = event->tick;
		for (size_t p = 0; p < 2; p++)
			event->data[p] &= 0x7f;
		if (event->status != (0xc0 | EXH_SCI_CONTROL_CHANNEL) ||
		    event->data[0] != EXH_SCI_LOOP_CUE)
			continue;
		out->has_loop_mark = true;
		out->loop_event = i + 1;
		out->loop_tick = event->tick;
	}
}

static enum exh_status read_events(struct exh_bytes in, struct exh_arena *arena,
				   struct exh_sci_sound *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	const struct survey survey =
		survey_events(in, out->is_early ? EARLY_HEADER_SIZE : HEADER_SIZE);

	out->event_count = survey.event_count;
	out->is_ended = survey.is_ended;
	out->events = exh_alloc(arena, survey.event_count, sizeof *out->events);
	if (!out->events)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu events", survey.event_count);
	keep_events(in, out);
	note_events(&survey, notes);
	if (out->sample_flag == EXH_SCI_SAMPLE_FLAG)
		read_sample(in, survey.walk.r.pos, out, notes);
	else
		note_rest(&survey, notes);
	return EXH_OK;
}

enum exh_status exh_sci_sound_read(struct exh_bytes in, struct exh_arena *arena,
				   struct exh_sci_sound *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	unsigned score = 0;

	*out = (struct exh_sci_sound){ 0 };
	if (in.size >= EARLY_HEADER_SIZE)
		out->is_early = is_early(in, &score);
	if (score < 2 && is_track_list(in))
		return exh_fail(err, EXH_UNSUPPORTED, in.base,
				"a list of tracks for each device, as in SCI01: only "
				"SCI0's sounds are supported");
	if (in.size < HEADER_SIZE && !out->is_early)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, the header of a sound has %d", in.size,
				HEADER_SIZE);
	out->sample_flag = in.data[0];
	if (in.data[0] && in.data[0] != EXH_SCI_SAMPLE_FLAG)
		exh_note(notes, EXH_WARNING, in.base,
			 "the first byte is 0x%02x, not 0 or 2", in.data[0]);
	read_channels(in, out);
	return read_events(in, arena, out, notes, err);
}

/*
 * Playing.
 */

/* Ticks of each pass after the first; 0: it is played once. */
static uint32_t loop_ticks(const struct exh_sci_sound *sound)
{
	return sound->ticks - sound->loop_tick;
}

static uint64_t passes(const struct exh_sci_sound *sound, uint64_t pass_count)
{
	return pass_count && loop_ticks(sound) ? pass_count : 1;
}

uint64_t exh_sci_sound_ticks(const struct exh_sci_sound *sound, uint64_t pass_count)
{
	const uint64_t more = passes(sound, pass_count) - 1;

	if (more && loop_ticks(sound) > (UINT64_MAX - sound->ticks) / more)
		return UINT64_MAX;
	return sound->ticks + more * loop_ticks(sound);
}

uint64_t exh_sci_sound_position(uint64_t tick)
{
	/* Computed in parts, since the product may overflow. */
	const uint64_t rest = tick % EXH_SCI_TICKS_A_SECOND;

	if (tick / EXH_SCI_TICKS_A_SECOND >= UINT64_MAX / EXH_OPL2_RATE)
		return UINT64_MAX;
	return tick / EXH_SCI_TICKS_A_SECOND * EXH_OPL2_RATE +
	       rest * EXH_OPL2_RATE / EXH_SCI_TICKS_A_SECOND;
}

bool exh_sci_sound_next(struct exh_sci_sound_cursor *cursor,
			struct exh_sci_sound_event *event, uint64_t *tick)
{
	const struct exh_sci_sound *sound = cursor->sound;
	const uint64_t pass_count = passes(sound, cursor->pass_count);
	const size_t last = sound->event_count - sound->is_ended;

	if (cursor->event >= last && cursor->pass + 1 < pass_count) {
		/* All passes end immediately if the loop has no events. */
		const uint64_t more =
			sound->loop_event < last ? 1 : pass_count - 1 - cursor->pass;

		cursor->pass += more;
		cursor->event = sound->loop_event;
		cursor->base += more * loop_ticks(sound);
	}
	if (cursor->event >= sound->event_count)
		return false;
	*event = sound->events[cursor->event++];
	*tick = cursor->base + event->tick;
	return true;
}
