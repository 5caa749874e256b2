/* Who plays a note: channels with voices of their own, or all of them in turn. */
#include "sound.h"

enum { PERCUSSION = 1 << 9 /* channel, as a bit */ };

void sci_sound_deal(const struct sci_sound_options *options, unsigned device_bits,
		    unsigned noted, struct sci_sound *own)
{
	if (options->device > SCI_DEVICE_TANDY)
		return;
	own->is_dealt = options->voices == SCI_VOICES_AUTO ||
			options->device == SCI_DEVICE_SPEAKER ||
			(!options->voices &&
			 exh_sci_sound_lacks_voices(&own->sound, device_bits));
	if (!own->is_dealt || options->device != SCI_DEVICE_ADLIB || noted == PERCUSSION)
		return;
	own->channels &= ~(unsigned)PERCUSSION;
	own->noted &= ~(unsigned)PERCUSSION;
}

void sci_sound_open_voices(const struct sci_sound *own, unsigned device,
			   struct exh_sci_voices *voices)
{
	if (own->is_dealt)
		exh_sci_sound_open_voices(&own->sound, device, voices);
}
