#include "sound.h"

#include "task/json.h"
#include "task/outputs.h"

#include <exhume/sci.h>
#include <exhume/sci_midi.h>

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20,
	MEMORY_LIMIT = 1 << 30,
	NOTE_OFF = 0x80,
	NOTE_ON = 0x90,
	SYSEX = 0xf0,
	END = 0xfc,
	CUE = 0xc0 | EXH_SCI_CONTROL_CHANNEL,
	MOST = 127, /* of a parameter */
	MOST_BEND = 0x3fff,
};

/* A document that is read. */
struct reading {
	struct exh_sci_sound_channel channels[EXH_SCI_CHANNELS]; /* for MIDI */
	struct exh_arena arena;
	struct exh_sci_sound sound;
};

/*
 * The header.
 */

static uint8_t read_devices(struct json_reading *r, const struct json *list)
{
	const struct json *name;
	unsigned flags = 0;
	size_t i;

	json_each(list, i, name)
	{
		const char *text = json_text_of(name);
		unsigned bit = 0;

		while (bit < 8 && (!text || strcmp(exh_sci_device_name(bit), text) != 0))
			bit++;
		if (bit == 8)
			json_read_wrong(r, "devices",
					"names such as \"adlib\" or \"mt32\"");
		flags |= 1u << bit;
	}
	return (uint8_t)flags;
}

/* Devices have names, or flags; where both are there, they say the same. */
static void read_channel(struct json_reading *r, const struct json *object, size_t i,
			 void *context)
{
	struct exh_sci_sound *sound = context;
	struct exh_sci_sound_channel *out = &sound->channels[json_read_number(
		r, object, "channel", EXH_SCI_CHANNELS - 1)];
	const struct json *list = json_get(object, "devices");
	const bool has_flags = !list || json_get(object, "flags");
	uint8_t flags = 0;

	(void)i;
	out->voices = (uint8_t)json_read_number_or(r, object, "voices", UINT8_MAX, 0);
	if (has_flags)
		flags = (uint8_t)json_read_number(r, object, "flags", UINT8_MAX);
	out->devices = list ? read_devices(r, list) : flags;
	if (has_flags && out->devices != flags)
		json_read_wrong(r, "flags", "what devices have, or no key of this name");
}

static void read_header(struct json_reading *r, const struct json *root,
			struct exh_sci_sound *sound)
{
	const char *header = json_text_at(root, "header");

	r->status = json_check_format(root, "sci-sound", 1, "sci-snd2wav --format json",
				      r->err);
	if (!header || (strcmp(header, "sci0") != 0 && strcmp(header, "early") != 0))
		json_read_wrong(r, "header", "\"sci0\" or \"early\"");
	else
		sound->is_early = strcmp(header, "early") == 0;
	if (json_read_number_or(r, root, "first_byte", UINT8_MAX, 0))
		json_read_wrong(r, "first_byte",
				"0: digital samples are not in the document");
	json_read_items(r, json_read_list(r, root, "channels"), "channel", read_channel,
			sound);
}

/*
 * Events.
 */

/* The keys of parameters; NULL: none. */
static const struct kind {
	const char *name;
	uint8_t status;
	const char *first, *second;
} kinds[] = {
	{ "note_off", 0x80, "note", "velocity" },
	{ "note_on", 0x90, "note", "velocity" },
	{ "pressure", 0xa0, "note", "value" },
	{ "controller", 0xb0, "controller", "value" },
	{ "program", 0xc0, "program", NULL },
	{ "channel_pressure", 0xd0, "value", NULL },
	{ "pitch_bend", 0xe0, NULL, NULL },
	{ "cue", CUE, "signal", NULL },
	{ "loop_point", CUE, NULL, NULL },
	{ "sysex", SYSEX, NULL, NULL },
	{ "end", END, NULL, NULL },
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

static void read_bend(struct json_reading *r, const struct json *object,
		      struct exh_sci_sound_event *out)
{
	const uint32_t value = json_read_number(r, object, "value", MOST_BEND);

	out->data[0] = value & MOST;
	out->data[1] = (uint8_t)(value >> 7);
}

static void read_parameters(struct json_reading *r, const struct json *object,
			    const struct kind *kind, struct exh_sci_sound_event *out)
{
	const char *const keys[] = { kind->first, kind->second };
	const uint32_t most = kind->status == CUE ? EXH_SCI_LOOP_CUE - 1 : MOST;

	if (kind->status == 0xe0)
		read_bend(r, object, out);
	if (kind->status == SYSEX)
		out->sysex = json_read_hex(r, object, "data");
	if (strcmp(kind->name, "loop_point") == 0)
		out->data[0] = EXH_SCI_LOOP_CUE;
	for (size_t i = 0; i < 2; i++)
		if (keys[i])
			out->data[i] =
				(uint8_t)json_read_number(r, object, keys[i], most);
}

static void read_event(struct json_reading *r, const struct json *object, size_t i,
		       void *context)
{
	struct exh_sci_sound *sound = context;
	struct exh_sci_sound_event *out = &sound->events[i];
	const struct kind *kind = find_kind(json_text_at(object, "event"));
	uint32_t channel = 0;

	out->tick = json_read_number(r, object, "tick", UINT32_MAX);
	if (!kind) {
		json_read_wrong(r, "event", "\"note_on\" or another kind of events");
		return;
	}
	if (kind->status < SYSEX && kind->status != CUE)
		channel = json_read_number(r, object, "channel", EXH_SCI_CHANNELS - 1);
	out->status = (uint8_t)(kind->status | channel);
	read_parameters(r, object, kind, out);
	if (kind->status == NOTE_OFF && !out->data[1] &&
	    json_flag_of(json_get(object, "by_note_on")))
		out->status = (uint8_t)(NOTE_ON | channel);
	sound->event_count++;
}

static void read_events(struct json_reading *r, const struct json *root,
			struct exh_sci_sound *sound)
{
	const struct json *events = json_read_list(r, root, "events");

	if (r->status)
		return;
	sound->events = exh_alloc(r->arena, json_size(events) + 1, sizeof *sound->events);
	if (sound->events)
		json_read_items(r, events, "event", read_event, sound);
	else
		r->status = exh_fail(r->err, EXH_LIMIT, EXH_NO_OFFSET,
				     "the events are larger than the limit of %d "
				     "bytes",
				     MEMORY_LIMIT);
}

/*
 * MIDI.
 */

/* Its header alone; what else is wrong with it does not matter. */
static bool read_like(struct reading *r, const char *path, struct report *report)
{
	struct exh_notes unheard = { .arena = &r->arena };
	struct exh_sci_sound like;
	struct exh_bytes bytes;
	struct exh_error err;

	if (!sci_resource_open(path, EXH_SCI_SOUND, 0, &r->arena, &bytes, report))
		return false;
	if (exh_sci_midi_is(bytes)) {
		report_error(report, path, bytes.base, "a MIDI file, expected a sound");
		return false;
	}
	if (exh_sci_sound_read(bytes, &r->arena, &like, &unheard, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	memcpy(r->channels, like.channels, sizeof r->channels);
	/* There this is where the sample is. */
	if (like.sample_flag)
		r->channels[EXH_SCI_CONTROL_CHANNEL] =
			(struct exh_sci_sound_channel){ 0 };
	return true;
}

static bool take_midi(const struct sci_sound_options *options, struct reading *r,
		      struct exh_bytes in, const char *input, struct report *report)
{
	struct exh_notes notes = { .arena = &r->arena };
	struct exh_error err;

	if (options->like && !read_like(r, options->like, report))
		return false;
	if (exh_sci_midi_read(in, options->like ? r->channels : NULL, &r->arena,
			      &r->sound, &notes, &err)) {
		report_failure(report, input, &err);
		return false;
	}
	report_notes(report, input, &notes);
	return true;
}

/*
 * All of it.
 */

static bool take_json(struct reading *r, struct exh_bytes in, const char *input,
		      struct report *report)
{
	struct exh_error err;
	struct json_reading json = { .arena = &r->arena, .err = &err };
	struct json *root = json_parse(in, &err);

	if (root) {
		read_header(&json, root, &r->sound);
		read_events(&json, root, &r->sound);
	}
	if (!root || json.status)
		report_failure(report, input, &err);
	json_free(root);
	return root && !json.status;
}

static void write_sound(const struct sci_sound_options *options, const struct reading *r,
			const char *input, const char *output, struct report *report,
			struct json *result)
{
	struct exh_writer out = { .limit = MEMORY_LIMIT };
	struct exh_error err;

	if (exh_sci_sound_write(&r->sound, &out, &err))
		report_failure(report, input, &err);
	else
		sci_resource_write(exh_writer_bytes(&out), EXH_SCI_SOUND,
				   options->is_bare, input, output, report, result);
	exh_writer_free(&out);
}

void sci_sound_pack(const void *context, const char *input, const char *output,
		    struct report *report, struct json *result)
{
	const struct sci_sound_options *options = context;
	struct reading r = { .arena.limit = MEMORY_LIMIT };
	struct exh_bytes in;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	in = file_bytes(&file);
	if (exh_sci_midi_is(in) ? take_midi(options, &r, in, input, report)
				: take_json(&r, in, input, report))
		write_sound(options, &r, input, output, report, result);
	free(file.data);
	exh_arena_free(&r.arena);
}
