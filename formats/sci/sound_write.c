#include "exhume/sci_sound.h"

#include "basics.h"
#include "voices.h"

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

enum exh_status exh_sci_sound_write(const struct exh_sci_sound *sound,
				    struct exh_writer *out, struct exh_error *err)
{
	uint32_t tick = 0;
	uint8_t running = 0, last = 0;

	if (sound->sample_flag)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"a sound with a digital sample can't be written");
	write_header(sound, out);
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
	return out->failed ? no_memory(err) : EXH_OK;
}
