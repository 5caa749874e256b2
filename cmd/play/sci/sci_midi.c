#include "play_sci.h"

#include "media/sound/sound.h"
#include "task/memory.h"

#include <exhume/advanced/sci_midi.h>

#include <stdlib.h>

enum { ALL_CHANNELS = 0xffff, END = 0xfc, NOTE = 9 };

/* Makes a sound of the MIDI events; its list is to be freed. */
static void gather(const struct exh_audio_write *writes, size_t count, uint64_t services,
		   struct exh_sci_sound *out)
{
	*out = (struct exh_sci_sound){ .ticks = (uint32_t)services, .is_ended = true };
	out->events = mem_alloc(count + 1, sizeof *out->events);
	for (size_t i = 0; i < count; i++)
		if (writes[i].device == EXH_AUDIO_MIDI && writes[i].time <= services)
			out->events[out->event_count++] = (struct exh_sci_sound_event){
				.tick = (uint32_t)writes[i].time,
				.status = writes[i].reg,
				.data = { (uint8_t)writes[i].value,
					  (uint8_t)(writes[i].value >> 8) },
			};
	out->events[out->event_count++] = (struct exh_sci_sound_event){
		.tick = out->ticks,
		.status = END,
	};
}

static bool has_note(const struct exh_sci_sound *sound)
{
	for (size_t i = 0; i < sound->event_count; i++)
		if (sound->events[i].status >> 4 == NOTE && sound->events[i].data[1])
			return true;
	return false;
}

enum exh_status sci_midi(const struct exh_audio_write *writes, size_t count,
			 uint64_t services, struct exh_writer *out, struct exh_error *err)
{
	const struct exh_sci_midi midi = { .channels = ALL_CHANNELS, .pass_count = 1 };
	struct exh_sci_sound sound;
	enum exh_status status;

	if (services > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a MIDI file holds less than two years");
	gather(writes, count, services, &sound);
	status = exh_sci_midi_write(&sound, &midi, out, err);
	if (!status && !has_note(&sound))
		sound_remark_silence(err);
	free(sound.events);
	return status;
}
