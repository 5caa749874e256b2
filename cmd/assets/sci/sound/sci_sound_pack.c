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
	const json_t *root;
	struct exh_sci_sound_channel channels[EXH_SCI_CHANNELS]; /* for MIDI */
	struct exh_arena arena;
	struct exh_sci_sound sound;
};

/*
 * The header.
 */

static enum exh_status read_devices(const json_t *list, uint32_t *flags,
				    struct exh_error *err)
{
	const json_t *name;
	size_t i;

	*flags = 0;
	json_array_foreach(list, i, name)
	{
		const char *text = json_string_value(name);
		unsigned bit = 0;

		while (bit < 8 && (!text || strcmp(exh_sci_device_name(bit), text) != 0))
			bit++;
		if (bit == 8)
			return json_wrong(err, "devices",
					  "names such as \"adlib\" or \"mt32\"");
		*flags |= 1u << bit;
	}
	return EXH_OK;
}

/* Devices have names, or flags; where both are there, they say the same. */
static enum exh_status read_channel(const json_t *object,
				    struct exh_sci_sound_channel *out,
				    struct exh_error *err)
{
	const json_t *list = json_object_get(object, "devices");
	uint32_t voices = 0, flags = 0, named = 0;
	enum exh_status status =
		json_get_number(object, "voices", true, UINT8_MAX, &voices, err);

	if (!status)
		status = json_get_number(object, "flags", list, UINT8_MAX, &flags, err);
	if (!status && list)
		status = read_devices(list, &named, err);
	if (!status && list && json_object_get(object, "flags") && named != flags)
		status = json_wrong(err, "flags",
				    "what devices have, or no key of this name");
	out->voices = (uint8_t)voices;
	out->devices = (uint8_t)(list ? named : flags);
	return status;
}

static enum exh_status read_channels(struct reading *r, struct exh_error *err)
{
	const json_t *channels = json_object_get(r->root, "channels"), *object;
	enum exh_status status = EXH_OK;
	size_t i;

	if (!json_is_array(channels))
		return json_wrong(err, "channels", "a list");
	json_array_foreach(channels, i, object)
	{
		uint32_t number;

		status = json_get_number(object, "channel", false, EXH_SCI_CHANNELS - 1,
					 &number, err);
		if (!status)
			status = read_channel(object, &r->sound.channels[number], err);
		if (status)
			return exh_within(err, status, "channel %zu", i);
	}
	return EXH_OK;
}

static enum exh_status read_header(struct reading *r, struct exh_error *err)
{
	const char *header = json_string_value(json_object_get(r->root, "header"));
	uint32_t first = 0;
	enum exh_status status;

	if (json_check_format(r->root, "sci-sound", "sci-snd2wav --format json", err))
		return EXH_INVALID;
	if (!header || (strcmp(header, "sci0") != 0 && strcmp(header, "early") != 0))
		return json_wrong(err, "header", "\"sci0\" or \"early\"");
	r->sound.is_early = strcmp(header, "early") == 0;
	status = json_get_number(r->root, "first_byte", true, UINT8_MAX, &first, err);
	if (!status && first)
		return json_wrong(err, "first_byte",
				  "0: digital samples are not in the document");
	return status ? status : read_channels(r, err);
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

static enum exh_status read_bend(const json_t *object, struct exh_sci_sound_event *out,
				 struct exh_error *err)
{
	uint32_t value;
	const enum exh_status status =
		json_get_number(object, "value", false, MOST_BEND, &value, err);

	if (!status) {
		out->data[0] = value & MOST;
		out->data[1] = (uint8_t)(value >> 7);
	}
	return status;
}

static enum exh_status read_parameters(struct reading *r, const json_t *object,
				       const struct kind *kind,
				       struct exh_sci_sound_event *out,
				       struct exh_error *err)
{
	const char *const keys[] = { kind->first, kind->second };
	enum exh_status status = EXH_OK;

	if (kind->status == 0xe0)
		return read_bend(object, out, err);
	if (kind->status == SYSEX)
		return json_get_hex(object, "data", &r->arena, &out->sysex, err);
	if (strcmp(kind->name, "loop_point") == 0)
		out->data[0] = EXH_SCI_LOOP_CUE;
	for (size_t i = 0; i < 2 && !status; i++) {
		const uint32_t most = kind->status == CUE ? EXH_SCI_LOOP_CUE - 1 : MOST;
		uint32_t value;

		if (!keys[i])
			continue;
		status = json_get_number(object, keys[i], false, most, &value, err);
		out->data[i] = (uint8_t)(status ? 0 : value);
	}
	return status;
}

static enum exh_status read_event(struct reading *r, const json_t *object,
				  struct exh_sci_sound_event *out, struct exh_error *err)
{
	const struct kind *kind =
		find_kind(json_string_value(json_object_get(object, "event")));
	uint32_t channel = 0;
	enum exh_status status =
		json_get_number(object, "tick", false, UINT32_MAX, &out->tick, err);

	if (!status && !kind)
		return json_wrong(err, "event", "\"note_on\" or another kind of events");
	if (!status && kind->status < SYSEX && kind->status != CUE)
		status = json_get_number(object, "channel", false, EXH_SCI_CHANNELS - 1,
					 &channel, err);
	if (status)
		return status;
	out->status = (uint8_t)(kind->status | channel);
	status = read_parameters(r, object, kind, out, err);
	if (!status && kind->status == NOTE_OFF && !out->data[1] &&
	    json_is_true(json_object_get(object, "by_note_on")))
		out->status = (uint8_t)(NOTE_ON | channel);
	return status;
}

static enum exh_status read_events(struct reading *r, struct exh_error *err)
{
	const json_t *events = json_object_get(r->root, "events"), *object;
	enum exh_status status = EXH_OK;
	size_t i;

	if (!json_is_array(events))
		return json_wrong(err, "events", "a list");
	r->sound.events = exh_alloc(&r->arena, json_array_size(events) + 1,
				    sizeof *r->sound.events);
	if (!r->sound.events)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the events are larger than the limit of %d bytes",
				MEMORY_LIMIT);
	json_array_foreach(events, i, object)
	{
		status = read_event(r, object, &r->sound.events[i], err);
		if (status)
			return exh_within(err, status, "event %zu", i);
		r->sound.event_count++;
	}
	return EXH_OK;
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
	json_t *root = json_parse(in, &err);
	enum exh_status status = root ? EXH_OK : EXH_INVALID;

	r->root = root;
	if (!status)
		status = read_header(r, &err);
	if (!status)
		status = read_events(r, &err);
	if (status)
		report_failure(report, input, &err);
	json_decref(root);
	return !status;
}

static void write_sound(const struct sci_sound_options *options, const struct reading *r,
			const char *input, const char *output, struct report *report,
			json_t *result)
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
		    struct report *report, json_t *result)
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
