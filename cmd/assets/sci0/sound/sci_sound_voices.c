/* Who plays a note: channels with voices of their own, or all of them in turn. */
#include "sci_sounds.h"

#include <exhume/psg.h>

enum { PERCUSSION = 1 << 9 /* channel, as a bit */ };

static unsigned count_tones(unsigned channels)
{
	unsigned count = 0;

	for (channels &= ~(unsigned)PERCUSSION; channels; channels &= channels - 1)
		count++;
	return count;
}

/* Does the header leave notes without a voice, since it names none? The Tandy's driver
 * still gives one to each of the first channels; the speaker's only one is for
 * all of them. */
static bool lacks_voices(const struct sci_sound_options *options, unsigned device_bits,
			 unsigned noted, const struct exh_sci0_sound *sound)
{
	if (options->device == SCI_DEVICE_SPEAKER)
		return true;
	return noted && !exh_sci0_sound_names_voices(sound, device_bits) &&
	       (options->device != SCI_DEVICE_TANDY ||
		count_tones(noted) > EXH_PSG_TONES);
}

void sci_sound_deal(const struct sci_sound_options *options, unsigned device_bits,
		    unsigned noted, struct sci_sound *own)
{
	if (options->device > SCI_DEVICE_TANDY)
		return;
	own->is_dealt = options->voices == SCI_VOICES_AUTO ||
			options->device == SCI_DEVICE_SPEAKER ||
			(!options->voices &&
			 lacks_voices(options, device_bits, noted, &own->sound));
	if (!own->is_dealt || options->device != SCI_DEVICE_ADLIB || noted == PERCUSSION)
		return;
	own->channels &= ~(unsigned)PERCUSSION;
	own->noted &= ~(unsigned)PERCUSSION;
}

void sci_sound_open_voices(const struct sci_sound *own, size_t count,
			   struct exh_sci0_voices *voices)
{
	if (!own->is_dealt)
		return;
	voices->open_count = count;
	/* Percussion that AdLib has no instruments for takes no voices. */
	if (count == EXH_OPL2_CHANNEL_COUNT && !(own->channels & PERCUSSION) &&
	    voices->played != PERCUSSION)
		voices->played &= ~(unsigned)PERCUSSION;
}
