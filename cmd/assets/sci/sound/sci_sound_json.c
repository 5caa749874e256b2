/* What is in a sound: a summary, and event by event. */
#include "sound.h"
#include "task/json.h"

#include <exhume/sci_midi.h>

enum {
	CUE = 0xc0 | EXH_SCI_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI_CONTROL_CHANNEL,
	SYSEX = 0xf0,
	END = 0xfc,
};

static void set_seconds(json_t *object, const char *key, uint64_t ticks)
{
	json_object_set_new(object, key,
			    json_real((double)ticks / EXH_SCI_TICKS_A_SECOND));
}

/*
 * The header.
 */

static json_t *devices_to_json(unsigned devices)
{
	json_t *names = json_array();

	for (unsigned bit = 0; bit < 8; bit++)
		if (devices >> bit & 1)
			json_array_append_new(names,
					      json_string(exh_sci_device_name(bit)));
	return names;
}

static json_t *channels_to_json(const struct exh_sci_sound *sound)
{
	json_t *channels = json_array();

	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++) {
		const struct exh_sci_sound_channel *channel = &sound->channels[i];
		json_t *json = json_object();

		json_set_number(json, "channel", i);
		json_set_number(json, "voices", channel->voices);
		/* Of a digital sound the last one is where the sample is. */
		if (i != EXH_SCI_CONTROL_CHANNEL || !sound->sample_flag)
			json_object_set_new(json, "devices",
					    devices_to_json(channel->devices));
		json_set_number(json, "flags", channel->devices);
		json_array_append_new(channels, json);
	}
	return channels;
}

static json_t *played_to_json(const struct exh_sci_sound *sound)
{
	json_t *devices = json_object();

	for (unsigned bit = 0; bit < 8; bit++) {
		const unsigned played = exh_sci_sound_channels(sound, 1u << bit);
		json_t *channels =
			json_put(devices, exh_sci_device_name(bit), json_array());

		for (unsigned i = 0; i < EXH_SCI_CHANNELS; i++)
			if (played >> i & 1)
				json_array_append_new(channels,
						      json_integer((json_int_t)i));
	}
	return devices;
}

static json_t *loop_to_json(const struct exh_sci_sound *sound)
{
	json_t *json = json_object();

	json_set_flag(json, "marked", sound->has_loop_mark);
	json_set_number(json, "event", sound->loop_event);
	json_set_number(json, "tick", sound->loop_tick);
	set_seconds(json, "seconds", sound->loop_tick);
	return json;
}

static json_t *sample_to_json(const struct exh_sci_sound *sound, size_t base)
{
	json_t *json = json_object();

	json_set_number(json, "rate", sound->sample_rate_hz);
	json_set_number(json, "offset", sound->sample.base - base);
	json_set_number(json, "size", sound->sample.size);
	json_object_set_new(
		json, "seconds",
		json_real((double)sound->sample.size / sound->sample_rate_hz));
	return json;
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

static json_t *cues_to_json(const struct exh_sci_sound *sound)
{
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;
	json_t *cues = json_array();

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
		json_t *json;

		if (!sci_sound_is_cue(event))
			continue;
		cumulative += is_cumulative(event) ? event->data[1] : 0;
		json = json_object();
		json_set_number(json, "tick", event->tick);
		set_seconds(json, "seconds", event->tick);
		json_set_number(json, "signal",
				is_plain_cue(event) ? event->data[0] : cumulative);
		json_set_flag(json, "cumulative", is_cumulative(event));
		json_array_append_new(cues, json);
	}
	return cues;
}

void sci_sound_describe(const struct asset *asset, json_t *object)
{
	const struct sci_sound *own = asset->thing;
	const struct exh_sci_sound *sound = &own->sound;

	json_set_string(object, "header", sound->is_early ? "early" : "sci0");
	json_set_number(object, "first_byte", sound->sample_flag);
	json_set_number(object, "ticks", sound->ticks);
	set_seconds(object, "seconds", sound->ticks);
	json_set_flag(object, "ended", sound->is_ended);
	json_set_number(object, "event_count", sound->event_count);
	json_object_set_new(object, "loop", loop_to_json(sound));
	json_object_set_new(object, "cues", cues_to_json(sound));
	json_object_set_new(object, "channels", channels_to_json(sound));
	json_object_set_new(object, "played_by", played_to_json(sound));
	if (sound->sample_rate_hz)
		json_object_set_new(object, "sample",
				    sample_to_json(sound, asset->bytes.base));
}

/*
 * Events.
 */

static const char *kind_name(const struct exh_sci_sound_event *event)
{
	static const char *const kinds[] = { "note_off",   "note_on", "pressure",
					     "controller", "program", "channel_pressure",
					     "pitch_bend" };

	if (event->status == SYSEX)
		return "sysex";
	if (event->status == END)
		return "end";
	if (event->status == CUE)
		return is_plain_cue(event) ? "cue" : "loop_point";
	if (event->status >> 4 == 9 && !event->data[1])
		return "note_off";
	return kinds[(event->status >> 4) - 8];
}

static void describe_parameters(const struct exh_sci_sound_event *event, json_t *json)
{
	const uint8_t *data = event->data;
	const char *name;

	switch (event->status >> 4) {
	case 0x8:
	case 0x9:
		json_set_number(json, "note", data[0]);
		json_set_number(json, "velocity", data[1]);
		return;
	case 0xa:
		json_set_number(json, "note", data[0]);
		json_set_number(json, "value", data[1]);
		return;
	case 0xb:
		json_set_number(json, "controller", data[0]);
		name = exh_sci_controller_name(data[0]);
		if (name)
			json_set_string(json, "name", name);
		json_set_number(json, "value", data[1]);
		return;
	case 0xc:
		json_set_number(json, event->status == CUE ? "signal" : "program",
				data[0]);
		return;
	case 0xd:
		json_set_number(json, "value", data[0]);
		return;
	case 0xe:
		json_set_number(json, "value", (uint64_t)data[1] << 7 | data[0]);
		return;
	}
}

static json_t *event_to_json(const struct exh_sci_sound_event *event)
{
	json_t *json = json_object();

	json_set_number(json, "tick", event->tick);
	json_set_number(json, "offset", event->offset);
	json_set_string(json, "event", kind_name(event));
	if (event->status < SYSEX) {
		json_set_number(json, "channel", event->status & 15);
		describe_parameters(event, json);
		if (event->status >> 4 == 9 && !event->data[1])
			json_object_set_new(json, "by_note_on", json_true());
	} else if (event->status == SYSEX) {
		json_object_set_new(json, "data", json_hex(event->sysex));
	}
	return json;
}

static json_t *events_to_json(const struct exh_sci_sound *sound)
{
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;
	json_t *events = json_array();

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
		json_t *json = event_to_json(event);

		if (is_cumulative(event)) {
			cumulative += event->data[1];
			json_set_number(json, "signal", cumulative);
		}
		json_array_append_new(events, json);
	}
	return events;
}

json_t *sci_sound_document(const struct asset *asset)
{
	const struct sci_sound *own = asset->thing;
	json_t *document = json_document("sci-sound");

	json_set_text(document, "name", asset->name);
	if (asset->number != ASSET_NO_NUMBER)
		json_set_number(document, "number", asset->number);
	json_set_number(document, "ticks_a_second", EXH_SCI_TICKS_A_SECOND);
	sci_sound_describe(asset, document);
	json_object_set_new(document, "events", events_to_json(&own->sound));
	return document;
}
