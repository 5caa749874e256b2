/* The contents of a sound: a summary, and all events. */
#include "sound.h"
#include "task/memory.h"

#include <exhume/advanced/sci_midi.h>

enum {
	CUE = 0xc0 | EXH_SCI_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI_CONTROL_CHANNEL,
	SYSEX = 0xf0,
	END = 0xfc,
	NOTE_ON = 0x90,
	MOST = 127, /* highest value of a parameter */
	MOST_BEND = 0x3fff,
	DEVICES = 8,
};

static double seconds(uint64_t ticks)
{
	return (double)ticks / EXH_SCI_TICKS_A_SECOND;
}

/*
 * The header.
 */

struct channel {
	uint8_t channel, voices, flags;
	bool has_devices, has_flags;
	uint8_t devices;
};

static const char *const device_names[] = { "mt32",    "fb01",	"adlib", "casio", "tandy",
					    "speaker", "amiga", "gm",	 NULL };

static const struct field channel_field[] = {
	FIELD(struct channel, channel, NULL, "number of the channel",
	      .most = EXH_SCI_CHANNELS - 1),
	FIELD(struct channel, voices, NULL,
	      "voices that AdLib gives the channel, with bit 7, as stored",
	      .flags = FIELD_OPTIONAL),
	FIELD_OF("devices", FIELD_BITS, struct channel, devices, NULL,
		 "devices that play the channel", .names = device_names,
		 FIELD_HAS(struct channel, has_devices)),
	FIELD(struct channel, flags, NULL, "a bit for each device",
	      FIELD_HAS(struct channel, has_flags)),
};
static const struct fields channel_table =
	FIELDS("channel", struct channel, channel_field);

struct cue {
	uint32_t tick;
	double seconds;
	unsigned signal;
	bool cumulative;
};

static const struct field cue_field[] = {
	FIELD(struct cue, tick, "ticks", "when it comes"),
	FIELD(struct cue, seconds, "seconds", "when it comes"),
	FIELD(struct cue, signal, NULL, "signal that the interpreter gets"),
	FIELD(struct cue, cumulative, NULL,
	      "true: the signal is counted up from 127, by the value of each such cue"),
};
static const struct fields cue_table = FIELDS("cue", struct cue, cue_field);

static const struct field played_field[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "", &number_fields,
		    "channels that the device plays"),
};
static const struct fields played_table =
	FIELDS("played_by", struct json *, played_field);

struct sound {
	struct exh_sci_sound sound; /* first member: loop and sample use it, too */
	double seconds, loop_seconds, sample_seconds;
	bool has_sample;
	size_t sample_offset;
	struct cue *cues;
	struct channel *channels;
	struct json *played_by;
	size_t cue_count, channel_count;
};

static const struct field loop_field[] = {
	FIELD_AS("marked", struct sound, sound.has_loop_mark, NULL,
		 "true: an event marks the loop point; false: it is the start"),
	FIELD_AS("event", struct sound, sound.loop_event, NULL,
		 "first event that is played again"),
	FIELD_AS("tick", struct sound, sound.loop_tick, "ticks", "when it comes"),
	FIELD_AS("seconds", struct sound, loop_seconds, "seconds", "when it comes"),
};
static const struct fields loop_table = FIELDS("loop_point", struct sound, loop_field);

static const struct field sample_field[] = {
	FIELD_AS("rate", struct sound, sound.sample_rate_hz, "Hz", "sample rate"),
	FIELD_AS("offset", struct sound, sample_offset, "bytes",
		 "where the samples begin in the resource", .flags = FIELD_UNREAD),
	FIELD_AS("size", struct sound, sound.sample.size, "bytes", "size of the samples",
		 .flags = FIELD_UNREAD),
	FIELD_AS("seconds", struct sound, sample_seconds, "seconds", "duration",
		 .flags = FIELD_UNREAD),
	FIELD_AS("stated", struct sound, sound.states_sample, NULL,
		 "true: the bytes of channel 15 say where the sample is",
		 .flags = FIELD_OMITTED),
	FIELD_AS("before", struct sound, sound.before_sample, NULL,
		 "bytes between the events and the header of the sample",
		 .flags = FIELD_OMITTED),
	FIELD_AS("header", struct sound, sound.sample_header, NULL,
		 "44 bytes before the samples, with their rate and number",
		 .flags = FIELD_OMITTED),
	FIELD_AS("after", struct sound, sound.after_sample, NULL,
		 "bytes after the samples", .flags = FIELD_OMITTED),
};
static const struct fields sample_table = FIELDS("sample", struct sound, sample_field);

static const char *const headers[] = { "sci0", "early", NULL };

static const struct field sound_field[] = {
	FIELD_OF("header", FIELD_NAME, struct sound, sound.is_early, NULL,
		 "layout of the header; early: that of the first games, a byte for each "
		 "channel",
		 .names = headers),
	FIELD_AS(
		"first_byte", struct sound, sound.sample_flag, NULL,
		"first byte of the resource: 2 if the sound has a digital sample, else 0",
		.flags = FIELD_OPTIONAL),
	FIELD_AS("ticks", struct sound, sound.ticks, "ticks", "duration of one pass",
		 .flags = FIELD_UNREAD),
	FIELD(struct sound, seconds, "seconds", "duration of one pass",
	      .flags = FIELD_UNREAD),
	FIELD_AS("ended", struct sound, sound.is_ended, NULL,
		 "true: the sound has an end event", .flags = FIELD_UNREAD),
	FIELD_AS("event_count", struct sound, sound.event_count, NULL, "number of events",
		 .flags = FIELD_UNREAD),
	FIELD_OF("loop", FIELD_ROW, struct sound, sound, NULL,
		 "where the sound goes on after its end", .of = &loop_table,
		 .flags = FIELD_UNREAD),
	FIELD_ROWS(struct sound, cues, cue_count, &cue_table,
		   "signals to the interpreter", .flags = FIELD_UNREAD),
	FIELD_ROWS(struct sound, channels, channel_count, &channel_table,
		   "the 16 channels of the header"),
	FIELD_MADE(FIELD_JSON_MAP, struct sound, played_by, &played_table,
		   "numbers of the channels that each device plays",
		   .flags = FIELD_UNREAD),
	FIELD_OF("sample", FIELD_ROW, struct sound, sound, NULL,
		 "the digital sample, if the sound has one", .of = &sample_table,
		 FIELD_HAS(struct sound, has_sample)),
};
const struct fields sci_sound_fields = FIELDS("sound", struct sound, sound_field);

static void fill_channels(struct sound *s, struct exh_arena *arena)
{
	s->channel_count = EXH_SCI_CHANNELS;
	s->channels = mem_arena(arena, EXH_SCI_CHANNELS, sizeof *s->channels);
	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++) {
		const struct exh_sci_sound_channel *channel = &s->sound.channels[i];

		s->channels[i] = (struct channel){
			.channel = (uint8_t)i,
			.voices = channel->voices,
			.devices = channel->devices,
			/* In a digital sound the last one is the offset of the sample. */
			.has_devices =
				i != EXH_SCI_CONTROL_CHANNEL || !s->sound.sample_flag,
			.flags = channel->devices,
			.has_flags = true,
		};
	}
}

static struct json *played_by(const struct exh_sci_sound *sound)
{
	struct json *devices = json_new_object();

	for (unsigned bit = 0; bit < DEVICES; bit++) {
		const unsigned played = exh_sci_sound_channels(sound, 1u << bit);
		struct json *channels =
			json_set(devices, exh_sci_device_name(bit), json_new_list());

		for (unsigned i = 0; i < EXH_SCI_CHANNELS; i++)
			if (played >> i & 1)
				json_push(channels, json_new_number(i));
	}
	return devices;
}

static bool is_plain_cue(const struct exh_sci_sound_event *event)
{
	return event->status == CUE && event->data[0] < EXH_SCI_LOOP_CUE;
}

static bool is_cumulative(const struct exh_sci_sound_event *event)
{
	return event->status == CONTROL && event->data[0] == EXH_SCI_CUMULATIVE_CUE;
}

bool sci_sound_is_cue(const struct exh_sci_sound_event *event)
{
	return is_plain_cue(event) || is_cumulative(event);
}

static void fill_cues(struct sound *s, struct exh_arena *arena)
{
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;

	s->cues = mem_arena(arena, s->sound.event_count, sizeof *s->cues);
	for (size_t i = 0; i < s->sound.event_count; i++) {
		const struct exh_sci_sound_event *event = &s->sound.events[i];

		if (!sci_sound_is_cue(event))
			continue;
		cumulative += is_cumulative(event) ? event->data[1] : 0;
		s->cues[s->cue_count++] =
			(struct cue){ event->tick, seconds(event->tick),
				      is_plain_cue(event) ? event->data[0] : cumulative,
				      is_cumulative(event) };
	}
}

static struct sound sound_row(const struct asset *asset, struct exh_arena *arena)
{
	struct sound s = { .sound = ((const struct sci_sound *)asset->thing)->sound };

	s.seconds = seconds(s.sound.ticks);
	s.loop_seconds = seconds(s.sound.loop_tick);
	s.has_sample = s.sound.sample_rate_hz;
	if (s.has_sample) {
		s.sample_offset = s.sound.sample.base - asset->bytes.base;
		s.sample_seconds = (double)s.sound.sample.size / s.sound.sample_rate_hz;
	}
	fill_cues(&s, arena);
	fill_channels(&s, arena);
	s.played_by = played_by(&s.sound);
	return s;
}

void sci_sound_describe(const struct asset *asset, struct json *object)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	const struct sound row = sound_row(asset, &arena);

	fields_put(&sci_sound_fields, &row, object);
	exh_arena_free(&arena);
}

/*
 * Events.
 */

enum { NOTE, VELOCITY, CONTROLLER, VALUE, PROGRAM, SIGNAL, NONE };

static const char *const parameter_names[] = { "note",	"velocity", "controller",
					       "value", "program",  "signal" };

enum { NOTE_OFF_KIND, BEND_KIND = 6, CUE_KIND, LOOP_KIND, SYSEX_KIND, END_KIND };

static const char *const kind_names[] = { "note_off",	"note_on", "pressure",
					  "controller", "program", "channel_pressure",
					  "pitch_bend", "cue",	   "loop_point",
					  "sysex",	"end",	   NULL };

static const struct kind {
	uint8_t status, parameters[2];
} kinds[] = {
	{ 0x80, { NOTE, VELOCITY } }, { 0x90, { NOTE, VELOCITY } },
	{ 0xa0, { NOTE, VALUE } },    { 0xb0, { CONTROLLER, VALUE } },
	{ 0xc0, { PROGRAM, NONE } },  { 0xd0, { VALUE, NONE } },
	{ 0xe0, { VALUE, NONE } },    { CUE, { SIGNAL, NONE } },
	{ CUE, { SIGNAL, NONE } },    { SYSEX, { NONE, NONE } },
	{ END, { NONE, NONE } },
};

struct event {
	uint32_t tick, offset;
	uint8_t kind, channel;
	bool has_channel, by_note_on, has[NONE + 1];
	unsigned values[NONE + 1]; /* indexed by parameter */
	const char *name;
	struct exh_bytes data;
};

#define PARAMETER(name_, number, meaning_, ...)                       \
	FIELD_AS(name_, struct event, values[number], NULL, meaning_, \
		 FIELD_HAS(struct event, has[number]), __VA_ARGS__)

static const struct field event_field[] = {
	FIELD(struct event, tick, "ticks", "when it comes"),
	FIELD(struct event, offset, "bytes", "where it is in the resource",
	      .flags = FIELD_UNREAD),
	FIELD_OF("event", FIELD_NAME, struct event, kind, NULL, "kind",
		 .names = kind_names),
	FIELD(struct event, channel, NULL, "number of the channel",
	      .most = EXH_SCI_CHANNELS - 1, FIELD_HAS(struct event, has_channel)),
	PARAMETER("note", NOTE, "number of the note", .most = MOST),
	PARAMETER("velocity", VELOCITY, "how hard the key was hit", .most = MOST),
	PARAMETER("controller", CONTROLLER, "number of the controller", .most = MOST),
	FIELD(struct event, name, NULL, "meaning of the controller",
	      .flags = FIELD_OMITTED),
	PARAMETER("value", VALUE, "pressure, bend, or value of the controller",
		  .most = MOST_BEND),
	PARAMETER("program", PROGRAM, "number of the instrument", .most = MOST),
	PARAMETER("signal", SIGNAL, "signal that the interpreter gets", .least = 0),
	FIELD(struct event, by_note_on, NULL,
	      "true: the note is ended by a note_on of velocity 0",
	      .flags = FIELD_OMITTED),
	FIELD(struct event, data, NULL, "the bytes of a sysex", .flags = FIELD_OMITTED),
};
static const struct fields event_table = FIELDS("event", struct event, event_field);

struct sound_document {
	const char *name;
	bool has_number;
	unsigned number, ticks_a_second;
	struct sound sound;
	struct event *events;
	size_t event_count;
};

static const struct field document_field[] = {
	FIELD(struct sound_document, name, NULL, "name of the resource",
	      .flags = FIELD_UNREAD),
	FIELD(struct sound_document, number, NULL, "number of the resource",
	      .flags = FIELD_UNREAD, FIELD_HAS(struct sound_document, has_number)),
	FIELD(struct sound_document, ticks_a_second, "Hz", "ticks per second",
	      .flags = FIELD_UNREAD),
	FIELD_MEMBERS_OF(struct sound_document, sound, &sci_sound_fields),
	FIELD_ROWS(struct sound_document, events, event_count, &event_table,
		   "all events, in their order"),
};
static const struct fields document_table =
	FIELDS("document", struct sound_document, document_field);

const struct document sci_sound_document = {
	.format = "sci-sound",
	.schema = 1,
	.made_by = "sci-snd2wav --format json",
	.meaning = "A sound of SCI, event by event",
	.fields = &document_table,
};

static uint8_t kind_of(const struct exh_sci_sound_event *event)
{
	if (event->status == SYSEX)
		return SYSEX_KIND;
	if (event->status == END)
		return END_KIND;
	if (event->status == CUE)
		return is_plain_cue(event) ? CUE_KIND : LOOP_KIND;
	if (event->status >> 4 == NOTE_ON >> 4 && !event->data[1])
		return NOTE_OFF_KIND;
	return (uint8_t)((event->status >> 4) - 8);
}

static struct event event_row(const struct exh_sci_sound_event *event)
{
	const uint8_t number = kind_of(event);
	const struct kind *kind = &kinds[number];
	struct event row = { .tick = event->tick,
			     .offset = event->offset,
			     .kind = number,
			     .has_channel = event->status < SYSEX,
			     .channel = event->status & 15 };

	for (size_t i = 0; i < 2; i++) {
		row.has[kind->parameters[i]] = true;
		row.values[kind->parameters[i]] = event->data[i];
	}
	if (number == BEND_KIND)
		row.values[VALUE] = (unsigned)event->data[1] << 7 | event->data[0];
	if (row.has[CONTROLLER])
		row.name = exh_sci_controller_name(event->data[0]);
	if (number == SYSEX_KIND)
		row.data = event->sysex;
	row.by_note_on = number == NOTE_OFF_KIND && event->status >> 4 == NOTE_ON >> 4;
	return row;
}

struct json *sci_sound_to_json(const struct asset *asset)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct sound_document d = { .name = asset->name,
				    .has_number = asset->number != ASSET_NO_NUMBER,
				    .number = asset->number,
				    .ticks_a_second = EXH_SCI_TICKS_A_SECOND,
				    .sound = sound_row(asset, &arena) };
	const struct exh_sci_sound *sound = &d.sound.sound;
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;
	struct json *json;

	d.event_count = sound->event_count;
	d.events = mem_arena(&arena, d.event_count, sizeof *d.events);
	for (size_t i = 0; i < d.event_count; i++) {
		d.events[i] = event_row(&sound->events[i]);
		d.events[i].has[SIGNAL] |= is_cumulative(&sound->events[i]);
		if (is_cumulative(&sound->events[i]))
			d.events[i].values[SIGNAL] = cumulative +=
				sound->events[i].data[1];
	}
	json = document_to_json(&sci_sound_document, &d);
	exh_arena_free(&arena);
	return json;
}

/*
 * Reading.
 */

/* Reads a channel. Devices have names, or flags; if both are given, they must agree. */
static void take_channel(struct json_reading *r, const struct channel *row,
			 struct exh_sci_sound *sound)
{
	sound->channels[row->channel].voices = row->voices;
	sound->channels[row->channel].devices =
		row->has_devices ? row->devices : row->flags;
	if (!row->has_devices && !row->has_flags)
		json_read_wrong(r, "flags", "a number from 0 to 255");
	if (row->has_devices && row->has_flags && row->devices != row->flags)
		json_read_wrong(r, "flags", "what devices have, or no key of this name");
}

static void take_parameter(struct json_reading *r, const struct event *row, size_t i,
			   struct exh_sci_sound_event *out)
{
	const unsigned parameter = kinds[row->kind].parameters[i];

	out->data[i] = (uint8_t)row->values[parameter];
	if (parameter == NONE)
		return;
	if (row->kind == CUE_KIND && row->values[parameter] >= EXH_SCI_LOOP_CUE)
		json_read_wrong(r, parameter_names[parameter], "a number from 0 to 126");
	if (!row->has[parameter] || row->values[parameter] > MOST)
		json_read_wrong(r, parameter_names[parameter], "a number from 0 to 127");
}

static void take_event(struct json_reading *r, const struct event *row,
		       struct exh_sci_sound_event *out)
{
	const struct kind *kind = &kinds[row->kind];
	const bool is_note_on =
		row->kind == NOTE_OFF_KIND && !row->values[VELOCITY] && row->by_note_on;

	*out = (struct exh_sci_sound_event){
		.tick = row->tick,
		.status = is_note_on ? NOTE_ON : kind->status,
		.data = { row->values[VALUE] & MOST, (uint8_t)(row->values[VALUE] >> 7) },
	};
	if (row->kind == LOOP_KIND)
		out->data[0] = EXH_SCI_LOOP_CUE;
	else if (row->kind != BEND_KIND)
		for (size_t i = 0; i < 2; i++)
			take_parameter(r, row, i, out);
	else if (!row->has[VALUE])
		json_read_wrong(r, "value", "a number from 0 to 16383");
	if (row->kind == SYSEX_KIND)
		out->sysex = row->data;
	if (kind->status >= SYSEX || kind->status == CUE)
		return;
	if (!row->has_channel)
		json_read_wrong(r, "channel", "a number from 0 to 15");
	out->status |= row->channel;
}

static void take_events(struct json_reading *r, const struct sound_document *d,
			struct exh_sci_sound *sound)
{
	sound->events = mem_arena_try(r->arena, d->event_count + 1, sizeof *sound->events,
				      r->err);
	if (!sound->events)
		r->status = EXH_LIMIT;
	for (size_t i = 0; i < d->event_count && !r->status; i++) {
		take_event(r, &d->events[i], &sound->events[i]);
		json_read_within(r, "event", i);
	}
	sound->event_count = d->event_count;
}

/* Reads the sample's fields, without samples. */
static void take_sample(struct json_reading *r, const struct exh_sci_sound *row,
			struct exh_sci_sound *out)
{
	if (row->sample_header.size && row->sample_header.size != EXH_SCI_SAMPLE_HEADER)
		json_read_wrong(r, "header", "44 bytes");
	out->sample_rate_hz = row->sample_rate_hz;
	out->sample_header = row->sample_header;
	out->before_sample = row->before_sample;
	out->after_sample = row->after_sample;
	out->states_sample = row->states_sample;
}

enum exh_status sci_sound_read(struct exh_bytes text, struct exh_arena *arena,
			       struct exh_sci_sound *out, struct exh_error *err)
{
	struct json_reading r = { .arena = arena, .err = err };
	struct sound_document d = { 0 };

	document_read_text(&r, &sci_sound_document, text, &d);
	*out = (struct exh_sci_sound){ .is_early = d.sound.sound.is_early,
				       .sample_flag = d.sound.sound.sample_flag };
	if (d.sound.has_sample)
		take_sample(&r, &d.sound.sound, out);
	for (size_t i = 0; i < d.sound.channel_count && !r.status; i++) {
		take_channel(&r, &d.sound.channels[i], out);
		json_read_within(&r, "channel", i);
	}
	if (!r.status)
		take_events(&r, &d, out);
	return r.status;
}
