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

static void set_seconds(struct json *object, const char *key, uint64_t ticks)
{
	json_set(object, key, json_new_real((double)ticks / EXH_SCI_TICKS_A_SECOND));
}

/*
 * The header.
 */

static struct json *devices_to_json(unsigned devices)
{
	struct json *names = json_new_list();

	for (unsigned bit = 0; bit < 8; bit++)
		if (devices >> bit & 1)
			json_push(names, json_new_string(exh_sci_device_name(bit)));
	return names;
}

static struct json *channels_to_json(const struct exh_sci_sound *sound)
{
	struct json *channels = json_new_list();

	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++) {
		const struct exh_sci_sound_channel *channel = &sound->channels[i];
		struct json *json = json_new_object();

		json_set_number(json, "channel", i);
		json_set_number(json, "voices", channel->voices);
		/* Of a digital sound the last one is where the sample is. */
		if (i != EXH_SCI_CONTROL_CHANNEL || !sound->sample_flag)
			json_set(json, "devices", devices_to_json(channel->devices));
		json_set_number(json, "flags", channel->devices);
		json_push(channels, json);
	}
	return channels;
}

static struct json *played_to_json(const struct exh_sci_sound *sound)
{
	struct json *devices = json_new_object();

	for (unsigned bit = 0; bit < 8; bit++) {
		const unsigned played = exh_sci_sound_channels(sound, 1u << bit);
		struct json *channels =
			json_set(devices, exh_sci_device_name(bit), json_new_list());

		for (unsigned i = 0; i < EXH_SCI_CHANNELS; i++)
			if (played >> i & 1)
				json_push(channels, json_new_number((int64_t)i));
	}
	return devices;
}

static struct json *loop_to_json(const struct exh_sci_sound *sound)
{
	struct json *json = json_new_object();

	json_set_flag(json, "marked", sound->has_loop_mark);
	json_set_number(json, "event", sound->loop_event);
	json_set_number(json, "tick", sound->loop_tick);
	set_seconds(json, "seconds", sound->loop_tick);
	return json;
}

static struct json *sample_to_json(const struct exh_sci_sound *sound, size_t base)
{
	struct json *json = json_new_object();

	json_set_number(json, "rate", sound->sample_rate_hz);
	json_set_number(json, "offset", sound->sample.base - base);
	json_set_number(json, "size", sound->sample.size);
	json_set(json, "seconds",
		 json_new_real((double)sound->sample.size / sound->sample_rate_hz));
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

static struct json *cues_to_json(const struct exh_sci_sound *sound)
{
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;
	struct json *cues = json_new_list();

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
		struct json *json;

		if (!sci_sound_is_cue(event))
			continue;
		cumulative += is_cumulative(event) ? event->data[1] : 0;
		json = json_new_object();
		json_set_number(json, "tick", event->tick);
		set_seconds(json, "seconds", event->tick);
		json_set_number(json, "signal",
				is_plain_cue(event) ? event->data[0] : cumulative);
		json_set_flag(json, "cumulative", is_cumulative(event));
		json_push(cues, json);
	}
	return cues;
}

void sci_sound_describe(const struct asset *asset, struct json *object)
{
	const struct sci_sound *own = asset->thing;
	const struct exh_sci_sound *sound = &own->sound;

	json_set_string(object, "header", sound->is_early ? "early" : "sci0");
	json_set_number(object, "first_byte", sound->sample_flag);
	json_set_number(object, "ticks", sound->ticks);
	set_seconds(object, "seconds", sound->ticks);
	json_set_flag(object, "ended", sound->is_ended);
	json_set_number(object, "event_count", sound->event_count);
	json_set(object, "loop", loop_to_json(sound));
	json_set(object, "cues", cues_to_json(sound));
	json_set(object, "channels", channels_to_json(sound));
	json_set(object, "played_by", played_to_json(sound));
	if (sound->sample_rate_hz)
		json_set(object, "sample", sample_to_json(sound, asset->bytes.base));
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

static void describe_parameters(const struct exh_sci_sound_event *event,
				struct json *json)
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

static struct json *event_to_json(const struct exh_sci_sound_event *event)
{
	struct json *json = json_new_object();

	json_set_number(json, "tick", event->tick);
	json_set_number(json, "offset", event->offset);
	json_set_string(json, "event", kind_name(event));
	if (event->status < SYSEX) {
		json_set_number(json, "channel", event->status & 15);
		describe_parameters(event, json);
		if (event->status >> 4 == 9 && !event->data[1])
			json_set(json, "by_note_on", json_new_flag(true));
	} else if (event->status == SYSEX) {
		json_set(json, "data", json_of_hex(event->sysex));
	}
	return json;
}

static struct json *events_to_json(const struct exh_sci_sound *sound)
{
	unsigned cumulative = EXH_SCI_CUMULATIVE_START;
	struct json *events = json_new_list();

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
		struct json *json = event_to_json(event);

		if (is_cumulative(event)) {
			cumulative += event->data[1];
			json_set_number(json, "signal", cumulative);
		}
		json_push(events, json);
	}
	return events;
}

struct json *sci_sound_document(const struct asset *asset)
{
	const struct sci_sound *own = asset->thing;
	struct json *document = json_document("sci-sound", 1);

	json_set_text(document, "name", asset->name);
	if (asset->number != ASSET_NO_NUMBER)
		json_set_number(document, "number", asset->number);
	json_set_number(document, "ticks_a_second", EXH_SCI_TICKS_A_SECOND);
	sci_sound_describe(asset, document);
	json_set(document, "events", events_to_json(&own->sound));
	return document;
}
