#include "exhume/sci.h"

#include "basics.h"
#include "voices.h"

#include <string.h>

static void write_early_channel(const struct exh_sci_sound_channel *channel,
				struct exh_writer *out)
{
	unsigned byte = (unsigned)channel->voices << 4;

	for (size_t bit = 0; bit < sizeof early_devices; bit++)
		if (channel->devices & early_devices[bit])
			byte |= 1u << bit;
	exh_write_u8(out, (uint8_t)byte);
}

static void write_header(const struct exh_sci_sound *sound, struct exh_writer *out)
{
	exh_write_u8(out, sound->sample_flag);
	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++) {
		if (sound->is_early) {
			write_early_channel(&sound->channels[i], out);
			continue;
		}
		exh_write_u8(out, sound->channels[i].voices);
		exh_write_u8(out, sound->channels[i].devices);
	}
}

static void write_delay(uint32_t ticks, struct exh_writer *out)
{
	for (; ticks >= LONG_DELTA_TICKS; ticks -= LONG_DELTA_TICKS)
		exh_write_u8(out, LONG_DELTA);
	exh_write_u8(out, (uint8_t)ticks);
}

/* running: the status that need not be repeated; 0: none. */
static void write_event(const struct exh_sci_sound_event *event, uint8_t *running,
			struct exh_writer *out)
{
	if (event->status != *running)
		exh_write_u8(out, event->status);
	if (event->status < SYSEX)
		exh_write_bytes(out, event->data, parameter_count(event->status));
	if (event->status == SYSEX) {
		exh_write_bytes(out, event->sysex.data, event->sysex.size);
		exh_write_u8(out, SYSEX_END);
	}
	*running = event->status < SYSEX ? event->status : 0;
}

static enum exh_status write_events(const struct exh_sci_sound *sound,
				    struct exh_writer *out, struct exh_error *err)
{
	uint32_t tick = 0;
	uint8_t running = 0, last = 0;

	for (size_t i = 0; i < sound->event_count && last != END; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];

		if (event->tick < tick)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"event %zu: at tick %u, the one before it is at "
					"tick %u",
					i, (unsigned)event->tick, (unsigned)tick);
		write_delay(event->tick - tick, out);
		write_event(event, &running, out);
		tick = event->tick;
		last = event->status;
	}
	if (last != END) {
		exh_write_u8(out, 0);
		exh_write_u8(out, END);
	}
	return EXH_OK;
}

static void put_u16le(uint8_t *at, size_t value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)(value >> 8);
}

/* The header as it was, or a new one, with the rate and size of the sample. */
static void write_sample_header(const struct exh_sci_sound *sound, struct exh_writer *out)
{
	uint8_t header[EXH_SCI_SAMPLE_HEADER] = { 0 };

	memcpy(header, sample_mark, sizeof sample_mark);
	if (sound->sample_header.size == sizeof header)
		memcpy(header, sound->sample_header.data, sizeof header);
	put_u16le(header + SAMPLE_RATE, sound->sample_rate_hz);
	put_u16le(header + SAMPLE_SIZE, sound->sample.size);
	exh_write_bytes(out, header, sizeof header);
}

/* start: where the sound begins in out. Readers search for a sample too far away to be
 * stated. */
static void write_sample(const struct exh_sci_sound *sound, size_t start,
			 struct exh_writer *out)
{
	size_t stated;

	exh_write_bytes(out, sound->before_sample.data, sound->before_sample.size);
	stated = out->size - start - 1;
	if (sound->states_sample && !sound->is_early && !out->failed) {
		uint8_t *last = out->data + start + 1 + 2 * EXH_SCI_CONTROL_CHANNEL;

		last[0] = stated > UINT16_MAX ? 0 : (uint8_t)(stated >> 8);
		last[1] = stated > UINT16_MAX ? 0 : (uint8_t)stated;
	}
	write_sample_header(sound, out);
	exh_write_bytes(out, sound->sample.data, sound->sample.size);
	exh_write_bytes(out, sound->after_sample.data, sound->after_sample.size);
}

static enum exh_status check_sample(const struct exh_sci_sound *sound,
				    struct exh_error *err)
{
	const bool has_sample = sound->sample_rate_hz;

	if (has_sample != (sound->sample_flag == EXH_SCI_SAMPLE_FLAG))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the first byte is %u: expected %s", sound->sample_flag,
				has_sample ? "2, for a digital sample"
					   : "another for a sound without a digital "
					     "sample");
	if (has_sample &&
	    (sound->sample.size > UINT16_MAX || sound->sample_rate_hz > UINT16_MAX))
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a digital sample of %zu bytes, %u a second: a sound "
				"has at most %u of both",
				sound->sample.size, (unsigned)sound->sample_rate_hz,
				(unsigned)UINT16_MAX);
	return EXH_OK;
}

enum exh_status exh_sci_sound_write(const struct exh_sci_sound *sound,
				    struct exh_writer *out, struct exh_error *err)
{
	const size_t start = out->size;
	enum exh_status status = check_sample(sound, err);

	if (status)
		return status;
	write_header(sound, out);
	status = write_events(sound, out, err);
	if (status)
		return status;
	if (sound->sample_rate_hz)
		write_sample(sound, start, out);
	return out->failed ? no_memory(err) : EXH_OK;
}
